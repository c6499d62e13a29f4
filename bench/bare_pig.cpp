// Pig without an engine: uniformly random games in one plain loop, and the plain expectation over every decision and
// die eight decisions deep, the limits to compare ours with.
#include <cstdio>
#include <cstdlib>

#include "bare.hpp"

double actions = 0, faces = 0;  // decisions, the forced last one of each game among them, and dice
void play(int players) {
  int held[8] = {}, turn = 0, seat = 0;
  while (true) {
    ++actions;
    bool over = held[seat] + turn >= 100;  // then to hold is the only move
    if (over) return;
    if (next_random() >> 63) {
      ++faces;
      const int face = int(below(6)) + 1;
      turn += face;
      if (face > 1) continue;
    } else {
      held[seat] += turn;
    }
    turn = 0;
    seat = seat + 1 == players ? 0 : seat + 1;
  }
}

// Two seats; every value is the first seat's.
struct Position {
  int held[2], turn, seat;
};
double leaves = 0;

float expect(Position p, int depth) {
  if (p.held[0] >= 100 || p.held[1] >= 100 || depth == 0) {
    ++leaves;
    const float lead = float(p.held[0] - p.held[1]), turn = float(p.turn) * 0.66F;
    return p.held[0] >= 100 ? 1.0F : p.held[1] >= 100 ? -1.0F : (lead + (p.seat == 0 ? turn : -turn)) * 0.01F;
  }
  Position held = p;
  held.held[p.seat] += p.turn;
  held.turn = 0;
  held.seat = 1 - p.seat;
  const float hold = expect(held, depth - 1);
  if (p.held[p.seat] + p.turn >= 100) return hold;
  Position rolled = p;
  rolled.turn = 0;
  rolled.seat = 1 - p.seat;
  float roll = expect(rolled, depth - 1);
  rolled = p;
  for (int face = 2; face <= 6; ++face) {
    rolled.turn = p.turn + face;
    roll += expect(rolled, depth - 1);
  }
  roll /= 6;
  return (p.seat == 0) == (hold > roll) ? hold : roll;
}

// bare_pig [PLAYERS [SECONDS OF GAMES [SECONDS OF EXPECTATION]]]
int main(int argc, char** argv) {
  const int players = argc > 1 ? std::atoi(argv[1]) : 2;
  double games = 0, searches = 0;
  float value = 0;
  const double seconds[2] = {repeated(seconds_of(argc, argv, 2),
                                      [&] {
                                        for (int i = 0; i < 1000; ++i, ++games) play(players);
                                      }),
                             repeated(seconds_of(argc, argv, 3), [&] {
                               value = expect({{0, 0}, 0, 0}, 8);
                               ++searches;
                             })};
  std::printf(
      "{\"games_per_second\": %.0f, \"steps_per_game\": %.2f, \"leaves_per_second\": %.0f, \"leaves_a_search\": %.0f, "
      "\"value\": %.4f}\n",
      games / seconds[0], (actions + faces) / games, leaves / seconds[1], leaves / searches, double(value));
}
