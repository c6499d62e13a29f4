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

inline constexpr ByRound kCoin = {70, 70, 65, 60, 56, 50, 40, 33};
inline constexpr ByRound kWorker = {170, 170, 160, 150, 140, 125, 85, 33};
inline constexpr ByRound kPriest = {230, 230, 225, 215, 200, 175, 110, 33};
// A token of power by the bowl it lies in.
inline constexpr ByRound kBowl3 = {100, 100, 95, 88, 78, 66, 42, 33};
inline constexpr ByRound kBowl2 = {52, 52, 48, 43, 37, 29, 18, 16};
inline constexpr ByRound kBowl1 = {14, 14, 12, 9, 6, 3, 0, 0};
// One step of power gained in that round.
inline constexpr ByRound kPower = {45, 45, 43, 40, 35, 29, 18, 0};

// The sum over the rounds after the given one: what an income is worth.
constexpr ByRound from_next(const ByRound& values) {
  ByRound sums{};
  for (int round = kRounds - 1; round >= 0; --round) {
    const auto at = static_cast<std::size_t>(round);
    sums[at] = sums[at + 1] + values[at + 1];
  }
  return sums;
}
inline constexpr ByRound kCoinIncome = from_next(kCoin);
inline constexpr ByRound kWorkerIncome = from_next(kWorker);
inline constexpr ByRound kPriestIncome = from_next(kPriest);
inline constexpr ByRound kPowerIncome = from_next(kPower);

// A structure beside its income: area, towns, and for some what it may become.
inline constexpr ByRound kPlace[kStructures] = {
    {130, 130, 130, 125, 120, 115, 110, 0}, {560, 560, 520, 450, 350, 230, 130, 0},
    {260, 260, 250, 240, 220, 190, 150, 0}, {420, 420, 400, 360, 300, 240, 180, 0},
    {420, 420, 400, 380, 340, 280, 220, 0},
};
// What a stronghold does, each round that it may (the running one too while its action is unused).
inline constexpr int kStrongholdRound[kFactions] = {60, 330, 0, 0, 100, 0, 40, 420, 170, 480, 110, 150, 220, 260};

// The first, second, third .. free home hex within reach.
inline constexpr int kOpenHexes = 4;
inline constexpr std::array<ByRound, kOpenHexes> kOpenHex = {{
    {330, 330, 310, 280, 230, 170, 90, 0},
    {190, 190, 180, 160, 130, 90, 50, 0},
    {110, 110, 100, 85, 65, 45, 20, 0},
    {60, 60, 50, 40, 30, 20, 10, 0},
}};
// Other free hexes within reach by the spades they need, 1 to 3; eight of them count.
inline constexpr std::array<ByRound, 3> kNearHex = {{
    {34, 34, 32, 28, 22, 14, 5, 0},
    {16, 16, 15, 13, 10, 6, 2, 0},
    {6, 6, 5, 4, 3, 2, 0, 0},
}};
inline constexpr int kNearHexes = 8;

inline constexpr ByRound kShipLevel = {330, 330, 290, 240, 190, 130, 60, 0};
inline constexpr ByRound kDigLevel = {420, 420, 370, 300, 220, 120, 20, 0};
inline constexpr ByRound kSkipLevel = {150, 150, 130, 110, 90, 60, 30, 0};
inline constexpr ByRound kKey = {120, 120, 120, 115, 105, 85, 45, 0};

// What is owed and not yet taken: about what taking it is worth.
inline constexpr ByRound kOwedFavor = {820, 820, 760, 660, 520, 380, 220, 0};
inline constexpr ByRound kOwedTown = {1000, 1000, 990, 970, 940, 890, 800, 0};
inline constexpr ByRound kOwedBridge = {230, 230, 220, 210, 190, 170, 140, 0};
inline constexpr ByRound kFreeSpade = {210, 210, 200, 180, 150, 110, 60, 0};
inline constexpr int kOwedStep = 75;

// How many more dwellings and trading houses a player still builds on average, in hundredths.
inline constexpr ByRound kDwellingsAhead = {480, 480, 430, 360, 280, 190, 95, 0};
inline constexpr ByRound kTradingAhead = {310, 310, 290, 250, 195, 130, 60, 0};

// A whole turn more than the others have.
inline constexpr int kExtraAction = 260;

// Goods beyond what a round's actions use are worth less: so many at full worth, as many again at the first percentage,
// the rest at the second.
inline constexpr int kFullCoins = 9;
inline constexpr int kFullWorkers = 5;
inline constexpr int kFullPriests = 2;
inline constexpr int kSecondShare = 65;
inline constexpr int kThirdShare = 35;

// --- Rules of thumb of the playout policy ---
inline constexpr int kNoise = 140;       // the chance added to each worth
inline constexpr int kEnough = 40;       // what an action must be worth to be preferred to passing
inline constexpr int kConversion = 80;   // what a thing must be worth more if goods are converted for it
inline constexpr int kWaiting = 40;      // percent of the next round's points for a thing that are lost by doing it now
inline constexpr int kAreaRound = 25;    // a dwelling's part in the area, by round
inline constexpr int kTownTowards = 25;  // a point of power more in a group that may become a town
inline constexpr int kOneStep = 28;      // one step on a cult
inline constexpr int kOvertake[3] = {260, 150, 90};  // with the place won on the way
inline constexpr int kTop = 150;                     // the space that only one takes
inline constexpr int kSendStep = 30;                 // a priest's space taken before others take it
inline constexpr int kStepAction = 90;               // BON2, FAV6
inline constexpr int kDrawn = 33;                    // percent of the bowls' worth that a step of power is counted with
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

// A favor tile in hand, beside its cult steps.
int favor_worth(const State& state, const Player& player, int tile);
// A bonus card taken now for the next round.
int card_worth(const State& state, const Player& player, int card);
// A town tile about to be taken.
int town_worth(const State& state, const Player& player, int tile);
// Points on passing with what is in hand.
int pass_points(const State& state, const Player& player);

}  // namespace embertree::terra::worth
