// The tree of the last search found again some moves later.
#pragma once

#include <algorithm>
#include <vector>

#include "core/game.hpp"
#include "search/tree.hpp"

namespace embertree {

// Looks for a state among those that followed the tree's root, the most visited first, and makes it the root; false
// where it is not found soon.
template <Game G, int N>
bool find_again(Tree<N>& tree, const typename G::State& old_root, const typename G::State& root) {
  using State = typename G::State;
  using Index = typename Tree<N>::Index;
  struct Place {
    std::uint32_t visits;
    Index node;
    std::size_t state;
  };
  const Key key = G::key(root);
  if (key == G::key(old_root)) return true;
  std::vector<State> states{old_root};
  std::vector<Place> open{{tree[0].visits, 0, 0}};
  const auto less = [](const Place& a, const Place& b) { return a.visits < b.visits; };
  int looks = 4000;
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end(), less);
    const Place place = open.back();
    open.pop_back();
    const MctsNode<N>& node = tree[place.node];
    for (Index c = node.first_child; c < node.first_child + node.num_children; ++c) {
      if (tree[c].visits == 0 || tree[c].first_child == 0) continue;
      if (--looks < 0) return false;
      const State next = child<G>(states[place.state], tree[c].action);
      if (G::key(next) == key) {
        tree.reroot(c);
        return true;
      }
      open.push_back({tree[c].visits, c, states.size()});
      states.push_back(next);
      std::push_heap(open.begin(), open.end(), less);
    }
  }
  return false;
}

}  // namespace embertree
