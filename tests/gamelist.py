"""Every game with every number of players it is for: a new game is tested because it is in the list."""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

import embertree
from embertree import CHANCE, TERMINAL, State
from embertree._batch import Batch
from embertree.seeds import nth

GAMES: list[tuple[str, int]] = [
    (game, players)
    for game in embertree.game_ids()
    for players in range(embertree.Game(game).min_players, embertree.Game(game).max_players + 1)
]
IDS = [f"{game}-{players}" for game, players in GAMES]


def walk(start: State, seed: int, policy: bool = False) -> Iterator[State]:
    """All states of one game played at random, or by the playout policy; each is the caller's own."""
    state = start.clone()
    k = 0
    yield state.clone()
    while not state.is_terminal():
        k += 1
        play = state.policy_action if policy and not state.is_chance_node() else state.random_action
        state.apply_action(play(nth(seed, k)))
        yield state.clone()


@functools.cache
def some_states(game: str, players: int, at_most: int = 120) -> tuple[State, ...]:
    """States of two whole games, one at random and one by the policy, thinned evenly; first and last are among them.

    Pickled states are compared by value, so callers must not change them.
    """
    start = embertree.load_game(game, players).new_initial_state()
    states: list[State] = []
    for seed, policy in ((1, False), (2, True)):
        whole = list(walk(start, seed, policy))
        step = max(1, 2 * len(whole) // at_most)
        states += [*whole[:-1:step], whole[-1]]
    return tuple(states)


def decisions(game: str, players: int) -> list[State]:
    return [state for state in some_states(game, players) if state.current_player() >= 0]


def random_decisions(game: embertree.Game, count: int, seed: int = 1) -> list[State]:
    """So many decisions of random games, a few steps apart."""
    found: list[State] = []
    k = 0
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < count:
            k += 1
            if state.current_player() >= 0 and nth(seed, k) % 5 == 0:
                found.append(state.clone())
            state.apply_action(state.random_action(nth(seed, k)))
    return found


def chances(game: str, players: int) -> list[State]:
    return [state for state in some_states(game, players) if state.is_chance_node()]


def children(state: State) -> list[State]:
    """What may come next, whoever decides."""
    actions = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
    return [state.child(action) for action in actions]


def stepped_playouts(start: State, games: int, seed: int) -> dict[str, Any]:
    """What `random_playouts` should find, one action at a time."""
    found: dict[str, Any] = dict.fromkeys(("actions", "forced", "chance", "round_sum", "checksum"), 0)
    sums = [0] * start.num_players
    numbers = np.array([seed], dtype=np.uint64)
    for _ in range(games):
        batch = Batch(start.game, 1, start)
        while (mover := batch.current_players()[0]) != TERMINAL:
            counts, _ = batch.legal_lists()
            found["chance" if mover == CHANCE else "forced" if counts[0] == 1 else "actions"] += 1
            batch.step(batch.random_actions(numbers))
        over = batch.state(0)
        sums = [total + score for total, score in zip(sums, over.scores(), strict=True)]
        found["round_sum"] += over.round()
        # SplitMix64's mixing of a number is what it gives one step after that number.
        found["checksum"] = nth((found["checksum"] ^ over.key) - 0x9E3779B97F4A7C15, 1)
    return found | {"games": games, "score_sums": sums}
