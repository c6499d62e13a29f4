// Spades obtained and used (rules, 5.4).
#include "games/terra_mystica/rules.hpp"

namespace embertree::terra {

void gain_spades(State& state, int seat, int count, bool bought) {
  Player& player = state.players[seat];
  const Faction& faction = faction_of(player);
  int points = faction.spade_points;
  if (bought) points += faction.bought_points;
  add_points(state, seat, kAbility, points * count);
  if (player.pieces[kStronghold] > 0) gain_power(player, faction.spade_power * count);
  // The server counts spades for the scoring tile when they are obtained, the rule book when they are used.
  if (server_rulings(state) && state.table.node != Node::kBonusSpades) {
    const ScoringTile& tile = scoring_tile(state);
    if (tile.source == kSpadeTile) add_points(state, seat, kSpadeTile, tile.points * count);
  }
}

void use_spades(State& state, Action action) {
  const int hex = (action - TerraMystica::kSpade) / (2 * kTerrains);
  const int way = (action - TerraMystica::kSpade) % (2 * kTerrains);
  const int seat = state.table.actor;
  Player& player = state.players[seat];
  Turn& turn = state.table.turn;
  const Faction& faction = faction_of(player);
  const int from = terrain_at(state, hex);
  const int to = way / 2;
  int spades = way % 2 == 0 ? steps_up(from, to) : steps_down(from, to);
  if (faction.spades_at_once > 0) spades = faction.spades_at_once;

  if (state.table.node == Node::kBonusSpades) {
    turn.free = static_cast<std::uint8_t>(turn.free - spades);
    state.worked.set(hex);
    set_terrain(state, hex, to);
    return;
  }
  if (has_journeys(player) && !reach_of(state, player).near.test(hex)) {
    pay(player, journey_price(player));
    add_points(state, seat, kAbility, kJourneyPoints);
    turn.journey = static_cast<std::uint8_t>(hex + 1);
  }
  if (!server_rulings(state)) {
    const ScoringTile& tile = scoring_tile(state);
    if (tile.source == kSpadeTile) add_points(state, seat, kSpadeTile, tile.points * spades);
  }
  turn.free = static_cast<std::uint8_t>(turn.free - std::min<int>(turn.free, spades));
  turn.bought = 0;
  turn.flags = static_cast<std::uint8_t>(turn.flags & ~(TerraMystica::kMustUse | TerraMystica::kMayBuy));
  set_terrain(state, hex, to);
  // Only a hex brought home lets the rest go elsewhere.
  if (to == faction.home) {
    state.worked.set(hex);
  } else {
    turn.free = 0;
  }
  if ((turn.flags & TerraMystica::kMaySplit) == 0) turn.free = 0;
}

}  // namespace embertree::terra
