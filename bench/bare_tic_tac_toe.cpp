// Tic-tac-toe without an engine: uniformly random games in one plain loop, the limit to compare ours with.
#include <cstdint>

#include "bare.hpp"

// A counter of two bits for each row, column and diagonal; three of somebody's marks set both bits.
struct Lines {
  std::uint32_t of[9];
  constexpr Lines() : of() {
    for (int square = 0; square < 9; ++square) {
      const int row = square / 3, column = square % 3;
      of[square] = 1U << 2 * row | 1U << (6 + 2 * column);
      if (row == column) of[square] |= 1U << 12;
      if (row + column == 2) of[square] |= 1U << 14;
    }
  }
};
constexpr Lines kLines;

// The number of marks made until somebody has three in a line or the board is full.
int play() {
  std::uint32_t open[9], mine = 0, others = 0;
  for (int square = 0; square < 9; ++square) open[square] = kLines.of[square];
  for (int left = 9;;) {
    std::uint32_t& square = open[below(std::uint64_t(left))];
    const std::uint32_t marks = mine + square;
    square = open[--left];
    if ((marks & marks >> 1 & 0x5555) != 0 || left == 0) return 9 - left;
    mine = others;
    others = marks;
  }
}

// bare_tic_tac_toe [SECONDS]
int main(int argc, char** argv) { measure_games(seconds_of(argc, argv, 1), 10'000, play); }
