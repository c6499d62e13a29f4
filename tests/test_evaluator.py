"""Functions of the user's own that judge a tree search's leaves, many at once."""

import numpy as np
import pytest
from gamelist import GAMES, random_decisions

from embertree import Game, Searcher, State, UsageError
from embertree.agents.base import Limits
from embertree.agents.search import SearchAgent


def search(state: State, evaluator, params: str = "", batch: int = 8, threads: int = 1, seed: int = 0, **limits: int):
    searcher = Searcher(
        "mcts",
        state.game,
        params,
        seed=seed,
        hash_mb=16,
        threads=threads,
        evaluator=evaluator,
        evaluator_batch=batch,
    )
    searcher.start(state, **limits)
    searcher.wait()
    return searcher.found()


class Even:
    """Thinks that all is even, and keeps what it saw."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.batches: list[int] = []
        self.seen: list[tuple[np.ndarray, np.ndarray]] = []

    def __call__(self, observations: np.ndarray, legal: np.ndarray):
        self.batches.append(len(observations))
        self.seen.append((observations, legal))
        return np.full((len(observations), self.players), 1 / self.players, np.float32), legal.astype(np.float32)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_leaves_come_in_batches_as_the_seat_to_move_sees_them(game: str, players: int) -> None:
    for state in random_decisions(Game(game, players), 2, seed=3):
        even = Even(players)
        found = search(state, even, nodes=120)
        if found.proven:
            continue
        assert found.nodes == 120
        assert found.best in state.search_actions()
        assert sum(found.values) == pytest.approx(1, abs=1e-3)
        assert max(even.batches) <= 8
        first, legal = even.seen[0]
        assert first.shape == (1, *state.game.observation_shape())
        assert (first[0] == state.observation_tensor(state.current_player())).all()
        assert list(np.flatnonzero(legal[0])) == state.search_actions()
        assert all(row.any() for _, rows in even.seen for row in rows)
        assert search(state, Even(players), nodes=120).moves[0].visits == found.moves[0].visits


def test_batches_are_filled_where_the_tree_is_wide() -> None:
    even = Even(4)
    search(random_decisions(Game("volcano_island", 4), 1)[0], even, batch=16, nodes=2000)
    assert sum(even.batches) / len(even.batches) > 12


def test_values_count_from_the_seat_to_move() -> None:
    """Who is to move thinks itself the winner: after one move that is the other one."""

    def proud(observations: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return np.tile(np.array([1.0, 0.0], np.float32), (len(observations), 1))

    state = Game("tic_tac_toe").new_initial_state()
    assert search(state, proud, nodes=1).values == [0.0, 1.0]
    state.apply_action(0)
    assert search(state, proud, nodes=1).values == [1.0, 0.0]


def test_priors_say_what_is_looked_at_first() -> None:
    state = Game("connect_four").new_initial_state()

    def edge(observations: np.ndarray, legal: np.ndarray):
        priors = np.full(legal.shape, 0.001, np.float32)
        priors[:, 6] = 1.0
        return np.full((len(observations), 2), 0.5, np.float32), priors

    found = search(state, edge, "explore=2", nodes=400)
    assert found.best == 6
    assert found.moves[0].visits > 300


def test_priors_may_be_left_out() -> None:
    state = Game("tic_tac_toe").new_initial_state()
    for answer in (
        lambda seen, legal: np.full((len(seen), 2), 0.5),
        lambda seen, legal: (np.full((len(seen), 2), 0.5), None),
        lambda seen, legal: [[0.5, 0.5]] * len(seen),
    ):
        assert search(state, answer, nodes=300).nodes == 300


def test_the_end_of_a_game_is_known_without_the_evaluator() -> None:
    state = Game("connect_four").parse_position("7/7/7/7/2oo3/2xx3 x")
    found = search(state, Even(2), nodes=100_000)
    assert found.proven
    assert found.values == [1.0, 0.0]


def test_threads_ask_one_evaluator() -> None:
    even = Even(2)
    found = search(Game("connect_four").new_initial_state(), even, threads=2, nodes=3000)
    assert found.nodes == 3000
    assert sum(move.visits for move in found.moves) == 3000


def test_a_small_memory_does_not_end_the_search() -> None:
    state = random_decisions(Game("volcano_island", 4), 1)[0]
    searcher = Searcher("mcts", state.game, hash_mb=1, evaluator=Even(4), evaluator_batch=64)
    searcher.start(state, nodes=20_000)
    searcher.wait()
    assert searcher.found().nodes == 20_000


def test_what_the_evaluator_raises_comes_out() -> None:
    state = Game("tic_tac_toe").new_initial_state()
    calls = 0

    def tired(observations: np.ndarray, legal: np.ndarray) -> np.ndarray:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyError("no more")
        return np.full((len(observations), 2), 0.5)

    searcher = Searcher("mcts", state.game, evaluator=tired, evaluator_batch=2)
    searcher.start(state, nodes=5000)
    with pytest.raises(KeyError, match="no more"):
        searcher.wait()
    assert not searcher.running()
    # It is told once; the next search begins anew.
    assert searcher.wait()
    searcher.start(state, nodes=200)
    searcher.wait()
    assert searcher.found().nodes == 200


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda n: np.zeros((n, 3)), r"values have the shape \(1, 3\), expected \(1, 2\)"),
        (lambda n: np.full((n, 2), 1.5), "the value 1.500000 is not from 0 to 1"),
        (lambda n: np.full((n, 2), np.nan), "the value nan is not from 0 to 1"),
        (lambda n: "even", "values are no array of numbers but str"),
        (lambda n: (np.zeros((n, 2)), np.zeros((n, 8))), r"priors have the shape \(1, 8\), expected \(1, 9\)"),
        (lambda n: (np.zeros((n, 2)), np.full((n, 9), -1)), "the prior -1.000000 of a legal action"),
        (lambda n: (1, 2, 3), "it returned 3 things"),
    ],
)
def test_wrong_answers_are_named(answer, message: str) -> None:
    state = Game("tic_tac_toe").new_initial_state()
    with pytest.raises(UsageError, match=message):
        search(state, lambda seen, legal: answer(len(seen)), nodes=50)


def test_wrong_evaluators_are_refused() -> None:
    game = Game("tic_tac_toe")
    with pytest.raises(UsageError, match="a function of"):
        Searcher("mcts", game, evaluator=3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="evaluator_batch: 0 is not from 1 to 4096"):
        Searcher("mcts", game, evaluator=Even(2), evaluator_batch=0)
    with pytest.raises(UsageError, match="expectimax has no use for one"):
        Searcher("expectimax", game, evaluator=Even(2))


def test_a_searcher_that_is_dropped_in_the_middle_ends_its_search() -> None:
    searcher = Searcher("mcts", Game("connect_four"), evaluator=Even(2))
    searcher.start(Game("connect_four").new_initial_state(), infinite=True)
    del searcher


def test_agents_take_an_evaluator() -> None:
    game = Game("tic_tac_toe")
    even = Even(2)
    agent = SearchAgent("mcts", game, Limits(nodes=100), evaluator=even)
    assert agent.choose(game.new_initial_state()).nodes == 100
    assert even.batches
