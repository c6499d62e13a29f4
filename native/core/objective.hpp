// What a seat wants: how scores and ranks become one value per seat.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "core/game.hpp"
#include "core/real.hpp"
#include "core/types.hpp"

namespace embertree {

enum class Objective : std::uint8_t {
  kWin,     // share of a win: 1, shared wins split, else 0
  kRank,    // 1 for the first .. 0 for the last, evenly; ties averaged
  kMargin,  // score less the best other's, over the game's score scale, within [-1, 1]
};

inline constexpr std::string_view kObjectiveNames[] = {"win", "rank", "margin"};

// Values of a finished game for seats 0 .. players-1.
template <class Real>
inline void final_values(Objective objective, const Result& result, int players, float scale, Real* values) {
  switch (objective) {
    case Objective::kWin: {
      int winners = 0;
      for (int s = 0; s < players; ++s) winners += result.ranks[s] == 1;
      const Real share = Real{1} / static_cast<Real>(winners);
      for (int s = 0; s < players; ++s) values[s] = result.ranks[s] == 1 ? share : Real{0};
      return;
    }
    case Objective::kRank:
      for (int s = 0; s < players; ++s) {
        int below = 0;
        int equal = 0;
        for (int t = 0; t < players; ++t) {
          if (t == s) continue;
          below += result.ranks[t] > result.ranks[s];
          equal += result.ranks[t] == result.ranks[s];
        }
        values[s] = (static_cast<Real>(below) + Real{0.5} * static_cast<Real>(equal)) / static_cast<Real>(players - 1);
      }
      return;
    case Objective::kMargin:
      for (int s = 0; s < players; ++s) {
        int best = -1'000'000;
        for (int t = 0; t < players; ++t) {
          if (t != s) best = std::max(best, result.scores[t]);
        }
        values[s] =
            std::clamp(static_cast<Real>(result.scores[s] - best) / static_cast<Real>(scale), Real{-1}, Real{1});
      }
      return;
  }
}

// The same from an evaluation: chances to win by softmax, ranks by pairs, margins by expected scores.
template <class Real>
inline void expected_values(Objective objective, const Evaluation& evaluation, int players, float scale, Real* values) {
  const double spread = std::max(static_cast<double>(evaluation.spread), 1e-3);
  switch (objective) {
    case Objective::kWin: {
      double best = evaluation.scores[0];
      for (int s = 1; s < players; ++s) best = std::max(best, static_cast<double>(evaluation.scores[s]));
      double weights[kMaxSeats];
      double sum = 0.0;
      for (int s = 0; s < players; ++s) sum += weights[s] = exp_of((evaluation.scores[s] - best) / spread);
      for (int s = 0; s < players; ++s) values[s] = static_cast<Real>(weights[s] / sum);
      return;
    }
    case Objective::kRank:
      for (int s = 0; s < players; ++s) {
        double sum = 0.0;
        for (int t = 0; t < players; ++t) {
          if (t == s) continue;
          const double lead = (evaluation.scores[s] - evaluation.scores[t]) / spread;
          const double e = exp_of(lead < 0 ? lead : -lead);
          sum += lead < 0 ? e / (1.0 + e) : 1.0 / (1.0 + e);
        }
        values[s] = static_cast<Real>(sum / (players - 1));
      }
      return;
    case Objective::kMargin:
      for (int s = 0; s < players; ++s) {
        float best = -1e9F;
        for (int t = 0; t < players; ++t) {
          if (t != s) best = std::max(best, evaluation.scores[t]);
        }
        values[s] =
            std::clamp(static_cast<Real>(evaluation.scores[s] - best) / static_cast<Real>(scale), Real{-1}, Real{1});
      }
      return;
  }
}

// The value of any state for each seat, and the scores behind it where they are asked for: exact when the game is over,
// else what the evaluation expects.
template <Game G, class Real>
inline void state_values(Objective objective, const typename G::State& state, int players, Real* values,
                         PerSeat<double>* scores = nullptr) {
  if (G::current_player(state) == kTerminal) {
    Result result;
    G::result(state, result);
    final_values(objective, result, players, G::kTraits.score_scale, values);
    for (int s = 0; scores != nullptr && s < players; ++s) (*scores)[s] = result.scores[s];
  } else {
    Evaluation evaluation;
    G::evaluate(state, evaluation);
    expected_values(objective, evaluation, players, G::kTraits.score_scale, values);
    for (int s = 0; scores != nullptr && s < players; ++s) (*scores)[s] = static_cast<double>(evaluation.scores[s]);
  }
}

// How far a seat of two is ahead, and what the softmax divides that by.
template <Game G>
inline void judge_lead(const typename G::State& state, int seat, double& lead, double& spread) {
  Evaluation evaluation;
  G::evaluate(state, evaluation);
  const double first = static_cast<double>(evaluation.scores[0]) - static_cast<double>(evaluation.scores[1]);
  lead = seat == 0 ? first : -first;
  spread = std::max(static_cast<double>(evaluation.spread), 1e-3);
}

// The same for one seat alone. Two seats need one exponential, not two; the result is the same to the bit.
template <Game G, int N>
inline float seat_value(Objective objective, const typename G::State& state, int seat) {
  if (N == 2 && objective == Objective::kWin && G::current_player(state) != kTerminal) {
    double lead;
    double spread;
    judge_lead<G>(state, seat, lead, spread);
    const double behind = exp_of((lead < 0 ? lead : -lead) / spread);
    return static_cast<float>((lead < 0 ? behind : 1.0) / (1.0 + behind));
  }
  float values[kMaxSeats];
  state_values<G>(objective, state, N, values);
  return values[seat];
}

// seat_value of K unfinished states of two seats who want to win, again the same to the bit. Loops of fixed length and
// without branches, one for each step, since those become vector instructions.
template <int K>
inline void chances_to_win(const double (&leads)[K], const double (&spreads)[K], float (&values)[K]) {
  double x[K];
  double behind[K];
  for (int i = 0; i < K; ++i) x[i] = -std::abs(leads[i]) / spreads[i];
  if (std::any_of(x, x + K, [](double each) { return each < real_detail::kExpZero; })) {
    for (int i = 0; i < K; ++i) behind[i] = exp_of(x[i]);
  } else {
    for (int i = 0; i < K; ++i) behind[i] = real_detail::exp_within(x[i]);
  }
  for (int i = 0; i < K; ++i) values[i] = static_cast<float>((leads[i] < 0 ? behind[i] : 1.0) / (1.0 + behind[i]));
}

// Ranks from scores alone, for games without a tie-break.
inline void rank_by_score(Result& result, int players) {
  for (int s = 0; s < players; ++s) {
    int rank = 1;
    for (int t = 0; t < players; ++t) rank += result.scores[t] > result.scores[s];
    result.ranks[s] = static_cast<std::uint8_t>(rank);
  }
}

}  // namespace embertree
