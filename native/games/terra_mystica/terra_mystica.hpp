// Terra Mystica (Helge Ostertag and Jens Drögemüller, 2012): the base map, fourteen factions, two to five players.
//
// The rules as played are in README.md. Chance only at setup (tiles, factions by option); after it nothing is hidden.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "games/terra_mystica/factions.hpp"
#include "games/terra_mystica/map.hpp"
#include "games/terra_mystica/tiles.hpp"

namespace embertree {

struct TerraMystica {
  // What is to be decided next; README, "A turn is small decisions", says what is decided and what is done at once.
  enum class Node : std::uint8_t {
    // Chance at setup
    kDealScoring,
    kDealBonus,
    kDealFaction,
    // Setup
    kFaction,
    kFirstDwelling,
    kFirstCard,
    // A turn: its head, what an action owes in this order, and its tail
    kHead,
    kKeys,
    kFavor,
    kTown,
    kBridge,
    kStorm,
    kFreeDwelling,
    kFreeTrading,
    kCult,
    kSpades,
    kTail,
    // Between turns
    kLeech,
    kCultistStep,
    // Between rounds
    kBonusSpades,
    kOver,
  };

  struct Player {
    std::uint16_t coins;
    std::uint16_t workers;
    std::uint16_t points;
    std::uint16_t favors;      // bit k: FAV(k + 1)
    std::uint16_t town_tiles;  // two bits a kind
    std::uint16_t used;        // special actions of this round, bit by terra::Special
    std::uint8_t bowls[3];
    std::uint8_t priests;
    std::uint8_t cult_priests;  // left on the cult board for good
    std::uint8_t cults[terra::kCults];
    std::uint8_t keys;
    std::uint8_t ship;
    std::uint8_t dig;
    std::uint8_t skip;
    std::uint8_t faction;                       // terra::kNoFaction before it is chosen, and for seats that do not play
    std::uint8_t card;                          // number of the bonus card in hand, 0 for none
    std::uint8_t pieces[terra::kStructures];    // on the map
    std::uint8_t bridges[terra::kBridgesEach];  // number of the pair + 1, ascending; 0 after the last
    std::uint8_t passed;
    bool operator==(const Player&) const = default;
  };

  // What the running turn still owes or may use. All zero between turns but for the offers.
  struct Turn {
    std::uint8_t seat;    // whose turn it is; who made the offers
    std::uint8_t acts;    // actions still to take
    std::uint8_t free;    // spades in hand: given ...
    std::uint8_t bought;  // ... and bought; those must all be used
    std::uint8_t flags;   // kMayBuy ..
    std::uint8_t cult;    // steps on a track to choose
    std::uint8_t favors;
    std::uint8_t towns;
    std::uint8_t keys_open;  // which tracks enter 10 is to be chosen
    std::uint8_t key_steps;  // steps on every track that wait for that
    std::uint8_t held;       // tracks held back on 9 in this action for lack of a key
    std::uint8_t journey;    // the hex of a paid tunnel or carpet + 1
    std::uint8_t answers;    // to the cultists' event at hand: kTaken, kDeclined
    std::uint8_t events;     // builds and upgrades of this turn with offers
    std::uint8_t offers[2][kMaxSeats];
    bool operator==(const Turn&) const = default;
  };
  static constexpr std::uint8_t kMayBuy = 1;
  static constexpr std::uint8_t kMaySplit = 2;
  static constexpr std::uint8_t kMustUse = 4;  // not one spade of this action used yet
  static constexpr std::uint8_t kOwesBridge = 8;
  static constexpr std::uint8_t kOwesStorm = 16;
  static constexpr std::uint8_t kOwesDwelling = 32;
  static constexpr std::uint8_t kOwesTrading = 64;
  static constexpr std::uint8_t kMayOrdain = 128;  // darklings: workers to priests
  static constexpr std::uint8_t kTaken = 1;
  static constexpr std::uint8_t kDeclined = 2;

  // Everything of the table that is no player's and no hex's.
  struct Table {
    std::uint64_t river_towns;             // river hexes with a town of the mermaids
    std::uint32_t bridges;                 // pairs that are spanned
    std::uint16_t options;                 // kServer ..
    std::uint16_t cards;                   // bonus cards in the game, bit k: BON(k + 1)
    std::uint8_t scoring[terra::kRounds];  // number of the tile, 0 before it is dealt
    std::uint8_t card_coins[terra::kBonusCards];
    std::uint8_t priests[terra::kCults][terra::kPriestSpaces];  // seat + 1, 0 for a free space
    std::uint8_t order[kMaxSeats];                              // of turns in this round
    std::uint8_t passed[kMaxSeats];                             // seats in the order of passing
    std::uint8_t passed_count;
    std::uint8_t players;
    std::uint8_t round;  // 0 in setup
    std::uint8_t actor;  // the seat that decides
    Node node;
    std::uint8_t power_used;  // ACT1 .. ACT6 of this round
    Turn turn;
    bool operator==(const Table&) const = default;
  };
  static constexpr std::uint16_t kServer = 1;
  static constexpr std::uint16_t kErrataCultists = 2;
  static constexpr std::uint16_t kMiniExpansion = 4;
  static constexpr std::uint16_t kShippingBonus = 8;
  static constexpr std::uint16_t kTempleTile = 16;
  static constexpr std::uint16_t kVariableOrder = 32;
  static constexpr std::uint16_t kFactionsRandom = 64;
  static constexpr std::uint16_t kFactionsListed = 128;
  static constexpr std::uint16_t kScoringListed = 256;
  static constexpr std::uint16_t kCardsListed = 512;
  static constexpr std::uint16_t kPoints2017 = 1024;

  struct State {
    // Numbers written in binary, one plane of hexes a digit: the terrain, and the structure (0 for none, else kind +
    // 1). A structure's owner is the one whose home terrain it stands on.
    Bits128 terrain[3];
    Bits128 structure[3];
    Bits128 towns;   // structures that belong to a town
    Bits128 worked;  // hexes brought home in this action (worked on, between rounds)
    Key board_key;   // of the four above but `worked`
    Table table;
    Player players[kMaxSeats];
    std::int16_t sources[kMaxSeats][terra::kSources];  // where points came from; no part of the key
    std::uint8_t filler[2];
    bool operator==(const State&) const = default;
  };
  static_assert(sizeof(Player) == 36);
  static_assert(sizeof(Table) == 88);
  static_assert(sizeof(State) <= 1024);

  // --- Ids, in the order of section 20 ---
  static constexpr Action kSetup = 0;                             // faction
  static constexpr Action kBuild = kSetup + terra::kFactions;     // hex
  static constexpr Action kPass = kBuild + terra::kLand;          // card; the last one for none
  static constexpr Action kDig = kPass + terra::kBonusCards + 1;  //
  static constexpr Action kSpade = kDig + 1;                      // (hex, terrain, up or down the cycle)
  static constexpr Action kDrop =
      kSpade + terra::kLand * terra::kTerrains * 2;                     // spade, dwelling, tp, storm, favor, town
  static constexpr Action kStorm = kDrop + 6;                           // hex
  static constexpr Action kUpgrade = kStorm + terra::kLand;             // (hex, TP TE SH SA)
  static constexpr Action kAdvance = kUpgrade + terra::kLand * 4;       // ship, dig
  static constexpr Action kSend = kAdvance + 2;                         // (cult, 3 2 1)
  static constexpr Action kLabel = kSend + terra::kCults * 3;           //
  static constexpr Action kSpan = kLabel + terra::kLabels;              // pair
  static constexpr Action kConnect = kSpan + terra::kBridgePairs;       // river hex
  static constexpr Action kConvert = kConnect + terra::kRivers;         // kind
  static constexpr Action kBurn = kConvert + 7;                         //
  static constexpr Action kOrdain = kBurn + 1;                          // 1 .. 3
  static constexpr Action kStep = kOrdain + 3;                          // cult
  static constexpr Action kFavorTile = kStep + terra::kCults;           //
  static constexpr Action kTownTile = kFavorTile + terra::kFavorTiles;  //
  static constexpr Action kKeysFor = kTownTile + terra::kTownTiles;     // set of tracks, 1 .. 15
  static constexpr int kMaxOffer = 20;
  static constexpr Action kTake = kKeysFor + 15;  // (faction, amount 1 .. 20)
  static constexpr Action kDecline = kTake + terra::kFactions * kMaxOffer;
  static constexpr Action kDone = kDecline + terra::kFactions * kMaxOffer;
  static constexpr Action kDealScore = kDone + 1;                          // tile
  static constexpr int kMaxCardSets = 252;                                 // five of ten cards removed
  static constexpr Action kDealCards = kDealScore + terra::kScoringTiles;  // number of the set of removed cards
  static constexpr Action kDealFaction = kDealCards + kMaxCardSets;        //
  static constexpr Action kActionEnd = kDealFaction + terra::kFactions;
  static_assert(kActionEnd <= 4096);

  // Order of kinds within kDrop and kConvert.
  enum Dropped : std::uint8_t { kDropSpade, kDropDwelling, kDropTrading, kDropStorm, kDropFavor, kDropTown };
  enum Conversion : std::uint8_t {
    kPowerToPriest,
    kPowerToWorker,
    kPowerToCoin,
    kPriestToWorker,
    kWorkerToCoin,
    kPointToCoin,
    kCoinsToPoint
  };

  static constexpr GameTraits kTraits{
      .id = "terra_mystica",
      .title = "Terra Mystica",
      .min_players = 2,
      .max_players = 5,
      .has_chance = true,
      .rules_version = 1,
      .num_distinct_actions = kActionEnd,
      // Spades: two directions and up to three amounts for every hex; nothing else is near it.
      .max_legal_actions = 6 * terra::kLand + 64,
      .max_chance_outcomes = kMaxCardSets,
      .score_scale = 60.0F,
      .hints = {.explore = 0.1F, .playout_plies = 30, .prior = 2.0F, .mix = 0.5F},
  };

  // --- A new game ---
  static std::span<const OptionSpec> options();
  static State initial_state(int players, const OptionMap& options);
  static OptionMap options_of(const State& state);

  // --- Whose turn, and what may be done: moves.cpp, moves_spades.cpp, moves_why.cpp, moves_search.cpp, deal.cpp ---
  static int num_players(const State& state) { return state.table.players; }
  static int current_player(const State& state) {
    if (state.table.node <= Node::kDealFaction) return kChance;
    return state.table.node == Node::kOver ? kTerminal : state.table.actor;
  }
  static void legal_actions(const State& state, ActionList<TerraMystica>& actions);
  static Pick random_action(const State& state, Rng& rng);
  static void search_actions(const State& state, ActionList<TerraMystica>& actions);
  static void chance_outcomes(const State& state, OutcomeList<TerraMystica>& outcomes);
  static Action sample_chance(const State& state, Rng& rng);
  static std::string why_illegal(const State& state, Action action);

  // --- What changes it: apply.cpp, apply_spades.cpp, apply_round.cpp ---
  static void apply_action(State& state, Action action);
  // The states that an action passes through without a node: after the action itself, after the cult bonus of the
  // round, and the one that apply_action gives. Ledgers show them as rows.
  static std::vector<State> stages(const State& state, Action action);

  // --- Identity ---
  static Key key(const State& state);
  static Key key_from_scratch(const State& state);

  // --- How it stands: score.cpp ---
  static void result(const State& state, Result& result);
  static std::vector<ScoreLine> score_sheet(const State& state);
  static int round(const State& state) { return state.table.round; }
  static std::string_view phase(const State& state);

  // --- What a player thinks of it: evaluate.cpp, policy.cpp ---
  static void evaluate(const State& state, Evaluation& evaluation);
  static Action policy_action(const State& state, Rng& rng);

  // --- Text: text.cpp, position.cpp, picture.cpp ---
  static std::string action_text(const State& state, Action action);
  static Action parse_action(const State& state, std::string_view text);
  static std::string position_text(const State& state);
  static State parse_position(std::string_view text);
  static std::string board_text(const State& state);
  static std::string board_svg(const State& state);

  // --- Numbers for learners: observation.cpp ---
  static std::vector<int> observation_shape(int players);
  static void observation(const State& state, int seat, float* features);

  static std::string audit(const State& state);
};

static_assert(std::is_trivially_copyable_v<TerraMystica::State>);
static_assert(std::has_unique_object_representations_v<TerraMystica::State>);

}  // namespace embertree
