// How a round goes on and ends: whose location is next, dice for all, feeding, the next round, the end of the game.
#pragma once

#include <algorithm>
#include <bit>

#include "games/stone_age/gains.hpp"

namespace embertree::stone_age {

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
inline bool do_cards_end(const StoneAge::State& s) {
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

inline bool has_feeding_choice(const StoneAge::State& s, int seat, int missing) {
  const int goods = total_of(s.players[seat].goods);
  return goods >= missing || (StoneAge::has_rule(s, kPartialFeeding) && goods > 0) || StoneAge::has_open_pick(s, seat);
}

// True where the seat has something to decide.
bool feed(Changing auto& s, int seat) {
  StoneAge::Player& p = s.players[seat];
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

}  // namespace embertree::stone_age
