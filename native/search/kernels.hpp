// What a search does most, each on its own and over and over: whoever measures takes the time of a whole run.
//
// The states are those of whole games, so that branches are met as play meets them. Nothing here looks at a clock.
#pragma once

#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/searcher.hpp"

namespace embertree {

// The compiler must take it that somebody reads and writes all of `value`.
template <class T>
inline void used(T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

template <Game G>
class Kernels {
 public:
  using State = typename G::State;

  // One game from its start: the actions and outcomes in order.
  void add_game(const State& start, std::span<const Action> actions) {
    games_.push_back({start, {actions.begin(), actions.end()}});
    State state = start;
    for (const Action action : actions) {
      if (G::current_player(state) >= 0) decisions_.push_back(state);
      embertree::apply<G>(state, action);
    }
  }

  // Keeps at most so many decisions, evenly spread: few enough to stay near the processor, as a search's own do.
  void thin(std::size_t most) {
    if (decisions_.size() <= most) return;
    for (std::size_t i = 0; i < most; ++i) decisions_[i] = decisions_[i * decisions_.size() / most];
    decisions_.resize(most);
  }

  KernelRun run(Kernel kernel, std::uint64_t repeats) const {
    KernelRun totals;
    if (kernel == Kernel::kApply) {
      for (const Played& game : games_) totals.calls += repeats * game.actions.size();
    } else {
      totals.calls = repeats * decisions_.size();
    }
    for (std::uint64_t r = 0; r < repeats; ++r) totals.checksum = mix64(totals.checksum ^ once(kernel));
    return totals;
  }

 private:
  struct Played {
    State start;
    std::vector<Action> actions;
  };

  // Each has a loop of its own, so that no choice between them stands in a loop that is measured.
  std::uint64_t once(Kernel kernel) const {
    std::uint64_t sum = 0;
    switch (kernel) {
      case Kernel::kLegalActions:
        for (const State& state : decisions_) {
          ActionList<G> actions;
          G::legal_actions(state, actions);
          used(actions);
          sum += static_cast<std::uint64_t>(actions.size()) + static_cast<std::uint64_t>(actions[0]);
        }
        break;
      case Kernel::kApply:
        for (const Played& game : games_) {
          State state = game.start;
          for (const Action action : game.actions) embertree::apply<G>(state, action);
          used(state);
          sum += G::key(state);
        }
        break;
      case Kernel::kCopy:
        for (const State& state : decisions_) {
          State copy = state;
          used(copy);
          sum += static_cast<std::uint64_t>(G::num_players(copy));
        }
        break;
      case Kernel::kKey:
        for (const State& state : decisions_) sum += G::key(state);
        break;
      case Kernel::kEvaluate:
        for (const State& state : decisions_) {
          Evaluation evaluation;
          G::evaluate(state, evaluation);
          used(evaluation);
          sum += evaluation.scores[0] > 0.0F;
        }
        break;
    }
    return sum;
  }

  std::vector<Played> games_;
  std::vector<State> decisions_;
};

}  // namespace embertree
