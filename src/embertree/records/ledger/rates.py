"""What conversions of the ledger language are in single steps of the game."""

from embertree.records.ledger.commands import Command


class Refused(Exception):
    """A command that cannot be played, with the reason."""


def conversion_words(command: Command) -> list[tuple[str, int]]:
    """The words of a conversion or burn with how often each is played; Refused where the rate is wrong."""
    if command.kind == "burn":
        return [("burn:1", command.count)]
    pair = (command.name, command.other)
    paid, got = command.price, command.count
    if pair == ("w", "p"):
        if paid != got:
            raise Refused(f"{paid} workers are not {got} priests")
        return [(f"w2p:{got}", 1)]
    row = _RATES.get(pair)
    if row is None:
        raise Refused(f"nobody converts {command.name} to {command.other}")
    rate, steps, words = row
    if paid * steps != got * rate:
        raise Refused(f"{paid} {command.name} are not {got} {command.other}; the rate is {rate} to {steps}")
    return [(word, got // steps) for word in words]


_RATES: dict[tuple[str, str], tuple[int, int, tuple[str, ...]]] = {
    ("pw", "p"): (5, 1, ("convert:5pw>p",)),
    ("pw", "w"): (3, 1, ("convert:3pw>w",)),
    ("pw", "c"): (1, 1, ("convert:pw>c",)),
    ("p", "w"): (1, 1, ("convert:p>w",)),
    ("p", "c"): (1, 1, ("convert:p>w", "convert:w>c")),
    ("w", "c"): (1, 1, ("convert:w>c",)),
    ("vp", "c"): (1, 1, ("convert:vp>c",)),
    ("c", "vp"): (2, 1, ("convert:2c>vp",)),
}
