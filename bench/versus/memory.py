"""Memory of a search's tree, by how much a process of its own has grown: `python bench/versus/memory.py SIDE WHAT`.

`tree`: every position of tic-tac-toe with its way there, which is a known number of nodes: bytes a node.
`simulations`: 200,000 simulations of connect four: bytes a simulation.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

NODES = 549_946  # ways to begin a game of tic-tac-toe, the empty one included
WHATS = {"tree": "bytes a node, tic-tac-toe's whole tree", "simulations": "bytes a simulation, connect four, 200,000"}
STATM = Path("/proc/self/statm")


def grown(what: str, search: Callable[[str, float, int], object]) -> float:
    search("tic_tac_toe", 1, 100)  # whatever is loaded at the first use
    before = _resident()
    if what == "tree":
        # So much exploration that every move is tried everywhere.
        kept = search("tic_tac_toe", 100, 1_500_000)
        found = (_resident() - before) / NODES
    else:
        kept = search("connect_four", 1, 200_000)
        found = (_resident() - before) / 200_000
    del kept
    return found


def _resident() -> int:
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _embertree(game: str, explore: float, simulations: int) -> object:
    from embertree import Game, Searcher
    from versus.embertree_side import SAME_MCTS

    loaded = Game(game)
    # What is not tried yet comes before everything, also with much exploration.
    searcher = Searcher("mcts", loaded, f"{SAME_MCTS},first_play=1000,explore={explore:g}", hash_mb=64)
    searcher.start(loaded.new_initial_state(), nodes=simulations)
    searcher.wait()
    return searcher


def _open_spiel(game: str, explore: float, simulations: int) -> object:
    import pyspiel

    loaded = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(loaded, evaluator, 2 * explore, simulations, 10_000, False, 1, False)
    return bot.mcts_search(loaded.new_initial_state())


SIDES = {"embertree": _embertree, "open_spiel": _open_spiel}


def side(name: str, what: str) -> Callable[[float], float]:
    """A contest's side; the time is as long as it takes."""

    def measure(seconds: float) -> float:
        command = [sys.executable, __file__, name, what]
        found: float = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return found

    return measure


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parent.parent)
    print(json.dumps(grown(sys.argv[2], SIDES[sys.argv[1]])))
