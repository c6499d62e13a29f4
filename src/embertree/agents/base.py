"""What an agent is. Anything with these methods plays in matches."""

from typing import NamedTuple, Protocol

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


NO_LIMITS = Limits()


class Choice(NamedTuple):
    """What an agent decided, and what it thought while it did."""

    action: int
    values: tuple[float, ...] = ()
    """By seat, on the scale of the game's objective; empty where the agent has no opinion."""
    nodes: int = 0
    depth: int = 0
    note: str = ""


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

    def close(self) -> None:
        """No more games come: stop what runs, give back what is held."""
