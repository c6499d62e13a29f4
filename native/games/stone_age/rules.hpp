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

// `max_rounds` 0 stands for a hard stop, so that a game nobody plays to its end has one. At most 50 food and 27
// resources come in a round: after 1000 rounds every counter is still inside its 16 bits.
inline constexpr int kHardStop = 250;
inline constexpr int kMostRounds = 1000;

}  // namespace embertree::stone_age
