"""The referee and matches."""

import dataclasses
import math
import signal

import pytest
from gamelist import GAMES, IDS

import embertree
from embertree import CHANCE, State, UsageError
from embertree.agents import Choice, Limits, make_agent
from embertree.arena import MatchSettings, Misplay, PlayedGame, Ply, Standings, play_game, play_match
from embertree.arena.ending import GAME_OVER
from embertree.arena.interrupts import uninterrupted
from embertree.arena.match import names_of, seating
from embertree.arena.standings import student_95
from embertree.seeds import ChanceDraws, derive, fnv1a64, nth


class Scripted:
    """Plays what a function says; remembers what it was shown."""

    def __init__(self, play, name: str = "scripted") -> None:
        self.name = name
        self.play = play
        self.seen: list[State] = []
        self.seat = -1
        self.closed = False

    def new_game(self, seat: int, seed: int) -> None:
        self.seat = seat

    def choose(self, state: State) -> Choice:
        self.seen.append(state)
        return Choice(self.play(state))

    def close(self) -> None:
        self.closed = True


def first_legal(state: State) -> int:
    return state.legal_actions()[0]


# --- Seeds ---


def test_the_generator_is_splitmix64_and_names_are_fnv1a() -> None:
    # Published test vectors: SplitMix64 started at 1234567, and FNV-1a of "" and "a".
    assert [nth(1234567, k) for k in (1, 2, 3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert fnv1a64("") == 0xCBF29CE484222325
    assert fnv1a64("a") == 0xAF63DC4C8601EC8C


def test_chance_is_drawn_as_the_protocol_defines_it() -> None:
    state = embertree.load_game("pig").new_initial_state()
    seed = 987654321
    draws = ChanceDraws(seed)
    for k in range(1, 30):
        state.apply_action(0)
        u = nth(seed ^ fnv1a64("roll"), k)
        face = u * 6 >> 64  # six faces of weight 1
        action = draws.draw(state)
        assert state.action_to_string(action) == f"roll:{face + 1}"
        state.apply_action(action)


def test_given_outcomes_count_among_their_kind() -> None:
    state = embertree.load_game("pig").new_initial_state()
    state.apply_action(0)
    drawn, given, late = ChanceDraws(5), ChanceDraws(5), ChanceDraws(5)
    drawn.draw(state)
    given.count("roll")
    following = [drawn.draw(state) for _ in range(20)]
    assert [given.draw(state) for _ in range(20)] == following
    assert [late.draw(state) for _ in range(20)] != following


def test_a_seed_must_fit_64_bits() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(UsageError, match="seed"):
            ChanceDraws(seed)


def test_derived_seeds_differ_by_name_and_fit_json() -> None:
    seeds = {derive(1, "block", i) for i in range(1000)} | {derive(1, "agent", i) for i in range(1000)}
    assert len(seeds) == 2000
    assert all(0 <= seed < 2**53 for seed in seeds)


# --- One game ---


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_game_of_random_players_is_played_to_its_end(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    agents = [make_agent("random", loaded) for _ in range(players)]
    watched: list[Ply] = []
    played = play_game(loaded, agents, seed=4, on_ply=lambda state, ply: watched.append(ply))
    assert watched == played.plies
    assert played.reason == GAME_OVER
    state = loaded.new_initial_state()
    draws = ChanceDraws(4)
    for ply in played.plies:
        assert ply.seat == state.current_player()
        assert ply.word == state.action_to_string(ply.action)
        if ply.seat == CHANCE:
            assert ply.action == draws.draw(state)
        state.apply_action(ply.action)
    assert state.is_terminal()
    assert (played.returns, played.scores, played.ranks) == (state.returns(), state.scores(), state.ranks())
    assert played.final_position == state.position
    assert sum(played.win_shares) == pytest.approx(1)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_game_is_a_function_of_its_seed(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    words = []
    for seed in (1, 1, 2):
        played = play_game(loaded, [make_agent("random", loaded) for _ in range(players)], seed)
        words.append([ply.word for ply in played.plies])
    assert words[0] == words[1] != words[2]


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_an_agent_sees_its_own_view_and_cannot_change_the_game(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)

    def spoil(state: State) -> int:
        action = state.random_action(len(agents[0].seen))
        state.apply_action(action)  # the copy that the agent was given
        return action

    agents = [Scripted(spoil) for _ in range(players)]
    played = play_game(loaded, agents, seed=9)
    decisions = [ply for ply in played.plies if ply.seat != CHANCE]
    assert sum(len(agent.seen) for agent in agents) == len(decisions)
    assert [agent.seat for agent in agents] == list(range(players))


def test_a_wrong_action_ends_the_game_with_who_what_and_why() -> None:
    game = embertree.load_game("tic_tac_toe")
    good = Scripted(first_legal)
    for action, words in ((0, "mark:a1: the square is taken"), (99, "action 99"), (-1, "action -1")):
        bad = Scripted(lambda state, action=action: action, "villain")
        with pytest.raises(Misplay, match=rf"villain \(seat 1\) played {words}"):
            play_game(game, [good, bad], seed=1)


def test_the_number_of_agents_is_checked() -> None:
    with pytest.raises(ValueError, match="2 agents"):
        play_game(embertree.load_game("pig"), [Scripted(first_legal)], 1)


# --- Matches ---


def test_every_player_has_every_seat_once_in_a_block() -> None:
    for seats in range(2, 6):
        rotations = [seating(rotation, seats) for rotation in range(seats)]
        assert rotations[0] == list(range(seats))
        for seat in range(seats):
            assert sorted(rotation[seat] for rotation in rotations) == list(range(seats))


def test_a_match_plays_blocks_of_one_seed_with_every_rotation() -> None:
    game = embertree.load_game("pig", 3, goal=20)
    games = []
    settings = MatchSettings(game, ["random", "greedy", "mcts:nodes=30"], blocks=3, seed=5)
    result = play_match(settings, lambda finished, standings: games.append((finished, standings.games)))
    assert [count for _, count in games] == list(range(1, 10))
    assert [(each.block, each.rotation) for each, _ in games] == [(b, r) for b in range(3) for r in range(3)]
    for finished, _ in games:
        assert finished.played.seed == derive(5, "block", finished.block)
        names = [settings.players[player] for player in finished.seating]
        assert finished.played.players == names
    assert result.standings.blocks == 3
    assert not result.interrupted
    assert sum(row.wins for row in result.table()) == pytest.approx(9)
    assert sum(result.standings.wins_by_seat()) == pytest.approx(9)


def test_the_dice_of_a_block_are_the_same_in_every_rotation() -> None:
    game = embertree.load_game("pig", 2, goal=30)
    rolls = []
    play_match(
        MatchSettings(game, ["greedy", "random"], blocks=1, seed=3),
        lambda finished, _: rolls.append([ply.word for ply in finished.played.plies if ply.seat == CHANCE]),
    )
    shorter = min(map(len, rolls))
    assert shorter > 5
    assert rolls[0][:shorter] == rolls[1][:shorter]


def test_the_same_settings_give_the_same_match() -> None:
    game = embertree.load_game("pig", 2, goal=30)
    players = ["mcts:nodes=50", "expectimax:depth=1"]
    results = [play_match(MatchSettings(game, players, blocks=2, seed=seed)) for seed in (1, 1, 2)]
    assert results[0].digest == results[1].digest != results[2].digest
    assert results[0].table() == results[1].table()


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    game = embertree.load_game("pig", 2, goal=20)
    played: list[list[str]] = []
    for blocks in (1, 3):
        words: list[str] = []
        play_match(
            MatchSettings(game, ["random", "greedy"], blocks=blocks, seed=8),
            lambda finished, _, words=words: words.append(" ".join(ply.word for ply in finished.played.plies)),
        )
        played.append(words)
    assert played[0] == played[1][: len(played[0])]


def test_better_players_win() -> None:
    game = embertree.load_game("connect_four")
    result = play_match(MatchSettings(game, ["random", "mcts:nodes=200"], blocks=5, seed=1))
    best = result.table()[0]
    assert best.name == "mcts:nodes=200"
    assert best.win_share.mean > 0.8
    assert best.player == 1


def test_limits_of_the_match_serve_players_without_their_own() -> None:
    game = embertree.load_game("tic_tac_toe")
    seen = []
    settings = MatchSettings(game, ["mcts", "mcts:nodes=20"], limits=Limits(nodes=40))
    result = play_match(settings, lambda finished, _: seen.append(finished))
    assert len(seen) == 2
    assert all(decisions > 0 for decisions in result.decisions)


@pytest.mark.parametrize(
    ("players", "complaint"),
    [(["random"], "2 seats"), (["random"] * 3, "2 seats"), (["random", "nobody"], "there is no agent 'nobody'")],
)
def test_a_match_that_cannot_be_is_refused_before_the_first_game(players: list[str], complaint: str) -> None:
    played = []
    with pytest.raises(UsageError, match=complaint):
        play_match(MatchSettings(embertree.load_game("pig"), players), lambda *game: played.append(game))
    assert not played


def test_blocks_below_one_are_refused() -> None:
    with pytest.raises(UsageError, match="blocks"):
        play_match(MatchSettings(embertree.load_game("pig"), ["random"] * 2, blocks=0))


def test_an_interrupt_leaves_the_finished_games_standing() -> None:
    def stop_at_the_third(finished, standings) -> None:
        if standings.games == 3:
            raise KeyboardInterrupt

    settings = MatchSettings(embertree.load_game("pig", goal=20), ["random", "greedy"], blocks=50, seed=1)
    result = play_match(settings, stop_at_the_third)
    assert result.interrupted
    assert result.standings.games == 3
    assert result.standings.blocks == 1
    assert sum(row.wins for row in result.table()) == pytest.approx(3)


def test_an_interrupt_waits_until_a_game_is_written_down() -> None:
    steps = []

    def write_down() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            steps.append("written")

    with pytest.raises(KeyboardInterrupt):
        write_down()
    assert steps == ["written"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with uninterrupted():
        pass


# --- Standings ---


def game_with(ranks: list[int], scores: list[int]) -> PlayedGame:
    game = embertree.load_game("pig", len(ranks))
    return PlayedGame(game, ["x"] * len(ranks), 0, ranks=ranks, scores=scores)


def test_standings_count_shares_ranks_scores_and_margins() -> None:
    standings = Standings(["a", "b", "c"], 3)
    standings.add(game_with([1, 1, 3], [10, 10, 4]), [0, 1, 2])
    standings.add(game_with([2, 3, 1], [5, 1, 9]), [2, 0, 1])  # a in seat 1, b in seat 2, c in seat 0
    by_name = {row.name: row for row in standings.table()}
    assert by_name["a"].wins == 0.5
    assert by_name["b"].wins == 1.5
    assert by_name["c"].wins == 0
    assert by_name["a"].rank.mean == (1 + 3) / 2
    assert by_name["b"].score.mean == (10 + 9) / 2
    assert by_name["b"].margin.mean == (0 + 4) / 2
    assert by_name["c"].margin.mean == (-6 - 4) / 2
    assert by_name["b"].wins_by_seat == [0, 0.5, 1]
    assert standings.wins_by_seat() == [0.5, 0.5, 1]
    assert [row.name for row in standings.table()] == ["b", "a", "c"]
    assert by_name["a"].win_share.error is None


def test_intervals_are_students_over_block_means() -> None:
    standings = Standings(["a", "b"], 2)
    for winner in (0, 0, 1, 0):  # four blocks of one game: block means of a are 1, 1, 0, 1
        standings.add(game_with([1 + winner, 2 - winner], [0, 0]), [0, 1])
        standings.end_block()
    share = next(row for row in standings.table() if row.name == "a").win_share
    assert share.mean == 0.75
    assert share.error == pytest.approx(3.182 * 0.5 / math.sqrt(4))


def test_students_quantile_agrees_with_the_printed_tables() -> None:
    for freedom, printed in {1: 12.706, 5: 2.571, 10: 2.228, 11: 2.201, 15: 2.131, 30: 2.042, 60: 2.000}.items():
        assert student_95(freedom) == pytest.approx(printed, abs=0.002)
    assert student_95(10**6) == pytest.approx(1.96, abs=0.001)


def test_equal_specs_are_numbered() -> None:
    assert names_of(["mcts", "greedy", "mcts"]) == ["mcts #1", "greedy", "mcts #2"]


def test_settings_say_how_many_games_there_are() -> None:
    settings = MatchSettings(embertree.load_game("pig", 4), ["random"] * 4, blocks=7)
    assert settings.games() == 28
    assert dataclasses.replace(settings, blocks=1).games() == 4
