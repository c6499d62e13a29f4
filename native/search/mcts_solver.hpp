// What is certain in a tree: values of perfect play, proven from the ends of the game upwards (Winands et al.,
// "Monte-Carlo tree search solver", 2008; here with values for all seats, and through chance).
#pragma once

#include "core/game.hpp"
#include "search/mcts_select.hpp"
#include "search/mcts_worker.hpp"
#include "search/tree.hpp"

namespace embertree {

template <Game G, int N>
class TreeSolver {
 public:
  using State = typename G::State;
  using Node = MctsNode<N>;
  using Index = typename Tree<N>::Index;

  static void prove(Node& node, const float* values) {
    for (int s = 0; s < N; ++s) put(node.values[s], values[s]);
    std::atomic_ref(node.marks).fetch_or(Node::kProven, std::memory_order_release);
  }

  // Proves the node at that place of a path where its children decide it: a seat has a sure win, or all of them are
  // proven.
  static bool try_to_prove(Tree<N>& tree, const State& root, const Eyes<N>& eyes, const Path& path, int place) {
    Node& node = tree[path.nodes[place]];
    const Index first = Tree<N>::children_of(node);
    if (first == 0) return false;
    const int count = peek(node.num_children);
    const int mover = peek(node.mover);
    float values[N] = {};
    if (mover == kChance) {
      for (int i = 0; i < count; ++i) {
        if (!is_proven(tree[first + static_cast<Index>(i)])) return false;
      }
      expect(tree, root, path, place, first, values);
    } else {
      const Node* best = nullptr;
      bool all = true;
      for (int i = 0; i < count; ++i) {
        const Node& child = tree[first + static_cast<Index>(i)];
        if (!is_proven(child)) {
          all = false;
          continue;
        }
        // Among equals the one that the game lists first, as in depth-first search.
        if (best == nullptr || eyes.worth(child, mover) > eyes.worth(*best, mover) ||
            (eyes.worth(child, mover) == eyes.worth(*best, mover) && child.action < best->action)) {
          best = &child;
        }
      }
      if (best == nullptr || (!all && eyes.worth(*best, mover) < 1.0F)) return false;
      for (int s = 0; s < N; ++s) values[s] = peek(best->values[s]);
    }
    prove(node, values);
    return true;
  }

 private:
  // The mean over outcomes by their weights. Rare, so the state is played again rather than kept for all nodes.
  static void expect(const Tree<N>& tree, const State& root, const Path& path, int place, Index first, float* values) {
    State state = root;
    for (int i = 1; i <= place; ++i) apply<G>(state, tree[path.nodes[i]].action);
    OutcomeList<G> outcomes;
    G::chance_outcomes(state, outcomes);
    double sums[N] = {};
    double total = 0.0;
    Index at = first;
    for (const Outcome& outcome : outcomes) {
      const double weight = static_cast<double>(outcome.weight);
      total += weight;
      for (int s = 0; s < N; ++s) sums[s] += weight * static_cast<double>(peek(tree[at].values[s]));
      ++at;
    }
    for (int s = 0; s < N; ++s) values[s] = static_cast<float>(sums[s] / total);
  }
};

}  // namespace embertree
