#include "games/connect_four/connect_four.hpp"

#include "core/svg.hpp"
#include "core/text.hpp"

namespace embertree {
namespace {

constexpr std::uint64_t square(int column, int row) {
  return std::uint64_t{1} << (ConnectFour::kStride * column + row);
}

// The lines of four that the others have no stone in, each worth the cube of how many of mine it has. All lines of a
// direction are counted at once: a line is known by its first square, and its number of stones is written in binary.
int worth_of_lines(std::uint64_t mine, std::uint64_t others) {
  const std::uint64_t free = (ConnectFour::kTop - ConnectFour::kBottom) & ~others;
  int worth = 0;
  for (const int step : {1, ConnectFour::kStride, ConnectFour::kStride - 1, ConnectFour::kStride + 1}) {
    const std::uint64_t free_pairs = free & free >> step;
    const std::uint64_t open = free_pairs & free_pairs >> 2 * step;
    const std::uint64_t one = mine ^ mine >> step;  // of two neighbours
    const std::uint64_t both = mine & mine >> step;
    const std::uint64_t ones = one ^ one >> 2 * step;
    const std::uint64_t twos = both ^ both >> 2 * step ^ (one & one >> 2 * step);
    const std::uint64_t fours = both & both >> 2 * step;
    worth += std::popcount(open & ones & ~twos) + 8 * std::popcount(open & twos & ~ones) +
             27 * std::popcount(open & ones & twos) + 64 * std::popcount(open & fours);
  }
  return worth;
}

}  // namespace

std::string ConnectFour::why_illegal(const State& state, Action action) {
  if (current_player(state) == kTerminal) return "the game is over";
  if (action < 0 || action >= kColumns) return "there are columns a to g";
  if (((state.mover | state.other) & square(action, kRows - 1)) != 0) return "the column is full";
  return {};
}

std::vector<ScoreLine> ConnectFour::score_sheet(const State& state) {
  Result final;
  result(state, final);
  return {{.name = "four in a row", .points = final.scores}};
}

void ConnectFour::evaluate(const State& state, Evaluation& evaluation) {
  for (int s = 0; s < 2; ++s) {
    evaluation.scores[s] = static_cast<float>(worth_of_lines(stones(state, s), stones(state, 1 - s)));
  }
  evaluation.spread = 40.0F;
}

Action ConnectFour::policy_action(const State& state, Rng& rng) {
  const std::uint64_t filled = state.mover | state.other;
  for (const std::uint64_t stones : {state.mover, state.other}) {
    for (std::uint64_t tops = open_tops(state); tops != 0; tops &= tops - 1) {
      const Action column = column_of(tops);
      const std::uint64_t stone =
          (filled + (std::uint64_t{1} << (kStride * column))) & (std::uint64_t{0x3F} << (kStride * column));
      if (has_four(stones | stone)) return column;
    }
  }
  return random_action(state, rng).action;
}

std::string ConnectFour::action_text(const State&, Action action) {
  return std::string("drop:") + static_cast<char>('a' + action);
}

Action ConnectFour::parse_action(const State&, std::string_view text) {
  if (text.size() == 6 && text.starts_with("drop:") && text[5] >= 'a' && text[5] <= 'g') return text[5] - 'a';
  throw UsageError("there is no move " + quoted(text) + "; moves are drop:a .. drop:g");
}

std::string ConnectFour::position_text(const State& state) {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    int gap = 0;
    const auto flush = [&] {
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
    };
    for (int column = 0; column < kColumns; ++column) {
      const std::uint64_t bit = square(column, row);
      if ((stones(state, 0) & bit) != 0) {
        flush();
        text += 'x';
      } else if ((stones(state, 1) & bit) != 0) {
        flush();
        text += 'o';
      } else {
        ++gap;
      }
    }
    flush();
    if (row > 0) text += '/';
  }
  return text + (state.ply % 2 == 0 ? " x" : " o");
}

ConnectFour::State ConnectFour::parse_position(std::string_view text) {
  const auto fields = words(text);
  const auto fail = [&](const std::string& why) -> UsageError {
    return UsageError("position " + quoted(text) + ": " + why);
  };
  if (fields.size() != 2) throw fail("expected 'rows mover', like '7/7/7/7/7/3x3 o'");
  const auto rows = split(fields[0], '/');
  if (rows.size() != kRows) throw fail("expected 6 rows");
  std::uint64_t read[2] = {};
  for (int i = 0; i < kRows; ++i) {
    int column = 0;
    for (const char c : rows[i]) {
      if (c >= '1' && c <= '7') {
        column += c - '0';
      } else if ((c == 'x' || c == 'o') && column < kColumns) {
        read[c == 'o'] |= square(column++, kRows - 1 - i);
      } else {
        throw fail("row " + std::to_string(kRows - i) + ": " + quoted(rows[i]) +
                   " is not made of x, o and gaps 1 .. 7");
      }
    }
    if (column != kColumns) throw fail("row " + std::to_string(kRows - i) + " has not 7 squares");
  }
  const int first = std::popcount(read[0]);
  const int second = std::popcount(read[1]);
  if (first != second && first != second + 1)
    throw fail("x has " + std::to_string(first) + " stones and o " + std::to_string(second));
  State state{};
  state.ply = static_cast<std::uint32_t>(first + second);
  state.mover = read[state.ply & 1];
  state.other = read[~state.ply & 1];
  if (fields[1] != (state.ply % 2 == 0 ? "x" : "o"))
    throw fail(std::string("the mover must be ") + (state.ply % 2 == 0 ? "x" : "o"));
  state.won = has_four(state.other);
  const std::string wrong = audit(state);
  if (!wrong.empty()) throw fail(wrong);
  return state;
}

std::string ConnectFour::board_text(const State& state) {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    text += std::to_string(row + 1) + " ";
    for (int column = 0; column < kColumns; ++column) {
      const std::uint64_t bit = square(column, row);
      text += (stones(state, 0) & bit) != 0 ? " x" : (stones(state, 1) & bit) != 0 ? " o" : " .";
    }
    text += '\n';
  }
  return text + "   a b c d e f g\n";
}

std::string ConnectFour::board_svg(const State& state) {
  constexpr double kCell = 50;
  std::string text = svg::open(370, 330);
  text += svg::rect(10, 10, 350, 300, "#2b4c7e", "rx=\"8\"");
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < kRows; ++row) {
      const std::uint64_t bit = square(column, row);
      const std::string_view fill = (stones(state, 0) & bit) != 0   ? svg::kSeatColours[0]
                                    : (stones(state, 1) & bit) != 0 ? svg::kSeatColours[4]
                                                                    : "#ffffff";
      text += svg::circle(35 + kCell * column, 285 - kCell * row, 20, fill);
    }
    text +=
        svg::text(35 + kCell * column, 325, 13, "middle", "#222222", std::string(1, static_cast<char>('a' + column)));
  }
  return text + svg::close();
}

void ConnectFour::observation(const State& state, int seat, float* features) {
  for (const int owner : {seat, 1 - seat}) {
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < kColumns; ++column) {
        *features++ = (stones(state, owner) & square(column, row)) != 0 ? 1.0F : 0.0F;
      }
    }
  }
}

std::string ConnectFour::audit(const State& state) {
  if ((state.mover & state.other) != 0) return "two stones on one square";
  const std::uint64_t filled = state.mover | state.other;
  if ((filled & ~(kTop - kBottom)) != 0) return "a stone outside the board";
  if (((filled + kBottom) & filled) != 0) return "a stone hangs in the air";
  if (std::popcount(filled) != static_cast<int>(state.ply)) return "stones and plies differ";
  if (std::popcount(state.mover) != static_cast<int>(state.ply / 2)) return "the seats' stones do not alternate";
  if (has_four(state.mover)) return "the player to move has four already";
  if (has_four(state.other) != (state.won != 0) || state.won > 1) return "four in a row and the mark of it differ";
  return {};
}

}  // namespace embertree
