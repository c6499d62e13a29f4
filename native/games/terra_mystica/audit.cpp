// What is true of every state. Typed positions go through it too, so it also keeps every number within what the rest of
// the room relies on.
#include <bit>

#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

using Game = TerraMystica;

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

// Every number that something is looked up with. Bytes from outside come here first, so nothing is looked up yet.
std::string audit_bounds(const State& state) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  if (table.players < Game::kTraits.min_players || table.players > Game::kTraits.max_players) {
    return "wrong number of players";
  }
  if (table.node > Node::kOver) return "no such node";
  if (table.round > kRounds || table.passed_count > table.players) return "a count out of bounds";
  if (table.actor >= table.players || turn.seat >= table.players) return "no such seat";
  if (table.river_towns >> kRivers != 0 || table.bridges >> kBridgePairs != 0) return "no such river or bridge";
  if (table.power_used >> kPowerActions != 0) return "no such power action";
  for (const int tile : table.scoring) {
    if (tile > kScoringTiles) return "no such scoring tile";
  }
  for (int i = 0; i < kMaxSeats; ++i) {
    if (table.order[i] >= table.players || table.passed[i] >= table.players) return "no such seat in the order";
  }
  for (const int coins : table.card_coins) {
    if (coins > 200) return "too many coins on a card";
  }
  if (turn.acts > 2 || turn.free > 3 || turn.bought > 6 || turn.free + turn.bought > 6 || turn.cult > 2 ||
      turn.favors > 4 || turn.towns > 14 || turn.keys_open > 1 || turn.key_steps > 2 || turn.held > 15 ||
      turn.journey > kLand || turn.answers > 2 || turn.events > 2) {
    return "a turn out of bounds";
  }
  for (int bit = 0; bit < 3; ++bit) {
    if ((state.terrain[bit] - kAllLand).any() || (state.structure[bit] - kAllLand).any()) return "a hex off the map";
  }
  if ((state.towns - kAllLand).any() || (state.worked - kAllLand).any()) return "a hex off the map";
  if ((state.terrain[0] & state.terrain[1] & state.terrain[2]).any()) return "a hex without terrain";
  if ((state.structure[2] & state.structure[1]).any()) return "a structure of no kind";
  for (const Player& player : state.players) {
    if (player.faction > kNoFaction) return "no such faction";
    if (player.card > kBonusCards || player.dig > 2 || player.ship > 5 || player.skip > kMaxSkip || player.passed > 1) {
      return "a player out of bounds";
    }
    for (const int bowl : player.bowls) {
      if (bowl > 12) return "more than 12 tokens of power";
    }
    for (const int cult : player.cults) {
      if (cult > kCultTop) return "a cult beyond 10";
    }
    if (player.priests > kPriests || player.cult_priests > kPriests || player.keys > 30)
      return "a player out of bounds";
    for (int kind = 0; kind < kStructures; ++kind) {
      if (player.pieces[kind] > kSupply[kind]) return "more pieces than there are";
    }
    for (const int pair : player.bridges) {
      if (pair > kBridgePairs) return "a bridge where none fits";
    }
  }
  return {};
}

std::string audit_options(const State& state) {
  const std::uint16_t options = state.table.options;
  if (options >= 2048) return "unknown options";
  if (has_option(state, Game::kFactionsRandom) && has_option(state, Game::kFactionsListed)) {
    return "factions are both random and listed";
  }
  return {};
}

std::string audit_tiles(const State& state) {
  const Table& table = state.table;
  int seen = 0;
  for (int round = 1; round <= kRounds; ++round) {
    const int tile = table.scoring[round - 1];
    if (tile == 0) continue;
    if (tile == kScoringTiles && !has_option(state, Game::kTempleTile)) return "SCORE9 is not in the game";
    if ((seen >> tile & 1) != 0) return "a scoring tile is there twice";
    if (tile == 1 && round >= 5) return "SCORE1 may not be in round 5 or 6";
    seen |= 1 << tile;
  }
  for (int round = 2; round <= kRounds; ++round) {
    if (table.scoring[round - 2] > 0 && table.scoring[round - 1] == 0)
      return "scoring tiles are dealt from round 6 down";
  }
  if (table.cards >> bonus_cards_in_box(state) != 0) return "BON10 is not in the game";
  const int cards = std::popcount(table.cards);
  if (table.cards != 0 && cards != table.players + 3) {
    return "there are " + std::to_string(cards) + " bonus cards instead of " + std::to_string(table.players + 3);
  }
  std::uint16_t held = 0;
  for (int seat = 0; seat < table.players; ++seat) {
    const int card = state.players[seat].card;
    if (card == 0) continue;
    if (card > kBonusCards || (table.cards >> (card - 1) & 1) == 0) return "a bonus card in hand is not in the game";
    if ((held >> (card - 1) & 1) != 0) return "two players hold one bonus card";
    held = static_cast<std::uint16_t>(held | 1 << (card - 1));
  }
  for (int card = 0; card < kBonusCards; ++card) {
    if (table.card_coins[card] > 0 && ((free_cards(state) >> card & 1) == 0 || table.round == 0)) {
      return "coins lie on a bonus card that is not free";
    }
  }
  for (int tile = 0; tile < kFavorTiles; ++tile) {
    int taken = 0;
    for (int seat = 0; seat < table.players; ++seat) taken += state.players[seat].favors >> tile & 1;
    if (taken > kFavorRows[tile].copies) return "FAV" + std::to_string(tile + 1) + " is taken too often";
  }
  for (int tile = 0; tile < kTownTiles; ++tile) {
    if (town_tiles_left(state, tile) < 0) return "TW" + std::to_string(tile + 1) + " is taken too often";
  }
  return {};
}

std::string audit_map(const State& state) {
  const Table& table = state.table;
  const Bits128 structures = built(state);
  if ((state.towns - structures).any()) return "a town without a structure";
  Bits128 owned;
  for (int seat = 0; seat < table.players; ++seat) {
    const Player& player = state.players[seat];
    if (!is_chosen(player)) continue;
    const Bits128 mine = own(state, player);
    owned |= mine;
    for (int kind = 0; kind < kStructures; ++kind) {
      const int count = (mine & all_of(state, static_cast<Structure>(kind))).count();
      if (count != player.pieces[kind]) return seat_name(seat) + ": pieces on the map are not as many as counted";
      if (count > kSupply[kind]) {
        return seat_name(seat) + " has " + std::to_string(count) + " " + std::string(kStructureNames[kind]) +
               ", more than " + std::to_string(kSupply[kind]);
      }
    }
    for (Bits128 rest = mine; rest.any();) {
      const Bits128 cluster = cluster_of(state, mine, Bits128::of(rest.lowest()), own_river_towns(state, player));
      rest -= cluster;
      if (cluster.intersects(state.towns) && !state.towns.contains(cluster)) {
        return "the structures round " + hex_name(cluster.lowest()) + " belong to a town in part only";
      }
    }
    std::uint32_t spanned = 0;
    for (int i = 0; i < kBridgesEach; ++i) {
      const int pair = player.bridges[i];
      if (i > 0 && (player.bridges[i - 1] == 0 ? pair > 0 : pair > 0 && pair < player.bridges[i - 1])) {
        return seat_name(seat) + ": bridges are out of order";
      }
      if (pair == 0) continue;
      const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair - 1)];
      if (!mine.test(bridge.a) && !mine.test(bridge.b)) return seat_name(seat) + ": a bridge without an own structure";
      spanned |= std::uint32_t{1} << (pair - 1);
    }
    if ((spanned & ~table.bridges) != 0) return "bridges of players are not all on the map";
  }
  if ((structures - owned).any()) {
    return "the structure on " + hex_name((structures - owned).lowest()) + " stands on nobody's home terrain";
  }
  int all = 0;
  std::uint32_t spanned = 0;
  for (const Player& player : state.players) {
    for (const int pair : player.bridges) {
      if (pair == 0) continue;
      spanned |= std::uint32_t{1} << (pair - 1);
      ++all;
    }
  }
  if (spanned != table.bridges) return "bridges on the map belong to nobody";
  if (!server_rulings(state) && std::popcount(spanned) != all) return "two bridges on one pair of hexes";
  const int mermaids = seat_of(state, kFactionRows[kMermaids].home);
  for (std::uint64_t rivers = table.river_towns; rivers != 0; rivers &= rivers - 1) {
    const int river = std::countr_zero(rivers);
    if (river >= kRivers || mermaids < 0 || !faction_of(state.players[mermaids]).river_towns) {
      return "a town on a river without mermaids";
    }
    const Bits128 banks = kMap.banks[static_cast<std::size_t>(river)] & own(state, state.players[mermaids]);
    if (!banks.more_than_one() || !state.towns.contains(banks))
      return "a town on " + river_name(river) + " without structures";
  }
  return {};
}

std::string audit_player(const State& state, int seat) {
  const Player& player = state.players[seat];
  const Table& table = state.table;
  if (!is_chosen(player)) {
    Player none{};
    none.faction = kNoFaction;
    return player == none ? "" : seat_name(seat) + " owns something without a faction";
  }
  const Faction& faction = faction_of(player);
  for (int other = 0; other < seat; ++other) {
    if (is_chosen(state.players[other]) && faction_of(state.players[other]).home == faction.home) {
      return "two factions of one terrain";
    }
  }
  const auto wrong = [&](std::string_view what) { return seat_name(seat) + ": " + std::string(what); };
  if (player.coins > 5000 || player.workers > 5000 || player.points > 5000) return wrong("goods out of bounds");
  if (player.bowls[0] + player.bowls[1] + player.bowls[2] > 12) return wrong("more than 12 tokens of power");
  int on_board = 0;
  for (const auto& track : table.priests) {
    for (const int space : track) on_board += space == seat + 1;
  }
  if (on_board != player.cult_priests) return wrong("priests on the cult board are not as many as counted");
  if (player.priests + player.cult_priests > kPriests) return wrong("more than 7 priests");
  int tops = 0;
  for (int cult = 0; cult < kCults; ++cult) {
    if (player.cults[cult] != kCultTop) continue;
    ++tops;
    for (int other = 0; other < seat; ++other) {
      if (state.players[other].cults[cult] == kCultTop) return "two players on 10 of one cult";
    }
  }
  int keys = 0;
  for (int tile = 0; tile < kTownTiles; ++tile) keys += tiles_of(player.town_tiles, tile) * kTownRows[tile].keys;
  if (player.keys + tops != keys) {
    return wrong("keys (" + std::to_string(player.keys) + ") and cults on 10 (" + std::to_string(tops) +
                 ") do not make up the keys of the town tiles (" + std::to_string(keys) + ")");
  }
  if (player.ship < faction.ship_start || player.ship > faction.ship_max)
    return wrong("a shipping level it cannot have");
  if (player.dig > faction.exchange_max) return wrong("an exchange level it cannot have");
  if (player.skip < faction.skip_start || player.skip > faction.skip_max) return wrong("a skip range it cannot have");
  if (player.favors >> kFavorTiles != 0) return wrong("no such favor tile");
  if (player.used >> kSpecials != 0 || (player.used >> kActE & 1) != 0) return wrong("no such action to have used");
  bool passed = false;
  for (int i = 0; i < table.passed_count; ++i) passed = passed || table.passed[i] == seat;
  if (passed != (player.passed != 0)) return wrong("passed and not passed");
  if (table.round > 0 && (player.card == 0) != (table.round == kRounds && passed)) {
    return wrong(player.card == 0 ? "no bonus card" : "a bonus card after the last passing");
  }
  return {};
}

std::string audit_order(const State& state) {
  const Table& table = state.table;
  int seen = 0;
  for (int i = 0; i < table.players; ++i) {
    seen |= 1 << table.order[i];
    if (!has_option(state, Game::kVariableOrder) && table.order[i] != (table.order[0] + i) % table.players) {
      return "without variable_turn_order the order goes round";
    }
  }
  if (seen != (1 << table.players) - 1) return "the order does not name every seat";
  seen = 0;
  for (int i = 0; i < table.passed_count; ++i) {
    const int seat = table.passed[i];
    if ((seen >> seat & 1) != 0) return "passed names a seat twice";
    seen |= 1 << seat;
  }
  for (int i = 0; i < kMaxSeats; ++i) {
    if (i >= table.players && table.order[i] != 0) return "a seat that does not play has a turn";
    if (i >= table.passed_count && table.passed[i] != 0) return "a seat that has not passed is named among those";
  }
  for (const auto& track : table.priests) {
    for (const int space : track) {
      if (space > table.players) return "a priest of a seat that does not play";
    }
  }
  return {};
}

std::string audit_setup(const State& state) {
  const Table& table = state.table;
  if (table.power_used != 0 || table.passed_count != 0 || table.river_towns != 0 || table.bridges != 0) {
    return "something has happened before the first round";
  }
  for (const auto& track : table.priests) {
    for (const int space : track) {
      if (space != 0) return "a priest on the cult board before the first round";
    }
  }
  bool gap = false;
  for (int seat = 0; seat < table.players; ++seat) {
    const Player& player = state.players[seat];
    if (is_chosen(player) && gap) return "factions are chosen in seat order";
    gap = gap || !is_chosen(player);
    if (player.used != 0 || player.favors != 0 || player.town_tiles != 0 || player.cult_priests != 0) {
      return seat_name(seat) + " owns something before the first round";
    }
  }
  if (gap && built(state).any()) return "dwellings come after all factions";
  if (state.structure[1].any() || state.structure[2].any()) return "before the first round there are dwellings only";
  const SetupStep step = setup_step(state);
  if (step.node != table.node || (Game::current_player(state) >= 0 && step.actor != table.actor)) {
    return "another step of setup is due";
  }
  // Everybody has as many dwellings as the order of placing gives.
  PerSeat<int> due{};
  const int placed = built(state).count();
  for (int i = 0; i < placed; ++i) {
    const int seat = first_dwelling_seat(state, i);
    if (seat < 0) return "too many starting dwellings";
    ++due[seat];
  }
  for (int seat = 0; seat < table.players; ++seat) {
    if (due[seat] != state.players[seat].pieces[kDwelling]) return "starting dwellings are placed in another order";
  }
  for (int seat = 1; seat < table.players; ++seat) {
    if (state.players[seat - 1].card != 0 && state.players[seat].card == 0)
      return "cards are taken in reverse seat order";
  }
  if (step.node != Node::kFirstCard && step.node != Node::kHead) {
    for (int seat = 0; seat < table.players; ++seat) {
      if (state.players[seat].card != 0) return "cards come after the starting dwellings";
    }
  }
  return {};
}

std::string audit_turn(const State& state) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const bool acting = Game::phase(state) == "act";
  int given[2] = {};
  for (int event = 0; event < 2; ++event) {
    for (int seat = 0; seat < kMaxSeats; ++seat) {
      const int offer = turn.offers[event][seat];
      if (offer > Game::kMaxOffer) return "an offer beyond all bounds";
      if (offer > 0 && (seat >= table.players || seat == turn.seat)) return "an offer to nobody or to oneself";
      given[event] += offer;
    }
  }
  if ((given[1] > 0 ? 2 : given[0] > 0 ? 1 : 0) != turn.events) return "events miscounted";
  if (given[1] > 0 && faction_of(state.players[turn.seat]).step_when_taken) return "cultists build once a turn";
  if (!acting && table.node != Node::kBonusSpades && state.worked.any()) return "hexes are worked on, but by nobody";
  Turn idle{};
  idle.seat = turn.seat;
  switch (table.node) {
    case Node::kLeech: {
      Turn rest = turn;
      rest.answers = rest.events = 0;
      for (auto& event : rest.offers) {
        for (std::uint8_t& offer : event) offer = 0;
      }
      if (!(rest == idle)) return "something of a turn is open while offers are answered";
      if (turn.answers > 2 || (turn.answers != 0 && !faction_of(state.players[turn.seat]).step_when_taken)) {
        return "only the cultists' offers count answers";
      }
      // Offers that cannot be taken are dropped when they come up, so the first one left is the one asked about.
      const Answerers who = answerers(state);
      for (const auto& event : turn.offers) {
        for (int i = 0; i < who.count; ++i) {
          const int seat = who.seats[i];
          if (event[seat] == 0) continue;
          if (seat != table.actor) return "another seat answers first";
          return takeable(player, event[seat]) > 0 ? "" : "an offer that cannot be taken";
        }
      }
      return "nobody has an offer to answer";
    }
    case Node::kCultistStep: {
      Turn rest = turn;
      rest.events = 0;
      for (std::uint8_t& offer : rest.offers[1]) offer = 0;
      if (!(rest == idle)) return "something is open while the cultists advance";
      if (table.actor != turn.seat || !faction_of(player).step_when_taken) return "only cultists advance after offers";
      return {};
    }
    case Node::kBonusSpades: {
      Turn rest = turn;
      rest.free = 0;
      if (!(rest == Turn{})) return "something is open between rounds";
      if (table.passed_count != table.players || table.round == kRounds) return "bonus spades come between rounds";
      const ScoringTile& tile = scoring_tile(state);
      if (tile.spades == 0) return "the round's tile gives no spades";
      const int most = player.cults[tile.cult] / tile.steps;
      if (turn.free + state.worked.count() > most) return "more bonus spades than the cult gives";
      if ((state.worked - vacant(state)).any()) return "spades were used under a structure";
      if (!spades_usable(state, player, turn.free, 0, false)) return "no bonus spade can be used";
      return {};
    }
    case Node::kOver:
      if (!(turn == Turn{}) || table.round != kRounds || table.passed_count != table.players) return "over too early";
      return {};
    default:
      break;
  }
  if (!acting) return turn == Turn{} ? "" : "a turn is open in setup";

  // Phase II, somebody's turn.
  const Faction& faction = faction_of(player);
  if (table.actor != turn.seat) return "somebody else's turn";
  if (player.passed != 0) return "a player who has passed acts";
  if (turn.answers != 0) return "answers before offers are open";
  const bool doubles = faction.stronghold_action == kActC && player.pieces[kStronghold] > 0;
  if (turn.acts > (doubles && (player.used >> kActC & 1) != 0 ? 2 : 1)) return "too many actions left";
  // Mermaids may found a town before their action.
  const bool founding = (turn.towns > 0 || turn.keys_open != 0) && !faction.river_towns;
  const bool open = turn.free + turn.bought > 0 || turn.flags != 0 || turn.cult > 0 || turn.favors > 0 || founding ||
                    state.worked.any();
  if (open && turn.acts > (doubles ? 1 : 0)) return "an action is open, another is left";
  // Room for the offers of what may still be built this turn.
  const bool may_build = turn.free + turn.bought > 0 || state.worked.any() ||
                         (turn.flags & (Game::kOwesDwelling | Game::kOwesTrading | Game::kOwesStorm)) != 0;
  if (turn.events + turn.acts * (faction.stronghold_spades > 0 ? 2 : 1) + (may_build ? 1 : 0) > 2) {
    return "more builds in one turn than there can be";
  }
  if (turn.bought > 0 && (turn.flags & Game::kMayBuy) == 0) return "bought spades where none may be bought";
  if (turn.free + turn.bought == 0 && (turn.flags & (Game::kMayBuy | Game::kMaySplit | Game::kMustUse)) != 0) {
    return "words for spades, but no spades";
  }
  if ((turn.flags & Game::kMustUse) != 0 && (server_rulings(state) || turn.free == 0)) {
    return "spades that need not be used";
  }
  if (turn.key_steps > 0 && turn.keys_open == 0) return "steps that wait for nothing";
  if (turn.keys_open != 0) {
    const int candidates = std::popcount(static_cast<unsigned>(key_candidates(state, player, turn.key_steps)));
    if (turn.keys_open > 1 || player.keys == 0 || candidates <= player.keys) return "no choice of keys is open";
  }
  for (int cult = 0; cult < kCults; ++cult) {
    if ((turn.held >> cult & 1) != 0 && player.cults[cult] != kCultTop - 1) return "a cult is held back, but not on 9";
  }
  if (turn.journey > 0 && (!has_journeys(player) || turn.journey > kLand || turn.free + turn.bought == 0)) {
    return "a journey that is no use";
  }
  if ((state.worked - (vacant(state) & all_of(state, faction.home))).any())
    return "hexes brought home are not free home terrain";
  if ((turn.flags & Game::kMayOrdain) != 0 && (faction.stronghold_priests == 0 || player.pieces[kStronghold] == 0)) {
    return "only darklings turn workers into priests";
  }
  if (turn.towns > town_tiles_left(state)) return "more towns than town tiles";
  if ((turn.flags & Game::kOwesBridge) != 0 && spannable(state, player) == 0) return "no bridge can be built";
  if (!server_rulings(state)) {
    if ((turn.flags & Game::kOwesStorm) != 0 && storm_hexes(state, player).none()) return "no hex for the sandstorm";
    if ((turn.flags & Game::kOwesDwelling) != 0 && free_dwelling_hexes(state, player).none())
      return "no hex for a dwelling";
    if ((turn.flags & Game::kOwesTrading) != 0 &&
        (player.pieces[kDwelling] == 0 || player.pieces[kTradingHouse] == kSupply[kTradingHouse])) {
      return "no trading house can be had";
    }
  }
  switch (table.node) {
    case Node::kFavor:
      return favors_left(state, player) != 0 ? "" : "no favor tile is left";
    case Node::kSpades:
      return spades_usable(state, player, turn.free, turn.bought, (turn.flags & Game::kMayBuy) != 0)
                 ? ""
                 : "the spades cannot be used";
    case Node::kHead:
      return turn.held == 0 ? "" : "a cult is held back between actions";
    case Node::kTail:
      if (state.worked.any() && player.pieces[kDwelling] == kSupply[kDwelling]) return "no dwelling is left to build";
      if (turn.held != 0 && state.worked.none() && !faction.river_towns) return "a cult is held back for no town";
      return tail_is_open(state) ? "" : "nothing is left to do in this turn";
    default:
      return {};
  }
}

}  // namespace

namespace terra {

Node node_of(const State& state, std::string_view phase) {
  const Turn& turn = state.table.turn;
  if (phase == "deal" || phase == "setup") return setup_step(state).node;
  if (phase == "leech") return Node::kLeech;
  if (phase == "cultist") return Node::kCultistStep;
  if (phase == "spade") return Node::kBonusSpades;
  if (phase == "end") return Node::kOver;
  if (turn.keys_open != 0) return Node::kKeys;
  if (turn.favors > 0) return Node::kFavor;
  if (turn.towns > 0) return Node::kTown;
  if ((turn.flags & Game::kOwesBridge) != 0) return Node::kBridge;
  if ((turn.flags & Game::kOwesStorm) != 0) return Node::kStorm;
  if ((turn.flags & Game::kOwesDwelling) != 0) return Node::kFreeDwelling;
  if ((turn.flags & Game::kOwesTrading) != 0) return Node::kFreeTrading;
  if (turn.cult > 0) return Node::kCult;
  if (turn.free + turn.bought > 0) return Node::kSpades;
  return turn.acts > 0 && state.worked.none() ? Node::kHead : Node::kTail;
}

}  // namespace terra

std::string TerraMystica::audit(const State& state) {
  const Table& table = state.table;
  if (std::string wrong = audit_bounds(state); !wrong.empty()) return wrong;
  if (state.filler[0] != 0 || state.filler[1] != 0) return "the filler is not empty";
  if (std::string wrong = audit_options(state); !wrong.empty()) return wrong;
  if (std::string wrong = audit_order(state); !wrong.empty()) return wrong;
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    if (seat >= table.players && is_chosen(state.players[seat])) return "a seat that does not play has a faction";
    if (std::string wrong = audit_player(state, seat); !wrong.empty()) return wrong;
  }
  if (std::string wrong = audit_tiles(state); !wrong.empty()) return wrong;
  if (std::string wrong = audit_map(state); !wrong.empty()) return wrong;
  const bool setup = table.node < Node::kHead;
  if (setup != (table.round == 0)) return "rounds are counted from the first turn on";
  if (setup) {
    if (std::string wrong = audit_setup(state); !wrong.empty()) return wrong;
  } else {
    if (next_scoring_round(state) > 0 || table.cards == 0) return "tiles are not dealt";
    for (int seat = 0; seat < table.players; ++seat) {
      if (!is_chosen(state.players[seat])) return seat_name(seat) + " has no faction";
      if (own(state, state.players[seat]).none()) return seat_name(seat) + " has no structure";
    }
  }
  if (table.node != node_of(state, phase(state))) return "another decision is due";
  if (std::string wrong = audit_turn(state); !wrong.empty()) return wrong;
  if (board_key_from_scratch(state) != state.board_key) return "the key is not the one made from scratch";
  if (const int player = current_player(state); player >= 0) {
    ActionList<TerraMystica> actions;
    legal_actions(state, actions);
    if (actions.empty()) return "no action is legal";
  } else if (player == kChance) {
    OutcomeList<TerraMystica> outcomes;
    chance_outcomes(state, outcomes);
    if (outcomes.empty()) return "no outcome is possible";
  }
  return {};
}

}  // namespace embertree
