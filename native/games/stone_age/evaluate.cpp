// The static evaluation: the final score that each seat may expect, from what it has, what its people are about to do,
// and the rounds to come.
#include <algorithm>

#include "games/stone_age/worth.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

// What a seat will have when all its people have done their work, on average.
struct Outcome {
  float food;
  float goods[kKinds];
  float people;
  float agriculture;
  float tools;
  float built;
  float points;  // that come on top
};

float total(const Outcome& o) { return o.goods[kWood] + o.goods[kBrick] + o.goods[kStone] + o.goods[kGold]; }

// Takes `count` resources, the cheapest first, and says what they were worth.
float spend_cheapest(Outcome& o, const Worth& worth, float count) {
  float cost = 0.0F;
  for (int kind = 0; kind < kKinds && count > 0.0F; ++kind) {
    const float paid = std::min(count, o.goods[kind]);
    o.goods[kind] -= paid;
    cost += paid * worth.goods[kind];
    count -= paid;
  }
  return cost;
}

void expect_card(const State& s, int seat, const Worth& worth, int place, Outcome& o) {
  const int card = s.display[place];
  const float price = static_cast<float>(place + 1);
  const float lacking = std::max(0.0F, price - total(o));
  const float chance = 1.0F - kWeights.short_of * lacking;
  if (chance <= 0.0F) return;
  const float gain = card_at_the_end(s, seat, worth, card) + card_at_once(s, worth, card);
  Outcome after = o;
  const float cost = spend_cheapest(after, worth, price * chance);
  if (chance * gain <= cost) return;
  o = after;
  o.points += chance * gain;
}

void expect_tile(const State& s, int seat, const Worth& worth, int stack, Outcome& o) {
  const int tile = s.top[stack];
  const BuildingRow& row = kBuildingRows[tile];
  float paid[kKinds] = {};
  float lacking = 0.0F;
  if (row.count == 0) {
    for (int kind = 0; kind < kKinds; ++kind) {
      paid[kind] = static_cast<float>(count_of(kTilePrice[tile], kind));
      lacking += std::max(0.0F, paid[kind] - o.goods[kind]);
    }
  } else if (row.kinds == 0) {
    float left = static_cast<float>(kMostForAny);
    for (int kind = kKinds - 1; kind >= 0; --kind) {
      paid[kind] = std::min(left, o.goods[kind]);
      left -= paid[kind];
    }
    lacking = std::max(0.0F, 1.0F - total(o));
  } else {
    // The kinds of which there are most; the dearer ones as far as they go.
    bool chosen[kKinds] = {};
    float have = 0.0F;
    for (int i = 0; i < row.kinds; ++i) {
      int which = 0;
      float most = -1.0F;
      for (int kind = 0; kind < kKinds; ++kind) {
        if (chosen[kind] || o.goods[kind] <= most) continue;
        most = o.goods[kind];
        which = kind;
      }
      chosen[which] = true;
      have += most;
      lacking += std::max(0.0F, 0.8F - most);
    }
    const float count = static_cast<float>(row.count);
    lacking = std::max(lacking, count - have);
    const float share = have > 0.0F ? std::min(1.0F, count / have) : 0.0F;
    for (int kind = 0; kind < kKinds; ++kind) paid[kind] = chosen[kind] ? o.goods[kind] * share : 0.0F;
  }
  const float chance = 1.0F - kWeights.short_of * lacking;
  if (chance <= 0.0F) return;
  float gain = static_cast<float>(figures_of(StoneAge::scoring_cards(s, seat), 2));
  float cost = 0.0F;
  for (int kind = 0; kind < kKinds; ++kind) {
    const float count = std::min(paid[kind], o.goods[kind]);
    gain += count * static_cast<float>(kValue[kind]);
    cost += count * worth.goods[kind];
  }
  if (gain <= cost) return;
  for (int kind = 0; kind < kKinds; ++kind) {
    o.goods[kind] = std::max(0.0F, o.goods[kind] - chance * paid[kind]);
  }
  o.points += chance * (gain - cost) + chance * cost;
}

// What the dice in the air, or on the table, will bring.
void expect_dice(const State& s, int seat, const Worth& worth, Outcome& o) {
  const bool rolling = s.phase == StoneAge::kRoll && s.pending == StoneAge::kPendingDice;
  if (!rolling && s.dice[0] == 0) return;
  const unsigned faces = rolling ? 0x3FU : different_faces(s.dice[0]);
  float best = 0.0F;
  float sum = 0.0F;
  int count = 0;
  for (int face = 1; face <= kFaces; ++face) {
    if ((faces >> (face - 1) & 1) == 0) continue;
    best = std::max(best, face_worth(worth, face));
    sum += face_worth(worth, face);
    ++count;
  }
  const float mean = sum / static_cast<float>(count);
  if (rolling) {
    o.points += seat == s.turn ? mean + (best - mean) * (0.3F + 0.1F * static_cast<float>(s.seats)) : mean;
    return;
  }
  // Those who took theirs get nothing more; the next chooses, the others take what is left.
  const int buyer = static_cast<int>(s.dice[0] >> 24);
  const int order = (seat + s.seats - buyer) % s.seats;
  const int taken = s.seats - dice_count(s.dice[0]);
  if (order < taken) return;
  o.points += order == taken ? best : mean;
}

float seat_score(const State& s, int seat, float rounds) {
  const Player& p = s.players[seat];
  const CardSet cards = StoneAge::scoring_cards(s, seat);
  const Worth worth = worth_of(s, seat, rounds);
  Outcome o{};
  o.food = static_cast<float>(p.food);
  for (int kind = 0; kind < kKinds; ++kind) o.goods[kind] = static_cast<float>(count_of(p.goods, kind));
  o.people = static_cast<float>(p.people);
  o.agriculture = static_cast<float>(p.agriculture);
  o.tools = static_cast<float>(kToolRows[p.tools].total);
  o.built = static_cast<float>(p.built);

  // What its people on the board will bring.
  const bool placing = s.phase == StoneAge::kPlace || (s.phase == StoneAge::kDeal && s.turn == StoneAge::kNothing);
  const bool own_roll = s.turn == seat && (s.phase == StoneAge::kTools || s.phase == StoneAge::kRoll);
  bool rolls = placing;
  const auto add = [&](int place, float gain) {
    if (place == kHunting) {
      o.food += gain;
    } else {
      o.goods[place - kForest] += gain;
    }
  };
  for (int place = 0; place < kGatherPlaces; ++place) {
    const int crew = StoneAge::crew_at(s, seat, place);
    if (crew == 0 || (own_roll && s.phase == StoneAge::kTools && s.pending == place)) continue;
    add(place, kMeanGain[place][crew]);
    rolls = true;
  }
  if (own_roll && s.pending != StoneAge::kPendingDice) {
    rolls = true;
    const int place = StoneAge::rolled_place(s);
    if (s.phase == StoneAge::kTools) {
      // The rest of a division is worth something while there are tools to make it whole.
      add(place, static_cast<float>(kGain[place][s.roll]));
      const int divisor = kLocationRows[place].divisor;
      const int rest = s.roll % divisor;
      const float price = place == kHunting ? worth.food : worth.goods[place - kForest];
      if (StoneAge::tools_value(p, StoneAge::ready_tools(p)) >= divisor - rest) {
        o.points += std::max(0.0F, price - kWeights.tool_now * static_cast<float>(divisor - rest));
      }
    } else if (s.pending >= StoneAge::kPendingCard) {
      add(place, kMeanGain[place][2]);
    }
  }
  const unsigned here = s.here[seat];
  if ((here & location_bit(kToolMaker)) != 0 && o.tools < 12.0F) o.tools += 1.0F;
  if ((here & location_bit(kHut)) != 0 && o.people < 10.0F) o.people += 1.0F;
  if ((here & location_bit(kField)) != 0 && o.agriculture < 10.0F) o.agriculture += 1.0F;
  if (rolls) {
    const ToolRow& tools = kToolRows[p.tools];
    const int ready = placing ? tools.total : tools.sum[tools.unused];
    o.points += kWeights.tool_now * static_cast<float>(ready);
  }
  o.points += kWeights.one_use * static_cast<float>(kOneUseSum[p.one_use & StoneAge::kOneUseTools]);
  if (placing) o.points += kWeights.home * static_cast<float>(p.home);
  expect_dice(s, seat, worth, o);
  const bool picking = (s.phase == StoneAge::kPick && s.turn == seat) || StoneAge::has_open_pick(s, seat);
  if (picking) o.points += 2.0F * worth.goods[kGold];
  if (s.phase == StoneAge::kDraw && s.turn == seat) o.points += kWeights.drawn;
  if (s.hidden_owner == seat && s.hidden_card == StoneAge::kUnknownCard) o.points += kWeights.drawn;

  // Purchases, buildings first: they need their kinds.
  for (int stack = 0; stack < s.seats; ++stack) {
    if ((here >> (kBuilding0 + stack) & 1) != 0 && s.top[stack] != StoneAge::kNothing) {
      expect_tile(s, seat, worth, stack, o);
    }
  }
  for (int place = 0; place < kCardPlaces; ++place) {
    if ((here >> (kCard1 + place) & 1) != 0) expect_card(s, seat, worth, place, o);
  }

  // Food: this round, then the rounds to come.
  const int order = (seat + s.seats - (s.start == StoneAge::kNothing ? 0 : s.start)) % s.seats;
  bool fed = s.phase == StoneAge::kEnd || (s.phase == StoneAge::kDraw && s.turn == StoneAge::kNothing);
  float hungry = 0.0F;
  if (s.phase == StoneAge::kFeed) {
    const int feeding = (s.turn + s.seats - s.start) % s.seats;
    fed = order <= feeding;
    if (order == feeding) hungry = static_cast<float>(s.roll);
  }
  const float eaten = std::max(0.0F, o.people - o.agriculture);
  if (!fed) {
    o.food -= eaten;
    if (o.food < 0.0F) {
      hungry = -o.food;
      o.food = 0.0F;
    }
  }
  o.points -= std::min(10.0F, kWeights.hungry * hungry);
  const float to_eat = eaten * rounds;
  const float covered = std::min(o.food, to_eat);
  o.points += kWeights.food * (covered - to_eat) + kWeights.food_left * (o.food - covered);

  // Work of the rounds to come.
  o.points += rounds * (kWeights.person * o.people + kWeights.tool * o.tools);

  // Resources: those beyond what can be used are worth a point.
  float goods = 0.0F;
  for (int kind = 0; kind < kKinds; ++kind) goods += o.goods[kind] * worth.goods[kind];
  const float count = total(o);
  const float useful = kWeights.kept + kWeights.kept_a_round * rounds;
  if (count > useful) goods = goods * useful / count + (count - useful);
  o.points += goods;

  // Cards.
  const float once = static_cast<float>(symbols_once(cards));
  const float twice = static_cast<float>(symbols_twice(cards));
  o.points += once * once + twice * twice + 2.0F * once * std::min(worth.symbols, 8.0F - once);
  const float sources[kFigures] = {o.agriculture, o.tools, o.built, o.people};
  for (int figure = 0; figure < kFigures; ++figure) {
    o.points += static_cast<float>(figures_of(cards, figure)) * (sources[figure] + worth.growth[figure]);
  }
  return static_cast<float>(p.points) + o.points;
}

}  // namespace

void StoneAge::evaluate(const State& state, Evaluation& evaluation) {
  if (state.phase == kEnd) {
    Result final;
    result(state, final);
    for (int seat = 0; seat < state.seats; ++seat) evaluation.scores[seat] = static_cast<float>(final.scores[seat]);
    evaluation.spread = 1.0F;
    return;
  }
  const float rounds = rounds_to_come(state);
  for (int seat = 0; seat < state.seats; ++seat) evaluation.scores[seat] = seat_score(state, seat, rounds);
  evaluation.spread = kWeights.spread + kWeights.spread_a_round * rounds;
}

}  // namespace embertree
