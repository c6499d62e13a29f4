// Compiled once for each game of the list, with its number in EMBERTREE_GAME_INDEX.
#include <memory>
#include <type_traits>

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

// Does work that takes the number of seats as a type, so that nodes hold exactly as many values.
template <int N = G::kTraits.min_players, class Work>
auto with_seats(int players, Work work) {
  if constexpr (N < G::kTraits.max_players) {
    if (players > N) return with_seats<N + 1>(players, work);
  }
  return work(std::integral_constant<int, N>{});
}

template <template <class, int> class Search, class Params>
std::unique_ptr<SearchEngine> make(const ParamMap& map, const SearchSettings& settings, int players) {
  return with_seats(players, [&](auto n) -> std::unique_ptr<SearchEngine> {
    return std::make_unique<Search<G, n()>>(Params::from(map), settings);
  });
}

std::uint64_t count(const void* state, int depth, bool hashed) { return Perft<G>(hashed).count(of(state), depth); }

PlayoutTotals playouts(const void* state, std::uint64_t games, std::uint64_t seed, bool policy, Objective objective) {
  return play_games<G>(of(state), games, seed, policy, objective);
}

PerSeat<double> choices(const void* state, int games, std::uint64_t seed) {
  return choices_left<G>(of(state), games, seed);
}

Solution solve(const void* state, Objective objective, double tolerance, std::uint64_t max_states) {
  return with_seats(G::num_players(of(state)),
                    [&](auto n) { return Solver<G, n()>(objective, tolerance, max_states).run(of(state)); });
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

std::size_t node_bytes(int players) {
  return with_seats(players, [](auto n) { return sizeof(typename Mcts<G, n()>::Node); });
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
                             solve,
                             random_games,
                             repeat,
                             node_bytes,
                             &BatchKernels<G>::kKit};
  return kit;
}

}  // namespace embertree
