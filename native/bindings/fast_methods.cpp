// The methods of State that random play from Python calls at every step, by hand in Python's own calling convention.
//
// pybind11 looks up overloads, converters and owners at every call, which costs more than these methods do. So the
// usual call, an exact int on a sound state, is answered here; every other one (keywords, numpy integers, errors of any
// kind) goes on to the pybind11 method of that name, which stays the only place that says what is wrong.
#include "bindings/bindings.hpp"

namespace embertree::bindings {
namespace {

enum Method { kCurrentPlayer, kIsChanceNode, kIsTerminal, kLegalActions, kLegalCount, kApplyAction, kChild, kClone };

// The pybind11 methods behind, and the type State; they live as long as the process.
PyObject* careful[kClone + 1];
PyTypeObject* state_type;

PyState* state_in(PyObject* self) {
  const auto* instance = reinterpret_cast<py::detail::instance*>(self);
  // Null where a subclass made itself without a state; another layout where it has a second native base.
  return instance->simple_layout ? static_cast<PyState*>(instance->simple_value_holder[0]) : nullptr;
}

PyObject* ask_careful(Method method, PyObject* self) { return PyObject_CallOneArg(careful[method], self); }

// As pybind11 returns a state by value, less the entry in its map from states to objects: nobody looks these up.
PyObject* new_object(std::unique_ptr<PyState> state) {
  PyObject* const made = py::detail::make_new_instance(state_type);
  auto place = reinterpret_cast<py::detail::instance*>(made)->get_value_and_holder();
  place.value_ptr() = state.get();
  new (&place.holder<std::unique_ptr<PyState>>()) std::unique_ptr<PyState>(std::move(state));
  place.set_holder_constructed();
  return made;
}

int mover_of(const PyState& state) { return state.game().current_player(state.data()); }

PyObject* current_player(PyObject* self, PyObject*) {
  const PyState* const state = state_in(self);
  return state != nullptr ? PyLong_FromLong(mover_of(*state)) : ask_careful(kCurrentPlayer, self);
}

PyObject* is_chance_node(PyObject* self, PyObject*) {
  const PyState* const state = state_in(self);
  return state != nullptr ? PyBool_FromLong(mover_of(*state) == kChance) : ask_careful(kIsChanceNode, self);
}

PyObject* is_terminal(PyObject* self, PyObject*) {
  const PyState* const state = state_in(self);
  return state != nullptr ? PyBool_FromLong(mover_of(*state) == kTerminal) : ask_careful(kIsTerminal, self);
}

PyObject* legal_count(PyObject* self, PyObject*) {
  const PyState* const state = state_in(self);
  return state != nullptr ? PyLong_FromLong(state->game().legal_count(state->data())) : ask_careful(kLegalCount, self);
}

PyObject* legal_actions(PyObject* self, PyObject*) try {
  const PyState* const state = state_in(self);
  if (state == nullptr) return ask_careful(kLegalActions, self);
  // Memory kept from call to call (the interpreter's lock is held); taken while in use, since making a list may collect
  // garbage, which may run any code, this function too.
  static std::vector<Action> spare;
  std::vector<Action> actions = std::move(spare);
  state->game().legal_actions(state->data(), actions);
  PyObject* const list = PyList_New(static_cast<Py_ssize_t>(actions.size()));
  if (list == nullptr) return nullptr;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    PyObject* const number = PyLong_FromLong(actions[i]);
    if (number == nullptr) {
      Py_DECREF(list);
      return nullptr;
    }
    PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), number);
  }
  spare = std::move(actions);
  return list;
} catch (const std::bad_alloc&) {
  return PyErr_NoMemory();
}

PyObject* clone(PyObject* self, PyObject*) try {
  const PyState* const state = state_in(self);
  return state != nullptr ? new_object(std::make_unique<PyState>(*state)) : ask_careful(kClone, self);
} catch (const std::bad_alloc&) {
  return PyErr_NoMemory();
}

// The action of a call with one argument, an int in range; whether it is legal is asked later.
bool read_action(PyObject* const* args, Py_ssize_t count, PyObject* names, Action& action) {
  if (count != 1 || names != nullptr || !PyLong_CheckExact(args[0])) return false;
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(args[0], &overflow);
  action = static_cast<Action>(number);
  return overflow == 0 && number == action;
}

PyObject* ask_careful(Method method, PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  const Py_ssize_t named = names != nullptr ? PyTuple_GET_SIZE(names) : 0;
  std::vector<PyObject*> all{self};
  all.insert(all.end(), args, args + count + named);
  return PyObject_Vectorcall(careful[method], all.data(), static_cast<std::size_t>(count + 1), names);
}

PyObject* apply_action(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) try {
  PyState* const state = state_in(self);
  Action action = kNoAction;
  if (state == nullptr || !read_action(args, count, names, action)) {
    return ask_careful(kApplyAction, self, args, count, names);
  }
  try {
    state->apply(action);
  } catch (const UsageError&) {
    return ask_careful(kApplyAction, self, args, count, names);  // the state is as it was
  }
  Py_RETURN_NONE;
} catch (const std::bad_alloc&) {
  return PyErr_NoMemory();
}

PyObject* child(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) try {
  const PyState* const state = state_in(self);
  Action action = kNoAction;
  if (state == nullptr || !read_action(args, count, names, action)) {
    return ask_careful(kChild, self, args, count, names);
  }
  auto next = std::make_unique<PyState>(*state);
  try {
    next->apply(action);
  } catch (const UsageError&) {
    return ask_careful(kChild, self, args, count, names);
  }
  return new_object(std::move(next));
} catch (const std::bad_alloc&) {
  return PyErr_NoMemory();
}

using WithArguments = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

PyMethodDef without_arguments(const char* name, PyCFunction function) { return {name, function, METH_NOARGS, nullptr}; }

PyMethodDef with_arguments(const char* name, WithArguments function) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL | METH_KEYWORDS,
          nullptr};
}

}  // namespace

void add_fast_methods(py::class_<PyState>& state) {
  static PyMethodDef methods[kClone + 1];
  methods[kCurrentPlayer] = without_arguments("current_player", current_player);
  methods[kIsChanceNode] = without_arguments("is_chance_node", is_chance_node);
  methods[kIsTerminal] = without_arguments("is_terminal", is_terminal);
  methods[kLegalActions] = without_arguments("legal_actions", legal_actions);
  methods[kLegalCount] = without_arguments("legal_count", legal_count);
  methods[kApplyAction] = with_arguments("apply_action", apply_action);
  methods[kChild] = with_arguments("child", child);
  methods[kClone] = without_arguments("clone", clone);

  state_type = reinterpret_cast<PyTypeObject*>(state.ptr());
  static std::string docs[kClone + 1];
  for (int i = 0; i <= kClone; ++i) {
    const py::object behind = state.attr(methods[i].ml_name);
    docs[i] = behind.attr("__doc__").cast<std::string>();
    methods[i].ml_doc = docs[i].c_str();
    careful[i] = behind.inc_ref().ptr();
    state.attr(methods[i].ml_name) = py::reinterpret_steal<py::object>(PyDescr_NewMethod(state_type, &methods[i]));
  }
}

}  // namespace embertree::bindings
