// One small, fast, splittable generator, equal on every machine.
//
// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). Eight bytes of state:
// the k-th number can be had without the ones before it, which is how a match draws dice that do not shift one another
// (the engine protocol's "auto" chance).
#pragma once

#include <cstdint>
#include <string_view>

namespace embertree {

inline constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15ULL;

constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// The high half of a 128-bit product: floor(a * b / 2^64).
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed = 0) : state_(seed) {}

  constexpr std::uint64_t next() { return mix64(state_ += kGoldenGamma); }

  // Uniform in 0 .. n-1 for n >= 1. The bias is below n / 2^64: no seed shows it.
  constexpr std::uint64_t below(std::uint64_t n) { return multiply_high(next(), n); }
  constexpr int below_int(int n) { return static_cast<int>(below(static_cast<std::uint64_t>(n))); }

  // Uniform in [0, 1): 53 random bits, exact in a double.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  // A generator of its own, for another game, thread or purpose.
  constexpr Rng split() { return Rng(mix64(next() ^ 0xD1B54A32D192ED03ULL)); }

  // The k-th number (k = 1, 2, ...) of a generator started at `seed`.
  static constexpr std::uint64_t nth(std::uint64_t seed, std::uint64_t k) { return mix64(seed + k * kGoldenGamma); }

  constexpr std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

// The same numbers, each made before it is asked for: where the next branch hangs on it, nobody waits for its making.
class RngAhead {
 public:
  constexpr explicit RngAhead(Rng rng) : rng_(rng), next_(rng_.next()) {}

  constexpr std::uint64_t next() {
    const std::uint64_t number = next_;
    next_ = rng_.next();
    return number;
  }
  // The next number, which stays the next one where it is not `wanted`: without a branch.
  constexpr std::uint64_t next_if(bool wanted) {
    Rng after = rng_;
    const std::uint64_t number = next_;
    const std::uint64_t mask = -std::uint64_t{wanted};
    next_ ^= (next_ ^ after.next()) & mask;
    rng_ = Rng(rng_.state() + (kGoldenGamma & mask));
    return number;
  }
  constexpr std::uint64_t below(std::uint64_t n) { return multiply_high(next(), n); }
  constexpr int below_int(int n) { return static_cast<int>(below(static_cast<std::uint64_t>(n))); }

  // The generator that gives the numbers that come next here.
  constexpr Rng rest() const { return Rng(rng_.state() - kGoldenGamma); }

 private:
  Rng rng_;
  std::uint64_t next_;
};

// FNV-1a, 64 bits (Fowler, Noll, Vo): names the kinds of chance events in seeds.
constexpr std::uint64_t fnv1a64(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

}  // namespace embertree
