"""Words for people: what was meant by a misspelt one, and whole numbers out of text.

The engine starts through here, so nothing is imported that it does not need.
"""

from collections.abc import Iterable

from embertree._core import UsageError

MAX_SEED = 2**64 - 1


def shown(word: str) -> str:
    """A word as an error message may show it: in quotes, short, without control characters."""
    clean = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in word[:60])
    return f"'{clean}...'" if len(word) > 60 else f"'{clean}'"


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """`; did you mean 'nodes'?` or, where nothing is near, `; there are: a, b, c`."""
    names = list(candidates)
    # Nobody types 40 wrong letters; a bound keeps the cost of absurd words low.
    if len(word) <= 40 and names:
        distance, near = min((_edit_distance(word.lower(), name.lower()), name) for name in names)
        if distance < len(word) // 3 + 2:
            return f"; did you mean '{near}'?"
    return f"; there are: {', '.join(names)}" if names else "; there are none"


def whole_number(text: str, what: str, low: int, high: int) -> int:
    """A whole number in [low, high]; anything else is a UsageError that names `what`."""
    digits = text.removeprefix("-")
    # isdecimal alone lets digits of other scripts pass, and a thousand digits are no number that anybody means.
    if digits.isascii() and digits.isdecimal() and len(digits) <= 20 and low <= int(text) <= high:
        return int(text)
    raise UsageError(f"{what}: {shown(text)} is not a whole number from {low} to {high}")


def _edit_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (left != right))
    return row[-1]
