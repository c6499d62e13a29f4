// The only place where a state changes: one action at a time, and all that follows from it without a choice.
#include <algorithm>
#include <cassert>

#include "games/stone_age/draws.hpp"
#include "games/stone_age/gains.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

// --- End of the game ---

void finish(Changing auto& s) {
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

void begin_placement(Changing auto& s) {
  s.phase = StoneAge::kPlace;
  s.turn = s.start;
  s.mover = static_cast<std::int8_t>(s.start);
  s.pending = StoneAge::kNothing;
  s.board = StoneAge::new_board(s);
}

// Turns up what has to be turned up before people are placed: cards, tiles, at set-up the start player.
void deal_on(Changing auto& s) {
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

void end_round(Changing auto& s) {
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

void starve(Changing auto& s, int seat) {
  gain_points(s, seat, -10);
  ++s.players[seat].penalties;
  book(s, changed(seat, kPenaltiesField, 1));
}

bool has_feeding_choice(const State& s, int seat, int missing) {
  const int goods = total_of(s.players[seat].goods);
  return goods >= missing || (StoneAge::has_rule(s, kPartialFeeding) && goods > 0) || StoneAge::has_open_pick(s, seat);
}

// True where the seat has something to decide.
bool feed(Changing auto& s, int seat) {
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
void feed_from(Changing auto& s, int seat) {
  do {
    if (feed(s, seat)) return;
    seat = StoneAge::seat_after(s, seat);
  } while (seat != s.start);
  end_round(s);
}

void feeding_done(Changing auto& s) {
  const int next = StoneAge::seat_after(s, s.turn);
  if (next == s.start) return end_round(s);
  feed_from(s, next);
}

// --- Dice for all ---

// Takes a die out of a set; an empty set leaves the queue. True where a slot has to be chosen.
bool take_die(Changing auto& s, int set, int face) {
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
bool hand_out_dice(Changing auto& s) {
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
void begin_feeding(Changing auto& s) {
  s.turn = StoneAge::kNothing;
  s.pending = StoneAge::kNothing;
  if (s.dice[0] != 0 && hand_out_dice(s)) return;
  if (StoneAge::has_rule(s, kSkipLastFeeding) && do_cards_end(s)) return finish(s);
  feed_from(s, s.start);
}

// What comes next in (C) where it is not the next location of the seat in turn: a die that is owed, the next seat, or
// feeding.
void resume_elsewhere(Changing auto& s) {
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

[[gnu::always_inline]] inline void resume(Changing auto& s) {
  s.pending = StoneAge::kNothing;
  s.roll = 0;
  if (s.dice[0] != 0 || s.turn == StoneAge::kNothing || s.here[s.turn] == 0) return resume_elsewhere(s);
  s.phase = StoneAge::kGo;
  s.mover = static_cast<std::int8_t>(s.turn);
}

void begin_resolution(Changing auto& s) {
  s.board = 0;
  s.turn = s.start;
  while (s.here[s.turn] == 0) s.turn = static_cast<std::uint8_t>(StoneAge::seat_after(s, s.turn));
  s.phase = StoneAge::kGo;
  s.mover = static_cast<std::int8_t>(s.turn);
}

// What the next seat that can place may place: nothing where nobody can, and people begin to act.
PlacementSet next_placer(Changing auto& s) {
  int seat = s.turn;
  for (int i = 0; i < s.seats; ++i) {
    seat = StoneAge::seat_after(s, seat);
    if (const PlacementSet open = StoneAge::open_placements(s, seat); open != 0) {
      s.turn = static_cast<std::uint8_t>(seat);
      s.mover = static_cast<std::int8_t>(seat);
      return open;
    }
  }
  begin_resolution(s);
  return 0;
}

// What a placement changes, by its id: the same few sums for every kind of place, since a branch on where a random
// player goes costs more than they do.
struct Footprint {
  PlacementSet group;
  std::uint32_t crew;  // added to the seat's crew
  std::uint16_t bit;
  std::uint8_t location;
  std::uint8_t people;
  std::uint8_t down[5];  // by number of players: how far the largest crew that fits goes down
};
constexpr auto kFootprints = [] {
  std::array<Footprint, kPlacements> rows{};
  for (int i = 0; i < kPlacements; ++i) {
    const auto [location, people] = kPlacementRows[i];
    Footprint& row = rows[i];
    row.group = group_of(location);
    row.location = location;
    row.people = people;
    row.bit = static_cast<std::uint16_t>(location_bit(location));
    if (location < kGatherPlaces) row.crew = std::uint32_t{people} << (4 * location);
    for (int players = 2; players <= 4; ++players) {
      const bool once = location > kRiver || most_seats_of(players) == 1;
      row.down[players] = static_cast<std::uint8_t>(location == kHunting ? 0 : once ? kRings : people);
    }
  }
  return rows;
}();
// By number of players: places that the second seat closes.
constexpr std::uint16_t kForTwo[5] = {0, 0, 0, kRingedPlaces, 0};
static_assert(most_seats_of(3) == 2 && most_seats_of(4) == StoneAge::kSeats);

[[gnu::always_inline]] inline PlacementSet put(Changing auto& s, int placement) {
  const Footprint& print = kFootprints[placement];
  const int seat = s.turn;
  const unsigned taken = unsigned{s.here[0]} | s.here[1] | s.here[2] | s.here[3];
  s.players[seat].home = static_cast<std::uint8_t>(s.players[seat].home - print.people);
  s.here[seat] = static_cast<std::uint16_t>(s.here[seat] | print.bit);
  s.crew[seat] += print.crew;
  book(s, changed(seat, kCrewField + print.location, print.people));
  const PlacementSet left = (s.board & print.group) >> print.down[s.seats] & print.group;
  const bool shut = (taken & print.bit & kForTwo[s.seats]) != 0;
  s.board = without_spare_village((s.board & ~print.group) | (shut ? 0 : left), s.seats);
  return next_placer(s);
}

// By location: people who are there where the crews do not tell.
constexpr auto kAlone = [] {
  std::array<std::uint8_t, kLocations> people{};
  for (int location = kGatherPlaces; location < kLocations; ++location) {
    people[location] = static_cast<std::uint8_t>(kLocationRows[location].least);
  }
  return people;
}();

// The people at a location of the seat in turn go home.
[[gnu::always_inline]] inline void go_home(Changing auto& s, int location) {
  const int seat = s.turn;
  const std::uint64_t crew = s.crew[seat];  // nothing stands above the gathering places
  const int people = static_cast<int>(crew >> (4 * location) & 0xF) + kAlone[location];
  s.crew[seat] = static_cast<std::uint32_t>(crew & ~(std::uint64_t{0xF} << (4 * location)));
  s.here[seat] = static_cast<std::uint16_t>(s.here[seat] & ~location_bit(location));
  s.players[seat].home = static_cast<std::uint8_t>(s.players[seat].home + people);
  book(s, -changed(seat, kCrewField + location, people));
}

[[gnu::always_inline]] inline void roll(Changing auto& s, std::uint8_t pending) {
  s.phase = StoneAge::kRoll;
  s.pending = pending;
  s.mover = kChance;
}

// Books the gain of a roll, dice and tools together. Hunters bring food, which is no resource: both are added to, since
// a branch on where people went costs more.
[[gnu::always_inline]] inline void gather(Changing auto& s, int total) {
  const int place = StoneAge::rolled_place(s);
  int gain = kGain[place][total];
  if (StoneAge::has_rule(s, kGoodsLimited) && place != kHunting) {
    gain = std::min(gain, left_in_supply(s, place - kForest));
  }
  Player& p = s.players[s.turn];
  const int food = -static_cast<int>(place == kHunting);  // a mask
  const int kind = (place - kForest) & 3;
  p.food = static_cast<std::uint16_t>(p.food + (gain & food));
  p.goods += goods_of(kind, gain & ~food);
  book(s, changed(s.turn, (kFoodField & food) | ((kGoodsField + kind) & ~food), gain));
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

void go_to(Changing auto& s, int location) {
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

void carry_out(Changing auto& s, int card) {
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

void buy(Changing auto& s, Action action) {
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
    book(s, card_key(seat, card));
    return carry_out(s, card);
  }
  const int stack = location - kBuilding0;
  const int tile = s.top[stack];
  p.tiles = with_tile(p.tiles, tile);
  ++p.built;
  book(s, tile_key(seat, tile));
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
void late_pick(Changing auto& s, int pick) {
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

void deal(Changing auto& s, Action action) {
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

[[gnu::always_inline]] inline void rolled(Changing auto& s, Action action) {
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

void drawn(Changing auto& s, Action action) {
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

[[gnu::always_inline]] inline void use_tools(Changing auto& s, unsigned set) {
  const int seat = s.turn;
  const Player& p = s.players[seat];
  const int total = s.roll + StoneAge::tools_value(p, set);
  // Also with none: slots stand as they would be sorted.
  set_tools(s, seat, kToolRows[p.tools].use[StoneAge::has_rule(s, kSlotPrinted)][set & 7]);
  set_one_use(s, seat, p.one_use & ~static_cast<int>(set >> 3));
  gather(s, total);
}

void go(Changing auto& s, Action action) {
  if (action >= StoneAge::kLatePick) return late_pick(s, action - StoneAge::kLatePick);
  go_to(s, action - StoneAge::kGoTo);
}

void take(Changing auto& s, int face) {
  if (!take_die(s, StoneAge::active_dice(s), face)) resume(s);
}

void pick_two(Changing auto& s, Action action) {
  const int seat = s.turn;
  gain_mix(s, seat, kMixGoods[action - StoneAge::kPay]);
  if (!StoneAge::has_open_pick(s, seat)) return resume(s);
  set_one_use(s, seat, s.players[seat].one_use & ~StoneAge::kOpenPick);
  finish(s);
}

void answer_hunger(Changing auto& s, Action action) {
  const int seat = s.turn;
  if (action >= StoneAge::kLatePick && action < StoneAge::kLatePick + StoneAge::kPicks) {
    return late_pick(s, action - StoneAge::kLatePick);
  }
  if (action == StoneAge::kStarve) {
    starve(s, seat);
  } else if (action == StoneAge::kRefuse) {
    set_food(s, seat, 0);
    starve(s, seat);
  } else if (action == StoneAge::kFeedAll) {
    set_food(s, seat, s.players[seat].food - s.players[seat].people);
  } else {
    const Goods price = kMixGoods[action - StoneAge::kPay];
    pay(s, seat, price);
    if (total_of(price) < s.roll) starve(s, seat);
  }
  feeding_done(s);
}

void raise_slot(Changing auto& s, int slot) {
  const int seat = s.mover;
  set_tools(s, seat, kToolRows[s.players[seat].tools].raise[slot][StoneAge::has_rule(s, kMarkFresh)]);
  resume(s);
}

}  // namespace

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
