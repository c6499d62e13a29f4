// Stone Age without an engine: uniformly random games of two to four players in one plain loop, the limit to compare
// ours with: `bare_stone_age [PLAYERS [SECONDS]]`. No interface, no options, no keys, no states to copy, no phases: a
// round is straight code. What can be chosen is a word of bits, so it is counted, and one of it is drawn, without
// lists.
#include <array>
#include <bit>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "bare.hpp"

using Word = std::uint64_t;

int count(Word set) { return std::popcount(set); }
int nth(Word set, int k) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(Word{1} << k, set));
#else
  while (k-- > 0) set &= set - 1;
  return std::countr_zero(set);
#endif
}
int below(int n) { return int(below(Word(n))); }
int one_of(Word set) { return nth(set, below(count(set))); }

// --- Goods: wood, brick, stone, gold in lanes of 16 bits; mixes of t of them are numbered, by t first ---

constexpr int kMixes[] = {0, 0, 4, 14, 34, 69, 125, 209, 329, 494, 714, 1000};  // the first of each t
constexpr int kWords[] = {0, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5};                     // that a set of them takes

constexpr Word goods(int kind, int n) { return Word(n) << (16 * kind); }
constexpr int of_kind(Word purse, int kind) { return int(purse >> (16 * kind)) & 0xFFFF; }
constexpr int total(Word purse) { return int((purse * 0x0001'0001'0001'0001) >> 48); }
constexpr int value(Word purse) { return int((purse * 0x0003'0004'0005'0006) >> 48); }
constexpr bool covers(Word purse, Word price) {
  constexpr Word kTops = 0x8000'8000'8000'8000;
  return (((purse | kTops) - price) & kTops) == kTops;
}

constexpr auto kMix = [] {
  std::array<Word, 1000> mixes{};
  int next = 0;
  for (int t = 1; t <= 10; ++t) {
    for (int w = 0; w <= t; ++w) {
      for (int b = 0; b <= t - w; ++b) {
        for (int s = 0; s <= t - w - b; ++s) {
          mixes[next++] = goods(0, w) | goods(1, b) | goods(2, s) | goods(3, t - w - b - s);
        }
      }
    }
  }
  return mixes;
}();

// [t][word][kind][n]: the mixes of t with no more than n of the kind; n from 10 on is as good as 10.
constexpr int kCaps = 11;
using Caps = std::array<std::array<Word, kCaps>, 4>;
constexpr auto kWithin = [] {
  std::array<std::array<Caps, 5>, 11> sets{};
  for (int t = 1; t <= 10; ++t) {
    for (int i = 0; i < kMixes[t + 1] - kMixes[t]; ++i) {
      for (int kind = 0; kind < 4; ++kind) {
        for (int n = of_kind(kMix[kMixes[t] + i], kind); n < kCaps; ++n)
          sets[t][i / 64][kind][n] |= Word{1} << (i % 64);
      }
    }
  }
  return sets;
}();

struct Purse {
  int have[4];
  explicit Purse(Word purse) {
    for (int kind = 0; kind < 4; ++kind) have[kind] = of_kind(purse, kind) < 10 ? of_kind(purse, kind) : 10;
  }
  Word mixes(int t, int word) const {  // that can be paid
    const Caps& caps = kWithin[t][word];
    return caps[0][have[0]] & caps[1][have[1]] & caps[2][have[2]] & caps[3][have[3]];
  }
};

// --- Cards, tiles and places ---

enum Effect : std::uint8_t { kFood, kGoods, kRoll, kPoints, kTool, kField, kOnce, kPick, kDraw, kDice };
struct Card {
  Effect effect;
  std::uint8_t amount, kind;
};
constexpr Card kCards[36] = {
    // Two of each of eight symbols.
    {kFood, 7, 0},   {kDice, 0, 0},   {kDraw, 0, 0},  {kDice, 0, 0},  {kGoods, 2, 2},  {kDice, 0, 0},  // pottery, ..
    {kFood, 5, 0},   {kPick, 0, 0},   {kTool, 0, 0},  {kRoll, 0, 3},  {kFood, 3, 0},   {kFood, 1, 0},  // medicine, ..
    {kPoints, 3, 0}, {kPoints, 3, 0}, {kField, 0, 0}, {kDice, 0, 0},                                   // music, time
    {kGoods, 1, 2},  {kField, 0, 0},  {kDice, 0, 0},  {kFood, 3, 0},  {kDice, 0, 0},    // 1 1 1 2 2 farmers
    {kOnce, 3, 0},   {kOnce, 4, 0},   {kOnce, 2, 0},  {kDice, 0, 0},  {kDice, 0, 0},    // 1 1 2 2 2 toolmakers
    {kFood, 4, 0},   {kDice, 0, 0},   {kFood, 2, 0},  {kDice, 0, 0},  {kPoints, 3, 0},  // 1 1 2 2 3 builders
    {kGoods, 1, 2},  {kGoods, 1, 3},  {kRoll, 0, 2},  {kGoods, 1, 1}, {kRoll, 0, 0},    // 1 1 1 2 2 shamans
};
constexpr int kFigures[20] = {1, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 2, 2, 3, 1, 1, 1, 2, 2};
// [figure][five cards]: how many
constexpr auto kFigureSum = [] {
  std::array<std::array<int, 32>, 4> sums{};
  for (int i = 0; i < 20 * 32; ++i) sums[i / 160][i % 32] += (i % 32 >> (i / 32 % 5) & 1) * kFigures[i / 32];
  return sums;
}();

// A price in digits, wood first, or how many of how many kinds; one to seven of any.
constexpr int kPrices[17] = {2100, 2010, 1200, 2001, 1020, 210,  201, 120, 21,
                             1110, 1110, 1101, 1101, 1011, 1011, 111, 111};
constexpr int kAny = 25;
struct Tile {
  Word price = 0;  // or a set of mixes
  int t = 0;
};
constexpr auto kTiles = [] {
  std::array<Tile, 28> tiles{};
  for (int i = 0; i < 17; ++i) {
    const int digits = kPrices[i];
    tiles[i].price = goods(0, digits / 1000) | goods(1, digits / 100 % 10) | goods(2, digits / 10 % 10);
    tiles[i].price |= goods(3, digits % 10);
  }
  for (int i = 17; i < kAny; ++i) {
    const int t = tiles[i].t = 4 + (i - 17) / 4, kinds = 1 + (i - 17) % 4;
    for (int mix = kMixes[t]; mix < kMixes[t + 1]; ++mix) {
      int there = 0;
      for (int kind = 0; kind < 4; ++kind) there += of_kind(kMix[mix], kind) != 0;
      if (there == kinds) tiles[i].price |= Word{1} << (mix - kMixes[t]);
    }
  }
  return tiles;
}();

enum Place : std::uint8_t { kHunting, kForest, kRiver = 4, kMaker, kHut, kFarm, kCard1, kStack0 = 12 };

// Placements are bits: 1 to 10 people who hunt, 1 to 7 at each of forest, clay pit, quarry and river, a bit for each
// other place.
struct Placement {
  Word group;  // all placements at this place
  std::uint8_t place, people;
  std::uint8_t down;  // how far the largest crew that fits goes down: a group is shifted by it
};
constexpr int first_of(int place) {
  return place == kHunting ? 0 : place <= kRiver ? 10 + 7 * (place - kForest) : 33 + place;
}
constexpr Word kVillage = Word{7} << first_of(kMaker), kRinged = (Word{1} << 38) - (1 << 10);
constexpr auto kPlacements = [] {
  std::array<Placement, 49> rows{};
  for (int place = 0; place < 16; ++place) {
    const int first = first_of(place), n = first_of(place + 1) - first;
    for (int i = 0; i < (place < kMaker ? n : 1); ++i) {
      const int people = place == kHut ? 2 : i + 1;
      rows[first + i] = {((Word{1} << n) - 1) << first, std::uint8_t(place), std::uint8_t(people),
                         std::uint8_t(place == kHunting ? 0 : people)};
    }
  }
  return rows;
}();
constexpr auto kStaffed = [] {  // by people at home: the placements that they are enough for
  std::array<Word, 11> sets{};
  for (int home = 0; home <= 10; ++home) {
    for (int i = 0; i < 49; ++i) sets[home] |= Word(kPlacements[i].people <= home) << i;
  }
  return sets;
}();

// --- Dice ---

constexpr Word kFiveDice = 7776;
constexpr auto kPower = [] {
  std::array<Word, 11> powers{1};
  for (int k = 1; k <= 10; ++k) powers[k] = 6 * powers[k - 1];
  return powers;
}();
constexpr auto kDigits = [] {  // of a number with five digits in base 6, added
  std::array<std::uint8_t, kFiveDice> sums{};
  for (Word i = 1; i < kFiveDice; ++i) sums[i] = std::uint8_t(sums[i / 6] + i % 6);
  return sums;
}();
constexpr auto kQuotient = [] {
  std::array<std::array<std::uint8_t, 82>, 5> rows{};
  for (int i = 0; i < 5 * 82; ++i) rows[i / 82][i % 82] = std::uint8_t(i % 82 / (2 + i / 82));
  return rows;
}();
// The bytes of a set of six tools.
constexpr auto kBytes = [] {
  std::array<Word, 64> masks{};
  for (int i = 0; i < 64 * 6; ++i) masks[i / 6] |= (i / 6 >> i % 6 & 1) * (Word{0xFF} << 8 * (i % 6));
  return masks;
}();

// --- The game ---

struct Player {
  Word purse = 0, cards = 0;
  Word tools = 0x0403'0200'0000;  // a byte each: three slots, and the one-use tools as if they were all there
  unsigned ready = 0;             // tools that may be added to a roll
  int food = 12, points = 0, people = 5, farm = 0, built = 0;
  // Of the round.
  Word open;  // placements at places where nobody of this player is
  Word crew;  // by place, four bits each
  unsigned here;
  int home;

  int levels() const { return int((tools & 0xFF'FFFF) * 0x010101 >> 16 & 0xFF); }
  unsigned slots() const { return ((tools & 0xFF) != 0) + 2 * ((tools & 0xFF00) != 0) + 4 * ((tools & 0xFF0000) != 0); }
  void gain_tool() {  // the lowest level, of equal ones one that is not used
    int best = 0, least = 9;
    for (int slot = 0; slot < 3; ++slot) {
      const int level = int(tools >> 8 * slot) & 0xFF, rank = 2 * level + !(ready >> slot & 1);
      best = rank < least ? slot : best;
      least = rank < least ? rank : least;
    }
    if (least >= 8) return;
    tools += Word{1} << 8 * best;
    ready |= unsigned(least < 2) << best;
  }
  void gain_field() { farm += farm < 10; }
  void gain_person() { people += people < 10; }
};

long decisions = 0, rounds = 0, scores = 0, best_scores = 0;
double first_wins = 0;

int deck[36], tiles[28];  // what is drawn moves behind what is left
int cards_left, tiles_left;
int draw(int* pile, int& left) {
  const int at = below(left), drawn = pile[at];
  pile[at] = pile[--left];
  pile[left] = drawn;
  return drawn;
}

void gather(Player& p, int place, int dice) {
  const Word random = next_random();
  __extension__ const Word roll = Word((unsigned __int128)random * kPower[dice] >> 64);
  const unsigned used = unsigned(random) & p.ready;  // the roll is made of the upper bits
  decisions += p.ready != 0;
  p.ready ^= used;
  const int tools = int(((p.tools & kBytes[used]) * 0x0101'0101'0101'0101) >> 56);
  const int gain = kQuotient[place][dice + kDigits[roll % kFiveDice] + kDigits[roll / kFiveDice] + tools];
  p.food += place == kHunting ? gain : 0;
  p.purse += place == kHunting ? 0 : goods(place - kForest, gain);
}

// The dice for all: one a player, the buyer is the first to take.
template <int kPlayers>
void share_dice(Player* players, int seat) {
  Word dice = 0;  // how many by face, four bits each
  unsigned faces = 0;
  for (int i = 0; i < kPlayers; ++i) {
    const int face = 1 + below(6);
    dice += Word{1} << 4 * face;
    faces |= 1U << face;
  }
  for (int i = 0; i < kPlayers; ++i, seat = seat + 1 == kPlayers ? 0 : seat + 1) {
    decisions += (faces & (faces - 1)) != 0;
    const int face = one_of(faces);
    dice -= Word{1} << 4 * face;
    faces ^= unsigned((dice >> 4 * face & 15) == 0) << face;
    if (face <= 4) players[seat].purse += goods(face - 1, 1);
    if (face == 5) players[seat].gain_tool();
    if (face == 6) players[seat].gain_field();
  }
}

template <int kPlayers>
void carry_out(Player* players, int seat, const Card& card) {
  Player& p = players[seat];
  switch (card.effect) {
    case kFood:
      p.food += card.amount;
      break;
    case kGoods:
      p.purse += goods(card.kind, card.amount);
      break;
    case kRoll:
      gather(p, kForest + card.kind, 2);
      break;
    case kPoints:
      p.points += card.amount;
      break;
    case kTool:
      p.gain_tool();
      break;
    case kField:
      p.gain_field();
      break;
    case kOnce:
      p.ready |= 2U << card.amount;
      break;
    case kPick:
      p.purse += kMix[kMixes[2] + below(10)], ++decisions;
      break;
    case kDraw:
      if (cards_left > 0) p.cards |= Word{1} << draw(deck, cards_left);
      break;
    case kDice:
      share_dice<kPlayers>(players, seat);
      break;
  }
}

// Pays t of what the player has, or does not: 0.
Word pay(Player& p, int t) {
  const Purse purse(p.purse);
  Word sets[5];
  int choices = 1;
  for (int i = 0; i < kWords[t]; ++i) choices += count(sets[i] = purse.mixes(t, i));
  ++decisions;
  int pick = below(choices) - 1;
  if (pick < 0) return 0;
  int word = 0;
  for (; pick >= count(sets[word]); ++word) pick -= count(sets[word]);
  const Word price = kMix[kMixes[t] + 64 * word + nth(sets[word], pick)];
  p.purse -= price;
  return price;
}

// The same for a tile.
Word pay_tile(Player& p, int which) {
  const Tile& tile = kTiles[which];
  Word price = 0;
  if (which < 17) {
    if (!covers(p.purse, tile.price)) return 0;
    price = below(2) ? tile.price : 0;
  } else if (which < kAny) {
    const Word mixes = Purse(p.purse).mixes(tile.t, 0) & tile.price;
    if (mixes == 0) return 0;
    const int pick = below(count(mixes) + 1) - 1;
    if (pick >= 0) price = kMix[kMixes[tile.t] + nth(mixes, pick)];
  } else {
    if (p.purse == 0) return 0;
    const Purse purse(p.purse);
    Word sets[9];
    int numbers[9], n = 0, choices = 1;
    for (int t = 1; t <= 7; ++t) {
      for (int i = 0; i < kWords[t]; ++i, ++n) {
        choices += count(sets[n] = purse.mixes(t, i));
        numbers[n] = kMixes[t] + 64 * i;
      }
    }
    int pick = below(choices) - 1;
    for (int i = 0; pick >= 0; pick -= count(sets[i++])) {
      if (pick < count(sets[i])) {
        price = kMix[numbers[i] + nth(sets[i], pick)];
        break;
      }
    }
  }
  ++decisions;
  p.purse -= price;
  return price;
}

int square(int n) { return n * n; }

int final_score(const Player& p) {
  const Word pairs = p.cards & 0x5555, others = p.cards >> 1 & 0x5555;
  const int sources[4] = {p.farm, p.levels(), p.built, p.people};
  int score = p.points + total(p.purse) + square(count(pairs | others)) + square(count(pairs & others));
  for (int i = 0; i < 4; ++i) score += kFigureSum[i][p.cards >> (16 + 5 * i) & 31] * sources[i];
  return score;
}

template <int kPlayers>
void score(const Player* players) {
  // Ties are broken by people, agriculture and tools.
  int best = 0, winners = 0;
  bool first = false;
  for (int seat = 0; seat < kPlayers; ++seat) {
    const Player& p = players[seat];
    const int score = final_score(p), rank = (score + 10'000) * 64 + p.people + p.farm + p.levels();
    scores += score;
    if (rank > best) best = rank, winners = 0, first = seat == 0;
    winners += rank == best;
  }
  best_scores += best / 64 - 10'000;
  if (first) first_wins += 1.0 / winners;
}

template <int kPlayers>
void play() {
  Player players[kPlayers];
  int display[4], top[kPlayers], height[kPlayers];
  const auto after = [](int seat) { return seat + 1 == kPlayers ? 0 : seat + 1; };
  cards_left = 36, tiles_left = 28;
  for (int& card : display) card = draw(deck, cards_left);
  for (int i = 0; i < kPlayers; ++i) top[i] = draw(tiles, tiles_left), height[i] = 7;
  int start = 0;
  for (int round = 1;; ++round, start = after(start)) {
    ++rounds;
    // People are placed.
    for (Player& p : players) {
      p.open = ~Word{0}, p.crew = 0, p.here = 0, p.home = p.people;
      p.ready |= p.slots();
    }
    Word board = (Word{1} << first_of(kStack0 + kPlayers)) - 1;
    Word shut = kPlayers == 2 ? kRinged : 0;  // ringed places that the next player who comes closes
    for (int seat = start, out = 0; out < kPlayers; seat = after(seat)) {
      Player& p = players[seat];
      const Word legal = board & p.open & kStaffed[p.home];
      ++out;
      if (legal == 0) continue;
      out = 0;
      ++decisions;
      const Placement& put = kPlacements[one_of(legal)];
      p.open &= ~put.group;
      p.crew += Word(put.people) << 4 * put.place;
      p.here |= 1U << put.place;
      p.home -= put.people;
      board = (board & ~put.group) | ((board & put.group) >> put.down & put.group & ~shut);
      if (kPlayers == 3) shut |= put.group & kRinged;
      const Word village = board & kVillage;
      if (kPlayers < 4) board &= village & (village - 1) ? ~Word{0} : ~kVillage;
    }
    // People act.
    int seat = start;
    do {
      Player& p = players[seat];
      while (p.here != 0) {
        ++decisions;
        const int place = one_of(p.here);
        p.here ^= 1U << place;
        if (place <= kRiver) {
          gather(p, place, int(p.crew >> 4 * place) & 15);
        } else if (place >= kStack0) {
          const int stack = place - kStack0;
          const Word price = pay_tile(p, top[stack]);
          if (price == 0) continue;
          p.points += value(price);
          ++p.built;
          if (--height[stack] > 0) top[stack] = draw(tiles, tiles_left);
        } else if (place >= kCard1) {
          const int i = place - kCard1;
          if (total(p.purse) <= i || pay(p, i + 1) == 0) continue;
          const int card = display[i];
          display[i] = -1;
          p.cards |= Word{1} << card;
          carry_out<kPlayers>(players, seat, kCards[card]);
        } else if (place == kMaker) {
          p.gain_tool();
        } else if (place == kHut) {
          p.gain_person();
        } else {
          p.gain_field();
        }
      }
      seat = after(seat);
    } while (seat != start);
    // Everybody eats.
    do {
      Player& p = players[seat];
      p.food += p.farm - p.people;
      if (p.food < 0) {
        const int missing = -p.food;
        p.food = 0;
        if (total(p.purse) < missing || pay(p, missing) == 0) p.points -= 10;
      }
      seat = after(seat);
    } while (seat != start);
    // The round ends, and perhaps the game.
    bool over = round == 250;
    for (const int tiles_there : height) over |= tiles_there == 0;
    if (over) break;
    int kept = 0;
    for (const int card : display) {
      display[kept] = card;
      kept += card >= 0;
    }
    if (cards_left < 4 - kept) break;
    while (kept < 4) display[kept++] = draw(deck, cards_left);
  }
  score<kPlayers>(players);
}

int main(int argc, char** argv) {
  const int players = argc > 1 ? std::atoi(argv[1]) : 4;
  for (int i = 0; i < 36; ++i) deck[i] = i;
  for (int i = 0; i < 28; ++i) tiles[i] = i;
  const auto game = players == 2 ? play<2> : players == 3 ? play<3> : play<4>;
  double games = 0;
  const double seconds = repeated(seconds_of(argc, argv, 2), [&] {
    for (int i = 0; i < 100; ++i, ++games) game();
  });
  const double player_rounds = double(rounds) * players;
  std::printf("{\"games_per_second\": %.0f, \"player_rounds_per_second\": %.0f, ", games / seconds,
              player_rounds / seconds);
  std::printf("\"decisions_per_game\": %.3f, \"rounds_per_game\": %.4f, ", double(decisions) / games,
              double(rounds) / games);
  std::printf("\"mean_score\": %.4f, \"mean_best_score\": %.4f, \"first_wins\": %.4f}\n",
              double(scores) / games / players, double(best_scores) / games, first_wins / games);
}
