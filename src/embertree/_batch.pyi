"""Many states of one game at once: rows of bytes in, numbers out, without a Python call a state or the lock."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embertree._core import Game, State

class Batch:
    """n states of one game, stepped and read together.

    Chance is not resolved unless asked: where a row is at chance, `step` takes the outcome as its action.
    """

    game: Game

    def __init__(self, game: Game, n: int, start: State | None = None) -> None:
        """n copies of `start`; default the game's initial state."""
    def __len__(self) -> int: ...
    @property
    def states(self) -> NDArray[np.uint8]:
        """The (n, state_bytes) array itself; it may be copied, indexed and written back."""
    def select(self, rows: Any) -> Batch:
        """A new batch of the named rows (any numpy index, repeats allowed): the way to grow a tree level."""
    def state(self, row: int) -> State:
        """A row as a State."""
    def step(self, actions: Any) -> None:
        """Applies action i to row i. All or nothing: IllegalActionError names the row."""
    def resolve_chance(self, rngs: NDArray[np.uint64]) -> int:
        """Draws every pending chance event; `rngs` (written) are generator states. Returns how many."""
    def random_actions(self, rngs: NDArray[np.uint64]) -> NDArray[np.int32]:
        """A uniformly random legal action (at chance: outcome) a row, -1 where over."""
    def current_players(self) -> NDArray[np.int8]:
        """A seat, CHANCE or TERMINAL by row."""
    def legal_actions_masks(self) -> NDArray[np.uint8]:
        """(n, num_distinct_actions), 1 where legal; zeros at chance and when over."""
    def legal_lists(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """(counts, actions): how many legal actions (at chance: outcomes) each row has, and all in row order."""
    def observe(self, seat: int = -1) -> NDArray[np.float32]:
        """(n, *observation_shape) as `seat` sees it; -1: each row's mover (seat 0 where nobody moves)."""
    def returns(self) -> NDArray[np.float32]:
        """(n, players) by the game's objective; zeros until a row's game is over."""
    def keys(self) -> NDArray[np.uint64]:
        """(n,) keys."""
