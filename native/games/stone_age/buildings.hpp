// The 28 building tiles, one row each (rules, sections 8 and 12.2).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/stone_age/goods.hpp"

namespace embertree::stone_age {

struct BuildingRow {
  std::string_view key;
  std::uint8_t wood, brick, stone, gold;  // a fixed price; all 0 on the others
  std::uint8_t count;                     // so many resources of exactly `kinds` kinds; 7: one to seven of any
  std::uint8_t kinds;
};

inline constexpr int kTiles = 28;
inline constexpr int kFixedTiles = 17;  // ids 0 .. 16
inline constexpr int kAnyTile = 25;     // ids 25 .. 27: one to seven resources
inline constexpr int kStackHeight = 7;
inline constexpr int kMostForAny = 7;

// Points are always the sum of the values paid (wood 3, brick 4, stone 5, gold 6).
inline constexpr BuildingRow kBuildingRows[kTiles] = {
    // key    w  b  s  g  n  k
    {"WWB", 2, 1, 0, 0, 0, 0},   // 10
    {"WWS", 2, 0, 1, 0, 0, 0},   // 11
    {"WBB", 1, 2, 0, 0, 0, 0},   // 11
    {"WWG", 2, 0, 0, 1, 0, 0},   // 12
    {"WSS", 1, 0, 2, 0, 0, 0},   // 13
    {"BBS", 0, 2, 1, 0, 0, 0},   // 13
    {"BBG", 0, 2, 0, 1, 0, 0},   // 14
    {"BSS", 0, 1, 2, 0, 0, 0},   // 14
    {"SSG", 0, 0, 2, 1, 0, 0},   // 16
    {"WBS", 1, 1, 1, 0, 0, 0},   // 12, two copies
    {"WBS", 1, 1, 1, 0, 0, 0},   //
    {"WBG", 1, 1, 0, 1, 0, 0},   // 13, two copies
    {"WBG", 1, 1, 0, 1, 0, 0},   //
    {"WSG", 1, 0, 1, 1, 0, 0},   // 14, two copies
    {"WSG", 1, 0, 1, 1, 0, 0},   //
    {"BSG", 0, 1, 1, 1, 0, 0},   // 15, two copies
    {"BSG", 0, 1, 1, 1, 0, 0},   //
    {"4OF1", 0, 0, 0, 0, 4, 1},  // 12 .. 24
    {"4OF2", 0, 0, 0, 0, 4, 2},  // 13 .. 23
    {"4OF3", 0, 0, 0, 0, 4, 3},  // 15 .. 21
    {"4OF4", 0, 0, 0, 0, 4, 4},  // 18
    {"5OF1", 0, 0, 0, 0, 5, 1},  // 15 .. 30
    {"5OF2", 0, 0, 0, 0, 5, 2},  // 16 .. 29
    {"5OF3", 0, 0, 0, 0, 5, 3},  // 18 .. 27
    {"5OF4", 0, 0, 0, 0, 5, 4},  // 21 .. 24
    {"ANY7", 0, 0, 0, 0, 7, 0},  // 3 .. 42, three copies
    {"ANY7", 0, 0, 0, 0, 7, 0},  //
    {"ANY7", 0, 0, 0, 0, 7, 0},  //
};

// --- Sets of tiles: one bit a tile, of equal tiles the lowest bit first ---
using TileSet = std::uint32_t;
inline constexpr TileSet kAllTiles = (TileSet{1} << kTiles) - 1;

// The lowest id of a tile's equals, and how many there are.
inline constexpr auto kFirstTile = [] {
  std::array<std::uint8_t, kTiles> first{};
  for (int tile = 0; tile < kTiles; ++tile) {
    int lowest = tile;
    while (lowest > 0 && kBuildingRows[lowest - 1].key == kBuildingRows[tile].key) --lowest;
    first[tile] = static_cast<std::uint8_t>(lowest);
  }
  return first;
}();
inline constexpr auto kTileCopies = [] {
  std::array<std::uint8_t, kTiles> copies{};
  for (int tile = 0; tile < kTiles; ++tile) ++copies[kFirstTile[tile]];
  return copies;
}();
static_assert(kTileCopies[9] == 2 && kTileCopies[10] == 0 && kTileCopies[25] == 3);

constexpr TileSet tile_group(int tile) { return ((TileSet{1} << kTileCopies[tile]) - 1) << tile; }
// `tile` is the lowest of its equals.
constexpr TileSet with_tile(TileSet set, int tile) {
  const TileSet group = tile_group(tile);
  const TileSet have = set & group;
  return set | (((have << 1) | TileSet{1} << tile) & group);
}
constexpr TileSet without_tile(TileSet set, int tile) {
  const TileSet group = tile_group(tile);
  return (set & ~group) | ((set & group) >> 1 & group);
}
constexpr int count_tile(TileSet set, int tile) { return bit_count(set & tile_group(tile)); }
static_assert(without_tile(with_tile(with_tile(0, 25), 25), 25) == with_tile(0, 25));
static_assert(count_tile(with_tile(with_tile(0, 25), 25), 25) == 2);

inline constexpr auto kTilePrice = [] {
  std::array<Goods, kFixedTiles> prices{};
  for (int tile = 0; tile < kFixedTiles; ++tile) {
    const BuildingRow& row = kBuildingRows[tile];
    prices[tile] = goods_of(kWood, row.wood) | goods_of(kBrick, row.brick) | goods_of(kStone, row.stone) |
                   goods_of(kGold, row.gold);
  }
  return prices;
}();
// The number of each fixed price among the mixes of three.
inline constexpr auto kTilePayment = [] {
  std::array<std::uint8_t, kFixedTiles> numbers{};
  for (int tile = 0; tile < kFixedTiles; ++tile)
    numbers[tile] = static_cast<std::uint8_t>(mix_number(kTilePrice[tile]));
  return numbers;
}();
static_assert([] {
  int points = 0;
  for (const Goods price : kTilePrice) points += value_of(price);
  return points;
}() == 222);

// The payments of an `n of k` tile that a purse holds, as a set of mixes of n resources.
constexpr std::uint64_t tile_payments(Goods purse, int tile) {
  const BuildingRow& row = kBuildingRows[tile];
  return payable_word(purse, row.count, 0) & mixes_of_kinds(row.count, row.kinds);
}

}  // namespace embertree::stone_age
