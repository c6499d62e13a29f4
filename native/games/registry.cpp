#include "games/registry.hpp"

#include <array>
#include <utility>

#include "core/text.hpp"
#include "games/all.hpp"

namespace embertree {

static_assert(AllGames::kSize == EMBERTREE_GAME_COUNT,
              "native/games has another number of folders than all.hpp has games");

// Defined by instantiate.cpp, one game each.
template <std::size_t I>
const AnyGame& game_at();

namespace {

template <std::size_t... I>
std::array<const AnyGame*, sizeof...(I)> collect(std::index_sequence<I...>) {
  return {&game_at<I>()...};
}

}  // namespace

std::span<const AnyGame* const> all_games() {
  static const auto games = collect(std::make_index_sequence<AllGames::kSize>());
  return games;
}

const AnyGame& find_game(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const AnyGame* game : all_games()) {
    if (game->traits().id == id) return *game;
    ids.push_back(game->traits().id);
  }
  throw UsageError("there is no game " + quoted(id) + did_you_mean(id, ids));
}

void check_players(const AnyGame& game, int players) {
  const GameTraits& traits = game.traits();
  if (players >= traits.min_players && players <= traits.max_players) return;
  std::string range = std::to_string(traits.min_players);
  if (traits.max_players > traits.min_players) range += " to " + std::to_string(traits.max_players);
  throw UsageError(std::string(traits.id) + " is for " + range + " players, not " + std::to_string(players));
}

Action outcome_for(const AnyGame& game, const void* state, std::uint64_t u) {
  std::vector<Outcome> outcomes;
  game.chance_outcomes(state, outcomes);
  if (outcomes.empty()) throw UsageError("no chance event comes next");
  Weight sum = 0;
  for (const Outcome& outcome : outcomes) sum += outcome.weight;
  Weight at = multiply_high(u, sum);
  for (const Outcome& outcome : outcomes) {
    if (at < outcome.weight) return outcome.action;
    at -= outcome.weight;
  }
  return outcomes.back().action;
}

}  // namespace embertree
