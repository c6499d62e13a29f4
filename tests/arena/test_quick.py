"""Random players in the core: the games of the referee, one by one, and matches that come to the same."""

import numpy as np
import pytest
from gamelist import GAMES, IDS

from embertree import UsageError, load_game
from embertree._core import derived_seeds, random_games
from embertree.agents import Limits, make_agent
from embertree.arena import MatchResult, MatchSettings, play_game, play_match, quick
from embertree.seeds import derive


def same_but_time(one: MatchResult, other: MatchResult) -> None:
    assert one.digest == other.digest
    assert one.standings.table() == other.standings.table()
    assert one.standings.games == other.standings.games
    assert one.standings.blocks == other.standings.blocks
    assert one.decisions == other.decisions
    assert one.failures == other.failures
    assert (one.finished, one.failed_games) == (other.finished, other.failed_games)
    players = range(len(one.settings.players))
    for pair in ((a, b) for a in players for b in players):
        assert one.crosstable.against(*pair) == other.crosstable.against(*pair)


def both(settings: MatchSettings) -> tuple[MatchResult, MatchResult]:
    """The match in the core and by the referee."""
    assert quick.is_quick(settings)
    return play_match(settings), play_match(settings, lambda finished, standings: None)


def test_seeds_are_those_of_the_match() -> None:
    assert derived_seeds(7, "block", 95, 10).tolist() == [derive(7, "block", k) for k in range(95, 105)]
    with pytest.raises(UsageError):
        derived_seeds(7, "block", -1, 2)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_each_game_is_the_referees(game: str, players: int) -> None:
    loaded = load_game(game, players)
    agents = [make_agent("random", loaded) for _ in range(players)]
    seeds = np.array([0, 5, 2**64 - 1], dtype=np.uint64)
    found = random_games(loaded.new_initial_state(), seeds, 100_000, words=True)
    assert found["ended"].all()
    for i, (seed, words) in enumerate(zip(seeds.tolist(), found["words"].decode().splitlines(), strict=True)):
        played = play_game(loaded, agents, seed)
        assert words == " ".join(ply.word for ply in played.plies)
        assert found["ranks"][i].tolist() == played.ranks
        assert found["scores"][i].tolist() == played.scores
        made = [sum(ply.seat == seat for ply in played.plies) for seat in range(players)]
        assert found["decisions"][i].tolist() == made


@pytest.mark.parametrize(
    ("game", "players", "blocks"),
    [("connect_four", 2, 40), ("tic_tac_toe", 2, 40), ("pig", 3, 10), ("stone_age", 4, 3), ("terra_mystica", 3, 2)],
)
def test_a_match_comes_to_the_same(game: str, players: int, blocks: int) -> None:
    same_but_time(*both(MatchSettings(load_game(game, players), ["random"] * players, blocks, 3)))


def test_a_match_of_all_orders_of_seats_comes_to_the_same() -> None:
    settings = MatchSettings(
        load_game("pig", 3, goal=20), ["random", "random:hash=1", "random"], 8, 3, Limits(nodes=5), permutations=True
    )
    same_but_time(*both(settings))


def test_games_without_end_are_no_results_by_either_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("embertree.arena.play.MAX_PLIES", 160)
    core, referee = both(MatchSettings(load_game("pig", 2), ["random"] * 2, 30, 1))
    assert 0 < core.failed_games < 60
    same_but_time(core, referee)


def test_what_wants_more_than_random_play_goes_by_the_referee() -> None:
    game = load_game("pig", 2)
    assert not quick.is_quick(MatchSettings(game, ["random", "greedy"]))
    assert not quick.is_quick(MatchSettings(game, ["random", "random:seed=4"]))
    assert not quick.is_quick(MatchSettings(game, ["random", "random"], move_limit=5))
    assert not quick.is_quick(MatchSettings(game, ["random", "random"], openings=["seed 4"]))
    assert not quick.is_quick(MatchSettings(load_game("pig", 4), ["random"] * 2, teams=[2, 2]))


def test_ctrl_c_leaves_whole_blocks() -> None:
    def stop(result: MatchResult) -> None:
        if result.finished >= 50:
            raise KeyboardInterrupt

    settings = MatchSettings(load_game("connect_four"), ["random"] * 2, 10_000, 1)
    result = quick.play_quickly(settings, stop)
    assert result.interrupted
    assert 50 <= result.finished < 20_000
    whole = MatchSettings(settings.game, settings.players, result.finished // 2, 1)
    same_but_time(result, play_match(whole, lambda finished, standings: None))
