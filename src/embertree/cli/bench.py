"""`embertree bench`: the signature and the speed."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from embertree._core import Game, UsageError, build_info, game_ids, version
from embertree.bench.engine import measure_engine
from embertree.bench.signature import Measured, bench_dir, differences, measure, read_signature, write_signature
from embertree.bench.speed import Speed, measure_speed
from embertree.cli.options import JsonOption, print_json
from embertree.words import shown

EXAMPLE = "Example: embertree bench connect_four pig --json"


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME ...]", help="All where none is named.")] = None,
    json: JsonOption = False,
    check: Annotated[
        bool, typer.Option("--check", help="Compares the signature only; exit code 1 on a difference.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Blesses the signature of these games.")] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=600, help="How long each rate is measured.")
    ] = 0.5,
    positions: Annotated[
        str | None, typer.Option("--positions", metavar="DIR", help="Where the bench positions are.")
    ] = None,
    signature: Annotated[str | None, typer.Option("--signature", metavar="FILE", help="The blessed signature.")] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="CMD", help="How fast this engine answers over its pipes, and nothing else."),
    ] = None,
) -> None:
    """Prints the signature, which must be the same on every build and machine, and the speed beside it.

    Rates are per second of this process's own processor time. Decisions with two options or more count as actions.
    """
    if engine is not None:
        _bench_engine(engine, json)
        return
    names = list(dict.fromkeys(games)) if games else game_ids()
    for name in names:
        Game(name)
    if check and write:
        raise UsageError("bench: --check compares the signature and --write changes it; choose one")
    folder = Path(positions) if positions is not None else bench_dir() / "positions"
    file = Path(signature) if signature is not None else bench_dir() / "signature.txt"
    blessed = read_signature(file) if check else {}
    measured = _measure(folder, names, quiet=json)
    lines = [each.line for each in measured]
    different = differences(lines, blessed, names) if check else []
    if write:
        write_signature(file, lines)
    speeds = [] if check or write else _speeds(names, seconds, quiet=json)
    if json:
        print_json(_facts(measured, speeds, different if check else None))
    elif check:
        print("\n".join(different) if different else f"{len(lines)} lines, as in {file}")
    if different:
        raise typer.Exit(1)


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


def _speeds(names: list[str], seconds: float, quiet: bool) -> list[Speed]:
    if not quiet:
        print(f"\n{'a second:':<18}{'playouts':>12}{'actions':>14}{'policy':>12}{'mcts':>12}{'expectimax':>14}  bytes")
    speeds = []
    for name in names:
        game = Game(name)
        for players in range(game.min_players, game.max_players + 1):
            speed = measure_speed(name, players, seconds)
            speeds.append(speed)
            if not quiet:
                print(
                    f"{name + ' ' + str(players):<18}{speed.playouts:>12,.0f}{speed.actions:>14,.0f}"
                    f"{speed.policy_playouts:>12,.0f}{speed.mcts_nodes:>12,.0f}{speed.expectimax_nodes:>14,.0f}"
                    f"{speed.state_bytes:>7}"
                )
    return speeds


def _facts(measured: list[Measured], speeds: list[Speed], different: list[str] | None) -> dict[str, Any]:
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
    return facts
