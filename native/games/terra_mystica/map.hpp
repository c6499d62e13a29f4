// The map: 77 land hexes in the order of their names (A1 .. I12), 36 river hexes (r0 .. r35), and everything about them
// that never changes, as sets. README, "Map".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"

namespace embertree::terra {

// In the order of the cycle: each terrain is one spade from its neighbours here, the last one from the first.
enum Terrain : std::uint8_t { kYellow, kBrown, kBlack, kBlue, kGreen, kGray, kRed };

inline constexpr int kTerrains = 7;
inline constexpr std::string_view kTerrainNames[kTerrains] = {"yellow", "brown", "black", "blue",
                                                              "green",  "gray",  "red"};
inline constexpr std::string_view kTerrainLetters = "YUKBGSR";

inline constexpr int kLand = 77;
inline constexpr int kRivers = 36;
inline constexpr int kBridgePairs = 29;
inline constexpr Bits128 kAllLand = Bits128::first(kLand);

// Ships go as far as this: five levels (mermaids) and a bonus card.
inline constexpr int kMaxRange = 6;
inline constexpr int kMaxSkip = 4;

inline constexpr int kMapRows = 9;
// As on the board; '~' is river. Rows with 12 hexes stand half a hex to the right.
inline constexpr std::string_view kMapText[kMapRows] = {
    "USGBYRUKRGBRK",  // A
    "Y~~UK~~YK~~Y",   // B
    "~~K~S~G~G~S~~",  // C
    "GBY~~RB~R~RU",   // D
    "KURBKUSY~~GKB",  // E
    "SG~~YG~~~USU",   // F
    "~~~S~R~G~YKBY",  // G
    "YBU~~~BK~SUS",   // H
    "RKSBRGYUS~BGR",  // I
};

struct Place {
  std::uint8_t row;
  std::uint8_t column;
  std::uint8_t number;  // land: the running number in the row, from 1; river: its own number
};

struct Bridge {
  std::uint8_t a;
  std::uint8_t b;
};

struct Map {
  std::array<Place, kLand> land{};
  std::array<Place, kRivers> river{};
  std::array<std::uint8_t, kLand> terrain{};

  std::array<Bits128, kLand> touch{};
  // reach[n][h]: what touches h or is at a shipping distance of at most n.
  std::array<std::array<Bits128, kLand>, kMaxRange + 1> reach{};
  // skip[n][h]: hexes at a distance of 2 .. n + 1, for tunnels and carpets.
  std::array<std::array<Bits128, kLand>, kMaxSkip + 1> skip{};
  std::array<std::uint64_t, kLand> rivers{};  // river hexes that touch h
  std::array<Bits128, kRivers> banks{};       // land hexes that touch a river hex

  std::array<Bridge, kBridgePairs> bridges{};
  std::array<std::uint32_t, kLand> bridges_at{};
};

extern const Map kMap;

std::string hex_name(int hex);
std::string river_name(int river);
// The hex that a name means, -1 where it means none.
int hex_by_name(std::string_view name);
int river_by_name(std::string_view name);
// The pair that may be spanned between two hexes, -1 where none may.
int bridge_between(int a, int b);

// Steps round the cycle from one terrain to another, upwards (yellow to brown) or down; 7 for a whole turn.
constexpr int steps_up(int from, int to) { return from < to ? to - from : to - from + kTerrains; }
constexpr int steps_down(int from, int to) { return steps_up(to, from); }

}  // namespace embertree::terra
