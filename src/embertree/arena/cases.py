"""Finished games as ratings see them: counted by what can happen in one, who met whom, and who was never beaten."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from embertree.arena.ending import ABORTED, FORFEITS
from embertree.arena.luce import Choice, choices_of, need
from embertree.arena.results import GameResult

SeatKey = tuple[int, int]
"""(players in the game, seat): the second of two is not the second of four."""
Row = tuple[str, SeatKey, str]
"""A competitor of the model: a player in a seat with a side, '' where there are none."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that can happen. Lists are by seat."""

    names: tuple[str, ...]
    sides: tuple[str, ...]
    ranks: tuple[int, ...]
    forfeit: int | None
    """The seat that failed where the ranks of the others say nothing among them."""

    def order(self) -> tuple[object, ...]:
        return self.names, self.sides, self.ranks, -1 if self.forfeit is None else self.forfeit

    def rows(self) -> list[Row]:
        size = len(self.names)
        sides = self.sides or ("",) * size
        return [(self.names[seat], (size, seat), sides[seat]) for seat in range(size)]

    def choices(self, competitors: Sequence[int]) -> list[Choice]:
        if self.forfeit is None:
            return choices_of(competitors, self.ranks)
        failed = competitors[self.forfeit]
        return [((min(failed, row), max(failed, row)), (row,)) for row in competitors if row != failed]

    def not_behind(self) -> set[tuple[str, str]]:
        """(a, b) where a was before b or level with it, as far as this game tells."""
        seats = range(len(self.names))
        pairs = [(s, t) for s in seats for t in seats if s != t and self.ranks[s] <= self.ranks[t]]
        if self.forfeit is not None:
            pairs = [(s, t) for s, t in pairs if t == self.forfeit]
        return {(self.names[s], self.names[t]) for s, t in pairs}


class Tally:
    """Games counted by block and case. Everything is sorted, so that the same games in another order are the same sums,
    to the last bit."""

    def __init__(self, results: Iterable[GameResult]) -> None:
        self.forfeits = 0
        numbers: dict[Case, int] = {}
        # Sixteen bytes a game, however many there are.
        blocks, cases = array("q"), array("q")
        for result in results:
            if result.kind == ABORTED or len(result.ranks) < 2:
                continue
            case = Case(result.names, result.sides, result.ranks, _silent_forfeit(result))
            blocks.append(result.block)
            cases.append(numbers.setdefault(case, len(numbers)))
            self.forfeits += result.kind in FORFEITS
        self.games = len(blocks)
        self.cases = sorted(numbers, key=Case.order)
        place = np.zeros(len(numbers), dtype=np.int64)
        place[[numbers[case] for case in self.cases]] = range(len(numbers))
        self._case_of = place[np.asarray(cases, dtype=np.int64)]
        self._blocks, self._block_of = np.unique(np.asarray(blocks, dtype=np.int64), return_inverse=True)
        self.by_case = [int(count) for count in np.bincount(self._case_of, minlength=len(self.cases))]

        rows = {row for case in self.cases for row in case.rows()}
        self.names = sorted({name for name, _, _ in rows})
        self.seats = sorted({seat for _, seat, _ in rows})
        self.sides = sorted({side for _, _, side in rows if side})
        self._rows = {row: i for i, row in enumerate(sorted(rows))}
        self._choices = [case.choices([self._rows[row] for row in case.rows()]) for case in self.cases]
        self.choices = sorted({choice for choices in self._choices for choice in choices})

    # --- For the fit: a column a player, then a seat, then a side ---

    @property
    def blocks(self) -> int:
        return len(self._blocks)

    @property
    def terms(self) -> int:
        return len(self.names) + len(self.seats) + len(self.sides)

    def design(self) -> Any:
        """One row a competitor, with a 1 for its player, its seat and its side."""
        players, seats, sides = (_numbers(keys) for keys in (self.names, self.seats, self.sides))
        where = []
        for (name, seat, side), row in self._rows.items():
            where += [(row, players[name]), (row, len(players) + seats[seat])]
            where += [(row, len(players) + len(seats) + sides[side])] if side else []
        rows, columns = zip(*where, strict=True)
        return need("scipy.sparse").csr_matrix((np.ones(len(where)), (rows, columns)), (len(self._rows), self.terms))

    def counts(self, order: Sequence[int]) -> Any:
        """How often each choice (in that order of `choices`) came in each block."""
        matrix = need("scipy.sparse").coo_matrix
        place = {self.choices[i]: row for row, i in enumerate(order)}
        where = [(place[choice], number) for number, choices in enumerate(self._choices) for choice in choices]
        rows, columns = zip(*where, strict=True)
        of_cases = matrix((np.ones(len(where)), (rows, columns)), (len(place), len(self.cases))).tocsr()
        games = matrix((np.ones(self.games), (self._case_of, self._block_of)), (len(self.cases), self.blocks)).tocsr()
        return of_cases @ games

    # --- Who met whom ---

    @cached_property
    def groups(self) -> list[int]:
        """By player: sets that games connect, the largest first, then by first name."""
        labels = self._components({(case.names[0], name) for case in self.cases for name in case.names}, "weak")
        sizes = Counter(labels)
        order = sorted(sizes, key=lambda label: (-sizes[label], labels.index(label)))
        return [order.index(label) for label in labels]

    def members(self, group: int) -> list[str]:
        return [name for name, own in zip(self.names, self.groups, strict=True) if own == group]

    def layers(self, group: int) -> list[list[str]]:
        """The players of a group in sets, such that nobody of a later set was ever before or level with one of an
        earlier set; one set where the games themselves decide every distance."""
        pairs = {pair for case in self.cases for pair in case.not_behind()}
        labels = self._components(pairs, "strong")
        sets: dict[int, list[str]] = {}
        for name, label, own in zip(self.names, labels, self.groups, strict=True):
            if own == group:
                sets.setdefault(label, []).append(name)
        below: dict[str, set[str]] = {name: set() for name in self.names}
        for a, b in pairs:
            below[a].add(b)
        # Who reaches more is above; ties in that are sets that no game ranks.
        return sorted(sets.values(), key=lambda names: (-len(_reached(below, names[0])), names))

    def confounded(self) -> bool:
        """Whether terms of players, seats and sides could be traded against one another without any game noticing."""
        design = self.design().toarray()
        gram = np.zeros((self.terms, self.terms))
        for rows in {tuple(self._rows[row] for row in case.rows()) for case in self.cases}:
            within = design[list(rows)] - design[list(rows)].mean(axis=0)
            gram += within.T @ within
        # What is free anyway: the zero of each group of players, of the seats of each size, of each group of sides.
        met: dict[str, set[str]] = {side: set() for side in self.sides}
        for case in self.cases:
            for side in filter(None, case.sides):
                met[side].update(filter(None, case.sides))
        side_groups = {min(_reached(met, side)) for side in self.sides}
        free = len(set(self.groups)) + len({size for size, _ in self.seats}) + len(side_groups)
        return bool(np.linalg.matrix_rank(gram, hermitian=True) < self.terms - free)

    def _components(self, pairs: set[tuple[str, str]], connection: str) -> list[int]:
        numbers = _numbers(self.names)
        edges = sorted((numbers[a], numbers[b]) for a, b in pairs)
        size = len(self.names)
        graph = need("scipy.sparse").coo_matrix(
            (np.ones(len(edges)), ([a for a, _ in edges], [b for _, b in edges])), (size, size)
        )
        components = need("scipy.sparse.csgraph").connected_components
        return [int(label) for label in components(graph, directed=True, connection=connection)[1]]


def _silent_forfeit(result: GameResult) -> int | None:
    """The seat whose failure ended a game, the others sharing the first place because nobody knows better. Where a
    stand-in played on, there are ranks."""
    if result.kind not in FORFEITS or result.failed is None:
        return None
    others = {rank for seat, rank in enumerate(result.ranks) if seat != result.failed}
    return result.failed if others == {1} else None


def _reached(after: dict[str, set[str]], start: str) -> set[str]:
    """All that can be come to from one, itself among them."""
    seen, fresh = {start}, [start]
    while fresh:
        more = after[fresh.pop()] - seen
        seen |= more
        fresh += more
    return seen


def _numbers(keys: Iterable[Any]) -> dict[Any, int]:
    return {key: i for i, key in enumerate(keys)}
