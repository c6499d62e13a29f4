// Why an action is not legal, in words, paragraph by paragraph of the rules.
#include <algorithm>
#include <string>

#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

using Game = TerraMystica;

std::string text_of(std::string_view words) { return std::string(words); }

std::string number_of(int count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + text_of(count == 1 ? one : many);
}
std::string coins(int count) { return number_of(count, "coin", "coins"); }
std::string workers(int count) { return number_of(count, "worker", "workers"); }
std::string priests(int count) { return number_of(count, "priest", "priests"); }
std::string spades(int count) { return number_of(count, "spade", "spades"); }

// "a dwelling costs 1 worker and 2 coins; there are 0 workers and 5 coins"
std::string too_dear(const std::string& what, const Price& price, const Player& player) {
  std::string cost;
  std::string have;
  const auto add = [](std::string& text, const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (price.workers > 0) {
    add(cost, workers(price.workers));
    add(have, workers(player.workers));
  }
  if (price.coins > 0) {
    add(cost, coins(price.coins));
    add(have, coins(player.coins));
  }
  if (price.priests > 0) {
    add(cost, priests(price.priests));
    add(have, priests(player.priests));
  }
  return what + " costs " + cost + "; there are " + have;
}

std::string kind_name(int kind) {
  constexpr std::string_view kNames[] = {"dwelling", "trading house", "temple", "stronghold", "sanctuary"};
  return text_of(kNames[kind]);
}

std::string hex_list(Bits128 hexes) {
  std::string text;
  for (const int hex : hexes) text += (text.empty() ? "" : " ") + hex_name(hex);
  return text;
}

class Reasons {
 public:
  Reasons(const State& state)
      : state_(state), table_(state.table), turn_(state.table.turn), player_(state.players[state.table.actor]) {}

  std::string of(Action action) const;

 private:
  const State& state_;
  const Table& table_;
  const Turn& turn_;
  const Player& player_;

  const Faction& faction() const { return faction_of(player_); }
  bool at(Node node) const { return table_.node == node; }
  bool own_turn() const { return table_.node >= Node::kHead && table_.node <= Node::kTail; }

  // What has to be decided instead.
  std::string due() const;
  std::string head_only() const {
    return at(Node::kTail) ? "the action of this turn is taken; conversions or done are left" : due();
  }

  std::string place(int hex) const;
  std::string reach(int hex) const;
  std::string setup(int faction) const;
  std::string build(int hex) const;
  std::string pass(int card) const;
  std::string dig() const;
  std::string spade(int hex, int way) const;
  std::string drop(int what) const;
  std::string storm(int hex) const;
  std::string upgrade(int hex, Structure kind) const;
  std::string advance(bool ship) const;
  std::string send(int cult, int steps) const;
  std::string power_action(int label) const;
  std::string special_action(int special) const;
  std::string span(int pair) const;
  std::string connect(int river) const;
  std::string convert(int kind) const;
  std::string burn() const;
  std::string ordain(int count) const;
  std::string step() const;
  std::string favor(int tile) const;
  std::string town(int tile) const;
  std::string keys(int set) const;
  std::string answer(int giver, int amount) const;
  std::string done() const;
};

std::string Reasons::due() const {
  switch (table_.node) {
    case Node::kDealScoring:
    case Node::kDealBonus:
    case Node::kDealFaction:
      return "chance comes next";
    case Node::kFaction:
      return "a faction is to be chosen";
    case Node::kFirstDwelling:
      return "a starting dwelling is to be placed";
    case Node::kFirstCard:
      return "a first bonus card is to be taken";
    case Node::kHead:
      return "an action is to be taken; passing is one";
    case Node::kKeys:
      return "which cults enter 10 is to be chosen first: there are more of them than keys";
    case Node::kFavor:
      return "a favor tile is to be taken first";
    case Node::kTown:
      return "a town tile is to be taken first";
    case Node::kBridge:
      return "the bridge is to be placed first";
    case Node::kStorm:
      return "the sandstorm is to be placed first";
    case Node::kFreeDwelling:
      return "the free dwelling is to be placed first";
    case Node::kFreeTrading:
      return "the free trading house is to be placed first";
    case Node::kCult:
      return "the cult to advance on is to be chosen first";
    case Node::kSpades:
      return "the spades in hand are to be used first";
    case Node::kTail:
      return "the action of this turn is taken; conversions or done are left";
    case Node::kLeech:
      return "an offer of power is to be answered first: leech or decline " + std::to_string(standing_offer(state_)) +
             " from " + text_of(faction_of(state_.players[turn_.seat]).name);
    case Node::kCultistStep:
      return "the cultists advance on a cult first";
    case Node::kBonusSpades:
      return "spades of the cult bonus are to be used or dropped first";
    case Node::kOver:
      return "the game is over";
  }
  return {};
}

// Something stands there already.
std::string Reasons::place(int hex) const {
  const int kind = structure_at(state_, hex);
  return kind < 0 ? "" : "a " + kind_name(kind) + " stands on " + hex_name(hex) + " already";
}

// Not to be reached at all, or a journey that cannot be paid.
std::string Reasons::reach(int hex) const {
  const bool between = at(Node::kBonusSpades);
  const int range = between ? player_.ship : range_of(state_, player_);
  const Reach reach = reach_of(state_, player_, range);
  if (reach.near.test(hex)) return {};
  if (!between && reach.journey.test(hex)) {
    const std::string way = faction().journey.priests > 0 ? "the carpet" : "the tunnel";
    if (turn_.journey != 0)
      return "one action goes by " + way + " once, and has gone to " + hex_name(turn_.journey - 1);
    if (!can_pay(player_, journey_price(player_))) {
      return too_dear(way + " to " + hex_name(hex), journey_price(player_), player_);
    }
    return {};
  }
  std::string text = hex_name(hex) + " is not next to an own structure";
  if (faction().ship_max > 0) {
    text += " nor within shipping range " + std::to_string(range);
  } else {
    text += between ? ", and between rounds nobody tunnels or flies"
                    : " nor within " + number_of(player_.skip, "hex", "hexes") + " to skip";
  }
  return text;
}

std::string Reasons::setup(int faction) const {
  if (!at(Node::kFaction)) return "factions are chosen at setup; now " + due();
  const Faction& row = kFactionRows[faction];
  const int seat = seat_of(state_, row.home);
  return text_of(kTerrainNames[row.home]) + " has a faction already: " + text_of(faction_of(state_.players[seat]).name);
}

std::string Reasons::build(int hex) const {
  const bool tail = at(Node::kTail) && state_.worked.any();
  if (!tail && !at(Node::kFirstDwelling) && !at(Node::kHead) && !at(Node::kFreeDwelling)) return head_only();
  if (std::string why = place(hex); !why.empty()) return why;
  if (tail && !state_.worked.test(hex)) {
    return "a dwelling may be built on a hex brought home in this action: " + hex_list(state_.worked);
  }
  const int terrain = terrain_at(state_, hex);
  if (terrain != faction().home) {
    return hex_name(hex) + " is " + text_of(kTerrainNames[terrain]) + "; dwellings stand on " +
           text_of(kTerrainNames[faction().home]) + " only";
  }
  if (player_.pieces[kDwelling] == kSupply[kDwelling]) return "all 8 dwellings are on the map";
  if (at(Node::kHead)) {
    if (std::string why = reach(hex); !why.empty()) return why;
  }
  Price price = faction().dwelling;
  if (at(Node::kHead) && !reach_of(state_, player_).near.test(hex)) price = plus(price, journey_price(player_));
  return too_dear("a dwelling on " + hex_name(hex), price, player_);
}

std::string Reasons::pass(int card) const {
  if (!at(Node::kHead) && !at(Node::kFirstCard)) return head_only();
  if (table_.round == kRounds) return "in round 6 no bonus card is taken: pass";
  if (card == kBonusCards) return "a bonus card is taken with passing: pass:BONx";
  const std::string name = "BON" + std::to_string(card + 1);
  if ((table_.cards >> card & 1) == 0) return name + " is not in this game";
  return name + (player_.card == card + 1 ? " is the card to be given back; it cannot be taken again at once"
                                          : " is held by another player");
}

std::string Reasons::dig() const {
  if (!at(Node::kHead) && !at(Node::kSpades)) {
    return at(Node::kBonusSpades) ? "between rounds nothing may be bought" : head_only();
  }
  if (at(Node::kSpades) && (turn_.flags & Game::kMayBuy) == 0) {
    return "spades may be bought for the first hex only, and not on top of a stronghold's";
  }
  const Price price = spade_price(player_);
  if (!can_pay(player_, price)) return too_dear("a spade", price, player_);
  const int total = turn_.free + turn_.bought + 1;
  if (faction().spades_at_once > 0 && total < faction().spades_at_once) {
    return "a hex takes " + std::to_string(faction().spades_at_once) +
           " spades, and the next one cannot be paid, or no free hex is in reach";
  }
  return "no free hex in reach can take " + spades(total) + " in one action";
}

std::string Reasons::spade(int hex, int way) const {
  if (!at(Node::kSpades) && !at(Node::kBonusSpades)) {
    return at(Node::kHead) ? "there are no spades in hand: dig, or take an action that gives some" : head_only();
  }
  if (std::string why = place(hex); !why.empty()) return why;
  const int from = terrain_at(state_, hex);
  const int to = way / 2;
  const int home = faction().home;
  if (from == to) return hex_name(hex) + " is " + text_of(kTerrainNames[to]) + " already";
  if (state_.worked.test(hex)) return "spades were used on " + hex_name(hex) + " already; the rest go elsewhere";
  const int held = turn_.free + turn_.bought;
  if (faction().spades_at_once > 0) {
    if (to != home && !server_rulings(state_)) {
      return "the giants' spades end on " + text_of(kTerrainNames[home]) + " only";
    }
    if (held < faction().spades_at_once)
      return "a hex takes " + spades(faction().spades_at_once) + "; there is " + spades(held);
    if (way % 2 != 0) return "it takes two spades either way: the way up the cycle stands for both";
  } else {
    const int needed = way % 2 == 0 ? steps_up(from, to) : steps_down(from, to);
    const int until_home = way % 2 == 0 ? steps_up(from, home) : steps_down(from, home);
    if (needed > until_home) {
      return "that way from " + text_of(kTerrainNames[from]) + " to " + text_of(kTerrainNames[to]) + " passes " +
             text_of(kTerrainNames[home]) + ": one stops on home terrain";
    }
    if (needed > held) return spades(needed) + " are needed; in hand: " + std::to_string(held);
    if (turn_.bought > 0 && needed != held) {
      return "bought spades must all be used on one hex: " + std::to_string(held) + ", not " + std::to_string(needed);
    }
  }
  return reach(hex);
}

std::string Reasons::drop(int what) const {
  const auto owed = [&](bool owes, std::string_view name) {
    if (!owes) return "no " + text_of(name) + " is owed";
    return "the " + text_of(name) + " must be taken (rulings=rulebook)";
  };
  switch (static_cast<Game::Dropped>(what)) {
    case Game::kDropSpade:
      if (!at(Node::kSpades) && !at(Node::kBonusSpades)) return "there are no spades in hand";
      return turn_.bought > 0 ? "bought spades must all be used" : "at least one spade of the action must be used";
    case Game::kDropDwelling:
      return owed(at(Node::kFreeDwelling), "free dwelling");
    case Game::kDropTrading:
      return owed(at(Node::kFreeTrading), "free trading house");
    case Game::kDropStorm:
      return owed(at(Node::kStorm), "sandstorm");
    case Game::kDropFavor:
      return owed(at(Node::kFavor), "favor tile");
    case Game::kDropTown:
      return owed(at(Node::kTown), "town tile");
  }
  return {};
}

std::string Reasons::storm(int hex) const {
  if (!at(Node::kStorm)) return at(Node::kHead) ? "the sandstorm comes with action:ACTN" : head_only();
  if (std::string why = place(hex); !why.empty()) return why;
  if (terrain_at(state_, hex) == faction().home) return hex_name(hex) + " is desert already";
  return hex_name(hex) + " does not touch an own structure; bridges and ships do not help a sandstorm";
}

std::string Reasons::upgrade(int hex, Structure kind) const {
  if (!at(Node::kHead) && !at(Node::kFreeTrading)) return head_only();
  if (!own(state_, player_).test(hex)) return "no own structure stands on " + hex_name(hex);
  const int from = structure_at(state_, hex);
  const int needed = kind == kTradingHouse ? kDwelling : kind == kSanctuary ? kTemple : kTradingHouse;
  if (at(Node::kFreeTrading) && kind != kTradingHouse) return "the free upgrade is from dwelling to trading house";
  if (from != needed) {
    return "a " + kind_name(kind) + " is built from a " + kind_name(needed) + "; on " + hex_name(hex) + " stands a " +
           kind_name(from);
  }
  if (player_.pieces[kind] == kSupply[kind]) return "no " + kind_name(kind) + " is left in the supply";
  const Price price = upgrade_price(state_, player_, hex, kind);
  std::string what = "a " + kind_name(kind);
  if (kind == kTradingHouse)
    what += upgrade_is_cheap(state_, player_, hex) ? " next to an opponent" : " with no opponent next to it";
  return too_dear(what, price, player_);
}

std::string Reasons::advance(bool ship) const {
  if (!at(Node::kHead)) return head_only();
  if (ship) {
    if (faction().ship_max == 0) return text_of(faction().title) + " have no shipping track";
    if (player_.ship == faction().ship_max) return "shipping is at its last level, " + std::to_string(player_.ship);
    return too_dear("a level of shipping", kShipPrice, player_);
  }
  if (faction().exchange_max == 0) return text_of(faction().title) + " have no exchange track";
  if (player_.dig == faction().exchange_max)
    return "the exchange track is at its last level, " + std::to_string(player_.dig);
  return too_dear("a level of the exchange track", faction().exchange, player_);
}

std::string Reasons::send(int cult, int steps) const {
  if (!at(Node::kHead)) return head_only();
  if (player_.priests == 0) return "there is no priest to send";
  return steps == 3 ? "the space for 3 steps on " + text_of(kCultNames[cult]) + " is taken"
                    : "the spaces for 2 steps on " + text_of(kCultNames[cult]) + " are all taken";
}

std::string Reasons::power_action(int label) const {
  if (!at(Node::kHead)) return head_only();
  const std::string name = text_of(kLabelNames[label]);
  const PowerAction& row = kPowerRows[label];
  if ((table_.power_used >> label & 1) != 0) return name + " has been taken this round";
  if (player_.bowls[2] < row.cost) {
    return name + " costs " + std::to_string(row.cost) + " power; bowl III holds " + std::to_string(player_.bowls[2]);
  }
  if (row.bridge > 0) {
    return player_.bridges[kBridgesEach - 1] != 0 ? "all 3 bridges are on the map"
                                                  : "there is no place for a bridge at an own structure";
  }
  return faction().spades_at_once > 0 ? "its spades cannot be used: a hex takes two, and there is no free hex in reach "
                                        "or no way to pay the second"
                                      : "its spades cannot be used: no free hex is in reach";
}

std::string Reasons::special_action(int special) const {
  if (!at(Node::kHead)) return head_only();
  const std::string name = text_of(kLabelNames[kPowerActions + special]);
  if ((specials_of(player_) >> special & 1) == 0) {
    switch (static_cast<Special>(special)) {
      case kBon1:
      case kBon2:
        return "the bonus card " + name + " is not in hand";
      case kFav6:
        return "the favor tile FAV6 is not owned";
      case kActE:
        return name + " belongs to the engineers";
      default: {
        for (const Faction& row : kFactionRows) {
          if (row.stronghold_action != special) continue;
          if (&row == &faction()) return name + " needs the stronghold";
          return name + " belongs to the " + text_of(row.name);
        }
        return name + " is no action of this faction";
      }
    }
  }
  if ((player_.used >> special & 1) != 0) return name + " has been used this round";
  switch (static_cast<Special>(special)) {
    case kActE:
      if (player_.workers < 2) return too_dear(name, {.workers = 2}, player_);
      return player_.bridges[kBridgesEach - 1] != 0 ? "all 3 bridges are on the map"
                                                    : "there is no place for a bridge at an own structure";
    case kActN:
      return "no free hex touches an own structure that is not desert already";
    case kActS:
      return player_.pieces[kDwelling] == 0 ? "there is no dwelling to upgrade"
                                            : "no trading house is left in the supply";
    case kActW:
      return player_.pieces[kDwelling] == kSupply[kDwelling] ? "all 8 dwellings are on the map"
                                                             : "there is no free forest hex";
    default:
      return "its spades cannot be used: no free hex is in reach";
  }
}

std::string Reasons::span(int pair) const {
  if (!at(Node::kBridge)) {
    return at(Node::kHead) ? "a bridge is built by action:ACT1, or ACTE of the engineers" : head_only();
  }
  const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair)];
  if ((table_.bridges >> pair & 1) != 0 && !server_rulings(state_)) {
    return "a bridge joins " + hex_name(bridge.a) + " and " + hex_name(bridge.b) + " already";
  }
  return "neither on " + hex_name(bridge.a) + " nor on " + hex_name(bridge.b) + " stands an own structure";
}

std::string Reasons::connect(int river) const {
  if (!own_turn()) return due();
  if (!faction().river_towns) return "only mermaids found towns across a river";
  const std::string name = river_name(river);
  if ((table_.river_towns >> river & 1) != 0) return "a town lies on " + name + " already";
  if (town_tiles_left(state_) <= turn_.towns) return "no town tile is left";
  const Bits128 banks = kMap.banks[static_cast<std::size_t>(river)] & own(state_, player_);
  if (!banks.more_than_one()) return "fewer than two own structures touch " + name;
  if (banks.intersects(state_.towns)) return "a structure that touches " + name + " belongs to a town already";
  return "the structures joined across " + name + " are too few or too small for a town (4 of them, power " +
         std::to_string(town_power_needed(player_)) + ")";
}

std::string Reasons::convert(int kind) const {
  if (!own_turn()) return due();
  switch (static_cast<Game::Conversion>(kind)) {
    case Game::kPowerToPriest:
      if (player_.bowls[2] < 5) return "a priest costs 5 power; bowl III holds " + std::to_string(player_.bowls[2]);
      if (player_.priests >= priest_cap(player_)) return "all 7 priests are in hand or on the cult board";
      break;
    case Game::kPowerToWorker:
      if (player_.bowls[2] < 3) return "a worker costs 3 power; bowl III holds " + std::to_string(player_.bowls[2]);
      break;
    case Game::kPowerToCoin:
      if (player_.bowls[2] < 1) return "bowl III is empty";
      break;
    case Game::kPriestToWorker:
      if (player_.priests == 0) return "there is no priest to convert";
      break;
    case Game::kWorkerToCoin:
      if (player_.workers == 0) return "there is no worker to convert";
      break;
    case Game::kPointToCoin:
    case Game::kCoinsToPoint:
      if (!faction().trades_points) return "only alchemists trade points and coins";
      if (kind == Game::kPointToCoin) return "there is no point to convert";
      return "a point costs 2 coins; there are " + coins(player_.coins);
  }
  return "the spades in hand must be used, and what this gives away is needed for that";
}

std::string Reasons::burn() const {
  if (!own_turn()) return due();
  return "burning takes two tokens of bowl II; it holds " + std::to_string(player_.bowls[1]);
}

std::string Reasons::ordain(int count) const {
  if (!own_turn()) return due();
  if (faction().stronghold_priests == 0) return "only darklings turn workers into priests";
  if ((turn_.flags & Game::kMayOrdain) == 0) return "workers become priests once, in the turn the stronghold is built";
  if (!at(Node::kTail)) return due();
  if (player_.workers < count) return "there are " + workers(player_.workers);
  return "no more than " + priests(priest_cap(player_) - player_.priests) + " are left in the supply";
}

std::string Reasons::step() const {
  if (own_turn() && !at(Node::kHead)) return head_only();
  return at(Node::kHead) ? "no cult step is owed: BON2, FAV6 and ACTA give some" : due();
}

std::string Reasons::favor(int tile) const {
  if (!at(Node::kFavor)) return own_turn() ? "no favor tile is owed: temples and sanctuaries give them" : due();
  const std::string name = "FAV" + std::to_string(tile + 1);
  return (player_.favors >> tile & 1) != 0 ? name + " is owned already" : "no " + name + " is left";
}

std::string Reasons::town(int tile) const {
  if (!at(Node::kTown)) return own_turn() && !at(Node::kFavor) ? "no town tile is owed" : due();
  const std::string name = "TW" + std::to_string(tile + 1);
  return town_tile_copies(state_, tile) == 0 ? name + " is not in this game" : "no " + name + " is left";
}

std::string Reasons::keys(int set) const {
  if (!at(Node::kKeys)) return own_turn() ? "no choice of keys is open" : due();
  const int candidates = key_candidates(state_, player_, turn_.key_steps);
  for (int cult = 0; cult < kCults; ++cult) {
    if ((set & ~candidates) >> cult & 1) return text_of(kCultNames[cult]) + " does not reach 10 now";
  }
  return "there are keys for " + std::to_string(player_.keys) + " of these cults";
}

std::string Reasons::answer(int giver, int amount) const {
  if (!at(Node::kLeech)) return own_turn() ? "there is no offer to answer in one's own turn" : due();
  if (state_.players[turn_.seat].faction != giver || standing_offer(state_) != amount) {
    return "the offer is " + std::to_string(standing_offer(state_)) + " from " +
           text_of(faction_of(state_.players[turn_.seat]).name);
  }
  return {};
}

std::string Reasons::done() const { return due(); }

std::string Reasons::of(Action action) const {
  if (action < Game::kBuild) return setup(action - Game::kSetup);
  if (action < Game::kPass) return build(action - Game::kBuild);
  if (action < Game::kDig) return pass(action - Game::kPass);
  if (action == Game::kDig) return dig();
  if (action < Game::kDrop) {
    return spade((action - Game::kSpade) / (2 * kTerrains), (action - Game::kSpade) % (2 * kTerrains));
  }
  if (action < Game::kStorm) return drop(action - Game::kDrop);
  if (action < Game::kUpgrade) return storm(action - Game::kStorm);
  if (action < Game::kAdvance) {
    return upgrade((action - Game::kUpgrade) / 4, static_cast<Structure>((action - Game::kUpgrade) % 4 + 1));
  }
  if (action < Game::kSend) return advance(action == Game::kAdvance);
  if (action < Game::kLabel) return send((action - Game::kSend) / 3, 3 - (action - Game::kSend) % 3);
  if (action < Game::kLabel + kPowerActions) return power_action(action - Game::kLabel);
  if (action < Game::kSpan) return special_action(action - Game::kLabel - kPowerActions);
  if (action < Game::kConnect) return span(action - Game::kSpan);
  if (action < Game::kConvert) return connect(action - Game::kConnect);
  if (action < Game::kBurn) return convert(action - Game::kConvert);
  if (action == Game::kBurn) return burn();
  if (action < Game::kStep) return ordain(action - Game::kOrdain + 1);
  if (action < Game::kFavorTile) return step();
  if (action < Game::kTownTile) return favor(action - Game::kFavorTile);
  if (action < Game::kKeysFor) return town(action - Game::kTownTile);
  if (action < Game::kTake) return keys(action - Game::kKeysFor + 1);
  if (action < Game::kDone) {
    const int offer = (action - Game::kTake) % (kFactions * Game::kMaxOffer);
    return answer(offer / Game::kMaxOffer, offer % Game::kMaxOffer + 1);
  }
  if (action == Game::kDone) return done();
  return "tiles and factions are dealt by chance at setup; now " + due();
}

// Chance outcomes that cannot come.
std::string why_not_dealt(const State& state, Action action) {
  if (action < Game::kDealScore)
    return "chance comes next: " + text_of(state.table.node == Node::kDealScoring ? "a scoring tile"
                                           : state.table.node == Node::kDealBonus ? "the bonus cards"
                                                                                  : "a faction");
  if (action < Game::kDealCards) {
    if (state.table.node != Node::kDealScoring) return "the scoring tiles are dealt";
    const int tile = action - Game::kDealScore + 1;
    if (tile == 1 && next_scoring_round(state) >= 5) return "SCORE1 may not be in round 5 or 6";
    if (tile == kScoringTiles && !has_option(state, Game::kTempleTile)) return "SCORE9 is not in this game";
    return "SCORE" + std::to_string(tile) + " is dealt already";
  }
  if (action < Game::kDealFaction) {
    return state.table.node == Node::kDealBonus ? "there are not so many ways to remove cards"
                                                : "the bonus cards are not dealt now";
  }
  if (state.table.node != Node::kDealFaction) return "factions are not dealt now";
  return text_of(kTerrainNames[kFactionRows[action - Game::kDealFaction].home]) + " has a faction already";
}

}  // namespace

std::string TerraMystica::why_illegal(const State& state, Action action) {
  if (action < 0 || action >= kActionEnd) {
    return "there is no action " + std::to_string(action) + "; ids are 0 to " + std::to_string(kActionEnd - 1);
  }
  const int mover = current_player(state);
  if (mover == kTerminal) return "the game is over";
  if (mover == kChance) {
    OutcomeList<TerraMystica> outcomes;
    chance_outcomes(state, outcomes);
    for (const Outcome& outcome : outcomes) {
      if (outcome.action == action) return {};
    }
    return why_not_dealt(state, action);
  }
  ActionList<TerraMystica> actions;
  legal_actions(state, actions);
  if (std::binary_search(actions.begin(), actions.end(), action)) return {};
  return Reasons(state).of(action);
}

}  // namespace embertree
