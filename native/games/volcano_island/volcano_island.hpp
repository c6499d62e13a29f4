// Volcano Island (Simon Graham, 2006): tribes settle an island, build villages, towns and cities, and flee two
// eruptions. Three or four players. The rules as played, with their rulings, are in this folder's README.
//
// board.hpp      the island as sets of squares, and the ways to pay
// questions.hpp  what the files below ask of a state: vacant squares, reach, influence, building sites, lava's edge
// moves.cpp      legal actions, random ones, chance outcomes, reasons why not
// apply.cpp      the only place where a state changes
// score.cpp      points by line, ranks
// text.cpp       actions and positions as text, both ways; the board for eyes (picture.cpp draws it)
// evaluate.cpp   what a player thinks of a position; the playout policy; numbers for learners
// audit.cpp      what is true of every state
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace embertree {

struct VolcanoIsland {
  static constexpr int kSeats = 4;
  enum Kind : int { kSettlement, kVillage, kTown, kCity };
  static constexpr int kKinds = 4;
  static constexpr int kSupply[kKinds] = {6, 5, 5, 5};

  // Where pawns stand follows from `eruptions`: on the volcano until the first.
  struct State {
    Bits128 tribes[kSeats];  // all pieces of a seat
    Bits128 pieces[kKinds];  // all pieces of a kind
    Bits128 lava[2];         // by eruption; squares of both are lava of the second over the first
    // What follows from the rest, kept since every action asks for it:
    Bits128 vacant;  // land without piece and lava
    Bits128 barred;  // where others' influence keeps the mover's settlements out; empty outside turns
    Key board_key;   // of pieces and lava
    std::uint8_t count[kSeats][kKinds];  // pieces on the board
    std::uint8_t players;
    std::uint8_t rules;  // bits of the options beside `start`, see Rule
    std::uint8_t round;
    std::uint8_t start;
    std::int8_t mover;       // a seat, kChance or kTerminal
    std::uint8_t actions;    // left in this turn; 0 outside turns
    std::uint8_t eruptions;  // begun so far
    std::uint8_t counter;    // rounds to the next eruption; 0 where none is to come or it is to be rolled
    bool operator==(const State&) const = default;
  };
  static_assert(sizeof(State) == 224);  // at most 256 by design
  static_assert(std::is_trivially_copyable_v<State>);
  static_assert(std::has_unique_object_representations_v<State>);

  // Options as bits; a bit that is not set is the default.
  enum Rule : std::uint8_t {
    kInfluenceDiagonal = 1,
    kLavaShared = 2,
    kBlankIsNow = 4,
    kZeroMajority = 8,
    kStuckPasses = 16,
    kAllRules = 31,
  };

  // Action ids, ascending by kind, then square, then what is paid (README, "Notation").
  static constexpr Action kPlace = 0;
  static constexpr Action kMove = kPlace + 100;
  static constexpr Action kBuildVillage = kMove + 100 * 100;
  static constexpr Action kBuildTown = kBuildVillage + 100 * 56;
  static constexpr Action kBuildCity = kBuildTown + 100 * 56;
  static constexpr Action kLava = kBuildCity + 100 * 70;
  static constexpr Action kRoll = kLava + 100;
  static constexpr Action kActions = kRoll + 16;
  static_assert(kActions == 28'416);

  static constexpr int kActionsPerTurn = 3;
  static constexpr int kMarkers = 12;  // of each eruption
  static constexpr int kLongestFirst = 15;
  static constexpr int kLongestSecond = 10;
  static constexpr int kLastRound = 200;  // play ends long before; a position may claim any round that ends by then

  // At most 6 x 96 places and moves (six settlements to place or move), 20 threes of settlements with at most four
  // common neighbours each (villages), 5 x 30 towns, 5 x 40 cities: 1006.
  static constexpr GameTraits kTraits{
      .id = "volcano_island",
      .title = "Volcano Island",
      .min_players = 3,
      .max_players = 4,
      .has_chance = true,
      .rules_version = 1,
      .num_distinct_actions = kActions,
      .max_legal_actions = 1024,
      .max_chance_outcomes = 16,
      .score_scale = 20.0F,
      .hints = {.explore = 0.3F, .playout_plies = 4, .prior = 4.0F},
  };

  static std::span<const OptionSpec> options();
  static State initial_state(int players, const OptionMap& options);
  static OptionMap options_of(const State& state);

  static int num_players(const State& state) { return state.players; }
  static int current_player(const State& state) { return state.mover; }
  static void legal_actions(const State& state, ActionList<VolcanoIsland>& actions);
  static Pick random_action(const State& state, Rng& rng);
  static void chance_outcomes(const State& state, OutcomeList<VolcanoIsland>& outcomes);
  static Action sample_chance(const State& state, Rng& rng);
  static std::string why_illegal(const State& state, Action action);

  static void apply_action(State& state, Action action);

  static Key key(const State& state);
  static Key key_from_scratch(const State& state);

  static void result(const State& state, Result& result);
  static std::vector<ScoreLine> score_sheet(const State& state);
  static int round(const State& state) { return state.round; }
  static std::string_view phase(const State& state);

  // Expects the points that each seat's pieces, and what may still become of them, will score.
  static void evaluate(const State& state, Evaluation& evaluation);
  // Builds what can be built, the dearest first; else settles where a building gets nearer. Lava flows at others.
  static Action policy_action(const State& state, Rng& rng);

  static std::string action_text(const State& state, Action action);
  static Action parse_action(const State& state, std::string_view text);
  // `board players round start actor phase actions eruptions counter`, and options that are not the defaults.
  static std::string position_text(const State& state);
  static State parse_position(std::string_view text);
  static std::string board_text(const State& state);
  static std::string board_svg(const State& state);

  // Per seat, the observer first, five planes (its kinds of pieces, its pawn); then the island, the volcano, two of
  // lava; per seat one whether it is to move, and one whether it began the round; actions, eruptions, counter, round.
  static std::vector<int> observation_shape(int players) { return {7 * players + 8, 10, 10}; }
  static void observation(const State& state, int seat, float* features);

  static std::string audit(const State& state);
};

static_assert(Game<VolcanoIsland>);

}  // namespace embertree
