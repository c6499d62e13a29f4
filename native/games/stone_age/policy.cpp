// The playout policy: a sound beginner. Feeds its people, takes hut, field and tool while they pay, buys what it can
// pay and what counts for it, and sends the rest to work.
#include <algorithm>
#include <bit>

#include "games/stone_age/worth.hpp"

namespace embertree {
namespace {

using namespace stone_age;
using State = StoneAge::State;
using Player = StoneAge::Player;

// What the policy thinks of placements beyond the prices, in points; found by matches of policies (bench/tuning.md).
struct Taste {
  float whim = 0.5F;     // how far two placements may differ and still be taken for each other
  float home = 2.74F;    // of a person that is kept for later in the round
  float hungry = 2.25F;  // for each missing food
  float card = 1.0F;     // beyond what a card gains
  float tile = 1.0F;     // beyond what a tile gains
  float hope = 0.65F;    // resources above the mean that people at work are trusted to bring
  float tools = 0.9F;    // share of its price that an unused tool keeps for later rolls
};
constexpr Taste kTaste;

// The best so far, with a whim on each candidate.
class Choice {
 public:
  Choice(Rng& rng, float whim) : rng_(rng), whim_(whim) {}
  void offer(Action action, float worth) {
    const float score = worth + whim_ * static_cast<float>(rng_.unit());
    if (action_ != kNoAction && score <= best_) return;
    best_ = score;
    action_ = action;
  }
  Action action() const { return action_; }

 private:
  Rng& rng_;
  float whim_;
  Action action_ = kNoAction;
  float best_ = 0.0F;
};

// The best payment for a tile and what it gains over the resources' worth; kNoAction where there is none.
struct Deal {
  Action payment = kNoAction;
  float gain = 0.0F;
};

Deal best_payment(const Worth& worth, Goods purse, int tile) {
  Deal best;
  const auto consider = [&](int mix) {
    const float gain = static_cast<float>(value_of(kMixGoods[mix])) - goods_worth(worth, kMixGoods[mix]);
    if (best.payment == kNoAction || gain > best.gain) best = {StoneAge::kPay + mix, gain};
  };
  if (tile < kFixedTiles) {
    if (covers(purse, kTilePrice[tile])) consider(kTilePayment[tile]);
  } else if (tile < kAnyTile) {
    for (std::uint64_t set = tile_payments(purse, tile); set != 0; set &= set - 1) {
      consider(kFirstMix[kBuildingRows[tile].count] + std::countr_zero(set));
    }
  } else {
    // As many as it takes, the dearest first.
    Goods mix = 0;
    int left = kMostForAny;
    for (int kind = kKinds - 1; kind >= 0; --kind) {
      const int paid = std::min(left, count_of(purse, kind));
      mix |= goods_of(kind, paid);
      left -= paid;
    }
    if (mix != 0) consider(mix_number(mix));
  }
  return best;
}

float card_gain(const State& s, int seat, const Worth& worth, Goods purse, int place) {
  const int card = s.display[place];
  const Goods price = cheapest(purse, place + 1);
  return card_at_the_end(s, seat, worth, card) + card_at_once(s, worth, card) - goods_worth(worth, price);
}

// What the seat will have to spend: what it owns and what its people will bring, less what the purchases will cost for
// which it has taken a place.
Goods planned_purse(const State& s, int seat, const Worth& worth) {
  Goods purse = s.players[seat].goods;
  const unsigned here = s.here[seat];
  for (int place = kForest; place < kGatherPlaces; ++place) {
    const float gain = kMeanGain[place][StoneAge::crew_at(s, seat, place)];
    purse += goods_of(place - kForest, static_cast<int>(gain + kTaste.hope));
  }
  for (int stack = 0; stack < s.seats; ++stack) {
    if ((here >> (kBuilding0 + stack) & 1) == 0) continue;
    const Deal deal = best_payment(worth, purse, s.top[stack]);
    if (deal.payment != kNoAction) purse -= kMixGoods[deal.payment - StoneAge::kPay];
  }
  for (int place = kCardPlaces - 1; place >= 0; --place) {
    if ((here >> (kCard1 + place) & 1) != 0) purse -= cheapest(purse, place + 1);
  }
  return purse;
}

Action choose_placement(const State& s, Rng& rng) {
  const int seat = s.turn;
  const Player& p = s.players[seat];
  const Worth worth = worth_of(s, seat, rounds_to_come(s));
  const PlacementSet open = StoneAge::open_placements(s, seat);
  Choice choice(rng, kTaste.whim);
  // Food that this round lacks, hunters on their way counted.
  const int hunters = StoneAge::crew_at(s, seat, kHunting);
  float food = static_cast<float>(p.food + p.agriculture - p.people) + kMeanGain[kHunting][hunters];
  if ((s.here[seat] & location_bit(kField)) != 0) food += 1.0F;
  if ((s.here[seat] & location_bit(kHut)) != 0) food -= 1.0F;
  const float lacking = std::max(0.0F, -food);
  for (int place = 0; place < kGatherPlaces; ++place) {
    const int most = bit_count(open & group_of(place));
    for (int people = 1; people <= most; ++people) {
      float gain = kMeanGain[place][people];
      if (place == kHunting) {
        const float eaten = std::min(gain, lacking);
        gain = eaten * kTaste.hungry + (gain - eaten) * worth.food;
      } else {
        gain *= worth.goods[place - kForest];
      }
      choice.offer(StoneAge::kPut + first_placement(place) + people - 1,
                   gain - kTaste.home * static_cast<float>(people));
    }
  }
  const auto offer_single = [&](int place, float gain, int people) {
    if ((open & group_of(place)) == 0) return;
    choice.offer(StoneAge::kPut + first_placement(place), gain - kTaste.home * static_cast<float>(people));
  };
  offer_single(kToolMaker, worth.tool, 1);
  offer_single(kHut, worth.person, 2);
  offer_single(kField, worth.field, 1);
  const Goods purse = planned_purse(s, seat, worth);
  for (int place = 0; place < kCardPlaces; ++place) {
    if ((open & group_of(kCard1 + place)) == 0 || total_of(purse) < place + 1) continue;
    offer_single(kCard1 + place, card_gain(s, seat, worth, purse, place) + kTaste.card, 1);
  }
  for (int stack = 0; stack < s.seats; ++stack) {
    if ((open & group_of(kBuilding0 + stack)) == 0) continue;
    const Deal deal = best_payment(worth, purse, s.top[stack]);
    if (deal.payment == kNoAction) continue;
    const float builders = static_cast<float>(figures_of(StoneAge::scoring_cards(s, seat), 2));
    offer_single(kBuilding0 + stack, deal.gain + builders + kTaste.tile, 1);
  }
  return choice.action() == kNoAction ? StoneAge::random_action(s, rng).action : choice.action();
}

// The village first, then dice, then buildings, which need their kinds, and cards with what is left.
Action choose_location(const State& s) {
  const unsigned here = s.here[s.turn];
  for (const unsigned kind : {kVillagePlaces, 0x1FU, 0xF000U, 0x0F00U}) {
    if ((here & kind) != 0) return StoneAge::kGoTo + std::countr_zero(here & kind);
  }
  return kNoAction;
}

Action choose_tools(const State& s) {
  const Player& p = s.players[s.turn];
  const Worth worth = worth_of(s, s.turn, rounds_to_come(s));
  const int place = StoneAge::rolled_place(s);
  const float price = place == kHunting ? worth.food : worth.goods[place - kForest];
  const unsigned ready = StoneAge::ready_tools(p);
  Action best = StoneAge::kUse;
  float most = price * static_cast<float>(kGain[place][s.roll]);
  for (unsigned set = (0 - ready) & ready; set != 0; set = (set - ready) & ready) {
    const int once = kOneUseSum[set >> 3];
    const int tools = StoneAge::tools_value(p, set);
    // Tools are for this round, and some place still to come may want them; one-use tools are dearer.
    const float gain = price * static_cast<float>(kGain[place][s.roll + tools]) -
                       kTaste.tools * kWeights.tool_now * static_cast<float>(tools - once) -
                       kWeights.one_use * static_cast<float>(once);
    if (gain > most) {
      most = gain;
      best = StoneAge::kUse + static_cast<Action>(set);
    }
  }
  return best;
}

Action choose_purchase(const State& s) {
  const int seat = s.turn;
  const Player& p = s.players[seat];
  if (StoneAge::has_open_pick(s, seat)) return StoneAge::kLatePick;  // two gold
  const Worth worth = worth_of(s, seat, rounds_to_come(s));
  if (s.pending < kBuilding0) {
    const int place = s.pending - kCard1;
    if (card_gain(s, seat, worth, p.goods, place) <= 0.0F) return StoneAge::kDecline;
    return StoneAge::kPay + mix_number(cheapest(p.goods, place + 1));
  }
  const Deal deal = best_payment(worth, p.goods, s.top[s.pending - kBuilding0]);
  const float builders = static_cast<float>(figures_of(StoneAge::scoring_cards(s, seat), 2));
  return deal.gain + builders <= 0.0F ? StoneAge::kDecline : deal.payment;
}

Action choose_die(const State& s) {
  const Worth worth = worth_of(s, s.mover, rounds_to_come(s));
  Action best = kNoAction;
  float most = 0.0F;
  for (unsigned faces = different_faces(s.dice[StoneAge::active_dice(s)]); faces != 0; faces &= faces - 1) {
    const int face = std::countr_zero(faces) + 1;
    const float gain = face_worth(worth, face);
    if (best == kNoAction || gain > most) {
      most = gain;
      best = StoneAge::kTakeFace + face - 1;
    }
  }
  return best;
}

Action choose_feeding(const State& s) {
  if (s.roll == 0) return StoneAge::kFeedAll;
  const Player& p = s.players[s.turn];
  if (total_of(p.goods) < s.roll) {
    return StoneAge::has_open_pick(s, s.turn) ? StoneAge::kLatePick : StoneAge::kStarve;
  }
  const Worth worth = worth_of(s, s.turn, rounds_to_come(s));
  const Goods price = cheapest(p.goods, s.roll);
  return goods_worth(worth, price) < 10.0F ? StoneAge::kPay + mix_number(price) : StoneAge::kStarve;
}

}  // namespace

Action StoneAge::policy_action(const State& s, Rng& rng) {
  switch (s.phase) {
    case kPlace:
      return choose_placement(s, rng);
    case kGo:
      return choose_location(s);
    case kTools:
      return choose_tools(s);
    case kBuy:
      return choose_purchase(s);
    case kTake:
      return choose_die(s);
    case kPick:
      return kPay + kFirstPick;  // two gold
    case kFeed:
      return choose_feeding(s);
    case kSlot:
      return kRaiseSlot + std::countr_zero(unsigned{kToolRows[s.players[s.mover].tools].choices});
    default:
      return kNoAction;
  }
}

}  // namespace embertree
