#include "search/simple.hpp"

#include <algorithm>
#include <cstring>

namespace embertree {
namespace {

struct Buffer {
  alignas(kStateAlign) std::byte bytes[kMaxStateBytes];
};

void copy(const AnyGame& game, const void* from, Buffer& to) { std::memcpy(to.bytes, from, game.state_bytes()); }

// The evaluation of a state, averaged over the chance event that stands next in it; a further one is judged as it is.
PerSeat<double> judged(const AnyGame& game, Objective objective, const void* state) {
  PerSeat<double> values{};
  if (game.current_player(state) != kChance) {
    game.values(objective, state, values.data());
    return values;
  }
  std::vector<Outcome> outcomes;
  game.chance_outcomes(state, outcomes);
  double sum = 0;
  Buffer next;
  for (const Outcome& outcome : outcomes) {
    copy(game, state, next);
    game.apply_action(next.bytes, outcome.action);
    PerSeat<double> each{};
    game.values(objective, next.bytes, each.data());
    const double weight = static_cast<double>(outcome.weight);
    for (int s = 0; s < kMaxSeats; ++s) values[s] += weight * each[s];
    sum += weight;
  }
  for (double& value : values) value /= sum;
  return values;
}

// The ranked moves' first is the best; equals are told apart by the seed.
void choose(Found& found, int mover, std::uint64_t seed) {
  std::stable_sort(found.moves.begin(), found.moves.end(),
                   [&](const MoveInfo& a, const MoveInfo& b) { return a.values[mover] > b.values[mover]; });
  for (const MoveInfo& move : found.moves) {
    if (move.values[mover] == found.moves.front().values[mover]) found.bestmoves.push_back(move.action);
  }
  found.choose_best(seed);
  found.values = found.moves.front().values;
}

std::vector<Action> root_actions(const AnyGame& game, const void* state, const Limits& limits, bool all) {
  if (!limits.searchmoves.empty()) return limits.searchmoves;
  std::vector<Action> actions;
  all ? game.legal_actions(state, actions) : game.search_actions(state, actions);
  return actions;
}

}  // namespace

Found GreedySearch::run(const void* state, SearchControl& control) {
  Found found;
  found.players = game_.num_players(state);
  found.depth = found.seldepth = 1;
  Buffer next;
  for (const Action action : root_actions(game_, state, control.limits(), false)) {
    copy(game_, state, next);
    game_.apply_action(next.bytes, action);
    MoveInfo move{.action = action, .pv = {action}};
    move.values = judged(game_, settings_.objective, next.bytes);
    found.moves.push_back(std::move(move));
    ++found.nodes;
  }
  choose(found, game_.current_player(state), mix64(settings_.seed) ^ game_.key(state));
  found.time_ms = control.elapsed_ms();
  return found;
}

Found RandomSearch::run(const void* state, SearchControl& control) {
  Found found;
  found.players = game_.num_players(state);
  const auto actions = root_actions(game_, state, control.limits(), true);
  Rng rng(mix64(settings_.seed) ^ game_.key(state));
  found.best = actions[rng.below(actions.size())];
  found.bestmoves = actions;
  game_.values(settings_.objective, state, found.values.data());
  found.nodes = 1;
  found.depth = found.seldepth = 1;
  found.moves = {{.action = found.best, .values = found.values, .pv = {found.best}}};
  found.time_ms = control.elapsed_ms();
  return found;
}

}  // namespace embertree
