// The sixteen locations, one row each (rules, sections 1 and 4), and the numbers of placements.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/types.hpp"

namespace embertree::stone_age {

// Ids of the rules. A card place with price c is kCard1 + c - 1, building stack i is kBuilding0 + i.
enum Location : std::uint8_t {
  kHunting,
  kForest,
  kClayPit,
  kQuarry,
  kRiver,
  kToolMaker,
  kHut,
  kField,
  kCard1,
  kBuilding0 = 12,
};
inline constexpr int kLocations = 16;
inline constexpr int kGatherPlaces = 5;  // locations 0 .. 4: people roll dice there
inline constexpr int kCardPlaces = 4;
inline constexpr int kRings = 7;  // on each of forest, clay pit, quarry, river

struct LocationRow {
  std::string_view key;
  std::string_view name;
  int least;  // people of one placement
  int most;
  int divisor;  // of the roll; 0 where nobody rolls
};

inline constexpr LocationRow kLocationRows[kLocations] = {
    // key            name             least most divisor
    {"hunting_ground", "Hunting ground", 1, 10, 2},  // no rings
    {"forest", "Forest", 1, 7, 3},
    {"clay_pit", "Clay pit", 1, 7, 4},
    {"quarry", "Quarry", 1, 7, 5},
    {"river", "River", 1, 7, 6},
    {"tool_maker", "Tool maker", 1, 1, 0},
    {"hut", "Hut", 2, 2, 0},
    {"field", "Field", 1, 1, 0},
    {"card_1", "Card for 1", 1, 1, 0},
    {"card_2", "Card for 2", 1, 1, 0},
    {"card_3", "Card for 3", 1, 1, 0},
    {"card_4", "Card for 4", 1, 1, 0},
    {"building_0", "Building 0", 1, 1, 0},
    {"building_1", "Building 1", 1, 1, 0},  // from two players on
    {"building_2", "Building 2", 1, 1, 0},  // from three
    {"building_3", "Building 3", 1, 1, 0},  // with four
};

// Sets of locations, one bit each.
constexpr unsigned location_bit(int location) { return 1U << location; }
inline constexpr unsigned kAllLocations = 0xFFFF;
inline constexpr unsigned kRingedPlaces = 0x001E;   // forest, clay pit, quarry, river
inline constexpr unsigned kVillagePlaces = 0x00E0;  // tool maker, hut, field

// How many different players may be at each of forest, clay pit, quarry and river (rules, section 4).
constexpr int most_seats_of(int players) { return players == 4 ? 4 : players - 1; }

// Placements by id: 1-10 people on the hunting ground, 1-7 on the four ringed places, then one id for each place that
// holds one player.
inline constexpr int kPlacements = 49;
constexpr Action first_placement(int location) {
  return location == kHunting ? 0 : location < kGatherPlaces ? 10 + kRings * (location - 1) : 33 + location;
}

struct Placement {
  std::uint8_t location;
  std::uint8_t people;
};
inline constexpr auto kPlacementRows = [] {
  std::array<Placement, kPlacements> rows{};
  for (int location = 0; location < kLocations; ++location) {
    const LocationRow& row = kLocationRows[location];
    for (int people = row.least; people <= row.most; ++people) {
      rows[first_placement(location) + people - row.least] = {static_cast<std::uint8_t>(location),
                                                              static_cast<std::uint8_t>(people)};
    }
  }
  return rows;
}();

// --- Sets of placements, one bit each ---
using PlacementSet = std::uint64_t;
constexpr PlacementSet group_of(int location) {  // all placements at a location
  const int size = kLocationRows[location].most - kLocationRows[location].least + 1;
  return ((PlacementSet{1} << size) - 1) << first_placement(location);
}
// By a set of gathering places: their placements.
inline constexpr auto kGatherGroups = [] {
  std::array<PlacementSet, 1 << kGatherPlaces> groups{};
  for (unsigned set = 0; set < groups.size(); ++set) {
    for (int location = 0; location < kGatherPlaces; ++location) {
      if ((set >> location & 1) != 0) groups[set] |= group_of(location);
    }
  }
  return groups;
}();
// The placements at a set of locations.
constexpr PlacementSet placements_at(unsigned locations) {
  return kGatherGroups[locations & 0x1F] | PlacementSet{locations >> kToolMaker & 0x7FF} << first_placement(kToolMaker);
}
static_assert(placements_at(kAllLocations) == (PlacementSet{1} << kPlacements) - 1);
// With two or three players the third of tool maker, hut and field stays empty.
constexpr PlacementSet without_spare_village(PlacementSet board, int players) {
  const PlacementSet village = board & placements_at(kVillagePlaces);
  return players < 4 && (village & (village - 1)) == 0 ? board & ~placements_at(kVillagePlaces) : board;
}
// By number of people: the placements that they are enough for.
inline constexpr auto kStaffed = [] {
  std::array<PlacementSet, 11> sets{};
  for (std::size_t people = 0; people < sets.size(); ++people) {
    for (int i = 0; i < kPlacements; ++i) sets[people] |= PlacementSet{kPlacementRows[i].people <= people} << i;
  }
  return sets;
}();

// Quotients of rolls by location: a division by a variable costs more than the rest of a gain.
inline constexpr int kHighestTotal = 60 + 12 + 9;  // ten dice, all tools, all one-use tools
inline constexpr auto kGain = [] {
  std::array<std::array<std::uint8_t, kHighestTotal + 1>, kGatherPlaces> gain{};
  for (int location = 0; location < kGatherPlaces; ++location) {
    for (int total = 0; total <= kHighestTotal; ++total) {
      gain[location][total] = static_cast<std::uint8_t>(total / kLocationRows[location].divisor);
    }
  }
  return gain;
}();

}  // namespace embertree::stone_age
