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

#include "games/registry.hpp"
#include "search/searcher.hpp"

// The library's own is not taken where the program has one.
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept { return {}; }

namespace embertree {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kHashMb = 64;

struct Work {
  const AnyGame& game;
  std::string name;
  std::uint64_t count;
  void* state;
  SearchEngine* engine;  // null for playouts
  SearchControl* control;
};

// What the work came to: how many units of each kind, and a fold of what was found.
struct Done {
  PlayoutTotals playouts;
  Found found;
};

std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

std::uint64_t fold(const Found& found) {
  std::uint64_t sum = mix64(found.nodes ^ static_cast<std::uint64_t>(found.best) << 32);
  for (const MoveInfo& move : found.moves) {
    sum = mix64(sum ^ move.visits);
    for (int seat = 0; seat < found.players; ++seat) sum = mix64(sum ^ bits(move.values[seat]));
  }
  return sum;
}

}  // namespace

// The counting begins and ends with this function; its plain name is how it is found.
extern "C" [[gnu::noinline]] void embertree_counted_work(const Work& work, Done& done) {
  if (work.engine != nullptr) {
    done.found = work.engine->run(work.state, *work.control);
  } else {
    done.playouts =
        search_kit(work.game).playouts(work.state, work.count, kSeed, work.name == "policy", Objective::kWin);
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

// To a decision with a choice: a search of anything else would be no work.
void go_to_decision(const AnyGame& game, void* state) {
  Rng rng(kSeed);
  while (game.current_player(state) == kChance || game.legal_count(state) == 1) {
    game.apply_action(state, game.random_action(state, rng).action);
  }
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
  alignas(kStateAlign) std::byte seen[kMaxStateBytes];
  game.initial_state(players, OptionMap(game.options()), state);
  Work work{game, argv[3], number(argv[4], "COUNT"), state, nullptr, nullptr};
  std::unique_ptr<SearchEngine> engine;
  SearchControl control;
  if (work.name != "playouts" && work.name != "policy") {
    if (work.name != "mcts" && work.name != "expectimax") {
      throw UsageError("there is no work '" + work.name + "'; there are: playouts, policy, mcts, expectimax");
    }
    go_to_decision(game, state);
    game.view(state, game.current_player(state), seen);
    const ParamMap params(searcher_params(work.name));
    const SearchSettings settings{Objective::kWin, kSeed, kHashMb, 1};
    const SearchKit& kit = search_kit(game);
    engine =
        work.name == "mcts" ? kit.make_mcts(params, settings, players) : kit.make_expectimax(params, settings, players);
    control.begin(Limits{.nodes = work.count});
    work.state = seen;
    work.engine = engine.get();
    work.control = &control;
  }
  Done done;
  embertree_counted_work(work, done);
  if (work.engine != nullptr) {
    std::printf("nodes %llu\nchecksum %016llx\n", static_cast<unsigned long long>(done.found.nodes),
                static_cast<unsigned long long>(fold(done.found)));
  } else {
    const PlayoutTotals& totals = done.playouts;
    std::printf("games %llu\nplies %llu\nchecksum %016llx\n", static_cast<unsigned long long>(totals.games),
                static_cast<unsigned long long>(totals.actions + totals.forced + totals.chance),
                static_cast<unsigned long long>(totals.checksum));
  }
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
