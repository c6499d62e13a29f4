// Values of a position for every seat, each of which seeks its own best: max^n (Luckhardt and Irani, "An algorithmic
// solution of n-person games", 1986), with shallow pruning where the values of all seats have a known sum (Korf,
// "Multi-player alpha-beta pruning", 1991).
#pragma once

#include <algorithm>
#include <array>

#include "search/depth_first.hpp"

namespace embertree {

template <Game G, int N>
class MaxnSearch : public DepthFirst<G, std::array<float, N>> {
  using Base = DepthFirst<G, std::array<float, N>>;

 public:
  using State = typename G::State;
  using Values = std::array<float, N>;
  using Base::stopped;

  MaxnSearch(const ExpectimaxParams& params, Objective objective, std::size_t bytes)
      : Base(params, objective, bytes),
        sum_(sum_of_values(objective, N)),
        prune_(params.pruning != ExpectimaxParams::Pruning::kOff && objective != Objective::kMargin) {}

  void begin(SearchControl& control, std::uint64_t seed, int) { Base::begin(control, seed); }

  // The values by seat. `ceiling`: once the mover has that much, the seat before it has something better already, and
  // the rest is of no matter. Worthless once stopped().
  Values value(const State& state, int depth, float ceiling, int outcomes) {
    Values values{};
    if (!watch_.step()) return values;
    const int mover = G::current_player(state);
    if (mover >= 0 && depth > 0) return decision(state, mover, depth, ceiling);
    if (mover == kChance) return chance(state, depth, outcomes);
    if (mover != kTerminal) horizon_ = true;
    state_values<G>(objective_, state, N, values.data());
    return values;
  }

  static constexpr float kNoCeiling = 4.0F;

 private:
  using Base::branches_;
  using Base::horizon_;
  using Base::objective_;
  using Base::ordering_;
  using Base::params_;
  using Base::sampled_;
  using Base::seed_;
  using Base::table_;
  using Base::watch_;
  using typename Base::Frame;
  using typename Base::Table;

  static constexpr float kSlack = 1e-5F;

  Values decision(const State& state, int mover, int depth, float ceiling) {
    Key key = 0;
    std::uint16_t hint = Table::kNoHint;
    if (params_.table) {
      key = G::key(state);
      if (const auto* known = table_.find(key, depth)) {
        horizon_ |= known->horizon();
        return known->value;
      }
      hint = prune_ ? table_.hint(key) : Table::kNoHint;
    }
    const bool outer = horizon_;
    horizon_ = false;
    ActionList<G> actions;
    search_actions<G>(state, actions);
    Values best{};
    Action best_action = kNoAction;
    bool whole = true;
    for (int i = 0; i < actions.size(); ++i) {
      if (prune_) ordering_.pick(actions, i, hint);
      const Action action = actions[i];
      const State next = child<G>(state, action);
      const bool another = G::current_player(next) != mover;
      const float wall = prune_ && i > 0 && another ? sum_ - best[mover] + kSlack : kNoCeiling;
      const Values found = value(next, depth - 1, wall, params_.chance_limit);
      if (stopped()) return {};
      // Among equals the one that the game lists first, whatever the order of trying: the others' values hang on it.
      if (i == 0 || found[mover] > best[mover] || (found[mover] == best[mover] && action < best_action)) {
        best = found;
        best_action = action;
        if (best[mover] >= ceiling && i + 1 < actions.size()) {
          ordering_.good(action, depth);
          whole = false;
          break;
        }
      }
    }
    if (params_.table && whole) {
      table_.store(key, depth, best, Bound::kExact, horizon_, static_cast<std::uint16_t>(best_action));
    }
    horizon_ |= outer;
    return best;
  }

  Values chance(const State& state, int depth, int outcomes) {
    Frame frame;
    branches_.open(state, params_, seed_, outcomes, frame);
    sampled_ |= frame.sampled;
    const int share = std::max(1, outcomes / frame.count);
    double sums[N] = {};
    for (int i = 0; i < frame.count && !stopped(); ++i) {
      const Branch branch = branches_(frame, i);
      const Values each = value(child<G>(state, branch.action), depth, kNoCeiling, share);
      for (int s = 0; s < N; ++s) sums[s] += branch.weight * static_cast<double>(each[s]);
    }
    branches_.close(frame);
    Values values{};
    for (int s = 0; s < N; ++s) values[s] = static_cast<float>(sums[s] / frame.weight);
    return values;
  }

  float sum_;
  bool prune_;
};

}  // namespace embertree
