// What things are worth, in hundredths of a point, by the round (1 to 6) they can be used in; the last column stands
// for after the end. Evaluation and playout policy count with these. They started from what the goods buy (a worker is
// three power, a power action gives seven coins for four) and were corrected by matches (bench/tuning.md).
#pragma once

#include <array>
#include <cstdint>

#include "games/terra_mystica/rules.hpp"

namespace embertree::terra::worth {

// Index 0 is setup; after it one entry a round.
using ByRound = std::array<int, kRounds + 2>;

inline constexpr ByRound kCoin = {129, 129, 107, 87, 72, 57, 52, 33};
inline constexpr ByRound kWorker = {344, 344, 276, 221, 176, 134, 121, 33};
inline constexpr ByRound kPriest = {381, 381, 328, 275, 224, 172, 102, 33};
// A token of power by the bowl it lies in.
inline constexpr ByRound kBowl3 = {152, 152, 136, 119, 98, 78, 53, 33};
inline constexpr ByRound kBowl2 = {56, 56, 51, 46, 39, 30, 14, 16};
inline constexpr ByRound kBowl1 = {13, 13, 11, 7, 5, 2, 0, 0};
// One step of power gained in that round.
inline constexpr ByRound kPower = {84, 84, 73, 62, 49, 37, 21, 0};

// The sum over the rounds after the given one: what an income is worth. Goods that come early help to earn more, so an
// income counts with a percentage of its own.
constexpr ByRound from_next(const ByRound& values, int percent) {
  ByRound sums{};
  for (int round = kRounds - 1; round >= 0; --round) {
    const auto at = static_cast<std::size_t>(round);
    sums[at] = sums[at + 1] + values[at + 1] * percent / 100;
  }
  return sums;
}
inline constexpr int kCoinShare = 89;
inline constexpr int kWorkerShare = 104;
inline constexpr int kPriestShare = 126;
inline constexpr int kPowerShare = 159;
inline constexpr ByRound kCoinIncome = from_next(kCoin, kCoinShare);
inline constexpr ByRound kWorkerIncome = from_next(kWorker, kWorkerShare);
inline constexpr ByRound kPriestIncome = from_next(kPriest, kPriestShare);
inline constexpr ByRound kPowerIncome = from_next(kPower, kPowerShare);

// Workers are what everything waits for, so the first ones of an income are worth more than the last: three steps of so
// many workers at so many percent.
inline constexpr int kWorkerStep = 3;
inline constexpr std::array<int, 3> kWorkerPercent = {110, 68, 70};

// A structure beside its income: area, towns, and for some what it may become.
inline constexpr ByRound kPlace[kStructures] = {
    {254, 254, 265, 265, 264, 262, 240, 0}, {529, 529, 466, 383, 282, 176, 106, 0},
    {379, 379, 328, 283, 233, 181, 120, 0}, {593, 593, 560, 500, 414, 329, 248, 0},
    {331, 331, 331, 332, 313, 272, 207, 0},
};
// The first trading house opens the way to temples and the stronghold.
inline constexpr ByRound kFirstTrading = {115, 115, 95, 73, 53, 33, 11, 0};
// A bridge's point on passing, each round to come, once there is a stronghold.
inline constexpr int kBridgePoint = 79;
// What a stronghold does, each round that it may (the running one too while its action is unused).
inline constexpr int kStrongholdRound[kFactions] = {56, 270, 26, 28, 84, 30, 41, 415, 212, 624, 102, 137, 197, 438};

// During setup: what a faction makes in the end beyond what its start looks like, by matches of dealt factions; and a
// starting dwelling still to be placed.
inline constexpr int kFactionLead[kFactions] = {-1200, -1300, -200, 850, -250, 1750, -100,
                                                -2600, -600,  -700, 350, 2600, 1400, -500};
inline constexpr int kFirstDwelling = 2250;
// A free home hex within reach is worth a part of what a dwelling there would bring: so many percent for the first, the
// second, the third .. of them; with the spades for it in hand and the means for the dwelling a little more.
inline constexpr int kOpenHexes = 4;
inline constexpr std::array<int, kOpenHexes> kOpenShare = {51, 32, 21, 10};
inline constexpr int kBuiltShare = 95;
// A spade that brings nothing home.
inline constexpr ByRound kSpareSpade = {61, 61, 53, 47, 37, 26, 4, 0};
// Other free hexes within reach by the spades they need, 1 to 3; eight of them count.
inline constexpr std::array<ByRound, 3> kNearHex = {{
    {30, 30, 28, 25, 20, 13, 4, 0},
    {15, 15, 14, 12, 9, 5, 2, 0},
    {5, 5, 4, 3, 3, 2, 0, 0},
}};
inline constexpr int kNearHexes = 8;

inline constexpr ByRound kShipLevel = {421, 421, 381, 325, 265, 187, 88, 0};
inline constexpr ByRound kDigLevel = {424, 424, 370, 297, 215, 117, 19, 0};
inline constexpr ByRound kSkipLevel = {94, 94, 90, 84, 76, 56, 31, 0};
inline constexpr ByRound kKey = {127, 127, 121, 110, 95, 73, 33, 0};

// What is owed and not yet taken: about what taking it is worth.
inline constexpr ByRound kOwedFavor = {1609, 1609, 1292, 972, 664, 421, 330, 0};
inline constexpr ByRound kOwedTown = {1019, 1019, 1031, 1034, 1025, 992, 1040, 0};
inline constexpr ByRound kOwedBridge = {175, 175, 159, 144, 124, 106, 83, 0};
inline constexpr ByRound kFreeSpade = {700, 700, 522, 369, 241, 138, 59, 0};
inline constexpr int kOwedStep = 82;

// How many more dwellings and trading houses a player still builds on average, in hundredths.
inline constexpr ByRound kDwellingsAhead = {707, 707, 694, 636, 542, 403, 221, 0};
inline constexpr ByRound kTradingAhead = {248, 248, 233, 200, 157, 104, 48, 0};

// A favor tile that lets towns be smaller: at once and for each round to come; the cult step of another, each round.
inline constexpr int kSmallTowns = 67;
inline constexpr int kSmallTownsRound = 44;
inline constexpr int kStepEach = 67;
// Bonus cards: a space of shipping, a spade's worth beside that of any free spade, a cult step.
inline constexpr int kRangeCard = 26;
inline constexpr int kSpadeCard = 78;
inline constexpr int kStepCard = 125;
// The card that passing will bring, less for each player who chooses before.
inline constexpr int kCardToCome = 563;
inline constexpr int kCardGone = 23;
// The rounds' cult bonuses: a spade; and percent of those of later rounds, reached and on the way.
inline constexpr int kCultSpade = 187;
inline constexpr int kCultFull = 95;
inline constexpr int kCultPart = 42;
// A group that may become a town: what it will be worth, in tenths of a point; and percent of that by the number of
// actions that are missing, from 1.
inline constexpr ByRound kTownShare = {106, 106, 102, 96, 92, 84, 54, 0};
inline constexpr std::array<int, 6> kTownSteps = {66, 39, 27, 24, 10, 5};
// A storm's hex, a free trading house still to be placed.
inline constexpr int kOwedPiece = 421;
// Leads that are safe on cults and area, in tenths: in the last round, and more for every round to come.
inline constexpr int kCultWidth = 15;
inline constexpr int kCultWidthRound = 7;
inline constexpr int kAreaWidth = 13;
inline constexpr int kAreaWidthRound = 15;

// A whole turn more than the others have.
inline constexpr int kExtraAction = 234;

// Goods beyond what a round's actions use are worth less: so many at full worth, as many again at the first percentage,
// the rest at the second.
inline constexpr int kFullCoins = 7;
inline constexpr int kFullWorkers = 5;
inline constexpr int kFullPriests = 2;
inline constexpr int kSecondShare = 71;
inline constexpr int kThirdShare = 26;

// --- Rules of thumb of the playout policy ---
inline constexpr ByRound kOpenHex = {190, 190, 180, 160, 130, 90, 50, 0};  // a hex brought home, beside the dwelling
inline constexpr int kNoise = 355;                                         // the chance added to each worth
inline constexpr int kEnough = 24;       // what an action must be worth to be preferred to passing
inline constexpr int kConversion = 54;   // what a thing must be worth more if goods are converted for it
inline constexpr int kWaiting = 45;      // percent of the next round's points for a thing that are lost by doing it now
inline constexpr int kAreaRound = 17;    // a dwelling's part in the area, by round
inline constexpr int kTownTowards = 87;  // a point of power more in a group that may become a town
inline constexpr int kOneStep = 31;      // one step on a cult
inline constexpr int kOvertake[3] = {310, 124, 83};  // with the place won on the way
inline constexpr int kTop = 180;                     // the space that only one takes
inline constexpr int kSendStep = 23;                 // a priest's space taken before others take it
inline constexpr int kStepAction = 95;               // BON2, FAV6
inline constexpr int kDrawn = 28;                    // percent of the bowls' worth that a step of power is counted with
inline constexpr int kTakePower = -30;               // added to the worth of taking power

inline int round_at(const ByRound& values, int round) { return values[static_cast<std::size_t>(round)]; }

// The round in which what a player holds can be spent.
inline int spending_round(const State& state, const Player& player) {
  return state.table.round + (player.passed != 0 ? 1 : 0);
}

// So many goods of a kind, the first ones dearest.
inline int stock_worth(int count, int full, int each) {
  const int first = std::min(count, full);
  const int second = std::min(count - first, full);
  return each * (100 * first + kSecondShare * second + kThirdShare * (count - first - second)) / 100;
}
inline int stock_worth(int coins, int workers, int priests, int round) {
  if (round > kRounds) return (coins + workers + priests) * round_at(kCoin, round);
  return stock_worth(coins, kFullCoins, round_at(kCoin, round)) +
         stock_worth(workers, kFullWorkers, round_at(kWorker, round)) +
         stock_worth(priests, kFullPriests, round_at(kPriest, round));
}
// What a player gives up by paying; what is missing counts in full.
inline int cost_worth(const Player& player, const Price& price, int round) {
  const auto part = [](int have, int pay, int full, int each) {
    const int paid = std::min(have, pay);
    return stock_worth(have, full, each) - stock_worth(have - paid, full, each) + (pay - paid) * each;
  };
  return part(player.coins, price.coins, kFullCoins, round_at(kCoin, round)) +
         part(player.workers, price.workers, kFullWorkers, round_at(kWorker, round)) +
         part(player.priests, price.priests, kFullPriests, round_at(kPriest, round));
}

// An income of so many workers from dwellings, over the rounds after this one.
inline int workers_worth(int workers, int round) {
  const int first = std::min(workers, kWorkerStep);
  const int second = std::min(workers - first, kWorkerStep);
  return round_at(kWorkerIncome, round) *
         (kWorkerPercent[0] * first + kWorkerPercent[1] * second + kWorkerPercent[2] * (workers - first - second)) /
         100;
}

inline int price_worth(const Price& price, int round) {
  return price.workers * round_at(kWorker, round) + price.coins * round_at(kCoin, round) +
         price.priests * round_at(kPriest, round);
}
inline int goods_worth(const Goods& goods, int round) {
  return goods.coins * round_at(kCoin, round) + goods.workers * round_at(kWorker, round) +
         goods.priests * round_at(kPriest, round) + goods.power * round_at(kPower, round);
}
inline int income_worth(const Goods& goods, int round) {
  return goods.coins * round_at(kCoinIncome, round) + goods.workers * round_at(kWorkerIncome, round) +
         goods.priests * round_at(kPriestIncome, round) + goods.power * round_at(kPowerIncome, round);
}

// What one dwelling more would bring, its price paid.
int dwelling_worth(const State& state, const Player& player);
// A favor tile in hand, beside its cult steps.
int favor_worth(const State& state, const Player& player, int tile);
// A bonus card taken now for the next round.
int card_worth(const State& state, const Player& player, int card);
// A town tile about to be taken.
int town_worth(const State& state, const Player& player, int tile);
// Points on passing with what is in hand.
int pass_points(const State& state, const Player& player);

}  // namespace embertree::terra::worth
