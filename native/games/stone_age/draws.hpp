// One of a seat's legal actions or an outcome of chance, drawn at random without a list: what there is is counted, and
// only the one that is drawn is looked up. `Numbers` is Rng or RngAhead.
#pragma once

#include "games/stone_age/stone_age.hpp"

namespace embertree::stone_age {

template <class Numbers>
[[gnu::always_inline]] inline Pick one_of(unsigned set, Action first, Numbers& rng) {
  const int count = bit_count16(set);
  return {first + nth_bit16(set, rng.below_int(count)), count};
}

// Of a set that is not empty.
template <class Numbers>
[[gnu::always_inline]] inline Pick random_placement(PlacementSet open, Numbers& rng) {
  const int choices = bit_count(open);
  return {StoneAge::kPut + nth_bit(open, rng.below_int(choices)), choices};
}

template <class Numbers>
Pick random_payment(const StoneAge::State& s, Numbers& rng) {
  const Goods purse = s.players[s.turn].goods;
  const int late = StoneAge::has_open_pick(s, s.turn) ? StoneAge::kPicks : 0;
  const auto other = [&](int index, int payments) {
    return index == payments ? StoneAge::kDecline : StoneAge::kLatePick + index - payments - 1;
  };
  const int tile = s.pending < kBuilding0 ? 0 : s.top[s.pending - kBuilding0];
  if (tile < kAnyTile) {
    std::uint64_t set = 0;
    int first = 0;
    if (s.pending < kBuilding0) {
      const int price = s.pending - kCard1 + 1;
      set = payable_word(purse, price, 0);
      first = kFirstMix[price];
    } else if (tile < kFixedTiles) {
      set = static_cast<std::uint64_t>(covers(purse, kTilePrice[tile]));
      first = kTilePayment[tile];
    } else {
      set = tile_payments(purse, tile);
      first = kFirstMix[kBuildingRows[tile].count];
    }
    const int payments = bit_count(set);
    const int choices = payments + 1 + late;
    const int index = rng.below_int(choices);
    if (index >= payments) return {other(index, payments), choices};
    return {StoneAge::kPay + first + nth_bit(set, index), choices};
  }
  const std::uint64_t counts = payable_counts(purse);
  int payments = 0;
  for (int t = 1; t <= kMostForAny; ++t) payments += static_cast<int>(counts >> (8 * t)) & 0xFF;
  const int choices = payments + 1 + late;
  int index = rng.below_int(choices);
  if (index >= payments) return {other(index, payments), choices};
  for (int t = 1;; ++t) {
    const int here = static_cast<int>(counts >> (8 * t)) & 0xFF;
    if (index < here) return {StoneAge::kPay + nth_payment(purse, t, index), choices};
    index -= here;
  }
}

template <class Numbers>
Pick random_feeding(const StoneAge::State& s, Numbers& rng) {
  const Goods purse = s.players[s.turn].goods;
  if ((s.rules & (kPartialFeeding | kRefuseOffered)) != 0 || StoneAge::has_open_pick(s, s.turn)) {
    ActionList<StoneAge> actions;
    StoneAge::legal_actions(s, actions);
    return {actions[rng.below_int(actions.size())], actions.size()};
  }
  if (kMixWords[s.roll] == 1) {
    const std::uint64_t set = payable_word(purse, s.roll, 0);
    const int payments = bit_count(set);
    const int index = rng.below_int(payments + 1);
    if (index == payments) return {StoneAge::kStarve, payments + 1};
    return {StoneAge::kPay + kFirstMix[s.roll] + nth_bit(set, index), payments + 1};
  }
  const int payments = payable_count(purse, s.roll);
  const int index = rng.below_int(payments + 1);
  if (index == payments) return {StoneAge::kStarve, payments + 1};
  return {StoneAge::kPay + nth_payment(purse, s.roll, index), payments + 1};
}

template <class Numbers>
[[gnu::always_inline]] inline Pick random_location(const StoneAge::State& s, Numbers& rng) {
  const unsigned here = s.here[s.turn];
  if (StoneAge::has_open_pick(s, s.turn)) {
    const int places = bit_count16(here);
    const int index = rng.below_int(places + StoneAge::kPicks);
    return {index < places ? StoneAge::kGoTo + nth_bit16(here, index) : StoneAge::kLatePick + index - places,
            places + StoneAge::kPicks};
  }
  return one_of(here, StoneAge::kGoTo, rng);
}

// Random bits under a mask are a uniform subset.
template <class Numbers>
Pick random_tools(const StoneAge::State& s, Numbers& rng) {
  const unsigned ready = StoneAge::ready_tools(s.players[s.turn]);
  return {StoneAge::kUse + static_cast<Action>((rng.next() >> 32) & ready), 1 << bit_count16(ready)};
}

template <class Numbers>
Pick random_die(const StoneAge::State& s, Numbers& rng) {
  return one_of(different_faces(s.dice[StoneAge::active_dice(s)]), StoneAge::kTakeFace, rng);
}

template <class Numbers>
Pick random_pick(Numbers& rng) {
  return {StoneAge::kPay + StoneAge::kFirstPick + rng.below_int(StoneAge::kPicks), StoneAge::kPicks};
}

template <class Numbers>
Pick random_slot(const StoneAge::State& s, Numbers& rng) {
  return one_of(kToolRows[s.players[s.mover].tools].choices, StoneAge::kRaiseSlot, rng);
}

template <class Numbers>
Action random_deal(const StoneAge::State& s, Numbers& rng) {
  if (s.pending == StoneAge::kPendingDisplay) {
    return StoneAge::kDealCard + first_twin(nth_bit(s.unseen_cards, rng.below_int(bit_count(s.unseen_cards))));
  }
  if (s.pending == StoneAge::kPendingSeat) return StoneAge::kDealSeat + rng.below_int(s.seats);
  return StoneAge::kDealTile + kFirstTile[nth_bit(s.unseen_tiles, rng.below_int(bit_count(s.unseen_tiles)))];
}

template <class Numbers>
[[gnu::always_inline]] inline Action random_roll(const StoneAge::State& s, Numbers& rng) {
  if (s.pending != StoneAge::kPendingDice) {
    return StoneAge::kRollSum - 1 + roll_sum(rng, StoneAge::dice_rolled(s));
  }
  return StoneAge::kRollDice + kDiceForAll[s.seats - 2].rank_of_case[rng.below(kDiceCases[s.seats - 2])];
}

template <class Numbers>
Action random_draw(const StoneAge::State& s, Numbers& rng) {
  return StoneAge::kDrawCard + first_twin(nth_bit(s.unseen_cards, rng.below_int(bit_count(s.unseen_cards))));
}

}  // namespace embertree::stone_age
