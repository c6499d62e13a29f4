"""A match that ends as soon as it is clear: Wald's sequential probability ratio test on the means of blocks.

What is tested is player 1's score against the others: in each game the share of the other seats that it finished ahead
of, those level with it counting half (for two players the usual 1, 1/2, 0). Logistic Elo names the hypotheses: a player
`elo` above each of the others is ahead of any one of them 1 / (1 + 10 ** (-elo / 400)) of the time, with two players or
five. The games of a block share their dice and their luck of seats, so a block's mean is one observation, however
its games hang together.

The ratio is that of two normal distributions with the variance seen so far (the generalised test, as chess testers use
it), so it asks nothing of how scores are distributed, but enough blocks. Bounds are Wald's.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from embertree._core import UsageError
from embertree.arena.results import GameResult, rank_scores
from embertree.words import did_you_mean, shown

MIN_BLOCKS = 16
"""Before so many blocks the variance is not known well enough to decide on."""
CAUTION = 8.0
"""The variance counts (1 + 8 / blocks) times what was seen: a few blocks that happen to agree are not certainty. With
it error rates in simulations are within alpha and beta, without it up to a quarter above (docs/ratings.md)."""
LEAST_SQUARES = 1 / 16
"""And as if one block had been a quarter away from the mean: a row of equal blocks has a variance too."""


@dataclass(frozen=True, slots=True)
class SprtSettings:
    """Two hypotheses on player 1's Elo against the others, and how often each may be taken wrongly."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """The chance to take elo1 where elo0 is true."""
    beta: float = 0.05
    """The chance to take elo0 where elo1 is true."""

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"


def parse_sprt(text: str) -> SprtSettings:
    """Reads `elo0=0,elo1=10[,alpha=0.05,beta=0.05]`; a UsageError names the part that is wrong and what would do."""
    known = ("elo0", "elo1", "alpha", "beta")
    values: dict[str, float] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise UsageError(f"sprt: {shown(part)} is not key=value, such as elo0=0,elo1=10")
        if key not in known:
            raise UsageError(f"sprt: there is no key {shown(key)}{did_you_mean(key, known)}")
        if key in values:
            raise UsageError(f"sprt: {key} is given twice")
        values[key] = _number(value, key)
    for key in ("elo0", "elo1"):
        if key not in values:
            raise UsageError(f"sprt: {key} is missing; it needs both, such as elo0=0,elo1=10")
    settings = SprtSettings(**values)
    if not settings.elo0 < settings.elo1:
        raise UsageError(f"sprt: elo0={settings.elo0:g} is not below elo1={settings.elo1:g}")
    return settings


def _number(text: str, key: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if key.startswith("elo"):
        if not abs(number) <= 2000:
            raise UsageError(f"sprt: {key}: {shown(text)} is not a number from -2000 to 2000")
    elif not 0 < number < 0.5:
        raise UsageError(f"sprt: {key}: {shown(text)} is not a number between 0 and 0.5")
    return number


def expected_score(elo: float) -> float:
    """How often a player so much better is ahead of one other, a tie counting half."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The inverse, finite for every score."""
    score = min(max(score, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class SprtState:
    """How the test stands."""

    blocks: int
    mean: float
    """Player 1's score so far; 0 before the first block."""
    ratio: float
    """Logarithm of the likelihood ratio, elo1 to elo0."""
    lower: float
    upper: float
    accepted: str | None
    """'elo0' or 'elo1' as soon as the test is over."""

    @property
    def over(self) -> bool:
        return self.accepted is not None


class Sprt:
    """Takes block means one after another. Once over it stays so: later blocks are counted, but decide nothing."""

    def __init__(self, settings: SprtSettings, name: str = "") -> None:
        """`name` is player 1's, where blocks come as games."""
        self.settings = settings
        self._name = name
        self._low = expected_score(settings.elo0)
        self._high = expected_score(settings.elo1)
        self._lower = math.log(settings.beta / (1 - settings.alpha))
        self._upper = math.log((1 - settings.beta) / settings.alpha)
        self._blocks = 0
        self._mean = 0.0
        self._squares = 0.0  # of distances from the mean
        self._accepted: str | None = None

    def add_block(self, mean: float) -> SprtState:
        """Player 1's mean score over the games of one block."""
        if not 0 <= mean <= 1:
            raise ValueError(f"a block's mean score is from 0 to 1, not {mean}")
        self._blocks += 1
        distance = mean - self._mean
        self._mean += distance / self._blocks
        self._squares += distance * (mean - self._mean)
        if self._accepted is None and self._blocks >= MIN_BLOCKS:
            ratio = self._ratio()
            if ratio >= self._upper:
                self._accepted = "elo1"
            elif ratio <= self._lower:
                self._accepted = "elo0"
        return self.state()

    def state(self) -> SprtState:
        ratio = self._ratio() if self._blocks else 0.0
        return SprtState(self._blocks, self._mean, ratio, self._lower, self._upper, self._accepted)

    def decide(self, results: Sequence[GameResult]) -> str | None:
        """For `play_match`: takes the games of a whole block, and tells why the match is over, if it is."""
        mean = block_mean(results, self._name)
        if mean is None:
            return None  # none of them is a result
        return self.describe() if self.add_block(mean).over else None

    def describe(self) -> str:
        """The test in one line."""
        state, settings = self.state(), self.settings
        names = {"elo1": f"at least elo1={settings.elo1:g}", "elo0": f"at most elo0={settings.elo0:g}"}
        verdict = f"over, {names[state.accepted]} accepted" if state.accepted else "not decided"
        return (
            f"SPRT({settings}): {verdict} after {state.blocks} blocks; log-likelihood ratio {state.ratio:.2f} in "
            f"({state.lower:.2f}, {state.upper:.2f}), score {state.mean:.3f} ({elo_of(state.mean):+.0f} Elo)"
        )

    def _ratio(self) -> float:
        squares = self._squares * (1 + CAUTION / self._blocks) + LEAST_SQUARES
        variance = squares / max(1, self._blocks - 1)
        step = self._high - self._low
        return self._blocks * step * (2 * self._mean - self._low - self._high) / (2 * variance)


def block_mean(results: Iterable[GameResult], name: str) -> float | None:
    """A player's mean score against the others over games (of one block); None where it never met another."""
    total, games = 0.0, 0
    for result in results:
        score = score_against_others(result.names, result.ranks, name)
        if score is not None:
            total += score
            games += 1
    return total / games if games else None


def score_against_others(names: Sequence[str], ranks: Sequence[int], name: str) -> float | None:
    """Over the seats of a player, the share of the others' seats that are behind, level ones half."""
    if names.count(name) == 1:
        return rank_scores(ranks)[names.index(name)] if len(names) > 1 else None
    own = [rank for rank, each in zip(ranks, names, strict=True) if each == name]
    others = [rank for rank, each in zip(ranks, names, strict=True) if each != name]
    if not own or not others:
        return None
    ahead = sum((mine < other) + 0.5 * (mine == other) for mine in own for other in others)
    return ahead / (len(own) * len(others))
