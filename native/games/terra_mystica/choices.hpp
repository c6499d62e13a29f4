// Legal actions as sets of ids: what legal_actions lists, and what a random playout draws from without listing it.
#pragma once

#include "games/terra_mystica/rules.hpp"

namespace embertree::terra {

// Parts of up to 64 ids that follow one another, a bit each, in ascending order. A part may be empty: to add it costs
// less than to ask whether it is, since no branch could foresee that.
class Choices {
 public:
  // Elements beyond size_ are not initialised on purpose, as in FixedList.
  Choices() {}  // NOLINT(modernize-use-equals-default)

  void add(std::uint64_t ids, Action first) {
    assert(size_ < kCapacity);
    count_ += std::popcount(ids);
    parts_[size_++] = {ids, first, count_};
  }
  void add(Bits128 hexes, Action first) {
    add(hexes.lo, first);
    add(hexes.hi, first + 64);
  }

  int count() const { return count_; }
  // Action number k in ascending order, k = 0 .. count() - 1.
  Action nth(int k) const {
    assert(k >= 0 && k < count_);
    const Part* part = parts_;
    while (part->up_to <= k) ++part;
    return part->first + bits_detail::nth_in_word(part->ids, std::popcount(part->ids) - (part->up_to - k));
  }
  void list(ActionList<TerraMystica>& actions) const {
    for (int i = 0; i < size_; ++i) {
      const Part& part = parts_[i];
      for (std::uint64_t rest = part.ids; rest != 0; rest &= rest - 1) {
        actions.push_back(part.first + std::countr_zero(rest));
      }
    }
  }

 private:
  struct Part {
    std::uint64_t ids;
    Action first;
    std::int32_t up_to;  // ids in this part and those before it
  };
  // A part for every hex spades may go to, and what else there may be then.
  static constexpr int kCapacity = kLand + 16;

  int size_ = 0;
  std::int32_t count_ = 0;
  Part parts_[kCapacity];
};

// What may be done with the spades in hand (moves_spades.cpp).
void add_spades(const State& state, const Reach& reach, Choices& choices);

}  // namespace embertree::terra
