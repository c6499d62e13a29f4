// Kernels over arrays of states of one game: states as rows of bytes in, numbers out, no Python and no lock inside.
//
// The Cython module takes these functions from the core through a capsule, so there is one copy of every game.
#pragma once

#include <cstdint>

namespace embertree {

// One row a state, `state_bytes` apart. Functions that can fail return the index of the first bad row, or -1; where one
// row is bad, no row has changed.
struct BatchKit {
  std::int64_t (*step)(void* states, std::int64_t n, const std::int32_t* actions);
  // Draws every pending chance event, row i from the generator state rngs[i]; returns how many were drawn.
  std::int64_t (*resolve_chance)(void* states, std::int64_t n, std::uint64_t* rngs);
  // One uniformly random legal action (or outcome) a row, written to `actions`; -1 where the game is over.
  void (*random_actions)(const void* states, std::int64_t n, std::uint64_t* rngs, std::int32_t* actions);
  void (*current_players)(const void* states, std::int64_t n, std::int8_t* players);
  // Rows of num_distinct_actions bytes, 1 where legal; zeros at chance and when over.
  void (*legal_masks)(const void* states, std::int64_t n, std::uint8_t* masks);
  // How many legal actions (at chance: outcomes) each row has; with `actions` not null, they follow one another there.
  void (*legal_lists)(const void* states, std::int64_t n, std::int64_t* counts, std::int32_t* actions);
  // Features as the seat sees them; seat -1 means each row's mover (seat 0 at chance and when over).
  void (*observe)(const void* states, std::int64_t n, int seat, float* features, std::int64_t row_size);
  // Rows of `players` returns; zeros until the game is over.
  void (*returns)(const void* states, std::int64_t n, int players, int objective, float* values);
  void (*keys)(const void* states, std::int64_t n, std::uint64_t* keys);
};

}  // namespace embertree
