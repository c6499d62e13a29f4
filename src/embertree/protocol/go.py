"""The `go` line: which limits it sets, whose clock it is, and how long to think on a clock."""

from typing import NamedTuple

from embertree._core import State, UsageError
from embertree.agents.base import Limits
from embertree.agents.clock import clock_share
from embertree.protocol.errors import ProtocolError
from embertree.protocol.groups import Groups, first_against_rest
from embertree.protocol.parse import Values
from embertree.protocol.position import reason, shown_word


class Go(NamedTuple):
    """What a `go` line asks for."""

    limits: Limits
    """`infinite` where the answer waits for `stop`, or for `ponderhit`."""
    ponder: bool = False
    """Whether ponderhit lets the limits count."""
    ponder_ms: int = 0
    """After ponderhit: how long to think from then on; 0 where no time limits."""


def limits_of(
    values: Values, state: State, overhead_ms: int, default: Limits, groups: Groups | None, dialect: str
) -> Go:
    """The limits of a search of `state`. `default` serves a `go` without any limit."""
    actions = []
    for index, word in enumerate(values.get("searchmoves", []), 1):
        try:
            actions.append(state.string_to_action(word))
        except UsageError as trouble:
            raise ProtocolError("illegal_move", f"{index} {shown_word(word)} {reason(trouble, word)}") from None
    if "searchmoves" in values and not actions:
        raise ProtocolError("bad_argument", "go searchmoves: moves are missing")
    infinite, ponder = "infinite" in values, "ponder" in values
    movetime = values.get("movetime")
    clock = _clock_number(state, groups, dialect)
    left = values.get(f"p{clock}time")
    if left is not None:
        share = clock_share(state, left, values.get(f"p{clock}inc", 0), values.get("movestogo", 0), overhead_ms)
        movetime = share if movetime is None else min(movetime, share)
    if movetime is not None:
        movetime = max(movetime, 1)
    limits = Limits(values.get("nodes", 0), values.get("depth", 0), movetime or 0, False, tuple(actions))
    if not limits.any() and not infinite:
        limits = default._replace(searchmoves=limits.searchmoves)
    if infinite or ponder:
        # No clock runs meanwhile.
        held = limits._replace(movetime_ms=0, infinite=True)
        return Go(held, not infinite, 0 if infinite else limits.movetime_ms)
    return Go(limits)


def _clock_number(state: State, groups: Groups | None, dialect: str) -> int:
    """Which of the clocks is the mover's: its seat's, or that of its group where two engines share the seats."""
    seat = state.current_player()
    if groups is None and dialect != "ngi" and state.num_players > 2:
        groups = first_against_rest(state.num_players)
    if groups is None:
        return seat + 1
    return 1 if seat in groups[0] else 2
