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

}  // namespace select_detail

constexpr int bit_count(std::uint64_t set) {
  return static_cast<int>((select_detail::byte_counts(set) * select_detail::kOnes) >> 56);
}

// The position of set bit number n (n = 0 is the lowest); there must be one. Running sums of the bytes' counts find the
// byte, a table the bit (Vigna, "Broadword implementation of rank/select queries", 2008).
constexpr int nth_bit(std::uint64_t set, int n) {
  using namespace select_detail;
  constexpr std::uint64_t kTops = 0x8080'8080'8080'8080ULL;
  const std::uint64_t sums = byte_counts(set) * kOnes;  // byte i: set bits in bytes 0 .. i, at most 64
  const std::uint64_t wanted = static_cast<std::uint64_t>(n) * kOnes;
  // A byte's top bit says that its sum is at most n: the bit is further up.
  const std::uint64_t passed = ((wanted | kTops) - sums) & kTops;
  const int byte = static_cast<int>(((passed >> 7) * kOnes) >> 56);
  const int before = byte == 0 ? 0 : static_cast<int>(sums >> (8 * (byte - 1))) & 0xFF;
  return 8 * byte + kInByte[n - before][(set >> (8 * byte)) & 0xFF];
}

}  // namespace embertree::stone_age
