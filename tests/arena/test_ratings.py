"""The rating model and the fit, held against plain counting, known formulas and simulated games."""

import math
import random
from itertools import combinations, permutations

import numpy as np
import pytest

from embertree import UsageError
from embertree.arena.luce import ELO, PRIOR_ELO, TIE_PRIOR, Model, choices_of
from embertree.arena.ratings import Ratings, rate
from embertree.arena.results import GameResult, rank_scores

sparse = pytest.importorskip("scipy.sparse")


def simulated(
    seed: int,
    elo: dict[str, float],
    seats: list[float],
    sides: dict[str, float],
    blocks: int,
) -> list[GameResult]:
    """Blocks of rotations between players drawn anew for each: exponential clocks, which is what the model means."""
    rng = np.random.default_rng(seed)
    names, size = list(elo), len(seats)
    results = []
    for block in range(blocks):
        table = rng.permutation(len(names))[:size]
        for rotation in range(size):
            players = tuple(names[table[(seat - rotation) % size]] for seat in range(size))
            drawn = tuple(str(side) for side in rng.permutation(list(sides))[:size]) if sides else ()
            strength = np.array([elo[name] for name in players]) + seats
            strength = strength + [sides[side] for side in drawn] if sides else strength
            clocks = rng.exponential(size=size) / np.exp(strength / ELO)
            ranks = tuple(int(place) for place in clocks.argsort().argsort() + 1)
            results.append(GameResult(block, rotation, players, ranks, sides=drawn))
    return results


def pair(block: int, winner: str | None, seats: tuple[str, str] = ("a", "b")) -> GameResult:
    """A game of two, in both seatings by turns; None is a draw."""
    names = seats if block % 2 else seats[::-1]
    ranks = (1, 1) if winner is None else tuple(1 if name == winner else 2 for name in names)
    return GameResult(block, block % 2, names, ranks, kind="shared" if winner is None else "won")


def elo_of(ratings: Ratings) -> dict[str, float]:
    return {row.name: row.elo for row in ratings.players}


# --- The model ---


def plain_loss(design: list[list[float]], games: list[tuple[list[int], list[int]]], parameters: list[float]) -> float:
    """The negative logarithm of likelihood times prior, straight from the definition."""
    terms = len(design[0])
    sizes = sorted({ranks.count(rank) for _, ranks in games for rank in ranks} - {1})
    weight_of = {1: 1.0} | {size: math.exp(parameters[terms + i]) for i, size in enumerate(sizes)}
    strength = [math.exp(sum(x * p for x, p in zip(row, parameters, strict=False))) for row in design]

    def weight(group: tuple[int, ...]) -> float:
        return weight_of[len(group)] * math.prod(strength[i] for i in group) ** (1 / len(group))

    deviations = [PRIOR_ELO / ELO] * terms + [TIE_PRIOR] * len(sizes)
    loss = sum(0.5 * (p / d) ** 2 for p, d in zip(parameters, deviations, strict=True))
    for competitors, ranks in games:
        left = list(range(len(competitors)))
        while len(left) > 1:
            best = [i for i in left if ranks[i] == min(ranks[j] for j in left)]
            groups = [g for size in weight_of if size <= len(left) for g in combinations(left, size)]
            possible = sum(weight(tuple(competitors[i] for i in group)) for group in groups)
            loss -= math.log(weight(tuple(competitors[i] for i in best)) / possible)
            left = [i for i in left if i not in best]
    return loss


GAMES = [
    ([0, 4, 8], [1, 2, 3]),
    ([1, 5, 6], [1, 1, 3]),
    ([2, 3, 7, 9], [1, 2, 2, 2]),
    ([0, 5], [2, 1]),
    ([1, 3, 7], [1, 1, 1]),
    ([2, 4, 6, 8, 9], [3, 1, 3, 1, 5]),
]


def model_of(games: list[tuple[list[int], list[int]]]) -> tuple[list[list[float]], Model, np.ndarray]:
    rng = np.random.default_rng(3)
    design = rng.integers(0, 2, size=(10, 4)).astype(float)
    choices = [choice for competitors, ranks in games for choice in choices_of(competitors, ranks)]
    model = Model(sparse.csr_matrix(design), choices)
    return design.tolist(), model, np.ones(len(choices))


def test_the_likelihood_is_that_of_the_definition() -> None:
    design, model, weights = model_of(GAMES)
    assert model.tie_sizes == [2, 3]
    rng = np.random.default_rng(4)
    for _ in range(5):
        parameters = rng.normal(size=model.size)
        value, gradient = model._slopes(parameters, weights)
        assert value == pytest.approx(plain_loss(design, GAMES, parameters.tolist()), rel=1e-12)
        for i in range(model.size):
            step = np.zeros(model.size)
            step[i] = 1e-5
            up, down = (plain_loss(design, GAMES, (parameters + s * step).tolist()) for s in (1, -1))
            assert gradient[i] == pytest.approx((up - down) / 2e-5, abs=1e-6)
            ahead, behind = (model._slopes(parameters + s * step, weights)[1] for s in (1, -1))
            assert model._curvature(parameters, weights)[i] == pytest.approx((ahead - behind) / 2e-5, abs=1e-6)


def test_the_fit_is_the_peak_and_refits_are_fits() -> None:
    _, model, weights = model_of(GAMES)
    peak = model.fit(weights)
    assert np.abs(model._slopes(peak, weights)[1]).max() < 1e-12
    rng = np.random.default_rng(5)
    others = [rng.integers(0, 4, size=len(weights)).astype(float) for _ in range(10)]
    for other, near in zip(others, model.refit(others, peak, weights), strict=True):
        assert near == pytest.approx(model.fit(other), abs=1e-5)


def test_two_players_with_ties_are_bradley_terry_davidson() -> None:
    # One pair is as free as its three chances: the odds of the strengths are wins to losses, whatever the draws.
    games = [pair(i, name) for i, name in enumerate(["a"] * 6000 + ["b"] * 2000 + [None] * 1000)]
    found = elo_of(rate(games, resamples=0))
    assert found["a"] - found["b"] == pytest.approx(400 * math.log10(3), abs=0.05)


def test_rank_scores_average_ties() -> None:
    assert rank_scores((1, 2, 3)) == [1, 0.5, 0]
    assert rank_scores((1, 1, 3, 4, 4)) == [0.875, 0.875, 0.5, 0.125, 0.125]


# --- What changes nothing ---

STRENGTHS = {"ann": 120.0, "bob": 30.0, "cid": 0.0, "dan": -50.0, "eve": -100.0}
FACTIONS = {"red": 60.0, "green": 10.0, "blue": 0.0, "grey": -70.0, "pink": 0.0}
SEATS = [50.0, 10.0, -10.0, -20.0, -30.0]


def test_the_order_of_games_changes_nothing_at_all() -> None:
    games = simulated(1, STRENGTHS, SEATS[:3], FACTIONS, 30)
    shuffled = list(games)
    random.Random(2).shuffle(shuffled)
    assert rate(shuffled, resamples=20) == rate(games, resamples=20)


def test_names_change_nothing() -> None:
    games = simulated(1, STRENGTHS, SEATS[:3], FACTIONS, 30)
    other = {"ann": "zoe", "bob": "mcts:nodes=5", "cid": "aaa", "dan": "bob", "eve": "Eve #2"}
    renamed = [
        GameResult(g.block, g.rotation, tuple(other[name] for name in g.names), g.ranks, sides=g.sides) for g in games
    ]
    before, after = rate(games, resamples=20), rate(renamed, resamples=20)
    for row in before.players:
        (same,) = [r for r in after.players if r.name == other[row.name]]
        assert (same.elo, same.error) == pytest.approx((row.elo, row.error), abs=1e-3)


def test_numbers_of_seats_change_nothing() -> None:
    games = simulated(1, STRENGTHS, SEATS[:3], {}, 30)
    turned = [GameResult(g.block, g.rotation, g.names[::-1], g.ranks[::-1]) for g in games]
    before, after = rate(games, resamples=0), rate(turned, resamples=0)
    assert elo_of(after) == pytest.approx(elo_of(before), abs=1e-6)
    assert [t.elo for t in after.seats[3]] == pytest.approx([t.elo for t in before.seats[3][::-1]], abs=1e-6)


def test_equals_stay_equal() -> None:
    games = [
        GameResult(i, r, tuple(order), ranks)
        for ranks in ((1, 2, 3), (1, 1, 3), (1, 2, 2), (1, 1, 1))
        for i, r, order in ((i, r, order) for i in range(2) for r, order in enumerate(permutations("abc")))
    ]
    found = rate(games, resamples=50)
    assert [row.elo for row in found.players] == pytest.approx([0, 0, 0], abs=1e-9)
    assert {row.rank_score for row in found.players} == {0.5}


def test_ties_are_symmetric_and_pull_together() -> None:
    wins = [pair(i, "a") for i in range(20)]
    one = [GameResult(100 + i, i % 2, ("a", "b") if i % 2 else ("b", "a"), (1, 1)) for i in range(40)]
    other = [GameResult(100 + i, i % 2, ("b", "a") if i % 2 else ("a", "b"), (1, 1)) for i in range(40)]
    assert elo_of(rate(wins + one, resamples=0)) == pytest.approx(elo_of(rate(wins + other, resamples=0)), abs=1e-9)
    assert [row.elo for row in rate(one, resamples=0).players] == pytest.approx([0, 0], abs=1e-9)
    few, many = (elo_of(rate([*wins, pair(100, "b"), *one[:n]], resamples=0))["a"] for n in (4, 40))
    assert few > 0
    assert 0 < many < 1.2 * few  # draws say that a tie is common, and leave the odds of the rest alone


# --- What is known comes back ---


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_known_elo_is_recovered_within_its_error(size: int) -> None:
    misses = []
    for seed in range(4):
        seats = [SEATS[seat] - sum(SEATS[:size]) / size for seat in range(size)]
        found = rate(simulated(10 * size + seed, STRENGTHS, seats, FACTIONS, 240), resamples=50)
        assert not found.notes
        pairs = [(row, STRENGTHS[row.name]) for row in found.players]
        pairs += [(term, seats[seat]) for seat, term in enumerate(found.seats[size])]
        pairs += [(term, FACTIONS[term.name]) for term in found.sides]
        for row, true in pairs:
            assert row.error is not None
            assert row.error < 90
            misses.append((row.elo - true) / row.error)
    # Errors are half widths of 95 % intervals: about two standard deviations.
    assert sum(abs(miss) < 1 for miss in misses) / len(misses) > 0.85
    assert 0.35 < math.sqrt(sum(miss**2 for miss in misses) / len(misses)) < 0.65


def test_errors_are_over_blocks() -> None:
    games = simulated(6, STRENGTHS, SEATS[:3], {}, 60)
    again = [GameResult(g.block, 10 + g.rotation, g.names, g.ranks) for g in games]
    apart = [GameResult(1000 + g.block, g.rotation, g.names, g.ranks) for g in games]
    once, same_blocks, other_blocks = (rate(each, resamples=300) for each in (games, games + again, games + apart))
    for row, same, other in zip(once.players, same_blocks.players, other_blocks.players, strict=True):
        # The same dice twice are no news; as other dice they would be.
        assert same.error == pytest.approx(row.error, rel=0.05)
        assert other.error == pytest.approx(row.error / math.sqrt(2), rel=0.15)


def test_one_block_has_no_errors() -> None:
    found = rate(simulated(1, STRENGTHS, SEATS[:3], {}, 1))
    assert found.resamples == 0
    assert all(row.error is None for row in found.players)


# --- Forfeits, groups, anchors, players beyond measure ---


def forfeit(block: int, rotation: int, failed: str, kind: str = "crash") -> GameResult:
    names = ("a", "b", "c", "d")[rotation:] + ("a", "b", "c", "d")[:rotation]
    ranks = tuple(4 if name == failed else 1 for name in names)
    return GameResult(block, rotation, names, ranks, kind=kind, failed=names.index(failed))


def test_a_forfeit_is_a_last_place_and_says_nothing_of_the_others() -> None:
    games = [
        GameResult(i, r, tuple("abcd"[r:] + "abcd"[:r]), tuple(1 + (s + r) % 4 for s in range(4)))
        for i in range(30)
        for r in range(4)
    ]
    # Some upsets, so that nobody is beyond measure.
    games += [GameResult(50 + i, 0, tuple("dcba"), (1, 2, 3, 4)) for i in range(10)]
    before = elo_of(rate(games, resamples=0))
    found = rate(games + [forfeit(100 + i, r, "d") for i in range(20) for r in range(4)], resamples=0)
    after = elo_of(found)
    assert after["d"] < before["d"] - 50
    for one, other in ("ab", "bc", "ac"):
        assert after[one] - after[other] == pytest.approx(before[one] - before[other], abs=15)
    assert any("forfeited: 80" in note for note in found.notes)


def test_a_forfeit_of_two_is_a_loss() -> None:
    games = [pair(i, "a" if i % 3 else "b") for i in range(30)]
    lost = [GameResult(g.block, g.rotation, g.names, g.ranks, kind="timeout", failed=g.ranks.index(2)) for g in games]
    assert elo_of(rate(lost, resamples=0)) == pytest.approx(elo_of(rate(games, resamples=0)), abs=1e-9)


def test_after_a_stand_in_the_ranks_of_the_others_count() -> None:
    games = [GameResult(i, 0, tuple("abc"), (1, 2, 3), kind="crash", failed=2) for i in range(20)]
    found = elo_of(rate(games, resamples=0))
    assert found["a"] > found["b"] + 50


def test_aborted_games_say_nothing_and_no_games_are_an_error() -> None:
    games = [pair(i, "a" if i % 3 else "b") for i in range(30)]
    aborted = [GameResult(99, 0, ("a", "b"), (1, 2), kind="aborted")]
    assert rate(games + aborted, resamples=0) == rate(games, resamples=0)
    with pytest.raises(UsageError, match="no finished games"):
        rate(aborted)


def two_groups() -> list[GameResult]:
    games = [pair(i, "a" if i % 3 else "b") for i in range(30)]
    return games + [pair(i, "x" if i % 4 else "y", ("x", "y")) for i in range(100, 140)]


def test_players_that_never_met_are_groups_of_their_own() -> None:
    found = rate(two_groups(), resamples=20)
    assert {row.name: row.group for row in found.players} == {"a": 0, "b": 0, "x": 1, "y": 1}
    assert any("within a group only. group 0: a, b; group 1: x, y." in note for note in found.notes)
    for group in (0, 1):
        assert sum(row.elo for row in found.players if row.group == group) == pytest.approx(0, abs=1e-9)


def test_anchors_hold_a_player_of_each_group() -> None:
    free = elo_of(rate(two_groups(), resamples=0))
    found = rate(two_groups(), anchors={"b": 1500, "x": -7}, resamples=20)
    held = elo_of(found)
    assert (held["b"], held["x"]) == pytest.approx((1500, -7))
    assert held["a"] - held["b"] == pytest.approx(free["a"] - free["b"])
    assert held["x"] - held["y"] == pytest.approx(free["x"] - free["y"])
    assert [row.error for row in found.players if row.name in "bx"] == pytest.approx([0, 0], abs=1e-9)


def test_wrong_anchors_are_named() -> None:
    with pytest.raises(UsageError, match="no player 'c'; did you mean 'a'"):
        rate(two_groups(), anchors={"c": 0})
    with pytest.raises(UsageError, match="'b' and 'a' are connected"):
        rate(two_groups(), anchors={"a": 0, "b": 0})


def test_who_won_everything_has_a_rating_and_a_wide_error() -> None:
    games = [pair(i, "a") for i in range(40)]
    found = rate(games, resamples=50)
    top, bottom = found.players
    assert top.name == "a"
    assert 400 < top.elo - bottom.elo < 2000
    assert top.error is not None
    assert top.error > 200  # drawn blocks alone would say that all is certain
    assert any(note.startswith("a > b: ") for note in found.notes)


def test_players_that_never_change_seats_are_noted() -> None:
    games = [GameResult(i, 0, ("a", "b"), (1, 2) if i % 3 else (2, 1)) for i in range(60)]
    found = rate(games, resamples=20)
    assert any("cannot be told apart" in note for note in found.notes)
    # Shared out: half of the lead is the player's, half the seat's.
    assert found.players[0].elo == pytest.approx(found.seats[2][0].elo, abs=1e-6)


def test_a_player_in_several_seats_is_no_news_about_itself() -> None:
    games = [pair(i, "a" if i % 3 else "b") for i in range(30)]
    alone = [GameResult(200 + i, 0, ("a", "a"), (1, 2) if i % 2 else (2, 1)) for i in range(30)]
    found, plain = rate(games + alone, resamples=0), rate(games, resamples=0)
    assert elo_of(found) == pytest.approx(elo_of(plain), abs=1e-9)
    assert found.players[0].games == 30 + 60
