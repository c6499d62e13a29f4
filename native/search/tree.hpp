// The tree of a Monte Carlo search in one piece of memory: nodes, blocks of children, and how room is made.
//
// Several threads may walk and grow a tree at once: what they share is read and written through atomic references,
// which cost nothing where one thread is alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "core/types.hpp"

namespace embertree {

// What two threads write may not share a line of this size.
inline constexpr std::size_t kCacheLine = 64;

// 16 bytes and four more for each seat; children lie side by side.
template <int N>
struct MctsNode {
  std::uint32_t visits;
  std::uint32_t first_child;  // 0: not expanded
  std::uint16_t action;       // that led here
  std::uint16_t num_children;
  std::int8_t mover;    // a seat, kChance or kTerminal; known from the first visit on
  std::uint8_t marks;   // kProven, kBusy
  std::uint8_t flying;  // threads that are below it just now
  std::uint8_t prior;   // how much the game's policy likes the action, in 255ths
  float values[N];      // means, in [0, 1]; less than 0 where they are sure (sure_values)

  static constexpr std::uint8_t kProven = 1;  // the values are those of perfect play
  static constexpr std::uint8_t kBusy = 2;    // some thread makes its children
};

// Relaxed access to a field that other threads may use meanwhile.
template <class T>
T peek(const T& field) {
  return std::atomic_ref<T>(const_cast<T&>(field)).load(std::memory_order_relaxed);
}
template <class T>
void put(T& field, T value) {
  std::atomic_ref<T>(field).store(value, std::memory_order_relaxed);
}

// A seat's mean, or its sure value.
template <int N>
float value_of(const MctsNode<N>& node, int seat) {
  return std::fabs(peek(node.values[seat]));
}

// A proven node's values carry a sign, so that one word tells what the value is and that it is sure. A mean that
// another thread was about to write may still come after the proof: then the proof is lost until a later visit finds it
// again, but never is a mean taken for a proof.
template <int N>
bool is_sure(const MctsNode<N>& node, float value_read) {
  return (peek(node.marks) & MctsNode<N>::kProven) != 0 && std::signbit(value_read);
}

// All seats' values where they are sure; else false, and `values` is as it was.
template <int N>
bool sure_values(const MctsNode<N>& node, float* values) {
  if ((peek(node.marks) & MctsNode<N>::kProven) == 0) return false;
  float sure[N];
  for (int s = 0; s < N; ++s) {
    sure[s] = -peek(node.values[s]);
    if (std::signbit(sure[s])) return false;
  }
  std::copy(sure, sure + N, values);
  return true;
}

template <int N>
bool is_proven(const MctsNode<N>& node) {
  float values[N];
  return sure_values(node, values);
}

// Nodes 0 .. used-1, the root first. Memory is taken from the system as it is first written.
template <int N>
class Tree {
 public:
  using Node = MctsNode<N>;
  using Index = std::uint32_t;

  explicit Tree(std::size_t bytes)
      : capacity_(static_cast<Index>(
            std::clamp<std::size_t>(bytes / sizeof(Node), 1024, std::numeric_limits<Index>::max() / 2))),
        nodes_(static_cast<Node*>(::operator new(capacity_ * sizeof(Node), kPage))) {
#ifdef MADV_HUGEPAGE
    // A walk down a large tree misses the page tables at every step otherwise. A wish: without it all works too.
    const std::size_t whole = capacity_ * sizeof(Node) / kHugePage * kHugePage;
    if (whole != 0) madvise(nodes_.get(), whole, MADV_HUGEPAGE);
#endif
  }

  Node& operator[](Index at) { return nodes_[at]; }
  const Node& operator[](Index at) const { return nodes_[at]; }
  Index used() const { return used_.load(std::memory_order_relaxed); }
  Index capacity() const { return capacity_; }

  void clear() {
    used_ = 1;
    nodes_[0] = Node{};
  }

  // The first of a node's children; 0 where it has none yet. What was written of them before is seen.
  static Index children_of(const Node& node) {
    return std::atomic_ref<Index>(const_cast<Node&>(node).first_child).load(std::memory_order_acquire);
  }

  // The first of so many new nodes side by side, or 0 where there is no room for them.
  Index take(int count, bool shared) {
    const auto wanted = static_cast<Index>(count);
    if (!shared) {
      const Index at = used_.load(std::memory_order_relaxed);
      if (capacity_ - at < wanted) return 0;
      used_.store(at + wanted, std::memory_order_relaxed);
      return at;
    }
    Index at = used_.load(std::memory_order_relaxed);
    do {
      if (capacity_ - at < wanted) return 0;
    } while (!used_.compare_exchange_weak(at, at + wanted, std::memory_order_relaxed));
    return at;
  }

  // Drops the children of nodes that were visited least, until no more than `most` nodes are left; the nodes themselves
  // keep what they know. Nobody else may use the tree meanwhile. False where nothing could be dropped.
  bool shrink(Index most) {
    // Nodes by the visits of their parent: children are never visited more often, so what is kept hangs together.
    constexpr std::uint32_t kClasses = 4096;
    std::vector<std::uint64_t> nodes_by_visits(kClasses + 1);
    walk(0, 0, [&](const Node& node) { nodes_by_visits[std::min(node.visits, kClasses)] += node.num_children; });
    std::uint64_t kept = 1;
    std::uint32_t least = kClasses + 1;
    while (least > 0 && kept + nodes_by_visits[least - 1] <= most) kept += nodes_by_visits[--least];
    if (least == 0) return false;
    const Index before = used();
    keep(0, least);
    return used() < before;
  }

  // Makes a node the root and forgets what is not below it.
  void reroot(Index root) { keep(root, 0); }

 private:
  struct Block {
    Index start;
    Index count;
  };
  struct Release {
    void operator()(Node* nodes) const { ::operator delete(nodes, kPage); }
  };
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;
  static constexpr std::align_val_t kPage{kHugePage};

  // Calls `visit` for each expanded node from `root` down that was visited at least so often.
  template <class Visit>
  void walk(Index root, std::uint32_t least, Visit visit) {
    std::vector<Index> open{root};
    while (!open.empty()) {
      const Node& node = nodes_[open.back()];
      open.pop_back();
      if (node.first_child == 0 || node.visits < least) continue;
      visit(node);
      for (Index c = node.first_child; c < node.first_child + node.num_children; ++c) {
        if (nodes_[c].first_child != 0) open.push_back(c);
      }
    }
  }

  // Slides what stays together, in the order of addresses, so that no second memory is needed.
  void keep(Index root, std::uint32_t least) {
    std::vector<Block> blocks;
    walk(root, least, [&](const Node& node) { blocks.push_back({node.first_child, node.num_children}); });
    std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.start < b.start; });
    std::vector<Index> moved(blocks.size());
    Index next = 1;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      moved[i] = next;
      next += blocks[i].count;
    }
    const auto renew = [&](Node& node) {
      if (node.first_child == 0) return;
      if (node.visits < least) {
        node.first_child = 0;
        node.num_children = 0;
        return;
      }
      const auto at = std::lower_bound(blocks.begin(), blocks.end(), node.first_child,
                                       [](const Block& block, Index start) { return block.start < start; });
      node.first_child = moved[static_cast<std::size_t>(at - blocks.begin())];
    };
    Node top = nodes_[root];
    renew(top);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (Index c = blocks[i].start; c < blocks[i].start + blocks[i].count; ++c) renew(nodes_[c]);
      std::memmove(static_cast<void*>(&nodes_[moved[i]]), static_cast<const void*>(&nodes_[blocks[i].start]),
                   blocks[i].count * sizeof(Node));
    }
    nodes_[0] = top;
    used_ = next;
  }

  Index capacity_;
  std::unique_ptr<Node[], Release> nodes_;
  // On a line of its own: threads write it, and read the fields above at every step.
  alignas(kCacheLine) std::atomic<Index> used_{0};
};

}  // namespace embertree
