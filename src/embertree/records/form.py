"""The form of a record: its fields, one row each. Reading, writing and docs/records.md follow this table."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from embertree.words import MAX_SEED

FORMAT = 1
"""Raised when a field changes its meaning; the reader refuses what it does not know."""


class Field(NamedTuple):
    name: str
    expected: str
    fits: Callable[[Any], bool]
    optional: bool = False
    """Whether it stands only where there is something to say."""


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return (_is_int(value) and abs(value) < 2**63) or (isinstance(value, float) and math.isfinite(value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(fits(item) for item in value)


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _is_versions(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(v) for v in value.values())


FIELDS = (
    Field("format", "a whole number", _is_int),
    Field("game", "the id of a game", _is_text),
    Field("rules_version", "a whole number", _is_int),
    Field("rules", "options as name=value,name=value, empty for the defaults", _is_text),
    Field("objective", "win, rank or margin", _is_text),
    Field("players", "a list of names by seat", _is_list_of(_is_text)),
    Field("seed", "a whole number below 2**64, or null", lambda v: v is None or (_is_int(v) and 0 <= v <= MAX_SEED)),
    Field("clock", "text, or null", lambda v: v is None or _is_text(v)),
    Field("start", "the line of a position", _is_text, optional=True),
    Field("given", "a whole number from 0", lambda v: _is_int(v) and v >= 0, optional=True),
    Field("moves", "a list of objects", _is_list_of(lambda v: isinstance(v, dict))),
    Field("result", "an object", lambda v: isinstance(v, dict)),
    Field("reason", "text", _is_text),
    Field("versions", "an object of texts", _is_versions),
    Field("sha256", "64 hexadecimal digits in lower case", _is_hash),
)

MOVE_FIELDS = (
    Field("move", "a word", _is_text),
    Field("ms", "a number from 0", lambda v: _is_number(v) and v >= 0),
    Field("value", "a number, or null", lambda v: v is None or _is_number(v)),
)

RESULT_FIELDS = (
    Field("returns", "a list of numbers by seat", _is_list_of(_is_number)),
    Field("scores", "a list of whole numbers by seat", _is_list_of(_is_int)),
    Field("ranks", "a list of whole numbers by seat", _is_list_of(_is_int)),
)
