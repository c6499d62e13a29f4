"""A contest: the same work done by several sides, round by round, and what came out."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

OURS = "embertree"
LESS_IS_BETTER = ("ns", "bytes")  # units; of others more is better


@dataclass(frozen=True)
class Contest:
    """One kind of work. A side's function does it for about so many seconds of CPU time and returns the rate."""

    name: str  # what --only looks for
    chapter: str
    what: str
    unit: str
    sides: dict[str, Callable[[float], float]]
    aims: dict[str, float] = field(default_factory=dict)  # ratios that we want, by side; under OURS a figure of our own


@dataclass(frozen=True)
class Spread:
    """Of the same measurement in several rounds."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True)
class Outcome:
    """A contest's rates by side, and how many times as good ours was as each other side, round by round."""

    contest: Contest
    rates: dict[str, list[float]]

    def rate(self, side: str) -> Spread:
        return Spread.of(self.rates[side])

    def ratio(self, side: str) -> Spread:
        pairs = zip(self.rates[OURS], self.rates[side], strict=True)
        less = self.contest.unit in LESS_IS_BETTER
        return Spread.of([theirs / ours if less else ours / theirs for ours, theirs in pairs])

    def others(self) -> Iterator[str]:
        return (side for side in self.rates if side != OURS)

    def row(self) -> dict[str, Any]:
        return {
            "name": self.contest.name,
            "chapter": self.contest.chapter,
            "what": self.contest.what,
            "unit": self.contest.unit,
            "sides": {side: {**vars(self.rate(side)), "rates": rates} for side, rates in self.rates.items()},
            "ratios": {side: vars(self.ratio(side)) for side in self.others()},
            "aims": self.contest.aims,
        }


def hold(contest: Contest, rounds: int, seconds: float) -> Outcome:
    """All sides in turn, in every round; one short round before the first, which warms up and is not counted."""
    rates: dict[str, list[float]] = {side: [] for side in contest.sides}
    for measure in contest.sides.values():
        measure(seconds / 10)
    for _ in range(rounds):
        for side, measure in contest.sides.items():
            rates[side].append(measure(seconds))
    return Outcome(contest, rates)


def paced(work: Callable[[], float]) -> Callable[[float], float]:
    """Repeats what says how much it did, and returns how much was done in a second of this process's CPU time.

    All threads of the process count. A contest's sides never run at the same time.
    """

    def measure(seconds: float) -> float:
        done, spent = 0.0, 0.0
        began = time.process_time()
        while spent < seconds or spent == 0:
            done += work()
            spent = time.process_time() - began
        return done / spent

    return measure


def nanoseconds(prepare: Callable[[], Callable[[], int]]) -> Callable[[float], float]:
    """Times calls alone: `prepare` is not counted, what it returns makes the calls and says how many."""

    def measure(seconds: float) -> float:
        calls, spent = 0, 0.0
        while spent < seconds or spent == 0:
            run = prepare()
            began = time.process_time()
            calls += run()
            spent += time.process_time() - began
        return 1e9 * spent / calls

    return measure
