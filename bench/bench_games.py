"""Speed of the rules and searches: `pytest bench --benchmark-only`."""

import numpy as np
import pytest

from embertree import Game, Searcher, State, game_ids, random_playouts
from embertree._batch import Batch

EVERY_GAME = [(g, n) for g in game_ids() for n in range(Game(g).min_players, Game(g).max_players + 1)]


@pytest.fixture(params=EVERY_GAME, ids=lambda p: f"{p[0]}-{p[1]}")
def start(request: pytest.FixtureRequest) -> State:
    return Game(*request.param).new_initial_state()


@pytest.fixture
def middle(start: State) -> State:
    """A decision in the middle of a random game."""
    state = start.clone()
    for i in range(30):
        following = state.child(state.random_action(i * 7919))
        if following.is_terminal():
            break
        state = following
    while state.is_chance_node():
        state.apply_action(state.random_action(1))
    return state


@pytest.mark.benchmark(group="playouts")
def test_random_playouts(benchmark, start: State) -> None:
    benchmark(random_playouts, start, 200, seed=1)


@pytest.mark.benchmark(group="policy playouts")
def test_policy_playouts(benchmark, start: State) -> None:
    benchmark(random_playouts, start, 50, seed=1, policy=True)


@pytest.mark.benchmark(group="legal_actions")
def test_legal_actions(benchmark, middle: State) -> None:
    benchmark(middle.legal_actions)


@pytest.mark.benchmark(group="apply_action")
def test_apply_action(benchmark, middle: State) -> None:
    action = middle.legal_actions()[0]
    benchmark.pedantic(
        lambda state: state.apply_action(action), setup=lambda: ((middle.clone(),), {}), rounds=2000, warmup_rounds=100
    )


@pytest.mark.benchmark(group="clone")
def test_clone(benchmark, middle: State) -> None:
    benchmark(middle.clone)


@pytest.mark.benchmark(group="mcts, 1000 nodes")
def test_mcts(benchmark, middle: State) -> None:
    searcher = Searcher("mcts", middle.game, seed=1, hash_mb=64)

    def search() -> None:
        searcher.start(middle, nodes=1000)
        searcher.wait()

    benchmark(search)


@pytest.mark.benchmark(group="expectimax, 5000 nodes")
def test_expectimax(benchmark, middle: State) -> None:
    searcher = Searcher("expectimax", middle.game, seed=1, hash_mb=64)

    def search() -> None:
        searcher.start(middle, nodes=5000)
        searcher.wait()

    benchmark(search)


@pytest.mark.benchmark(group="batch of 1024, one step each")
def test_batch_step(benchmark, start: State) -> None:
    batch = Batch(start.game, 1024)
    rngs = np.arange(1024, dtype=np.uint64)

    def fresh() -> tuple[tuple[Batch, np.ndarray], dict]:
        copy = batch.select(np.arange(1024))
        return (copy, copy.random_actions(rngs)), {}

    benchmark.pedantic(lambda rows, actions: rows.step(actions), setup=fresh, rounds=50, warmup_rounds=3)
