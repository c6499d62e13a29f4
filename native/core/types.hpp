// The words every floor shares: actions, seats, weights, results and the three kinds of trouble.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace embertree {

// Dense, non-negative, stable across versions; decisions and chance outcomes share one id space per game.
using Action = std::int32_t;
using Key = std::uint64_t;
// Weights of chance outcomes are whole numbers; a list's sum fits 64 bits.
using Weight = std::uint64_t;

inline constexpr int kMaxSeats = 5;

// What `current_player` says when no seat is to move (OpenSpiel's numbers).
inline constexpr int kChance = -1;
inline constexpr int kTerminal = -4;

inline constexpr Action kNoAction = -1;

template <class T>
using PerSeat = std::array<T, kMaxSeats>;

struct Outcome {
  Action action;
  Weight weight;
};

// How a game ended. Ranks start at 1; shared ranks are equal (1 2 2 4) and include the game's tie-break.
struct Result {
  PerSeat<int> scores{};
  PerSeat<std::uint8_t> ranks{};
};

// What a game's evaluation thinks: the final score it expects for each seat, and how many points of lead make one
// step of the softmax that turns scores into chances to win (small when little is left to happen).
struct Evaluation {
  PerSeat<float> scores{};
  float spread = 1.0F;
};

struct ScoreLine {
  std::string name;
  PerSeat<int> points{};
};

// A person or a caller got something wrong: what came, where, and what would do. ValueError in Python.
class UsageError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// A well-formed action that the rules do not allow here. IllegalActionError in Python.
class IllegalAction : public UsageError {
 public:
  using UsageError::UsageError;
};

#ifdef EMBERTREE_CHECKED
inline constexpr bool kChecked = true;
#else
inline constexpr bool kChecked = false;
#endif

}  // namespace embertree
