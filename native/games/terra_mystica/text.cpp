// Actions as words, both ways (rules, section 20).
#include "core/text.hpp"

#include <array>
#include <vector>

#include "games/terra_mystica/rules.hpp"

namespace embertree {

using namespace terra;

namespace {

using Game = TerraMystica;

constexpr std::string_view kDropNames[] = {"spade", "dwelling", "tp", "storm", "favor", "town"};
constexpr std::string_view kConversionNames[] = {"5pw>p", "3pw>w", "pw>c", "p>w", "w>c", "vp>c", "2c>vp"};
constexpr std::string_view kUpgradeNames[] = {"TP", "TE", "SH", "SA"};

std::string cults_text(int set) {
  std::string text;
  for (int cult = 0; cult < kCults; ++cult) {
    if ((set >> cult & 1) == 0) continue;
    if (!text.empty()) text += '+';
    text += kCultNames[cult];
  }
  return text;
}

std::string bridge_text(int pair) {
  const Bridge& bridge = kMap.bridges[static_cast<std::size_t>(pair)];
  return hex_name(bridge.a) + "+" + hex_name(bridge.b);
}

// Spades for a way from the hex's terrain in this state.
int spades_for(const State& state, int hex, int way) {
  const Player& player = state.players[state.table.actor];
  if (is_chosen(player) && faction_of(player).spades_at_once > 0) return faction_of(player).spades_at_once;
  const int from = terrain_at(state, hex);
  return way % 2 == 0 ? steps_up(from, way / 2) : steps_down(from, way / 2);
}

int index_of(std::span<const std::string_view> names, std::string_view word, std::string_view what) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) return static_cast<int>(i);
  }
  throw UsageError("there is no " + std::string(what) + " " + quoted(word) + did_you_mean(word, names));
}

int parse_hex(std::string_view word) {
  const int hex = hex_by_name(word);
  if (hex < 0)
    throw UsageError("there is no land hex " + quoted(word) + "; they are A1 .. I12, counted without rivers");
  return hex;
}

int parse_faction(std::string_view word) {
  std::vector<std::string_view> names;
  for (const Faction& row : kFactionRows) names.push_back(row.name);
  return index_of(names, word, "faction");
}

int parse_cults(std::string_view text) {
  int set = 0;
  for (const std::string_view word : split(text, '+')) {
    const int bit = 1 << index_of(kCultNames, word, "cult");
    if ((set & bit) != 0) throw UsageError("cult " + std::string(word) + " is named twice");
    set |= bit;
  }
  return set;
}

Action parse_spade(const State& state, std::string_view text, std::string_view whole) {
  const std::size_t arrow = text.find('>');
  const std::size_t star = text.find('*');
  if (arrow == std::string_view::npos || star == std::string_view::npos || star < arrow) {
    throw UsageError("spades " + quoted(whole) + ": expected hex, terrain and number, like spade:F3>black*2");
  }
  const int hex = parse_hex(text.substr(0, arrow));
  const int to = index_of(kTerrainNames, text.substr(arrow + 1, star - arrow - 1), "terrain");
  const int count = static_cast<int>(parse_integer(text.substr(star + 1), "spades", 1, kTerrains - 1));
  const int from = terrain_at(state, hex);
  if (from == to) throw UsageError(hex_name(hex) + " is " + std::string(kTerrainNames[to]) + " already");
  for (const int way : {2 * to, 2 * to + 1}) {
    if (spades_for(state, hex, way) == count) return Game::kSpade + hex * kTerrains * 2 + way;
  }
  throw UsageError("from " + std::string(kTerrainNames[from]) + " (" + hex_name(hex) + ") to " +
                   std::string(kTerrainNames[to]) + " are " + std::to_string(spades_for(state, hex, 2 * to)) + " or " +
                   std::to_string(spades_for(state, hex, 2 * to + 1)) + " spades, not " + std::to_string(count));
}

Action parse_offer(std::string_view text, Action first, std::string_view whole) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) {
    throw UsageError("answer " + quoted(whole) + ": expected the amount and who gives it, like leech:2@giants");
  }
  const int amount = static_cast<int>(parse_integer(text.substr(0, at), "offer", 1, Game::kMaxOffer));
  return first + parse_faction(text.substr(at + 1)) * Game::kMaxOffer + amount - 1;
}

Action parse_deal(const State& state, std::string_view text) {
  if (text.starts_with("SCORE")) {
    return Game::kDealScore + static_cast<Action>(parse_integer(text.substr(5), "scoring tile", 1, kScoringTiles)) - 1;
  }
  if (text.starts_with("-")) {
    std::uint16_t removed = 0;
    for (const std::string_view word : split(text.substr(1), '-')) {
      if (!word.starts_with("BON")) throw UsageError("bonus cards are BON1 .. BON10, not " + quoted(word));
      const auto card = parse_integer(word.substr(3), "bonus card", 1, bonus_cards_in_box(state));
      if ((removed >> (card - 1) & 1) != 0) throw UsageError("BON" + std::to_string(card) + " is named twice");
      removed = static_cast<std::uint16_t>(removed | 1 << (card - 1));
    }
    const int size = std::popcount(removed);
    if (size != removed_cards(state)) {
      throw UsageError("deal: " + std::to_string(removed_cards(state)) + " bonus cards are removed, not " +
                       std::to_string(size));
    }
    return Game::kDealCards + card_set_number(removed);
  }
  return Game::kDealFaction + parse_faction(text);
}

struct Verb {
  std::string_view verb;
  Action (*parse)(const State& state, std::string_view rest, std::string_view whole);
};

Action parse_build(const State&, std::string_view rest, std::string_view) { return Game::kBuild + parse_hex(rest); }
Action parse_pass(const State&, std::string_view rest, std::string_view whole) {
  if (!rest.starts_with("BON")) throw UsageError("pass " + quoted(whole) + ": expected a card, like pass:BON4");
  return Game::kPass + static_cast<Action>(parse_integer(rest.substr(3), "bonus card", 1, kBonusCards)) - 1;
}
Action parse_upgrade(const State&, std::string_view rest, std::string_view whole) {
  const std::size_t arrow = rest.find('>');
  if (arrow == std::string_view::npos) {
    throw UsageError("upgrade " + quoted(whole) + ": expected hex and kind, like upgrade:E5>TP");
  }
  const int hex = parse_hex(rest.substr(0, arrow));
  return Game::kUpgrade + 4 * hex + index_of(kUpgradeNames, rest.substr(arrow + 1), "kind to upgrade to");
}
Action parse_send(const State&, std::string_view rest, std::string_view whole) {
  const std::size_t star = rest.find('*');
  if (star == std::string_view::npos) {
    throw UsageError("send " + quoted(whole) + ": expected cult and steps, like send:WATER*3");
  }
  const int cult = index_of(kCultNames, rest.substr(0, star), "cult");
  const int steps = static_cast<int>(parse_integer(rest.substr(star + 1), "steps of a priest", 1, 3));
  return Game::kSend + 3 * cult + 3 - steps;
}
Action parse_bridge(const State&, std::string_view rest, std::string_view whole) {
  const std::size_t plus = rest.find('+');
  if (plus == std::string_view::npos) {
    throw UsageError("bridge " + quoted(whole) + ": expected two hexes, like bridge:C5+D6");
  }
  const int a = parse_hex(rest.substr(0, plus));
  const int b = parse_hex(rest.substr(plus + 1));
  const int pair = bridge_between(a, b);
  if (pair < 0) {
    throw UsageError("no bridge fits between " + hex_name(a) + " and " + hex_name(b) +
                     ": a bridge crosses one river between two hexes that face each other");
  }
  return Game::kSpan + pair;
}

constexpr Verb kVerbs[] = {
    {"setup:",
     [](const State&, std::string_view rest, std::string_view) { return Game::kSetup + parse_faction(rest); }},
    {"build:", parse_build},
    {"pass:", parse_pass},
    {"spade:",
     [](const State& state, std::string_view rest, std::string_view whole) { return parse_spade(state, rest, whole); }},
    {"drop:", [](const State&, std::string_view rest,
                 std::string_view) { return Game::kDrop + index_of(kDropNames, rest, "thing to drop"); }},
    {"storm:", [](const State&, std::string_view rest, std::string_view) { return Game::kStorm + parse_hex(rest); }},
    {"upgrade:", parse_upgrade},
    {"advance:",
     [](const State&, std::string_view rest, std::string_view) {
       constexpr std::string_view kTracks[] = {"ship", "dig"};
       return Game::kAdvance + index_of(kTracks, rest, "track");
     }},
    {"send:", parse_send},
    {"action:", [](const State&, std::string_view rest,
                   std::string_view) { return Game::kLabel + index_of(kLabelNames, rest, "action"); }},
    {"bridge:", parse_bridge},
    {"connect:",
     [](const State&, std::string_view rest, std::string_view) {
       const int river = river_by_name(rest);
       if (river < 0) throw UsageError("there is no river hex " + quoted(rest) + "; they are r0 .. r35");
       return Game::kConnect + river;
     }},
    {"convert:", [](const State&, std::string_view rest,
                    std::string_view) { return Game::kConvert + index_of(kConversionNames, rest, "conversion"); }},
    {"w2p:",
     [](const State&, std::string_view rest, std::string_view) {
       return Game::kOrdain + static_cast<Action>(parse_integer(rest, "w2p", 1, 3)) - 1;
     }},
    {"keys:",
     [](const State&, std::string_view rest, std::string_view) { return Game::kKeysFor + parse_cults(rest) - 1; }},
    {"leech:",
     [](const State&, std::string_view rest, std::string_view whole) { return parse_offer(rest, Game::kTake, whole); }},
    {"decline:", [](const State&, std::string_view rest,
                    std::string_view whole) { return parse_offer(rest, Game::kDecline, whole); }},
    {"deal:", [](const State& state, std::string_view rest, std::string_view) { return parse_deal(state, rest); }},
};

}  // namespace

std::string TerraMystica::action_text(const State& state, Action action) {
  if (action < 0 || action >= kActionEnd) return "?" + std::to_string(action);
  if (action < kBuild) return "setup:" + std::string(kFactionRows[action - kSetup].name);
  if (action < kPass) return "build:" + hex_name(action - kBuild);
  if (action < kPass + kBonusCards) return "pass:BON" + std::to_string(action - kPass + 1);
  if (action < kDig) return "pass";
  if (action == kDig) return "dig";
  if (action < kDrop) {
    const int hex = (action - kSpade) / (2 * kTerrains);
    const int way = (action - kSpade) % (2 * kTerrains);
    return "spade:" + hex_name(hex) + ">" + std::string(kTerrainNames[way / 2]) + "*" +
           std::to_string(spades_for(state, hex, way));
  }
  if (action < kStorm) return "drop:" + std::string(kDropNames[action - kDrop]);
  if (action < kUpgrade) return "storm:" + hex_name(action - kStorm);
  if (action < kAdvance) {
    return "upgrade:" + hex_name((action - kUpgrade) / 4) + ">" + std::string(kUpgradeNames[(action - kUpgrade) % 4]);
  }
  if (action < kSend) return action == kAdvance ? "advance:ship" : "advance:dig";
  if (action < kLabel) {
    return "send:" + std::string(kCultNames[(action - kSend) / 3]) + "*" + std::to_string(3 - (action - kSend) % 3);
  }
  if (action < kSpan) return "action:" + std::string(kLabelNames[action - kLabel]);
  if (action < kConnect) return "bridge:" + bridge_text(action - kSpan);
  if (action < kConvert) return "connect:" + river_name(action - kConnect);
  if (action < kBurn) return "convert:" + std::string(kConversionNames[action - kConvert]);
  if (action == kBurn) return "burn:1";
  if (action < kStep) return "w2p:" + std::to_string(action - kOrdain + 1);
  if (action < kFavorTile) return "+" + std::string(kCultNames[action - kStep]);
  if (action < kTownTile) return "+FAV" + std::to_string(action - kFavorTile + 1);
  if (action < kKeysFor) return "+TW" + std::to_string(action - kTownTile + 1);
  if (action < kTake) return "keys:" + cults_text(action - kKeysFor + 1);
  if (action < kDone) {
    const bool take = action < kDecline;
    const int offer = action - (take ? kTake : kDecline);
    return (take ? "leech:" : "decline:") + std::to_string(offer % kMaxOffer + 1) + "@" +
           std::string(kFactionRows[offer / kMaxOffer].name);
  }
  if (action == kDone) return "done";
  if (action < kDealCards) return "deal:SCORE" + std::to_string(action - kDealScore + 1);
  if (action < kDealFaction) {
    std::string text = "deal:";
    const std::uint16_t removed = card_set(action - kDealCards, removed_cards(state));
    for (int card = 0; card < kBonusCards; ++card) {
      if ((removed >> card & 1) != 0) text += "-BON" + std::to_string(card + 1);
    }
    return text;
  }
  return "deal:" + std::string(kFactionRows[action - kDealFaction].name);
}

Action TerraMystica::parse_action(const State& state, std::string_view text) {
  if (text == "pass") return kPass + kBonusCards;
  if (text == "dig") return kDig;
  if (text == "burn:1") return kBurn;
  if (text == "done") return kDone;
  if (text.starts_with("+")) {
    const std::string_view name = text.substr(1);
    if (name.starts_with("FAV")) {
      return kFavorTile + static_cast<Action>(parse_integer(name.substr(3), "favor tile", 1, kFavorTiles)) - 1;
    }
    if (name.starts_with("TW")) {
      return kTownTile + static_cast<Action>(parse_integer(name.substr(2), "town tile", 1, kTownTiles)) - 1;
    }
    return kStep + index_of(kCultNames, name, "cult or tile");
  }
  for (const Verb& row : kVerbs) {
    if (text.starts_with(row.verb)) return row.parse(state, text.substr(row.verb.size()), text);
  }
  std::vector<std::string_view> verbs = {"pass", "dig", "burn:1", "done", "+"};
  for (const Verb& row : kVerbs) verbs.push_back(row.verb);
  throw UsageError("there is no move " + quoted(text) + did_you_mean(text.substr(0, text.find(':')), verbs));
}

}  // namespace embertree
