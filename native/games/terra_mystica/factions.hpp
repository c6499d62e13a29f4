// The fourteen factions, one row each. What one of them does differently is a column that the others leave empty
// (rules, section 14).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/terra_mystica/map.hpp"

namespace embertree::terra {

enum Structure : std::uint8_t { kDwelling, kTradingHouse, kTemple, kStronghold, kSanctuary };

inline constexpr int kStructures = 5;
inline constexpr std::string_view kStructureNames[kStructures] = {"D", "TP", "TE", "SH", "SA"};
inline constexpr int kSupply[kStructures] = {8, 4, 3, 1, 1};

inline constexpr int kFactions = 14;
inline constexpr int kNoFaction = kFactions;

enum FactionId : std::uint8_t {
  kFakirs,
  kNomads,
  kCultists,
  kHalflings,
  kAlchemists,
  kDarklings,
  kMermaids,
  kSwarmlings,
  kAuren,
  kWitches,
  kDwarves,
  kEngineers,
  kChaosMagicians,
  kGiants
};

// Special actions, in the order of their labels; the power actions ACT1 .. ACT6 come before them.
enum Special : std::uint8_t { kBon1, kBon2, kFav6, kActA, kActC, kActG, kActN, kActS, kActW, kActE };

inline constexpr int kSpecials = 10;
inline constexpr int kNoSpecial = kSpecials;

// Read as one word by can_pay.
struct alignas(8) Price {
  std::uint16_t workers = 0;
  std::uint16_t coins = 0;
  std::uint16_t priests = 0;
  std::uint16_t filler = 0;
};

struct Goods {
  std::uint8_t coins = 0;
  std::uint8_t workers = 0;
  std::uint8_t priests = 0;
  std::uint8_t power = 0;
};

// The numbers that every faction has.
struct Numbers {
  std::string_view name;
  std::string_view title;
  Terrain home;

  // At the start
  std::uint8_t coins;
  std::uint8_t workers;
  std::uint8_t priests;
  std::array<std::uint8_t, 3> bowls;
  std::array<std::uint8_t, 4> cults;  // fire, water, earth, air

  // Costs: workers, coins
  Price dwelling;
  Price trading_near;  // next to an opponent
  Price trading_alone;
  Price temple;
  Price stronghold;
  Price sanctuary;

  // Income by number of structures on the map
  std::array<std::uint8_t, 9> dwelling_workers;
  std::array<std::uint8_t, 5> trading_coins;
  std::array<std::uint8_t, 5> trading_power;
  Goods stronghold_income;
  std::uint8_t sanctuary_priests;
  std::uint8_t points_2017;  // option starting_points
};

// What most factions have alike.
struct Powers {
  std::array<std::uint8_t, 4> temple_priests = {0, 1, 2, 3};
  std::array<std::uint8_t, 4> temple_power = {};

  // Tracks
  std::uint8_t ship_start = 0;
  std::uint8_t ship_max = 3;
  Price exchange = {2, 5, 1};
  std::uint8_t exchange_max = 2;
  std::uint8_t spade_priests = 0;  // a spade's price in priests instead of workers

  std::uint8_t first_dwellings = 2;
  std::uint8_t favors = 1;  // for a temple or sanctuary

  // Abilities
  std::uint8_t skip_start = 0;           // tunnel, carpet: hexes passed over
  std::uint8_t skip_max = 0;             //
  Price journey = {};                    // what going there costs
  Price journey_stronghold = {};         // the same with a stronghold
  std::uint8_t spade_points = 0;         // for every spade obtained
  std::uint8_t bought_points = 0;        // for every spade bought, besides
  std::uint8_t spade_power = 0;          // for every spade obtained, with a stronghold
  std::uint8_t spades_at_once = 0;       // a hex takes exactly so many spades and becomes home terrain
  std::uint8_t town_points = 0;          //
  std::uint8_t town_workers = 0;         //
  bool step_when_taken = false;          // a cult step when an opponent takes power from an own event
  bool river_towns = false;              //
  bool trades_points = false;            // 1 VP to 1 coin, 2 coins to 1 VP
  std::uint8_t coins_a_point = 3;        // at the end
  std::uint8_t own_action = kNoSpecial;  // needs no stronghold, has no limit a round
  std::uint8_t bridge_points = 0;        // on passing with a stronghold, for each bridge between own structures

  // The stronghold, at once
  std::uint8_t stronghold_points = 0;
  std::uint8_t stronghold_power = 0;
  std::uint8_t stronghold_spades = 0;
  std::uint8_t stronghold_priests = 0;  // so many workers may become priests
  std::uint8_t stronghold_ship = 0;
  std::uint8_t stronghold_skip = 0;
  std::uint8_t stronghold_favors = 0;
  // and from the next turn on, once a round
  std::uint8_t stronghold_action = kNoSpecial;
};

struct Faction : Numbers, Powers {};

inline constexpr std::array<std::uint8_t, 9> kUsualWorkers = {1, 2, 3, 4, 5, 6, 7, 8, 8};
inline constexpr std::array<std::uint8_t, 5> kUsualCoins = {0, 2, 4, 6, 8};
inline constexpr std::array<std::uint8_t, 5> kUsualPower = {0, 1, 2, 4, 6};
inline constexpr std::array<std::uint8_t, 5> kRichCoins = {0, 2, 4, 7, 11};
inline constexpr std::array<std::uint8_t, 5> kEvenPower = {0, 1, 2, 3, 4};

// clang-format off
inline constexpr Faction kFactionRows[kFactions] = {
    // name, title, home               c   w  p   bowls      cults         D       TP near  TP      TE      SH       SA       D income       TP coins      TP power     SH income       SA  2017
    {{"fakirs", "Fakirs", kYellow,      15, 3, 0, {7, 5, 0}, {1, 0, 0, 1}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 10}, {4, 6},  kUsualWorkers, kUsualCoins,  kUsualPower, {.priests = 1}, 1, 33},
     {.ship_max = 0, .exchange_max = 1, .skip_start = 1, .skip_max = 4, .journey = {.priests = 1},
     .journey_stronghold = {.priests = 1}, .stronghold_skip = 1}},
    {{"nomads", "Nomads", kYellow,      15, 2, 0, {5, 7, 0}, {1, 0, 1, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 8},  {4, 6},  kUsualWorkers, kRichCoins,   kEvenPower,  {.power = 2},   1, 19},
     {.first_dwellings = 3, .stronghold_action = kActN}},
    {{"cultists", "Cultists", kBrown,   15, 3, 0, {5, 7, 0}, {1, 0, 1, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 8},  {4, 8},  kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 2},   1, 16},
     {.step_when_taken = true, .stronghold_points = 7}},
    {{"halflings", "Halflings", kBrown, 15, 3, 0, {3, 9, 0}, {0, 0, 1, 1}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 8},  {4, 6},  kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 2},   1, 20},
     {.exchange = {2, 1, 1}, .spade_points = 1, .stronghold_spades = 3}},
    {{"alchemists", "Alchemists", kBlack, 15, 3, 0, {5, 7, 0}, {1, 1, 0, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6}, {4, 6}, kUsualWorkers, kRichCoins,   kEvenPower,  {.coins = 6},   1, 27},
     {.spade_power = 2, .trades_points = true, .coins_a_point = 2, .stronghold_power = 12}},
    {{"darklings", "Darklings", kBlack, 15, 1, 1, {5, 7, 0}, {0, 1, 1, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6},  {4, 10}, kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 2},   2, 15},
     {.exchange_max = 0, .spade_priests = 1, .bought_points = 2, .stronghold_priests = 3}},
    {{"mermaids", "Mermaids", kBlue,    15, 3, 0, {3, 9, 0}, {0, 2, 0, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6},  {4, 8},  kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 4},   1, 19},
     {.ship_start = 1, .ship_max = 5, .river_towns = true, .stronghold_ship = 1}},
    {{"swarmlings", "Swarmlings", kBlue, 20, 8, 0, {3, 9, 0}, {1, 1, 1, 1}, {2, 3}, {3, 4}, {3, 8}, {3, 6}, {5, 8}, {5, 8},
     {2, 3, 4, 5, 6, 7, 8, 9, 9}, {0, 2, 4, 6, 9}, {0, 2, 4, 6, 8}, {.power = 4}, 2, 22},
     {.town_workers = 3, .stronghold_action = kActS}},
    {{"auren", "Auren", kGreen,         15, 3, 0, {5, 7, 0}, {0, 1, 0, 1}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6},  {4, 8},  kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 2},   1, 27},
     {.stronghold_favors = 1, .stronghold_action = kActA}},
    {{"witches", "Witches", kGreen,     15, 3, 0, {5, 7, 0}, {0, 0, 0, 2}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6},  {4, 6},  kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 2},   1, 19},
     {.town_points = 5, .stronghold_action = kActW}},
    {{"dwarves", "Dwarves", kGray,      15, 3, 0, {5, 7, 0}, {0, 0, 2, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6},  {4, 6},  kUsualWorkers, {0, 3, 5, 7, 10}, kUsualPower, {.power = 2}, 1, 20},
     {.ship_max = 0, .skip_start = 1, .skip_max = 1, .journey = {.workers = 2}, .journey_stronghold = {.workers = 1}}},
    {{"engineers", "Engineers", kGray,  10, 2, 0, {3, 9, 0}, {0, 0, 0, 0}, {1, 1}, {1, 2}, {1, 4}, {1, 4}, {3, 6},  {3, 6},
     {0, 1, 2, 2, 3, 4, 4, 5, 6}, kUsualCoins, kUsualPower, {.power = 2}, 1, 16},
     {.temple_priests = {0, 1, 1, 2}, .temple_power = {0, 0, 5, 5}, .own_action = kActE, .bridge_points = 3}},
    {{"chaosmagicians", "Chaos Magicians", kRed, 15, 4, 0, {5, 7, 0}, {2, 0, 0, 0}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 4}, {4, 8}, kUsualWorkers, kUsualCoins, kUsualPower, {.workers = 2}, 1, 19},
     {.first_dwellings = 1, .favors = 2, .stronghold_action = kActC}},
    {{"giants", "Giants", kRed,         15, 3, 0, {5, 7, 0}, {1, 0, 0, 1}, {1, 2}, {2, 3}, {2, 6}, {2, 5}, {4, 6},  {4, 6},  kUsualWorkers, kUsualCoins,  kUsualPower, {.power = 4},   1, 25},
     {.spades_at_once = 2, .stronghold_action = kActG}},
};
// clang-format on

// Workers a spade costs by exchange level; darklings pay a priest instead.
inline constexpr std::uint8_t kSpadeWorkers[3] = {3, 2, 1};
inline constexpr Price kShipPrice = {.workers = 0, .coins = 4, .priests = 1};
inline constexpr int kExchangePoints = 6;
inline constexpr int kJourneyPoints = 4;

}  // namespace embertree::terra
