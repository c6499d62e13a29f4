"""What a seat played beside its place, such as a faction, read from the last position of its game."""

import re

# Positions give each seat one field; where a seat plays something of its own, the field opens with its name.
_NAMED = re.compile(r"([a-z][a-z_]{2,}):")


def sides_of(position: str, seats: int) -> tuple[str, ...]:
    """By seat; empty where the game has no such thing."""
    names = [found[1] for word in position.split() if (found := _NAMED.match(word))]
    return tuple(names) if len(names) == seats else ()
