// Judges leaves of a tree search many at a time: the door for learned networks.
#pragma once

#include <cstdint>

namespace embertree {

// The leaves of one call, all decisions of one game; rows in C order.
struct LeafBatch {
  int count = 0;
  int players = 0;
  const float* observations = nullptr;  // count x numbers, as the seat to move sees the state
  const std::uint8_t* legal = nullptr;  // count x num_distinct_actions, 1 where the search may choose the action
  float* values = nullptr;              // count x players to be filled: the seat to move first, then in turn
  float* priors = nullptr;              // count x num_distinct_actions to be filled: weights, 0 or more, of any sum
};

class LeafEvaluator {
 public:
  virtual ~LeafEvaluator() = default;
  // The most leaves that one call should bring.
  virtual int batch() const = 0;
  // Fills values on the objective's scale, and priors; false where all moves are alike to it. Called from the search's
  // threads, several at once where it has several. What it throws ends the search and comes out of Searcher::wait.
  virtual bool judge(const LeafBatch& leaves) = 0;
};

}  // namespace embertree
