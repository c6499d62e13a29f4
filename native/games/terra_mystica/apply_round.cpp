// Between turns and between rounds: offers of power, whose turn it is, cult bonus, income.
#include "games/terra_mystica/rules.hpp"

namespace embertree::terra {
namespace {

void begin_turn(State& state, int seat) {
  Table& table = state.table;
  table.turn = {};
  table.turn.seat = static_cast<std::uint8_t>(seat);
  table.turn.acts = 1;
  table.actor = static_cast<std::uint8_t>(seat);
  table.node = Node::kHead;
}

void take_income(State& state, int seat) {
  Player& player = state.players[seat];
  const Faction& faction = faction_of(player);
  const auto count = [&](Structure kind) { return std::size_t{player.pieces[kind]}; };
  int coins = faction.trading_coins[count(kTradingHouse)];
  int workers = faction.dwelling_workers[count(kDwelling)];
  int priests = faction.temple_priests[count(kTemple)];
  int power = faction.trading_power[count(kTradingHouse)] + faction.temple_power[count(kTemple)];
  const auto add = [&](const Goods& goods) {
    coins += goods.coins;
    workers += goods.workers;
    priests += goods.priests;
    power += goods.power;
  };
  if (player.pieces[kStronghold] > 0) add(faction.stronghold_income);
  if (player.pieces[kSanctuary] > 0) priests += faction.sanctuary_priests;
  if (player.card != 0) add(kBonusRows[player.card - 1].income);
  for (unsigned favors = player.favors; favors != 0; favors &= favors - 1) {
    add(kFavorRows[std::countr_zero(favors)].income);
  }
  player.coins = static_cast<std::uint16_t>(player.coins + coins);
  player.workers = static_cast<std::uint16_t>(player.workers + workers);
  gain_priests(player, priests);
  gain_power(player, power);
}

// How often the cult bonus of a tile is earned.
int bonus_times(const Player& player, const ScoringTile& tile) {
  const int of = tile.cult == kByPriests ? player.cult_priests : player.cults[tile.cult];
  return of / tile.steps;
}

int bonus_spades(const Player& player, const ScoringTile& tile) {
  if (tile.spades == 0) return 0;
  const int spades = tile.spades * bonus_times(player, tile);
  const int at_once = faction_of(player).spades_at_once;
  return at_once > 0 ? spades - spades % at_once : spades;
}

void take_cult_bonus(State& state, int seat, const ScoringTile& tile) {
  Player& player = state.players[seat];
  const int times = bonus_times(player, tile);
  player.coins = static_cast<std::uint16_t>(player.coins + times * tile.bonus.coins);
  player.workers = static_cast<std::uint16_t>(player.workers + times * tile.bonus.workers);
  gain_priests(player, times * tile.bonus.priests);
  gain_power(player, times * tile.bonus.power);
  if (tile.spades > 0) gain_spades(state, seat, tile.spades * times, false);
}

void finish_round(State& state, Journal journal) {
  Table& table = state.table;
  journal.note(state);
  const std::uint16_t cards = free_cards(state);
  for (int card = 0; card < kBonusCards; ++card) {
    table.card_coins[card] = static_cast<std::uint8_t>(table.card_coins[card] + (cards >> card & 1));
  }
  start_round(state);
}

void finish_actions(State& state, Journal journal) {
  Table& table = state.table;
  table.turn = {};
  if (table.round == kRounds) {
    table.node = Node::kOver;
    table.actor = 0;
    return;
  }
  journal.note(state);
  // The next round's order holds already for the bonus spades.
  const std::uint8_t first = table.passed[0];
  for (int i = 0; i < table.players; ++i) {
    table.order[i] = has_option(state, TerraMystica::kVariableOrder)
                         ? table.passed[i]
                         : static_cast<std::uint8_t>((first + i) % table.players);
  }
  table.node = Node::kBonusSpades;
  const ScoringTile& tile = scoring_tile(state);
  for (int seat = 0; seat < table.players; ++seat) take_cult_bonus(state, seat, tile);
  table.actor = table.order[0];
  table.turn.free = static_cast<std::uint8_t>(bonus_spades(state.players[table.actor], tile));
  settle_bonus_spades(state, journal);
}

// The next in the order of turns who has not passed, -1 where all have. Seats or places are a bit each, so that nothing
// branches on who has passed.
int next_seat(const State& state) {
  const Table& table = state.table;
  const auto next = [](unsigned open, int now) {
    const unsigned later = open >> (now + 1) << (now + 1);
    return std::countr_zero(later != 0 ? later : open);
  };
  unsigned passed = 0;
  for (int seat = 0; seat < kMaxSeats; ++seat) passed |= unsigned{state.players[seat].passed} << seat;
  const unsigned open = ((1U << table.players) - 1) & ~passed;
  if (open == 0) return -1;
  if (!has_option(state, TerraMystica::kVariableOrder)) return next(open, table.turn.seat);
  unsigned places = 0;
  for (int place = 0; place < table.players; ++place) places |= (open >> table.order[place] & 1) << place;
  return table.order[next(places, place_in_order(state, table.turn.seat))];
}

void next_turn(State& state, Journal journal) {
  const int seat = next_seat(state);
  if (seat < 0) {
    finish_actions(state, journal);
  } else {
    begin_turn(state, seat);
  }
}

}  // namespace

void start_round(State& state) {
  Table& table = state.table;
  ++table.round;
  table.passed_count = 0;
  for (std::uint8_t& seat : table.passed) seat = 0;
  table.power_used = 0;
  for (int seat = 0; seat < table.players; ++seat) {
    state.players[seat].passed = 0;
    state.players[seat].used = 0;
    take_income(state, seat);
  }
  begin_turn(state, table.order[0]);
}

void settle_bonus_spades(State& state, Journal journal) {
  Table& table = state.table;
  const ScoringTile& tile = scoring_tile(state);
  int place = place_in_order(state, table.actor);
  while (true) {
    if (table.turn.free > 0 && spades_usable(state, state.players[table.actor], table.turn.free, 0, false)) return;
    table.turn.free = 0;
    state.worked = {};
    if (++place == table.players) break;
    table.actor = table.order[place];
    table.turn.free = static_cast<std::uint8_t>(bonus_spades(state.players[table.actor], tile));
  }
  finish_round(state, journal);
}

void end_turn(State& state, Journal journal) {
  Turn& turn = state.table.turn;
  state.worked = {};
  // Most often nobody is asked, and what the turn leaves behind is gone with the next one's beginning.
  if (turn.events == 0) {
    next_turn(state, journal);
    return;
  }
  Turn after{};
  after.seat = turn.seat;
  after.events = turn.events;
  for (int event = 0; event < 2; ++event) {
    for (int seat = 0; seat < kMaxSeats; ++seat) after.offers[event][seat] = turn.offers[event][seat];
  }
  turn = after;
  resolve_offers(state, journal);
}

void resolve_offers(State& state, Journal journal) {
  Table& table = state.table;
  Turn& turn = table.turn;
  if (turn.events == 0) return next_turn(state, journal);
  const Answerers who = answerers(state);
  for (int event = 0; event < turn.events; ++event) {
    for (int i = 0; i < who.count; ++i) {
      const int seat = who.seats[i];
      std::uint8_t& offer = turn.offers[event][seat];
      if (offer == 0) continue;
      if (takeable(state.players[seat], offer) == 0) {
        offer = 0;
        continue;
      }
      table.actor = static_cast<std::uint8_t>(seat);
      table.node = Node::kLeech;
      return;
    }
    // The cultists' own affair comes when all have answered.
    const int answers = turn.answers;
    turn.answers = 0;
    if (answers == TerraMystica::kTaken) {
      table.actor = turn.seat;
      table.node = Node::kCultistStep;
      if (event + 1 == turn.events) turn.events = 0;
      return;
    }
    if (answers == TerraMystica::kDeclined && has_option(state, TerraMystica::kErrataCultists)) {
      gain_power(state.players[turn.seat], 1);
    }
  }
  next_turn(state, journal);
}

}  // namespace embertree::terra
