// embertree._core: the contents page.
#include <pybind11/pybind11.h>

#include "bindings/bindings.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, m) {
  m.doc() = "The native core of Embertree: games, states and searches.";
  embertree::bindings::bind_games(m);
  embertree::bindings::bind_search(m);
  m.def("version", [] { return EMBERTREE_VERSION; });
  m.def("build_info", [] {
    py::dict info;
    info["checked"] = embertree::kChecked;
    info["sanitizer"] = EMBERTREE_SANITIZER;
    info["native"] = bool(EMBERTREE_NATIVE);
    info["lto"] = bool(EMBERTREE_LTO);
    info["compiler"] = __VERSION__;
    return info;
  });
}
