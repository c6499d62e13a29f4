// A state as numbers for learners, the watching seat first.
#include <algorithm>

#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

// Numbers for each seat, for the board, and about what comes next.
constexpr int kSeatNumbers = 8 + 7 + 4 + kSymbols + kFigures + kLocations + 6;
constexpr int kBoardNumbers = kCardPlaces * (kCards + 1) + 8 + kCards;
constexpr int kTileNumbers = kTiles + 2;  // for each stack
constexpr int kNextNumbers = 12 + kLocations + kFaces + 2;

class Writer {
 public:
  explicit Writer(float* out) : out_(out) {}
  void number(int value, int most) { *out_++ = std::min(1.0F, static_cast<float>(value) / static_cast<float>(most)); }
  void mark(bool is_so) { *out_++ = is_so ? 1.0F : 0.0F; }
  // One of `size` is marked, or none where `index` is none of them.
  void one_of(int index, int size) {
    for (int i = 0; i < size; ++i) mark(i == index);
  }

 private:
  float* out_;
};

void write_seat(Writer& out, const State& s, int seat) {
  const Player& p = s.players[seat];
  out.number(p.people, 10);
  out.number(p.home, 10);
  out.number(p.food, 40);
  for (int kind = 0; kind < kKinds; ++kind) out.number(count_of(p.goods, kind), 20);
  out.number(p.agriculture, 10);
  const ToolSlots& slots = kToolRows[p.tools].slots;
  for (const int level : slots.level) out.number(level, kHighestLevel);
  out.number(kToolRows[p.tools].total, 12);
  for (int slot = 0; slot < kToolSlots; ++slot) out.mark((slots.used >> slot & 1) != 0);
  for (int bit = 0; bit < 4; ++bit) out.mark((p.one_use >> bit & 1) != 0);
  const CardSet cards = StoneAge::scoring_cards(s, seat);
  for (int symbol = 0; symbol < kSymbols; ++symbol) {
    out.number(static_cast<int>((cards >> (2 * symbol) & 1) + (cards >> (2 * symbol + 1) & 1)), 2);
  }
  for (int figure = 0; figure < kFigures; ++figure) out.number(figures_of(cards, figure), 9);
  for (int location = 0; location < kLocations; ++location) {
    out.number(StoneAge::crew_at(s, seat, location), location == kHunting ? 10 : kRings);
  }
  out.number(std::max<int>(p.points, 0), 300);
  out.number(std::max(-p.points, 0), 100);
  out.number(p.built, 14);
  out.mark(s.start == seat);
  out.mark(s.mover == seat);
  out.mark(s.turn == seat);
}

}  // namespace

std::vector<int> StoneAge::observation_shape(int players) {
  return {players * (kSeatNumbers + kTileNumbers) + kBoardNumbers + kNextNumbers};
}

void StoneAge::observation(const State& state, int seat, float* features) {
  const State s = view(state, seat);
  Writer out(features);
  for (int i = 0; i < s.seats; ++i) write_seat(out, s, (seat + i) % s.seats);
  for (int stack = 0; stack < s.seats; ++stack) {
    out.number(s.height[stack], kStackHeight);
    out.mark(s.height[stack] == 1);
    out.one_of(s.top[stack], kTiles);
  }
  for (const std::uint8_t card : s.display) {
    out.one_of(card, kCards);
    out.mark(card == kNothing);
  }
  for (int card = 0; card < kCards; ++card)
    out.number(first_twin(card) == card ? count_card(s.unseen_cards, card) : 0, 2);
  out.number(deck_size(s), kCards);
  out.number(s.round, 30);
  for (int location = kForest; location <= kRiver; ++location) {
    out.number(s.phase == kPlace ? free_rings(s, location) : 0, kRings);
  }
  out.number(bit_count(s.unseen_tiles), kTiles);
  out.mark(s.hidden_owner != kNothing);
  out.one_of(s.phase, 12);
  out.one_of(s.pending < kLocations ? s.pending : -1, kLocations);
  for (int face = 1; face <= kFaces; ++face) out.number(faces_count(s.dice[0], face), 4);
  out.number(s.roll, kHighestSum);
  out.mark(s.pending >= kPendingCard && s.pending < kPendingDice);
}

}  // namespace embertree
