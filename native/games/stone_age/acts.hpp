// What each action and each outcome of chance does. Whoever plays games through without a key has the same rules.
#pragma once

#include <algorithm>
#include <array>

#include "games/stone_age/rounds.hpp"

namespace embertree::stone_age {

// --- Placing ---

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
inline constexpr auto kFootprints = [] {
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
inline constexpr std::uint16_t kForTwo[5] = {0, 0, 0, kRingedPlaces, 0};
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
inline constexpr auto kAlone = [] {
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
  StoneAge::Player& p = s.players[s.turn];
  const int food = -static_cast<int>(place == kHunting);  // a mask
  const int kind = (place - kForest) & 3;
  p.food = static_cast<std::uint16_t>(p.food + (gain & food));
  p.goods += goods_of(kind, gain & ~food);
  book(s, changed(s.turn, (kFoodField & food) | ((kGoodsField + kind) & ~food), gain));
  if (s.pending < kGatherPlaces) go_home(s, s.pending);
  resume(s);
}

[[gnu::always_inline]] inline bool has_payment(const StoneAge::State& s, int seat, int location) {
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
  StoneAge::Player& p = s.players[seat];
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
  const StoneAge::Player& p = s.players[seat];
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

}  // namespace embertree::stone_age
