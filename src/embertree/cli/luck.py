"""`embertree luck`: what the dice gave each player, and how they did without it."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from embertree._core import UsageError
from embertree.arena import Store
from embertree.arena.luck import EVALUATION, Luck
from embertree.arena.luck_table import Judge, LuckRow, LuckTable
from embertree.cli.options import JsonOption, SeedOption, print_json
from embertree.records import Replayed, read_records
from embertree.records import replay as play_again
from embertree.records.read import parse_record

EXAMPLE = "Example: embertree luck match.db --analyst expectimax:depth=1"

ANALYST_HELP = "Whose values: evaluation, own (each player's own search), or a SPEC such as expectimax:depth=1."


class _Game(NamedTuple):
    block: int
    number: int | None
    """In a store."""
    names: Sequence[str]
    specs: Sequence[str]
    replayed: Replayed


def luck(
    file: Annotated[str, typer.Argument(metavar="FILE|DB", help="Records, one JSON object a line, or a store.")],
    analyst: Annotated[str, typer.Option("--analyst", metavar="SPEC", help=ANALYST_HELP)] = EVALUATION,
    seed: SeedOption = 0,
    save: Annotated[bool, typer.Option("--save", help="Writes the luck of each game into the store.")] = False,
    games: Annotated[bool, typer.Option("--games", help="Prints each game as well.")] = False,
    json: JsonOption = False,
) -> None:
    """Reckons how lucky players were: over all chance events, the value after less the value expected before.

    Luck has mean 0 whatever the analyst thinks; the better it judges positions, the narrower are the errors of the
    returns less luck. Records are played again and checked first. docs/ratings.md tells more.
    """
    store_there = _is_store(file)
    if save and not store_there:
        raise UsageError("--save: only a store keeps the luck of its games")
    judge = Judge(analyst, seed)
    table = LuckTable()
    rows: list[dict[str, Any]] = []
    found: list[tuple[int, list[float]]] = []
    for game in _of_store(file) if store_there else _of_records(file):
        judge.check(game.replayed.game, game.specs)
        given = judge.of_record(game.replayed, game.specs)
        returns = game.replayed.record["result"]["returns"]
        table.add(game.block, game.names, returns, given)
        if game.number is not None:
            found.append((game.number, given.by_seat))
        if games and json:
            rows.append(_game_facts(table.games - 1, game.names, returns, given))
        elif games:
            print(_game_line(table.games, game.names, returns, given))
    if not table.games:
        raise UsageError(f"{file}: no finished games in it")
    if save:
        # After all are read, so that reading and writing do not wait for each other.
        with Store.open(file) as store:
            store.note("luck", analyst)
            for number, by_seat in found:
                store.set_luck(number, by_seat)
    if json:
        facts = {
            "file": file,
            "analyst": analyst,
            "seed": seed,
            "games": table.games,
            "events": table.events,
            "sampled_events": table.sampled,
            "players": [_row_facts(row) for row in table.rows()],
        }
        print_json(facts | ({"by_game": rows} if games else {}))
    else:
        _print(table, analyst)


def _is_store(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False  # read_records says why


def _of_records(path: str) -> Iterator[_Game]:
    """Games of one seed have the same dice, so they are a block."""
    for line, record in read_records(path):
        replayed = play_again(record, f"{path}, line {line}")
        block = -line if record["seed"] is None else record["seed"]
        yield _Game(block, None, record["players"], record["players"], replayed)


def _of_store(path: str) -> Iterator[_Game]:
    with Store.open_for_reading(path) as store:
        specs, names = store.settings().players, store.names()
        for facts, (number, ending, line) in zip(store.facts(words=False), store.records(), strict=True):
            if not ending.counts:
                continue
            where = f"{path}, game {number + 1}"
            replayed = play_again(parse_record(line, where), where)
            seated = [names[player] for player in facts.seating]
            yield _Game(facts.block, number, seated, [specs[player] for player in facts.seating], replayed)


def _game_facts(number: int, names: Sequence[str], returns: Sequence[float], given: Luck) -> dict[str, Any]:
    return {
        "game": number,
        "players": list(names),
        "returns": _rounded(returns),
        "luck": _rounded(given.by_seat),
        "events": given.events,
        "sampled_events": given.sampled,
    }


def _game_line(number: int, names: Sequence[str], returns: Sequence[float], given: Luck) -> str:
    seats = zip(names, returns, given.by_seat, strict=True)
    return f"game {number}: " + ", ".join(f"{name} {value:g} (luck {luck:+.3f})" for name, value, luck in seats)


def _row_facts(row: LuckRow) -> dict[str, Any]:
    values = asdict(row)
    for name in ("returned", "luck", "adjusted"):
        values[name] = {key: None if value is None else round(value, 6) for key, value in values[name].items()}
    return values


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(value, 6) for value in values]


def _print(table: LuckTable, analyst: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    rows = table.rows()
    shown = Table(title=f"Luck by {analyst}: {table.games} games, {table.events} chance events", title_justify="left")
    shown.add_column("player")
    for heading in ("games", "returns", "luck", "returns less luck"):
        shown.add_column(heading, justify="right")
    for row in rows:
        cells = (str(row.returned), str(row.luck), str(row.adjusted))
        shown.add_row(escape(row.name), str(row.games), *cells)
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(shown)
    if rows[0].returned.error is not None:
        print("± is half of a 95 % interval over blocks.")
    if table.sampled:
        print(f"{table.sampled} events had too many outcomes to look at all of them; some were drawn.")
