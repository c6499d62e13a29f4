"""Our side."""

from collections.abc import Callable

import numpy as np

from embertree import TERMINAL, Game, Searcher, random_playouts
from embertree._batch import Batch
from versus.contest import paced

# Whole uniform playouts, every move tried once before any twice, a leaf expanded at its second visit, no proofs, no
# evaluation: what OpenSpiel's MCTSBot does with RandomRolloutEvaluator(1) and solve=False.
SAME_MCTS = "select=uct,leaf=playout,policy=uniform,playout_plies=0,prior=0,widen=0,solver=off"


def explore(players: int) -> float:
    """On values in [0, 1], what c = 2 is on OpenSpiel's: 1 for the winner, -1 shared by the others."""
    return 2 / (1 + 1 / (players - 1))


def search(game: str, players: int, simulations: int) -> Callable[[float], float]:
    """Simulations a second from the start of the game. The searcher stays, as in a match; its tree does not."""
    loaded = Game(game, players)
    searcher = Searcher("mcts", loaded, f"{SAME_MCTS},explore={explore(players):g}", hash_mb=64)
    start = loaded.new_initial_state()
    searches = 0

    def once() -> float:
        nonlocal searches
        searches += 1
        searcher.set_seed(searches)
        searcher.start(start, nodes=simulations)
        searcher.wait()
        return searcher.found().nodes

    return paced(once)


def expectimax_leaves(depth: int) -> Callable[[float], float]:
    """Pig's leaves a second, all iterations counted: seven for each one of the iteration before."""
    loaded = Game("pig", 2)
    searcher = Searcher("expectimax", loaded, "pruning=off,table=off", hash_mb=1)
    leaves: int = sum(7**d for d in range(1, depth + 1))

    def once() -> float:
        searcher.start(loaded.new_initial_state(), depth=depth)
        searcher.wait()
        return leaves

    return paced(once)


def playouts(game: str, players: int, counted: str) -> Callable[[float], float]:
    """The core's random games: so many of a total's `games`, `actions` or `round_sum` a second."""
    start = Game(game, players).new_initial_state()
    games = 16

    def measure(seconds: float) -> float:
        nonlocal games
        while True:
            totals = random_playouts(start, games, seed=games)
            if totals["cpu_seconds"] >= seconds / 2:
                return float(totals[counted] / max(totals["cpu_seconds"], 1e-9))
            games *= 2

    return measure


def player_rounds(game: str, players: int) -> Callable[[float], float]:
    """Rounds times players a second of random games: games that rules make longer or shorter compare by it."""
    rounds = playouts(game, players, "round_sum")
    return lambda seconds: players * rounds(seconds)


def batch_games(size: int) -> Callable[[float], float]:
    """Steps a second of random games of connect four, `size` at once; a row that is over begins anew."""
    game = Game("connect_four")
    start = np.frombuffer(game.new_initial_state().to_bytes(), dtype=np.uint8)
    batch = Batch(game, size)
    rngs = np.arange(size, dtype=np.uint64)

    def step() -> float:
        for _ in range(16):
            batch.step(batch.random_actions(rngs))
            over = batch.current_players() == TERMINAL
            if over.any():
                batch.states[over] = start
        return 16 * size

    return paced(step)
