"""What a match shows while it runs: games done, time left, standings with errors. On a terminal it stays in place,
elsewhere it is a line now and then."""

import sys
import time
from types import TracebackType
from typing import Any, Protocol

from embertree.arena import Finished, MatchResult, MatchSettings, Standings

_SHOWN_PLAYERS = 8
_LINE_EVERY_S = 30.0
_TABLE_EVERY_S = 0.25


class Progress(Protocol):
    def __enter__(self) -> "Progress": ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...
    def begin(self, finished: int) -> None:
        """How many games the store had already."""

    def advance(self, finished: Finished, standings: Standings) -> None:
        """Another game."""

    def catch_up(self, result: MatchResult) -> None:
        """Many games at once; all that are finished."""


class Lines:
    """For those who read a file: a line each half minute."""

    def __init__(self, settings: MatchSettings) -> None:
        self._total = settings.games()
        self._done = 0
        self._now = 0
        self._began = self._last = time.monotonic()

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def begin(self, finished: int) -> None:
        self._done = finished
        self._began = self._last = time.monotonic()

    def advance(self, finished: Finished, standings: Standings) -> None:
        self._done += 1
        self._now += 1
        self._say(standings)

    def catch_up(self, result: MatchResult) -> None:
        self._now += result.finished - self._done
        self._done = result.finished
        self._say(result.standings)

    def _say(self, standings: Standings) -> None:
        now = time.monotonic()
        if now - self._last < _LINE_EVERY_S:
            return
        self._last = now
        left = (now - self._began) / self._now * (self._total - self._done)
        print(
            f"embertree: {self._done} of {self._total} games, about {_span(left)} left; {leaders(standings)}",
            file=sys.stderr,
        )


class Live:
    """For a terminal: a bar and the table so far, on standard error."""

    def __init__(self, settings: MatchSettings) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self._bar = RichProgress(
            TextColumn("{task.fields[game]}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeRemainingColumn(),
        )
        self._task = self._bar.add_task("", total=settings.games(), game=settings.game.id)
        self._live = RichLive(self._bar, console=Console(stderr=True), transient=True, refresh_per_second=4)
        self._last = 0.0

    def __enter__(self) -> "Live":
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def begin(self, finished: int) -> None:
        self._bar.update(self._task, completed=finished)

    def advance(self, finished: Finished, standings: Standings) -> None:
        self._bar.update(self._task, advance=1)
        self._show(standings)

    def catch_up(self, result: MatchResult) -> None:
        self._bar.update(self._task, completed=result.finished)
        self._show(result.standings)

    def _show(self, standings: Standings) -> None:
        now = time.monotonic()
        if now - self._last >= _TABLE_EVERY_S:
            self._last = now
            self._live.update(self._shown(standings))

    def _shown(self, standings: Standings) -> Any:
        from rich.console import Group
        from rich.markup import escape
        from rich.table import Table

        table = Table(box=None, pad_edge=False, show_header=False)
        for row in standings.table()[:_SHOWN_PLAYERS]:
            table.add_row(escape(row.name), percent(row.win_share.mean, row.win_share.error), f"{row.games} games")
        return Group(self._bar, table)


def progress(settings: MatchSettings) -> Progress:
    return Live(settings) if sys.stderr.isatty() else Lines(settings)


def leaders(standings: Standings) -> str:
    """The first three with their shares of wins."""
    rows = standings.table()[:3]
    return ", ".join(f"{row.name} {percent(row.win_share.mean, row.win_share.error)}" for row in rows)


def percent(mean: float, error: float | None) -> str:
    return f"{100 * mean:.1f} %" + ("" if error is None else f" ±{100 * error:.1f}")


def _span(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
