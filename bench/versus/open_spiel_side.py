"""OpenSpiel's wheel (PyPI open_spiel), used from Python as its users do."""

from collections.abc import Callable

import pyspiel
from open_spiel.python.algorithms.minimax import expectiminimax

from versus.contest import paced

UCT_C = 2.0  # on its returns


def bot(
    game: str, players: int, simulations: int, *, rollouts: int = 1, uct_c: float = UCT_C, most_mib: int = 2000
) -> tuple[pyspiel.MCTSBot, pyspiel.State]:
    """A search that proves nothing and says nothing, with seed 1, and the start of its game."""
    loaded = pyspiel.load_game(f"{game}(players={players})" if players > 2 else game)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    made = pyspiel.MCTSBot(loaded, evaluator, uct_c, simulations, most_mib, False, 1, False)
    return made, loaded.new_initial_state()


def search(game: str, players: int, simulations: int) -> Callable[[float], float]:
    """Simulations a second from the start of the game."""
    searcher, start = bot(game, players, simulations)

    def once() -> float:
        searcher.mcts_search(start)
        return simulations

    return paced(once)


def playouts(game: str, players: int, rollouts: int = 2000) -> Callable[[float], float]:
    """Random games a second without Python: one simulation of a search, whose evaluator plays so many."""
    searcher, start = bot(game, players, 1, rollouts=rollouts)

    def once() -> float:
        searcher.mcts_search(start)
        return rollouts

    return paced(once)


def new_states(game: str) -> Callable[[], pyspiel.State]:
    return pyspiel.load_game(game).new_initial_state  # type: ignore[no-any-return]


def expectimax_leaves(depth: int) -> Callable[[float], float]:
    """Leaves a second of its search in Python; the wheel has no other."""
    start = pyspiel.load_game("pig").new_initial_state()
    leaves = 0

    def value(state: pyspiel.State) -> float:
        nonlocal leaves
        leaves += 1
        return 0.0

    def once() -> float:
        nonlocal leaves
        leaves = 0
        expectiminimax(start, depth, value, 0)
        return leaves

    return paced(once)
