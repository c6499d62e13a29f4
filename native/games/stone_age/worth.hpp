// What things are worth to a seat, in points of its final score: shared by the evaluation and the playout policy.
//
// Everything hangs on how many rounds are still to come. A person at work brings its dice, less what it eats; a tool
// brings its level each round; a field saves a hunter's work; resources are worth most of what a building pays for
// them, and a point each when the end is near.
#pragma once

#include <array>

#include "games/stone_age/stone_age.hpp"

namespace embertree::stone_age {

// Found by matches of players that look one action ahead (bench/tuning.md). Points, unless said otherwise.
struct Weights {
  // How fast a game ends, by number of players: cards bought, and tiles taken from a stack, in a round.
  float cards_a_round[StoneAge::kSeats + 1] = {0, 0, 2.5F, 2.2F, 3.4F};
  float tiles_a_round[StoneAge::kSeats + 1] = {0, 0, 0.39F, 0.48F, 0.42F};
  // Work and food.
  float person = 2.48F;     // a round's work of one person, its food not counted
  float home = 2.66F;       // the same, of one that is not yet placed in this round
  float food = 1.26F;       // food that will be eaten
  float food_left = 0.38F;  // food that will not
  float hungry = 2.91F;     // for each food that is missing in this round, up to the penalty
  float tool = 1.13F;       // a round's work of one level
  float tool_now = 0.39F;   // an unused level in this round
  float one_use = 0.73F;    // a level of a one-use tool
  // Resources.
  float goods = 0.86F;         // share of their points in buildings
  float goods_rounds = 1.33F;  // rounds before the end from which on that share shrinks
  float kept = 7.0F;           // so many resources find a use now, and so many more in a round
  float kept_a_round = 1.72F;
  float short_of = 0.39F;  // chance lost for each resource that a planned purchase lacks
  // Cards: what a round to come is likely to add.
  float symbols_a_round = 0.13F;
  float growth_a_round[kFigures] = {0.37F, 0.47F, 0.70F, 0.30F};  // agriculture, tools, tiles, people
  float drawn = 8.2F;                                             // a card nobody has seen
  // Points of lead to a step of the softmax.
  float spread = 7.7F;
  float spread_a_round = 2.39F;
};
extern const Weights kWeights;

// The mean gain of k people without tools (rules, section 13).
extern const std::array<std::array<float, kMostDice + 1>, kGatherPlaces> kMeanGain;

// Expected rounds after the present one.
float rounds_to_come(const StoneAge::State& state);

// Prices for one seat.
struct Worth {
  float rounds;
  float food;
  float goods[kKinds];
  float tool;              // of one more level
  float field;             // of one more step
  float person;            // of one more
  float symbols;           // further symbols to come
  float growth[kFigures];  // further agriculture, tools, tiles, people to come
};
Worth worth_of(const StoneAge::State& state, int seat, float rounds);

// What a card adds to the final scoring, and what it brings when bought.
float card_at_the_end(const StoneAge::State& state, int seat, const Worth& worth, int card);
float card_at_once(const StoneAge::State& state, const Worth& worth, int card);
// What face 1 .. 6 of the dice for all brings.
float face_worth(const Worth& worth, int face);

float goods_worth(const Worth& worth, Goods goods);
// The cheapest mix of `count` resources in a purse that holds so many.
Goods cheapest(Goods purse, int count);

}  // namespace embertree::stone_age
