// Games and states in Python.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/bindings.hpp"
#include "core/text.hpp"
#include "core/zobrist.hpp"

namespace embertree::bindings {
namespace {

void check_seat(const PyState& state, int seat) {
  const int players = state.game().num_players(state.data());
  if (seat < 0 || seat >= players) {
    throw UsageError("seat " + std::to_string(seat) + ": seats are 0 to " + std::to_string(players - 1));
  }
}

PyGame make_game(const std::string& id, std::optional<int> players, const std::string& rules,
                 const std::string& objective) {
  const AnyGame& game = find_game(id);
  const int seats = players.value_or(game.traits().min_players);
  check_players(game, seats);
  OptionMap options(game.options());
  options.set_all(rules);
  // Options that fit one by one may not fit together or this number of players; the game says so here.
  PyState probe(game, Objective::kWin);
  game.initial_state(seats, options, probe.data());
  return {&game, seats, std::move(options), parse_objective(objective)};
}

PyState new_state(const PyGame& game) {
  PyState state(*game.game, game.objective);
  game.game->initial_state(game.players, game.options, state.data());
  state.begin_here();
  return state;
}

PyState parse_position(const PyGame& game, const std::string& text) {
  PyState state(*game.game, game.objective);
  game.game->parse_position(text, state.data());
  state.begin_here();
  return state;
}

// Bytes from outside become a state only after the audit found nothing.
PyState state_from_bytes(const AnyGame& game, Objective objective, std::string_view data) {
  if (data.size() != game.state_bytes()) {
    throw UsageError("a state of " + std::string(game.traits().id) + " has " + std::to_string(game.state_bytes()) +
                     " bytes, not " + std::to_string(data.size()));
  }
  PyState state(game, objective);
  std::memcpy(state.data(), data.data(), data.size());
  const std::string wrong = game.audit(state.data());
  if (!wrong.empty())
    throw UsageError("the bytes are no sound state of " + std::string(game.traits().id) + ": " + wrong);
  state.begin_here();
  return state;
}

std::vector<PyState> stages(const PyState& state, Action action) {
  const std::string why = state.game().why_illegal(state.data(), action);
  if (!why.empty()) throw IllegalAction("action " + std::to_string(action) + ": " + why);
  std::vector<std::byte> bytes;
  state.game().stages(state.data(), action, bytes);
  std::vector<PyState> passed;
  const std::size_t size = state.game().state_bytes();
  passed.reserve(bytes.size() / size);
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    passed.emplace_back(state.game(), state.objective());
    std::memcpy(passed.back().data(), bytes.data() + at, size);
    passed.back().begin_here();
  }
  return passed;
}

py::list option_specs(const PyGame& game) {
  py::list rows;
  for (const OptionSpec& spec : game.options.specs()) {
    py::dict row;
    row["name"] = spec.name;
    row["type"] = spec.type == OptionSpec::Type::kChoice    ? "choice"
                  : spec.type == OptionSpec::Type::kInteger ? "integer"
                                                            : "text";
    row["default"] = spec.default_value;
    row["choices"] = spec.choices;
    row["low"] = spec.low;
    row["high"] = spec.high;
    row["help"] = spec.help;
    row["value"] = game.options.text(spec.name);
    rows.append(row);
  }
  return rows;
}

PyGame game_of(const PyState& state) {
  return {&state.game(), state.game().num_players(state.data()), state.game().options_of(state.data()),
          state.objective()};
}

std::vector<double> per_seat(const PyState& state, const double* values) {
  return {values, values + state.game().num_players(state.data())};
}

std::vector<double> returns(const PyState& state) {
  double values[kMaxSeats] = {};
  if (state.game().current_player(state.data()) == kTerminal) {
    state.game().values(state.objective(), state.data(), values);
  }
  return per_seat(state, values);
}

std::vector<double> evaluate(const PyState& state) {
  double values[kMaxSeats] = {};
  state.game().values(state.objective(), state.data(), values);
  return per_seat(state, values);
}

std::vector<Action> legal_actions(const PyState& state) {
  std::vector<Action> actions;
  state.game().legal_actions(state.data(), actions);
  return actions;
}

std::vector<std::pair<Action, Weight>> chance_outcomes(const PyState& state) {
  std::vector<Outcome> outcomes;
  state.game().chance_outcomes(state.data(), outcomes);
  std::vector<std::pair<Action, Weight>> pairs;
  for (const Outcome& outcome : outcomes) pairs.emplace_back(outcome.action, outcome.weight);
  return pairs;
}

std::vector<std::pair<Action, double>> chance_probabilities(const PyState& state) {
  std::vector<Outcome> outcomes;
  state.game().chance_outcomes(state.data(), outcomes);
  double sum = 0;
  for (const Outcome& outcome : outcomes) sum += static_cast<double>(outcome.weight);
  std::vector<std::pair<Action, double>> pairs;
  for (const Outcome& outcome : outcomes) pairs.emplace_back(outcome.action, static_cast<double>(outcome.weight) / sum);
  return pairs;
}

py::array_t<std::uint8_t> legal_mask(const PyState& state) {
  py::array_t<std::uint8_t> mask(state.game().traits().num_distinct_actions);
  std::memset(mask.mutable_data(), 0, static_cast<std::size_t>(mask.size()));
  for (const Action action : legal_actions(state)) mask.mutable_data()[action] = 1;
  return mask;
}

py::array_t<float> observation(const PyState& state, int seat) {
  check_seat(state, seat);
  const auto shape = state.game().observation_shape(state.game().num_players(state.data()));
  py::array_t<float> features(std::vector<py::ssize_t>(shape.begin(), shape.end()));
  PyState seen(state);
  state.game().view(state.data(), seat, seen.data());
  state.game().observation(seen.data(), seat, features.mutable_data());
  return features;
}

Action string_to_action(const PyState& state, const std::string& text) {
  const Action action = state.game().parse_action(state.data(), text);
  const std::string why = state.game().why_illegal(state.data(), action);
  if (!why.empty()) throw IllegalAction(quoted(text) + ": " + why);
  return action;
}

Action random_action(const PyState& state, std::uint64_t seed) {
  const int mover = state.game().current_player(state.data());
  if (mover == kTerminal) throw UsageError("the game is over: there is no action");
  Rng rng(seed);
  return mover == kChance ? state.game().sample_chance(state.data(), rng)
                          : state.game().random_action(state.data(), rng).action;
}

Action policy_action(const PyState& state, std::uint64_t seed) {
  if (state.game().current_player(state.data()) < 0) throw UsageError("no seat is to move: there is no policy action");
  Rng rng(seed);
  return state.game().policy_action(state.data(), rng);
}

PyState view(const PyState& state, int seat) {
  check_seat(state, seat);
  PyState seen(state);
  state.game().view(state.data(), seat, seen.data());
  // What a seat may not know must not stand in the history either.
  if (state.game().has_hidden()) seen.begin_here();
  return seen;
}

void refuse_number(const PyState& state, const py::int_& action) {
  throw IllegalAction("action " + std::string(py::str(action)) + " is no id of " +
                      std::string(state.game().traits().id) + ": ids are 0 .. " +
                      std::to_string(state.game().traits().num_distinct_actions - 1));
}

std::string start_position(const PyState& state) { return state.game().position_text(state.start().data()); }

// --- Pickles: the start, the actions, and a checksum, so that damage is noticed before it is believed ---

std::uint64_t checksum(std::string_view data) { return mix64(fnv1a64(data)); }

std::string_view as_text(const void* data, std::size_t size) { return {static_cast<const char*>(data), size}; }

py::tuple pickle(const PyState& state) {
  const std::size_t size = state.game().state_bytes();
  const auto& history = state.history();
  std::string body(as_text(state.start().data(), size));
  body += as_text(state.data(), size);
  body += as_text(history.data(), history.size() * sizeof(Action));
  const std::string head = std::string(state.game().traits().id) + ":" +
                           std::to_string(state.game().traits().rules_version) + ":" +
                           std::string(kObjectiveNames[static_cast<int>(state.objective())]);
  return py::make_tuple(head, py::bytes(body), checksum(head + body));
}

PyState unpickle(const py::tuple& data) {
  const auto fail = [](const std::string& why) { return UsageError("damaged pickle of a state: " + why); };
  std::string head;
  std::string body;
  std::uint64_t sum = 0;
  try {
    if (data.size() != 3) throw fail("three parts expected");
    head = data[0].cast<std::string>();
    body = data[1].cast<std::string>();
    sum = data[2].cast<std::uint64_t>();
  } catch (const py::cast_error&) {
    throw fail("parts of the wrong type");
  }
  if (checksum(head + body) != sum) throw fail("the checksum does not fit");
  const auto parts = split(head, ':');
  if (parts.size() != 3) throw fail("no game");
  const AnyGame& game = find_game(parts[0]);
  if (parts[1] != std::to_string(game.traits().rules_version)) {
    throw UsageError("a state pickled under version " + std::string(parts[1]) + " of the rules of " +
                     std::string(parts[0]) + "; this is version " + std::to_string(game.traits().rules_version));
  }
  const std::size_t size = game.state_bytes();
  if (body.size() < 2 * size || (body.size() - 2 * size) % sizeof(Action) != 0) throw fail("wrong length");
  const std::string_view text = body;
  PyState state = state_from_bytes(game, parse_objective(parts[2]), text.substr(0, size));
  std::vector<Action> actions((body.size() - 2 * size) / sizeof(Action));
  if (!actions.empty()) std::memcpy(actions.data(), body.data() + 2 * size, actions.size() * sizeof(Action));
  for (const Action action : actions) state.apply(action);
  if (std::memcmp(state.data(), body.data() + size, size) != 0) throw fail("the actions lead elsewhere");
  return state;
}

}  // namespace

Objective parse_objective(std::string_view name) {
  for (int i = 0; i < 3; ++i) {
    if (kObjectiveNames[i] == name) return static_cast<Objective>(i);
  }
  throw UsageError("there is no objective " + quoted(name) + did_you_mean(name, kObjectiveNames));
}

void bind_games(py::module_& m) {
  py::register_local_exception<UsageError>(m, "UsageError", PyExc_ValueError);
  const py::object usage_error = m.attr("UsageError");
  py::register_local_exception<IllegalAction>(m, "IllegalActionError", usage_error);
  m.attr("CHANCE") = kChance;
  m.attr("TERMINAL") = kTerminal;
  m.attr("OBJECTIVES") = py::make_tuple(kObjectiveNames[0], kObjectiveNames[1], kObjectiveNames[2]);
  m.def("game_ids", [] {
    std::vector<std::string_view> ids;
    for (const AnyGame* game : all_games()) ids.push_back(game->traits().id);
    return ids;
  });

  py::class_<PyGame> game(m, "Game");
  py::class_<PyState> state(m, "State");
  require_init<PyGame>();
  require_init<PyState>();

  game.def(py::init(&make_game), py::arg("id"), py::arg("players") = py::none(), py::arg("rules") = "",
           py::arg("objective") = "win")
      .def_property_readonly("id", [](const PyGame& g) { return g.game->traits().id; })
      .def_property_readonly("title", [](const PyGame& g) { return g.game->traits().title; })
      .def_property_readonly("num_players", [](const PyGame& g) { return g.players; })
      .def_property_readonly("min_players", [](const PyGame& g) { return g.game->traits().min_players; })
      .def_property_readonly("max_players", [](const PyGame& g) { return g.game->traits().max_players; })
      .def_property_readonly("has_chance", [](const PyGame& g) { return g.game->traits().has_chance; })
      .def_property_readonly("has_hidden", [](const PyGame& g) { return g.game->has_hidden(); })
      .def_property_readonly("rules_version", [](const PyGame& g) { return g.game->traits().rules_version; })
      .def_property_readonly("rules", [](const PyGame& g) { return g.options.non_defaults(); })
      .def_property_readonly("objective",
                             [](const PyGame& g) { return kObjectiveNames[static_cast<int>(g.objective)]; })
      .def_property_readonly("score_scale", [](const PyGame& g) { return g.game->traits().score_scale; })
      .def_property_readonly("num_distinct_actions",
                             [](const PyGame& g) { return g.game->traits().num_distinct_actions; })
      .def_property_readonly("state_bytes", [](const PyGame& g) { return g.game->state_bytes(); })
      .def("option_specs", &option_specs)
      .def("observation_shape",
           [](const PyGame& g) { return py::tuple(py::cast(g.game->observation_shape(g.players))); })
      .def("new_initial_state", &new_state)
      .def("parse_position", &parse_position, py::arg("text"))
      .def(
          "state_from_bytes",
          [](const PyGame& g, const py::bytes& data) {
            return state_from_bytes(*g.game, g.objective, std::string_view(data));
          },
          py::arg("data"))
      .def("__eq__", [](const PyGame& a,
                        const py::object& b) { return py::isinstance<PyGame>(b) && a == b.cast<const PyGame&>(); })
      .def("__hash__", [](const PyGame& g) { return fnv1a64(g.game->traits().id) ^ static_cast<unsigned>(g.players); })
      .def("__reduce__",
           [](const PyGame& g) {
             return py::make_tuple(py::type::of<PyGame>(),
                                   py::make_tuple(g.game->traits().id, g.players, g.options.non_defaults(),
                                                  kObjectiveNames[static_cast<int>(g.objective)]));
           })
      .def("__repr__", [](const PyGame& g) {
        std::string text = "Game('" + std::string(g.game->traits().id) + "', players=" + std::to_string(g.players);
        if (const std::string rules = g.options.non_defaults(); !rules.empty()) text += ", rules='" + rules + "'";
        return text + ", objective='" + std::string(kObjectiveNames[static_cast<int>(g.objective)]) + "')";
      });

  state.def_property_readonly("game", &game_of)
      .def_property_readonly("num_players", [](const PyState& s) { return s.game().num_players(s.data()); })
      .def_property_readonly("objective",
                             [](const PyState& s) { return kObjectiveNames[static_cast<int>(s.objective())]; })
      // Whose turn, and what may be done
      .def("current_player", [](const PyState& s) { return s.game().current_player(s.data()); })
      .def("is_chance_node", [](const PyState& s) { return s.game().current_player(s.data()) == kChance; })
      .def("is_terminal", [](const PyState& s) { return s.game().current_player(s.data()) == kTerminal; })
      .def("legal_actions", &legal_actions)
      .def("search_actions",
           [](const PyState& s) {
             std::vector<Action> actions;
             s.game().search_actions(s.data(), actions);
             return actions;
           })
      .def("legal_count", [](const PyState& s) { return s.game().legal_count(s.data()); })
      .def("legal_actions_mask", &legal_mask)
      .def("chance_outcomes", &chance_outcomes)
      .def("chance_probabilities", &chance_probabilities)
      .def(
          "why_illegal", [](const PyState& s, Action a) { return s.game().why_illegal(s.data(), a); },
          py::arg("action"))
      .def(
          "is_legal", [](const PyState& s, Action a) { return s.game().why_illegal(s.data(), a).empty(); },
          py::arg("action"))
      // What changes it; a number too large for an action is a wrong action like any other
      .def("apply_action", &PyState::apply, py::arg("action"))
      .def("apply_action", &refuse_number, py::arg("action"))
      .def(
          "child",
          [](const PyState& s, Action a) {
            PyState next(s);
            next.apply(a);
            return next;
          },
          py::arg("action"))
      .def("child", &refuse_number, py::arg("action"))
      .def("stages", &stages, py::arg("action"))
      .def("clone", [](const PyState& s) { return PyState(s); })
      .def("__copy__", [](const PyState& s) { return PyState(s); })
      .def(
          "__deepcopy__", [](const PyState& s, const py::object&) { return PyState(s); }, py::arg("memo"))
      .def(
          "sample_chance", [](const PyState& s, std::uint64_t u) { return outcome_for(s.game(), s.data(), u); },
          py::arg("u"))
      .def("random_action", &random_action, py::arg("seed"))
      .def("policy_action", &policy_action, py::arg("seed"))
      // How it stands
      .def("returns", &returns)
      .def("scores",
           [](const PyState& s) {
             const Result result = s.game().result(s.data());
             return std::vector<int>(result.scores.begin(), result.scores.begin() + s.game().num_players(s.data()));
           })
      .def("ranks",
           [](const PyState& s) {
             const Result result = s.game().result(s.data());
             return std::vector<int>(result.ranks.begin(), result.ranks.begin() + s.game().num_players(s.data()));
           })
      .def("score_sheet",
           [](const PyState& s) {
             std::vector<std::pair<std::string, std::vector<int>>> lines;
             for (const ScoreLine& line : s.game().score_sheet(s.data())) {
               lines.emplace_back(line.name, std::vector<int>(line.points.begin(),
                                                              line.points.begin() + s.game().num_players(s.data())));
             }
             return lines;
           })
      .def("evaluate", &evaluate)
      .def("expected_scores",
           [](const PyState& s) {
             const Evaluation e = s.game().evaluate(s.data());
             return std::vector<double>(e.scores.begin(), e.scores.begin() + s.game().num_players(s.data()));
           })
      .def("round", [](const PyState& s) { return s.game().round(s.data()); })
      .def("phase", [](const PyState& s) { return s.game().phase(s.data()); })
      // Identity
      .def_property_readonly("key", [](const PyState& s) { return s.game().key(s.data()); })
      .def("key_from_scratch", [](const PyState& s) { return s.game().key_from_scratch(s.data()); })
      .def("audit", [](const PyState& s) { return s.game().audit(s.data()); })
      .def("view", &view, py::arg("seat"))
      .def("history", [](const PyState& s) { return s.history(); })
      .def("starting_position", &start_position)
      .def("to_bytes",
           [](const PyState& s) { return py::bytes(static_cast<const char*>(s.data()), s.game().state_bytes()); })
      // Text
      .def(
          "action_to_string",
          [](const PyState& s, Action a, std::optional<int> seat) {
            if (seat.has_value()) check_seat(s, *seat);
            const std::string word = s.game().action_text(s.data(), a);
            return seat.has_value() ? s.game().action_text_for(s.data(), a, *seat) : word;
          },
          py::arg("action"), py::arg("seat") = py::none())
      .def("string_to_action", &string_to_action, py::arg("text"))
      .def_property_readonly("position", [](const PyState& s) { return s.game().position_text(s.data()); })
      .def("svg", [](const PyState& s) { return s.game().board_svg(s.data()); })
      .def("__str__", [](const PyState& s) { return s.game().board_text(s.data()); })
      .def("__repr__",
           [](const PyState& s) {
             return "State(" + std::string(s.game().traits().id) + ": " + s.game().position_text(s.data()) + ")";
           })
      .def("observation_tensor", &observation, py::arg("seat"))
      .def("__eq__", [](const PyState& a,
                        const py::object& b) { return py::isinstance<PyState>(b) && a == b.cast<const PyState&>(); })
      .def("__hash__", [](const PyState& s) { return static_cast<py::ssize_t>(s.game().key(s.data()) >> 1); })
      .def(py::pickle(&pickle, &unpickle));
  add_fast_methods(state);
}

}  // namespace embertree::bindings
