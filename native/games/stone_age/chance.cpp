// What chance may do (rules, section 13), and whose turn it is to take one of the dice for all.
#include "games/stone_age/draws.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;

void list_cards(CardSet cards, Action first, OutcomeList<StoneAge>& outcomes) {
  for (int card = 0; card < kCards; ++card) {
    if (first_twin(card) != card) continue;
    const int copies = count_card(cards, card);
    if (copies > 0) outcomes.push_back({first + card, static_cast<Weight>(copies)});
  }
}

}  // namespace

int StoneAge::active_dice(const State& state) {
  if (state.dice[0] == 0) return -1;
  if (!has_rule(state, kDiceOwnTurn) || state.turn == kNothing) return 0;
  // In its own turn a seat takes what it owes, after those who choose before it.
  for (int set = 0; set < kSeats && state.dice[set] != 0; ++set) {
    const int buyer = static_cast<int>(state.dice[set] >> 24);
    const int order = state.turn >= buyer ? state.turn - buyer : state.turn + state.seats - buyer;
    if (order >= state.seats - dice_count(state.dice[set])) return set;
  }
  return -1;
}

int StoneAge::dice_taker(const State& state, int set) {
  const int buyer = static_cast<int>(state.dice[set] >> 24);
  return (buyer + state.seats - dice_count(state.dice[set])) % state.seats;
}

void StoneAge::chance_outcomes(const State& s, OutcomeList<StoneAge>& outcomes) {
  switch (s.phase) {
    case kDeal:
      if (s.pending == kPendingDisplay) return list_cards(s.unseen_cards, kDealCard, outcomes);
      if (s.pending == kPendingSeat) {
        for (int seat = 0; seat < s.seats; ++seat) outcomes.push_back({kDealSeat + seat, 1});
        return;
      }
      for (int tile = 0; tile < kTiles; ++tile) {
        if (kFirstTile[tile] != tile) continue;
        const int copies = count_tile(s.unseen_tiles, tile);
        if (copies > 0) outcomes.push_back({kDealTile + tile, static_cast<Weight>(copies)});
      }
      return;
    case kRoll: {
      if (s.pending == kPendingDice) {
        const DiceForAll& table = kDiceForAll[s.seats - 2];
        for (int rank = 0; rank < table.size; ++rank) outcomes.push_back({kRollDice + rank, table.ways[rank]});
        return;
      }
      const int dice = dice_rolled(s);
      for (int sum = dice; sum <= kFaces * dice; ++sum) outcomes.push_back({kRollSum + sum - 1, kSumWays[dice][sum]});
      return;
    }
    case kDraw:
      return list_cards(s.unseen_cards, kDrawCard, outcomes);
    default:
      return;
  }
}

Action StoneAge::sample_chance(const State& s, Rng& rng) {
  switch (s.phase) {
    case kDeal:
      return random_deal(s, rng);
    case kRoll:
      return random_roll(s, rng);
    case kDraw:
      return random_draw(s, rng);
    default:
      return kNoAction;
  }
}

}  // namespace embertree
