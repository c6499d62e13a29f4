"""`embertree games-of`: which games are in a store."""

import sys
from typing import Annotated, Any

import typer

from embertree._core import UsageError
from embertree.arena import Store
from embertree.arena.tally import Facts
from embertree.cli.options import JsonOption, print_json
from embertree.cli.resume import DbArgument
from embertree.words import did_you_mean, shown

EXAMPLE = "Example: embertree games-of match.db --player mcts:nodes=2000"


def games_of(
    db: DbArgument,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Only games of these players, all of them.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--ended", metavar="KIND", help="Only games that ended so: won, shared, timeout ...")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Lists the games of a store: who sat where, ranks and points by seat, how it ended.

    Games are counted from 1, as in reports; in the JSON `game` counts from 0, as in the store.
    """
    with Store.open_for_reading(db) as store:
        names = store.names()
        for name in player or []:
            if name not in names:
                raise UsageError(f"--player {name}: {db} has no player {shown(name)}{did_you_mean(name, names)}")
        games = [
            facts
            for facts in store.facts(words=False)
            if all(name in {names[each] for each in facts.seating} for name in player or [])
            and (kind is None or facts.ending.kind == kind)
        ]
        if json:
            total = store.settings().games()
            print_json({"games": [_facts(facts, names) for facts in games], "in_store": store.count(), "of": total})
        else:
            _print(games, names)
            print(f"{len(games)} games; {store.count()} of {store.settings().games()} are in {db}")


def _facts(facts: Facts, names: list[str]) -> dict[str, Any]:
    return {
        "game": facts.number,
        "block": facts.block,
        "rotation": facts.rotation,
        "players": [names[player] for player in facts.seating],
        "sides": list(facts.sides),
        "ranks": facts.ranks,
        "scores": facts.scores,
        "kind": facts.ending.kind,
        "seat": facts.ending.seat,
        "detail": facts.ending.detail,
    }


def _print(games: list[Facts], names: list[str]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("game", "block", "seats", "ranks", "scores", "ended", box=None, pad_edge=False)
    for facts in games:
        seats = [
            names[player] + (f" ({facts.sides[seat]})" if facts.sides else "")
            for seat, player in enumerate(facts.seating)
        ]
        table.add_row(
            str(facts.number + 1),
            str(facts.block),
            escape(" | ".join(seats)),
            " ".join(map(str, facts.ranks)),
            " ".join(map(str, facts.scores)),
            facts.ending.kind if facts.ending.counts and not facts.ending.forfeited else facts.ending.reason(),
        )
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(table)
