// Exact values of games that are small enough to be listed whole, cycles included: value iteration (Bellman, 1957) over
// the parts of the graph that can come back to themselves, last parts first (Tarjan, "Depth-first search and linear
// graph algorithms", 1972; Dai and Goldsmith, "Topological value iteration", 2007).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/searcher.hpp"

namespace embertree {

template <Game G, int N>
class Solver {
 public:
  using State = typename G::State;

  Solver(Objective objective, double tolerance, std::uint64_t max_states)
      : objective_(objective), tolerance_(tolerance), max_states_(max_states) {}

  // UsageError where the game has too many states or its values do not settle.
  Solution run(const State& root) {
    list_states(root);
    find_parts();
    Solution solution;
    solution.states = values_.size();
    solution.players = N;
    for (std::size_t begin = 0; begin < order_.size();) {
      std::size_t end = begin + 1;
      while (end < order_.size() && part_[order_[end]] == part_[order_[begin]]) ++end;
      settle(begin, end, solution);
      begin = end;
    }
    for (int s = 0; s < N; ++s) solution.values[s] = values_[0][static_cast<std::size_t>(s)];
    return solution;
  }

 private:
  using Values = std::array<double, N>;
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};
  static constexpr std::uint64_t kMostSweeps = 1'000'000;

  struct NodeOf {
    Index first_edge;
    Index best;         // the edge chosen last
    std::int8_t mover;  // a seat, kChance or kTerminal
  };

  // Where the table of states keeps one.
  struct Place {
    Key key;
    Index number;
  };

  // --- All states that can be reached, breadth first, with their edges ---

  void list_states(const State& root) {
    std::vector<State> states;
    places_.assign(1 << 16, Place{0, kNone});
    number_of(root, states);
    for (std::size_t at = 0; at < states.size(); ++at) {
      const State state = states[at];
      NodeOf node{static_cast<Index>(edges_.size()), 0, static_cast<std::int8_t>(G::current_player(state))};
      if (node.mover == kTerminal) {
        Result result;
        G::result(state, result);
        final_values(objective_, result, N, G::kTraits.score_scale, values_[at].data());
      } else if (node.mover == kChance) {
        OutcomeList<G> outcomes;
        G::chance_outcomes(state, outcomes);
        double sum = 0.0;
        for (const Outcome& outcome : outcomes) sum += static_cast<double>(outcome.weight);
        for (const Outcome& outcome : outcomes) {
          add_edge(number_of(child<G>(state, outcome.action), states), static_cast<double>(outcome.weight) / sum);
        }
      } else {
        ActionList<G> actions;
        G::legal_actions(state, actions);
        for (const Action action : actions) add_edge(number_of(child<G>(state, action), states), 0.0);
      }
      nodes_.push_back(node);
    }
    nodes_.push_back({static_cast<Index>(edges_.size()), 0, kTerminal});  // the end of the last one's edges
  }

  void add_edge(Index to, double probability) {
    if (edges_.size() >= kNone - 1) too_many();
    edges_.push_back(to);
    chances_.push_back(probability);
  }

  Index number_of(const State& state, std::vector<State>& states) {
    const Key key = G::key(state);
    Place* place = place_of(key);
    if (place->number != kNone) return place->number;
    if (states.size() >= max_states_) too_many();
    const auto number = static_cast<Index>(states.size());
    *place = {key, number};
    states.push_back(state);
    values_.push_back(Values{});
    if (states.size() * 2 > places_.size()) {
      std::vector<Place> old(places_.size() * 4, Place{0, kNone});
      old.swap(places_);
      for (const Place& each : old) {
        if (each.number != kNone) *place_of(each.key) = each;
      }
    }
    return number;
  }

  // Where a key is, or would be.
  Place* place_of(Key key) {
    std::size_t at = key & (places_.size() - 1);
    while (places_[at].number != kNone && places_[at].key != key) at = (at + 1) & (places_.size() - 1);
    return &places_[at];
  }

  [[noreturn]] void too_many() const {
    throw UsageError("more than " + std::to_string(max_states_) + " states can be reached from here: solve is for " +
                     "small games; search this one, or allow more with max_states");
  }

  // --- Parts: states that can come back to each other. `order_` lists them part by part, each after all it leads to
  // ---

  void find_parts() {
    const std::size_t count = values_.size();
    part_.assign(count, kNone);
    std::vector<Index> seen(count, kNone);
    std::vector<Index> low(count, 0);
    std::vector<Index> open;
    struct Call {
      Index node;
      Index edge;
    };
    std::vector<Call> calls{{0, nodes_[0].first_edge}};
    Index clock = 0;
    Index parts = 0;
    seen[0] = low[0] = clock++;
    open.push_back(0);
    while (!calls.empty()) {
      Call& call = calls.back();
      const Index node = call.node;
      if (call.edge < nodes_[node + 1].first_edge) {
        const Index to = edges_[call.edge++];
        if (seen[to] == kNone) {
          seen[to] = low[to] = clock++;
          open.push_back(to);
          calls.push_back({to, nodes_[to].first_edge});
        } else if (part_[to] == kNone) {
          low[node] = std::min(low[node], seen[to]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) low[calls.back().node] = std::min(low[calls.back().node], low[node]);
      if (low[node] != seen[node]) continue;
      Index member;
      do {
        member = open.back();
        open.pop_back();
        part_[member] = parts;
        order_.push_back(member);
      } while (member != node);
      ++parts;
    }
  }

  // --- Sweeps over one part until nothing moves any more ---

  void settle(std::size_t begin, std::size_t end, Solution& solution) {
    for (std::uint64_t sweep = 0;; ++sweep) {
      double change = 0.0;
      for (std::size_t i = begin; i < end; ++i) change = std::max(change, renew(order_[i]));
      ++solution.sweeps;
      if (end - begin == 1 || change <= tolerance_) return;
      if (sweep == kMostSweeps)
        throw UsageError("the values of this game do not settle: each seat's best hangs on a tie");
    }
  }

  double renew(Index at) {
    NodeOf& node = nodes_[at];
    if (node.mover == kTerminal) return 0.0;
    const Index end = nodes_[at + 1].first_edge;
    Values fresh{};
    if (node.mover == kChance) {
      for (Index e = node.first_edge; e < end; ++e) {
        const Values& to = values_[edges_[e]];
        for (std::size_t s = 0; s < N; ++s) fresh[s] += chances_[e] * to[s];
      }
    } else {
      const auto mover = static_cast<std::size_t>(node.mover);
      // What was best stays so until another is clearly better: among equals the others' values would swing.
      Index best = node.first_edge + node.best;
      for (Index e = node.first_edge; e < end; ++e) {
        if (values_[edges_[e]][mover] > values_[edges_[best]][mover] + kClearly) best = e;
      }
      node.best = best - node.first_edge;
      fresh = values_[edges_[best]];
    }
    double change = 0.0;
    for (std::size_t s = 0; s < N; ++s) change = std::max(change, std::abs(fresh[s] - values_[at][s]));
    values_[at] = fresh;
    return change;
  }

  static constexpr double kClearly = 1e-14;

  Objective objective_;
  double tolerance_;
  std::uint64_t max_states_;

  std::vector<NodeOf> nodes_;
  std::vector<Index> edges_;
  std::vector<double> chances_;
  std::vector<Place> places_;  // open addressing
  std::vector<Values> values_;
  std::vector<Index> part_;
  std::vector<Index> order_;
};

}  // namespace embertree
