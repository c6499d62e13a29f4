// A player's three tool slots as one number, and everything that can happen to them as tables (rules, section 6).
//
// Play from the start only ever makes levels that differ by one (a gain raises a lowest slot), but a position may name
// any levels 0 .. 4, highest first: the tables cover all of them, so no rule here leans on how the levels came about.
#pragma once

#include <array>
#include <cstdint>

namespace embertree::stone_age {

inline constexpr int kToolSlots = 3;
inline constexpr int kHighestLevel = 4;
// Levels 4 >= a >= b >= c >= 0 and a mark for each slot that has a tool.
inline constexpr int kToolCodes = 209;

struct ToolSlots {
  std::uint8_t level[kToolSlots];
  std::uint8_t used;  // bit i: slot i is turned
  constexpr bool operator==(const ToolSlots&) const = default;
};

namespace tools_detail {

// Codes in a fixed order: code 0 is three empty slots.
inline constexpr auto kSlots = [] {
  std::array<ToolSlots, kToolCodes> rows{};
  int next = 0;
  for (std::uint8_t a = 0; a <= kHighestLevel; ++a) {
    for (std::uint8_t b = 0; b <= a; ++b) {
      for (std::uint8_t c = 0; c <= b; ++c) {
        const int tools = (a > 0) + (b > 0) + (c > 0);
        for (std::uint8_t used = 0; used < (1 << tools); ++used) rows[next++] = {{a, b, c}, used};
      }
    }
  }
  return rows;
}();

constexpr int packed(const ToolSlots& slots) {
  return ((slots.level[0] * 5 + slots.level[1]) * 5 + slots.level[2]) * 8 + slots.used;
}
// The code of packed slots; kToolCodes where there is none.
inline constexpr auto kCodes = [] {
  std::array<std::uint8_t, 1000> codes{};
  for (std::uint8_t& code : codes) code = kToolCodes;
  for (int code = 0; code < kToolCodes; ++code) codes[packed(kSlots[code])] = static_cast<std::uint8_t>(code);
  return codes;
}();
constexpr std::uint8_t code_of(const ToolSlots& slots) { return kCodes[packed(slots)]; }

constexpr bool is_used(const ToolSlots& slots, int slot) { return (slots.used >> slot) & 1; }

// Highest level first, unused before used; an empty slot has no mark.
constexpr ToolSlots sorted(ToolSlots slots) {
  for (int pass = 0; pass < kToolSlots; ++pass) {
    for (int i = 0; i + 1 < kToolSlots; ++i) {
      const bool swap = slots.level[i] < slots.level[i + 1] ||
                        (slots.level[i] == slots.level[i + 1] && is_used(slots, i) && !is_used(slots, i + 1));
      if (!swap) continue;
      const std::uint8_t level = slots.level[i];
      slots.level[i] = slots.level[i + 1];
      slots.level[i + 1] = level;
      const int low = (slots.used >> i) & 1;
      const int high = (slots.used >> (i + 1)) & 1;
      slots.used = static_cast<std::uint8_t>((slots.used & ~(3 << i)) | (high << i) | (low << (i + 1)));
    }
  }
  return slots;
}

}  // namespace tools_detail

// A line of the cache each.
struct alignas(64) ToolRow {
  ToolSlots slots;
  std::uint8_t unused;     // slots that may be added to a roll
  std::uint8_t total;      // sum of the levels
  std::uint8_t lowest;     // the level that a gain raises; 4: nothing is gained
  std::uint8_t is_sorted;  // equal levels stand unused before used
  std::uint8_t sum[8];     // of the levels in a set of slots
  std::uint8_t fresh;      // the code after marks are taken off
  // The code after a set of slots is used: [0] sorted again, [1] in printed order.
  std::uint8_t use[2][8];
  // The code after a gain. By slot: which of the lowest level is raised (slots of other levels stay as they are);
  // second index: the mark is kept or taken off; [2] is the leftmost one in printed order.
  std::uint8_t raise[kToolSlots][2];
  std::uint8_t raise_printed[2];
  std::uint8_t unused_first;  // the slot that `lowest_unused_first` raises
  std::uint8_t choices;       // slots of the lowest level that differ by their mark, one of each
};

inline constexpr auto kToolRows = [] {
  using namespace tools_detail;
  std::array<ToolRow, kToolCodes> rows{};
  for (int code = 0; code < kToolCodes; ++code) {
    const ToolSlots slots = kSlots[code];
    ToolRow& row = rows[code];
    row.slots = slots;
    row.lowest = slots.level[kToolSlots - 1];
    row.is_sorted = sorted(slots) == slots;
    for (int slot = 0; slot < kToolSlots; ++slot) {
      row.total = static_cast<std::uint8_t>(row.total + slots.level[slot]);
      if (slots.level[slot] > 0 && !is_used(slots, slot))
        row.unused = static_cast<std::uint8_t>(row.unused | 1 << slot);
    }
    row.fresh = code_of({{slots.level[0], slots.level[1], slots.level[2]}, 0});
    for (int set = 0; set < 8; ++set) {
      ToolSlots after = slots;
      for (int slot = 0; slot < kToolSlots; ++slot) {
        if (((set >> slot) & 1) == 0) continue;
        row.sum[set] = static_cast<std::uint8_t>(row.sum[set] + slots.level[slot]);
        if (slots.level[slot] > 0) after.used = static_cast<std::uint8_t>(after.used | 1 << slot);
      }
      row.use[0][set] = code_of(sorted(after));
      row.use[1][set] = code_of(after);
    }
    int leftmost = -1;
    row.unused_first = kToolSlots - 1;
    bool seen[2] = {};
    for (int slot = kToolSlots - 1; slot >= 0; --slot) {
      if (slots.level[slot] != row.lowest) continue;
      leftmost = slot;
      if (!is_used(slots, slot)) row.unused_first = static_cast<std::uint8_t>(slot);
    }
    for (int slot = 0; slot < kToolSlots; ++slot) {
      const bool lowest = slots.level[slot] == row.lowest;
      if (lowest && !seen[is_used(slots, slot)]) {
        seen[is_used(slots, slot)] = true;
        row.choices = static_cast<std::uint8_t>(row.choices | 1 << slot);
      }
      for (int fresh = 0; fresh < 2; ++fresh) {
        ToolSlots after = slots;
        if (lowest && row.lowest < kHighestLevel) {
          ++after.level[slot];
          if (fresh) after.used = static_cast<std::uint8_t>(after.used & ~(1 << slot));
        }
        row.raise[slot][fresh] = code_of(sorted(after));
        if (slot == leftmost) row.raise_printed[fresh] = code_of(after);
      }
    }
  }
  return rows;
}();

// What the tables promise: section 6.2's row of levels, and a first tool that is ready at once.
static_assert(kToolRows[0].total == 0 && kToolRows[0].unused == 0);
static_assert(tools_detail::kSlots[kToolCodes - 1] == ToolSlots{{4, 4, 4}, 7});

// One-use tools: bits 0, 1, 2 of a set are the values 2, 3, 4.
inline constexpr std::uint8_t kOneUseSum[8] = {0, 2, 3, 5, 4, 6, 7, 9};
constexpr int one_use_bit(int value) { return 1 << (value - 2); }

}  // namespace embertree::stone_age
