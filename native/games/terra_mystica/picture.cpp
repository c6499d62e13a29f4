// The table for eyes: text for the terminal, and a picture.
#include <cmath>

#include "core/svg.hpp"
#include "core/text.hpp"
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

using Game = TerraMystica;

constexpr std::string_view kTerrainColours[kTerrains] = {"#f0cf5b", "#a8733f", "#4b4b50", "#4a8fd6",
                                                         "#57a65a", "#a9b0b3", "#d2543c"};
constexpr std::string_view kRiverColour = "#d5e9f6";
constexpr std::string_view kInk = "#22262a";

// Where a hex stands in its row, rivers counted: the inverse of the map's names.
int land_at(int row, int column) {
  for (int hex = 0; hex < kLand; ++hex) {
    const Place& place = kMap.land[static_cast<std::size_t>(hex)];
    if (place.row == row && place.column == column) return hex;
  }
  return -1;
}
int river_at(int row, int column) {
  for (int river = 0; river < kRivers; ++river) {
    const Place& place = kMap.river[static_cast<std::size_t>(river)];
    if (place.row == row && place.column == column) return river;
  }
  return -1;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string tiles_text(const Player& player) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  if (player.card > 0) add("BON" + std::to_string(player.card));
  for (int tile = 0; tile < kFavorTiles; ++tile) {
    if ((player.favors >> tile & 1) != 0) add("FAV" + std::to_string(tile + 1));
  }
  for (int tile = 0; tile < kTownTiles; ++tile) {
    for (int i = 0; i < tiles_of(player.town_tiles, tile); ++i) add("TW" + std::to_string(tile + 1));
  }
  return text;
}

std::string tracks_text(const Player& player) {
  const Faction& faction = faction_of(player);
  std::string text;
  if (faction.ship_max > 0) text += "ship " + std::to_string(player.ship) + "  ";
  if (faction.skip_max > 0) text += "skip " + std::to_string(player.skip) + "  ";
  if (faction.exchange_max > 0) text += "dig " + std::to_string(player.dig) + "  ";
  if (player.keys > 0) text += "keys " + std::to_string(player.keys);
  return std::string(trim(text));
}

std::string free_cards_text(const State& state) {
  std::string text;
  for (int card = 0; card < kBonusCards; ++card) {
    if ((free_cards(state) >> card & 1) == 0) continue;
    text += (text.empty() ? "" : " ") + ("BON" + std::to_string(card + 1));
    if (state.table.card_coins[card] > 0) text += "+" + std::to_string(state.table.card_coins[card]) + "c";
  }
  return text.empty() ? "-" : text;
}

std::string open_actions_text(const State& state) {
  std::string text;
  for (int label = 0; label < kPowerActions; ++label) {
    if ((state.table.power_used >> label & 1) == 0) {
      text += (text.empty() ? "" : " ") + std::string(kLabelNames[static_cast<std::size_t>(label)]);
    }
  }
  return text.empty() ? "-" : text;
}

std::string scoring_text(const State& state) {
  std::string text;
  for (int round = 1; round <= kRounds; ++round) {
    const int tile = state.table.scoring[round - 1];
    text += (round == 1 ? "" : " ") + std::string(round == state.table.round ? "[" : "") +
            (tile > 0 ? "SCORE" + std::to_string(tile) : "?") + (round == state.table.round ? "]" : "");
  }
  return text;
}

std::string bridges_text(const State& state) {
  std::string text;
  for (int seat = 0; seat < state.table.players; ++seat) {
    for (const int pair : state.players[seat].bridges) {
      if (pair == 0) continue;
      const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair - 1)];
      text += " " + hex_name(bridge.a) + "-" + hex_name(bridge.b) + " (" +
              std::string(faction_of(state.players[seat]).name) + ")";
    }
  }
  for (int river = 0; river < kRivers; ++river) {
    if ((state.table.river_towns >> river & 1) != 0) text += " town on " + river_name(river);
  }
  return text;
}

// --- The picture ---

constexpr double kRadius = 34;
const double kHalf = kRadius * std::sqrt(3.0) / 2;  // half the width of a hex
constexpr double kLeft = 20;
constexpr double kTop = 20;

struct Point {
  double x;
  double y;
};

Point centre(int row, int column) {
  return {kLeft + kHalf + 2 * kHalf * column + (row % 2 != 0 ? kHalf : 0), kTop + kRadius + 1.5 * kRadius * row};
}
Point centre(const Place& place) { return centre(place.row, place.column); }

std::string points(std::initializer_list<Point> list, Point at, double scale) {
  std::string text;
  for (const Point& point : list) {
    text += (text.empty() ? "" : " ") + svg::number(at.x + scale * point.x) + "," + svg::number(at.y + scale * point.y);
  }
  return text;
}

std::string hexagon(Point at, std::string_view fill, std::string_view extra) {
  const double half = std::sqrt(3.0) / 2;
  return svg::polygon(
      points({{0, -1}, {half, -0.5}, {half, 0.5}, {0, 1}, {-half, 0.5}, {-half, -0.5}}, at, kRadius - 1), fill, extra);
}

// Wooden pieces: a house, a house with a wing, a round temple, a castle, a long sanctuary.
std::string piece(int kind, Point at, std::string_view fill, double scale) {
  constexpr std::string_view kEdge = "stroke=\"#ffffff\" stroke-width=\"2\" stroke-linejoin=\"round\"";
  switch (kind) {
    case kDwelling:
      return svg::polygon(points({{-7, 8}, {-7, -2}, {0, -9}, {7, -2}, {7, 8}}, at, scale), fill, kEdge);
    case kTradingHouse:
      return svg::polygon(points({{-11, 9}, {-11, -5}, {-5, -11}, {1, -5}, {1, -1}, {11, -1}, {11, 9}}, at, scale),
                          fill, kEdge);
    case kTemple:
      return svg::circle(at.x, at.y, 11 * scale, fill, kEdge);
    case kStronghold:
      return svg::polygon(points({{-13, 11},
                                  {-13, -12},
                                  {-7, -12},
                                  {-7, -7},
                                  {-3, -7},
                                  {-3, -12},
                                  {3, -12},
                                  {3, -7},
                                  {7, -7},
                                  {7, -12},
                                  {13, -12},
                                  {13, 11}},
                                 at, scale),
                          fill, kEdge);
    default:
      return svg::rect(at.x - 16 * scale, at.y - 10 * scale, 32 * scale, 20 * scale, fill,
                       "rx=\"10\" stroke=\"#ffffff\" stroke-width=\"2\"");
  }
}

// A darker shade of the terrain for pieces that stand on it.
constexpr std::string_view kPieceColours[kTerrains] = {"#b8860b", "#5d3a1a", "#0d0d10", "#154a8c",
                                                       "#1e6427", "#5c6468", "#8c1f10"};

std::string map_svg(const State& state) {
  std::string text;
  for (int river = 0; river < kRivers; ++river) {
    text += hexagon(centre(kMap.river[static_cast<std::size_t>(river)]), kRiverColour, "");
  }
  for (int hex = 0; hex < kLand; ++hex) {
    const Point at = centre(kMap.land[static_cast<std::size_t>(hex)]);
    const bool town = state.towns.test(hex);
    text += hexagon(at, kTerrainColours[terrain_at(state, hex)],
                    town ? "stroke=\"#ffd700\" stroke-width=\"4\"" : "stroke=\"#ffffff\" stroke-width=\"1\"");
    const bool dark = terrain_at(state, hex) == kBlack;
    text += svg::text(at.x, at.y - kRadius + 15, 9, "middle", dark ? "#e8e8e8" : kInk, hex_name(hex));
  }
  for (int seat = 0; seat < state.table.players; ++seat) {
    const Player& player = state.players[seat];
    for (const int pair : player.bridges) {
      if (pair == 0) continue;
      const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair - 1)];
      const Point a = centre(kMap.land[bridge.a]);
      const Point b = centre(kMap.land[bridge.b]);
      const auto between = [&](double part) { return Point{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)}; };
      const Point from = between(0.26);
      const Point to = between(0.74);
      text += svg::line(from.x, from.y, to.x, to.y, "#ffffff", 11);
      text += svg::line(from.x, from.y, to.x, to.y, kPieceColours[faction_of(player).home], 7);
    }
  }
  for (int river = 0; river < kRivers; ++river) {
    if ((state.table.river_towns >> river & 1) == 0) continue;
    const Point at = centre(kMap.river[static_cast<std::size_t>(river)]);
    text += svg::circle(at.x, at.y, 12, "#ffd700", "stroke=\"#154a8c\" stroke-width=\"2\"");
    text += svg::text(at.x, at.y + 4, 11, "middle", kInk, "T");
  }
  for (int hex = 0; hex < kLand; ++hex) {
    const int kind = structure_at(state, hex);
    if (kind < 0) continue;
    Point at = centre(kMap.land[static_cast<std::size_t>(hex)]);
    at.y += 6;
    text += piece(kind, at, kPieceColours[terrain_at(state, hex)], 1);
  }
  return text;
}

std::string cults_svg(const State& state, double left, double top) {
  constexpr std::string_view kFills[kCults] = {"#e9724c", "#5aa9e6", "#b08968", "#c9d6df"};
  constexpr double kStep = 24;
  std::string text;
  for (int cult = 0; cult < kCults; ++cult) {
    const double x = left + 86.0 * cult;
    text += svg::rect(x, top, 80, kStep * (kCultTop + 1) + 52, kFills[cult], "rx=\"6\" fill-opacity=\"0.35\"");
    text += svg::text(x + 40, top + 16, 12, "middle", kInk, kCultNames[static_cast<std::size_t>(cult)]);
    for (int at = 0; at <= kCultTop; ++at) {
      const double y = top + 24 + kStep * (kCultTop - at);
      text += svg::text(x + 10, y + 15, 10, "middle", "#555555", std::to_string(at));
      int beside = 0;
      for (int seat = 0; seat < state.table.players; ++seat) {
        const Player& player = state.players[seat];
        if (!is_chosen(player) || player.cults[cult] != at) continue;
        text += svg::circle(x + 24 + 12.0 * beside++, y + 11, 6, kPieceColours[faction_of(player).home],
                            "stroke=\"#ffffff\" stroke-width=\"1\"");
      }
    }
    for (int space = 0; space < kPriestSpaces; ++space) {
      const int owner = state.table.priests[cult][space];
      const double y = top + kStep * (kCultTop + 1) + 28;
      const std::string_view fill = owner > 0 ? kPieceColours[faction_of(state.players[owner - 1]).home] : "#ffffff";
      text += svg::rect(x + 5 + 18.0 * space, y, 16, 16, fill, "stroke=\"#777777\"");
      if (owner == 0) {
        text += svg::text(x + 13 + 18.0 * space, y + 12, 10, "middle", "#777777", std::to_string(kPriestSteps[space]));
      }
    }
  }
  return text;
}

std::string seats_svg(const State& state, double left, double top) {
  std::string text;
  const int mover = Game::current_player(state);
  Result standing;
  Game::result(state, standing);
  for (int seat = 0; seat < state.table.players; ++seat) {
    const Player& player = state.players[seat];
    const double y = top + 76.0 * seat;
    text += svg::rect(left, y, 430, 70, seat == mover ? "#fff6d6" : "#f4f5f6", "rx=\"6\"");
    if (!is_chosen(player)) {
      text += svg::text(left + 30, y + 24, 14, "start", kInk, "p" + std::to_string(seat + 1));
      continue;
    }
    const Faction& faction = faction_of(player);
    text += svg::rect(left, y, 10, 70, kTerrainColours[faction.home], "rx=\"3\"");
    const auto number = [](int value) { return std::to_string(value); };
    text += svg::text(left + 20, y + 20, 14, "start", kInk,
                      std::string(faction.title) + (player.passed != 0 ? " (passed)" : ""));
    text += svg::text(left + 420, y + 20, 14, "end", kInk,
                      number(player.points) + " VP, at the end " + number(standing.scores[seat]));
    text += svg::text(left + 20, y + 40, 12, "start", kInk,
                      number(player.coins) + " c   " + number(player.workers) + " w   " + number(player.priests) +
                          " p   power " + number(player.bowls[0]) + "/" + number(player.bowls[1]) + "/" +
                          number(player.bowls[2]) + "   " + tracks_text(player));
    text += svg::text(left + 20, y + 60, 12, "start", "#555555", tiles_text(player));
  }
  return text;
}

}  // namespace

std::string TerraMystica::board_text(const State& state) {
  const Table& table = state.table;
  std::string text;
  for (int row = 0; row < kMapRows; ++row) {
    std::string line(row % 2 != 0 ? 4 : 0, ' ');
    for (int column = 0; column < 13 - row % 2; ++column) {
      const int hex = land_at(row, column);
      std::string cell = "   ~";
      if (hex >= 0) {
        cell = padded(hex_name(hex), 3) + " " + kTerrainLetters[static_cast<std::size_t>(terrain_at(state, hex))];
        const int kind = structure_at(state, hex);
        if (kind >= 0) cell += std::string(kStructureNames[kind]) + (state.towns.test(hex) ? "*" : "");
      } else if ((table.river_towns >> river_at(row, column) & 1) != 0) {
        cell = "   ~*";
      }
      line += padded(cell, 8);
    }
    text +=
        std::string(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find_last_not_of(' ') + 1)) + "\n";
  }
  text += "Terrain: Y desert, U plains, K swamp, B lakes, G forest, S mountains, R wasteland, ~ river; * in a town\n";
  text += "Round " + std::to_string(table.round) + "   " + scoring_text(state) + "\n";
  text += "Free: " + free_cards_text(state) + "   " + open_actions_text(state) + "\n";
  if (const std::string bridges = bridges_text(state); !bridges.empty()) text += "Bridges:" + bridges + "\n";
  const int mover = current_player(state);
  for (int seat = 0; seat < table.players; ++seat) {
    const Player& player = state.players[seat];
    text += (seat == mover ? "> p" : "  p") + std::to_string(seat + 1) + "  ";
    if (!is_chosen(player)) {
      text += "-\n";
      continue;
    }
    const auto number = [](int value) { return std::to_string(value); };
    text += padded(std::string(faction_of(player).title) + (player.passed != 0 ? " (passed)" : ""), 26);
    text += padded(number(player.points) + " VP", 8);
    text += padded(number(player.coins) + "c " + number(player.workers) + "w " + number(player.priests) + "p", 13);
    text += padded(number(player.bowls[0]) + "/" + number(player.bowls[1]) + "/" + number(player.bowls[2]), 9);
    std::string cults;
    for (int cult = 0; cult < kCults; ++cult) cults += (cult > 0 ? "/" : "") + number(player.cults[cult]);
    text += padded(cults, 11) + tracks_text(player) + "  " + tiles_text(player) + "\n";
  }
  return text;
}

std::string TerraMystica::board_svg(const State& state) {
  const double map_width = kLeft + 2 * kHalf * 13 + 20;
  const double cults_top = kTop + kRadius * 2 + 1.5 * kRadius * (kMapRows - 1) + 20;
  const double seats_left = kLeft + 86.0 * kCults + 20;
  const double seats_height = 76.0 * state.table.players;
  const double height = cults_top + std::max(330.0, seats_height + 70) + 10;
  std::string text = svg::open(static_cast<int>(std::max(map_width, seats_left + 450)), static_cast<int>(height));
  text += map_svg(state);
  text += cults_svg(state, kLeft, cults_top);
  text += svg::text(seats_left, cults_top + 14, 13, "start", kInk,
                    "Round " + std::to_string(state.table.round) + "   " + scoring_text(state));
  text += svg::text(seats_left, cults_top + 34, 12, "start", kInk,
                    "Free: " + free_cards_text(state) + "   " + open_actions_text(state));
  text += seats_svg(state, seats_left, cults_top + 46);
  return text + svg::close();
}

}  // namespace embertree
