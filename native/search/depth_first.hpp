// What the depth-first searches share: counting and stopping, chance events as branches, the order of actions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/fixed_list.hpp"
#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/searcher.hpp"
#include "search/ttable.hpp"

namespace embertree {

struct ExpectimaxParams {
  enum class Opponents { kMaxn, kParanoid };
  enum class Pruning { kStar2, kStar1, kOff };
  enum class Root { kBest, kExact };

  int depth = 64;           // plies, where the limits name none
  int chance_limit = 512;   // outcomes between two decisions; beyond it they are sampled, and the result says so
  int chance_samples = 16;  // how many are drawn then
  Opponents opponents = Opponents::kMaxn;
  Pruning pruning = Pruning::kStar2;
  Root root = Root::kBest;
  bool table = true;
  bool pv_through_chance = false;

  static std::span<const ParamSpec> specs();
  static ExpectimaxParams from(const ParamMap& map);
};

// Counts nodes and knows when to stop; one object for all parts of a search.
class Watch {
 public:
  void begin(SearchControl& control) {
    control_ = &control;
    limit_ = control.limits().nodes != 0 ? control.limits().nodes : ~std::uint64_t{0};
    nodes_ = 0;
    stopped_ = false;
    look_at_ = std::min(limit_, kEvery);
  }
  // One node more; false where there is none to spare or time is up.
  bool step() {
    if (nodes_ == look_at_ && !may_go_on()) [[unlikely]] {
      return false;
    }
    ++nodes_;
    return true;
  }
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint64_t kEvery = 256;

  // Asked at the limit and every so many nodes before it. Once stopped the count stands still, so it is asked again and
  // again, and says the same.
  [[gnu::noinline]] bool may_go_on() {
    stopped_ = stopped_ || nodes_ == limit_ || control_->expired();
    if (!stopped_) look_at_ = std::min(limit_, nodes_ + kEvery);
    return !stopped_;
  }

  SearchControl* control_ = nullptr;
  std::uint64_t limit_ = 0;
  std::uint64_t look_at_ = 0;  // the number of nodes at which to ask next
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

// One outcome of a chance event with what is known of its value.
struct Branch {
  Action action;
  float value;
  double weight;
  float low;
  float high;
};

// Chance events on the path. Short lists of outcomes live in their frames, on the stack; long ones one behind the other
// in memory of their own, since the stack is small.
template <Game G>
class Branches {
 public:
  static constexpr bool kShort = G::kTraits.max_chance_outcomes <= 32;

  struct Frame {
    int begin = 0;
    int count = 0;
    double weight = 0.0;  // the sum
    bool sampled = false;
    FixedList<Branch, kShort ? G::kTraits.max_chance_outcomes : 1> own;
  };

  // The outcomes of a chance event: all, or a sample where they are more than `most`.
  [[gnu::always_inline]] void open(const typename G::State& state, const ExpectimaxParams& params, std::uint64_t seed,
                                   int most, Frame& frame) {
    if constexpr (kShort) {
      list(state, params, seed, most, frame);
    } else {
      list_apart(state, params, seed, most, frame);
    }
  }
  void close(const Frame& frame) {
    if constexpr (!kShort) top_ = frame.begin;
  }
  // Not to be kept over a call that opens frames.
  Branch& operator()(Frame& frame, int i) {
    if constexpr (kShort) return frame.own[i];
    return pool_[static_cast<std::size_t>(frame.begin + i)];
  }

 private:
  // Not inlined: its lists would weigh on the stack of every node.
  [[gnu::noinline]] void list_apart(const typename G::State& state, const ExpectimaxParams& params, std::uint64_t seed,
                                    int most, Frame& frame) {
    frame.begin = top_;
    list(state, params, seed, most, frame);
    top_ += frame.count;
  }

  [[gnu::always_inline]] void list(const typename G::State& state, const ExpectimaxParams& params, std::uint64_t seed,
                                   int most, Frame& frame) {
    OutcomeList<G> outcomes;
    G::chance_outcomes(state, outcomes);
    if (outcomes.size() <= most) {
      for (const Outcome& outcome : outcomes) add(frame, outcome.action, static_cast<double>(outcome.weight));
    } else {
      sample(state, params, seed, most, frame);
    }
  }

  // The draw depends on the position and the seed alone, so every visit sees the same sample.
  [[gnu::noinline]] void sample(const typename G::State& state, const ExpectimaxParams& params, std::uint64_t seed,
                                int most, Frame& frame) {
    frame.sampled = true;
    Rng rng(mix64(seed) ^ G::key(state));
    const int draws = std::max(1, std::min(params.chance_samples, most));
    for (int i = 0; i < draws; ++i) {
      const Action drawn = G::sample_chance(state, rng);
      int k = 0;
      while (k < frame.count && (*this)(frame, k).action != drawn) ++k;
      if (k < frame.count) {
        (*this)(frame, k).weight += 1.0;
        frame.weight += 1.0;
      } else {
        add(frame, drawn, 1.0);
      }
    }
  }

  void add(Frame& frame, Action action, double weight) {
    const Branch branch{action, 0.0F, weight, 0.0F, 0.0F};
    if constexpr (kShort) {
      frame.own.push_back(branch);
    } else {
      const auto at = static_cast<std::size_t>(frame.begin + frame.count);
      if (at == pool_.size()) pool_.resize(std::max<std::size_t>(256, 2 * at));
      pool_[at] = branch;
    }
    ++frame.count;
    frame.weight += weight;
  }

  std::vector<Branch> pool_;
  int top_ = 0;
};

// The order in which actions are tried: the one that was best before, then those that were often good elsewhere (the
// history heuristic: Schaeffer, 1989), then as the game lists them.
template <Game G>
class Ordering {
 public:
  static constexpr int kSorted = 6;  // beyond so many the order no longer pays

  void begin() { std::fill(history_.begin(), history_.end(), 0U); }

  // Brings the i-th action to its place; the ones before it are in place already.
  void pick(ActionList<G>& actions, int i, std::uint16_t hint) const {
    int best = i;
    if (i == 0 && hint != 0xFFFF) {
      for (int k = 0; k < actions.size(); ++k) {
        if (actions[k] == static_cast<Action>(hint)) {
          best = k;
          break;
        }
      }
    } else if (i < kSorted) {
      for (int k = i + 1; k < actions.size(); ++k) {
        if (of(actions[k]) > of(actions[best])) best = k;
      }
    }
    // The others keep their order among each other.
    const Action action = actions[best];
    for (int k = best; k > i; --k) actions[k] = actions[k - 1];
    actions[i] = action;
  }

  void good(Action action, int depth) {
    std::uint32_t& worth = history_[static_cast<std::size_t>(action)];
    worth += static_cast<std::uint32_t>(depth * depth);
    if (worth > 1U << 30) {
      for (std::uint32_t& each : history_) each /= 2;
    }
  }

 private:
  std::uint32_t of(Action action) const { return history_[static_cast<std::size_t>(action)]; }

  std::vector<std::uint32_t> history_ = std::vector<std::uint32_t>(G::kTraits.num_distinct_actions);
};

// The frame of a search that seeks values of this type: what it holds, and what the root asks of it.
template <Game G, class Value>
class DepthFirst {
 public:
  using State = typename G::State;

  DepthFirst(const ExpectimaxParams& params, Objective objective, std::size_t bytes)
      : params_(params), objective_(objective), table_(bytes) {}

  void begin(SearchControl& control, std::uint64_t seed) {
    watch_.begin(control);
    seed_ = seed;
    sampled_ = false;
    ordering_.begin();
    table_.begin();
  }

  bool stopped() const { return watch_.stopped(); }
  bool sampled() const { return sampled_; }
  std::uint64_t nodes() const { return watch_.nodes(); }
  int hashfull() const { return table_.permille(); }
  // Whether an evaluation was asked since the last reset.
  bool horizon() const { return horizon_; }
  void reset_horizon() { horizon_ = false; }
  // The best action known at a node of that depth, or kNoAction.
  Action best_known(const State& state, int depth) const {
    const auto* slot = table_.find(G::key(state), depth);
    return slot == nullptr || slot->action == Table::kNoHint ? kNoAction : static_cast<Action>(slot->action);
  }

 protected:
  using Table = TTable<Value>;
  using Frame = typename Branches<G>::Frame;

  ExpectimaxParams params_;
  Objective objective_;
  std::uint64_t seed_ = 0;

  Watch watch_;
  Table table_;
  Ordering<G> ordering_;
  Branches<G> branches_;
  bool horizon_ = false;
  bool sampled_ = false;
};

// The bounds of a value on an objective's scale.
constexpr float lowest_value(Objective objective) { return objective == Objective::kMargin ? -1.0F : 0.0F; }
constexpr float highest_value(Objective) { return 1.0F; }
// What the values of all seats add up to: known for shares and ranks with any number of seats, for margins with two.
constexpr float sum_of_values(Objective objective, int players) {
  return objective == Objective::kWin    ? 1.0F
         : objective == Objective::kRank ? 0.5F * static_cast<float>(players)
                                         : 0.0F;
}

}  // namespace embertree
