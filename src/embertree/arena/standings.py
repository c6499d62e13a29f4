"""What a match says about its players: sums over games, errors over blocks.

A block is all seat rotations of one seed, so its games are not independent of each other; blocks are. Intervals are
Student's over the means of whole blocks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from embertree.arena.play import PlayedGame

MEASURES = ("win_share", "rank", "score", "margin")
"""Share of a win; rank from 1; points; points less the best other's."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over games with the half width of its 95 % interval; None with fewer than two whole blocks."""

    mean: float
    error: float | None

    def __str__(self) -> str:
        return f"{self.mean:.3f}" if self.error is None else f"{self.mean:.3f} ±{self.error:.3f}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did."""

    player: int
    """Its place in the list of players, from 0."""
    name: str
    games: int
    wins: float
    """Shared wins split."""
    win_share: Interval
    rank: Interval
    score: Interval
    margin: Interval
    wins_by_seat: list[float]
    games_by_seat: list[int]


class Standings:
    """Takes one game after another and keeps sums only, however long the match is."""

    def __init__(self, names: Sequence[str], seats: int) -> None:
        self.names = list(names)
        self.seats = seats
        self.games = 0
        self._blocks = 0
        self._totals = [[0.0] * len(MEASURES) for _ in names]
        self._in_block = [[0.0] * len(MEASURES) for _ in names]
        self._games_in_block = 0
        # Sums of block means and of their squares, for the intervals.
        self._sums = [[0.0] * len(MEASURES) for _ in names]
        self._squares = [[0.0] * len(MEASURES) for _ in names]
        self._wins_by_seat = [[0.0] * seats for _ in names]
        self._games_by_seat = [[0] * seats for _ in names]

    def add(self, played: PlayedGame, seating: Sequence[int]) -> None:
        """Counts a game in which seat s was played by player `seating[s]`."""
        self.games += 1
        self._games_in_block += 1
        for seat, player in enumerate(seating):
            share = played.win_shares[seat]
            score = played.scores[seat]
            best_other = max(played.scores[other] for other in range(self.seats) if other != seat)
            for i, value in enumerate((share, played.ranks[seat], score, score - best_other)):
                self._totals[player][i] += value
                self._in_block[player][i] += value
            self._wins_by_seat[player][seat] += share
            self._games_by_seat[player][seat] += 1

    def end_block(self) -> None:
        """All games of a block are in: its means count for the intervals."""
        if not self._games_in_block:
            return  # none of them came to an end
        self._blocks += 1
        for player, sums in enumerate(self._in_block):
            for i, value in enumerate(sums):
                mean = value / self._games_in_block
                self._sums[player][i] += mean
                self._squares[player][i] += mean * mean
        self._in_block = [[0.0] * len(MEASURES) for _ in self.names]
        self._games_in_block = 0

    @property
    def blocks(self) -> int:
        """Whole blocks so far."""
        return self._blocks

    def table(self) -> list[Standing]:
        """The best first: by share of wins, then by mean rank, then in the order of the list."""
        rows = [self._standing(player) for player in range(len(self.names))]
        return sorted(rows, key=lambda row: (-row.win_share.mean, row.rank.mean, row.player))

    def wins_by_seat(self) -> list[float]:
        """Wins of each seat, whoever sat there."""
        return [sum(wins[seat] for wins in self._wins_by_seat) for seat in range(self.seats)]

    def _standing(self, player: int) -> Standing:
        win_share, rank, score, margin = (self._interval(player, i) for i in range(len(MEASURES)))
        return Standing(
            player,
            self.names[player],
            self.games,
            wins=self._totals[player][0],
            win_share=win_share,
            rank=rank,
            score=score,
            margin=margin,
            wins_by_seat=list(self._wins_by_seat[player]),
            games_by_seat=list(self._games_by_seat[player]),
        )

    def _interval(self, player: int, measure: int) -> Interval:
        mean = self._totals[player][measure] / self.games if self.games else 0.0
        n = self._blocks
        if n < 2:
            return Interval(mean, None)
        block_mean = self._sums[player][measure] / n
        # Rounding may leave a tiny negative where all blocks are equal.
        variance = max(0.0, self._squares[player][measure] / n - block_mean**2) * n / (n - 1)
        return Interval(mean, student_95(n - 1) * math.sqrt(variance / n))


def student_95(freedom: int) -> float:
    """The 97.5 % point of Student's t: a table where it bends, its expansion beyond (error below 0.001)."""
    table = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
    if freedom <= len(table):
        return table[freedom - 1]
    # Abramowitz and Stegun, 26.7.5.
    z = 1.959964
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    first, second, third = terms
    return z + (first + (second + third / freedom) / freedom) / freedom
