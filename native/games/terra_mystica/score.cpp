// Final scoring (rules, section 13) and the score sheet. Points of the end are counted when they are asked for; the
// points in a state are those of the game itself.
#include "core/objective.hpp"
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace terra {

int largest_area(const State& state, const Player& player) {
  const Bits128 mine = own(state, player);
  const bool skips = has_journeys(player);
  const auto& near = kMap.reach[skips ? 0 : player.ship];
  const auto& far = kMap.skip[player.skip];
  int best = 0;
  for (Bits128 rest = mine; rest.any();) {
    Bits128 area = Bits128::of(rest.lowest());
    Bits128 rim = area;
    while (rim.any()) {
      Bits128 next = state.table.bridges != 0 ? over_bridges(state, rim) : Bits128{};
      for (const int hex : rim) {
        next |= near[static_cast<std::size_t>(hex)];
        if (skips) next |= far[static_cast<std::size_t>(hex)];
      }
      rim = (next & mine) - area;
      area |= rim;
    }
    rest -= area;
    best = std::max(best, area.count());
  }
  return best;
}

void share_places(const PerSeat<int>& values, int players, const std::uint8_t (&places)[3], PerSeat<int>& points) {
  // What the first so many places bring together; from the fourth on nothing.
  int together[kMaxSeats + 1] = {0, places[0], places[0] + places[1]};
  for (int count = 3; count <= kMaxSeats; ++count) together[count] = together[2] + places[2];
  for (int seat = 0; seat < players; ++seat) {
    int above = 0;
    int equal = 0;
    for (int other = 0; other < players; ++other) {
      above += values[other] > values[seat];
      equal += values[other] == values[seat];
    }
    points[seat] = values[seat] == 0 ? 0 : (together[above + equal] - together[above]) / equal;
  }
}

int goods_as_coins(const Player& player) {
  return player.coins + player.workers + player.priests + burnable_power(player);
}

namespace {

// Lines of the sheet that are counted at the end: four cults, area, goods.
struct Ending {
  PerSeat<int> cults[kCults];
  PerSeat<int> area;
  PerSeat<int> goods;
};

void count_ending(const State& state, Ending& ending) {
  const int players = state.table.players;
  PerSeat<int> values{};
  for (int cult = 0; cult < kCults; ++cult) {
    for (int seat = 0; seat < players; ++seat) values[seat] = state.players[seat].cults[cult];
    share_places(values, players, kCultPlaces, ending.cults[cult]);
  }
  for (int seat = 0; seat < players; ++seat) {
    const Player& player = state.players[seat];
    values[seat] = is_chosen(player) ? largest_area(state, player) : 0;
    ending.goods[seat] = is_chosen(player) ? goods_as_coins(player) / faction_of(player).coins_a_point : 0;
  }
  share_places(values, players, kAreaPlaces, ending.area);
}

}  // namespace
}  // namespace terra

void TerraMystica::result(const State& state, Result& result) {
  Ending ending;
  count_ending(state, ending);
  for (int seat = 0; seat < state.table.players; ++seat) {
    int points = state.players[seat].points + ending.area[seat] + ending.goods[seat];
    for (const PerSeat<int>& cult : ending.cults) points += cult[seat];
    result.scores[seat] = points;
  }
  rank_by_score(result, state.table.players);
}

std::vector<ScoreLine> TerraMystica::score_sheet(const State& state) {
  Ending ending;
  count_ending(state, ending);
  const int players = state.table.players;
  std::vector<ScoreLine> sheet;
  ScoreLine initial{.name = "initial", .points = {}};
  for (int seat = 0; seat < players; ++seat) {
    initial.points[seat] = state.players[seat].points;
    for (const int points : state.sources[seat]) initial.points[seat] -= points;
  }
  sheet.push_back(initial);
  for (int source = 0; source < kSources; ++source) {
    ScoreLine line{.name = std::string(kSourceNames[source]), .points = {}};
    for (int seat = 0; seat < players; ++seat) {
      line.points[seat] = state.sources[seat][source] + (source == kConverted ? ending.goods[seat] : 0);
    }
    sheet.push_back(line);
  }
  constexpr std::string_view kCultLines[kCults] = {"fire", "water", "earth", "air"};
  for (int cult = 0; cult < kCults; ++cult) {
    sheet.push_back({.name = std::string(kCultLines[cult]), .points = ending.cults[cult]});
  }
  sheet.push_back({.name = "network", .points = ending.area});
  return sheet;
}

std::string_view TerraMystica::phase(const State& state) {
  switch (state.table.node) {
    case Node::kDealScoring:
    case Node::kDealBonus:
    case Node::kDealFaction:
      return "deal";
    case Node::kFaction:
    case Node::kFirstDwelling:
    case Node::kFirstCard:
      return "setup";
    case Node::kLeech:
      return "leech";
    case Node::kCultistStep:
      return "cultist";
    case Node::kBonusSpades:
      return "spade";
    case Node::kOver:
      return "end";
    default:
      return "act";
  }
}

}  // namespace embertree
