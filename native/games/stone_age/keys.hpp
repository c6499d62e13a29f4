// The state's key: Zobrist's idea with sums in place of exclusive ors.
//
// Every field of a player and every crowd on a location has a random odd factor; the key's sum is kept while the game
// goes on, and a counter that moves by d moves it by d factors, whatever its range. What changes with every action
// anyhow (phase, turn, pending) and what one word holds (cards and tiles on the board) is mixed in when the key is
// asked for.
#pragma once

#include "core/zobrist.hpp"
#include "games/stone_age/buildings.hpp"
#include "games/stone_age/cards.hpp"
#include "games/stone_age/locations.hpp"

namespace embertree::stone_age {

inline constexpr int kStoneAgeSeats = 4;

// Fields of a seat with a factor of their own; wood, brick, stone and gold are 0 .. 3.
enum KeyField : std::uint8_t {
  kGoodsField = 0,
  kFoodField = 4,
  kPointsField,
  kPeopleField,
  kAgricultureField,
  kToolsField,
  kOneUseField,
  kPenaltiesField,
  kCrewField = 16,  // + location
  kKeyFields = 32,
};

namespace keys_detail {

template <std::size_t N>
constexpr std::array<Key, N> odd_keys(std::string_view name) {
  std::array<Key, N> keys = zobrist_keys<N>(name);
  for (Key& key : keys) key |= 1;
  return keys;
}

inline constexpr auto kFields = odd_keys<kStoneAgeSeats * kKeyFields>("stone_age/fields");
inline constexpr auto kCardKeys = odd_keys<kStoneAgeSeats * kCards>("stone_age/cards");
inline constexpr auto kTileKeys = odd_keys<kStoneAgeSeats * kTiles>("stone_age/tiles");

}  // namespace keys_detail

constexpr Key field_key(int seat, int field) { return keys_detail::kFields[seat * kKeyFields + field]; }
constexpr Key card_key(int seat, int card) { return keys_detail::kCardKeys[seat * kCards + card]; }
constexpr Key tile_key(int seat, int tile) { return keys_detail::kTileKeys[seat * kTiles + tile]; }

// What `change` of a counter adds to the sum.
constexpr Key changed(int seat, int field, int change) {
  return static_cast<Key>(static_cast<std::int64_t>(change)) * field_key(seat, field);
}
constexpr Key goods_key(int seat, Goods goods) {
  return (goods & 0xFFFF) * field_key(seat, kWood) + (goods >> 16 & 0xFFFF) * field_key(seat, kBrick) +
         (goods >> 32 & 0xFFFF) * field_key(seat, kStone) + (goods >> 48) * field_key(seat, kGold);
}

}  // namespace embertree::stone_age
