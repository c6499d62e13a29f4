// Why an action is not legal: the paragraph of the rules that it breaks, in words.
#include "games/volcano_island/words.hpp"

namespace embertree {
namespace {

using namespace volcano;

std::string list(Bits128 squares) { return squares.none() ? "none" : squares_text(squares, " "); }

int influence(const State& state, int seat, int square) {
  for (const int kind : {kCity, kTown, kVillage}) {
    if (near_of(state, Bits128::of(square)).intersects(own(state, seat, kind))) return kind;
  }
  return 0;
}

// Where a new piece may stand at all.
std::string why_not_vacant(const State& state, int square) {
  const std::string name = square_text(square);
  if (!squares_of_island(state.players).test(square)) {
    return "no such square: with three players " + name + " is a removed corner";
  }
  if (kVolcano.test(square)) return "volcano: nobody builds on " + name;
  if ((state.lava[0] | state.lava[1]).test(square)) return "lava: " + name + " is covered for good";
  if (occupied(state).test(square)) {
    const Piece piece = piece_at(state, square);
    return std::string("occupied: a ") + std::string(kKindNames[piece.kind]) + " of " + seat_letter(piece.seat) +
           " stands on " + name;
  }
  return {};
}

// `from`: what the mover has beside the lifted settlement.
std::string why_not_settle(const State& state, int seat, Bits128 from, int square) {
  const std::string vacancy = why_not_vacant(state, square);
  if (!vacancy.empty()) return vacancy;
  if (!kOrthogonal[square].intersects(from)) {
    return "not adjacent: none of your pieces" + std::string(state.eruptions == 0 ? " nor your pawn" : "") +
           " is next to " + square_text(square);
  }
  const int mine = influence(state, seat, square);
  for (int s = 0; s < state.players; ++s) {
    const int theirs = influence(state, s, square);
    if (theirs > mine) {
      return std::string("influence: that of ") + seat_letter(s) + " over " + square_text(square) + " is " +
             std::to_string(theirs) + ", yours " + std::to_string(mine);
    }
  }
  return {};
}

std::string why_not_move(const State& state, int seat, int from, int to) {
  if (!own(state, seat, kSettlement).test(from)) {
    return "no settlement of yours on " + square_text(from) + "; yours: " + list(own(state, seat, kSettlement));
  }
  if (from == to) return "another square: a move must not end where it began";
  return why_not_settle(state, seat, (state.tribes[seat] - Bits128::of(from)) | pawn(state, seat), to);
}

std::string none_in_supply(int kind) {
  return "supply: all " + std::to_string(VolcanoIsland::kSupply[kind]) + " of your " + std::string(kKindPlurals[kind]) +
         " are on the board";
}

std::string why_not_build(const State& state, int seat, int kind, int site, unsigned mask) {
  const std::string name = square_text(site);
  if (kind == kVillage) {
    const std::string vacancy = why_not_vacant(state, site);
    if (!vacancy.empty()) return vacancy;
  } else if (!own(state, seat, kind - 1).test(site)) {
    return "target: a " + std::string(kKindNames[kind]) + " grows from a " + std::string(kKindNames[kind - 1]) +
           " of yours; yours: " + list(own(state, seat, kind - 1));
  }
  if (!in_supply(state, seat, kind)) return none_in_supply(kind);
  for (int d = 0; d < 8; ++d) {
    if ((mask >> d & 1) != 0 && neighbour(site, d) < 0) return "payment: it names a square beyond the edge";
  }
  const Bits128 paid = squares_around(site, mask);
  const Bits128 settlements = own(state, seat, kSettlement);
  const Bits128 lower = kind == kVillage ? Bits128{} : own(state, seat, kind - 1);
  if (kind == kVillage && settlements.contains(paid)) return {};
  if (kind != kVillage && (settlements | lower).contains(paid) && (paid & lower).count() == 1) return {};
  std::string cost = kind == kVillage ? "three settlements"
                     : kind == kTown  ? "a village and two settlements"
                                      : "a town and three settlements";
  std::string text = "payment: a " + std::string(kKindNames[kind]) + " costs " + cost +
                     " of yours; your settlements next to " + name + ": " + list(settlements & kAround[site]);
  if (kind != kVillage) {
    text += "; your " + std::string(kKindPlurals[kind - 1]) + ": " + list(lower & kAround[site]);
  }
  return text;
}

std::string why_no_lava(const State& state, int square) {
  const std::string name = square_text(square);
  if (lava_squares(state).test(square)) return {};
  if (!squares_of_island(state.players).test(square)) {
    return "no such square: with three players " + name + " is a removed corner";
  }
  const Bits128 current = state.lava[state.eruptions - 1];
  if (current.none()) {
    return kVolcano.test(square) ? "lava: the first eruption began on " + name + ", the second begins elsewhere"
                                 : "first marker: an eruption begins on the volcano: " + list(lava_squares(state));
  }
  if (current.test(square)) return "lava: this eruption covers " + name + " already";
  if (kVolcano.test(square)) return "volcano: after its first marker lava flows over land only";
  return "not adjacent: no lava of this eruption is next to " + name;
}

}  // namespace

std::string VolcanoIsland::why_illegal(const State& state, Action action) {
  if (state.mover == kTerminal) return "the game is over";
  if (action < 0 || action >= kActions) {
    return "there is no action number " + std::to_string(action) + ": they go from 0 to " +
           std::to_string(kActions - 1);
  }
  if (state.mover == kChance) {
    OutcomeList<VolcanoIsland> outcomes;
    chance_outcomes(state, outcomes);
    for (const Outcome& outcome : outcomes) {
      if (outcome.action == action) return {};
    }
    return "the dice are in the air: " + action_text(state, outcomes[0].action) + " to " +
           action_text(state, outcomes.back().action) + " come next";
  }
  if (action >= kRoll) return "nothing is rolled now: a player decides";
  if (state.actions == 0) {
    if (action < kLava) return "lava comes first: the round is over, and its last player places a marker";
    return why_no_lava(state, action - kLava);
  }
  if (action >= kLava) return "no lava now: it flows at the end of a round";
  const int seat = state.mover;
  if (action < kMove) {
    if (!in_supply(state, seat, kSettlement)) return none_in_supply(kSettlement);
    return why_not_settle(state, seat, state.tribes[seat] | pawn(state, seat), action - kPlace);
  }
  if (action < kBuildVillage)
    return why_not_move(state, seat, (action - kMove) / kSquares, (action - kMove) % kSquares);
  const int kind = action < kBuildTown ? kVillage : action < kBuildCity ? kTown : kCity;
  const Action first = kind == kVillage ? kBuildVillage : kind == kTown ? kBuildTown : kBuildCity;
  const int ways = kind == kCity ? kFours : kThrees;
  const auto rank = static_cast<std::size_t>((action - first) % ways);
  return why_not_build(state, seat, kind, (action - first) / ways, kind == kCity ? kFourMask[rank] : kThreeMask[rank]);
}

}  // namespace embertree
