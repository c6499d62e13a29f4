// What the files of this room ask of a state. All answers are sets of squares, made by shifts of whole boards.
#pragma once

#include "games/volcano_island/board.hpp"
#include "games/volcano_island/volcano_island.hpp"

namespace embertree::volcano {

using State = VolcanoIsland::State;
using enum VolcanoIsland::Kind;

inline bool has_rule(const State& state, VolcanoIsland::Rule rule) { return (state.rules & rule) != 0; }

inline Bits128 land(const State& state) { return kLand[state.players - 3]; }

inline Bits128 occupied(const State& state) {
  return state.pieces[kSettlement] | state.pieces[kVillage] | state.pieces[kTown] | state.pieces[kCity];
}

inline Bits128 own(const State& state, int seat, int kind) { return state.tribes[seat] & state.pieces[kind]; }

inline bool in_supply(const State& state, int seat, int kind) {
  return state.count[seat][kind] < VolcanoIsland::kSupply[kind];
}

// The pawn's square, or nothing after the first eruption.
inline Bits128 pawn(const State& state, int seat) { return state.eruptions == 0 ? kPawn[seat] : Bits128{}; }

// --- Influence ---

inline Bits128 near_of(const State& state, Bits128 buildings) {
  return has_rule(state, VolcanoIsland::kInfluenceDiagonal) ? Board::around(buildings) : Board::orthogonal(buildings);
}

// Where another tribe's influence is greater than the seat's own: for some value, another reaches it and the seat does
// not. For the mover it stands in the state.
inline Bits128 kept_out(const State& state, int seat) {
  const Bits128 tribe = state.tribes[seat];
  Bits128 at_least = state.pieces[kVillage] | state.pieces[kTown] | state.pieces[kCity];
  Bits128 out;
  for (const int kind : {kVillage, kTown, kCity}) {
    const Bits128 others = at_least - tribe;
    if (others.none()) break;
    out |= near_of(state, others) - near_of(state, at_least & tribe);
    at_least -= state.pieces[kind];
  }
  return out;
}

// --- Settling ---

// Where the seat may put a settlement, and those of these squares that only one of its pieces (or its pawn) is next
// to: the settlement that is lifted for a move must not be that one.
struct Reach {
  Bits128 squares;
  Bits128 lone;
};

[[gnu::always_inline]] inline Reach reach(const State& state, int seat, Bits128 barred) {
  const Bits128 from = state.tribes[seat] | pawn(state, seat);
  const Bits128 west = Board::west(from);
  const Bits128 east = Board::east(from);
  const Bits128 south = Board::south(from);
  const Bits128 north = Board::north(from);
  const Bits128 row = west | east;
  const Bits128 column = south | north;
  const Bits128 several = (west & east) | (south & north) | (row & column);
  const Bits128 squares = (state.vacant & (row | column)) - barred;
  return {squares, squares - several};
}

// --- Building: the sites where enough of the right neighbours stand, and a piece is in supply ---

inline Bits128 village_sites(const State& state, int seat) {
  if (state.count[seat][kSettlement] < 3 || !in_supply(state, seat, kVillage)) return {};
  return crowd(own(state, seat, kSettlement)).three & state.vacant;
}

// Candidates: that enough settlements are next to them is for `upgrade_choices` to say.
inline Bits128 upgrade_sites(const State& state, int seat, int from, int settlements) {
  if (state.count[seat][from] < 2 || state.count[seat][kSettlement] < settlements ||
      !in_supply(state, seat, from + 1)) {
    return {};
  }
  const Bits128 low = own(state, seat, from);
  return low & Board::around(low);
}
inline Bits128 town_sites(const State& state, int seat) { return upgrade_sites(state, seat, kVillage, 2); }
inline Bits128 city_sites(const State& state, int seat) { return upgrade_sites(state, seat, kTown, 3); }

// How many ways there are to pay for a building at a site, and the id of way number k, in canonical order.
inline int upgrade_choices(const State& state, int seat, int site, int from, int settlements) {
  return (kAround[site] & own(state, seat, from)).count() *
         kChoose[(kAround[site] & own(state, seat, kSettlement)).count()][settlements];
}
inline int building_choices(const State& state, int seat, int kind, int site) {
  if (kind == kVillage) return kChoose[(kAround[site] & own(state, seat, kSettlement)).count()][3];
  return upgrade_choices(state, seat, site, kind - 1, kind == kTown ? 2 : 3);
}
Action building_at(const State& state, int seat, int kind, int site, int k);

// Has the mover any action at all? Whoever has a square in reach can place there, or, with all six settlements on the
// board, move one there: a square is barred to at most one of them.
bool can_act(const State& state);

// The largest orthogonal distance between two of the squares; 0 for fewer than two.
int extent(Bits128 squares);

inline Bits128 buildings(const State& state, int seat) { return state.tribes[seat] - state.pieces[kSettlement]; }

// --- Lava ---

inline int lava_player(const State& state) { return state.start == 0 ? state.players - 1 : state.start - 1; }

// Markers of the current eruption not yet on the board.
inline int markers_left(const State& state) {
  const int first = state.lava[0].count();
  if (state.eruptions < 2) return VolcanoIsland::kMarkers - first;
  const int all =
      has_rule(state, VolcanoIsland::kLavaShared) ? 2 * VolcanoIsland::kMarkers - first : VolcanoIsland::kMarkers;
  return all - state.lava[1].count();
}

// Where the next marker may go. Second-eruption lava may cover lava of the first, but never its own.
inline Bits128 lava_squares(const State& state) {
  const Bits128 current = state.lava[state.eruptions - 1];
  if (current.none()) return kVolcano - state.lava[0];
  return (Board::orthogonal(current) & land(state)) - current;
}

}  // namespace embertree::volcano
