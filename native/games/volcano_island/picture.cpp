// The board for eyes: a picture, and the line below both boards.
#include "core/svg.hpp"
#include "games/volcano_island/words.hpp"

namespace embertree {
namespace volcano {

std::string status_text(const State& state) {
  std::string text = "round " + std::to_string(state.round) + ", start ";
  text += seat_letter(state.start);
  text += ": ";
  if (state.mover == kTerminal) {
    text += "the game is over";
  } else if (state.mover == kChance) {
    text += state.eruptions == 0 ? "three dice tell when the volcano erupts" : "two dice tell when it erupts again";
  } else if (state.actions > 0) {
    text += seat_letter(state.mover);
    text += " acts, " + std::to_string(state.actions) + (state.actions == 1 ? " action left" : " actions left");
  } else {
    text += seat_letter(state.mover);
    text += " places lava";
  }
  if (state.mover == kTerminal) return text;
  if (state.counter > 0) {
    text += state.eruptions == 0 ? "; first eruption in " : "; second eruption in ";
    text += std::to_string(state.counter) + (state.counter == 1 ? " round" : " rounds");
  } else if (state.eruptions == 2) {
    text += "; " + std::to_string(markers_left(state)) + " lava markers left";
  }
  return text;
}

namespace {

constexpr double kCell = 44;
constexpr double kLeft = 30;
constexpr double kTop = 14;
constexpr double kSide = 280;  // the table beside the board
constexpr std::string_view kInk = "#222222";

double left_of(int square) { return kLeft + kCell * file_of(square); }
double top_of(int square) { return kTop + kCell * (kWidth - 1 - rank_of(square)); }

std::string points(double x, double y, std::initializer_list<std::pair<double, double>> corners) {
  std::string text;
  for (const auto& [dx, dy] : corners) {
    if (!text.empty()) text += ' ';
    text += svg::number(x + dx) + "," + svg::number(y + dy);
  }
  return text;
}

// A coin for a settlement; pyramids of three heights, from the side; a pawn as a ball on a cone.
std::string piece_picture(double x, double y, int seat, int kind) {
  constexpr std::string_view kEdge = "stroke=\"#222222\" stroke-width=\"1.5\"";
  const std::string_view colour = svg::kSeatColours[seat];
  const std::string letter(1, seat_letter(seat));
  if (kind == kSettlement) {
    return svg::circle(x, y, 13, colour, kEdge) + svg::text(x, y + 5, 14, "middle", "#ffffff", letter);
  }
  const double half = kind == kVillage ? 15 : kind == kTown ? 18 : 20;
  const double tall = kind == kVillage ? 23 : kind == kTown ? 31 : 39;
  const double base = y + 1 + tall / 2;
  std::string name = letter;
  name += kKindLetters[static_cast<std::size_t>(kind)];
  return svg::polygon(points(x, base, {{-half, 0}, {half, 0}, {0, -tall}}), colour, kEdge) +
         svg::text(x, base - 3, kind == kVillage ? 11 : 12, "middle", "#ffffff", name);
}

std::string pawn_picture(double x, double y, int seat) {
  constexpr std::string_view kEdge = "stroke=\"#ffffff\" stroke-width=\"1.5\"";
  const std::string_view colour = svg::kSeatColours[seat];
  return svg::polygon(points(x, y, {{-10, 16}, {10, 16}, {0, -10}}), colour, kEdge) +
         svg::circle(x, y - 9, 7, colour, kEdge) +
         svg::text(x, y + 13, 10, "middle", "#ffffff", std::string(1, seat_letter(seat)));
}

std::string square_picture(const State& state, int square) {
  const double x = left_of(square);
  const double y = top_of(square);
  const double mid_x = x + kCell / 2;
  const double mid_y = y + kCell / 2;
  const bool first = state.lava[0].test(square);
  const bool second = state.lava[1].test(square);
  // Tiles of two by two squares, light and dark like the cardboard ones.
  const bool light = (file_of(square) / 2 + rank_of(square) / 2) % 2 == 0;
  std::string text = svg::rect(x, y, kCell, kCell,
                               kVolcano.test(square) ? "#5b4a42"
                               : light               ? "#dfe8c8"
                                                     : "#cfdcb0",
                               "stroke=\"#9aa883\" stroke-width=\"1\"");
  if (kVolcano.test(square)) {
    text += svg::polygon(points(mid_x, mid_y, {{-16, 15}, {-6, -12}, {6, -12}, {16, 15}}), "#7a675c");
  }
  if (first) text += svg::rect(x + 3, y + 3, kCell - 6, kCell - 6, "#e8590c", "rx=\"9\"");
  if (second) {
    const double in = first ? 9 : 3;
    text += svg::rect(x + in, y + in, kCell - 2 * in, kCell - 2 * in, "#a61e1e", "rx=\"9\"");
  }
  if (first || second) text += svg::text(mid_x, mid_y + 5, 14, "middle", "#ffffff", second ? "2" : "1");
  const int pawn_seat = pawn_at(state, square);
  if (pawn_seat >= 0) text += pawn_picture(mid_x, mid_y, pawn_seat);
  if (occupied(state).test(square)) {
    const Piece piece = piece_at(state, square);
    text += piece_picture(mid_x, mid_y, piece.seat, piece.kind);
  }
  return text;
}

std::string table_picture(const State& state) {
  const double x = kLeft + kWidth * kCell + 20;
  Result now;
  VolcanoIsland::result(state, now);
  std::string text;
  static constexpr std::string_view kHeads[] = {"s", "v", "t", "c", "points"};
  for (int i = 0; i < 5; ++i) text += svg::text(x + 70 + 36.0 * i, kTop + 20, 14, "middle", kInk, kHeads[i]);
  for (int s = 0; s < state.players; ++s) {
    const double y = kTop + 50 + 34.0 * s;
    if (s == state.mover) text += svg::rect(x - 6, y - 20, kSide - 20, 28, "#f3f0d8", "rx=\"6\"");
    text += piece_picture(x + 16, y - 5, s, kSettlement);
    for (int kind = kSettlement; kind <= kCity; ++kind) {
      text += svg::text(x + 70 + 36.0 * kind, y, 15, "middle", kInk, std::to_string(state.count[s][kind]));
    }
    text += svg::text(x + 70 + 36.0 * 4, y, 15, "middle", kInk, std::to_string(now.scores[s]));
  }
  return text;
}

}  // namespace
}  // namespace volcano

std::string VolcanoIsland::board_svg(const State& state) {
  using namespace volcano;
  constexpr double kBoard = kWidth * kCell;
  std::string text = svg::open(static_cast<int>(kLeft + kBoard + kSide), static_cast<int>(kTop + kBoard + 54));
  for (int square = 0; square < kSquares; ++square) {
    if (squares_of_island(state.players).test(square)) text += square_picture(state, square);
  }
  for (int i = 0; i < kWidth; ++i) {
    text += svg::text(kLeft + kCell * (i + 0.5), kTop + kBoard + 17, 13, "middle", kInk,
                      std::string(1, static_cast<char>('a' + i)));
    text += svg::text(kLeft - 8, kTop + kBoard - kCell * (i + 0.5) + 5, 13, "end", kInk, std::to_string(i + 1));
  }
  text += table_picture(state);
  text += svg::text(kLeft, kTop + kBoard + 42, 15, "start", kInk, status_text(state));
  return text + svg::close();
}

}  // namespace embertree
