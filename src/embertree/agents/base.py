"""What an agent is. Anything with these methods plays in matches."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from embertree._core import State


class Limits(NamedTuple):
    """When a search ends: 0 does not limit, the first limit reached ends it."""

    nodes: int = 0
    depth: int = 0
    movetime_ms: int = 0
    infinite: bool = False
    searchmoves: tuple[int, ...] = ()

    def any(self) -> bool:
        """Whether anything ends the search, or it was asked not to end."""
        return bool(self.nodes or self.depth or self.movetime_ms or self.infinite)


Evaluator = Callable[[Any, Any], Any]
"""Judges leaves of a tree search, many at once: `embertree.Searcher` tells what comes and what is expected."""

NO_LIMITS = Limits()
CLOCK_ONLY = Limits(infinite=True)
"""The limits of a player whom nothing but its clock limits."""


class Choice(NamedTuple):
    """What an agent decided, and what it thought while it did."""

    action: int
    values: tuple[float, ...] = ()
    """By seat, on the scale of the game's objective; empty where the agent has no opinion."""
    nodes: int = 0
    depth: int = 0
    note: str = ""
    ms: float | None = None
    """How long it took, where the agent knows better than who waited for it."""


class AgentFailure(Exception):
    """An agent cannot go on with its game. `kind` is timeout, crash, illegal or protocol (arena/ending.py)."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Agent(Protocol):
    """A player. It is made for one game (rules and seats) and plays any number of games of it, one after another."""

    name: str

    def new_game(self, seat: int, seed: int) -> None:
        """A game begins, in which the agent has this seat; all its random choices follow from the seed."""

    def choose(self, state: State) -> Choice:
        """An action for the seat to move. The state is the agent's to keep, as its seat may know it."""

    # An agent that has it is told before each decision what was played since the start, in words as its seat may know
    # them: def told(self, words: Sequence[str]) -> None
    # One that has it is told after new_game where the game does not begin at the usual start, in the position's line as
    # its seat may know it: def begins_at(self, position: str) -> None
    # One that has it is told before each decision of a game with clocks how many milliseconds each seat has left, and
    # what it gains by deciding: def on_clock(self, left_ms: Sequence[int], increment_ms: int) -> None

    def close(self) -> None:
        """No more games come: stop what runs, give back what is held."""
