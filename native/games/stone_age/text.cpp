// Actions and positions as words, both ways (rules, section 19).
#include "core/text.hpp"

#include <algorithm>

#include "games/stone_age/names.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

constexpr std::string_view kPhaseNames[] = {"deal", "place", "go",   "roll", "tools", "buy",
                                            "take", "pick",  "draw", "feed", "slot",  "end"};

std::string location_key(int location) { return std::string(kLocationRows[location].key); }

int parse_location(std::string_view text, std::string_view what) {
  std::vector<std::string_view> keys;
  for (const LocationRow& row : kLocationRows) keys.push_back(row.key);
  for (int location = 0; location < kLocations; ++location) {
    if (keys[location] == text) return location;
  }
  throw UsageError(std::string(what) + ": there is no location " + quoted(text) + did_you_mean(text, keys));
}

std::string card_name(int card) { return "c" + std::to_string(card); }

// The lower id of equal cards.
int parse_card(std::string_view text, std::string_view what) {
  if (text.empty() || text[0] != 'c') {
    throw UsageError(std::string(what) + ": " + quoted(text) + " is no card; cards are c0 to c35");
  }
  return first_twin(static_cast<int>(parse_integer(text.substr(1), std::string(what) + ": card", 0, kCards - 1)));
}

int parse_tile(std::string_view text, std::string_view what) {
  std::vector<std::string_view> keys;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (kFirstTile[tile] != tile) continue;
    if (kBuildingRows[tile].key == text) return tile;
    keys.push_back(kBuildingRows[tile].key);
  }
  throw UsageError(std::string(what) + ": there is no tile " + quoted(text) + did_you_mean(text, keys));
}

// --- Mixes: w2b1, kinds in the order w b s g, zeros left out ---

std::string mix_text(Goods mix) {
  std::string text;
  for (int kind = 0; kind < kKinds; ++kind) {
    const int count = count_of(mix, kind);
    if (count > 0) text += kKindLetters[kind] + std::to_string(count);
  }
  return text;
}

Goods parse_mix(std::string_view text, std::string_view word) {
  const auto fail = [&] {
    return UsageError(
        quoted(word) + ": " + quoted(text) +
        " is no mix of 1 to 10 resources; write kinds in the order w b s g with their numbers, like w2b1");
  };
  Goods mix = 0;
  int last = -1;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t kind = std::string_view(kKindLetters, kKinds).find(text[i]);
    if (kind == std::string_view::npos || static_cast<int>(kind) <= last) throw fail();
    last = static_cast<int>(kind);
    const std::size_t start = ++i;
    int count = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9' && count <= kMostPaid)
      count = 10 * count + (text[i++] - '0');
    if (i == start || text[start] == '0' || count > kMostPaid) throw fail();
    mix |= goods_of(last, count);
  }
  if (mix == 0 || total_of(mix) > kMostPaid) throw fail();
  return mix;
}

// --- Tools ---

std::string tool_letters(unsigned set) {
  std::string text;
  for (int slot = 0; slot < kToolSlots; ++slot) {
    if ((set >> slot & 1) != 0) text += static_cast<char>('a' + slot);
  }
  for (int value = 2; value <= 4; ++value) {
    if ((set >> 3 & static_cast<unsigned>(one_use_bit(value))) != 0) text += static_cast<char>('0' + value);
  }
  return text.empty() ? "none" : text;
}

unsigned parse_tool_letters(std::string_view text, std::string_view word) {
  if (text == "none") return 0;
  unsigned set = 0;
  for (const char c : text) {
    unsigned bit = 0;
    if (c >= 'a' && c <= 'c') bit = 1U << (c - 'a');
    if (c >= '2' && c <= '4') bit = 8U << (c - '2');
    if (bit == 0 || bit <= set) {  // each at most once, in order
      set = 0;
      break;
    }
    set |= bit;
  }
  if (set == 0) {
    throw UsageError(quoted(word) + ": tools are 'none', or slots a b c and then one-use tools 2 3 4, like tools:ac34");
  }
  return set;
}

// --- Dice ---

std::string dice_text(FaceCounts dice) {
  std::string text;
  for (int face = 1; face <= kFaces; ++face) {
    for (int i = 0; i < faces_count(dice, face); ++i) {
      if (!text.empty()) text += '-';
      text += std::to_string(face);
    }
  }
  return text;
}

FaceCounts parse_dice(std::string_view text, std::string_view what, int most) {
  FaceCounts dice = 0;
  int last = 1;
  int count = 0;
  for (const std::string_view part : split(text, '-')) {
    const int face = static_cast<int>(parse_integer(part, std::string(what) + ": die", 1, kFaces));
    if (face < last) throw UsageError(std::string(what) + ": faces of " + quoted(text) + " are not ascending");
    if (++count > most) {
      throw UsageError(std::string(what) + ": " + quoted(text) + " has more than " + std::to_string(most) + " dice");
    }
    last = face;
    dice += one_face(face);
  }
  return dice;
}

std::string seat_or_dash(int seat) { return seat == StoneAge::kNothing ? "-" : std::to_string(seat); }

// --- Fields of a position ---

std::string pending_text(const State& s) {
  std::string text = "-";
  if (s.pending == StoneAge::kPendingDisplay) {
    text = "card";
  } else if (s.pending == StoneAge::kPendingSeat) {
    text = "seat";
  } else if (s.pending == StoneAge::kPendingDice) {
    text = "dice";
  } else if (s.phase == StoneAge::kSlot) {
    text = seat_letter(s.pending - StoneAge::kPendingSlotOf);
  } else if (s.pending < kLocations) {
    text = location_key(s.pending);
  } else if (s.pending < StoneAge::kPendingDice) {
    text = card_name(s.pending - StoneAge::kPendingCard);
  }
  if (s.phase == StoneAge::kTools) text += "=" + std::to_string(s.roll);
  if (s.phase == StoneAge::kFeed) text = std::to_string(s.roll);
  if (s.phase == StoneAge::kTake && !StoneAge::has_rule(s, kDiceOwnTurn)) return dice_text(s.dice[0]);
  // Dice that wait, each set behind its buyer.
  for (const std::uint32_t set : s.dice) {
    if (set != 0) text += std::string("|") + seat_letter(static_cast<int>(set >> 24)) + dice_text(set);
  }
  return text;
}

std::string places_text(const State& s) {
  std::string text;
  for (int location = 0; location < kLocations; ++location) {
    if (location > 0) text += '/';
    std::string place;
    for (int seat = 0; seat < s.seats; ++seat) {
      const int crew = StoneAge::crew_at(s, seat, location);
      if (crew > 0) place += seat_letter(seat) + std::to_string(crew);
    }
    text += place.empty() ? "-" : place;
  }
  return text;
}

std::string display_text(const State& s) {
  std::string text;
  for (int i = 0; i < kCardPlaces; ++i) {
    if (i > 0) text += ',';
    text += s.display[i] == StoneAge::kNothing ? "-" : card_name(s.display[i]);
  }
  return text;
}

std::string stacks_text(const State& s) {
  std::string text;
  for (int stack = 0; stack < s.seats; ++stack) {
    if (stack > 0) text += ',';
    if (s.height[stack] == 0) {
      text += '-';
      continue;
    }
    text += s.top[stack] == StoneAge::kNothing ? "?" : std::string(kBuildingRows[s.top[stack]].key);
    text += "*" + std::to_string(s.height[stack]);
  }
  return text;
}

std::string player_text(const State& s, int seat) {
  const Player& p = s.players[seat];
  std::string text = std::to_string(p.people) + ":" + std::to_string(p.food) + ":";
  for (int kind = 0; kind < kKinds; ++kind) {
    if (kind > 0) text += '.';
    text += std::to_string(count_of(p.goods, kind));
  }
  text += ":" + std::to_string(p.agriculture) + ":";
  const ToolSlots& slots = kToolRows[p.tools].slots;
  for (int slot = 0; slot < kToolSlots; ++slot) {
    text += std::to_string(slots.level[slot]);
    if ((slots.used >> slot & 1) != 0) text += 'x';
  }
  text += ':';
  if (p.one_use == 0) text += '-';
  for (int value = 2; value <= 4; ++value) {
    if ((p.one_use & one_use_bit(value)) != 0) text += std::to_string(value);
  }
  if ((p.one_use & StoneAge::kOpenPick) != 0) text += 'p';
  text += ":" + std::to_string(p.points);
  if (p.penalties > 0) text += "!" + std::to_string(p.penalties);
  std::string tiles;
  for (int tile = 0; tile < kTiles; ++tile) {
    if ((p.tiles >> tile & 1) == 0) continue;
    if (!tiles.empty()) tiles += '+';
    tiles += kBuildingRows[tile].key;
  }
  text += ":" + (tiles.empty() ? "-" : tiles);
  std::string cards;
  for (int card = 0; card < kCards; ++card) {
    if ((p.cards >> card & 1) == 0) continue;
    if (!cards.empty()) cards += '+';
    cards += card_name(first_twin(card));
  }
  text += ":" + (cards.empty() ? "-" : cards) + ":";
  if (s.hidden_owner != seat) return text + "-";
  return text + (s.hidden_card == StoneAge::kUnknownCard ? "c?" : card_name(s.hidden_card));
}

void parse_phase_and_pending(State& s, std::string_view phase, std::string_view pending) {
  const auto* const name = std::find(std::begin(kPhaseNames), std::end(kPhaseNames), phase);
  if (name == std::end(kPhaseNames)) {
    throw UsageError("position: there is no phase " + quoted(phase) + did_you_mean(phase, kPhaseNames));
  }
  s.phase = static_cast<std::uint8_t>(name - std::begin(kPhaseNames));

  const auto parts = split(pending, '|');
  const auto fail = [&](std::string_view right) {
    return UsageError("position: pending " + quoted(pending) + " does not fit the phase " + std::string(phase) +
                      "; it would be " + std::string(right));
  };
  if (parts.size() > 1 + StoneAge::kSeats) throw fail("at most four sets of dice");
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view set = parts[i];
    if (set.size() < 2 || set[0] < 'A' || set[0] >= seat_letter(s.seats))
      throw fail("dice behind their buyer, like |B2-5");
    s.dice[i - 1] = parse_dice(set.substr(1), "position: pending", s.seats) | static_cast<std::uint32_t>(set[0] - 'A')
                                                                                  << 24;
  }
  std::string_view main = parts[0];
  switch (s.phase) {
    case StoneAge::kDeal:
      if (main == "card") {
        s.pending = StoneAge::kPendingDisplay;
      } else if (main == "seat") {
        s.pending = StoneAge::kPendingSeat;
      } else {
        const int location = parse_location(main, "position: pending");
        if (location < kBuilding0) throw fail("card, seat, or building_0 to building_3");
        s.pending = static_cast<std::uint8_t>(location);
      }
      return;
    case StoneAge::kTools: {
      const std::size_t equals = main.find('=');
      if (equals == std::string_view::npos) throw fail("like forest=17 or c35=7");
      s.roll =
          static_cast<std::uint8_t>(parse_integer(main.substr(equals + 1), "position: pending: sum", 1, kHighestSum));
      main = main.substr(0, equals);
      [[fallthrough]];
    }
    case StoneAge::kRoll:
      if (main == "dice") {
        s.pending = StoneAge::kPendingDice;
      } else if (main.size() > 1 && main[0] == 'c' && main[1] >= '0' && main[1] <= '9') {
        s.pending = static_cast<std::uint8_t>(StoneAge::kPendingCard + parse_card(main, "position: pending"));
      } else {
        const int location = parse_location(main, "position: pending");
        if (location >= kGatherPlaces) throw fail("a place where people roll, a card, or dice");
        s.pending = static_cast<std::uint8_t>(location);
      }
      return;
    case StoneAge::kBuy: {
      const int location = parse_location(main, "position: pending");
      if (location < kCard1) throw fail("card_1 to card_4 or building_0 to building_3");
      s.pending = static_cast<std::uint8_t>(location);
      return;
    }
    case StoneAge::kFeed:
      s.roll = static_cast<std::uint8_t>(parse_integer(main, "position: pending: missing food", 0, 10));
      return;
    case StoneAge::kSlot:
      if (main.size() != 1 || main[0] < 'A' || main[0] >= seat_letter(s.seats)) throw fail("the letter of a seat");
      s.pending = static_cast<std::uint8_t>(StoneAge::kPendingSlotOf + (main[0] - 'A'));
      return;
    case StoneAge::kTake:
      if (!StoneAge::has_rule(s, kDiceOwnTurn)) {
        if (parts.size() > 1 || s.turn == StoneAge::kNothing) throw fail("the dice that are left, like 2-5");
        s.dice[0] = parse_dice(main, "position: pending", s.seats) | static_cast<std::uint32_t>(s.turn) << 24;
        return;
      }
      [[fallthrough]];
    default:
      if (main != "-") throw fail("-");
  }
}

void parse_places(State& s, std::string_view text) {
  const auto places = split(text, '/');
  if (places.size() != kLocations) {
    throw UsageError("position: " + std::to_string(places.size()) + " places in " + quoted(text) + ", not 16");
  }
  for (int location = 0; location < kLocations; ++location) {
    const std::string_view place = places[location];
    if (place == "-") continue;
    std::size_t i = 0;
    int last = -1;
    while (i < place.size()) {
      const int seat = place[i] - 'A';
      const std::size_t start = ++i;
      while (i < place.size() && place[i] >= '0' && place[i] <= '9') ++i;
      const std::string what = "position: people at " + location_key(location);
      if (seat <= last || seat >= s.seats || i == start) {
        throw UsageError(what + ": " + quoted(place) +
                         " is neither - nor seats in order with their numbers, like A2B1");
      }
      const LocationRow& row = kLocationRows[location];
      const auto people = parse_integer(place.substr(start, i - start), what, row.least, row.most);
      last = seat;
      s.here[seat] = static_cast<std::uint16_t>(s.here[seat] | location_bit(location));
      if (location < kGatherPlaces) s.crew[seat] |= static_cast<std::uint32_t>(people) << (4 * location);
    }
    if (last < 0) throw UsageError("position: an empty place is written as -");
  }
}

void parse_display(State& s, std::string_view text) {
  const auto cards = split(text, ',');
  if (cards.size() != kCardPlaces) throw UsageError("position: " + quoted(text) + " does not name 4 card places");
  for (int i = 0; i < kCardPlaces; ++i) {
    s.display[i] =
        cards[i] == "-" ? StoneAge::kNothing : static_cast<std::uint8_t>(parse_card(cards[i], "position: card places"));
  }
}

void parse_stacks(State& s, std::string_view text) {
  const auto stacks = split(text, ',');
  if (static_cast<int>(stacks.size()) != s.seats) {
    throw UsageError("position: " + std::to_string(stacks.size()) + " stacks in " + quoted(text) + ", not " +
                     std::to_string(s.seats) + ", one a player");
  }
  for (int i = 0; i < s.seats; ++i) {
    s.top[i] = StoneAge::kNothing;
    s.height[i] = 0;
    if (stacks[i] == "-") continue;
    const std::size_t star = stacks[i].find('*');
    if (star == std::string_view::npos) {
      throw UsageError("position: stack " + quoted(stacks[i]) + " is neither - nor like WBS*6 or ?*6");
    }
    s.height[i] = static_cast<std::uint8_t>(
        parse_integer(stacks[i].substr(star + 1), "position: height of a stack", 1, kStackHeight));
    const std::string_view tile = stacks[i].substr(0, star);
    if (tile != "?") s.top[i] = static_cast<std::uint8_t>(parse_tile(tile, "position: stacks"));
  }
}

std::uint8_t parse_tools(std::string_view text, std::string_view what) {
  ToolSlots slots{};
  std::size_t i = 0;
  for (int slot = 0; slot < kToolSlots; ++slot) {
    if (i >= text.size() || text[i] < '0' || text[i] > '4') break;
    slots.level[slot] = static_cast<std::uint8_t>(text[i++] - '0');
    if (i < text.size() && text[i] == 'x') {
      slots.used = static_cast<std::uint8_t>(slots.used | 1 << slot);
      ++i;
    }
    if (slot < kToolSlots - 1) continue;
    const std::uint8_t code = tools_detail::code_of(slots);
    if (i == text.size() && code < kToolCodes) return code;
  }
  throw UsageError(std::string(what) + ": tools " + quoted(text) +
                   " are not three levels 0 to 4, highest first, with x behind used ones, like 2x10");
}

void parse_player(State& s, int seat, std::string_view text) {
  const std::string name = "position: P" + std::to_string(seat);
  const auto fields = split(text, ':');
  if (fields.size() != 10) {
    throw UsageError(name + ": " + quoted(text) +
                     " has not the ten fields people:food:w.b.s.g:agriculture:tools:one-use:points:tiles:cards:hidden");
  }
  Player& p = s.players[seat];
  p.people = static_cast<std::uint8_t>(parse_integer(fields[0], name + ": people", 5, 10));
  p.food = static_cast<std::uint16_t>(parse_integer(fields[1], name + ": food", 0, most_food(s.round)));
  const auto goods = split(fields[2], '.');
  if (goods.size() != kKinds) throw UsageError(name + ": " + quoted(fields[2]) + " is not wood.brick.stone.gold");
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto count = parse_integer(goods[kind], name + ": " + std::string(kKindNames[kind]), 0, most_goods(s.round));
    p.goods |= goods_of(kind, static_cast<int>(count));
  }
  p.agriculture = static_cast<std::uint8_t>(parse_integer(fields[3], name + ": agriculture", 0, 10));
  p.tools = parse_tools(fields[4], name);
  if (fields[5] != "-") {
    int last = -1;
    for (const char c : fields[5]) {
      const int bit = c >= '2' && c <= '4' ? c - '2' : c == 'p' ? 3 : -1;
      if (bit <= last) {
        throw UsageError(name + ": one-use tools " + quoted(fields[5]) +
                         " are neither - nor some of 2 3 4 in order (p behind them: two resources left to take)");
      }
      last = bit;
      p.one_use = static_cast<std::uint8_t>(p.one_use | 1 << bit);
    }
    if (last < 0) throw UsageError(name + ": no one-use tools are written as -");
  }
  const std::size_t mark = fields[6].find('!');
  p.points = static_cast<std::int16_t>(parse_integer(fields[6].substr(0, mark), name + ": points",
                                                     least_points(kMostRounds), most_points(kTiles, kCards)));
  if (mark != std::string_view::npos) {
    p.penalties =
        static_cast<std::uint16_t>(parse_integer(fields[6].substr(mark + 1), name + ": feeding penalties", 1, s.round));
  }
  if (fields[7] != "-") {
    for (const std::string_view part : split(fields[7], '+')) {
      const int tile = parse_tile(part, name);
      if (count_tile(p.tiles, tile) == kTileCopies[tile]) throw UsageError(name + ": too many tiles " + quoted(part));
      p.tiles = with_tile(p.tiles, tile);
    }
  }
  if (fields[8] != "-") {
    for (const std::string_view part : split(fields[8], '+')) {
      const int card = parse_card(part, name);
      if (count_card(p.cards, card) == card_copies(card)) throw UsageError(name + ": too many cards " + quoted(part));
      p.cards = with_card(p.cards, card);
    }
  }
  if (fields[9] != "-") {
    if (s.hidden_owner != StoneAge::kNothing) throw UsageError(name + ": two hidden cards, there is at most one");
    s.hidden_owner = static_cast<std::uint8_t>(seat);
    s.hidden_card = fields[9] == "c?" ? StoneAge::kUnknownCard
                                      : static_cast<std::uint8_t>(parse_card(fields[9], name + ": hidden card"));
  }
}

constexpr std::string_view kVerbs[] = {"put",    "go",     "tools", "decline", "pay",  "take", "pick",
                                       "starve", "refuse", "feed",  "slot",    "deal", "roll", "draw"};

}  // namespace

std::string_view StoneAge::phase(const State& state) { return kPhaseNames[state.phase]; }

std::string StoneAge::action_text(const State& state, Action action) {
  const auto offset = [&](Action first) { return static_cast<int>(action - first); };
  if (action < kPut || action >= kTraits.num_distinct_actions) return "?";
  if (action < kGoTo) {
    const auto [location, people] = kPlacementRows[offset(kPut)];
    return "put:" + location_key(location) + "=" + std::to_string(people);
  }
  if (action < kUse) return "go:" + location_key(offset(kGoTo));
  if (action < kDecline) return "tools:" + tool_letters(static_cast<unsigned>(offset(kUse)));
  if (action == kDecline) return "decline";
  if (action < kTakeFace) {
    return (state.phase == kPick ? "pick:" : "pay:") + mix_text(kMixGoods[offset(kPay)]);
  }
  if (action < kStarve) return "take:" + std::to_string(offset(kTakeFace) + 1);
  if (action == kStarve) return "starve";
  if (action < kRollSum) return "deal:seat" + std::to_string(offset(kDealSeat));
  if (action < kRollDice) return "roll:" + std::to_string(offset(kRollSum) + 1);
  if (action < kDealCard) {
    const DiceForAll& table = kDiceForAll[state.seats - 2];
    return offset(kRollDice) < table.size ? "roll:" + dice_text(table.dice[offset(kRollDice)]) : "?";
  }
  if (action < kDrawCard) return "deal:" + card_name(offset(kDealCard));
  if (action < kDealTile) return "draw:" + card_name(offset(kDrawCard));
  if (action < kDrawUnseen) return "deal:" + std::string(kBuildingRows[offset(kDealTile)].key);
  if (action == kDrawUnseen) return "draw:c?";
  if (action == kRefuse) return "refuse";
  if (action < kLatePick) return std::string("slot:") + static_cast<char>('a' + offset(kRaiseSlot));
  if (action < kFeedAll) return "pick:" + mix_text(kMixGoods[kFirstPick + offset(kLatePick)]);
  return "feed";
}

std::string StoneAge::action_text_for(const State& state, Action action, int seat) {
  // The draw at the end of a game shows the card to everybody.
  const bool unseen = state.phase == kDraw && state.turn != kNothing && state.turn != seat &&
                      !has_rule(state, kCardPublic) && action >= kDrawCard && action < kDealTile;
  return action_text(state, unseen ? kDrawUnseen : action);
}

Action StoneAge::parse_action(const State& state, std::string_view word) {
  const std::size_t colon = word.find(':');
  const std::string_view verb = word.substr(0, colon);
  const bool has_rest = colon != std::string_view::npos;
  const std::string_view rest = has_rest ? word.substr(colon + 1) : std::string_view{};
  if (!has_rest) {
    if (verb == "decline") return kDecline;
    if (verb == "starve") return kStarve;
    if (verb == "refuse") return kRefuse;
    if (verb == "feed") return kFeedAll;
  } else if (verb == "put") {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) {
      throw UsageError(quoted(word) + ": a placement names its people, like put:forest=3");
    }
    const int location = parse_location(rest.substr(0, equals), quoted(word));
    const LocationRow& row = kLocationRows[location];
    const auto people = parse_integer(rest.substr(equals + 1), quoted(word) + ": people", row.least, row.most);
    return kPut + first_placement(location) + static_cast<Action>(people) - row.least;
  } else if (verb == "go") {
    return kGoTo + parse_location(rest, quoted(word));
  } else if (verb == "tools") {
    return kUse + static_cast<Action>(parse_tool_letters(rest, word));
  } else if (verb == "pay") {
    return kPay + mix_number(parse_mix(rest, word));
  } else if (verb == "pick") {
    const Goods mix = parse_mix(rest, word);
    if (total_of(mix) != 2) throw UsageError(quoted(word) + ": a pick is two resources, like pick:w1g1 or pick:g2");
    return state.phase == kPick ? kPay + mix_number(mix) : kLatePick + mix_number(mix) - kFirstPick;
  } else if (verb == "take") {
    return kTakeFace - 1 + static_cast<Action>(parse_integer(rest, quoted(word) + ": face", 1, kFaces));
  } else if (verb == "slot") {
    if (rest.size() == 1 && rest[0] >= 'a' && rest[0] <= 'c') return kRaiseSlot + (rest[0] - 'a');
    throw UsageError(quoted(word) + ": slots are a, b and c");
  } else if (verb == "roll") {
    if (rest.find('-') == std::string_view::npos) {
      return kRollSum - 1 + static_cast<Action>(parse_integer(rest, quoted(word) + ": sum", 1, kHighestSum));
    }
    const FaceCounts dice = parse_dice(rest, quoted(word), state.seats);
    const DiceForAll& table = kDiceForAll[state.seats - 2];
    for (int rank = 0; rank < table.size; ++rank) {
      if (table.dice[rank] == dice) return kRollDice + rank;
    }
    throw UsageError(quoted(word) + ": dice for all are " + std::to_string(state.seats) + " dice, one a player");
  } else if (verb == "draw") {
    if (rest == "c?" || rest == "?") return kDrawUnseen;
    return kDrawCard + parse_card(rest, quoted(word));
  } else if (verb == "deal") {
    if (rest.starts_with("seat")) {
      return kDealSeat +
             static_cast<Action>(parse_integer(rest.substr(4), quoted(word) + ": seat", 0, state.seats - 1));
    }
    if (!rest.empty() && rest[0] == 'c') return kDealCard + parse_card(rest, quoted(word));
    return kDealTile + parse_tile(rest, quoted(word));
  }
  throw UsageError("there is no move " + quoted(word) + did_you_mean(verb, kVerbs));
}

std::string StoneAge::position_text(const State& s) {
  std::string text = std::to_string(s.seats) + " " + std::to_string(s.round) + " " + seat_or_dash(s.start) + " " +
                     seat_or_dash(s.turn) + " " + std::string(phase(s)) + " " + pending_text(s) + " " + places_text(s) +
                     " " + display_text(s) + " " + stacks_text(s);
  for (int seat = 0; seat < s.seats; ++seat) text += " " + player_text(s, seat);
  const std::string rules = options_of(s).non_defaults();
  return rules.empty() ? text : text + " " + rules;
}

StoneAge::State StoneAge::parse_position(std::string_view text) {
  const auto fields = words(text);
  constexpr std::string_view kForm = "n round start turn phase pending places display stacks, a field a player, rules";
  if (fields.empty()) throw UsageError("position: empty; expected " + std::string(kForm));
  const int players =
      static_cast<int>(parse_integer(fields[0], "position: players", kTraits.min_players, kTraits.max_players));
  const std::size_t least = static_cast<std::size_t>(9 + players);
  if (fields.size() != least && fields.size() != least + 1) {
    throw UsageError("position: " + std::to_string(fields.size()) + " fields, expected " + std::to_string(least) +
                     " or, with rules, " + std::to_string(least + 1) + ": " + std::string(kForm));
  }
  OptionMap options(StoneAge::options());
  if (fields.size() > least) options.set_all(fields[least]);
  State s = initial_state(players, options);
  s.pending = kNothing;
  s.round = static_cast<std::uint16_t>(parse_integer(fields[1], "position: round", 1, kMostRounds));
  const auto seat_of = [&](std::string_view field, std::string_view what) {
    return field == "-" ? kNothing : static_cast<std::uint8_t>(parse_integer(field, what, 0, players - 1));
  };
  s.start = seat_of(fields[2], "position: start player");
  s.turn = seat_of(fields[3], "position: seat in turn");
  parse_phase_and_pending(s, fields[4], fields[5]);
  parse_places(s, fields[6]);
  parse_display(s, fields[7]);
  parse_stacks(s, fields[8]);
  for (int seat = 0; seat < players; ++seat) {
    s.players[seat] = Player{};
    parse_player(s, seat, fields[9 + seat]);
  }
  derive(s);
  // A seat that cannot place is passed over, as in play; all else has to be as play would leave it.
  if (s.phase == kPlace && s.turn != kNothing && s.start != kNothing) {
    State shown = s;
    skip_placers(shown);
    if (audit(shown).empty()) s = shown;
  }
  const std::string wrong = audit(s);
  if (!wrong.empty()) throw UsageError("position " + quoted(text) + ": " + wrong);
  return s;
}

}  // namespace embertree
