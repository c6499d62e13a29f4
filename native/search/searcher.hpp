// The searches seen from outside: start, stop, wait, found. Every search looks the same from here.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/objective.hpp"
#include "games/registry.hpp"
#include "search/batch.hpp"
#include "search/leaf_evaluator.hpp"

namespace embertree {

// 0 does not limit; the first limit reached ends the search.
struct Limits {
  std::uint64_t nodes = 0;
  int depth = 0;
  std::int64_t movetime_ms = 0;
  bool infinite = false;
  std::vector<Action> searchmoves{};  // empty: all search actions
  bool reuse = false;                 // goes on with the tree of the last search where the position stands in it
};

struct MoveInfo {
  Action action = kNoAction;
  std::uint64_t visits = 0;
  PerSeat<double> values{};
  std::vector<Action> pv{};
};

// What a search has found, so far or at its end.
struct Found {
  Action best = kNoAction;
  std::uint64_t nodes = 0;
  int depth = 0;
  int seldepth = 0;
  std::int64_t time_ms = 0;
  int hashfull = 0;  // permille of the memory ceiling
  int players = 0;
  PerSeat<double> values{};
  PerSeat<double> scores{};
  bool has_scores = false;
  bool proven = false;
  std::vector<MoveInfo> moves{};  // best first
  std::vector<Action> bestmoves{};
  std::string note{};

  // Takes one of the best moves and puts it first: equals are told apart by the seed, not by their place in the list.
  void choose_best(std::uint64_t tie_seed);
};

// A tunable of a search: a row here, a field of its params struct, an option of the protocol.
struct ParamSpec {
  enum class Type { kChoice, kInteger, kReal };

  std::string_view name;
  Type type = Type::kInteger;
  std::string_view default_value;
  std::vector<std::string_view> choices{};
  double low = 0;
  double high = 0;
  std::string_view help{};
};

// Values for a search's params: "name=value,name=value", checked against its specs.
class ParamMap {
 public:
  explicit ParamMap(std::span<const ParamSpec> specs);
  void set_all(std::string_view text);
  int integer(std::string_view name) const;
  double real(std::string_view name) const;
  int choice(std::string_view name) const;

 private:
  std::span<const ParamSpec> specs_;
  std::map<std::string, std::string, std::less<>> values_;
};

struct SearchSettings {
  Objective objective = Objective::kWin;
  std::uint64_t seed = 0;
  std::size_t hash_mb = 256;  // a ceiling for tree and tables together
  int threads = 1;
  std::shared_ptr<LeafEvaluator> evaluator{};  // of tree search's leaves; null: as its parameters say
};

// What a running search shares with those who watch it.
class SearchControl {
 public:
  void begin(const Limits& limits);
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  const Limits& limits() const { return limits_; }
  std::int64_t elapsed_ms() const;
  // Whether the answer is held back until a stop or a release, whatever was found.
  bool held() const { return held_.load(std::memory_order_relaxed); }
  // An infinite search becomes one of so many milliseconds more; 0: by its other limits alone.
  void release(std::int64_t movetime_ms);
  // Whether time is up or a stop came; asked every few hundred nodes.
  bool expired();
  // Whether a report is due: soon after the start, then a few times a second.
  bool report_due();
  void publish(Found found);
  Found latest() const;

 private:
  std::atomic<bool> stop_{false};
  std::atomic<bool> held_{false};
  std::atomic<std::int64_t> end_ms_{0};  // since the start; 0: never
  Limits limits_;
  std::chrono::steady_clock::time_point start_{};
  std::int64_t next_report_ms_ = 0;
  mutable std::mutex mutex_;
  Found latest_;
};

// One search of one kind on one game; works on the caller's thread until it is done or told to stop.
class SearchEngine {
 public:
  virtual ~SearchEngine() = default;
  // `state` is the view of the seat to move, not over and not at chance.
  virtual Found run(const void* state, SearchControl& control) = 0;
  virtual void set_seed(std::uint64_t seed) = 0;
  virtual void clear() = 0;
  // Whether a run is always over before a thread would have begun.
  virtual bool brief() const { return false; }
};

// Runs an engine in a thread of its own.
class Searcher {
 public:
  // An unknown name or parameter is a UsageError that lists the right ones.
  Searcher(std::string_view name, const AnyGame& game, std::string_view params, const SearchSettings& settings);
  ~Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  const std::string& name() const { return name_; }
  const AnyGame& game() const { return game_; }

  // Checks the state and the limits (UsageError), then starts without blocking. An earlier search is stopped first.
  void start(const void* state, const Limits& limits);
  void stop();
  // What was pondered on has come: an infinite search ends by its other limits, and after so many milliseconds from now
  // where that is not 0.
  void ponderhit(std::int64_t movetime_ms);
  // True when nothing runs any more; waits at most so long, for ever where negative. Throws, once, what an evaluator
  // threw.
  bool wait(std::int64_t timeout_ms);
  bool running() const { return running_; }
  Found found() const { return control_.latest(); }
  void set_seed(std::uint64_t seed);
  void clear();

 private:
  void join();

  // Fixed for a searcher's life, but for the seed
  std::string name_;
  const AnyGame& game_;
  ParamMap params_;
  SearchSettings settings_;

  // Made when a state with another number of seats is first seen
  std::unique_ptr<SearchEngine> engine_;
  int players_ = 0;

  // Shared with the search's thread
  SearchControl control_;
  std::thread thread_;
  std::atomic<bool> running_{false};
  std::exception_ptr trouble_;
  std::mutex mutex_;
  std::condition_variable ended_;
  alignas(kStateAlign) std::byte root_[kMaxStateBytes];
};

std::vector<std::string_view> searcher_names();
std::span<const ParamSpec> searcher_params(std::string_view name);

struct PlayoutTotals {
  std::uint64_t games = 0;
  std::uint64_t actions = 0;  // decisions with two options or more
  std::uint64_t forced = 0;
  std::uint64_t chance = 0;
  std::uint64_t checksum = 0;
  std::uint64_t rounds = 0;
  PerSeat<double> value_sums{};
  PerSeat<double> score_sums{};
};

// Exact values of a whole game.
struct Solution {
  std::uint64_t states = 0;
  std::uint64_t sweeps = 0;  // over parts of the game that can come back to themselves
  int players = 0;
  PerSeat<double> values{};
};

// Where games between random players are written: by game, and within it by seat where there is one number a seat.
struct RandomGames {
  std::uint8_t* ended;  // 0: stopped by the bound on plies
  std::uint8_t* ranks;
  std::int32_t* scores;
  std::int64_t* decisions;
  std::string* words;  // null: nobody wants them
};

// The work that searches are made of (search/kernels.hpp).
enum class Kernel : std::uint8_t { kLegalActions, kApply, kCopy, kKey, kEvaluate };
inline constexpr std::string_view kKernelNames[] = {"legal_actions", "apply", "copy", "key", "evaluate"};

struct KernelRun {
  std::uint64_t calls = 0;
  std::uint64_t checksum = 0;  // equal on every build
};

// A game as it was played: where it began, and what was done.
struct PlayedGame {
  const void* start;
  std::span<const Action> actions;
};

// The search floor's functions for one game, compiled once a game by instantiate.cpp.
struct SearchKit {
  std::unique_ptr<SearchEngine> (*make_mcts)(const ParamMap&, const SearchSettings&, int players);
  std::unique_ptr<SearchEngine> (*make_expectimax)(const ParamMap&, const SearchSettings&, int players);
  std::uint64_t (*perft)(const void* state, int depth, bool hashed);
  PlayoutTotals (*playouts)(const void* state, std::uint64_t games, std::uint64_t seed, bool policy, Objective);
  PerSeat<double> (*choices_left)(const void* state, int games, std::uint64_t seed);
  Solution (*solve)(const void* state, Objective, double tolerance, std::uint64_t max_states);
  // Whole games between `random` players with the referee's seeds (search/random_games.hpp).
  void (*random_games)(const void* state, std::int64_t n, const std::uint64_t* seeds, std::int64_t max_plies,
                       RandomGames& out);
  // Does one piece of work over the decisions of those games, again and again.
  KernelRun (*repeat)(std::span<const PlayedGame> games, Kernel kernel, std::uint64_t repeats);
  // Of one node in the tree of `mcts`.
  std::size_t (*node_bytes)(int players);
  const BatchKit* batch;
};

const SearchKit& search_kit(const AnyGame& game);

}  // namespace embertree
