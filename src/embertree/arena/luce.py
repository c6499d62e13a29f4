"""The rating model: how likely an order of finish is, and the strengths under which the orders seen are likeliest.

Plackett-Luce with ties after Firth, Kosmidis and Turner ("Davidson-Luce model for multi-item choice with ties", 2019).
A game is a row of choices: of those that are left, a set C comes next together, with a chance proportional to

    delta_|C| * (product of the strengths in C) ** (1 / |C|),    delta_1 = 1

so tied players are treated alike, and a tie says most where the strengths are near each other. For two players this is
Bradley-Terry with Davidson's ties; without ties it is Plackett-Luce. In logarithms everything is linear inside, so the
likelihood has one peak, and a weak prior makes it a finite one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embertree._core import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ELO = 400 / np.log(10)
"""Elo points of a natural logarithm: 400 points are odds of 10 to 1."""
PRIOR_ELO = 1000.0
"""Standard deviation of the prior over every strength and term. It weighs an eighth of a game between equals: a few
games drown it, and who won all of them still has a rating."""
TIE_PRIOR = 5.0
"""The same over the logarithms of the tie weights."""

_CHORDS = 30
"""Steps of a refit after which the fit is made from scratch."""
_CHORD_END = 1e-6
"""Steps smaller than that (in logarithms; 0.0002 Elo) end a refit."""

Choice = tuple[tuple[int, ...], tuple[int, ...]]
"""(competitors left, those among them that come next together), both ascending; competitors are rows of the design, and
no game has the same one twice."""


def need(module: str, who: str = "ratings") -> Any:
    """A module of the extra `arena`; a UsageError says how to get it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise UsageError(f"{who} need {package}, which is not here: pip install 'embertree[arena]'") from None


def choices_of(competitors: Sequence[int], ranks: Sequence[int]) -> list[Choice]:
    """An order of finish as choices; where all that are left are tied, that is a choice as well."""
    choices: list[Choice] = []
    left = sorted(range(len(competitors)), key=lambda seat: (ranks[seat], competitors[seat]))
    while len(left) > 1:
        best = [seat for seat in left if ranks[seat] == ranks[left[0]]]
        choices.append((_rows(competitors, left), _rows(competitors, best)))
        left = left[len(best) :]
    return choices


def _rows(competitors: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(competitors[seat] for seat in seats))


@dataclass(frozen=True)
class _Stage:
    """All choices among as many competitors. The weight of a possible answer is exp(answers @ u), u being the
    competitors' strengths followed by the logarithms of the tie weights."""

    places: Ints
    """Which entries of the strengths and tie weights make up u, one row a choice."""
    chosen: Ints
    """Which row of `answers` came."""
    answers: Floats
    squares: Floats
    """Outer products of the rows of `answers`, flat."""
    first: int
    """Where its choices begin among all of them."""

    def seen(self, weights: Floats) -> tuple[Floats, Ints, Ints]:
        """Weights, places and answers of the choices that count at all."""
        weight = weights[self.first : self.first + len(self.places)]
        counts = weight > 0
        return weight[counts], self.places[counts], self.chosen[counts]


class Model:
    """The negative logarithm of likelihood times prior, as a function of the parameters: strengths and terms, as the
    columns of `design` say, then one tie weight for each size of tie that was seen."""

    def __init__(self, design: Any, choices: Sequence[Choice]) -> None:
        sparse = need("scipy.sparse")
        self.tie_sizes = sorted({len(chosen) for _, chosen in choices} - {1})
        self.terms = int(design.shape[1])
        ties = len(self.tie_sizes)
        self._design = sparse.block_diag([design, sparse.identity(ties)], format="csr") if ties else design.tocsr()
        deviations = [PRIOR_ELO / ELO] * self.terms + [TIE_PRIOR] * ties
        self._precision = np.asarray(deviations) ** -2.0
        self._stages: list[_Stage] = []
        self.order: list[int] = []
        """The choices in the order of their weights, by their place in `choices`."""
        for size in sorted({len(left) for left, _ in choices}):
            members = [i for i, (left, _) in enumerate(choices) if len(left) == size]
            self._stages.append(self._stage(size, [choices[i] for i in members], design.shape[0]))
            self.order += members

    @property
    def size(self) -> int:
        return self.terms + len(self.tie_sizes)

    def fit(self, weights: Floats) -> Floats:
        """The parameters of the peak, where choice `order[i]` came `weights[i]` times."""
        minimize = need("scipy.optimize").minimize
        # The problem is convex: Newton's steps within a region of trust come to its one minimum from anywhere.
        found = minimize(
            lambda p: self._slopes(p, weights),
            np.zeros(self.size),
            jac=True,
            hess=lambda p: self._curvature(p, weights),
            method="trust-exact",
            options={"gtol": 1e-7, "maxiter": 500},
        )
        # Where rounding stops it short of that, one more step squares what is left of the distance.
        _, gradient = self._slopes(found.x, weights)
        step = np.linalg.solve(self._curvature(found.x, weights), gradient)
        return np.asarray(found.x - step, dtype=np.float64)

    def refit(self, weightings: Iterable[Floats], peak: Floats, weights: Floats) -> list[Floats]:
        """The peaks for other weights, near that of `weights`. Steps with the curvature there need slopes alone."""
        inverse: Floats = np.asarray(np.linalg.inv(self._curvature(peak, weights)), dtype=np.float64)
        return [self._near(each, peak, inverse) for each in weightings]

    def covariance(self, peak: Floats, weights: Floats) -> Floats:
        """Of the terms, as the curvature at the peak has it: each game for itself, and the prior."""
        return np.asarray(np.linalg.inv(self._curvature(peak, weights))[: self.terms, : self.terms])

    def _near(self, weights: Floats, start: Floats, inverse: Floats) -> Floats:
        point, before = start, np.inf
        for _ in range(_CHORDS):
            step = inverse @ self._slopes(point, weights)[1]
            size = float(np.abs(step).max())
            if size > before:
                break  # too far from where the curvature was taken
            point, before = point - step, size
            if size < _CHORD_END:
                return point
        return self.fit(weights)

    def _stage(self, size: int, choices: Sequence[Choice], competitors: int) -> _Stage:
        sizes = [n for n in [1, *self.tie_sizes] if n <= size]
        subsets = [subset for n in sizes for subset in combinations(range(size), n)]
        answers = np.zeros((len(subsets), size + len(sizes) - 1))
        for row, subset in enumerate(subsets):
            answers[row, list(subset)] = 1 / len(subset)
            if len(subset) > 1:
                answers[row, size + sizes.index(len(subset)) - 1] = 1
        number = {subset: row for row, subset in enumerate(subsets)}
        chosen = [number[tuple(left.index(row) for row in best)] for left, best in choices]
        tie_places = [competitors + i for i in range(len(sizes) - 1)]
        places_of = np.array([[*left, *tie_places] for left, _ in choices], dtype=np.int64)
        squares = np.einsum("bi,bj->bij", answers, answers).reshape(len(subsets), -1)
        return _Stage(places_of, np.array(chosen), answers, squares, len(self.order))

    def _slopes(self, parameters: Floats, weights: Floats) -> tuple[float, Floats]:
        u = self._design @ parameters
        value = 0.5 * float(self._precision @ parameters**2)
        slope = np.zeros(len(u))
        for stage in self._stages:
            weight, places, chosen = stage.seen(weights)
            logs = u[places] @ stage.answers.T
            chances, totals = _chances(logs)
            value += float(weight @ (totals - logs[np.arange(len(chosen)), chosen]))
            pull = (chances @ stage.answers - stage.answers[chosen]) * weight[:, None]
            slope += np.bincount(places.ravel(), pull.ravel(), len(u))
        return value, self._design.T @ slope + self._precision * parameters

    def _curvature(self, parameters: Floats, weights: Floats) -> Floats:
        u = self._design @ parameters
        curves, rows, columns = [], [], []
        for stage in self._stages:
            weight, places, _ = stage.seen(weights)
            chances, _ = _chances(u[places] @ stage.answers.T)
            expected = chances @ stage.answers
            outer = (expected[:, :, None] * expected[:, None, :]).reshape(len(places), expected.shape[1] ** 2)
            width = places.shape[1]
            curves.append(((chances @ stage.squares - outer) * weight[:, None]).ravel())
            rows.append(np.repeat(places, width, axis=1).ravel())
            columns.append(np.tile(places, (1, width)).ravel())
        where = (np.concatenate(rows), np.concatenate(columns))
        curve = need("scipy.sparse").coo_matrix((np.concatenate(curves), where), shape=(len(u), len(u))).tocsr()
        dense = (self._design.T @ curve @ self._design).toarray()
        return np.asarray(dense + np.diag(self._precision), dtype=np.float64)


def _chances(logs: Floats) -> tuple[Floats, Floats]:
    """Chances of weights whose logarithms are given, by row, and the logarithms of the sums."""
    top = logs.max(axis=1, keepdims=True, initial=-np.inf)
    weights = np.exp(logs - top)
    sums = weights.sum(axis=1, keepdims=True)
    return weights / sums, (np.log(sums) + top)[:, 0]
