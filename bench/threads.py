"""Threads on one tree against one thread, and against as many searches side by side: `python bench/threads.py`.

All search the same position to the same number of simulations, by turns, round by round; rates are by the clock on the
wall, so nothing else should run. What side by side searches make, each with a tree of its own, is what the machine
allows: its cores share memory and heat, and on a virtual machine more than that. The last column is what a line of
memory takes between two cores at that time (`bare_cores.cpp`): threads on one tree pay it wherever they meet.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from versus.bare import BarePrograms
from versus.contest import Spread
from versus.report import figure, put

from embertree import Game, Searcher, State, game_ids
from embertree.bench.signature import bench_dir, positions

GAMES = ("volcano_island", "stone_age", "terra_mystica", "connect_four")
HASH_MB = 256
HEADS = ("game", "players", "one thread, simulations/s", "× one", "side by side, × one", "× side by side", "ns")


class Round(NamedTuple):
    """Simulations a second, and nanoseconds between cores where a compiler was there to measure them."""

    one: float
    together: float
    apart: float
    ns: float | None


def middle(game: str, players: int) -> State:
    """The middle one of the bench positions of that game for so many."""
    found = [state for state in positions(bench_dir() / "positions", game) if state.num_players == players]
    return found[len(found) // 2]


def rate(state: State, nodes: int, threads: int, searches: int, seed: int) -> float:
    """Simulations a second of so many searches at a time."""
    made = [Searcher("mcts", state.game, hash_mb=HASH_MB, threads=threads, seed=seed) for _ in range(searches)]
    began = time.perf_counter()
    for searcher in made:
        searcher.start(state, nodes=nodes)
    for searcher in made:
        searcher.wait()
    return sum(searcher.found().nodes for searcher in made) / (time.perf_counter() - began)


def rounds(state: State, chosen: argparse.Namespace, bare: BarePrograms) -> Iterator[Round]:
    nodes = 1_000
    nodes = max(nodes, round(chosen.seconds * rate(state, nodes, 1, 1, seed=0)))
    for seed in range(1, chosen.rounds + 1):
        ns = bare.run("bare_cores", 0.1)["one_way_ns"] if bare.available else None
        one, together, apart = (
            rate(state, nodes, threads, searches, seed)
            for threads, searches in ((1, 1), (chosen.threads, 1), (1, chosen.threads))
        )
        yield Round(one, together, apart, ns)


def spread(values: list[float], unit: str = "") -> str:
    return figure(vars(Spread.of(values)), unit)


def row(game: str, players: int, measured: list[Round]) -> str:
    ns = [each.ns for each in measured if each.ns is not None]
    cells = (
        game,
        str(players),
        spread([each.one for each in measured]),
        spread([each.together / each.one for each in measured]),
        spread([each.apart / each.one for each in measured]),
        spread([each.together / each.apart for each in measured]),
        spread(ns, "ns") if ns else "",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=game_ids(), help="only this one (may be repeated)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.4, help="of a search with one thread (0.4)")
    parser.add_argument("--json", action="store_true", help="print every round")
    parser.add_argument("--write", metavar="PAGE", type=Path, help="put the table between its markers in docs/speed.md")
    chosen = parser.parse_args()
    if chosen.threads < 2 or chosen.rounds < 1 or chosen.seconds < 0:
        parser.error("--threads is at least 2, --rounds at least 1, --seconds at least 0")
    lines = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}"]
    shown = sys.stderr if chosen.json else sys.stdout
    print("\n".join(lines), file=shown)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        bare = BarePrograms(Path(folder))
        for game in chosen.game or GAMES:
            traits = Game(game)
            for players in sorted({traits.min_players, traits.max_players}):
                measured = list(rounds(middle(game, players), chosen, bare))
                found += [{"game": game, "players": players, **each._asdict()} for each in measured]
                lines.append(row(game, players, measured))
                print(lines[-1], file=shown, flush=True)
    if chosen.json:
        print(json.dumps(found, indent=1))
    if chosen.write:
        put(chosen.write, {"<!-- threads -->": "\n".join(lines)})


if __name__ == "__main__":
    main()
