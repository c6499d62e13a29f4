#include "games/pig/pig.hpp"

#include <algorithm>

#include "core/objective.hpp"
#include "core/svg.hpp"
#include "core/text.hpp"
#include "core/zobrist.hpp"

namespace embertree {
namespace {

constexpr int kLowestGoal = 2;
constexpr int kHighestGoal = 1000;

const OptionSpec kOptions[] = {
    {.name = "goal",
     .type = OptionSpec::Type::kInteger,
     .default_value = "100",
     .low = kLowestGoal,
     .high = kHighestGoal,
     .help = "points that win"},
};

}  // namespace

std::span<const OptionSpec> Pig::options() { return kOptions; }

Pig::State Pig::initial_state(int players, const OptionMap& options) {
  State state{};
  state.players = static_cast<std::uint8_t>(players);
  state.goal = static_cast<std::uint16_t>(options.integer("goal"));
  return state;
}

OptionMap Pig::options_of(const State& state) {
  OptionMap options(kOptions);
  options.set("goal", std::to_string(state.goal));
  return options;
}

std::string Pig::why_illegal(const State& state, Action action) {
  if (state.over) return "the game is over";
  if (state.rolling) {
    return action >= kFaces && action < kFaces + 6 ? "" : "the die is in the air: roll:1 .. roll:6 come next";
  }
  if (action == kRoll) return has_goal_in_hand(state) ? "the goal is reached by holding" : "";
  if (action == kHold) return "";
  return "a seat decides: roll or hold";
}

Key Pig::key(const State& state) {
  // The whole state is two words, so the key is made when it is asked for.
  const std::uint64_t first = state.scores[0] | std::uint64_t{state.scores[1]} << 16 |
                              std::uint64_t{state.scores[2]} << 32 | std::uint64_t{state.scores[3]} << 48;
  const std::uint64_t second = state.scores[4] | std::uint64_t{state.turn_total} << 16 |
                               std::uint64_t{state.goal} << 32 | std::uint64_t{state.players} << 48 |
                               std::uint64_t{state.mover} << 52 | std::uint64_t{state.rolling} << 56 |
                               std::uint64_t{state.over} << 57;
  return hash_word(first, 1) ^ hash_word(second, 2);
}

void Pig::result(const State& state, Result& result) {
  for (int s = 0; s < state.players; ++s) result.scores[s] = state.scores[s];
  rank_by_score(result, state.players);
}

std::vector<ScoreLine> Pig::score_sheet(const State& state) {
  ScoreLine held{.name = "points held"};
  for (int s = 0; s < state.players; ++s) held.points[s] = state.scores[s];
  return {held};
}

std::string Pig::action_text(const State&, Action action) {
  if (action == kRoll) return "roll";
  if (action == kHold) return "hold";
  return "roll:" + std::to_string(action - kFaces + 1);
}

Action Pig::parse_action(const State&, std::string_view text) {
  if (text == "roll") return kRoll;
  if (text == "hold") return kHold;
  if (text.starts_with("roll:")) {
    return kFaces - 1 + static_cast<Action>(parse_integer(text.substr(5), "roll", 1, 6));
  }
  throw UsageError("there is no move " + quoted(text) + "; moves are roll and hold, chance is roll:1 .. roll:6");
}

std::string Pig::position_text(const State& state) {
  std::string text;
  for (int s = 0; s < state.players; ++s) {
    if (s > 0) text += '/';
    text += std::to_string(state.scores[s]);
  }
  text += " " + std::to_string(state.turn_total) + " " + std::to_string(state.mover) + " " + std::string(phase(state));
  const std::string rules = options_of(state).non_defaults();
  return rules.empty() ? text : text + " " + rules;
}

Pig::State Pig::parse_position(std::string_view text) {
  const auto fields = words(text);
  if (fields.size() != 4 && fields.size() != 5) {
    throw UsageError("position " + quoted(text) + ": expected 'scores turn_total mover phase', like '12/0 5 0 act'");
  }
  const auto scores = split(fields[0], '/');
  if (static_cast<int>(scores.size()) < kTraits.min_players || static_cast<int>(scores.size()) > kTraits.max_players) {
    throw UsageError("position: scores " + quoted(fields[0]) + " are not of 2 to 5 seats");
  }
  OptionMap options(kOptions);
  if (fields.size() == 5) options.set_all(fields[4]);
  State state = initial_state(static_cast<int>(scores.size()), options);
  for (int s = 0; s < state.players; ++s) {
    state.scores[s] = static_cast<std::uint16_t>(parse_integer(scores[s], "position: score", 0, 2 * kHighestGoal));
  }
  state.turn_total = static_cast<std::uint16_t>(parse_integer(fields[1], "position: turn total", 0, 2 * kHighestGoal));
  state.mover = static_cast<std::uint8_t>(parse_integer(fields[2], "position: mover", 0, state.players - 1));
  if (fields[3] != "act" && fields[3] != "roll" && fields[3] != "end") {
    throw UsageError("position: phase " + quoted(fields[3]) + " is none of act, roll, end");
  }
  state.rolling = fields[3] == "roll";
  state.over = fields[3] == "end";
  const std::string wrong = audit(state);
  if (!wrong.empty()) throw UsageError("position " + quoted(text) + ": " + wrong);
  return state;
}

std::string Pig::board_text(const State& state) {
  std::string text;
  for (int s = 0; s < state.players; ++s) {
    text += (s == state.mover && !state.over ? "> " : "  ");
    text += "p" + std::to_string(s + 1) + "  " + std::to_string(state.scores[s]) + " of " + std::to_string(state.goal);
    if (s == state.mover && !state.over) text += "   this turn " + std::to_string(state.turn_total);
    text += '\n';
  }
  return text;
}

std::string Pig::board_svg(const State& state) {
  constexpr double kLeft = 60;
  constexpr double kWide = 400;
  std::string text = svg::open(520, 30 + 40 * state.players);
  for (int s = 0; s < state.players; ++s) {
    const double y = 20 + 40.0 * s;
    const auto length = [&](int points) { return kWide * std::min(points, int{state.goal}) / state.goal; };
    text += svg::text(12, y + 19, 16, "start", "#222222", "p" + std::to_string(s + 1));
    text += svg::rect(kLeft, y, kWide, 26, "#eeeeee");
    if (s == state.mover) {
      text += svg::rect(kLeft, y, length(state.scores[s] + state.turn_total), 26, svg::kSeatColours[s],
                        "fill-opacity=\"0.35\"");
    }
    text += svg::rect(kLeft, y, length(state.scores[s]), 26, svg::kSeatColours[s]);
    text += svg::text(kLeft + kWide + 8, y + 19, 16, "start", "#222222", std::to_string(state.scores[s]));
  }
  return text + svg::close();
}

void Pig::observation(const State& state, int seat, float* features) {
  const float scale = 1.0F / static_cast<float>(state.goal);
  for (int i = 0; i < state.players; ++i)
    *features++ = scale * static_cast<float>(state.scores[(seat + i) % state.players]);
  *features++ = scale * static_cast<float>(state.turn_total);
  *features++ = static_cast<float>((state.mover + state.players - seat) % state.players);
  *features++ = state.rolling ? 1.0F : 0.0F;
}

std::string Pig::audit(const State& state) {
  if (state.players < kTraits.min_players || state.players > kTraits.max_players) return "wrong number of players";
  if (state.goal < kLowestGoal || state.goal > kHighestGoal) return "goal out of range";
  if (state.mover >= state.players) return "the mover is no seat";
  for (int s = state.players; s < kMaxSeats; ++s) {
    if (state.scores[s] != 0) return "a seat that does not play has points";
  }
  int reached = 0;
  for (int s = 0; s < state.players; ++s) reached += state.scores[s] >= state.goal;
  if (state.over) {
    if (reached != 1 || state.scores[state.mover] < state.goal) return "over, but the mover has not reached the goal";
    if (state.turn_total != 0) return "over with points not held";
    if (state.rolling) return "over with the die in the air";
  } else if (reached != 0) {
    return "a seat has reached the goal, but the game goes on";
  }
  if (state.turn_total == 1) return "a turn total of 1 cannot be";
  if (state.rolling > 1 || state.over > 1) return "a mark is neither 0 nor 1";
  // The last roll of a turn began below the goal.
  const int in_hand = state.scores[state.mover] + state.turn_total;
  if (in_hand > state.goal + 5) return "more points in hand than a roll can bring";
  if (state.rolling && in_hand >= state.goal) return "rolling with the goal in hand";
  return {};
}

}  // namespace embertree
