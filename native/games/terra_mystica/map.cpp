// Everything here is worked out from the rows of letters when the program is compiled; the counts at the end are the
// self test of the rules' data.
#include "games/terra_mystica/map.hpp"

#include <algorithm>
#include <charconv>

namespace embertree::terra {
namespace {

constexpr int kHexes = kLand + kRivers;

// Land hexes as they are numbered, river hexes after them.
struct Grid113 {
  int at[kMapRows][13]{};
  std::array<Place, kHexes> place{};
  bool river[kHexes]{};
};

constexpr Grid113 make_grid() {
  Grid113 grid;
  int land = 0;
  int river = 0;
  for (int row = 0; row < kMapRows; ++row) {
    int number = 0;
    for (int column = 0; column < 13; ++column) {
      grid.at[row][column] = -1;
      if (column >= static_cast<int>(kMapText[row].size())) continue;
      const bool is_river = kMapText[row][static_cast<std::size_t>(column)] == '~';
      const int hex = is_river ? kLand + river : land;
      grid.at[row][column] = hex;
      grid.river[hex] = is_river;
      grid.place[static_cast<std::size_t>(hex)] = {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column),
                                                   static_cast<std::uint8_t>(is_river ? river : ++number)};
      ++(is_river ? river : land);
    }
  }
  return grid;
}
constexpr Grid113 kGrid = make_grid();

// The hex distance, by axial coordinates.
constexpr int distance(int a, int b) {
  const Place& p = kGrid.place[static_cast<std::size_t>(a)];
  const Place& q = kGrid.place[static_cast<std::size_t>(b)];
  const int px = p.column - (p.row - p.row % 2) / 2;
  const int qx = q.column - (q.row - q.row % 2) / 2;
  const int dx = qx - px;
  const int dr = q.row - p.row;
  const auto size = [](int x) { return x < 0 ? -x : x; };
  return std::max({size(dx), size(dr), size(dx + dr)});
}

struct Neighbours {
  int hexes[6]{};
  int count = 0;
};

constexpr Neighbours neighbours(int hex) {
  const Place& p = kGrid.place[static_cast<std::size_t>(hex)];
  const int shift = p.row % 2 == 0 ? -1 : 0;
  const int around[6][2] = {{p.row - 1, p.column + shift}, {p.row - 1, p.column + shift + 1},
                            {p.row, p.column - 1},         {p.row, p.column + 1},
                            {p.row + 1, p.column + shift}, {p.row + 1, p.column + shift + 1}};
  Neighbours found;
  for (const auto& at : around) {
    if (at[0] < 0 || at[0] >= kMapRows || at[1] < 0 || at[1] >= 13) continue;
    const int other = kGrid.at[at[0]][at[1]];
    if (other >= 0) found.hexes[found.count++] = other;
  }
  return found;
}

constexpr Map make_map() {
  Map map;
  std::array<std::uint64_t, kRivers> river_touch{};
  for (int hex = 0; hex < kHexes; ++hex) {
    const Place& place = kGrid.place[static_cast<std::size_t>(hex)];
    const bool river = kGrid.river[hex];
    const auto own = static_cast<std::size_t>(river ? hex - kLand : hex);
    if (river) {
      map.river[own] = place;
    } else {
      map.land[own] = place;
      map.terrain[own] = static_cast<std::uint8_t>(kTerrainLetters.find(kMapText[place.row][place.column]));
    }
    const Neighbours near = neighbours(hex);
    for (int i = 0; i < near.count; ++i) {
      const int other = near.hexes[i];
      if (river && kGrid.river[other]) river_touch[own] |= std::uint64_t{1} << (other - kLand);
      if (river && !kGrid.river[other]) map.banks[own].set(other);
      if (!river && kGrid.river[other]) map.rivers[own] |= std::uint64_t{1} << (other - kLand);
      if (!river && !kGrid.river[other]) map.touch[own].set(other);
    }
  }
  const auto banks_of = [&](std::uint64_t rivers) {
    Bits128 banks;
    for (; rivers != 0; rivers &= rivers - 1) banks |= map.banks[static_cast<std::size_t>(std::countr_zero(rivers))];
    return banks;
  };
  for (std::size_t hex = 0; hex < kLand; ++hex) {
    map.reach[0][hex] = map.touch[hex];
    std::uint64_t rivers = map.rivers[hex];
    for (std::size_t range = 1; range <= kMaxRange; ++range) {
      map.reach[range][hex] = map.reach[range - 1][hex] | (banks_of(rivers) - Bits128::of(static_cast<int>(hex)));
      std::uint64_t wider = rivers;
      for (std::uint64_t rest = rivers; rest != 0; rest &= rest - 1) {
        wider |= river_touch[static_cast<std::size_t>(std::countr_zero(rest))];
      }
      rivers = wider;
    }
    for (int other = 0; other < kLand; ++other) {
      const int far = distance(static_cast<int>(hex), other);
      for (int skip = std::max(1, far - 1); far >= 2 && skip <= kMaxSkip; ++skip) {
        map.skip[static_cast<std::size_t>(skip)][hex].set(other);
      }
    }
  }
  // A bridge crosses one river from bank to bank: two hexes between its ends, both river.
  std::size_t count = 0;
  for (int a = 0; a < kLand; ++a) {
    for (int b = a + 1; b < kLand; ++b) {
      if (distance(a, b) != 2) continue;
      int between = 0;
      bool all_river = true;
      const Neighbours near = neighbours(a);
      for (int i = 0; i < near.count; ++i) {
        if (distance(near.hexes[i], b) != 1) continue;
        ++between;
        all_river = all_river && kGrid.river[near.hexes[i]];
      }
      if (between != 2 || !all_river) continue;
      map.bridges_at[static_cast<std::size_t>(a)] |= std::uint32_t{1} << count;
      map.bridges_at[static_cast<std::size_t>(b)] |= std::uint32_t{1} << count;
      map.bridges[count++] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
    }
  }
  return map;
}

constexpr Map kMade = make_map();

// The self test.
constexpr int pairs_in(const std::array<Bits128, kLand>& sets) {
  int count = 0;
  for (const Bits128& set : sets) count += set.count();
  return count / 2;
}
constexpr int pairs_at_ship_distance(int range) {
  // Touching hexes may have a shipping distance too, so the pairs are counted from the rivers up.
  int count = 0;
  for (int a = 0; a < kLand; ++a) {
    std::uint64_t rivers = kMade.rivers[static_cast<std::size_t>(a)];
    Bits128 before;
    for (int n = 1; n <= range; ++n) {
      Bits128 banks;
      std::uint64_t wider = rivers;
      for (int r = 0; r < kRivers; ++r) {
        if ((rivers >> r & 1) == 0) continue;
        banks |= kMade.banks[static_cast<std::size_t>(r)];
        for (int other = 0; other < kRivers; ++other) {
          if (distance(kLand + r, kLand + other) == 1) wider |= std::uint64_t{1} << other;
        }
      }
      banks -= Bits128::of(a);
      if (n == range) count += (banks - before).count();
      before |= banks;
      rivers = wider;
    }
  }
  return count / 2;
}
static_assert(pairs_in(kMade.touch) == 130);
static_assert(pairs_at_ship_distance(1) == 138 && pairs_at_ship_distance(2) == 104 && pairs_at_ship_distance(3) == 102);
static_assert(pairs_at_ship_distance(4) == 105 && pairs_at_ship_distance(5) == 111 && pairs_at_ship_distance(6) == 106);
static_assert(pairs_in(kMade.skip[1]) == 210 && pairs_in(kMade.skip[2]) == 210 + 272);
static_assert(kMade.bridges[kBridgePairs - 1].b != 0, "29 bridges");

}  // namespace

constinit const Map kMap = kMade;

std::string hex_name(int hex) {
  const Place& place = kMap.land[static_cast<std::size_t>(hex)];
  return static_cast<char>('A' + place.row) + std::to_string(place.number);
}

std::string river_name(int river) { return "r" + std::to_string(river); }

int hex_by_name(std::string_view name) {
  for (int hex = 0; hex < kLand; ++hex) {
    if (hex_name(hex) == name) return hex;
  }
  return -1;
}

int river_by_name(std::string_view name) {
  for (int river = 0; river < kRivers; ++river) {
    if (river_name(river) == name) return river;
  }
  return -1;
}

int bridge_between(int a, int b) {
  for (int pair = 0; pair < kBridgePairs; ++pair) {
    const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair)];
    if ((bridge.a == a && bridge.b == b) || (bridge.a == b && bridge.b == a)) return pair;
  }
  return -1;
}

}  // namespace embertree::terra
