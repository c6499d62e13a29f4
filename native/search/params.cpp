// The searches' parameters: which there are, and their texts read and checked.
#include <algorithm>
#include <charconv>
#include <cstdio>

#include "core/text.hpp"
#include "search/depth_first.hpp"
#include "search/mcts_params.hpp"
#include "search/searcher.hpp"

namespace embertree {

ParamMap::ParamMap(std::span<const ParamSpec> specs) : specs_(specs) {
  for (const ParamSpec& spec : specs) values_.emplace(spec.name, spec.default_value);
}

void ParamMap::set_all(std::string_view text) {
  text = trim(text);
  if (text.empty()) return;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      throw UsageError("search parameter " + quoted(part) + ": expected name=value");
    }
    const std::string_view name = trim(part.substr(0, equals));
    const std::string_view value = trim(part.substr(equals + 1));
    const auto spec =
        std::find_if(specs_.begin(), specs_.end(), [&](const ParamSpec& candidate) { return candidate.name == name; });
    if (spec == specs_.end()) {
      std::vector<std::string_view> names;
      for (const ParamSpec& candidate : specs_) names.push_back(candidate.name);
      throw UsageError("there is no search parameter " + quoted(name) + did_you_mean(name, names));
    }
    const std::string what = "search parameter " + std::string(name);
    if (spec->type == ParamSpec::Type::kChoice) {
      if (std::find(spec->choices.begin(), spec->choices.end(), value) == spec->choices.end()) {
        throw UsageError(what + ": there is no value " + quoted(value) + did_you_mean(value, spec->choices));
      }
    } else if (spec->type == ParamSpec::Type::kInteger) {
      parse_integer(value, what, static_cast<std::int64_t>(spec->low), static_cast<std::int64_t>(spec->high));
    } else {
      double number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc{} || end != value.data() + value.size() ||
          !(number >= spec->low && number <= spec->high)) {
        char range[64];
        std::snprintf(range, sizeof range, "%g to %g", spec->low, spec->high);
        throw UsageError(what + ": " + quoted(value) + " is not a number from " + range);
      }
    }
    values_.insert_or_assign(std::string(name), std::string(value));
  }
}

int ParamMap::integer(std::string_view name) const {
  return static_cast<int>(parse_integer(values_.find(name)->second, name, INT32_MIN, INT32_MAX));
}

double ParamMap::real(std::string_view name) const {
  const std::string& text = values_.find(name)->second;
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

int ParamMap::choice(std::string_view name) const {
  const auto spec = std::find_if(specs_.begin(), specs_.end(), [&](const ParamSpec& s) { return s.name == name; });
  const std::string& text = values_.find(name)->second;
  return static_cast<int>(std::find(spec->choices.begin(), spec->choices.end(), text) - spec->choices.begin());
}

namespace {

// Rows that both searches have.
ParamSpec opponents_row() {
  return {.name = "opponents",
          .type = ParamSpec::Type::kChoice,
          .default_value = "maxn",
          .choices = {"maxn", "paranoid"},
          .help = "what the other seats are taken to seek: their own best, or the mover's worst"};
}

ParamSpec through_chance_row() {
  return {.name = "pv_through_chance",
          .type = ParamSpec::Type::kChoice,
          .default_value = "off",
          .choices = {"off", "on"},
          .help = "whether the expected line goes on through the likeliest chance outcomes"};
}

}  // namespace

std::span<const ParamSpec> MctsParams::specs() {
  using Type = ParamSpec::Type;
  static const ParamSpec kSpecs[] = {
      {.name = "explore",
       .type = Type::kReal,
       .default_value = "-1",
       .low = -1,
       .high = 100,
       .help = "exploration, times sqrt(ln N / n) on values in [0, 1]; below 0: as the game says"},
      {.name = "first_play",
       .type = Type::kReal,
       .default_value = "10",
       .low = -1,
       .high = 1000,
       .help = "score of a move not yet tried; 10: every move is tried once before any twice"},
      {.name = "select",
       .type = Type::kChoice,
       .default_value = "auto",
       .choices = {"auto", "uct", "puct"},
       .help =
           "how moves are chosen in the tree; puct: those first that the game's policy or an evaluator likes; auto: "
           "puct with an evaluator, else uct"},
      {.name = "fpu",
       .type = Type::kReal,
       .default_value = "0.1",
       .low = -1,
       .high = 1,
       .help = "puct: how much worse than its parent a move not yet tried is thought"},
      {.name = "policy_samples",
       .type = Type::kInteger,
       .default_value = "8",
       .low = 1,
       .high = 1000,
       .help = "puct: how often the policy is asked at a new node"},
      {.name = "widen",
       .type = Type::kReal,
       .default_value = "0",
       .low = 0,
       .high = 1000,
       .help =
           "moves looked at: so many times the square root of the visits, the best by evaluation first where prior is "
           "above 0; 0: all"},
      {.name = "widen_chance",
       .type = Type::kReal,
       .default_value = "0",
       .low = 0,
       .high = 1000,
       .help = "chance outcomes opened: so many times the square root of the visits, by their weights; 0: all"},
      {.name = "leaf",
       .type = Type::kChoice,
       .default_value = "game",
       .choices = {"game", "playout", "evaluate", "mix"},
       .help = "how a leaf is judged; game: as the game says"},
      {.name = "policy",
       .type = Type::kChoice,
       .default_value = "game",
       .choices = {"game", "uniform"},
       .help = "how playouts move"},
      {.name = "playout_plies",
       .type = Type::kInteger,
       .default_value = "-1",
       .low = -1,
       .high = 100'000,
       .help = "decisions after which a playout is cut and judged by the evaluation; 0: never, -1: as the game says"},
      {.name = "mix",
       .type = Type::kReal,
       .default_value = "0.5",
       .low = 0,
       .high = 1,
       .help = "the evaluation's part where leaf=mix"},
      {.name = "prior",
       .type = Type::kReal,
       .default_value = "-1",
       .low = -1,
       .high = 1000,
       .help = "visits that the evaluation of a new node counts for; 0: new nodes are not judged, below 0: as the game "
               "says"},
      opponents_row(),
      {.name = "solver",
       .type = Type::kChoice,
       .default_value = "on",
       .choices = {"on", "off"},
       .help = "whether what is decided for certain is backed up as such"},
      through_chance_row(),
  };
  return kSpecs;
}

MctsParams MctsParams::from(const ParamMap& map) {
  return {.explore = static_cast<float>(map.real("explore")),
          .select = static_cast<Select>(map.choice("select")),
          .first_play = static_cast<float>(map.real("first_play")),
          .fpu = static_cast<float>(map.real("fpu")),
          .policy_samples = map.integer("policy_samples"),
          .widen = static_cast<float>(map.real("widen")),
          .widen_chance = static_cast<float>(map.real("widen_chance")),
          .leaf = static_cast<Leaf>(map.choice("leaf")),
          .policy = static_cast<Policy>(map.choice("policy")),
          .playout_plies = map.integer("playout_plies"),
          .mix = static_cast<float>(map.real("mix")),
          .prior = static_cast<float>(map.real("prior")),
          .opponents = static_cast<Opponents>(map.choice("opponents")),
          .solver = map.choice("solver") == 0,
          .pv_through_chance = map.choice("pv_through_chance") == 1};
}

std::span<const ParamSpec> ExpectimaxParams::specs() {
  using Type = ParamSpec::Type;
  static const ParamSpec kSpecs[] = {
      {.name = "max_depth",
       .type = Type::kInteger,
       .default_value = "64",
       .low = 1,
       .high = 1000,
       .help = "plies (decisions) where the limits name no depth"},
      {.name = "chance_limit",
       .type = Type::kInteger,
       .default_value = "512",
       .low = 1,
       .high = 1'000'000,
       .help = "chance outcomes listed between two decisions; beyond it they are sampled, and the result says so"},
      {.name = "chance_samples",
       .type = Type::kInteger,
       .default_value = "16",
       .low = 1,
       .high = 1'000'000,
       .help = "how many are drawn then"},
      opponents_row(),
      {.name = "pruning",
       .type = Type::kChoice,
       .default_value = "star2",
       .choices = {"star2", "star1", "off"},
       .help = "what is left out because it cannot matter; values are the same"},
      {.name = "root",
       .type = Type::kChoice,
       .default_value = "best",
       .choices = {"best", "exact"},
       .help = "best: moves below the best show an upper bound of their value; exact: each has its value, more slowly"},
      {.name = "table",
       .type = Type::kChoice,
       .default_value = "on",
       .choices = {"on", "off"},
       .help = "whether positions seen before are remembered"},
      through_chance_row(),
  };
  return kSpecs;
}

ExpectimaxParams ExpectimaxParams::from(const ParamMap& map) {
  return {.depth = map.integer("max_depth"),
          .chance_limit = map.integer("chance_limit"),
          .chance_samples = map.integer("chance_samples"),
          .opponents = static_cast<Opponents>(map.choice("opponents")),
          .pruning = static_cast<Pruning>(map.choice("pruning")),
          .root = static_cast<Root>(map.choice("root")),
          .table = map.choice("table") == 0,
          .pv_through_chance = map.choice("pv_through_chance") == 1};
}

}  // namespace embertree
