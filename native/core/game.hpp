// What a game tells of itself. Read this page first: searches, bindings and tests know games only through it.
//
// A game is a struct of static functions over a plain value, its State. See native/games/pig for the smallest one and
// docs/add-a-game.md for a walk through it.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fixed_list.hpp"
#include "core/options.hpp"
#include "core/rng.hpp"
#include "core/types.hpp"

namespace embertree {

// What searches do well to know of a game where nobody tells them otherwise; found by matches (bench/tuning.md).
struct SearchHints {
  float explore = 0.7F;   // times sqrt(ln N / n): less where leaves are judged by the evaluation and differ little
  int playout_plies = 0;  // decisions after which a playout is best cut and judged by the evaluation; 0: never
  float prior = 0.0F;     // how many visits the evaluation of a new node counts for; 0: new nodes are not judged
  float mix = 0.0F;       // the evaluation's part in a leaf's value, the rest is its playout; 0: playouts alone
};

// Facts that hold for every state of a game.
struct GameTraits {
  std::string_view id;     // snake_case, as on every floor
  std::string_view title;  // for people
  int min_players;
  int max_players;
  bool has_chance;
  int rules_version;            // raised when a rule fix changes how old records replay
  Action num_distinct_actions;  // all ids, chance outcomes included, are below it
  int max_legal_actions;        // capacity of the list that legal_actions fills
  int max_chance_outcomes;      // capacity of the list that chance_outcomes fills (1 where there is no chance)
  float score_scale;            // a lead of so many points is a margin of 1 (objective "margin")
  SearchHints hints{};
};

template <class G>
using ActionList = FixedList<Action, G::kTraits.max_legal_actions>;
template <class G>
using OutcomeList = FixedList<Outcome, G::kTraits.max_chance_outcomes>;

template <class G>
concept Game = requires(const typename G::State& state, typename G::State& changing, Action action, int seat,
                        ActionList<G>& actions, OutcomeList<G>& outcomes, Rng& rng, Result& result,
                        Evaluation& evaluation, float* features, std::string_view text, const OptionMap& options) {
  // A plain value: copied, compared, pickled and batched as bytes, so no pointers, floats or gaps between fields.
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;
  requires std::same_as<std::remove_cvref_t<decltype(G::kTraits)>, GameTraits>;

  // --- A new game ---
  // The rules options beside the number of players, one row each. They are packed into the State and part of its key.
  { G::options() } -> std::same_as<std::span<const OptionSpec>>;
  // `seat` stands for the number of players, within the traits' bounds.
  { G::initial_state(seat, options) } -> std::same_as<typename G::State>;
  // The options a state carries, read back: initial_state(players, options_of(s)) plays by the same rules as s.
  { G::options_of(state) } -> std::same_as<OptionMap>;

  // --- Whose turn, and what may be done ---
  { G::num_players(state) } -> std::same_as<int>;
  // A seat, kChance or kTerminal. A state that is not over has a legal action or a chance outcome.
  { G::current_player(state) } -> std::same_as<int>;
  // At a seat's turn: exactly what the rules allow, ascending by id. Lists come in empty.
  { G::legal_actions(state, actions) } -> std::same_as<void>;
  // At chance: outcomes that players can tell apart, ascending by id, with whole-number weights above 0.
  { G::chance_outcomes(state, outcomes) } -> std::same_as<void>;
  // One outcome with its true probability, without listing where the list is long.
  { G::sample_chance(state, rng) } -> std::same_as<Action>;
  // Why an id (any integer) is no legal action or outcome here, in a few words; empty where it is legal.
  { G::why_illegal(state, action) } -> std::same_as<std::string>;

  // --- What changes it: the only function that does; the action must be legal ---
  { G::apply_action(changing, action) } -> std::same_as<void>;

  // --- Identity ---
  // Covers all that matters to the future; equal keys are taken for equal states.
  { G::key(state) } -> std::same_as<Key>;
  { G::key_from_scratch(state) } -> std::same_as<Key>;

  // --- How it stands ---
  // Scores and ranks: final ones when the game is over, else as if it were scored now.
  { G::result(state, result) } -> std::same_as<void>;
  // Where each seat's points come from; the lines add up to the scores.
  { G::score_sheet(state) } -> std::same_as<std::vector<ScoreLine>>;
  { G::round(state) } -> std::same_as<int>;
  { G::phase(state) } -> std::same_as<std::string_view>;

  // --- What a player thinks of it ---
  { G::evaluate(state, evaluation) } -> std::same_as<void>;
  // A sensible legal action for playouts, chosen at random among good ones.
  { G::policy_action(state, rng) } -> std::same_as<Action>;

  // --- Text ---
  // One word without blanks; chance outcomes are `verb:...` with the verbs roll, draw and deal kept for them.
  { G::action_text(state, action) } -> std::same_as<std::string>;
  // The id that a word names here, legal or not; a UsageError where it names none.
  { G::parse_action(state, text) } -> std::same_as<Action>;
  // One line without line breaks, read back by parse_position to an equal state.
  { G::position_text(state) } -> std::same_as<std::string>;
  { G::parse_position(text) } -> std::same_as<typename G::State>;
  // For eyes: several lines for the terminal, and a picture.
  { G::board_text(state) } -> std::same_as<std::string>;
  { G::board_svg(state) } -> std::same_as<std::string>;

  // --- Numbers for learners ---
  // Planes, rows, columns (or one number); the product is how many floats `observation` writes.
  { G::observation_shape(seat) } -> std::same_as<std::vector<int>>;
  // The state as `seat` may know it, its own pieces first.
  { G::observation(state, seat, features) } -> std::same_as<void>;

  // --- What is true of every state ---
  // Pieces conserved, phases consistent, key right: empty, or what is wrong. Checked builds ask after every action, and
  // bytes from outside are asked before they are believed, so it must be safe for any bytes whatever.
  { G::audit(state) } -> std::same_as<std::string>;
};

// --- What a game may add; the default serves the others ---

// Actions worth searching: may leave out what is never useful, never the only way to a better result.
template <Game G>
void search_actions(const typename G::State& state, ActionList<G>& actions) {
  if constexpr (requires { G::search_actions(state, actions); }) {
    G::search_actions(state, actions);
  } else {
    G::legal_actions(state, actions);
  }
}

// A uniformly random legal action and how many there were.
struct Pick {
  Action action;
  int choices;
};

template <Game G>
Pick random_action(const typename G::State& state, Rng& rng) {
  if constexpr (requires {
                  { G::random_action(state, rng) } -> std::same_as<Pick>;
                }) {
    return G::random_action(state, rng);  // without making the list
  } else {
    ActionList<G> actions;
    G::legal_actions(state, actions);
    if (actions.size() == 1) return {actions[0], 1};
    return {actions[rng.below_int(actions.size())], actions.size()};
  }
}

// The state as a seat knows it: what it cannot know is back among the unseen and is dealt by chance when turned up.
template <Game G>
inline constexpr bool kHasHidden = requires(const typename G::State& state, int seat) {
  { G::view(state, seat) } -> std::same_as<typename G::State>;
};

template <Game G>
typename G::State view(const typename G::State& state, int seat) {
  if constexpr (kHasHidden<G>) {
    return G::view(state, seat);
  } else {
    return state;
  }
}

// The word for an action as another seat may read it (`draw:c?` for a card drawn unseen).
template <Game G>
std::string action_text_for(const typename G::State& state, Action action, int seat) {
  if constexpr (requires { G::action_text_for(state, action, seat); }) {
    return G::action_text_for(state, action, seat);
  } else {
    return G::action_text(state, action);
  }
}

// The states that an action passes through without a node, and last the one that apply_action gives: what a reader of
// records sees happen between two decisions, such as the end of a round and the income of the next.
template <Game G>
std::vector<typename G::State> stages(const typename G::State& state, Action action) {
  if constexpr (requires { G::stages(state, action); }) {
    return G::stages(state, action);
  } else {
    typename G::State next = state;
    G::apply_action(next, action);
    return {next};
  }
}

// Reports a broken promise of ours with all that a test needs, and ends the program.
[[noreturn]] void audit_failed(std::string_view game, const std::string& what, const std::string& before,
                               const std::string& action);

// apply_action, and in checked builds the audit after it.
template <Game G>
inline void apply(typename G::State& state, Action action) {
  if constexpr (kChecked) {
    const typename G::State before = state;
    const std::string why = G::why_illegal(before, action);
    if (!why.empty())
      audit_failed(G::kTraits.id, "illegal action applied: " + why, G::position_text(before), std::to_string(action));
    G::apply_action(state, action);
    const std::string what = G::audit(state);
    if (!what.empty()) audit_failed(G::kTraits.id, what, G::position_text(before), G::action_text(before, action));
  } else {
    G::apply_action(state, action);
  }
}

// What a random game came to.
struct Steps {
  std::uint64_t decisions = 0;
  std::uint64_t forced = 0;  // decisions with one legal action
  std::uint64_t chance = 0;
};

// Whether the game plays whole random games in a loop of its own. Checked builds play step by step.
template <Game G>
inline constexpr bool kPlaysRandomly =
    !kChecked && requires(typename G::State& state, Rng& rng, Steps& steps) { G::play_randomly(state, rng, steps); };

// Plays to the end, each decision by random_action, each outcome by sample_chance. Inlined, with counters of its own,
// so that they and the generator stay in registers: games of ten moves are over in a hundred nanoseconds.
template <Game G>
[[gnu::always_inline]] inline void play_randomly(typename G::State& state, Rng& rng, Steps& steps) {
  if constexpr (kPlaysRandomly<G>) {
    G::play_randomly(state, rng, steps);  // the very same, without asking at every step what comes next
  } else {
    Steps here;
    int mover;
    while ((mover = G::current_player(state)) != kTerminal) {
      if (G::kTraits.has_chance && mover == kChance) {
        apply<G>(state, G::sample_chance(state, rng));
        ++here.chance;
      } else {
        const Pick pick = random_action<G>(state, rng);
        apply<G>(state, pick.action);
        ++here.decisions;
        here.forced += pick.choices == 1;
      }
    }
    steps.decisions += here.decisions;
    steps.forced += here.forced;
    steps.chance += here.chance;
  }
}

template <Game G>
typename G::State child(const typename G::State& state, Action action) {
  typename G::State next = state;
  apply<G>(next, action);
  return next;
}

}  // namespace embertree
