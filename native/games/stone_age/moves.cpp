// What a seat may do: listed, narrowed for searches, or drawn at random without a list.
#include <algorithm>
#include <bit>

#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;
using Actions = ActionList<StoneAge>;

int most_people(const State& s, int location, int home) {
  return location == kHunting ? home : std::min(home, StoneAge::free_rings(s, location));
}

// Mixes of t resources that the purse holds, ascending.
void list_mixes(Goods purse, int t, Actions& actions) {
  for (int word = 0; word < kMixWords[t]; ++word) {
    for (std::uint64_t set = payable_word(purse, t, word); set != 0; set &= set - 1) {
      actions.push_back(StoneAge::kPay + kFirstMix[t] + 64 * word + std::countr_zero(set));
    }
  }
}

void list_late_picks(const State& s, Actions& actions) {
  if (!StoneAge::has_open_pick(s, s.turn)) return;
  for (int pick = 0; pick < StoneAge::kPicks; ++pick) actions.push_back(StoneAge::kLatePick + pick);
}

void list_placements(const State& s, Actions& actions) {
  const int home = s.players[s.turn].home;
  const unsigned open = StoneAge::open_places(s, s.turn);
  for (int location = 0; location < kGatherPlaces; ++location) {
    if ((open & location_bit(location)) == 0) continue;
    const Action first = StoneAge::kPut + first_placement(location);
    const int most = most_people(s, location, home);
    for (int people = 1; people <= most; ++people) actions.push_back(first + people - 1);
  }
  for (unsigned single = open & kSinglePlaces; single != 0; single &= single - 1) {
    actions.push_back(StoneAge::kPut + first_placement(std::countr_zero(single)));
  }
}

void list_payments(const State& s, Actions& actions) {
  const Goods purse = s.players[s.turn].goods;
  actions.push_back(StoneAge::kDecline);
  if (s.pending < kBuilding0) {
    list_mixes(purse, s.pending - kCard1 + 1, actions);
  } else {
    const int tile = s.top[s.pending - kBuilding0];
    if (tile < kFixedTiles) {
      if (covers(purse, kTilePrice[tile])) actions.push_back(StoneAge::kPay + kTilePayment[tile]);
    } else if (tile < kAnyTile) {
      const Action first = StoneAge::kPay + kFirstMix[kBuildingRows[tile].count];
      for (std::uint64_t set = tile_payments(purse, tile); set != 0; set &= set - 1) {
        actions.push_back(first + std::countr_zero(set));
      }
    } else {
      for (int t = 1; t <= kMostForAny; ++t) list_mixes(purse, t, actions);
    }
  }
  list_late_picks(s, actions);
}

// `all`: also what the rules call never useful.
void list_feeding(const State& s, bool all, Actions& actions) {
  const int missing = s.roll;
  if (missing > 0) {
    if (all && StoneAge::has_rule(s, kPartialFeeding)) {
      for (int t = 1; t < missing; ++t) list_mixes(s.players[s.turn].goods, t, actions);
    }
    list_mixes(s.players[s.turn].goods, missing, actions);
    actions.push_back(StoneAge::kStarve);
  } else if (all) {
    actions.push_back(StoneAge::kRefuse);
  }
  list_late_picks(s, actions);
  if (missing == 0) actions.push_back(StoneAge::kFeedAll);
}

// A subset of the unused tools is kept where every tool in it raises the gain, and of slots with equal levels the first
// ones are taken (slots are sorted, so equal ones are neighbours).
void list_useful_tools(const State& s, Actions& actions) {
  const Player& p = s.players[s.turn];
  const unsigned ready = StoneAge::ready_tools(p);
  const auto& gain = kGain[StoneAge::rolled_place(s)];
  const ToolSlots& slots = kToolRows[p.tools].slots;
  for (unsigned set = 0;;) {
    const int total = s.roll + StoneAge::tools_value(p, set);
    bool useful = true;
    for (unsigned rest = set; rest != 0 && useful; rest &= rest - 1) {
      const unsigned tool = rest & -rest;
      useful = gain[total - StoneAge::tools_value(p, tool)] < gain[total];
      if (useful && tool > 1 && tool < 8) {
        const int slot = std::countr_zero(tool);
        const unsigned left = tool >> 1;
        useful = (ready & left) == 0 || (set & left) != 0 || slots.level[slot - 1] != slots.level[slot];
      }
    }
    if (useful) actions.push_back(StoneAge::kUse + static_cast<Action>(set));
    if (set == ready) return;
    set = (set - ready) & ready;
  }
}

Pick one_of(unsigned set, Action first, Rng& rng) {
  const int count = bit_count16(set);
  return {first + nth_bit16(set, rng.below_int(count)), count};
}

// The numbers of placements on the hunting ground, at the four ringed places and at all the others, a byte each.
std::uint64_t count_placements(unsigned open, std::uint32_t space, int home) {
  constexpr std::uint32_t kOnes = 0x0101'0101;
  // For each ringed place the smaller of its free rings and the people at home, where it is open.
  const std::uint32_t all = static_cast<std::uint32_t>(home) * kOnes;
  const std::uint32_t enough = ((((space | 0x80 * kOnes) - all) >> 7) & kOnes) * 0xFF;
  const std::uint32_t spread = ((open >> kForest & 0xF) * 0x0020'4081 & kOnes) * 0xFF;
  const std::uint32_t ringed = ((all & enough) | (space & ~enough)) & spread;
  return static_cast<std::uint64_t>((open & 1) * static_cast<unsigned>(home)) | std::uint64_t{ringed} << 8 |
         static_cast<std::uint64_t>(bit_count16(open & kSinglePlaces)) << 40;
}

Pick random_placement(const State& s, Rng& rng) {
  const unsigned open = StoneAge::open_places(s, s.turn);
  const std::uint64_t sums = running_sums(count_placements(open, s.space, s.players[s.turn].home));
  const int choices = static_cast<int>(sums >> 56);
  const int index = rng.below_int(choices);
  const int location = sums_passed(sums, index);
  const int rest = index - sum_before(sums, location);
  // Written without a branch that depends on chance: those cost more than the look-up.
  const bool single = location == kGatherPlaces;
  const int place = nth_bit16(open & kSinglePlaces, single ? rest : 0);
  return {StoneAge::kPut + first_placement(location) + (single ? place - kGatherPlaces : rest), choices};
}

// Counted, and only the one that is drawn is looked up.
Pick random_payment(const State& s, Rng& rng) {
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

Pick random_feeding(const State& s, Rng& rng) {
  const Goods purse = s.players[s.turn].goods;
  if ((s.rules & (kPartialFeeding | kRefuseOffered)) != 0 || StoneAge::has_open_pick(s, s.turn)) {
    Actions actions;
    list_feeding(s, true, actions);
    return {actions[rng.below_int(actions.size())], actions.size()};
  }
  const int payments = payable_count(purse, s.roll);
  const int index = rng.below_int(payments + 1);
  if (index == payments) return {StoneAge::kStarve, payments + 1};
  return {StoneAge::kPay + nth_payment(purse, s.roll, index), payments + 1};
}

}  // namespace

void StoneAge::legal_actions(const State& s, Actions& actions) {
  switch (s.phase) {
    case kPlace:
      return list_placements(s, actions);
    case kGo:
      for (unsigned here = s.here[s.turn]; here != 0; here &= here - 1) {
        actions.push_back(kGoTo + std::countr_zero(here));
      }
      return list_late_picks(s, actions);
    case kTools: {
      const unsigned ready = ready_tools(s.players[s.turn]);
      for (unsigned set = 0;; set = (set - ready) & ready) {
        actions.push_back(kUse + static_cast<Action>(set));
        if (set == ready) return;
      }
    }
    case kBuy:
      return list_payments(s, actions);
    case kTake:
      for (unsigned faces = different_faces(s.dice[active_dice(s)]); faces != 0; faces &= faces - 1) {
        actions.push_back(kTakeFace + std::countr_zero(faces));
      }
      return;
    case kPick:
      for (int pick = 0; pick < kPicks; ++pick) actions.push_back(kPay + kFirstPick + pick);
      return;
    case kFeed:
      return list_feeding(s, true, actions);
    case kSlot:
      for (unsigned slots = kToolRows[s.players[s.mover].tools].choices; slots != 0; slots &= slots - 1) {
        actions.push_back(kRaiseSlot + std::countr_zero(slots));
      }
      return;
    default:
      return;  // chance, or over
  }
}

void StoneAge::search_actions(const State& s, Actions& actions) {
  switch (s.phase) {
    case kTools:
      // A tool that does not raise the gain is only lost for later rolls; equal slots give equal states. Under
      // `tool_upgrade_slot=lowest_fixed_order` a mark's place matters, so equal slots stay apart there.
      if (!has_rule(s, kSlotPrinted)) return list_useful_tools(s, actions);
      return legal_actions(s, actions);
    case kFeed:
      // To refuse with enough food loses the food and 10 points; to pay a part loses resources and the same 10 points.
      // Neither is ever useful (rules, section 15).
      return list_feeding(s, false, actions);
    default:
      return legal_actions(s, actions);
  }
}

Pick StoneAge::random_action(const State& s, Rng& rng) {
  switch (s.phase) {
    case kPlace:
      return random_placement(s, rng);
    case kGo: {
      const unsigned here = s.here[s.turn];
      if (has_open_pick(s, s.turn)) {
        const int places = bit_count16(here);
        const int index = rng.below_int(places + kPicks);
        return {index < places ? kGoTo + nth_bit16(here, index) : kLatePick + index - places, places + kPicks};
      }
      return one_of(here, kGoTo, rng);
    }
    case kTools: {
      // Random bits under a mask are a uniform subset.
      const unsigned ready = ready_tools(s.players[s.turn]);
      return {kUse + static_cast<Action>((rng.next() >> 32) & ready), 1 << bit_count16(ready)};
    }
    case kBuy:
      return random_payment(s, rng);
    case kTake:
      return one_of(different_faces(s.dice[active_dice(s)]), kTakeFace, rng);
    case kPick:
      return {kPay + kFirstPick + rng.below_int(kPicks), kPicks};
    case kFeed:
      return random_feeding(s, rng);
    case kSlot:
      return one_of(kToolRows[s.players[s.mover].tools].choices, kRaiseSlot, rng);
    default:
      return {kNoAction, 0};
  }
}

}  // namespace embertree
