// The games seen from outside: names, seats, options, and every function of the contract over states as bytes.
//
// Nobody above this floor asks which game it is. A name becomes a type in one place: the list in all.hpp.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/objective.hpp"

namespace embertree {

// Large enough and aligned for every game's state, and no more than plain `new` aligns to: states are made often.
inline constexpr std::size_t kMaxStateBytes = 960;
inline constexpr std::size_t kStateAlign = 16;

class AnyGame {
 public:
  virtual ~AnyGame() = default;

  // --- Facts ---
  const GameTraits& traits() const { return traits_; }
  std::size_t state_bytes() const { return state_bytes_; }
  bool has_hidden() const { return has_hidden_; }
  // Its place in the list of games.
  std::size_t index() const { return index_; }
  virtual std::span<const OptionSpec> options() const = 0;

  // --- A new game; states are written to memory the caller owns (state_bytes, aligned to kStateAlign) ---
  virtual void initial_state(int players, const OptionMap& options, void* state) const = 0;
  virtual OptionMap options_of(const void* state) const = 0;
  virtual void parse_position(std::string_view text, void* state) const = 0;

  // --- Whose turn, and what may be done ---
  virtual int num_players(const void* state) const = 0;
  virtual int current_player(const void* state) const = 0;
  virtual void legal_actions(const void* state, std::vector<Action>& actions) const = 0;
  virtual int legal_count(const void* state) const = 0;
  virtual void search_actions(const void* state, std::vector<Action>& actions) const = 0;
  virtual void chance_outcomes(const void* state, std::vector<Outcome>& outcomes) const = 0;
  virtual Action sample_chance(const void* state, Rng& rng) const = 0;
  virtual Pick random_action(const void* state, Rng& rng) const = 0;
  virtual std::string why_illegal(const void* state, Action action) const = 0;

  // --- What changes it ---
  // Throws IllegalAction with the reason and leaves the state alone where the action is not legal.
  virtual void apply_checked(void* state, Action action) const = 0;
  virtual void apply_action(void* state, Action action) const = 0;
  // The states that a legal action passes through, state_bytes each; the last is what apply_action gives.
  virtual void stages(const void* state, Action action, std::vector<std::byte>& states) const = 0;

  // --- Identity ---
  virtual Key key(const void* state) const = 0;
  virtual Key key_from_scratch(const void* state) const = 0;
  virtual void view(const void* state, int seat, void* seen) const = 0;

  // --- How it stands ---
  virtual Result result(const void* state) const = 0;
  virtual std::vector<ScoreLine> score_sheet(const void* state) const = 0;
  virtual int round(const void* state) const = 0;
  virtual std::string_view phase(const void* state) const = 0;
  virtual Evaluation evaluate(const void* state) const = 0;
  virtual void values(Objective objective, const void* state, double* per_seat) const = 0;
  virtual Action policy_action(const void* state, Rng& rng) const = 0;

  // --- Text, pictures, numbers ---
  virtual std::string action_text(const void* state, Action action) const = 0;
  virtual std::string action_text_for(const void* state, Action action, int seat) const = 0;
  virtual Action parse_action(const void* state, std::string_view text) const = 0;
  virtual std::string position_text(const void* state) const = 0;
  virtual std::string board_text(const void* state) const = 0;
  virtual std::string board_svg(const void* state) const = 0;
  virtual std::vector<int> observation_shape(int players) const = 0;
  virtual void observation(const void* state, int seat, float* features) const = 0;
  virtual std::string audit(const void* state) const = 0;

 protected:
  AnyGame(const GameTraits& traits, std::size_t state_bytes, bool has_hidden, std::size_t index)
      : traits_(traits), state_bytes_(state_bytes), has_hidden_(has_hidden), index_(index) {}

 private:
  GameTraits traits_;
  std::size_t state_bytes_;
  bool has_hidden_;
  std::size_t index_;
};

// All games in the order of the list.
std::span<const AnyGame* const> all_games();

// The game of that id, or a UsageError that lists the games.
const AnyGame& find_game(std::string_view id);

// Throws a UsageError unless the game is for that many players.
void check_players(const AnyGame& game, int players);

// A chance outcome as the protocol maps a 64-bit number to it: floor(u * W / 2^64), outcomes walked by ascending id.
Action outcome_for(const AnyGame& game, const void* state, std::uint64_t u);

}  // namespace embertree
