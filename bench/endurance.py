"""How an engine behaves over time: `python bench/endurance.py [stops|memory] [--game G]`.

`stops`: `go infinite` and `stop` after a random while, 500 times, while another program keeps every core busy; the
wait from `stop` to `bestmove` is told. `memory`: one search at `Hash` 64 for a minute; the process's memory against
that at rest, and whether the node counter still rises at the end.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time

from embertree import Game
from embertree.bench.engine import Pipe
from embertree.bench.memory import resident_bytes
from embertree.bench.speed import first_decision

BUSY = "while True: pass"


def opened(game: str) -> Pipe:
    return Pipe([sys.executable, "-m", "embertree", "engine", "--game", game], b"ngi")


def begun(game: str) -> str:
    """The position of the first choice."""
    return f"position fen {first_decision(Game(game).new_initial_state()).position}"


def stops(game: str, times: int) -> None:
    load = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    pipe = opened(game)
    waits = []
    try:
        position = begun(game)
        pick = random.Random(1)
        for _ in range(times):
            pipe.say(position, "go infinite")
            time.sleep(pick.uniform(0.001, 0.05))
            began = time.perf_counter()
            pipe.ask(b"bestmove", "stop")
            waits.append(1000 * (time.perf_counter() - began))
    finally:
        for each in load:
            each.kill()
        pipe.close()
    waits.sort()
    within = sum(wait <= 20 for wait in waits) / len(waits)
    print(
        f"{game}: {len(waits)} stops under load: median {waits[len(waits) // 2]:.2f} ms, "
        f"p99 {waits[(99 * len(waits) - 1) // 100]:.2f}, worst {waits[-1]:.2f}; {within:.1%} within 20 ms"
    )


def resident_mb(pid: int) -> float:
    resident = resident_bytes(pid)
    if resident is None:
        raise SystemExit("the system does not tell how much memory a process has")
    return resident / 2**20


def memory(game: str, seconds: float, hash_mb: int) -> None:
    pipe = opened(game)
    position = begun(game)
    pipe.ask(b"bestmove", f"setoption name Hash value {hash_mb}", position, "go nodes 1")
    idle = resident_mb(pipe.pid)
    pipe.say("go infinite")
    most, nodes = 0.0, []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        line = pipe.await_line(b"info depth").decode()
        found = re.search(r" nodes (\d+)", line)
        if found and " multipv 1 " in line:
            nodes.append(int(found[1]))
        most = max(most, resident_mb(pipe.pid))
    pipe.ask(b"bestmove", "stop")
    pipe.close()
    late = nodes[-1] - nodes[len(nodes) // 2]
    print(
        f"{game}: {seconds:.0f} s at Hash {hash_mb}: {idle:.1f} MiB at rest, at most {most:.1f} "
        f"(allowed {idle + 1.1 * hash_mb:.1f}); {nodes[-1]:,} nodes, {late:,} of them in the second half"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("stops", "memory"), help="both")
    parser.add_argument("--game", action="append", help="all three large games where none is named")
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--hash", type=int, default=64)
    chosen = parser.parse_args()
    for game in chosen.game or ("volcano_island", "stone_age", "terra_mystica"):
        if chosen.what in (None, "stops"):
            stops(game, chosen.times)
        if chosen.what in (None, "memory"):
            memory(game, chosen.seconds, chosen.hash)


if __name__ == "__main__":
    main()
