"""How games end: by the rules, by a player's failure, by a limit of moves, or not at all."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from embertree._core import Game, State

WON, SHARED = "won", "shared"
FORFEITS = {
    "timeout": "no answer in time",
    "crash": "the program is gone",
    "illegal": "a move that the rules do not allow",
    "protocol": "an answer that is none",
}
ADJUDICATED = "adjudicated"
"""Stopped by a limit of moves and scored as it stood."""
ABORTED = "aborted"
GAME_OVER = "game over"
"""The reason of a game that came to its end by the rules."""

_FORFEIT = re.compile(
    r"forfeit of seat (?P<seat>\d)(?:, later of (?P<later>\d(?:, \d)*))?, (?P<kind>"
    + "|".join(FORFEITS)
    + r")(?:, played on by (?P<stand_in>[^:]+(?::[^ :]+)?))?: (?P<detail>.*)",
    re.DOTALL,
)
_ADJUDICATED = re.compile(rf"{ADJUDICATED}: no end after (\d{{1,9}}) moves")


class Ending(NamedTuple):
    """An ending as data: `kind` is won, shared, one of FORFEITS, adjudicated or aborted."""

    kind: str
    seat: int | None = None
    """Who won or led alone, or who failed."""
    detail: str = ""
    stand_in: str = ""
    """Who played on for those who failed; empty where the game was over then."""
    later: tuple[int, ...] = ()
    """Seats that failed after the first one."""

    @property
    def forfeited(self) -> bool:
        return self.kind in FORFEITS

    @property
    def counts(self) -> bool:
        """Whether the game is a result."""
        return self.kind != ABORTED

    @property
    def failed(self) -> tuple[int, ...]:
        """Seats that failed, in order."""
        return (self.seat, *self.later) if self.forfeited and self.seat is not None else ()

    def reason(self) -> str:
        """The ending in words, as records keep it; parse_reason reads it back."""
        if self.forfeited:
            later = f", later of {', '.join(map(str, self.later))}" if self.later else ""
            played_on = f", played on by {self.stand_in}" if self.stand_in else ""
            return f"forfeit of seat {self.seat}{later}, {self.kind}{played_on}: {self.detail}"
        if self.kind in (ADJUDICATED, ABORTED):
            return f"{self.kind}: {self.detail}"
        return GAME_OVER

    @property
    def move_limit(self) -> int | None:
        """Of an adjudicated game: after how many decisions it was stopped."""
        match = _ADJUDICATED.fullmatch(self.reason())
        return int(match[1]) if match else None


def ending_of(state: State) -> Ending:
    """The ending of a game that is over by the rules."""
    ranks = state.ranks()
    return Ending(WON, ranks.index(1)) if ranks.count(1) == 1 else Ending(SHARED)


def adjudicated(state: State, moves: int) -> Ending:
    """The ending of a game that is stopped here."""
    ranks = state.ranks()
    leader = ranks.index(1) if ranks.count(1) == 1 else None
    return Ending(ADJUDICATED, leader, f"no end after {moves} moves")


def parse_reason(text: str, state: State) -> Ending | None:
    """The ending that a record's reason tells, given its last position; None where it is none."""
    if text == GAME_OVER:
        return ending_of(state) if state.is_terminal() else None
    if found := _ADJUDICATED.fullmatch(text):
        return None if state.is_terminal() else adjudicated(state, int(found[1]))
    match = _FORFEIT.fullmatch(text)
    if match is None or (state.is_terminal() and not match["stand_in"]):
        return None
    later = tuple(int(seat) for seat in match["later"].split(", ")) if match["later"] else ()
    ending = Ending(match["kind"], int(match["seat"]), match["detail"], match["stand_in"] or "", later)
    failed = ending.failed
    if len(set(failed)) < len(failed) or max(failed) >= state.num_players or len(failed) >= state.num_players:
        return None
    return ending if ending.stand_in or not later else None


# --- Results of endings that the rules do not know ---


def result_of(state: State, ending: Ending) -> tuple[list[float], list[int]]:
    """Returns and ranks by seat of a game that ended so in this state."""
    if ending.failed and ending.stand_in:
        ranks = ranks_without(state.ranks(), ending.failed)
        return returns_by_ranks(state.game, ranks, state.scores(), ending.failed), ranks
    if ending.forfeited and ending.seat is not None:
        return forfeit_returns(state.game, ending.seat), forfeit_ranks(state.num_players, ending.seat)
    if ending.kind == ADJUDICATED:
        return returns_by_ranks(state.game, state.ranks(), state.scores()), state.ranks()
    return state.returns(), state.ranks()


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


def ranks_without(ranks: Sequence[int], failed: Collection[int]) -> list[int]:
    """The ranks of a game that was played to its end, with those who failed behind all others."""
    others = [rank for seat, rank in enumerate(ranks) if seat not in failed]
    return [
        len(others) + 1 if seat in failed else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(ranks)
    ]


def returns_by_ranks(
    game: Game, ranks: Sequence[int], scores: Sequence[int], failed: Collection[int] = ()
) -> list[float]:
    """By seat, on the scale of the objective, where only ranks and scores are known."""
    seats = len(ranks)
    if game.objective == "win":
        return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    if game.objective == "rank":
        # Who shares places has the mean of them.
        return [1 - (rank - 1 + (ranks.count(rank) - 1) / 2) / (seats - 1) for rank in ranks]
    returns = []
    for seat in range(seats):
        others = [scores[other] for other in range(seats) if other != seat and other not in failed]
        if seat in failed:
            returns.append(-1.0)
        elif not others:
            returns.append(1.0)
        else:
            returns.append(max(-1.0, min(1.0, (scores[seat] - max(others)) / game.score_scale)))
    return returns
