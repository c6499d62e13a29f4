// Counts move sequences: the same number by every path means that moves, keys and copies agree.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/game.hpp"

namespace embertree {

template <Game G>
class Perft {
 public:
  explicit Perft(bool hashed) : hashed_(hashed) {}

  // Sequences of `depth` plies from a state; each decision and each chance outcome is one ply.
  std::uint64_t count(const typename G::State& state, int depth) {
    if (depth == 0) return 1;
    const int mover = G::current_player(state);
    if (mover == kTerminal) return 0;
    if (hashed_ && depth > 1) {
      const Key slot = G::key(state) ^ mix64(static_cast<std::uint64_t>(depth));
      if (const auto known = counts_.find(slot); known != counts_.end()) return known->second;
      return counts_[slot] = count_children(state, mover, depth);
    }
    return count_children(state, mover, depth);
  }

 private:
  std::uint64_t count_children(const typename G::State& state, int mover, int depth) {
    std::uint64_t sum = 0;
    if (mover == kChance) {
      OutcomeList<G> outcomes;
      G::chance_outcomes(state, outcomes);
      if (depth == 1) return static_cast<std::uint64_t>(outcomes.size());
      for (const Outcome& outcome : outcomes) sum += count(child<G>(state, outcome.action), depth - 1);
    } else {
      ActionList<G> actions;
      G::legal_actions(state, actions);
      if (depth == 1) return static_cast<std::uint64_t>(actions.size());
      for (const Action action : actions) sum += count(child<G>(state, action), depth - 1);
    }
    return sum;
  }

  bool hashed_;
  std::unordered_map<Key, std::uint64_t> counts_;
};

}  // namespace embertree
