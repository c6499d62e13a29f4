// The only place where a state changes: one action at a time, and all that follows from it without a choice.
#include <cassert>

#include "games/stone_age/acts.hpp"

namespace embertree {

using namespace stone_age;

void StoneAge::skip_placers(State& state) {
  if (state.phase == kPlace && open_placements(state, state.turn) == 0) next_placer(state);
}

void StoneAge::apply_action(State& s, Action action) {
  switch (s.phase) {
    case kDeal:
      return deal(s, action);
    case kPlace:
      put(s, action - kPut);
      return;
    case kGo:
      return go(s, action);
    case kRoll:
      return rolled(s, action);
    case kTools:
      return use_tools(s, static_cast<unsigned>(action - kUse));
    case kBuy:
      if (action >= kLatePick) return late_pick(s, action - kLatePick);
      return buy(s, action);
    case kTake:
      return take(s, action - kTakeFace + 1);
    case kPick:
      return pick_two(s, action);
    case kDraw:
      return drawn(s, action);
    case kFeed:
      return answer_hunger(s, action);
    case kSlot:
      return raise_slot(s, action - kRaiseSlot);
    default:
      assert(false);
  }
}

}  // namespace embertree
