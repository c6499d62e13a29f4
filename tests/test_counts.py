"""The same count by every path: plain, through the hash table, and through the batch kernels."""

import numpy as np
import pytest
from gamelist import GAMES

from embertree import CHANCE, Game, State, perft
from embertree._batch import Batch

# A level of the tree that the batch kernels hold at once.
WIDEST = 60_000


def batch_perft(start: State, depth: int) -> int:
    """Level by level: each row repeated once for each of its actions, then stepped."""
    level = Batch(start.game, 1, start)
    for _ in range(depth - 1):
        counts, actions = level.legal_lists()
        level = level.select(np.repeat(np.arange(len(level)), counts))
        if len(level) == 0:
            return 0
        level.step(actions)
    counts, _ = level.legal_lists()
    return int(counts.sum())


def starts(game: str, players: int) -> list[State]:
    """The beginning, and two positions from a random game."""
    state = Game(game, players).new_initial_state()
    found = [state.clone()]
    for i in range(60):
        if state.is_terminal():
            break
        if i in (25, 55):
            found.append(state.clone())
        state.apply_action(state.random_action(i * 7919 + players))
    return found


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_perft_is_the_same_by_three_paths(game: str, players: int) -> None:
    for start in starts(game, players):
        depth = 1
        while depth < 6 and perft(start, depth + 1) <= WIDEST:
            depth += 1
        plain = perft(start, depth)
        assert perft(start, depth, hashed=True) == plain
        assert batch_perft(start, depth) == plain
        assert sum(perft(start, depth, divide=True).values()) == plain


def test_known_counts() -> None:
    # Tic-tac-toe: 255,168 games in all; connect four: counts by ply from the literature.
    ends = Game("tic_tac_toe").new_initial_state()
    assert [perft(ends, d) for d in range(1, 10)] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    four = Game("connect_four").new_initial_state()
    assert [perft(four, d) for d in range(1, 9)] == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    # Pig, by hand: two decisions; six faces and two; six faces with two each, then two times the level before; ...
    assert [perft(Game("pig").new_initial_state(), d) for d in range(1, 5)] == [2, 8, 20, 68]


def walk(state: State, depth: int) -> int:
    assert state.key == state.key_from_scratch()
    assert state.audit() == ""
    if depth == 0 or state.is_terminal():
        return 1
    if state.current_player() == CHANCE:
        actions = [action for action, _ in state.chance_outcomes()]
    else:
        actions = state.legal_actions()
    return sum(walk(state.child(action), depth - 1) for action in actions[:40])


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_keys_at_every_node_of_a_small_tree(game: str, players: int) -> None:
    for start in starts(game, players):
        assert walk(start, 2) > 1 or start.is_terminal()
