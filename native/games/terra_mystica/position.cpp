// Positions as one line of text, both ways (README, "Positions").
#include <array>
#include <vector>

#include "core/text.hpp"
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

using Game = TerraMystica;

constexpr std::string_view kStructureLetters = "dteha";
constexpr std::string_view kTownLetters = "DTEHA";
// Sources of points, without blanks.
constexpr std::string_view kSourceWords[kSources] = {
    "leech", "SPADE", "TOWN",  "D",  "TP",   "SA/SH", "TE",       "FAV10",   "FAV11", "FAV12",  "BON6",
    "BON7",  "BON9",  "BON10", "TW", "ship", "dig",   "bonus_SH", "faction", "SH",    "convert"};
constexpr std::string_view kPhases[] = {"deal", "setup", "act", "leech", "cultist", "spade", "end"};

// Tokens of what the turn owes that are a word alone.
struct FlagWord {
  std::string_view word;
  std::uint8_t flag;
};
constexpr FlagWord kFlagWords[] = {
    {"buy", Game::kMayBuy},         {"split", Game::kMaySplit},  {"must", Game::kMustUse},
    {"bridge", Game::kOwesBridge},  {"storm", Game::kOwesStorm}, {"freed", Game::kOwesDwelling},
    {"freetp", Game::kOwesTrading}, {"w2p", Game::kMayOrdain},
};
// Tokens that are a word and a number.
struct CountWord {
  std::string_view word;
  std::uint8_t Turn::* field;
  int high;
};
constexpr CountWord kCountWords[] = {
    {"spade", &Turn::free, 3}, {"dug", &Turn::bought, 6},  {"cult", &Turn::cult, 2},
    {"fav", &Turn::favors, 4}, {"town", &Turn::towns, 14},
};

std::string digits_of(const std::uint8_t* seats, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>('0' + seats[i]);
  return text.empty() ? "-" : text;
}

std::string hexes_text(Bits128 hexes) {
  std::string text;
  for (const int hex : hexes) text += (text.empty() ? "" : "+") + hex_name(hex);
  return text;
}

void add_part(std::string& text, std::string_view separator, const std::string& part) {
  if (!text.empty()) text += separator;
  text += part;
}

std::string or_dash(std::string text) { return text.empty() ? "-" : text; }

std::string map_text(const State& state) {
  std::string text;
  int row = 0;
  for (int hex = 0; hex < kLand; ++hex) {
    for (; row < kMap.land[static_cast<std::size_t>(hex)].row; ++row) text += '/';
    text += kTerrainLetters[static_cast<std::size_t>(terrain_at(state, hex))];
    const int kind = structure_at(state, hex);
    if (kind >= 0) text += (state.towns.test(hex) ? kTownLetters : kStructureLetters)[static_cast<std::size_t>(kind)];
  }
  return text;
}

std::string bridges_text(const State& state) {
  std::string text;
  for (int seat = 0; seat < state.table.players; ++seat) {
    const Player& player = state.players[seat];
    for (const int pair : player.bridges) {
      if (pair == 0) continue;
      const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair - 1)];
      add_part(text, ",",
               hex_name(bridge.a) + "+" + hex_name(bridge.b) + "=" + kTerrainLetters[faction_of(player).home]);
    }
  }
  for (int river = 0; river < kRivers; ++river) {
    if ((state.table.river_towns >> river & 1) != 0) add_part(text, ",", river_name(river));
  }
  return or_dash(text);
}

bool owes_nothing(const State& state) {
  const Turn& turn = state.table.turn;
  return turn.free + turn.bought + turn.flags + turn.cult + turn.favors + turn.towns + turn.keys_open == 0 &&
         state.worked.none();
}

std::string pending_text(const State& state) {
  const Turn& turn = state.table.turn;
  const std::string_view phase = Game::phase(state);
  std::string text;
  const auto add = [&](const std::string& part) { add_part(text, ",", part); };
  if (phase == "act" && turn.acts != (owes_nothing(state) ? 1 : 0)) add("acts" + std::to_string(turn.acts));
  for (const CountWord& row : kCountWords) {
    if (turn.*row.field > 0) add(std::string(row.word) + std::to_string(turn.*row.field));
  }
  for (const FlagWord& row : kFlagWords) {
    if ((turn.flags & row.flag) != 0) add(std::string(row.word));
  }
  if (turn.keys_open != 0) add("keys" + std::to_string(turn.key_steps));
  if (turn.held != 0) {
    std::string tracks;
    for (int cult = 0; cult < kCults; ++cult) {
      if ((turn.held >> cult & 1) != 0) add_part(tracks, "+", std::string(kCultNames[cult]));
    }
    add("held:" + tracks);
  }
  if (turn.journey > 0) add("travel:" + hex_name(turn.journey - 1));
  if (state.worked.any()) add((phase == "spade" ? "spent:" : "home:") + hexes_text(state.worked));
  for (int event = 0; event < 2; ++event) {
    for (int seat = 0; seat < state.table.players; ++seat) {
      if (turn.offers[event][seat] == 0) continue;
      add((event == 0 ? "offer:" : "offer2:") + std::to_string(turn.seat) + ">" + std::to_string(seat) + "*" +
          std::to_string(turn.offers[event][seat]));
    }
  }
  if (turn.answers != 0) {
    add("event:" + std::to_string(turn.seat) + "=" + (turn.answers == Game::kTaken ? "taken" : "declined"));
  }
  return or_dash(text);
}

std::string player_text(const State& state, int seat) {
  const Player& player = state.players[seat];
  if (!is_chosen(player)) return "-";
  const auto number = [](int value) { return std::to_string(value); };
  std::string text(faction_of(player).name);
  text += ":" + number(player.coins) + "." + number(player.workers) + "." + number(player.priests);
  text += ":" + number(player.bowls[0]) + "/" + number(player.bowls[1]) + "/" + number(player.bowls[2]);
  text += ":" + number(player.points) + ":";
  for (int cult = 0; cult < kCults; ++cult) text += (cult > 0 ? "." : "") + number(player.cults[cult]);
  text += ":" + number(player.keys) + ":" + number(player.ship) + "." + number(player.dig) + "." + number(player.skip);
  text += ":" + (player.card > 0 ? "BON" + number(player.card) : "-");
  std::string list;
  for (int tile = 0; tile < kFavorTiles; ++tile) {
    if ((player.favors >> tile & 1) != 0) add_part(list, "+", "FAV" + number(tile + 1));
  }
  text += ":" + or_dash(list);
  list.clear();
  for (int tile = 0; tile < kTownTiles; ++tile) {
    for (int i = 0; i < tiles_of(player.town_tiles, tile); ++i) add_part(list, "+", "TW" + number(tile + 1));
  }
  text += ":" + or_dash(list);
  list.clear();
  for (int special = 0; special < kSpecials; ++special) {
    if ((player.used >> special & 1) != 0) add_part(list, "+", std::string(kLabelNames[kPowerActions + special]));
  }
  text += ":" + (list.empty() ? "-" : "used" + list);
  list.clear();
  for (int source = 0; source < kSources; ++source) {
    if (state.sources[seat][source] != 0) {
      add_part(list, ",", std::string(kSourceWords[source]) + "=" + number(state.sources[seat][source]));
    }
  }
  return text + ":" + or_dash(list);
}

// --- Reading ---

// The parts of a field, and what is wrong with it in one form.
struct Field {
  std::string_view name;
  std::string_view text;

  [[noreturn]] void fail(const std::string& why) const {
    throw UsageError("position: " + std::string(name) + " " + quoted(text) + ": " + why);
  }
  int integer(std::string_view part, int low, int high) const {
    return static_cast<int>(parse_integer(part, "position: " + std::string(name), low, high));
  }
  std::vector<std::string_view> list(char separator) const {
    return text == "-" ? std::vector<std::string_view>{} : split(text, separator);
  }
  int seat(std::string_view part, int players) const { return integer(part, 0, players - 1); }
  int hex(std::string_view part) const {
    const int found = hex_by_name(part);
    if (found < 0) fail("there is no land hex " + quoted(part));
    return found;
  }
  int name_in(std::span<const std::string_view> names, std::string_view part, std::string_view what) const {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == part) return static_cast<int>(i);
    }
    fail("there is no " + std::string(what) + " " + quoted(part) + did_you_mean(part, names));
  }
};

void read_map(const Field& field, State& state) {
  const auto rows = split(field.text, '/');
  if (rows.size() != kMapRows) field.fail("expected 9 rows");
  int hex = 0;
  for (int row = 0; row < kMapRows; ++row) {
    const std::string_view text = rows[static_cast<std::size_t>(row)];
    const auto in_row = [&] { return hex < kLand && kMap.land[static_cast<std::size_t>(hex)].row == row; };
    for (std::size_t i = 0; i < text.size(); ++hex) {
      const std::size_t terrain = kTerrainLetters.find(text[i]);
      if (terrain == std::string_view::npos || !in_row()) {
        field.fail(
            "row " + std::string(1, static_cast<char>('A' + row)) + ", " + quoted(text) +
            ", is not made of its land hexes: a terrain (YUKBGSR) and what stands there (dteha, in a town DTEHA)");
      }
      set_terrain(state, hex, static_cast<int>(terrain));
      if (++i == text.size()) continue;
      std::size_t kind = kStructureLetters.find(text[i]);
      const bool town = kind == std::string_view::npos && kTownLetters.find(text[i]) != std::string_view::npos;
      if (town) kind = kTownLetters.find(text[i]);
      if (kind == std::string_view::npos) continue;
      ++i;
      set_structure(state, hex, static_cast<int>(kind));
      if (town) set_town(state, Bits128::of(hex));
    }
    if (in_row()) field.fail("row " + std::string(1, static_cast<char>('A' + row)) + " has too few hexes");
  }
}

void read_bridges(const Field& field, State& state) {
  for (const std::string_view part : field.list(',')) {
    if (const int river = river_by_name(part); river >= 0) {
      state.table.river_towns |= std::uint64_t{1} << river;
      continue;
    }
    const std::size_t plus = part.find('+');
    const std::size_t equals = part.find('=');
    if (plus == std::string_view::npos || equals != part.size() - 2 || plus > equals) {
      field.fail("expected bridges like C5+D6=B and towns on rivers like r21");
    }
    const int pair =
        bridge_between(field.hex(part.substr(0, plus)), field.hex(part.substr(plus + 1, equals - plus - 1)));
    if (pair < 0) field.fail("no bridge fits " + quoted(part));
    const std::size_t terrain = kTerrainLetters.find(part.back());
    const int seat = terrain == std::string_view::npos ? -1 : seat_of(state, static_cast<int>(terrain));
    if (seat < 0) field.fail("no seat has the terrain of " + quoted(part));
    std::uint8_t (&bridges)[kBridgesEach] = state.players[seat].bridges;
    if (bridges[kBridgesEach - 1] != 0) field.fail("a player has three bridges at most");
    int place = 0;
    while (bridges[place] != 0) ++place;
    bridges[place] = static_cast<std::uint8_t>(pair + 1);
    for (; place > 0 && bridges[place - 1] > bridges[place]; --place) std::swap(bridges[place - 1], bridges[place]);
    state.table.bridges |= std::uint32_t{1} << pair;
  }
}

void read_seats(const Field& field, std::string_view text, int players, std::uint8_t* seats, int& count) {
  count = 0;
  if (text == "-") return;
  if (static_cast<int>(text.size()) > players) field.fail("there are only " + std::to_string(players) + " seats");
  for (std::size_t i = 0; i < text.size(); ++i) {
    seats[count++] = static_cast<std::uint8_t>(field.seat(text.substr(i, 1), players));
  }
}

void read_priests(const Field& field, State& state) {
  const auto tracks = split(field.text, '/');
  if (tracks.size() != kCults) field.fail("expected four tracks, like 1.../0.2./..../....");
  for (int cult = 0; cult < kCults; ++cult) {
    const std::string_view text = tracks[static_cast<std::size_t>(cult)];
    if (text.size() != kPriestSpaces) field.fail("a track has four spaces: a seat or '.'");
    for (std::size_t space = 0; space < kPriestSpaces; ++space) {
      if (text[space] == '.') continue;
      const int seat = field.seat(text.substr(space, 1), state.table.players);
      state.table.priests[cult][space] = static_cast<std::uint8_t>(seat + 1);
      ++state.players[seat].cult_priests;
    }
  }
}

void read_cards(const Field& field, State& state) {
  for (const std::string_view part : field.list(',')) {
    const std::size_t star = part.find('*');
    if (star == std::string_view::npos || !part.starts_with("BON")) {
      field.fail("expected free bonus cards with their coins, like BON1*2,BON4*0");
    }
    const int card = field.integer(part.substr(3, star - 3), 1, bonus_cards_in_box(state)) - 1;
    if ((state.table.cards >> card & 1) != 0) field.fail("BON" + std::to_string(card + 1) + " is there twice");
    state.table.cards = static_cast<std::uint16_t>(state.table.cards | 1 << card);
    state.table.card_coins[card] = static_cast<std::uint8_t>(field.integer(part.substr(star + 1), 0, 99));
  }
}

void read_offer(const Field& field, std::string_view text, int event, State& state) {
  const int players = state.table.players;
  const std::size_t arrow = text.find('>');
  const std::size_t star = text.find('*');
  if (arrow == std::string_view::npos || star == std::string_view::npos || star < arrow) {
    field.fail("an offer is giver>seat*amount, like offer:0>2*3");
  }
  Turn& turn = state.table.turn;
  turn.seat = static_cast<std::uint8_t>(field.seat(text.substr(0, arrow), players));
  const int seat = field.seat(text.substr(arrow + 1, star - arrow - 1), players);
  turn.offers[event][seat] = static_cast<std::uint8_t>(field.integer(text.substr(star + 1), 1, Game::kMaxOffer));
  turn.events = static_cast<std::uint8_t>(std::max(int{turn.events}, event + 1));
}

void read_pending(const Field& field, std::string_view phase, State& state) {
  Turn& turn = state.table.turn;
  int acts = -1;
  for (const std::string_view part : field.list(',')) {
    const auto after = [&](std::string_view prefix) { return part.substr(prefix.size()); };
    const auto hexes = [&](std::string_view text) {
      Bits128 set;
      for (const std::string_view name : split(text, '+')) set.set(field.hex(name));
      return set;
    };
    bool known = true;
    if (part.starts_with("acts")) {
      acts = field.integer(after("acts"), 0, 2);
    } else if (part.starts_with("keys")) {
      turn.keys_open = 1;
      turn.key_steps = static_cast<std::uint8_t>(field.integer(after("keys"), 0, 2));
    } else if (part.starts_with("held:")) {
      for (const std::string_view name : split(after("held:"), '+')) {
        turn.held = static_cast<std::uint8_t>(turn.held | 1 << field.name_in(kCultNames, name, "cult"));
      }
    } else if (part.starts_with("travel:")) {
      turn.journey = static_cast<std::uint8_t>(field.hex(after("travel:")) + 1);
    } else if (part.starts_with("home:") && phase == "act") {
      state.worked = hexes(after("home:"));
    } else if (part.starts_with("spent:") && phase == "spade") {
      state.worked = hexes(after("spent:"));
    } else if (part.starts_with("offer:")) {
      read_offer(field, after("offer:"), 0, state);
    } else if (part.starts_with("offer2:")) {
      read_offer(field, after("offer2:"), 1, state);
    } else if (part.starts_with("event:")) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos || equals < 6) field.fail("an event is event:seat=taken or =declined");
      constexpr std::string_view kAnswers[] = {"taken", "declined"};
      turn.seat = static_cast<std::uint8_t>(field.seat(part.substr(6, equals - 6), state.table.players));
      turn.answers = field.name_in(kAnswers, part.substr(equals + 1), "answer") == 0 ? Game::kTaken : Game::kDeclined;
    } else {
      known = false;
      for (const FlagWord& row : kFlagWords) {
        if (part != row.word) continue;
        turn.flags = static_cast<std::uint8_t>(turn.flags | row.flag);
        known = true;
      }
      for (const CountWord& row : kCountWords) {
        if (known || !part.starts_with(row.word)) continue;
        turn.*row.field = static_cast<std::uint8_t>(field.integer(after(row.word), 1, row.high));
        known = true;
      }
    }
    if (!known) field.fail("there is nothing like " + quoted(part) + " to be pending in phase " + std::string(phase));
  }
  if (phase == "act") turn.acts = static_cast<std::uint8_t>(acts >= 0 ? acts : owes_nothing(state) ? 1 : 0);
  if (phase != "act" && acts >= 0) field.fail("actions are left in phase act only");
}

// "FAV5+FAV9" and the like: numbers behind a prefix.
std::vector<int> read_tiles(const Field& field, std::string_view text, std::string_view prefix, int high) {
  std::vector<int> numbers;
  if (text == "-") return numbers;
  for (const std::string_view part : split(text, '+')) {
    if (!part.starts_with(prefix)) field.fail(quoted(part) + " is none of " + std::string(prefix) + "1 ..");
    numbers.push_back(field.integer(part.substr(prefix.size()), 1, high));
  }
  return numbers;
}

void read_faction(const Field& field, State& state, int seat) {
  std::vector<std::string_view> names;
  for (const Faction& row : kFactionRows) names.push_back(row.name);
  const std::string_view name = field.text.substr(0, field.text.find(':'));
  if (name == "-") return;
  const int faction = field.name_in(names, name, "faction");
  if (seat_of(state, kFactionRows[faction].home) >= 0) field.fail("another seat has the same home terrain");
  state.players[seat].faction = static_cast<std::uint8_t>(faction);
}

void read_player(const Field& field, State& state, int seat) {
  Player& player = state.players[seat];
  if (!is_chosen(player)) {
    if (field.text != "-") field.fail("expected faction:c.w.p:b1/b2/b3:VP:...");
    return;
  }
  const auto parts = split(field.text, ':');
  if (parts.size() != 11 && parts.size() != 12) {
    field.fail(
        "expected faction:c.w.p:b1/b2/b3:VP:fire.water.earth.air:keys:ship.dig.skip:card:favors:towns:used"
        "[:sources]");
  }
  const auto numbers = [&](std::size_t part, char separator, std::size_t count, std::string_view what) {
    auto found = split(parts[part], separator);
    if (found.size() != count) field.fail("expected " + std::string(what) + ", not " + quoted(parts[part]));
    return found;
  };
  constexpr int kMany = 999;
  const auto goods = numbers(1, '.', 3, "coins.workers.priests");
  player.coins = static_cast<std::uint16_t>(field.integer(goods[0], 0, kMany));
  player.workers = static_cast<std::uint16_t>(field.integer(goods[1], 0, kMany));
  player.priests = static_cast<std::uint8_t>(field.integer(goods[2], 0, kPriests));
  const auto bowls = numbers(2, '/', 3, "three bowls b1/b2/b3");
  for (std::size_t i = 0; i < 3; ++i) player.bowls[i] = static_cast<std::uint8_t>(field.integer(bowls[i], 0, 12));
  player.points = static_cast<std::uint16_t>(field.integer(parts[3], 0, kMany));
  const auto cults = numbers(4, '.', kCults, "four cults fire.water.earth.air");
  for (std::size_t i = 0; i < kCults; ++i) {
    player.cults[i] = static_cast<std::uint8_t>(field.integer(cults[i], 0, kCultTop));
  }
  player.keys = static_cast<std::uint8_t>(field.integer(parts[5], 0, 20));
  const auto tracks = numbers(6, '.', 3, "ship.dig.skip");
  player.ship = static_cast<std::uint8_t>(field.integer(tracks[0], 0, 5));
  player.dig = static_cast<std::uint8_t>(field.integer(tracks[1], 0, 2));
  player.skip = static_cast<std::uint8_t>(field.integer(tracks[2], 0, kMaxSkip));
  for (const int card : read_tiles(field, parts[7], "BON", bonus_cards_in_box(state))) {
    if (player.card != 0) field.fail("a player holds one bonus card");
    if ((state.table.cards >> (card - 1) & 1) != 0) field.fail("BON" + std::to_string(card) + " is there twice");
    player.card = static_cast<std::uint8_t>(card);
    state.table.cards = static_cast<std::uint16_t>(state.table.cards | 1 << (card - 1));
  }
  for (const int tile : read_tiles(field, parts[8], "FAV", kFavorTiles)) {
    player.favors = static_cast<std::uint16_t>(player.favors | 1 << (tile - 1));
  }
  for (const int tile : read_tiles(field, parts[9], "TW", kTownTiles)) {
    if (tiles_of(player.town_tiles, tile - 1) == 2) field.fail("there are two town tiles of a kind at most");
    player.town_tiles = static_cast<std::uint16_t>(player.town_tiles + (1 << (2 * (tile - 1))));
  }
  if (parts[10] != "-") {
    if (!parts[10].starts_with("used")) field.fail("expected used actions like usedACTW+BON1, or -");
    for (const std::string_view label : split(parts[10].substr(4), '+')) {
      const int special = field.name_in(kLabelNames, label, "action") - kPowerActions;
      if (special < 0) field.fail("power actions stand in the field of their own");
      player.used = static_cast<std::uint16_t>(player.used | 1 << special);
    }
  }
  if (parts.size() == 12 && parts[11] != "-") {
    for (const std::string_view part : split(parts[11], ',')) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos) field.fail("expected sources like leech=-3,D=12");
      const int source = field.name_in(kSourceWords, part.substr(0, equals), "source of points");
      state.sources[seat][source] = static_cast<std::int16_t>(field.integer(part.substr(equals + 1), -kMany, kMany));
    }
  }
}

}  // namespace

std::string TerraMystica::position_text(const State& state) {
  const Table& table = state.table;
  std::string cards;
  for (int card = 0; card < kBonusCards; ++card) {
    if ((free_cards(state) >> card & 1) != 0) {
      add_part(cards, ",", "BON" + std::to_string(card + 1) + "*" + std::to_string(table.card_coins[card]));
    }
  }
  std::string scoring;
  for (const int tile : table.scoring) scoring += tile > 0 ? static_cast<char>('0' + tile) : '.';
  std::string acts;
  for (int label = 0; label < kPowerActions; ++label) {
    if ((table.power_used >> label & 1) != 0) acts += static_cast<char>('1' + label);
  }
  std::string priests;
  for (int cult = 0; cult < kCults; ++cult) {
    if (cult > 0) priests += '/';
    for (const int space : table.priests[cult]) priests += space > 0 ? static_cast<char>('0' + space - 1) : '.';
  }
  const int mover = current_player(state);
  std::vector<std::string> fields = {map_text(state),
                                     bridges_text(state),
                                     std::to_string(table.round),
                                     std::string(phase(state)),
                                     digits_of(table.order, table.players),
                                     mover >= 0 ? std::to_string(mover) : "-",
                                     scoring,
                                     or_dash(acts),
                                     or_dash(cards),
                                     digits_of(table.passed, table.passed_count),
                                     priests,
                                     pending_text(state)};
  for (int seat = 0; seat < table.players; ++seat) fields.push_back(player_text(state, seat));
  const std::string rules = options_of(state).non_defaults();
  if (!rules.empty()) fields.push_back(rules);
  return join(fields, " ");
}

TerraMystica::State TerraMystica::parse_position(std::string_view text) {
  const auto fields = words(text);
  constexpr std::size_t kBefore = 12;
  const auto wrong = [&](const std::string& why) { return UsageError("position " + quoted(text) + ": " + why); };
  if (fields.size() < kBefore + 2) {
    throw wrong(
        "expected 'map bridges round phase order actor scoring acts free passed priests pending P1 .. Pn [rules]'");
  }
  // The last field holds the rules where it is of the form name=value; players' fields have colons first.
  OptionMap options(TerraMystica::options());
  std::size_t seats = fields.size() - kBefore;
  const std::string_view last = fields.back();
  if (last.find('=') != std::string_view::npos && last.find(':') == std::string_view::npos) {
    options.set_all(last);
    --seats;
  }
  if (seats < static_cast<std::size_t>(kTraits.min_players) || seats > static_cast<std::size_t>(kTraits.max_players)) {
    throw wrong(std::to_string(seats) + " seats; there are 2 to 5");
  }
  const int players = static_cast<int>(seats);
  // Its options are checked and packed in one place only; the rest is read afresh.
  const State start = initial_state(players, options);
  State state{};
  Table& table = state.table;
  table.players = static_cast<std::uint8_t>(players);
  table.options = start.table.options;
  for (Player& player : state.players) player.faction = kNoFaction;
  state.board_key = board_key_from_scratch(state);

  for (int seat = 0; seat < players; ++seat) {
    read_faction({"player", fields[kBefore + static_cast<std::size_t>(seat)]}, state, seat);
  }
  read_map({"map", fields[0]}, state);
  read_bridges({"bridges", fields[1]}, state);
  const Field round{"round", fields[2]};
  table.round = static_cast<std::uint8_t>(round.integer(fields[2], 0, kRounds));
  const Field phase_field{"phase", fields[3]};
  const std::string_view phase_name = kPhases[phase_field.name_in(kPhases, fields[3], "phase")];
  int count = 0;
  const Field order{"order", fields[4]};
  read_seats(order, fields[4], players, table.order, count);
  if (count != players) order.fail("expected every seat once, in the order of turns");
  const Field actor{"actor", fields[5]};
  if (fields[5] != "-") table.actor = static_cast<std::uint8_t>(actor.seat(fields[5], players));
  const Field scoring{"scoring", fields[6]};
  if (fields[6].size() != kRounds) scoring.fail("expected the tiles of six rounds, like 371485");
  for (std::size_t i = 0; i < kRounds; ++i) {
    if (fields[6][i] == '.') continue;
    table.scoring[i] = static_cast<std::uint8_t>(scoring.integer(fields[6].substr(i, 1), 1, kScoringTiles));
  }
  const Field acts{"acts", fields[7]};
  if (fields[7] != "-") {
    for (std::size_t i = 0; i < fields[7].size(); ++i) {
      table.power_used = static_cast<std::uint8_t>(table.power_used |
                                                   1 << (acts.integer(fields[7].substr(i, 1), 1, kPowerActions) - 1));
    }
  }
  read_cards({"free", fields[8]}, state);
  const Field passed{"passed", fields[9]};
  read_seats(passed, fields[9], players, table.passed, count);
  table.passed_count = static_cast<std::uint8_t>(count);
  for (int i = 0; i < count; ++i) state.players[table.passed[i]].passed = 1;
  read_priests({"priests", fields[10]}, state);
  for (int seat = 0; seat < players; ++seat) {
    read_player({"player", fields[kBefore + static_cast<std::size_t>(seat)]}, state, seat);
    Player& player = state.players[seat];
    if (!is_chosen(player)) continue;
    for (int kind = 0; kind < kStructures; ++kind) {
      player.pieces[kind] =
          static_cast<std::uint8_t>((own(state, player) & all_of(state, static_cast<Structure>(kind))).count());
    }
  }
  if (phase_name == "act" || phase_name == "cultist") table.turn.seat = table.actor;
  read_pending({"pending", fields[11]}, phase_name, state);

  for (int seat = 0; seat < players; ++seat) {
    if (has_option(state, kFactionsListed) && state.players[seat].faction != start.players[seat].faction) {
      throw wrong("the rules list other factions than the players have");
    }
  }
  if (has_option(state, kScoringListed) && !std::equal(table.scoring, table.scoring + kRounds, start.table.scoring)) {
    throw wrong("the rules list other scoring tiles than the field 'scoring'");
  }
  if (has_option(state, kCardsListed) && table.cards != start.table.cards) {
    throw wrong("the rules list other bonus cards than the free ones and those in hand");
  }
  table.node = node_of(state, phase_name);
  if (current_player(state) < 0 && fields[5] != "-") actor.fail("nobody is to move; write -");
  if (current_player(state) >= 0 && fields[5] == "-") actor.fail("a seat is to move");
  const std::string broken = audit(state);
  if (!broken.empty()) throw wrong(broken);
  return state;
}

}  // namespace embertree
