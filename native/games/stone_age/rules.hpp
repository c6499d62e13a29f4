// The eighteen options of the rules' section 15, packed: seventeen as bits of one word, `max_rounds` as a number.
#pragma once

#include <cstdint>

namespace embertree::stone_age {

using RuleBits = std::uint32_t;

// Each choice is its index in the option's list, from these bits up; 0 is the default of every option.
inline constexpr RuleBits kCardEnd = 3U << 0;  // see CardEnd
inline constexpr RuleBits kPickDeferrable = 1U << 2;
inline constexpr RuleBits kSurplusLost = 1U << 3;
inline constexpr RuleBits kHuntRepeat = 1U << 4;
inline constexpr RuleBits kMaxedForbidden = 1U << 5;
inline constexpr RuleBits kSlotPrinted = 1U << 6;
inline constexpr RuleBits kSlotChoice = 1U << 7;
inline constexpr RuleBits kMarkFresh = 1U << 8;
inline constexpr RuleBits kToolsLimited = 1U << 9;
inline constexpr RuleBits kGoodsLimited = 1U << 10;
inline constexpr RuleBits kDiceOwnTurn = 1U << 11;
inline constexpr RuleBits kCardPublic = 1U << 12;
inline constexpr RuleBits kTieFood = 1U << 13;
inline constexpr RuleBits kTieSeat = 1U << 14;
inline constexpr int kStartShift = 15;  // three bits: a seat, or kStartRandom
inline constexpr RuleBits kStartRandom = 4;
inline constexpr RuleBits kRevealLate = 1U << 18;
inline constexpr RuleBits kPartialFeeding = 1U << 19;
inline constexpr RuleBits kRefuseOffered = 1U << 20;
inline constexpr RuleBits kSkipLastFeeding = 1U << 21;

enum CardEnd : std::uint8_t { kRefillShort, kDeckEmpty, kNoCardsLeft };

// `max_rounds` 0 stands for a hard stop, so that a game nobody plays to its end has one.
inline constexpr int kHardStop = 250;
inline constexpr int kMostRounds = 500;

// What a state may hold in a round. Positions may name large purses, and a round adds less than this: at most 40 of one
// kind (seven people roll 42, tools and one-use tools add 21), 60 food (ten people roll 60), one penalty. So counters
// stay inside their 16 bits to the last round, four kinds together too.
constexpr int most_goods(int round) { return 4000 + 40 * round; }
constexpr int most_food(int round) { return 10'000 + 60 * round; }
constexpr int most_points(int tiles, int cards) { return 10'000 + 42 * tiles + 3 * cards; }
constexpr int least_points(int penalties) { return -10'000 - 10 * penalties; }
static_assert(most_goods(kMostRounds + 1) < 1 << 15 && most_food(kMostRounds + 1) < 1 << 16);
static_assert(4 * 4000 + 80 * (kMostRounds + 1) < 1 << 16 && least_points(kMostRounds + 1) > -(1 << 15));

}  // namespace embertree::stone_age
