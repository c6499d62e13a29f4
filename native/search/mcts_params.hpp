// The tunables of Monte Carlo tree search.
#pragma once

#include <span>

#include "search/searcher.hpp"

namespace embertree {

struct MctsParams {
  enum class Select { kAuto, kUct, kPuct };
  enum class Leaf { kGame, kPlayout, kEvaluate, kMix };
  enum class Policy { kGame, kUniform };
  enum class Opponents { kMaxn, kParanoid };

  float explore = -1.0F;          // times sqrt(ln N / n), on values in [0, 1]; -1: as the game says
  Select select = Select::kAuto;  // puct where an evaluator gives priors, else uct
  float first_play = 10.0F;       // uct: the score of a move not yet tried
  float fpu = 0.1F;               // puct: how much worse than its parent it is thought
  int policy_samples = 8;         // puct: how often the game's policy is asked for its choice at a new node
  float widen = 0.0F;             // moves looked at: so many times the square root of the visits; 0: all
  float widen_chance = 0.0F;      // outcomes opened, likewise
  Leaf leaf = Leaf::kGame;        // kGame: as the game says
  Policy policy = Policy::kGame;
  int playout_plies = -1;  // decisions after which a playout is cut and judged; 0: never, -1: as the game says
  float mix = 0.5F;        // Leaf::kMix: the evaluation's part
  float prior = -1.0F;     // visits that the evaluation of a new node counts for; 0: none, -1: as the game says
  Opponents opponents = Opponents::kMaxn;
  bool solver = true;
  bool pv_through_chance = false;

  static std::span<const ParamSpec> specs();
  static MctsParams from(const ParamMap& map);
};

}  // namespace embertree
