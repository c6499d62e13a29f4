// Compiled once for each game of the list, with its number in EMBERTREE_GAME_INDEX.
#include "games/adapter.hpp"
#include "games/all.hpp"

namespace embertree {

template <std::size_t I>
const AnyGame& game_at();

template <>
const AnyGame& game_at<EMBERTREE_GAME_INDEX>() {
  static const GameAdapter<AllGames::At<EMBERTREE_GAME_INDEX>> game(EMBERTREE_GAME_INDEX);
  return game;
}

}  // namespace embertree
