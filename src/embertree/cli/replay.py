"""`embertree replay`: plays records again and checks them."""

from typing import Annotated, Any

import typer

from embertree._core import UsageError
from embertree.cli.options import JsonOption, print_json
from embertree.records import Replayed, read_records
from embertree.records import replay as play_again

EXAMPLE = "Example: embertree replay games.jsonl"


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Records, one JSON object a line.")],
    moves: Annotated[bool, typer.Option("--moves", help="Prints the moves as well.")] = False,
    json: JsonOption = False,
) -> None:
    """Plays the records of a file again, checks every field, and prints them.

    The first damage ends it with exit code 2 and names line, field and move.
    """
    rows: list[dict[str, Any]] = []
    number = 0
    for line, record in read_records(file):
        number += 1
        played = play_again(record, f"{file}, line {line}")
        if json:
            rows.append(_facts(line, played))
        else:
            _print(number, line, played, moves)
    if not number:
        raise UsageError(f"{file}: no records in it")
    if json:
        print_json({"file": file, "records": rows})
    else:
        print(f"{number} record{'s' if number > 1 else ''}: every move legal, every result right")


def _facts(line: int, played: Replayed) -> dict[str, Any]:
    record = played.record
    names = ("game", "rules", "rules_version", "objective", "players", "seed", "reason", "sha256")
    return {
        "line": line,
        **{name: record[name] for name in names},
        **record["result"],
        "plies": played.plies,
        "final_position": played.final.position,
    }


def _print(number: int, line: int, played: Replayed, with_moves: bool) -> None:
    record = played.record
    result = record["result"]
    rules = f" ({record['rules']})" if record["rules"] else ""
    print(f"{number}: {record['game']}{rules}, seed {record['seed']}, {played.plies} plies, {record['reason']}")
    for seat, name in enumerate(record["players"]):
        print(f"   seat {seat}  rank {result['ranks'][seat]}  score {result['scores'][seat]:>4}  {name}")
    if with_moves:
        print("   " + " ".join(move["move"] for move in record["moves"]))
