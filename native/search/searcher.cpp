#include "search/searcher.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/text.hpp"
#include "games/all.hpp"
#include "search/expectimax.hpp"
#include "search/mcts.hpp"
#include "search/simple.hpp"

namespace embertree {

// Defined by instantiate.cpp, one game each.
template <std::size_t I>
const SearchKit& search_kit_at();

namespace {

template <std::size_t... I>
std::array<const SearchKit*, sizeof...(I)> collect(std::index_sequence<I...>) {
  return {&search_kit_at<I>()...};
}

// One row a search: its name, its params, and how it is made.
struct SearchRow {
  std::string_view name;
  std::span<const ParamSpec> (*specs)();
  std::unique_ptr<SearchEngine> (*make)(const AnyGame&, const ParamMap&, const SearchSettings&, int players);
};

std::span<const ParamSpec> no_params() { return {}; }

const SearchRow kSearches[] = {
    {"mcts", MctsParams::specs,
     [](const AnyGame& game, const ParamMap& map, const SearchSettings& settings, int players) {
       return search_kit(game).make_mcts(map, settings, players);
     }},
    {"expectimax", ExpectimaxParams::specs,
     [](const AnyGame& game, const ParamMap& map, const SearchSettings& settings, int players) {
       return search_kit(game).make_expectimax(map, settings, players);
     }},
    {"greedy", no_params,
     [](const AnyGame& game, const ParamMap&, const SearchSettings& settings, int) -> std::unique_ptr<SearchEngine> {
       return std::make_unique<GreedySearch>(game, settings);
     }},
    {"random", no_params,
     [](const AnyGame& game, const ParamMap&, const SearchSettings& settings, int) -> std::unique_ptr<SearchEngine> {
       return std::make_unique<RandomSearch>(game, settings);
     }},
};

const SearchRow& find_search(std::string_view name) {
  for (const SearchRow& row : kSearches) {
    if (row.name == name) return row;
  }
  throw UsageError("there is no search " + quoted(name) + did_you_mean(name, searcher_names()));
}

constexpr std::int64_t kFirstReportMs = 50;
constexpr std::int64_t kReportEveryMs = 200;
constexpr std::uint64_t kNodesWithoutThread = 8;
constexpr int kMostThreads = 256;

}  // namespace

const SearchKit& search_kit(const AnyGame& game) {
  static const auto kits = collect(std::make_index_sequence<AllGames::kSize>());
  return *kits[game.index()];
}

std::vector<std::string_view> searcher_names() {
  std::vector<std::string_view> names;
  for (const SearchRow& row : kSearches) names.push_back(row.name);
  return names;
}

std::span<const ParamSpec> searcher_params(std::string_view name) { return find_search(name).specs(); }

void Found::choose_best(std::uint64_t tie_seed) {
  Rng tie(tie_seed);
  best = bestmoves[tie.below(bestmoves.size())];
  const auto chosen =
      std::find_if(moves.begin(), moves.end(), [&](const MoveInfo& move) { return move.action == best; });
  std::rotate(moves.begin(), chosen, chosen + 1);
}

// --- Control ---

void SearchControl::begin(const Limits& limits) {
  limits_ = limits;
  stop_.store(false, std::memory_order_relaxed);
  held_.store(limits.infinite, std::memory_order_relaxed);
  end_ms_.store(limits.movetime_ms, std::memory_order_relaxed);
  start_ = std::chrono::steady_clock::now();
  next_report_ms_ = kFirstReportMs;
  const std::lock_guard lock(mutex_);
  latest_ = Found{};
}

std::int64_t SearchControl::elapsed_ms() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_).count();
}

void SearchControl::release(std::int64_t movetime_ms) {
  if (movetime_ms > 0) end_ms_.store(elapsed_ms() + movetime_ms, std::memory_order_relaxed);
  held_.store(false, std::memory_order_relaxed);
}

bool SearchControl::expired() {
  const std::int64_t end = end_ms_.load(std::memory_order_relaxed);
  return stopped() || (end != 0 && elapsed_ms() >= end);
}

bool SearchControl::report_due() {
  const std::int64_t now = elapsed_ms();
  if (now < next_report_ms_) return false;
  next_report_ms_ = now + kReportEveryMs;
  return true;
}

void SearchControl::publish(Found found) {
  const std::lock_guard lock(mutex_);
  latest_ = std::move(found);
}

Found SearchControl::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

// --- A thread of its own ---

Searcher::Searcher(std::string_view name, const AnyGame& game, std::string_view params, const SearchSettings& settings)
    : name_(name), game_(game), params_(find_search(name).specs()), settings_(settings) {
  params_.set_all(params);
  if (settings.threads < 1 || settings.threads > kMostThreads) {
    throw UsageError("threads: " + std::to_string(settings.threads) + " is not from 1 to " +
                     std::to_string(kMostThreads));
  }
  if (settings.evaluator != nullptr && name != "mcts") {
    throw UsageError("evaluator: " + name_ + " has no use for one; only mcts has");
  }
  if (settings.hash_mb < 1 || settings.hash_mb > (std::size_t{1} << 20)) {
    throw UsageError("hash: " + std::to_string(settings.hash_mb) + " MiB is not from 1 to 1048576");
  }
}

Searcher::~Searcher() {
  stop();
  join();
}

void Searcher::join() {
  if (thread_.joinable()) thread_.join();
}

void Searcher::start(const void* state, const Limits& limits) {
  const int mover = game_.current_player(state);
  if (mover == kTerminal) throw UsageError("the game is over: there is nothing to search");
  if (mover == kChance) throw UsageError("a chance event comes next: play an outcome before searching");
  if (limits.nodes == 0 && limits.depth == 0 && limits.movetime_ms == 0 && !limits.infinite) {
    throw UsageError("no limit: give nodes, depth, movetime_ms or infinite");
  }
  if (limits.depth < 0) throw UsageError("depth: " + std::to_string(limits.depth) + " is below 0");
  if (limits.movetime_ms < 0) throw UsageError("movetime_ms: " + std::to_string(limits.movetime_ms) + " is below 0");
  Limits checked = limits;
  std::sort(checked.searchmoves.begin(), checked.searchmoves.end());
  checked.searchmoves.erase(std::unique(checked.searchmoves.begin(), checked.searchmoves.end()),
                            checked.searchmoves.end());
  for (const Action action : checked.searchmoves) {
    const std::string why = game_.why_illegal(state, action);
    if (!why.empty()) throw IllegalAction("searchmoves: action " + std::to_string(action) + ": " + why);
  }

  stop();
  join();
  const int players = game_.num_players(state);
  if (engine_ == nullptr || players != players_) {
    engine_ = find_search(name_).make(game_, params_, settings_, players);
    players_ = players;
  }
  game_.view(state, mover, root_);
  control_.begin(checked);
  {
    const std::lock_guard lock(mutex_);
    running_ = true;
    trouble_ = nullptr;
  }
  const auto work = [this] {
    Found found;
    std::exception_ptr trouble;
    try {
      found = engine_->run(root_, control_);
    } catch (...) {
      trouble = std::current_exception();
      control_.stop();
    }
    // An infinite search answers only when told to, whatever it has found.
    if (control_.held() && !control_.stopped()) {
      control_.publish(found);
      std::unique_lock lock(mutex_);
      ended_.wait(lock, [this] { return control_.stopped() || !control_.held(); });
    }
    control_.publish(std::move(found));
    {
      const std::lock_guard lock(mutex_);
      running_ = false;
      trouble_ = trouble;
    }
    ended_.notify_all();
  };
  // A few nodes are over before a thread would have begun.
  const bool brief = engine_->brief() || (checked.nodes != 0 && checked.nodes <= kNodesWithoutThread);
  if (brief && !checked.infinite) {
    work();
  } else {
    thread_ = std::thread(work);
  }
}

void Searcher::stop() {
  {
    const std::lock_guard lock(mutex_);
    control_.stop();
  }
  ended_.notify_all();
}

void Searcher::ponderhit(std::int64_t movetime_ms) {
  {
    const std::lock_guard lock(mutex_);
    control_.release(movetime_ms);
  }
  ended_.notify_all();
}

bool Searcher::wait(std::int64_t timeout_ms) {
  std::unique_lock lock(mutex_);
  const auto done = [this] { return !running_; };
  if (timeout_ms < 0) {
    ended_.wait(lock, done);
  } else if (!ended_.wait_for(lock, std::chrono::milliseconds(timeout_ms), done)) {
    return false;
  }
  if (trouble_ != nullptr) std::rethrow_exception(std::exchange(trouble_, nullptr));
  return true;
}

void Searcher::set_seed(std::uint64_t seed) {
  settings_.seed = seed;
  if (engine_ != nullptr) {
    stop();
    join();
    engine_->set_seed(seed);
  }
}

void Searcher::clear() {
  stop();
  join();
  if (engine_ != nullptr) engine_->clear();
}

}  // namespace embertree
