// Words for eyes, shared by the board in text and the picture: what a card does, what a tile costs, whose turn it is.
#pragma once

#include <string>

#include "games/stone_age/stone_age.hpp"

namespace embertree::stone_age {

constexpr char seat_letter(int seat) { return static_cast<char>('A' + seat); }

// "2 farmers", "pottery".
std::string sign_words(int card);
// "dice for all", "7 food", "2 dice for gold".
std::string effect_words(int card);
// "2 wood + 1 brick", "4 of 2 kinds", "1 to 7 of any".
std::string price_words(int tile);
// "12 points", "15 to 21 points".
std::string points_words(int tile);
// One line: the round, the start player, and what comes next.
std::string status_words(const StoneAge::State& state);

}  // namespace embertree::stone_age
