// What is certain in a tree: values of perfect play, proven from the ends of the game upwards (Winands et al.,
// "Monte-Carlo tree search solver", 2008; here with values for all seats, and through chance).
#pragma once

#include <algorithm>

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
    for (int s = 0; s < N; ++s) put(node.values[s], -values[s]);
    std::atomic_ref(node.marks).fetch_or(Node::kProven, std::memory_order_release);
  }

  // Proves the node at that place of a path where its children decide it: a seat has a sure win, or all of them are
  // proven. Then `values` are the node's; else false, and they are as they were.
  static bool try_to_prove(Tree<N>& tree, const State& root, const Eyes<N>& eyes, const Path& path, int place,
                           float* values) {
    Node& node = tree[path.nodes[place]];
    const Index first = Tree<N>::children_of(node);
    if (first == 0) return false;
    const int count = peek(node.num_children);
    const int mover = peek(node.mover);
    float sure[N] = {};
    if (mover == kChance) {
      if (!expect(tree, root, path, place, first, count, sure)) return false;
    } else {
      const int seat = eyes.seen(mover);
      const Node* best = nullptr;
      float most = -1.0F;
      bool all = true;
      for (int i = 0; i < count; ++i) {
        const Node& child = tree[first + static_cast<Index>(i)];
        const float value = peek(child.values[seat]);
        if (!is_sure(child, value)) {
          all = false;
          continue;
        }
        const float worth = eyes.worth(-value, mover);
        // Among equals the one that the game lists first, as in depth-first search.
        if (worth > most || (worth == most && child.action < best->action)) {
          most = worth;
          best = &child;
        }
      }
      if (best == nullptr || (!all && most < 1.0F) || !sure_values(*best, sure)) return false;
    }
    prove(node, sure);
    std::copy(sure, sure + N, values);
    return true;
  }

 private:
  // The mean over outcomes by their weights; false where one is not proven. Rare, so the state is played again rather
  // than kept for all nodes.
  static bool expect(const Tree<N>& tree, const State& root, const Path& path, int place, Index first, int count,
                     float* values) {
    for (int i = 0; i < count; ++i) {
      if (!is_proven(tree[first + static_cast<Index>(i)])) return false;
    }
    State state = root;
    for (int i = 1; i <= place; ++i) apply<G>(state, tree[path.nodes[i]].action);
    OutcomeList<G> outcomes;
    G::chance_outcomes(state, outcomes);
    double sums[N] = {};
    double total = 0.0;
    Index at = first;
    for (const Outcome& outcome : outcomes) {
      float sure[N];
      if (!sure_values(tree[at++], sure)) return false;
      const double weight = static_cast<double>(outcome.weight);
      total += weight;
      for (int s = 0; s < N; ++s) sums[s] += weight * static_cast<double>(sure[s]);
    }
    for (int s = 0; s < N; ++s) values[s] = static_cast<float>(sums[s] / total);
    return true;
  }
};

}  // namespace embertree
