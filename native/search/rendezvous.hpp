// Where the threads of a search meet so that one of them may change what all of them read.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace embertree {

class Rendezvous {
 public:
  void begin(int threads) {
    active_ = threads;
    wanted_ = false;
  }

  // Asks all threads to meet; they come when they next look.
  void ask() { wanted_.store(true, std::memory_order_relaxed); }
  bool asked() const { return wanted_.load(std::memory_order_relaxed); }

  // Waits for the others; the last one to come does the work while nobody else runs.
  template <class Work>
  void meet(Work work) {
    std::unique_lock lock(mutex_);
    if (!asked()) return;
    if (++waiting_ == active_) {
      finish(work);
    } else {
      const std::uint64_t round = rounds_;
      resumed_.wait(lock, [&] { return rounds_ != round; });
    }
  }

  // A thread that ends is not waited for any more.
  template <class Work>
  void leave(Work work) {
    const std::lock_guard lock(mutex_);
    --active_;
    if (asked() && active_ > 0 && waiting_ == active_) finish(work);
  }

 private:
  template <class Work>
  void finish(Work& work) {
    work();
    waiting_ = 0;
    wanted_ = false;
    ++rounds_;
    resumed_.notify_all();
  }

  std::atomic<bool> wanted_{false};
  std::mutex mutex_;
  std::condition_variable resumed_;
  int active_ = 0;
  int waiting_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace embertree
