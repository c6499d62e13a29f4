// A Python function that judges leaves for a tree search: arrays out, arrays back.
#pragma once

#include <memory>

#include "bindings/bindings.hpp"
#include "search/leaf_evaluator.hpp"

namespace embertree::bindings {

// `judge(observations, legal)` returns `values` or `(values, priors)`; null for None. UsageError for what cannot be
// called or a batch out of range.
std::shared_ptr<LeafEvaluator> make_evaluator(const py::object& judge, int batch, const PyGame& game);

}  // namespace embertree::bindings
