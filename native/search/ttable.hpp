// What a depth-first search remembers of positions it has seen: value, how deep, what kind of bound, the best action.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "core/types.hpp"

namespace embertree {

enum class Bound : std::uint8_t { kExact, kUpper, kLower };

// Buckets of a cache line where values allow. Each search has a generation of its own: what earlier ones left counts as
// empty, so that a search stays a function of its position, limits and seed, and costs nothing to begin. The part in
// use grows with the search, so that a small one touches little memory.
template <class Value>
class TTable {
 public:
  static constexpr std::uint16_t kNoHint = 0xFFFF;
  static constexpr int kMaxDepth = 127;

  struct Slot {
    Key key;
    Value value;
    std::uint16_t action;  // the best one found, or kNoHint
    std::int8_t depth;
    std::uint8_t marks;  // bits 0-1 bound, 2 horizon, 3-7 generation; 0 generation: never written

    Bound bound() const { return static_cast<Bound>(marks & 3); }
    // Whether an evaluation stands behind the value, not only ends of games.
    bool horizon() const { return (marks & 4) != 0; }
  };

  explicit TTable(std::size_t bytes) {
    buckets_max_ = 64;
    while (buckets_max_ * 2 * sizeof(Bucket) <= bytes) buckets_max_ *= 2;
  }

  // A new search: everything is forgotten.
  void begin() {
    if (memory_ == nullptr) allocate();
    if (++generation_ == kGenerations) {
      generation_ = 1;
      std::memset(static_cast<void*>(buckets_), 0, used_most_ * sizeof(Bucket));
    }
    buckets_used_ = std::min<std::size_t>(kFirstBuckets, buckets_max_);
    used_most_ = std::max(used_most_, buckets_used_);
    stored_ = 0;
  }

  // A value for exactly this depth: a deeper one would make results depend on what was searched before.
  const Slot* find(Key key, int depth) const {
    for (const Slot& slot : bucket(key).slots) {
      if (slot.key == key && slot.depth == depth && current(slot)) return &slot;
    }
    return nullptr;
  }

  // The action that was best when the position was last searched, at whatever depth.
  std::uint16_t hint(Key key) const {
    const Slot* deepest = nullptr;
    for (const Slot& slot : bucket(key).slots) {
      if (slot.key == key && current(slot) && (deepest == nullptr || slot.depth > deepest->depth)) deepest = &slot;
    }
    return deepest == nullptr ? kNoHint : deepest->action;
  }

  void store(Key key, int depth, const Value& value, Bound bound, bool horizon, std::uint16_t action) {
    if (depth > kMaxDepth) return;
    Slot* victim = nullptr;
    for (Slot& slot : buckets_[index(key)].slots) {
      const bool empty = !current(slot);
      if (!empty && slot.key == key && slot.depth == depth) {
        victim = &slot;
        break;
      }
      if (victim == nullptr || (current(*victim) && (empty || slot.depth < victim->depth))) victim = &slot;
    }
    if (!current(*victim)) ++stored_;
    *victim = {key, value, action, static_cast<std::int8_t>(depth),
               static_cast<std::uint8_t>(static_cast<int>(bound) | (horizon ? 4 : 0) | generation_ << 3)};
    if (stored_ > buckets_used_ * kWays / 2 && buckets_used_ < buckets_max_) grow();
  }

  int permille() const { return static_cast<int>(1000 * stored_ / (buckets_max_ * kWays)); }

 private:
  static constexpr int kWays = sizeof(Slot) <= 16 ? 4 : 2;
  static constexpr std::size_t kFirstBuckets = 1024;
  static constexpr int kGenerations = 32;
  struct alignas(64) Bucket {
    std::array<Slot, kWays> slots;
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  bool current(const Slot& slot) const { return slot.marks >> 3 == generation_; }
  // The low bits, so that a bucket's slots stay where they are or move up by half when the part in use doubles.
  std::size_t index(Key key) const { return static_cast<std::size_t>(key) & (buckets_used_ - 1); }
  const Bucket& bucket(Key key) const { return buckets_[index(key)]; }

  // Zero pages from the system, which cost nothing until they are written.
  void allocate() {
    memory_.reset(std::calloc(buckets_max_ + 1, sizeof(Bucket)));
    if (memory_ == nullptr) throw std::bad_alloc();
    void* at = memory_.get();
    std::size_t room = (buckets_max_ + 1) * sizeof(Bucket);
    buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), buckets_max_ * sizeof(Bucket), at, room));
  }

  void grow() {
    const std::size_t old = buckets_used_;
    buckets_used_ *= 2;
    if (buckets_used_ > used_most_) used_most_ = buckets_used_;
    for (std::size_t b = 0; b < old; ++b) {
      for (int i = 0; i < kWays; ++i) {
        Slot& slot = buckets_[b].slots[i];
        Slot& upper = buckets_[b + old].slots[i];
        upper.marks = 0;
        if (current(slot) && (slot.key & old) != 0) {
          upper = slot;
          slot.marks = 0;
        }
      }
    }
  }

  std::size_t buckets_max_ = 0;
  std::unique_ptr<void, Free> memory_;
  Bucket* buckets_ = nullptr;
  std::size_t buckets_used_ = 0;
  std::size_t used_most_ = 0;  // by any search since the last sweep
  std::size_t stored_ = 0;
  int generation_ = 0;
};

}  // namespace embertree
