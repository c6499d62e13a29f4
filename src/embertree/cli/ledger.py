"""`embertree ledger`: Terra Mystica games in the log language of the open online server."""

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from embertree._core import State, UsageError
from embertree.cli.options import JsonOption, SeedOption, print_json, whole
from embertree.words import did_you_mean, shown

EXAMPLE = "Example: embertree ledger check game.txt"

app = typer.Typer(
    help="Terra Mystica games in the log language of the open online server: check, import, export, analyze.",
    epilog=EXAMPLE,
    no_args_is_help=True,
    add_completion=False,
)

FilesArgument = Annotated[list[str], typer.Argument(metavar="FILE...", help="Ledgers: text of the server, or JSON.")]
OutOption = Annotated[
    str | None, typer.Option("--out", metavar="FILE", help="Writes there; standard output where it is left out.")
]


@app.command(epilog="Example: embertree ledger check game.txt --json")
def check(files: FilesArgument, json: JsonOption = False) -> None:
    """Replays ledgers and compares every state that they tell.

    The first disagreement of each game is reported with row, faction, field, expected and got; exit code 1 where there
    is one, 2 where a file cannot be read.
    """
    from embertree.records.ledger import check as check_ledger
    from embertree.records.ledger import read_ledger

    games = rows = 0
    disagreements = []
    skipped = []
    for file in files:
        ledger = read_ledger(file)
        if ledger is None:
            skipped.append(file)
            if not json:
                print(f"{file}: the map, no game; skipped")
            continue
        checked = check_ledger(ledger)
        games += 1
        rows += len(ledger.rows)
        if checked.disagreement is not None:
            disagreements.append(checked.disagreement)
        if not json:
            order = "by post" if checked.order == "post" else "in table order"
            print(f"{file}: {len(ledger.rows)} rows {order}, {checked.disagreement or 'no disagreement'}")
    if json:
        facts: dict[str, Any] = {
            "games": games,
            "rows": rows,
            "disagreements": [disagreement.facts() for disagreement in disagreements],
        }
        print_json(facts | {"skipped": skipped} if skipped else facts)
    else:
        print(f"{games} games, {rows} rows, {len(disagreements)} with a disagreement")
    if disagreements:
        raise typer.Exit(1)


@app.command(name="import", epilog="Example: embertree ledger import game.txt --out games.jsonl")
def import_(files: FilesArgument, out: OutOption = None, json: JsonOption = False) -> None:
    """Makes records of finished games, one JSON object a line: for `embertree replay`.

    Games played by post are put in table order. `--json` prints what was imported instead of the records.
    """
    from embertree.records.ledger import check as check_ledger
    from embertree.records.ledger import read_ledger, record_of_ledger

    records = []
    facts = []
    for file in files:
        ledger = read_ledger(file)
        if ledger is None:
            print(f"embertree: {file}: the map, no game; skipped", file=sys.stderr)
            continue
        record = record_of_ledger(check_ledger(ledger))
        records.append(json_module.dumps(record, separators=(",", ":")) + "\n")
        facts.append(
            {
                "file": file,
                "rows": len(ledger.rows),
                "moves": len(record["moves"]),
                "factions": ledger.factions,
                "scores": record["result"]["scores"],
                "sha256": record["sha256"],
            }
        )
    if out is not None or not json:
        _write("".join(records), out)
    if json:
        print_json({"games": len(facts), "records": facts})


@app.command(epilog="Example: embertree ledger export games.jsonl --form input --out game.txt")
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Records of matches, or a ledger.")],
    form: Annotated[
        str,
        typer.Option("--form", metavar="FORM", help="json, export (as the server's page shows it), input (as typed)."),
    ] = "export",
    game: Annotated[
        int, typer.Option("--game", parser=whole(1, 10**9), metavar="N", help="Which record of the file, from 1.")
    ] = 1,
    moves: Annotated[
        str, typer.Option("--moves", metavar='"M ..."', help="Not the record's moves, but these from its start.")
    ] = "",
    out: OutOption = None,
) -> None:
    """Writes a game as a ledger, with the state after every row."""
    from embertree.records.ledger import FORMS, ledger_text

    if form not in FORMS:
        raise UsageError(f"--form: there is none {shown(form)}{did_you_mean(form, FORMS)}")
    ledger = _exported(file, game, moves)
    _write(ledger_text(ledger, form), out)


def _exported(file: str, number: int, moves: str) -> Any:
    from embertree.records import read_records
    from embertree.records.ledger import check as check_ledger
    from embertree.records.ledger import export_checked, export_ledger, read_ledger, state_of_record

    name = Path(file).name
    if _is_records(file):
        found = 0
        for line, record in read_records(file):
            found += 1
            if found == number:
                final = state_of_record(record, f"{file}, line {line}")
                return export_ledger(_played(final, moves), name)
        raise UsageError(f"{file}: there is no game {number}; it has {found}")
    ledger = read_ledger(file)
    if ledger is None:
        raise UsageError(f"{file}: the map, no game")
    checked = check_ledger(ledger)
    if checked.disagreement is not None:
        raise UsageError(f"{file}: {checked.disagreement}")
    return export_checked(checked, name)


def _played(final: State, moves: str) -> State:
    if not moves:
        return final
    state = final.game.new_initial_state()
    for word in moves.split():
        state.apply_action(state.string_to_action(word))
    return state


def _is_records(file: str) -> bool:
    """Whether the first line is a record, by its field `moves`."""
    try:
        with Path(file).open(encoding="utf-8") as stream:
            first = stream.readline()
        return isinstance(json_module.loads(first), dict) and "moves" in json_module.loads(first)
    except (OSError, ValueError, RecursionError):
        return False


@app.command(epilog="Example: embertree ledger analyze game.txt --nodes 500 --top 10")
def analyze(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A ledger of a finished game.")],
    nodes: Annotated[
        int, typer.Option("--nodes", parser=whole(1, 10**9), metavar="N", help="Nodes for each decision, twice.")
    ] = 500,
    top: Annotated[
        int, typer.Option("--top", parser=whole(1, 10**6), metavar="N", help="How many differences to print.")
    ] = 10,
    faction: Annotated[
        str | None, typer.Option("--faction", metavar="NAME", help="Only the decisions of this faction.")
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Where points came from, and where a search would have played otherwise.

    The main decisions of every turn are searched with MCTS, as many nodes for the search's choice as for the move that
    was played; the largest differences in the chance to win come first. All of it is the same on every run.
    """
    from embertree.records.ledger import analyze as analyze_ledger
    from embertree.records.ledger import check as check_ledger
    from embertree.records.ledger import read_ledger

    ledger = read_ledger(file)
    if ledger is None:
        raise UsageError(f"{file}: the map, no game")
    checked = check_ledger(ledger)
    if checked.disagreement is not None:
        raise UsageError(f"{file}: {checked.disagreement}")
    with _Watch(sys.stderr.isatty()) as watch:
        analysis = analyze_ledger(checked, nodes, seed=seed, faction=faction, progress=watch)
    if json:
        print_json(
            {
                "file": file,
                "nodes": nodes,
                "factions": analysis.factions,
                "scores": analysis.scores,
                "ranks": analysis.ranks,
                "points": {name: points for name, points in analysis.sheet if any(points)},
                "decisions": analysis.decisions,
                "differences": [_rounded(vars(each)) for each in analysis.differences[:top]],
                "otherwise": len(analysis.differences),
            }
        )
    else:
        _print_analysis(analysis, top)


def _rounded(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in facts.items()}


class _Watch:
    """Tells on a terminal how far the analysis is."""

    def __init__(self, seen: bool) -> None:
        self._seen = seen

    def __enter__(self) -> "_Watch":
        return self

    def __exit__(self, *_: object) -> None:
        if self._seen:
            print(file=sys.stderr)

    def __call__(self, done: int, of: int) -> None:
        if self._seen:
            print(f"\r{done} of {of} decisions", end="", file=sys.stderr, flush=True)


def _print_analysis(analysis: Any, top: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console() if sys.stdout.isatty() else Console(width=140)
    points = Table("points from", *analysis.factions, box=None, pad_edge=False)
    for column in points.columns[1:]:
        column.justify = "right"
    for name, row in analysis.sheet:
        if any(row):
            points.add_row(name, *(str(number) if number else "" for number in row))
    points.add_row("all", *(str(score) for score in analysis.scores))
    console.print(points)
    print()
    table = Table("round", "ply", "faction", "played", "search", "chance", "lost", box=None, pad_edge=False)
    for each in analysis.differences[:top]:
        table.add_row(
            str(each.round),
            str(each.ply),
            each.faction,
            each.played,
            each.better,
            f"{each.value:.1%}",
            f"{each.loss:.1%}",
        )
    console.print(table)
    print(f"{len(analysis.differences)} of {analysis.decisions} main decisions otherwise; chances are the search's own")


def _write(text: str, out: str | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise UsageError(f"{out}: cannot be written: {trouble.strerror}") from None
