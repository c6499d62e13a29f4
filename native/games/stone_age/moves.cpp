// What a seat may do: listed, narrowed for searches, or drawn at random.
#include <algorithm>
#include <bit>

#include "games/stone_age/draws.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;
using Actions = ActionList<StoneAge>;

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
  for (PlacementSet open = StoneAge::open_placements(s, s.turn); open != 0; open &= open - 1) {
    actions.push_back(StoneAge::kPut + std::countr_zero(open));
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
      return random_placement(open_placements(s, s.turn), rng);
    case kGo:
      return random_location(s, rng);
    case kTools:
      return random_tools(s, rng);
    case kBuy:
      return random_payment(s, rng);
    case kTake:
      return random_die(s, rng);
    case kPick:
      return random_pick(rng);
    case kFeed:
      return random_feeding(s, rng);
    case kSlot:
      return random_slot(s, rng);
    default:
      return {kNoAction, 0};
  }
}

}  // namespace embertree
