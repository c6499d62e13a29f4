"""Embertree: game-tree search for modern board games with chance and two to five players.

The words users need most stand here; agents, matches, records and the engine protocol have packages of their own
(`embertree.agents`, `embertree.arena`, `embertree.records`, `embertree.protocol`).
"""

from embertree._core import (
    CHANCE,
    OBJECTIVES,
    TERMINAL,
    Found,
    Game,
    IllegalActionError,
    MoveInfo,
    Searcher,
    State,
    UsageError,
    build_info,
    choices_left,
    game_ids,
    perft,
    random_playouts,
    searcher_names,
    searcher_params,
    solve,
    version,
)

__version__ = version()

__all__ = [
    "CHANCE",
    "OBJECTIVES",
    "TERMINAL",
    "Found",
    "Game",
    "IllegalActionError",
    "MoveInfo",
    "Searcher",
    "State",
    "UsageError",
    "__version__",
    "build_info",
    "choices_left",
    "game_ids",
    "load_game",
    "perft",
    "random_playouts",
    "searcher_names",
    "searcher_params",
    "solve",
    "version",
]


def load_game(name: str, players: int | None = None, objective: str = "win", **options: object) -> Game:
    """A game by its id, with its rules options as keywords: `load_game("pig", players=3, goal=50)`.

    `players=None` takes the smallest number of players the game is for. `objective` says what the seats want: a share
    of the win (`win`), a good rank (`rank`) or points more than the others (`margin`). Anything wrong is a UsageError
    that lists what would be right.
    """
    rules = ",".join(f"{option}={value}" for option, value in options.items())
    return Game(name, players, rules, objective)
