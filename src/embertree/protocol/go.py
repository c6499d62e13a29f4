"""The `go` line: limits, clocks and searchmoves."""

from typing import NamedTuple

from embertree._core import State, UsageError
from embertree.agents.base import Limits
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import GO_LIMITS, UCI_CLOCKS
from embertree.protocol.position import reason, shown_word
from embertree.words import did_you_mean, shown, whole_number

# How many more decisions of a seat a clock without `movestogo` is made to last for.
_EXPECTED_DECISIONS = 30


class Go(NamedTuple):
    """A `go` line, read: numbers by their words in ngi, words of moves, and whether it waits for `stop`."""

    numbers: dict[str, int]
    searchmoves: list[str]
    infinite: bool


def parse_go(words: list[str], dialect: str) -> Go:
    """ProtocolError names the word that is wrong."""
    numbers: dict[str, int] = {}
    searchmoves: list[str] = []
    infinite = False
    known = [*GO_LIMITS, "infinite", "searchmoves"]
    if dialect == "uci":
        known += UCI_CLOCKS
    at = 0
    while at < len(words):
        word = words[at]
        name = UCI_CLOCKS.get(word, word) if dialect == "uci" else word
        at += 1
        if word == "infinite":
            infinite = True
        elif word == "searchmoves":
            start = at
            while at < len(words) and words[at] not in known:
                at += 1
            searchmoves += words[start:at]
            if at == start:
                raise ProtocolError("bad_argument", "go searchmoves: moves are missing")
        elif name in GO_LIMITS:
            if at == len(words):
                raise ProtocolError("bad_argument", f"go {word}: a number is missing")
            low, high = GO_LIMITS[name]
            try:
                # A clock that has run out is sent as a negative number by some managers.
                text = "0" if name.endswith("time") and low == 0 and words[at].startswith("-") else words[at]
                numbers[name] = whole_number(text, f"go {word}", low, high)
            except UsageError as trouble:
                raise ProtocolError("bad_argument", str(trouble)) from None
            at += 1
        else:
            raise ProtocolError("bad_argument", f"go: there is no limit {shown(word)}{did_you_mean(word, known)}")
    return Go(numbers, searchmoves, infinite)


def limits_of(go: Go, state: State, overhead_ms: int, default: Limits) -> Limits:
    """The limits of a search of `state`. `default` serves a `go` without any limit."""
    actions = []
    for index, word in enumerate(go.searchmoves, 1):
        try:
            actions.append(state.string_to_action(word))
        except UsageError as trouble:
            raise ProtocolError("illegal_move", f"{index} {shown_word(word)} {reason(trouble, word)}") from None
    seat = state.current_player() + 1
    movetime = go.numbers.get("movetime", 0)
    clock = go.numbers.get(f"p{seat}time")
    if clock is not None and not go.infinite:
        share = clock_share(clock, go.numbers.get(f"p{seat}inc", 0), go.numbers.get("movestogo", 0), overhead_ms)
        movetime = min(movetime, share) if movetime else share
    limits = Limits(go.numbers.get("nodes", 0), go.numbers.get("depth", 0), movetime, go.infinite, tuple(actions))
    return limits if limits.any() else default._replace(searchmoves=tuple(actions))


def clock_share(clock_ms: int, increment_ms: int, moves_to_go: int, overhead_ms: int) -> int:
    """How long to think on a clock: an equal share of what is left, most of the increment, never all of it."""
    share = clock_ms // (moves_to_go or _EXPECTED_DECISIONS) + increment_ms * 3 // 4
    return max(1, min(share - overhead_ms, clock_ms - 2 * overhead_ms))
