#include "games/terra_mystica/rules.hpp"
namespace embertree {
void TerraMystica::evaluate(const State&, Evaluation&) {}
Action TerraMystica::policy_action(const State& state, Rng& rng) { ActionList<TerraMystica> l; legal_actions(state, l); return l[rng.below_int(l.size())]; }
void TerraMystica::search_actions(const State& state, ActionList<TerraMystica>& actions) { legal_actions(state, actions); }
std::string TerraMystica::why_illegal(const State&, Action) { return {}; }
std::string TerraMystica::board_text(const State&) { return {}; }
std::string TerraMystica::board_svg(const State&) { return {}; }
}
