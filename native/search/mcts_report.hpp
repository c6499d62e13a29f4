// What a tree says of its root: values, ranked moves, expected lines.
#pragma once

#include <algorithm>
#include <vector>

#include "core/objective.hpp"
#include "core/rng.hpp"
#include "search/mcts_select.hpp"
#include "search/searcher.hpp"
#include "search/tree.hpp"

namespace embertree {

template <int N>
class TreeReport {
 public:
  using Node = MctsNode<N>;
  using Index = typename Tree<N>::Index;

  TreeReport(const Tree<N>& tree, Eyes<N> eyes, Objective objective, std::uint64_t seed, bool through_chance)
      : tree_(tree), eyes_(eyes), objective_(objective), seed_(seed), through_chance_(through_chance) {}

  // Values, moves best first, and the best of them; nodes, time and depth are the search's to tell.
  void fill(Found& found) const {
    const Node& root = tree_[0];
    found.players = N;
    found.hashfull = static_cast<int>(std::uint64_t{tree_.used()} * 1000 / tree_.capacity());
    found.proven = is_proven(root);
    for (int s = 0; s < N; ++s) found.values[s] = shown(value_of(root, s));
    rank_moves(root, peek(root.mover), found);
  }

 private:
  double shown(float value) const { return objective_ == Objective::kMargin ? 2.0 * value - 1.0 : value; }

  // The line of most visits; it ends before chance, where no seat chooses, unless the likeliest outcome was asked for.
  void follow(Index at, std::vector<Action>& line) const {
    while (true) {
      line.push_back(tree_[at].action);
      const Node& node = tree_[at];
      const Index first = Tree<N>::children_of(node);
      if (first == 0 || (peek(node.mover) == kChance && !through_chance_)) return;
      at = leading_child(node, first);
      if (peek(tree_[at].visits) == 0) return;
    }
  }

  // The most visited child; of a proven node the one that proves it.
  Index leading_child(const Node& node, Index first) const {
    const int mover = peek(node.mover);
    const bool proven = mover >= 0 && is_proven(node);
    Index best = first;
    for (Index c = first; c < first + peek(node.num_children); ++c) {
      const Node& a = tree_[c];
      const Node& b = tree_[best];
      if (proven) {
        const bool sure = is_proven(a);
        const bool best_sure = is_proven(b);
        if (sure != best_sure ? sure : sure && eyes_.worth(a, mover) > eyes_.worth(b, mover)) best = c;
      } else if (peek(a.visits) > peek(b.visits)) {
        best = c;
      }
    }
    return best;
  }

  void rank_moves(const Node& root, int mover, Found& found) const {
    const Index first = Tree<N>::children_of(root);
    if (first == 0) return;
    struct Ranked {
      Index node;
      std::uint32_t visits;
      float worth;
      bool sure;
      int tier;  // 2: proven, and as good as the best of the others; 0: proven and worse; 1: the others
    };
    std::vector<Ranked> ranked;
    float best_open = -1.0F;
    std::uint32_t most = 0;
    for (Index c = first; c < first + peek(root.num_children); ++c) {
      const Node& node = tree_[c];
      const bool sure = is_proven(node);
      ranked.push_back({c, peek(node.visits), eyes_.worth(node, mover), sure, 1});
      if (!sure && ranked.back().visits >= most) {
        most = ranked.back().visits;
        best_open = most > 0 ? ranked.back().worth : -1.0F;
      }
    }
    for (Ranked& each : ranked) {
      if (each.sure) each.tier = each.worth >= best_open ? 2 : 0;
    }
    const auto better = [&](const Ranked& a, const Ranked& b) {
      if (a.tier != b.tier) return a.tier > b.tier;
      if (a.tier != 1 && a.worth != b.worth) return a.worth > b.worth;
      if (a.tier == 1 && a.visits != b.visits) return a.visits > b.visits;
      if (a.worth != b.worth) return a.worth > b.worth;
      return tree_[a.node].action < tree_[b.node].action;
    };
    std::sort(ranked.begin(), ranked.end(), better);
    const Ranked& top = ranked.front();
    for (const Ranked& each : ranked) {
      const Node& node = tree_[each.node];
      MoveInfo move;
      move.action = node.action;
      move.visits = each.visits;
      for (int s = 0; s < N; ++s) {
        const bool known = each.visits != 0 || each.sure;
        move.values[s] = shown(value_of(known ? node : root, s));
      }
      follow(each.node, move.pv);
      found.moves.push_back(std::move(move));
      const bool equal =
          each.tier == top.tier && each.worth == top.worth && (top.tier != 1 || each.visits == top.visits);
      if (equal) found.bestmoves.push_back(node.action);
    }
    std::sort(found.bestmoves.begin(), found.bestmoves.end());
    found.choose_best(mix64(seed_ ^ 0x7E57ULL));
  }

  const Tree<N>& tree_;
  Eyes<N> eyes_;
  Objective objective_;
  std::uint64_t seed_;
  bool through_chance_;
};

}  // namespace embertree
