// The only place where a state changes: one action at a time, and all that follows from it without a choice.
#include <algorithm>
#include <cassert>

#include "games/stone_age/gains.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

// --- End of the game ---

void finish(State& s) {
  // Resources of a card that was kept open are taken before scoring.
  s.pending = StoneAge::kNothing;
  s.roll = 0;
  for (int seat = 0; seat < s.seats; ++seat) {
    if (StoneAge::has_open_pick(s, seat)) {
      s.phase = StoneAge::kPick;
      s.turn = static_cast<std::uint8_t>(seat);
      s.mover = static_cast<std::int8_t>(seat);
      return;
    }
  }
  s.turn = StoneAge::kNothing;
  if (s.hidden_card == StoneAge::kUnknownCard) {
    s.phase = StoneAge::kDraw;
    s.mover = kChance;
    return;
  }
  s.phase = StoneAge::kEnd;
  s.mover = kTerminal;
}

// Whether the cards end the game when the next round would begin.
bool do_cards_end(const State& s) {
  const int deck = StoneAge::deck_size(s);
  const int empty = StoneAge::empty_places(s);
  switch (s.rules & kCardEnd) {
    case kDeckEmpty:
      return deck == 0;
    case kNoCardsLeft:
      return deck == 0 && empty == kCardPlaces;
    default:
      return deck < empty;
  }
}

// --- A new round ---

void begin_placement(State& s) {
  s.phase = StoneAge::kPlace;
  s.turn = s.start;
  s.mover = static_cast<std::int8_t>(s.start);
  s.pending = StoneAge::kNothing;
  unsigned closed = 0;
  for (int i = 0; i < kCardPlaces; ++i)
    closed |= static_cast<unsigned>(s.display[i] == StoneAge::kNothing) << (kCard1 + i);
  for (int i = 0; i < StoneAge::kSeats; ++i) closed |= static_cast<unsigned>(s.height[i] == 0) << (kBuilding0 + i);
  s.closed = static_cast<std::uint16_t>(closed);
  s.space = kRings * 0x0101'0101U;
}

// Turns up what has to be turned up before people are placed: cards, tiles, at set-up the start player.
void deal_on(State& s) {
  s.phase = StoneAge::kDeal;
  s.mover = kChance;
  if (StoneAge::empty_places(s) > 0 && StoneAge::deck_size(s) > 0) {
    s.pending = StoneAge::kPendingDisplay;
    return;
  }
  for (int i = 0; i < s.seats; ++i) {
    if (s.height[i] > 0 && s.top[i] == StoneAge::kNothing) {
      s.pending = static_cast<std::uint8_t>(kBuilding0 + i);
      return;
    }
  }
  if (s.start == StoneAge::kNothing) {
    s.pending = StoneAge::kPendingSeat;
    return;
  }
  begin_placement(s);
}

void end_round(State& s) {
  s.turn = StoneAge::kNothing;
  s.pending = StoneAge::kNothing;
  s.roll = 0;
  for (int i = 0; i < s.seats; ++i) {
    if (s.height[i] == 0) return finish(s);
  }
  if (s.round >= (s.max_rounds == 0 ? kHardStop : s.max_rounds)) return finish(s);
  // Cards slide to the cheapest places and keep their order.
  int next = 0;
  for (int i = 0; i < kCardPlaces; ++i) {
    const std::uint8_t card = s.display[i];
    if (card == StoneAge::kNothing) continue;
    s.display[i] = StoneAge::kNothing;
    s.display[next++] = card;
  }
  if (do_cards_end(s)) return finish(s);
  ++s.round;
  s.start = static_cast<std::uint8_t>(StoneAge::seat_after(s, s.start));
  for (int seat = 0; seat < s.seats; ++seat) set_tools(s, seat, kToolRows[s.players[seat].tools].fresh);
  deal_on(s);
}

// --- Feeding ---

void starve(State& s, int seat) {
  gain_points(s, seat, -10);
  ++s.players[seat].penalties;
  s.sum += changed(seat, kPenaltiesField, 1);
}

bool has_feeding_choice(const State& s, int seat, int missing) {
  const int goods = total_of(s.players[seat].goods);
  return goods >= missing || (StoneAge::has_rule(s, kPartialFeeding) && goods > 0) || StoneAge::has_open_pick(s, seat);
}

// True where the seat has something to decide.
bool feed(State& s, int seat) {
  Player& p = s.players[seat];
  const int grown = StoneAge::has_rule(s, kSurplusLost) ? std::min<int>(p.agriculture, p.people) : int{p.agriculture};
  const int food = p.food + grown;
  if (food >= p.people) {
    const bool asked = StoneAge::has_rule(s, kRefuseOffered);
    set_food(s, seat, asked ? food : food - p.people);
    if (!asked) return false;
    s.roll = 0;
  } else {
    set_food(s, seat, 0);
    if (!has_feeding_choice(s, seat, p.people - food)) {
      starve(s, seat);
      return false;
    }
    s.roll = static_cast<std::uint8_t>(p.people - food);
  }
  s.phase = StoneAge::kFeed;
  s.turn = static_cast<std::uint8_t>(seat);
  s.mover = static_cast<std::int8_t>(seat);
  s.pending = StoneAge::kNothing;
  return true;
}

// Feeds `seat` and those after it, up to the seat before the start player.
void feed_from(State& s, int seat) {
  do {
    if (feed(s, seat)) return;
    seat = StoneAge::seat_after(s, seat);
  } while (seat != s.start);
  end_round(s);
}

void feeding_done(State& s) {
  const int next = StoneAge::seat_after(s, s.turn);
  if (next == s.start) return end_round(s);
  feed_from(s, next);
}

// --- Dice for all ---

// Takes a die out of a set; an empty set leaves the queue. True where a slot has to be chosen.
bool take_die(State& s, int set, int face) {
  const int seat = StoneAge::dice_taker(s, set);
  s.dice[set] -= one_face(face);
  if ((s.dice[set] & 0xFF'FFFF) == 0) {
    for (int i = set; i + 1 < StoneAge::kSeats; ++i) s.dice[i] = s.dice[i + 1];
    s.dice[StoneAge::kSeats - 1] = 0;
  }
  if (face <= kKinds) {
    gain_goods(s, seat, face - 1, 1);
  } else if (face == 5) {
    return gain_tool(s, seat);
  } else {
    gain_field(s, seat);
  }
  return false;
}

// Hands out dice as long as nobody has a choice. True where somebody has one.
bool hand_out_dice(State& s) {
  for (int set = StoneAge::active_dice(s); set >= 0; set = StoneAge::active_dice(s)) {
    const unsigned faces = different_faces(s.dice[set]);
    if ((faces & (faces - 1)) != 0) {
      s.phase = StoneAge::kTake;
      s.mover = static_cast<std::int8_t>(StoneAge::dice_taker(s, set));
      s.pending = StoneAge::kNothing;
      return true;
    }
    if (take_die(s, set, std::countr_zero(faces) + 1)) return true;
  }
  return false;
}

// --- Resolution ---

// After the last seat's turn. Dice still owed (option `dice_for_all_timing`) are taken before anybody eats.
void begin_feeding(State& s) {
  s.turn = StoneAge::kNothing;
  s.pending = StoneAge::kNothing;
  if (s.dice[0] != 0 && hand_out_dice(s)) return;
  if (StoneAge::has_rule(s, kSkipLastFeeding) && do_cards_end(s)) return finish(s);
  feed_from(s, s.start);
}

// What comes next in (C): a die that is owed, the next location of the seat in turn, the next seat, or feeding.
void resume(State& s) {
  s.pending = StoneAge::kNothing;
  s.roll = 0;
  if (s.turn == StoneAge::kNothing) return begin_feeding(s);
  while (true) {
    if (s.dice[0] != 0 && hand_out_dice(s)) return;
    if (s.here[s.turn] != 0) {
      s.phase = StoneAge::kGo;
      s.mover = static_cast<std::int8_t>(s.turn);
      return;
    }
    do {
      s.turn = static_cast<std::uint8_t>(StoneAge::seat_after(s, s.turn));
      if (s.turn == s.start) return begin_feeding(s);
    } while (s.here[s.turn] == 0);
  }
}

void begin_resolution(State& s) {
  s.closed = 0;
  s.space = 0;
  s.turn = s.start;
  while (s.here[s.turn] == 0) s.turn = static_cast<std::uint8_t>(StoneAge::seat_after(s, s.turn));
  s.phase = StoneAge::kGo;
  s.mover = static_cast<std::int8_t>(s.turn);
}

bool can_place(const State& s, int seat) { return s.players[seat].home > 0 && StoneAge::open_places(s, seat) != 0; }

void next_placer(State& s) {
  int seat = s.turn;
  for (int i = 0; i < s.seats; ++i) {
    seat = StoneAge::seat_after(s, seat);
    if (can_place(s, seat)) {
      s.turn = static_cast<std::uint8_t>(seat);
      s.mover = static_cast<std::int8_t>(seat);
      return;
    }
  }
  begin_resolution(s);
}

// What a placement changes, by its id: the same few sums for every kind of place, since a branch on where a random
// player goes costs more than they do.
struct Footprint {
  std::uint32_t crew;   // added to the seat's crew
  std::uint32_t rings;  // taken from the free rings
  std::uint32_t ring_mask;
  std::uint16_t bit;
  std::uint8_t location;
  std::uint8_t people;
  std::uint8_t most_seats[5];  // by number of players: so many close the place
};
constexpr auto kFootprints = [] {
  std::array<Footprint, kPlacements> rows{};
  for (int i = 0; i < kPlacements; ++i) {
    const auto [location, people] = kPlacementRows[i];
    Footprint& row = rows[i];
    row.location = location;
    row.people = people;
    row.bit = static_cast<std::uint16_t>(location_bit(location));
    if (location < kGatherPlaces) row.crew = std::uint32_t{people} << (4 * location);
    const bool ringed = location >= kForest && location <= kRiver;
    if (ringed) {
      row.rings = std::uint32_t{people} << (8 * (location - kForest));
      row.ring_mask = std::uint32_t{0xFF} << (8 * (location - kForest));
    }
    for (int players = 2; players <= 4; ++players) {
      row.most_seats[players] = static_cast<std::uint8_t>(location == kHunting ? 5
                                                          : !ringed            ? 1
                                                                               : most_seats_of(players));
    }
  }
  return rows;
}();

void put(State& s, int placement) {
  const Footprint& print = kFootprints[placement];
  const int seat = s.turn;
  s.players[seat].home = static_cast<std::uint8_t>(s.players[seat].home - print.people);
  s.here[seat] = static_cast<std::uint16_t>(s.here[seat] | print.bit);
  s.crew[seat] += print.crew;
  s.space -= print.rings;
  s.sum += changed(seat, kCrewField + print.location, print.people);
  int there = 0;
  for (const std::uint16_t here : s.here) there += (here & print.bit) != 0;
  const bool full = (s.space & print.ring_mask) == 0 && print.ring_mask != 0;
  unsigned closed = s.closed | (full || there == print.most_seats[s.seats] ? print.bit : 0U);
  // With two or three players the third of tool maker, hut and field stays empty.
  const unsigned village = closed & kVillagePlaces;
  closed |= s.seats < 4 && (village & (village - 1)) != 0 ? kVillagePlaces : 0U;
  s.closed = static_cast<std::uint16_t>(closed);
  next_placer(s);
}

// The people at a location of the seat in turn go home.
void go_home(State& s, int location) {
  const int seat = s.turn;
  const int people = StoneAge::crew_at(s, seat, location);
  s.here[seat] = static_cast<std::uint16_t>(s.here[seat] & ~location_bit(location));
  s.players[seat].home = static_cast<std::uint8_t>(s.players[seat].home + people);
  s.sum -= changed(seat, kCrewField + location, people);
  if (location < kGatherPlaces) s.crew[seat] &= ~(std::uint32_t{0xF} << (4 * location));
}

void roll(State& s, std::uint8_t pending) {
  s.phase = StoneAge::kRoll;
  s.pending = pending;
  s.mover = kChance;
}

// Books the gain of a roll, dice and tools together.
void gather(State& s, int total) {
  const int place = StoneAge::rolled_place(s);
  const int gain = kGain[place][total];
  if (place == kHunting) {
    set_food(s, s.turn, s.players[s.turn].food + gain);
  } else {
    gain_goods(s, s.turn, place - kForest, gain);
  }
  if (s.pending < kGatherPlaces) go_home(s, s.pending);
  resume(s);
}

bool has_payment(const State& s, int seat, int location) {
  const Goods purse = s.players[seat].goods;
  if (location < kBuilding0) return total_of(purse) > location - kCard1;
  const int tile = s.top[location - kBuilding0];
  if (tile < kFixedTiles) return covers(purse, kTilePrice[tile]);
  return tile >= kAnyTile ? purse != 0 : tile_payments(purse, tile) != 0;
}

void go_to(State& s, int location) {
  const int seat = s.turn;
  if (location < kGatherPlaces) return roll(s, static_cast<std::uint8_t>(location));
  if (location >= kCard1) {
    if (has_payment(s, seat, location) || StoneAge::has_open_pick(s, seat)) {
      s.phase = StoneAge::kBuy;
      s.pending = static_cast<std::uint8_t>(location);
      return;
    }
    go_home(s, location);
    return resume(s);
  }
  go_home(s, location);
  switch (location) {
    case kToolMaker:
      if (gain_tool(s, seat)) return;
      break;
    case kHut:
      gain_person(s, seat);
      break;
    default:
      gain_field(s, seat);
      break;
  }
  resume(s);
}

// --- Purchases ---

void carry_out(State& s, int card) {
  const int seat = s.turn;
  const CardRow& row = kCardRows[card];
  switch (row.effect) {
    case Effect::kFood:
      set_food(s, seat, s.players[seat].food + row.amount);
      break;
    case Effect::kGoods:
      gain_goods(s, seat, row.kind, row.amount);
      break;
    case Effect::kRoll:
      return roll(s, static_cast<std::uint8_t>(StoneAge::kPendingCard + card));
    case Effect::kPoints:
      gain_points(s, seat, row.amount);
      break;
    case Effect::kTool:
      if (gain_tool(s, seat)) return;
      break;
    case Effect::kField:
      gain_field(s, seat);
      break;
    case Effect::kOneUse:
      set_one_use(s, seat, s.players[seat].one_use | one_use_bit(row.amount));
      break;
    case Effect::kPick:
      if (StoneAge::has_rule(s, kPickDeferrable)) {
        set_one_use(s, seat, s.players[seat].one_use | StoneAge::kOpenPick);
        break;
      }
      s.phase = StoneAge::kPick;
      s.pending = StoneAge::kNothing;
      return;
    case Effect::kDraw:
      if (StoneAge::deck_size(s) == 0) break;
      s.phase = StoneAge::kDraw;
      s.pending = StoneAge::kNothing;
      s.mover = kChance;
      return;
    case Effect::kDice:
      return roll(s, StoneAge::kPendingDice);
  }
  resume(s);
}

void buy(State& s, Action action) {
  const int seat = s.turn;
  const int location = s.pending;
  Player& p = s.players[seat];
  if (action == StoneAge::kDecline) {
    go_home(s, location);
    return resume(s);
  }
  const Goods price = kMixGoods[action - StoneAge::kPay];
  go_home(s, location);
  pay(s, seat, price);
  if (location < kBuilding0) {
    std::uint8_t& place = s.display[location - kCard1];
    const int card = place;
    place = StoneAge::kNothing;
    p.cards = with_card(p.cards, card);
    s.sum += card_key(seat, card);
    return carry_out(s, card);
  }
  const int stack = location - kBuilding0;
  const int tile = s.top[stack];
  p.tiles = with_tile(p.tiles, tile);
  ++p.built;
  s.sum += tile_key(seat, tile);
  gain_points(s, seat, value_of(price));
  s.top[stack] = StoneAge::kNothing;
  if (--s.height[stack] > 0 && !StoneAge::has_rule(s, kRevealLate)) {
    s.phase = StoneAge::kDeal;
    s.mover = kChance;  // `pending` stays at the stack
    return;
  }
  resume(s);
}

// A pick that was kept open, taken before a purchase is paid, before a location is chosen or while feeding.
void late_pick(State& s, int pick) {
  const int seat = s.turn;
  set_one_use(s, seat, s.players[seat].one_use & ~StoneAge::kOpenPick);
  gain_mix(s, seat, kMixGoods[StoneAge::kFirstPick + pick]);
  if (s.phase == StoneAge::kBuy && !has_payment(s, seat, s.pending)) return buy(s, StoneAge::kDecline);
  if (s.phase == StoneAge::kFeed && s.roll > 0 && !has_feeding_choice(s, seat, s.roll)) {
    starve(s, seat);
    feeding_done(s);
  }
}

// --- Chance ---

void deal(State& s, Action action) {
  if (s.pending == StoneAge::kPendingDisplay) {
    const int card = action - StoneAge::kDealCard;
    int place = 0;
    while (s.display[place] != StoneAge::kNothing) ++place;
    s.display[place] = static_cast<std::uint8_t>(card);
    s.unseen_cards = without_card(s.unseen_cards, card);
    return deal_on(s);
  }
  if (s.pending == StoneAge::kPendingSeat) {
    s.start = static_cast<std::uint8_t>(action - StoneAge::kDealSeat);
    return deal_on(s);
  }
  const int tile = action - StoneAge::kDealTile;
  s.top[s.pending - kBuilding0] = static_cast<std::uint8_t>(tile);
  s.unseen_tiles = without_tile(s.unseen_tiles, tile);
  if (s.turn == StoneAge::kNothing) return deal_on(s);
  resume(s);
}

void rolled(State& s, Action action) {
  if (s.pending == StoneAge::kPendingDice) {
    int set = 0;
    while (s.dice[set] != 0) ++set;
    s.dice[set] = kDiceForAll[s.seats - 2].dice[action - StoneAge::kRollDice] | static_cast<std::uint32_t>(s.turn)
                                                                                    << 24;
    return resume(s);
  }
  const int sum = action - StoneAge::kRollSum + 1;
  if (StoneAge::ready_tools(s.players[s.turn]) == 0) return gather(s, sum);
  s.phase = StoneAge::kTools;
  s.roll = static_cast<std::uint8_t>(sum);
  s.mover = static_cast<std::int8_t>(s.turn);
}

void drawn(State& s, Action action) {
  // At the end of a view nobody draws any more: the owner's card is turned up.
  if (s.turn != StoneAge::kNothing) s.hidden_owner = s.turn;
  if (action == StoneAge::kDrawUnseen) {
    s.hidden_card = StoneAge::kUnknownCard;
  } else {
    const int card = action - StoneAge::kDrawCard;
    s.hidden_card = static_cast<std::uint8_t>(card);
    s.unseen_cards = without_card(s.unseen_cards, card);
  }
  if (s.turn == StoneAge::kNothing) return finish(s);
  resume(s);
}

void use_tools(State& s, unsigned set) {
  const int seat = s.turn;
  const Player& p = s.players[seat];
  const int total = s.roll + StoneAge::tools_value(p, set);
  if (set != 0) {
    set_tools(s, seat, kToolRows[p.tools].use[StoneAge::has_rule(s, kSlotPrinted)][set & 7]);
    set_one_use(s, seat, p.one_use & ~static_cast<int>(set >> 3));
  }
  gather(s, total);
}

}  // namespace

void StoneAge::skip_placers(State& state) {
  if (state.phase == kPlace && !can_place(state, state.turn)) next_placer(state);
}

void StoneAge::apply_action(State& s, Action action) {
  switch (s.phase) {
    case kDeal:
      return deal(s, action);
    case kPlace:
      return put(s, action - kPut);
    case kGo:
      if (action >= kLatePick) return late_pick(s, action - kLatePick);
      return go_to(s, action - kGoTo);
    case kRoll:
      return rolled(s, action);
    case kTools:
      return use_tools(s, static_cast<unsigned>(action - kUse));
    case kBuy:
      if (action >= kLatePick) return late_pick(s, action - kLatePick);
      return buy(s, action);
    case kTake:
      if (!take_die(s, active_dice(s), action - kTakeFace + 1)) resume(s);
      return;
    case kPick: {
      const int seat = s.turn;
      gain_mix(s, seat, kMixGoods[action - kPay]);
      if (!has_open_pick(s, seat)) return resume(s);
      set_one_use(s, seat, s.players[seat].one_use & ~kOpenPick);
      return finish(s);
    }
    case kDraw:
      return drawn(s, action);
    case kFeed: {
      const int seat = s.turn;
      if (action >= kLatePick && action < kLatePick + kPicks) return late_pick(s, action - kLatePick);
      if (action == kStarve) {
        starve(s, seat);
      } else if (action == kRefuse) {
        set_food(s, seat, 0);
        starve(s, seat);
      } else if (action == kFeedAll) {
        set_food(s, seat, s.players[seat].food - s.players[seat].people);
      } else {
        const Goods price = kMixGoods[action - kPay];
        pay(s, seat, price);
        if (total_of(price) < s.roll) starve(s, seat);
      }
      return feeding_done(s);
    }
    case kSlot: {
      const int seat = s.mover;
      set_tools(s, seat, kToolRows[s.players[seat].tools].raise[action - kRaiseSlot][has_rule(s, kMarkFresh)]);
      return resume(s);
    }
    default:
      assert(false);
  }
}

}  // namespace embertree
