// The list of games: the one place where a new game is named.
#pragma once

#include <cstddef>
#include <tuple>

#include "games/connect_four/connect_four.hpp"
#include "games/pig/pig.hpp"
#include "games/stone_age/stone_age.hpp"
#include "games/terra_mystica/terra_mystica.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/volcano_island/volcano_island.hpp"

namespace embertree {

template <class... Games>
struct GameList {
  static constexpr std::size_t kSize = sizeof...(Games);
  template <std::size_t I>
  using At = std::tuple_element_t<I, std::tuple<Games...>>;
};

using AllGames = GameList<TicTacToe, ConnectFour, Pig, VolcanoIsland, StoneAge, TerraMystica>;

}  // namespace embertree
