// What a player thinks of a position: points made, what goods, structures and tiles still bring over the rounds left,
// and what the standing on cults and map is worth at the end.
#include "games/terra_mystica/values.hpp"

namespace embertree {

using namespace terra;

namespace terra::worth {

int dwelling_worth(const State& state, const Player& player) {
  const Faction& faction = faction_of(player);
  const std::size_t count = player.pieces[kDwelling];
  const int round = spending_round(state, player);
  if (count >= kSupply[kDwelling] || round > kRounds) return 0;
  int worth = workers_worth(faction.dwelling_workers[count + 1], state.table.round) -
              workers_worth(faction.dwelling_workers[count], state.table.round) +
              round_at(kPlace[kDwelling], state.table.round) - cost_worth(player, faction.dwelling, round);
  if ((player.favors & kHasFav11) != 0) worth += 100 * kFav11Points;
  const ScoringTile& tile = kScoringRows[state.table.scoring[std::max(round, 1) - 1] - 1];
  if (tile.source == kDwellingTile) worth += 100 * tile.points;
  return std::max(worth, 0);
}

int favor_worth(const State& state, const Player& player, int tile) {
  const int round = std::min(spending_round(state, player), kRounds);
  const int income = income_worth(kFavorRows[tile].income, state.table.round);
  switch (tile) {
    case 4:
      return kSmallTowns + kSmallTownsRound * (kRounds - round);
    case 5:
      return kStepEach * (kRounds - round + (player.passed == 0 && (player.used >> kFav6 & 1) == 0 ? 1 : 0));
    case 9:
      return kFav10Points * round_at(kTradingAhead, round);
    case 10:
      return kFav11Points * round_at(kDwellingsAhead, round);
    case 11: {
      const int passes = kRounds - state.table.round + (player.passed == 0 ? 1 : 0);
      return 100 * passes * std::max<int>(2, kFav12Points[player.pieces[kTradingHouse]]);
    }
    default:
      return income;
  }
}

int card_worth(const State& state, const Player& player, int card) {
  const BonusCard& row = kBonusRows[card];
  const int next = std::min(state.table.round + 1, kRounds);
  int worth = goods_worth(row.income, next) + kRangeCard * row.range;
  worth += 100 * (row.a_dwelling * std::min<int>(player.pieces[kDwelling] + 1, kSupply[kDwelling]) +
                  row.a_trading * std::max<int>(player.pieces[kTradingHouse], 1) +
                  row.a_stronghold * (player.pieces[kStronghold] + player.pieces[kSanctuary]) +
                  row.a_ship_level * player.ship);
  if (row.action == kBon1) worth += round_at(kFreeSpade, next) + kSpadeCard;
  if (row.action == kBon2) worth += kStepCard;
  return worth + state.table.card_coins[card] * round_at(kCoin, next);
}

int town_worth(const State& state, const Player& player, int tile) {
  const TownTile& row = kTownRows[tile];
  const int round = std::min(spending_round(state, player), kRounds);
  int worth = 100 * row.points + goods_worth(row.goods, round) + row.keys * round_at(kKey, round);
  worth += row.steps * 4 * kOwedStep;
  if (row.ship > 0 && faction_of(player).ship_max > player.ship) worth += 300 + round_at(kShipLevel, round);
  return worth;
}

int pass_points(const State& state, const Player& player) {
  int points = 0;
  if (player.card != 0) {
    const BonusCard& row = kBonusRows[player.card - 1];
    points += row.a_dwelling * player.pieces[kDwelling] + row.a_trading * player.pieces[kTradingHouse] +
              row.a_stronghold * (player.pieces[kStronghold] + player.pieces[kSanctuary]) +
              row.a_ship_level * player.ship;
  }
  if ((player.favors & kHasFav12) != 0) points += kFav12Points[player.pieces[kTradingHouse]];
  const Faction& faction = faction_of(player);
  if (faction.bridge_points > 0 && player.pieces[kStronghold] > 0) {
    const Bits128 mine = own(state, player);
    for (const int pair : player.bridges) {
      if (pair == 0) continue;
      const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair - 1)];
      if (mine.test(bridge.a) && mine.test(bridge.b)) points += faction.bridge_points;
    }
  }
  return points;
}

}  // namespace terra::worth

namespace {

using namespace terra::worth;

// Goods in hand. After the last action they are coins for the final count.
int goods_in_hand(const State& state, const Player& player) {
  const int round = spending_round(state, player);
  if (round > kRounds) return 100 * (goods_as_coins(player) / faction_of(player).coins_a_point);
  return stock_worth(player.coins, player.workers, player.priests, round) + player.bowls[2] * round_at(kBowl3, round) +
         player.bowls[1] * round_at(kBowl2, round) + player.bowls[0] * round_at(kBowl1, round);
}

// Incomes of the rounds to come, and what structures are good for beside them.
int structures_worth(const State& state, const Player& player) {
  const Faction& faction = faction_of(player);
  const int round = state.table.round;
  const auto pieces = [&](Structure kind) { return std::size_t{player.pieces[kind]}; };
  int worth = workers_worth(faction.dwelling_workers[pieces(kDwelling)], round) +
              faction.trading_coins[pieces(kTradingHouse)] * round_at(kCoinIncome, round) +
              (faction.trading_power[pieces(kTradingHouse)] + faction.temple_power[pieces(kTemple)]) *
                  round_at(kPowerIncome, round) +
              faction.temple_priests[pieces(kTemple)] * round_at(kPriestIncome, round);
  for (int kind = 0; kind < kStructures; ++kind) worth += player.pieces[kind] * round_at(kPlace[kind], round);
  if (player.pieces[kSanctuary] > 0) worth += faction.sanctuary_priests * round_at(kPriestIncome, round);
  if (player.pieces[kStronghold] > 0) {
    worth += income_worth(faction.stronghold_income, round);
    int rounds = kRounds - round;
    const bool unused = faction.stronghold_action == kNoSpecial || (player.used >> faction.stronghold_action & 1) == 0;
    if (player.passed == 0 && unused) ++rounds;
    worth += kStrongholdRound[player.faction] * rounds;
  }
  if (player.pieces[kTradingHouse] > 0) worth += round_at(kFirstTrading, round);
  if (faction.bridge_points > 0) {
    int bridges = 0;
    for (const int pair : player.bridges) bridges += pair != 0;
    worth += bridges * faction.bridge_points * (kRounds - round) *
             (player.pieces[kStronghold] > 0 ? kBridgePoint : kBridgePoint / 3);
  }
  for (int tile = 0; tile < kFavorTiles; ++tile) {
    if ((player.favors >> tile & 1) != 0) worth += favor_worth(state, player, tile);
  }
  const int range_levels = player.ship - faction.ship_start;
  worth += range_levels * round_at(kShipLevel, round) + player.dig * round_at(kDigLevel, round) +
           (player.skip - faction.skip_start) * round_at(kSkipLevel, round);
  // Keys are worth what they open.
  worth += std::min<int>(player.keys, 3) * round_at(kKey, round);
  return worth;
}

// Cards and the points of passing.
int passing_worth(const State& state, const Player& player) {
  if (state.table.round == 0) return player.card != 0 ? card_worth(state, player, player.card - 1) : 0;
  if (player.passed == 0) {
    int worth = 100 * pass_points(state, player);
    // The card's own action, still to be used.
    if (player.card == 1 && (player.used >> kBon1 & 1) == 0) {
      worth += round_at(kFreeSpade, state.table.round) + kSpadeCard - 20;
    }
    if (player.card == 2 && (player.used >> kBon2 & 1) == 0) worth += kStepCard - 10;
    // Some card will be taken; who passes late has less choice.
    if (state.table.round < kRounds) worth += kCardToCome - kCardGone * state.table.passed_count;
    return worth;
  }
  return player.card != 0
             ? card_worth(state, player, player.card - 1) + (state.table.passed[0] == &player - state.players ? 25 : 0)
             : 0;
}

// Cult bonuses of this round and, less surely, of those to come.
int cult_bonus_worth(const State& state, const Player& player) {
  int worth = 0;
  for (int round = std::max<int>(state.table.round, 1); round < kRounds; ++round) {
    const ScoringTile& tile = kScoringRows[state.table.scoring[round - 1] - 1];
    const int at = tile.cult == kByPriests ? player.cult_priests : player.cults[tile.cult];
    // Between two rewards a part of the next counts, the more the more time is left.
    const int spades = faction_of(player).spades_at_once > 0 ? 60 : kCultSpade;
    const int reward = goods_worth(tile.bonus, round + 1) + tile.spades * spades;
    const int full = reward * (at / tile.steps);
    const int part = reward * (at % tile.steps) / tile.steps;
    worth += round == state.table.round ? full : (kCultFull * full + kCultPart * part) / 100;
  }
  return worth;
}

// What could be built on: home hexes and others by their distance.
int reach_worth(const State& state, const Player& player) {
  const int round = spending_round(state, player);
  if (round > kRounds) return 0;
  const int home = faction_of(player).home;
  const Reach reach = reach_of(state, player, range_of(state, player));
  const int left = kSupply[kDwelling] - player.pieces[kDwelling];
  const Bits128 homes = all_of(state, faction_of(player).home);
  int open = std::min({(reach.near & homes).count() + (reach.journey & homes).count() / 2, kOpenHexes, left});
  int worth = 0;
  const int each = dwelling_worth(state, player);
  for (int i = 0; i < open; ++i) worth += each * kOpenShare[i] / 100;
  int room = kNearHexes;
  for (int distance = 1; distance <= 3 && room > 0; ++distance) {
    const Bits128 ring = all_of(state, static_cast<Terrain>((home + distance) % kTerrains)) |
                         all_of(state, static_cast<Terrain>((home + kTerrains - distance) % kTerrains));
    const int count = std::min(room, (reach.near & ring).count() + (reach.journey & ring).count() / 2);
    worth += count * round_at(kNearHex[static_cast<std::size_t>(distance - 1)], round);
    room -= count;
  }
  return worth;
}

// Groups on their way to become towns.
int towns_worth(const State& state, const Player& player, Bits128 mine) {
  const int round = spending_round(state, player);
  const std::uint64_t rivers = own_river_towns(state, player);
  const int needed = town_power_needed(player);
  int worth = 0;
  for (Bits128 rest = mine - state.towns; rest.any();) {
    const Bits128 cluster = cluster_of(state, mine, Bits128::of(rest.lowest()), rivers);
    rest -= cluster;
    if (cluster.count() < 2) continue;
    // Actions that are missing: a dwelling brings a structure and a power, an upgrade a power.
    const int power = std::max(0, needed - power_value(state, cluster));
    const int count = std::max(0, kTownStructures - cluster.count() - (cluster & all_of(state, kSanctuary)).count());
    const int steps = std::min<int>(std::max(power, count), static_cast<int>(kTownSteps.size()));
    if (steps > 0) worth += round_at(kTownShare, round) * kTownSteps[static_cast<std::size_t>(steps - 1)] / 10;
  }
  return worth;
}

// Spades in hand are worth the hex they bring home and the dwelling on it, less those that have to be bought for it
// still: so the first one of three is not bought where the third will not be paid.
int spades_worth(const State& state) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const Faction& faction = faction_of(player);
  const int round = std::max<int>(table.round, 1);
  const bool between = table.node == Node::kBonusSpades;
  const int spades = turn.free + turn.bought;
  const Price price = spade_price(player);
  const int house = dwelling_worth(state, player);
  const Reach reach = reach_of(state, player, between ? player.ship : range_of(state, player));
  const Bits128 hexes = (between ? reach.near : reach.near | reach.journey) - state.worked;
  int most = spades * round_at(kSpareSpade, round);
  for (int distance = 1; distance <= 3; ++distance) {
    const Bits128 ring = all_of(state, static_cast<Terrain>((faction.home + distance) % kTerrains)) |
                         all_of(state, static_cast<Terrain>((faction.home + kTerrains - distance) % kTerrains));
    if (!hexes.intersects(ring)) continue;
    const int needed = faction.spades_at_once > 0 ? faction.spades_at_once : distance;
    const int missing = std::max(0, needed - spades);
    if (missing > 0 && (turn.flags & TerraMystica::kMayBuy) == 0) continue;
    if (turn.bought > 0 && spades > needed) continue;  // bought ones all go to one hex
    Price whole = {static_cast<std::uint8_t>(missing * price.workers), 0,
                   static_cast<std::uint8_t>(missing * price.priests)};
    if (most_workers(player) < whole.workers || most_priests(player) < whole.priests) continue;
    const int dig = cost_worth(player, whole, round);
    whole = plus(whole, faction.dwelling);
    const bool built = !between && most_workers(player) >= whole.workers && player.coins >= whole.coins;
    const int spare = (spades - needed + missing) * round_at(kSpareSpade, round);
    most = std::max(most, house * (built ? kBuiltShare : kOpenShare[0]) / 100 + spare - dig);
  }
  if (scoring_tile(state).source == kSpadeTile && !between && !server_rulings(state)) most += 180 * spades;
  return most;
}

// What the running turn still owes or allows.
int turn_worth(const State& state) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const int round = std::max<int>(table.round, 1);
  int worth = turn.favors * round_at(kOwedFavor, round) + turn.towns * round_at(kOwedTown, round) +
              turn.cult * kOwedStep + (turn.keys_open != 0 ? 4 * kOwedStep * turn.key_steps : 0);
  if (table.node == Node::kCultistStep) worth += kOwedStep;
  if ((turn.flags & TerraMystica::kOwesBridge) != 0) worth += round_at(kOwedBridge, round);
  if ((turn.flags & (TerraMystica::kOwesStorm | TerraMystica::kOwesTrading)) != 0) worth += kOwedPiece;
  if ((turn.flags & TerraMystica::kOwesDwelling) != 0) worth += kOwedPiece + 150;
  if ((turn.flags & TerraMystica::kMayOrdain) != 0) {
    const Player& player = state.players[turn.seat];
    const int count = std::min({3, int{player.workers}, priest_cap(player) - player.priests});
    worth += count * std::max(0, round_at(kPriest, round) - round_at(kWorker, round));
  }
  if (turn.acts > 1) worth += kExtraAction;
  if (turn.free + turn.bought > 0) worth += spades_worth(state);
  return worth;
}

// A soft count of places: the chance that each opponent ends above grows with its lead over `width`.
float expected_places(const float* values, int seat, int players, const std::uint8_t (&places)[3], float width) {
  float above[kMaxSeats] = {1.0F};
  int others = 0;
  for (int other = 0; other < players; ++other) {
    if (other == seat) continue;
    float chance = 0.5F + (values[other] - values[seat]) / (2.0F * width);
    chance = std::clamp(chance, 0.0F, 1.0F);
    ++others;
    for (int k = others; k > 0; --k) above[k] = above[k] * (1.0F - chance) + above[k - 1] * chance;
    above[0] *= 1.0F - chance;
  }
  float points = 0.0F;
  for (int k = 0; k < 3 && k <= others; ++k) points += above[k] * static_cast<float>(places[k]);
  return points;
}

}  // namespace

void TerraMystica::evaluate(const State& state, Evaluation& evaluation) {
  const Table& table = state.table;
  const int players = table.players;
  const int left = kRounds - table.round;  // whole rounds to come
  const bool over = table.node == Node::kOver;
  float cults[kCults][kMaxSeats] = {};
  float areas[kMaxSeats] = {};
  for (int seat = 0; seat < players; ++seat) {
    const Player& player = state.players[seat];
    evaluation.scores[seat] = kStartPoints;
    if (!is_chosen(player)) continue;
    int worth = 100 * player.points + goods_in_hand(state, player);
    const Bits128 mine = own(state, player);
    if (!over && next_scoring_round(state) == 0) {
      worth += structures_worth(state, player) + passing_worth(state, player) + cult_bonus_worth(state, player) +
               reach_worth(state, player) + towns_worth(state, player, mine);
    }
    if (table.round == 0) {
      const int owed = faction_of(player).first_dwellings - player.pieces[kDwelling];
      worth += kFactionLead[player.faction] + owed * kFirstDwelling;
    }
    evaluation.scores[seat] = static_cast<float>(worth) / 100.0F;
    for (int cult = 0; cult < kCults; ++cult) cults[cult][seat] = static_cast<float>(player.cults[cult]);
    areas[seat] = mine.any() ? static_cast<float>(largest_area(state, player)) : 0.0F;
  }
  if (!over && table.round > 0 && table.turn.seat < players) {
    const int actor = table.node == Node::kBonusSpades ? table.actor : table.turn.seat;
    evaluation.scores[actor] += static_cast<float>(turn_worth(state)) / 100.0F;
  }
  // Places are open as long as there is time: a lead of this much is safe.
  const float cult_width = over ? 0.01F : 0.1F * static_cast<float>(kCultWidth + kCultWidthRound * left);
  const float area_width = over ? 0.01F : 0.1F * static_cast<float>(kAreaWidth + kAreaWidthRound * left);
  for (int seat = 0; seat < players; ++seat) {
    for (const auto& track : cults) {
      if (track[seat] > 0.0F) {
        evaluation.scores[seat] += expected_places(track, seat, players, kCultPlaces, cult_width);
      }
    }
    if (areas[seat] > 0.0F) {
      evaluation.scores[seat] += expected_places(areas, seat, players, kAreaPlaces, area_width);
    }
  }
  evaluation.spread = over ? 0.5F : 4.0F + 2.0F * static_cast<float>(left);
}

}  // namespace embertree
