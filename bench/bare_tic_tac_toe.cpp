// Tic-tac-toe without an engine: uniformly random games in one plain loop, the limit to compare ours with.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

std::uint64_t seed = 1;
std::uint64_t below(std::uint64_t n) {  // SplitMix64
  std::uint64_t z = seed += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return ((z ^ (z >> 31)) >> 32) * n >> 32;
}

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
int main(int argc, char** argv) {
  const double least = argc > 1 ? std::atof(argv[1]) : 2.0;
  double games = 0, plies = 0, seconds = 0;
  for (const std::clock_t began = std::clock(); games == 0 || seconds < least;
       seconds = double(std::clock() - began) / CLOCKS_PER_SEC)
    for (int i = 0; i < 10'000; ++i, ++games) plies += play();
  std::printf("{\"games_per_second\": %.0f, \"actions_per_second\": %.0f, \"actions_per_game\": %.2f}\n",
              games / seconds, plies / seconds, plies / games);
}
