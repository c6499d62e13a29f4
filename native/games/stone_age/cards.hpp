// The 36 civilization cards, one row each (rules, sections 7.2 and 12.1).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/stone_age/goods.hpp"
#include "games/stone_age/select.hpp"

namespace embertree::stone_age {

// What a card counts for at the end: green cards a culture symbol, sand-coloured ones a figure.
enum Sign : std::uint8_t {
  kPottery,
  kWriting,
  kTransport,
  kMedicine,
  kArt,
  kWeaving,
  kMusic,
  kTime,
  kFarmer,     // times agriculture
  kToolmaker,  // times tool levels
  kBuilder,    // times building tiles
  kShaman,     // times people
};
inline constexpr int kSymbols = 8;
inline constexpr int kFigures = 4;
inline constexpr std::string_view kSignNames[kSymbols + kFigures] = {"pottery", "writing",   "transport", "medicine",
                                                                     "art",     "weaving",   "music",     "time",
                                                                     "farmer",  "toolmaker", "builder",   "shaman"};
inline constexpr std::string_view kFigureSource[kFigures] = {"agriculture", "tools", "buildings", "people"};

// What a card does when it is bought.
enum class Effect : std::uint8_t {
  kFood,
  kGoods,  // `amount` of `kind`
  kRoll,   // two dice for `kind`, tools allowed
  kPoints,
  kTool,
  kField,   // agriculture + 1
  kOneUse,  // a one-use tool of value `amount`
  kPick,    // any two resources
  kDraw,    // a card of the deck, for the final scoring only
  kDice,    // dice for all players
};

struct CardRow {
  Sign sign;
  std::uint8_t figures;  // 0 on green cards
  Effect effect;
  std::uint8_t amount;
  Kind kind;
};

inline constexpr int kCards = 36;
inline constexpr int kGreenCards = 16;  // ids 0 .. 15: card i has symbol i / 2
inline constexpr int kPickTwoId = 7;
inline constexpr int kDrawOneId = 2;

inline constexpr CardRow kCardRows[kCards] = {
    // sign, figures, effect, amount, kind
    {kPottery, 0, Effect::kFood, 7, kWood},      // c0
    {kPottery, 0, Effect::kDice, 0, kWood},      // c1
    {kWriting, 0, Effect::kDraw, 1, kWood},      // c2
    {kWriting, 0, Effect::kDice, 0, kWood},      // c3
    {kTransport, 0, Effect::kGoods, 2, kStone},  // c4
    {kTransport, 0, Effect::kDice, 0, kWood},    // c5
    {kMedicine, 0, Effect::kFood, 5, kWood},     // c6
    {kMedicine, 0, Effect::kPick, 2, kWood},     // c7
    {kArt, 0, Effect::kTool, 1, kWood},          // c8
    {kArt, 0, Effect::kRoll, 0, kGold},          // c9
    {kWeaving, 0, Effect::kFood, 3, kWood},      // c10
    {kWeaving, 0, Effect::kFood, 1, kWood},      // c11
    {kMusic, 0, Effect::kPoints, 3, kWood},      // c12, twin of c13
    {kMusic, 0, Effect::kPoints, 3, kWood},      // c13
    {kTime, 0, Effect::kField, 1, kWood},        // c14
    {kTime, 0, Effect::kDice, 0, kWood},         // c15
    {kFarmer, 1, Effect::kGoods, 1, kStone},     // c16
    {kFarmer, 1, Effect::kField, 1, kWood},      // c17
    {kFarmer, 1, Effect::kDice, 0, kWood},       // c18
    {kFarmer, 2, Effect::kFood, 3, kWood},       // c19
    {kFarmer, 2, Effect::kDice, 0, kWood},       // c20
    {kToolmaker, 1, Effect::kOneUse, 3, kWood},  // c21
    {kToolmaker, 1, Effect::kOneUse, 4, kWood},  // c22
    {kToolmaker, 2, Effect::kOneUse, 2, kWood},  // c23
    {kToolmaker, 2, Effect::kDice, 0, kWood},    // c24, twin of c25
    {kToolmaker, 2, Effect::kDice, 0, kWood},    // c25
    {kBuilder, 1, Effect::kFood, 4, kWood},      // c26
    {kBuilder, 1, Effect::kDice, 0, kWood},      // c27
    {kBuilder, 2, Effect::kFood, 2, kWood},      // c28
    {kBuilder, 2, Effect::kDice, 0, kWood},      // c29
    {kBuilder, 3, Effect::kPoints, 3, kWood},    // c30
    {kShaman, 1, Effect::kGoods, 1, kStone},     // c31
    {kShaman, 1, Effect::kGoods, 1, kGold},      // c32
    {kShaman, 1, Effect::kRoll, 0, kStone},      // c33
    {kShaman, 2, Effect::kGoods, 1, kBrick},     // c34
    {kShaman, 2, Effect::kRoll, 0, kWood},       // c35
};

// --- Sets of cards: one bit a card, of twins the lower bit first ---
// Twins cannot be told apart, so no state and no outcome may depend on which of the two it was.
using CardSet = std::uint64_t;
inline constexpr CardSet kAllCards = (CardSet{1} << kCards) - 1;
// The lower bits of the two pairs of twins, c12 c13 and c24 c25.
inline constexpr CardSet kTwinCards = CardSet{1} << 12 | CardSet{1} << 24;

constexpr int first_twin(int card) { return card == 13 || card == 25 ? card - 1 : card; }
constexpr int card_copies(int card) { return (kTwinCards >> card) & 1 ? 2 : 1; }
// `card` is a lower twin or has none. A set that holds the lower twin takes the upper bit next, and gives it first.
constexpr CardSet with_card(CardSet set, int card) {
  const CardSet bit = CardSet{1} << card;
  return set | bit << ((set & bit & kTwinCards) != 0);
}
constexpr CardSet without_card(CardSet set, int card) {
  const CardSet bit = CardSet{1} << card;
  return set & ~(bit << ((set & (bit & kTwinCards) << 1) != 0));
}
constexpr int count_card(CardSet set, int card) {
  const CardSet bit = CardSet{1} << card;
  return ((set & bit) != 0) + ((set & (bit & kTwinCards) << 1) != 0);
}
static_assert(without_card(with_card(with_card(0, 12), 12), 12) == with_card(0, 12));
static_assert(count_card(kAllCards, 24) == 2 && count_card(kAllCards, 25) == 1);

// --- What a set of cards is worth at the end ---
// The figures of one kind stand on five neighbouring cards.
inline constexpr auto kFigureSums = [] {
  std::array<std::array<std::uint8_t, 32>, kFigures> sums{};
  for (int figure = 0; figure < kFigures; ++figure) {
    for (int set = 0; set < 32; ++set) {
      for (int i = 0; i < 5; ++i) {
        if ((set >> i) & 1) {
          sums[figure][set] =
              static_cast<std::uint8_t>(sums[figure][set] + kCardRows[kGreenCards + 5 * figure + i].figures);
        }
      }
    }
  }
  return sums;
}();
static_assert(kFigureSums[0][31] == 7 && kFigureSums[1][31] == 8 && kFigureSums[2][31] == 9 && kFigureSums[3][31] == 7);

constexpr int figures_of(CardSet cards, int figure) {
  return kFigureSums[figure][(cards >> (kGreenCards + 5 * figure)) & 31];
}
// Symbols that a set has at least once, and those it has twice: card ids 2i and 2i + 1 have symbol i.
constexpr int symbols_once(CardSet cards) { return bit_count((cards | cards >> 1) & 0x5555); }
constexpr int symbols_twice(CardSet cards) { return bit_count(cards & cards >> 1 & 0x5555); }

}  // namespace embertree::stone_age
