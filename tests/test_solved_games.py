"""Values that are known elsewhere, worked out here from the states themselves: rules and chance are judged by them."""

import numpy as np
import pytest

import embertree
from embertree import CHANCE, TERMINAL, Searcher, State
from embertree._batch import Batch

# Value of the first player, a win 1 and a loss -1.
PIG_VALUES = {10: 0.418848646, 20: 0.231117099, 40: 0.089388787, 100: 0.061185451}


def reachable(start: State) -> tuple[Batch, np.ndarray, np.ndarray, np.ndarray]:
    """All states that can follow, and for each pair (state, action) the row of the child: (states, counts, actions,
    child rows), pairs in row order. Works on whole levels at once; states are told apart by their bytes."""
    game = start.game
    rows = np.frombuffer(start.to_bytes(), dtype=np.uint8)[None, :]
    known = {rows[0].tobytes(): 0}
    all_rows = [rows]
    parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    while len(rows):
        batch = Batch(game, len(rows))
        batch.states[:] = rows
        counts, actions = batch.legal_lists()
        children = batch.select(np.repeat(np.arange(len(batch)), counts))
        children.step(actions)
        ids = np.empty(len(children), dtype=np.int64)
        fresh = []
        for i, row in enumerate(children.states):
            data = row.tobytes()
            if data not in known:
                known[data] = len(known)
                fresh.append(row)
            ids[i] = known[data]
        parts.append((counts, actions, ids))
        rows = np.array(fresh, dtype=np.uint8).reshape(len(fresh), game.state_bytes)
        all_rows.append(rows)
    states = Batch(game, len(known))
    states.states[:] = np.concatenate(all_rows)
    counts, actions, ids = (np.concatenate([part[i] for part in parts]) for i in range(3))
    return states, counts, actions, ids


def values_by_iteration(states: Batch, counts: np.ndarray, children: np.ndarray) -> np.ndarray:
    """Value of seat 0 of every state of a two-player game, a win 1 and a loss -1, by value iteration. Outcomes of one
    event are equally likely, as a die's are."""
    players = states.current_players()
    values = np.where(players == TERMINAL, 2.0 * states.returns()[:, 0].astype(np.float64) - 1, 0.0)
    first = np.concatenate([[0], np.cumsum(counts)])[:-1]
    inner = counts > 0
    starts = first[inner]
    movers = players[inner]
    while True:
        of_children = values[children]
        means = np.add.reduceat(of_children, starts) / counts[inner]
        highest = np.maximum.reduceat(of_children, starts)
        lowest = np.minimum.reduceat(of_children, starts)
        new = np.where(movers == CHANCE, means, np.where(movers == 0, highest, lowest))
        change = np.abs(new - values[inner]).max()
        values[inner] = new
        if change < 1e-12:
            return values


@pytest.mark.parametrize("goal", [10, 20])
def test_pig_has_its_known_value(goal: int) -> None:
    start = embertree.load_game("pig", 2, goal=goal).new_initial_state()
    states, counts, _, children = reachable(start)
    values = values_by_iteration(states, counts, children)
    assert values[0] == pytest.approx(PIG_VALUES[goal], abs=1e-8)


@pytest.mark.slow
def test_pig_to_100_has_its_known_value() -> None:
    assert pig_value(100) == pytest.approx(PIG_VALUES[100], abs=1e-8)


@pytest.mark.parametrize("goal", [10, 20, 40])
def test_the_solver_finds_the_known_value_of_pig(goal: int) -> None:
    solution = embertree.solve(embertree.load_game("pig", 2, goal=goal).new_initial_state())
    assert 2 * solution["values"][0] - 1 == pytest.approx(PIG_VALUES[goal], abs=1e-9)
    assert sum(solution["values"]) == pytest.approx(1, abs=1e-9)


@pytest.mark.slow
def test_the_solver_finds_the_value_of_pig_to_100() -> None:
    solution = embertree.solve(embertree.load_game("pig", 2).new_initial_state())
    assert 2 * solution["values"][0] - 1 == pytest.approx(PIG_VALUES[100], abs=1e-9)


def test_the_solver_agrees_with_arrays_in_every_state_of_a_short_race() -> None:
    start = embertree.load_game("pig", 2, goal=10).new_initial_state()
    states, counts, _, children = reachable(start)
    values = values_by_iteration(states, counts, children)
    for row in range(0, len(states), 41):
        state = states.state(row)
        assert 2 * embertree.solve(state)["values"][0] - 1 == pytest.approx(values[row], abs=1e-8), state.position


def test_the_solver_on_games_without_chance_and_for_more_seats() -> None:
    solution = embertree.solve(embertree.load_game("tic_tac_toe").new_initial_state())
    assert solution["values"] == [0.5, 0.5]
    assert solution["states"] == 5478
    # The same race from another seat.
    game = embertree.load_game("pig", 3, goal=12)
    first = embertree.solve(game.parse_position("3/5/7 2 0 act goal=12"))["values"]
    second = embertree.solve(game.parse_position("7/3/5 2 1 act goal=12"))["values"]
    assert second == pytest.approx([first[2], first[0], first[1]], abs=1e-9)
    assert sum(first) == pytest.approx(1, abs=1e-9)


def test_the_solver_knows_its_limits() -> None:
    start = embertree.load_game("connect_four").new_initial_state()
    with pytest.raises(embertree.UsageError, match="more than 1000 states"):
        embertree.solve(start, max_states=1000)
    for bad in ({"tolerance": 0}, {"tolerance": float("nan")}, {"max_states": 0}):
        with pytest.raises(embertree.UsageError, match=next(iter(bad))):
            embertree.solve(start, **bad)


def test_expectimax_is_exact_where_it_sees_the_end() -> None:
    """Near the end of a race nothing comes back: the whole tree is seen, and its value is the solver's."""
    game = embertree.load_game("pig", 2, goal=4)
    checked = 0
    for position in ("3/3 0 0 act goal=4", "2/3 2 1 act goal=4", "3/1 2 0 act goal=4", "2/2 2 0 act goal=4"):
        state = game.parse_position(position)
        exact = embertree.solve(state)["values"]
        searcher = Searcher("expectimax", game)
        searcher.start(state, depth=40)
        searcher.wait()
        found = searcher.found()
        assert found.values == pytest.approx(exact, abs=1e-6), position
        checked += found.depth > 0
    assert checked == 4


@pytest.mark.parametrize("goal", [10, 40])
def test_the_short_table_of_pig_agrees(goal: int) -> None:
    assert pig_value(goal) == pytest.approx(PIG_VALUES[goal], abs=1e-8)


def pig_value(goal: int) -> float:
    """Pig without our rules: chances to win by own score, other's score and turn total, as arrays."""
    own = np.arange(goal)
    win = np.zeros((goal, goal, goal + 6))  # own, other, turn total
    wins_now = own[:, None, None] + np.arange(goal + 6)[None, None, :] >= goal
    win[np.broadcast_to(wins_now, win.shape)] = 1.0
    while True:
        before = win[:, :, 0].copy()
        other_turn = 1.0 - before.T  # [own, other]: the other is to move with nothing in hand
        for total in range(goal - 1, -1, -1):
            roll = other_turn / 6 + win[:, :, total + 2 : total + 7].sum(axis=2) / 6
            held = np.minimum(own + total, goal - 1)
            hold = other_turn[held, :]
            open_rows = own + total < goal
            win[open_rows, :, total] = np.maximum(roll, hold)[open_rows]
        if np.abs(win[:, :, 0] - before).max() < 1e-10:
            return float(2 * win[0, 0, 0] - 1)


def test_tree_search_comes_near_the_exact_values_of_pig() -> None:
    start = embertree.load_game("pig", 2, goal=10).new_initial_state()
    states, counts, actions, children = reachable(start)
    values = values_by_iteration(states, counts, children)
    first = np.concatenate([[0], np.cumsum(counts)])
    decisions = [row for row in np.flatnonzero(states.current_players() == 0) if counts[row] == 2]
    for row in decisions[:: len(decisions) // 12]:
        state = states.state(int(row))
        exact = {int(actions[i]): values[children[i]] for i in range(first[row], first[row + 1])}
        searcher = Searcher("mcts", state.game, seed=1)
        searcher.start(state, nodes=40_000)
        searcher.wait()
        found = searcher.found()
        assert exact[found.best] > max(exact.values()) - 0.03, state.position
        assert 2 * found.moves[0].values[0] - 1 == pytest.approx(exact[found.best], abs=0.06), state.position


@pytest.mark.parametrize(
    ("game", "plies", "tolerance"),
    [("pig", 180.7, 1.0), ("connect_four", 21.3, 0.1)],
)
def test_random_games_have_their_known_length(game: str, plies: float, tolerance: float) -> None:
    start = embertree.load_game(game, 2).new_initial_state()
    totals = embertree.random_playouts(start, 40_000, seed=1)
    played = totals["actions"] + totals["forced"] + totals["chance"]
    assert played / totals["games"] == pytest.approx(plies, abs=tolerance)
