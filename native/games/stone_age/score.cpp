// Points: the final account of section 11, line by line, and the ranks with their tie-break.
#include <algorithm>

#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

int square(int n) { return n * n; }

// What a figure counts: agriculture, tool levels, tiles, people.
int figure_source(const Player& p, int figure) {
  switch (figure) {
    case 0:
      return p.agriculture;
    case 1:
      return kToolRows[p.tools].total;
    case 2:
      return p.built;
    default:
      return p.people;
  }
}

int final_score(const State& s, int seat) {
  const Player& p = s.players[seat];
  const CardSet cards = StoneAge::scoring_cards(s, seat);
  int score = p.points + square(symbols_once(cards)) + square(symbols_twice(cards)) + total_of(p.goods);
  for (int figure = 0; figure < kFigures; ++figure) score += figures_of(cards, figure) * figure_source(p, figure);
  return score;
}

// Points that cards gave when they were bought. A card drawn unseen gives none.
int card_points(const Player& p) {
  int points = 0;
  for (int card = 0; card < kCards; ++card) {
    if ((p.cards >> card & 1) != 0 && kCardRows[card].effect == Effect::kPoints) points += kCardRows[card].amount;
  }
  return points;
}

}  // namespace

CardSet StoneAge::scoring_cards(const State& state, int seat) {
  const CardSet cards = state.players[seat].cards;
  if (state.hidden_owner != seat || state.hidden_card == kUnknownCard) return cards;
  return with_card(cards, state.hidden_card);
}

void StoneAge::result(const State& s, Result& result) {
  for (int seat = 0; seat < s.seats; ++seat) result.scores[seat] = final_score(s, seat);
  // Whether `a` stands before `b`: more points; then the larger sum of people, agriculture and tool levels; then what
  // option `tie_final` says.
  const auto sum = [&](int seat) {
    const Player& p = s.players[seat];
    return p.people + p.agriculture + kToolRows[p.tools].total;
  };
  const auto is_before = [&](int a, int b) {
    if (result.scores[a] != result.scores[b]) return result.scores[a] > result.scores[b];
    if (sum(a) != sum(b)) return sum(a) > sum(b);
    if (has_rule(s, kTieFood)) return s.players[a].food > s.players[b].food;
    return has_rule(s, kTieSeat) && a < b;
  };
  for (int seat = 0; seat < s.seats; ++seat) {
    int rank = 1;
    for (int other = 0; other < s.seats; ++other) rank += other != seat && is_before(other, seat);
    result.ranks[seat] = static_cast<std::uint8_t>(rank);
  }
}

std::vector<ScoreLine> StoneAge::score_sheet(const State& s) {
  ScoreLine buildings{.name = "buildings"};
  ScoreLine bonus{.name = "cards of 3 points"};
  ScoreLine penalties{.name = "feeding penalties"};
  ScoreLine culture{.name = "culture, first set"};
  ScoreLine second{.name = "culture, second set"};
  ScoreLine goods{.name = "resources left"};
  std::vector<ScoreLine> figures;
  for (int figure = 0; figure < kFigures; ++figure) {
    figures.push_back(
        {.name = std::string(kSignNames[kSymbols + figure]) + "s times " + std::string(kFigureSource[figure])});
  }
  for (int seat = 0; seat < s.seats; ++seat) {
    const Player& p = s.players[seat];
    const CardSet cards = scoring_cards(s, seat);
    bonus.points[seat] = card_points(p);
    penalties.points[seat] = -10 * p.penalties;
    // Nothing else moves the marker on the track.
    buildings.points[seat] = p.points - bonus.points[seat] - penalties.points[seat];
    culture.points[seat] = square(symbols_once(cards));
    second.points[seat] = square(symbols_twice(cards));
    for (int figure = 0; figure < kFigures; ++figure) {
      figures[figure].points[seat] = figures_of(cards, figure) * figure_source(p, figure);
    }
    goods.points[seat] = total_of(p.goods);
  }
  std::vector<ScoreLine> sheet = {buildings, bonus, culture, second};
  sheet.insert(sheet.end(), figures.begin(), figures.end());
  sheet.push_back(goods);
  sheet.push_back(penalties);
  return sheet;
}

}  // namespace embertree
