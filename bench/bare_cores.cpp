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

alignas(64) std::atomic<std::uint64_t> word{0};

// Waits for its turn so many times: one side has the even numbers, the other the odd ones.
void take_turns(std::uint64_t first, std::uint64_t times) {
  for (std::uint64_t turn = first; turn < 2 * times; turn += 2) {
    int spins = 0;
    while (word.load(std::memory_order_acquire) != turn) {
      // On a busy machine the other may wait for this very core.
      if (++spins % 1000 == 0) std::this_thread::yield();
    }
    word.store(turn + 1, std::memory_order_release);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t times = 10'000;
  double fastest = 1e9;  // threads may share a core for a while
  repeated(seconds_of(argc, argv, 1), [&] {
    word = 0;
    const auto start = Clock::now();
    std::thread other(take_turns, 1, times);
    take_turns(0, times);
    other.join();
    fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - start).count());
  });
  std::printf("{\"one_way_ns\": %.1f}\n", fastest / (2.0 * double(times)) * 1e9);
}
