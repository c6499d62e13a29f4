"""The sequential test: its arithmetic, and its error rates over a thousand simulated matches each."""

import math

import numpy as np
import pytest

from embertree import UsageError
from embertree.arena.results import GameResult
from embertree.arena.sprt import (
    MIN_BLOCKS,
    Sprt,
    SprtSettings,
    block_mean,
    elo_of,
    expected_score,
    parse_sprt,
    score_against_others,
)

RUNS = 1000


def test_settings_are_read() -> None:
    assert parse_sprt("elo0=0,elo1=10") == SprtSettings(0, 10, 0.05, 0.05)
    assert parse_sprt(" elo1 = 5.5, elo0=-3,beta=0.1,alpha=0.01") == SprtSettings(-3, 5.5, 0.01, 0.1)
    assert parse_sprt(str(SprtSettings(-3, 5.5, 0.01, 0.1))) == SprtSettings(-3, 5.5, 0.01, 0.1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not key=value, such as elo0=0,elo1=10"),
        ("elo0=0", "elo1 is missing"),
        ("elo1=10", "elo0 is missing"),
        ("elo0=0,elo1=10,elo0=1", "elo0 is given twice"),
        ("elo0=0,elo2=10", "no key 'elo2'; did you mean 'elo0'"),
        ("elo0=10,elo1=10", "elo0=10 is not below elo1=10"),
        ("elo0=nan,elo1=10", "elo0: 'nan' is not a number from -2000 to 2000"),
        ("elo0=0,elo1=1e9", "elo1: '1e9' is not a number"),
        ("elo0=0,elo1=ten", "elo1: 'ten' is not a number"),
        ("elo0=0,elo1=10,alpha=0", "alpha: '0' is not a number between 0 and 0.5"),
        ("elo0=0,elo1=10,beta=0.5", "beta: '0.5' is not a number"),
    ],
)
def test_wrong_settings_are_named(text: str, says: str) -> None:
    with pytest.raises(UsageError, match="sprt: ") as trouble:
        parse_sprt(text)
    assert says in str(trouble.value)


def test_elo_and_scores_are_inverse() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    for elo in (-500, -10, 0, 33, 700):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert math.isfinite(elo_of(0.0))
    assert math.isfinite(elo_of(1.0))


def test_scores_are_the_share_of_the_others_behind() -> None:
    assert score_against_others(("a", "b", "c"), (2, 1, 2), "a") == 0.25
    assert score_against_others(("a", "b", "c"), (2, 1, 2), "b") == 1
    # Of two seats of a: one ahead of b and c, the other level with c and behind b.
    assert score_against_others(("a", "b", "a", "c"), (1, 2, 3, 3), "a") == pytest.approx((2 + 0.5) / 4)
    assert score_against_others(("a", "a"), (1, 2), "a") is None
    assert score_against_others(("b", "c"), (1, 2), "a") is None
    games = [GameResult(0, r, ("a", "b"), ranks) for r, ranks in enumerate([(1, 2), (1, 1)])]
    assert block_mean(games, "a") == 0.75
    assert block_mean(games, "x") is None


def test_a_block_mean_is_a_share() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        Sprt(SprtSettings()).add_block(1.5)


def test_no_verdict_before_the_least_number_of_blocks() -> None:
    test = Sprt(SprtSettings(0, 400))
    states = [test.add_block(1.0) for _ in range(MIN_BLOCKS)]
    assert not any(state.over for state in states[:-1])
    assert states[-1].accepted == "elo1"
    assert "over, at least elo1=400 accepted after 16 blocks" in test.describe()


def test_a_verdict_stands() -> None:
    test = Sprt(SprtSettings(0, 100))
    while not test.add_block(0.1).over:
        pass
    assert test.state().accepted == "elo0"
    for _ in range(200):
        test.add_block(1.0)
    assert test.state().accepted == "elo0"


def test_blocks_of_a_match_that_is_level_decide_for_elo0() -> None:
    test = Sprt(SprtSettings(0, 20))
    for block in range(10_000):
        if test.add_block((0.25, 0.75)[block % 2]).over:
            break
    assert test.state().accepted == "elo0"
    assert test.state().mean == pytest.approx(0.5, abs=0.01)


def simulated_means(seed: int, players: int, elo: float, blocks: int, shared: float) -> np.ndarray:
    """Block means (runs by blocks) of a player so much better than each of the others. A share of every player's luck
    is the block's and not the game's: that is what common dice do to the games of a block."""
    rng = np.random.default_rng(seed)
    means = np.empty((RUNS, blocks), dtype=np.float32)
    for first in range(0, RUNS, 100):
        size = (100, blocks, players, players)
        of_block = rng.standard_normal((100, blocks, 1, players), dtype=np.float32)
        of_game = rng.standard_normal(size, dtype=np.float32)
        mixed = math.sqrt(shared) * of_block + math.sqrt(1 - shared) * of_game
        # To uniforms by the normal distribution (through the logistic, close to a hundredth), then to races of
        # exponential clocks, in logarithms: whoever has the least time is first.
        times = np.log(np.log1p(np.exp(-(1.5976 * mixed + 0.07056 * mixed**3))))
        times[..., 0] -= elo * math.log(10) / 400
        means[first : first + 100] = (times[..., :1] < times[..., 1:]).mean(axis=(2, 3))
    return means


@pytest.mark.parametrize("shared", [0.0, 0.6], ids=["independent games", "common dice"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("truth", ["elo0", "elo1"])
def test_error_rates_are_within_their_bounds(players: int, shared: float, truth: str) -> None:
    settings = SprtSettings(0, 120 if players == 2 else 70, alpha=0.05, beta=0.05)
    elo = {"elo0": settings.elo0, "elo1": settings.elo1}[truth]
    means = simulated_means(7, players, elo, 400, shared)
    assert means.mean() == pytest.approx(expected_score(elo), abs=0.005)
    wrong, lengths = 0, []
    for run in means.tolist():
        test = Sprt(settings)
        for mean in run:
            if test.add_block(mean).over:
                break
        state = test.state()
        assert state.over
        wrong += state.accepted != truth
        lengths.append(state.blocks)
    assert wrong / RUNS <= 0.05
    # Worth it: the same error rates with a fixed number of blocks take (2 * 1.645 * deviation / distance) ** 2.
    distance = expected_score(settings.elo1) - expected_score(settings.elo0)
    fixed = (2 * 1.645 * float(means.std()) / distance) ** 2
    assert sum(lengths) / RUNS < 0.85 * fixed
