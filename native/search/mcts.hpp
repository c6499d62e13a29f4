// Monte Carlo tree search: select, expand, evaluate, back up (Kocsis and Szepesvari, "Bandit based Monte-Carlo
// planning", 2006), with a value for every seat (max^n) and chance as nodes whose children are drawn by their weights.
// What is decided for certain is backed up as such (mcts_solver.hpp).
//
// One thread, a seed and a node limit give the same nodes on every build and processor: the arithmetic here is + - x /
// and sqrt on floats alone, logarithms come from core/real.hpp. Several threads share one tree without locks
// (Enzenberger and Mueller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009): an update of a mean
// that two make at once may be lost, which costs less than to prevent it. Nodes near the root are written seldom
// (hot_nodes.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/objective.hpp"
#include "search/hot_nodes.hpp"
#include "search/leaf_evaluator.hpp"
#include "search/mcts_flight.hpp"
#include "search/mcts_growth.hpp"
#include "search/mcts_leaf.hpp"
#include "search/mcts_params.hpp"
#include "search/mcts_report.hpp"
#include "search/mcts_select.hpp"
#include "search/mcts_solver.hpp"
#include "search/mcts_worker.hpp"
#include "search/rendezvous.hpp"
#include "search/tree.hpp"
#include "search/tree_reuse.hpp"

namespace embertree {

template <Game G, int N>
class Mcts final : public SearchEngine {
 public:
  using State = typename G::State;
  using Node = MctsNode<N>;
  using Index = typename Tree<N>::Index;
  using Worker = MctsWorker;

  Mcts(const MctsParams& params, const SearchSettings& settings)
      : params_(params),
        objective_(settings.objective),
        seed_(settings.seed),
        prior_(settings.evaluator != nullptr ? 0.0F
               : params.prior < 0            ? G::kTraits.hints.prior
                                             : params.prior),
        selection_(params, puct_of(params, settings), params.explore < 0 ? G::kTraits.hints.explore : params.explore,
                   prior_),
        leaf_(params, settings.objective),
        evaluator_(settings.evaluator),
        // A part is left for the lists that making room needs.
        tree_((settings.hash_mb << 20) / 16 * 15),
        growth_(tree_, rendezvous_, leaf_, params, prior_, selection_.puct() && evaluator_ == nullptr) {
    for (int t = 0; t < settings.threads; ++t) workers_.push_back(std::make_unique<Worker>());
    if (evaluator_ == nullptr) {
      if (settings.threads > 1) hot_.resize(workers_.size());
      return;
    }
    for (int t = 0; t < settings.threads; ++t) {
      flights_.push_back(std::make_unique<Flights<G, N>>(evaluator_->batch()));
    }
  }

  void set_seed(std::uint64_t seed) override { seed_ = seed; }
  void clear() override { has_tree_ = false; }

  Found run(const void* state, SearchControl& control) override {
    control_ = &control;
    start(*static_cast<const State*>(state));
    std::vector<std::thread> helpers;
    for (std::size_t t = 1; t < workers_.size(); ++t) {
      helpers.emplace_back([this, t] { work<true>(t); });
    }
    if (workers_.size() == 1 && evaluator_ == nullptr) {
      work<false>(0);
    } else {
      work<true>(0);
    }
    for (std::thread& helper : helpers) helper.join();
    if (trouble_ != nullptr) {
      has_tree_ = false;
      std::rethrow_exception(std::exchange(trouble_, nullptr));
    }
    return report();
  }

 private:
  static constexpr std::uint64_t kMostVisits = 0xFFFF'0000ULL;  // a node's counter holds no more
  static constexpr std::uint64_t kMostGranted = 64;
  static_assert(G::kTraits.num_distinct_actions < 0xFFFF, "a node keeps its action in 16 bits");

  static bool puct_of(const MctsParams& params, const SearchSettings& settings) {
    if (params.select == MctsParams::Select::kAuto) return settings.evaluator != nullptr;
    return params.select == MctsParams::Select::kPuct;
  }

  // --- Until a limit is reached ---

  void start(const State& root) {
    const Limits& limits = control_->limits();
    std::uint64_t kept_visits = 0;
    if (has_tree_ && limits.reuse && limits.searchmoves.empty() && find_again<G, N>(tree_, root_, root)) {
      kept_visits = tree_[0].visits;
    } else {
      tree_.clear();
    }
    root_ = root;
    has_tree_ = false;
    const int mover = G::current_player(root);
    eyes_ = {params_.opponents == MctsParams::Opponents::kParanoid, mover};
    most_ = std::min(limits.nodes != 0 ? limits.nodes : kMostVisits, kMostVisits - kept_visits);
    shared_.claimed = 0;
    growth_.begin(eyes_);
    done_ = false;
    rendezvous_.begin(static_cast<int>(workers_.size()));
    for (std::size_t t = 0; t < workers_.size(); ++t) {
      workers_[t]->begin(mix64(seed_ + t * 0x9E3779B97F4A7C15ULL) ^ G::key(root));
    }
    Node& node = tree_[0];
    node.mover = static_cast<std::int8_t>(mover);
    if (node.first_child == 0) open_root(node);
    has_tree_ = limits.searchmoves.empty();
  }

  void open_root(Node& node) {
    const std::vector<Action>& searchmoves = control_->limits().searchmoves;
    if (prior_ != 0.0F) leaf_.judge_node(node, root_);
    ActionList<G> actions;
    if (searchmoves.empty()) {
      search_actions<G>(root_, actions);
    } else {
      for (const Action action : searchmoves) actions.push_back(action);
    }
    growth_.template add_children<false>(node, root_, actions, *workers_[0]);
    if (evaluator_ == nullptr) return;
    for (const auto& each : flights_) each->clear();  // an earlier search may have ended in an error
    Flights<G, N>& flights = *flights_[0];
    flights.add(root_, Path{});
    flights.judge(*evaluator_);
    flights.give_priors(0, tree_, node.first_child, node.num_children);
    flights.clear();
  }

  template <bool kShared>
  void work(std::size_t thread) {
    Worker& worker = *workers_[thread];
    bool spent = false;  // no simulation is left for this thread; others may still have some
    try {
      for (std::uint64_t own = 0; !spent && goes_on(worker, thread, own); ++own) {
        if (!claim<kShared>(worker)) {
          spent = true;
        } else if (evaluator_ != nullptr) {
          simulate_together(worker, *flights_[thread]);
        } else {
          simulate<kShared>(worker, kShared ? &hot_[thread] : nullptr);
        }
      }
      write_hot(thread);
    } catch (...) {
      const std::lock_guard lock(trouble_mutex_);
      if (trouble_ == nullptr) trouble_ = std::current_exception();
    }
    if (!spent) done_.store(true, std::memory_order_relaxed);
    rendezvous_.leave([this] { growth_.make_room(); });
  }

  void write_hot(std::size_t thread) {
    if (!hot_.empty()) hot_[thread].write_all(tree_, prior_);
  }

  bool goes_on(const Worker& worker, std::size_t thread, std::uint64_t own) {
    if (own != 0) {
      if (control_->stopped() || done_.load(std::memory_order_relaxed)) return false;
      const int deepest = control_->limits().depth;
      if (deepest != 0 && worker.deepest >= deepest) return false;
      // A clock is asked every few simulations: playouts of a large game take a while.
      if (thread == 0 && (own % 16 == 0 || evaluator_ != nullptr)) {
        if (control_->expired()) return false;
        if (control_->report_due()) control_->publish(report());
      }
      if (params_.solver && is_proven(tree_[0])) return false;
    }
    if (rendezvous_.asked()) {
      write_hot(thread);  // nodes are about to move
      rendezvous_.meet([this] { growth_.make_room(); });
    }
    return true;
  }

  // Whether the thread may make one more simulation; several are granted at once, so that threads seldom meet there.
  template <bool kShared>
  bool claim(Worker& worker) {
    if constexpr (!kShared) {
      return worker.simulations < most_;
    } else {
      if (worker.granted != 0) return true;
      std::uint64_t at = shared_.claimed.load(std::memory_order_relaxed);
      std::uint64_t share;
      do {
        if (at >= most_) return false;
        share = std::clamp<std::uint64_t>((most_ - at) / (8 * workers_.size()), 1, kMostGranted);
      } while (!shared_.claimed.compare_exchange_weak(at, at + share, std::memory_order_relaxed));
      worker.granted = share;
      return true;
    }
  }
  template <bool kShared>
  static void count(Worker& worker) {
    if constexpr (kShared) --worker.granted;
    put(worker.simulations, worker.simulations + 1);
  }

  // --- The four steps ---

  template <bool kShared>
  void simulate(Worker& worker, HotNodes<N>* hot) {
    State state = root_;
    float values[N] = {};
    if (!descend<kShared>(state, worker.path, values, worker)) leaf_.evaluate(state, values, worker);
    back_up<kShared>(worker.path, values, hot);
    count<kShared>(worker);
  }

  // With an evaluator: as many leaves as it takes at once, then its word on all of them.
  void simulate_together(Worker& worker, Flights<G, N>& flights) {
    float values[N] = {};
    while (!flights.full() && claim<true>(worker)) {
      State state = root_;
      const bool decided = descend<true>(state, worker.path, values, worker);
      // Where there was no room for the outcomes of chance, the way goes on to a decision without nodes.
      while (!decided && G::current_player(state) == kChance) apply<G>(state, G::sample_chance(state, worker.rng));
      if (!decided && G::current_player(state) != kTerminal) {
        Node& leaf = tree_[worker.path.nodes[worker.path.length - 1]];
        const bool again =
            (std::atomic_ref(leaf.marks).fetch_or(Node::kBusy, std::memory_order_acquire) & Node::kBusy) != 0;
        if (again) {
          // The leaf waits for its evaluation already: nothing can be learned from it before.
          for (int i = 0; i < worker.path.length; ++i) fly(tree_[worker.path.nodes[i]], -1);
          break;
        }
        flights.add(state, worker.path);
        count<true>(worker);
        continue;
      }
      if (!decided) leaf_.judge(state, values, worker);
      back_up<true>(worker.path, values, nullptr);
      count<true>(worker);
    }
    if (flights.empty()) {
      std::this_thread::yield();  // another thread holds what this one wants
      return;
    }
    flights.judge(*evaluator_);
    for (int i = 0; i < flights.size(); ++i) {
      Node& leaf = tree_[flights.path(i).nodes.back()];
      const State& state = flights.state(i);
      // A leaf at chance is one for which there was no room.
      if (Tree<N>::children_of(leaf) == 0 && peek(leaf.mover) >= 0 && !growth_.full()) {
        ActionList<G> actions;
        search_actions<G>(state, actions);
        const Index first = growth_.template take<true>(actions.size());
        if (first != 0) {
          growth_.lay_out(first, actions, worker);
          flights.give_priors(i, tree_, first, actions.size());
          growth_.publish(leaf, first, actions.size());
        }
      }
      std::atomic_ref(leaf.marks).fetch_and(static_cast<std::uint8_t>(~Node::kBusy), std::memory_order_release);
      flights.values_of(i, values);
      leaf_.to_unit(values);
      flights.path(i).restore(worker.path);
      back_up<true>(worker.path, values, nullptr);
    }
    flights.clear();
  }

  // From the root to a leaf. True where the leaf's values are known for certain and now in `values`; else the state is
  // to be judged.
  template <bool kShared>
  bool descend(State& state, Path& path, float* values, Worker& worker) {
    path.length = 1;
    path.hot = 0;
    path.nodes[0] = 0;
    Index at = 0;
    bool by_chance = false;
    bool decided = true;
    while (true) {
      Node& node = tree_[at];
      const std::uint32_t visits = std::atomic_ref(node.visits).load(std::memory_order_acquire);
      if constexpr (kShared) {
        if (path.hot == path.length - 1 && visits >= HotNodes<N>::kFrom && evaluator_ == nullptr) {
          ++path.hot;
        } else if (guarded(path, path.length - 1)) {
          fly(node, 1);
        }
      }
      if (sure_values(node, values)) break;
      if (visits == 0) {
        put(node.mover, static_cast<std::int8_t>(G::current_player(state)));
        // Outcomes are many and nobody chooses among them: they start from their evaluation when they first come.
        if (by_chance && prior_ != 0.0F) leaf_.judge_node(node, state);
      }
      const int mover = peek(node.mover);
      if (mover == kTerminal) {
        leaf_.judge(state, values, worker);
        if (params_.solver) TreeSolver<G, N>::prove(node, values);
        break;
      }
      by_chance = mover == kChance;
      Index first = Tree<N>::children_of(node);
      if (first == 0 && path.length < Path::kMost) {
        // Expanded at the second visit: most leaves are never seen again. An evaluator looks at decisions alone.
        if (evaluator_ == nullptr ? visits != 0 : by_chance)
          first = growth_.template expand<kShared>(node, state, worker);
      }
      if (first == 0 || path.length == Path::kMost) {
        decided = false;
        break;
      }
      std::uint32_t& better = path.better[path.length - 1];
      better = 0;
      at = by_chance ? draw(node, first, state, worker)
                     : selection_.template choose<kShared>(tree_, node, first, mover, eyes_, better);
      apply<G>(state, tree_[at].action);
      path.nodes[path.length++] = at;
    }
    if (path.length - 1 > worker.deepest) put(worker.deepest, path.length - 1);
    return decided;
  }

  // A chance child by its true probability; where outcomes are opened one by one, among the open ones.
  Index draw(const Node& node, Index first, const State& state, Worker& worker) {
    const Node* const begin = &tree_[first];
    const Node* const end = begin + node.num_children;
    const auto drawn = [&] {
      const Action action = G::sample_chance(state, worker.rng);
      return std::lower_bound(begin, end, action, [](const Node& child, Action id) { return child.action < id; });
    };
    const Node* found = drawn();
    if (params_.widen_chance > 0.0F && peek(found->visits) == 0) {
      const auto seen = [](const Node& child) { return peek(child.visits) != 0; };
      const auto open = static_cast<int>(std::count_if(begin, end, seen));
      if (open >= Selection<N>::open_children(params_.widen_chance, peek(node.visits), node.num_children)) {
        // Drawn again until one is open: what comes is by its share among them.
        for (int k = 0; k < kMostDraws && !seen(*found); ++k) found = drawn();
        if (!seen(*found)) {
          found = std::max_element(begin, end,
                                   [](const Node& a, const Node& b) { return peek(a.visits) < peek(b.visits); });
        }
      }
    }
    return first + static_cast<Index>(found - begin);
  }
  static constexpr int kMostDraws = 64;

  template <bool kShared>
  void back_up(const Path& path, float* values, [[maybe_unused]] HotNodes<N>* hot) {
    const int last = path.length - 1;
    bool proving = params_.solver && is_proven(tree_[path.nodes[last]]);
    for (int i = last; i >= 0; --i) {
      Node& node = tree_[path.nodes[i]];
      if (proving && i < last) proving = TreeSolver<G, N>::try_to_prove(tree_, root_, eyes_, path, i, values);
      const bool proven = is_proven(node);
      if (!proven && i < last && path.better[i] != 0) sure_values(tree_[path.better[i]], values);
      std::uint32_t visits;
      if constexpr (kShared) {
        if (i < path.hot) {
          hot->add(tree_, path.nodes[i], values, prior_);
          continue;
        }
        if (guarded(path, i)) {
          visits = std::atomic_ref(node.visits).fetch_add(1, std::memory_order_release) + 1;
          fly(node, -1);
        } else {
          visits = peek(node.visits) + 1;
          std::atomic_ref(node.visits).store(visits, std::memory_order_release);
        }
      } else {
        visits = ++node.visits;
      }
      if (proven) continue;
      const float part = 1.0F / (static_cast<float>(visits) + prior_);
      for (int s = 0; s < N; ++s) {
        const float mean = value_of(node, s);
        put(node.values[s], mean + (values[s] - mean) * part);
      }
    }
  }

  // Whether threads may often meet at that place of a path. Farther down they seldom do: neither virtual loss nor a
  // count without gaps is worth three locked operations at each node there.
  bool guarded(const Path& path, int place) const { return evaluator_ != nullptr || place < path.hot + kGuarded; }
  static constexpr int kGuarded = 8;

  static void fly(Node& node, int threads) {
    std::atomic_ref(node.flying).fetch_add(static_cast<std::uint8_t>(threads), std::memory_order_relaxed);
  }

  // --- Reporting ---

  Found report() const {
    Found found;
    found.time_ms = control_->elapsed_ms();
    if (growth_.full()) found.note = "memory ceiling reached: the tree no longer grows";
    std::uint64_t scored = 0;
    for (const auto& worker : workers_) {
      found.nodes += peek(worker->simulations);
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
  float prior_;  // visits that a new node's evaluation stands for
  Selection<N> selection_;
  LeafValue<G, N> leaf_;
  std::shared_ptr<LeafEvaluator> evaluator_;
  SearchControl* control_ = nullptr;
  State root_{};
  Eyes<N> eyes_;
  bool has_tree_ = false;
  std::uint64_t most_ = 0;  // simulations
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<Flights<G, N>>> flights_;
  std::vector<HotNodes<N>> hot_;  // by thread, where there are several

  // Shared by the threads, seldom written
  Tree<N> tree_;
  Rendezvous rendezvous_;
  Growth<G, N> growth_;
  std::atomic<bool> done_{false};
  std::mutex trouble_mutex_;
  std::exception_ptr trouble_;

  // Shared and often written: on a line of its own, or every reader of its neighbours would wait
  struct alignas(kCacheLine) Shared {
    std::atomic<std::uint64_t> claimed{0};
  };
  Shared shared_;
};

}  // namespace embertree
