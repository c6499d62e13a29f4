"""What a match or tournament has to say: a table for eyes, an object for programs."""

import shlex
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from embertree._core import version
from embertree.arena import Interval, MatchResult, Standing
from embertree.arena.luck_table import LuckRow
from embertree.arena.sprt import Sprt
from embertree.cli.contest_progress import percent
from embertree.cli.options import facts_of

_SHOWN_FAILURES = 20
_SHOWN_CROSS = 20


def ending_words(result: MatchResult) -> str:
    """Why it ended."""
    if result.decided:
        return result.decided
    if result.complete:
        return "all games are played"
    return "interrupted" if result.interrupted else "not all games are played"


def resume_command(db: str, concurrency: int | None = None, workers: str = "processes") -> str:
    words = ["embertree", "resume", db]
    if concurrency is not None:
        words += ["--concurrency", str(concurrency)]
    if workers != "processes":
        words += ["--workers", workers]
    return shlex.join(words)


# --- For programs ---


def facts(result: MatchResult, test: Sprt | None = None, luck: Mapping[str, LuckRow] | None = None) -> dict[str, Any]:
    settings = result.settings
    standings = result.standings
    values: dict[str, Any] = {
        **facts_of(settings.game),
        "rules_version": settings.game.rules_version,
        "objective": settings.game.objective,
        "version": version(),
        "format": settings.format,
        "specs": list(settings.players),
        "names": standings.names,
        "blocks": settings.blocks,
        "seed": settings.seed,
        "games": standings.games,
        "games_scheduled": settings.games(),
        "games_finished": result.finished,
        "blocks_finished": standings.blocks,
        "interrupted": result.interrupted,
        "ended": ending_words(result),
        "standings": [_row(standing) | _luck_of(standing, luck) for standing in result.table()],
        "wins_by_seat": [round(wins, 6) for wins in standings.wins_by_seat()],
    }
    if settings.format != "match":
        players = range(len(standings.names))
        values["crosstable"] = [[_cell(result, one, other) for other in players] for one in players]
    if test:
        values["sprt"] = {**asdict(test.settings), **asdict(test.state())}
    return {
        **values,
        "adjudicated": result.adjudicated,
        "failed_games": result.failed_games,
        "failures": [
            {
                "game": failure.number,
                "block": failure.block,
                "rotation": failure.rotation,
                "player": failure.player,
                "seat": failure.ending.seat,
                "kind": failure.ending.kind,
                "detail": failure.ending.detail,
            }
            for failure in result.failures
        ],
        "digest": result.digest,
        "timing": {
            "seconds": round(result.seconds, 3),
            "games_from_store": result.resumed,
            "ms_a_decision": [
                round(ms / decisions, 3) if decisions else None
                for ms, decisions in zip(result.thinking_ms, result.decisions, strict=True)
            ],
        },
    }


def _row(standing: Standing) -> dict[str, Any]:
    return {
        "player": standing.player,
        "name": standing.name,
        "games": standing.games,
        "wins": round(standing.wins, 6),
        "win_share": round(standing.win_share.mean, 6),
        "win_share_error": _of(standing.win_share)["error"],
        "rank": _of(standing.rank),
        "score": _of(standing.score),
        "margin": _of(standing.margin),
        "wins_by_seat": [round(wins, 6) for wins in standing.wins_by_seat],
        "games_by_seat": standing.games_by_seat,
    }


def _luck_of(standing: Standing, luck: Mapping[str, LuckRow] | None) -> dict[str, Any]:
    row = luck.get(standing.name) if luck else None
    return {} if row is None else {"luck": _of(row.luck), "returns_less_luck": _of(row.adjusted)}


def _cell(result: MatchResult, player: int, other: int) -> dict[str, float | None] | None:
    interval = result.crosstable.against(player, other)
    return None if interval is None else _of(interval)


def _of(interval: Interval) -> dict[str, float | None]:
    error = interval.error
    return {"mean": round(interval.mean, 6), "error": None if error is None else round(error, 6)}


# --- For eyes ---


def print_report(result: MatchResult, luck: Mapping[str, LuckRow] | None = None) -> None:
    from rich.console import Console

    # Not cut at 80 columns when it goes to a file.
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(_table(result, luck))
    if result.settings.format != "match" and result.standings.games:
        if len(result.standings.names) <= _SHOWN_CROSS:
            console.print(_crosstable(result))
        else:
            print("The crosstable of so many players is in the output of --json.")
    print(
        "± is half of a 95 % interval over blocks; seat columns are wins in that seat."
        if result.standings.blocks > 1
        else "Errors need two blocks or more; seat columns are wins in that seat."
    )
    if luck:
        print(f"luck is what the dice gave, less luck what is left of the returns ({result.settings.game.objective}).")
    _print_ends(result)


def _print_ends(result: MatchResult) -> None:
    for failure in result.failures[:_SHOWN_FAILURES]:
        who = "" if failure.player is None else f" {result.standings.names[failure.player]},"
        print(f"game {failure.number + 1}:{who} {failure.ending.reason()}")
    if result.failed_games > _SHOWN_FAILURES:
        print(f"... and {result.failed_games - _SHOWN_FAILURES} more games that did not end by the rules")
    if result.adjudicated:
        print(f"{result.adjudicated} games ended by the move limit.")
    print(f"Ended: {ending_words(result)}.")


def _table(result: MatchResult, luck: Mapping[str, LuckRow] | None) -> Any:
    from rich.markup import escape
    from rich.table import Table

    settings = result.settings
    game = settings.game
    tournament = settings.format != "match"
    rules = f", rules {game.rules}" if game.rules else ""
    what = f", {settings.format}" if tournament else ""
    table = Table(
        title=f"{game.title}, {game.num_players} players{rules}{what}: {result.standings.games} games, "
        f"{result.standings.blocks} blocks, seed {settings.seed}",
        title_justify="left",
    )
    if tournament:
        table.add_column("", justify="right")
    table.add_column("player")
    for heading in (*(["games"] if tournament else []), "win share", "wins", "rank", "score", "margin"):
        table.add_column(heading, justify="right")
    for heading in ("luck", "less luck") if luck else ():
        table.add_column(heading, justify="right")
    for seat in range(game.num_players):
        table.add_column(f"seat {seat}", justify="right")
    table.add_column("ms/move", justify="right")
    for place, row in enumerate(result.table(), 1):
        ms, decisions = result.thinking_ms[row.player], result.decisions[row.player]
        table.add_row(
            *([str(place)] if tournament else []),
            escape(row.name),
            *([str(row.games)] if tournament else []),
            percent(row.win_share.mean, row.win_share.error),
            f"{row.wins:g}" if row.wins == int(row.wins) else f"{row.wins:.2f}",
            _shown(row.rank, 2),
            _shown(row.score, 1),
            _shown(row.margin, 1),
            *_luck_cells(row, luck),
            *(f"{wins:.1f}" for wins in row.wins_by_seat),
            f"{ms / decisions:.1f}" if decisions else "-",
        )
    return table


def _luck_cells(standing: Standing, luck: Mapping[str, LuckRow] | None) -> list[str]:
    row = luck.get(standing.name) if luck else None
    if row is None:
        return ["-", "-"] if luck else []
    return [_shown(row.luck, 3), _shown(row.adjusted, 3)]


def _crosstable(result: MatchResult) -> Any:
    from rich.markup import escape
    from rich.table import Table

    rows = result.table()
    table = Table(
        title="Row against column: 1 for a better rank in the same game, 1/2 for an equal one", title_justify="left"
    )
    table.add_column("", justify="right")
    table.add_column("player")
    for place in range(1, len(rows) + 1):
        table.add_column(str(place), justify="right")
    for place, row in enumerate(rows, 1):
        cells = [result.crosstable.against(row.player, other.player) for other in rows]
        shown = ["" if cell is None else _shown(cell, 2) for cell in cells]
        table.add_row(str(place), escape(row.name), *shown)
    return table


def _shown(interval: Interval, digits: int) -> str:
    error = "" if interval.error is None else f" ±{interval.error:.{digits}f}"
    return f"{interval.mean:.{digits}f}{error}"
