// Compiled once for each game of the list, with its number in EMBERTREE_GAME_INDEX.
#include <memory>

#include "games/all.hpp"
#include "search/batch_kernels.hpp"
#include "search/expectimax.hpp"
#include "search/kernels.hpp"
#include "search/mcts.hpp"
#include "search/perft.hpp"
#include "search/playout.hpp"
#include "search/random_games.hpp"
#include "search/searcher.hpp"
#include "search/solve.hpp"

namespace embertree {
namespace {

using G = AllGames::At<EMBERTREE_GAME_INDEX>;

const G::State& of(const void* state) { return *static_cast<const G::State*>(state); }

// The number of seats becomes part of the type, so that nodes hold exactly as many values.
template <template <class, int> class Search, class Params, int N = G::kTraits.min_players>
std::unique_ptr<SearchEngine> make(const ParamMap& map, const SearchSettings& settings, int players) {
  if constexpr (N < G::kTraits.max_players) {
    if (players > N) return make<Search, Params, N + 1>(map, settings, players);
  }
  return std::make_unique<Search<G, N>>(Params::from(map), settings);
}

std::uint64_t count(const void* state, int depth, bool hashed) { return Perft<G>(hashed).count(of(state), depth); }

PlayoutTotals playouts(const void* state, std::uint64_t games, std::uint64_t seed, bool policy, Objective objective) {
  return play_games<G>(of(state), games, seed, policy, objective);
}

PerSeat<double> choices(const void* state, int games, std::uint64_t seed) {
  return choices_left<G>(of(state), games, seed);
}

template <int N = G::kTraits.min_players>
Solution solve(const void* state, Objective objective, double tolerance, std::uint64_t max_states) {
  if constexpr (N < G::kTraits.max_players) {
    if (G::num_players(of(state)) > N) return solve<N + 1>(state, objective, tolerance, max_states);
  }
  return Solver<G, N>(objective, tolerance, max_states).run(of(state));
}

void random_games(const void* state, std::int64_t n, const std::uint64_t* seeds, std::int64_t max_plies,
                  RandomGames& out) {
  play_random_games<G>(of(state), n, seeds, max_plies, out);
}

KernelRun repeat(std::span<const PlayedGame> games, Kernel kernel, std::uint64_t repeats) {
  constexpr std::size_t kMostStates = 128;
  Kernels<G> kernels;
  for (const PlayedGame& game : games) kernels.add_game(of(game.start), game.actions);
  kernels.thin(kMostStates);
  return kernels.run(kernel, repeats);
}

template <int N = G::kTraits.min_players>
std::size_t node_bytes(int players) {
  if constexpr (N < G::kTraits.max_players) {
    if (players > N) return node_bytes<N + 1>(players);
  }
  return sizeof(typename Mcts<G, N>::Node);
}

}  // namespace

template <std::size_t I>
const SearchKit& search_kit_at();

template <>
const SearchKit& search_kit_at<EMBERTREE_GAME_INDEX>() {
  static const SearchKit kit{make<Mcts, MctsParams>,
                             make<Expectimax, ExpectimaxParams>,
                             count,
                             playouts,
                             choices,
                             solve<>,
                             random_games,
                             repeat,
                             node_bytes<>,
                             &BatchKernels<G>::kKit};
  return kit;
}

}  // namespace embertree
