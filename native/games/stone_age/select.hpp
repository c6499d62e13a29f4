// Counting bits and finding the n-th one without loops, for sets that are small or are looked into twice.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"

namespace embertree::stone_age {

namespace select_detail {

// kBits[byte]: how many bits are set.
inline constexpr auto kBits = [] {
  std::array<std::uint8_t, 256> counts{};
  for (int byte = 1; byte < 256; ++byte) counts[byte] = static_cast<std::uint8_t>(counts[byte / 2] + byte % 2);
  return counts;
}();

}  // namespace select_detail

constexpr int bit_count(std::uint64_t set) { return Bits128{set, 0}.count(); }
// The position of set bit number n (n = 0 is the lowest); there must be one. A whole program's inlining is budgeted,
// and this is where random games spend their time: its attributes see that no call is left.
[[gnu::always_inline, gnu::flatten]] constexpr int nth_bit(std::uint64_t set, int n) {
  return bits_detail::nth_in_word(set, n);
}

// The same for sets of up to 16, where two look-ups are quicker than arithmetic.
[[gnu::always_inline]] constexpr int bit_count16(unsigned set) {
#ifdef __POPCNT__
  return std::popcount(set);
#else
  return select_detail::kBits[set & 0xFF] + select_detail::kBits[set >> 8 & 0xFF];
#endif
}
[[gnu::always_inline]] constexpr int nth_bit16(unsigned set, int n) {
  const int low = bit_count16(set & 0xFF);
  const int high = -static_cast<int>(n >= low);  // a mask: no branch could foresee it
  return (high & 8) + bits_detail::kInByte[n - (high & low)][set >> (high & 8) & 0xFF];
}

}  // namespace embertree::stone_age
