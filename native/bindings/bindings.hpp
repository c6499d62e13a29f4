// What the parts of the module share: a state with its history, and a game with its settings, as Python holds them.
#pragma once

#include <pybind11/pybind11.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "games/registry.hpp"

namespace embertree::bindings {

namespace py = pybind11;

struct PyGame {
  const AnyGame* game;
  int players;
  OptionMap options;
  Objective objective;

  bool operator==(const PyGame& other) const {
    return game == other.game && players == other.players && objective == other.objective &&
           options.non_defaults() == other.options.non_defaults();
  }
};

using Bytes = std::vector<std::byte>;

class PyState {
 public:
  PyState(const AnyGame& game, Objective objective) : game_(&game), objective_(objective) {}
  PyState(const PyState& other) : game_(other.game_), objective_(other.objective_), start_(other.start_) {
    // A copy is made to be played on.
    history_.reserve(other.history_.size() + 16);
    history_ = other.history_;
    std::memcpy(bytes_, other.bytes_, game_->state_bytes());
  }
  PyState& operator=(const PyState&) = delete;

  const AnyGame& game() const { return *game_; }
  Objective objective() const { return objective_; }
  const void* data() const { return bytes_; }
  void* data() { return bytes_; }
  const std::vector<Action>& history() const { return history_; }
  const Bytes& start() const { return *start_; }

  // The state as it stands becomes the start of its history.
  void begin_here() {
    start_ = std::make_shared<const Bytes>(bytes_, bytes_ + game_->state_bytes());
    history_.clear();
  }
  void apply(Action action) {
    game_->apply_checked(bytes_, action);
    history_.push_back(action);
  }
  bool operator==(const PyState& other) const {
    return game_ == other.game_ && objective_ == other.objective_ &&
           std::memcmp(bytes_, other.bytes_, game_->state_bytes()) == 0;
  }

 private:
  const AnyGame* game_;
  Objective objective_;
  std::shared_ptr<const Bytes> start_;
  std::vector<Action> history_;
  alignas(kStateAlign) std::byte bytes_[kMaxStateBytes];
};
// What malloc keeps at hand for the next call (glibc); larger pieces are searched for.
static_assert(sizeof(PyState) <= 1032);

Objective parse_objective(std::string_view name);

// An object that `__new__` alone made holds nothing. Its methods say so; pybind11 would give them raw memory instead.
template <class Bound>
void require_init() {
  py::detail::get_type_info(typeid(Bound))->operator_new = [](std::size_t) -> void* {
    throw py::type_error("this object was made by __new__ alone: call its class, or a method that returns one");
  };
}

void bind_games(py::module_& m);
// Replaces methods of State by quicker ones that do the same.
void add_fast_methods(py::class_<PyState>& state);
void bind_search(py::module_& m);

}  // namespace embertree::bindings
