// Connect four without an engine: uniformly random games in one plain loop, the limit to compare ours with.
#include <cstdint>

#include "bare.hpp"

// Seven bits a column, the top one always empty: bit 7 * column + height.
constexpr std::uint64_t kTopRow = 0x0000'0408'1020'4081ULL << 5;

std::uint64_t fours(std::uint64_t stones, int step) {
  const std::uint64_t pairs = stones & stones >> step;
  return pairs & pairs >> 2 * step;
}

// The number of stones played until somebody has four or the board is full.
int play() {
  std::uint64_t next[7];  // the lowest empty square of each column that is not full
  for (int column = 0; column < 7; ++column) next[column] = std::uint64_t{1} << 7 * column;
  std::uint64_t mine = 0, others = 0, open = 7;
  for (int ply = 1;; ++ply) {
    std::uint64_t& square = next[below(open)];
    const std::uint64_t stones = mine | square;
    square = (square & kTopRow) == 0 ? square << 1 : next[--open];
    if (ply > 6 && ((fours(stones, 1) | fours(stones, 6) | fours(stones, 7) | fours(stones, 8)) != 0 || open == 0))
      return ply;
    mine = others;
    others = stones;
  }
}

// bare_connect_four [SECONDS]
int main(int argc, char** argv) { measure_games(seconds_of(argc, argv, 1), 10'000, play); }
