# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many states of one game at once: rows of bytes in, numbers out, without a Python call a state and without the lock.

A batch is a numpy array of shape (n, game.state_bytes), dtype uint8, C-contiguous. Chance is not resolved unless asked
(`resolve_chance`): where a row is at chance, `step` takes the outcome as its action.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

import numpy as np

from embertree import _core

cdef extern from "search/batch.hpp" namespace "embertree" nogil:
    cdef cppclass BatchKit:
        int64_t (*step)(void*, int64_t, const int32_t*) noexcept nogil
        int64_t (*resolve_chance)(void*, int64_t, uint64_t*) noexcept nogil
        void (*random_actions)(const void*, int64_t, uint64_t*, int32_t*) noexcept nogil
        void (*current_players)(const void*, int64_t, int8_t*) noexcept nogil
        void (*legal_masks)(const void*, int64_t, uint8_t*) noexcept nogil
        void (*legal_lists)(const void*, int64_t, int64_t*, int32_t*) noexcept nogil
        void (*observe)(const void*, int64_t, int, float*, int64_t) noexcept nogil
        void (*returns)(const void*, int64_t, int, int, float*) noexcept nogil
        void (*keys)(const void*, int64_t, uint64_t*) noexcept nogil


cdef class Batch:
    """n states of one game (`_core.Game`), stepped and read together.

    states: the (n, state_bytes) uint8 array itself; it may be copied, indexed and written back.
    """

    cdef const BatchKit* kit
    cdef readonly object game
    cdef uint8_t[:, ::1] rows
    cdef object array

    def __init__(self, game, Py_ssize_t n, start=None):
        """n copies of `start` (a State; default the game's initial state). ValueError where n is below 1."""
        if n < 1:
            raise ValueError(f"n: {n} states; a batch has at least 1")
        self.game = game
        self.kit = <const BatchKit*> PyCapsule_GetPointer(_core._batch_kit(game.id), "embertree.BatchKit")
        if start is None:
            start = game.new_initial_state()
        elif start.game.id != game.id or start.num_players != game.num_players:
            raise _core.UsageError(f"start is a state of {start.game!r}, the batch is for {game!r}")
        self.array = _aligned(n, game.state_bytes)
        self.array[:] = np.frombuffer(start.to_bytes(), dtype=np.uint8)
        self.rows = self.array

    def __len__(self):
        return self.rows.shape[0]

    @property
    def states(self):
        return self.array

    def select(self, rows):
        """A new batch of the named rows (any numpy index, repeats allowed): the way to grow a tree level."""
        chosen = self.array[rows]
        cdef Batch other = Batch.__new__(Batch)
        other.game = self.game
        other.kit = self.kit
        other.array = _aligned(chosen.shape[0], self.game.state_bytes)
        other.array[:] = chosen
        other.rows = other.array
        return other

    def state(self, Py_ssize_t row):
        """Row as a State."""
        return self.game.state_from_bytes(self.array[row].tobytes())

    cdef void* _data(self) noexcept:
        return <void*> &self.rows[0, 0] if self.rows.shape[0] else NULL

    def step(self, actions):
        """Applies action i to row i (shape (n,), whole numbers). All or nothing: IllegalActionError names the row."""
        cdef int32_t[::1] given = _whole_numbers(actions, self.rows.shape[0])
        cdef int64_t bad
        cdef int64_t n = self.rows.shape[0]
        cdef void* data = self._data()
        if n == 0:
            return
        with nogil:
            bad = self.kit.step(data, n, &given[0])
        if bad >= 0:
            why = self.state(bad).why_illegal(given[bad])
            raise _core.IllegalActionError(f"row {bad}: action {given[bad]}: {why}; no row has changed")

    def resolve_chance(self, rngs):
        """Draws every pending chance event; `rngs` ((n,) uint64, written) are generator states. Returns how many."""
        cdef uint64_t[::1] seeds = _generators(rngs, self.rows.shape[0])
        cdef int64_t n = self.rows.shape[0]
        cdef void* data = self._data()
        cdef int64_t drawn = 0
        if n:
            with nogil:
                drawn = self.kit.resolve_chance(data, n, &seeds[0])
        return drawn

    def random_actions(self, rngs):
        """A uniformly random legal action (at chance: outcome) a row, -1 where over; `rngs` as in resolve_chance."""
        cdef uint64_t[::1] seeds = _generators(rngs, self.rows.shape[0])
        cdef int64_t n = self.rows.shape[0]
        out = np.empty(n, dtype=np.int32)
        cdef int32_t[::1] actions = out
        cdef void* data = self._data()
        if n:
            with nogil:
                self.kit.random_actions(data, n, &seeds[0], &actions[0])
        return out

    def current_players(self):
        """(n,) int8: a seat, CHANCE or TERMINAL."""
        cdef int64_t n = self.rows.shape[0]
        out = np.empty(n, dtype=np.int8)
        cdef int8_t[::1] players = out
        cdef void* data = self._data()
        if n:
            with nogil:
                self.kit.current_players(data, n, &players[0])
        return out

    def legal_actions_masks(self):
        """(n, num_distinct_actions) uint8, 1 where legal; zeros at chance and when over."""
        cdef int64_t n = self.rows.shape[0]
        out = np.empty((n, self.game.num_distinct_actions), dtype=np.uint8)
        cdef uint8_t[:, ::1] masks = out
        cdef void* data = self._data()
        if n:
            with nogil:
                self.kit.legal_masks(data, n, &masks[0, 0])
        return out

    def legal_lists(self):
        """(counts, actions): how many legal actions (at chance: outcomes) each row has, and all of them in row order."""
        cdef int64_t n = self.rows.shape[0]
        counts = np.zeros(n, dtype=np.int64)
        cdef int64_t[::1] count_view = counts
        cdef void* data = self._data()
        cdef int32_t[::1] action_view
        if n == 0:
            return counts, np.empty(0, dtype=np.int32)
        with nogil:
            self.kit.legal_lists(data, n, &count_view[0], NULL)
        actions = np.empty(max(1, int(counts.sum())), dtype=np.int32)
        action_view = actions
        with nogil:
            self.kit.legal_lists(data, n, &count_view[0], &action_view[0])
        return counts, actions[: int(counts.sum())]

    def observe(self, int seat=-1):
        """(n, *observation_shape) float32 as `seat` sees it; seat -1: each row's mover (seat 0 where nobody moves)."""
        if seat < -1 or seat >= self.game.num_players:
            raise _core.UsageError(f"seat {seat}: seats are 0 to {self.game.num_players - 1}, or -1 for the mover")
        shape = self.game.observation_shape()
        cdef int64_t n = self.rows.shape[0]
        cdef int64_t size = int(np.prod(shape))
        out = np.empty((n, size), dtype=np.float32)
        cdef float[:, ::1] features = out
        cdef void* data = self._data()
        if n:
            with nogil:
                self.kit.observe(data, n, seat, &features[0, 0], size)
        return out.reshape((n, *shape))

    def returns(self):
        """(n, players) float32 by the game's objective; zeros until a row's game is over."""
        cdef int64_t n = self.rows.shape[0]
        cdef int players = self.game.num_players
        cdef int objective = _core.OBJECTIVES.index(self.game.objective)
        out = np.empty((n, players), dtype=np.float32)
        cdef float[:, ::1] values = out
        cdef void* data = self._data()
        if n:
            with nogil:
                self.kit.returns(data, n, players, objective, &values[0, 0])
        return out

    def keys(self):
        """(n,) uint64 keys."""
        cdef int64_t n = self.rows.shape[0]
        out = np.empty(n, dtype=np.uint64)
        cdef uint64_t[::1] keys = out
        cdef void* data = self._data()
        if n:
            with nogil:
                self.kit.keys(data, n, &keys[0])
        return out


def _aligned(Py_ssize_t n, Py_ssize_t size):
    # States may hold words that want 16-byte alignment; numpy promises that for large arrays only.
    cdef Py_ssize_t align = 64
    raw = np.empty(n * size + align, dtype=np.uint8)
    offset = -raw.ctypes.data % align
    return raw[offset : offset + n * size].reshape(n, size)


def _whole_numbers(actions, Py_ssize_t n):
    given = np.asarray(actions)
    if given.shape != (n,) or given.dtype.kind not in "iu":
        raise _core.UsageError(f"actions: shape {given.shape} of {given.dtype}; expected ({n},) whole numbers")
    if given.dtype != np.int32:
        if given.size and (given.max() > 2**31 - 1 or given.min() < -(2**31)):
            raise _core.UsageError("actions: a number is outside 32 bits")
        given = given.astype(np.int32)
    return np.ascontiguousarray(given)


def _generators(rngs, Py_ssize_t n):
    if not isinstance(rngs, np.ndarray) or rngs.shape != (n,) or rngs.dtype != np.uint64:
        raise _core.UsageError(f"rngs: expected a numpy array of shape ({n},) and type uint64")
    if not rngs.flags.c_contiguous or not rngs.flags.writeable:
        raise _core.UsageError("rngs: expected a contiguous, writeable array")
    return rngs
