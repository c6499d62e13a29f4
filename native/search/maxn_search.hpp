// Values of a position for every seat, each of which seeks its own best: max^n (Luckhardt and Irani, "An algorithmic
// solution of n-person games", 1986), with shallow pruning where the values of all seats have a known sum (Korf,
// "Multi-player alpha-beta pruning", 1991).
#pragma once

#include <algorithm>
#include <array>

#include "search/depth_first.hpp"
#include "search/ttable.hpp"

namespace embertree {

template <Game G, int N>
class MaxnSearch {
 public:
  using State = typename G::State;
  using Values = std::array<float, N>;

  MaxnSearch(const ExpectimaxParams& params, Objective objective, std::size_t bytes)
      : params_(params),
        objective_(objective),
        sum_(sum_of_values(objective, N)),
        prune_(params.pruning != ExpectimaxParams::Pruning::kOff && objective != Objective::kMargin),
        table_(bytes) {}

  void begin(SearchControl& control, std::uint64_t seed, int) {
    watch_.begin(control);
    seed_ = seed;
    sampled_ = false;
    ordering_.begin();
    table_.begin();
  }

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

  bool stopped() const { return watch_.stopped(); }
  bool sampled() const { return sampled_; }
  std::uint64_t nodes() const { return watch_.nodes(); }
  int hashfull() const { return table_.permille(); }
  bool horizon() const { return horizon_; }
  void reset_horizon() { horizon_ = false; }
  Action best_known(const State& state, int depth) const {
    const auto* slot = table_.find(G::key(state), depth);
    return slot == nullptr || slot->action == Table::kNoHint ? kNoAction : static_cast<Action>(slot->action);
  }

  static constexpr float kNoCeiling = 4.0F;

 private:
  using Table = TTable<Values>;
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
    typename Branches<G>::Frame frame;
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

  ExpectimaxParams params_;
  Objective objective_;
  float sum_;
  bool prune_;
  std::uint64_t seed_ = 0;

  Watch watch_;
  Table table_;
  Ordering<G> ordering_;
  Branches<G> branches_;
  bool horizon_ = false;
  bool sampled_ = false;
};

}  // namespace embertree
