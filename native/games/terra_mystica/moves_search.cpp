// Actions worth searching: all that can lead to a better result, without what never does. Each omission says why.
#include "games/terra_mystica/search.hpp"

namespace embertree {

using namespace terra;

namespace terra {

namespace {

// Conversions that bring a need nearer, and nothing else. Burning stands before power is spent, priests before workers
// before coins, so that one set of conversions is found in one order; only where a good can be had in two ways (a
// worker from power or from a priest, a coin from power, a worker or a point) both are offered.
unsigned conversions_for(const Player& player, const Need& need) {
  const Faction& faction = faction_of(player);
  const int missing_priests = std::max(0, need.priests - player.priests);
  const int missing_workers = std::max(0, need.workers - player.workers);
  const int missing_coins = std::max(0, need.coins - player.coins);
  if (missing_priests + missing_workers + missing_coins == 0 && need.power <= player.bowls[2]) return 0;

  // Can it be had at all? Priests are best spent on workers: a worker costs three power otherwise, a coin one.
  int power = burnable_power(player) - need.power - 5 * missing_priests;
  if (power < 0 || need.priests > priest_cap(player)) return 0;
  int spare_priests = std::max(0, player.priests - need.priests);
  const int spare_workers = std::max(0, player.workers - need.workers);
  const int by_power = std::max(0, missing_workers - spare_priests);
  power -= 3 * by_power;
  spare_priests = std::max(0, spare_priests - missing_workers);
  const int points = faction.trades_points ? player.points : 0;
  if (power < 0 || power + spare_priests + spare_workers + points < missing_coins) return 0;

  const int free_power = player.bowls[2] - need.power;
  const bool burnable = player.bowls[1] >= 2;
  unsigned set = 0;
  const auto offer = [&](int kind) { set |= 1U << kind; };
  const auto offer_power = [&](int kind, int cost) {
    if (free_power >= cost) {
      offer(kind);
    } else if (burnable && burnable_power(player) - need.power >= cost) {
      offer(kBurnKind);
    }
  };
  if (free_power < 0) {
    offer(kBurnKind);
  } else if (missing_priests > 0) {
    offer_power(TerraMystica::kPowerToPriest, 5);
  } else if (missing_workers > 0) {
    offer_power(TerraMystica::kPowerToWorker, 3);
    if (player.priests > need.priests) offer(TerraMystica::kPriestToWorker);
  } else {
    offer_power(TerraMystica::kPowerToCoin, 1);
    if (spare_workers > 0) {
      offer(TerraMystica::kWorkerToCoin);
    } else if (player.priests > need.priests) {
      offer(TerraMystica::kPriestToWorker);
    }
    if (points > 0) offer(TerraMystica::kPointToCoin);
  }
  return set;
}

Need need_of(const Price& price) { return {price.workers, price.coins, price.priests, 0}; }

}  // namespace

NeedList needs_of(const State& state) {
  NeedList needs;
  const Table& table = state.table;
  const Turn& turn = table.turn;
  const Player& player = state.players[table.actor];
  const Faction& faction = faction_of(player);
  const auto supply = [&](Structure kind) { return kSupply[kind] - player.pieces[kind]; };
  switch (table.node) {
    case Node::kTail:
      if (state.worked.any() && supply(kDwelling) > 0) needs.push_back(need_of(faction.dwelling));
      return needs;
    case Node::kSpades: {
      if ((turn.flags & TerraMystica::kMayBuy) != 0 && worth_digging(state)) {
        needs.push_back(need_of(spade_price(player)));
      }
      if (has_journeys(player) && turn.journey == 0) needs.push_back(need_of(journey_price(player)));
      return needs;
    }
    case Node::kHead:
      break;
    default:
      return needs;
  }
  const Reach reach = reach_of(state, player);
  const Bits128 home = all_of(state, faction.home);
  if (supply(kDwelling) > 0) {
    if (reach.near.intersects(home)) {
      needs.push_back(need_of(faction.dwelling));
    } else if (reach.journey.intersects(home)) {
      needs.push_back(need_of(plus(faction.dwelling, journey_price(player))));
    }
  }
  if (reach.near.any() || reach.journey.any()) {
    Price price = spade_price(player);
    if (reach.near.none()) price = plus(price, journey_price(player));
    needs.push_back(need_of(price));
  }
  if (supply(kTradingHouse) > 0 && player.pieces[kDwelling] > 0) {
    // The dearer price only matters where there is a dwelling that pays it.
    bool cheap = false;
    bool dear = false;
    for (const int hex : own(state, player) & all_of(state, kDwelling)) {
      (upgrade_is_cheap(state, player, hex) ? cheap : dear) = true;
    }
    if (cheap) needs.push_back(need_of(faction.trading_near));
    if (dear) needs.push_back(need_of(faction.trading_alone));
  }
  if (player.pieces[kTradingHouse] > 0) {
    if (supply(kTemple) > 0) needs.push_back(need_of(faction.temple));
    if (supply(kStronghold) > 0) needs.push_back(need_of(faction.stronghold));
  }
  if (player.pieces[kTemple] > 0 && supply(kSanctuary) > 0) needs.push_back(need_of(faction.sanctuary));
  if (player.ship < faction.ship_max) needs.push_back(need_of(kShipPrice));
  if (player.dig < faction.exchange_max) needs.push_back(need_of(faction.exchange));
  needs.push_back({0, 0, 1, 0});  // a priest to send
  for (int label = 0; label < kPowerActions; ++label) {
    if ((table.power_used >> label & 1) == 0 && player.bowls[2] < kPowerRows[label].cost) {
      if (kPowerRows[label].bridge > 0 && spannable(state, player) == 0) continue;
      needs.push_back({0, 0, 0, kPowerRows[label].cost});
    }
  }
  if (faction.own_action == kActE && spannable(state, player) != 0) needs.push_back({2, 0, 0, 0});
  return needs;
}

unsigned useful_conversions(const State& state, const NeedList& needs) {
  const Player& player = state.players[state.table.actor];
  unsigned set = 0;
  for (const Need& need : needs) set |= conversions_for(player, need);
  return set;
}

unsigned conversions_towards(const Player& player, const Need& need) { return conversions_for(player, need); }

bool worth_digging(const State& state) {
  // Three spades bring any hex home. More are dug for what each spade brings by itself.
  const Turn& turn = state.table.turn;
  const Player& player = state.players[state.table.actor];
  const Faction& faction = faction_of(player);
  if (turn.free + turn.bought < 3) return true;
  return scoring_tile(state).source == kSpadeTile || faction.spade_points > 0 || faction.bought_points > 0 ||
         (faction.spade_power > 0 && player.pieces[kStronghold] > 0);
}

}  // namespace terra

namespace {

using Game = TerraMystica;
using List = ActionList<TerraMystica>;

// Power gained beyond what the bowls take is lost, so spending some before it comes may be worth it.
bool wants_room(const State& state, int coming) {
  const Player& player = state.players[state.table.actor];
  return player.bowls[2] > 0 && room_for_power(player) < coming;
}

// A partial transformation is tried towards home. The other way is longer for oneself and no worse for anybody else,
// unless the way home makes the hex home terrain of an opponent.
bool keeps_spade(const State& state, Action action, bool spades_count) {
  const int hex = (action - Game::kSpade) / (2 * kTerrains);
  const int way = (action - Game::kSpade) % (2 * kTerrains);
  const Player& player = state.players[state.table.actor];
  const int home = faction_of(player).home;
  if (faction_of(player).spades_at_once > 0) return way / 2 == home;
  const int from = terrain_at(state, hex);
  const bool up = way % 2 == 0;
  const int up_home = steps_up(from, home);
  const int down_home = steps_down(from, home);
  if (way / 2 == home) {
    // The long way only pays where spades count by themselves.
    return spades_count || (up ? up_home <= down_home : down_home <= up_home);
  }
  if (from == home) return false;  // away from home: for a point a spade other hexes do as well
  const bool short_way = up ? up_home < down_home : down_home < up_home;
  if (short_way) return true;
  const int spades = up ? steps_up(from, way / 2) : steps_down(from, way / 2);
  const int other_way = up ? (from - spades + kTerrains) % kTerrains : (from + spades) % kTerrains;
  const int owner = seat_of(state, other_way);
  return owner >= 0 && owner != state.table.actor;
}

// A priest on a space for more steps does all that one for fewer does, as long as the steps are not cut short.
bool keeps_priest(const State& state, Action action) {
  const int cult = (action - Game::kSend) / 3;
  const int steps = 3 - (action - Game::kSend) % 3;
  const Player& player = state.players[state.table.actor];
  const auto& spaces = state.table.priests[cult];
  const bool three = spaces[0] == 0;
  const bool two = spaces[1] == 0 || spaces[2] == 0 || spaces[3] == 0;
  if (steps == 2) return !three || player.cults[cult] + 3 >= kCultTop;
  // A priest that comes back matters when few are left.
  if (steps == 1) return !(three || two) || player.cults[cult] + 2 >= kCultTop || priest_cap(player) <= 3;
  return true;
}

}  // namespace

void TerraMystica::search_actions(const State& state, ActionList<TerraMystica>& actions) {
  const Table& table = state.table;
  List all;
  legal_actions(state, all);
  if (table.node == Node::kLeech) {
    // Power for nothing is taken, unless it moves the cultists on.
    const Player& player = state.players[table.actor];
    const bool gift =
        takeable(player, standing_offer(state)) == 1 && !faction_of(state.players[table.turn.seat]).step_when_taken;
    actions = all;
    if (gift) actions.pop_back();
    return;
  }
  if (table.node < Node::kHead || table.node > Node::kTail) {
    if (table.node != Node::kBonusSpades) {
      actions = all;
      return;
    }
  }
  const Player& player = state.players[table.actor];
  unsigned conversions = 0;
  int coming = 0;
  switch (table.node) {
    case Node::kHead:
    case Node::kTail:
      // Neighbours, cults and the next income bring power.
      coming = 6;
      break;
    case Node::kTown:
      coming = town_tiles_left(state, 3) > 0 ? 8 : 3;
      break;
    case Node::kFavor:
    case Node::kCult:
    case Node::kKeys:
      coming = 5;
      break;
    default:
      break;
  }
  if (table.node != Node::kBonusSpades) {
    conversions = useful_conversions(state, needs_of(state));
    if (coming > 0 && wants_room(state, coming)) {
      conversions |= 1U << kPowerToCoin;
      if (player.bowls[2] >= 3) conversions |= 1U << kPowerToWorker;
    }
    // Points are cheap when there are none to pay for power.
    if (faction_of(player).trades_points && player.points < 4) conversions |= 1U << kCoinsToPoint;
  }
  const Faction& faction = faction_of(player);
  const bool spades_count = (table.node == Node::kSpades && (scoring_tile(state).source == kSpadeTile ||
                                                             faction.spade_points > 0 || faction.bought_points > 0)) ||
                            faction.spade_power > 0;
  bool any_spade = table.node != Node::kSpades && table.node != Node::kBonusSpades;
  for (const Action action : all) {
    bool keeps = true;
    if (action == kDig) {
      keeps = table.node == Node::kHead || worth_digging(state);
    } else if (action >= kSpade && action < kDrop) {
      keeps = keeps_spade(state, action, spades_count);
      any_spade = any_spade || keeps;
    } else if (action >= kDrop && action < kStorm) {
      // What is owed is worth having; spades may be more trouble than they are worth.
      keeps = action == kDrop + kDropSpade;
      any_spade = any_spade || keeps;
    } else if (action >= kSend && action < kLabel) {
      keeps = keeps_priest(state, action);
    } else if (action >= kConnect && action < kConvert) {
      // Nothing in the middle of an action is the better for a town founded there; its tail comes soon enough.
      keeps = table.node == Node::kHead || table.node == Node::kTail;
    } else if (action >= kConvert && action <= kBurn) {
      keeps = (conversions >> (action - kConvert) & 1) != 0;
    }
    if (keeps) actions.push_back(action);
  }
  // Where all that is left looks useless, all of it stays.
  if (actions.empty() || !any_spade) actions = all;
}

}  // namespace embertree
