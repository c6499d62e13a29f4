#include "games/volcano_island/keys.hpp"
#include "games/volcano_island/words.hpp"

namespace embertree {
namespace volcano {

Key board_key_from_scratch(const State& state) {
  Key key = 0;
  for (int seat = 0; seat < kSeats; ++seat) {
    for (int kind = kSettlement; kind <= kCity; ++kind) {
      for (const int square : own(state, seat, kind)) key ^= piece_key(seat, kind, square);
    }
  }
  for (int eruption = 0; eruption < 2; ++eruption) {
    for (const int square : state.lava[eruption]) key ^= lava_key(eruption, square);
  }
  return key;
}

namespace {

// An upper bound that shrinks with every round, so that a claimed round number cannot grow out of its byte.
int rounds_to_come(const State& state) {
  if (state.mover == kTerminal) return 0;
  if (state.eruptions == 2) return markers_left(state) + 1;
  const bool to_be_rolled = state.counter == 0;
  const int counter = !to_be_rolled          ? state.counter
                      : state.eruptions == 0 ? VolcanoIsland::kLongestFirst
                                             : VolcanoIsland::kLongestSecond;
  return counter + 2 * VolcanoIsland::kMarkers + (state.eruptions == 0 ? VolcanoIsland::kLongestSecond : 0);
}

std::string wrong_fields(const State& state) {
  if (state.players < 3 || state.players > kSeats) return "there are 3 or 4 players";
  if (state.rules > VolcanoIsland::kAllRules) return "unknown options";
  if (state.start >= state.players) return "the start player is no seat";
  if (state.round < 1 || state.round > VolcanoIsland::kLastRound) return "the round is out of range";
  if (state.mover >= state.players) return "the actor is no seat";
  if (state.mover < 0 && state.mover != kChance && state.mover != kTerminal) return "the actor is no seat";
  if (state.actions > VolcanoIsland::kActionsPerTurn) return "a turn has three actions";
  if (state.mover < 0 && state.actions != 0) return "actions are left, but nobody acts";
  if (state.eruptions > 2) return "there are two eruptions";
  if (state.counter > VolcanoIsland::kLongestFirst) return "the counter is at most 15";
  return {};
}

std::string wrong_pieces(const State& state) {
  Bits128 seen;
  for (int seat = 0; seat < kSeats; ++seat) {
    const std::string who = std::string("seat ") + seat_letter(seat);
    if (seat >= state.players && state.tribes[seat].any()) return who + " does not play, but has pieces";
    if (seen.intersects(state.tribes[seat])) return "two pieces on one square";
    seen |= state.tribes[seat];
    for (int kind = kSettlement; kind <= kCity; ++kind) {
      if (own(state, seat, kind).count() != state.count[seat][kind]) return who + ": pieces are miscounted";
      if (state.count[seat][kind] > VolcanoIsland::kSupply[kind]) {
        return who + " has more " + std::string(kKindPlurals[kind]) + " than there are";
      }
    }
  }
  Bits128 kinds;
  for (int kind = kSettlement; kind <= kCity; ++kind) {
    if (kinds.intersects(state.pieces[kind])) return "one piece of two kinds";
    kinds |= state.pieces[kind];
  }
  if (kinds != seen) return "a piece without an owner or without a kind";
  if (!land(state).contains(seen)) return "a piece stands where nobody may build";
  if (seen.intersects(state.lava[0] | state.lava[1])) return "a piece stands on lava";
  if (state.vacant != land(state) - seen - (state.lava[0] | state.lava[1])) return "vacant squares are not up to date";
  if (state.barred != (state.actions > 0 ? kept_out(state, state.mover) : Bits128{})) {
    return "the squares that influence bars are not up to date";
  }
  return {};
}

// Each eruption begins on a square of the volcano of its own and goes on over land, step by step.
std::string wrong_flow(const State& state, int eruption) {
  const Bits128 lava = state.lava[eruption];
  if (lava.none()) return {};
  const std::string name = eruption == 0 ? "the lava of the first eruption" : "the lava of the second eruption";
  if (!squares_of_island(state.players).contains(lava)) return name + " leaves the island";
  Bits128 reached = lava & kVolcano;
  if (reached.count() != 1)
    return name + " must cover one square of the volcano, not " + std::to_string(reached.count());
  for (Bits128 edge = reached; edge.any();) {
    edge = (Board::orthogonal(edge) & lava) - reached;
    reached |= edge;
  }
  if (reached != lava) return name + " is not connected: " + squares_text(lava - reached, " ") + " stands apart";
  return {};
}

std::string wrong_lava(const State& state) {
  for (int eruption = 0; eruption < 2; ++eruption) {
    if (state.eruptions <= eruption && state.lava[eruption].any()) return "lava of an eruption that has not begun";
    const std::string flow = wrong_flow(state, eruption);
    if (!flow.empty()) return flow;
  }
  if (state.lava[0].intersects(state.lava[1] & kVolcano)) return "both eruptions began on one square";
  // A rolled counter of 10 at most lets the first eruption have so many markers; the shared stock leaves the others.
  if (state.lava[0].count() > VolcanoIsland::kLongestSecond) return "the first eruption has more than 10 markers";
  if (state.eruptions == 2 && markers_left(state) < 0) return "the second eruption has more markers than there are";
  return {};
}

std::string wrong_phase(const State& state) {
  if (state.round + rounds_to_come(state) > VolcanoIsland::kLastRound) return "the round is out of range";
  const bool over = state.mover == kTerminal;
  const bool flowing = state.mover >= 0 && state.actions == 0;
  const int first = state.lava[0].count();
  if (state.mover == kChance) {
    if (state.eruptions == 2) return "both eruptions have begun, so nothing is rolled";
    if (state.counter != 0) return "the counter is 0 until it is rolled";
    if (state.eruptions == 0) {
      if (occupied(state).any()) return "the first roll comes before the first piece";
      return state.round == 1 ? "" : "the first roll comes in round 1";
    }
    return first == 1 ? "" : "the second roll follows the first marker of the first eruption";
  }
  if (flowing && state.eruptions == 0) return "no lava flows before the first eruption";
  if (flowing && state.mover != lava_player(state)) {
    return std::string("the lava player is the last of the round, seat ") + seat_letter(lava_player(state));
  }
  if (state.eruptions == 0) return state.counter > 0 ? "" : "before the first eruption the counter is at least 1";
  if (state.eruptions == 1) {
    if (flowing && state.counter == 0)
      return first == 0 ? "" : "the first marker is placed already, so the counter is at least 1";
    if (state.counter == 0) return "before the second eruption the counter is at least 1";
    if (first == 0 && !over) return "the first eruption has begun, but there is no lava";
    const int rolled = first + state.counter - (flowing ? 0 : 1);
    return rolled <= VolcanoIsland::kLongestSecond
               ? ""
               : "counter and lava do not fit: the second roll is at most 10, here it was " + std::to_string(rolled);
  }
  if (state.counter != 0) return "after the second eruption the counter is 0";
  if (over) return {};
  if (first == 0) return "two eruptions have begun, but there is no lava of the first";
  if (flowing) return markers_left(state) > 0 ? "" : "all markers are placed: no lava flows";
  return state.lava[1].any() ? "" : "the second eruption has begun, but there is no lava of it";
}

}  // namespace
}  // namespace volcano

using namespace volcano;

Key VolcanoIsland::key(const State& state) { return state.board_key ^ fields_key(state); }

Key VolcanoIsland::key_from_scratch(const State& state) { return board_key_from_scratch(state) ^ fields_key(state); }

std::string VolcanoIsland::audit(const State& state) {
  for (const auto& part : {wrong_fields, wrong_pieces, wrong_lava, wrong_phase}) {
    const std::string wrong = part(state);
    if (!wrong.empty()) return wrong;
  }
  if (state.actions > 0 && !can_act(state)) {
    return std::string("seat ") + seat_letter(state.mover) +
           " has no legal action: " + (has_rule(state, kStuckPasses) ? "it passes" : "the game is over (phase end)");
  }
  if (state.board_key != board_key_from_scratch(state)) return "the key differs from the one made from scratch";
  return {};
}

}  // namespace embertree
