#include <algorithm>

#include "games/volcano_island/questions.hpp"

namespace embertree {
namespace {

using namespace volcano;

// --- The static evaluation: points as they stand, and what is under way ---

// Expected rounds to the end of the game, the current one included.
float rounds_to_come(const State& state) {
  constexpr float kMeanSecondRoll = 180.0F / 35.0F;
  if (state.mover == kTerminal) return 0.0F;
  if (state.eruptions == 2) return static_cast<float>(markers_left(state)) + 1.0F;
  constexpr float kMeanFirstRoll = 1620.0F / 215.0F;
  float rounds = static_cast<float>(state.counter + VolcanoIsland::kMarkers);
  if (state.eruptions == 0) {
    rounds += kMeanSecondRoll;
    if (state.mover == kChance) rounds += kMeanFirstRoll;
  } else if (state.counter == 0) {
    rounds += kMeanSecondRoll;
  }
  return rounds;
}

// What a seat's pieces promise beyond their points, in points, and how sure a majority is. Found by matches of players
// that look one action ahead, against the playout policy and against themselves with other weights; that towns and
// cities can be built at once, or that two of a kind stand together, made no difference there.
struct Weights {
  static constexpr float kSettlement = 0.15F;
  static constexpr float kVillageReady = 0.85F;  // three settlements around a vacant square
  static constexpr float kVillageNear = 0.36F;   // two
  static constexpr float kVillage = 0.57F;       // on the way to a town
  static constexpr float kTown = 1.49F;          // on the way to a city
  static constexpr float kSquare = 0.10F;        // a square in reach, up to kSquares
  static constexpr int kSquares = 8;
  static constexpr float kStranded = 0.80F;    // lost in each round to come without a square in reach
  static constexpr float kBesideLava = 0.29F;  // share of a building's points that is lost next to flowing lava
  // How much a lead over the others drifts in a round.
  static constexpr float kDriftSettlements = 4.0F;
  static constexpr float kDriftBuildings = 0.22F;
  static constexpr float kDriftExtent = 0.0F;
  // What each round brings to everybody, fitted to final scores; the last ones bring less than the promises above.
  static constexpr float kPace = 0.95F;
  static constexpr float kLatePace = -0.65F;
  static constexpr float kLateRounds = 8.0F;
  // Points of lead to a step of the softmax: at the end, and more for each round to come.
  static constexpr float kSpread = 2.0F;
  static constexpr float kSpreadPerRound = 0.40F;
};

float promise(const State& state, int seat, float rounds) {
  const auto& count = state.count[seat];
  const Crowd around = crowd(own(state, seat, kSettlement));
  const Bits128 open = state.vacant;
  const int squares = std::min(Weights::kSquares, reach(state, seat, kept_out(state, seat)).squares.count());
  float soon = Weights::kSettlement * static_cast<float>(count[kSettlement]);  // within a turn or two
  if (in_supply(state, seat, kVillage) && (around.two & open).any()) {
    soon += (around.three & open).any() ? Weights::kVillageReady : Weights::kVillageNear;
  }
  const float later = Weights::kVillage * static_cast<float>(count[kVillage]) +
                      Weights::kTown * static_cast<float>(count[kTown]) +
                      Weights::kSquare * static_cast<float>(squares);
  float total = soon * std::min(1.0F, rounds / 2.0F) + later * std::min(1.0F, rounds / 8.0F);
  if (squares == 0) total -= Weights::kStranded * rounds;
  if (state.eruptions > 0) {
    const Bits128 danger = Board::orthogonal(state.lava[state.eruptions - 1]) & buildings(state, seat);
    if (danger.any()) {
      const int points = (danger & state.pieces[kVillage]).count() + 3 * (danger & state.pieces[kTown]).count() +
                         7 * (danger & state.pieces[kCity]).count();
      total -= Weights::kBesideLava * static_cast<float>(points);
    }
  }
  return total;
}

// The chance that a lead (or, below 0, a lag) over the best other is the most at the end: certain when nothing is left
// to happen, before that a straight line, the flatter the more rounds are left. `drift`: how much a lead changes in a
// round.
float hold(int lead, float drift, float rounds) {
  const float width = 0.5F + drift * rounds;
  return std::clamp(0.5F + 0.5F * (static_cast<float>(lead) + 0.5F) / width, 0.0F, 1.0F);
}

// Adds what being the most of all will be worth.
void expect_most(const PerSeat<int>& amounts, int players, float points, float drift, float rounds, bool zero_counts,
                 PerSeat<float>& scores) {
  for (int s = 0; s < players; ++s) {
    int best_other = 0;
    for (int t = 0; t < players; ++t) {
      if (t != s) best_other = std::max(best_other, amounts[t]);
    }
    int lead = amounts[s] - best_other;
    if (amounts[s] == 0 && !zero_counts) lead = std::min(lead, -1);
    scores[s] += points * hold(lead, drift, rounds);
  }
}

}  // namespace

void VolcanoIsland::evaluate(const State& state, Evaluation& evaluation) {
  const float rounds = rounds_to_come(state);
  const float late = std::min(rounds, Weights::kLateRounds);
  const float to_come = Weights::kLatePace * late + Weights::kPace * (rounds - late);
  const bool zero_counts = has_rule(state, kZeroMajority);
  PerSeat<float>& scores = evaluation.scores;
  PerSeat<int> extents{};
  for (int s = 0; s < state.players; ++s) {
    const auto& count = state.count[s];
    scores[s] = static_cast<float>(count[kVillage] + 3 * count[kTown] + 7 * count[kCity]);
    if (rounds > 0.0F) scores[s] += to_come + promise(state, s, rounds);
    extents[s] = extent(buildings(state, s));
  }
  for (int kind = kSettlement; kind <= kCity; ++kind) {
    PerSeat<int> counts{};
    for (int s = 0; s < state.players; ++s) counts[s] = state.count[s][kind];
    expect_most(counts, state.players, 3.0F,
                kind == kSettlement ? Weights::kDriftSettlements : Weights::kDriftBuildings, rounds, zero_counts,
                scores);
  }
  expect_most(extents, state.players, 5.0F, Weights::kDriftExtent, rounds, false, scores);
  evaluation.spread = Weights::kSpread + Weights::kSpreadPerRound * rounds;
}

// --- The playout policy ---

namespace {

int any_of(Bits128 squares, Rng& rng) {
  const int choices = squares.count();
  return squares.nth(choices == 1 ? 0 : rng.below_int(choices));
}

// The first set that has a member.
template <class... Sets>
Bits128 first_of(Bits128 set, Sets... others) {
  if constexpr (sizeof...(others) == 0) {
    return set;
  } else {
    return set.any() ? set : first_of(others...);
  }
}

// Other tribes' dearest pieces first, then land that is nobody's; one's own pieces last.
Action flow_at_others(const State& state, Rng& rng) {
  const Bits128 squares = lava_squares(state);
  const Bits128 others = squares - state.tribes[state.mover];
  return VolcanoIsland::kLava +
         any_of(first_of(others & state.pieces[kCity], others & state.pieces[kTown], others & state.pieces[kVillage],
                         others & state.pieces[kSettlement], others, squares),
                rng);
}

// The dearest building that can be built now, paid at random; kNoAction where there is none.
Action random_building(const State& state, int seat, Rng& rng) {
  int ways[kSquares];
  for (const int kind : {kCity, kTown, kVillage}) {
    Bits128 sites = kind == kVillage ? village_sites(state, seat)
                    : kind == kTown  ? town_sites(state, seat)
                                     : city_sites(state, seat);
    // A village beside another is the way to a town.
    if (kind == kVillage) sites = first_of(sites & Board::around(own(state, seat, kVillage)), sites);
    int all = 0;
    for (const int site : sites) all += ways[site] = building_choices(state, seat, kind, site);
    if (all == 0) continue;
    int k = all == 1 ? 0 : rng.below_int(all);
    for (const int site : sites) {
      if (k < ways[site]) return building_at(state, seat, kind, site, k);
      k -= ways[site];
    }
  }
  return kNoAction;
}

// Squares of those in reach where the next building gets nearer: beside towns or villages that stand together, else
// where settlements already crowd round a vacant square, best of all next to a village.
Bits128 where_to_settle(const State& state, int seat, Bits128 squares) {
  const Bits128 settlements = own(state, seat, kSettlement);
  const Bits128 villages = own(state, seat, kVillage);
  const Bits128 towns = own(state, seat, kTown);
  if (in_supply(state, seat, kCity)) {
    const Bits128 near = squares & Board::around(towns & Board::around(towns));
    if (near.any()) return near;
  }
  if (in_supply(state, seat, kTown)) {
    const Bits128 near = squares & Board::around(villages & Board::around(villages));
    if (near.any()) return near;
  }
  const Bits128 open = state.vacant;
  const Bits128 two = crowd(settlements).two & open;
  return first_of(squares & Board::around(two & Board::around(villages)), squares & Board::around(two),
                  squares & Board::around(Board::around(settlements) & open), squares);
}

}  // namespace

Action VolcanoIsland::policy_action(const State& state, Rng& rng) {
  if (state.actions == 0) return flow_at_others(state, rng);
  const int seat = state.mover;
  const Action upgrade = random_building(state, seat, rng);
  if (upgrade != kNoAction) return upgrade;
  const Reach reached = reach(state, seat, state.barred);
  const Bits128 settlements = own(state, seat, kSettlement);
  const Bits128 goal = where_to_settle(state, seat, reached.squares);
  const int to = any_of(goal, rng);
  if (in_supply(state, seat, kSettlement)) return kPlace + to;
  // All six are on the board and nothing can be built: bring one that stands apart from where it goes.
  Bits128 movable = settlements;
  if (reached.lone.test(to)) movable -= kOrthogonal[to];
  if (movable.none()) return random_action(state, rng).action;
  const int from = any_of(first_of(movable - Board::around(kAround[to]), movable - kAround[to], movable), rng);
  return kMove + from * kSquares + to;
}

// --- Numbers for learners ---

void VolcanoIsland::observation(const State& state, int seat, float* features) {
  const auto plane = [&](Bits128 squares) {
    for (int square = 0; square < kSquares; ++square) *features++ = squares.test(square) ? 1.0F : 0.0F;
  };
  const auto number = [&](int value, int most) {
    const float share = static_cast<float>(value) / static_cast<float>(most);
    for (int square = 0; square < kSquares; ++square) *features++ = share;
  };
  const int players = state.players;
  for (int i = 0; i < players; ++i) {
    const int s = (seat + i) % players;
    for (int kind = kSettlement; kind <= kCity; ++kind) plane(own(state, s, kind));
    plane(pawn(state, s));
  }
  plane(squares_of_island(players));
  plane(kVolcano);
  plane(state.lava[0]);
  plane(state.lava[1]);
  for (int i = 0; i < players; ++i) number(state.mover == (seat + i) % players ? 1 : 0, 1);
  for (int i = 0; i < players; ++i) number(state.start == (seat + i) % players ? 1 : 0, 1);
  number(state.actions, kActionsPerTurn);
  number(state.eruptions, 2);
  number(state.counter, kLongestFirst);
  number(std::min<int>(state.round, 40), 40);
}

}  // namespace embertree
