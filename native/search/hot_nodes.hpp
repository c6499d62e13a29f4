// Near the root every simulation of every thread writes the same few nodes, and a line of memory that two threads write
// by turns costs more than all the arithmetic. So each thread adds up for itself what it has for them, and writes
// several simulations at once; choices near the root then rest on numbers that lag by a hundredth.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "search/mcts_worker.hpp"
#include "search/tree.hpp"

namespace embertree {

template <int N>
class alignas(kCacheLine) HotNodes {
 public:
  using Index = typename Tree<N>::Index;

  // So many visits make a node hot.
  static constexpr std::uint32_t kFrom = 1024;

  void add(Tree<N>& tree, Index at, const float* values, float prior) {
    Sum& sum = sums_[(at * 0x9E3779B1U) >> (32 - kBits)];
    if (sum.count != 0 && sum.node != at) write(tree, sum, prior);
    sum.node = at;
    ++sum.count;
    for (int s = 0; s < N; ++s) sum.values[s] += values[s];
    if (sum.count == kAtOnce) write(tree, sum, prior);
  }

  void write_all(Tree<N>& tree, float prior) {
    for (Sum& sum : sums_) {
      if (sum.count != 0) write(tree, sum, prior);
    }
  }

 private:
  static constexpr int kBits = 6;
  static constexpr std::uint32_t kAtOnce = 16;

  struct Sum {
    Index node;
    std::uint32_t count;
    float values[N];
  };

  static void write(Tree<N>& tree, Sum& sum, float prior) {
    MctsNode<N>& node = tree[sum.node];
    const std::uint32_t visits =
        std::atomic_ref(node.visits).fetch_add(sum.count, std::memory_order_release) + sum.count;
    if (!is_proven(node)) {
      const float count = static_cast<float>(sum.count);
      const float part = count / (static_cast<float>(visits) + prior);
      for (int s = 0; s < N; ++s) {
        const float mean = value_of(node, s);
        put(node.values[s], mean + (sum.values[s] / count - mean) * part);
      }
    }
    sum = Sum{};
  }

  std::array<Sum, 1 << kBits> sums_{};
};

}  // namespace embertree
