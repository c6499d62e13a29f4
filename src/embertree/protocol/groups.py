"""SeatGroups: which seats each of two engines plays, for managers that know no more than two players."""

from embertree._core import State, UsageError
from embertree.protocol.grammar import MAX_SEATS
from embertree.words import shown

Groups = tuple[tuple[int, ...], tuple[int, ...]]
"""Seats from 0."""


def parse_groups(text: str) -> Groups:
    """`1,3|2,4`: seats from 1, each in one group; a UsageError says what is wrong."""
    parts = text.split("|")
    if len(parts) != 2:
        raise UsageError(f"SeatGroups: {shown(text)} is not two groups of seats, like 1,3|2,4")
    groups = []
    for part in parts:
        words = part.split(",")
        if not all(len(word) == 1 and word in "12345" for word in words):
            raise UsageError(f"SeatGroups: {shown(part)} is no list of seats from 1 to {MAX_SEATS}, like 1,3")
        groups.append(tuple(int(word) - 1 for word in words))
    seats = [*groups[0], *groups[1]]
    if len(set(seats)) < len(seats):
        raise UsageError(f"SeatGroups: {shown(text)} names a seat twice")
    return groups[0], groups[1]


def check_groups(groups: Groups, seats: int) -> None:
    """A UsageError unless the groups are all the seats of a game."""
    if sorted([*groups[0], *groups[1]]) != list(range(seats)):
        text = "|".join(",".join(str(seat + 1) for seat in group) for group in groups)
        raise UsageError(f"SeatGroups {text} are not the {seats} seats of this game")


def first_against_rest(seats: int) -> Groups:
    """How a two-player manager sees a larger game that nobody grouped for it: seat 1 and all others."""
    return (0,), tuple(range(1, seats))


def group_result(state: State, groups: Groups) -> str:
    """none, p1win, p2win or draw: the better mean of the ranks, as `query ranks` tells them, is the group's win."""
    if not state.is_terminal():
        return "none"
    ranks = state.ranks()
    # Cross-multiplied, so that equal means are equal.
    first = sum(ranks[seat] for seat in groups[0]) * len(groups[1])
    second = sum(ranks[seat] for seat in groups[1]) * len(groups[0])
    return "draw" if first == second else "p1win" if first < second else "p2win"
