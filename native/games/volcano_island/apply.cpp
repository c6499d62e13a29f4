#include "games/volcano_island/keys.hpp"
#include "games/volcano_island/questions.hpp"

namespace embertree {
namespace {

using namespace volcano;

// --- Pieces ---

void put(State& state, int seat, int kind, int square) {
  const Bits128 bit = Bits128::of(square);
  state.tribes[seat] |= bit;
  state.pieces[kind] |= bit;
  state.vacant -= bit;
  ++state.count[seat][kind];
  state.board_key ^= piece_key(seat, kind, square);
}

void take(State& state, int seat, int kind, int square) {
  const Bits128 bit = Bits128::of(square);
  state.tribes[seat] -= bit;
  state.pieces[kind] -= bit;
  state.vacant |= bit;
  --state.count[seat][kind];
  state.board_key ^= piece_key(seat, kind, square);
}

// Takes the seat's pieces from these squares: settlements, and among them one of `kind`.
void pay(State& state, int seat, Bits128 squares, int kind) {
  for (const int square : squares) {
    take(state, seat, state.pieces[kSettlement].test(square) ? kSettlement : kind, square);
  }
}

void build(State& state, int seat, int kind, Action choice) {
  const int ways = kind == kCity ? kFours : kThrees;
  const int site = choice / ways;
  const unsigned mask = kind == kCity ? kFourMask[choice % ways] : kThreeMask[choice % ways];
  pay(state, seat, squares_around(site, mask), kind - 1);
  if (kind != kVillage) take(state, seat, kind - 1, site);
  put(state, seat, kind, site);
  state.barred = kept_out(state, seat);
}

// --- Turns and rounds ---

void end_game(State& state) {
  state.mover = kTerminal;
  state.actions = 0;
  state.barred = {};
}

void place_lava(State& state) {
  state.mover = static_cast<std::int8_t>(lava_player(state));
  state.actions = 0;
  state.barred = {};
}

int left_of(const State& state, int seat) { return seat + 1 == state.players ? 0 : seat + 1; }

void end_round(State& state);

// A turn is never empty: whoever cannot act when it begins passes, or ends the game.
void begin_turn(State& state, int seat, bool first_of_round) {
  do {
    state.mover = static_cast<std::int8_t>(seat);
    state.actions = VolcanoIsland::kActionsPerTurn;
    state.barred = kept_out(state, seat);
    if (can_act(state)) return;
    if (!has_rule(state, VolcanoIsland::kStuckPasses)) return end_game(state);
    seat = left_of(state, seat);
  } while (seat != state.start);
  // All the rest of the round passed. Where that is the whole round nothing has changed, nor ever will.
  if (first_of_round) return end_game(state);
  end_round(state);
}

void begin_round(State& state) { begin_turn(state, state.start, true); }

void end_turn(State& state) {
  const int seat = left_of(state, state.mover);
  if (seat == state.start) {
    end_round(state);
  } else {
    begin_turn(state, seat, false);
  }
}

void pass_start_marker(State& state) {
  state.start = static_cast<std::uint8_t>(left_of(state, state.start));
  ++state.round;
  begin_round(state);
}

void end_round(State& state) {
  if (state.eruptions < 2) {
    --state.counter;
    // The first eruption drives the pawns off: where they stand follows from the number of eruptions.
    if (state.counter == 0) ++state.eruptions;
    if (state.eruptions == 0) return pass_start_marker(state);
    return place_lava(state);
  }
  if (markers_left(state) == 0) return end_game(state);  // the last one went down a round ago
  place_lava(state);
}

void flow(State& state, int square) {
  const Bits128 bit = Bits128::of(square);
  if (occupied(state).intersects(bit)) {
    int seat = 0;
    while (!state.tribes[seat].test(square)) ++seat;
    int kind = kSettlement;
    while (!state.pieces[kind].test(square)) ++kind;
    take(state, seat, kind, square);
  }
  const int eruption = state.eruptions - 1;
  state.lava[eruption] |= bit;
  state.vacant -= bit;
  state.board_key ^= lava_key(eruption, square);
  if (state.eruptions == 1 && state.counter == 0) {
    state.mover = kChance;  // the second roll follows the first marker
  } else {
    pass_start_marker(state);
  }
}

void roll(State& state, int sum) {
  state.counter = static_cast<std::uint8_t>(sum == 0 ? 1 : sum);  // 0 comes with the option blank_second_roll=now
  if (state.eruptions == 0) {
    begin_round(state);
  } else {
    pass_start_marker(state);
  }
}

}  // namespace

void VolcanoIsland::apply_action(State& state, Action action) {
  if (action >= kLava) {
    if (action >= kRoll) {
      roll(state, action - kRoll);
    } else {
      flow(state, action - kLava);
    }
    return;
  }
  const int seat = state.mover;
  if (action < kMove) {
    put(state, seat, kSettlement, action);
  } else if (action < kBuildVillage) {
    take(state, seat, kSettlement, (action - kMove) / kSquares);
    put(state, seat, kSettlement, (action - kMove) % kSquares);
  } else if (action < kBuildTown) {
    build(state, seat, kVillage, action - kBuildVillage);
  } else if (action < kBuildCity) {
    build(state, seat, kTown, action - kBuildTown);
  } else {
    build(state, seat, kCity, action - kBuildCity);
  }
  --state.actions;
  if (state.actions == 0) {
    end_turn(state);
  } else if (!can_act(state)) {
    if (has_rule(state, kStuckPasses)) {
      end_turn(state);
    } else {
      end_game(state);
    }
  }
}

}  // namespace embertree
