#include "bindings/py_evaluator.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace embertree::bindings {
namespace {

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (const py::ssize_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + (shape.size() == 1 ? ",)" : ")");
}

// An array of that shape, or an error that says what came instead.
Floats floats(const py::handle& given, const char* what, const std::vector<py::ssize_t>& shape) {
  Floats array = Floats::ensure(given);
  if (!array) {
    PyErr_Clear();
    throw UsageError(std::string("evaluator: ") + what + " are no array of numbers but " +
                     std::string(py::str(py::type::of(given).attr("__name__"))));
  }
  const std::vector<py::ssize_t> found(array.shape(), array.shape() + array.ndim());
  if (found != shape) {
    throw UsageError(std::string("evaluator: ") + what + " have the shape " + shape_text(found) + ", expected " +
                     shape_text(shape));
  }
  return array;
}

class PyEvaluator final : public LeafEvaluator {
 public:
  PyEvaluator(py::object judge, int batch, const PyGame& game)
      : judge_(std::move(judge)), batch_(batch), game_(game.game), objective_(game.objective) {}
  PyEvaluator(const PyEvaluator&) = delete;
  PyEvaluator& operator=(const PyEvaluator&) = delete;
  // Whoever lets go of it last may not hold the interpreter's lock.
  ~PyEvaluator() override {
    const py::gil_scoped_acquire locked;
    judge_ = py::object();
  }

  int batch() const override { return batch_; }

  bool judge(const LeafBatch& leaves) override {
    const py::gil_scoped_acquire locked;
    const py::ssize_t count = leaves.count;
    const py::ssize_t actions = game_->traits().num_distinct_actions;
    std::vector<py::ssize_t> shape{count};
    for (const int size : game_->observation_shape(leaves.players)) shape.push_back(size);
    py::array_t<float> observations(shape);
    std::copy_n(leaves.observations, observations.size(), observations.mutable_data());
    py::array_t<bool> legal({count, actions});
    std::copy_n(leaves.legal, legal.size(), legal.mutable_data());

    py::object answer = judge_(observations, legal);
    py::object priors = py::none();
    if (py::isinstance<py::tuple>(answer)) {
      const auto both = py::reinterpret_borrow<py::tuple>(answer);
      if (both.size() != 2) {
        throw UsageError("evaluator: it returned " + std::to_string(both.size()) +
                         " things, expected values or (values, priors)");
      }
      priors = both[1];
      answer = both[0];
    }
    take_values(floats(answer, "values", {count, leaves.players}), leaves);
    if (priors.is_none()) return false;
    take_priors(floats(priors, "priors", {count, actions}), leaves);
    return true;
  }

 private:
  void take_values(const Floats& values, const LeafBatch& leaves) const {
    const float lowest = objective_ == Objective::kMargin ? -1.0F : 0.0F;
    // What a network's last layer rounds is forgiven.
    constexpr float kSlack = 1e-3F;
    for (py::ssize_t i = 0; i < values.size(); ++i) {
      const float value = values.data()[i];
      if (!(value >= lowest - kSlack && value <= 1.0F + kSlack)) {
        throw UsageError("evaluator: the value " + std::to_string(value) + " is not from " +
                         (lowest < 0.0F ? "-1" : "0") + " to 1, as this objective's are");
      }
      leaves.values[i] = std::clamp(value, lowest, 1.0F);
    }
  }

  static void take_priors(const Floats& priors, const LeafBatch& leaves) {
    for (py::ssize_t i = 0; i < priors.size(); ++i) {
      // What is not legal does not matter, so anything may stand there.
      const float prior = leaves.legal[i] != 0 ? priors.data()[i] : 0.0F;
      if (!(prior >= 0.0F && prior <= 1e30F)) {
        throw UsageError("evaluator: the prior " + std::to_string(prior) +
                         " of a legal action is not a weight from 0 on");
      }
      leaves.priors[i] = prior;
    }
  }

  py::object judge_;
  int batch_;
  const AnyGame* game_;
  Objective objective_;
};

}  // namespace

std::shared_ptr<LeafEvaluator> make_evaluator(const py::object& judge, int batch, const PyGame& game) {
  if (judge.is_none()) return nullptr;
  if (PyCallable_Check(judge.ptr()) == 0) {
    throw UsageError("evaluator: a function of (observations, legal) is expected, not " +
                     std::string(py::str(py::type::of(judge).attr("__name__"))));
  }
  if (batch < 1 || batch > 4096)
    throw UsageError("evaluator_batch: " + std::to_string(batch) + " is not from 1 to 4096");
  return std::make_shared<PyEvaluator>(judge, batch, game);
}

}  // namespace embertree::bindings
