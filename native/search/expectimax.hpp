// Depth-first search with exact chance (Michie's expectimax), deepened iteration by iteration. The values below the
// root come from scalar_search.hpp (two seats, or paranoid) or maxn_search.hpp (more).
//
// A ply of depth is a decision; chance between decisions costs none, so that leaves are judged where a seat is to move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "search/maxn_search.hpp"
#include "search/scalar_search.hpp"

namespace embertree {

template <Game G, int N>
class Expectimax final : public SearchEngine {
 public:
  using State = typename G::State;
  using Values = std::array<float, N>;

  Expectimax(const ExpectimaxParams& params, const SearchSettings& settings)
      : params_(params),
        objective_(settings.objective),
        seed_(settings.seed),
        scalar_(params, settings.objective, settings.hash_mb << 20),
        maxn_(params, settings.objective, settings.hash_mb << 20) {}

  void set_seed(std::uint64_t seed) override { seed_ = seed; }
  void clear() override {}  // nothing outlives a search

  Found run(const void* state, SearchControl& control) override {
    const State& root = *static_cast<const State*>(state);
    if (N == 2 || params_.opponents == ExpectimaxParams::Opponents::kParanoid) return run_with(scalar_, root, control);
    if constexpr (N > 2) return run_with(maxn_, root, control);
    return {};
  }

 private:
  // A root action with its values; where not exact, the mover's is an upper bound, below the best.
  struct Line {
    Action action;
    Values values{};
    bool exact = true;
  };

  template <class Search>
  Found run_with(Search& search, const State& root, SearchControl& control) {
    const Limits& limits = control.limits();
    const int mover = G::current_player(root);
    search.begin(control, seed_, mover);
    ActionList<G> actions;
    if (limits.searchmoves.empty()) {
      search_actions<G>(root, actions);
    } else {
      for (const Action action : limits.searchmoves) actions.push_back(action);
    }
    std::vector<Line> lines;
    for (const Action action : actions) lines.push_back({action, {}, true});
    const int deepest = limits.depth != 0 ? limits.depth : params_.depth;
    Found found = report(search, root, lines, mover, 0, control);
    for (int depth = 1; depth <= deepest; ++depth) {
      search.reset_horizon();
      std::vector<Line> next;
      float best = -std::numeric_limits<float>::infinity();
      for (const Line& line : lines) {
        // As good as the best is still told exactly, so that equals are known as such.
        const float floor = params_.root == ExpectimaxParams::Root::kBest && !next.empty()
                                ? std::nextafter(best, -std::numeric_limits<float>::infinity())
                                : -2.0F;
        const Line judged = look(search, child<G>(root, line.action), line.action, mover, depth - 1, floor);
        if (search.stopped()) break;
        best = std::max(best, judged.values[mover]);
        next.push_back(judged);
      }
      // The best of the last iteration is looked at first, so what was finished of this one is worth more than the
      // last.
      if (next.empty() || (search.stopped() && depth > 1 && params_.root == ExpectimaxParams::Root::kExact)) break;
      std::stable_sort(next.begin(), next.end(), [&](const Line& a, const Line& b) {
        return a.values[mover] != b.values[mover] ? a.values[mover] > b.values[mover] : a.exact && !b.exact;
      });
      const std::size_t finished = next.size();
      // The others follow with what the last iteration said of them, where there was one.
      if (depth > 1) next.insert(next.end(), lines.begin() + static_cast<std::ptrdiff_t>(finished), lines.end());
      found = report(search, root, next, mover, depth, control, finished);
      found.proven = !search.horizon() && !search.sampled() && !search.stopped();
      if (search.stopped()) break;
      lines = std::move(next);
      if (control.report_due()) control.publish(found);
      if (!search.horizon()) break;  // the whole tree was seen: deeper finds nothing new
    }
    found.nodes = search.nodes();
    found.time_ms = control.elapsed_ms();
    return found;
  }

  Line look(ScalarSearch<G, N>& search, const State& state, Action action, int mover, int depth, float floor) {
    const float value = search.value(state, depth, floor, 2.0F, params_.chance_limit);
    Line line{action, {}, value > floor};
    // The others' values were not sought: they share what is left.
    const float rest = (sum_of_values(objective_, N) - value) / static_cast<float>(N - 1);
    line.values.fill(rest);
    line.values[mover] = value;
    return line;
  }

  Line look(MaxnSearch<G, N>& search, const State& state, Action action, int, int depth, float) {
    return {action, search.value(state, depth, MaxnSearch<G, N>::kNoCeiling, params_.chance_limit), true};
  }

  // The expected line, from the table; it ends where the table knows no more, and before chance unless the likeliest
  // outcome was asked for.
  template <class Search>
  std::vector<Action> line_from(const Search& search, const State& root, Action action, int depth) const {
    std::vector<Action> line{action};
    State state = child<G>(root, action);
    for (int left = depth - 1; left > 0; --left) {
      while (params_.pv_through_chance && G::current_player(state) == kChance) {
        OutcomeList<G> outcomes;
        G::chance_outcomes(state, outcomes);
        const auto likeliest = std::max_element(outcomes.begin(), outcomes.end(),
                                                [](const Outcome& a, const Outcome& b) { return a.weight < b.weight; });
        line.push_back(likeliest->action);
        apply<G>(state, likeliest->action);
      }
      if (G::current_player(state) < 0) break;
      const Action next = search.best_known(state, left);
      if (next == kNoAction) break;
      line.push_back(next);
      apply<G>(state, next);
    }
    return line;
  }

  // The first `finished` lines are ranked, and the best is among them.
  template <class Search>
  Found report(const Search& search, const State& root, const std::vector<Line>& lines, int mover, int depth,
               const SearchControl& control, std::size_t finished = 0) const {
    Found found;
    found.nodes = search.nodes();
    found.depth = depth;
    found.seldepth = depth;
    found.time_ms = control.elapsed_ms();
    found.players = N;
    found.hashfull = search.hashfull();
    if (search.sampled()) {
      found.note = "chance beyond " + std::to_string(params_.chance_limit) + " outcomes is sampled";
    }
    if (lines.empty()) return found;
    if (finished == 0) finished = lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Line& line = lines[i];
      MoveInfo move;
      move.action = line.action;
      for (int s = 0; s < N; ++s) move.values[s] = static_cast<double>(line.values[s]);
      if (depth > 0) move.pv = line_from(search, root, line.action, depth);
      found.moves.push_back(std::move(move));
      if (i < finished && line.exact && line.values[mover] == lines.front().values[mover]) {
        found.bestmoves.push_back(line.action);
      }
    }
    std::sort(found.bestmoves.begin(), found.bestmoves.end());
    found.choose_best(mix64(seed_) ^ G::key(root));
    found.values = found.moves.front().values;
    return found;
  }

  // Fixed while a search runs
  ExpectimaxParams params_;
  Objective objective_;
  std::uint64_t seed_;

  ScalarSearch<G, N> scalar_;
  MaxnSearch<G, N> maxn_;
};

}  // namespace embertree
