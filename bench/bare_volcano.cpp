// Volcano Island without an engine: uniformly random games of four players in one plain loop, the limit to compare
// ours with. No interface, no options, no keys, no states to copy; that a player is stuck shows when it is to choose.
#include <bit>
#include <cstdint>

#include "bare.hpp"

__extension__ using Set = unsigned __int128;  // square = file + 10 * rank
constexpr Set kOne = 1, kAll = (kOne << 100) - 1, kVolcano = kOne << 44 | kOne << 45 | kOne << 54 | kOne << 55;
constexpr Set kFileA = kAll / 1023, kNotA = kAll ^ kFileA, kNotJ = kAll ^ kFileA << 9, kLand = kAll ^ kVolcano;
constexpr int kSettlement = 0, kVillage = 1, kCity = 3, kPawn[4] = {54, 55, 45, 44};

constexpr Set west(Set s) { return (s & kNotA) >> 1; }
constexpr Set east(Set s) { return (s & kNotJ) << 1; }
constexpr Set north(Set s) { return s << 10 & kAll; }
constexpr Set beside(Set s) { return west(s) | east(s) | north(s) | s >> 10; }
constexpr Set around(Set s) { return beside(s) | north(west(s) | east(s)) | (west(s) | east(s)) >> 10; }
int count(Set s) { return std::popcount(std::uint64_t(s)) + std::popcount(std::uint64_t(s >> 64)); }
int lowest(Set s) {
  return std::uint64_t(s) ? std::countr_zero(std::uint64_t(s)) : 64 + std::countr_zero(std::uint64_t(s >> 64));
}
int nth(Set s, int k) {
  while (k-- > 0) s &= s - 1;
  return lowest(s);
}

int below(int n) { return int(below(std::uint64_t(n))); }

Set tribe[4], kind[4], lava[2], nearby[100];
int pieces[4][4];
bool pawns;
long decisions = 0;

void flip(int seat, int k, int square, int by) {
  tribe[seat] ^= kOne << square;
  kind[k] ^= kOne << square;
  pieces[seat][k] += by;
}

void pay(int seat, int k, Set from, int n) {
  for (; n > 0; --n) {
    const int square = nth(from, below(count(from)));
    from ^= kOne << square;
    flip(seat, k, square, -1);
  }
}

int ways_to_pay(int seat, int k, int site) {
  const int n = count(nearby[site] & tribe[seat] & kind[kSettlement]), threes = n * (n - 1) * (n - 2) / 6;
  if (k == kVillage) return threes;
  return count(nearby[site] & tribe[seat] & kind[k - 1]) * (k == kCity ? threes : n * (n - 1) / 2);
}

bool act(int seat) {
  const Set own = tribe[seat], small = own & kind[kSettlement], from = own | Set(pawns) << kPawn[seat];
  const Set vacant = kLand & ~(kind[0] | kind[1] | kind[2] | kind[3] | lava[0] | lava[1]);
  const Set row = west(from) | east(from), rank = north(from) | from >> 10;
  const Set several = (west(from) & east(from)) | (north(from) & from >> 10) | (row & rank);
  Set squares = vacant & (row | rank), least = kind[1] | kind[2] | kind[3];
  if (const Set near = squares & beside(least & ~own)) {  // another's influence, where it is greater
    for (int k = kVillage; k <= kCity; least &= ~kind[k++]) {
      squares &= ~(near & beside(least & ~own) & ~beside(least & own));
    }
  }
  const Set lone = squares & ~several;
  Set sites[4] = {};
  int builds = 0;
  if (pieces[seat][0] > 2 && pieces[seat][kVillage] < 5) {  // three settlements around: all counts at once, by bits
    const Set w = west(small), e = east(small), a = w ^ e ^ small, b = (w & e) | (small & (w ^ e));
    const Set an = north(a), as = a >> 10, bn = north(b), bs = b >> 10, carry = (an & as) | (a & (an ^ as));
    const Set fours = (carry & b) | (bn & bs) | ((carry | b) & (bn | bs));
    sites[kVillage] = vacant & (((carry | b | bn | bs) & (a ^ an ^ as)) | fours);
  }
  for (int k = kVillage; k <= kCity; ++k) {
    const Set base = own & kind[k - 1];
    if (k > kVillage && pieces[seat][k - 1] > 1 && pieces[seat][k] < 5) sites[k] = base & around(base);
    for (Set rest = sites[k]; rest != 0; rest &= rest - 1) builds += ways_to_pay(seat, k, lowest(rest));
  }
  const int width = count(squares), movers = pieces[seat][0], rows = width * (movers + (movers < 6));
  const int choices = rows + builds - count(lone & beside(small));
  if (choices == 0) return false;
  decisions += choices > 1;
  while (true) {
    int pick = below(rows + builds);
    if (pick < rows) {
      const int to = nth(squares, pick % width), lifted = pick / width < movers ? nth(small, pick / width) : -1;
      if (lifted >= 0 && (lone & beside(kOne << lifted)) >> to & 1) continue;  // only the lifted piece is next to it
      if (lifted >= 0) flip(seat, kSettlement, lifted, -1);
      flip(seat, kSettlement, to, 1);
      return true;
    }
    pick -= rows;
    for (int k = kVillage; k <= kCity; ++k) {
      for (Set rest = sites[k]; rest != 0; rest &= rest - 1) {
        const int site = lowest(rest);
        if ((pick -= ways_to_pay(seat, k, site)) >= 0) continue;
        pay(seat, kSettlement, nearby[site] & small, k == 2 ? 2 : 3);
        if (k > kVillage) pay(seat, k - 1, nearby[site] & own & kind[k - 1], 1), flip(seat, k - 1, site, -1);
        flip(seat, k, site, 1);
        return true;
      }
    }
  }
}

void flow(int eruption, Set where) {
  const int choices = count(where), square = nth(where, below(choices));
  decisions += choices > 1;
  for (int i = 0; i < 16; ++i) {
    if ((tribe[i / 4] & kind[i % 4]) >> square & 1) flip(i / 4, i % 4, square, -1);
  }
  lava[eruption] |= kOne << square;
}

void play() {
  for (int i = 0; i < 16; ++i) tribe[i / 4] = kind[i / 4] = lava[i / 8] = 0, pieces[i / 4][i % 4] = 0;
  pawns = true;
  int eruptions = 0, markers = 0, counter = 0;
  while (counter == 0) counter = below(6) + below(6) + below(6);
  for (int start = 0;; ++start) {
    for (int turn = 0; turn < 12; ++turn) {
      if (!act((start + turn / 3) % 4)) return;
    }
    if (markers == 12) return;
    if (eruptions < 2 && --counter == 0) {
      pawns = false;
      flow(eruptions++, kVolcano & ~lava[0]);
      while (eruptions == 1 && counter == 0) counter = below(6) + below(6);
    } else if (eruptions > 0) {
      flow(eruptions - 1, beside(lava[eruptions - 1]) & kLand & ~lava[eruptions - 1]);
    }
    markers += eruptions == 2;
  }
}

int main() {
  for (int square = 0; square < 100; ++square) nearby[square] = around(kOne << square);
  measure_games(2.0, 100, [] {
    const long before = decisions;
    play();
    return decisions - before;
  });
}
