// What the bare programs share: random numbers and a stopwatch.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

inline std::uint64_t seed = 1;
inline std::uint64_t next_random() {  // SplitMix64
  std::uint64_t z = seed += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}
inline std::uint64_t below(std::uint64_t n) { return (next_random() >> 32) * n >> 32; }

// The seconds that an argument of the program gives, or two.
inline double seconds_of(int argc, char** argv, int which) { return argc > which ? std::atof(argv[which]) : 2.0; }

// Works for so many seconds of processor time, once at least; how long it was.
template <class Work>
double repeated(double least, Work work) {
  const std::clock_t began = std::clock();
  double seconds;
  do {
    work();
    seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
  } while (seconds < least);
  return seconds;
}

// Plays for so many seconds, so many games at a time, and prints what came of it; a game tells its number of actions.
template <class Play>
void measure_games(double least, int at_once, Play play) {
  double games = 0, actions = 0;
  const double seconds = repeated(least, [&] {
    for (int i = 0; i < at_once; ++i, ++games) actions += double(play());
  });
  std::printf("{\"games_per_second\": %.0f, \"actions_per_second\": %.0f, \"actions_per_game\": %.2f}\n",
              games / seconds, actions / seconds, actions / games);
}
