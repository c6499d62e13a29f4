// Stone Age (Bernd Brunnhofer, 2008): the base game for two to four. Place people, roll for resources, buy cards and
// buildings, feed everybody.
//
// The rules as played here, with the rulings and their reasons, are in README.md. Data: locations, cards, buildings,
// goods, tools, dice (.hpp). A long turn is small decisions: `Phase` says which one comes next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/stone_age/buildings.hpp"
#include "games/stone_age/cards.hpp"
#include "games/stone_age/dice.hpp"
#include "games/stone_age/keys.hpp"
#include "games/stone_age/locations.hpp"
#include "games/stone_age/rules.hpp"
#include "games/stone_age/tools.hpp"

namespace embertree {

struct StoneAge {
  static constexpr int kSeats = stone_age::kStoneAgeSeats;

  // What the next action is about.
  enum Phase : std::uint8_t {
    kDeal,   // chance: a card, a tile or the start player is turned up
    kPlace,  // people go onto a location
    kGo,     // which own location is resolved next
    kRoll,   // chance: dice
    kTools,  // which tools are added to the roll
    kBuy,    // how to pay, or not at all
    kTake,   // a die of the dice for all
    kPick,   // any two resources
    kDraw,   // chance: a card that only its owner sees
    kFeed,   // pay for the missing food, or not
    kSlot,   // option `tool_upgrade_slot`: which slot a new tool raises
    kEnd,
  };

  // What `pending` says: a location by its id, a card as kPendingCard + id, or one of these.
  static constexpr std::uint8_t kPendingCard = stone_age::kLocations;
  static constexpr std::uint8_t kPendingDice = kPendingCard + stone_age::kCards;
  static constexpr std::uint8_t kPendingDisplay = kPendingDice + 1;  // deal: the cheapest empty card place
  static constexpr std::uint8_t kPendingSeat = kPendingDisplay + 1;  // deal: the start player
  static constexpr std::uint8_t kPendingSlotOf = kPendingSeat + 1;   // + the seat that raises a slot
  static constexpr std::uint8_t kNothing = 0xFF;                     // no pending, no seat, no card, no tile
  static constexpr std::uint8_t kUnknownCard = 0xFE;                 // a hidden card as others see it

  // Bits of Player::one_use: the tools 2, 3, 4, and under `pick_two_timing=deferrable` the two resources not yet taken.
  static constexpr std::uint8_t kOneUseTools = 7;
  static constexpr std::uint8_t kOpenPick = 8;

  struct Player {
    stone_age::Goods goods;    // wood, brick, stone, gold: four lanes of 16 bits
    stone_age::CardSet cards;  // bought ones
    stone_age::TileSet tiles;  // bought ones
    std::uint16_t food;
    std::int16_t points;      // on the track
    std::uint16_t penalties;  // how often people went hungry, 10 points each: the score sheet tells them apart
    std::uint8_t people;
    std::uint8_t home;  // people that are on no location
    std::uint8_t agriculture;
    std::uint8_t tools;  // a code of tools.hpp
    std::uint8_t one_use;
    std::uint8_t built;  // how many tiles
    bool operator==(const Player&) const = default;
  };

  struct State {
    Player players[kSeats];           // zero for seats that do not play
    Key sum;                          // see keys.hpp
    stone_age::CardSet unseen_cards;  // the deck, and in a view the hidden card of another seat
    stone_age::PlacementSet board;    // placements that the locations still take; 0 but while people are placed
    stone_age::TileSet unseen_tiles;  // face down in stacks or removed
    stone_age::RuleBits rules;
    std::uint32_t crew[kSeats];  // people on locations 0 .. 4, four bits each
    std::uint32_t dice[kSeats];  // dice for all not yet taken, first come first: FaceCounts, buyer from bit 24
    std::uint16_t here[kSeats];  // locations where the seat has people
    std::uint16_t round;
    std::uint16_t max_rounds;
    std::uint8_t display[stone_age::kCardPlaces];
    std::uint8_t top[kSeats];     // open tiles, of equal ones the lowest id
    std::uint8_t height[kSeats];  // tiles in the stack, the open one included
    std::uint8_t seats;
    std::uint8_t start;
    std::uint8_t turn;  // the seat placing, resolving or feeding
    std::uint8_t phase;
    std::uint8_t pending;
    std::uint8_t roll;  // tools: the sum of the dice; feed: the missing food
    std::uint8_t hidden_owner;
    std::uint8_t hidden_card;
    std::int8_t mover;  // what current_player says
    std::uint8_t unused[7];
    bool operator==(const State&) const = default;
  };
  static_assert(sizeof(State) <= 384);
  static_assert(std::is_trivially_copyable_v<State>);
  static_assert(std::has_unique_object_representations_v<State>);

  // --- Ids (rules, sections 14 and 19) ---
  static constexpr Action kPut = 0;    // + placement
  static constexpr Action kGoTo = 49;  // + location
  static constexpr Action kUse = 65;   // + set of tools: bits 0-2 slots, 3-5 one-use tools 2, 3, 4
  static constexpr Action kDecline = 129;
  static constexpr Action kPay = 130;        // + mix: a payment, or the two resources of a pick
  static constexpr Action kTakeFace = 1130;  // + face - 1
  static constexpr Action kStarve = 1136;
  static constexpr Action kDealSeat = 1137;
  static constexpr Action kRollSum = 1141;   // + sum - 1
  static constexpr Action kRollDice = 1201;  // + rank of the multiset
  static constexpr Action kDealCard = 1327;
  static constexpr Action kDrawCard = 1363;
  static constexpr Action kDealTile = 1399;
  static constexpr Action kDrawUnseen = 1427;  // draw:c? - a draw as other seats see it
  static constexpr Action kRefuse = 1428;
  static constexpr Action kRaiseSlot = 1429;
  static constexpr Action kLatePick = 1432;  // + mix of two, counted from 0
  static constexpr Action kFeedAll = 1442;   // the other answer where option `refuse_when_fed` asks
  static constexpr int kPicks = 10;
  static constexpr int kFirstPick = stone_age::kFirstMix[2];

  static constexpr GameTraits kTraits{
      .id = "stone_age",
      .title = "Stone Age",
      .min_players = 2,
      .max_players = 4,
      .has_chance = true,
      .rules_version = 1,
      .num_distinct_actions = 1443,
      // Partial feeding with ten missing: every mix of 1 to 10, starve, refuse, ten late picks. By default 330.
      .max_legal_actions = 1012,
      .max_chance_outcomes = stone_age::kMostDiceForAll,
      .score_scale = 100.0F,
      .hints = {.explore = 0.15F, .playout_plies = 20, .prior = 4.0F},
  };

  // --- A new game ---
  static std::span<const OptionSpec> options();
  static State initial_state(int players, const OptionMap& options);
  static OptionMap options_of(const State& state);

  // --- Whose turn, and what may be done (moves.cpp) ---
  static int num_players(const State& state) { return state.seats; }
  static int current_player(const State& state) { return state.mover; }
  static void legal_actions(const State& state, ActionList<StoneAge>& actions);
  // Leaves out what cannot be better than something it keeps; the reason stands at each omission.
  static void search_actions(const State& state, ActionList<StoneAge>& actions);
  static Pick random_action(const State& state, Rng& rng);
  static void chance_outcomes(const State& state, OutcomeList<StoneAge>& outcomes);
  static Action sample_chance(const State& state, Rng& rng);
  static std::string why_illegal(const State& state, Action action);

  // --- What changes it (apply.cpp) ---
  static void apply_action(State& state, Action action);
  // Random actions and outcomes up to the end: random_action, sample_chance and apply_action in one loop.
  static void play_randomly(State& state, Rng& rng, Steps& steps);

  // --- Identity ---
  static Key key(const State& state);
  static Key key_from_scratch(const State& state);
  static Key sum_from_scratch(const State& state);
  // The card that another seat drew unseen goes back among the unseen ones, until the final scoring shows it.
  static State view(const State& state, int seat);

  // --- How it stands (score.cpp) ---
  static void result(const State& state, Result& result);
  static std::vector<ScoreLine> score_sheet(const State& state);
  static int round(const State& state) { return state.round; }
  static std::string_view phase(const State& state);

  // --- What a player thinks of it (evaluate.cpp) ---
  static void evaluate(const State& state, Evaluation& evaluation);
  static Action policy_action(const State& state, Rng& rng);

  // --- Text (text.cpp, board.cpp) ---
  static std::string action_text(const State& state, Action action);
  static std::string action_text_for(const State& state, Action action, int seat);
  static Action parse_action(const State& state, std::string_view text);
  static std::string position_text(const State& state);
  static State parse_position(std::string_view text);
  static std::string board_text(const State& state);
  static std::string board_svg(const State& state);

  // --- Numbers for learners ---
  static std::vector<int> observation_shape(int players);
  static void observation(const State& state, int seat, float* features);

  // --- What is true of every state (audit.cpp) ---
  static std::string audit(const State& state);

  // --- Small facts that several files of the room ask ---
  static bool has_rule(const State& state, stone_age::RuleBits rule) { return (state.rules & rule) != 0; }
  static int seat_after(const State& state, int seat) { return seat + 1 == state.seats ? 0 : seat + 1; }
  static int crew_at(const State& state, int seat, int location) {
    return location < stone_age::kGatherPlaces ? static_cast<int>(state.crew[seat] >> (4 * location)) & 0xF
           : (state.here[seat] & stone_age::location_bit(location)) == 0 ? 0
                                                                         : stone_age::kLocationRows[location].least;
  }
  static int free_rings(const State& state, int location) {
    int rings = stone_age::kRings;
    for (int seat = 0; seat < state.seats; ++seat) rings -= crew_at(state, seat, location);
    return rings;
  }
  // How many seats may be at each of forest, clay pit, quarry and river.
  static int most_seats(const State& state) { return stone_age::most_seats_of(state.seats); }
  // What the locations take at the start of a round.
  static stone_age::PlacementSet new_board(const State& state) {
    using namespace stone_age;
    unsigned shut = 0;
    for (int i = 0; i < kCardPlaces; ++i) shut |= static_cast<unsigned>(state.display[i] == kNothing) << (kCard1 + i);
    for (int i = 0; i < kSeats; ++i) shut |= static_cast<unsigned>(state.height[i] == 0) << (kBuilding0 + i);
    return placements_at(~shut);
  }
  // What a seat may place.
  static stone_age::PlacementSet open_placements(const State& state, int seat) {
    using namespace stone_age;
    const Player& p = state.players[seat];
    unsigned barred = state.here[seat];
    if (has_rule(state, kHuntRepeat | kMaxedForbidden)) {
      if (has_rule(state, kHuntRepeat)) barred &= ~location_bit(kHunting);
      if (has_rule(state, kMaxedForbidden)) {
        if (kToolRows[p.tools].lowest == kHighestLevel) barred |= location_bit(kToolMaker);
        if (p.people == 10) barred |= location_bit(kHut);
        if (p.agriculture == 10) barred |= location_bit(kField);
      }
    }
    return state.board & kStaffed[p.home] & ~placements_at(barred);
  }
  static int deck_size(const State& state) {
    return stone_age::bit_count(state.unseen_cards) - (state.hidden_card == kUnknownCard);
  }
  static int empty_places(const State& state) {
    int empty = 0;
    for (const std::uint8_t card : state.display) empty += card == kNothing;
    return empty;
  }
  // The roll's divisor as a location: gold rolled with a card counts as at the river.
  static int rolled_place(const State& state) {
    return state.pending < kPendingCard
               ? state.pending
               : stone_age::kForest + int{stone_age::kCardRows[state.pending - kPendingCard].kind};
  }
  // Tools that may still be added to a roll, as bits of kUse.
  static unsigned ready_tools(const Player& player) {
    return stone_age::kToolRows[player.tools].unused | static_cast<unsigned>(player.one_use & kOneUseTools) << 3;
  }
  static int tools_value(const Player& player, unsigned set) {
    return stone_age::kToolRows[player.tools].sum[set & 7] + stone_age::kOneUseSum[set >> 3 & 7];
  }
  static bool has_open_pick(const State& state, int seat) { return (state.players[seat].one_use & kOpenPick) != 0; }
  // How many dice are in the air for a sum: people at the place, or two for a card.
  static int dice_rolled(const State& state) {
    return state.pending < stone_age::kGatherPlaces ? crew_at(state, state.turn, state.pending) : 2;
  }
  // Which of the open dice sets is taken from next (-1: none) and who takes.
  static int active_dice(const State& state);
  static int dice_taker(const State& state, int set);
  // All cards that count for a seat at the end, a hidden one that is known included.
  static stone_age::CardSet scoring_cards(const State& state, int seat);
  // Whether the packed options are ones that a game may have.
  static bool are_rules_sound(const State& state);
  // Recomputes all that follows from the rest: home, board, unseen cards and tiles, mover, sum.
  static void derive(State& state);
  // Moves on while the seat that is to place cannot: positions read from text need it.
  static void skip_placers(State& state);
};

static_assert(Game<StoneAge>);
static_assert(kHasHidden<StoneAge>);

}  // namespace embertree
