// The options of a game, packed and read back, and the state it starts from.
#include <cassert>

#include "core/text.hpp"
#include "games/stone_age/stone_age.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;

const OptionSpec kOptions[] = {
    {.name = "card_end",
     .default_value = "refill_short",
     .choices = {"refill_short", "deck_empty", "no_cards_left"},
     .help = "when the civilization cards end the game"},
    {.name = "pick_two_timing",
     .default_value = "immediate",
     .choices = {"immediate", "deferrable"},
     .help = "when the two free resources are taken"},
    {.name = "agriculture_surplus",
     .default_value = "stockpile",
     .choices = {"stockpile", "lost"},
     .help = "agriculture level above the number of people"},
    {.name = "hunting_again",
     .default_value = "once",
     .choices = {"once", "repeat"},
     .help = "placing on the hunting ground more than once in a round"},
    {.name = "maxed_village",
     .default_value = "allow",
     .choices = {"allow", "forbid"},
     .help = "placing on hut, field or tool maker at the maximum"},
    {.name = "tool_upgrade_slot",
     .default_value = "lowest_unused_first",
     .choices = {"lowest_unused_first", "lowest_fixed_order", "player_choice"},
     .help = "which slot a new tool improves"},
    {.name = "tool_upgrade_mark",
     .default_value = "keep",
     .choices = {"keep", "fresh"},
     .help = "used mark of a slot that is improved"},
    {.name = "tool_supply",
     .default_value = "unlimited",
     .choices = {"unlimited", "limited_12_6"},
     .help = "stock of tool tiles"},
    {.name = "resource_supply",
     .default_value = "unlimited",
     .choices = {"unlimited", "limited"},
     .help = "stock of resources"},
    {.name = "dice_for_all_timing",
     .default_value = "at_once",
     .choices = {"at_once", "own_turn"},
     .help = "when the other players take their die"},
    {.name = "extra_card_visibility",
     .default_value = "owner_only",
     .choices = {"owner_only", "public"},
     .help = "who sees the card drawn by the draw_card effect"},
    {.name = "tie_final",
     .default_value = "shared",
     .choices = {"shared", "leftover_food", "seat_order"},
     .help = "tie after the tie-break sum"},
    {.name = "start_player",
     .default_value = "seat_0",
     .choices = {"seat_0", "seat_1", "seat_2", "seat_3", "random"},
     .help = "first start player"},
    {.name = "building_reveal",
     .default_value = "at_once",
     .choices = {"at_once", "round_end"},
     .help = "when the next tile of a stack is turned up"},
    {.name = "partial_feeding",
     .default_value = "all_or_nothing",
     .choices = {"all_or_nothing", "partial_kept"},
     .help = "paying only a part of the missing food with resources"},
    {.name = "refuse_when_fed",
     .default_value = "not_offered",
     .choices = {"not_offered", "offered"},
     .help = "refusing to feed although the food suffices"},
    {.name = "last_round_feeding",
     .default_value = "yes",
     .choices = {"yes", "skip_on_card_end"},
     .help = "feeding in the last round"},
    {.name = "max_rounds",
     .type = OptionSpec::Type::kInteger,
     .default_value = "0",
     .high = kMostRounds,
     .help = "the game stops after so many rounds, scored as it stands; 0: a hard stop after 250"},
};
constexpr int kChoices = 17;  // the rows before max_rounds

// Where the choice of each row stands in the rule bits; a row ends where the next begins.
constexpr int kShift[kChoices + 1] = {0, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, kStartShift, 18, 19, 20, 21, 22};
static_assert(kPickDeferrable == 1U << kShift[1] && kSlotPrinted == 1U << kShift[5] && kSlotChoice == 2U << kShift[5]);
static_assert(kTieFood == 1U << kShift[11] && kTieSeat == 2U << kShift[11] && kSkipLastFeeding == 1U << kShift[16]);

constexpr RuleBits field_of(RuleBits rules, int row) {
  return rules >> kShift[row] & ((1U << (kShift[row + 1] - kShift[row])) - 1);
}

}  // namespace

std::span<const OptionSpec> StoneAge::options() { return kOptions; }

State StoneAge::initial_state(int players, const OptionMap& options) {
  State s{};
  s.seats = static_cast<std::uint8_t>(players);
  for (int row = 0; row < kChoices; ++row) {
    s.rules |= static_cast<RuleBits>(options.choice(kOptions[row].name)) << kShift[row];
  }
  s.max_rounds = static_cast<std::uint16_t>(options.integer("max_rounds"));
  const RuleBits start = s.rules >> kStartShift & 7;
  if (start != kStartRandom && static_cast<int>(start) >= players) {
    throw UsageError("rules option start_player: there is no seat_" + std::to_string(start) + " with " +
                     std::to_string(players) + " players; there are seat_0 to seat_" + std::to_string(players - 1) +
                     " and random");
  }
  s.start = start == kStartRandom ? kNothing : static_cast<std::uint8_t>(start);
  s.round = 1;
  for (int seat = 0; seat < players; ++seat) {
    s.players[seat].people = 5;
    s.players[seat].food = 12;
  }
  for (std::uint8_t& card : s.display) card = kNothing;
  for (int stack = 0; stack < kSeats; ++stack) {
    s.top[stack] = kNothing;
    s.height[stack] = stack < players ? kStackHeight : 0;
  }
  s.phase = kDeal;
  s.pending = kPendingDisplay;
  s.turn = kNothing;
  s.hidden_owner = kNothing;
  s.hidden_card = kNothing;
  derive(s);
  return s;
}

bool StoneAge::are_rules_sound(const State& state) {
  for (int row = 0; row < kChoices; ++row) {
    if (field_of(state.rules, row) >= kOptions[row].choices.size()) return false;
  }
  const RuleBits start = state.rules >> kStartShift & 7;
  return state.rules >> kShift[kChoices] == 0 && state.max_rounds <= kMostRounds &&
         (start == kStartRandom || start < state.seats);
}

OptionMap StoneAge::options_of(const State& state) {
  OptionMap options(kOptions);
  for (int row = 0; row < kChoices; ++row) {
    options.set(kOptions[row].name, kOptions[row].choices[field_of(state.rules, row)]);
  }
  options.set("max_rounds", std::to_string(state.max_rounds));
  return options;
}

}  // namespace embertree
