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
  float cards_a_round[StoneAge::kSeats + 1] = {0, 0, 2.4F, 2.9F, 3.3F};
  float tiles_a_round[StoneAge::kSeats + 1] = {0, 0, 0.75F, 0.65F, 0.6F};
  // Work and food.
  float person = 2.6F;     // a round's work of one person, its food not counted
  float home = 2.5F;       // the same, of one that is not yet placed in this round
  float food = 1.5F;       // food that will be eaten
  float food_left = 0.1F;  // food that will not
  float hungry = 4.0F;     // for each food that is missing in this round, up to the penalty
  float tool = 0.85F;      // a round's work of one level
  float tool_now = 0.6F;   // an unused level in this round
  float one_use = 0.7F;    // a level of a one-use tool
  // Resources.
  float goods = 0.82F;        // share of their points in buildings
  float goods_rounds = 1.0F;  // rounds before the end from which on that share shrinks
  float kept = 9.0F;          // so many resources find a use now, and so many more in a round
  float kept_a_round = 4.0F;
  float short_of = 0.6F;  // chance lost for each resource that a planned purchase lacks
  // Cards: what a round to come is likely to add.
  float symbols_a_round = 0.30F;
  float growth_a_round[kFigures] = {0.25F, 0.30F, 0.50F, 0.20F};  // agriculture, tools, tiles, people
  float drawn = 5.0F;                                             // a card nobody has seen
  // Points of lead to a step of the softmax.
  float spread = 6.0F;
  float spread_a_round = 2.2F;
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
