// A fixed piece of work whose instructions bench/instructions.py has counted: `embertree_count GAME PLAYERS WORK
// COUNT`.
//
// Nothing in it hangs on the machine: seeds are fixed, and time stands still, so that a search reports as often on a
// slow machine as on a fast one.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "games/registry.hpp"
#include "search/searcher.hpp"

// The library's own is not taken where the program has one.
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept { return {}; }

namespace embertree {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kHashMb = 64;
constexpr std::size_t kPositions = 4;  // that a search divides its nodes between

using Bytes = std::vector<std::byte>;

struct Work {
  const AnyGame& game;
  std::string name;
  std::uint64_t count;
  std::vector<Bytes> states;  // the start for playouts, decisions of one game for a search
  SearchEngine* engine;       // null for playouts
};

// What the work came to.
struct Done {
  PlayoutTotals playouts;
  std::uint64_t nodes = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

std::uint64_t fold(std::uint64_t sum, const Found& found) {
  sum = mix64(sum ^ found.nodes ^ static_cast<std::uint64_t>(found.best) << 32);
  for (const MoveInfo& move : found.moves) {
    sum = mix64(sum ^ move.visits);
    for (int seat = 0; seat < found.players; ++seat) sum = mix64(sum ^ bits(move.values[seat]));
  }
  return sum;
}

}  // namespace

// The counting begins and ends with this function; its plain name is how it is found.
extern "C" [[gnu::noinline]] void embertree_counted_work(const Work& work, Done& done) {
  alignas(kStateAlign) std::byte state[kMaxStateBytes];
  if (work.engine == nullptr) {
    std::memcpy(state, work.states[0].data(), work.states[0].size());
    done.playouts = search_kit(work.game).playouts(state, work.count, kSeed, work.name == "policy", Objective::kWin);
    done.checksum = done.playouts.checksum;
    return;
  }
  for (const Bytes& bytes : work.states) {
    std::memcpy(state, bytes.data(), bytes.size());
    SearchControl control;
    control.begin(Limits{.nodes = work.count / kPositions});
    const Found found = work.engine->run(state, control);
    done.nodes += found.nodes;
    done.checksum = fold(done.checksum, found);
  }
}

namespace {

std::uint64_t number(const char* text, const char* what) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  if (end == text || *end != '\0' || value == 0) {
    throw UsageError(std::string(what) + ": '" + text + "' is not a whole number above 0");
  }
  return value;
}

// Decisions with a choice, spread evenly over a game by the playout policy, as the seat to move sees them.
std::vector<Bytes> decisions(const AnyGame& game, void* state) {
  std::vector<Bytes> all;
  alignas(kStateAlign) std::byte seen[kMaxStateBytes];
  Rng rng(kSeed);
  int mover;
  while ((mover = game.current_player(state)) != kTerminal) {
    if (mover == kChance) {
      game.apply_action(state, game.sample_chance(state, rng));
      continue;
    }
    if (game.legal_count(state) > 1) {
      game.view(state, mover, seen);
      all.emplace_back(seen, seen + game.state_bytes());
    }
    game.apply_action(state, game.policy_action(state, rng));
  }
  std::vector<Bytes> some;
  for (std::size_t k = 0; k < kPositions; ++k) some.push_back(all[k * all.size() / kPositions]);
  return some;
}

int run(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--build") == 0) {
    std::printf("%s\n%s\n", EMBERTREE_COUNT_COMPILER, EMBERTREE_COUNT_FLAGS);
    return 0;
  }
  if (argc != 5)
    throw UsageError("usage: embertree_count --build | GAME PLAYERS playouts|policy|mcts|expectimax COUNT");
  const AnyGame& game = find_game(argv[1]);
  const int players = static_cast<int>(number(argv[2], "PLAYERS"));
  alignas(kStateAlign) std::byte state[kMaxStateBytes];
  game.initial_state(players, OptionMap(game.options()), state);
  Work work{game, argv[3], number(argv[4], "COUNT"), {Bytes(state, state + game.state_bytes())}, nullptr};
  std::unique_ptr<SearchEngine> engine;
  if (work.name != "playouts" && work.name != "policy") {
    if (work.name != "mcts" && work.name != "expectimax") {
      throw UsageError("there is no work '" + work.name + "'; there are: playouts, policy, mcts, expectimax");
    }
    work.states = decisions(game, state);
    const ParamMap params(searcher_params(work.name));
    const SearchSettings settings{Objective::kWin, kSeed, kHashMb, 1};
    const SearchKit& kit = search_kit(game);
    engine =
        work.name == "mcts" ? kit.make_mcts(params, settings, players) : kit.make_expectimax(params, settings, players);
    work.engine = engine.get();
  }
  Done done;
  embertree_counted_work(work, done);
  if (work.engine != nullptr) {
    std::printf("nodes %llu\n", static_cast<unsigned long long>(done.nodes));
  } else {
    const PlayoutTotals& totals = done.playouts;
    std::printf("games %llu\nplies %llu\n", static_cast<unsigned long long>(totals.games),
                static_cast<unsigned long long>(totals.actions + totals.forced + totals.chance));
  }
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(done.checksum));
  return 0;
}

}  // namespace
}  // namespace embertree

int main(int argc, char** argv) {
  try {
    return embertree::run(argc, argv);
  } catch (const std::exception& trouble) {
    std::fprintf(stderr, "embertree_count: %s\n", trouble.what());
    return 2;
  }
}
