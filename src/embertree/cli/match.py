"""`embertree match`: players against each other, every seat for everybody."""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Annotated, Any

import typer

from embertree._core import Game, version
from embertree.agents import Limits
from embertree.arena import Interval, MatchResult, MatchSettings, Standing, Standings, play_match
from embertree.arena.match import Finished
from embertree.cli.options import (
    GameArgument,
    JsonOption,
    MovetimeOption,
    NodesOption,
    ObjectiveOption,
    PlayersOption,
    RulesOption,
    SeedOption,
    facts_of,
    print_json,
    whole,
)
from embertree.records import RecordWriter

EXAMPLE = (
    "Example: embertree match volcano_island --players 4 --player mcts:nodes=2000 --player expectimax:depth=2 "
    "--player greedy --player random --blocks 10 --seed 1"
)

_SHOWN_FAILURES = 20


def match(
    game: GameArgument,
    player: Annotated[
        list[str],
        typer.Option(
            "--player",
            metavar="SPEC",
            help="A player, such as mcts:nodes=2000 or 'cmd:./engine --flag' (docs/protocol.md); one for each seat.",
        ),
    ],
    players: PlayersOption = None,
    rules: RulesOption = "",
    objective: ObjectiveOption = "win",
    fill: Annotated[str | None, typer.Option("--fill", metavar="SPEC", help="Who takes the seats left over.")] = None,
    blocks: Annotated[
        int,
        typer.Option(
            "--blocks",
            parser=whole(1, 10**9),
            metavar="B",
            help="Blocks: one seed each, played in every seat rotation.",
        ),
    ] = 1,
    seed: SeedOption = 0,
    movetime: MovetimeOption = None,
    nodes: NodesOption = None,
    record: Annotated[str | None, typer.Option("--record", metavar="FILE", help="Appends the games' records.")] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Appends the traffic with engines from outside.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Plays a match and prints the standings.

    Players without limits of their own take --nodes or --movetime. Results follow from the settings alone unless a
    time limit is among them; in the JSON everything but `timing` is then the same on every run. Ctrl-C ends the match
    with the standings so far. An engine that fails loses that game and the match goes on; the exit code is 1 then.
    """
    if players is None:
        players = _seats_for(game, len(player), fill is not None)
    loaded = Game(game, players, rules, objective)
    specs = list(player) + [fill] * (loaded.num_players - len(player)) if fill is not None else list(player)
    settings = MatchSettings(loaded, specs, blocks, seed, Limits(nodes=nodes or 0, movetime_ms=movetime or 0), log)
    with RecordWriter(record) if record is not None else nullcontext() as writer, _progress(settings) as watch:

        def on_game(finished: Finished, standings: Standings) -> None:
            if writer is not None and finished.played.ending.counts:
                writer.write(finished.played)
            watch(finished, standings)

        result = play_match(settings, on_game)
    if json:
        print_json(_facts(result))
    else:
        _print(result)
    if result.interrupted:
        print(f"embertree: interrupted after {result.standings.games} of {settings.games()} games", file=sys.stderr)
        raise typer.Exit(130)
    if result.failures:
        raise typer.Exit(1)


def _seats_for(game: str, named: int, filled: bool) -> int | None:
    """As many seats as players, where the game has so many; else its smallest number, and the match complains."""
    known = Game(game)
    seats = max(named, known.min_players) if filled else named
    return seats if known.min_players <= seats <= known.max_players else None


class _Silent:
    """Who watches when nobody looks at a terminal."""

    def __enter__(self) -> Callable[[Finished, Standings], None]:
        return lambda finished, standings: None

    def __exit__(self, *_: object) -> None:
        return None


class _Bar:
    """A progress bar on standard error with the time left and who leads."""

    def __init__(self, settings: MatchSettings) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("{task.fields[game]}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[leader]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task("", total=settings.games(), game=settings.game.id, leader="")

    def __enter__(self) -> Callable[[Finished, Standings], None]:
        self._progress.start()
        return self._advance

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def _advance(self, finished: Finished, standings: Standings) -> None:
        from rich.markup import escape

        leader = standings.table()[0]
        self._progress.update(self._task, advance=1, leader=f"{escape(leader.name)} {leader.win_share.mean:.0%}")


def _progress(settings: MatchSettings) -> _Silent | _Bar:
    return _Bar(settings) if sys.stderr.isatty() else _Silent()


# --- Results ---


def _facts(result: MatchResult) -> dict[str, Any]:
    settings = result.settings
    standings = result.standings
    return {
        **facts_of(settings.game),
        "rules_version": settings.game.rules_version,
        "objective": settings.game.objective,
        "version": version(),
        "specs": list(settings.players),
        "blocks": settings.blocks,
        "seed": settings.seed,
        "games": standings.games,
        "games_scheduled": settings.games(),
        "blocks_finished": standings.blocks,
        "interrupted": result.interrupted,
        "standings": [_row(standing) for standing in result.table()],
        "wins_by_seat": [round(wins, 6) for wins in standings.wins_by_seat()],
        "failures": [
            {
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
            "ms_a_decision": [
                round(ms / decisions, 3) if decisions else None
                for ms, decisions in zip(result.thinking_ms, result.decisions, strict=True)
            ],
        },
    }


def _row(standing: Standing) -> dict[str, Any]:
    def of(interval: Interval) -> dict[str, float | None]:
        error = interval.error
        return {"mean": round(interval.mean, 6), "error": None if error is None else round(error, 6)}

    return {
        "player": standing.player,
        "name": standing.name,
        "games": standing.games,
        "wins": round(standing.wins, 6),
        "win_share": round(standing.win_share.mean, 6),
        "win_share_error": of(standing.win_share)["error"],
        "rank": of(standing.rank),
        "score": of(standing.score),
        "margin": of(standing.margin),
        "wins_by_seat": [round(wins, 6) for wins in standing.wins_by_seat],
        "games_by_seat": standing.games_by_seat,
    }


def _print(result: MatchResult) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    settings = result.settings
    game = settings.game
    rules = f", rules {game.rules}" if game.rules else ""
    table = Table(
        title=f"{game.title}, {game.num_players} players{rules}: {result.standings.games} games, "
        f"{result.standings.blocks} blocks, seed {settings.seed}",
        title_justify="left",
    )
    table.add_column("player")
    for heading in ("win share", "wins", "rank", "score", "margin"):
        table.add_column(heading, justify="right")
    for seat in range(game.num_players):
        table.add_column(f"seat {seat}", justify="right")
    table.add_column("ms/move", justify="right")
    for row in result.table():
        ms, decisions = result.thinking_ms[row.player], result.decisions[row.player]
        table.add_row(
            escape(row.name),
            _percent(row.win_share),
            f"{row.wins:g}" if row.wins == int(row.wins) else f"{row.wins:.2f}",
            _shown(row.rank, 2),
            _shown(row.score, 1),
            _shown(row.margin, 1),
            *(f"{wins:.1f}" for wins in row.wins_by_seat),
            f"{ms / decisions:.1f}" if decisions else "-",
        )
    # Not cut at 80 columns when it goes to a file.
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(table)
    print(
        "± is half of a 95 % interval over blocks; seat columns are wins in that seat."
        if result.standings.blocks > 1
        else "Errors need two blocks or more; seat columns are wins in that seat."
    )
    for failure in result.failures[:_SHOWN_FAILURES]:
        who = "" if failure.player is None else f" {result.standings.names[failure.player]},"
        game_number = failure.block * game.num_players + failure.rotation + 1
        print(f"game {game_number}:{who} {failure.ending.reason()}")
    if len(result.failures) > _SHOWN_FAILURES:
        print(f"... and {len(result.failures) - _SHOWN_FAILURES} more games that did not end by the rules")


def _percent(interval: Interval) -> str:
    error = "" if interval.error is None else f" ±{100 * interval.error:.1f}"
    return f"{100 * interval.mean:.1f} %{error}"


def _shown(interval: Interval, digits: int) -> str:
    error = "" if interval.error is None else f" ±{interval.error:.{digits}f}"
    return f"{interval.mean:.{digits}f}{error}"
