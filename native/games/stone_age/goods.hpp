// Resources, and every mix of up to ten of them: its number, what it holds, and which mixes a purse can pay.
//
// A purse is one word: wood, brick, stone and gold in four lanes of 16 bits, so a payment is one subtraction. Which
// mixes of t resources a purse holds is the intersection of four bit sets, one a kind; so payments are counted, and one
// is picked, without listing them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/types.hpp"
#include "games/stone_age/select.hpp"

namespace embertree::stone_age {

using Goods = std::uint64_t;

enum Kind : std::uint8_t { kWood, kBrick, kStone, kGold };
inline constexpr int kKinds = 4;

inline constexpr std::string_view kKindNames[kKinds] = {"wood", "brick", "stone", "gold"};
inline constexpr char kKindLetters[] = "wbsg";
inline constexpr int kValue[kKinds] = {3, 4, 5, 6};       // points, and the divisor when gathering
inline constexpr int kSupply[kKinds] = {28, 18, 12, 10};  // in the box; only option `resource_supply` asks

constexpr Goods goods_of(int kind, int count) { return static_cast<Goods>(count) << (16 * kind); }
constexpr int count_of(Goods goods, int kind) { return static_cast<int>(goods >> (16 * kind)) & 0xFFFF; }
// The four lanes added; the sum fits 16 bits for any purse a game can fill.
constexpr int total_of(Goods goods) { return static_cast<int>((goods * 0x0001'0001'0001'0001ULL) >> 48); }
constexpr int value_of(Goods goods) {
  return 3 * count_of(goods, kWood) + 4 * count_of(goods, kBrick) + 5 * count_of(goods, kStone) +
         6 * count_of(goods, kGold);
}
constexpr int kinds_of(Goods goods) {
  int kinds = 0;
  for (int kind = 0; kind < kKinds; ++kind) kinds += count_of(goods, kind) != 0;
  return kinds;
}
// Lanes stay below 2^15, so a lane that is too small borrows from its own top bit.
constexpr bool covers(Goods purse, Goods price) {
  constexpr Goods kTops = 0x8000'8000'8000'8000ULL;
  return (((purse | kTops) - price) & kTops) == kTops;
}

// --- The numbers of mixes (rules, section 14): by total, then by wood, brick, stone ascending ---
inline constexpr int kMixes = 1000;
inline constexpr int kMostPaid = 10;
// Mixes of t resources are numbers kFirstMix[t] .. kFirstMix[t + 1] - 1.
inline constexpr int kFirstMix[kMostPaid + 2] = {0, 0, 4, 14, 34, 69, 125, 209, 329, 494, 714, 1000};

inline constexpr auto kMixGoods = [] {
  std::array<Goods, kMixes> mixes{};
  int next = 0;
  for (int t = 1; t <= kMostPaid; ++t) {
    for (int w = 0; w <= t; ++w) {
      for (int b = 0; b <= t - w; ++b) {
        for (int s = 0; s <= t - w - b; ++s) {
          mixes[next++] =
              goods_of(kWood, w) | goods_of(kBrick, b) | goods_of(kStone, s) | goods_of(kGold, t - w - b - s);
        }
      }
    }
  }
  return mixes;
}();

constexpr int mix_number(Goods goods) {
  const int t = total_of(goods);
  const int w = count_of(goods, kWood);
  const int b = count_of(goods, kBrick);
  int number = kFirstMix[t];
  for (int i = 0; i < w; ++i) number += (t - i + 1) * (t - i + 2) / 2;
  for (int j = 0; j < b; ++j) number += t - w - j + 1;
  return number + count_of(goods, kStone);
}
static_assert(mix_number(goods_of(kGold, 1)) == 0 && mix_number(goods_of(kStone, 1)) == 1);
static_assert(mix_number(goods_of(kBrick, 1)) == 2 && mix_number(goods_of(kWood, 1)) == 3);
static_assert(mix_number(goods_of(kGold, 7)) == 209 && mix_number(goods_of(kWood, 7)) == 328);
static_assert(mix_number(goods_of(kWood, 10)) == 999 && kMixGoods[999] == goods_of(kWood, 10));

// --- Sets of mixes of one total ---
// The mixes of t resources take so many words; bit i of the set is mix kFirstMix[t] + i.
inline constexpr int kMixWords[kMostPaid + 1] = {0, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5};
inline constexpr int kMostMixWords = 5;

namespace goods_detail {

// Where the sets of total t begin: (t + 1) caps a kind, four kinds.
inline constexpr auto kOffset = [] {
  std::array<int, kMostPaid + 2> offset{};
  for (int t = 1; t <= kMostPaid; ++t) offset[t + 1] = offset[t] + kKinds * (t + 1) * kMixWords[t];
  return offset;
}();

// The mixes of total t with at most `cap` of a kind.
inline constexpr auto kAtMost = [] {
  std::array<std::uint64_t, kOffset[kMostPaid + 1]> sets{};
  for (int t = 1; t <= kMostPaid; ++t) {
    for (int i = kFirstMix[t]; i < kFirstMix[t + 1]; ++i) {
      const int bit = i - kFirstMix[t];
      for (int kind = 0; kind < kKinds; ++kind) {
        for (int cap = count_of(kMixGoods[i], kind); cap <= t; ++cap) {
          sets[kOffset[t] + (kind * (t + 1) + cap) * kMixWords[t] + bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
      }
    }
  }
  return sets;
}();

// The mixes of 4 and of 5 resources with exactly k kinds.
inline constexpr auto kOfKinds = [] {
  std::array<std::array<std::uint64_t, kKinds + 1>, 2> sets{};
  for (int t = 4; t <= 5; ++t) {
    for (int i = kFirstMix[t]; i < kFirstMix[t + 1]; ++i) {
      sets[t - 4][kinds_of(kMixGoods[i])] |= std::uint64_t{1} << (i - kFirstMix[t]);
    }
  }
  return sets;
}();

}  // namespace goods_detail

// Word `word` of the set of mixes of total t that a purse holds.
constexpr std::uint64_t payable_word(Goods purse, int t, int word) {
  using namespace goods_detail;
  std::uint64_t set = ~std::uint64_t{0};
  for (int kind = 0; kind < kKinds; ++kind) {
    const int have = count_of(purse, kind);
    set &= kAtMost[kOffset[t] + (kind * (t + 1) + (have < t ? have : t)) * kMixWords[t] + word];
  }
  return set;
}

// The mixes of exactly `kinds` kinds among those of 4 or 5 resources.
constexpr std::uint64_t mixes_of_kinds(int t, int kinds) { return goods_detail::kOfKinds[t - 4][kinds]; }

// How many mixes of t = 0 .. 7 resources a purse holds, a byte each (all are below 256): the product of four
// polynomials 1 + x + .. + x^have, cut after x^7.
constexpr std::uint64_t payable_counts(Goods purse) {
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101ULL;
  std::uint64_t product = 1;
  for (int kind = 0; kind < kKinds; ++kind) {
    const int have = count_of(purse, kind);
    product *= have >= 7 ? kOnes : kOnes >> (8 * (7 - have));
  }
  return product;
}
constexpr int payable_count(Goods purse, int t) {
  if (t <= 7) return static_cast<int>(payable_counts(purse) >> (8 * t)) & 0xFF;
  int count = 0;
  for (int word = 0; word < kMixWords[t]; ++word) count += bit_count(payable_word(purse, t, word));
  return count;
}

// Payment number `index` in ascending order among the mixes of t resources that a purse holds.
constexpr Action nth_payment(Goods purse, int t, int index) {
  for (int word = 0;; ++word) {
    const std::uint64_t set = payable_word(purse, t, word);
    if (word + 1 < kMixWords[t]) {
      const int here = bit_count(set);
      if (index >= here) {
        index -= here;
        continue;
      }
    }
    return kFirstMix[t] + 64 * word + nth_bit(set, index);
  }
}

}  // namespace embertree::stone_age
