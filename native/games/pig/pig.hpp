// Pig, the dice race to 100 (John Scarne, 1945): roll and add up, or hold and keep; a 1 loses the turn's points.
// A player whose points would reach the goal holds.
//
// The smallest game with chance: almost nothing but dice, and its exact value is known. Everything a new game needs is
// in this folder: docs/add-a-game.md walks through it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace embertree {

struct Pig {
  struct State {
    std::uint16_t scores[kMaxSeats];  // points held; 0 for seats that do not play
    std::uint16_t turn_total;         // points of this turn, not yet held
    std::uint16_t goal;               // option `goal`
    std::uint8_t players;
    std::uint8_t mover;
    std::uint8_t rolling;  // 1: the die is in the air
    std::uint8_t over;
    bool operator==(const State&) const = default;
  };

  static constexpr GameTraits kTraits{
      .id = "pig",
      .title = "Pig",
      .min_players = 2,
      .max_players = 5,
      .has_chance = true,
      .rules_version = 1,
      .num_distinct_actions = 8,
      .max_legal_actions = 2,
      .max_chance_outcomes = 6,
      .score_scale = 100.0F,
  };
  static constexpr Action kRoll = 0;
  static constexpr Action kHold = 1;
  static constexpr Action kFaces = 2;  // 2 .. 7: the die shows 1 .. 6

  static std::span<const OptionSpec> options();
  static State initial_state(int players, const OptionMap& options);
  static OptionMap options_of(const State& state);

  static int num_players(const State& state) { return state.players; }
  static int current_player(const State& state) {
    return state.over ? kTerminal : state.rolling ? kChance : state.mover;
  }
  static void legal_actions(const State& state, ActionList<Pig>& actions) {
    if (!has_goal_in_hand(state)) actions.push_back(kRoll);
    actions.push_back(kHold);
  }
  static Pick random_action(const State& state, Rng& rng) {
    if (has_goal_in_hand(state)) return {kHold, 1};
    return {static_cast<Action>(rng.next() >> 63), 2};
  }
  static void chance_outcomes(const State&, OutcomeList<Pig>& outcomes) {
    for (int face = 0; face < 6; ++face) outcomes.push_back({kFaces + face, 1});
  }
  static Action sample_chance(const State&, Rng& rng) { return kFaces + rng.below_int(6); }
  static std::string why_illegal(const State& state, Action action);

  static void apply_action(State& state, Action action) {
    if (action == kRoll) {
      state.rolling = 1;
    } else if (action == kHold) {
      state.scores[state.mover] = static_cast<std::uint16_t>(state.scores[state.mover] + state.turn_total);
      state.turn_total = 0;
      if (state.scores[state.mover] >= state.goal) {
        state.over = 1;
      } else {
        end_turn(state);
      }
    } else if (action == kFaces) {
      state.rolling = 0;
      state.turn_total = 0;
      end_turn(state);
    } else {
      state.rolling = 0;
      state.turn_total = static_cast<std::uint16_t>(state.turn_total + action - kFaces + 1);
    }
  }

  static Key key(const State& state);
  static Key key_from_scratch(const State& state) { return key(state); }

  static void result(const State& state, Result& result);
  static std::vector<ScoreLine> score_sheet(const State& state);
  static int round(const State&) { return 1; }
  static std::string_view phase(const State& state) { return state.over ? "end" : state.rolling ? "roll" : "act"; }

  static void evaluate(const State& state, Evaluation& evaluation) {
    // A turn in progress is worth about two thirds of its points; to be on turn is worth the mean gain of a turn, half.
    const float turn = 4.0F + 0.66F * static_cast<float>(state.turn_total);
    // All seats, also those that do not play: a loop of fixed length is no loop.
    for (int s = 0; s < kMaxSeats; ++s) {
      evaluation.scores[s] = static_cast<float>(state.scores[s]) + (s == state.mover ? turn : 0.0F);
    }
    evaluation.spread = 0.22F * static_cast<float>(state.goal);
  }
  // Hold at 20 (the best such rule), or when it wins.
  static Action policy_action(const State& state, Rng&) {
    return state.turn_total >= 20 || has_goal_in_hand(state) ? kHold : kRoll;
  }

  static std::string action_text(const State& state, Action action);
  static Action parse_action(const State& state, std::string_view text);
  static std::string position_text(const State& state);
  static State parse_position(std::string_view text);
  static std::string board_text(const State& state);
  static std::string board_svg(const State& state);

  static std::vector<int> observation_shape(int players) { return {players + 3}; }
  static void observation(const State& state, int seat, float* features);

  static std::string audit(const State& state);

 private:
  // Held points and the turn's reach the goal: rolling on could only lose them, so the rules ask for `hold`.
  static bool has_goal_in_hand(const State& state) {
    return state.scores[state.mover] + state.turn_total >= state.goal;
  }
  static void end_turn(State& state) {
    state.mover = static_cast<std::uint8_t>(state.mover + 1 == state.players ? 0 : state.mover + 1);
  }
};

static_assert(Game<Pig>);

}  // namespace embertree
