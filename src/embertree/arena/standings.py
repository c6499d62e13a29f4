"""What a match says about its players: sums over games, errors over blocks.

A block is all seatings of one seed, so its games are not independent of each other; blocks are. Intervals are Student's
over the means of whole blocks. Everything is counted by seat: a player with several seats at a table has the mean of
them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    # Loaded where it is used: most commands and all workers do without.
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[Any]

MEASURES = ("win_share", "rank", "score", "margin")
"""Share of a win; rank from 1; points; points less the best other's."""


class Result(Protocol):
    """What is counted of a game, by seat."""

    @property
    def ranks(self) -> Sequence[int]: ...
    @property
    def scores(self) -> Sequence[int]: ...


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


class BlockMeans:
    """Means of several measures over games, with errors over blocks, for one player or pair of players."""

    __slots__ = ("_blocks", "_in_block", "_in_block_count", "_squares", "_sums", "_totals", "count")

    def __init__(self, measures: int) -> None:
        self.count = 0
        self._totals = [0.0] * measures
        self._in_block = [0.0] * measures
        self._in_block_count = 0
        # Sums of block means and of their squares.
        self._blocks = 0
        self._sums = [0.0] * measures
        self._squares = [0.0] * measures

    def add(self, values: Sequence[float]) -> None:
        self.count += 1
        self._in_block_count += 1
        for i, value in enumerate(values):
            self._totals[i] += value
            self._in_block[i] += value

    def end_block(self) -> None:
        if not self._in_block_count:
            return
        self._blocks += 1
        for i, value in enumerate(self._in_block):
            mean = value / self._in_block_count
            self._sums[i] += mean
            self._squares[i] += mean * mean
            self._in_block[i] = 0.0
        self._in_block_count = 0

    def add_blocks(self, values: "Floats") -> None:
        """Whole blocks at once: values by block, game and measure. The sums are made in the same order, so they are the
        same to the last bit."""
        import numpy as np

        blocks, games, measures = values.shape
        self.count += blocks * games
        self._blocks += blocks
        means = _running(np.zeros((blocks, measures)), values.swapaxes(0, 1)) / games
        for i in range(measures):
            self._totals[i] = float(_running(np.array(self._totals[i]), values[:, :, i].ravel()))
            self._sums[i] = float(_running(np.array(self._sums[i]), means[:, i]))
            self._squares[i] = float(_running(np.array(self._squares[i]), means[:, i] * means[:, i]))

    def drop_block(self) -> None:
        """The block was not whole."""
        self._in_block = [0.0] * len(self._in_block)
        self._in_block_count = 0

    def total(self, measure: int) -> float:
        return self._totals[measure]

    def interval(self, measure: int) -> Interval:
        mean = self._totals[measure] / self.count if self.count else 0.0
        n = self._blocks
        if n < 2:
            return Interval(mean, None)
        block_mean = self._sums[measure] / n
        # Rounding may leave a tiny negative where all blocks are equal.
        variance = max(0.0, self._squares[measure] / n - block_mean**2) * n / (n - 1)
        return Interval(mean, student_95(n - 1) * math.sqrt(variance / n))


class Standings:
    """Takes one game after another and keeps sums only, however long the match is."""

    def __init__(self, names: Sequence[str], seats: int) -> None:
        self.names = list(names)
        self.seats = seats
        self.games = 0
        self._blocks = 0
        self._games_in_block = 0
        self._means = [BlockMeans(len(MEASURES)) for _ in names]
        self._in_block: set[int] = set()
        self._games = [0] * len(self.names)
        self._wins_by_seat = [[0.0] * seats for _ in names]
        self._games_by_seat = [[0] * seats for _ in names]

    def add(self, played: Result, seating: Sequence[int]) -> None:
        """Counts a game in which seat s was played by player `seating[s]`."""
        self.games += 1
        self._games_in_block += 1
        winners = played.ranks.count(1)
        for seat, player in enumerate(seating):
            share = 1 / winners if played.ranks[seat] == 1 else 0.0
            score = played.scores[seat]
            best_other = max(played.scores[other] for other in range(self.seats) if other != seat)
            self._means[player].add((share, played.ranks[seat], score, score - best_other))
            self._wins_by_seat[player][seat] += share
            self._games_by_seat[player][seat] += 1
        for player in set(seating):
            self._games[player] += 1
            self._in_block.add(player)

    def end_block(self) -> None:
        """All games of a block are in: its means count for the intervals."""
        if not self._games_in_block:
            return  # none of them came to an end
        self._blocks += 1
        self._games_in_block = 0
        for player in self._in_block:
            self._means[player].end_block()
        self._in_block.clear()

    def drop_block(self) -> None:
        """Games of the block are lacking: what is there stays in the sums, but does not count for the intervals."""
        self._games_in_block = 0
        for player in self._in_block:
            self._means[player].drop_block()
        self._in_block.clear()

    def add_blocks(self, ranks: "Ints", scores: "Ints", seatings: Sequence[Sequence[int]]) -> None:
        """Whole blocks at once, each player once at every table: ranks and scores by block, game and seat, in a block
        the games of `seatings`."""
        import numpy as np

        blocks, games, seats = ranks.shape
        wins = ranks == 1
        shares = np.where(wins, 1 / wins.sum(axis=2, keepdims=True), 0.0)
        others = np.where(np.eye(seats, dtype=bool), np.iinfo(np.int64).min, scores[:, :, None, :]).max(axis=3)
        values = np.stack([shares, ranks, scores, scores - others], axis=3, dtype=np.float64)
        for player, means in enumerate(self._means):
            at = [list(seating).index(player) for seating in seatings]
            means.add_blocks(values[:, range(games), at])
            self._games[player] += blocks * games
            for seat in at:
                self._games_by_seat[player][seat] += blocks
            for seat in set(at):
                own = values[:, [game for game in range(games) if at[game] == seat], seat, 0].ravel()
                before = np.array(self._wins_by_seat[player][seat])
                self._wins_by_seat[player][seat] = float(_running(before, own))
        self.games += blocks * games
        self._blocks += blocks

    @property
    def blocks(self) -> int:
        """Whole blocks so far."""
        return self._blocks

    def table(self) -> list[Standing]:
        """The best first: by share of wins, then by mean rank, then in the order of the list."""
        rows = [self.standing(player) for player in range(len(self.names))]
        return sorted(rows, key=lambda row: (-row.win_share.mean, row.rank.mean, row.player))

    def wins_by_seat(self) -> list[float]:
        """Wins of each seat, whoever sat there."""
        return [sum(wins[seat] for wins in self._wins_by_seat) for seat in range(self.seats)]

    def standing(self, player: int) -> Standing:
        means = self._means[player]
        win_share, rank, score, margin = (means.interval(i) for i in range(len(MEASURES)))
        return Standing(
            player,
            self.names[player],
            self._games[player],
            wins=means.total(0),
            win_share=win_share,
            rank=rank,
            score=score,
            margin=margin,
            wins_by_seat=list(self._wins_by_seat[player]),
            games_by_seat=list(self._games_by_seat[player]),
        )


class Crosstable:
    """How players did against each other: 1 for a better rank in the same game, 1/2 for an equal one."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._pairs: dict[tuple[int, int], BlockMeans] = {}
        self._in_block: set[tuple[int, int]] = set()

    def add(self, played: Result, seating: Sequence[int]) -> None:
        for seat, player in enumerate(seating):
            for other_seat, other in enumerate(seating):
                if other == player:
                    continue
                mine, theirs = played.ranks[seat], played.ranks[other_seat]
                value = 0.5 if mine == theirs else float(mine < theirs)
                self._pairs.setdefault((player, other), BlockMeans(1)).add((value,))
                self._in_block.add((player, other))

    def end_block(self) -> None:
        for pair in self._in_block:
            self._pairs[pair].end_block()
        self._in_block.clear()

    def add_blocks(self, ranks: "Ints", seatings: Sequence[Sequence[int]]) -> None:
        """As `Standings.add_blocks`."""
        import numpy as np

        games = range(len(seatings))
        for player in range(self.players):
            mine = ranks[:, games, [list(seating).index(player) for seating in seatings]]
            for other in range(self.players):
                if other != player:
                    theirs = ranks[:, games, [list(seating).index(other) for seating in seatings]]
                    values = np.where(mine == theirs, 0.5, (mine < theirs).astype(np.float64))
                    self._pairs.setdefault((player, other), BlockMeans(1)).add_blocks(values[:, :, None])

    def drop_block(self) -> None:
        for pair in self._in_block:
            self._pairs[pair].drop_block()
        self._in_block.clear()

    def against(self, player: int, other: int) -> Interval | None:
        """The mean of one against another; None where they have not met."""
        means = self._pairs.get((player, other))
        return means.interval(0) if means else None


def _running(start: "Floats", values: "Floats") -> "Floats":
    """start + values[0] + values[1] + ..., one after another along the first axis."""
    import numpy as np

    return np.asarray(np.add.accumulate(np.concatenate([start[None], values]))[-1])


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
