"""Searches against a judge of thirty plain lines, known answers, and themselves."""

import math

import pytest
from gamelist import GAMES

from embertree import CHANCE, TERMINAL, Game, Searcher, State, UsageError, searcher_names


def judge(state: State, depth: int) -> tuple[list[float], list[int]]:
    """Expectimax in plain Python: values by seat, and the best actions. A ply is a decision; chance costs none."""
    mover = state.current_player()
    if mover == TERMINAL or (mover != CHANCE and depth == 0):
        return state.evaluate(), []
    if mover == CHANCE:
        sums = [0.0] * state.num_players
        for outcome, probability in state.chance_probabilities():
            values, _ = judge(state.child(outcome), depth)
            sums = [s + probability * v for s, v in zip(sums, values, strict=True)]
        return sums, []
    best: list[float] = []
    actions: list[int] = []
    for action in state.search_actions():
        values, _ = judge(state.child(action), depth - 1)
        if not best or values[mover] > best[mover] + 1e-6:
            best, actions = values, [action]
        elif values[mover] > best[mover] - 1e-6:
            actions.append(action)
    return best, actions


def positions(game: Game, count: int) -> list[State]:
    """Decisions met in random games."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < count:
            seed += 1
            if state.current_player() >= 0 and seed % 7 == 0:
                found.append(state.clone())
            state.apply_action(state.random_action(seed * 2654435761))
    return found


def search(name: str, state: State, params: str = "", seed: int = 0, hash_mb: int = 16, **limits: int):
    searcher = Searcher(name, state.game, params, seed=seed, hash_mb=hash_mb)
    searcher.start(state, **limits)
    searcher.wait()
    return searcher.found()


def shown(found) -> tuple:
    """All that a search says, but for the time it took."""
    moves = [(m.action, m.visits, m.values, m.pv) for m in found.moves]
    return found.best, found.nodes, found.depth, found.values, found.scores, found.bestmoves, found.note, moves


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_expectimax_agrees_with_the_judge(game: str, players: int) -> None:
    judged = 0
    for state in positions(Game(game, players), 40):
        depth = next((d for d in (3, 2, 1) if max(2, len(state.search_actions())) ** d <= 300), 0)
        if depth == 0:
            continue
        found = search("expectimax", state, "chance_limit=1000000", depth=depth)
        values, actions = judge(state, depth)
        mover = state.current_player()
        assert found.note == ""
        assert found.values[mover] == pytest.approx(values[mover], abs=1e-5), state.position
        assert found.best in actions, state.position
        judged += 1
        if judged == 12:
            break
    assert judged > 0


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_greedy_is_one_ply_of_the_judge(game: str, players: int) -> None:
    for state in positions(Game(game, players), 12):
        values, actions = [], []
        mover = state.current_player()
        for action in state.search_actions():
            child = state.child(action)
            if child.is_chance_node():
                value = sum(p * child.child(o).evaluate()[mover] for o, p in child.chance_probabilities())
            else:
                value = child.evaluate()[mover]
            values.append(value)
            actions.append(action)
        found = search("greedy", state, nodes=1)
        assert found.values[mover] == pytest.approx(max(values), abs=1e-5)
        assert values[actions.index(found.best)] == pytest.approx(max(values), abs=1e-5)


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("name", searcher_names())
def test_same_seed_and_nodes_give_the_same_search(game: str, players: int, name: str) -> None:
    first, other = positions(Game(game, players), 2)
    # Iterations are not cut at the same node by a clock: depth 1 is always whole.
    limits = {"depth": 1} if name == "expectimax" else {"nodes": 300}
    used = Searcher(name, first.game, seed=5, hash_mb=16)
    for state in (other, first):
        used.start(state, **limits)
        used.wait()
    assert shown(used.found()) == shown(search(name, first, seed=5, **limits))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_mcts_counts_its_nodes_exactly_and_values_add_up(game: str, players: int) -> None:
    for state in positions(Game(game, players), 3):
        found = search("mcts", state, nodes=257)
        # What is decided needs no more.
        assert found.nodes == 257 or (found.proven and found.nodes < 257)
        assert sum(move.visits for move in found.moves) == found.nodes
        assert sum(found.values) == pytest.approx(1.0, abs=1e-4)
        assert sorted(move.action for move in found.moves) == state.search_actions()
        assert len(found.scores) == players
        assert all(math.isfinite(score) for score in found.scores)


def test_node_limits_of_expectimax_are_exact() -> None:
    state = Game("connect_four").new_initial_state()
    for nodes in (1, 10, 1000):
        assert search("expectimax", state, nodes=nodes).nodes == nodes


def test_the_seed_chooses_among_equals() -> None:
    # Every first mark draws.
    state = Game("tic_tac_toe").new_initial_state()
    chosen = {search("expectimax", state, seed=seed, depth=9).best for seed in range(40)}
    assert len(chosen) > 4


def test_tic_tac_toe_is_a_draw() -> None:
    state = Game("tic_tac_toe").new_initial_state()
    found = search("expectimax", state, depth=9)
    assert found.proven
    assert found.values == [0.5, 0.5]
    assert len(found.bestmoves) == 9
    assert search("mcts", state, nodes=50_000).values == pytest.approx([0.5, 0.5], abs=0.06)


@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("7/7/7/7/2oo3/2xx3 x", ["drop:b", "drop:e"]),  # an open three to come: two ends at once
        ("7/7/7/7/o6/oxxx3 o", ["drop:e"]),  # the only open end
        ("7/7/7/o6/o6/oxx1x2 x", ["drop:d"]),  # four at once, before o has its own
        ("7/7/7/2o4/2o4/x1ox1x1 x", ["drop:c"]),  # o threatens four up the file
    ],
)
def test_connect_four_forced_moves(position: str, best: list[str]) -> None:
    state = Game("connect_four").parse_position(position)
    found = search("expectimax", state, depth=7)
    assert {state.action_to_string(action) for action in found.bestmoves} <= {*best}
    assert state.action_to_string(search("mcts", state, nodes=20_000).best) in best


def test_a_won_position_is_proven() -> None:
    state = Game("connect_four").parse_position("7/7/7/7/2oo3/2xx3 x")
    found = search("expectimax", state, depth=4)
    assert found.values[0] == 1.0
    line = state.clone()
    for action in found.pv:
        line.apply_action(action)
    assert line.is_terminal()
    assert line.returns() == [1.0, 0.0]


def test_pig_exactly_on_a_short_race() -> None:
    """Holding wins at once; anything else risks a 1."""
    state = Game("pig", rules="goal=10").parse_position("8/0 2 0 act goal=10")
    found = search("expectimax", state, depth=1)
    assert found.proven
    assert found.values == [1.0, 0.0]


def test_mcts_draws_chance_by_its_weights() -> None:
    """Two actions and six outcomes: roll once more with the goal one 2 away, or hold and let the other hold."""
    state = Game("pig", rules="goal=10").parse_position("8/9 0 0 act goal=10")
    found = search("mcts", state, nodes=60_000)
    # Roll: 5/6 bring the goal, which is then held; a 1 loses to a player who needs a single point.
    assert state.action_to_string(found.best) == "roll"
    assert found.moves[0].values[0] == pytest.approx(5 / 6 + 1 / 6 * 0.03, abs=0.03)


def test_seats_rotated_rotate_the_values() -> None:
    game = Game("pig", 3)
    first = search("expectimax", game.parse_position("30/50/70 6 0 act"), depth=3).values
    second = search("expectimax", game.parse_position("70/30/50 6 1 act"), depth=3).values
    assert second == pytest.approx([first[2], first[0], first[1]], abs=1e-6)


def test_a_long_search_stops_when_told() -> None:
    state = Game("connect_four").new_initial_state()
    for name in searcher_names():
        searcher = Searcher(name, state.game, hash_mb=16)
        searcher.start(state, infinite=True)
        assert searcher.running()
        searcher.stop()
        assert searcher.wait(5000)
        assert searcher.found().best in state.legal_actions()


def test_searchmoves_are_the_only_ones_looked_at() -> None:
    state = Game("connect_four").new_initial_state()
    for name in searcher_names():
        searcher = Searcher(name, state.game, hash_mb=16)
        searcher.start(state, nodes=50, searchmoves=[6, 0, 6])
        searcher.wait()
        assert searcher.found().best in (0, 6)


def test_objectives_change_what_is_sought() -> None:
    for objective in ("win", "rank", "margin"):
        state = Game("pig", 3, objective=objective).parse_position("30/50/70 6 0 act")
        for objective_state in (state, Game("pig", 3, objective=objective).new_initial_state()):
            assert objective_state.objective == objective
        found = search("mcts", state, nodes=2000)
        if objective == "win":
            assert sum(found.values) == pytest.approx(1, abs=1e-4)
        elif objective == "rank":
            assert sum(found.values) == pytest.approx(1.5, abs=1e-3)
        else:
            assert min(found.values) < 0


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({}, "no limit"),
        ({"nodes": -1}, "below 0"),
        ({"depth": -1}, "below 0"),
        ({"movetime_ms": -5}, "below 0"),
        ({"nodes": 1, "searchmoves": [9]}, "searchmoves"),
    ],
)
def test_bad_limits_are_named(limits: dict, message: str) -> None:
    state = Game("connect_four").new_initial_state()
    with pytest.raises(UsageError, match=message):
        Searcher("mcts", state.game).start(state, **limits)


def test_nothing_to_search_is_said() -> None:
    pig = Game("pig").new_initial_state()
    pig.apply_action(pig.string_to_action("roll"))
    with pytest.raises(UsageError, match="chance"):
        Searcher("mcts", pig.game).start(pig, nodes=1)
    over = Game("connect_four").parse_position("7/7/7/7/3ooo1/3xxxx o")
    with pytest.raises(UsageError, match="over"):
        Searcher("mcts", over.game).start(over, nodes=1)
    with pytest.raises(UsageError, match="this searcher is for"):
        Searcher("mcts", over.game).start(pig, nodes=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mctz",), "did you mean 'mcts'"),
        (("mcts", "explor=1"), "did you mean 'explore'"),
        (("mcts", "explore=nan"), "not a number"),
        (("mcts", "explore=101"), "-1 to 100"),
        (("mcts", "leaf=guess"), "no value"),
        (("mcts", "playout_plies=1.5"), "whole number"),
        (("mcts", "explore"), "name=value"),
    ],
)
def test_bad_parameters_are_named(arguments: tuple, message: str) -> None:
    name, *params = arguments
    with pytest.raises(UsageError, match=message):
        Searcher(name, Game("pig"), *params)


def test_absurd_sizes_are_refused() -> None:
    for hash_mb in (0, -1, 10**9):
        with pytest.raises(UsageError, match="hash"):
            Searcher("mcts", Game("pig"), hash_mb=hash_mb)
