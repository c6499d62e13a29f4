// Searches, counts and playouts in Python; all of them run without the interpreter's lock.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <iterator>

#include "bindings/bindings.hpp"
#include "bindings/py_evaluator.hpp"
#include "core/text.hpp"
#include "search/random_games.hpp"
#include "search/searcher.hpp"

namespace embertree::bindings {
namespace {

using Unlocked = py::call_guard<py::gil_scoped_release>;

template <class T>
std::vector<double> per_seat(const PerSeat<T>& values, int players) {
  return {values.begin(), values.begin() + players};
}

// A ranked move knows how many seats there are.
struct PyMove {
  MoveInfo move;
  int players;
};

std::vector<PyMove> moves(const Found& found) {
  std::vector<PyMove> result;
  for (const MoveInfo& move : found.moves) result.push_back({move, found.players});
  return result;
}

// A search that ends with its owner may wait for the interpreter's lock, so the owner lets go of it first.
struct Unhand {
  void operator()(Searcher* searcher) const {
    const py::gil_scoped_release unlocked;
    delete searcher;
  }
};
using SearcherHolder = std::unique_ptr<Searcher, Unhand>;

SearcherHolder make_searcher(const std::string& name, const PyGame& game, const std::string& params, std::uint64_t seed,
                             std::int64_t hash_mb, int threads, const py::object& evaluator, int evaluator_batch) {
  if (hash_mb < 1 || hash_mb > 1'048'576) {
    throw UsageError("hash_mb: " + std::to_string(hash_mb) + " is not from 1 to 1048576");
  }
  const SearchSettings settings{game.objective, seed, static_cast<std::size_t>(hash_mb), threads,
                                make_evaluator(evaluator, evaluator_batch, game)};
  return SearcherHolder(new Searcher(name, *game.game, params, settings));
}

void start(Searcher& searcher, const PyState& state, std::int64_t nodes, int depth, std::int64_t movetime_ms,
           bool infinite, const std::vector<Action>& searchmoves, bool reuse) {
  if (&state.game() != &searcher.game()) {
    throw UsageError("this searcher is for " + std::string(searcher.game().traits().id) + ", the state of " +
                     std::string(state.game().traits().id));
  }
  if (nodes < 0) throw UsageError("nodes: " + std::to_string(nodes) + " is below 0");
  const Limits limits{static_cast<std::uint64_t>(nodes), depth, movetime_ms, infinite, searchmoves, reuse};
  searcher.start(state.data(), limits);
}

py::object perft(const PyState& state, int depth, bool hashed, bool divide) {
  if (depth < 0) throw UsageError("depth: " + std::to_string(depth) + " is below 0");
  const SearchKit& kit = search_kit(state.game());
  if (!divide) {
    std::uint64_t count;
    {
      py::gil_scoped_release unlocked;
      count = kit.perft(state.data(), depth, hashed);
    }
    return py::int_(count);
  }
  if (depth == 0) throw UsageError("depth: 0 has no first action to divide by");
  std::vector<Action> actions;
  state.game().legal_actions(state.data(), actions);
  std::vector<Outcome> outcomes;
  state.game().chance_outcomes(state.data(), outcomes);
  for (const Outcome& outcome : outcomes) actions.push_back(outcome.action);
  py::dict counts;
  for (const Action action : actions) {
    PyState next(state);
    next.apply(action);
    std::uint64_t count;
    {
      py::gil_scoped_release unlocked;
      count = kit.perft(next.data(), depth - 1, hashed);
    }
    counts[py::int_(action)] = count;
  }
  return counts;
}

// Seconds that this thread has computed: other programs on the machine do not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

py::dict playouts(const PyState& state, std::int64_t games, std::uint64_t seed, bool policy) {
  if (games < 0) throw UsageError("games: " + std::to_string(games) + " is below 0");
  PlayoutTotals totals;
  double seconds = 0;
  double cpu = 0;
  {
    py::gil_scoped_release unlocked;
    const auto begin = std::chrono::steady_clock::now();
    cpu = -cpu_seconds();
    totals = search_kit(state.game())
                 .playouts(state.data(), static_cast<std::uint64_t>(games), seed, policy, state.objective());
    cpu += cpu_seconds();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  const int players = state.game().num_players(state.data());
  py::dict result;
  result["games"] = totals.games;
  result["actions"] = totals.actions;
  result["forced"] = totals.forced;
  result["chance"] = totals.chance;
  result["seconds"] = seconds;
  result["cpu_seconds"] = cpu;
  result["checksum"] = totals.checksum;
  result["value_sums"] = per_seat(totals.value_sums, players);
  result["score_sums"] = per_seat(totals.score_sums, players);
  result["round_sum"] = totals.rounds;
  return result;
}

std::vector<double> choices_left(const PyState& state, int games, std::uint64_t seed) {
  if (games < 1) throw UsageError("games: " + std::to_string(games) + " is below 1");
  return per_seat(search_kit(state.game()).choices_left(state.data(), games, seed),
                  state.game().num_players(state.data()));
}

py::dict solve(const PyState& state, double tolerance, std::int64_t max_states) {
  if (!(tolerance >= 1e-14 && tolerance <= 0.1)) throw UsageError("tolerance: not from 1e-14 to 0.1");
  if (max_states < 1 || max_states > 1'000'000'000) throw UsageError("max_states: not from 1 to 1000000000");
  Solution solution;
  double seconds = 0;
  {
    py::gil_scoped_release unlocked;
    const auto begin = std::chrono::steady_clock::now();
    solution = search_kit(state.game())
                   .solve(state.data(), state.objective(), tolerance, static_cast<std::uint64_t>(max_states));
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  py::dict result;
  result["values"] = per_seat(solution.values, solution.players);
  result["states"] = solution.states;
  result["sweeps"] = solution.sweeps;
  result["seconds"] = seconds;
  return result;
}

using Seeds = py::array_t<std::uint64_t, py::array::c_style>;

// derive(seed, name, first), derive(seed, name, first + 1), ... of src/embertree/seeds.py.
Seeds derived_seeds(std::uint64_t seed, const std::string& name, std::int64_t first, std::int64_t count) {
  if (first < 0 || count < 0) throw UsageError("first and count: both are from 0");
  Seeds seeds(count);
  const std::uint64_t named = derived_seed(seed, fnv1a64(name));
  for (std::int64_t i = 0; i < count; ++i) {
    seeds.mutable_data()[i] = whole_in_json(derived_seed(named, fnv1a64(std::to_string(first + i))));
  }
  return seeds;
}

py::dict random_games(const PyState& state, const Seeds& seeds, std::int64_t max_plies, bool words) {
  const py::ssize_t players = state.game().num_players(state.data());
  const py::ssize_t n = seeds.size();
  py::array_t<std::uint8_t> ended(n);
  py::array_t<std::uint8_t> ranks({n, players});
  py::array_t<std::int32_t> scores({n, players});
  py::array_t<std::int64_t> decisions({n, players});
  std::string text;
  RandomGames out{ended.mutable_data(), ranks.mutable_data(), scores.mutable_data(), decisions.mutable_data(),
                  words ? &text : nullptr};
  const std::uint64_t* const each = seeds.data();
  {
    py::gil_scoped_release unlocked;
    search_kit(state.game()).random_games(state.data(), n, each, max_plies, out);
  }
  py::dict result;
  result["ended"] = ended;
  result["ranks"] = ranks;
  result["scores"] = scores;
  result["decisions"] = decisions;
  result["words"] = py::bytes(text);
  return result;
}

py::tuple repeat_kernel(const std::string& name, const std::vector<std::reference_wrapper<const PyState>>& games,
                        std::int64_t repeats) {
  const auto* const named = std::find(std::begin(kKernelNames), std::end(kKernelNames), name);
  if (named == std::end(kKernelNames)) {
    throw UsageError("there is no kernel " + quoted(name) + did_you_mean(name, kKernelNames));
  }
  if (games.empty()) throw UsageError("games: none are given");
  if (repeats < 0) throw UsageError("repeats: " + std::to_string(repeats) + " is below 0");
  const AnyGame& game = games[0].get().game();
  std::vector<PlayedGame> played;
  for (const PyState& state : games) {
    if (&state.game() != &game) throw UsageError("games: not all are of " + std::string(game.traits().id));
    played.push_back({state.start().data(), state.history()});
  }
  KernelRun run;
  {
    py::gil_scoped_release unlocked;
    run = search_kit(game).repeat(played, static_cast<Kernel>(named - std::begin(kKernelNames)),
                                  static_cast<std::uint64_t>(repeats));
  }
  return py::make_tuple(run.calls, run.checksum);
}

std::size_t tree_node_bytes(const PyGame& game) { return search_kit(*game.game).node_bytes(game.players); }

py::list params(const std::string& name) {
  py::list rows;
  for (const ParamSpec& spec : searcher_params(name)) {
    py::dict row;
    row["name"] = spec.name;
    row["type"] = spec.type == ParamSpec::Type::kChoice    ? "choice"
                  : spec.type == ParamSpec::Type::kInteger ? "integer"
                                                           : "real";
    row["default"] = spec.default_value;
    row["choices"] = spec.choices;
    row["low"] = spec.low;
    row["high"] = spec.high;
    row["help"] = spec.help;
    rows.append(row);
  }
  return rows;
}

// What the Cython module needs to know of a game, through a capsule: its kernels and its sizes.
py::capsule batch_kit(const std::string& id) {
  return py::capsule(search_kit(find_game(id)).batch, "embertree.BatchKit");
}

}  // namespace

void bind_search(py::module_& m) {
  py::class_<PyMove>(m, "MoveInfo")
      .def_property_readonly("action", [](const PyMove& p) { return p.move.action; })
      .def_property_readonly("visits", [](const PyMove& p) { return p.move.visits; })
      .def_property_readonly("values", [](const PyMove& p) { return per_seat(p.move.values, p.players); })
      .def_property_readonly("pv", [](const PyMove& p) { return p.move.pv; });

  py::class_<Found>(m, "Found")
      .def_property_readonly("best", [](const Found& f) { return f.best; })
      .def_property_readonly("nodes", [](const Found& f) { return f.nodes; })
      .def_property_readonly("depth", [](const Found& f) { return f.depth; })
      .def_property_readonly("seldepth", [](const Found& f) { return f.seldepth; })
      .def_property_readonly("time_ms", [](const Found& f) { return f.time_ms; })
      .def_property_readonly("hashfull", [](const Found& f) { return f.hashfull; })
      .def_property_readonly("values", [](const Found& f) { return per_seat(f.values, f.players); })
      .def_property_readonly("scores", [](const Found& f) { return per_seat(f.scores, f.has_scores ? f.players : 0); })
      .def_property_readonly("moves", &moves)
      .def(
          "best_moves",
          [](const Found& f, std::size_t count) {
            std::vector<PyMove> result;
            for (std::size_t k = 0; k < std::min(count, f.moves.size()); ++k) result.push_back({f.moves[k], f.players});
            return result;
          },
          py::arg("count"))
      .def_property_readonly("bestmoves", [](const Found& f) { return f.bestmoves; })
      .def_property_readonly("pv",
                             [](const Found& f) { return f.moves.empty() ? std::vector<Action>{} : f.moves[0].pv; })
      .def_property_readonly("note", [](const Found& f) { return f.note; })
      .def_property_readonly("proven", [](const Found& f) { return f.proven; });

  py::class_<Searcher, SearcherHolder>(m, "Searcher")
      .def(py::init(&make_searcher), py::arg("name"), py::arg("game"), py::arg("params") = "", py::arg("seed") = 0,
           py::arg("hash_mb") = 256, py::arg("threads") = 1, py::arg("evaluator") = py::none(),
           py::arg("evaluator_batch") = 16)
      .def_property_readonly("name", &Searcher::name)
      .def("start", &start, Unlocked(), py::arg("state"), py::arg("nodes") = 0, py::arg("depth") = 0,
           py::arg("movetime_ms") = 0, py::arg("infinite") = false, py::arg("searchmoves") = std::vector<Action>{},
           py::arg("reuse") = false)
      .def("stop", &Searcher::stop, Unlocked())
      .def("ponderhit", &Searcher::ponderhit, Unlocked(), py::arg("movetime_ms") = 0)
      .def("wait", &Searcher::wait, Unlocked(), py::arg("timeout_ms") = -1)
      .def("running", &Searcher::running)
      .def("found", &Searcher::found)
      .def("set_seed", &Searcher::set_seed, Unlocked(), py::arg("seed"))
      .def("clear", &Searcher::clear, Unlocked());

  require_init<PyMove>();
  require_init<Found>();
  require_init<Searcher>();

  m.def("searcher_names", &searcher_names);
  m.def("searcher_params", &params, py::arg("name"));
  m.def("solve", &solve, py::arg("state"), py::arg("tolerance") = 1e-12, py::arg("max_states") = 20'000'000);
  m.def("perft", &perft, py::arg("state"), py::arg("depth"), py::arg("hashed") = false, py::arg("divide") = false);
  m.def("random_playouts", &playouts, py::arg("state"), py::arg("games"), py::arg("seed") = 0,
        py::arg("policy") = false);
  m.def("choices_left", &choices_left, Unlocked(), py::arg("state"), py::arg("games") = 4, py::arg("seed") = 0);
  m.def("derived_seeds", &derived_seeds, py::arg("seed"), py::arg("name"), py::arg("first"), py::arg("count"));
  m.def("random_games", &random_games, py::arg("state"), py::arg("seeds"), py::arg("max_plies"),
        py::arg("words") = false);
  m.attr("KERNELS") =
      py::tuple(py::cast(std::vector<std::string_view>(std::begin(kKernelNames), std::end(kKernelNames))));
  m.def("repeat_kernel", &repeat_kernel, py::arg("name"), py::arg("games"), py::arg("repeats"));
  m.def("tree_node_bytes", &tree_node_bytes, py::arg("game"));
  m.def("_batch_kit", &batch_kit, py::arg("id"));
}

}  // namespace embertree::bindings
