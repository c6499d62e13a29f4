// Tic-tac-toe: three in a row on nine squares. A draw when both play well; whole searches check themselves on it.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/zobrist.hpp"

namespace embertree {

struct TicTacToe {
  struct State {
    std::uint16_t marks[2];  // by seat, square = file + 3 * rank
    std::uint16_t ply;
    std::uint16_t won;  // the last mark made three
    bool operator==(const State&) const = default;
  };

  static constexpr GameTraits kTraits{
      .id = "tic_tac_toe",
      .title = "Tic-tac-toe",
      .min_players = 2,
      .max_players = 2,
      .has_chance = false,
      .rules_version = 1,
      .num_distinct_actions = 9,
      .max_legal_actions = 9,
      .max_chance_outcomes = 1,
      .score_scale = 1.0F,
  };

  static std::span<const OptionSpec> options() { return {}; }
  static State initial_state(int, const OptionMap&) { return {}; }
  static OptionMap options_of(const State&) { return OptionMap(options()); }

  static int num_players(const State&) { return 2; }
  static int current_player(const State& state) { return state.won || state.ply == 9 ? kTerminal : state.ply & 1; }
  static void legal_actions(const State& state, ActionList<TicTacToe>& actions) {
    for (unsigned rest = vacant(state); rest != 0; rest &= rest - 1) actions.push_back(std::countr_zero(rest));
  }
  static Pick random_action(const State& state, Rng& rng) {
    const unsigned open = vacant(state);
    const int choices = std::popcount(open);
    return {kNthSquare[open][rng.below_int(choices)], choices};
  }
  static void chance_outcomes(const State&, OutcomeList<TicTacToe>&) {}
  static Action sample_chance(const State&, Rng&) { return kNoAction; }
  static std::string why_illegal(const State& state, Action action);

  static void apply_action(State& state, Action action) {
    std::uint16_t& mine = state.marks[state.ply & 1];
    mine = static_cast<std::uint16_t>(mine | 1u << action);
    state.won = has_three(mine);
    ++state.ply;
  }

  static Key key(const State& state) { return hash_word(state.marks[0] | std::uint64_t{state.marks[1]} << 16, 5); }
  static Key key_from_scratch(const State& state) { return key(state); }

  static void result(const State& state, Result& result) {
    const bool first = state.won && (state.ply & 1) == 1;
    const bool second = state.won && (state.ply & 1) == 0;
    result.scores[0] = first;
    result.scores[1] = second;
    result.ranks[0] = static_cast<std::uint8_t>(1 + second);
    result.ranks[1] = static_cast<std::uint8_t>(1 + first);
  }
  static std::vector<ScoreLine> score_sheet(const State& state);
  static int round(const State& state) { return state.ply / 2 + 1; }
  static std::string_view phase(const State& state) { return current_player(state) == kTerminal ? "end" : "act"; }

  static void evaluate(const State& state, Evaluation& evaluation);
  static Action policy_action(const State& state, Rng& rng);

  static std::string action_text(const State& state, Action action);
  static Action parse_action(const State& state, std::string_view text);
  // Ranks from the top: `3/1x1/2o x`.
  static std::string position_text(const State& state);
  static State parse_position(std::string_view text);
  static std::string board_text(const State& state);
  static std::string board_svg(const State& state);

  static std::vector<int> observation_shape(int) { return {2, 3, 3}; }
  static void observation(const State& state, int seat, float* features);

  static std::string audit(const State& state);

  static bool has_three(unsigned marks) { return kHasThree[marks]; }

 private:
  // What is asked of a set of squares, answered for all 512 sets: has it three in a row, and which is its k-th square.
  static constexpr auto kHasThree = [] {
    std::array<bool, 512> table{};
    for (unsigned marks = 0; marks < table.size(); ++marks) {
      for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
        table[marks] = table[marks] || (marks & line) == line;
      }
    }
    return table;
  }();
  static constexpr auto kNthSquare = [] {
    std::array<std::array<std::int8_t, 9>, 512> table{};
    for (unsigned set = 0; set < table.size(); ++set) {
      int k = 0;
      for (unsigned rest = set; rest != 0; rest &= rest - 1) {
        table[set][k++] = static_cast<std::int8_t>(std::countr_zero(rest));
      }
    }
    return table;
  }();
  static unsigned vacant(const State& state) { return ~static_cast<unsigned>(state.marks[0] | state.marks[1]) & 0777u; }
};

static_assert(Game<TicTacToe>);

}  // namespace embertree
