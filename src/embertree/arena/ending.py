"""How games end: by the rules, by a player's failure, or not at all."""

import re
from typing import NamedTuple

from embertree._core import Game, State

WON, SHARED = "won", "shared"
FORFEITS = {
    "timeout": "no answer in time",
    "crash": "the program is gone",
    "illegal": "a move that the rules do not allow",
    "protocol": "an answer that is none",
}
ABORTED = "aborted"
GAME_OVER = "game over"
"""The reason of a game that came to its end by the rules."""

_FORFEIT = re.compile(r"forfeit of seat (\d), (" + "|".join(FORFEITS) + r"): (.*)", re.DOTALL)


class Ending(NamedTuple):
    """An ending as data: `kind` is won, shared, one of FORFEITS, or aborted."""

    kind: str
    seat: int | None = None
    """Who won alone, or who failed."""
    detail: str = ""

    @property
    def forfeited(self) -> bool:
        return self.kind in FORFEITS

    @property
    def counts(self) -> bool:
        """Whether the game is a result."""
        return self.kind != ABORTED

    def reason(self) -> str:
        """The ending in words, as records keep it; parse_reason reads it back."""
        if self.forfeited:
            return f"forfeit of seat {self.seat}, {self.kind}: {self.detail}"
        return GAME_OVER if self.counts else f"{ABORTED}: {self.detail}"


def ending_of(state: State) -> Ending:
    """The ending of a game that is over by the rules."""
    ranks = state.ranks()
    return Ending(WON, ranks.index(1)) if ranks.count(1) == 1 else Ending(SHARED)


def parse_reason(text: str, state: State) -> Ending | None:
    """The ending that a record's reason tells, given its last position; None where it is none."""
    if text == GAME_OVER:
        return ending_of(state) if state.is_terminal() else None
    match = _FORFEIT.fullmatch(text)
    if match is None or state.is_terminal() or int(match[1]) >= state.num_players:
        return None
    return Ending(match[2], int(match[1]), match[3])


def forfeit_ranks(players: int, seat: int) -> list[int]:
    """Who fails is last. The others share the win: what they would have made of the rest nobody knows."""
    return [players if s == seat else 1 for s in range(players)]


def forfeit_returns(game: Game, seat: int) -> list[float]:
    """By seat, on the scale of the objective, as the ranks of a forfeit say."""
    others = game.num_players - 1
    if game.objective == "win":
        failed, other = 0.0, 1 / others
    elif game.objective == "rank":
        # 1 for the first place to 0 for the last, evenly; the others share all places but the last.
        failed, other = 0.0, (1 + 1 / others) / 2
    else:
        failed, other = -1.0, 1.0 if others == 1 else 0.0  # nobody is ahead of a seat that shares the first place
    return [failed if s == seat else other for s in range(game.num_players)]
