"""OpenSpiel's wheel (PyPI open_spiel), used from Python as its users do."""

from collections.abc import Callable

import pyspiel
from open_spiel.python.algorithms.minimax import expectiminimax

from versus.contest import paced

UCT_C = 2.0  # on its returns


def _bot(game: str, simulations: int, rollouts: int) -> tuple[pyspiel.MCTSBot, pyspiel.State]:
    loaded = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    # At most so many MiB, no proofs, seed 1, silent.
    return pyspiel.MCTSBot(loaded, evaluator, UCT_C, simulations, 2000, False, 1, False), loaded.new_initial_state()


def search(game: str, simulations: int) -> Callable[[float], float]:
    """Simulations a second from the start of the game."""
    bot, start = _bot(game, simulations, 1)

    def once() -> float:
        bot.mcts_search(start)
        return simulations

    return paced(once)


def playouts(game: str, rollouts: int = 2000) -> Callable[[float], float]:
    """Random games a second without Python: one simulation of a search, whose evaluator plays so many."""
    bot, start = _bot(game, 1, rollouts)

    def once() -> float:
        bot.mcts_search(start)
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
