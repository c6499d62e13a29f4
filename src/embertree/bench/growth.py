"""How speed changes: over one search, as its tree grows to the ceiling, and over one game, as it goes on."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from embertree._core import Game, Searcher, State
from embertree.agents import Limits
from embertree.bench.memory import Memory
from embertree.bench.speed import first_decision
from embertree.seeds import nth

SMALLEST_TREE = 10_000
MOVE_LIMITS = {"mcts": Limits(nodes=2_000), "expectimax": Limits(nodes=20_000, depth=3)}
"""What each search does at a decision of the game."""
_FULL = 980  # permille of the ceiling from which room is made any moment
_TIMES = 3


@dataclass(frozen=True)
class TreePoint:
    """A search on its way to more nodes."""

    nodes: int  # simulations so far
    nodes_a_second: float  # over those since the point before, per second of processor time
    memory_mib: float | None  # that the process has taken since the search began
    hashfull: int  # permille of the ceiling
    ceiling: bool  # whether the tree has been at its ceiling: what follows includes making room


@dataclass(frozen=True)
class MovePoint:
    """A decision of the game: how long each search thinks there, in milliseconds of processor time."""

    ply: int
    round: int
    legal: int
    mcts_ms: float
    expectimax_ms: float


def tree_sizes(most: int) -> list[int]:
    """10,000, 20,000, 50,000, 100,000 and so on, `most` the last."""
    sizes = []
    size, factors = SMALLEST_TREE, (2.0, 2.5, 2.0)
    while size < most:
        sizes.append(size)
        size = int(size * factors[(len(sizes) - 1) % 3])
    return [*sizes, most]


def tree_growth(game: Game, most: int, hash_mb: int) -> Iterator[TreePoint]:
    """One search of the game's first decision that goes on from size to size.

    It ends at `most` nodes, when everything is proven, or a little after the ceiling: by then it is seen what it costs
    to make room.
    """
    state = first_decision(game.new_initial_state())
    memory = Memory()
    searcher = Searcher("mcts", state.game, hash_mb=hash_mb)
    sizes = tree_sizes(most)
    done = hashfull = 0
    ceiling = False
    while sizes:
        size = min(sizes.pop(0), most)
        began = time.process_time()
        searcher.start(state, nodes=size - done, reuse=done > 0)
        searcher.wait()
        spent = max(time.process_time() - began, 1e-9)
        found = searcher.found()
        done += found.nodes
        grown = memory.grown()
        if not ceiling and _has_made_room(found.hashfull, hashfull, grown, hash_mb):
            ceiling = True
            sizes = [done + done // 5] if done < most else []
        hashfull = found.hashfull
        yield TreePoint(done, found.nodes / spent, None if grown is None else grown / 2**20, hashfull, ceiling)
        if found.proven or done < size:
            return


def _has_made_room(hashfull: int, before: int, grown: int | None, hash_mb: int) -> bool:
    """Whether the tree has been at its ceiling: it is less full than it was, or all of its memory has been in use."""
    if hashfull >= _FULL or hashfull < before:
        return True
    # What a small tree takes cannot be told from what else the process does.
    return grown is not None and hash_mb >= 16 and grown >= 0.93 * hash_mb * 2**20


def move_growth(game: Game, seed: int, decisions: int) -> Iterator[MovePoint]:
    """At so many decisions of one game, which goes as the playout policy plays it."""
    found = list(_decisions(game, seed))
    count = min(decisions, len(found))
    searchers = {name: Searcher(name, game, seed=seed, hash_mb=64) for name in MOVE_LIMITS}
    for k in range(count):
        ply, state = found[k * len(found) // count]
        ms = {f"{name}_ms": 1000 * _thinks(searcher, state, MOVE_LIMITS[name]) for name, searcher in searchers.items()}
        yield MovePoint(ply, state.round(), state.legal_count(), **ms)


def _decisions(game: Game, seed: int) -> Iterator[tuple[int, State]]:
    """(ply, state) wherever a seat has a choice."""
    state = game.new_initial_state()
    ply = 0
    while not state.is_terminal():
        if not state.is_chance_node() and state.legal_count() > 1:
            yield ply, state.clone()
        ply += 1
        play = state.random_action if state.is_chance_node() else state.policy_action
        state.apply_action(play(nth(seed, ply)))


def _thinks(searcher: Searcher, state: State, limits: Limits) -> float:
    """The least of a few times, in seconds."""
    times = []
    for _ in range(_TIMES):
        began = time.process_time()
        searcher.start(state, **limits._asdict())
        searcher.wait()
        times.append(max(time.process_time() - began, 1e-9))
    return min(times)
