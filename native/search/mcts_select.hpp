// Which child of a decision is looked at next.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/real.hpp"
#include "search/mcts_params.hpp"
#include "search/tree.hpp"

namespace embertree {

// What a seat sees in a node: its own value; with the paranoid assumption the others see the searcher's loss.
template <int N>
struct Eyes {
  bool paranoid = false;
  int me = 0;

  // Whose value it goes by.
  int seen(int mover) const { return paranoid ? me : mover; }

  float worth(const MctsNode<N>& node, int mover) const { return worth(value_of(node, seen(mover)), mover); }

  float worth(float value, int mover) const { return paranoid && mover != me ? 1.0F - value : value; }
};

// Upper confidence bounds (UCT), or with weights from a policy (Rosin, "Multi-armed bandits with episode context",
// 2011).
template <int N>
class Selection {
 public:
  using Node = MctsNode<N>;
  using Index = typename Tree<N>::Index;

  Selection(const MctsParams& params, bool puct, float explore, float prior)
      : puct_(puct),
        explore_(explore),
        prior_(prior),
        unseen_(params.first_play),
        fpu_(params.fpu),
        widen_(params.widen) {}

  bool puct() const { return puct_; }

  // How many of so many children are open after so many visits (progressive widening: Coulom, "Computing Elo ratings
  // of move patterns in the game of Go", 2007; Chaslot et al., "Progressive strategies for Monte-Carlo tree search",
  // 2008).
  static int open_children(float widen, std::uint32_t visits, int count) {
    if (widen <= 0.0F) return count;
    const float open = widen * std::sqrt(static_cast<float>(visits + 1));
    return open < static_cast<float>(count) ? std::max(1, static_cast<int>(open)) : count;
  }

  // The child to go to. What is proven needs no second look: where it is best, the best of the others is looked at, and
  // `better` says what the seat would take.
  template <bool kShared>
  Index choose(const Tree<N>& tree, const Node& node, Index first, int mover, const Eyes<N>& eyes,
               Index& better) const {
    const Node* const children = &tree[first];
    const std::uint32_t visits = peek(node.visits);
    const int count = open_children(widen_, visits, node.num_children);
    const int seat = eyes.seen(mover);
    const float bonus = explore_ * std::sqrt(puct_ ? static_cast<float>(visits) : static_cast<float>(log_of(visits)));
    const float unseen = puct_ ? eyes.worth(node, mover) - fpu_ : unseen_;
    float best_score = kNothing;
    int best = 0;
    float sure_score = kNothing;
    int sure = -1;
    for (int i = 0; i < count; ++i) {
      const Node& child = children[i];
      float n = static_cast<float>(peek(child.visits));
      float value = peek(child.values[seat]);
      if (is_sure(child, value)) {
        value = eyes.worth(-value, mover);
        if (value > sure_score) {
          sure_score = value;
          sure = i;
        }
        continue;
      }
      value = eyes.worth(value, mover);
      float weight = n + prior_;
      if constexpr (kShared) {
        // A thread that is below the child just now counts as a loss (virtual loss), so that threads spread.
        const auto flying = static_cast<float>(peek(child.flying));
        if (flying > 0.0F) {
          value *= weight / (weight + flying);
          weight += flying;
          n += flying;
        }
      }
      float score;
      if (puct_) {
        if (weight == 0.0F) value = unseen;
        score = value + bonus * static_cast<float>(child.prior) * (1.0F / 255) / (1.0F + n);
      } else if (weight == 0.0F) {
        score = unseen;
      } else {
        score = value + bonus / std::sqrt(weight);
      }
      if (score > best_score) {
        best_score = score;
        best = i;
      }
      // Children are tried in order, so all that follow are untried too.
      if (weight == 0.0F && !puct_) break;
    }
    if constexpr (kShared) {
      // A sure win proves the node; where another thread undid that (tree.hpp), going there finds it again.
      if (sure_score >= 1.0F) return first + static_cast<Index>(sure);
    }
    if (sure >= 0 && sure_score > best_score) {
      if (best_score > kNothing) {
        better = first + static_cast<Index>(sure);
      } else {
        best = sure;  // no other is open: another thread is about to prove the node, or moves are still to be opened
      }
    }
    return first + static_cast<Index>(best);
  }

 private:
  static constexpr float kNothing = -1e9F;

  bool puct_;
  float explore_;
  float prior_;   // visits that a new node's evaluation stands for
  float unseen_;  // uct: the score of a child not yet tried
  float fpu_;
  float widen_;
};

}  // namespace embertree
