// What actions do. `apply_action` is the only way a state changes; spades and rounds have files of their own.
#include "core/zobrist.hpp"
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

// Keys are made of the state's bytes.
static_assert(std::endian::native == std::endian::little);

constexpr auto kTerrainKeys = zobrist_keys<kLand * kTerrains>("terra_mystica.terrain");
constexpr auto kStructureKeys = zobrist_keys<kLand * kStructures>("terra_mystica.structure");
constexpr auto kTownKeys = zobrist_keys<kLand>("terra_mystica.town");

Key terrain_key(int hex, int terrain) { return kTerrainKeys[static_cast<std::size_t>(hex * kTerrains + terrain)]; }
Key structure_key(int hex, int kind) {
  return kind < 0 ? 0 : kStructureKeys[static_cast<std::size_t>(hex * kStructures + kind)];
}

void convert(State& state, int kind) {
  const int seat = state.table.actor;
  const Exchange& row = kExchanges[kind];
  exchange(state.players[seat], row);
  add_points(state, seat, kConverted, row.points);
}

void upgrade(State& state, int seat, int hex, Structure kind, bool free) {
  Player& player = state.players[seat];
  const Faction& faction = faction_of(player);
  if (!free) pay(player, upgrade_price(state, player, hex, kind));
  --player.pieces[structure_at(state, hex)];
  ++player.pieces[kind];
  set_structure(state, hex, kind);

  const ScoringTile& tile = scoring_tile(state);
  const Source source = kind == kTradingHouse ? kTradingTile : kind == kTemple ? kTempleTile : kStrongholdTile;
  if (tile.source == source) add_points(state, seat, source, tile.points);
  if (kind == kTradingHouse && (player.favors & kHasFav10) != 0) add_points(state, seat, kFav10, kFav10Points);

  Turn& turn = state.table.turn;
  if (kind == kTemple || kind == kSanctuary) turn.favors = static_cast<std::uint8_t>(turn.favors + faction.favors);
  if (kind == kStronghold) {
    add_points(state, seat, kAdvanceStronghold, faction.stronghold_points);
    gain_power(player, faction.stronghold_power);
    turn.favors = static_cast<std::uint8_t>(turn.favors + faction.stronghold_favors);
    if (faction.stronghold_ship > 0) advance_shipping(state, seat);
    player.skip =
        std::min<std::uint8_t>(static_cast<std::uint8_t>(player.skip + faction.stronghold_skip), faction.skip_max);
    if (faction.stronghold_priests > 0) turn.flags |= TerraMystica::kMayOrdain;
    if (faction.stronghold_spades > 0) {
      turn.flags |= TerraMystica::kMaySplit;
      turn.free = faction.stronghold_spades;
      gain_spades(state, seat, faction.stronghold_spades, false);
    }
  }
  check_town(state, seat, Bits128::of(hex));
  build_event(state, seat, hex);
}

void span(State& state, int seat, int pair) {
  Player& player = state.players[seat];
  std::uint8_t (&own_bridges)[kBridgesEach] = player.bridges;
  int place = 0;
  while (own_bridges[place] != 0) ++place;
  own_bridges[place] = static_cast<std::uint8_t>(pair + 1);
  for (; place > 0 && own_bridges[place - 1] > own_bridges[place]; --place) {
    std::swap(own_bridges[place - 1], own_bridges[place]);
  }
  state.table.bridges |= std::uint32_t{1} << pair;
  const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair)];
  const Bits128 mine = own(state, player);
  check_town(state, seat, (Bits128::of(bridge.a) | Bits128::of(bridge.b)) & mine);
}

void take_favor(State& state, int seat, int tile) {
  Player& player = state.players[seat];
  const FavorTile& row = kFavorRows[tile];
  player.favors = static_cast<std::uint16_t>(player.favors | 1 << tile);
  --state.table.turn.favors;
  advance_cult(state, seat, row.cult, row.steps);
  // From now on smaller groups are towns: all that are big enough are founded.
  if ((1 << tile) == kHasFav5) check_town(state, seat, own(state, player));
}

void send_priest(State& state, int seat, int cult, int steps) {
  Player& player = state.players[seat];
  --player.priests;
  if (steps > 1) {
    for (int space = 0; space < kPriestSpaces; ++space) {
      std::uint8_t& place = state.table.priests[cult][space];
      if (place != 0 || kPriestSteps[space] != steps) continue;
      place = static_cast<std::uint8_t>(seat + 1);
      ++player.cult_priests;
      break;
    }
  }
  advance_cult(state, seat, cult, steps);
}

void special_action(State& state, int seat, int special) {
  Player& player = state.players[seat];
  Turn& turn = state.table.turn;
  if (special == kActE) {
    pay(player, {.workers = 2});
    turn.flags |= TerraMystica::kOwesBridge;
    return;
  }
  player.used = static_cast<std::uint16_t>(player.used | 1 << special);
  const auto give_spades = [&](int count) {
    turn.free = static_cast<std::uint8_t>(count);
    turn.flags |= TerraMystica::kMayBuy;
    if (!server_rulings(state)) turn.flags |= TerraMystica::kMustUse;
    gain_spades(state, seat, count, false);
  };
  switch (static_cast<Special>(special)) {
    case kBon1:
      give_spades(1);
      break;
    case kBon2:
    case kFav6:
      turn.cult = 1;
      break;
    case kActA:
      turn.cult = 2;
      break;
    case kActC:
      turn.acts = 2;
      break;
    case kActG:
      give_spades(2);
      break;
    case kActN:
      turn.flags |= TerraMystica::kOwesStorm;
      break;
    case kActS:
      turn.flags |= TerraMystica::kOwesTrading;
      break;
    case kActW:
      turn.flags |= TerraMystica::kOwesDwelling;
      break;
    case kActE:
      break;
  }
}

void take_label(State& state, int seat, int label) {
  Player& player = state.players[seat];
  Turn& turn = state.table.turn;
  if (label >= kPowerActions) {
    special_action(state, seat, label - kPowerActions);
    return;
  }
  const PowerAction& row = kPowerRows[label];
  state.table.power_used = static_cast<std::uint8_t>(state.table.power_used | 1 << label);
  spend_power(player, row.cost);
  gain(player, row.goods);
  if (row.bridge > 0) turn.flags |= TerraMystica::kOwesBridge;
  if (row.spades > 0) {
    turn.free = row.spades;
    turn.flags |= TerraMystica::kMayBuy;
    if (row.spades > 1) turn.flags |= TerraMystica::kMaySplit;
    if (!server_rulings(state)) turn.flags |= TerraMystica::kMustUse;
    gain_spades(state, seat, row.spades, false);
  }
}

void pass(State& state, int seat, int card) {
  Player& player = state.players[seat];
  Table& table = state.table;
  const Faction& faction = faction_of(player);
  if (player.card != 0) {
    const BonusCard& row = kBonusRows[player.card - 1];
    add_points(state, seat, row.source,
               row.a_dwelling * player.pieces[kDwelling] + row.a_trading * player.pieces[kTradingHouse] +
                   row.a_stronghold * (player.pieces[kStronghold] + player.pieces[kSanctuary]) +
                   row.a_ship_level * player.ship);
  }
  if ((player.favors & kHasFav12) != 0) add_points(state, seat, kFav12, kFav12Points[player.pieces[kTradingHouse]]);
  if (faction.bridge_points > 0 && player.pieces[kStronghold] > 0) {
    const Bits128 mine = own(state, player);
    for (const int pair : player.bridges) {
      if (pair == 0) continue;
      const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair - 1)];
      if (mine.test(bridge.a) && mine.test(bridge.b)) add_points(state, seat, kBridgesPassed, faction.bridge_points);
    }
  }
  player.card = 0;
  if (card < kBonusCards) {
    player.card = static_cast<std::uint8_t>(card + 1);
    player.coins = static_cast<std::uint16_t>(player.coins + table.card_coins[card]);
    table.card_coins[card] = 0;
  }
  player.passed = 1;
  table.passed[table.passed_count++] = static_cast<std::uint8_t>(seat);
  table.turn.acts = 0;
}

void drop(State& state, int what) {
  Turn& turn = state.table.turn;
  switch (static_cast<TerraMystica::Dropped>(what)) {
    case TerraMystica::kDropSpade:
      turn.free = 0;
      break;
    case TerraMystica::kDropDwelling:
      turn.flags = static_cast<std::uint8_t>(turn.flags & ~TerraMystica::kOwesDwelling);
      break;
    case TerraMystica::kDropTrading:
      turn.flags = static_cast<std::uint8_t>(turn.flags & ~TerraMystica::kOwesTrading);
      break;
    case TerraMystica::kDropStorm:
      turn.flags = static_cast<std::uint8_t>(turn.flags & ~TerraMystica::kOwesStorm);
      break;
    case TerraMystica::kDropFavor:
      --turn.favors;
      break;
    case TerraMystica::kDropTown:
      --turn.towns;
      break;
  }
}

// Changes the digits of a hex.
void flip(Bits128 (&planes)[3], int hex, int difference) {
  for (int bit = 0; bit < 3; ++bit) planes[bit] ^= only_if((difference >> bit & 1) != 0, Bits128::of(hex));
}

// An action opens here: with it the head's one action of the turn is taken.
void take_action(State& state) { --state.table.turn.acts; }

void answer_offer(State& state, bool take) {
  Turn& turn = state.table.turn;
  const int seat = state.table.actor;
  Player& player = state.players[seat];
  const int event = turn.offers[0][seat] > 0 ? 0 : 1;
  if (take) {
    const int power = takeable(player, turn.offers[event][seat]);
    add_points(state, seat, kLeech, 1 - power);
    gain_power(player, power);
  }
  turn.offers[event][seat] = 0;
  if (faction_of(state.players[turn.seat]).step_when_taken) {
    if (take) {
      turn.answers = TerraMystica::kTaken;
    } else if (turn.answers == 0) {
      turn.answers = TerraMystica::kDeclined;
    }
  }
}

void build_in_turn(State& state, int hex) {
  const int seat = state.table.actor;
  Player& player = state.players[seat];
  Turn& turn = state.table.turn;
  if (state.table.node == Node::kFreeDwelling) {
    turn.flags = static_cast<std::uint8_t>(turn.flags & ~TerraMystica::kOwesDwelling);
  } else {
    if (state.table.node == Node::kHead) {
      take_action(state);
      if (has_journeys(player) && !reach_of(state, player).near.test(hex)) {
        pay(player, journey_price(player));
        add_points(state, seat, kAbility, kJourneyPoints);
      }
    }
    pay(player, faction_of(player).dwelling);
  }
  state.worked = {};
  place_dwelling(state, seat, hex);
}

void play(State& state, Action action, Journal journal) {
  Table& table = state.table;
  Turn& turn = table.turn;
  const int seat = table.actor;
  Player& player = state.players[seat];
  if (table.node < Node::kHead) {
    apply_setup(state, action, journal);
    return;
  }
  using Game = TerraMystica;
  if (action >= Game::kConvert && action <= Game::kBurn) {
    convert(state, action - Game::kConvert);
    // Nothing is owed at the head and the tail of a turn, and at its head there is always something to do.
    if (table.node == Node::kHead) return;
    if (table.node == Node::kTail) {
      settle_tail(state, journal);
      return;
    }
  } else if (action < Game::kPass) {
    build_in_turn(state, action - Game::kBuild);
  } else if (action < Game::kDig) {
    pass(state, seat, action - Game::kPass);
    end_turn(state, journal);
    return;
  } else if (action == Game::kDig) {
    if (table.node == Node::kHead) {
      take_action(state);
      turn.flags |= Game::kMayBuy;
    }
    pay(player, spade_price(player));
    ++turn.bought;
    gain_spades(state, seat, 1, true);
  } else if (action < Game::kDrop) {
    use_spades(state, action);
  } else if (action < Game::kStorm) {
    drop(state, action - Game::kDrop);
  } else if (action < Game::kUpgrade) {
    turn.flags = static_cast<std::uint8_t>(turn.flags & ~Game::kOwesStorm);
    set_terrain(state, action - Game::kStorm, faction_of(player).home);
    state.worked = Bits128::of(action - Game::kStorm);
  } else if (action < Game::kAdvance) {
    const int hex = (action - Game::kUpgrade) / 4;
    const auto kind = static_cast<Structure>((action - Game::kUpgrade) % 4 + 1);
    const bool free = table.node == Node::kFreeTrading;
    if (free) {
      turn.flags = static_cast<std::uint8_t>(turn.flags & ~Game::kOwesTrading);
    } else {
      take_action(state);
    }
    upgrade(state, seat, hex, kind, free);
  } else if (action < Game::kSend) {
    take_action(state);
    if (action == Game::kAdvance) {
      pay(player, kShipPrice);
      advance_shipping(state, seat);
    } else {
      pay(player, faction_of(player).exchange);
      ++player.dig;
      add_points(state, seat, kAdvanceDig, kExchangePoints);
    }
  } else if (action < Game::kLabel) {
    take_action(state);
    send_priest(state, seat, (action - Game::kSend) / 3, 3 - (action - Game::kSend) % 3);
  } else if (action < Game::kSpan) {
    take_action(state);
    take_label(state, seat, action - Game::kLabel);
  } else if (action < Game::kConnect) {
    turn.flags = static_cast<std::uint8_t>(turn.flags & ~Game::kOwesBridge);
    span(state, seat, action - Game::kSpan);
  } else if (action < Game::kConvert) {
    const int river = action - Game::kConnect;
    set_town(state, river_town(state, player, river));
    table.river_towns |= std::uint64_t{1} << river;
    ++turn.towns;
  } else if (action < Game::kStep) {
    const int count = action - Game::kOrdain + 1;
    turn.flags = static_cast<std::uint8_t>(turn.flags & ~Game::kMayOrdain);
    player.workers = static_cast<std::uint16_t>(player.workers - count);
    gain_priests(player, count);
  } else if (action < Game::kFavorTile) {
    const int steps = table.node == Node::kCultistStep ? 1 : turn.cult;
    turn.cult = 0;
    advance_cult(state, seat, action - Game::kStep, steps);
    if (table.node == Node::kCultistStep) {
      turn.held = 0;
      resolve_offers(state, journal);
      return;
    }
  } else if (action < Game::kTownTile) {
    take_favor(state, seat, action - Game::kFavorTile);
  } else if (action < Game::kKeysFor) {
    take_town_tile(state, action - Game::kTownTile);
  } else if (action < Game::kTake) {
    enter_tops(state, action - Game::kKeysFor + 1);
  } else if (action < Game::kDone) {
    answer_offer(state, action < Game::kDecline);
    resolve_offers(state, journal);
    return;
  } else {
    // done: no dwelling, no more conversions.
    state.worked = {};
    turn.flags = 0;
    if (turn.acts == 0) {
      end_turn(state, journal);
      return;
    }
  }
  settle(state, journal);
}

}  // namespace

namespace terra {

Key board_key_from_scratch(const State& state) {
  Key key = 0;
  for (int hex = 0; hex < kLand; ++hex) {
    key ^= terrain_key(hex, terrain_at(state, hex)) ^ structure_key(hex, structure_at(state, hex));
  }
  for (const int hex : state.towns) key ^= kTownKeys[static_cast<std::size_t>(hex)];
  return key;
}

void set_terrain(State& state, int hex, int terrain) {
  const int before = terrain_at(state, hex);
  flip(state.terrain, hex, before ^ terrain);
  state.board_key ^= terrain_key(hex, before) ^ terrain_key(hex, terrain);
}

void set_structure(State& state, int hex, int kind) {
  const int before = structure_at(state, hex);
  flip(state.structure, hex, (before + 1) ^ (kind + 1));
  state.board_key ^= structure_key(hex, before) ^ structure_key(hex, kind);
}

void set_town(State& state, Bits128 hexes) {
  for (const int hex : hexes - state.towns) state.board_key ^= kTownKeys[static_cast<std::size_t>(hex)];
  state.towns |= hexes;
}

void add_points(State& state, int seat, Source source, int points) {
  Player& player = state.players[seat];
  player.points = static_cast<std::uint16_t>(player.points + points);
  state.sources[seat][source] = static_cast<std::int16_t>(state.sources[seat][source] + points);
}

void advance_shipping(State& state, int seat) {
  Player& player = state.players[seat];
  const Faction& faction = faction_of(player);
  if (player.ship >= faction.ship_max) return;
  ++player.ship;
  // 2 points for the first level above the start, one more for each after it.
  add_points(state, seat, kAdvanceShip, player.ship + 1 - faction.ship_start);
}

void advance_cult(State& state, int seat, int cult, int steps) {
  Player& player = state.players[seat];
  const int old = player.cults[cult];
  if (old == kCultTop) return;
  int reached = std::min(old + steps, kCultTop);
  if (reached == kCultTop) {
    if (!top_is_free(state, cult)) {
      reached = kCultTop - 1;
    } else if (player.keys == 0) {
      reached = kCultTop - 1;
      state.table.turn.held = static_cast<std::uint8_t>(state.table.turn.held | 1 << cult);
    } else {
      --player.keys;
    }
  }
  player.cults[cult] = static_cast<std::uint8_t>(reached);
  int power = 0;
  for (int at = old + 1; at <= reached; ++at) power += kCultPower[at];
  gain_power(player, power);
}

void check_town(State& state, int seat, Bits128 start) {
  const Player& player = state.players[seat];
  const Bits128 mine = own(state, player);
  if (mine.count() < kTownStructures - 1 && !mine.intersects(state.towns)) return;
  const std::uint64_t rivers = own_river_towns(state, player);
  while (start.any()) {
    const Bits128 cluster = cluster_of(state, mine, Bits128::of(start.lowest()), rivers);
    start -= cluster;
    if (cluster.intersects(state.towns)) {
      set_town(state, cluster);
    } else if (cluster.count() >= kTownStructures - 1 && makes_town(state, player, cluster) &&
               town_tiles_left(state) > state.table.turn.towns) {
      set_town(state, cluster);
      ++state.table.turn.towns;
    }
  }
}

void build_event(State& state, int seat, int hex) {
  Turn& turn = state.table.turn;
  const auto homes = [&](int of) { return all_of(state, faction_of(state.players[of]).home); };
  const Bits128 around = (adjacent(state, hex) & built(state)) - homes(seat);
  if (around.none()) return;
  for (int other = 0; other < state.table.players; ++other) {
    const Bits128 theirs = around & homes(other);
    if (theirs.any()) turn.offers[turn.events][other] = static_cast<std::uint8_t>(power_value(state, theirs));
  }
  ++turn.events;
}

void place_dwelling(State& state, int seat, int hex) {
  Player& player = state.players[seat];
  set_structure(state, hex, kDwelling);
  ++player.pieces[kDwelling];
  const ScoringTile& tile = scoring_tile(state);
  if (tile.source == kDwellingTile) add_points(state, seat, kDwellingTile, tile.points);
  if ((player.favors & kHasFav11) != 0) add_points(state, seat, kFav11, kFav11Points);
  check_town(state, seat, Bits128::of(hex));
  build_event(state, seat, hex);
}

void take_town_tile(State& state, int tile) {
  const int seat = state.table.actor;
  Player& player = state.players[seat];
  const Faction& faction = faction_of(player);
  const TownTile& row = kTownRows[tile];
  Turn& turn = state.table.turn;
  --turn.towns;
  player.town_tiles = static_cast<std::uint16_t>(player.town_tiles + (1 << (2 * tile)));
  player.keys = static_cast<std::uint8_t>(player.keys + row.keys);
  add_points(state, seat, kTowns, row.points);
  const ScoringTile& scoring = scoring_tile(state);
  if (scoring.source == kTownTile) add_points(state, seat, kTownTile, scoring.points);
  add_points(state, seat, kAbility, faction.town_points);
  gain(player, row.goods);
  player.workers = static_cast<std::uint16_t>(player.workers + faction.town_workers);
  if (row.ship > 0) {
    advance_shipping(state, seat);
    if (player.skip > 0 && player.skip < faction.skip_max) ++player.skip;
  }
  // First the keys, then the steps; who has too few keys chooses where they go.
  turn.key_steps = row.steps;
  const int candidates = key_candidates(state, player, row.steps);
  if (std::popcount(static_cast<unsigned>(candidates)) > player.keys) {
    turn.keys_open = 1;
  } else {
    enter_tops(state, candidates);
  }
}

void enter_tops(State& state, int chosen) {
  Turn& turn = state.table.turn;
  Player& player = state.players[state.table.actor];
  const int candidates = key_candidates(state, player, turn.key_steps);
  int power = 0;
  for (int cult = 0; cult < kCults; ++cult) {
    const int old = player.cults[cult];
    if (old == kCultTop) continue;
    int reached = std::min(old + turn.key_steps, kCultTop - 1);
    if ((chosen >> cult & 1) != 0) {
      reached = kCultTop;
      --player.keys;
    }
    for (int at = old + 1; at <= reached; ++at) power += kCultPower[at];
    player.cults[cult] = static_cast<std::uint8_t>(reached);
  }
  gain_power(player, power);
  turn.held = static_cast<std::uint8_t>(candidates & ~chosen);
  turn.key_steps = 0;
  turn.keys_open = 0;
}

Bits128 river_town(const State& state, const Player& player, int river) {
  if ((state.table.river_towns >> river & 1) != 0) return {};
  const Bits128 mine = own(state, player);
  const Bits128 banks = kMap.banks[static_cast<std::size_t>(river)] & mine;
  if (!banks.more_than_one() || banks.intersects(state.towns)) return {};
  const std::uint64_t rivers = state.table.river_towns | std::uint64_t{1} << river;
  const Bits128 cluster = cluster_of(state, mine, banks, rivers);
  if (cluster.intersects(state.towns)) return {};
  return makes_town(state, player, cluster) ? cluster : Bits128{};
}

std::uint64_t connectable_rivers(const State& state, const Player& player) {
  std::uint64_t found = 0;
  if (!faction_of(player).river_towns) return found;
  const Bits128 outside = own(state, player) - state.towns;
  if (outside.count() < kTownStructures - 1 || town_tiles_left(state) <= state.table.turn.towns) return found;
  std::uint64_t beside = 0;
  for (const int hex : outside) beside |= kMap.rivers[static_cast<std::size_t>(hex)];
  for (; beside != 0; beside &= beside - 1) {
    const int river = std::countr_zero(beside);
    if (river_town(state, player, river).any()) found |= std::uint64_t{1} << river;
  }
  return found;
}

void settle_tail(State& state, Journal journal) {
  if (tail_is_open(state)) return;
  Turn& turn = state.table.turn;
  if (turn.acts > 0) {
    state.worked = {};
    turn.held = 0;
    state.table.node = Node::kHead;
    return;
  }
  end_turn(state, journal);
}

void settle(State& state, Journal journal) {
  Table& table = state.table;
  Turn& turn = table.turn;
  if (table.node == Node::kBonusSpades) {
    settle_bonus_spades(state, journal);
    return;
  }
  Player& player = state.players[table.actor];
  // What is owed, in this order (README, "Order within an action").
  if (turn.keys_open != 0) {
    table.node = Node::kKeys;
    return;
  }
  if (turn.favors > 0) {
    if (favors_left(state, player) != 0) {
      table.node = Node::kFavor;
      return;
    }
    turn.favors = 0;
  }
  if (turn.towns > 0) {
    table.node = Node::kTown;
    return;
  }
  if ((turn.flags & TerraMystica::kOwesBridge) != 0) {
    table.node = Node::kBridge;
    return;
  }
  if ((turn.flags & TerraMystica::kOwesStorm) != 0) {
    table.node = Node::kStorm;
    return;
  }
  if ((turn.flags & TerraMystica::kOwesDwelling) != 0) {
    table.node = Node::kFreeDwelling;
    return;
  }
  if ((turn.flags & TerraMystica::kOwesTrading) != 0) {
    table.node = Node::kFreeTrading;
    return;
  }
  if (turn.cult > 0) {
    table.node = Node::kCult;
    return;
  }
  if (turn.free + turn.bought > 0) {
    if (spades_usable(state, player, turn.free, turn.bought, (turn.flags & TerraMystica::kMayBuy) != 0)) {
      table.node = Node::kSpades;
      return;
    }
    turn.free = 0;
  }
  // No spades left: what they allowed is over.
  turn.flags = static_cast<std::uint8_t>(turn.flags & TerraMystica::kMayOrdain);
  turn.journey = 0;
  if (player.pieces[kDwelling] == kSupply[kDwelling]) state.worked = {};
  if (turn.acts > 0 && state.worked.none()) {
    turn.held = 0;
    table.node = Node::kHead;
    return;
  }
  table.node = Node::kTail;
  // What was held back can only rise by a town, and only these could still found one.
  if (state.worked.none() && !faction_of(player).river_towns) turn.held = 0;
  settle_tail(state, journal);
}

}  // namespace terra

void TerraMystica::apply_action(State& state, Action action) { play(state, action, {}); }

std::vector<TerraMystica::State> TerraMystica::stages(const State& state, Action action) {
  std::vector<State> stages;
  State next = state;
  play(next, action, {&stages});
  if (stages.empty() || !(stages.back() == next)) stages.push_back(next);
  return stages;
}

Key TerraMystica::key(const State& state) {
  // Hexes have keys of their own, kept as they change; all the rest is short and hashed when the key is asked for.
  Key key = state.board_key;
  std::uint64_t word = 0;
  std::uint64_t salt = 1;
  const auto add = [&](const void* bytes, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < size; i += sizeof word, ++salt) {
      word = 0;
      __builtin_memcpy(&word, at + i, std::min(sizeof word, size - i));
      key += mix64(word ^ salt * kGoldenGamma);
      key = key << 23 | key >> 41;
    }
  };
  add(&state.table, sizeof state.table);
  add(&state.worked, sizeof state.worked);
  add(&state.players, sizeof(Player) * state.table.players);
  return key;
}

Key TerraMystica::key_from_scratch(const State& state) {
  State copy = state;
  copy.board_key = board_key_from_scratch(state);
  return key(copy);
}

}  // namespace embertree
