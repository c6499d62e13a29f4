"""Finished games, one after another in the order of the schedule, become what a match has to say."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from embertree.arena.ending import Ending
from embertree.arena.play import PlayedGame
from embertree.arena.results import GameResult
from embertree.arena.schedule import ScheduledGame
from embertree.arena.settings import MatchSettings
from embertree.arena.sides import sides_of
from embertree.arena.standings import Crosstable, Standing, Standings

if TYPE_CHECKING:
    from embertree.arena.standings import Ints

KEPT_FAILURES = 10_000
"""Failures that are listed; the others are counted."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is counted of a finished game, played now or out of a store. Lists are by seat."""

    number: int
    block: int
    rotation: int
    seating: Sequence[int]
    ranks: list[int]
    scores: list[int]
    ending: Ending
    ms: list[float]
    decisions: list[int]
    words: str
    """Moves and chance outcomes."""
    sides: Sequence[str] = ()
    luck: Sequence[float] = ()

    def result(self, names: Sequence[str]) -> GameResult:
        return GameResult(
            block=self.block,
            rotation=self.rotation,
            names=tuple(names[player] for player in self.seating),
            ranks=tuple(self.ranks),
            scores=tuple(self.scores),
            sides=tuple(self.sides),
            luck=tuple(self.luck),
            kind=self.ending.kind,
            failed=self.ending.seat if self.ending.forfeited else None,
        )


def facts_of(scheduled: ScheduledGame, played: PlayedGame) -> Facts:
    seats = len(scheduled.seating)
    ms = [0.0] * seats
    decisions = [0] * seats
    for ply in played.plies[played.given :]:
        if ply.seat >= 0:
            ms[ply.seat] += ply.ms
            decisions[ply.seat] += 1
    return Facts(
        number=scheduled.number,
        block=scheduled.block,
        rotation=scheduled.rotation,
        seating=scheduled.seating,
        ranks=played.ranks,
        scores=played.scores,
        ending=played.ending,
        ms=ms,
        decisions=decisions,
        words=" ".join(ply.word for ply in played.plies),
        sides=sides_of(played.final_position, seats),
    )


@dataclass(frozen=True)
class Failure:
    """A game that did not end by the rules."""

    block: int
    rotation: int
    player: int | None
    """Who failed, by its place in the list of players; None where nobody did."""
    ending: Ending
    number: int = 0


@dataclass
class MatchResult:
    """What came of a match so far."""

    settings: MatchSettings
    standings: Standings
    interrupted: bool = False
    seconds: float = 0.0
    thinking_ms: list[float] = field(default_factory=list)
    """By player."""
    decisions: list[int] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    digest: str = ""
    """SHA-256 over the moves of all games in order: equal digests, equal matches."""
    failed_games: int = 0
    """Also those that `failures` has no room for."""
    adjudicated: int = 0
    finished: int = 0
    """Games, those that are no result among them."""
    resumed: int = 0
    """How many of them were in the store already."""
    crosstable: Crosstable = field(default_factory=lambda: Crosstable(0))
    decided: str = ""
    """Why the match ended before its last game, where somebody decided so."""

    def table(self) -> list[Standing]:
        return self.standings.table()

    @property
    def complete(self) -> bool:
        """Whether all games of the schedule are finished."""
        return self.finished == self.settings.games()


class Tally:
    """Counts games; keeps sums and no games."""

    def __init__(self, settings: MatchSettings, block_size: int) -> None:
        self._block_size = block_size
        self._block = -1
        self._in_block = 0
        names = settings.player_names()
        self.result = MatchResult(settings, Standings(names, settings.game.num_players))
        self.result.thinking_ms = [0.0] * len(names)
        self.result.decisions = [0] * len(names)
        self.result.crosstable = Crosstable(len(names))
        self._digest = hashlib.sha256()

    def add(self, facts: Facts) -> bool:
        """Whether a whole block has come to its end. One that lacks games is in the sums, not in the errors."""
        result = self.result
        if facts.block != self._block:
            if 0 < self._in_block < self._block_size:
                result.standings.drop_block()
                result.crosstable.drop_block()
            self._block, self._in_block = facts.block, 0
        self._in_block += 1
        ends_block = self._in_block == self._block_size
        result.finished += 1
        if facts.ending.counts:
            result.standings.add(facts, facts.seating)
            result.crosstable.add(facts, facts.seating)
        if ends_block:
            result.standings.end_block()
            result.crosstable.end_block()
        for seat, player in enumerate(facts.seating):
            result.thinking_ms[player] += facts.ms[seat]
            result.decisions[player] += facts.decisions[seat]
        if facts.ending.move_limit is not None:
            result.adjudicated += 1
        if facts.ending.forfeited or not facts.ending.counts:
            failed = None if facts.ending.seat is None else facts.seating[facts.ending.seat]
            result.failed_games += 1
            if len(result.failures) < KEPT_FAILURES:
                failure = Failure(facts.block, facts.rotation, failed, facts.ending, facts.number)
                result.failures.append(failure)
        self._digest.update((facts.words + "\n").encode())
        return ends_block

    def add_blocks(self, ranks: "Ints", scores: "Ints", words: bytes, seatings: Sequence[Sequence[int]]) -> None:
        """Whole blocks of games that came to their end, by game and seat; `words` is a line a game."""
        games = len(ranks)
        shape = (games // self._block_size, self._block_size, len(seatings[0]))
        by_block = ranks.astype("int64").reshape(shape)
        self.result.standings.add_blocks(by_block, scores.astype("int64").reshape(shape), seatings)
        self.result.crosstable.add_blocks(by_block, seatings)
        self.result.finished += games
        self._digest.update(words)

    def finish(self) -> MatchResult:
        self.result.digest = self._digest.hexdigest()
        return self.result
