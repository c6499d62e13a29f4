// How long a line of memory takes from one core to another: two threads write one word by turns. Nanoseconds one way.
//
// What threads on one tree lose to separate searches is mostly this. Cores that share a cache need about 30 ns; where
// they do not, or where a host moves a virtual machine's cores apart, several times that.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>

#include "bare.hpp"

namespace {

constexpr std::uint64_t kOver = ~std::uint64_t{0};
alignas(64) std::atomic<std::uint64_t> word{0};

// Whether that turn comes, before all is over.
bool comes(std::uint64_t turn) {
  for (int spins = 1;; ++spins) {
    const std::uint64_t now = word.load(std::memory_order_acquire);
    if (now == turn || now == kOver) return now == turn;
    // On a busy machine the other may wait for this very core.
    if (spins % 100'000 == 0) std::this_thread::yield();
  }
}

void answer() {
  for (std::uint64_t turn = 1; comes(turn); turn += 2) word.store(turn + 1, std::memory_order_release);
}

}  // namespace

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  const int times = 1'000;
  double fastest = 1e9;  // the threads may share a core for a while
  std::uint64_t turn = 0;
  std::thread other(answer);
  repeated(seconds_of(argc, argv, 1), [&] {
    const auto start = Clock::now();
    for (int i = 0; i < times && comes(turn); ++i, turn += 2) word.store(turn + 1, std::memory_order_release);
    fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - start).count());
  });
  if (comes(turn)) word = kOver;
  other.join();
  std::printf("{\"one_way_ns\": %.1f}\n", fastest / (2.0 * times) * 1e9);
}
