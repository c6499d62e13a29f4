// What a leaf of the tree is worth: by playout, by the game's evaluation, or by both.
#pragma once

#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/mcts_params.hpp"
#include "search/mcts_worker.hpp"
#include "search/tree.hpp"

namespace embertree {

// Values here are in [0, 1] for every objective, so that exploration means the same.
template <Game G, int N>
class LeafValue {
 public:
  using State = typename G::State;

  LeafValue(const MctsParams& params, Objective objective)
      : objective_(objective),
        by_policy_(params.policy == MctsParams::Policy::kGame),
        plies_(params.playout_plies < 0 ? G::kTraits.hints.playout_plies : params.playout_plies),
        mix_(part_of_evaluation(params)) {}

  // Changes the state: a playout goes on from it.
  void evaluate(State& state, float* values, MctsWorker& worker) const {
    if (mix_ == 1.0F) {
      judge(state, values, worker);
    } else if (mix_ == 0.0F) {
      play_out(state, values, worker);
    } else {
      float judged[N] = {};
      judge(state, judged, worker);
      play_out(state, values, worker);
      for (int s = 0; s < N; ++s) values[s] += mix_ * (judged[s] - values[s]);
    }
  }

  // Final values when over, else what the evaluation expects.
  void judge(const State& state, float* values, MctsWorker& worker) const {
    PerSeat<double> scores;
    state_values<G>(objective_, state, N, values, &scores);
    for (int s = 0; s < N; ++s) put(worker.scores[s], worker.scores[s] + scores[s]);
    put(worker.scored, worker.scored + 1);
    to_unit(values);
  }

  // A new node's first value.
  void judge_node(MctsNode<N>& node, const State& state) const {
    float values[N] = {};
    state_values<G>(objective_, state, N, values);
    to_unit(values);
    for (int s = 0; s < N; ++s) put(node.values[s], values[s]);
  }

  void to_unit(float* values) const {
    if (objective_ != Objective::kMargin) return;
    for (int s = 0; s < N; ++s) values[s] = 0.5F + 0.5F * values[s];
  }

 private:
  static float part_of_evaluation(const MctsParams& params) {
    switch (params.leaf) {
      case MctsParams::Leaf::kGame:
        return G::kTraits.hints.mix;
      case MctsParams::Leaf::kPlayout:
        return 0.0F;
      case MctsParams::Leaf::kEvaluate:
        return 1.0F;
      case MctsParams::Leaf::kMix:
        return params.mix;
    }
    return 0.0F;
  }

  void play_out(State& state, float* values, MctsWorker& worker) const {
    Rng rng = worker.rng;  // kept in a register
    // Only where the game has a loop of its own: a second plain one would cost small games their registers below.
    if constexpr (kPlaysRandomly<G>) {
      if (plies_ == 0 && !by_policy_) {
        Steps steps;
        G::play_randomly(state, rng, steps);
        worker.rng = rng;
        return judge(state, values, worker);
      }
    }
    int left = plies_ == 0 ? kEndless : plies_;
    int mover;
    while ((mover = G::current_player(state)) != kTerminal) {
      if (mover == kChance) {
        apply<G>(state, G::sample_chance(state, rng));
        continue;
      }
      if (left-- == 0) break;
      apply<G>(state, by_policy_ ? G::policy_action(state, rng) : random_action<G>(state, rng).action);
    }
    worker.rng = rng;
    judge(state, values, worker);
  }

  // No game of ours lasts so long: a policy that runs in circles would.
  static constexpr int kEndless = 100'000;

  Objective objective_;
  bool by_policy_;
  int plies_;  // of a playout; 0: to the end
  float mix_;  // the evaluation's part in a leaf's value; the rest is its playout's
};

}  // namespace embertree
