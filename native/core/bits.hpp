// Sets of up to 128 squares as two machine words, and boards on which such sets shift without wrapping round.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace embertree {

// Counting and choosing members without the processor's own instruction, which not every build may use: a call into
// the compiler's library for each count costs more than all the shifts of a move generator.
namespace bits_detail {

inline constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101ULL;

// The number of members in each byte of the word.
constexpr std::uint64_t byte_counts(std::uint64_t word) {
  word -= (word >> 1) & 0x5555'5555'5555'5555ULL;
  word = (word & 0x3333'3333'3333'3333ULL) + ((word >> 2) & 0x3333'3333'3333'3333ULL);
  return (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0FULL;
}

// Member number k of a byte, at [k][byte].
inline constexpr auto kInByte = [] {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0, k = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1) != 0) table[k++][byte] = static_cast<std::uint8_t>(bit);
    }
  }
  return table;
}();

// Member number k of a word that has more than k, without a loop (Vigna, "Broadword implementation of rank/select
// queries", 2008).
constexpr int nth_in_word(std::uint64_t word, int k) {
  const std::uint64_t up_to = byte_counts(word) * kEachByte;  // members in this byte and those below it
  const std::uint64_t top_bits = kEachByte << 7;
  const std::uint64_t enough = ((up_to | top_bits) - kEachByte * static_cast<std::uint64_t>(k + 1)) & top_bits;
  const int shift = std::countr_zero(enough) & ~7;
  const auto before = static_cast<int>((up_to << 8) >> shift & 0xFF);
  return shift + kInByte[static_cast<std::size_t>(k - before)][word >> shift & 0xFF];
}

}  // namespace bits_detail

struct Bits128 {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  static constexpr Bits128 of(int bit) {
    // Without a branch: squares come at random.
    return {std::uint64_t{bit < 64} << (bit & 63), std::uint64_t{bit >= 64} << (bit & 63)};
  }
  // The lowest n bits.
  static constexpr Bits128 first(int n) {
    if (n <= 0) return {};
    if (n < 64) return {(std::uint64_t{1} << n) - 1, 0};
    if (n == 64) return {~std::uint64_t{0}, 0};
    return {~std::uint64_t{0}, n >= 128 ? ~std::uint64_t{0} : (std::uint64_t{1} << (n - 64)) - 1};
  }

  constexpr bool any() const { return (lo | hi) != 0; }
  constexpr bool none() const { return !any(); }
  constexpr int count() const {
#ifdef __POPCNT__
    return std::popcount(lo) + std::popcount(hi);
#else
    using namespace bits_detail;
    return static_cast<int>(((byte_counts(lo) + byte_counts(hi)) * kEachByte) >> 56);
#endif
  }
  constexpr bool test(int bit) const { return ((bit < 64 ? lo : hi) >> (bit & 63) & 1) != 0; }
  constexpr bool more_than_one() const { return (lo & (lo - 1)) != 0 || (hi & (hi - 1)) != 0 || (lo != 0 && hi != 0); }
  constexpr bool contains(Bits128 b) const { return (b.lo & ~lo) == 0 && (b.hi & ~hi) == 0; }
  constexpr bool intersects(Bits128 b) const { return ((lo & b.lo) | (hi & b.hi)) != 0; }

  // The lowest and the highest member; the set must not be empty.
  constexpr int lowest() const {
    assert(any());
    return lo != 0 ? std::countr_zero(lo) : 64 + std::countr_zero(hi);
  }
  constexpr int highest() const {
    assert(any());
    return hi != 0 ? 127 - std::countl_zero(hi) : 63 - std::countl_zero(lo);
  }
  // Member number k in ascending order, k = 0 .. count() - 1.
  constexpr int nth(int k) const {
    assert(k >= 0 && k < count());
    const int low = Bits128{lo, 0}.count();
    // In the high word: all bits, else none. By arithmetic, since no branch could foresee it.
    const int high = -static_cast<int>(k >= low);
    const std::uint64_t word = lo ^ ((lo ^ hi) & static_cast<std::uint64_t>(std::int64_t{high}));
    return (64 & high) + bits_detail::nth_in_word(word, k - (low & high));
  }

  constexpr Bits128 operator&(Bits128 b) const { return {lo & b.lo, hi & b.hi}; }
  constexpr Bits128 operator|(Bits128 b) const { return {lo | b.lo, hi | b.hi}; }
  constexpr Bits128 operator^(Bits128 b) const { return {lo ^ b.lo, hi ^ b.hi}; }
  constexpr Bits128 operator~() const { return {~lo, ~hi}; }
  constexpr Bits128 operator-(Bits128 b) const { return {lo & ~b.lo, hi & ~b.hi}; }
  constexpr Bits128& operator&=(Bits128 b) { return *this = *this & b; }
  constexpr Bits128& operator|=(Bits128 b) { return *this = *this | b; }
  constexpr Bits128& operator^=(Bits128 b) { return *this = *this ^ b; }
  constexpr Bits128& operator-=(Bits128 b) { return *this = *this - b; }
  // One comparison instead of two.
  constexpr bool operator==(const Bits128& b) const { return ((lo ^ b.lo) | (hi ^ b.hi)) == 0; }

  // n in 0 .. 127.
  constexpr Bits128 operator<<(int n) const {
    if (n == 0) return *this;
    if (n >= 64) return {0, lo << (n - 64)};
    return {lo << n, (hi << n) | (lo >> (64 - n))};
  }
  constexpr Bits128 operator>>(int n) const {
    if (n == 0) return *this;
    if (n >= 64) return {hi >> (n - 64), 0};
    return {(lo >> n) | (hi << (64 - n)), hi >> n};
  }

  constexpr void set(int bit) { *this |= of(bit); }
  constexpr void reset(int bit) { *this -= of(bit); }
  constexpr int pop_lowest() {
    assert(any());
    if (lo != 0) {
      const int bit = std::countr_zero(lo);
      lo &= lo - 1;
      return bit;
    }
    const int bit = std::countr_zero(hi);
    hi &= hi - 1;
    return 64 + bit;
  }

  // `for (int square : set)` in ascending order.
  class Iterator;
  constexpr Iterator begin() const;
  constexpr Iterator end() const;
};

class Bits128::Iterator {
 public:
  constexpr explicit Iterator(Bits128 rest) : rest_(rest) {}
  constexpr int operator*() const { return rest_.lowest(); }
  constexpr Iterator& operator++() {
    rest_.pop_lowest();
    return *this;
  }
  constexpr bool operator==(const Iterator&) const = default;

 private:
  Bits128 rest_;
};

constexpr Bits128::Iterator Bits128::begin() const { return Iterator(*this); }
constexpr Bits128::Iterator Bits128::end() const { return Iterator(Bits128{}); }

// A board of kWidth x kHeight squares, square = file + kWidth * rank. Shifts drop what leaves the board.
template <int kWidth, int kHeight>
struct Grid {
  static_assert(kWidth * kHeight <= 128);
  static constexpr int kSquares = kWidth * kHeight;
  static constexpr Bits128 kAll = Bits128::first(kSquares);

  static constexpr Bits128 file(int f) {
    Bits128 set;
    for (int r = 0; r < kHeight; ++r) set.set(f + kWidth * r);
    return set;
  }
  static constexpr Bits128 kNotWestEdge = kAll - file(0);
  static constexpr Bits128 kNotEastEdge = kAll - file(kWidth - 1);

  static constexpr Bits128 west(Bits128 b) { return (b & kNotWestEdge) >> 1; }
  static constexpr Bits128 east(Bits128 b) { return (b & kNotEastEdge) << 1; }
  static constexpr Bits128 south(Bits128 b) { return b >> kWidth; }
  static constexpr Bits128 north(Bits128 b) { return (b << kWidth) & kAll; }

  // Squares that share an edge, or an edge or a corner, with a member (members themselves only if a neighbour is one).
  static constexpr Bits128 orthogonal(Bits128 b) { return west(b) | east(b) | south(b) | north(b); }
  static constexpr Bits128 around(Bits128 b) {
    const Bits128 row = west(b) | east(b);
    const Bits128 band = row | b;
    return row | south(band) | north(band);
  }
};

}  // namespace embertree
