"""`embertree ratings`: how strong the players of a store are, on the Elo scale."""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from embertree._core import UsageError
from embertree.arena.results import GameResult
from embertree.arena.store import Store
from embertree.cli.options import JsonOption, SeedOption, print_json, whole
from embertree.words import shown

if TYPE_CHECKING:
    from embertree.arena.ratings import Rating, Ratings, Term

EXAMPLE = "Example: embertree ratings match.db --anchor random=0 --plot ratings.svg"


def ratings(
    db: Annotated[list[str], typer.Argument(metavar="DB...", help="Stores of matches and tournaments of one game.")],
    anchor: Annotated[
        list[str] | None,
        typer.Option("--anchor", metavar="NAME=ELO", help="A player who has that rating; without, the mean is 0."),
    ] = None,
    resamples: Annotated[
        int,
        typer.Option(
            "--resamples",
            parser=whole(0, 100_000),
            metavar="R",
            help="How often blocks are drawn anew for the errors; 0: none.",
        ),
    ] = 200,
    seed: SeedOption = 0,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Writes a picture: .png, .svg or .pdf.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Rates the players of all stored games in one fit: the order of games says nothing.

    The model is Plackett-Luce with ties, a term for each seat and for each side (faction) where the game has them.
    Errors are half of 95 % intervals, from drawing whole blocks anew. docs/ratings.md tells more. Needs the extra
    `arena`: pip install 'embertree[arena]'.
    """
    # Only here: they load what other commands do without.
    from embertree.arena.plot import check_plot_path, plot_ratings
    from embertree.arena.ratings import rate

    if plot is not None:
        check_plot_path(plot)
    anchors = _anchors(anchor or [])
    title = _title(db)
    found = rate(_results(db), anchors=anchors, resamples=resamples, seed=seed)
    if plot is not None:
        plot_ratings(found, plot, title)
    if json:
        print_json(_facts(found, db, seed))
    else:
        _print(found, title)


def _anchors(texts: Sequence[str]) -> dict[str, float]:
    anchors: dict[str, float] = {}
    for text in texts:
        # Names hold equals signs as well: mcts:nodes=500=1000.
        name, equals, elo = text.rpartition("=")
        try:
            value = float(elo)
        except ValueError:
            value = math.nan
        if not equals or not name or not abs(value) <= 1e6:
            raise UsageError(f"--anchor {shown(text)}: expected NAME=ELO, such as random=0")
        if name in anchors:
            raise UsageError(f"--anchor: {shown(name)} is held twice")
        anchors[name] = value
    return anchors


def _title(paths: Sequence[str]) -> str:
    """What the stores are about; a UsageError where that is not one thing."""
    games = {}
    for path in paths:
        with Store.open_for_reading(path) as store:
            games[path] = store.settings().game
    first = next(iter(games.values()))
    for path, game in games.items():
        if game.id != first.id:
            raise UsageError(f"{path}: is of {game.id}, {paths[0]} of {first.id}; ratings are of one game")
    seats = sorted({game.num_players for game in games.values()})
    rules = {game.rules for game in games.values()}
    words = f", rules {first.rules}" if len(rules) == 1 and first.rules else ""
    return f"{first.title}, {' and '.join(map(str, seats))} players{words}"


def _results(paths: Sequence[str]) -> Iterator[GameResult]:
    """All games; blocks of different stores are different blocks."""
    beyond = 0
    for path in paths:
        offset = beyond
        with Store.open_for_reading(path) as store:
            for result in store.results():
                beyond = max(beyond, offset + result.block + 1)
                yield replace(result, block=offset + result.block) if offset else result


def _facts(found: "Ratings", paths: Sequence[str], seed: int) -> dict[str, Any]:
    def row(entry: "Rating | Term") -> dict[str, Any]:
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(entry).items()}

    return {
        "stores": list(paths),
        "games": found.games,
        "blocks": found.blocks,
        "resamples": found.resamples,
        "seed": seed,
        "players": [row(entry) for entry in found.players],
        "seats": {str(size): [row(term) for term in terms] for size, terms in found.seats.items()},
        "sides": [row(term) for term in found.sides],
        "notes": found.notes,
    }


def _print(found: "Ratings", title: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    # Not cut at 80 columns when it goes to a file.
    console = Console() if sys.stdout.isatty() else Console(width=160)
    grouped = found.players[-1].group > 0
    table = Table(title=f"{title}: {found.games} games, {found.blocks} blocks", title_justify="left")
    table.add_column("player")
    for heading in ("Elo", "±", "games", "rank score", "win share", *(["group"] if grouped else [])):
        table.add_column(heading, justify="right")
    for row in found.players:
        table.add_row(
            escape(row.name),
            f"{row.elo:.0f}",
            _error(row.error),
            str(row.games),
            f"{row.rank_score:.3f}",
            f"{100 * row.win_share:.1f} %",
            *([str(row.group)] if grouped else []),
        )
    console.print(table)
    for size, terms in sorted(found.seats.items()):
        print(f"seats of {size}: " + _terms(terms))
    if found.sides:
        print("sides: " + _terms(found.sides))
    print(
        f"± is half of a 95 % interval, from {found.resamples} draws of the {found.blocks} blocks; seats and sides are "
        "Elo added to whoever has them."
        if found.resamples
        else "Errors need two blocks or more, and --resamples; seats and sides are Elo added to whoever has them."
    )
    for note in found.notes:
        print(f"Note: {note}")


def _terms(terms: "Sequence[Term]") -> str:
    return ", ".join(f"{term.name} {term.elo:+.0f}{_with_sign(term.error)}" for term in terms)


def _with_sign(error: float | None) -> str:
    return "" if error is None else f" ±{error:.0f}"


def _error(error: float | None) -> str:
    return "-" if error is None else f"{error:.0f}"
