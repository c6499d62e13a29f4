// Spades: which of them can be used where (rules, 5.4, 5.5, 6.1).
#include "games/terra_mystica/rules.hpp"

namespace embertree::terra {
namespace {

// What may be done with spades on a hex: (target, up or down) in the order of ids. One list for every home, terrain
// and amount: exactly 1 .. 6, then at most 2 and at most 3.
constexpr int kAmounts = 8;
struct Turnings {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 6> ways{};
};
using TurningTable = std::array<std::array<std::array<Turnings, kAmounts>, kTerrains>, kTerrains>;

constexpr TurningTable make_turnings() {
  TurningTable table{};
  for (int home = 0; home < kTerrains; ++home) {
    for (int from = 0; from < kTerrains; ++from) {
      for (int amount = 0; amount < kAmounts; ++amount) {
        const int low = amount < 6 ? amount + 1 : 1;
        const int high = amount < 6 ? amount + 1 : amount - 4;
        Turnings& list =
            table[static_cast<std::size_t>(home)][static_cast<std::size_t>(from)][static_cast<std::size_t>(amount)];
        for (int to = 0; to < kTerrains; ++to) {
          if (to == from) continue;
          // One must stop on home terrain, so it may be the end of a way but not lie on it.
          const int up = steps_up(from, to);
          const int down = steps_down(from, to);
          const bool up_fits = up <= steps_up(from, home) && up >= low && up <= high;
          const bool down_fits = down <= steps_down(from, home) && down >= low && down <= high;
          if (up_fits) list.ways[list.size++] = static_cast<std::uint8_t>(2 * to);
          if (down_fits) list.ways[list.size++] = static_cast<std::uint8_t>(2 * to + 1);
        }
      }
    }
  }
  return table;
}
constexpr TurningTable kTurnings = make_turnings();

// The index of the list for spades in hand: bought ones must all be used at once, given ones need not.
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
  const Bits128 fit = turnable(state, player, bought > 0 ? given + bought : 1);
  if (reach.near.intersects(fit)) return true;
  if (state.table.node == Node::kBonusSpades || !has_journeys(player) || state.table.turn.journey != 0) return false;
  return reach.journey.intersects(fit) && can_fund_journey(player);
}

bool may_dig(const State& state) { return may_dig(state, reach_for_spades(state, state.players[state.table.actor])); }

bool may_dig(const State& state, const Reach& reach) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  if (table.node != Node::kHead && (table.node != Node::kSpades || (turn.flags & TerraMystica::kMayBuy) == 0)) {
    return false;
  }
  Player left = state.players[table.actor];
  const Price price = spade_price(left);
  if (!can_pay(left, price)) return false;
  pay(left, price);
  return spades_usable(state, left, reach, turn.free, turn.bought + 1, true);
}

bool spades_owed(const State& state) {
  const Turn& turn = state.table.turn;
  return state.table.node == Node::kSpades && (turn.bought > 0 || (turn.flags & TerraMystica::kMustUse) != 0);
}

void list_spades(const State& state, ActionList<TerraMystica>& actions) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const Faction& faction = faction_of(player);
  const bool between_rounds = table.node == Node::kBonusSpades;
  Reach reach = reach_of(state, player, between_rounds ? player.ship : range_of(state, player));
  Bits128 hexes = reach.near;
  if (!between_rounds && has_journeys(player) && turn.journey == 0 && can_pay(player, journey_price(player))) {
    hexes |= reach.journey;
  }
  hexes -= state.worked;
  const auto id = [](int hex, int way) { return TerraMystica::kSpade + hex * kTerrains * 2 + way; };
  if (faction.spades_at_once > 0) {
    if (turn.free + turn.bought != faction.spades_at_once) return;
    if (!server_rulings(state)) {
      for (const int hex : hexes - all_of(state, faction.home)) actions.push_back(id(hex, 2 * faction.home));
      return;
    }
    for (const int hex : hexes) {
      for (int to = 0; to < kTerrains; ++to) {
        if (to != terrain_at(state, hex)) actions.push_back(id(hex, 2 * to));
      }
    }
    return;
  }
  const auto& lists = kTurnings[faction.home];
  const auto amount = static_cast<std::size_t>(amount_index(turn.free, turn.bought));
  for (const int hex : hexes) {
    const Turnings& list = lists[static_cast<std::size_t>(terrain_at(state, hex))][amount];
    for (int i = 0; i < list.size; ++i) actions.push_back(id(hex, list.ways[static_cast<std::size_t>(i)]));
  }
}

}  // namespace embertree::terra
