// Numbers for learners: the map as seats see it, then every counter, the seat's own first.
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

constexpr int kHexFeatures = kTerrains + 1;    // terrains, town
constexpr int kSeatHexFeatures = kStructures;  // of each seat
constexpr int kSeatFeatures =
    3 + 3 + 2 + kCults + 1 + 3 + 1 + 1 + kFactions + kBonusCards + kFavorTiles + kTownTiles + kSpecials + kStructures;
constexpr int kTableFeatures = kRounds + kRounds * kScoringTiles + kBonusCards + kPowerActions +
                               kCults * kPriestSpaces + kBridgePairs + kRivers + 11;

int features_of(int players) {
  return kLand * (kHexFeatures + players * kSeatHexFeatures) + players * kSeatFeatures + kTableFeatures + 2 * players;
}

}  // namespace

std::vector<int> TerraMystica::observation_shape(int players) { return {features_of(players)}; }

void TerraMystica::observation(const State& state, int seat, float* features) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const int players = table.players;
  const auto put = [&](float value) { *features++ = value; };
  const auto put_set = [&](Bits128 set) {
    for (int hex = 0; hex < kLand; ++hex) put(set.test(hex) ? 1.0F : 0.0F);
  };
  const auto put_bits = [&](unsigned long long bits, int count) {
    for (int bit = 0; bit < count; ++bit) put((bits >> bit & 1) != 0 ? 1.0F : 0.0F);
  };
  const auto share = [](int value, int whole) { return static_cast<float>(value) / static_cast<float>(whole); };

  for (int terrain = 0; terrain < kTerrains; ++terrain) put_set(all_of(state, static_cast<Terrain>(terrain)));
  put_set(state.towns);
  for (int i = 0; i < players; ++i) {
    const Bits128 mine = own(state, state.players[(seat + i) % players]);
    for (int kind = 0; kind < kStructures; ++kind) put_set(mine & all_of(state, static_cast<Structure>(kind)));
  }
  for (int i = 0; i < players; ++i) {
    const Player& player = state.players[(seat + i) % players];
    put(share(player.coins, 20));
    put(share(player.workers, 10));
    put(share(player.points, 100));
    for (const int bowl : player.bowls) put(share(bowl, 12));
    put(share(player.priests, kPriests));
    put(share(player.cult_priests, kPriests));
    for (const int cult : player.cults) put(share(cult, kCultTop));
    put(share(player.keys, 3));
    put(share(player.ship, 5));
    put(share(player.dig, 2));
    put(share(player.skip, kMaxSkip));
    put(player.passed != 0 ? 1.0F : 0.0F);
    int bridges = 0;
    for (const int pair : player.bridges) bridges += pair != 0;
    put(share(bridges, kBridgesEach));
    put_bits(is_chosen(player) ? 1ULL << player.faction : 0, kFactions);
    put_bits(player.card > 0 ? 1ULL << (player.card - 1) : 0, kBonusCards);
    put_bits(player.favors, kFavorTiles);
    for (int tile = 0; tile < kTownTiles; ++tile) put(share(tiles_of(player.town_tiles, tile), 2));
    put_bits(player.used, kSpecials);
    for (int kind = 0; kind < kStructures; ++kind) put(share(player.pieces[kind], kSupply[kind]));
  }
  put_bits(table.round > 0 ? 1ULL << (table.round - 1) : 0, kRounds);
  for (const int tile : table.scoring) put_bits(tile > 0 ? 1ULL << (tile - 1) : 0, kScoringTiles);
  for (int card = 0; card < kBonusCards; ++card) {
    put((free_cards(state) >> card & 1) != 0 ? 1.0F + share(table.card_coins[card], 6) : 0.0F);
  }
  put_bits(table.power_used, kPowerActions);
  for (const auto& track : table.priests) {
    for (const int space : track) put(space == 0 ? 0.0F : share((space - 1 + players - seat) % players + 1, players));
  }
  put_bits(table.bridges, kBridgePairs);
  put_bits(table.river_towns, kRivers);
  put(share(static_cast<int>(table.node), static_cast<int>(Node::kOver)));
  put(share((table.actor + players - seat) % players, players));
  put(share((turn.seat + players - seat) % players, players));
  put(share(turn.acts, 2));
  put(share(turn.free, 3));
  put(share(turn.bought, 6));
  put(share(turn.cult, 2));
  put(share(turn.favors, 2));
  put(share(turn.towns, 2));
  put(share(turn.flags, 255));
  put(share(turn.held, 15));
  for (int i = 0; i < players; ++i) put(share(place_in_order(state, (seat + i) % players), players));
  for (int i = 0; i < players; ++i) {
    put(share(turn.offers[0][(seat + i) % players] + turn.offers[1][(seat + i) % players], 10));
  }
}

}  // namespace embertree
