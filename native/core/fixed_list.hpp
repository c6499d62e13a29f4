// A list with its room inside: no heap, no growth. Legal actions and outcomes are handed out in these.
#pragma once

#include <cassert>
#include <cstddef>

namespace embertree {

template <class T, int N>
class FixedList {
 public:
  using value_type = T;
  static constexpr int kCapacity = N;

  // Elements beyond size() are not initialised on purpose: a list of 1024 actions is made millions of times a second.
  FixedList() {}  // NOLINT(modernize-use-equals-default)
  FixedList(const FixedList& other) { *this = other; }
  FixedList& operator=(const FixedList& other) {
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) items_[i] = other.items_[i];
    return *this;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  T& operator[](int i) {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  const T& back() const { return (*this)[size_ - 1]; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }

  void clear() { size_ = 0; }
  void push_back(const T& item) {
    assert(size_ < N);
    items_[size_++] = item;
  }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  void truncate(int size) {
    assert(size >= 0 && size <= size_);
    size_ = size;
  }

 private:
  int size_ = 0;
  T items_[N];
};

}  // namespace embertree
