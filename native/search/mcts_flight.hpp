// Simulations on their way: those whose leaves wait for one call of an evaluator.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/game.hpp"
#include "search/leaf_evaluator.hpp"
#include "search/mcts_worker.hpp"
#include "search/tree.hpp"

namespace embertree {

// A weight of 0 to 1 as a node keeps it; no move is ruled out.
inline std::uint8_t prior_of(float share) {
  return static_cast<std::uint8_t>(std::clamp(share * 255.0F + 0.5F, 1.0F, 255.0F));
}

template <Game G, int N>
class Flights {
 public:
  using State = typename G::State;

  // A path no longer than it is.
  struct Way {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> better;

    void restore(Path& path) const {
      path.hot = 0;
      path.length = static_cast<int>(nodes.size());
      std::copy(nodes.begin(), nodes.end(), path.nodes);
      std::copy(better.begin(), better.end(), path.better);
    }
  };

  explicit Flights(int most) : most_(static_cast<std::size_t>(most)) {
    numbers_ = 1;
    for (const int size : G::observation_shape(N)) numbers_ *= static_cast<std::size_t>(size);
    observations_.resize(most_ * numbers_);
    legal_.resize(most_ * kActions);
    values_.resize(most_ * N);
    priors_.resize(most_ * kActions);
    ways_.resize(most_);
    states_.resize(most_);
  }

  bool full() const { return count_ == most_; }
  bool empty() const { return count_ == 0; }
  int size() const { return static_cast<int>(count_); }
  void clear() { count_ = 0; }
  const Way& path(int i) const { return ways_[static_cast<std::size_t>(i)]; }
  const State& state(int i) const { return states_[static_cast<std::size_t>(i)]; }

  // The state is at a decision.
  void add(const State& state, const Path& path) {
    Way& way = ways_[count_];
    way.nodes.assign(path.nodes, path.nodes + path.length);
    way.better.assign(path.better, path.better + path.length);
    states_[count_] = state;
    G::observation(state, G::current_player(state), &observations_[count_ * numbers_]);
    std::uint8_t* const legal = &legal_[count_ * kActions];
    std::memset(legal, 0, kActions);
    ActionList<G> actions;
    search_actions<G>(state, actions);
    for (const Action action : actions) legal[action] = 1;
    ++count_;
  }

  void judge(LeafEvaluator& evaluator) {
    with_priors_ = evaluator.judge({size(), N, observations_.data(), legal_.data(), values_.data(), priors_.data()});
  }

  // Values by seat.
  void values_of(int i, float* values) const {
    const int mover = G::current_player(state(i));
    for (int k = 0; k < N; ++k)
      values[(mover + k) % N] = values_[static_cast<std::size_t>(i) * N + static_cast<std::size_t>(k)];
  }

  // The evaluator's weights as shares among the children.
  void give_priors(int i, Tree<N>& tree, std::uint32_t first, int count) const {
    const float* const row = &priors_[static_cast<std::size_t>(i) * kActions];
    const auto end = first + static_cast<std::uint32_t>(count);
    float sum = 0.0F;
    for (std::uint32_t c = first; with_priors_ && c < end; ++c) sum += row[tree[c].action];
    for (std::uint32_t c = first; c < end; ++c) {
      tree[c].prior = prior_of(sum > 0.0F ? row[tree[c].action] / sum : 1.0F / static_cast<float>(count));
    }
  }

 private:
  static constexpr std::size_t kActions = static_cast<std::size_t>(G::kTraits.num_distinct_actions);

  std::size_t most_;
  std::size_t numbers_;
  std::size_t count_ = 0;
  bool with_priors_ = false;
  std::vector<float> observations_;
  std::vector<std::uint8_t> legal_;
  std::vector<float> values_;
  std::vector<float> priors_;
  std::vector<Way> ways_;
  std::vector<State> states_;
};

}  // namespace embertree
