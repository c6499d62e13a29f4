"""Speed held against what an earlier `embertree bench --json` has found. It informs; nothing fails for being slow."""

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from embertree._core import UsageError
from embertree.bench.speed import MEASURES, Speed


class Bench(NamedTuple):
    """What is read of such a file."""

    path: str
    version: str
    build: dict[str, Any]
    hashes: dict[tuple[str, int, str], str]
    """The signature: (game, players, search) -> hash."""
    speed: dict[tuple[str, int], dict[str, float]]
    """(game, players) -> measure -> value."""


class Compared(NamedTuple):
    """One figure, old and new."""

    game: str
    players: int
    measure: str
    old: float
    new: float
    ratio: float | None
    """How many times as good the new one is: above 1 it is faster, or smaller. None where either is nought."""


class Summary(NamedTuple):
    measure: str
    rows: int
    ratio: float
    """The geometric mean of the rows' ratios."""


def read_bench(path: str) -> Bench:
    """A UsageError for anything that `embertree bench --json` has not printed."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else "is not UTF-8 text"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise _refused(path, "it is not JSON") from None
    if not isinstance(facts, dict) or not isinstance(facts.get("build"), dict):
        raise _refused(path, "it has no object 'build'")
    rows = facts.get("speed")
    if not isinstance(rows, list) or not rows:
        raise _refused(path, "it has no list 'speed'; --check and --write measure none")
    speed: dict[tuple[str, int], dict[str, float]] = {}
    for index, row in enumerate(rows):
        where = f"speed[{index}]"
        if not isinstance(row, dict):
            raise _refused(path, f"{where} is not an object")
        seats = row.get("players")
        if not isinstance(row.get("game"), str) or not isinstance(seats, int) or isinstance(seats, bool):
            raise _refused(path, f"{where} does not say of which game and how many players it is")
        if (row["game"], seats) in speed:
            raise _refused(path, f"{where} is of {row['game']} {seats} once more")
        speed[row["game"], seats] = _figures(path, where, row)
    return Bench(path, str(facts.get("version", "")), facts["build"], _hashes(path, facts), speed)


def _figures(path: str, where: str, row: dict[str, Any]) -> dict[str, float]:
    figures = {}
    for measure in MEASURES:
        value = row.get(measure.name)
        if value is None:  # an older version did not measure it, or it was not asked for
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
            raise _refused(path, f"{where}.{measure.name} is not a number from 0")
        figures[measure.name] = float(value)
    if not figures:
        raise _refused(path, f"{where} has no figures")
    return figures


def _hashes(path: str, facts: dict[str, Any]) -> dict[tuple[str, int, str], str]:
    try:
        return {(row["game"], row["players"], row["search"]): row["hash"] for row in facts["signature"]}
    except (KeyError, TypeError):
        raise _refused(path, "it has no list 'signature' as --json prints it") from None


def _refused(path: str, reason: str) -> UsageError:
    return UsageError(f"{path}: is not what `embertree bench --json` prints: {reason}")


def compare(old: Bench, speeds: Iterable[Speed]) -> list[Compared]:
    """All figures that both have."""
    found = []
    for speed in speeds:
        row = speed.row()
        before = old.speed.get((speed.game, speed.players), {})
        for measure in MEASURES:
            was, now = before.get(measure.name), row[measure.name]
            if was is None or now is None:
                continue
            better, worse = (now, was) if measure.better == "more" else (was, now)
            ratio = better / worse if better and worse else None
            found.append(Compared(speed.game, speed.players, measure.name, was, now, ratio))
    return found


def summaries(compared: Sequence[Compared]) -> list[Summary]:
    found = []
    for measure in MEASURES:
        logarithms = [math.log(row.ratio) for row in compared if row.measure == measure.name and row.ratio]
        if logarithms:
            found.append(Summary(measure.name, len(logarithms), math.exp(sum(logarithms) / len(logarithms))))
    return found


def notes(old: Bench, build: dict[str, Any], hashes: dict[tuple[str, int, str], str]) -> list[str]:
    """What makes the two hard to compare: another build, or searches that play differently."""
    found = []
    for name in sorted({*build, *old.build}):
        if old.build.get(name) != build.get(name):
            found.append(f"built differently: {name} was {old.build.get(name)!r}, is {build.get(name)!r}")
    for (game, players, search), now in hashes.items():
        was = old.hashes.get((game, players, search))
        if was is not None and was != now:
            found.append(f"{game} {players}: {search} plays differently now, so its nodes are other work")
    return found
