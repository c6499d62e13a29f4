"""`embertree bench`: the signature, the speed, and how speed grows."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from embertree._core import Game, UsageError, build_info, game_ids, version
from embertree.bench.compare import Bench, Compared, notes, read_bench, summaries
from embertree.bench.compare import compare as compare_speeds
from embertree.bench.engine import measure_engine
from embertree.bench.growth import SMALLEST_TREE, move_growth, tree_growth
from embertree.bench.signature import Measured, bench_dir, differences, measure, read_signature, write_signature
from embertree.bench.speed import Speed, measure_speed
from embertree.cli import bench_tables as tables
from embertree.cli.options import JsonOption, PlayersOption, print_json, whole
from embertree.words import MAX_SEED, shown

EXAMPLE = "Example: embertree bench connect_four pig --compare before.json"


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME ...]", help="All where none is named.")] = None,
    json: JsonOption = False,
    check: Annotated[
        bool, typer.Option("--check", help="Compares the signature only; exit code 1 on a difference.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Blesses the signature of these games.")] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=600, help="How long each rate is measured.")
    ] = 0.3,
    memory: Annotated[
        bool, typer.Option("--memory", help="Measures also what a search of a million nodes takes; a few minutes.")
    ] = False,
    compare: Annotated[
        str | None,
        typer.Option("--compare", metavar="OLD.json", help="Old and new of each rate; OLD is what --json has printed."),
    ] = None,
    positions: Annotated[
        str | None, typer.Option("--positions", metavar="DIR", help="Where the bench positions are.")
    ] = None,
    signature: Annotated[str | None, typer.Option("--signature", metavar="FILE", help="The blessed signature.")] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="CMD", help="How fast this engine answers over its pipes, and nothing else."),
    ] = None,
    growth: Annotated[
        bool,
        typer.Option(
            "--growth", help="How the speed of one game changes as the tree grows and as the game goes on; minutes."
        ),
    ] = False,
    players: PlayersOption = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes", parser=whole(1, 10**9), metavar="N", help="With --growth: where the tree ends; 10,000,000."
        ),
    ] = None,
    hash_mb: Annotated[
        int | None,
        typer.Option("--hash", parser=whole(1, 1 << 20), metavar="MIB", help="With --growth: the tree's ceiling; 256."),
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option("--decisions", parser=whole(1, 1000), metavar="D", help="With --growth: how many are timed; 24."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", parser=whole(0, MAX_SEED), metavar="S", help="With --growth: which game is played; 1."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="With --growth: a picture, .png, .svg or .pdf.")
    ] = None,
) -> None:
    """Prints the signature, which must be the same on every build and machine, and the speed beside it.

    Rates are per second of this process's own processor time, those of two threads by the wall. Decisions with two
    options or more count as actions. Speed never fails: --compare shows old, new and ratio (above 1 is better), and the
    exit code is 0.
    """
    modes = {"--check": check, "--write": write, "--compare": compare is not None, "--growth": growth}
    of_growth = {
        "--players": players,
        "--nodes": nodes,
        "--hash": hash_mb,
        "--decisions": decisions,
        "--seed": seed,
        "--plot": plot,
    }
    _refuse_mixtures(modes | {"--engine": engine is not None}, {"--memory": memory}, of_growth)
    if engine is not None:
        _bench_engine(engine, json)
        return
    if growth:
        _growth(
            games or [],
            players,
            nodes or 10_000_000,
            hash_mb or 256,
            decisions or 24,
            1 if seed is None else seed,
            plot,
            json,
        )
        return
    old = read_bench(compare) if compare is not None else None
    names = _names(games, old)
    folder = Path(positions) if positions is not None else bench_dir() / "positions"
    file = Path(signature) if signature is not None else bench_dir() / "signature.txt"
    blessed = read_signature(file) if check else {}
    measured = _measure(folder, names, quiet=json or old is not None)
    lines = [each.line for each in measured]
    different = differences(lines, blessed, names) if check else []
    if write:
        write_signature(file, lines)
    speeds = [] if check or write else _speeds(names, seconds, memory, old, quiet=json)
    if json:
        print_json(_facts(measured, speeds, different if check else None, old))
    elif check:
        print("\n".join(different) if different else f"{len(lines)} lines, as in {file}")
    elif old is not None:
        print("\n".join(tables.comparison(*_compared(old, measured, speeds))))
    if different:
        raise typer.Exit(1)


def _refuse_mixtures(modes: dict[str, bool], rates: dict[str, bool], of_growth: dict[str, Any]) -> None:
    chosen = [name for name, wanted in modes.items() if wanted]
    if len(chosen) > 1:
        raise UsageError(f"bench: {' and '.join(chosen)} are different things to do; choose one")
    for name, wanted in rates.items():
        if wanted and chosen and chosen != ["--compare"]:
            raise UsageError(f"bench: {name} is a measure of speed, and {chosen[0]} measures none of those")
    for name, value in of_growth.items():
        if value is not None and chosen != ["--growth"]:
            raise UsageError(f"bench: {name} goes with --growth alone")


def _names(games: list[str] | None, old: Bench | None) -> list[str]:
    """The games that were named, or those of the old file, or all."""
    if games or old is None:
        names = list(dict.fromkeys(games)) if games else game_ids()
        for name in names:
            Game(name)
    else:
        names = [name for name in game_ids() if any(name == game for game, _ in old.speed)]
    if old is not None and not any(game in names for game, _ in old.speed):
        raise UsageError(f"{old.path}: has no speed of {' or '.join(names) if names else 'any game that is here'}")
    return names


def _growth(
    games: list[str],
    players: int | None,
    nodes: int,
    hash_mb: int,
    decisions: int,
    seed: int,
    plot: str | None,
    json: bool,
) -> None:
    if len(games) != 1:
        raise UsageError(f"bench --growth: one game, not {len(games)}; for instance: embertree bench pig --growth")
    if nodes < SMALLEST_TREE:
        raise UsageError(f"bench --growth: --nodes {nodes} is below {SMALLEST_TREE}, where it begins")
    game = Game(games[0], players)
    if plot is not None:
        # Only here: it loads what other commands do without.
        from embertree.arena.plot import check_plot_path

        check_plot_path(plot, "plots")
    tree, moves = [], []
    if not json:
        print(tables.TREE_HEADING)
    for point in tree_growth(game, nodes, hash_mb):
        tree.append(point)
        if not json:
            print(tables.tree_row(point), flush=True)
    if not json:
        print(f"\n{tables.MOVES_HEADING}")
    for move in move_growth(game, seed, decisions):
        moves.append(move)
        if not json:
            print(tables.move_row(move), flush=True)
    if plot is not None:
        from embertree.bench.growth_plot import plot_growth

        plot_growth(tree, moves, plot, f"{game.title}, {game.num_players} players")
    if json:
        rows = {"tree": [_rounded(asdict(each)) for each in tree], "moves": [_rounded(asdict(each)) for each in moves]}
        print_json(
            {
                "version": version(),
                "build": build_info(),
                "game": game.id,
                "players": game.num_players,
                "hash": hash_mb,
                "seed": seed,
                "growth": rows,
            }
        )


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()}


def _bench_engine(command: str, json: bool) -> None:
    try:
        words = shlex.split(command)
    except ValueError as trouble:
        raise UsageError(f"bench --engine {shown(command)}: {str(trouble).lower()}") from None
    if not words:
        raise UsageError("bench --engine: the command line is empty")
    waits = measure_engine(words)
    if json:
        rows = [
            {"what": each.what, **{name: round(1e6 * getattr(each, name), 1) for name in ("median", "p99", "least")}}
            for each in waits
        ]
        print_json({"command": words, "timing": {"microseconds": rows}})
        return
    print(f"{'microseconds:':<36}{'median':>10}{'p99':>10}{'least':>10}")
    for each in waits:
        print(f"{each.what:<36}" + "".join(f"{1e6 * value:>10,.0f}" for value in (each.median, each.p99, each.least)))


def _measure(folder: Path, names: list[str], quiet: bool) -> list[Measured]:
    measured = []
    for each in measure(folder, names):
        measured.append(each)
        if not quiet:
            print(each.line)
    return measured


def _speeds(names: list[str], seconds: float, memory: bool, old: Bench | None, quiet: bool) -> list[Speed]:
    # Beside an old file the table of rates would say everything twice.
    quiet = quiet or old is not None
    if not quiet:
        print(f"\n{tables.RATES_HEADING}")
    speeds = []
    for name in names:
        game = Game(name)
        for players in range(game.min_players, game.max_players + 1):
            if old is not None and (name, players) not in old.speed:
                continue
            speeds.append(measure_speed(name, players, seconds, memory))
            if not quiet:
                print(tables.rates_row(speeds[-1]), flush=True)
    if not quiet:
        print("\n".join(["", tables.COSTS_HEADING, *map(tables.costs_row, speeds)]))
    return speeds


def _compared(old: Bench, measured: list[Measured], speeds: list[Speed]) -> tuple[list[Compared], list[str]]:
    hashes = {(each.line.game, each.line.players, each.line.search): each.line.hash for each in measured}
    return compare_speeds(old, speeds), notes(old, build_info(), hashes)


def _facts(
    measured: list[Measured], speeds: list[Speed], different: list[str] | None, old: Bench | None
) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "version": version(),
        "build": build_info(),
        "signature": [
            {**each.line._asdict(), "nodes": each.nodes, "timing": {"seconds": round(each.seconds, 3)}}
            for each in measured
        ],
    }
    if different is not None:
        facts["differences"] = different
    if speeds:
        facts["speed"] = [speed.row() for speed in speeds]
    if old is not None:
        rows, remarks = _compared(old, measured, speeds)
        facts["compared"] = {
            "with": old.path,
            "notes": remarks,
            "rows": [_rounded(row._asdict()) for row in rows],
            "means": [_rounded(each._asdict()) for each in summaries(rows)],
        }
    return facts
