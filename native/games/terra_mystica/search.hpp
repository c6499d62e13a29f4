// What search_actions and the playout policy know in common: needs, and the conversions that meet them.
#pragma once

#include "core/fixed_list.hpp"
#include "games/terra_mystica/rules.hpp"

namespace embertree::terra {

// What must be in hand for something to become possible.
struct Need {
  int workers = 0;
  int coins = 0;
  int priests = 0;
  int power = 0;  // in bowl III
};
using NeedList = FixedList<Need, 24>;

// What the mover could do next if it had the means.
NeedList needs_of(const State& state);
// Bits by kind: conversions that bring one of the needs nearer that can be met at all.
unsigned useful_conversions(const State& state, const NeedList& needs);
unsigned conversions_towards(const Player& player, const Need& need);
// More spades than are in hand have a use.
bool worth_digging(const State& state);

}  // namespace embertree::terra
