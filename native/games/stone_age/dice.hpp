// Dice: sums of up to ten of them, and the dice for all players as multisets (rules, section 13).
#pragma once

#include <array>
#include <cstdint>

#include "core/rng.hpp"

namespace embertree::stone_age {

inline constexpr int kFaces = 6;
inline constexpr int kMostDice = 10;
inline constexpr int kHighestSum = kFaces * kMostDice;

// kSumWays[k][s]: in how many of the 6^k cases k dice show the sum s. 6^10 = 60,466,176 fits 32 bits.
inline constexpr auto kSumWays = [] {
  std::array<std::array<std::uint32_t, kHighestSum + 1>, kMostDice + 1> ways{};
  ways[0][0] = 1;
  for (int k = 1; k <= kMostDice; ++k) {
    for (int s = k; s <= kFaces * k; ++s) {
      for (int face = 1; face <= kFaces && face <= s; ++face) ways[k][s] += ways[k - 1][s - face];
    }
  }
  return ways;
}();

namespace dice_detail {

inline constexpr auto kPowers = [] {
  std::array<std::uint64_t, kMostDice + 1> powers{1};
  for (int k = 1; k <= kMostDice; ++k) powers[k] = powers[k - 1] * kFaces;
  return powers;
}();

// Sums of the five digits of a number in base 6: five dice that count from 0.
inline constexpr std::uint64_t kFiveDice = 7776;
inline constexpr auto kDigitSums = [] {
  std::array<std::uint8_t, kFiveDice> sums{};
  for (std::size_t i = 1; i < kFiveDice; ++i) sums[i] = static_cast<std::uint8_t>(sums[i / kFaces] + i % kFaces);
  return sums;
}();

}  // namespace dice_detail

// The sum of k dice, 0 to 10: one of 6^k equal cases, its digits added. No branch depends on chance.
template <class Numbers>
int roll_sum(Numbers& rng, int k) {
  using namespace dice_detail;
  const std::uint64_t dice = rng.below(kPowers[k]);
  return k + kDigitSums[dice % kFiveDice] + kDigitSums[dice / kFiveDice];
}

// --- Dice for all ---
// A multiset of dice as counts by face, four bits a face: face f at bit 4 (f - 1).
using FaceCounts = std::uint32_t;
constexpr FaceCounts one_face(int face) { return FaceCounts{1} << (4 * (face - 1)); }
constexpr int faces_count(FaceCounts dice, int face) { return (dice >> (4 * (face - 1))) & 0xF; }
constexpr int dice_count(FaceCounts dice) {
  int count = 0;
  for (int face = 1; face <= kFaces; ++face) count += faces_count(dice, face);
  return count;
}
constexpr unsigned different_faces(FaceCounts dice) {  // bit f - 1: face f is there
  unsigned faces = 0;
  for (int face = 1; face <= kFaces; ++face) faces |= static_cast<unsigned>(faces_count(dice, face) != 0) << (face - 1);
  return faces;
}

inline constexpr int kMostDiceForAll = 126;

// All multisets of n dice, in ascending order of their faces written ascending.
struct DiceForAll {
  int size = 0;
  std::array<FaceCounts, kMostDiceForAll> dice{};
  std::array<std::uint8_t, kMostDiceForAll> ways{};
  std::array<std::uint8_t, 1296> rank_of_case{};  // of 6^n equal cases
};

constexpr DiceForAll make_dice_for_all(int n) {
  DiceForAll table;
  int cases = 1;
  for (int i = 0; i < n; ++i) cases *= kFaces;
  // The cases in ascending order of their digits: one whose digits ascend is met as the first of its multiset.
  for (int i = 0; i < cases; ++i) {
    int power = cases / kFaces;
    int last = 0;
    bool ascending = true;
    FaceCounts dice = 0;
    for (int d = 0; d < n; ++d, power /= kFaces) {
      const int digit = i / power % kFaces;
      ascending = ascending && digit >= last;
      last = digit;
      dice += one_face(digit + 1);
    }
    if (ascending) table.dice[table.size++] = dice;
  }
  for (int i = 0; i < cases; ++i) {
    FaceCounts dice = 0;
    for (int d = 0, rest = i; d < n; ++d, rest /= kFaces) dice += one_face(rest % kFaces + 1);
    int rank = 0;
    while (table.dice[rank] != dice) ++rank;
    table.rank_of_case[i] = static_cast<std::uint8_t>(rank);
    ++table.ways[rank];
  }
  return table;
}

// By number of players, from 2.
inline constexpr DiceForAll kDiceForAll[3] = {make_dice_for_all(2), make_dice_for_all(3), make_dice_for_all(4)};
static_assert(kDiceForAll[0].size == 21 && kDiceForAll[1].size == 56 && kDiceForAll[2].size == 126);
inline constexpr std::uint64_t kDiceCases[3] = {36, 216, 1296};

}  // namespace embertree::stone_age
