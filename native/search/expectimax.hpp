// Depth-first search with exact chance: max^n over seats (Luckhardt and Irani, "An algorithmic solution of n-person
// games", 1986), expectation over outcomes (Michie's expectimax), deepened iteration by iteration.
//
// Three cases: over, chance, a seat to move. A ply of depth is a decision; chance between decisions costs none, so that
// leaves are judged where a seat is to move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/searcher.hpp"

namespace embertree {

struct ExpectimaxParams {
  int depth = 64;           // plies, where the limits name none
  int chance_limit = 512;   // outcomes between two decisions; beyond it they are sampled, and the result says so
  int chance_samples = 16;  // how many are drawn then
  bool pv_through_chance = false;

  static std::span<const ParamSpec> specs();
  static ExpectimaxParams from(const ParamMap& map);
};

template <Game G, int N>
class Expectimax final : public SearchEngine {
 public:
  using State = typename G::State;
  using Values = std::array<float, N>;

  Expectimax(const ExpectimaxParams& params, const SearchSettings& settings)
      : params_(params), objective_(settings.objective), seed_(settings.seed) {
    std::size_t slots = 1024;
    while (slots * 2 * sizeof(Slot) <= settings.hash_mb * (std::size_t{1} << 20)) slots *= 2;
    max_slots_ = slots;
  }

  void set_seed(std::uint64_t seed) override { seed_ = seed; }
  void clear() override { table_.clear(); }

  Found run(const void* state, SearchControl& control) override {
    const State& root = *static_cast<const State*>(state);
    control_ = &control;
    const Limits& limits = control.limits();
    node_limit_ = limits.nodes;
    nodes_ = 0;
    stopped_ = false;
    sampled_ = false;
    // A search is a function of its position, limits and seed: what earlier ones left would show in ties and counts.
    table_.assign(std::min<std::size_t>(max_slots_, kFirstSlots), Slot{});
    ActionList<G> actions;
    if (limits.searchmoves.empty()) {
      search_actions<G>(root, actions);
    } else {
      for (const Action action : limits.searchmoves) actions.push_back(action);
    }
    std::vector<Line> lines;
    for (const Action action : actions) lines.push_back({action, {}});
    const int mover = G::current_player(root);
    const int deepest = limits.depth != 0 ? limits.depth : params_.depth;
    Found found = report(root, lines, mover, 0);
    for (int depth = 1; depth <= deepest; ++depth) {
      horizon_ = false;
      std::vector<Line> next;
      for (const Line& line : lines) {
        const Values values = value(child<G>(root, line.action), depth - 1, params_.chance_limit);
        if (stopped_) break;
        next.push_back({line.action, values});
      }
      if (stopped_ && (depth > 1 || next.empty())) break;
      std::stable_sort(next.begin(), next.end(),
                       [&](const Line& a, const Line& b) { return a.values[mover] > b.values[mover]; });
      found = report(root, next, mover, depth);
      found.proven = !horizon_ && !sampled_ && !stopped_;
      if (stopped_) break;
      lines = std::move(next);
      if (control.report_due()) control.publish(found);
      if (!horizon_) break;  // the whole tree was seen: deeper finds nothing new
    }
    found.nodes = nodes_;
    found.time_ms = control.elapsed_ms();
    return found;
  }

 private:
  static constexpr std::size_t kFirstSlots = std::size_t{1} << 12;

  struct Line {
    Action action;
    Values values{};
  };
  struct Slot {
    Key key = 0;
    std::int16_t depth = -1;
    bool horizon = false;
    Values values{};
  };

  // Values of a state by seat, `depth` decisions deep. `outcomes` is how many more chance outcomes may be listed before
  // the next decision.
  Values value(const State& state, int depth, int outcomes) {
    Values values{};
    if (stopped_) return {};
    ++nodes_;
    if (node_limit_ != 0 && nodes_ > node_limit_) {
      --nodes_;
      stopped_ = true;
      return {};
    }
    if (nodes_ % 256 == 0 && control_->expired()) stopped_ = true;

    const int mover = G::current_player(state);
    if (mover == kTerminal) {
      state_values<G>(objective_, state, N, values.data());
      return values;
    }
    if (mover == kChance) return chance_value(state, depth, outcomes);
    if (depth == 0) {
      horizon_ = true;
      state_values<G>(objective_, state, N, values.data());
      return values;
    }
    return best_value(state, mover, depth);
  }

  Values best_value(const State& state, int mover, int depth) {
    const Key key = G::key(state);
    if (const Slot* known = find(key, depth)) {
      horizon_ |= known->horizon;
      return known->values;
    }
    const bool outer = horizon_;
    horizon_ = false;
    ActionList<G> actions;
    search_actions<G>(state, actions);
    Values best{};
    for (int i = 0; i < actions.size(); ++i) {
      const Values values = value(child<G>(state, actions[i]), depth - 1, params_.chance_limit);
      if (stopped_) return {};
      if (i == 0 || values[mover] > best[mover]) best = values;
    }
    // The table grows with the search, so that a small search need not clear a large one.
    if (++stored_ > table_.size() / 2 && table_.size() < max_slots_) grow();
    store(table_, {key, static_cast<std::int16_t>(depth), horizon_, best});
    horizon_ |= outer;
    return best;
  }

  Values chance_value(const State& state, int depth, int outcomes) {
    OutcomeList<G> list;
    G::chance_outcomes(state, list);
    double sums[N] = {};
    double weight = 0.0;
    if (list.size() <= outcomes) {
      for (const Outcome& outcome : list) {
        const Values values = value(child<G>(state, outcome.action), depth, outcomes / list.size());
        if (stopped_) return {};
        const double w = static_cast<double>(outcome.weight);
        for (int s = 0; s < N; ++s) sums[s] += w * static_cast<double>(values[s]);
        weight += w;
      }
    } else {
      // The draw depends on the position and the seed alone, so every visit sees the same sample.
      sampled_ = true;
      Rng rng(mix64(seed_) ^ G::key(state));
      const int draws = std::max(1, std::min(params_.chance_samples, outcomes));
      for (int i = 0; i < draws; ++i) {
        const Values values = value(child<G>(state, G::sample_chance(state, rng)), depth, 1);
        if (stopped_) return {};
        for (int s = 0; s < N; ++s) sums[s] += static_cast<double>(values[s]);
        weight += 1.0;
      }
    }
    Values values{};
    for (int s = 0; s < N; ++s) values[s] = static_cast<float>(sums[s] / weight);
    return values;
  }

  // Slots come in pairs: the first keeps the deepest result, the second the latest.
  const Slot* find(Key key, int depth) const {
    const Slot* const pair = &table_[key & (table_.size() - 2)];
    // Only the same depth will do: a deeper value would make results depend on what was searched before.
    for (int i = 0; i < 2; ++i) {
      if (pair[i].key == key && pair[i].depth == depth) return &pair[i];
    }
    return nullptr;
  }

  static void store(std::vector<Slot>& table, const Slot& slot) {
    Slot* const pair = &table[slot.key & (table.size() - 2)];
    if (slot.depth >= pair[0].depth) {
      pair[0] = slot;
    } else {
      pair[1] = slot;
    }
  }

  void grow() {
    stored_ = 0;
    std::vector<Slot> larger(table_.size() * 4 <= max_slots_ ? table_.size() * 4 : max_slots_);
    for (const Slot& slot : table_) {
      if (slot.depth < 0) continue;
      store(larger, slot);
      ++stored_;
    }
    table_ = std::move(larger);
  }

  // The expected line, from the table; it ends where the table knows no more, and before chance unless the likeliest
  // outcome was asked for.
  std::vector<Action> line_from(const State& root, Action action, int depth) const {
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
      const int mover = G::current_player(state);
      if (mover < 0) break;
      const Slot* const here = find(G::key(state), left);
      if (here == nullptr) break;
      ActionList<G> actions;
      search_actions<G>(state, actions);
      Action next = kNoAction;
      for (const Action candidate : actions) {
        const State after = child<G>(state, candidate);
        const int then = G::current_player(after);
        Values values{};
        if (then == kTerminal || (left == 1 && then != kChance)) {
          state_values<G>(objective_, after, N, values.data());
        } else {
          const Slot* const slot = then == kChance ? nullptr : find(G::key(after), left - 1);
          if (slot == nullptr) continue;
          values = slot->values;
        }
        if (values == here->values) {
          next = candidate;
          break;
        }
      }
      if (next == kNoAction) break;
      line.push_back(next);
      apply<G>(state, next);
    }
    return line;
  }

  Found report(const State& root, const std::vector<Line>& lines, int mover, int depth) {
    Found found;
    found.nodes = nodes_;
    found.depth = depth;
    found.seldepth = depth;
    found.time_ms = control_->elapsed_ms();
    found.players = N;
    found.hashfull = static_cast<int>(1000 * stored_ / max_slots_);
    if (sampled_) {
      found.note = "chance beyond " + std::to_string(params_.chance_limit) + " outcomes is sampled";
    }
    if (lines.empty()) return found;
    for (const Line& line : lines) {
      MoveInfo move;
      move.action = line.action;
      for (int s = 0; s < N; ++s) move.values[s] = static_cast<double>(line.values[s]);
      if (depth > 0) move.pv = line_from(root, line.action, depth);
      found.moves.push_back(std::move(move));
      if (line.values[mover] == lines.front().values[mover]) found.bestmoves.push_back(line.action);
    }
    std::sort(found.bestmoves.begin(), found.bestmoves.end());
    Rng tie(mix64(seed_) ^ G::key(root));
    found.best = found.bestmoves[tie.below(found.bestmoves.size())];
    const auto chosen = std::find_if(found.moves.begin(), found.moves.end(),
                                     [&](const MoveInfo& move) { return move.action == found.best; });
    std::rotate(found.moves.begin(), chosen, chosen + 1);
    found.values = found.moves.front().values;
    return found;
  }

  // Fixed while a search runs
  ExpectimaxParams params_;
  Objective objective_;
  std::uint64_t seed_;
  std::size_t max_slots_ = 0;
  std::uint64_t node_limit_ = 0;
  SearchControl* control_ = nullptr;

  // Changed by every node
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  bool horizon_ = false;  // whether a leaf was judged by the evaluation since this was last cleared
  bool sampled_ = false;
  std::vector<Slot> table_ = std::vector<Slot>(1024);
  std::size_t stored_ = 0;
};

}  // namespace embertree
