"""What expectimax leaves out never matters: pruned, remembered, ordered searches give the values of the plain one."""

import pytest
from gamelist import GAMES, random_decisions

from embertree import CHANCE, TERMINAL, Game, Searcher, State

PLAIN = "pruning=off,table=off,root=exact"


def search(state: State, params: str = "", seed: int = 0, **limits: int):
    searcher = Searcher("expectimax", state.game, params, seed=seed, hash_mb=16)
    searcher.start(state, **limits)
    searcher.wait()
    return searcher.found()


def affordable(state: State, most: int = 400) -> int:
    """A depth that the plain search comes through soon."""
    width = max(2, len(state.search_actions()))
    return next((depth for depth in (4, 3, 2, 1) if width**depth <= most), 0)


@pytest.mark.parametrize("opponents", ["maxn", "paranoid"])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_pruned_values_are_those_of_the_plain_search(game: str, players: int, opponents: str) -> None:
    compared = 0
    for state in random_decisions(Game(game, players), 60):
        depth = affordable(state)
        if depth == 0:
            continue
        mover = state.current_player()
        plain = search(state, f"{PLAIN},opponents={opponents},chance_limit=64", depth=depth)
        values = {move.action: move.values[mover] for move in plain.moves}
        for params in ("pruning=star1", "pruning=star2", "pruning=star2,table=off", "pruning=off", "root=exact"):
            found = search(state, f"{params},opponents={opponents},chance_limit=64", depth=depth)
            assert found.values[mover] == plain.values[mover], (params, state.position)
            assert found.bestmoves == plain.bestmoves, (params, state.position)
            for move in found.moves:
                exact = values[move.action]
                assert move.values[mover] >= exact - 1e-6, (params, state.position)
                assert move.values[mover] <= max(exact, plain.values[mover]) + 1e-6, (params, state.position)
        compared += 1
        if compared == 15:
            break
    assert compared > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players"), [("pig", 2), ("connect_four", 2), ("stone_age", 2), ("volcano_island", 3)]
)
def test_pruned_values_on_thousands_of_positions(game: str, players: int) -> None:
    for state in random_decisions(Game(game, players), 2000, seed=7):
        depth = affordable(state, 150)
        if depth == 0:
            continue
        mover = state.current_player()
        for opponents in ("maxn", "paranoid") if players > 2 else ("maxn",):
            plain = search(state, f"{PLAIN},opponents={opponents},chance_limit=64", depth=depth)
            found = search(state, f"opponents={opponents},chance_limit=64", depth=depth)
            assert found.values[mover] == plain.values[mover], state.position
            assert found.bestmoves == plain.bestmoves, state.position


@pytest.mark.parametrize("pruning", ["star1", "star2"])
def test_pruning_saves_nodes(pruning: str) -> None:
    """The race is long enough for outcomes to be judged hopeless before all are seen."""
    for game, depth in (("pig", 7), ("connect_four", 7)):
        state = Game(game).new_initial_state()
        plain = search(state, "pruning=off,table=off", depth=depth)
        pruned = search(state, f"pruning={pruning},table=off", depth=depth)
        assert pruned.values[0] == plain.values[0]
        assert pruned.nodes < (0.95 if game == "pig" else 0.2) * plain.nodes
        assert search(state, f"pruning={pruning}", depth=depth).nodes < pruned.nodes


def paranoid(state: State, me: int, depth: int) -> float:
    """The judge for the paranoid assumption: everybody else seeks the worst for `me`."""
    mover = state.current_player()
    if mover == TERMINAL or (mover != CHANCE and depth == 0):
        return state.evaluate()[me]
    if mover == CHANCE:
        return sum(p * paranoid(state.child(outcome), me, depth) for outcome, p in state.chance_probabilities())
    values = [paranoid(state.child(action), me, depth - 1) for action in state.search_actions()]
    return max(values) if mover == me else min(values)


@pytest.mark.parametrize(("game", "players"), [(g, n) for g, n in GAMES if n > 2])
def test_paranoid_agrees_with_its_judge(game: str, players: int) -> None:
    judged = 0
    for state in random_decisions(Game(game, players), 40, seed=3):
        depth = affordable(state, 100)
        if depth == 0:
            continue
        found = search(state, "opponents=paranoid,chance_limit=1000000", depth=depth)
        mover = state.current_player()
        assert found.values[mover] == pytest.approx(paranoid(state, mover, depth), abs=1e-5), state.position
        assert sum(found.values) == pytest.approx(1.0, abs=1e-5)
        judged += 1
        if judged == 8:
            break
    assert judged > 0


def test_paranoid_and_max_n_differ_where_three_play() -> None:
    """The last of three in a race: those ahead play for themselves, not against it."""
    differ = 0
    for state in random_decisions(Game("volcano_island", 3), 60):
        if not 1 < len(state.search_actions()) <= 25:
            continue
        mover = state.current_player()
        maxn = search(state, "opponents=maxn", depth=2).values[mover]
        worst = search(state, "opponents=paranoid", depth=2).values[mover]
        assert worst <= maxn + 1e-6
        differ += worst < maxn - 1e-4
    assert differ > 0


def test_two_seats_have_no_friends() -> None:
    for state in random_decisions(Game("stone_age", 2), 10):
        depth = affordable(state)
        if depth:
            maxn = search(state, depth=depth)
            assert maxn.values == search(state, "opponents=paranoid", depth=depth).values


def test_bounds_stand_below_the_best_and_exact_ones_are_asked_for() -> None:
    state = Game("connect_four").parse_position("7/7/7/7/2oo3/2xx3 x")
    best = search(state, depth=4)
    exact = search(state, "root=exact", depth=4)
    assert best.values == exact.values
    assert best.bestmoves == exact.bestmoves
    assert best.nodes < exact.nodes
    values = {move.action: move.values[0] for move in exact.moves}
    assert all(move.values[0] >= values[move.action] - 1e-6 for move in best.moves)
    assert all(move.values[0] < best.values[0] for move in best.moves if move.action not in best.bestmoves)


def test_an_iteration_that_is_cut_short_still_counts() -> None:
    """The best of the last iteration is looked at first, so what was finished of the next one is worth more."""
    state = Game("connect_four").new_initial_state()
    whole = search(state, depth=6)
    cut = search(state, nodes=whole.nodes + (search(state, depth=7).nodes - whole.nodes) // 2)
    assert cut.depth == 7
    assert cut.best in state.legal_actions()
    assert not cut.proven
    assert sorted(move.action for move in cut.moves) == state.search_actions()


def test_a_used_search_answers_like_a_fresh_one() -> None:
    """Positions remembered from earlier searches count for nothing, through more searches than the table has marks."""
    states = random_decisions(Game("pig", 2), 70)
    used = Searcher("expectimax", states[0].game, hash_mb=1)
    for state in states:
        used.start(state, depth=5)
        used.wait()
        fresh = search(state, depth=5)
        found = used.found()
        assert (found.nodes, found.values, found.pv) == (fresh.nodes, fresh.values, fresh.pv)


def test_a_full_table_changes_no_value() -> None:
    state = Game("connect_four").new_initial_state()
    searcher = Searcher("expectimax", state.game, hash_mb=1)
    searcher.start(state, depth=10)
    searcher.wait()
    found = searcher.found()
    assert found.values == search(state, depth=10).values


def test_chance_beyond_the_limit_is_sampled_and_said() -> None:
    state = next(s for s in random_decisions(Game("stone_age", 2), 40) if search(s, "chance_limit=2", depth=2).note)
    found = search(state, "chance_limit=2", depth=2)
    assert found.note == "chance beyond 2 outcomes is sampled"
    assert not found.proven
    assert found.values == search(state, "chance_limit=2", depth=2).values
