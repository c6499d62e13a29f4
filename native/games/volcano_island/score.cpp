#include <algorithm>
#include <array>

#include "games/volcano_island/questions.hpp"

namespace embertree {
namespace {

using namespace volcano;

constexpr int kPoints[VolcanoIsland::kKinds] = {0, 1, 3, 7};
constexpr int kMajorityPoints = 3;
constexpr int kExtentPoints = 5;

}  // namespace

int volcano::extent(Bits128 squares) {
  // |dx| + |dy| is the larger of |d(x + y)| and |d(x - y)|.
  int low_sum = 99;
  int high_sum = -99;
  int low_difference = 99;
  int high_difference = -99;
  for (const int square : squares) {
    const int sum = file_of(square) + rank_of(square);
    const int difference = file_of(square) - rank_of(square);
    low_sum = std::min(low_sum, sum);
    high_sum = std::max(high_sum, sum);
    low_difference = std::min(low_difference, difference);
    high_difference = std::max(high_difference, difference);
  }
  return squares.none() ? 0 : std::max(high_sum - low_sum, high_difference - low_difference);
}

namespace {

// Gives `points` to every seat that has the most; a most of 0 counts only where `zero_counts`.
void award_most(const PerSeat<int>& amounts, int players, int points, bool zero_counts, PerSeat<int>& awards) {
  const int most = *std::max_element(amounts.begin(), amounts.begin() + players);
  if (most == 0 && !zero_counts) return;
  for (int s = 0; s < players; ++s) {
    if (amounts[s] == most) awards[s] += points;
  }
}

enum Line {
  kVillagePoints,
  kTownPoints,
  kCityPoints,
  kMostSettlements,
  kMostVillages,
  kMostTowns,
  kMostCities,
  kExtent
};
constexpr int kLines = 8;
constexpr std::string_view kLineNames[kLines] = {"villages",      "towns",      "cities",      "most settlements",
                                                 "most villages", "most towns", "most cities", "most extended"};

using Sheet = std::array<PerSeat<int>, kLines>;

Sheet sheet_of(const State& state) {
  Sheet sheet{};
  const bool zero_counts = has_rule(state, VolcanoIsland::kZeroMajority);
  for (int kind = kSettlement; kind <= kCity; ++kind) {
    PerSeat<int> counts{};
    for (int s = 0; s < state.players; ++s) counts[s] = state.count[s][kind];
    award_most(counts, state.players, kMajorityPoints, zero_counts, sheet[kMostSettlements + kind]);
    if (kind == kSettlement) continue;
    for (int s = 0; s < state.players; ++s) sheet[kVillagePoints + kind - kVillage][s] = kPoints[kind] * counts[s];
  }
  PerSeat<int> extents{};
  for (int s = 0; s < state.players; ++s) extents[s] = extent(buildings(state, s));
  award_most(extents, state.players, kExtentPoints, false, sheet[kExtent]);
  return sheet;
}

}  // namespace

void VolcanoIsland::result(const State& state, Result& result) {
  PerSeat<int> buildings{};
  const Sheet sheet = sheet_of(state);
  for (int s = 0; s < state.players; ++s) {
    result.scores[s] = 0;
    for (const PerSeat<int>& line : sheet) result.scores[s] += line[s];
    buildings[s] = state.count[s][kVillage] + state.count[s][kTown] + state.count[s][kCity];
  }
  for (int s = 0; s < state.players; ++s) {
    int rank = 1;
    for (int t = 0; t < state.players; ++t) {
      rank +=
          result.scores[t] > result.scores[s] || (result.scores[t] == result.scores[s] && buildings[t] > buildings[s]);
    }
    result.ranks[s] = static_cast<std::uint8_t>(rank);
  }
}

std::vector<ScoreLine> VolcanoIsland::score_sheet(const State& state) {
  std::vector<ScoreLine> lines;
  const Sheet sheet = sheet_of(state);
  for (int i = 0; i < kLines; ++i) lines.push_back({.name = std::string(kLineNames[i]), .points = sheet[i]});
  return lines;
}

}  // namespace embertree
