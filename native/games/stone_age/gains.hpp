// Gains and payments of one player, for rounds.hpp and acts.hpp alone: each keeps the sum of the key right and the
// option it is subject to.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>

#include "games/stone_age/stone_age.hpp"

namespace embertree::stone_age {

// A state in a game whose key nobody asks for before its end: the rules change it as they change any other, and nothing
// is booked.
struct Unkeyed : StoneAge::State {};
template <class S>
concept Changing = std::same_as<S, StoneAge::State> || std::same_as<S, Unkeyed>;

inline void book(StoneAge::State& s, Key change) { s.sum += change; }
inline void book(Unkeyed&, Key) {}

inline int left_in_supply(const StoneAge::State& s, int kind) {
  int held = 0;
  for (int seat = 0; seat < s.seats; ++seat) held += count_of(s.players[seat].goods, kind);
  return std::max(0, kSupply[kind] - held);
}

inline void gain_goods(Changing auto& s, int seat, int kind, int amount) {
  if (StoneAge::has_rule(s, kGoodsLimited)) amount = std::min(amount, left_in_supply(s, kind));
  s.players[seat].goods += goods_of(kind, amount);
  book(s, changed(seat, kGoodsField + kind, amount));
}

inline void gain_mix(Changing auto& s, int seat, Goods mix) {
  for (int kind = 0; kind < kKinds; ++kind) gain_goods(s, seat, kind, count_of(mix, kind));
}

inline void pay(Changing auto& s, int seat, Goods price) {
  assert(covers(s.players[seat].goods, price));
  s.players[seat].goods -= price;
  book(s, -goods_key(seat, price));
}

inline void set_food(Changing auto& s, int seat, int food) {
  StoneAge::Player& p = s.players[seat];
  book(s, changed(seat, kFoodField, food - p.food));
  p.food = static_cast<std::uint16_t>(food);
}

inline void gain_points(Changing auto& s, int seat, int points) {
  StoneAge::Player& p = s.players[seat];
  p.points = static_cast<std::int16_t>(p.points + points);
  book(s, changed(seat, kPointsField, points));
}

inline void gain_field(Changing auto& s, int seat) {
  StoneAge::Player& p = s.players[seat];
  if (p.agriculture == 10) return;
  ++p.agriculture;
  book(s, field_key(seat, kAgricultureField));
}

inline void gain_person(Changing auto& s, int seat) {
  StoneAge::Player& p = s.players[seat];
  if (p.people == 10) return;
  ++p.people;
  ++p.home;
  book(s, field_key(seat, kPeopleField));
}

inline void set_tools(Changing auto& s, int seat, std::uint8_t code) {
  StoneAge::Player& p = s.players[seat];
  book(s, changed(seat, kToolsField, code - p.tools));
  p.tools = code;
}

inline void set_one_use(Changing auto& s, int seat, int bits) {
  StoneAge::Player& p = s.players[seat];
  book(s, changed(seat, kOneUseField, bits - p.one_use));
  p.one_use = static_cast<std::uint8_t>(bits);
}

// The 2008 box: twelve tiles with levels 1 and 2, six with 3 and 4. A slot at level 2 needs one of the six, an empty
// slot one of the twelve; the other gains turn a tile that is there.
inline bool is_tool_tile_left(const StoneAge::State& s, int level) {
  if (level != 0 && level != 2) return true;
  int in_use = 0;
  for (int seat = 0; seat < s.seats; ++seat) {
    for (const int slot_level : kToolRows[s.players[seat].tools].slots.level) {
      in_use += level == 0 ? slot_level == 1 || slot_level == 2 : slot_level >= 3;
    }
  }
  return in_use < (level == 0 ? 12 : 6);
}

// True where the owner has to say which slot it is.
inline bool gain_tool(Changing auto& s, int seat) {
  const ToolRow& row = kToolRows[s.players[seat].tools];
  if (row.lowest == kHighestLevel) return false;
  const int fresh = StoneAge::has_rule(s, kMarkFresh);
  if (StoneAge::has_rule(s, kToolsLimited | kSlotPrinted | kSlotChoice)) {
    if (StoneAge::has_rule(s, kToolsLimited) && !is_tool_tile_left(s, row.lowest)) return false;
    if (StoneAge::has_rule(s, kSlotPrinted)) {
      set_tools(s, seat, row.raise_printed[fresh]);
      return false;
    }
    if (StoneAge::has_rule(s, kSlotChoice) && (row.choices & (row.choices - 1)) != 0) {
      s.phase = StoneAge::kSlot;
      s.pending = static_cast<std::uint8_t>(StoneAge::kPendingSlotOf + seat);
      s.mover = static_cast<std::int8_t>(seat);
      return true;
    }
  }
  set_tools(s, seat, row.raise[row.unused_first][fresh]);
  return false;
}

}  // namespace embertree::stone_age
