// Setup: options, tiles and factions by chance or by option, and who places what before the first round.
#include <vector>

#include "core/text.hpp"
#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

const std::vector<std::string_view> kOffOn = {"off", "on"};

const OptionSpec kOptions[] = {
    {.name = "rulings",
     .default_value = "rulebook",
     .choices = {"rulebook", "server"},
     .help = "whose side to take where the rule book and the online server differ"},
    {.name = "errata_cultist_power",
     .default_value = "on",
     .choices = kOffOn,
     .help = "cultists gain 1 power when all decline"},
    {.name = "mini_expansion_1", .default_value = "off", .choices = kOffOn, .help = "town tiles TW6 to TW8"},
    {.name = "shipping_bonus", .default_value = "off", .choices = kOffOn, .help = "bonus card BON10"},
    {.name = "temple_scoring_tile", .default_value = "off", .choices = kOffOn, .help = "scoring tile SCORE9"},
    {.name = "variable_turn_order",
     .default_value = "off",
     .choices = kOffOn,
     .help = "the order of passing is the next round's turn order"},
    {.name = "starting_points",
     .default_value = "standard",
     .choices = {"standard", "2017"},
     .help = "20 for everybody, or by faction"},
    {.name = "factions",
     .type = OptionSpec::Type::kText,
     .default_value = "choose",
     .help = "choose, random, or one name a seat: witches,giants"},
    {.name = "scoring_tiles",
     .type = OptionSpec::Type::kText,
     .default_value = "random",
     .help = "random, or the tiles of rounds 1 to 6: SCORE3,SCORE1,SCORE6,SCORE4,SCORE8,SCORE2"},
    {.name = "bonus_cards",
     .type = OptionSpec::Type::kText,
     .default_value = "random",
     .help = "random, or the players + 3 cards in the game: BON1,BON2,BON5,BON6,BON8"},
};

struct Switch {
  std::string_view name;
  std::uint16_t bit;
};
constexpr Switch kSwitches[] = {
    {"rulings", TerraMystica::kServer},
    {"errata_cultist_power", TerraMystica::kErrataCultists},
    {"mini_expansion_1", TerraMystica::kMiniExpansion},
    {"shipping_bonus", TerraMystica::kShippingBonus},
    {"temple_scoring_tile", TerraMystica::kTempleTile},
    {"variable_turn_order", TerraMystica::kVariableOrder},
    {"starting_points", TerraMystica::kPoints2017},
};

const OptionSpec& spec_of(std::string_view name) {
  for (const OptionSpec& spec : kOptions) {
    if (spec.name == name) return spec;
  }
  return kOptions[0];
}

void set_faction(State& state, int seat, int faction) {
  const Faction& row = kFactionRows[faction];
  Player& player = state.players[seat];
  player.faction = static_cast<std::uint8_t>(faction);
  player.coins = row.coins;
  player.workers = row.workers;
  player.priests = row.priests;
  for (int i = 0; i < 3; ++i) player.bowls[i] = row.bowls[static_cast<std::size_t>(i)];
  for (int i = 0; i < kCults; ++i) player.cults[i] = row.cults[static_cast<std::size_t>(i)];
  player.ship = row.ship_start;
  player.skip = row.skip_start;
  player.points = has_option(state, TerraMystica::kPoints2017) ? row.points_2017 : kStartPoints;
}

// Numbers of tiles such as SCORE3 in a list, each at most once.
std::vector<int> tile_numbers(std::string_view option, std::string_view text, std::string_view prefix, int last,
                              std::size_t count) {
  std::vector<int> numbers;
  for (const std::string_view part : split(text, ',')) {
    const std::string_view word = trim(part);
    if (!word.starts_with(prefix)) {
      throw UsageError("rules option " + std::string(option) + ": " + quoted(word) + " is no tile; they are " +
                       std::string(prefix) + "1 to " + std::string(prefix) + std::to_string(last));
    }
    const int number = static_cast<int>(parse_integer(
        word.substr(prefix.size()), "rules option " + std::string(option) + ": " + std::string(prefix), 1, last));
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
      throw UsageError("rules option " + std::string(option) + ": " + std::string(word) + " is named twice");
    }
    numbers.push_back(number);
  }
  if (numbers.size() != count) {
    throw UsageError("rules option " + std::string(option) + ": expected " + std::to_string(count) + " tiles, got " +
                     std::to_string(numbers.size()));
  }
  return numbers;
}

void list_factions(State& state, std::string_view text) {
  std::vector<std::string_view> names;
  for (const Faction& row : kFactionRows) names.push_back(row.name);
  const auto parts = split(text, ',');
  if (static_cast<int>(parts.size()) != state.table.players) {
    throw UsageError("rules option factions: " + quoted(text) +
                     " is neither choose nor random nor a list of as many factions as there are seats (" +
                     std::to_string(state.table.players) + ")");
  }
  for (int seat = 0; seat < state.table.players; ++seat) {
    const std::string_view name = trim(parts[static_cast<std::size_t>(seat)]);
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) {
      throw UsageError("rules option factions: there is no faction " + quoted(name) + did_you_mean(name, names));
    }
    const int faction = static_cast<int>(at - names.begin());
    if (seat_of(state, kFactionRows[faction].home) >= 0) {
      throw UsageError("rules option factions: two factions are " +
                       std::string(kTerrainNames[kFactionRows[faction].home]) + "; each terrain has one at most");
    }
    set_faction(state, seat, faction);
  }
}

// Member number k of a set, in ascending order.
int nth_bit(unsigned set, int k) { return bits_detail::nth_in_word(set, k); }

constexpr int choose(int n, int k) {
  int result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return k > n ? 0 : result;
}

void settle_setup(State& state, Journal journal) {
  Table& table = state.table;
  const SetupStep step = setup_step(state);
  if (step.node != Node::kHead) {
    table.node = step.node;
    table.actor = static_cast<std::uint8_t>(step.actor);
    return;
  }
  journal.note(state);
  for (int card = 0; card < kBonusCards; ++card) {
    if ((free_cards(state) >> card & 1) != 0) ++table.card_coins[card];
  }
  start_round(state);
}

}  // namespace

namespace terra {

SetupStep setup_step(const State& state) {
  const Table& table = state.table;
  if (next_scoring_round(state) > 0) return {Node::kDealScoring, 0};
  if (table.cards == 0) return {Node::kDealBonus, 0};
  for (int seat = 0; seat < table.players; ++seat) {
    if (is_chosen(state.players[seat])) continue;
    if (has_option(state, TerraMystica::kFactionsRandom)) return {Node::kDealFaction, 0};
    return {Node::kFaction, seat};
  }
  const int next = first_dwelling_seat(state, built(state).count());
  if (next >= 0) return {Node::kFirstDwelling, next};
  for (int seat = table.players - 1; seat >= 0; --seat) {
    if (state.players[seat].card == 0) return {Node::kFirstCard, seat};
  }
  return {Node::kHead, 0};
}

int next_scoring_round(const State& state) {
  unsigned open = 0;
  for (int round = 1; round <= kRounds; ++round) open |= unsigned{state.table.scoring[round - 1] == 0} << (round - 1);
  return std::bit_width(open);
}

std::uint16_t scoring_tiles_left(const State& state) {
  unsigned dealt = 0;  // from bit 1 on
  for (const int tile : state.table.scoring) dealt |= 1U << tile;
  // The spade tile would be of little use so late (setup, 2).
  const unsigned late = next_scoring_round(state) >= 5 ? 1 : 0;
  const unsigned all = has_option(state, TerraMystica::kTempleTile) ? 0x1FF : 0xFF;
  return static_cast<std::uint16_t>(all & ~(dealt >> 1) & ~late);
}

int bonus_cards_in_box(const State& state) {
  return has_option(state, TerraMystica::kShippingBonus) ? kBonusCards : kBonusCards - 1;
}

int removed_cards(const State& state) { return bonus_cards_in_box(state) - (state.table.players + 3); }

// Sets of one size in ascending order as binary numbers: the combinatorial number system.
int card_set_number(std::uint16_t removed) {
  int number = 0;
  int size = 0;
  for (int card = 0; card < kBonusCards; ++card) {
    if ((removed >> card & 1) != 0) number += choose(card, ++size);
  }
  return number;
}

std::uint16_t card_set(int number, int size) {
  std::uint16_t set = 0;
  for (int card = kBonusCards - 1; card >= 0 && size > 0; --card) {
    if (choose(card, size) > number) continue;
    number -= choose(card, size);
    --size;
    set = static_cast<std::uint16_t>(set | 1 << card);
  }
  return set;
}

int first_dwelling_seat(const State& state, int placed) {
  // Seat order, back, then whoever has a third one; the chaos magicians' only one comes last of all.
  unsigned by_count[4] = {};
  for (int seat = 0; seat < state.table.players; ++seat) {
    by_count[faction_of(state.players[seat]).first_dwellings] |= 1U << seat;
  }
  const unsigned most = by_count[2] | by_count[3];
  const int count = std::popcount(most);
  if (placed < count) return nth_bit(most, placed);
  if (placed < 2 * count) return nth_bit(most, 2 * count - 1 - placed);
  placed -= 2 * count;
  for (const unsigned seats : {by_count[3], by_count[1]}) {
    if (placed < std::popcount(seats)) return nth_bit(seats, placed);
    placed -= std::popcount(seats);
  }
  return -1;
}

void apply_setup(State& state, Action action, Journal journal) {
  Table& table = state.table;
  Player& player = state.players[table.actor];
  switch (table.node) {
    case Node::kDealScoring:
      table.scoring[next_scoring_round(state) - 1] = static_cast<std::uint8_t>(action - TerraMystica::kDealScore + 1);
      break;
    case Node::kDealBonus: {
      const int box = (1 << bonus_cards_in_box(state)) - 1;
      table.cards =
          static_cast<std::uint16_t>(box & ~card_set(action - TerraMystica::kDealCards, removed_cards(state)));
      break;
    }
    case Node::kDealFaction:
      for (int seat = 0; seat < table.players; ++seat) {
        if (is_chosen(state.players[seat])) continue;
        set_faction(state, seat, action - TerraMystica::kDealFaction);
        break;
      }
      break;
    case Node::kFaction:
      set_faction(state, table.actor, action - TerraMystica::kSetup);
      break;
    case Node::kFirstDwelling:
      set_structure(state, action - TerraMystica::kBuild, kDwelling);
      ++player.pieces[kDwelling];
      break;
    case Node::kFirstCard:
      player.card = static_cast<std::uint8_t>(action - TerraMystica::kPass + 1);
      break;
    default:
      break;
  }
  settle_setup(state, journal);
}

}  // namespace terra

std::span<const OptionSpec> TerraMystica::options() { return kOptions; }

TerraMystica::State TerraMystica::initial_state(int players, const OptionMap& options) {
  State state{};
  Table& table = state.table;
  table.players = static_cast<std::uint8_t>(players);
  for (Player& player : state.players) player.faction = kNoFaction;
  for (int seat = 0; seat < players; ++seat) table.order[seat] = static_cast<std::uint8_t>(seat);
  for (int hex = 0; hex < kLand; ++hex) {
    for (int bit = 0; bit < 3; ++bit) {
      if ((kMap.terrain[static_cast<std::size_t>(hex)] >> bit & 1) != 0) state.terrain[bit].set(hex);
    }
  }
  for (const Switch& row : kSwitches) {
    // The first choice of each is what the bit stands against.
    if (options.choice(row.name) == 1) table.options = static_cast<std::uint16_t>(table.options | row.bit);
  }
  state.board_key = board_key_from_scratch(state);

  const std::string_view tiles = options.text("scoring_tiles");
  if (tiles != "random") {
    const int last = has_option(state, kTempleTile) ? kScoringTiles : kScoringTiles - 1;
    const auto numbers = tile_numbers("scoring_tiles", tiles, "SCORE", last, kRounds);
    for (int round = 1; round <= kRounds; ++round) {
      const int number = numbers[static_cast<std::size_t>(round - 1)];
      if (number == 1 && round >= 5) {
        throw UsageError("rules option scoring_tiles: SCORE1 (spades) may not be in round 5 or 6");
      }
      table.scoring[round - 1] = static_cast<std::uint8_t>(number);
    }
    table.options |= kScoringListed;
  }
  const std::string_view cards = options.text("bonus_cards");
  if (cards != "random") {
    for (const int number :
         tile_numbers("bonus_cards", cards, "BON", bonus_cards_in_box(state), static_cast<std::size_t>(players + 3))) {
      table.cards = static_cast<std::uint16_t>(table.cards | 1 << (number - 1));
    }
    table.options |= kCardsListed;
  }
  const std::string_view factions = options.text("factions");
  if (factions == "random") {
    table.options |= kFactionsRandom;
  } else if (factions != "choose") {
    list_factions(state, factions);
    table.options |= kFactionsListed;
  }
  settle_setup(state, {});
  return state;
}

OptionMap TerraMystica::options_of(const State& state) {
  OptionMap options(kOptions);
  for (const Switch& row : kSwitches) {
    options.set(row.name, spec_of(row.name).choices[has_option(state, row.bit) ? 1 : 0]);
  }
  std::vector<std::string> parts;
  if (has_option(state, kFactionsRandom)) options.set("factions", "random");
  if (has_option(state, kFactionsListed)) {
    for (int seat = 0; seat < state.table.players; ++seat) parts.emplace_back(faction_of(state.players[seat]).name);
    options.set("factions", join(parts, ","));
  }
  if (has_option(state, kScoringListed)) {
    parts.clear();
    for (const int tile : state.table.scoring) parts.push_back("SCORE" + std::to_string(tile));
    options.set("scoring_tiles", join(parts, ","));
  }
  if (has_option(state, kCardsListed)) {
    parts.clear();
    for (int card = 0; card < kBonusCards; ++card) {
      if ((state.table.cards >> card & 1) != 0) parts.push_back("BON" + std::to_string(card + 1));
    }
    options.set("bonus_cards", join(parts, ","));
  }
  return options;
}

void TerraMystica::chance_outcomes(const State& state, OutcomeList<TerraMystica>& outcomes) {
  switch (state.table.node) {
    case Node::kDealScoring:
      for (unsigned left = scoring_tiles_left(state); left != 0; left &= left - 1) {
        outcomes.push_back({kDealScore + std::countr_zero(left), 1});
      }
      break;
    case Node::kDealBonus:
      for (int set = 0; set < choose(bonus_cards_in_box(state), removed_cards(state)); ++set) {
        outcomes.push_back({kDealCards + set, 1});
      }
      break;
    case Node::kDealFaction:
      for (unsigned left = free_factions(state); left != 0; left &= left - 1) {
        outcomes.push_back({kDealFaction + std::countr_zero(left), 1});
      }
      break;
    default:
      break;
  }
}

Action TerraMystica::sample_chance(const State& state, Rng& rng) {
  const auto draw = [&](unsigned set) { return nth_bit(set, rng.below_int(std::popcount(set))); };
  switch (state.table.node) {
    case Node::kDealScoring:
      return kDealScore + draw(scoring_tiles_left(state));
    case Node::kDealBonus:
      return kDealCards + rng.below_int(choose(bonus_cards_in_box(state), removed_cards(state)));
    default:
      return kDealFaction + draw(free_factions(state));
  }
}

}  // namespace embertree
