// What each thread of a tree search has for itself.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/types.hpp"
#include "search/tree.hpp"

namespace embertree {

// The way of one simulation from the root down.
struct Path {
  static constexpr int kMost = 4096;  // beyond it a playout goes on from where it stands

  int length = 0;  // nodes, the root among them
  int hot = 0;     // so many of them, from the root on, are written later (hot_nodes.hpp)
  std::uint32_t nodes[kMost];
  std::uint32_t better[kMost];  // by place: a proven child that the seat would rather take; 0: none
};

// Written all the time, so on lines of its own.
struct alignas(kCacheLine) MctsWorker {
  Rng rng{0};
  std::uint64_t simulations = 0;
  std::uint64_t granted = 0;  // simulations that are this thread's to make
  int deepest = 0;
  PerSeat<double> scores{};  // sums of final or expected scores
  std::uint64_t scored = 0;
  std::vector<int> chosen;  // how often the policy chose each move, while it is asked
  Path path;

  void begin(std::uint64_t seed) {
    rng = Rng(seed);
    simulations = 0;
    granted = 0;
    deepest = 0;
    scores.fill(0.0);
    scored = 0;
  }
};

}  // namespace embertree
