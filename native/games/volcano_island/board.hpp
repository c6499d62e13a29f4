// The island as sets of squares: which exist, who is next to whom, and the ways to pay for a building.
//
// Squares are numbered a1 = 0, b1 = 1 .. j10 = 99 (README, "Notation").
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"

namespace embertree::volcano {

using Board = Grid<10, 10>;
inline constexpr int kWidth = 10;
inline constexpr int kSquares = Board::kSquares;
inline constexpr int kSeats = 4;

constexpr int square_at(int file, int rank) { return file + kWidth * rank; }
constexpr int file_of(int square) { return square % kWidth; }
constexpr int rank_of(int square) { return square / kWidth; }

// A seat's pawn square; clockwise from the north-west of the volcano: e6, f6, f5, e5.
inline constexpr std::array<int, kSeats> kPawnSquare = {square_at(4, 5), square_at(5, 5), square_at(5, 4),
                                                        square_at(4, 4)};
inline constexpr Bits128 kVolcano = Bits128::of(kPawnSquare[0]) | Bits128::of(kPawnSquare[1]) |
                                    Bits128::of(kPawnSquare[2]) | Bits128::of(kPawnSquare[3]);

inline constexpr std::array<Bits128, kSeats> kPawn = {Bits128::of(kPawnSquare[0]), Bits128::of(kPawnSquare[1]),
                                                      Bits128::of(kPawnSquare[2]), Bits128::of(kPawnSquare[3])};

// A tile is two squares wide; `file` and `rank` are those of its south-west square.
constexpr Bits128 tile(int file, int rank) {
  Bits128 set;
  for (int i = 0; i < 4; ++i) set.set(square_at(file + i % 2, rank + i / 2));
  return set;
}

// With three players only the north-east corner tile stays, behind the player between the other two.
inline constexpr Bits128 kRemovedCorners = tile(0, 8) | tile(0, 0) | tile(8, 0);

constexpr Bits128 squares_of_island(int players) { return players == 3 ? Board::kAll - kRemovedCorners : Board::kAll; }

inline constexpr std::array<Bits128, 2> kLand = {squares_of_island(3) - kVolcano, squares_of_island(4) - kVolcano};

// --- Neighbours ---

// The eight neighbours in the order in which masks of what is paid count them: W, E, S, N, SW, SE, NW, NE.
inline constexpr std::array<int, 8> kFileStep = {-1, 1, 0, 0, -1, 1, -1, 1};
inline constexpr std::array<int, 8> kRankStep = {0, 0, -1, 1, -1, -1, 1, 1};

// The neighbour of a square, or -1 beyond the edge.
constexpr int neighbour(int square, int direction) {
  const int file = file_of(square) + kFileStep[direction];
  const int rank = rank_of(square) + kRankStep[direction];
  return file < 0 || file >= kWidth || rank < 0 || rank >= kWidth ? -1 : square_at(file, rank);
}

constexpr auto make_neighbours(bool diagonal) {
  std::array<Bits128, kSquares> sets{};
  for (int q = 0; q < kSquares; ++q) {
    sets[q] = diagonal ? Board::around(Bits128::of(q)) : Board::orthogonal(Bits128::of(q));
  }
  return sets;
}
inline constexpr auto kOrthogonal = make_neighbours(false);
inline constexpr auto kAround = make_neighbours(true);

// Squares with at least two, and at least three, members of a set among their eight neighbours. Right for squares
// outside the set only; all of them are counted at once, a bit of each count in a set of its own.
struct Crowd {
  Bits128 two;
  Bits128 three;
};

[[gnu::always_inline]] constexpr Crowd crowd(Bits128 set) {
  const Bits128 west = Board::west(set);
  const Bits128 east = Board::east(set);
  // Each row's three squares as a number of two bits, then the three rows together.
  const Bits128 low = west ^ east ^ set;
  const Bits128 high = (west & east) | (set & (west ^ east));
  const Bits128 low_n = Board::north(low);
  const Bits128 low_s = Board::south(low);
  const Bits128 high_n = Board::north(high);
  const Bits128 high_s = Board::south(high);
  const Bits128 ones = low ^ low_n ^ low_s;
  const Bits128 carry = (low_n & low_s) | (low & (low_n ^ low_s));
  const Bits128 some_twos = carry | high | high_n | high_s;
  const Bits128 more_twos = (carry & high) | (high_n & high_s) | ((carry | high) & (high_n | high_s));
  return {some_twos, (some_twos & ones) | more_twos};
}

// --- Payments: subsets of the eight neighbours as masks of eight bits ---

inline constexpr int kThrees = 56;  // 8 over 3: what a village or a town costs
inline constexpr int kFours = 70;   // 8 over 4: what a city costs

constexpr auto kChoose = [] {
  std::array<std::array<std::uint8_t, 5>, 9> table{};
  for (int n = 0; n < 9; ++n) {
    table[n][0] = 1;
    for (int k = 1; k < 5 && n > 0; ++k) {
      table[n][k] = static_cast<std::uint8_t>(table[n - 1][k - 1] + table[n - 1][k]);
    }
  }
  return table;
}();

template <int kSize, int kCount>
constexpr auto make_masks() {
  std::array<std::uint8_t, kCount> masks{};
  int n = 0;
  for (unsigned mask = 0; mask < 256; ++mask) {
    if (std::popcount(mask) == kSize) masks[n++] = static_cast<std::uint8_t>(mask);
  }
  return masks;
}
inline constexpr auto kThreeMask = make_masks<3, kThrees>();
inline constexpr auto kFourMask = make_masks<4, kFours>();

// A mask's place among the masks of its size.
inline constexpr auto kMaskRank = [] {
  std::array<std::uint8_t, 256> ranks{};
  std::array<std::uint8_t, 9> next{};
  for (unsigned mask = 0; mask < 256; ++mask) ranks[mask] = next[std::popcount(mask)]++;
  return ranks;
}();

// For each mask the ranks of the threes within it, ascending: kThreesWithin.rank[first[mask] ..].
inline constexpr auto kThreesWithin = [] {
  struct {
    std::array<std::uint16_t, 256> first;
    std::array<std::uint8_t, 32 * kThrees> rank;
  } table{};
  int n = 0;
  for (unsigned mask = 0; mask < 256; ++mask) {
    table.first[mask] = static_cast<std::uint16_t>(n);
    for (int r = 0; r < kThrees; ++r) {
      if ((kThreeMask[r] & ~mask) == 0) table.rank[n++] = static_cast<std::uint8_t>(r);
    }
  }
  return table;
}();

// A mask laid out as the three rows of a board around square b2 (bit 11).
inline constexpr int kMiddle = square_at(1, 1);
inline constexpr auto kSpread = [] {
  std::array<std::uint32_t, 256> table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    for (int d = 0; d < 8; ++d) {
      if ((mask >> d & 1) != 0) table[mask] |= std::uint32_t{1} << (kMiddle + kFileStep[d] + kWidth * kRankStep[d]);
    }
  }
  return table;
}();

// Which of the eight neighbours are in the set.
constexpr unsigned mask_around(int square, Bits128 set) {
  set &= kAround[square];
  const Bits128 moved = square >= kMiddle ? set >> (square - kMiddle) : set << (kMiddle - square);
  const std::uint64_t rows = moved.lo;
  unsigned mask = 0;
  for (int d = 0; d < 8; ++d) {
    mask |= static_cast<unsigned>(rows >> (kMiddle + kFileStep[d] + kWidth * kRankStep[d]) & 1) << d;
  }
  return mask;
}

// The squares that a mask names; the mask must not reach beyond the edge.
constexpr Bits128 squares_around(int square, unsigned mask) {
  const Bits128 rows{kSpread[mask], 0};
  return square >= kMiddle ? rows << (square - kMiddle) : rows >> (kMiddle - square);
}

}  // namespace embertree::volcano
