// The kernels of batch.hpp for one game.
#pragma once

#include <algorithm>
#include <cstring>

#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/batch.hpp"

namespace embertree {

template <Game G>
struct BatchKernels {
  using State = typename G::State;

  static bool is_legal(const State& state, Action action) {
    const int mover = G::current_player(state);
    if (mover == kTerminal) return false;
    if (mover == kChance) {
      OutcomeList<G> outcomes;
      G::chance_outcomes(state, outcomes);
      return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.action == action; });
    }
    ActionList<G> actions;
    G::legal_actions(state, actions);
    return std::binary_search(actions.begin(), actions.end(), action);
  }

  static std::int64_t step(void* states, std::int64_t n, const std::int32_t* actions) {
    State* const rows = static_cast<State*>(states);
    for (std::int64_t i = 0; i < n; ++i) {
      if (!is_legal(rows[i], actions[i])) return i;
    }
    for (std::int64_t i = 0; i < n; ++i) apply<G>(rows[i], actions[i]);
    return -1;
  }

  static std::int64_t resolve_chance(void* states, std::int64_t n, std::uint64_t* rngs) {
    State* const rows = static_cast<State*>(states);
    std::int64_t drawn = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      Rng rng(rngs[i]);
      for (; G::current_player(rows[i]) == kChance; ++drawn) apply<G>(rows[i], G::sample_chance(rows[i], rng));
      rngs[i] = rng.state();
    }
    return drawn;
  }

  static void random_actions(const void* states, std::int64_t n, std::uint64_t* rngs, std::int32_t* actions) {
    const State* const rows = static_cast<const State*>(states);
    for (std::int64_t i = 0; i < n; ++i) {
      const int mover = G::current_player(rows[i]);
      Rng rng(rngs[i]);
      actions[i] = mover == kTerminal ? kNoAction
                   : mover == kChance ? G::sample_chance(rows[i], rng)
                                      : random_action<G>(rows[i], rng).action;
      rngs[i] = rng.state();
    }
  }

  static void current_players(const void* states, std::int64_t n, std::int8_t* players) {
    const State* const rows = static_cast<const State*>(states);
    for (std::int64_t i = 0; i < n; ++i) players[i] = static_cast<std::int8_t>(G::current_player(rows[i]));
  }

  static void legal_masks(const void* states, std::int64_t n, std::uint8_t* masks) {
    const State* const rows = static_cast<const State*>(states);
    constexpr std::size_t kRow = static_cast<std::size_t>(G::kTraits.num_distinct_actions);
    std::memset(masks, 0, static_cast<std::size_t>(n) * kRow);
    for (std::int64_t i = 0; i < n; ++i, masks += kRow) {
      if (G::current_player(rows[i]) < 0) continue;
      ActionList<G> actions;
      G::legal_actions(rows[i], actions);
      for (const Action action : actions) masks[action] = 1;
    }
  }

  static void legal_lists(const void* states, std::int64_t n, std::int64_t* counts, std::int32_t* out) {
    const State* const rows = static_cast<const State*>(states);
    for (std::int64_t i = 0; i < n; ++i) {
      const int mover = G::current_player(rows[i]);
      counts[i] = 0;
      if (mover == kChance) {
        OutcomeList<G> outcomes;
        G::chance_outcomes(rows[i], outcomes);
        counts[i] = outcomes.size();
        if (out != nullptr) {
          for (const Outcome& outcome : outcomes) *out++ = outcome.action;
        }
      } else if (mover != kTerminal) {
        ActionList<G> actions;
        G::legal_actions(rows[i], actions);
        counts[i] = actions.size();
        if (out != nullptr) out = std::copy(actions.begin(), actions.end(), out);
      }
    }
  }

  static void observe(const void* states, std::int64_t n, int seat, float* features, std::int64_t row_size) {
    const State* const rows = static_cast<const State*>(states);
    for (std::int64_t i = 0; i < n; ++i, features += row_size) {
      const int eyes = seat >= 0 ? seat : std::max(0, G::current_player(rows[i]));
      G::observation(rows[i], eyes, features);
    }
  }

  static void returns(const void* states, std::int64_t n, int players, int objective, float* values) {
    const State* const rows = static_cast<const State*>(states);
    for (std::int64_t i = 0; i < n; ++i, values += players) {
      if (G::current_player(rows[i]) != kTerminal) {
        std::fill(values, values + players, 0.0F);
        continue;
      }
      Result result;
      G::result(rows[i], result);
      final_values(static_cast<Objective>(objective), result, players, G::kTraits.score_scale, values);
    }
  }

  static void keys(const void* states, std::int64_t n, std::uint64_t* keys) {
    const State* const rows = static_cast<const State*>(states);
    for (std::int64_t i = 0; i < n; ++i) keys[i] = G::key(rows[i]);
  }

  static constexpr BatchKit kKit{
      step, resolve_chance, random_actions, current_players, legal_masks, legal_lists, observe, returns, keys};
};

}  // namespace embertree
