// Connect four (Howard Wexler, 1974): four in a row on seven columns of six. No chance; solved (Allen and Allis, 1988).
//
// Bitboards after Tromp and Pons: seven bits a column, bit 7 * column + height, the top one of each column always
// empty, so that shifted lines do not wrap from one column into the next.
#pragma once

#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/zobrist.hpp"

namespace embertree {

struct ConnectFour {
  static constexpr int kColumns = 7;
  static constexpr int kRows = 6;
  static constexpr int kStride = kRows + 1;

  struct State {
    // Of the seat to move and of the other one: they swap with every ply, so nothing is looked up by seat.
    std::uint64_t mover;
    std::uint64_t other;
    std::uint32_t ply;
    std::uint32_t won;  // the player to move has lost: the last stone made four
    bool operator==(const State&) const = default;
  };

  static constexpr GameTraits kTraits{
      .id = "connect_four",
      .title = "Connect Four",
      .min_players = 2,
      .max_players = 2,
      .has_chance = false,
      .rules_version = 1,
      .num_distinct_actions = kColumns,
      .max_legal_actions = kColumns,
      .max_chance_outcomes = 1,
      .score_scale = 1.0F,
  };

  static constexpr std::uint64_t kBottom = 0x0000'0408'1020'4081ULL;  // the lowest square of each column
  static constexpr std::uint64_t kTop = kBottom << kRows;             // the always empty square above each column

  static std::span<const OptionSpec> options() { return {}; }
  static State initial_state(int, const OptionMap&) { return {}; }
  static OptionMap options_of(const State&) { return OptionMap(options()); }

  static int num_players(const State&) { return 2; }
  static int current_player(const State& state) {
    return state.won || state.ply == kColumns * kRows ? kTerminal : static_cast<int>(state.ply & 1);
  }
  static void legal_actions(const State& state, ActionList<ConnectFour>& actions) {
    for (std::uint64_t tops = open_tops(state); tops != 0; tops &= tops - 1) actions.push_back(column_of(tops));
  }
  static Pick random_action(const State& state, Rng& rng) {
    // Any column, and another one where it is full: such a draw need not wait for the board, as one among the open
    // columns would at every ply.
    const std::uint64_t open = open_tops(state);
    Action column;
    do {
      column = rng.below_int(kColumns);
    } while ((open >> (kStride * column + kRows - 1) & 1) == 0);
    return {column, std::popcount(open)};
  }
  static void chance_outcomes(const State&, OutcomeList<ConnectFour>&) {}
  static Action sample_chance(const State&, Rng&) { return kNoAction; }
  static std::string why_illegal(const State& state, Action action);

  static void apply_action(State& state, Action action) {
    // Adding one to a column's lowest square carries to its first empty one.
    const std::uint64_t filled = state.mover | state.other;
    const std::uint64_t column = std::uint64_t{0x3F} << (kStride * action);
    const std::uint64_t stone = (filled + (std::uint64_t{1} << (kStride * action))) & column;
    const std::uint64_t mine = state.mover | stone;
    state.mover = state.other;
    state.other = mine;
    state.won = has_four(mine);
    ++state.ply;
  }

  // Two words tell all, so the key is made when it is asked for.
  static Key key(const State& state) { return hash_word(stones(state, 0), 3) ^ hash_word(stones(state, 1), 4); }
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
  static int round(const State& state) { return static_cast<int>(state.ply / 2) + 1; }
  static std::string_view phase(const State& state) { return current_player(state) == kTerminal ? "end" : "act"; }

  // Counts the lines of four that a seat may still fill.
  static void evaluate(const State& state, Evaluation& evaluation);
  // Wins at once where it can, else stops the other from it, else at random.
  static Action policy_action(const State& state, Rng& rng);

  static std::string action_text(const State& state, Action action);
  static Action parse_action(const State& state, std::string_view text);
  // Ranks from the top, as in chess: `7/7/7/7/3x3/3o3 x` (x began, o is second, the seat to move).
  static std::string position_text(const State& state);
  static State parse_position(std::string_view text);
  static std::string board_text(const State& state);
  static std::string board_svg(const State& state);

  static std::vector<int> observation_shape(int) { return {2, kRows, kColumns}; }
  static void observation(const State& state, int seat, float* features);

  static std::string audit(const State& state);

  static std::uint64_t stones(const State& state, int seat) {
    return static_cast<int>(state.ply & 1) == seat ? state.mover : state.other;
  }

  static bool has_four(std::uint64_t stones) {
    // Down the column, along the row, and the two diagonals: pairs, then pairs of pairs.
    std::uint64_t any = 0;
    for (const int step : {1, kStride, kStride - 1, kStride + 1}) {
      const std::uint64_t pairs = stones & (stones >> step);
      any |= pairs & (pairs >> (2 * step));
    }
    return any != 0;
  }

 private:
  // The first empty square of each column that has one, as its column's top-row bit position.
  static std::uint64_t open_tops(const State& state) { return ~(state.mover | state.other) & (kTop >> 1); }
  static Action column_of(std::uint64_t tops) { return std::countr_zero(tops) / kStride; }
};

static_assert(Game<ConnectFour>);

}  // namespace embertree
