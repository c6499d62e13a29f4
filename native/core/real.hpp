// Real-number functions that give the same bits on every build and processor: only + - x / sqrt, which IEEE 754 fixes.
// The library's log and exp differ between machines, and one different bit is another tree.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace embertree {

namespace real_detail {

// ln(1 + x) for 0 <= x <= 1 by the series of 2 atanh(x / (2 + x)).
constexpr double log1p_series(double x) {
  const double t = x / (2.0 + x);
  const double t2 = t * t;
  double power = t;
  double sum = 0.0;
  for (int k = 1; k < 60; k += 2) {
    sum += power / k;
    power *= t2;
  }
  return 2.0 * sum;
}

inline constexpr int kLogBits = 11;

constexpr std::array<double, (1 << kLogBits) + 1> make_log_table() {
  std::array<double, (1 << kLogBits) + 1> table{};
  for (int i = 0; i <= 1 << kLogBits; ++i) table[i] = log1p_series(static_cast<double>(i) / (1 << kLogBits));
  return table;
}
inline constexpr auto kLogTable = make_log_table();
inline constexpr double kLn2 = kLogTable[1 << kLogBits];

}  // namespace real_detail

// ln(n) for n >= 1 (0 for n = 0), within 3e-8: a table over the leading bits, a straight line between its entries.
constexpr double log_of(std::uint64_t n) {
  using namespace real_detail;
  if (n == 0) return 0.0;
  const int exponent = 63 - std::countl_zero(n);
  const std::uint64_t mantissa = n << (63 - exponent);  // leading one at bit 63
  const std::uint64_t index = (mantissa >> (63 - kLogBits)) - (std::uint64_t{1} << kLogBits);
  const std::uint64_t rest = mantissa << (kLogBits + 1);
  const double fraction = static_cast<double>(rest >> 11) * 0x1.0p-53;
  const double low = kLogTable[index];
  return exponent * kLn2 + low + (kLogTable[index + 1] - low) * fraction;
}

namespace real_detail {

inline constexpr double kExpZero = -80.0;  // e^x counts as 0 below

// e^x for kExpZero <= x <= 0, within 1e-8 relative, without a branch.
constexpr double exp_within(double x) {
  const int halvings = static_cast<int>(0.5 - x * (1.0 / kLn2));
  const double r = x + halvings * kLn2;  // within ln 2 / 2 of 0
  // The series to r^7, in pairs that do not wait for each other.
  const double r2 = r * r;
  const double low = (1.0 + r) + (1.0 / 2 + r * (1.0 / 6)) * r2;
  const double high = (1.0 / 24 + r * (1.0 / 120)) + (1.0 / 720 + r * (1.0 / 5040)) * r2;
  // 2^-halvings by its bits: exact.
  return (low + high * (r2 * r2)) * std::bit_cast<double>(static_cast<std::uint64_t>(1023 - halvings) << 52);
}

}  // namespace real_detail

// e^x for x <= 0, within 1e-8 relative; 0 below -80.
constexpr double exp_of(double x) {
  if (x < real_detail::kExpZero) return 0.0;
  return real_detail::exp_within(x > 0.0 ? 0.0 : x);
}

}  // namespace embertree
