"""`embertree export`: the games of a store, for other programs."""

import csv
import sys
from typing import Annotated, TextIO

import typer

from embertree._core import UsageError
from embertree.arena import Store
from embertree.cli.resume import DbArgument

EXAMPLE = "Example: embertree export match.db --csv --out games.csv"

COLUMNS = (
    "game", "block", "rotation", "pairing", "opening", "seed", "seat", "player", "side", "rank", "score", "returned",
    "win_share", "luck", "ms", "decisions", "kind", "ending_seat", "detail",
)  # fmt: skip
"""Of the CSV: a row for each seat of each game."""

_QUERY = """
SELECT g.number AS game, g.block, g.rotation, g.pairing, g.opening, g.seed, s.seat, p.name AS player, s.side, s.rank,
  s.score, s.returned,
  CASE WHEN s.rank = 1 THEN 1.0 / (SELECT count(*) FROM seats w WHERE w.number = g.number AND w.rank = 1) ELSE 0 END
    AS win_share,
  s.luck, s.ms, s.decisions, g.kind, g.ending_seat, g.detail
FROM games g JOIN seats s ON s.number = g.number JOIN players p ON p.player = s.player
ORDER BY g.number, s.seat
"""


def export(
    db: DbArgument,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table with a row for each seat of each game.")] = False,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to; standard output where it is left out.")
    ] = None,
) -> None:
    """Writes the games of a store: records, a JSON line each (`embertree replay` reads them), or a table with --csv.

    Records come in the order of the schedule. Games that are no result have none; the table has them, too.
    """
    with Store.open_for_reading(db) as store:
        if out is None:
            _write(store, sys.stdout, as_csv)
            return
        try:
            file = open(out, "w", encoding="utf-8", newline="")  # noqa: SIM115 - its own trouble is told apart
        except OSError as trouble:
            raise UsageError(f"{out}: cannot be written: {trouble.strerror}") from None
        with file:
            _write(store, file, as_csv)


def _write(store: Store, file: TextIO, as_csv: bool) -> None:
    if not as_csv:
        for _, ending, record in store.records():
            if ending.counts:
                file.write(record + "\n")
        return
    table = csv.writer(file, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in store.query(_QUERY):
        table.writerow(["" if row[name] is None else row[name] for name in COLUMNS])
