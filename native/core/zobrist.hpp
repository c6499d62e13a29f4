// Tables of random keys, made at compile time and equal in every build (Zobrist, "A new hashing method with
// application for game playing", 1970).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/rng.hpp"
#include "core/types.hpp"

namespace embertree {

// N independent keys for what `name` names; tables of other names are independent of it.
template <std::size_t N>
constexpr std::array<Key, N> zobrist_keys(std::string_view name) {
  std::array<Key, N> keys{};
  Rng rng(fnv1a64(name));
  for (Key& key : keys) key = rng.next();
  return keys;
}

// One key for a whole word of state, for fields whose range is too wide for a table.
constexpr Key hash_word(std::uint64_t word, std::uint64_t salt) { return mix64(word * kGoldenGamma ^ mix64(salt)); }

}  // namespace embertree
