// Spades: which of them can be used where (rules, 5.4, 5.5, 6.1).
#include "games/terra_mystica/choices.hpp"

namespace embertree::terra {
namespace {

// What may be done with spades on a hex, bit by (target, up or down), as ids have it. One set for every home, terrain
// and amount: exactly 1 .. 6, then at most 2 and at most 3.
constexpr int kAmounts = 8;
using TurningTable = std::array<std::array<std::array<std::uint16_t, kTerrains>, kAmounts>, kTerrains>;

constexpr TurningTable make_turnings() {
  TurningTable table{};
  for (int home = 0; home < kTerrains; ++home) {
    for (int amount = 0; amount < kAmounts; ++amount) {
      for (int from = 0; from < kTerrains; ++from) {
        const int low = amount < 6 ? amount + 1 : 1;
        const int high = amount < 6 ? amount + 1 : amount - 4;
        unsigned set = 0;
        for (int to = 0; to < kTerrains; ++to) {
          if (to == from) continue;
          // One must stop on home terrain, so it may be the end of a way but not lie on it.
          const int up = steps_up(from, to);
          const int down = steps_down(from, to);
          if (up <= steps_up(from, home) && up >= low && up <= high) set |= 1U << (2 * to);
          if (down <= steps_down(from, home) && down >= low && down <= high) set |= 1U << (2 * to + 1);
        }
        table[static_cast<std::size_t>(home)][static_cast<std::size_t>(amount)][static_cast<std::size_t>(from)] =
            static_cast<std::uint16_t>(set);
      }
    }
  }
  return table;
}
constexpr TurningTable kTurnings = make_turnings();

// The index of the sets for spades in hand: bought ones must all be used at once, given ones need not.
int amount_index(int given, int bought) {
  if (bought > 0) return given + bought - 1;
  return given == 1 ? 0 : given + 4;
}

}  // namespace

Bits128 turnable(const State& state, const Player& player, int spades) {
  // One of the two ways home, up or down the cycle, is always so long.
  if (spades <= (kTerrains + 1) / 2) return kAllLand;
  const int home = faction_of(player).home;
  Bits128 set;
  for (int from = 0; from < kTerrains; ++from) {
    if (spades <= std::max(steps_up(from, home), steps_down(from, home)) && spades < kTerrains) {
      set |= all_of(state, static_cast<Terrain>(from));
    }
  }
  return set;
}

Reach reach_for_spades(const State& state, const Player& player) {
  const bool between_rounds = state.table.node == Node::kBonusSpades;
  return without_worked(state, reach_of(state, player, between_rounds ? player.ship : range_of(state, player)));
}

namespace {

// Hexes, wherever they are, on which spades in hand are of use.
Bits128 fitting(const State& state, const Player& player, int given, int bought) {
  return turnable(state, player, bought > 0 ? given + bought : 1);
}

}  // namespace

bool spades_fit_nearby(const State& state, const Player& player, const Reach& reach, int given, int bought) {
  return faction_of(player).spades_at_once == 0 && reach.near.intersects(fitting(state, player, given, bought));
}

bool spades_usable(const State& state, const Player& player, int given, int bought, bool may_buy) {
  return spades_usable(state, player, reach_for_spades(state, player), given, bought, may_buy);
}

bool spades_usable(const State& state, const Player& player, const Reach& reach, int given, int bought, bool may_buy) {
  const Faction& faction = faction_of(player);
  if (faction.spades_at_once > 0) {
    const Bits128 hexes = server_rulings(state) ? reach.near : reach.near - all_of(state, faction.home);
    const int missing = faction.spades_at_once - given - bought;
    if (hexes.none() || missing < 0) return false;
    return missing == 0 || (may_buy && most_workers(player) >= missing * spade_price(player).workers);
  }
  if (spades_fit_nearby(state, player, reach, given, bought)) return true;
  if (state.table.node == Node::kBonusSpades || !has_journeys(player) || state.table.turn.journey != 0) return false;
  return reach.journey.intersects(fitting(state, player, given, bought)) && can_fund_journey(player);
}

bool may_dig(const State& state, const Reach& reach) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  if (table.node != Node::kHead && (table.node != Node::kSpades || (turn.flags & TerraMystica::kMayBuy) == 0)) {
    return false;
  }
  const Player& player = state.players[table.actor];
  const Price price = spade_price(player);
  if (!can_pay(player, price)) return false;
  if (spades_fit_nearby(state, player, reach, turn.free, turn.bought + 1)) return true;
  Player left = player;
  pay(left, price);
  return spades_usable(state, left, reach, turn.free, turn.bought + 1, true);
}

bool spades_owed(const State& state) {
  const Turn& turn = state.table.turn;
  return state.table.node == Node::kSpades && (turn.bought > 0 || (turn.flags & TerraMystica::kMustUse) != 0);
}

void add_spades(const State& state, const Reach& reach, Choices& choices) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const Faction& faction = faction_of(player);
  Bits128 hexes = reach.near;
  if (table.node != Node::kBonusSpades && has_journeys(player) && turn.journey == 0 &&
      can_pay(player, journey_price(player))) {
    hexes |= reach.journey;
  }
  const auto add = [&](int hex, unsigned ways) { choices.add(ways, TerraMystica::kSpade + hex * kTerrains * 2); };
  if (faction.spades_at_once > 0) {
    if (turn.free + turn.bought != faction.spades_at_once) return;
    if (!server_rulings(state)) {
      for (const int hex : hexes - all_of(state, faction.home)) add(hex, 1U << (2 * faction.home));
      return;
    }
    constexpr unsigned kAnywhere = 0b01'0101'0101'0101;
    for (const int hex : hexes) add(hex, kAnywhere & ~(1U << (2 * terrain_at(state, hex))));
    return;
  }
  const auto& sets = kTurnings[faction.home][static_cast<std::size_t>(amount_index(turn.free, turn.bought))];
  for (const int hex : hexes) add(hex, sets[static_cast<std::size_t>(terrain_at(state, hex))]);
}

}  // namespace embertree::terra
