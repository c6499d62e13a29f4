// What is true of every state, and what follows from the rest of it: the key, the unseen cards, who is at home.
#include <algorithm>
#include <bit>
#include <iterator>

#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

std::string seat_name(int seat) { return "P" + std::to_string(seat); }

int people_on_board(const State& s, int seat) {
  int people = 0;
  for (int location = 0; location < kLocations; ++location) people += StoneAge::crew_at(s, seat, location);
  return people;
}

// The sum and the words that need no sum.
Key mixed(const State& s, Key sum) {
  std::uint64_t words[5];
  const auto word = [](const std::uint8_t* bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < 4; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
    return value;
  };
  words[0] = word(s.display) | word(s.top) << 32;
  words[1] = word(s.height) | std::uint64_t{s.seats} << 32 | std::uint64_t{s.start} << 40 |
             std::uint64_t{s.turn} << 48 | std::uint64_t{s.phase} << 56;
  words[2] = std::uint64_t{s.pending} | std::uint64_t{s.roll} << 8 | std::uint64_t{s.hidden_owner} << 16 |
             std::uint64_t{s.hidden_card} << 24 | std::uint64_t{s.round} << 32 | std::uint64_t{s.max_rounds} << 48;
  words[3] = std::uint64_t{s.rules} | std::uint64_t{s.dice[0]} << 32;
  words[4] = std::uint64_t{s.dice[1]} | std::uint64_t{s.dice[2]} << 32;
  Key key = mix64(sum) ^ hash_word(s.dice[3], 0);
  for (int i = 0; i < 5; ++i) key ^= hash_word(words[i], static_cast<std::uint64_t>(i) + 1);
  return key;
}

CardSet seen_cards(const State& s, CardSet seen) {
  for (const std::uint8_t card : s.display) {
    if (card != StoneAge::kNothing) seen = with_card(seen, card);
  }
  if (s.hidden_card < kCards) seen = with_card(seen, s.hidden_card);
  for (int seat = 0; seat < s.seats; ++seat) {
    for (int card = 0; card < kCards; ++card) {
      if ((s.players[seat].cards >> card & 1) != 0) seen = with_card(seen, first_twin(card));
    }
  }
  return seen;
}

// Whether a seat may have been fed in the present round.
bool is_fed(const State& s, int seat) {
  switch (s.phase) {
    case StoneAge::kEnd:
      return true;
    case StoneAge::kDraw:
      return s.turn == StoneAge::kNothing;
    case StoneAge::kPick:
      return StoneAge::has_rule(s, kPickDeferrable);
    case StoneAge::kFeed:
      return s.start < s.seats && (seat + s.seats - s.start) % s.seats < (s.turn + s.seats - s.start) % s.seats;
    default:
      return false;
  }
}

// --- Parts of the audit: empty, or what is wrong ---

std::string audit_player(const State& s, int seat) {
  const Player& p = s.players[seat];
  const std::string name = seat_name(seat);
  if (p.people < 5 || p.people > 10) return name + " has " + std::to_string(p.people) + " people, not 5 to 10";
  if (p.agriculture > 10) return name + ": agriculture is above 10";
  int goods = 0;
  for (int kind = 0; kind < kKinds; ++kind) {
    const int count = count_of(p.goods, kind);
    if (count > most_goods(s.round)) return name + " has too much " + std::string(kKindNames[kind]);
    goods += count;
  }
  if (goods > 4 * most_goods(0) + 80 * s.round) return name + " has too many resources";
  if (p.food > most_food(s.round)) return name + " has too much food";
  if (p.penalties > s.round - (is_fed(s, seat) ? 0 : 1)) return name + " has more feeding penalties than rounds";
  if (p.points > most_points(bit_count(p.tiles), bit_count(p.cards)) || p.points < least_points(p.penalties)) {
    return name + ": points out of range";
  }
  if (p.tools >= kToolCodes) return name + ": no such tools";
  if (!StoneAge::has_rule(s, kSlotPrinted) && !kToolRows[p.tools].is_sorted) {
    return name + ": of tools with equal levels the unused ones stand first";
  }
  if (p.one_use > (StoneAge::kOneUseTools | StoneAge::kOpenPick)) return name + ": no such one-use tools";
  for (int card = 0; card < kCards; ++card) {
    const CardRow& row = kCardRows[card];
    if (row.effect != Effect::kOneUse || count_card(p.cards, card) > 0) continue;
    if ((p.one_use & one_use_bit(row.amount)) != 0) {
      return name + " has the one-use tool " + std::to_string(row.amount) + " without its card, c" +
             std::to_string(card);
    }
  }
  if ((p.one_use & StoneAge::kOpenPick) != 0) {
    if (!StoneAge::has_rule(s, kPickDeferrable)) return name + " has two resources left to take, against the rules";
    if (count_card(p.cards, kPickTwoId) == 0) return name + " has two resources left to take without the card c7";
  }
  for (const int card : {12, 24}) {
    if ((p.cards >> card & 3) == 2) return name + ": equal cards stand under the lower id";
  }
  if ((p.cards & ~kAllCards) != 0) return name + ": no such card";
  if ((p.tiles & ~kAllTiles) != 0) return name + ": no such tile";
  for (int tile = 0; tile < kTiles; ++tile) {
    if (kFirstTile[tile] != tile && (p.tiles >> tile & 1) != 0 && (p.tiles >> (tile - 1) & 1) == 0) {
      return name + ": equal tiles stand under the lowest id";
    }
  }
  if (p.built != bit_count(p.tiles)) return name + ": the number of tiles is not that of the tiles";
  if (people_on_board(s, seat) > p.people) {
    return name + " has " + std::to_string(people_on_board(s, seat)) + " people on the board but " +
           std::to_string(p.people) + " in all";
  }
  return {};
}

std::string audit_pieces(const State& s) {
  int one_use = 0;
  int tiles = 0;
  TileSet tile_counts[kTiles] = {};
  int card_counts[kCards] = {};
  for (int seat = 0; seat < s.seats; ++seat) {
    const Player& p = s.players[seat];
    if ((one_use & p.one_use) != 0) return "a one-use tool is there twice";
    one_use |= p.one_use;
    tiles += p.built;
    for (int tile = 0; tile < kTiles; ++tile) tile_counts[kFirstTile[tile]] += p.tiles >> tile & 1;
    for (int card = 0; card < kCards; ++card) card_counts[first_twin(card)] += p.cards >> card & 1;
  }
  for (int i = 0; i < kCardPlaces; ++i) {
    const int card = s.display[i];
    if (card == StoneAge::kNothing) continue;
    if (card >= kCards || first_twin(card) != card) return "no such card on the board";
    ++card_counts[card];
  }
  if (s.hidden_owner == StoneAge::kNothing) {
    if (s.hidden_card != StoneAge::kNothing) return "a hidden card of nobody";
  } else {
    if (s.hidden_owner >= s.seats) return "the hidden card's owner is no seat";
    const int card = s.hidden_card;
    if (card != StoneAge::kUnknownCard && (card >= kCards || first_twin(card) != card)) return "no such hidden card";
    if (card == StoneAge::kUnknownCard && StoneAge::has_rule(s, kCardPublic)) {
      return "the drawn card is public, it cannot be unknown";
    }
    if (count_card(s.players[s.hidden_owner].cards, kDrawOneId) == 0) {
      return seat_name(s.hidden_owner) + " has a hidden card without the card that draws one, c2";
    }
    if (card < kCards) ++card_counts[card];
  }
  for (int card = 0; card < kCards; ++card) {
    if (first_twin(card) == card && card_counts[card] > card_copies(card)) {
      return "card c" + std::to_string(card) + " is there " + std::to_string(card_counts[card]) + " times";
    }
  }
  int open = 0;
  int face_down = 0;
  for (int stack = 0; stack < StoneAge::kSeats; ++stack) {
    const int tile = s.top[stack];
    const int height = s.height[stack];
    if (stack >= s.seats && height != 0) return "a stack that is not in play has tiles";
    if (height > kStackHeight) return "a stack has more than 7 tiles";
    if (height == 0 && tile != StoneAge::kNothing) return "an empty stack shows a tile";
    tiles += height;
    face_down += height;
    if (tile == StoneAge::kNothing) continue;
    if (tile >= kTiles || kFirstTile[tile] != tile) return "no such tile on the board";
    ++tile_counts[tile];
    ++open;
  }
  for (int tile = 0; tile < kTiles; ++tile) {
    if (kFirstTile[tile] == tile && tile_counts[tile] > kTileCopies[tile]) {
      return "tile " + std::string(kBuildingRows[tile].key) + " is there " + std::to_string(tile_counts[tile]) +
             " times";
    }
  }
  if (tiles != kStackHeight * s.seats) {
    return "bought tiles and stacks hold " + std::to_string(tiles) + " tiles, not " +
           std::to_string(kStackHeight * s.seats);
  }
  if (face_down - open > bit_count(s.unseen_tiles)) return "more tiles lie face down than there are unseen ones";
  if (StoneAge::deck_size(s) < 0) return "a card is hidden, but none is left to be it";
  return {};
}

std::string audit_locations(const State& s) {
  for (int location = 0; location < kLocations; ++location) {
    int people = 0;
    int seats = 0;
    for (int seat = 0; seat < s.seats; ++seat) {
      const int crew = StoneAge::crew_at(s, seat, location);
      if ((crew > 0) != ((s.here[seat] >> location & 1) != 0)) return "crews and occupied locations differ";
      people += crew;
      seats += crew > 0;
    }
    const std::string name(kLocationRows[location].key);
    if (location == kHunting) continue;
    if (location < kGatherPlaces) {
      if (people > kRings) return name + " holds more than 7 people";
      if (seats > StoneAge::most_seats(s)) return name + " holds people of too many players";
      continue;
    }
    if (seats > 1) return name + " holds two players";
    if (location >= kBuilding0 && seats > 0 && location - kBuilding0 >= s.seats) return name + " is not in play";
  }
  for (int seat = s.seats; seat < StoneAge::kSeats; ++seat) {
    if (s.here[seat] != 0 || s.crew[seat] != 0) return "a seat that does not play has people";
  }
  for (const std::uint32_t crew : s.crew) {
    if (crew >> (4 * kGatherPlaces) != 0) return "people at no location";
  }
  unsigned village = 0;
  for (const std::uint16_t here : s.here) village |= here & kVillagePlaces;
  if (s.seats < 4 && village == kVillagePlaces) {
    return "with 2 or 3 players only two of tool maker, hut and field are used in a round";
  }
  return {};
}

std::string audit_dice(const State& s) {
  bool ended = false;
  int sets = 0;
  for (const std::uint32_t set : s.dice) {
    if (set == 0) {
      ended = true;
      continue;
    }
    if (ended) return "a gap among the open dice";
    ++sets;
    const int dice = dice_count(set);
    const unsigned buyer = set >> 24;
    if (dice < 1 || dice > s.seats || static_cast<int>(buyer) >= s.seats) return "no such dice for all";
    for (int face = 1; face <= kFaces; ++face) {
      if (faces_count(set, face) > s.seats) return "no such dice for all";
    }
    if (!StoneAge::has_rule(s, kDiceOwnTurn)) {
      if (sets > 1) return "two sets of dice for all at once";
      if (buyer != s.turn) return "the dice for all are not those of the seat in turn";
    }
  }
  const bool asked = s.phase == StoneAge::kTake;
  if (asked && StoneAge::active_dice(s) < 0) return "a die is to be taken, but there is none";
  if (asked) {
    const unsigned faces = different_faces(s.dice[StoneAge::active_dice(s)]);
    if ((faces & (faces - 1)) == 0) return "a die is to be taken, but all show the same";
  }
  if (asked || s.phase == StoneAge::kSlot || sets == 0) return {};
  // Dice that wait for their taker: only with the option, while others resolve, and never one's own.
  const bool resolving = s.phase == StoneAge::kGo || s.phase == StoneAge::kRoll || s.phase == StoneAge::kTools ||
                         s.phase == StoneAge::kBuy || s.phase == StoneAge::kPick || s.phase == StoneAge::kDraw ||
                         s.phase == StoneAge::kDeal;
  if (!StoneAge::has_rule(s, kDiceOwnTurn) || !resolving || s.turn == StoneAge::kNothing) {
    return "dice for all wait at a time when none can";
  }
  if (StoneAge::active_dice(s) >= 0) return seat_name(s.turn) + " has to take a die first";
  return {};
}

// The seat in turn resolves: those before it are done.
std::string audit_resolution(const State& s) {
  if (s.start >= s.seats || s.turn >= s.seats) return "a location is resolved by no seat";
  for (int seat = s.start; seat != s.turn; seat = StoneAge::seat_after(s, seat)) {
    if (s.here[seat] != 0) return seat_name(seat) + " comes before " + seat_name(s.turn) + " but has people left";
  }
  return {};
}

bool is_board_empty(const State& s) {
  for (const std::uint16_t here : s.here) {
    if (here != 0) return false;
  }
  return true;
}

std::string audit_pending(const State& s) {
  const bool in_turn = s.turn != StoneAge::kNothing;
  if (in_turn && s.turn >= s.seats) return "the seat in turn is no seat";
  if (s.start != StoneAge::kNothing && s.start >= s.seats) return "the start player is no seat";
  const bool waits_for_start = s.phase == StoneAge::kDeal && !in_turn;
  if (s.start == StoneAge::kNothing && !waits_for_start) return "there is no start player";
  if (s.phase != StoneAge::kTools && s.phase != StoneAge::kFeed && s.roll != 0) return "a roll at the wrong time";
  const bool has_pending = s.phase == StoneAge::kDeal || s.phase == StoneAge::kRoll || s.phase == StoneAge::kTools ||
                           s.phase == StoneAge::kBuy || s.phase == StoneAge::kSlot;
  if (has_pending == (s.pending == StoneAge::kNothing)) return "pending does not fit the phase";

  // Tiles lie open except where one is turned up just now or at the end of the round.
  const bool late = StoneAge::has_rule(s, kRevealLate);
  const bool dealing = s.phase == StoneAge::kDeal;
  for (int stack = 0; stack < s.seats; ++stack) {
    if (s.height[stack] == 0 || s.top[stack] != StoneAge::kNothing) continue;
    const bool turned_up_now = dealing && (!in_turn || s.pending == kBuilding0 + stack);
    if (turned_up_now) continue;
    if (!late || s.phase == StoneAge::kPlace) return "a stack has no open tile";
    for (int seat = 0; seat < s.seats; ++seat) {
      if ((s.here[seat] >> (kBuilding0 + stack) & 1) != 0) return "people stand at a stack without an open tile";
    }
  }
  // People stand only where there is something to buy; what is bought goes with its buyer.
  for (int seat = 0; seat < s.seats; ++seat) {
    for (int i = 0; i < kCardPlaces; ++i) {
      if ((s.here[seat] >> (kCard1 + i) & 1) != 0 && s.display[i] == StoneAge::kNothing) {
        return seat_name(seat) + " stands at a card place without a card";
      }
      if ((s.here[seat] >> (kBuilding0 + i) & 1) != 0 && s.height[i] == 0) {
        return seat_name(seat) + " stands at an empty stack";
      }
    }
  }

  switch (s.phase) {
    case StoneAge::kDeal:
      if (in_turn) {
        if (late) return "tiles are turned up at the end of the round";
        if (s.pending < kBuilding0 || s.pending >= kLocations) return "after a purchase a tile is turned up";
        if (s.height[s.pending - kBuilding0] == 0 || s.top[s.pending - kBuilding0] != StoneAge::kNothing) {
          return "no tile of that stack is to be turned up";
        }
        return audit_resolution(s);
      } else {
        if (!is_board_empty(s)) return "people on the board before the round begins";
        std::uint8_t expected = StoneAge::kNothing;
        if (StoneAge::empty_places(s) > 0 && StoneAge::deck_size(s) > 0) {
          expected = StoneAge::kPendingDisplay;
        } else {
          for (int stack = s.seats - 1; stack >= 0; --stack) {
            if (s.height[stack] > 0 && s.top[stack] == StoneAge::kNothing) {
              expected = static_cast<std::uint8_t>(kBuilding0 + stack);
            }
          }
          if (expected == StoneAge::kNothing && s.start == StoneAge::kNothing) expected = StoneAge::kPendingSeat;
        }
        if (expected != s.pending) return "cards, then tiles, then the start player are turned up, in this order";
        if (s.start == StoneAge::kNothing && (s.round != 1 || (s.rules >> kStartShift & 7) != kStartRandom)) {
          return "there is no start player";
        }
        return {};
      }
    case StoneAge::kPlace:
      if (!in_turn) return "nobody is to place";
      if (s.players[s.turn].home == 0 || s.players[s.turn].home > 10) return seat_name(s.turn) + " has nobody to place";
      if (StoneAge::open_placements(s, s.turn) == 0) return seat_name(s.turn) + " has no place to go";
      return {};
    case StoneAge::kGo:
      if (!in_turn || s.here[s.turn] == 0) return "the seat that chooses a location has nobody on the board";
      return audit_resolution(s);
    case StoneAge::kRoll:
    case StoneAge::kTools: {
      if (!in_turn) return "nobody rolls";
      int dice = 2;
      if (s.pending < kGatherPlaces) {
        dice = StoneAge::crew_at(s, s.turn, s.pending);
        if (dice == 0) return seat_name(s.turn) + " has nobody there to roll";
      } else if (s.pending >= StoneAge::kPendingCard && s.pending < StoneAge::kPendingDice) {
        const int card = s.pending - StoneAge::kPendingCard;
        if (kCardRows[card].effect != Effect::kRoll) return "the card gives no roll";
        if (count_card(s.players[s.turn].cards, card) == 0) return seat_name(s.turn) + " has no such card";
      } else if (s.pending != StoneAge::kPendingDice || s.phase == StoneAge::kTools) {
        return "nothing there is rolled for";
      }
      if (s.phase == StoneAge::kTools) {
        if (s.roll < dice || s.roll > kFaces * dice) return "dice do not show that sum";
        if (StoneAge::ready_tools(s.players[s.turn]) == 0) return seat_name(s.turn) + " has no tool to add";
      }
      return audit_resolution(s);
    }
    case StoneAge::kBuy: {
      if (!in_turn) return "nobody buys";
      if (s.pending < kCard1 || s.pending >= kLocations || (s.here[s.turn] >> s.pending & 1) == 0) {
        return "nothing there is bought";
      }
      ActionList<StoneAge> actions;
      StoneAge::legal_actions(s, actions);
      if (actions.size() < 2) return seat_name(s.turn) + " cannot pay, so there is nothing to decide";
      return audit_resolution(s);
    }
    case StoneAge::kTake:
      if (!in_turn) {
        if (!StoneAge::has_rule(s, kDiceOwnTurn)) return "dice for all of nobody";
        return is_board_empty(s) ? "" : "people on the board after everybody's turn";
      }
      return audit_resolution(s);
    case StoneAge::kSlot: {
      const int seat = s.pending - StoneAge::kPendingSlotOf;
      if (seat < 0 || seat >= s.seats) return "a slot is chosen by no seat";
      const ToolRow& row = kToolRows[s.players[seat].tools];
      if (!StoneAge::has_rule(s, kSlotChoice) || row.lowest == kHighestLevel ||
          (row.choices & (row.choices - 1)) == 0) {
        return "there is no slot to choose";
      }
      if (in_turn) return audit_resolution(s);
      return is_board_empty(s) ? "" : "people on the board after everybody's turn";
    }
    case StoneAge::kPick:
      if (!in_turn) return "nobody picks";
      if (StoneAge::has_rule(s, kPickDeferrable)) {
        return StoneAge::has_open_pick(s, s.turn) ? "" : seat_name(s.turn) + " has no resources left to take";
      }
      if (count_card(s.players[s.turn].cards, kPickTwoId) == 0) return seat_name(s.turn) + " has no card to pick by";
      return audit_resolution(s);
    case StoneAge::kDraw:
      if (!in_turn) {
        if (s.hidden_card != StoneAge::kUnknownCard) return "no hidden card is to be turned up";
        return {};
      }
      if (s.hidden_owner != StoneAge::kNothing) return "a card was drawn before";
      if (count_card(s.players[s.turn].cards, kDrawOneId) == 0) return seat_name(s.turn) + " has no card to draw by";
      if (StoneAge::deck_size(s) == 0) return "no card is left to draw";
      return audit_resolution(s);
    case StoneAge::kFeed: {
      if (!in_turn) return "nobody is fed";
      if (!is_board_empty(s)) return "people on the board while they are fed";
      const Player& p = s.players[s.turn];
      if (s.roll == 0) {
        if (!StoneAge::has_rule(s, kRefuseOffered)) return "no food is missing";
        return p.food >= p.people ? "" : seat_name(s.turn) + " has not enough food";
      }
      if (s.roll > p.people) return "more food is missing than people eat";
      if (p.food != 0) return "food is missing, but there is some left";
      ActionList<StoneAge> actions;
      StoneAge::legal_actions(s, actions);
      return actions.size() >= 2 ? "" : seat_name(s.turn) + " cannot pay, so there is nothing to decide";
    }
    case StoneAge::kEnd:
      if (in_turn) return "a seat is in turn after the end";
      if (s.hidden_card == StoneAge::kUnknownCard) return "the hidden card is not turned up";
      for (int seat = 0; seat < s.seats; ++seat) {
        if (StoneAge::has_open_pick(s, seat)) return seat_name(seat) + " has resources left to take";
      }
      return is_board_empty(s) ? "" : "people on the board after the end";
    default:
      return "no such phase";
  }
}

}  // namespace

Key StoneAge::sum_from_scratch(const State& s) {
  Key sum = 0;
  for (int seat = 0; seat < s.seats; ++seat) {
    const Player& p = s.players[seat];
    sum += goods_key(seat, p.goods) + changed(seat, kFoodField, p.food) + changed(seat, kPointsField, p.points) +
           changed(seat, kPeopleField, p.people) + changed(seat, kAgricultureField, p.agriculture) +
           changed(seat, kToolsField, p.tools) + changed(seat, kOneUseField, p.one_use) +
           changed(seat, kPenaltiesField, p.penalties);
    for (CardSet cards = p.cards & kAllCards; cards != 0; cards &= cards - 1) {
      sum += card_key(seat, first_twin(std::countr_zero(cards)));
    }
    for (TileSet tiles = p.tiles & kAllTiles; tiles != 0; tiles &= tiles - 1) {
      sum += tile_key(seat, kFirstTile[std::countr_zero(tiles)]);
    }
    for (int location = 0; location < kLocations; ++location) {
      sum += changed(seat, kCrewField + location, crew_at(s, seat, location));
    }
  }
  return sum;
}

Key StoneAge::key(const State& state) { return mixed(state, state.sum); }
Key StoneAge::key_from_scratch(const State& state) { return mixed(state, sum_from_scratch(state)); }

State StoneAge::view(const State& state, int seat) {
  const bool hidden =
      state.hidden_card < kCards && state.hidden_owner != seat && !has_rule(state, kCardPublic) && state.phase != kEnd;
  if (!hidden) return state;
  State known = state;
  known.unseen_cards = with_card(known.unseen_cards, known.hidden_card);
  known.hidden_card = kUnknownCard;
  return known;
}

void StoneAge::derive(State& s) {
  for (int seat = 0; seat < s.seats; ++seat) {
    Player& p = s.players[seat];
    p.built = static_cast<std::uint8_t>(bit_count(p.tiles));
    p.home = static_cast<std::uint8_t>(p.people - people_on_board(s, seat));
  }
  s.unseen_cards = kAllCards;
  CardSet seen = seen_cards(s, 0);
  for (int card = kCards - 1; card >= 0; --card) {
    if ((seen >> card & 1) != 0) s.unseen_cards = without_card(s.unseen_cards, first_twin(card));
  }
  s.unseen_tiles = kAllTiles;
  for (int seat = 0; seat < s.seats; ++seat) {
    for (int tile = 0; tile < kTiles; ++tile) {
      if ((s.players[seat].tiles >> tile & 1) != 0) s.unseen_tiles = without_tile(s.unseen_tiles, kFirstTile[tile]);
    }
    if (s.top[seat] != kNothing) s.unseen_tiles = without_tile(s.unseen_tiles, s.top[seat]);
  }
  // What locations take counts while people are placed.
  s.board = 0;
  if (s.phase == kPlace) {
    s.board = new_board(s);
    for (int location = kForest; location < kLocations; ++location) {
      int people = 0;
      int seats = 0;
      for (int seat = 0; seat < s.seats; ++seat) {
        people += crew_at(s, seat, location);
        seats += (s.here[seat] >> location & 1) != 0;
      }
      const PlacementSet group = group_of(location);
      if (location > kRiver) {
        if (seats > 0) s.board &= ~group;
      } else if (seats == most_seats(s) && seats < kSeats) {
        s.board &= ~group;
      } else {
        s.board &= ~(group & ~(group >> people));
      }
    }
    s.board = without_spare_village(s.board, s.seats);
  }
  switch (s.phase) {
    case kDeal:
    case kRoll:
    case kDraw:
      s.mover = kChance;
      break;
    case kEnd:
      s.mover = kTerminal;
      break;
    case kTake: {
      const int set = active_dice(s);
      s.mover = static_cast<std::int8_t>(set < 0 ? 0 : dice_taker(s, set));
      break;
    }
    case kSlot:
      s.mover = static_cast<std::int8_t>(s.pending - kPendingSlotOf);
      break;
    default:
      s.mover = static_cast<std::int8_t>(s.turn);
  }
  s.sum = sum_from_scratch(s);
}

std::string StoneAge::audit(const State& s) {
  if (s.seats < kTraits.min_players || s.seats > kTraits.max_players) return "wrong number of players";
  if (!are_rules_sound(s)) return "no such rules";
  if (s.phase > kEnd) return "no such phase";
  if (s.round < 1) return "round out of range";
  if (s.round > (s.max_rounds == 0 ? kHardStop : s.max_rounds)) return "the last round is over";
  if (std::any_of(std::begin(s.unused), std::end(s.unused), [](int byte) { return byte != 0; })) {
    return "a byte that says nothing is not 0";
  }
  const Player nobody{};
  for (int seat = s.seats; seat < kSeats; ++seat) {
    if (!(s.players[seat] == nobody)) return "a seat that does not play has something";
  }
  for (int seat = 0; seat < s.seats; ++seat) {
    if (std::string wrong = audit_player(s, seat); !wrong.empty()) return wrong;
  }
  if (std::string wrong = audit_pieces(s); !wrong.empty()) return wrong;
  if (std::string wrong = audit_locations(s); !wrong.empty()) return wrong;
  if (std::string wrong = audit_pending(s); !wrong.empty()) return wrong;
  if (std::string wrong = audit_dice(s); !wrong.empty()) return wrong;
  State again = s;
  derive(again);
  if (again.sum != s.sum) return "the key is not the one made from scratch";
  if (!(again == s)) return "something that follows from the rest differs from it";
  return {};
}

}  // namespace embertree
