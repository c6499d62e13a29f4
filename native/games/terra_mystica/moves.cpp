// What may be done: legal_actions, in ascending ids at every node.
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace terra {

bool may_convert(const State& state, TerraMystica::Conversion kind) {
  const Player& player = state.players[state.table.actor];
  switch (kind) {
    case TerraMystica::kPowerToPriest:
      return player.bowls[2] >= 5 && player.priests < priest_cap(player);
    case TerraMystica::kPowerToWorker:
      return player.bowls[2] >= 3;
    case TerraMystica::kPowerToCoin:
      return player.bowls[2] >= 1;
    case TerraMystica::kPriestToWorker:
      return player.priests >= 1;
    case TerraMystica::kWorkerToCoin:
      return player.workers >= 1;
    case TerraMystica::kPointToCoin:
      return faction_of(player).trades_points && player.points >= 1;
    case TerraMystica::kCoinsToPoint:
      return faction_of(player).trades_points && player.coins >= 2;
  }
  return false;
}

bool may_burn(const State& state) { return state.players[state.table.actor].bowls[1] >= 2; }

std::uint32_t spannable(const State& state, const Player& player) {
  if (player.bridges[kBridgesEach - 1] != 0) return 0;
  const std::uint32_t pairs = all_from(kMap.bridges_at, own(state, player));
  // The server lets a pair be spanned twice.
  return server_rulings(state) ? pairs : pairs & ~state.table.bridges;
}

Bits128 storm_hexes(const State& state, const Player& player) {
  return (touching(own(state, player)) & vacant(state)) - all_of(state, faction_of(player).home);
}

Bits128 free_dwelling_hexes(const State& state, const Player& player) {
  if (player.pieces[kDwelling] == kSupply[kDwelling]) return {};
  return vacant(state) & all_of(state, faction_of(player).home);
}

bool upgrade_is_cheap(const State& state, const Player& player, int hex) {
  return ((adjacent(state, hex) & built(state)) - own(state, player)).any();
}

Price upgrade_price(const State& state, const Player& player, int hex, Structure kind) {
  const Faction& faction = faction_of(player);
  switch (kind) {
    case kDwelling:
      return faction.dwelling;
    case kTradingHouse:
      return upgrade_is_cheap(state, player, hex) ? faction.trading_near : faction.trading_alone;
    case kTemple:
      return faction.temple;
    case kStronghold:
      return faction.stronghold;
    case kSanctuary:
      return faction.sanctuary;
  }
  return {};
}

bool label_has_use(const State& state, int label) {
  return label_has_use(state, label, reach_for_spades(state, state.players[state.table.actor]));
}

bool label_has_use(const State& state, int label, const Reach& reach) {
  const Player& player = state.players[state.table.actor];
  const auto spades_have = [&](int count, int power) {
    // The server lets spades be dropped, so there is always a use.
    if (server_rulings(state)) return true;
    Player left = player;
    spend_power(left, power);
    return spades_usable(state, left, reach, count, 0, true);
  };
  if (label < kPowerActions) {
    const PowerAction& row = kPowerRows[label];
    if (row.bridge > 0) return spannable(state, player) != 0;
    return row.spades == 0 || spades_have(row.spades, row.cost);
  }
  switch (static_cast<Special>(label - kPowerActions)) {
    case kBon1:
      return spades_have(1, 0);
    case kActG:
      return spades_have(2, 0);
    case kActN:
      return server_rulings(state) || storm_hexes(state, player).any();
    case kActS:
      return server_rulings(state) ||
             (player.pieces[kDwelling] > 0 && player.pieces[kTradingHouse] < kSupply[kTradingHouse]);
    case kActW:
      return server_rulings(state) || free_dwelling_hexes(state, player).any();
    case kActE:
      return spannable(state, player) != 0;
    default:
      return true;
  }
}

unsigned specials_of(const Player& player) {
  const Faction& faction = faction_of(player);
  unsigned set = 1U << faction.own_action | ((player.favors & kHasFav6) != 0 ? 1U << kFav6 : 0);
  if (player.card != 0) set |= 1U << kBonusRows[player.card - 1].action;
  if (player.pieces[kStronghold] > 0) set |= 1U << faction.stronghold_action;
  return set & ~(1U << kNoSpecial);
}

bool tail_is_open(const State& state) {
  const Player& player = state.players[state.table.actor];
  if (state.worked.any() && can_pay(player, faction_of(player).dwelling)) return true;
  if (player.bowls[2] > 0 || player.bowls[1] > 1 || player.workers > 0 || player.priests > 0) return true;
  const Faction& faction = faction_of(player);
  if (faction.trades_points && (player.points > 0 || player.coins > 1)) return true;
  return faction.river_towns && connectable_rivers(state, player) != 0;
}

}  // namespace terra

namespace {

using List = ActionList<TerraMystica>;

void list_bits(std::uint64_t bits, Action first, List& actions) {
  for (; bits != 0; bits &= bits - 1) actions.push_back(first + std::countr_zero(bits));
}

void list_hexes(Bits128 hexes, Action first, List& actions) {
  list_bits(hexes.lo, first, actions);
  list_bits(hexes.hi, first + 64, actions);
}

// Spades are owed whose use costs what a conversion could take away.
bool conversions_endanger_spades(const State& state) {
  const Player& player = state.players[state.table.actor];
  return (has_journeys(player) || faction_of(player).spades_at_once > 0) && spades_owed(state);
}

// Does a conversion leave owed spades usable?
bool leaves_spades_usable(const State& state, int kind) {
  Player left = state.players[state.table.actor];
  switch (kind) {
    case TerraMystica::kPowerToPriest:
      spend_power(left, 5);
      ++left.priests;
      break;
    case TerraMystica::kPowerToWorker:
      spend_power(left, 3);
      ++left.workers;
      break;
    case TerraMystica::kPowerToCoin:
      spend_power(left, 1);
      break;
    case TerraMystica::kPriestToWorker:
      --left.priests;
      ++left.workers;
      break;
    case TerraMystica::kWorkerToCoin:
      --left.workers;
      break;
    default:
      return true;
  }
  const Turn& turn = state.table.turn;
  return spades_usable(state, left, turn.free, turn.bought, (turn.flags & TerraMystica::kMayBuy) != 0);
}

// What may stand between the parts of one's own turn.
void list_connections(const State& state, List& actions) {
  const Player& player = state.players[state.table.actor];
  if (faction_of(player).river_towns) list_bits(connectable_rivers(state, player), TerraMystica::kConnect, actions);
}

void list_conversions(const State& state, List& actions) {
  static_assert(TerraMystica::kBurn == TerraMystica::kConvert + 7);
  unsigned open = static_cast<unsigned>(may_burn(state)) << 7;
  for (int kind = 0; kind < 7; ++kind) {
    open |= static_cast<unsigned>(may_convert(state, static_cast<TerraMystica::Conversion>(kind))) << kind;
  }
  if (conversions_endanger_spades(state)) {
    for (int kind = 0; kind < 7; ++kind) {
      if ((open >> kind & 1) != 0 && !leaves_spades_usable(state, kind)) open &= ~(1U << kind);
    }
  }
  list_bits(open, TerraMystica::kConvert, actions);
}

void list_head(const State& state, List& actions) {
  using Game = TerraMystica;
  const Table& table = state.table;
  const Player& player = state.players[table.actor];
  const Faction& faction = faction_of(player);
  const Reach reach = reach_of(state, player);

  if (player.pieces[kDwelling] < kSupply[kDwelling] && can_pay(player, faction.dwelling)) {
    Bits128 hexes = reach.near;
    if (reach.journey.any() && can_pay(player, plus(faction.dwelling, journey_price(player)))) hexes |= reach.journey;
    list_hexes(hexes & all_of(state, faction.home), Game::kBuild, actions);
  }
  if (table.round == kRounds) {
    actions.push_back(Game::kPass + kBonusCards);
  } else {
    list_bits(free_cards(state), Game::kPass, actions);
  }
  const Reach spades_reach = without_worked(state, reach);
  if (may_dig(state, spades_reach)) actions.push_back(Game::kDig);

  // Upgrades: which kinds can be paid is the same for all hexes but for a trading house's price.
  const auto affordable = [&](Structure kind, const Price& price) {
    return player.pieces[kind] < kSupply[kind] && can_pay(player, price);
  };
  const bool cheap = affordable(kTradingHouse, faction.trading_near);
  const bool dear = affordable(kTradingHouse, faction.trading_alone);
  const bool temple = affordable(kTemple, faction.temple);
  const bool stronghold = affordable(kStronghold, faction.stronghold);
  const bool sanctuary = affordable(kSanctuary, faction.sanctuary);
  if (cheap || temple || stronghold || sanctuary) {
    for (const int hex : own(state, player)) {
      const Action first = Game::kUpgrade + 4 * hex;
      switch (structure_at(state, hex)) {
        case kDwelling:
          if (dear || (cheap && upgrade_is_cheap(state, player, hex))) actions.push_back(first);
          break;
        case kTradingHouse:
          if (temple) actions.push_back(first + 1);
          if (stronghold) actions.push_back(first + 2);
          break;
        case kTemple:
          if (sanctuary) actions.push_back(first + 3);
          break;
        default:
          break;
      }
    }
  }

  if (player.ship < faction.ship_max && can_pay(player, kShipPrice)) actions.push_back(Game::kAdvance);
  if (player.dig < faction.exchange_max && can_pay(player, faction.exchange)) actions.push_back(Game::kAdvance + 1);

  if (player.priests > 0) {
    for (int cult = 0; cult < kCults; ++cult) {
      const auto& spaces = table.priests[cult];
      if (spaces[0] == 0) actions.push_back(Game::kSend + 3 * cult);
      if (spaces[1] == 0 || spaces[2] == 0 || spaces[3] == 0) actions.push_back(Game::kSend + 3 * cult + 1);
      actions.push_back(Game::kSend + 3 * cult + 2);
    }
  }

  unsigned labels = 0;
  for (int label = 0; label < kPowerActions; ++label) {
    labels |= static_cast<unsigned>(player.bowls[2] >= kPowerRows[label].cost) << label;
  }
  labels &= ~unsigned{table.power_used};
  unsigned specials = specials_of(player) & ~unsigned{player.used};
  if (player.workers < 2) specials &= ~(1U << kActE);
  for (labels |= specials << kPowerActions; labels != 0; labels &= labels - 1) {
    const int label = std::countr_zero(labels);
    if (label_has_use(state, label, spades_reach)) actions.push_back(Game::kLabel + label);
  }

  list_connections(state, actions);
  list_conversions(state, actions);
}

void list_tail(const State& state, List& actions) {
  using Game = TerraMystica;
  const Player& player = state.players[state.table.actor];
  if (player.pieces[kDwelling] < kSupply[kDwelling] && can_pay(player, faction_of(player).dwelling)) {
    list_hexes(state.worked, Game::kBuild, actions);
  }
  list_connections(state, actions);
  list_conversions(state, actions);
  if ((state.table.turn.flags & Game::kMayOrdain) != 0) {
    // The server takes any number and loses what is above the cap.
    const int room = server_rulings(state) ? 3 : std::min(3, priest_cap(player) - player.priests);
    for (int count = 1; count <= room && count <= player.workers; ++count) {
      actions.push_back(Game::kOrdain + count - 1);
    }
  }
  actions.push_back(Game::kDone);
}

}  // namespace

void TerraMystica::legal_actions(const State& state, ActionList<TerraMystica>& actions) {
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const auto may_drop = [&](Dropped what) {
    if (server_rulings(state)) actions.push_back(kDrop + what);
  };
  const auto between = [&] {
    list_connections(state, actions);
    list_conversions(state, actions);
  };
  switch (table.node) {
    case Node::kDealScoring:
    case Node::kDealBonus:
    case Node::kDealFaction:
    case Node::kOver:
      return;
    case Node::kFaction:
      for (int faction = 0; faction < kFactions; ++faction) {
        if (seat_of(state, kFactionRows[faction].home) < 0) actions.push_back(kSetup + faction);
      }
      return;
    case Node::kFirstDwelling:
      list_hexes(vacant(state) & all_of(state, faction_of(player).home), kBuild, actions);
      return;
    case Node::kFirstCard:
      list_bits(free_cards(state), kPass, actions);
      return;
    case Node::kHead:
      list_head(state, actions);
      return;
    case Node::kKeys: {
      between();
      const int candidates = key_candidates(state, player, turn.key_steps);
      for (int set = 1; set <= 15; ++set) {
        if ((set & ~candidates) == 0 && std::popcount(static_cast<unsigned>(set)) == player.keys) {
          actions.push_back(kKeysFor + set - 1);
        }
      }
      return;
    }
    case Node::kFavor:
      may_drop(kDropFavor);
      between();
      list_bits(favors_left(state, player), kFavorTile, actions);
      return;
    case Node::kTown:
      may_drop(kDropTown);
      between();
      for (int tile = 0; tile < kTownTiles; ++tile) {
        if (town_tiles_left(state, tile) > 0) actions.push_back(kTownTile + tile);
      }
      return;
    case Node::kBridge:
      list_bits(spannable(state, player), kSpan, actions);
      between();
      return;
    case Node::kStorm:
      may_drop(kDropStorm);
      list_hexes(storm_hexes(state, player), kStorm, actions);
      between();
      return;
    case Node::kFreeDwelling:
      list_hexes(free_dwelling_hexes(state, player), kBuild, actions);
      may_drop(kDropDwelling);
      between();
      return;
    case Node::kFreeTrading:
      may_drop(kDropTrading);
      if (player.pieces[kTradingHouse] < kSupply[kTradingHouse]) {
        for (const int hex : own(state, player) & all_of(state, kDwelling)) actions.push_back(kUpgrade + 4 * hex);
      }
      between();
      return;
    case Node::kCult:
      between();
      for (int cult = 0; cult < kCults; ++cult) actions.push_back(kStep + cult);
      return;
    case Node::kSpades:
      if (may_dig(state)) actions.push_back(kDig);
      list_spades(state, actions);
      if (turn.bought == 0 && (turn.flags & kMustUse) == 0) actions.push_back(kDrop + kDropSpade);
      between();
      return;
    case Node::kTail:
      list_tail(state, actions);
      return;
    case Node::kLeech: {
      const int offer = standing_offer(state);
      const int giver = state.players[turn.seat].faction;
      actions.push_back(kTake + giver * kMaxOffer + offer - 1);
      actions.push_back(kDecline + giver * kMaxOffer + offer - 1);
      return;
    }
    case Node::kCultistStep:
      for (int cult = 0; cult < kCults; ++cult) actions.push_back(kStep + cult);
      return;
    case Node::kBonusSpades:
      list_spades(state, actions);
      actions.push_back(kDrop + kDropSpade);
      return;
  }
}

}  // namespace embertree
