"""How fast it is: playouts, actions and search nodes a second, per second of this process's own processor time.

Decisions with two options or more are counted as actions; forced decisions and chance events stand apart, since a game
could be made to look fast by having many of them.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from embertree._core import Game, Searcher, State, random_playouts


@dataclass(frozen=True)
class Speed:
    """Rates of one game with one number of players, each a second."""

    game: str
    players: int
    state_bytes: int
    playouts: float
    actions: float
    forced: float
    chance: float
    actions_a_game: float
    policy_playouts: float
    mcts_nodes: float
    expectimax_nodes: float

    def row(self) -> dict[str, Any]:
        return {name: round(value, 1) if isinstance(value, float) else value for name, value in asdict(self).items()}


def measure_speed(game: str, players: int, seconds: float) -> Speed:
    """Measures each rate for about so many seconds."""
    loaded = Game(game, players)
    start = loaded.new_initial_state()
    uniform, uniform_s = _playouts(start, seconds, policy=False)
    policy, policy_s = _playouts(start, seconds, policy=True)
    decision = _first_decision(start)
    return Speed(
        game,
        players,
        loaded.state_bytes,
        playouts=uniform["games"] / uniform_s,
        actions=uniform["actions"] / uniform_s,
        forced=uniform["forced"] / uniform_s,
        chance=uniform["chance"] / uniform_s,
        actions_a_game=uniform["actions"] / uniform["games"],
        policy_playouts=policy["games"] / policy_s,
        mcts_nodes=_search("mcts", decision, seconds),
        expectimax_nodes=_search("expectimax", decision, seconds),
    )


def _playouts(start: State, seconds: float, policy: bool) -> tuple[dict[str, Any], float]:
    """As many games as fit: doubled until they take long enough, so that a first estimate does not decide."""

    def play(games: int) -> dict[str, Any]:
        return random_playouts(start, games, seed=games, policy=policy)

    return _long_enough(play, seconds)


def _search(name: str, state: State, seconds: float) -> float:
    def think(nodes: int) -> dict[str, Any]:
        searcher = Searcher(name, state.game, hash_mb=64)
        searcher.start(state, nodes=nodes)
        searcher.wait()
        return {"nodes": searcher.found().nodes}

    found, spent = _long_enough(think, seconds)
    return float(found["nodes"] / spent)


def _long_enough(work: Callable[[int], dict[str, Any]], seconds: float) -> tuple[dict[str, Any], float]:
    size = 64
    while True:
        began = time.process_time()
        result = work(size)
        spent = time.process_time() - began
        # A whole small tree is searched before its limit: more nodes would take no longer.
        if spent >= seconds / 2 or size >= 1 << 40:
            return result, spent
        if result.get("nodes", size) < size:
            return result, max(spent, 1e-9)
        size *= 2 if spent * 8 > seconds else 8


def _first_decision(state: State) -> State:
    """The first state in which a seat has a choice; chance by its most likely outcome."""
    state = state.clone()
    while state.current_player() < 0 or state.legal_count() == 1:
        if state.is_chance_node():
            state.apply_action(max(state.chance_outcomes(), key=lambda outcome: outcome[1])[0])
        else:
            state.apply_action(state.legal_actions()[0])
    return state
