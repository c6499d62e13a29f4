"""Memory of a search's tree, by how much a process of its own has grown: `python bench/versus/memory.py SIDE WHAT`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from embertree.bench.memory import Memory

NODES = 549_946  # ways to begin a game of tic-tac-toe, the empty one included


class Grown(NamedTuple):
    """A search after which a process is that much larger, for each so many."""

    title: str
    game: str
    players: int
    explore: float  # on values in [0, 1]
    simulations: int
    parts: int


WHATS = {
    # So much exploration that every move is tried everywhere.
    "tree": Grown("bytes a node, tic-tac-toe's whole tree", "tic_tac_toe", 2, 100, 1_500_000, NODES),
    "connect_four": Grown("bytes a simulation, connect four, 200,000", "connect_four", 2, 1, 200_000, 200_000),
    "pig": Grown("bytes a simulation, Pig, 5 players, 50,000", "pig", 5, 1.6, 50_000, 50_000),
}


def grown(what: Grown, search: Callable[[str, int, float, int], object]) -> float:
    search("tic_tac_toe", 2, 1, 100)  # whatever is loaded at the first use
    memory = Memory()
    kept = search(what.game, what.players, what.explore, what.simulations)
    found = (memory.grown() or 0) / what.parts
    del kept
    return found


def _embertree(game: str, players: int, explore: float, simulations: int) -> object:
    from embertree import Game, Searcher
    from versus.embertree_side import SAME_MCTS

    loaded = Game(game, players)
    # What is not tried yet comes before everything, also with much exploration.
    searcher = Searcher("mcts", loaded, f"{SAME_MCTS},first_play=1000,explore={explore:g}", hash_mb=64)
    searcher.start(loaded.new_initial_state(), nodes=simulations)
    searcher.wait()
    return searcher


def _open_spiel(game: str, players: int, explore: float, simulations: int) -> object:
    from versus.open_spiel_side import bot

    uct_c = explore * (1 + 1 / (players - 1))
    searcher, start = bot(game, players, simulations, uct_c=uct_c, most_mib=10_000)
    return searcher.mcts_search(start)


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
    print(json.dumps(grown(WHATS[sys.argv[2]], SIDES[sys.argv[1]])))
