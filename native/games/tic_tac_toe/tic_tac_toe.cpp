#include "games/tic_tac_toe/tic_tac_toe.hpp"

#include "core/svg.hpp"
#include "core/text.hpp"

namespace embertree {
namespace {

constexpr unsigned bit(int file, int rank) { return 1u << (file + 3 * rank); }

}  // namespace

std::string TicTacToe::why_illegal(const State& state, Action action) {
  if (current_player(state) == kTerminal) return "the game is over";
  if (action < 0 || action >= 9) return "there are squares a1 to c3";
  if ((vacant(state) & 1u << action) == 0) return "the square is taken";
  return {};
}

std::vector<ScoreLine> TicTacToe::score_sheet(const State& state) {
  Result final;
  result(state, final);
  return {{.name = "three in a row", .points = final.scores}};
}

void TicTacToe::evaluate(const State& state, Evaluation& evaluation) {
  for (int s = 0; s < 2; ++s) {
    int open_lines = 0;
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
      if ((line & state.marks[1 - s]) == 0) open_lines += 1 + std::popcount(line & state.marks[s]);
    }
    evaluation.scores[s] = static_cast<float>(open_lines);
  }
  evaluation.spread = 8.0F;
}

Action TicTacToe::policy_action(const State& state, Rng& rng) {
  for (const int seat : {state.ply & 1, ~state.ply & 1}) {
    for (unsigned rest = vacant(state); rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      if (has_three(state.marks[seat] | 1u << square)) return square;
    }
  }
  return random_action(state, rng).action;
}

std::string TicTacToe::action_text(const State&, Action action) {
  return std::string("mark:") + static_cast<char>('a' + action % 3) + static_cast<char>('1' + action / 3);
}

Action TicTacToe::parse_action(const State&, std::string_view text) {
  if (text.size() == 7 && text.starts_with("mark:") && text[5] >= 'a' && text[5] <= 'c' && text[6] >= '1' &&
      text[6] <= '3') {
    return text[5] - 'a' + 3 * (text[6] - '1');
  }
  throw UsageError("there is no move " + quoted(text) + "; moves are mark:a1 .. mark:c3");
}

std::string TicTacToe::position_text(const State& state) {
  std::string text;
  for (int rank = 2; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file <= 3; ++file) {
      const bool first = file < 3 && (state.marks[0] & bit(file, rank)) != 0;
      const bool second = file < 3 && (state.marks[1] & bit(file, rank)) != 0;
      if (file < 3 && !first && !second) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      if (file < 3) text += first ? 'x' : 'o';
    }
    if (rank > 0) text += '/';
  }
  return text + (state.ply % 2 == 0 ? " x" : " o");
}

TicTacToe::State TicTacToe::parse_position(std::string_view text) {
  const auto fields = words(text);
  const auto fail = [&](const std::string& why) -> UsageError {
    return UsageError("position " + quoted(text) + ": " + why);
  };
  if (fields.size() != 2) throw fail("expected 'rows mover', like '3/1x1/3 o'");
  const auto rows = split(fields[0], '/');
  if (rows.size() != 3) throw fail("expected 3 rows");
  State state{};
  for (int i = 0; i < 3; ++i) {
    int file = 0;
    for (const char c : rows[i]) {
      if (c >= '1' && c <= '3') {
        file += c - '0';
      } else if ((c == 'x' || c == 'o') && file < 3) {
        std::uint16_t& marks = state.marks[c == 'o'];
        marks = static_cast<std::uint16_t>(marks | bit(file++, 2 - i));
      } else {
        throw fail("row " + std::to_string(3 - i) + ": " + quoted(rows[i]) + " is not made of x, o and gaps 1 .. 3");
      }
    }
    if (file != 3) throw fail("row " + std::to_string(3 - i) + " has not 3 squares");
  }
  state.ply =
      static_cast<std::uint16_t>(std::popcount(unsigned{state.marks[0]}) + std::popcount(unsigned{state.marks[1]}));
  state.won = state.ply > 0 && has_three(state.marks[(state.ply - 1) & 1]);
  if (fields[1] != (state.ply % 2 == 0 ? "x" : "o"))
    throw fail(std::string("the mover must be ") + (state.ply % 2 == 0 ? "x" : "o"));
  const std::string wrong = audit(state);
  if (!wrong.empty()) throw fail(wrong);
  return state;
}

std::string TicTacToe::board_text(const State& state) {
  std::string text;
  for (int rank = 2; rank >= 0; --rank) {
    text += std::to_string(rank + 1) + " ";
    for (int file = 0; file < 3; ++file) {
      text += (state.marks[0] & bit(file, rank)) != 0 ? " x" : (state.marks[1] & bit(file, rank)) != 0 ? " o" : " .";
    }
    text += '\n';
  }
  return text + "   a b c\n";
}

std::string TicTacToe::board_svg(const State& state) {
  std::string text = svg::open(200, 200);
  for (const double at : {70.0, 130.0}) {
    text += svg::line(at, 10, at, 190, "#222222", 3) + svg::line(10, at, 190, at, "#222222", 3);
  }
  for (int rank = 0; rank < 3; ++rank) {
    for (int file = 0; file < 3; ++file) {
      const double x = 40 + 60.0 * file;
      const double y = 160 - 60.0 * rank;
      if ((state.marks[0] & bit(file, rank)) != 0) {
        text += svg::line(x - 18, y - 18, x + 18, y + 18, svg::kSeatColours[0], 6);
        text += svg::line(x - 18, y + 18, x + 18, y - 18, svg::kSeatColours[0], 6);
      } else if ((state.marks[1] & bit(file, rank)) != 0) {
        text += svg::circle(x, y, 18, "none", "stroke=\"#0072b2\" stroke-width=\"6\"");
      }
    }
  }
  return text + svg::close();
}

void TicTacToe::observation(const State& state, int seat, float* features) {
  for (const int owner : {seat, 1 - seat}) {
    for (int square = 0; square < 9; ++square) *features++ = (state.marks[owner] >> square & 1) != 0 ? 1.0F : 0.0F;
  }
}

std::string TicTacToe::audit(const State& state) {
  if ((state.marks[0] & state.marks[1]) != 0) return "two marks on one square";
  if (((state.marks[0] | state.marks[1]) & ~0777) != 0) return "a mark outside the board";
  if (std::popcount(unsigned{state.marks[0]}) != (state.ply + 1) / 2 ||
      std::popcount(unsigned{state.marks[1]}) != state.ply / 2) {
    return "the seats' marks do not alternate";
  }
  const bool first = has_three(state.marks[0]);
  const bool second = has_three(state.marks[1]);
  if ((state.ply & 1) == 1 ? second : first) return "the player to move has three already";
  if ((first || second) != (state.won != 0) || state.won > 1) return "three in a row and the mark of it differ";
  return {};
}

}  // namespace embertree
