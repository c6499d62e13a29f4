#include "core/text.hpp"

#include <algorithm>

#include "games/volcano_island/keys.hpp"
#include "games/volcano_island/words.hpp"

namespace embertree {
namespace {

using namespace volcano;

const OptionSpec kOptions[] = {
    {.name = "start", .default_value = "0", .choices = {"0", "1", "2", "3"}, .help = "the seat that begins"},
    {.name = "influence",
     .default_value = "orthogonal",
     .choices = {"orthogonal", "diagonal"},
     .help = "which neighbours influence reaches"},
    {.name = "lava",
     .default_value = "split",
     .choices = {"split", "shared"},
     .help = "12 markers for each eruption, or 24 for both"},
    {.name = "blank_second_roll",
     .default_value = "reroll",
     .choices = {"reroll", "now"},
     .help = "two blanks on the second roll: roll again, or erupt at the next round end"},
    {.name = "zero_majority",
     .default_value = "no",
     .choices = {"no", "yes"},
     .help = "whether a count of 0 can be the most"},
    {.name = "stuck",
     .default_value = "end",
     .choices = {"end", "pass"},
     .help = "a player without a legal action ends the game, or passes"},
};

// The options that are bits of State::rules, in the order of the bits.
constexpr std::string_view kRuleNames[] = {"influence", "lava", "blank_second_roll", "zero_majority", "stuck"};

OptionMap options_but_start(const State& state) {
  OptionMap options(kOptions);
  for (int i = 0; i < 5; ++i) {
    for (const OptionSpec& spec : kOptions) {
      if (spec.name == kRuleNames[i]) options.set(spec.name, spec.choices[state.rules >> i & 1]);
    }
  }
  return options;
}

// --- Words of actions ---

// What is paid, by file and rank; a neighbour beyond the edge, which no legal action names, is a dash.
std::string paid_text(int site, unsigned mask) {
  Bits128 squares;
  std::string beyond;
  for (int d = 0; d < 8; ++d) {
    if ((mask >> d & 1) == 0) continue;
    const int square = neighbour(site, d);
    if (square < 0) {
      beyond += "+-";
    } else {
      squares.set(square);
    }
  }
  const std::string text = squares_text(squares, "+") + beyond;
  return text.starts_with('+') ? text.substr(1) : text;
}

// A square's number, or -1.
int read_square(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'j') return -1;
  if (text.substr(1) == "10") return square_at(text[0] - 'a', 9);
  if (text.size() == 3 || text[1] < '1' || text[1] > '9') return -1;
  return square_at(text[0] - 'a', text[1] - '1');
}

int parse_square(std::string_view word, std::string_view text) {
  const int square = read_square(text);
  if (square < 0) {
    throw UsageError(quoted(word) + ": " + quoted(text) + " is no square; squares are a1 .. j10");
  }
  return square;
}

Action parse_building(const State& state, std::string_view word, std::string_view rest, int kind) {
  const int size = kind == kCity ? 4 : 3;
  const std::string name(kKindNames[kind]);
  const std::size_t equals = rest.find('=');
  if (equals == std::string_view::npos) {
    throw UsageError(quoted(word) + ": expected the square and what is paid, like '" + name +
                     (kind == kCity ? ":c4=b3+b4+c3+d5'" : ":c4=b3+c3+d5'"));
  }
  const int site = parse_square(word, rest.substr(0, equals));
  const auto paid = split(rest.substr(equals + 1), '+');
  unsigned mask = 0;
  for (const std::string_view part : paid) {
    const int square = parse_square(word, part);
    unsigned bit = 0;
    for (int d = 0; d < 8; ++d) {
      if (neighbour(site, d) == square) bit = 1u << d;
    }
    if (bit == 0) {
      std::string text = quoted(word) + ": " + square_text(square) + " is not next to " + square_text(site);
      if (state.mover >= 0) {
        const std::string near = squares_text(kAround[site] & state.tribes[state.mover], " ");
        text += near.empty() ? "; none of your pieces is" : "; your pieces next to it: " + near;
      }
      throw UsageError(text);
    }
    if ((mask & bit) != 0) throw UsageError(quoted(word) + ": " + square_text(square) + " stands there twice");
    mask |= bit;
  }
  if (static_cast<int>(paid.size()) != size) {
    throw UsageError(quoted(word) + ": a " + name + " costs " + std::to_string(size) + " pieces next to it, not " +
                     std::to_string(paid.size()));
  }
  if (kind == kVillage) return VolcanoIsland::kBuildVillage + site * kThrees + kMaskRank[mask];
  if (kind == kTown) return VolcanoIsland::kBuildTown + site * kThrees + kMaskRank[mask];
  return VolcanoIsland::kBuildCity + site * kFours + kMaskRank[mask];
}

// --- The board of a position ---

// What is on a square in the notation; nothing for vacant land.
std::string cell_text(const State& state, int square) {
  if (!squares_of_island(state.players).test(square)) return "#";
  if (state.lava[1].test(square)) return state.lava[0].test(square) ? "z" : "y";
  if (state.lava[0].test(square)) return "x";
  if (const int seat = pawn_at(state, square); seat >= 0) return {seat_letter(seat), 'p'};
  if (kVolcano.test(square)) return "^";
  if (!occupied(state).test(square)) return {};
  const Piece piece = piece_at(state, square);
  return {seat_letter(piece.seat), kKindLetters[static_cast<std::size_t>(piece.kind)]};
}

std::string board_field(const State& state) {
  std::string text;
  for (int rank = kWidth - 1; rank >= 0; --rank) {
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int file = 0; file < kWidth; ++file) {
      const std::string cell = cell_text(state, square_at(file, rank));
      if (cell.empty()) {
        ++run;
      } else {
        end_run();
        text += cell;
      }
    }
    end_run();
    if (rank > 0) text += '/';
  }
  return text;
}

UsageError bad_board(std::string_view row, int rank, const std::string& why) {
  return UsageError("position: rank " + std::to_string(rank + 1) + " " + quoted(row) + ": " + why);
}

// Reads one rank into the state; pawns are collected and judged by the caller.
void read_rank(State& state, std::string_view row, int rank, Bits128* pawns) {
  const Bits128 island = squares_of_island(state.players);
  std::size_t i = 0;
  int file = 0;
  while (i < row.size()) {
    const char c = row[i];
    if (c >= '1' && c <= '9') {
      int run = c - '0';
      ++i;
      if (i < row.size() && row[i] >= '0' && row[i] <= '9') run = 10 * run + (row[i++] - '0');
      if (run > kWidth - file) throw bad_board(row, rank, "has more than 10 squares");
      for (; run > 0; --run, ++file) {
        const int square = square_at(file, rank);
        if (!land(state).test(square)) {
          throw bad_board(row, rank,
                          square_text(square) + " is not vacant land; it is " +
                              (island.test(square) ? "volcano (^)" : "no square (#)"));
        }
      }
      continue;
    }
    if (file == kWidth) throw bad_board(row, rank, "has more than 10 squares");
    const int square = square_at(file++, rank);
    ++i;
    if (c == '#') {
      if (island.test(square)) throw bad_board(row, rank, square_text(square) + " exists, so it cannot be #");
      continue;
    }
    if (!island.test(square)) throw bad_board(row, rank, square_text(square) + " does not exist: it must be #");
    if (c == '^') {
      if (!kVolcano.test(square)) throw bad_board(row, rank, square_text(square) + " is land, not volcano");
    } else if (c == 'x' || c == 'y' || c == 'z') {
      if (c != 'y') state.lava[0].set(square);
      if (c != 'x') state.lava[1].set(square);
    } else if (c >= 'A' && c <= 'D') {
      const int seat = c - 'A';
      if (seat >= state.players) throw bad_board(row, rank, std::string("there is no seat ") + c);
      const std::size_t kind = i < row.size() ? kKindLetters.find(row[i]) : std::string_view::npos;
      if (i < row.size() && row[i] == 'p') {
        pawns[seat].set(square);
      } else if (kind == std::string_view::npos) {
        throw bad_board(row, rank, std::string("after ") + c + " comes p, s, v, t or c");
      } else if (kVolcano.test(square)) {
        throw bad_board(row, rank, square_text(square) + " is volcano: only pawns and lava can be there");
      } else {
        if (!in_supply(state, seat, static_cast<int>(kind))) {
          throw bad_board(row, rank,
                          std::string("seat ") + c + " has more than " + std::to_string(VolcanoIsland::kSupply[kind]) +
                              " " + std::string(kKindPlurals[kind]));
        }
        state.tribes[seat].set(square);
        state.pieces[kind].set(square);
        ++state.count[seat][kind];
      }
      ++i;
    } else {
      throw bad_board(row, rank,
                      quoted(row.substr(i - 1, 1)) + " is none of #, ^, a number, a piece such as As, or lava x, y, z");
    }
  }
  if (file != kWidth) throw bad_board(row, rank, "has " + std::to_string(file) + " squares instead of 10");
}

void read_board(State& state, std::string_view text) {
  const auto rows = split(text, '/');
  if (rows.size() != kWidth) {
    throw UsageError("position: the board has " + std::to_string(rows.size()) + " ranks between '/' instead of 10");
  }
  Bits128 pawns[kSeats];
  for (int i = 0; i < kWidth; ++i) read_rank(state, rows[static_cast<std::size_t>(i)], kWidth - 1 - i, pawns);
  for (int s = 0; s < state.players; ++s) {
    if (pawns[s] == pawn(state, s)) continue;
    const std::string who = std::string("position: the pawn of seat ") + seat_letter(s);
    if (state.eruptions > 0) throw UsageError(who + " has left the board with the first eruption");
    throw UsageError(who + " belongs on " + square_text(kPawnSquare[s]) +
                     " until the first eruption, and nowhere else");
  }
}

constexpr std::string_view kPhases[] = {"roll", "act", "lava", "end"};

int read_number(std::string_view text, std::string_view what, int low, int high) {
  return static_cast<int>(parse_integer(text, "position: " + std::string(what), low, high));
}

}  // namespace

std::span<const OptionSpec> VolcanoIsland::options() { return kOptions; }

VolcanoIsland::State VolcanoIsland::initial_state(int players, const OptionMap& options) {
  State state{};
  state.players = static_cast<std::uint8_t>(players);
  const int start = options.choice("start");
  if (start >= players) {
    throw UsageError("rules option start: with " + std::to_string(players) + " players the seats are 0 to " +
                     std::to_string(players - 1) + ", not " + std::to_string(start));
  }
  state.start = static_cast<std::uint8_t>(start);
  for (int i = 0; i < 5; ++i) {
    state.rules = static_cast<std::uint8_t>(state.rules | options.choice(kRuleNames[i]) << i);
  }
  state.round = 1;
  state.mover = kChance;
  state.vacant = land(state);
  return state;
}

OptionMap VolcanoIsland::options_of(const State& state) {
  OptionMap options = options_but_start(state);
  // The start marker goes left once a round, so who began the game follows from where it is.
  const int moved = (state.round - 1) % state.players;
  options.set("start", std::to_string((state.start + state.players - moved) % state.players));
  return options;
}

std::string_view VolcanoIsland::phase(const State& state) {
  if (state.mover == kChance) return "roll";
  if (state.mover == kTerminal) return "end";
  return state.actions > 0 ? "act" : "lava";
}

std::string VolcanoIsland::action_text(const State&, Action action) {
  if (action < 0 || action >= kActions) return "none";
  if (action >= kRoll) return "roll:" + std::to_string(action - kRoll);
  if (action >= kLava) return "lava:" + square_text(action - kLava);
  if (action < kMove) return "place:" + square_text(action - kPlace);
  if (action < kBuildVillage) {
    return "move:" + square_text((action - kMove) / kSquares) + ">" + square_text((action - kMove) % kSquares);
  }
  const int kind = action < kBuildTown ? kVillage : action < kBuildCity ? kTown : kCity;
  const Action first = kind == kVillage ? kBuildVillage : kind == kTown ? kBuildTown : kBuildCity;
  const int ways = kind == kCity ? kFours : kThrees;
  const int site = (action - first) / ways;
  const int rank = (action - first) % ways;
  return std::string(kKindNames[kind]) + ":" + square_text(site) + "=" +
         paid_text(site, kind == kCity ? kFourMask[static_cast<std::size_t>(rank)]
                                       : kThreeMask[static_cast<std::size_t>(rank)]);
}

Action VolcanoIsland::parse_action(const State& state, std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view verb = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  static constexpr std::string_view kVerbs[] = {"place", "move", "village", "town", "city", "lava", "roll"};
  if (colon == std::string_view::npos || std::find(std::begin(kVerbs), std::end(kVerbs), verb) == std::end(kVerbs)) {
    throw UsageError("there is no move " + quoted(text) + did_you_mean(verb, kVerbs) +
                     " (moves look like place:c4, move:c4>d5, village:c4=b3+c3+d5, lava:e5; chance like roll:8)");
  }
  if (verb == "place") return kPlace + parse_square(text, rest);
  if (verb == "lava") return kLava + parse_square(text, rest);
  if (verb == "roll") return kRoll + static_cast<Action>(parse_integer(rest, "roll", 0, kLongestFirst));
  if (verb == "village") return parse_building(state, text, rest, kVillage);
  if (verb == "town") return parse_building(state, text, rest, kTown);
  if (verb == "city") return parse_building(state, text, rest, kCity);
  const std::size_t arrow = rest.find('>');
  if (arrow == std::string_view::npos) {
    throw UsageError(quoted(text) + ": expected from and to, like 'move:c4>d5'");
  }
  return kMove + parse_square(text, rest.substr(0, arrow)) * kSquares + parse_square(text, rest.substr(arrow + 1));
}

std::string VolcanoIsland::position_text(const State& state) {
  const auto field = [](int number) { return " " + std::to_string(number); };
  std::string text = board_field(state) + field(state.players) + field(state.round) + field(state.start);
  text += state.mover >= 0 ? field(state.mover) : " -";
  text += " " + std::string(phase(state));
  text += field(state.actions) + field(state.eruptions) + field(state.counter);
  const std::string rules = options_but_start(state).non_defaults();
  return rules.empty() ? text : text + " " + rules;
}

VolcanoIsland::State VolcanoIsland::parse_position(std::string_view text) {
  const auto fields = words(text);
  if (fields.size() != 9 && fields.size() != 10) {
    throw UsageError("position " + quoted(text) +
                     ": expected 'board players round start actor phase actions eruptions counter' and options where "
                     "they are not the defaults: 9 or 10 fields, not " +
                     std::to_string(fields.size()));
  }
  OptionMap options(kOptions);
  if (fields.size() == 10) options.set_all(fields[9]);
  if (options.choice("start") != 0) {
    throw UsageError("position: option start does not stand here; round and start marker tell who began");
  }
  State state = initial_state(read_number(fields[1], "players", kTraits.min_players, kTraits.max_players), options);
  const int last = state.players - 1;
  state.round = static_cast<std::uint8_t>(read_number(fields[2], "round", 1, kLastRound));
  state.start = static_cast<std::uint8_t>(read_number(fields[3], "start", 0, last));
  const std::string_view phase = fields[5];
  if (std::find(std::begin(kPhases), std::end(kPhases), phase) == std::end(kPhases)) {
    throw UsageError("position: phase " + quoted(phase) + did_you_mean(phase, kPhases));
  }
  if (phase == "act" || phase == "lava") {
    state.mover = static_cast<std::int8_t>(read_number(fields[4], "actor", 0, last));
  } else if (fields[4] != "-") {
    throw UsageError("position: actor " + quoted(fields[4]) + ": in phase " + std::string(phase) +
                     " nobody acts, so it must be -");
  } else {
    state.mover = phase == "roll" ? kChance : kTerminal;
  }
  state.actions = static_cast<std::uint8_t>(read_number(fields[6], "actions", 0, kActionsPerTurn));
  if ((state.actions > 0) != (phase == "act")) {
    throw UsageError("position: actions " + quoted(fields[6]) + ": 1 to 3 in phase act, 0 in the others");
  }
  state.eruptions = static_cast<std::uint8_t>(read_number(fields[7], "eruptions", 0, 2));
  state.counter = static_cast<std::uint8_t>(read_number(fields[8], "counter", 0, kLongestFirst));
  read_board(state, fields[0]);
  state.vacant = land(state) - occupied(state) - (state.lava[0] | state.lava[1]);
  if (state.actions > 0) state.barred = kept_out(state, state.mover);
  state.board_key = board_key_from_scratch(state);
  const std::string wrong = audit(state);
  if (!wrong.empty()) throw UsageError("position " + quoted(text) + ": " + wrong);
  return state;
}

std::string VolcanoIsland::board_text(const State& state) {
  std::string text;
  for (int rank = kWidth - 1; rank >= 0; --rank) {
    text += (rank < 9 ? " " : "") + std::to_string(rank + 1) + " ";
    for (int file = 0; file < kWidth; ++file) {
      const std::string cell = cell_text(state, square_at(file, rank));
      text += cell.empty() ? "  ." : cell == "#" ? "   " : (cell.size() == 1 ? "  " : " ") + cell;
    }
    text += '\n';
  }
  text += "    ";
  for (char file = 'a'; file <= 'j'; ++file) text += std::string(" ") + file + " ";
  text += "\n\n";
  Result now;
  result(state, now);
  for (int s = 0; s < state.players; ++s) {
    text += s == state.mover ? "> " : "  ";
    text += seat_letter(s);
    for (int kind = kSettlement; kind <= kCity; ++kind) {
      const int count = state.count[s][kind];
      text += "  " + std::to_string(count) + " " + std::string(count == 1 ? kKindNames[kind] : kKindPlurals[kind]);
    }
    text += "  " + std::to_string(now.scores[s]) + (now.scores[s] == 1 ? " point\n" : " points\n");
  }
  text += "  " + status_text(state) + "\n";
  return text;
}

}  // namespace embertree
