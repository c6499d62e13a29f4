// Monte Carlo tree search: select, expand, evaluate, back up (Kocsis and Szepesvari, "Bandit based Monte-Carlo
// planning", 2006), with a value for every seat (max^n) and chance as nodes whose children are drawn by their weights.
//
// One thread, a seed and a node limit give the same nodes on every build and processor: the arithmetic here is + - x /
// and sqrt on floats alone, logarithms come from core/real.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "core/game.hpp"
#include "core/objective.hpp"
#include "core/real.hpp"
#include "search/searcher.hpp"

namespace embertree {

struct MctsParams {
  enum class Leaf { kPlayout, kEvaluate, kMix };
  enum class Policy { kGame, kUniform };

  float explore = 0.7F;      // times sqrt(ln N / n), on values in [0, 1]; -1: as the game says
  float first_play = 10.0F;  // the score of a move not yet tried; above 1 + explore x a few: every move is tried once
  Leaf leaf = Leaf::kPlayout;
  Policy policy = Policy::kGame;
  int playout_plies = -1;  // decisions after which a playout is cut and judged; 0: never, -1: as the game says
  float mix = 0.5F;        // Leaf::kMix: the evaluation's part
  float prior = -1.0F;     // visits that the evaluation of a new node counts for; 0: none, -1: as the game says
  bool pv_through_chance = false;

  static std::span<const ParamSpec> specs();
  static MctsParams from(const ParamMap& map);
};

// 16 bytes and four more for each seat; children lie side by side.
template <int N>
struct MctsNode {
  std::uint32_t visits;
  std::uint32_t first_child;  // 0: not expanded
  Action action;              // that led here
  std::uint16_t num_children;
  std::int8_t mover;  // a seat, kChance or kTerminal; known from the first visit on
  std::uint8_t unused;
  float values[N];  // means, in [0, 1]
};

template <Game G, int N>
class Mcts final : public SearchEngine {
 public:
  using State = typename G::State;
  using Node = MctsNode<N>;

  Mcts(const MctsParams& params, const SearchSettings& settings)
      : params_(params),
        objective_(settings.objective),
        seed_(settings.seed),
        plies_(params.playout_plies < 0 ? G::kTraits.hints.playout_plies : params.playout_plies),
        explore_(params.explore < 0 ? G::kTraits.hints.explore : params.explore),
        prior_(params.prior < 0 ? G::kTraits.hints.prior : params.prior),
        capacity_(static_cast<std::uint32_t>(
            std::min<std::size_t>(settings.hash_mb * (std::size_t{1} << 20) / sizeof(Node), 0xFFFFFFF0U))),
        nodes_(static_cast<Node*>(::operator new(capacity_ * sizeof(Node)))) {}

  void set_seed(std::uint64_t seed) override { seed_ = seed; }
  void clear() override { used_ = 0; }

  Found run(const void* state, SearchControl& control) override {
    const State& root = *static_cast<const State*>(state);
    start(root, control.limits());
    const std::uint64_t limit = control.limits().nodes;
    while (true) {
      if ((limit != 0 && simulations_ >= limit) || simulations_ >= kMostVisits) break;
      // A clock is asked every 64 simulations at first, so that long playouts stop in time too.
      if (simulations_ != 0 && simulations_ % 64 == 0) {
        if (control.expired()) break;
        if (control.report_due()) control.publish(report(root, control));
      }
      if (control.stopped() && simulations_ != 0) break;
      if (control.limits().depth != 0 && deepest_ >= control.limits().depth) break;
      simulate(root);
      ++simulations_;
    }
    return report(root, control);
  }

 private:
  static constexpr std::uint64_t kMostVisits = 0xFFFF'FFF0ULL;  // a node's counter holds no more
  static constexpr int kMaxPath = 4096;                         // beyond it a playout goes on from where it stands

  void start(const State& root, const Limits& limits) {
    rng_ = Rng(mix64(seed_) ^ G::key(root));
    simulations_ = 0;
    deepest_ = 0;
    full_ = false;
    scores_.fill(0.0);
    used_ = 0;
    new_node(kNoAction);
    Node& node = nodes_[0];
    node.mover = static_cast<std::int8_t>(G::current_player(root));
    if (prior_ != 0.0F) judge_node(node, root);
    if (limits.searchmoves.empty()) {
      expand(0, root);
    } else {
      ActionList<G> actions;
      for (const Action action : limits.searchmoves) actions.push_back(action);
      add_children(0, root, actions);
    }
  }

  // --- The four steps ---

  void simulate(const State& root) {
    State state = root;
    int length = 1;
    path_[0] = 0;
    std::uint32_t at = 0;
    float values[N] = {};
    while (true) {
      Node& node = nodes_[at];
      if (node.visits == 0) node.mover = static_cast<std::int8_t>(G::current_player(state));
      if (node.mover == kTerminal || length == kMaxPath) break;
      if (node.first_child == 0) {
        // Expanded at the second visit: most leaves are never seen again.
        if (node.visits == 0 || full_) break;
        expand(at, state);
        if (full_) break;
      }
      const std::uint32_t next = nodes_[at].mover == kChance ? draw(nodes_[at], state) : select(nodes_[at]);
      apply<G>(state, nodes_[next].action);
      at = next;
      path_[length++] = at;
    }
    deepest_ = std::max(deepest_, length - 1);
    evaluate(state, values);
    back_up(length, values);
  }

  // Selection by upper confidence bounds; moves never tried come first, in the random order of the children.
  std::uint32_t select(const Node& node) {
    const Node* const children = &nodes_[node.first_child];
    const int count = node.num_children;
    const float bonus = explore_ * std::sqrt(static_cast<float>(log_of(node.visits)));
    float best_score = -1.0F;
    int best = 0;
    for (int i = 0; i < count; ++i) {
      const Node& child = children[i];
      if (child.visits == 0 && prior_ == 0.0F) {
        // Children are tried in order, so all that follow are untried too.
        if (params_.first_play > best_score) best = i;
        break;
      }
      const float score = child.values[node.mover] + bonus / std::sqrt(static_cast<float>(child.visits) + prior_);
      if (score > best_score) {
        best_score = score;
        best = i;
      }
    }
    return node.first_child + static_cast<std::uint32_t>(best);
  }

  // A chance child by its true probability.
  std::uint32_t draw(const Node& node, const State& state) {
    const Action action = G::sample_chance(state, rng_);
    const Node* const first = &nodes_[node.first_child];
    const Node* const last = first + node.num_children;
    const Node* const found =
        std::lower_bound(first, last, action, [](const Node& child, Action id) { return child.action < id; });
    return node.first_child + static_cast<std::uint32_t>(found - first);
  }

  void expand(std::uint32_t at, const State& state) {
    if (nodes_[at].mover == kChance) {
      OutcomeList<G> outcomes;
      G::chance_outcomes(state, outcomes);
      if (!reserve(outcomes.size())) return;
      nodes_[at].first_child = used_;
      nodes_[at].num_children = static_cast<std::uint16_t>(outcomes.size());
      for (const Outcome& outcome : outcomes) new_node(outcome.action);
      judge_children(nodes_[at], state);
    } else {
      ActionList<G> actions;
      search_actions<G>(state, actions);
      add_children(at, state, actions);
    }
  }

  void add_children(std::uint32_t at, const State& state, ActionList<G>& actions) {
    if (!reserve(actions.size())) return;
    for (int i = actions.size() - 1; i > 0; --i) std::swap(actions[i], actions[rng_.below_int(i + 1)]);
    nodes_[at].first_child = used_;
    nodes_[at].num_children = static_cast<std::uint16_t>(actions.size());
    for (const Action action : actions) new_node(action);
    judge_children(nodes_[at], state);
  }

  // New nodes start from their evaluation as from so many visits (Gelly and Silver, "Combining online and offline
  // knowledge in UCT", 2007): where moves are many, most need not be tried at all.
  void judge_children(const Node& node, const State& state) {
    if (prior_ == 0.0F) return;
    for (std::uint32_t c = node.first_child; c < node.first_child + node.num_children; ++c) {
      judge_node(nodes_[c], child<G>(state, nodes_[c].action));
    }
  }

  void judge_node(Node& node, const State& state) {
    state_values<G>(objective_, state, N, node.values);
    if (objective_ == Objective::kMargin) {
      for (float& value : node.values) value = 0.5F + 0.5F * value;
    }
  }

  // What a leaf is worth to each seat, in [0, 1].
  void evaluate(State& state, float* values) {
    if (params_.leaf == MctsParams::Leaf::kEvaluate) {
      judge(state, values);
    } else if (params_.leaf == MctsParams::Leaf::kPlayout) {
      play_out(state, values);
    } else {
      float judged[N] = {};
      judge(state, judged);
      play_out(state, values);
      for (int s = 0; s < N; ++s) values[s] += params_.mix * (judged[s] - values[s]);
    }
  }

  void play_out(State& state, float* values) {
    int decisions = 0;
    int mover;
    while ((mover = G::current_player(state)) != kTerminal) {
      if (mover == kChance) {
        apply<G>(state, G::sample_chance(state, rng_));
        continue;
      }
      if (++decisions == cut()) break;
      apply<G>(state, params_.policy == MctsParams::Policy::kGame ? G::policy_action(state, rng_)
                                                                  : random_action<G>(state, rng_).action);
    }
    judge(state, values);
  }

  // No game of ours lasts so long: a policy that runs in circles would.
  int cut() const { return plies_ == 0 ? 100'000 : plies_ + 1; }

  // Final values when over, else what the evaluation expects.
  void judge(const State& state, float* values) {
    if (G::current_player(state) == kTerminal) {
      Result result;
      G::result(state, result);
      final_values(objective_, result, N, G::kTraits.score_scale, values);
      for (int s = 0; s < N; ++s) scores_[s] += result.scores[s];
    } else {
      Evaluation evaluation;
      G::evaluate(state, evaluation);
      expected_values(objective_, evaluation, N, G::kTraits.score_scale, values);
      for (int s = 0; s < N; ++s) scores_[s] += static_cast<double>(evaluation.scores[s]);
    }
    if (objective_ == Objective::kMargin) {
      for (int s = 0; s < N; ++s) values[s] = 0.5F + 0.5F * values[s];
    }
  }

  void back_up(int length, const float* values) {
    for (int i = 0; i < length; ++i) {
      Node& node = nodes_[path_[i]];
      const float part = 1.0F / (static_cast<float>(++node.visits) + prior_);
      for (int s = 0; s < N; ++s) node.values[s] += (values[s] - node.values[s]) * part;
    }
  }

  // --- Memory ---

  bool reserve(int count) {
    // Full: the tree stays as it is and simulations go on from its leaves.
    if (capacity_ - used_ < static_cast<std::uint32_t>(count)) full_ = true;
    return !full_;
  }

  void new_node(Action action) {
    Node& node = nodes_[used_++];
    node = Node{};
    node.action = action;
  }

  // --- Reporting ---

  double shown(float value) const { return objective_ == Objective::kMargin ? 2.0 * value - 1.0 : value; }

  // The line of most visits; it ends before chance, where no seat chooses, unless the likeliest outcome was asked for.
  void follow(std::uint32_t at, std::vector<Action>& line) const {
    while (true) {
      line.push_back(nodes_[at].action);
      const Node& node = nodes_[at];
      if (node.first_child == 0 || (node.mover == kChance && !params_.pv_through_chance)) return;
      at = most_visited(node);
      if (nodes_[at].visits == 0) return;
    }
  }

  std::uint32_t most_visited(const Node& node) const {
    std::uint32_t best = node.first_child;
    for (std::uint32_t c = node.first_child; c < node.first_child + node.num_children; ++c) {
      if (nodes_[c].visits > nodes_[best].visits) best = c;
    }
    return best;
  }

  Found report(const State&, const SearchControl& control) const {
    const Node& root = nodes_[0];
    Found found;
    found.nodes = simulations_;
    found.depth = deepest_;
    found.seldepth = deepest_;
    found.time_ms = control.elapsed_ms();
    found.hashfull = static_cast<int>(std::uint64_t{used_} * 1000 / capacity_);
    found.players = N;
    if (full_) found.note = "memory ceiling reached: the tree no longer grows";
    if (root.visits != 0) {
      found.has_scores = true;
      for (int s = 0; s < N; ++s) {
        found.values[s] = shown(root.values[s]);
        found.scores[s] = scores_[s] / static_cast<double>(simulations_);
      }
    }
    std::vector<std::uint32_t> ranked;
    for (std::uint32_t c = root.first_child; c < root.first_child + root.num_children; ++c) ranked.push_back(c);
    const auto worth = [&](std::uint32_t c) { return nodes_[c].values[root.mover]; };
    std::sort(ranked.begin(), ranked.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (nodes_[a].visits != nodes_[b].visits) return nodes_[a].visits > nodes_[b].visits;
      if (worth(a) != worth(b)) return worth(a) > worth(b);
      return nodes_[a].action < nodes_[b].action;
    });
    for (const std::uint32_t c : ranked) {
      MoveInfo move;
      move.action = nodes_[c].action;
      move.visits = nodes_[c].visits;
      for (int s = 0; s < N; ++s) move.values[s] = shown(nodes_[c].visits == 0 ? root.values[s] : nodes_[c].values[s]);
      follow(c, move.pv);
      found.moves.push_back(std::move(move));
    }
    for (const std::uint32_t c : ranked) {
      const std::uint32_t best = ranked.front();
      if (nodes_[c].visits == nodes_[best].visits && worth(c) == worth(best)) {
        found.bestmoves.push_back(nodes_[c].action);
      }
    }
    std::sort(found.bestmoves.begin(), found.bestmoves.end());
    if (!ranked.empty()) {
      // Equals are told apart by the seed, not by their place in the list.
      Rng tie(mix64(seed_ ^ 0x7E57ULL));
      found.best = found.bestmoves[tie.below(found.bestmoves.size())];
      const auto chosen = std::find_if(found.moves.begin(), found.moves.end(),
                                       [&](const MoveInfo& move) { return move.action == found.best; });
      std::rotate(found.moves.begin(), chosen, chosen + 1);
    }
    return found;
  }

  struct Release {
    void operator()(Node* nodes) const { ::operator delete(nodes); }
  };

  // Fixed while a search runs
  MctsParams params_;
  Objective objective_;
  std::uint64_t seed_;
  int plies_;  // of a playout; 0: to the end
  float explore_;
  float prior_;  // visits that a new node's evaluation stands for
  std::uint32_t capacity_;

  // The tree: nodes 0 .. used_ - 1; memory is taken from the system as it is first written
  std::unique_ptr<Node[], Release> nodes_;
  std::uint32_t used_ = 0;
  bool full_ = false;

  // Changed by every simulation
  Rng rng_;
  std::uint64_t simulations_ = 0;
  int deepest_ = 0;
  PerSeat<double> scores_{};  // sums of final or expected scores over simulations
  std::uint32_t path_[kMaxPath];
};

}  // namespace embertree
