"""A match or a tournament, from its first game to its last: what is lacking is played by whoever plays it (this
process, worker processes, a cluster), stored as it comes and counted in the order of the schedule."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from embertree.arena.interrupts import uninterrupted
from embertree.arena.play import PlayedGame
from embertree.arena.pool import Pool
from embertree.arena.quick import is_quick, play_quickly
from embertree.arena.results import GameResult
from embertree.arena.schedule import Schedule, ScheduledGame, seating
from embertree.arena.settings import MatchSettings, names_of
from embertree.arena.standings import Standings
from embertree.arena.store import Store
from embertree.arena.tally import Facts, Failure, MatchResult, Tally, facts_of

__all__ = [
    "Decide",
    "Failure",
    "Finished",
    "MatchResult",
    "MatchSettings",
    "Runner",
    "names_of",
    "play_match",
    "seating",
]


Decide = Callable[[list[GameResult]], str | None]


@dataclass(frozen=True)
class Finished:
    """One finished game of a match, for those who watch."""

    block: int
    rotation: int
    seating: list[int]
    """Player by seat."""
    played: PlayedGame
    number: int = 0


class Runner(AbstractContextManager["Runner"], Protocol):
    """Who plays games. Entering it starts what it needs; leaving it with an exception ends everything at once."""

    def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
        """The games of these numbers, each as soon as it is finished."""


class InProcess:
    """Plays in this process, one game after another."""

    def __init__(self, settings: MatchSettings) -> None:
        self._pool = Pool(settings)

    def __enter__(self) -> "InProcess":
        try:
            self._pool.check()
        except BaseException:
            self._pool.kill()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._pool.close()
        else:
            self._pool.kill()

    def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
        return ((number, self._pool.play(number)) for number in numbers)


def play_match(
    settings: MatchSettings,
    on_game: Callable[[Finished, Standings], None] | None = None,
    *,
    store: Store | None = None,
    runner: Runner | None = None,
    decide: Decide | None = None,
    on_start: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Plays all games that the store lacks. KeyboardInterrupt ends it: an interrupted game is no result, the others
    stand.

    `on_game` is called for each game that was played now, in the order of the schedule; `on_start` once, when those out
    of the store are counted that come before the first one. `decide` is told the results of each whole block, in order
    and those out of the store among them, and ends the match by giving a reason. Random players alone play in the
    core, where none of these wants to see each game.
    """
    if not (on_game or store or runner or decide or on_start) and is_quick(settings):
        return play_quickly(settings)
    started = time.perf_counter()
    match = _Match(settings, on_game, store, decide)
    try:
        match.count_stored()
        if on_start:
            on_start(match.tally.result)
        if not match.over:
            with runner or InProcess(settings) as running:
                for number, played in running.play(match.lacking()):
                    match.take(number, played)
                    if match.over:
                        break
    except KeyboardInterrupt:
        match.tally.result.interrupted = True
        match.count_the_rest()
    result = match.tally.finish()
    result.seconds = time.perf_counter() - started
    return result


class _Match:
    """Takes games as they come and counts them in order."""

    def __init__(
        self,
        settings: MatchSettings,
        on_game: Callable[[Finished, Standings], None] | None,
        store: Store | None,
        decide: Decide | None,
    ) -> None:
        self.schedule = Schedule(settings)
        self.tally = Tally(settings, self.schedule.block_size)
        self._store = store
        self._on_game = on_game
        self._decide = decide
        self._stored = store.facts() if store else iter(())
        self._next_stored = next(self._stored, None)
        # Finished before a game that comes before them.
        self._early: dict[int, tuple[Facts, PlayedGame]] = {}
        self._at = 0
        self._block: list[GameResult] = []

    @property
    def over(self) -> bool:
        return self._at >= len(self.schedule) or bool(self.tally.result.decided)

    def lacking(self) -> Iterator[int]:
        """The games that the store did not have when the match began."""
        had = self._store.numbers() if self._store else iter(())
        next_had = next(had, None)
        for number in range(len(self.schedule)):
            while next_had is not None and next_had < number:
                next_had = next(had, None)  # played meanwhile
            if number == next_had:
                next_had = next(had, None)
            else:
                yield number

    def take(self, number: int, played: PlayedGame) -> None:
        """A game that was played now."""
        scheduled = self.schedule[number]
        facts = facts_of(scheduled, played)
        with uninterrupted():
            if self._store:
                self._store.add(scheduled, played, facts)
            self._early[number] = (facts, played)
            self._count()

    def count_stored(self) -> None:
        self._count()

    def count_the_rest(self) -> None:
        """After an interrupt: also games that are finished behind one that is not. They decide nothing: in the order of
        the schedule they are not due."""
        while not self.over:
            self._count()
            self._decide = None
            waiting = [*self._early, *([self._next_stored.number] if self._next_stored else [])]
            if not waiting:
                return
            self._at = max(self._at, min(waiting))

    def _count(self) -> None:
        """Counts on as far as there are games."""
        while not self.over:
            if self._next_stored is not None and self._next_stored.number < self._at:
                self._next_stored = next(self._stored, None)
            elif self._at in self._early:
                facts, played = self._early.pop(self._at)
                self._add(facts)
                if self._on_game:
                    scheduled: ScheduledGame = self.schedule[facts.number]
                    finished = Finished(
                        facts.block, facts.rotation, list(scheduled.seating), played, number=facts.number
                    )
                    self._on_game(finished, self.tally.result.standings)
            elif self._next_stored is not None and self._next_stored.number == self._at:
                self.tally.result.resumed += 1
                self._add(self._next_stored)
                self._next_stored = next(self._stored, None)
            else:
                return

    def _add(self, facts: Facts) -> None:
        ends_block = self.tally.add(facts)
        self._at = facts.number + 1
        if self._decide:
            if self._block and self._block[0].block != facts.block:
                self._block = []
            if facts.ending.counts:
                self._block.append(facts.result(self.tally.result.standings.names))
            if ends_block:
                self.tally.result.decided = self._decide(self._block) or ""
                self._block = []
