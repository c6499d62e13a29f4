// Counting bits and finding the n-th one with plain arithmetic: builds for any x86-64 have no instruction for either.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace embertree::stone_age {

namespace select_detail {

constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101ULL;

// The number of set bits of each byte, in its byte.
constexpr std::uint64_t byte_counts(std::uint64_t set) {
  set -= (set >> 1) & 0x5555'5555'5555'5555ULL;
  set = (set & 0x3333'3333'3333'3333ULL) + ((set >> 2) & 0x3333'3333'3333'3333ULL);
  return (set + (set >> 4)) & 0x0F0F'0F0F'0F0F'0F0FULL;
}

// kInByte[n][byte]: where the n-th set bit of a byte is.
inline constexpr auto kInByte = [] {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int byte = 0; byte < 256; ++byte) {
    int n = 0;
    for (int bit = 0; bit < 8; ++bit) {
      if ((byte >> bit) & 1) table[n++][byte] = static_cast<std::uint8_t>(bit);
    }
  }
  return table;
}();

// kBits[byte]: how many bits are set.
inline constexpr auto kBits = [] {
  std::array<std::uint8_t, 256> counts{};
  for (int byte = 1; byte < 256; ++byte) counts[byte] = static_cast<std::uint8_t>(counts[byte / 2] + byte % 2);
  return counts;
}();

// From running sums of bytes: how many of them are at most n, n and all sums below 128.
constexpr int bytes_passed(std::uint64_t sums, int n) {
  constexpr std::uint64_t kTops = 0x8080'8080'8080'8080ULL;
  const std::uint64_t passed = ((static_cast<std::uint64_t>(n) * kOnes | kTops) - sums) & kTops;
  return static_cast<int>(((passed >> 7) * kOnes) >> 56);
}

}  // namespace select_detail

// Byte i of the result is the sum of bytes 0 .. i; all sums must be below 256.
constexpr std::uint64_t running_sums(std::uint64_t bytes) { return bytes * select_detail::kOnes; }

constexpr int bit_count(std::uint64_t set) {
  return static_cast<int>((select_detail::byte_counts(set) * select_detail::kOnes) >> 56);
}

// A set of up to 64 that is counted once and then looked into.
class Selection {
 public:
  constexpr explicit Selection(std::uint64_t set) : set_(set), sums_(running_sums(select_detail::byte_counts(set))) {}
  constexpr int count() const { return static_cast<int>(sums_ >> 56); }
  // The position of set bit number n (n = 0 is the lowest); there must be one. Running sums of the bytes' counts find
  // the byte, a table the bit (Vigna, "Broadword implementation of rank/select queries", 2008).
  constexpr int nth(int n) const {
    const int byte = select_detail::bytes_passed(sums_, n);
    const int before = static_cast<int>(sums_ << 8 >> (8 * byte)) & 0xFF;
    return 8 * byte + select_detail::kInByte[n - before][(set_ >> (8 * byte)) & 0xFF];
  }

 private:
  std::uint64_t set_;
  std::uint64_t sums_;
};
constexpr int nth_bit(std::uint64_t set, int n) { return Selection(set).nth(n); }

// The same for sets of up to 16, where two look-ups are quicker.
constexpr int bit_count16(unsigned set) { return select_detail::kBits[set & 0xFF] + select_detail::kBits[set >> 8]; }
constexpr int nth_bit16(unsigned set, int n) {
  const int low = select_detail::kBits[set & 0xFF];
  const int high = n >= low ? 1 : 0;
  return 8 * high + select_detail::kInByte[n - (high != 0 ? low : 0)][set >> (8 * high) & 0xFF];
}

}  // namespace embertree::stone_age
