// Zobrist keys of what stands on the board; the few small fields beside it are hashed as one word.
#pragma once

#include "core/zobrist.hpp"
#include "games/volcano_island/questions.hpp"

namespace embertree::volcano {

inline constexpr auto kPieceKeys = zobrist_keys<kSeats * VolcanoIsland::kKinds * kSquares>("volcano_island pieces");
inline constexpr auto kLavaKeys = zobrist_keys<2 * kSquares>("volcano_island lava");

inline Key piece_key(int seat, int kind, int square) {
  return kPieceKeys[static_cast<std::size_t>((seat * VolcanoIsland::kKinds + kind) * kSquares + square)];
}
inline Key lava_key(int eruption, int square) {
  return kLavaKeys[static_cast<std::size_t>(eruption * kSquares + square)];
}

Key board_key_from_scratch(const State& state);

inline Key fields_key(const State& state) {
  const auto mover = static_cast<std::uint8_t>(state.mover);
  const std::uint64_t word = std::uint64_t{state.players} | std::uint64_t{state.rules} << 8 |
                             std::uint64_t{state.round} << 16 | std::uint64_t{state.start} << 24 |
                             std::uint64_t{mover} << 32 | std::uint64_t{state.actions} << 40 |
                             std::uint64_t{state.eruptions} << 48 | std::uint64_t{state.counter} << 56;
  return hash_word(word, 0x566F6C63616E6FULL);
}

}  // namespace embertree::volcano
