"""Tree search: what is certain is known as such, threads share a tree, memory has a ceiling, trees are found again."""

import pytest
from gamelist import GAMES, random_decisions

import embertree
from embertree import CHANCE, Game, Searcher, State
from embertree.seeds import nth


def search(state: State, params: str = "", seed: int = 0, hash_mb: int = 16, threads: int = 1, **limits: int):
    searcher = Searcher("mcts", state.game, params, seed=seed, hash_mb=hash_mb, threads=threads)
    searcher.start(state, **limits)
    searcher.wait()
    return searcher.found()


# --- What is certain ---


@pytest.mark.parametrize("params", ["", "select=puct", "leaf=evaluate", "prior=3", "widen=2"])
def test_tic_tac_toe_is_solved(params: str) -> None:
    for state in [Game("tic_tac_toe").new_initial_state(), *random_decisions(Game("tic_tac_toe"), 12)]:
        exact = embertree.solve(state)["values"]
        found = search(state, params, nodes=200_000)
        assert found.proven, state.position
        assert found.values == exact, state.position
        assert embertree.solve(state.child(found.best))["values"] == exact
        assert found.nodes < 100_000


def test_a_forced_win_is_proven_and_played() -> None:
    state = Game("connect_four").parse_position("7/7/7/7/2oo3/2xx3 x")
    found = search(state, nodes=1_000_000)
    assert found.proven
    assert found.values == [1.0, 0.0]
    assert found.nodes < 100_000
    line = state.clone()
    for action in found.pv:
        line.apply_action(action)
    assert line.returns() == [1.0, 0.0]


def test_a_lost_move_is_not_played_however_often_it_was_visited() -> None:
    """o must stop four at e1; everything else loses at once."""
    state = Game("connect_four").parse_position("7/7/7/7/o6/oxxx3 o")
    for nodes in (150, 600, 3000):
        assert state.action_to_string(search(state, nodes=nodes).best) == "drop:e"


def test_values_are_proven_through_chance() -> None:
    """The roll decides: a 1 loses to a player who holds and wins, anything else is held and wins."""
    game = Game("pig", rules="goal=10")
    state = game.parse_position("8/9 0 0 act goal=10")
    exact = embertree.solve(state)["values"]
    found = search(state, nodes=300_000)
    assert found.values == pytest.approx(exact, abs=0.01)
    near = game.parse_position("8/9 2 0 act goal=10")
    sure = search(near, nodes=1000)
    assert sure.proven
    assert sure.values == [1.0, 0.0]
    rolling = search(game.parse_position("9/2 0 1 act goal=10"), nodes=200_000)
    assert rolling.values[1] == pytest.approx(
        embertree.solve(game.parse_position("9/2 0 1 act goal=10"))["values"][1], abs=0.01
    )


def test_the_solver_can_be_switched_off() -> None:
    state = Game("connect_four").parse_position("7/7/7/7/2oo3/2xx3 x")
    found = search(state, "solver=off", nodes=20_000)
    assert not found.proven
    assert found.nodes == 20_000
    assert state.action_to_string(found.best) in ("drop:b", "drop:e")


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_proven_is_what_depth_first_search_finds(game: str, players: int) -> None:
    """Ends of games, where both see everything."""
    proven = 0
    for k in range(40):
        state = Game(game, players).new_initial_state()
        last: State | None = None
        step = 0
        while not state.is_terminal():
            step += 1
            if state.current_player() >= 0:
                last = state.clone()
            state.apply_action(state.random_action(nth(k, step)))
        assert last is not None
        found = search(last, nodes=3000)
        if not found.proven:
            continue
        seat = last.current_player()
        searcher = Searcher("expectimax", last.game, "chance_limit=1000000,root=exact", hash_mb=16)
        searcher.start(last, depth=30, nodes=300_000)
        searcher.wait()
        deep = searcher.found()
        if not deep.proven:
            continue
        assert found.values[seat] == pytest.approx(deep.values[seat], abs=1e-5), last.position
        proven += 1
    assert proven > 0


# --- Choice in the tree ---


@pytest.mark.parametrize(
    "params",
    ["select=puct,explore=1.5", "widen=3", "prior=2,widen=1", "opponents=paranoid", "fpu=0", "widen_chance=1"],
)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_way_of_choosing_is_legal_and_repeatable(game: str, players: int, params: str) -> None:
    for state in random_decisions(Game(game, players), 2, seed=5):
        found = search(state, params, nodes=200)
        again = search(state, params, nodes=200)
        assert found.best in state.search_actions()
        assert (found.best, found.values, found.nodes) == (again.best, again.values, again.nodes)
        assert sum(found.values) == pytest.approx(1, abs=1e-3)


def test_puct_looks_first_at_what_the_policy_likes() -> None:
    """With few simulations and many moves, most of the visits go to moves that the policy would choose."""
    for state in random_decisions(Game("volcano_island", 3), 40):
        if len(state.search_actions()) < 60:
            continue
        liked = {state.policy_action(nth(9, k)) for k in range(200)}
        if len(liked) > len(state.search_actions()) // 3:
            continue
        found = search(state, "select=puct,explore=1.5,policy_samples=32,prior=0", nodes=60)
        visits = {move.action: move.visits for move in found.moves}
        assert sum(visits[action] for action in liked if action in visits) > 30, state.position
        return
    pytest.skip("no position with many moves of which the policy likes few")


def test_widening_opens_few_moves_at_first() -> None:
    state = next(s for s in random_decisions(Game("volcano_island", 3), 40) if len(s.search_actions()) > 60)
    tried = sum(move.visits > 0 for move in search(state, "widen=1,prior=1", nodes=100).moves)
    assert tried <= 11
    assert sum(move.visits > 0 for move in search(state, "widen=0,prior=0", nodes=100).moves) > 50


def test_chance_is_opened_one_outcome_at_a_time_and_drawn_by_its_weights() -> None:
    """Few simulations see few faces of the die; many see all, and the value is the exact one."""
    game = Game("pig", rules="goal=20")
    state = game.parse_position("12/13 0 0 act goal=20")
    few, all_of_them = (search(state, params, nodes=40) for params in ("widen_chance=0.3", ""))
    assert few.depth > all_of_them.depth
    exact = embertree.solve(state)["values"]
    for params in ("widen_chance=1", "widen_chance=4"):
        assert search(state, params, nodes=300_000).values == pytest.approx(exact, abs=0.01), params


def test_paranoid_expects_less() -> None:
    lower = 0
    for state in random_decisions(Game("pig", 3), 6):
        seat = state.current_player()
        maxn = search(state, nodes=20_000).values[seat]
        worst = search(state, "opponents=paranoid", nodes=20_000).values[seat]
        assert worst <= maxn + 0.03
        lower += worst < maxn
    assert lower > 0


# --- Memory ---


@pytest.mark.parametrize("threads", [1, 2])
def test_the_memory_ceiling_does_not_end_the_growth(threads: int) -> None:
    """What was visited least makes room, and the node counter still rises."""
    state = Game("connect_four").new_initial_state()
    found = search(state, hash_mb=1, threads=threads, nodes=400_000)
    assert found.nodes == 400_000
    assert found.note == ""
    assert 0 < found.hashfull <= 1000
    assert sum(move.visits for move in found.moves) == pytest.approx(400_000, abs=threads)
    assert state.action_to_string(found.best) in ("drop:c", "drop:d", "drop:e")


def test_making_room_is_repeatable() -> None:
    state = Game("stone_age").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.random_action(7))
    first = search(state, hash_mb=1, nodes=30_000, seed=3)
    again = search(state, hash_mb=1, nodes=30_000, seed=3)
    assert [(m.action, m.visits, m.values) for m in first.moves] == [
        (m.action, m.visits, m.values) for m in again.moves
    ]


# --- Threads ---


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_threads_share_one_tree(game: str, players: int) -> None:
    state = random_decisions(Game(game, players), 1, seed=11)[0]
    found = search(state, threads=2, nodes=500)
    assert found.nodes == 500 or found.proven
    # Limits hold for all threads together: what one has begun is finished.
    assert sum(move.visits for move in found.moves) == pytest.approx(found.nodes, abs=2)
    assert found.best in state.search_actions()
    assert sum(found.values) == pytest.approx(1, abs=1e-2)


def test_threads_find_forced_wins() -> None:
    state = Game("connect_four").parse_position("7/7/7/7/2oo3/2xx3 x")
    found = search(state, threads=4, nodes=1_000_000)
    assert found.proven
    assert found.values == [1.0, 0.0]


def test_threads_stop_when_told() -> None:
    state = Game("connect_four").new_initial_state()
    searcher = Searcher("mcts", state.game, hash_mb=16, threads=3)
    for _ in range(20):
        searcher.start(state, infinite=True)
        searcher.stop()
        assert searcher.wait(5000)
        assert searcher.found().best in state.legal_actions()


# --- The tree of the last search ---


def test_a_tree_is_found_again_a_few_moves_on() -> None:
    state = Game("connect_four").new_initial_state()
    searcher = Searcher("mcts", state.game, hash_mb=64)
    searcher.start(state, nodes=20_000)
    searcher.wait()
    line = searcher.found().pv[:2]
    next_state = state.clone()
    for action in line:
        next_state.apply_action(action)
    searcher.start(next_state, nodes=100, reuse=True)
    searcher.wait()
    found = searcher.found()
    assert found.nodes == 100
    assert sum(move.visits for move in found.moves) > 1000
    searcher.start(next_state, nodes=100)
    searcher.wait()
    assert sum(move.visits for move in searcher.found().moves) == 100


def test_a_tree_is_found_again_through_chance() -> None:
    state = Game("pig").new_initial_state()
    searcher = Searcher("mcts", state.game, hash_mb=64)
    searcher.start(state, nodes=20_000)
    searcher.wait()
    following = state.child(state.string_to_action("roll"))
    assert following.current_player() == CHANCE
    following.apply_action(following.string_to_action("roll:4"))
    searcher.start(following, nodes=100, reuse=True)
    searcher.wait()
    assert sum(move.visits for move in searcher.found().moves) > 500


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_games_are_played_with_one_tree(game: str, players: int) -> None:
    """Whole games in which one search goes on from move to move: legal moves, and the same again."""
    games = []
    for _ in range(2):
        state = Game(game, players).new_initial_state()
        searcher = Searcher("mcts", state.game, hash_mb=4)
        played = []
        k = 0
        while not state.is_terminal() and k < 120:
            k += 1
            if state.is_chance_node():
                state.apply_action(state.random_action(nth(2, k)))
                continue
            searcher.set_seed(nth(3, k))
            searcher.start(state.view(state.current_player()), nodes=60, reuse=True)
            searcher.wait()
            best = searcher.found().best
            assert state.is_legal(best)
            played.append(best)
            state.apply_action(best)
        games.append(played)
    assert games[0] == games[1]


def test_a_tree_from_elsewhere_is_not_taken() -> None:
    game = Game("connect_four")
    searcher = Searcher("mcts", game, hash_mb=16)
    searcher.start(game.parse_position("7/7/7/7/2oo3/2xx3 x"), nodes=2000)
    searcher.wait()
    other = game.parse_position("7/7/7/7/o6/oxxx3 o")
    searcher.start(other, nodes=50, reuse=True)
    searcher.wait()
    fresh = search(other, nodes=50)
    assert [(m.action, m.visits) for m in searcher.found().moves] == [(m.action, m.visits) for m in fresh.moves]
    searcher.clear()
    searcher.start(other, nodes=50, reuse=True)
    searcher.wait()
    assert sum(move.visits for move in searcher.found().moves) == searcher.found().nodes
