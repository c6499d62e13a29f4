"""Runs a match or tournament from the command line, and says how it ended and how it goes on."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout

import typer

from embertree._core import UsageError
from embertree.arena import Finished, MatchResult, MatchSettings, Standings, Store, play_match
from embertree.arena.interrupts import second_one_kills
from embertree.arena.luck_table import MatchLuck
from embertree.arena.match import Runner
from embertree.arena.means import check_means
from embertree.arena.quick import is_quick, play_quickly
from embertree.arena.sprt import Sprt, SprtSettings
from embertree.arena.workers import Workers, WorkerTrouble
from embertree.cli.contest_progress import progress
from embertree.cli.contest_report import ending_words, facts, print_report, resume_command
from embertree.cli.options import print_json
from embertree.records import RecordWriter


def runner_for(settings: MatchSettings, workers: str, concurrency: int | None, *, affinity: bool) -> Runner | None:
    """Who plays; None where this process does it by itself."""
    kind, _, address = workers.partition(":")
    if kind == "ray":
        from embertree.arena.on_ray import OnRay

        return OnRay(settings, address or None, concurrency)
    if workers != "processes":
        raise UsageError(f"--workers {workers}: expected processes, ray or ray:ADDRESS")
    concurrency = concurrency or 1
    check_means(settings, concurrency)
    if concurrency == 1 and not affinity:
        return None
    return Workers(settings, concurrency, affinity=affinity)


def run_contest(
    settings: MatchSettings,
    *,
    db: str | None,
    record: str | None,
    concurrency: int | None,
    affinity: bool,
    workers: str,
    json: bool,
    sprt: SprtSettings | None = None,
    luck: str | None = None,
    store: Store | None = None,
) -> None:
    """Plays, prints, and ends with the exit code: 1 where games failed, 130 after Ctrl-C."""
    settings.check()
    runner = runner_for(settings, workers, concurrency, affinity=affinity)
    with ExitStack() as open_files:
        if store is None and db is not None:
            store = Store.open(db, settings)
        if store is not None:
            open_files.enter_context(_closed_after(store))
        writer = open_files.enter_context(RecordWriter(record)) if record is not None else None
        fortune = MatchLuck(settings, luck, store) if luck is not None else None
        watch = open_files.enter_context(progress(settings))

        def on_game(finished: Finished, standings: Standings) -> None:
            if writer is not None and finished.played.ending.counts:
                writer.write(finished.played)
            if fortune is not None:
                fortune.add(finished)
            watch.advance(finished, standings)

        test = _test(settings, sprt, store)
        watch.begin(store.count() if store else 0)
        resume = resume_command(store.path, concurrency, workers) if store else None
        last_words = f"embertree: killed; {f'to go on: {resume}' if resume else 'nothing is stored'}"
        # What players in Python print is no part of our output.
        with second_one_kills(last_words), redirect_stdout(sys.stderr):
            try:
                if is_quick(settings) and not (store or writer or runner or test or fortune):
                    result = play_quickly(settings, watch.catch_up)
                else:
                    decide = test.decide if test else None
                    result = play_match(settings, on_game, store=store, runner=runner, decide=decide)
            except WorkerTrouble as trouble:
                print(f"embertree: {str(trouble).rstrip()}", file=sys.stderr)
                if resume:
                    print(f"embertree: to go on: {resume}", file=sys.stderr)
                raise typer.Exit(1) from None
        # Who pressed Ctrl-C does not wait for the luck of games that were played before.
        table = fortune.table(only_known=result.interrupted) if fortune else None
        rows = {row.name: row for row in table.rows()} if table else None
    if json:
        print_json(facts(result, test, rows))
    else:
        print_report(result, rows)
        if test and not result.decided:
            print(test.describe())
    _say_how_it_ended(result, store, resume)
    if result.interrupted:
        raise typer.Exit(130)
    if result.failed_games:
        raise typer.Exit(1)


def _test(settings: MatchSettings, sprt: SprtSettings | None, store: Store | None) -> Sprt | None:
    """The test that may end the match; a store remembers its own, since another one on the same games proves less."""
    noted = store.noted("sprt") if store else None
    if sprt is None:
        return None
    if store and noted is None:
        store.note("sprt", str(sprt))
    elif store and noted != str(sprt):
        raise UsageError(f"--sprt: {store.path} was begun with the test {noted}")
    return Sprt(sprt, settings.player_names()[0])


@contextmanager
def _closed_after(store: Store) -> Iterator[None]:
    """A store that was made for a match that could not begin goes away."""
    try:
        yield
    except UsageError:
        store.discard_if_empty()
        raise
    finally:
        store.close()


def _say_how_it_ended(result: MatchResult, store: Store | None, resume: str | None) -> None:
    total = result.settings.games()
    if result.interrupted:
        print(f"embertree: interrupted after {result.finished} of {total} games", file=sys.stderr)
        if resume:
            print(f"embertree: to go on: {resume}", file=sys.stderr)
        else:
            print("embertree: nothing is stored; with --db FILE the same command would go on", file=sys.stderr)
        return
    if store is not None and result.complete and result.resumed == total:
        print(f"embertree: nothing left to play: all {total} games are in {store.path}", file=sys.stderr)
    elif store is not None or result.decided:
        print(f"embertree: {ending_words(result)}: {result.finished} of {total} games", file=sys.stderr)
