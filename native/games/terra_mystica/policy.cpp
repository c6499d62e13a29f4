// The playout policy: every action is given its worth by rules of thumb (values.hpp), a little chance is added, and
// the best is played. Goods are converted for the best thing they can buy.
#include <array>

#include "games/terra_mystica/search.hpp"
#include "games/terra_mystica/values.hpp"

namespace embertree {

using namespace terra;

namespace {

using namespace terra::worth;
using Game = TerraMystica;
using List = ActionList<TerraMystica>;

constexpr int kNever = -100'000;

class Chooser {
 public:
  Chooser(const State& state, Rng& rng)
      : state_(state),
        table_(state.table),
        turn_(state.table.turn),
        player_(state.players[state.table.actor]),
        faction_(faction_of(player_)),
        round_(std::max<int>(state.table.round, 1)),
        rng_(rng) {
    mine_ = own(state, player_);
  }

  Action head();
  Action tail();
  Action spades();
  Action answer();

  // The worth of single choices, for nodes where all are alike.
  int first_dwelling(int hex) const;
  int card(int card) const { return card_worth(state_, player_, card); }
  int favor(int tile) const;
  int town(int tile) const { return town_worth(state_, player_, tile); }
  int bridge(int pair) const;
  int step(int cult, int steps) const;
  int storm(int hex) const { return dwelling(hex); }
  int dwelling(int hex) const;
  int trading(int hex) const;

  // The best of a list by a function of its parts, with noise.
  template <class Worth>
  Action best(const List& actions, int noise, Worth worth) {
    Action found = kNoAction;
    int most = kNever;
    for (const Action action : actions) {
      const int value = worth(action) + rng_.below_int(noise);
      if (value > most) {
        most = value;
        found = action;
      }
    }
    return found;
  }

 private:
  const State& state_;
  const Table& table_;
  const Turn& turn_;
  const Player& player_;
  const Faction& faction_;
  int round_;
  Rng& rng_;
  Bits128 mine_;

  int at(const ByRound& values) const { return round_at(values, round_); }
  // Points of the round's tile, less a part of the next one's: what scores then had better wait.
  int tile_points(Source source) const {
    const ScoringTile& tile = scoring_tile(state_);
    int points = tile.source == source ? 100 * tile.points : 0;
    if (round_ < kRounds) {
      const ScoringTile& next = kScoringRows[table_.scoring[round_] - 1];
      if (next.source == source) points -= kWaiting * next.points;
    }
    return points;
  }
  // A town that a structure on a hex would found, with so much power more than stands there now.
  int town_bonus(int hex, int more, bool built) const;
  int dwelling_gain() const;
  int trading_gain() const;
  int temple_gain() const;
  int stronghold_gain() const;
  int sanctuary_gain() const;
  int spade_gain(int count) const;  // given spades, not paid for
  int dig_gain(int& distance) const;
  int label_gain(int label) const;
  int cost(const Price& price) const { return cost_worth(player_, price, round_); }
  int power_cost(int power) const { return power * at(kBowl3) - power * at(kBowl1); }
};

int Chooser::town_bonus(int hex, int more, bool built) const {
  const Bits128 around = adjacent(state_, hex) & mine_;
  if (around.none() || around.intersects(state_.towns) || (built && state_.towns.test(hex))) return 0;
  const Bits128 start = around | Bits128::of(hex);
  const Bits128 cluster = cluster_of(state_, mine_ | Bits128::of(hex), start, own_river_towns(state_, player_));
  if (cluster.intersects(state_.towns)) return 0;
  const int power = power_value(state_, cluster) + more;
  const int count = cluster.count() + (cluster & all_of(state_, kSanctuary)).count();
  const int needed = town_power_needed(player_);
  if (power >= needed && count >= kTownStructures)
    return at(kOwedTown) + tile_points(kTownTile) + 100 * faction_.town_points;
  return kTownTowards * std::min(power, needed);
}

int Chooser::dwelling_gain() const {
  const auto count = std::size_t{player_.pieces[kDwelling]};
  if (count >= 8) return kNever;
  int gain = (faction_.dwelling_workers[count + 1] - faction_.dwelling_workers[count]) * at(kWorkerIncome) +
             at(kPlace[kDwelling]) + tile_points(kDwellingTile) - cost(faction_.dwelling);
  if ((player_.favors & kHasFav11) != 0) gain += 100 * kFav11Points;
  // The area counts most at the end.
  return gain + kAreaRound * round_;
}

int Chooser::dwelling(int hex) const { return town_bonus(hex, 1, false); }

int Chooser::trading_gain() const {
  const auto dwellings = std::size_t{player_.pieces[kDwelling]};
  const auto houses = std::size_t{player_.pieces[kTradingHouse]};
  if (houses >= 4 || dwellings == 0) return kNever;
  int gain = (faction_.trading_coins[houses + 1] - faction_.trading_coins[houses]) * at(kCoinIncome) +
             (faction_.trading_power[houses + 1] - faction_.trading_power[houses]) * at(kPowerIncome) -
             (faction_.dwelling_workers[dwellings] - faction_.dwelling_workers[dwellings - 1]) * at(kWorkerIncome) +
             at(kPlace[kTradingHouse]) - at(kPlace[kDwelling]) + tile_points(kTradingTile);
  if ((player_.favors & kHasFav10) != 0) gain += 100 * kFav10Points;
  return gain;
}

int Chooser::trading(int hex) const { return town_bonus(hex, 1, true); }

int Chooser::temple_gain() const {
  const auto temples = std::size_t{player_.pieces[kTemple]};
  const auto houses = std::size_t{player_.pieces[kTradingHouse]};
  if (temples >= 3 || houses == 0) return kNever;
  return (faction_.temple_priests[temples + 1] - faction_.temple_priests[temples]) * at(kPriestIncome) +
         (faction_.temple_power[temples + 1] - faction_.temple_power[temples]) * at(kPowerIncome) -
         (faction_.trading_coins[houses] - faction_.trading_coins[houses - 1]) * at(kCoinIncome) -
         (faction_.trading_power[houses] - faction_.trading_power[houses - 1]) * at(kPowerIncome) +
         at(kPlace[kTemple]) - at(kPlace[kTradingHouse]) + faction_.favors * at(kOwedFavor) + tile_points(kTempleTile) -
         cost(faction_.temple);
}

int Chooser::stronghold_gain() const {
  const auto houses = std::size_t{player_.pieces[kTradingHouse]};
  if (player_.pieces[kStronghold] > 0 || houses == 0) return kNever;
  return income_worth(faction_.stronghold_income, table_.round) -
         (faction_.trading_coins[houses] - faction_.trading_coins[houses - 1]) * at(kCoinIncome) -
         (faction_.trading_power[houses] - faction_.trading_power[houses - 1]) * at(kPowerIncome) +
         at(kPlace[kStronghold]) - at(kPlace[kTradingHouse]) + tile_points(kStrongholdTile) +
         kStrongholdRound[player_.faction] * (kRounds + 1 - round_) + 100 * faction_.stronghold_points +
         faction_.stronghold_power * at(kPower) + faction_.stronghold_spades * at(kFreeSpade) +
         faction_.stronghold_favors * at(kOwedFavor) + (faction_.stronghold_ship > 0 ? at(kShipLevel) + 250 : 0) -
         cost(faction_.stronghold);
}

int Chooser::sanctuary_gain() const {
  const auto temples = std::size_t{player_.pieces[kTemple]};
  if (player_.pieces[kSanctuary] > 0 || temples == 0) return kNever;
  return (faction_.sanctuary_priests - (faction_.temple_priests[temples] - faction_.temple_priests[temples - 1])) *
             at(kPriestIncome) +
         at(kPlace[kSanctuary]) - at(kPlace[kTemple]) + faction_.favors * at(kOwedFavor) +
         tile_points(kStrongholdTile) - cost(faction_.sanctuary);
}

// Hexes that `count` spades bring home, as the player stands.
int Chooser::spade_gain(int count) const {
  const Reach reach = reach_of(state_, player_);
  const Bits128 hexes = reach.near;
  int gain = tile_points(kSpadeTile) * count + 100 * faction_.spade_points * count;
  const auto ring = [&](int distance) {
    return all_of(state_, static_cast<Terrain>((faction_.home + distance) % kTerrains)) |
           all_of(state_, static_cast<Terrain>((faction_.home + kTerrains - distance) % kTerrains));
  };
  const int net = std::max(0, std::max(dwelling_gain(), 0) / 2) + at(kOpenHex);
  if (faction_.spades_at_once > 0)
    return count >= 2 && (hexes - all_of(state_, faction_.home)).any() ? gain + net + 100 : kNever;
  for (int distance = 1; distance <= count; ++distance) {
    if (hexes.intersects(ring(distance))) return gain + net + (distance < count ? at(kFreeSpade) : 0);
  }
  return gain + 60 * count;
}

// Bought spades with the dwelling they are for.
int Chooser::dig_gain(int& distance) const {
  const Reach reach = reach_of(state_, player_);
  const int house = dwelling_gain();
  if (house <= kNever) return kNever;
  const Price price = spade_price(player_);
  const int each = cost(price) - tile_points(kSpadeTile) - 100 * faction_.spade_points - 100 * faction_.bought_points;
  for (distance = 1; distance <= 3; ++distance) {
    const Bits128 ring = all_of(state_, static_cast<Terrain>((faction_.home + distance) % kTerrains)) |
                         all_of(state_, static_cast<Terrain>((faction_.home + kTerrains - distance) % kTerrains));
    const bool near = reach.near.intersects(ring);
    if (!near && !(has_journeys(player_) && reach.journey.intersects(ring))) continue;
    if (faction_.spades_at_once > 0) distance = faction_.spades_at_once;
    int gain = house - distance * each;
    if (!near) gain += 100 * kJourneyPoints - cost(journey_price(player_));
    return gain;
  }
  return kNever;
}

int Chooser::bridge(int pair) const {
  const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair)];
  const bool a = mine_.test(bridge.a);
  const bool b = mine_.test(bridge.b);
  if (a && b) {
    const Bits128 cluster = cluster_of(state_, mine_, Bits128::of(bridge.a), 0);
    if (cluster.test(bridge.b)) return 20 + 100 * faction_.bridge_points;
    const Bits128 joined = cluster | cluster_of(state_, mine_, Bits128::of(bridge.b), 0);
    if (!joined.intersects(state_.towns) && makes_town(state_, player_, joined)) return at(kOwedTown);
    return 200 + 250 * faction_.bridge_points;
  }
  const int far = a ? bridge.b : bridge.a;
  if (structure_at(state_, far) >= 0) return 40;
  return terrain_at(state_, far) == faction_.home ? 150 : 60;
}

int Chooser::step(int cult, int steps) const {
  const int from = player_.cults[cult];
  int to = std::min(from + steps, kCultTop);
  if (to == kCultTop && (player_.keys == 0 || !top_is_free(state_, cult))) to = kCultTop - 1;
  if (to <= from) return 0;
  int gain = kOneStep * (to - from);
  for (int space = from + 1; space <= to; ++space) gain += kCultPower[space] * at(kPower);
  // Places overtaken.
  int above = 0;
  int passed = 0;
  for (int seat = 0; seat < table_.players; ++seat) {
    if (seat == table_.actor) continue;
    const int theirs = state_.players[seat].cults[cult];
    above += theirs > to;
    passed += theirs >= from && theirs < to;
  }
  if (passed > 0 && above < 3) gain += kOvertake[above] * (3 + round_) / 9;
  if (above == 0 && to == kCultTop) gain += kTop;
  if (round_ < kRounds) {
    const ScoringTile& tile = scoring_tile(state_);
    if (tile.cult == cult) {
      gain += (to / tile.steps - from / tile.steps) * (goods_worth(tile.bonus, round_ + 1) + 120 * tile.spades);
    }
  }
  return gain;
}

int Chooser::favor(int tile) const {
  return favor_worth(state_, player_, tile) + step(kFavorRows[tile].cult, kFavorRows[tile].steps);
}

int Chooser::first_dwelling(int hex) const {
  int worth = 0;
  const Bits128 around = kMap.touch[static_cast<std::size_t>(hex)];
  const Bits128 river = kMap.reach[1][static_cast<std::size_t>(hex)];
  for (const int other : around | river) {
    if (mine_.test(other)) {
      worth += around.test(other) ? -10 : 15;
      continue;
    }
    if (structure_at(state_, other) >= 0) {
      worth += around.test(other) ? 25 : 2;
      continue;
    }
    const int terrain = terrain_at(state_, other);
    const int up = steps_up(terrain, faction_.home) % kTerrains;
    const int distance = std::min(up, (kTerrains - up) % kTerrains);
    const int points = distance == 0 ? 18 : distance == 1 ? 16 : distance == 2 ? 6 : 2;
    worth += around.test(other) ? points : points / 3;
  }
  // Two groups far apart never meet.
  if (mine_.any()) {
    const Bits128 near =
        mine_ & (kMap.reach[2][static_cast<std::size_t>(hex)] | kMap.skip[3][static_cast<std::size_t>(hex)]);
    if (near.any()) worth += 30;
  }
  return worth;
}

int Chooser::label_gain(int label) const {
  if (label < kPowerActions) {
    const PowerAction& row = kPowerRows[label];
    int gain = -power_cost(row.cost);
    gain += goods_worth(row.goods, round_);
    if (row.bridge > 0) {
      int most = 0;
      const std::uint32_t pairs = spannable(state_, player_);
      for (std::uint32_t rest = pairs; rest != 0; rest &= rest - 1)
        most = std::max(most, bridge(std::countr_zero(rest)));
      gain += most;
    }
    if (row.spades > 0) {
      const int spades = spade_gain(row.spades);
      if (spades <= kNever) return kNever;
      gain += spades + row.spades * at(kFreeSpade) / 3;
    }
    return gain;
  }
  switch (static_cast<Special>(label - kPowerActions)) {
    case kBon1:
      return 60 + spade_gain(1);
    case kBon2:
    case kFav6:
      return kStepAction;
    case kActA:
      return 2 * kStepAction;
    case kActC:
      return kExtraAction;
    case kActG:
      return 40 + spade_gain(2);
    case kActN:
      return 60 + std::max(0, dwelling_gain());
    case kActS:
      return trading_gain() + cost(faction_.trading_near) / 4;
    case kActW:
      return dwelling_gain() + cost(faction_.dwelling);
    case kActE: {
      int most = 0;
      for (std::uint32_t rest = spannable(state_, player_); rest != 0; rest &= rest - 1) {
        most = std::max(most, bridge(std::countr_zero(rest)));
      }
      return most - 2 * at(kWorker);
    }
  }
  return kNever;
}

Action Chooser::head() {
  List actions;
  Game::legal_actions(state_, actions);
  constexpr int kUnknown = kNever - 1;
  int house = kUnknown;
  int trade = kUnknown;
  int temple = kUnknown;
  int stronghold = kUnknown;
  int sanctuary = kUnknown;
  int distance = 0;
  int dig = kUnknown;
  const auto known = [](int& value, int (Chooser::*count)() const, const Chooser* self) {
    if (value == kUnknown) value = (self->*count)();
    return value;
  };
  Action found = kNoAction;
  Action passing = kNoAction;
  int most = kNever;
  int best_pass = kNever;
  for (const Action action : actions) {
    int value = kNever;
    if (action < Game::kPass) {
      value = known(house, &Chooser::dwelling_gain, this) + dwelling(action - Game::kBuild);
    } else if (action < Game::kDig) {
      const int worth = action - Game::kPass < kBonusCards ? card(action - Game::kPass) : 0;
      if (worth + rng_.below_int(60) > best_pass) {
        best_pass = worth;
        passing = action;
      }
      continue;
    } else if (action == Game::kDig) {
      if (dig == kUnknown) dig = dig_gain(distance);
      // All spades and the dwelling have to be paid, with what can be converted.
      const Price price = spade_price(player_);
      const int workers = distance * price.workers + faction_.dwelling.workers;
      const bool enough = price.priests > 0 ? most_priests(player_) >= distance : most_workers(player_) >= workers;
      value = enough ? dig : dig / 2 - 200;
    } else if (action < Game::kAdvance) {
      const int hex = (action - Game::kUpgrade) / 4;
      switch ((action - Game::kUpgrade) % 4) {
        case 0:
          value = known(trade, &Chooser::trading_gain, this) -
                  cost(upgrade_price(state_, player_, hex, kTradingHouse)) + trading(hex);
          break;
        case 1:
          value = known(temple, &Chooser::temple_gain, this);
          break;
        case 2:
          value = known(stronghold, &Chooser::stronghold_gain, this) + town_bonus(hex, 1, true);
          break;
        default:
          value = known(sanctuary, &Chooser::sanctuary_gain, this) + town_bonus(hex, 1, true);
      }
    } else if (action < Game::kSend) {
      value = action == Game::kAdvance
                  ? 100 * (player_.ship + 2 - faction_.ship_start) + at(kShipLevel) - cost(kShipPrice)
                  : 100 * kExchangePoints + at(kDigLevel) - cost(faction_.exchange);
    } else if (action < Game::kLabel) {
      const int cult = (action - Game::kSend) / 3;
      const int steps = 3 - (action - Game::kSend) % 3;
      value = step(cult, steps) + kSendStep * steps - cost({.priests = 1});
    } else if (action < Game::kSpan) {
      value = label_gain(action - Game::kLabel);
    } else if (action < Game::kConvert) {
      value = at(kOwedTown);
    } else {
      continue;  // conversions are chosen for what they buy
    }
    value += rng_.below_int(kNoise);
    if (value > most) {
      most = value;
      found = action;
    }
  }
  // What could be had by converting goods: the kinds of things, at their plain worth.
  const NeedList needs = needs_of(state_);
  unsigned set = 0;
  for (const Need& need : needs) {
    const unsigned towards = conversions_towards(player_, need);
    if (towards == 0) continue;
    int value = kNever;
    if (need.power > 0) {
      for (int label = 0; label < kPowerActions; ++label) {
        if (kPowerRows[label].cost != need.power || (table_.power_used >> label & 1) != 0) continue;
        // Burnt tokens are gone for good.
        value = std::max(value, label_gain(label) - (need.power - player_.bowls[2]) * at(kBowl2));
      }
    } else {
      const Price price{static_cast<std::uint8_t>(need.workers), static_cast<std::uint8_t>(need.coins),
                        static_cast<std::uint8_t>(need.priests)};
      const auto is = [&](const Price& other) {
        return price.workers == other.workers && price.coins == other.coins && price.priests == other.priests;
      };
      if (is(faction_.dwelling)) value = std::max(value, known(house, &Chooser::dwelling_gain, this));
      if (is(faction_.trading_near) || is(faction_.trading_alone)) {
        value = std::max(value, known(trade, &Chooser::trading_gain, this) - cost(price));
      }
      if (player_.pieces[kTradingHouse] > 0 && is(faction_.temple)) {
        value = std::max(value, known(temple, &Chooser::temple_gain, this));
      }
      if (player_.pieces[kTradingHouse] > 0 && is(faction_.stronghold)) {
        value = std::max(value, known(stronghold, &Chooser::stronghold_gain, this));
      }
      if (player_.pieces[kTemple] > 0 && is(faction_.sanctuary)) {
        value = std::max(value, known(sanctuary, &Chooser::sanctuary_gain, this));
      }
      value -= kConversion;
    }
    value += rng_.below_int(kNoise);
    if (value > most) {
      most = value;
      set = towards;
    }
  }
  if (most < kEnough) return passing;
  if (set == 0) return found;
  // Power first, workers last: they are dearest.
  for (const int kind : {kBurnKind, int{Game::kPowerToPriest}, int{Game::kPowerToWorker}, int{Game::kPowerToCoin},
                         int{Game::kPriestToWorker}, int{Game::kWorkerToCoin}, int{Game::kPointToCoin}}) {
    if ((set >> kind & 1) != 0) return Game::kConvert + kind;
  }
  return found;
}

Action Chooser::tail() {
  List actions;
  Game::legal_actions(state_, actions);
  if (actions[0] < Game::kPass) {
    const Action action =
        best(actions, 60, [&](Action a) { return a < Game::kPass ? dwelling(a - Game::kBuild) : kNever; });
    if (dwelling_gain() > -40) return action;
  } else if (state_.worked.any()) {
    // The dwelling the spades were for, with converted goods.
    const unsigned set = useful_conversions(state_, needs_of(state_));
    if (set != 0 && dwelling_gain() > 60) {
      for (int kind = 0; kind <= kBurnKind; ++kind) {
        if ((set >> kind & 1) != 0) return Game::kConvert + kind;
      }
    }
  }
  for (const Action action : actions) {
    if (action >= Game::kConnect && action < Game::kConvert) return action;
  }
  if ((turn_.flags & Game::kMayOrdain) != 0 && round_ < kRounds) {
    for (int count = 3; count >= 1; --count) {
      const Action action = Game::kOrdain + count - 1;
      if (player_.workers < count + 2) continue;
      for (const Action each : actions) {
        if (each == action) return action;
      }
    }
  }
  // A full third bowl takes no more power.
  if (player_.bowls[2] > 3 && room_for_power(player_) < 3) return Game::kConvert + Game::kPowerToCoin;
  return Game::kDone;
}

Action Chooser::spades() {
  List actions;
  Game::legal_actions(state_, actions);
  const bool between = table_.node == Node::kBonusSpades;
  const Reach reach = reach_of(state_, player_, between ? player_.ship : range_of(state_, player_));
  Action found = kNoAction;
  int most = kNever;
  for (const Action action : actions) {
    int value = kNever;
    if (action == Game::kDig) {
      // Enough for the nearest hex that can be brought home, no more.
      int distance = 0;
      dig_gain(distance);
      const int held = turn_.free + turn_.bought;
      value = held < distance && distance <= 3 ? 150 : -300;
      if (faction_.spades_at_once > 0 && held < faction_.spades_at_once) value = 400;
    } else if (action >= Game::kSpade && action < Game::kDrop) {
      const int hex = (action - Game::kSpade) / (2 * kTerrains);
      const int to = (action - Game::kSpade) % (2 * kTerrains) / 2;
      const int way = (action - Game::kSpade) % 2;
      const int from = terrain_at(state_, hex);
      const int used = way == 0 ? steps_up(from, to) : steps_down(from, to);
      value = to == faction_.home ? 200 + dwelling(hex) : 0;
      if (to != faction_.home && from == faction_.home) value = -400;
      if (to != faction_.home) {
        const int up = steps_up(to, faction_.home);
        value += 40 - 30 * std::min(up, kTerrains - up);
      } else {
        value -= 40 * used;
      }
      if (!reach.near.test(hex)) value += between ? kNever : 100;
      if (kMap.touch[static_cast<std::size_t>(hex)].intersects(mine_)) value += 25;
    } else if (action == Game::kDrop + Game::kDropSpade) {
      value = -150;
    } else if (action >= Game::kConvert && action <= Game::kBurn) {
      continue;
    }
    value += rng_.below_int(60);
    if (value > most) {
      most = value;
      found = action;
    }
  }
  if (found != kNoAction) return found;
  // Only conversions are left to pay for what is owed.
  const unsigned set = useful_conversions(state_, needs_of(state_));
  for (const Action action : actions) {
    if (action >= Game::kConvert && action <= Game::kBurn && (set >> (action - Game::kConvert) & 1) != 0) return action;
  }
  return actions[0];
}

Action Chooser::answer() {
  const int offer = standing_offer(state_);
  const int power = takeable(player_, offer);
  const int spending = player_.passed != 0 ? std::min(round_ + 1, kRounds + 1) : round_;
  const int step = (round_at(kBowl3, spending) + round_at(kBowl2, spending)) * kDrawn / 100;
  const int gain = power * step - 100 * (power - 1) + rng_.below_int(90) + kTakePower;
  const int giver = state_.players[turn_.seat].faction;
  const bool take = power == 1 || gain > 0;
  return (take ? Game::kTake : Game::kDecline) + giver * Game::kMaxOffer + offer - 1;
}

}  // namespace

Action TerraMystica::policy_action(const State& state, Rng& rng) {
  const Table& table = state.table;
  if (table.node == Node::kFaction) return random_action(state, rng).action;
  Chooser chooser(state, rng);
  switch (table.node) {
    case Node::kHead:
      return chooser.head();
    case Node::kTail:
      return chooser.tail();
    case Node::kSpades:
    case Node::kBonusSpades:
      return chooser.spades();
    case Node::kLeech:
      return chooser.answer();
    default:
      break;
  }
  ActionList<TerraMystica> actions;
  legal_actions(state, actions);
  if (actions.size() == 1) return actions[0];
  return chooser.best(actions, 120, [&](Action action) {
    if (action >= kBuild && action < kPass) {
      return table.node == Node::kFirstDwelling ? 4 * chooser.first_dwelling(action - kBuild)
                                                : chooser.dwelling(action - kBuild);
    }
    if (action >= kPass && action < kDig) return chooser.card(action - kPass);
    if (action >= kStorm && action < kUpgrade) return chooser.storm(action - kStorm);
    if (action >= kUpgrade && action < kAdvance) return chooser.trading((action - kUpgrade) / 4);
    if (action >= kSpan && action < kConnect) return chooser.bridge(action - kSpan);
    if (action >= kStep && action < kFavorTile) return chooser.step(action - kStep, std::max<int>(1, table.turn.cult));
    if (action >= kFavorTile && action < kTownTile) return chooser.favor(action - kFavorTile);
    if (action >= kTownTile && action < kKeysFor) return chooser.town(action - kTownTile);
    if (action >= kKeysFor && action < kTake) return 0;
    return -1000;  // conversions, and dropping what is owed
  });
}

}  // namespace embertree
