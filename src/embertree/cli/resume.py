"""`embertree resume`: plays what a store lacks."""

from typing import Annotated

import typer

from embertree.arena import Store
from embertree.arena.sprt import parse_sprt
from embertree.cli.contest import run_contest
from embertree.cli.contest_options import AffinityOption, ConcurrencyOption, LogOption, RecordOption, WorkersOption
from embertree.cli.options import JsonOption

EXAMPLE = "Example: embertree resume match.db --concurrency 2"

DbArgument = Annotated[str, typer.Argument(metavar="DB", help="A store that `match` or `tournament --db` made.")]


def resume(
    db: DbArgument,
    concurrency: ConcurrencyOption = None,
    affinity: AffinityOption = False,
    workers: WorkersOption = "processes",
    record: RecordOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> None:
    """Goes on with a match or tournament, by the settings that stand in its store.

    Players are started as they were: relative paths count from the current folder. A match with --sprt ends by its
    test.
    """
    store = Store.open(db)
    try:
        settings = store.settings(log)
        sprt = store.noted("sprt")
        run_contest(
            settings,
            db=db,
            record=record,
            concurrency=concurrency,
            affinity=affinity,
            workers=workers,
            json=json,
            sprt=parse_sprt(sprt) if sprt is not None else None,
            store=store,
        )
    finally:
        store.close()
