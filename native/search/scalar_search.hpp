// The value of a position for one seat, the others against it: exact for two seats, whose values always add up to the
// same; the paranoid assumption for more (Sturtevant and Korf, "On pruning techniques for multi-player games", 2000).
//
// Alpha-beta over decisions; over chance Star1, which narrows each outcome's window by what the others can still bring,
// and Star2, which first looks at one action behind each outcome for a cheap bound (Ballard, "The *-minimax search
// procedure for trees containing chance nodes", 1983). Values are those of the plain search.
#pragma once

#include <algorithm>

#include "search/depth_first.hpp"

namespace embertree {

template <Game G, int N>
class ScalarSearch : public DepthFirst<G, float> {
  using Base = DepthFirst<G, float>;

 public:
  using State = typename G::State;
  using Base::Base;
  using Base::stopped;

  void begin(SearchControl& control, std::uint64_t seed, int me) {
    Base::begin(control, seed);
    me_ = me;
  }

  // The value within (alpha, beta), or a bound outside of it: at most alpha, or at least beta. `outcomes` is how many
  // more chance outcomes may be listed before the next decision. Worthless once stopped(). Inlined, so that leaves cost
  // no call.
  [[gnu::always_inline]] float value(const State& state, int depth, float alpha, float beta, int outcomes) {
    if (!watch_.step()) return 0.0F;
    const int mover = G::current_player(state);
    if (mover >= 0 && depth > 0) return decision(state, mover, depth, alpha, beta);
    if (mover == kChance) return chance(state, depth, alpha, beta, outcomes);
    if (mover != kTerminal) horizon_ = true;
    return seat_value<G, N>(objective_, state, me_);
  }

 private:
  using Base::branches_;
  using Base::horizon_;
  using Base::objective_;
  using Base::ordering_;
  using Base::params_;
  using Base::sampled_;
  using Base::seed_;
  using Base::table_;
  using Base::watch_;
  using typename Base::Frame;
  using typename Base::Table;

  // Windows are widened by this much, so that rounding cuts nothing off that plain search would not.
  static constexpr double kSlack = 1e-6;

  [[gnu::noinline]] float decision(const State& state, int mover, int depth, float alpha, float beta) {
    Key key = 0;
    std::uint16_t hint = Table::kNoHint;
    if (params_.table) {
      key = G::key(state);
      if (const auto* known = table_.find(key, depth)) {
        if (known->bound() == Bound::kExact || (known->bound() == Bound::kLower && known->value >= beta) ||
            (known->bound() == Bound::kUpper && known->value <= alpha)) {
          horizon_ |= known->horizon();
          return known->value;
        }
      }
      hint = table_.hint(key);
    }
    const bool outer = horizon_;
    horizon_ = false;
    ActionList<G> actions;
    search_actions<G>(state, actions);
    const bool mine = mover == me_;
    const bool prune = params_.pruning != ExpectimaxParams::Pruning::kOff;
    float low = alpha;
    float high = beta;
    float best = mine ? -2.0F : 2.0F;
    Action best_action = kNoAction;
    for (int i = 0; i < actions.size(); ++i) {
      if (prune) ordering_.pick(actions, i, hint);
      const float found = value(child<G>(state, actions[i]), depth - 1, low, high, params_.chance_limit);
      if (stopped()) return 0.0F;
      if (mine ? found > best : found < best) {
        best = found;
        best_action = actions[i];
        if (!prune) continue;
        if (mine) {
          low = std::max(low, best);
        } else {
          high = std::min(high, best);
        }
        if (low >= high) {
          ordering_.good(actions[i], depth);
          break;
        }
      }
    }
    if (params_.table) {
      const Bound bound = !prune          ? Bound::kExact
                          : best <= alpha ? Bound::kUpper
                          : best >= beta  ? Bound::kLower
                                          : Bound::kExact;
      table_.store(key, depth, best, bound, horizon_, static_cast<std::uint16_t>(best_action));
    }
    horizon_ |= outer;
    return best;
  }

  [[gnu::noinline]] float chance(const State& state, int depth, float alpha, float beta, int outcomes) {
    Frame frame;
    branches_.open(state, params_, seed_, outcomes, frame);
    sampled_ |= frame.sampled;
    const int share = std::max(1, outcomes / frame.count);
    const bool judged = depth == 0 && judge_leaves(state, frame);
    float found = 0.0F;
    if (params_.pruning == ExpectimaxParams::Pruning::kOff) {
      double sum = 0.0;
      for (int i = 0; i < frame.count && !stopped(); ++i) {
        const float each = outcome(state, frame, i, judged, depth, alpha, beta, share);
        sum += branches_(frame, i).weight * static_cast<double>(each);
      }
      found = static_cast<float>(sum / frame.weight);
    } else {
      found = star(state, frame, judged, depth, alpha, beta, share);
    }
    branches_.close(frame);
    return found;
  }

  // Judges the outcomes of a chance event at the horizon all at once, which is quicker than one by one; false where
  // some do not lead to a seat whose turn lies beyond it. They count as nodes when they are asked for.
  [[gnu::always_inline]] bool judge_leaves(const State& state, Frame& frame) {
    if constexpr (N == 2 && Branches<G>::kShort) {
      if (objective_ != Objective::kWin) return false;
      constexpr int kMany = G::kTraits.max_chance_outcomes;
      double leads[kMany] = {};
      double spreads[kMany];
      std::fill(spreads, spreads + kMany, 1.0);
      for (int i = 0; i < frame.count; ++i) {
        const State leaf = child<G>(state, branches_(frame, i).action);
        if (G::current_player(leaf) < 0) return false;
        judge_lead<G>(leaf, me_, leads[i], spreads[i]);
      }
      float values[kMany];
      chances_to_win(leads, spreads, values);
      for (int i = 0; i < frame.count; ++i) branches_(frame, i).value = values[i];
      return true;
    }
    return false;
  }

  // The value of one outcome: looked up where it is judged already, else searched.
  [[gnu::always_inline]] float outcome(const State& state, Frame& frame, int i, bool judged, int depth, float low,
                                       float high, int share) {
    const Branch& branch = branches_(frame, i);
    if (!judged) return value(child<G>(state, branch.action), depth, low, high, share);
    if (!watch_.step()) return 0.0F;
    horizon_ = true;
    return branch.value;
  }

  [[gnu::noinline]] float star(const State& state, Frame& frame, bool judged, int depth, float alpha, float beta,
                               int share) {
    const float lowest = lowest_value(objective_);
    const float highest = highest_value(objective_);
    for (int i = 0; i < frame.count; ++i) {
      branches_(frame, i).low = lowest;
      branches_(frame, i).high = highest;
    }
    // Sums of what the outcomes bring at least and at most.
    double least = frame.weight * static_cast<double>(lowest);
    double most = frame.weight * static_cast<double>(highest);
    const double need = static_cast<double>(alpha) * frame.weight;
    const double enough = static_cast<double>(beta) * frame.weight;

    if (params_.pruning == ExpectimaxParams::Pruning::kStar2 && depth > 1) {
      for (int i = 0; i < frame.count; ++i) {
        probe(state, frame, i, depth, alpha, beta, least, most);
        if (stopped()) return 0.0F;
        if (least >= enough + kSlack) return static_cast<float>(least / frame.weight);
        if (most <= need - kSlack) return static_cast<float>(most / frame.weight);
      }
    }
    for (int i = 0; i < frame.count; ++i) {
      const Branch branch = branches_(frame, i);
      const double weight = branch.weight;
      const double least_others = least - weight * static_cast<double>(branch.low);
      const double most_others = most - weight * static_cast<double>(branch.high);
      const auto low = static_cast<float>((need - most_others) / weight - kSlack);
      const auto high = static_cast<float>((enough - least_others) / weight + kSlack);
      const float each = outcome(state, frame, i, judged, depth, low, high, share);
      if (stopped()) return 0.0F;
      if (each <= low) return static_cast<float>((most_others + weight * static_cast<double>(each)) / frame.weight);
      if (each >= high) return static_cast<float>((least_others + weight * static_cast<double>(each)) / frame.weight);
      Branch& known = branches_(frame, i);
      known.value = known.low = known.high = each;
      least = least_others + weight * static_cast<double>(each);
      most = most_others + weight * static_cast<double>(each);
    }
    // Added up in the order of plain search, so that the result is the same to the bit.
    double sum = 0.0;
    for (int i = 0; i < frame.count; ++i) {
      sum += branches_(frame, i).weight * static_cast<double>(branches_(frame, i).value);
    }
    return static_cast<float>(sum / frame.weight);
  }

  // One action behind an outcome: a seat that may choose gets at least what one of its actions brings.
  [[gnu::noinline]] void probe(const State& state, Frame& frame, int i, int depth, float alpha, float beta,
                               double& least, double& most) {
    const Branch branch = branches_(frame, i);
    const State next = child<G>(state, branch.action);
    const int mover = G::current_player(next);
    if (mover < 0) return;
    const bool mine = mover == me_;
    // A bound helps where the window has an end on its side.
    if (mine ? beta > highest_value(objective_) : alpha < lowest_value(objective_)) return;
    ActionList<G> actions;
    search_actions<G>(next, actions);
    if (actions.size() < 2) return;
    ordering_.pick(actions, 0, params_.table ? table_.hint(G::key(next)) : Table::kNoHint);
    const bool outer = horizon_;
    const double weight = branch.weight;
    const double wall =
        mine ? (static_cast<double>(beta) * frame.weight - least) / weight + static_cast<double>(branch.low)
             : (static_cast<double>(alpha) * frame.weight - most) / weight + static_cast<double>(branch.high);
    const float low = mine ? -2.0F : static_cast<float>(wall - kSlack);
    const float high = mine ? static_cast<float>(wall + kSlack) : 2.0F;
    const float found = value(child<G>(next, actions[0]), depth - 1, low, high, params_.chance_limit);
    horizon_ |= outer;
    if (stopped()) return;
    Branch& known = branches_(frame, i);
    if (mine) {
      least += weight * (static_cast<double>(found) - static_cast<double>(known.low));
      known.low = found;
    } else {
      most += weight * (static_cast<double>(found) - static_cast<double>(known.high));
      known.high = found;
    }
  }

  int me_ = 0;
};

}  // namespace embertree
