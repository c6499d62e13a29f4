// Dresses a game's type as an AnyGame. Compiled once a game by instantiate.cpp.
#pragma once

#include <cstring>

#include "games/registry.hpp"

namespace embertree {

template <Game G>
class GameAdapter final : public AnyGame {
 public:
  using State = typename G::State;
  static_assert(sizeof(State) <= kMaxStateBytes && alignof(State) <= kStateAlign);

  explicit GameAdapter(std::size_t index) : AnyGame(G::kTraits, sizeof(State), kHasHidden<G>, index) {}

  std::span<const OptionSpec> options() const override { return G::options(); }

  void initial_state(int players, const OptionMap& options, void* state) const override {
    check_players(*this, players);
    to(state) = G::initial_state(players, options);
  }
  OptionMap options_of(const void* state) const override { return G::options_of(of(state)); }
  void parse_position(std::string_view text, void* state) const override { to(state) = G::parse_position(text); }

  int num_players(const void* state) const override { return G::num_players(of(state)); }
  int current_player(const void* state) const override { return G::current_player(of(state)); }
  void legal_actions(const void* state, std::vector<Action>& actions) const override {
    ActionList<G> list;
    if (G::current_player(of(state)) >= 0) G::legal_actions(of(state), list);
    actions.assign(list.begin(), list.end());
  }
  int legal_count(const void* state) const override {
    ActionList<G> list;
    if (G::current_player(of(state)) >= 0) G::legal_actions(of(state), list);
    return list.size();
  }
  void search_actions(const void* state, std::vector<Action>& actions) const override {
    ActionList<G> list;
    if (G::current_player(of(state)) >= 0) embertree::search_actions<G>(of(state), list);
    actions.assign(list.begin(), list.end());
  }
  void chance_outcomes(const void* state, std::vector<Outcome>& outcomes) const override {
    OutcomeList<G> list;
    if (G::current_player(of(state)) == kChance) G::chance_outcomes(of(state), list);
    outcomes.assign(list.begin(), list.end());
  }
  Action sample_chance(const void* state, Rng& rng) const override { return G::sample_chance(of(state), rng); }
  Pick random_action(const void* state, Rng& rng) const override { return embertree::random_action<G>(of(state), rng); }
  std::string why_illegal(const void* state, Action action) const override { return G::why_illegal(of(state), action); }

  void apply_checked(void* state, Action action) const override {
    const std::string why = G::why_illegal(of(state), action);
    if (!why.empty()) {
      // A word for the id where it has one; an id out of range has none.
      const bool named = action >= 0 && action < G::kTraits.num_distinct_actions;
      throw IllegalAction((named ? word(of(state), action) : "action " + std::to_string(action)) + ": " + why);
    }
    apply<G>(to(state), action);
  }
  void apply_action(void* state, Action action) const override { apply<G>(to(state), action); }

  void stages(const void* state, Action action, std::vector<std::byte>& states) const override {
    const std::vector<State> passed = embertree::stages<G>(of(state), action);
    states.resize(passed.size() * sizeof(State));
    std::memcpy(states.data(), passed.data(), states.size());
  }

  Key key(const void* state) const override { return G::key(of(state)); }
  Key key_from_scratch(const void* state) const override { return G::key_from_scratch(of(state)); }
  void view(const void* state, int seat, void* seen) const override { to(seen) = embertree::view<G>(of(state), seat); }

  Result result(const void* state) const override {
    Result result;
    G::result(of(state), result);
    return result;
  }
  std::vector<ScoreLine> score_sheet(const void* state) const override { return G::score_sheet(of(state)); }
  int round(const void* state) const override { return G::round(of(state)); }
  std::string_view phase(const void* state) const override { return G::phase(of(state)); }
  Evaluation evaluate(const void* state) const override {
    Evaluation evaluation;
    G::evaluate(of(state), evaluation);
    return evaluation;
  }
  void values(Objective objective, const void* state, double* per_seat) const override {
    state_values<G>(objective, of(state), G::num_players(of(state)), per_seat);
  }
  Action policy_action(const void* state, Rng& rng) const override { return G::policy_action(of(state), rng); }

  std::string action_text(const void* state, Action action) const override {
    if (action < 0 || action >= G::kTraits.num_distinct_actions) {
      throw UsageError("action " + std::to_string(action) + " is no id of " + std::string(G::kTraits.id) +
                       ": ids are 0 .. " + std::to_string(G::kTraits.num_distinct_actions - 1));
    }
    return word(of(state), action);
  }
  std::string action_text_for(const void* state, Action action, int seat) const override {
    return embertree::action_text_for<G>(of(state), action, seat);
  }
  Action parse_action(const void* state, std::string_view text) const override {
    return G::parse_action(of(state), text);
  }
  std::string position_text(const void* state) const override { return G::position_text(of(state)); }
  std::string board_text(const void* state) const override { return G::board_text(of(state)); }
  std::string board_svg(const void* state) const override { return G::board_svg(of(state)); }
  std::vector<int> observation_shape(int players) const override { return G::observation_shape(players); }
  void observation(const void* state, int seat, float* features) const override {
    G::observation(of(state), seat, features);
  }
  std::string audit(const void* state) const override { return G::audit(of(state)); }

 private:
  static const State& of(const void* state) { return *static_cast<const State*>(state); }
  static State& to(void* state) { return *static_cast<State*>(state); }
  static std::string word(const State& state, Action action) { return G::action_text(state, action); }
};

}  // namespace embertree
