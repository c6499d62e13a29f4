#include <algorithm>

#include "games/volcano_island/questions.hpp"

namespace embertree {
namespace {

using namespace volcano;

}  // namespace

void VolcanoIsland::evaluate(const State& state, Evaluation& evaluation) {
  Result now;
  result(state, now);
  for (int s = 0; s < state.players; ++s) evaluation.scores[s] = static_cast<float>(now.scores[s]);
  evaluation.spread = 5.0F;
}

Action VolcanoIsland::policy_action(const State& state, Rng& rng) { return random_action(state, rng).action; }

void VolcanoIsland::observation(const State& state, int seat, float* features) {
  const auto plane = [&](Bits128 squares) {
    for (int square = 0; square < kSquares; ++square) *features++ = squares.test(square) ? 1.0F : 0.0F;
  };
  const auto number = [&](int value, int most) {
    const float share = static_cast<float>(value) / static_cast<float>(most);
    for (int square = 0; square < kSquares; ++square) *features++ = share;
  };
  const int players = state.players;
  for (int i = 0; i < players; ++i) {
    const int s = (seat + i) % players;
    for (int kind = kSettlement; kind <= kCity; ++kind) plane(own(state, s, kind));
    plane(pawn(state, s));
  }
  plane(squares_of_island(players));
  plane(kVolcano);
  plane(state.lava[0]);
  plane(state.lava[1]);
  for (int i = 0; i < players; ++i) number(state.mover == (seat + i) % players ? 1 : 0, 1);
  for (int i = 0; i < players; ++i) number(state.start == (seat + i) % players ? 1 : 0, 1);
  number(state.actions, kActionsPerTurn);
  number(state.eruptions, 2);
  number(state.counter, kLongestFirst);
  number(std::min<int>(state.round, 40), 40);
}

}  // namespace embertree
