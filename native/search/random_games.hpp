// Whole games between `random` players, each the very game that the referee would play with its seed: the same streams,
// the same choices, the same words. Matches of random players alone are played here.
#pragma once

#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/searcher.hpp"

namespace embertree {

// One step of `derive` in src/embertree/seeds.py, given the hash of a name.
constexpr std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t name_hash) {
  return Rng::nth(seed ^ name_hash, 1);
}
// The seed's last step: below 2^53, so that every JSON reader keeps it whole.
constexpr std::uint64_t whole_in_json(std::uint64_t seed) { return seed >> 11; }

// The k-th event of each kind takes the k-th number of that kind's stream (docs/protocol.md, "auto").
template <Game G>
class ChanceStreams {
 public:
  explicit ChanceStreams(std::uint64_t seed) : seed_(seed) {}

  Action draw(const typename G::State& state) {
    OutcomeList<G> outcomes;
    G::chance_outcomes(state, outcomes);
    Weight sum = 0;
    for (const Outcome& outcome : outcomes) sum += outcome.weight;
    Weight at = multiply_high(next(state, outcomes[0].action), sum);
    for (const Outcome& outcome : outcomes) {
      if (at < outcome.weight) return outcome.action;
      at -= outcome.weight;
    }
    return outcomes[outcomes.size() - 1].action;
  }

 private:
  struct Stream {
    std::uint64_t kind;
    std::uint64_t count;
  };

  std::uint64_t next(const typename G::State& state, Action first) {
    const std::string word = G::action_text(state, first);
    const std::uint64_t kind = fnv1a64(std::string_view(word).substr(0, word.find(':')));
    for (Stream& stream : streams_) {
      if (stream.kind == kind) return Rng::nth(seed_ ^ kind, ++stream.count);
    }
    streams_.push_back({kind, 1});
    return Rng::nth(seed_ ^ kind, 1);
  }

  std::uint64_t seed_;
  std::vector<Stream> streams_;  // a game has a handful of verbs
};

// One game from `state` on, played to its end or to `max_plies`; returns whether it ended. Words of all plies go to
// `words`, blanks between them and a line break at the end, where it is not null.
template <Game G>
bool play_random_game(typename G::State& state, std::uint64_t seed, std::int64_t max_plies, std::int64_t* decisions,
                      std::string* words) {
  constexpr std::uint64_t kAgent = fnv1a64("agent");
  constexpr std::string_view kDigits = "0123456789";
  std::uint64_t seeds[kMaxSeats];
  std::uint64_t made[kMaxSeats] = {};
  for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
    seeds[seat] = whole_in_json(derived_seed(derived_seed(seed, kAgent), fnv1a64(kDigits.substr(seat, 1))));
  }
  ChanceStreams<G> chance(seed);
  std::int64_t plies = 0;
  int mover;
  for (; (mover = G::current_player(state)) != kTerminal && plies < max_plies; ++plies) {
    Action action;
    if (mover == kChance) {
      action = chance.draw(state);
    } else {
      // What RandomSearch does with the seed of this decision (search/simple.cpp).
      const auto choose = [&](const typename G::State& seen) {
        Rng rng(mix64(Rng::nth(seeds[mover], ++made[mover])) ^ G::key(seen));
        ActionList<G> actions;
        G::legal_actions(seen, actions);
        return actions[rng.below_int(actions.size())];
      };
      if constexpr (kHasHidden<G>) {
        action = choose(view<G>(state, mover));
      } else {
        action = choose(state);
      }
    }
    if (words != nullptr) {
      if (plies > 0) words->push_back(' ');
      words->append(G::action_text(state, action));
    }
    apply<G>(state, action);
  }
  if (words != nullptr) words->push_back('\n');
  for (int seat = 0; seat < kMaxSeats; ++seat) decisions[seat] = static_cast<std::int64_t>(made[seat]);
  return mover == kTerminal;
}

template <Game G>
void play_random_games(const typename G::State& start, std::int64_t n, const std::uint64_t* seeds,
                       std::int64_t max_plies, RandomGames& out) {
  const int players = G::num_players(start);
  std::uint8_t* ranks = out.ranks;
  std::int32_t* scores = out.scores;
  std::int64_t* decisions = out.decisions;
  for (std::int64_t i = 0; i < n; ++i, ranks += players, scores += players, decisions += players) {
    typename G::State state = start;
    std::int64_t made[kMaxSeats];
    out.ended[i] = play_random_game<G>(state, seeds[i], max_plies, made, out.words);
    Result result;
    G::result(state, result);
    for (int seat = 0; seat < players; ++seat) {
      ranks[seat] = result.ranks[seat];
      scores[seat] = result.scores[seat];
      decisions[seat] = made[seat];
    }
  }
}

}  // namespace embertree
