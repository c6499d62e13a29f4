// How the tree grows: the children of decisions and of chance, and room for them.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/game.hpp"
#include "search/mcts_flight.hpp"
#include "search/mcts_leaf.hpp"
#include "search/mcts_params.hpp"
#include "search/mcts_select.hpp"
#include "search/mcts_worker.hpp"
#include "search/rendezvous.hpp"
#include "search/tree.hpp"

namespace embertree {

template <Game G, int N>
class Growth {
 public:
  using State = typename G::State;
  using Node = MctsNode<N>;
  using Index = typename Tree<N>::Index;

  // `prior`: visits that a new node's evaluation stands for; `ask_policy`: whether moves get weights from the policy.
  Growth(Tree<N>& tree, Rendezvous& rendezvous, const LeafValue<G, N>& leaf, const MctsParams& params, float prior,
         bool ask_policy)
      : tree_(tree),
        rendezvous_(rendezvous),
        leaf_(leaf),
        prior_(prior),
        widen_(params.widen),
        policy_samples_(params.policy_samples),
        ask_policy_(ask_policy) {}

  void begin(const Eyes<N>& eyes) {
    eyes_ = eyes;
    full_ = false;
  }

  // Whether the ceiling is reached and nothing can be dropped.
  bool full() const { return full_.load(std::memory_order_relaxed); }

  // All threads wait while the parts of the tree that were visited least make room.
  void make_room() {
    // Where nothing can be dropped the tree stays as it is and simulations go on from its leaves.
    if (!tree_.shrink(tree_.capacity() / 2)) full_ = true;
  }

  // The first of a node's new children; 0 where another thread makes them just now, or there is no room.
  template <bool kShared>
  Index expand(Node& node, const State& state, MctsWorker& worker) {
    if (full()) return 0;
    if constexpr (kShared) {
      if ((std::atomic_ref(node.marks).fetch_or(Node::kBusy, std::memory_order_acquire) & Node::kBusy) != 0) {
        return Tree<N>::children_of(node);
      }
    }
    Index first = Tree<N>::children_of(node);
    if (first == 0) {
      if (peek(node.mover) == kChance) {
        OutcomeList<G> outcomes;
        G::chance_outcomes(state, outcomes);
        first = take<kShared>(outcomes.size());
        if (first != 0) {
          for (int i = 0; i < outcomes.size(); ++i) new_node(first + static_cast<Index>(i), outcomes[i].action);
          publish(node, first, outcomes.size());
        }
      } else {
        ActionList<G> actions;
        search_actions<G>(state, actions);
        first = add_children<kShared>(node, state, actions, worker);
      }
    }
    if constexpr (kShared) {
      std::atomic_ref(node.marks).fetch_and(static_cast<std::uint8_t>(~Node::kBusy), std::memory_order_release);
    }
    return first;
  }

  template <bool kShared>
  Index add_children(Node& node, const State& state, ActionList<G>& actions, MctsWorker& worker) {
    const Index first = take<kShared>(actions.size());
    if (first == 0) return 0;
    const int count = actions.size();
    lay_out(first, actions, worker);
    if (prior_ != 0.0F) {
      // New nodes start from their evaluation as from so many visits (Gelly and Silver, "Combining online and offline
      // knowledge in UCT", 2007): where moves are many, most need not be tried at all.
      for (Index c = first; c < first + static_cast<Index>(count); ++c) {
        leaf_.judge_node(tree_[c], child<G>(state, tree_[c].action));
      }
      if (widen_ > 0.0F) {
        // Those that look best are opened first.
        const int mover = G::current_player(state);
        std::sort(&tree_[first], &tree_[first] + count, [&](const Node& a, const Node& b) {
          const float left = eyes_.worth(a, mover);
          const float right = eyes_.worth(b, mover);
          return left != right ? left > right : a.action < b.action;
        });
      }
    }
    if (ask_policy_) weigh(first, count, state, worker);
    publish(node, first, count);
    return first;
  }

  // In random order: where they are equal in all else, no place in the list is better.
  void lay_out(Index first, ActionList<G>& actions, MctsWorker& worker) {
    const int count = actions.size();
    for (int i = count - 1; i > 0; --i) std::swap(actions[i], actions[worker.rng.below_int(i + 1)]);
    for (int i = 0; i < count; ++i) new_node(first + static_cast<Index>(i), actions[i]);
  }

  void publish(Node& node, Index first, int count) {
    put(node.num_children, static_cast<std::uint16_t>(count));
    std::atomic_ref(node.first_child).store(first, std::memory_order_release);
  }

  // So many new nodes side by side; 0 where there is no room, which is then asked for.
  template <bool kShared>
  Index take(int count) {
    const Index first = tree_.take(count, kShared);
    if (first == 0) rendezvous_.ask();
    return first;
  }

 private:
  void new_node(Index at, Action action) {
    Node& node = tree_[at];
    node = Node{};
    node.action = static_cast<std::uint16_t>(action);
  }

  // The policy's choices as shares, with one more for all moves together: none is ruled out.
  void weigh(Index first, int count, const State& state, MctsWorker& worker) {
    std::vector<int>& chosen = worker.chosen;
    chosen.assign(static_cast<std::size_t>(count), 0);
    for (int k = 0; k < policy_samples_; ++k) {
      const Action action = G::policy_action(state, worker.rng);
      for (int i = 0; i < count; ++i) {
        if (tree_[first + static_cast<Index>(i)].action == action) {
          ++chosen[static_cast<std::size_t>(i)];
          break;
        }
      }
    }
    for (int i = 0; i < count; ++i) {
      const float share = (static_cast<float>(chosen[static_cast<std::size_t>(i)]) + 2.0F / static_cast<float>(count)) /
                          (static_cast<float>(policy_samples_) + 2.0F);
      tree_[first + static_cast<Index>(i)].prior = prior_of(share);
    }
  }

  Tree<N>& tree_;
  Rendezvous& rendezvous_;
  const LeafValue<G, N>& leaf_;
  float prior_;
  float widen_;
  int policy_samples_;
  bool ask_policy_;
  Eyes<N> eyes_;
  std::atomic<bool> full_{false};
};

}  // namespace embertree
