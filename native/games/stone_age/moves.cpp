// What may be done: actions and chance outcomes, listed, drawn at random, or refused with a reason.
#include <algorithm>
#include <bit>

#include "core/text.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;
using Actions = ActionList<StoneAge>;

int most_people(const State& s, int location, int home) {
  return location == kHunting ? home : std::min<int>(home, s.space[location - kForest]);
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
  if (!StoneAge::has_open_pick(s, s.mover)) return;
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

Pick one_of(std::uint64_t set, Action first, Rng& rng) {
  const int count = bit_count(set);
  return {first + (count == 1 ? std::countr_zero(set) : nth_bit(set, rng.below_int(count))), count};
}

Pick random_placement(const State& s, Rng& rng) {
  const int home = s.players[s.turn].home;
  const unsigned open = StoneAge::open_places(s, s.turn);
  // Placements on the hunting ground, the four ringed places, and the rest, counted one after the other.
  int end[kGatherPlaces];
  int count = 0;
  for (int location = 0; location < kGatherPlaces; ++location) {
    const int most = most_people(s, location, home);
    count += (open >> location & 1) != 0 ? most : 0;
    end[location] = count;
  }
  const unsigned singles = open & kSinglePlaces;
  const int choices = count + bit_count(singles);
  const int index = rng.below_int(choices);
  if (index >= count) return {StoneAge::kPut + first_placement(nth_bit(singles, index - count)), choices};
  int location = 0;
  for (int i = 0; i < kGatherPlaces - 1; ++i) location += index >= end[i];
  const int before = location == 0 ? 0 : end[location - 1];
  return {StoneAge::kPut + first_placement(location) + index - before, choices};
}

// Counted, and only the one that is drawn is looked up.
Pick random_payment(const State& s, Rng& rng) {
  const Goods purse = s.players[s.turn].goods;
  const int late = StoneAge::has_open_pick(s, s.turn) ? StoneAge::kPicks : 0;
  const auto other = [&](int index, int payments) {
    return index == payments ? StoneAge::kDecline : StoneAge::kLatePick + index - payments - 1;
  };
  if (s.pending < kBuilding0) {
    const int price = s.pending - kCard1 + 1;
    const int payments = payable_count(purse, price);
    const int choices = payments + 1 + late;
    const int index = rng.below_int(choices);
    if (index >= payments) return {other(index, payments), choices};
    return {StoneAge::kPay + nth_payment(purse, price, index), choices};
  }
  const int tile = s.top[s.pending - kBuilding0];
  if (tile < kAnyTile) {
    const std::uint64_t set = tile < kFixedTiles
                                  ? static_cast<std::uint64_t>(covers(purse, kTilePrice[tile])) << kTilePayment[tile]
                                  : tile_payments(purse, tile);
    const int payments = bit_count(set);
    const int choices = payments + 1 + late;
    const int index = rng.below_int(choices);
    if (index >= payments) return {other(index, payments), choices};
    const int first = tile < kFixedTiles ? 0 : kFirstMix[kBuildingRows[tile].count];
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

// How many dice are in the air: people at the place, or two for a card.
int dice_rolled(const State& s) { return s.pending < kGatherPlaces ? StoneAge::crew_at(s, s.turn, s.pending) : 2; }

void list_cards(CardSet cards, Action first, OutcomeList<StoneAge>& outcomes) {
  for (int card = 0; card < kCards; ++card) {
    if (first_twin(card) != card) continue;
    const int copies = count_card(cards, card);
    if (copies > 0) outcomes.push_back({first + card, static_cast<Weight>(copies)});
  }
}

// --- Reasons ---

std::string place_words(int location) { return std::string(kLocationRows[location].key); }

std::string why_not_put(const State& s, Action action) {
  if (action < StoneAge::kPut || action >= StoneAge::kPut + kPlacements) {
    return "people are placed now: put:LOCATION=NUMBER (rules 4)";
  }
  const auto [location, people] = kPlacementRows[action - StoneAge::kPut];
  const Player& p = s.players[s.turn];
  const std::string name = place_words(location);
  if (location >= kBuilding0 && location - kBuilding0 >= s.seats) {
    return name + " is not in play with " + std::to_string(s.seats) + " players";
  }
  if (people > p.home) return "only " + std::to_string(p.home) + " of your people are at home (rules 4.1)";
  if ((s.here[s.turn] & location_bit(location)) != 0 && (location != kHunting || !StoneAge::has_rule(s, kHuntRepeat))) {
    return "you have people at " + name + " already: a location is chosen once a round (rules 4.2)";
  }
  if (location >= kBuilding0 && s.height[location - kBuilding0] == 0) return "stack " + name + " is empty (rules 4.4)";
  if (location >= kCard1 && location < kBuilding0 && s.display[location - kCard1] == StoneAge::kNothing) {
    return "no card lies at " + name + " (rules 4.4)";
  }
  const bool maxed = StoneAge::has_rule(s, kMaxedForbidden) &&
                     ((location == kToolMaker && kToolRows[p.tools].lowest == kHighestLevel) ||
                      (location == kHut && p.people == 10) || (location == kField && p.agriculture == 10));
  if (maxed) return name + " would give you nothing more (option maxed_village)";
  unsigned taken = 0;
  int there = 0;
  for (int seat = 0; seat < s.seats; ++seat) {
    taken |= s.here[seat];
    there += (s.here[seat] >> location & 1) != 0;
  }
  if (location != kHunting && location < kGatherPlaces) {
    if (there == StoneAge::most_seats(s)) {
      return "with " + std::to_string(s.seats) + " players " + name + " takes people of " + std::to_string(there) +
             (there == 1 ? " player" : " different players") + " a round (rules 4.5)";
    }
    const int rings = s.space[location - kForest];
    if (people > rings) return name + " has " + std::to_string(rings) + " free rings (rules 4.3)";
    return {};
  }
  if (location >= kToolMaker && (taken & location_bit(location)) != 0) return name + " is taken (rules 4.3)";
  if ((s.closed & location_bit(location)) != 0) {
    return "with 2 or 3 players only two of tool maker, hut and field are used in a round (rules 4.5)";
  }
  return {};
}

std::string why_not_pay(const State& s, Goods mix) {
  const Goods purse = s.players[s.turn].goods;
  const int paid = total_of(mix);
  if (s.phase == StoneAge::kFeed) {
    const int missing = s.roll;
    if (missing == 0) return "there is food for everybody (rules 9)";
    if (paid != missing && !(StoneAge::has_rule(s, kPartialFeeding) && paid < missing)) {
      return "exactly " + std::to_string(missing) + " resources make up for the missing food (rules 9)";
    }
  } else if (s.pending < kBuilding0) {
    const int price = s.pending - kCard1 + 1;
    if (paid != price) return "the card costs exactly " + std::to_string(price) + " resources (rules 7.1)";
  } else {
    const BuildingRow& row = kBuildingRows[s.top[s.pending - kBuilding0]];
    const std::string key(row.key);
    if (row.count == 0) {
      if (mix != kTilePrice[s.top[s.pending - kBuilding0]]) return "the tile costs exactly " + key + " (rules 8)";
    } else if (row.kinds == 0) {
      if (paid > kMostForAny) return "the tile takes 1 to 7 resources (rules 8)";
    } else if (paid != row.count || kinds_of(mix) != row.kinds) {
      return "the tile takes exactly " + std::to_string(row.count) + " resources of exactly " +
             std::to_string(row.kinds) + (row.kinds == 1 ? " kind" : " kinds") + " (rules 8)";
    }
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    const int have = count_of(purse, kind);
    if (count_of(mix, kind) > have) {
      return "you have " + std::to_string(have) + " " + std::string(kKindNames[kind]);
    }
  }
  return {};
}

std::string why_no_late_pick(const State& s) {
  if (!StoneAge::has_rule(s, kPickDeferrable)) return "the two resources are taken at once (option pick_two_timing)";
  return StoneAge::has_open_pick(s, s.mover) ? "" : "you have no card with two resources left to take";
}

bool is_late_pick(Action action) {
  return action >= StoneAge::kLatePick && action < StoneAge::kLatePick + StoneAge::kPicks;
}
bool is_payment(Action action) { return action >= StoneAge::kPay && action < StoneAge::kPay + kMixes; }

std::string why_not_card(const State& s, int card, std::string_view what) {
  if (first_twin(card) != card) {
    return "c" + std::to_string(card) + " has an equal: both are called c" + std::to_string(first_twin(card));
  }
  if (count_card(s.unseen_cards, card) == 0) {
    return "c" + std::to_string(card) + " is not among the cards that may be " + std::string(what);
  }
  return {};
}

std::string why_not_dealt(const State& s, Action action) {
  if (s.pending == StoneAge::kPendingDisplay) {
    const int card = action - StoneAge::kDealCard;
    if (card < 0 || card >= kCards) return "a card is turned up now: deal:cN";
    return why_not_card(s, card, "turned up");
  }
  if (s.pending == StoneAge::kPendingSeat) {
    const int seat = action - StoneAge::kDealSeat;
    return seat >= 0 && seat < s.seats ? "" : "the start player is drawn now: deal:seatN";
  }
  const int tile = action - StoneAge::kDealTile;
  if (tile < 0 || tile >= kTiles) return "a building tile is turned up now: deal:TILE";
  if (kFirstTile[tile] != tile) return "equal tiles have one id, the lowest";
  if (count_tile(s.unseen_tiles, tile) == 0) return "no unseen tile is " + std::string(kBuildingRows[tile].key);
  return {};
}

std::string why_not_rolled(const State& s, Action action) {
  if (s.pending == StoneAge::kPendingDice) {
    const int rank = action - StoneAge::kRollDice;
    if (rank >= 0 && rank < kDiceForAll[s.seats - 2].size) return {};
    return "dice for all are rolled now: roll:F-F.. with " + std::to_string(s.seats) + " faces, ascending";
  }
  const int sum = action - StoneAge::kRollSum + 1;
  const int dice = dice_rolled(s);
  if (sum >= dice && sum <= kFaces * dice && sum <= kHighestSum) return {};
  return "the sum of " + std::to_string(dice) + " dice is rolled now: roll:" + std::to_string(dice) +
         " .. roll:" + std::to_string(kFaces * dice);
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
      const std::uint64_t here = s.here[s.turn];
      if (has_open_pick(s, s.turn)) {
        const int places = bit_count(here);
        const int index = rng.below_int(places + kPicks);
        return {index < places ? kGoTo + nth_bit(here, index) : kLatePick + index - places, places + kPicks};
      }
      return one_of(here, kGoTo, rng);
    }
    case kTools: {
      // Random bits under a mask are a uniform subset.
      const unsigned ready = ready_tools(s.players[s.turn]);
      return {kUse + static_cast<Action>((rng.next() >> 32) & ready), 1 << bit_count(ready)};
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
      if (s.pending == kPendingDisplay) {
        return kDealCard + first_twin(nth_bit(s.unseen_cards, rng.below_int(bit_count(s.unseen_cards))));
      }
      if (s.pending == kPendingSeat) return kDealSeat + rng.below_int(s.seats);
      return kDealTile + kFirstTile[nth_bit(s.unseen_tiles, rng.below_int(bit_count(s.unseen_tiles)))];
    case kRoll:
      if (s.pending == kPendingDice) {
        const DiceForAll& table = kDiceForAll[s.seats - 2];
        return kRollDice + table.rank_of_case[rng.below(kDiceCases[s.seats - 2])];
      }
      return kRollSum - 1 + roll_sum(rng, dice_rolled(s));
    case kDraw:
      return kDrawCard + first_twin(nth_bit(s.unseen_cards, rng.below_int(bit_count(s.unseen_cards))));
    default:
      return kNoAction;
  }
}

std::string StoneAge::why_illegal(const State& s, Action action) {
  if (action < 0 || action >= kTraits.num_distinct_actions) {
    return "there is no action " + std::to_string(action) + ": ids are 0 to " +
           std::to_string(kTraits.num_distinct_actions - 1);
  }
  switch (s.phase) {
    case kEnd:
      return "the game is over";
    case kDeal:
      return why_not_dealt(s, action);
    case kRoll:
      return why_not_rolled(s, action);
    case kDraw: {
      // Another seat's engine hears of the draw, not of the card.
      if (action == kDrawUnseen && s.turn != kNothing && !has_rule(s, kCardPublic)) return {};
      const int card = action - kDrawCard;
      if (card < 0 || card >= kCards) return "a card is drawn now: draw:cN";
      return why_not_card(s, card, "drawn");
    }
    case kPlace:
      return why_not_put(s, action);
    case kGo: {
      if (is_late_pick(action)) return why_no_late_pick(s);
      const int location = action - kGoTo;
      if (location < 0 || location >= kLocations) return "a location is resolved now: go:LOCATION (rules 5)";
      if ((s.here[s.turn] >> location & 1) != 0) return {};
      return "you have nobody at " + place_words(location) + " (rules 5)";
    }
    case kTools: {
      const int set = action - kUse;
      if (set < 0 || set >= 64) return "tools for the roll are chosen now: tools:none or tools:LETTERS (rules 6.1)";
      if ((static_cast<unsigned>(set) & ~ready_tools(s.players[s.turn])) == 0) return {};
      return "a tool among them is used up, or you do not have it (rules 6.1)";
    }
    case kBuy:
      if (action == kDecline) return {};
      if (is_late_pick(action)) return why_no_late_pick(s);
      if (is_payment(action)) return why_not_pay(s, kMixGoods[action - kPay]);
      return "a purchase is paid or declined now: pay:MIX or decline (rules 7.1, 8)";
    case kTake: {
      const int face = action - kTakeFace + 1;
      if (face < 1 || face > kFaces) return "a die is taken now: take:FACE (rules 7.2)";
      if (faces_count(s.dice[active_dice(s)], face) > 0) return {};
      return "no die that is left shows " + std::to_string(face) + " (rules 7.2)";
    }
    case kPick:
      if (is_payment(action) && total_of(kMixGoods[action - kPay]) == 2) return {};
      return "two resources are taken now: pick:MIX (rules 7.2)";
    case kFeed:
      if (is_late_pick(action)) return why_no_late_pick(s);
      if (is_payment(action)) return why_not_pay(s, kMixGoods[action - kPay]);
      if (s.roll == 0) {
        if (action == kRefuse || action == kFeedAll) return {};
        return "food suffices: feed or refuse (option refuse_when_fed)";
      }
      return action == kStarve ? "" : "missing food is paid for now: pay:MIX or starve (rules 9)";
    default: {
      const int slot = action - kRaiseSlot;
      const unsigned choices = kToolRows[s.players[s.mover].tools].choices;
      if (slot >= 0 && slot < kToolSlots && (choices >> slot & 1) != 0) return {};
      return "the slot for a new tool is chosen now, one of the lowest level (rules 6.2)";
    }
  }
}

}  // namespace embertree
