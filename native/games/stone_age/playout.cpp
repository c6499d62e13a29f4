// Whole random games: what random_action, sample_chance and apply_action would play one by one, in one loop. Where it
// is known what comes next, nothing asks; numbers are made ahead; the key is made when the game is over.
#include "games/stone_age/acts.hpp"
#include "games/stone_age/draws.hpp"

namespace embertree {

using namespace stone_age;

void StoneAge::play_randomly(State& state, Rng& rng, Steps& steps) {
  Unkeyed s{state};
  RngAhead numbers(rng);
  std::uint64_t decisions = 0;
  std::uint64_t forced = 0;
  std::uint64_t chance = 0;
  const auto decided = [&](const Pick& pick) {
    ++decisions;
    forced += pick.choices == 1;
    return pick.action;
  };
  while (true) {
    switch (s.phase) {
      case kPlace:
        for (PlacementSet open = open_placements(s, s.turn); open != 0;) {
          open = put(s, decided(random_placement(open, numbers)) - kPut);
        }
        [[fallthrough]];
      case kGo:
        go(s, decided(random_location(s, numbers)));
        if (s.phase != kRoll) break;
        [[fallthrough]];
      case kRoll: {
        ++chance;
        const Action outcome = random_roll(s, numbers);
        if (s.pending == kPendingDice) {
          rolled(s, outcome);
          break;
        }
        // Tools are asked for at once, and none of none are added, rather than to branch on who has some.
        const unsigned ready = ready_tools(s.players[s.turn]);
        s.roll = static_cast<std::uint8_t>(outcome - kRollSum + 1);
        decisions += ready != 0;
        use_tools(s, static_cast<unsigned>(numbers.next_if(ready != 0) >> 32) & ready);
        break;
      }
      case kTools:
        use_tools(s, static_cast<unsigned>(decided(random_tools(s, numbers)) - kUse));
        break;
      case kBuy:
        if (const Action action = decided(random_payment(s, numbers)); action >= kLatePick) {
          late_pick(s, action - kLatePick);
        } else {
          buy(s, action);
        }
        break;
      case kDeal:
        ++chance;
        deal(s, random_deal(s, numbers));
        break;
      case kFeed:
        answer_hunger(s, decided(random_feeding(s, numbers)));
        break;
      case kTake:
        take(s, decided(random_die(s, numbers)) - kTakeFace + 1);
        break;
      case kPick:
        pick_two(s, decided(random_pick(numbers)));
        break;
      case kDraw:
        ++chance;
        drawn(s, random_draw(s, numbers));
        break;
      case kSlot:
        raise_slot(s, decided(random_slot(s, numbers)) - kRaiseSlot);
        break;
      default:
        state = s;
        state.sum = sum_from_scratch(state);
        rng = numbers.rest();
        steps.decisions += decisions;
        steps.forced += forced;
        steps.chance += chance;
        return;
    }
  }
}

}  // namespace embertree
