"""How fast it is: playouts, actions and search nodes a second, and what one call of the rules takes.

Rates of one thread are per second of this process's own processor time; two threads and the time to a first move are
told by the clock on the wall. Decisions with two options or more are counted as actions; forced decisions and chance
events stand apart, since a game could be made to look fast by having many of them.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, NamedTuple

from embertree._core import KERNELS, Game, Searcher, State, random_playouts, repeat_kernel, tree_node_bytes
from embertree.bench.engine import first_move_s
from embertree.bench.memory import Memory
from embertree.seeds import nth

HASH_MB = 64
MEMORY_NODES = 1_000_000
_KERNEL_GAMES = 4
_FIRST_MOVES = 3


@dataclass(frozen=True)
class Speed:
    """What was measured of one game with one number of players: rates a second, nanoseconds a call, bytes."""

    game: str
    players: int
    state_bytes: int
    node_bytes: int  # of the tree of mcts
    playouts: float
    actions: float
    forced: float
    chance: float
    actions_a_game: float
    policy_playouts: float
    legal_actions_ns: float
    apply_ns: float
    copy_ns: float
    key_ns: float
    evaluate_ns: float
    mcts_nodes: float
    mcts_nodes_2: float  # two threads, by the wall
    mcts_gain_2: float  # two threads against one, both by the wall
    expectimax_nodes: float
    expectimax_nodes_2: float
    expectimax_gain_2: float
    first_move_ms: float  # a fresh engine process to its first bestmove, a search of one node
    memory_nodes: int | None = None  # how many simulations the memory beside it is of
    memory_mib: float | None = None

    def row(self) -> dict[str, Any]:
        return {name: _rounded(value) for name, value in asdict(self).items()}


class Measure(NamedTuple):
    """One of a Speed's figures that may be held against an older one."""

    name: str
    better: Literal["more", "less"]


MEASURES = (
    *(Measure(name, "more") for name in ("playouts", "actions", "policy_playouts")),
    *(Measure(f"{kernel}_ns", "less") for kernel in KERNELS),
    *(Measure(name, "more") for name in ("mcts_nodes", "mcts_nodes_2", "mcts_gain_2")),
    *(Measure(name, "more") for name in ("expectimax_nodes", "expectimax_nodes_2", "expectimax_gain_2")),
    *(Measure(name, "less") for name in ("state_bytes", "node_bytes", "first_move_ms", "memory_mib")),
)
assert {measure.name for measure in MEASURES} < {field.name for field in fields(Speed)}


def measure_speed(game: str, players: int, seconds: float, memory: bool = False) -> Speed:
    """Measures each rate for about so many seconds; with `memory` also a search of a million nodes."""
    loaded = Game(game, players)
    start = loaded.new_initial_state()
    uniform, uniform_s = _playouts(start, seconds, policy=False)
    policy, policy_s = _playouts(start, seconds, policy=True)
    decision = first_decision(start)
    searches: dict[str, float] = {}
    for name in ("mcts", "expectimax"):
        alone, wall, rate = _search(name, decision, seconds, threads=1)
        together, wall_2, _ = _search(name, decision, seconds, threads=2)
        searches[f"{name}_nodes"] = rate
        searches[f"{name}_nodes_2"] = together / wall_2
        searches[f"{name}_gain_2"] = together / wall_2 / (alone / wall)
    memory_nodes, memory_mib = _memory(decision) if memory else (None, None)
    return Speed(
        game,
        players,
        loaded.state_bytes,
        tree_node_bytes(loaded),
        playouts=uniform["games"] / uniform_s,
        actions=uniform["actions"] / uniform_s,
        forced=uniform["forced"] / uniform_s,
        chance=uniform["chance"] / uniform_s,
        actions_a_game=uniform["actions"] / uniform["games"],
        policy_playouts=policy["games"] / policy_s,
        **_kernels(start, seconds / 5),
        **searches,
        first_move_ms=1000 * _first_move_s(start, decision),
        memory_nodes=memory_nodes,
        memory_mib=memory_mib,
    )


def first_decision(state: State) -> State:
    """The first state in which a seat has a choice; chance by its most likely outcome."""
    state = state.clone()
    while state.current_player() < 0 or state.legal_count() == 1:
        if state.is_chance_node():
            state.apply_action(max(state.chance_outcomes(), key=lambda outcome: outcome[1])[0])
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def _playouts(start: State, seconds: float, policy: bool) -> tuple[dict[str, Any], float]:
    """As many games as fit: doubled until they take long enough, so that a first estimate does not decide."""

    def play(games: int) -> dict[str, Any]:
        return random_playouts(start, games, seed=games, policy=policy)

    played, spent, _ = _long_enough(play, seconds)
    return played, spent


def _kernels(start: State, seconds: float) -> dict[str, float]:
    """Nanoseconds a call of each kernel, over random games."""
    games = []
    for seed in range(1, _KERNEL_GAMES + 1):
        state = start.clone()
        k = 0
        while not state.is_terminal():
            k += 1
            state.apply_action(state.random_action(nth(seed, k)))
        games.append(state)
    found = {}
    for kernel in KERNELS:

        def repeat(repeats: int, kernel: str = kernel) -> dict[str, Any]:
            return {"calls": repeat_kernel(kernel, games, repeats)[0]}

        done, spent, _ = _long_enough(repeat, seconds)
        found[f"{kernel}_ns"] = 1e9 * spent / done["calls"]
    return found


def _search(name: str, state: State, seconds: float, threads: int) -> tuple[int, float, float]:
    """(nodes, seconds by the wall, nodes per second of processor time)."""

    def think(nodes: int) -> dict[str, Any]:
        searcher = Searcher(name, state.game, hash_mb=HASH_MB, threads=threads)
        searcher.start(state, nodes=nodes)
        searcher.wait()
        return {"nodes": searcher.found().nodes}

    found, spent, wall = _long_enough(think, seconds, by_wall=threads > 1)
    return found["nodes"], wall, found["nodes"] / spent


def _memory(state: State) -> tuple[int | None, float | None]:
    """What a search of a million nodes takes; (None, None) where the system does not tell."""
    memory = Memory()
    if memory.grown() is None:
        return None, None
    # Room for most games' million, and never so much that the machine would begin to swap.
    searcher = Searcher("mcts", state.game, hash_mb=memory.affordable_mib(2048))
    searcher.start(state, nodes=MEMORY_NODES)
    searcher.wait()
    grown = memory.grown()
    return searcher.found().nodes, None if grown is None else grown / 2**20


def _first_move_s(start: State, decision: State) -> float:
    game = start.game
    command = [sys.executable, "-m", "embertree", "engine", "--game", game.id, "--players", str(game.num_players)]
    # The package may be found through the path alone, so the process gets ours.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = []
    state = start.clone()
    for action in decision.history():
        words.append(state.action_to_string(action))
        state.apply_action(action)
    position = "position startpos" + (" moves " + " ".join(words) if words else "")
    return min(first_move_s(command, position, environment) for _ in range(_FIRST_MOVES))


def _long_enough(
    work: Callable[[int], dict[str, Any]], seconds: float, by_wall: bool = False
) -> tuple[dict[str, Any], float, float]:
    """What the work came to when there was enough of it: (result, processor seconds, seconds by the wall)."""
    size = 64
    while True:
        began, began_wall = time.process_time(), time.perf_counter()
        result = work(size)
        wall = max(time.perf_counter() - began_wall, 1e-9)
        spent = max(time.process_time() - began, 1e-9)
        took = wall if by_wall else spent
        # A whole small tree is searched before its limit: more nodes would take no longer.
        if took >= seconds / 2 or size >= 1 << 40 or result.get("nodes", size) < size:
            return result, spent, wall
        size *= 2 if took * 8 > seconds else 8


def _rounded(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    return round(value, 1 if value >= 100 else 3)
