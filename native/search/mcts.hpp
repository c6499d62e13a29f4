// Monte Carlo tree search: select, expand, evaluate, back up (Kocsis and Szepesvari, "Bandit based Monte-Carlo
// planning", 2006), with a value for every seat (max^n) and chance as nodes whose children are drawn by their weights.
// What is decided for certain is backed up as such (Winands et al., "Monte-Carlo tree search solver", 2008; here with
// values for all seats, and through chance).
//
// One thread, a seed and a node limit give the same nodes on every build and processor: the arithmetic here is + - x /
// and sqrt on floats alone, logarithms come from core/real.hpp. Several threads share one tree; each counts as a loss
// below the nodes where it just is (virtual loss), so that they spread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/game.hpp"
#include "core/objective.hpp"
#include "core/real.hpp"
#include "search/mcts_params.hpp"
#include "search/mcts_report.hpp"
#include "search/tree.hpp"

namespace embertree {

template <Game G, int N>
class Mcts final : public SearchEngine {
 public:
  using State = typename G::State;
  using Node = MctsNode<N>;
  using Index = typename Tree<N>::Index;

  Mcts(const MctsParams& params, const SearchSettings& settings)
      : params_(params),
        objective_(settings.objective),
        seed_(settings.seed),
        threads_(settings.threads),
        plies_(params.playout_plies < 0 ? G::kTraits.hints.playout_plies : params.playout_plies),
        explore_(params.explore < 0 ? G::kTraits.hints.explore : params.explore),
        prior_(params.prior < 0 ? G::kTraits.hints.prior : params.prior),
        mix_(part_of_evaluation(params)),
        // A part is left for the lists that making room needs.
        tree_((settings.hash_mb << 20) / 16 * 15) {
    for (int t = 0; t < threads_; ++t) workers_.push_back(std::make_unique<Worker>());
  }

  void set_seed(std::uint64_t seed) override { seed_ = seed; }
  void clear() override { has_tree_ = false; }

  Found run(const void* state, SearchControl& control) override {
    control_ = &control;
    start(*static_cast<const State*>(state));
    active_ = threads_;
    std::vector<std::thread> helpers;
    for (int t = 1; t < threads_; ++t) {
      helpers.emplace_back([this, t] { work<true>(*workers_[static_cast<std::size_t>(t)], false); });
    }
    if (threads_ == 1) {
      work<false>(*workers_[0], true);
    } else {
      work<true>(*workers_[0], true);
    }
    for (std::thread& helper : helpers) helper.join();
    return report();
  }

 private:
  static constexpr std::uint64_t kMostVisits = 0xFFFF'0000ULL;  // a node's counter holds no more
  static constexpr int kMaxPath = 4096;                         // beyond it a playout goes on from where it stands
  static_assert(G::kTraits.num_distinct_actions < 0xFFFF, "a node keeps its action in 16 bits");

  // What a thread has for itself.
  struct Worker {
    Rng rng{0};
    int deepest = 0;
    PerSeat<double> scores{};  // sums of final or expected scores
    std::uint64_t scored = 0;
    std::vector<int> chosen;  // how often the policy chose each move, while it is asked
    Index path[kMaxPath];
    Index better[kMaxPath];  // by place on the path: a proven child that the seat would rather take; 0: none
  };

  void start(const State& root) {
    const Limits& limits = control_->limits();
    kept_visits_ = 0;
    if (has_tree_ && limits.reuse && limits.searchmoves.empty() && find_again(root)) {
      kept_visits_ = tree_[0].visits;
    } else {
      tree_.clear();
    }
    root_ = root;
    has_tree_ = limits.searchmoves.empty();
    const int mover = G::current_player(root);
    eyes_ = {params_.opponents == MctsParams::Opponents::kParanoid, mover};
    simulations_ = 0;
    full_ = false;
    done_ = false;
    room_wanted_ = false;
    for (std::size_t t = 0; t < workers_.size(); ++t) {
      Worker& worker = *workers_[t];
      worker.rng = Rng(mix64(seed_ + t * 0x9E3779B97F4A7C15ULL) ^ G::key(root));
      worker.deepest = 0;
      worker.scores.fill(0.0);
      worker.scored = 0;
    }
    Node& node = tree_[0];
    node.mover = static_cast<std::int8_t>(mover);
    if (node.first_child != 0) return;
    if (prior_ != 0.0F) judge_node(node, root);
    if (limits.searchmoves.empty()) {
      expand<false>(node, root, *workers_[0]);
    } else {
      ActionList<G> actions;
      for (const Action action : limits.searchmoves) actions.push_back(action);
      add_children<false>(node, root, actions, *workers_[0]);
    }
  }

  // --- Until a limit is reached ---

  template <bool kShared>
  void work(Worker& worker, bool first) {
    const std::uint64_t most =
        std::min(control_->limits().nodes != 0 ? control_->limits().nodes : kMostVisits, kMostVisits - kept_visits_);
    const int deepest = control_->limits().depth;
    for (std::uint64_t own = 0;; ++own) {
      if (own != 0) {
        if (control_->stopped() || done_.load(std::memory_order_relaxed)) break;
        if (deepest != 0 && worker.deepest >= deepest) break;
        // A clock is asked every few simulations: playouts of a large game take a while.
        if (first && own % 16 == 0) {
          if (control_->expired()) break;
          if (control_->report_due()) control_->publish(report());
        }
      }
      if (params_.solver && is_proven(tree_[0]) && own != 0) break;
      if (room_wanted_.load(std::memory_order_relaxed)) make_room_together();
      if constexpr (kShared) {
        if (simulations_.fetch_add(1, std::memory_order_relaxed) >= most) {
          simulations_.fetch_sub(1, std::memory_order_relaxed);
          break;
        }
      } else {
        if (simulations_.load(std::memory_order_relaxed) >= most) break;
        simulations_.store(simulations_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      }
      simulate<kShared>(worker);
    }
    done_.store(true, std::memory_order_relaxed);
    leave();
  }

  // --- The four steps ---

  template <bool kShared>
  void simulate(Worker& worker) {
    State state = root_;
    int length = 1;
    worker.path[0] = 0;
    Index at = 0;
    float values[N] = {};
    while (true) {
      Node& node = tree_[at];
      if constexpr (kShared) fly(node, 1);
      if (is_proven(node)) {
        for (int s = 0; s < N; ++s) values[s] = peek(node.values[s]);
        break;
      }
      const std::uint32_t visits = std::atomic_ref(node.visits).load(std::memory_order_acquire);
      if (visits == 0) put(node.mover, static_cast<std::int8_t>(G::current_player(state)));
      const int mover = peek(node.mover);
      if (mover == kTerminal) {
        judge(state, values, worker);
        if (params_.solver) prove(node, values);
        break;
      }
      Index first = Tree<N>::children_of(node);
      if (first == 0) {
        // Expanded at the second visit: most leaves are never seen again.
        if (visits != 0 && length < kMaxPath) first = expand<kShared>(node, state, worker);
        if (first == 0) {
          evaluate(state, values, worker);
          break;
        }
      } else if (length == kMaxPath) {
        evaluate(state, values, worker);
        break;
      }
      worker.better[length - 1] = 0;
      at = mover == kChance ? draw(node, first, state, worker)
                            : select<kShared>(node, first, mover, worker.better[length - 1]);
      apply<G>(state, tree_[at].action);
      worker.path[length++] = at;
    }
    if (length - 1 > worker.deepest) put(worker.deepest, length - 1);
    back_up<kShared>(worker, length, values);
  }

  // Selection by upper confidence bounds (UCT), or with the policy's choices as priors (Rosin, "Multi-armed bandits
  // with episode context", 2011). What is proven needs no second look: where it is best, the best of the others is
  // looked at, and `better` says what the seat would take.
  template <bool kShared>
  Index select(const Node& node, Index first, int mover, Index& better) {
    const Node* const children = &tree_[first];
    const std::uint32_t visits = peek(node.visits);
    int count = node.num_children;
    if (params_.widen > 0.0F) {
      const float open = params_.widen * std::sqrt(static_cast<float>(visits + 1));
      if (open < static_cast<float>(count)) count = std::max(1, static_cast<int>(open));
    }
    const bool puct = params_.select == MctsParams::Select::kPuct;
    const float total = static_cast<float>(visits);
    const float bonus = explore_ * std::sqrt(puct ? total : static_cast<float>(log_of(visits)));
    const float unseen = puct ? eyes_.worth(node, mover) - params_.fpu : params_.first_play;
    float best_score = -1e9F;
    int best = 0;
    float sure_score = -1e9F;
    int sure = -1;
    for (int i = 0; i < count; ++i) {
      const Node& child = children[i];
      float n = static_cast<float>(peek(child.visits));
      float value = eyes_.worth(child, mover);
      if (is_proven(child)) {
        if (value > sure_score) {
          sure_score = value;
          sure = i;
        }
        continue;
      }
      float weight = n + prior_;
      if constexpr (kShared) {
        const auto flying = static_cast<float>(peek(child.flying));
        value = weight > 0.0F ? value * (weight / (weight + flying)) : 0.0F;
        weight += flying;
        n += flying;
      }
      float score;
      if (puct) {
        if (weight == 0.0F) value = unseen;
        score = value + bonus * static_cast<float>(child.prior) * (1.0F / 255) / (1.0F + n);
      } else if (weight == 0.0F) {
        score = unseen;
      } else {
        score = value + bonus / std::sqrt(weight);
      }
      if (score > best_score) {
        best_score = score;
        best = i;
      }
      // Children are tried in order, so all that follow are untried too.
      if (weight == 0.0F && !puct) break;
    }
    if (sure >= 0 && sure_score > best_score) {
      if (best_score > -1e9F) {
        better = first + static_cast<Index>(sure);
      } else {
        best = sure;  // no other is open: another thread is about to prove the node, or moves are still to be opened
      }
    }
    return first + static_cast<Index>(best);
  }

  // A chance child by its true probability.
  Index draw(const Node& node, Index first, const State& state, Worker& worker) {
    const Action action = G::sample_chance(state, worker.rng);
    const Node* const begin = &tree_[first];
    const Node* const end = begin + node.num_children;
    const Node* const found =
        std::lower_bound(begin, end, action, [](const Node& child, Action id) { return child.action < id; });
    return first + static_cast<Index>(found - begin);
  }

  // The first of a node's new children; 0 where another thread makes them just now, or there is no room.
  template <bool kShared>
  Index expand(Node& node, const State& state, Worker& worker) {
    if (full_.load(std::memory_order_relaxed)) return 0;
    if constexpr (kShared) {
      if ((std::atomic_ref(node.marks).fetch_or(Node::kBusy, std::memory_order_acquire) & Node::kBusy) != 0) {
        return Tree<N>::children_of(node);
      }
    }
    Index first = Tree<N>::children_of(node);
    if (first == 0) {
      if (peek(node.mover) == kChance) {
        OutcomeList<G> outcomes;
        G::chance_outcomes(state, outcomes);
        first = take<kShared>(outcomes.size());
        if (first != 0) {
          for (int i = 0; i < outcomes.size(); ++i) new_node(first + static_cast<Index>(i), outcomes[i].action);
          judge_children(first, outcomes.size(), state);
          publish(node, first, outcomes.size());
        }
      } else {
        ActionList<G> actions;
        search_actions<G>(state, actions);
        first = add_children<kShared>(node, state, actions, worker);
      }
    }
    if constexpr (kShared) {
      std::atomic_ref(node.marks).fetch_and(static_cast<std::uint8_t>(~Node::kBusy), std::memory_order_release);
    }
    return first;
  }

  template <bool kShared>
  Index add_children(Node& node, const State& state, ActionList<G>& actions, Worker& worker) {
    const Index first = take<kShared>(actions.size());
    if (first == 0) return 0;
    const int count = actions.size();
    for (int i = count - 1; i > 0; --i) std::swap(actions[i], actions[worker.rng.below_int(i + 1)]);
    for (int i = 0; i < count; ++i) new_node(first + static_cast<Index>(i), actions[i]);
    judge_children(first, count, state);
    const int mover = G::current_player(state);
    if (params_.widen > 0.0F && prior_ > 0.0F) {
      // Those that look best are opened first.
      std::stable_sort(&tree_[first], &tree_[first] + count,
                       [&](const Node& a, const Node& b) { return eyes_.worth(a, mover) > eyes_.worth(b, mover); });
    }
    if (params_.select == MctsParams::Select::kPuct) ask_policy(first, count, state, worker);
    publish(node, first, count);
    return first;
  }

  // The policy's choices as shares, with one more for all moves together: none is ruled out.
  void ask_policy(Index first, int count, const State& state, Worker& worker) {
    const int samples = params_.policy_samples;
    std::vector<int>& chosen = worker.chosen;
    chosen.assign(static_cast<std::size_t>(count), 0);
    for (int k = 0; k < samples; ++k) {
      const Action action = G::policy_action(state, worker.rng);
      for (int i = 0; i < count; ++i) {
        if (tree_[first + static_cast<Index>(i)].action == action) {
          ++chosen[static_cast<std::size_t>(i)];
          break;
        }
      }
    }
    for (int i = 0; i < count; ++i) {
      const float share = (static_cast<float>(chosen[static_cast<std::size_t>(i)]) + 2.0F / static_cast<float>(count)) /
                          (static_cast<float>(samples) + 2.0F);
      tree_[first + static_cast<Index>(i)].prior =
          static_cast<std::uint8_t>(std::clamp(share * 255.0F + 0.5F, 1.0F, 255.0F));
    }
  }
  void publish(Node& node, Index first, int count) {
    put(node.num_children, static_cast<std::uint16_t>(count));
    std::atomic_ref(node.first_child).store(first, std::memory_order_release);
  }

  void new_node(Index at, Action action) {
    Node& node = tree_[at];
    node = Node{};
    node.action = static_cast<std::uint16_t>(action);
  }

  // New nodes start from their evaluation as from so many visits (Gelly and Silver, "Combining online and offline
  // knowledge in UCT", 2007): where moves are many, most need not be tried at all.
  void judge_children(Index first, int count, const State& state) {
    if (prior_ == 0.0F) return;
    for (Index c = first; c < first + static_cast<Index>(count); ++c) {
      judge_node(tree_[c], child<G>(state, tree_[c].action));
    }
  }

  void judge_node(Node& node, const State& state) {
    state_values<G>(objective_, state, N, node.values);
    if (objective_ == Objective::kMargin) {
      for (float& value : node.values) value = 0.5F + 0.5F * value;
    }
  }

  // What a leaf is worth to each seat, in [0, 1].
  void evaluate(State& state, float* values, Worker& worker) {
    if (mix_ == 1.0F) {
      judge(state, values, worker);
    } else if (mix_ == 0.0F) {
      play_out(state, values, worker);
    } else {
      float judged[N] = {};
      judge(state, judged, worker);
      play_out(state, values, worker);
      for (int s = 0; s < N; ++s) values[s] += mix_ * (judged[s] - values[s]);
    }
  }

  static float part_of_evaluation(const MctsParams& params) {
    switch (params.leaf) {
      case MctsParams::Leaf::kGame:
        return G::kTraits.hints.mix;
      case MctsParams::Leaf::kPlayout:
        return 0.0F;
      case MctsParams::Leaf::kEvaluate:
        return 1.0F;
      case MctsParams::Leaf::kMix:
        return params.mix;
    }
    return 0.0F;
  }

  void play_out(State& state, float* values, Worker& worker) {
    int decisions = 0;
    int mover;
    while ((mover = G::current_player(state)) != kTerminal) {
      if (mover == kChance) {
        apply<G>(state, G::sample_chance(state, worker.rng));
        continue;
      }
      if (++decisions == cut()) break;
      apply<G>(state, params_.policy == MctsParams::Policy::kGame ? G::policy_action(state, worker.rng)
                                                                  : random_action<G>(state, worker.rng).action);
    }
    judge(state, values, worker);
  }

  // No game of ours lasts so long: a policy that runs in circles would.
  int cut() const { return plies_ == 0 ? 100'000 : plies_ + 1; }

  // Final values when over, else what the evaluation expects.
  void judge(const State& state, float* values, Worker& worker) {
    if (G::current_player(state) == kTerminal) {
      Result result;
      G::result(state, result);
      final_values(objective_, result, N, G::kTraits.score_scale, values);
      for (int s = 0; s < N; ++s) put(worker.scores[s], worker.scores[s] + result.scores[s]);
    } else {
      Evaluation evaluation;
      G::evaluate(state, evaluation);
      expected_values(objective_, evaluation, N, G::kTraits.score_scale, values);
      for (int s = 0; s < N; ++s) put(worker.scores[s], worker.scores[s] + static_cast<double>(evaluation.scores[s]));
    }
    put(worker.scored, worker.scored + 1);
    if (objective_ == Objective::kMargin) {
      for (int s = 0; s < N; ++s) values[s] = 0.5F + 0.5F * values[s];
    }
  }

  template <bool kShared>
  void back_up(Worker& worker, int length, float* values) {
    bool proving = params_.solver && is_proven(tree_[worker.path[length - 1]]);
    for (int i = length - 1; i >= 0; --i) {
      Node& node = tree_[worker.path[i]];
      std::uint32_t visits;
      if constexpr (kShared) {
        visits = std::atomic_ref(node.visits).fetch_add(1, std::memory_order_release) + 1;
        fly(node, -1);
      } else {
        visits = ++node.visits;
      }
      if (proving && i < length - 1) {
        proving = proves(node, worker, i);
        if (proving) {
          for (int s = 0; s < N; ++s) values[s] = peek(node.values[s]);
        }
      }
      if (is_proven(node)) continue;
      if (i < length - 1 && worker.better[i] != 0) {
        for (int s = 0; s < N; ++s) values[s] = peek(tree_[worker.better[i]].values[s]);
      }
      const float part = 1.0F / (static_cast<float>(visits) + prior_);
      for (int s = 0; s < N; ++s) {
        if constexpr (kShared) {
          std::atomic_ref<float> mean(node.values[s]);
          float old = mean.load(std::memory_order_relaxed);
          while (!mean.compare_exchange_weak(old, old + (values[s] - old) * part, std::memory_order_relaxed)) {
          }
        } else {
          node.values[s] += (values[s] - node.values[s]) * part;
        }
      }
    }
  }

  static void fly(Node& node, int threads) {
    std::atomic_ref(node.flying).fetch_add(static_cast<std::uint8_t>(threads), std::memory_order_relaxed);
  }

  // --- What is certain ---

  void prove(Node& node, const float* values) {
    for (int s = 0; s < N; ++s) put(node.values[s], values[s]);
    std::atomic_ref(node.marks).fetch_or(Node::kProven, std::memory_order_release);
  }

  // Whether a node's children decide it: a seat has a sure win, or all of them are proven.
  bool proves(Node& node, const Worker& worker, int depth) {
    const Index first = Tree<N>::children_of(node);
    const int count = peek(node.num_children);
    const int mover = peek(node.mover);
    if (first == 0) return false;
    int best = -1;
    bool all = true;
    for (int i = 0; i < count; ++i) {
      const Node& child = tree_[first + static_cast<Index>(i)];
      if (!is_proven(child)) {
        all = false;
        if (mover == kChance) return false;
        continue;
      }
      if (mover == kChance) continue;
      const Node* const leader = best < 0 ? nullptr : &tree_[first + static_cast<Index>(best)];
      // Among equals the one that the game lists first, as in depth-first search.
      if (leader == nullptr || eyes_.worth(child, mover) > eyes_.worth(*leader, mover) ||
          (eyes_.worth(child, mover) == eyes_.worth(*leader, mover) && child.action < leader->action)) {
        best = i;
      }
    }
    float values[N] = {};
    if (mover == kChance) {
      expect(worker, depth, first, values);
    } else {
      if (best < 0) return false;
      const Node& chosen = tree_[first + static_cast<Index>(best)];
      if (!all && eyes_.worth(chosen, mover) < 1.0F) return false;
      for (int s = 0; s < N; ++s) values[s] = peek(chosen.values[s]);
    }
    prove(node, values);
    return true;
  }

  // The mean over outcomes by their weights. Rare, so the state is played again rather than kept for all nodes.
  void expect(const Worker& worker, int depth, Index first, float* values) {
    State state = root_;
    for (int i = 1; i <= depth; ++i) apply<G>(state, tree_[worker.path[i]].action);
    OutcomeList<G> outcomes;
    G::chance_outcomes(state, outcomes);
    double sums[N] = {};
    double total = 0.0;
    Index at = first;
    for (const Outcome& outcome : outcomes) {
      const double weight = static_cast<double>(outcome.weight);
      total += weight;
      for (int s = 0; s < N; ++s) sums[s] += weight * static_cast<double>(peek(tree_[at].values[s]));
      ++at;
    }
    for (int s = 0; s < N; ++s) values[s] = static_cast<float>(sums[s] / total);
  }

  // --- Memory ---

  template <bool kShared>
  Index take(int count) {
    const Index first = tree_.take(count, kShared);
    if (first == 0) room_wanted_.store(true, std::memory_order_relaxed);
    return first;
  }

  // The ceiling is reached: the parts of the tree that were visited least make room. All threads wait meanwhile.
  void make_room_together() {
    std::unique_lock lock(pause_);
    if (!room_wanted_) return;
    if (++waiting_ == active_) {
      make_room();
    } else {
      const std::uint64_t round = rounds_;
      resumed_.wait(lock, [&] { return rounds_ != round; });
    }
  }

  void make_room() {
    // Where nothing can be dropped the tree stays as it is and simulations go on from its leaves.
    if (!tree_.shrink(tree_.capacity() / 2)) full_ = true;
    waiting_ = 0;
    room_wanted_ = false;
    ++rounds_;
    resumed_.notify_all();
  }

  // A thread that ends is not waited for any more.
  void leave() {
    const std::lock_guard lock(pause_);
    --active_;
    if (room_wanted_ && active_ > 0 && waiting_ == active_) make_room();
  }

  // --- The tree of the last search ---

  // Looks for a state among those that followed the last root, the most visited first, and makes it the root.
  bool find_again(const State& root) {
    struct Place {
      std::uint32_t visits;
      Index node;
      std::size_t state;
    };
    const Key key = G::key(root);
    if (key == G::key(root_)) return true;
    std::vector<State> states{root_};
    std::vector<Place> open{{tree_[0].visits, 0, 0}};
    const auto less = [](const Place& a, const Place& b) { return a.visits < b.visits; };
    int looks = kMostLooks;
    while (!open.empty()) {
      std::pop_heap(open.begin(), open.end(), less);
      const Place place = open.back();
      open.pop_back();
      const Node& node = tree_[place.node];
      for (Index c = node.first_child; c < node.first_child + node.num_children; ++c) {
        if (tree_[c].visits == 0 || tree_[c].first_child == 0) continue;
        if (--looks < 0) return false;
        const State next = child<G>(states[place.state], tree_[c].action);
        if (G::key(next) == key) {
          tree_.reroot(c);
          return true;
        }
        open.push_back({tree_[c].visits, c, states.size()});
        states.push_back(next);
        std::push_heap(open.begin(), open.end(), less);
      }
    }
    return false;
  }
  static constexpr int kMostLooks = 4000;

  // --- Reporting ---

  Found report() const {
    Found found;
    found.nodes = simulations_.load(std::memory_order_relaxed);
    found.time_ms = control_->elapsed_ms();
    if (full_) found.note = "memory ceiling reached: the tree no longer grows";
    std::uint64_t scored = 0;
    for (const auto& worker : workers_) {
      found.depth = std::max(found.depth, peek(worker->deepest));
      for (int s = 0; s < N; ++s) found.scores[s] += peek(worker->scores[s]);
      scored += peek(worker->scored);
    }
    found.seldepth = found.depth;
    found.has_scores = scored != 0;
    for (int s = 0; s < N && scored != 0; ++s) found.scores[s] /= static_cast<double>(scored);
    TreeReport<N>(tree_, eyes_, objective_, seed_, params_.pv_through_chance).fill(found);
    return found;
  }

  // Fixed while a search runs
  MctsParams params_;
  Objective objective_;
  std::uint64_t seed_;
  int threads_;
  int plies_;  // of a playout; 0: to the end
  float explore_;
  float prior_;  // visits that a new node's evaluation stands for
  float mix_;    // the evaluation's part in a leaf's value; the rest is its playout's
  SearchControl* control_ = nullptr;
  State root_{};
  Eyes<N> eyes_;
  bool has_tree_ = false;
  std::uint64_t kept_visits_ = 0;

  // Shared by the threads
  Tree<N> tree_;
  std::atomic<std::uint64_t> simulations_{0};
  std::atomic<bool> done_{false};
  std::atomic<bool> full_{false};
  std::vector<std::unique_ptr<Worker>> workers_;

  // Making room
  std::atomic<bool> room_wanted_{false};
  std::mutex pause_;
  std::condition_variable resumed_;
  int active_ = 0;
  int waiting_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace embertree
