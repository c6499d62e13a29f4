#include <array>

#include "games/volcano_island/questions.hpp"

namespace embertree {
namespace volcano {

namespace {

// One piece of the kind that is built upon, the others settlements.
bool pays_for_upgrade(unsigned mask, unsigned lower, unsigned settlements) {
  return (mask & ~(lower | settlements)) == 0 && std::has_single_bit(mask & lower);
}

}  // namespace

bool can_act(const State& state) {
  const int seat = state.mover;
  const Bits128 near = Board::orthogonal(state.tribes[seat] | pawn(state, seat));
  if (((state.vacant & near) - state.barred).any()) return true;
  if (village_sites(state, seat).any()) return true;
  for (const int site : town_sites(state, seat)) {
    if (upgrade_choices(state, seat, site, kVillage, 2) > 0) return true;
  }
  for (const int site : city_sites(state, seat)) {
    if (upgrade_choices(state, seat, site, kTown, 3) > 0) return true;
  }
  return false;
}

Action building_at(const State& state, int seat, int kind, int site, int k) {
  const unsigned settlements = mask_around(site, own(state, seat, kSettlement));
  if (kind == kVillage) {
    return VolcanoIsland::kBuildVillage + site * kThrees + kThreesWithin.rank[kThreesWithin.first[settlements] + k];
  }
  const unsigned lower = mask_around(site, own(state, seat, kind - 1));
  const int ways = kind == kTown ? kThrees : kFours;
  const std::uint8_t* masks = kind == kTown ? kThreeMask.data() : kFourMask.data();
  int rank = 0;
  while (!pays_for_upgrade(masks[rank], lower, settlements) || k-- > 0) ++rank;
  return (kind == kTown ? VolcanoIsland::kBuildTown : VolcanoIsland::kBuildCity) + site * ways + rank;
}

}  // namespace volcano

namespace {

using namespace volcano;
using Actions = ActionList<VolcanoIsland>;

// --- In order ---

void add_settling(const State& state, int seat, Actions& actions) {
  const Reach reached = reach(state, seat, state.barred);
  if (reached.squares.none()) return;
  if (in_supply(state, seat, kSettlement)) {
    for (const int to : reached.squares) actions.push_back(VolcanoIsland::kPlace + to);
  }
  for (const int from : own(state, seat, kSettlement)) {
    const Action first = VolcanoIsland::kMove + from * kSquares;
    for (const int to : reached.squares - (reached.lone & kOrthogonal[from])) actions.push_back(first + to);
  }
}

void add_villages(const State& state, int seat, Actions& actions) {
  for (const int site : village_sites(state, seat)) {
    const unsigned mask = mask_around(site, own(state, seat, kSettlement));
    const int ways = kChoose[std::popcount(mask)][3];
    const std::uint8_t* ranks = &kThreesWithin.rank[kThreesWithin.first[mask]];
    for (int i = 0; i < ways; ++i) actions.push_back(VolcanoIsland::kBuildVillage + site * kThrees + ranks[i]);
  }
}

void add_towns(const State& state, int seat, Actions& actions) {
  for (const int site : town_sites(state, seat)) {
    const unsigned villages = mask_around(site, own(state, seat, kVillage));
    const unsigned settlements = mask_around(site, own(state, seat, kSettlement));
    const unsigned mask = villages | settlements;
    const int threes = kChoose[std::popcount(mask)][3];
    const std::uint8_t* ranks = &kThreesWithin.rank[kThreesWithin.first[mask]];
    for (int i = 0; i < threes; ++i) {
      if (std::has_single_bit(kThreeMask[ranks[i]] & villages)) {
        actions.push_back(VolcanoIsland::kBuildTown + site * kThrees + ranks[i]);
      }
    }
  }
}

void add_cities(const State& state, int seat, Actions& actions) {
  for (const int site : city_sites(state, seat)) {
    const unsigned towns = mask_around(site, own(state, seat, kTown));
    const unsigned settlements = mask_around(site, own(state, seat, kSettlement));
    for (int rank = 0; rank < kFours; ++rank) {
      const unsigned mask = kFourMask[rank];
      if (pays_for_upgrade(mask, towns, settlements)) {
        actions.push_back(VolcanoIsland::kBuildCity + site * kFours + rank);
      }
    }
  }
}

// --- At random ---

// Building number k in canonical order.
Action building(const State& state, int seat, int k) {
  for (const int kind : {kVillage, kTown, kCity}) {
    const Bits128 sites = kind == kVillage ? village_sites(state, seat)
                          : kind == kTown  ? town_sites(state, seat)
                                           : city_sites(state, seat);
    for (const int site : sites) {
      const int ways = building_choices(state, seat, kind, site);
      if (k < ways) return building_at(state, seat, kind, site, k);
      k -= ways;
    }
  }
  return kNoAction;  // never: k is below the number of choices
}

int count_buildings(const State& state, int seat) {
  int choices = 0;
  for (const int site : village_sites(state, seat)) choices += building_choices(state, seat, kVillage, site);
  for (const int site : town_sites(state, seat)) choices += upgrade_choices(state, seat, site, kVillage, 2);
  for (const int site : city_sites(state, seat)) choices += upgrade_choices(state, seat, site, kTown, 3);
  return choices;
}

Pick random_lava(const State& state, Rng& rng) {
  const Bits128 squares = lava_squares(state);
  const int choices = squares.count();
  return {VolcanoIsland::kLava + squares.nth(choices == 1 ? 0 : rng.below_int(choices)), choices};
}

// --- Dice ---

// How many rolls of `dice` dice of 0 .. 5 give each sum.
template <int kSums>
constexpr std::array<int, kSums> ways_to_roll(int dice) {
  std::array<int, kSums> ways{};
  ways[0] = 1;
  for (int d = 0; d < dice; ++d) {
    std::array<int, kSums> next{};
    for (int sum = 0; sum < kSums; ++sum) {
      for (int face = 0; face <= 5 && sum + face < kSums; ++face) next[sum + face] += ways[sum];
    }
    ways = next;
  }
  return ways;
}
constexpr auto kFirstRoll = ways_to_roll<VolcanoIsland::kLongestFirst + 1>(3);
constexpr auto kSecondRoll = ways_to_roll<VolcanoIsland::kLongestSecond + 1>(2);

struct Dice {
  const int* ways;
  int lowest;
  int highest;
};

Dice dice_of(const State& state) {
  if (state.eruptions == 0) return {kFirstRoll.data(), 1, VolcanoIsland::kLongestFirst};
  const int lowest = has_rule(state, VolcanoIsland::kBlankIsNow) ? 0 : 1;
  return {kSecondRoll.data(), lowest, VolcanoIsland::kLongestSecond};
}

}  // namespace

void VolcanoIsland::legal_actions(const State& state, Actions& actions) {
  if (state.actions == 0) {
    for (const int square : lava_squares(state)) actions.push_back(kLava + square);
    return;
  }
  add_settling(state, state.mover, actions);
  add_villages(state, state.mover, actions);
  add_towns(state, state.mover, actions);
  add_cities(state, state.mover, actions);
}

Pick VolcanoIsland::random_action(const State& state, Rng& rng) {
  if (state.actions == 0) return random_lava(state, rng);
  const int seat = state.mover;
  const Reach reached = reach(state, seat, state.barred);
  const Bits128 settlements = own(state, seat, kSettlement);
  const int squares = reached.squares.count();
  const int placing = in_supply(state, seat, kSettlement) ? 1 : 0;
  const int movers = state.count[seat][kSettlement];
  // A row of squares for placing and one for each settlement that may be lifted; a square with a single piece beside
  // it is barred in the row of that piece, so each is barred at most once.
  const int barred = (reached.lone & Board::orthogonal(settlements)).count();
  const int rows = squares * (movers + placing);
  const int buildings = count_buildings(state, seat);
  const int choices = rows - barred + buildings;
  while (true) {
    const int k = rng.below_int(rows + buildings);
    if (k >= rows) return {building(state, seat, k - rows), choices};
    const int row = k / squares;
    const int to = reached.squares.nth(k % squares);
    if (row == movers) return {kPlace + to, choices};
    const int from = settlements.nth(row);
    if (!(reached.lone & kOrthogonal[from]).test(to)) return {kMove + from * kSquares + to, choices};
  }
}

void VolcanoIsland::chance_outcomes(const State& state, OutcomeList<VolcanoIsland>& outcomes) {
  const Dice dice = dice_of(state);
  for (int sum = dice.lowest; sum <= dice.highest; ++sum) {
    outcomes.push_back({kRoll + sum, static_cast<Weight>(dice.ways[sum])});
  }
}

Action VolcanoIsland::sample_chance(const State& state, Rng& rng) {
  const int dice = state.eruptions == 0 ? 3 : 2;
  while (true) {
    int sum = 0;
    for (int d = 0; d < dice; ++d) sum += rng.below_int(6);
    if (sum > 0 || (state.eruptions == 1 && has_rule(state, kBlankIsNow))) return kRoll + sum;
  }
}

}  // namespace embertree
