// Why something may not be done here, in words, with the paragraph of the rules.
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

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
    const int rings = StoneAge::free_rings(s, location);
    if (people > rings) return name + " has " + std::to_string(rings) + " free rings (rules 4.3)";
    return {};
  }
  if (location >= kToolMaker && (taken & location_bit(location)) != 0) return name + " is taken (rules 4.3)";
  if ((s.board & group_of(location)) == 0) {
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
  return StoneAge::has_open_pick(s, s.turn) ? "" : "you have no card with two resources left to take";
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
  const int dice = StoneAge::dice_rolled(s);
  if (sum >= dice && sum <= kFaces * dice && sum <= kHighestSum) return {};
  return "the sum of " + std::to_string(dice) + " dice is rolled now: roll:" + std::to_string(dice) +
         " .. roll:" + std::to_string(kFaces * dice);
}

}  // namespace

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
