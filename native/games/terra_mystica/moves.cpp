// What may be done: legal_actions, in ascending ids at every node.
#include "games/terra_mystica/choices.hpp"

namespace embertree {

using namespace terra;

namespace terra {

std::uint32_t spannable(const State& state, const Player& player) {
  if (player.bridges[kBridgesEach - 1] != 0) return 0;
  const std::uint32_t pairs = all_from(kMap.bridges_at, own(state, player));
  // The server lets a pair be spanned twice.
  return server_rulings(state) ? pairs : pairs & ~state.table.bridges;
}

Bits128 storm_hexes(const State& state, const Player& player) {
  return (touching(own(state, player)) & vacant(state)) - all_of(state, faction_of(player).home);
}

Bits128 free_dwelling_hexes(const State& state, const Player& player) {
  if (player.pieces[kDwelling] == kSupply[kDwelling]) return {};
  return vacant(state) & all_of(state, faction_of(player).home);
}

bool upgrade_is_cheap(const State& state, const Player& player, int hex) {
  return ((adjacent(state, hex) & built(state)) - own(state, player)).any();
}

Price upgrade_price(const State& state, const Player& player, int hex, Structure kind) {
  const Faction& faction = faction_of(player);
  switch (kind) {
    case kDwelling:
      return faction.dwelling;
    case kTradingHouse:
      return upgrade_is_cheap(state, player, hex) ? faction.trading_near : faction.trading_alone;
    case kTemple:
      return faction.temple;
    case kStronghold:
      return faction.stronghold;
    case kSanctuary:
      return faction.sanctuary;
  }
  return {};
}

bool label_has_use(const State& state, int label) {
  return label_has_use(state, label, reach_for_spades(state, state.players[state.table.actor]));
}

bool label_has_use(const State& state, int label, const Reach& reach) {
  const Player& player = state.players[state.table.actor];
  const auto spades_have = [&](int count, int power) {
    // The server lets spades be dropped, so there is always a use.
    if (server_rulings(state) || spades_fit_nearby(state, player, reach, count, 0)) return true;
    Player left = player;
    spend_power(left, power);
    return spades_usable(state, left, reach, count, 0, true);
  };
  if (label < kPowerActions) {
    const PowerAction& row = kPowerRows[label];
    if (row.bridge > 0) return spannable(state, player) != 0;
    return row.spades == 0 || spades_have(row.spades, row.cost);
  }
  switch (static_cast<Special>(label - kPowerActions)) {
    case kBon1:
      return spades_have(1, 0);
    case kActG:
      return spades_have(2, 0);
    case kActN:
      return server_rulings(state) || storm_hexes(state, player).any();
    case kActS:
      return server_rulings(state) ||
             (player.pieces[kDwelling] > 0 && player.pieces[kTradingHouse] < kSupply[kTradingHouse]);
    case kActW:
      return server_rulings(state) || free_dwelling_hexes(state, player).any();
    case kActE:
      return spannable(state, player) != 0;
    default:
      return true;
  }
}

unsigned specials_of(const Player& player) {
  const Faction& faction = faction_of(player);
  unsigned set = 1U << faction.own_action | ((player.favors & kHasFav6) != 0 ? 1U << kFav6 : 0);
  if (player.card != 0) set |= 1U << kBonusRows[player.card - 1].action;
  set |= unsigned{player.pieces[kStronghold] > 0} << faction.stronghold_action;
  return set & ~(1U << kNoSpecial);
}

bool tail_is_open(const State& state) {
  const Player& player = state.players[state.table.actor];
  const Faction& faction = faction_of(player);
  // Most that can be converted; the rest of open_conversions is for one faction.
  if ((player.bowls[2] | player.bowls[1] / 2 | player.workers | player.priests) != 0) return true;
  if (faction.trades_points && open_conversions(player) != 0) return true;
  if (state.worked.any() && can_pay(player, faction.dwelling)) return true;
  return faction.river_towns && connectable_rivers(state, player) != 0;
}

}  // namespace terra

namespace {

// An id's bit in a word that begins with `first`: kinds of actions that follow one another share words.
constexpr unsigned id_bit(bool legal, Action action, Action first) { return unsigned{legal} << (action - first); }

// Does a conversion leave owed spades usable?
bool leaves_spades_usable(const State& state, int kind) {
  Player left = state.players[state.table.actor];
  exchange(left, kExchanges[kind]);
  const Turn& turn = state.table.turn;
  return spades_usable(state, left, turn.free, turn.bought, (turn.flags & TerraMystica::kMayBuy) != 0);
}

// What may stand between the parts of one's own turn, from kConnect to kBurn: river towns, conversions.
std::uint64_t between(const State& state, unsigned conversions) {
  const Player& player = state.players[state.table.actor];
  const std::uint64_t rivers = faction_of(player).river_towns ? connectable_rivers(state, player) : 0;
  return rivers | std::uint64_t{conversions} << (TerraMystica::kConvert - TerraMystica::kConnect);
}
std::uint64_t between(const State& state) { return between(state, open_conversions(state.players[state.table.actor])); }

// The same with spades in hand: where their use costs something, no conversion may take that away.
std::uint64_t between_spades(const State& state) {
  const Player& player = state.players[state.table.actor];
  unsigned conversions = open_conversions(player);
  if (spades_owed(state) && (has_journeys(player) || faction_of(player).spades_at_once > 0)) {
    for (unsigned rest = conversions; rest != 0; rest &= rest - 1) {
      if (!leaves_spades_usable(state, std::countr_zero(rest))) conversions &= ~(rest & -rest);
    }
  }
  return between(state, conversions);
}

// From kSend on: priests for 3, 2 or 1 steps on each cult.
unsigned sendings(const Table& table) {
  unsigned set = 0;
  for (int cult = 0; cult < kCults; ++cult) {
    const auto& spaces = table.priests[cult];
    const bool three = spaces[0] == 0;
    const bool two = (spaces[1] == 0) | (spaces[2] == 0) | (spaces[3] == 0);
    set |= (static_cast<unsigned>(three) | static_cast<unsigned>(two) << 1 | 1U << 2) << (3 * cult);
  }
  return set;
}

// Power actions by the power in bowl III.
constexpr auto kPaidByPower = [] {
  std::array<std::uint8_t, 13> sets{};
  for (std::size_t power = 0; power < sets.size(); ++power) {
    for (int label = 0; label < kPowerActions; ++label) {
      if (power >= kPowerRows[label].cost) sets[power] = static_cast<std::uint8_t>(sets[power] | 1 << label);
    }
  }
  return sets;
}();

// Labels by what their effect asks of the map: free hexes in reach for spades, something else, nothing.
constexpr unsigned label_bit(Special special) { return 1U << (kPowerActions + special); }
constexpr unsigned kSpadeLabels = [] {
  unsigned set = label_bit(kBon1) | label_bit(kActG);
  for (int label = 0; label < kPowerActions; ++label) set |= kPowerRows[label].spades > 0 ? 1U << label : 0;
  return set;
}();
constexpr unsigned kOtherLabels = [] {
  unsigned set = label_bit(kActN) | label_bit(kActS) | label_bit(kActW) | label_bit(kActE);
  for (int label = 0; label < kPowerActions; ++label) set |= kPowerRows[label].bridge > 0 ? 1U << label : 0;
  return set;
}();

// Labels the mover can pay for and has not used.
unsigned payable_labels(const Table& table, const Player& player) {
  unsigned specials = specials_of(player) & ~unsigned{player.used};
  if (player.workers < 2) specials &= ~(1U << kActE);
  return (kPaidByPower[player.bowls[2]] & ~unsigned{table.power_used}) | specials << kPowerActions;
}

void add_upgrades(const State& state, Choices& choices) {
  const Player& player = state.players[state.table.actor];
  const Faction& faction = faction_of(player);
  // Which kinds can be paid is the same for all hexes but for a trading house's price.
  const auto affordable = [&](Structure kind, const Price& price) {
    return (player.pieces[kind] < kSupply[kind]) & can_pay(player, price);
  };
  const bool cheap = affordable(kTradingHouse, faction.trading_near);
  const bool dear = affordable(kTradingHouse, faction.trading_alone);
  // A hex's ids by what stands there, the trading house's first.
  const auto to = [](Structure kind, bool may) { return id_bit(may, kind, kTradingHouse); };
  const unsigned dwelling = to(kTradingHouse, dear);
  const unsigned house =
      to(kTemple, affordable(kTemple, faction.temple)) | to(kStronghold, affordable(kStronghold, faction.stronghold));
  const unsigned temple = to(kSanctuary, affordable(kSanctuary, faction.sanctuary));
  if (!cheap && (house | temple) == 0) return;
  Bits128 hexes = only_if(cheap, all_of(state, kDwelling)) | only_if(house != 0, all_of(state, kTradingHouse)) |
                  only_if(temple != 0, all_of(state, kTemple));
  hexes &= all_of(state, faction.home);  // whoever has built there has this home terrain
  const unsigned kinds[kStructures] = {dwelling, house, temple};
  for (const int hex : hexes) {
    const int kind = structure_at(state, hex);
    const bool near = kind == kDwelling && !dear && upgrade_is_cheap(state, player, hex);
    choices.add(near ? 1 : kinds[kind], TerraMystica::kUpgrade + 4 * hex);
  }
}

void choose_head(const State& state, Choices& choices) {
  using Game = TerraMystica;
  const Table& table = state.table;
  const Player& player = state.players[table.actor];
  const Faction& faction = faction_of(player);

  const bool builds = (player.pieces[kDwelling] < kSupply[kDwelling]) & can_pay(player, faction.dwelling);
  bool digs = can_pay(player, spade_price(player));
  unsigned labels = payable_labels(table, player);
  // What is in reach takes long to find out: only where something hangs on it. No hex has been worked on yet.
  if (builds || digs || (labels & kSpadeLabels) != 0) {
    const Reach reach = reach_of(state, player);
    if (builds) {
      Bits128 hexes = reach.near;
      if (reach.journey.any() && can_pay(player, plus(faction.dwelling, journey_price(player)))) hexes |= reach.journey;
      choices.add(hexes & all_of(state, faction.home), Game::kBuild);
    }
    digs = digs && may_dig(state, reach);
    for (unsigned rest = labels & kSpadeLabels; rest != 0; rest &= rest - 1) {
      if (!label_has_use(state, std::countr_zero(rest), reach)) labels ^= rest & -rest;
    }
  }
  for (unsigned rest = labels & kOtherLabels; rest != 0; rest &= rest - 1) {
    if (!label_has_use(state, std::countr_zero(rest), {})) labels ^= rest & -rest;
  }

  unsigned cards = free_cards(state);
  if (table.round == kRounds) cards = 1U << kBonusCards;
  choices.add(cards | id_bit(digs, Game::kDig, Game::kPass), Game::kPass);
  add_upgrades(state, choices);
  const bool ships = (player.ship < faction.ship_max) & can_pay(player, kShipPrice);
  const bool exchanges = (player.dig < faction.exchange_max) & can_pay(player, faction.exchange);
  const unsigned sends = player.priests > 0 ? sendings(table) : 0;
  choices.add(id_bit(ships, Game::kAdvance, Game::kAdvance) | id_bit(exchanges, Game::kAdvance + 1, Game::kAdvance) |
                  sends << (Game::kSend - Game::kAdvance) | labels << (Game::kLabel - Game::kAdvance),
              Game::kAdvance);
  choices.add(between(state), Game::kConnect);
}

void choose_tail(const State& state, Choices& choices) {
  using Game = TerraMystica;
  const Player& player = state.players[state.table.actor];
  if (state.worked.any() && player.pieces[kDwelling] < kSupply[kDwelling] &&
      can_pay(player, faction_of(player).dwelling)) {
    choices.add(state.worked, Game::kBuild);
  }
  std::uint64_t set = between(state);
  if ((state.table.turn.flags & Game::kMayOrdain) != 0) {
    // The server takes any number and loses what is above the cap.
    const int room = server_rulings(state) ? 3 : std::min(3, priest_cap(player) - player.priests);
    const int most = std::min<int>(room, player.workers);
    set |= ((std::uint64_t{1} << most) - 1) << (Game::kOrdain - Game::kConnect);
  }
  choices.add(set, Game::kConnect);
  choices.add(1, Game::kDone);
}

// The ids that share words above.
static_assert(TerraMystica::kDig == TerraMystica::kPass + kBonusCards + 1);
static_assert(TerraMystica::kSend == TerraMystica::kAdvance + 2);
static_assert(TerraMystica::kSpan <= TerraMystica::kAdvance + 32);
static_assert(TerraMystica::kOrdain + 3 <= TerraMystica::kConnect + 64);

void choose(const State& state, Choices& choices) {
  using Game = TerraMystica;
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const auto add_drop = [&](Game::Dropped what) { choices.add(server_rulings(state), Game::kDrop + what); };
  const auto add_between = [&] { choices.add(between(state), Game::kConnect); };
  switch (table.node) {
    case Node::kDealScoring:
    case Node::kDealBonus:
    case Node::kDealFaction:
    case Node::kOver:
      return;
    case Node::kFaction:
      choices.add(free_factions(state), Game::kSetup);
      return;
    case Node::kFirstDwelling:
      choices.add(vacant(state) & all_of(state, faction_of(player).home), Game::kBuild);
      return;
    case Node::kFirstCard:
      choices.add(free_cards(state), Game::kPass);
      return;
    case Node::kHead:
      choose_head(state, choices);
      return;
    case Node::kKeys: {
      add_between();
      const int candidates = key_candidates(state, player, turn.key_steps);
      unsigned sets = 0;
      for (int set = 1; set <= 15; ++set) {
        const bool fits = (set & ~candidates) == 0 && std::popcount(static_cast<unsigned>(set)) == player.keys;
        sets |= unsigned{fits} << (set - 1);
      }
      choices.add(sets, Game::kKeysFor);
      return;
    }
    case Node::kFavor:
      add_drop(Game::kDropFavor);
      add_between();
      choices.add(favors_left(state, player), Game::kFavorTile);
      return;
    case Node::kTown: {
      add_drop(Game::kDropTown);
      add_between();
      unsigned tiles = 0;
      for (int tile = 0; tile < kTownTiles; ++tile) tiles |= unsigned{town_tiles_left(state, tile) > 0} << tile;
      choices.add(tiles, Game::kTownTile);
      return;
    }
    case Node::kBridge:
      choices.add(spannable(state, player), Game::kSpan);
      add_between();
      return;
    case Node::kStorm:
      add_drop(Game::kDropStorm);
      choices.add(storm_hexes(state, player), Game::kStorm);
      add_between();
      return;
    case Node::kFreeDwelling:
      choices.add(free_dwelling_hexes(state, player), Game::kBuild);
      add_drop(Game::kDropDwelling);
      add_between();
      return;
    case Node::kFreeTrading:
      add_drop(Game::kDropTrading);
      if (player.pieces[kTradingHouse] < kSupply[kTradingHouse]) {
        for (const int hex : own(state, player) & all_of(state, kDwelling)) choices.add(1, Game::kUpgrade + 4 * hex);
      }
      add_between();
      return;
    case Node::kCult:
      add_between();
      choices.add((1U << kCults) - 1, Game::kStep);
      return;
    case Node::kSpades: {
      const Reach reach = reach_for_spades(state, player);
      choices.add(may_dig(state, reach), Game::kDig);
      add_spades(state, reach, choices);
      choices.add(turn.bought == 0 && (turn.flags & Game::kMustUse) == 0, Game::kDrop + Game::kDropSpade);
      choices.add(between_spades(state), Game::kConnect);
      return;
    }
    case Node::kTail:
      choose_tail(state, choices);
      return;
    case Node::kLeech: {
      const int offer = state.players[turn.seat].faction * Game::kMaxOffer + standing_offer(state) - 1;
      choices.add(1, Game::kTake + offer);
      choices.add(1, Game::kDecline + offer);
      return;
    }
    case Node::kCultistStep:
      choices.add((1U << kCults) - 1, Game::kStep);
      return;
    case Node::kBonusSpades:
      add_spades(state, reach_for_spades(state, player), choices);
      choices.add(1, Game::kDrop + Game::kDropSpade);
      return;
  }
}

}  // namespace

void TerraMystica::legal_actions(const State& state, ActionList<TerraMystica>& actions) {
  Choices choices;
  choose(state, choices);
  choices.list(actions);
}

Pick TerraMystica::random_action(const State& state, Rng& rng) {
  Choices choices;
  choose(state, choices);
  const int count = choices.count();
  return {choices.nth(count == 1 ? 0 : rng.below_int(count)), count};
}

}  // namespace embertree
