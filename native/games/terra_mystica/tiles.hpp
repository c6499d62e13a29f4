// Cards, tiles and power actions, one row each (rules, sections 6.6 and 11).
#pragma once

#include <cstdint>
#include <string_view>

#include "games/terra_mystica/factions.hpp"

namespace embertree::terra {

inline constexpr int kCults = 4;
enum Cult : std::uint8_t { kFire, kWater, kEarth, kAir };
inline constexpr std::string_view kCultNames[kCults] = {"FIRE", "WATER", "EARTH", "AIR"};
inline constexpr int kCultTop = 10;
// Power for reaching a space.
inline constexpr std::uint8_t kCultPower[kCultTop + 1] = {0, 0, 0, 1, 0, 2, 0, 2, 0, 0, 3};
inline constexpr int kPriestSpaces = 4;
// Steps of a priest on each space of a track.
inline constexpr std::uint8_t kPriestSteps[kPriestSpaces] = {3, 2, 2, 2};

// --- Where points come from, by the names of the online server ---
enum Source : std::uint8_t {
  kLeech,
  kSpadeTile,
  kTownTile,
  kDwellingTile,
  kTradingTile,
  kStrongholdTile,
  kTempleTile,
  kFav10,
  kFav11,
  kFav12,
  kBon6,
  kBon7,
  kBon9,
  kBon10,
  kTowns,
  kAdvanceShip,
  kAdvanceDig,
  kAdvanceStronghold,
  kAbility,
  kBridgesPassed,
  kConverted,
};
inline constexpr int kSources = 21;
inline constexpr std::string_view kSourceNames[kSources] = {
    "leech", "SPADE >> 2",   "TOWN >> 5",   "D >> 2",     "TP >> 3", "SA/SH >> 5", "TE >> 4",
    "FAV10", "FAV11",        "FAV12",       "BON6",       "BON7",    "BON9",       "BON10",
    "TW",    "advance_ship", "advance_dig", "advance_SH", "faction", "SH",         "convert"};

// --- Bonus cards ---
inline constexpr int kBonusCards = 10;  // the last one by option shipping_bonus
struct BonusCard {
  Goods income;
  // Points on passing
  std::uint8_t a_dwelling = 0;
  std::uint8_t a_trading = 0;
  std::uint8_t a_stronghold = 0;  // each for stronghold and sanctuary
  std::uint8_t a_ship_level = 0;
  std::uint8_t range = 0;
  std::uint8_t action = kNoSpecial;
  Source source = kBon6;
};
inline constexpr BonusCard kBonusRows[kBonusCards] = {
    {.income = {.coins = 2}, .action = kBon1},
    {.income = {.coins = 4}, .action = kBon2},
    {.income = {.coins = 6}},
    {.income = {.power = 3}, .range = 1},
    {.income = {.workers = 1, .power = 3}},
    {.income = {.workers = 2}, .a_stronghold = 4, .source = kBon6},
    {.income = {.workers = 1}, .a_trading = 2, .source = kBon7},
    {.income = {.priests = 1}},
    {.income = {.coins = 2}, .a_dwelling = 1, .source = kBon9},
    {.income = {.power = 3}, .a_ship_level = 3, .source = kBon10},
};

// --- Favor tiles ---
inline constexpr int kFavorTiles = 12;
struct FavorTile {
  std::uint8_t copies;
  Cult cult;
  std::uint8_t steps;
  Goods income = {};
};
inline constexpr FavorTile kFavorRows[kFavorTiles] = {
    {1, kFire, 3},   //
    {1, kWater, 3},  //
    {1, kEarth, 3},  //
    {1, kAir, 3},    //
    {3, kFire, 2},   // towns need power 6
    {3, kWater, 2},  // special action
    {3, kEarth, 2, {.workers = 1, .power = 1}},
    {3, kAir, 2, {.power = 4}},
    {3, kFire, 1, {.coins = 3}},
    {3, kWater, 1},  // 3 VP a trading house
    {3, kEarth, 1},  // 2 VP a dwelling
    {3, kAir, 1},    // VP on passing by trading houses
};
// Bits of Player::favors.
inline constexpr std::uint16_t kHasFav5 = 1 << 4;
inline constexpr std::uint16_t kHasFav6 = 1 << 5;
inline constexpr std::uint16_t kHasFav10 = 1 << 9;
inline constexpr std::uint16_t kHasFav11 = 1 << 10;
inline constexpr std::uint16_t kHasFav12 = 1 << 11;
inline constexpr int kFav10Points = 3;
inline constexpr int kFav11Points = 2;
inline constexpr std::uint8_t kFav12Points[5] = {0, 2, 3, 3, 4};

// --- Town tiles ---
inline constexpr int kTownTiles = 8;  // the last three by option mini_expansion_1
inline constexpr int kBaseTownTiles = 5;
struct TownTile {
  std::uint8_t copies;
  std::uint8_t points;
  std::uint8_t keys = 1;
  Goods goods = {};
  std::uint8_t steps = 0;  // on each cult
  std::uint8_t ship = 0;   // levels of shipping; a hex more for carpets
};
inline constexpr TownTile kTownRows[kTownTiles] = {
    {2, 5, 1, {.coins = 6}}, {2, 7, 1, {.workers = 2}}, {2, 9, 1, {.priests = 1}}, {2, 6, 1, {.power = 8}},
    {2, 8, 1, {}, 1},        {1, 2, 2, {}, 2},          {2, 4, 1, {}, 0, 1},       {1, 11},
};

// --- Scoring tiles ---
inline constexpr int kScoringTiles = 9;  // the last one by option temple_scoring_tile
inline constexpr int kByPriests = kCults;
struct ScoringTile {
  Source source;        // what scores in the action phase ...
  std::uint8_t points;  // ... and how much each
  std::uint8_t cult;    // the cult bonus: for every so many steps on it (or for every priest on the cult board)
  std::uint8_t steps;
  Goods bonus = {};
  std::uint8_t spades = 0;
};
inline constexpr ScoringTile kScoringRows[kScoringTiles] = {
    {kSpadeTile, 2, kEarth, 1, {.coins = 1}},      {kTownTile, 5, kEarth, 4, {}, 1},
    {kDwellingTile, 2, kWater, 4, {.priests = 1}}, {kStrongholdTile, 5, kFire, 2, {.workers = 1}},
    {kDwellingTile, 2, kFire, 4, {.power = 4}},    {kTradingTile, 3, kWater, 4, {}, 1},
    {kStrongholdTile, 5, kAir, 2, {.workers = 1}}, {kTradingTile, 3, kAir, 4, {}, 1},
    {kTempleTile, 4, kByPriests, 1, {.coins = 2}},
};

// --- Power actions ---
inline constexpr int kPowerActions = 6;
struct PowerAction {
  std::uint8_t cost;
  Goods goods = {};
  std::uint8_t bridge = 0;
  std::uint8_t spades = 0;
};
inline constexpr PowerAction kPowerRows[kPowerActions] = {
    {3, {}, 1}, {3, {.priests = 1}}, {4, {.workers = 2}}, {4, {.coins = 7}}, {4, {}, 0, 1}, {6, {}, 0, 2},
};

// Labels of all actions, in the order of their ids.
inline constexpr int kLabels = kPowerActions + kSpecials;
inline constexpr std::string_view kLabelNames[kLabels] = {"ACT1", "ACT2", "ACT3", "ACT4", "ACT5", "ACT6",
                                                          "BON1", "BON2", "FAV6", "ACTA", "ACTC", "ACTG",
                                                          "ACTN", "ACTS", "ACTW", "ACTE"};

// --- The end ---
inline constexpr std::uint8_t kCultPlaces[3] = {8, 4, 2};
inline constexpr std::uint8_t kAreaPlaces[3] = {18, 12, 6};

inline constexpr int kRounds = 6;
inline constexpr int kPriests = 7;
inline constexpr int kBridgesEach = 3;
inline constexpr int kStartPoints = 20;
inline constexpr int kTownPower = 7;
inline constexpr int kTownStructures = 4;

}  // namespace embertree::terra
