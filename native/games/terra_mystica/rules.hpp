// Facts about a state that moves, effects, scoring and evaluation share. Only the files of this room include it.
#pragma once

#include <algorithm>

#include "games/terra_mystica/terra_mystica.hpp"

namespace embertree::terra {

using State = TerraMystica::State;
using Player = TerraMystica::Player;
using Table = TerraMystica::Table;
using Turn = TerraMystica::Turn;
using Node = TerraMystica::Node;

// --- Options ---
inline bool has_option(const State& state, std::uint16_t option) { return (state.table.options & option) != 0; }
inline bool server_rulings(const State& state) { return has_option(state, TerraMystica::kServer); }

inline bool is_chosen(const Player& player) { return player.faction != kNoFaction; }
inline const Faction& faction_of(const Player& player) { return kFactionRows[player.faction]; }

// --- Hexes ---
inline int terrain_at(const State& state, int hex) {
  return (state.terrain[0].test(hex) ? 1 : 0) | (state.terrain[1].test(hex) ? 2 : 0) |
         (state.terrain[2].test(hex) ? 4 : 0);
}
inline Bits128 digits(const Bits128 (&planes)[3], int value) {
  Bits128 set = kAllLand;
  for (int bit = 0; bit < 3; ++bit) {
    // The plane or what is not in it, without a branch: values come at random.
    const std::uint64_t flip = static_cast<std::uint64_t>(value >> bit & 1) - 1;
    set &= planes[bit] ^ Bits128 { flip, flip };
  }
  return set;
}
// The set, or nothing; without a branch.
inline Bits128 only_if(bool yes, Bits128 set) {
  const std::uint64_t all = -std::uint64_t{yes};
  return set & Bits128{all, all};
}
inline Bits128 all_of(const State& state, Terrain terrain) { return digits(state.terrain, terrain); }
inline Bits128 built(const State& state) { return state.structure[0] | state.structure[1] | state.structure[2]; }
inline Bits128 vacant(const State& state) { return kAllLand - built(state); }
inline Bits128 all_of(const State& state, Structure kind) { return digits(state.structure, kind + 1); }
inline Bits128 own(const State& state, const Player& player) {
  return is_chosen(player) ? built(state) & all_of(state, faction_of(player).home) : Bits128{};
}
// The kind of structure on a hex, -1 for none.
inline int structure_at(const State& state, int hex) {
  return ((state.structure[0].test(hex) ? 1 : 0) | (state.structure[1].test(hex) ? 2 : 0) |
          (state.structure[2].test(hex) ? 4 : 0)) -
         1;
}
// Factions that may still be chosen, a bit each: no two of one home terrain.
inline unsigned free_factions(const State& state) {
  unsigned homes = 0;
  for (int seat = 0; seat < state.table.players; ++seat) {
    if (is_chosen(state.players[seat])) homes |= 1U << faction_of(state.players[seat]).home;
  }
  unsigned free = 0;
  for (int faction = 0; faction < kFactions; ++faction) {
    free |= (~homes >> kFactionRows[faction].home & 1) << faction;
  }
  return free;
}
// The seat whose home terrain it is, -1 where nobody's.
inline int seat_of(const State& state, int terrain) {
  for (int seat = 0; seat < state.table.players; ++seat) {
    if (is_chosen(state.players[seat]) && faction_of(state.players[seat]).home == terrain) return seat;
  }
  return -1;
}

// --- Adjacency ---
inline Bits128 over_bridges(const State& state, int hex) {
  Bits128 set;
  for (std::uint32_t pairs = kMap.bridges_at[static_cast<std::size_t>(hex)] & state.table.bridges; pairs != 0;
       pairs &= pairs - 1) {
    const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(std::countr_zero(pairs))];
    set.set(bridge.a == hex ? bridge.b : bridge.a);
  }
  return set;
}
inline Bits128 adjacent(const State& state, int hex) {
  return kMap.touch[static_cast<std::size_t>(hex)] | over_bridges(state, hex);
}
// What bridges add to what touches a set.
inline Bits128 over_bridges(const State& state, Bits128 set) {
  Bits128 more;
  for (std::uint32_t pairs = state.table.bridges; pairs != 0; pairs &= pairs - 1) {
    const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(std::countr_zero(pairs))];
    if (set.test(bridge.a)) more.set(bridge.b);
    if (set.test(bridge.b)) more.set(bridge.a);
  }
  return more;
}
// What a table says of any hex of a set.
template <class Set>
inline Set all_from(const std::array<Set, kLand>& table, Bits128 set) {
  Set all{};
  for (std::uint64_t rest = set.lo; rest != 0; rest &= rest - 1) {
    all |= table[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  for (std::uint64_t rest = set.hi; rest != 0; rest &= rest - 1) {
    all |= table[static_cast<std::size_t>(64 + std::countr_zero(rest))];
  }
  return all;
}
inline Bits128 touching(Bits128 set) { return all_from(kMap.touch, set); }

inline int power_value(const State& state, Bits128 set) {
  // Dwelling 001, trading house 010, temple 011, stronghold 100, sanctuary 101.
  const Bits128 dwellings = set & all_of(state, kDwelling);
  return dwellings.count() + 2 * (set & state.structure[1]).count() + 3 * (set & state.structure[2]).count();
}

// The shipping range in phase II: the bonus card counts while it is held in play.
inline int range_of(const State& state, const Player& player) {
  const Faction& faction = faction_of(player);
  if (faction.ship_max == 0) return 0;
  const bool carried = player.card != 0 && player.passed == 0 && state.table.node != Node::kBonusSpades;
  return player.ship + (carried ? kBonusRows[player.card - 1].range : 0);
}

// Free hexes within reach (rules, 5.5): directly or by ship; and by tunnel or carpet, where that is the only way.
struct Reach {
  Bits128 near;
  Bits128 journey;
};
inline Reach reach_of(const State& state, const Player& player, int range) {
  const Bits128 mine = own(state, player);
  const Bits128 near = over_bridges(state, mine) | all_from(kMap.reach[static_cast<std::size_t>(range)], mine);
  const Bits128 free = vacant(state);
  Reach reach{near & free, {}};
  if (player.skip > 0) {
    reach.journey = (all_from(kMap.skip[player.skip], mine) & free) - near;
  }
  return reach;
}
inline Reach reach_of(const State& state, const Player& player) {
  return reach_of(state, player, range_of(state, player));
}
inline Reach without_worked(const State& state, const Reach& reach) {
  return {reach.near - state.worked, reach.journey - state.worked};
}

// --- Goods ---
inline int priest_cap(const Player& player) { return kPriests - player.cult_priests; }
inline bool can_pay(const Player& player, const Price& price) {
  // Three comparisons as one subtraction, since no branch could foresee them: each good has 16 bits, and what is short
  // takes the highest of them away.
  constexpr std::uint64_t kHighest = 0x8000'8000'8000;
  const std::uint64_t have =
      player.workers | std::uint64_t{player.coins} << 16 | std::uint64_t{player.priests} << 32 | kHighest;
  return ((have - std::bit_cast<std::uint64_t>(price)) & kHighest) == kHighest;
}
inline void pay(Player& player, const Price& price) {
  player.workers = static_cast<std::uint16_t>(player.workers - price.workers);
  player.coins = static_cast<std::uint16_t>(player.coins - price.coins);
  player.priests = static_cast<std::uint8_t>(player.priests - price.priests);
}
inline Price plus(const Price& a, const Price& b) {
  return {static_cast<std::uint16_t>(a.workers + b.workers), static_cast<std::uint16_t>(a.coins + b.coins),
          static_cast<std::uint16_t>(a.priests + b.priests)};
}
inline void gain_power(Player& player, int amount) {
  const int first = std::min<int>(amount, player.bowls[0]);
  const int second = std::min<int>(amount - first, player.bowls[1] + first);
  player.bowls[0] = static_cast<std::uint8_t>(player.bowls[0] - first);
  player.bowls[1] = static_cast<std::uint8_t>(player.bowls[1] + first - second);
  player.bowls[2] = static_cast<std::uint8_t>(player.bowls[2] + second);
}
inline void spend_power(Player& player, int amount) {
  player.bowls[2] = static_cast<std::uint8_t>(player.bowls[2] - amount);
  player.bowls[0] = static_cast<std::uint8_t>(player.bowls[0] + amount);
}
inline void gain_priests(Player& player, int amount) {
  player.priests = static_cast<std::uint8_t>(std::min(player.priests + amount, priest_cap(player)));
}
inline void gain(Player& player, const Goods& goods) {
  player.coins = static_cast<std::uint16_t>(player.coins + goods.coins);
  player.workers = static_cast<std::uint16_t>(player.workers + goods.workers);
  gain_priests(player, goods.priests);
  gain_power(player, goods.power);
}
// What power a player could take in at most.
inline int room_for_power(const Player& player) { return 2 * player.bowls[0] + player.bowls[1]; }
// What bowl III could hold after burning all there is, and the most that conversions could make of it.
inline int burnable_power(const Player& player) { return player.bowls[2] + player.bowls[1] / 2; }
inline int most_workers(const Player& player) { return player.workers + player.priests + burnable_power(player) / 3; }
inline int most_priests(const Player& player) {
  return std::min(player.priests + burnable_power(player) / 5, priest_cap(player));
}

// --- Conversions ---
// Conversions are counted by TerraMystica::Conversion, burning comes after them.
inline constexpr int kBurnKind = TerraMystica::kBurn - TerraMystica::kConvert;
struct Exchange {
  std::int8_t power = 0;  // from bowl III to bowl I
  std::int8_t burnt = 0;  // in bowl II, half of it for good
  std::int8_t coins = 0;
  std::int8_t workers = 0;
  std::int8_t priests = 0;
  std::int8_t points = 0;
};
inline constexpr Exchange kExchanges[kBurnKind + 1] = {
    {.power = 5, .priests = 1},  {.power = 3, .workers = 1}, {.power = 1, .coins = 1},   {.workers = 1, .priests = -1},
    {.coins = 1, .workers = -1}, {.coins = 1, .points = -1}, {.coins = -2, .points = 1}, {.burnt = 2},
};
// All of it but the points, which have a source to be noted.
inline void exchange(Player& player, const Exchange& row) {
  player.bowls[0] = static_cast<std::uint8_t>(player.bowls[0] + row.power);
  player.bowls[1] = static_cast<std::uint8_t>(player.bowls[1] - row.burnt);
  player.bowls[2] = static_cast<std::uint8_t>(player.bowls[2] - row.power + row.burnt / 2);
  player.coins = static_cast<std::uint16_t>(player.coins + row.coins);
  player.workers = static_cast<std::uint16_t>(player.workers + row.workers);
  player.priests = static_cast<std::uint8_t>(player.priests + row.priests);
}
// Bits by kind: what the player has the means for. Without branches, as in can_pay.
inline unsigned open_conversions(const Player& player) {
  using Game = TerraMystica;
  const unsigned power = player.bowls[2];
  const unsigned trades = faction_of(player).trades_points ? 1 : 0;
  const auto bit = [](bool open, int kind) { return unsigned{open} << kind; };
  return bit((power >= 5) & (player.priests < priest_cap(player)), Game::kPowerToPriest) |
         bit(power >= 3, Game::kPowerToWorker) | bit(power >= 1, Game::kPowerToCoin) |
         bit(player.priests >= 1, Game::kPriestToWorker) | bit(player.workers >= 1, Game::kWorkerToCoin) |
         (bit(player.points >= 1, Game::kPointToCoin) | bit(player.coins >= 2, Game::kCoinsToPoint)) * trades |
         bit(player.bowls[1] >= 2, kBurnKind);
}

// --- Prices ---
inline Price spade_price(const Player& player) {
  const Faction& faction = faction_of(player);
  if (faction.spade_priests > 0) return {.priests = faction.spade_priests};
  return {.workers = kSpadeWorkers[player.dig]};
}
inline const Price& journey_price(const Player& player) {
  const Faction& faction = faction_of(player);
  return player.pieces[kStronghold] > 0 ? faction.journey_stronghold : faction.journey;
}
inline bool has_journeys(const Player& player) { return player.skip > 0; }
inline bool can_fund_journey(const Player& player) {
  const Price& price = journey_price(player);
  return most_workers(player) >= price.workers && most_priests(player) >= price.priests;
}

inline const ScoringTile& scoring_tile(const State& state) {
  return kScoringRows[state.table.scoring[state.table.round - 1] - 1];
}

// --- Towns ---
inline int town_power_needed(const Player& player) { return kTownPower - ((player.favors & kHasFav5) != 0 ? 1 : 0); }
inline bool makes_town(const State& state, const Player& player, Bits128 cluster) {
  const int structures = cluster.count() + (cluster & all_of(state, kSanctuary)).count();
  return structures >= kTownStructures && power_value(state, cluster) >= town_power_needed(player);
}
// The own structures connected to `start`; `rivers` are the river hexes that connect.
inline Bits128 cluster_of(const State& state, Bits128 mine, Bits128 start, std::uint64_t rivers) {
  Bits128 cluster = start & mine;
  Bits128 rim = cluster;
  while (rim.any()) {
    Bits128 next = over_bridges(state, rim) | touching(rim);
    for (std::uint64_t rest = rivers; rest != 0; rest &= rest - 1) {
      const Bits128& banks = kMap.banks[static_cast<std::size_t>(std::countr_zero(rest))];
      if (banks.intersects(rim)) next |= banks;
    }
    rim = (next & mine) - cluster;
    cluster |= rim;
  }
  return cluster;
}
// River hexes that connect for this player: mermaids' towns.
inline std::uint64_t own_river_towns(const State& state, const Player& player) {
  return faction_of(player).river_towns ? state.table.river_towns : 0;
}
inline int tiles_of(std::uint16_t counts, int tile) { return counts >> (2 * tile) & 3; }
inline int town_tile_copies(const State& state, int tile) {
  return tile < kBaseTownTiles || has_option(state, TerraMystica::kMiniExpansion) ? kTownRows[tile].copies : 0;
}
inline int town_tiles_left(const State& state, int tile) {
  int left = town_tile_copies(state, tile);
  for (int seat = 0; seat < state.table.players; ++seat) left -= tiles_of(state.players[seat].town_tiles, tile);
  return left;
}
inline int town_tiles_left(const State& state) {
  int left = 0;
  for (int tile = 0; tile < kTownTiles; ++tile) left += town_tiles_left(state, tile);
  return left;
}
// What the mermaids would join into a town across a river hex; empty where they may not.
Bits128 river_town(const State& state, const Player& player, int river);
std::uint64_t connectable_rivers(const State& state, const Player& player);

// --- Favor tiles ---
// Tiles a player may take, bit by number.
inline constexpr unsigned kFavorsOnce = [] {
  unsigned set = 0;
  for (int tile = 0; tile < kFavorTiles; ++tile) set |= kFavorRows[tile].copies == 1 ? 1U << tile : 0;
  return set;
}();
inline std::uint16_t favors_left(const State& state, const Player& player) {
  // How many of each are taken, in binary, all tiles at once: there is one of a kind, or three.
  unsigned ones = 0;
  unsigned twos = 0;
  for (int seat = 0; seat < state.table.players; ++seat) {
    const unsigned favors = state.players[seat].favors;
    twos |= ones & favors;
    ones ^= favors;
  }
  const unsigned gone = (ones & twos) | ((ones | twos) & kFavorsOnce) | player.favors;
  return static_cast<std::uint16_t>(((1U << kFavorTiles) - 1) & ~gone);
}

// --- Cults ---
inline bool top_is_free(const State& state, int cult) {
  for (int seat = 0; seat < state.table.players; ++seat) {
    if (state.players[seat].cults[cult] == kCultTop) return false;
  }
  return true;
}
// Tracks that would enter 10 if there were keys enough: those held back, and those that the steps take there.
inline int key_candidates(const State& state, const Player& player, int steps) {
  int candidates = 0;
  for (int cult = 0; cult < kCults; ++cult) {
    const int at = player.cults[cult];
    if (at == kCultTop || !top_is_free(state, cult)) continue;
    if (at + steps >= kCultTop || (state.table.turn.held >> cult & 1) != 0) candidates |= 1 << cult;
  }
  return candidates;
}

// --- Bonus cards ---
inline std::uint16_t free_cards(const State& state) {
  unsigned held = 0;  // from bit 1 on
  for (int seat = 0; seat < state.table.players; ++seat) held |= 1U << state.players[seat].card;
  return static_cast<std::uint16_t>(state.table.cards & ~(held >> 1));
}

// --- Order ---
inline int place_in_order(const State& state, int seat) {
  for (int i = 0; i < state.table.players; ++i) {
    if (state.table.order[i] == seat) return i;
  }
  return 0;
}

// --- Offers ---
// Who answers the offers of the running turn, in this order. With variable turn order whoever has passed stands behind
// the others, as in the next round.
struct Answerers {
  std::uint8_t seats[kMaxSeats];
  int count;
};
inline Answerers answerers(const State& state) {
  const Table& table = state.table;
  std::uint8_t circle[kMaxSeats] = {};
  int size = 0;
  if (has_option(state, TerraMystica::kVariableOrder)) {
    for (int i = 0; i < table.players; ++i) {
      if (state.players[table.order[i]].passed == 0) circle[size++] = table.order[i];
    }
    for (int i = 0; i < table.passed_count; ++i) circle[size++] = table.passed[i];
  } else {
    for (int i = 0; i < table.players; ++i) circle[size++] = table.order[i];
  }
  int giver = 0;
  while (circle[giver] != table.turn.seat) ++giver;
  Answerers list{{}, size - 1};
  for (int i = 0; i < list.count; ++i) {
    if (++giver == size) giver = 0;
    list.seats[i] = circle[giver];
  }
  return list;
}
// What a seat would take of an offer: as much as fits the bowls and the points allow.
inline int takeable(const Player& player, int amount) {
  return std::min({amount, room_for_power(player), player.points + 1});
}
inline int standing_offer(const State& state) {
  const Turn& turn = state.table.turn;
  const int first = turn.offers[0][state.table.actor];
  return first > 0 ? first : turn.offers[1][state.table.actor];
}

// Who wants to see the states between two nodes (TerraMystica::stages) hands in a list.
struct Journal {
  std::vector<State>* stages = nullptr;
  void note(const State& state) const {
    if (stages != nullptr) stages->push_back(state);
  }
};

// --- Setup (deal.cpp) ---
void apply_setup(State& state, Action action, Journal journal);
// What setup goes on with, told by what is there; kHead when it is complete.
struct SetupStep {
  Node node;
  int actor;
};
SetupStep setup_step(const State& state);
// The seat that places the next starting dwelling, -1 when all stand. `placed` of them stand so far.
int first_dwelling_seat(const State& state, int placed);

// --- Spades (moves_spades.cpp) ---
// Hexes of a set where `spades` legal steps are possible for this home terrain.
Bits128 turnable(const State& state, const Player& player, int spades);
// Can so many spades (`given` of them free, so that fewer will do if none is bought) be used at all, when `player` is
// what the mover has left?
bool spades_usable(const State& state, const Player& player, int given, int bought, bool may_buy);
// The same where it is known already which hexes spades may go to; that does not depend on what the player has left.
bool spades_usable(const State& state, const Player& player, const Reach& reach, int given, int bought, bool may_buy);
Reach reach_for_spades(const State& state, const Player& player);
// Can they be used with nothing more to pay? What is left does not matter then.
bool spades_fit_nearby(const State& state, const Player& player, const Reach& reach, int given, int bought);
// Would buying one more spade leave the mover with spades that all can be used?
bool may_dig(const State& state, const Reach& reach);
// Spades in hand that have to be used, so that no conversion may make that impossible.
bool spades_owed(const State& state);

// --- Nodes (audit.cpp) ---
// The node that a state of a phase is at, told by what is pending.
Node node_of(const State& state, std::string_view phase);

// --- Moves (moves.cpp) ---
// Bridges the mover may span.
std::uint32_t spannable(const State& state, const Player& player);
// Is there anything to do at the tail of a turn beside `done`?
bool tail_is_open(const State& state);
// Free hexes the sandstorm may hit; home hexes for a free dwelling.
Bits128 storm_hexes(const State& state, const Player& player);
Bits128 free_dwelling_hexes(const State& state, const Player& player);
bool upgrade_is_cheap(const State& state, const Player& player, int hex);
Price upgrade_price(const State& state, const Player& player, int hex, Structure kind);
// Does the label's effect have a legal use? Its costs are another question.
bool label_has_use(const State& state, int label);
bool label_has_use(const State& state, int label, const Reach& reach);
// The special actions that are a player's, used or not, bit by Special.
unsigned specials_of(const Player& player);

// --- Dealing (deal.cpp) ---
int card_set_number(std::uint16_t removed);
std::uint16_t card_set(int number, int size);
int removed_cards(const State& state);
int bonus_cards_in_box(const State& state);
// The next round that gets a scoring tile, 0 when all have one.
int next_scoring_round(const State& state);
std::uint16_t scoring_tiles_left(const State& state);

// --- Changes of hexes keep the key right (apply.cpp) ---
Key board_key_from_scratch(const State& state);
void set_terrain(State& state, int hex, int terrain);
void set_structure(State& state, int hex, int kind);  // kind -1: none
void set_town(State& state, Bits128 hexes);
void add_points(State& state, int seat, Source source, int points);
void gain_spades(State& state, int seat, int count, bool bought);
void advance_cult(State& state, int seat, int cult, int steps);
void check_town(State& state, int seat, Bits128 start);
void build_event(State& state, int seat, int hex);
void place_dwelling(State& state, int seat, int hex);
// What the running turn or phase goes on with.
void settle(State& state, Journal journal);
// The same where nothing is owed any more: the turn goes on as long as something can be done.
void settle_tail(State& state, Journal journal);
void end_turn(State& state, Journal journal);
void resolve_offers(State& state, Journal journal);
void start_round(State& state);
void settle_bonus_spades(State& state, Journal journal);
void use_spades(State& state, Action action);
void take_town_tile(State& state, int tile);
void enter_tops(State& state, int chosen);
void advance_shipping(State& state, int seat);

// --- Scoring (score.cpp) ---
int largest_area(const State& state, const Player& player);
// Points for places shared by equal values; zero never scores.
void share_places(const PerSeat<int>& values, int players, const std::uint8_t (&places)[3], PerSeat<int>& points);
int goods_as_coins(const Player& player);

}  // namespace embertree::terra
