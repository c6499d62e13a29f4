// The two simplest players: greedy looks one action ahead, random does not look.
#pragma once

#include "search/searcher.hpp"

namespace embertree {

// The action whose result the static evaluation likes best for the mover; chance in between is averaged.
class GreedySearch final : public SearchEngine {
 public:
  GreedySearch(const AnyGame& game, const SearchSettings& settings) : game_(game), settings_(settings) {}
  Found run(const void* state, SearchControl& control) override;
  void set_seed(std::uint64_t seed) override { settings_.seed = seed; }
  void clear() override {}
  bool brief() const override { return true; }

 private:
  const AnyGame& game_;
  SearchSettings settings_;
};

// Uniform over the legal actions.
class RandomSearch final : public SearchEngine {
 public:
  RandomSearch(const AnyGame& game, const SearchSettings& settings) : game_(game), settings_(settings) {}
  Found run(const void* state, SearchControl& control) override;
  void set_seed(std::uint64_t seed) override { settings_.seed = seed; }
  void clear() override {}
  bool brief() const override { return true; }

 private:
  const AnyGame& game_;
  SearchSettings settings_;
};

}  // namespace embertree
