// Games played to the end at random: the work that is done millions of times.
#pragma once

#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/searcher.hpp"

namespace embertree {

// Whole games from one state, uniform over legal actions or by the game's policy. The checksum folds every game's last
// key, so it changes when behaviour does and is equal on every build.
template <Game G, bool kByPolicy>
PlayoutTotals play_games_by(const typename G::State& start, std::uint64_t games, std::uint64_t seed,
                            Objective objective) {
  PlayoutTotals totals;
  const int players = G::num_players(start);
  Rng rng(seed);
  Steps steps;
  for (std::uint64_t g = 0; g < games; ++g) {
    typename G::State state = start;
    if constexpr (kByPolicy) {
      int mover;
      while ((mover = G::current_player(state)) != kTerminal) {
        if (G::kTraits.has_chance && mover == kChance) {
          apply<G>(state, G::sample_chance(state, rng));
          ++steps.chance;
        } else {
          apply<G>(state, G::policy_action(state, rng));
          ++steps.decisions;
        }
      }
    } else {
      play_randomly<G>(state, rng, steps);
    }
    Result result;
    G::result(state, result);
    double values[kMaxSeats] = {};
    final_values(objective, result, players, G::kTraits.score_scale, values);
    for (int s = 0; s < players; ++s) {
      totals.value_sums[s] += values[s];
      totals.score_sums[s] += result.scores[s];
    }
    totals.rounds += static_cast<std::uint64_t>(G::round(state));
    totals.checksum = mix64(totals.checksum ^ G::key(state));
  }
  totals.games = games;
  totals.actions = steps.decisions - steps.forced;
  totals.forced = steps.forced;
  totals.chance = steps.chance;
  return totals;
}

template <Game G>
PlayoutTotals play_games(const typename G::State& start, std::uint64_t games, std::uint64_t seed, bool policy,
                         Objective objective) {
  return policy ? play_games_by<G, true>(start, games, seed, objective)
                : play_games_by<G, false>(start, games, seed, objective);
}

// How many more choices each seat has before the end, the mean of so many games by the policy; a decision with one
// action is no choice.
template <Game G>
PerSeat<double> choices_left(const typename G::State& start, int games, std::uint64_t seed) {
  constexpr int kMostPlies = 20'000;  // a policy that runs in circles
  PerSeat<std::int64_t> choices{};
  Rng rng(seed);
  for (int g = 0; g < games; ++g) {
    typename G::State state = start;
    int mover;
    for (int ply = 0; ply < kMostPlies && (mover = G::current_player(state)) != kTerminal; ++ply) {
      if (mover == kChance) {
        apply<G>(state, G::sample_chance(state, rng));
        continue;
      }
      ActionList<G> actions;
      search_actions<G>(state, actions);
      if (actions.size() > 1) ++choices[static_cast<std::size_t>(mover)];
      apply<G>(state, G::policy_action(state, rng));
    }
  }
  PerSeat<double> means{};
  for (std::size_t s = 0; s < means.size(); ++s) means[s] = static_cast<double>(choices[s]) / games;
  return means;
}

}  // namespace embertree
