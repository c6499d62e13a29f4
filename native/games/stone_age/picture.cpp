// The board for eyes: as text for the terminal, and as a picture.
#include <algorithm>
#include <utility>

#include "core/svg.hpp"
#include "games/stone_age/names.hpp"

namespace embertree {
namespace stone_age {

std::string sign_words(int card) {
  const CardRow& row = kCardRows[card];
  const std::string name(kSignNames[row.sign]);
  if (row.figures == 0) return name;
  return std::to_string(row.figures) + " " + name + (row.figures > 1 ? "s" : "");
}

std::string effect_words(int card) {
  const CardRow& row = kCardRows[card];
  const std::string amount = std::to_string(row.amount);
  const std::string kind(kKindNames[row.kind]);
  switch (row.effect) {
    case Effect::kFood:
      return amount + " food";
    case Effect::kGoods:
      return amount + " " + kind;
    case Effect::kRoll:
      return "2 dice for " + kind;
    case Effect::kPoints:
      return amount + " points";
    case Effect::kTool:
      return "a tool";
    case Effect::kField:
      return "agriculture";
    case Effect::kOneUse:
      return "tool " + amount + ", once";
    case Effect::kPick:
      return "any 2 resources";
    case Effect::kDraw:
      return "draw a card";
    default:
      return "dice for all";
  }
}

std::string price_words(int tile) {
  const BuildingRow& row = kBuildingRows[tile];
  if (row.count == 0) {
    std::string text;
    for (int kind = 0; kind < kKinds; ++kind) {
      const int count = count_of(kTilePrice[tile], kind);
      if (count == 0) continue;
      if (!text.empty()) text += " + ";
      text += std::to_string(count) + " " + std::string(kKindNames[kind]);
    }
    return text;
  }
  if (row.kinds == 0) return "1 to 7 of any";
  return std::to_string(row.count) + " of " + std::to_string(row.kinds) + (row.kinds == 1 ? " kind" : " kinds");
}

std::string points_words(int tile) {
  if (tile < kFixedTiles) return std::to_string(value_of(kTilePrice[tile])) + " points";
  const BuildingRow& row = kBuildingRows[tile];
  int least = 1000;
  int most = 0;
  for (int i = row.kinds == 0 ? 0 : kFirstMix[row.count]; i < kFirstMix[row.count + 1]; ++i) {
    if (row.kinds != 0 && kinds_of(kMixGoods[i]) != row.kinds) continue;
    least = std::min(least, value_of(kMixGoods[i]));
    most = std::max(most, value_of(kMixGoods[i]));
  }
  if (least == most) return std::to_string(least) + " points";
  return std::to_string(least) + " to " + std::to_string(most) + " points";
}

std::string status_words(const StoneAge::State& s) {
  const auto letter = [](int seat) { return std::string(1, seat_letter(seat)); };
  std::string text = "round " + std::to_string(s.round);
  if (s.start != StoneAge::kNothing) text += ", " + letter(s.start) + " starts";
  text += ": ";
  const std::string mover = s.mover >= 0 ? letter(s.mover) : "";
  const std::string turn = s.turn == StoneAge::kNothing ? "" : letter(s.turn);
  const auto pending = [&] {
    if (s.pending < StoneAge::kPendingCard) return std::string(kLocationRows[s.pending].name);
    return sign_words(s.pending - StoneAge::kPendingCard) + " (" + effect_words(s.pending - StoneAge::kPendingCard) +
           ")";
  };
  switch (s.phase) {
    case StoneAge::kDeal:
      if (s.pending == StoneAge::kPendingDisplay) return text + "a card is turned up";
      if (s.pending == StoneAge::kPendingSeat) return text + "the start player is drawn";
      return text + "a tile of stack " + std::to_string(s.pending - kBuilding0) + " is turned up";
    case StoneAge::kPlace:
      return text + mover + " places people, " + std::to_string(s.players[s.turn].home) + " at home";
    case StoneAge::kGo:
      return text + mover + " chooses a location to resolve";
    case StoneAge::kRoll:
      if (s.pending == StoneAge::kPendingDice) return text + turn + " rolls the dice for all";
      return text + turn + " rolls " + std::to_string(StoneAge::dice_rolled(s)) + " dice: " + pending();
    case StoneAge::kTools:
      return text + mover + " rolled " + std::to_string(s.roll) + ", may add tools: " + pending();
    case StoneAge::kBuy:
      return text + mover + " may buy: " + pending();
    case StoneAge::kTake: {
      std::string faces;
      const FaceCounts dice = s.dice[StoneAge::active_dice(s)];
      for (int face = 1; face <= kFaces; ++face) {
        for (int i = 0; i < faces_count(dice, face); ++i) faces += " " + std::to_string(face);
      }
      return text + mover + " takes one of the dice" + faces;
    }
    case StoneAge::kPick:
      return text + mover + " takes any two resources";
    case StoneAge::kDraw:
      return text + (turn.empty() ? "the hidden card is turned up" : turn + " draws a card");
    case StoneAge::kFeed:
      if (s.roll == 0) return text + mover + " has food for all";
      return text + mover + " lacks " + std::to_string(s.roll) + " food";
    case StoneAge::kSlot:
      return text + mover + " chooses the slot for a tool";
    default:
      return text + "the game is over";
  }
}

}  // namespace stone_age

namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}
std::string right(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

// "A3 B2", or "-" where nobody is.
std::string people_words(const State& s, int location) {
  std::string text;
  for (int seat = 0; seat < s.seats; ++seat) {
    const int crew = StoneAge::crew_at(s, seat, location);
    if (crew == 0) continue;
    if (!text.empty()) text += ' ';
    text += seat_letter(seat) + std::to_string(crew);
  }
  return text.empty() ? "-" : text;
}

std::string tool_words(const Player& p) {
  const ToolSlots& slots = kToolRows[p.tools].slots;
  std::string text;
  for (int slot = 0; slot < kToolSlots; ++slot) {
    if (slot > 0) text += ' ';
    text += std::to_string(slots.level[slot]);
    if ((slots.used >> slot & 1) != 0) text += 'x';
  }
  for (int value = 2; value <= 4; ++value) {
    if ((p.one_use & one_use_bit(value)) != 0) text += " +" + std::to_string(value);
  }
  return text;
}

// What a seat's cards count for: "pottery x2, art; 3 farmers, 2 shamans".
std::string collection_words(const State& s, int seat) {
  const CardSet cards = StoneAge::scoring_cards(s, seat);
  std::string text;
  const auto add = [&](const std::string& words) {
    if (!text.empty()) text += ", ";
    text += words;
  };
  for (int symbol = 0; symbol < kSymbols; ++symbol) {
    const int count = static_cast<int>((cards >> (2 * symbol) & 1) + (cards >> (2 * symbol + 1) & 1));
    if (count > 0) add(std::string(kSignNames[symbol]) + (count == 2 ? " x2" : ""));
  }
  for (int figure = 0; figure < kFigures; ++figure) {
    const int count = figures_of(cards, figure);
    if (count > 0)
      add(std::to_string(count) + " " + std::string(kSignNames[kSymbols + figure]) + (count > 1 ? "s" : ""));
  }
  if (s.hidden_owner == seat && s.hidden_card == StoneAge::kUnknownCard) add("a hidden card");
  return text.empty() ? "-" : text;
}

// --- The picture ---

constexpr std::string_view kInk = "#2b2118";
constexpr std::string_view kPaper = "#f6efdf";
constexpr std::string_view kGreen = "#cfe3bd";
constexpr std::string_view kSand = "#efdcb0";
constexpr std::string_view kTileFill = "#e9c9a3";
constexpr std::string_view kFrame = "stroke=\"#8a7656\" stroke-width=\"1.5\"";
constexpr std::string_view kKindColours[kKinds] = {"#8a5a2b", "#c0532f", "#8d8f92", "#e2b100"};
constexpr std::string_view kPlaceColours[8] = {"#dfe5c2", "#c9dcb4", "#e7c3ae", "#d5d5d5",
                                               "#c4dcea", "#e6d3b6", "#e6d3b6", "#e6d9a0"};

constexpr double kWide = 960;
constexpr double kMargin = 16;
constexpr double kPlaceTop = 40;
constexpr double kPlaceHigh = 84;
constexpr double kCardTop = 142;
constexpr double kCardHigh = 108;
constexpr double kTileTop = 268;
constexpr double kTileHigh = 92;
constexpr double kTableTop = 378;
constexpr double kRowHigh = 62;

std::string label(double x, double y, double size, const std::string& words) {
  return svg::text(x, y, size, "start", kInk, words);
}

// One person as a head on shoulders, the seat's letter on it.
std::string person(double x, double y, int seat) {
  const std::string_view colour = svg::kSeatColours[seat];
  return svg::circle(x, y - 8, 5, colour, "stroke=\"#ffffff\" stroke-width=\"1\"") +
         svg::rect(x - 7, y - 4, 14, 14, colour, "rx=\"5\" stroke=\"#ffffff\" stroke-width=\"1\"") +
         svg::text(x, y + 7, 10, "middle", "#ffffff", std::string(1, seat_letter(seat)));
}

// A seat's people at a place: one figure, and their number where there are several.
std::string crews(const State& s, int location, double x, double y) {
  std::string text;
  for (int seat = 0; seat < s.seats; ++seat) {
    const int crew = StoneAge::crew_at(s, seat, location);
    if (crew == 0) continue;
    text += person(x, y, seat);
    if (crew > 1) text += label(x + 9, y + 6, 13, std::to_string(crew));
    x += 27;
  }
  return text;
}

std::string cubes(Goods goods, double x, double y) {
  std::string text;
  for (int kind = 0; kind < kKinds; ++kind) {
    for (int i = 0; i < count_of(goods, kind); ++i) {
      text += svg::rect(x, y, 13, 13, kKindColours[kind], "rx=\"2\" stroke=\"#2b2118\" stroke-width=\"0.8\"");
      x += 17;
    }
  }
  return text;
}

std::string places_picture(const State& s) {
  std::string text;
  constexpr double kStep = (kWide - 2 * kMargin) / 8;
  for (int location = 0; location < kCard1; ++location) {
    const double x = kMargin + kStep * location;
    text += svg::rect(x, kPlaceTop, kStep - 6, kPlaceHigh, kPlaceColours[location], "rx=\"8\" " + std::string(kFrame));
    text += label(x + 8, kPlaceTop + 18, 12.5, std::string(kLocationRows[location].name));
    constexpr std::string_view kNotes[8] = {"food: sum / 2", "wood: sum / 3", "brick: sum / 4",   "stone: sum / 5",
                                            "gold: sum / 6", "a tool",        "2 people: 1 more", "agriculture"};
    text += label(x + 8, kPlaceTop + 33, 10.5, std::string(kNotes[location]));
    text += crews(s, location, x + 16, kPlaceTop + 62);
  }
  return text;
}

std::string cards_picture(const State& s) {
  std::string text;
  constexpr double kStep = (kWide - 2 * kMargin) / 4;
  for (int i = 0; i < kCardPlaces; ++i) {
    const double x = kMargin + kStep * i;
    const int card = s.display[i];
    const bool empty = card == StoneAge::kNothing;
    const std::string_view fill = empty ? kPaper : kCardRows[card].figures == 0 ? kGreen : kSand;
    text += svg::rect(x, kCardTop, kStep - 10, kCardHigh, fill, "rx=\"8\" " + std::string(kFrame));
    text += label(x + 10, kCardTop + 20, 12, "for " + std::to_string(i + 1) + (i == 0 ? " resource" : " resources"));
    if (empty) continue;
    text += label(x + 10, kCardTop + 48, 17, effect_words(card));
    text += svg::line(x + 10, kCardTop + 60, x + kStep - 20, kCardTop + 60, "#8a7656", 1);
    text += label(x + 10, kCardTop + 82, 15, sign_words(card));
    text += label(x + kStep - 52, kCardTop + 20, 11, "c" + std::to_string(card));
    text += crews(s, kCard1 + i, x + kStep - 40, kCardTop + 84);
  }
  return text;
}

std::string stacks_picture(const State& s) {
  std::string text;
  constexpr double kStep = (kWide - 2 * kMargin) / 4;
  for (int i = 0; i < s.seats; ++i) {
    const double x = kMargin + kStep * i;
    // The tiles below, as edges.
    for (int below = s.height[i] - 1; below > 0; --below) {
      text += svg::rect(x + 2.5 * below, kTileTop - 2.0 * below, kStep - 34, kTileHigh, "#cfae86", std::string(kFrame));
    }
    const bool open = s.top[i] != StoneAge::kNothing;
    text += svg::rect(x, kTileTop, kStep - 34, kTileHigh, open ? kTileFill : kPaper, std::string(kFrame));
    const std::string height = s.height[i] == 1 ? "the last tile" : std::to_string(s.height[i]) + " tiles";
    text += label(x + 10, kTileTop + 20, 12, s.height[i] == 0 ? "stack " + std::to_string(i) + ": empty" : height);
    if (!open) continue;
    const int tile = s.top[i];
    if (tile < kFixedTiles) {
      text += cubes(kTilePrice[tile], x + 10, kTileTop + 32);
    } else {
      text += label(x + 10, kTileTop + 43, 14, price_words(tile));
    }
    text += label(x + 10, kTileTop + 64, 14, points_words(tile));
    text += crews(s, kBuilding0 + i, x + kStep - 60, kTileTop + 66);
  }
  return text;
}

std::string table_picture(const State& s) {
  Result now;
  StoneAge::result(s, now);
  std::string text;
  for (int seat = 0; seat < s.seats; ++seat) {
    const Player& p = s.players[seat];
    const double y = kTableTop + kRowHigh * seat;
    text += svg::rect(kMargin, y, kWide - 2 * kMargin, kRowHigh - 6, seat == s.mover ? "#fff6d6" : "#fffdf7",
                      "rx=\"8\" " + std::string(kFrame));
    text += person(kMargin + 20, y + 28, seat);
    text += svg::text(kMargin + 76, y + 26, 20, "middle", kInk, std::to_string(p.points));
    text += svg::text(kMargin + 76, y + 44, 10.5, "middle", kInk, "now " + std::to_string(now.scores[seat]));
    double x = kMargin + 124;
    const auto fact = [&](const std::string& name, const std::string& value, double wide) {
      text += label(x, y + 18, 10.5, name);
      text += label(x, y + 38, 16, value);
      x += wide;
    };
    fact("people", std::to_string(p.people), 52);
    fact("food", std::to_string(p.food), 50);
    for (int kind = 0; kind < kKinds; ++kind) {
      text += svg::rect(x - 1, y + 9, 10, 10, kKindColours[kind], "rx=\"2\"");
      text += label(x + 12, y + 18, 10.5, std::string(kKindNames[kind]));
      text += label(x, y + 38, 16, std::to_string(count_of(p.goods, kind)));
      x += 52;
    }
    fact("agriculture", std::to_string(p.agriculture), 76);
    fact("tools", tool_words(p), 100);
    fact("tiles", std::to_string(p.built), 42);
    text += label(x, y + 18, 10.5, "cards");
    // Two lines hold the longest collection that is ever seen in play.
    const std::string words = collection_words(s, seat);
    std::size_t cut = words.size();
    if (cut > 44) {
      cut = words.rfind(' ', 44);
      cut = cut == std::string::npos ? 44 : cut + 1;
    }
    text += label(x, y + 33, 11.5, words.substr(0, cut));
    if (cut < words.size()) text += label(x, y + 48, 11.5, words.substr(cut));
  }
  return text;
}

}  // namespace

std::string StoneAge::board_text(const State& s) {
  std::string text = status_words(s) + "\n\n";
  // Gather places beside the village; cards beside their prices; tiles.
  for (int i = 0; i < kGatherPlaces; ++i) {
    std::string line = padded(std::string(kLocationRows[i].name), 16) + padded(people_words(s, i), 24);
    if (i < 3) {
      line += padded(std::string(kLocationRows[kToolMaker + i].name), 12) + people_words(s, kToolMaker + i);
    }
    text += line + "\n";
  }
  for (int i = 0; i < kCardPlaces; ++i) {
    const int card = s.display[i];
    const std::string words =
        card == kNothing ? "-" : "c" + std::to_string(card) + "  " + sign_words(card) + ": " + effect_words(card);
    text += padded("card for " + std::to_string(i + 1), 16) + padded(words, 36) + people_words(s, kCard1 + i) + "\n";
  }
  for (int i = 0; i < s.seats; ++i) {
    std::string words = "empty";
    if (s.height[i] > 0) {
      words = s.top[i] == kNothing ? "face down" : price_words(s.top[i]) + ", " + points_words(s.top[i]);
      words += " (" + std::to_string(s.height[i]) + " left)";
    }
    text += padded("building " + std::to_string(i), 16) + padded(words, 48) + people_words(s, kBuilding0 + i) + "\n";
  }
  text += "deck            " + std::to_string(deck_size(s)) + " cards\n\n";
  text += "    people  food  wood brick stone  gold  agriculture  tools         tiles  points   now\n";
  Result now;
  result(s, now);
  for (int seat = 0; seat < s.seats; ++seat) {
    const Player& p = s.players[seat];
    std::string line = seat == s.mover ? "> " : "  ";
    line += seat_letter(seat);
    line += right(std::to_string(p.people), 7) + right(std::to_string(p.food), 6);
    for (int kind = 0; kind < kKinds; ++kind) line += right(std::to_string(count_of(p.goods, kind)), 6);
    line += right(std::to_string(p.agriculture), 13) + "  " + padded(tool_words(p), 14);
    line += right(std::to_string(p.built), 5) + right(std::to_string(p.points), 8);
    line += right(std::to_string(now.scores[seat]), 6);
    text += line + "\n";
  }
  for (int seat = 0; seat < s.seats; ++seat) {
    text += "  ";
    text += seat_letter(seat);
    text += ": " + collection_words(s, seat) + "\n";
  }
  return text;
}

std::string StoneAge::board_svg(const State& s) {
  const double high = kTableTop + kRowHigh * s.seats + 10;
  std::string text = svg::open(static_cast<int>(kWide), static_cast<int>(high));
  text += svg::rect(0, 0, kWide, high, kPaper);
  text += label(kMargin, 26, 16, status_words(s));
  text += svg::text(kWide - kMargin, 26, 13, "end", kInk, std::to_string(deck_size(s)) + " cards in the deck");
  return text + places_picture(s) + cards_picture(s) + stacks_picture(s) + table_picture(s) + svg::close();
}

}  // namespace embertree
