#include "games/stone_age/worth.hpp"

#include <algorithm>

namespace embertree::stone_age {

const Weights kWeights;

const std::array<std::array<float, kMostDice + 1>, kGatherPlaces> kMeanGain = [] {
  std::array<std::array<float, kMostDice + 1>, kGatherPlaces> means{};
  for (int place = 0; place < kGatherPlaces; ++place) {
    for (int k = 1; k <= kMostDice; ++k) {
      double sum = 0;
      double cases = 0;
      for (int s = k; s <= kFaces * k; ++s) {
        sum += static_cast<double>(kSumWays[k][s]) * (s / kLocationRows[place].divisor);
        cases += kSumWays[k][s];
      }
      means[place][k] = static_cast<float>(sum / cases);
    }
  }
  return means;
}();

float rounds_to_come(const StoneAge::State& s) {
  if (s.phase == StoneAge::kEnd) return 0.0F;
  // People on a card or a stack take it more often than not.
  constexpr float kTaken = 0.85F;
  unsigned occupied = 0;
  for (const std::uint16_t here : s.here) occupied |= here;
  float missing = static_cast<float>(StoneAge::empty_places(s));
  missing += kTaken * static_cast<float>(bit_count16(occupied >> kCard1 & 0xF));
  const bool setting_up = s.phase == StoneAge::kDeal && s.turn == StoneAge::kNothing;
  const float cards = static_cast<float>(StoneAge::deck_size(s)) - missing;
  // Negative: the next round does not come, unless purchases fail.
  float rounds =
      cards < 0.0F && !setting_up ? std::max(0.0F, 1.0F + cards) : 1.0F + cards / kWeights.cards_a_round[s.seats];
  if (setting_up) rounds -= 1.0F;
  for (int stack = 0; stack < s.seats; ++stack) {
    float left = static_cast<float>(s.height[stack]);
    if ((occupied >> (kBuilding0 + stack) & 1) != 0) left -= kTaken;
    rounds = std::min(rounds, left < 1.0F ? left : 1.0F + (left - 1.0F) / kWeights.tiles_a_round[s.seats]);
  }
  return std::max(0.0F, std::min(rounds, 30.0F));
}

Worth worth_of(const StoneAge::State& s, int seat, float rounds) {
  const StoneAge::Player& p = s.players[seat];
  const CardSet cards = StoneAge::scoring_cards(s, seat);
  Worth worth{};
  worth.rounds = rounds;
  const int eaten = std::max(0, p.people - p.agriculture);
  const bool needed = static_cast<float>(p.food) < static_cast<float>(eaten) * (rounds + 1.0F);
  worth.food = needed ? kWeights.food : kWeights.food_left;
  const float late = std::min(1.0F, rounds / kWeights.goods_rounds);
  for (int kind = 0; kind < kKinds; ++kind) {
    worth.goods[kind] = 1.0F + (kWeights.goods * static_cast<float>(kValue[kind]) - 1.0F) * late;
  }
  worth.tool = kToolRows[p.tools].lowest == kHighestLevel
                   ? 0.0F
                   : kWeights.tool * rounds + static_cast<float>(figures_of(cards, 1));
  worth.field = p.agriculture >= 10 ? 0.0F
                                    : (p.agriculture < p.people ? kWeights.food * (rounds + 1.0F) : 0.0F) +
                                          static_cast<float>(figures_of(cards, 0));
  worth.person = p.people >= 10 ? 0.0F
                                : (kWeights.person - kWeights.food) * rounds - kWeights.food +
                                      static_cast<float>(figures_of(cards, 3));
  worth.symbols = kWeights.symbols_a_round * rounds;
  for (int figure = 0; figure < kFigures; ++figure) worth.growth[figure] = kWeights.growth_a_round[figure] * rounds;
  return worth;
}

float card_at_the_end(const StoneAge::State& s, int seat, const Worth& worth, int card) {
  const StoneAge::Player& p = s.players[seat];
  const CardSet cards = StoneAge::scoring_cards(s, seat);
  const CardRow& row = kCardRows[card];
  if (row.figures == 0) {
    const int have = static_cast<int>((cards >> (2 * row.sign) & 1) + (cards >> (2 * row.sign + 1) & 1));
    // A set of a scores a squared: one more now is worth 2a + 1, and raises what later ones are worth.
    if (have == 0) return static_cast<float>(2 * symbols_once(cards) + 1) + 2.0F * worth.symbols;
    return static_cast<float>(2 * symbols_twice(cards) + 1) + 0.5F * worth.symbols;
  }
  const int figure = row.sign - kFarmer;
  const int sources[kFigures] = {p.agriculture, kToolRows[p.tools].total, p.built, p.people};
  return static_cast<float>(row.figures) * (static_cast<float>(sources[figure]) + worth.growth[figure]);
}

float face_worth(const Worth& worth, int face) {
  return face <= kKinds ? worth.goods[face - 1] : face == 5 ? worth.tool : worth.field;
}

float card_at_once(const StoneAge::State& s, const Worth& worth, int card) {
  const CardRow& row = kCardRows[card];
  const float amount = static_cast<float>(row.amount);
  switch (row.effect) {
    case Effect::kFood:
      return amount * worth.food;
    case Effect::kGoods:
      return amount * worth.goods[row.kind];
    case Effect::kRoll:
      return kMeanGain[kForest + int{row.kind}][2] * worth.goods[row.kind];
    case Effect::kPoints:
      return amount;
    case Effect::kTool:
      return worth.tool;
    case Effect::kField:
      return worth.field;
    case Effect::kOneUse:
      return amount * kWeights.one_use;
    case Effect::kPick:
      return 2.0F * worth.goods[kGold];
    case Effect::kDraw:
      return kWeights.drawn;
    default: {
      // The buyer takes the best of n dice; the others get something too, which counts against it.
      float best = 0.0F;
      float mean = 0.0F;
      for (int face = 1; face <= kFaces; ++face) {
        best = std::max(best, face_worth(worth, face));
        mean += face_worth(worth, face) / static_cast<float>(kFaces);
      }
      return mean + (best - mean) * (0.3F + 0.1F * static_cast<float>(s.seats)) - 0.5F * mean;
    }
  }
}

float goods_worth(const Worth& worth, Goods goods) {
  float sum = 0.0F;
  for (int kind = 0; kind < kKinds; ++kind) sum += static_cast<float>(count_of(goods, kind)) * worth.goods[kind];
  return sum;
}

Goods cheapest(Goods purse, int count) {
  Goods mix = 0;
  for (int kind = 0; kind < kKinds && count > 0; ++kind) {
    const int paid = std::min(count, count_of(purse, kind));
    mix |= goods_of(kind, paid);
    count -= paid;
  }
  return mix;
}

}  // namespace embertree::stone_age
