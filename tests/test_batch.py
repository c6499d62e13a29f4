"""The batch kernels against one state at a time."""

import numpy as np
import pytest
from gamelist import GAMES, stepped_playouts, walk

from embertree import CHANCE, TERMINAL, Game, IllegalActionError, State, UsageError, random_playouts
from embertree._batch import Batch


def rngs(n: int) -> np.ndarray:
    return np.arange(n, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_random_games_agree_row_by_row(game: str, players: int) -> None:
    batch = Batch(Game(game, players), 6)
    singles = [Game(game, players).new_initial_state() for _ in range(6)]
    seeds = rngs(6)
    for _ in range(120):
        actions = batch.random_actions(seeds)
        live = actions >= 0
        if not live.any():
            break
        batch = batch.select(live)
        seeds = seeds[live].copy()
        singles = [single for single, alive in zip(singles, live, strict=True) if alive]
        batch.step(actions[live])
        for single, action in zip(singles, actions[live], strict=True):
            single.apply_action(int(action))
        compare(batch, singles)


def compare(batch: Batch, singles: list[State]) -> None:
    assert [row.tobytes() for row in batch.states] == [single.to_bytes() for single in singles]
    assert batch.current_players().tolist() == [single.current_player() for single in singles]
    assert batch.keys().tolist() == [single.key for single in singles]
    counts, actions = batch.legal_lists()
    expected = [
        [outcome for outcome, _ in single.chance_outcomes()] if single.is_chance_node() else single.legal_actions()
        for single in singles
    ]
    assert counts.tolist() == [len(each) for each in expected]
    assert actions.tolist() == [action for each in expected for action in each]
    assert batch.returns() == pytest.approx(np.array([single.returns() for single in singles]))
    masks = batch.legal_actions_masks()
    for row, single in enumerate(singles):
        assert np.array_equal(masks[row], single.legal_actions_mask())
        assert batch.state(row) == single


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_playouts_are_what_single_steps_play(game: str, players: int) -> None:
    states = list(walk(Game(game, players).new_initial_state(), seed=5))
    for start in states[:: max(1, len(states) // 5)]:
        stepped = stepped_playouts(start, 2, seed=players)
        whole = random_playouts(start, 2, seed=players)
        assert {name: whole[name] for name in stepped} == stepped


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_observations_agree(game: str, players: int) -> None:
    batch = Batch(Game(game, players), 5)
    seeds = rngs(5)
    for _ in range(30):
        if (batch.current_players() == TERMINAL).any():
            break
        batch.step(batch.random_actions(seeds))
    for seat in range(players):
        seen = batch.observe(seat)
        for row in range(5):
            # A batch knows the truth; views are one state's affair.
            state = batch.state(row)
            if not state.game.has_hidden:
                assert np.array_equal(seen[row], state.observation_tensor(seat))
    assert batch.observe().shape == (5, *Game(game, players).observation_shape())


def test_an_illegal_action_changes_no_row() -> None:
    batch = Batch(Game("connect_four"), 3)
    before = batch.states.copy()
    with pytest.raises(IllegalActionError, match=r"row 1: action 7: there are columns"):
        batch.step([0, 7, 2])
    assert np.array_equal(batch.states, before)


def test_chance_is_resolved_on_request() -> None:
    batch = Batch(Game("pig"), 1000)
    batch.step(np.zeros(1000, dtype=np.int64))
    assert (batch.current_players() == CHANCE).all()
    seeds = rngs(1000)
    assert batch.resolve_chance(seeds) == 1000
    assert (batch.current_players() >= 0).all()
    ones = int((batch.current_players() == 1).sum())
    assert 120 < ones < 215  # one die in six: 167, and four standard errors of 12
    assert batch.resolve_chance(seeds) == 0


@pytest.mark.parametrize("bad", [[1.5, 2.5], [[1, 2]], [1], ["a", "b"], [2**40, 0]])
def test_bad_actions_are_named(bad: list) -> None:
    with pytest.raises(UsageError, match="actions"):
        Batch(Game("connect_four"), 2).step(bad)


def test_bad_arguments_are_named() -> None:
    game = Game("pig")
    with pytest.raises(ValueError, match="at least 1"):
        Batch(game, 0)
    with pytest.raises(UsageError, match="rngs"):
        Batch(game, 2).random_actions(np.zeros(2))
    with pytest.raises(UsageError, match="seat"):
        Batch(game, 2).observe(2)
    with pytest.raises(UsageError, match="the batch is for"):
        Batch(game, 2, Game("connect_four").new_initial_state())
