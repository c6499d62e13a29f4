// Connect four without an engine: uniformly random games in one plain loop, the limit to compare ours with.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

// Seven bits a column, the top one always empty: bit 7 * column + height.
constexpr std::uint64_t kTopRow = 0x0000'0408'1020'4081ULL << 5;

std::uint64_t seed = 1;
std::uint64_t below(std::uint64_t n) {  // SplitMix64
  std::uint64_t z = seed += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return ((z ^ (z >> 31)) >> 32) * n >> 32;
}

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
int main(int argc, char** argv) {
  const double least = argc > 1 ? std::atof(argv[1]) : 2.0;
  double games = 0, plies = 0, seconds = 0;
  for (const std::clock_t began = std::clock(); games == 0 || seconds < least;
       seconds = double(std::clock() - began) / CLOCKS_PER_SEC)
    for (int i = 0; i < 10'000; ++i, ++games) plies += play();
  std::printf("{\"games_per_second\": %.0f, \"actions_per_second\": %.0f, \"actions_per_game\": %.2f}\n",
              games / seconds, plies / seconds, plies / games);
}
