"""What a game may be played under: clocks, move limits, openings, and what follows a failure."""

from collections.abc import Callable, Sequence

import pytest
from processes import PYTHON

import embertree
from embertree import State, UsageError
from embertree.agents import AgentFailure, Choice, Limits, make_agent
from embertree.arena import Clock, Ending, MatchSettings, Opening, Terms, play_game, play_match
from embertree.arena.clock import MARGIN_MS, Clocks
from embertree.arena.ending import parse_reason, ranks_without, returns_by_ranks
from embertree.arena.openings import parse_opening, read_openings
from embertree.records.replay import replay
from embertree.records.write import record_of

PIG3 = embertree.load_game("pig", 3, goal=30)
TIC = embertree.load_game("tic_tac_toe")


class Agent:
    """Plays what a function says and remembers what it was told."""

    def __init__(self, play: Callable[[State], Choice | int] | None = None, name: str = "agent") -> None:
        self.name = name
        self.play = play or (lambda state: state.legal_actions()[0])
        self.closed = 0
        self.clocks: list[tuple[list[int], int]] = []
        self.starts: list[str] = []
        self.words: list[list[str]] = []

    def new_game(self, seat: int, seed: int) -> None:
        self.seat = seat

    def told(self, words: Sequence[str]) -> None:
        self.words.append(list(words))

    def begins_at(self, position: str) -> None:
        self.starts.append(position)

    def on_clock(self, left_ms: Sequence[int], increment_ms: int) -> None:
        self.clocks.append((list(left_ms), increment_ms))

    def choose(self, state: State) -> Choice:
        choice = self.play(state)
        return choice if isinstance(choice, Choice) else Choice(choice)

    def close(self) -> None:
        self.closed += 1


def failing(after: int = 0, kind: str = "crash") -> Agent:
    """Fails at a decision, after so many good ones."""
    left = [after]

    def play(state: State) -> int:
        if not left[0]:
            raise AgentFailure(kind, "it is gone")
        left[0] -= 1
        return state.legal_actions()[0]

    return Agent(play, "failing")


# --- Failures ---


def test_last_is_the_end_of_the_game_and_the_others_share() -> None:
    played = play_game(PIG3, [Agent(), failing(), Agent()], 1)
    assert played.ending == Ending("crash", 1, "it is gone")
    assert (played.ranks, played.win_shares) == ([1, 3, 1], [0.5, 0, 0.5])


def test_abort_is_no_result() -> None:
    played = play_game(PIG3, [Agent(), failing(), Agent()], 1, terms=Terms(on_fail="abort"))
    assert played.ending == Ending("aborted", 1, "crash of seat 1: it is gone")
    assert not played.ending.counts


def test_a_stand_in_plays_on_and_who_failed_is_last_all_the_same() -> None:
    agents = [Agent(name="a"), failing(2), Agent(name="c")]
    played = play_game(PIG3, agents, 1, terms=Terms(on_fail="substitute"))
    assert played.ending == Ending("crash", 1, "it is gone", "greedy")
    state = PIG3.new_initial_state()
    for ply in played.plies:
        state.apply_action(ply.action)
    assert state.is_terminal()
    assert played.ranks[1] == 3
    assert sorted(played.ranks) in ([1, 2, 3], [1, 1, 3])
    assert played.scores == state.scores()
    assert agents[1].closed == 0  # it is the match that keeps it
    record = record_of(played)
    assert record["reason"] == "forfeit of seat 1, crash, played on by greedy: it is gone"
    assert parse_reason(record["reason"], state) == played.ending
    assert replay(record).final == state


def test_of_two_who_fail_both_are_last() -> None:
    agents = [failing(1), Agent(), failing(2, "timeout")]
    terms = Terms(on_fail="substitute", stand_in="mcts:nodes=5")
    played = play_game(PIG3, agents, 1, terms=terms)
    assert (played.ending.failed, played.ending.later) == ((0, 2), (2,))
    assert played.ranks == [2, 1, 2]
    assert played.returns == [0, 1, 0]
    record = record_of(played)
    assert "forfeit of seat 0, later of 2, crash, played on by mcts:nodes=5: " in record["reason"]
    assert replay(record).final.is_terminal()


def test_where_everybody_fails_there_is_no_result() -> None:
    played = play_game(PIG3, [failing(), failing(1), failing(2)], 1, terms=Terms(on_fail="substitute"))
    assert played.ending.kind == "aborted"
    assert "every player has failed" in played.ending.detail


def test_who_cannot_begin_is_replaced_too() -> None:
    class Absent(Agent):
        def new_game(self, seat: int, seed: int) -> None:
            raise AgentFailure("crash", "not there")

    played = play_game(TIC, [Agent(), Absent()], 1, terms=Terms(on_fail="substitute"))
    assert (played.ending.kind, played.ending.seat, played.ranks) == ("crash", 1, [1, 2])
    assert len(played.plies) >= 5


def test_ranks_and_returns_of_unusual_endings() -> None:
    assert ranks_without([1, 2, 2, 4], [0]) == [4, 1, 1, 3]
    assert ranks_without([3, 1, 2], [1, 2]) == [1, 2, 2]
    for objective, expected in {"win": [0, 0.5, 0.5], "rank": [0, 0.75, 0.75], "margin": [-1, 0, 0]}.items():
        game = embertree.load_game("pig", 3, objective=objective)
        assert returns_by_ranks(game, [3, 1, 1], [90, 20, 20], failed=[0]) == expected
    game = embertree.load_game("pig", 2, objective="margin")
    lead = 7 / game.score_scale
    assert returns_by_ranks(game, [1, 2], [27, 20]) == pytest.approx([lead, -lead])


@pytest.mark.parametrize("on_fail", ["last", "abort", "substitute"])
def test_a_match_says_what_its_failures_did(on_fail: str, fake) -> None:
    settings = MatchSettings(TIC, [fake("die_later", 1), "random"], blocks=2, seed=1, on_fail=on_fail)
    result = play_match(settings)
    assert result.failed_games == 4
    assert [failure.player for failure in result.failures] == [0] * 4
    assert result.standings.games == (0 if on_fail == "abort" else 4)
    kinds = {failure.ending.kind for failure in result.failures}
    assert kinds == ({"aborted"} if on_fail == "abort" else {"crash"})
    if on_fail != "abort":
        assert result.table()[0].name == "random"
        assert result.table()[0].wins == 4


# --- Clocks ---


def test_clocks_are_read() -> None:
    assert Clock.parse("60+0.5") == Clock(60_000, 500)
    assert Clock.parse("1.25") == Clock(1_250, 0)
    for clock in (Clock(60_000, 500), Clock(1_250, 0), Clock(9_999_999_000, 1)):
        assert Clock.parse(clock.text()) == clock
    for text in ("", "x", "60+", "-1+0", "0", "1e3", "60+1+1", "1:00"):
        with pytest.raises(UsageError, match="clock"):
            Clock.parse(text)


def test_a_clock_loses_what_is_spent_and_gains_its_increment() -> None:
    clocks = Clocks(Clock(1000, 100), 2)
    assert clocks.spend(0, 300)
    assert clocks.left() == [800, 1000]
    assert clocks.spend(0, 800 + MARGIN_MS)  # within the margin
    assert clocks.left() == [100, 1000]
    assert not clocks.spend(0, 101 + MARGIN_MS)


def test_agents_hear_their_clocks_and_lose_on_time() -> None:
    slow = Agent(lambda state: Choice(state.legal_actions()[0], ms=400), "slow")
    quick = Agent(lambda state: Choice(state.legal_actions()[0], ms=1), "quick")
    played = play_game(TIC, [slow, quick], 1, terms=Terms(clock=Clock(1000, 50)))
    # 400 a move: 650 left, then 300, then 100 below nothing.
    assert slow.clocks == [([1000, 1000], 50), ([650, 1049], 50), ([300, 1098], 50)]
    assert played.ending == Ending("timeout", 0, "its clock is overdrawn by 100 ms")
    assert record_of(played)["clock"] == "1+0.05"
    replay(record_of(played))


def test_a_stand_in_has_no_clock() -> None:
    slow = Agent(lambda state: Choice(state.legal_actions()[0], ms=5000))
    played = play_game(TIC, [slow, Agent()], 1, terms=Terms(clock=Clock(1000), on_fail="substitute"))
    assert (played.ending.kind, played.ending.stand_in, played.ranks) == ("timeout", "greedy", [2, 1])


def test_our_searches_keep_to_their_clocks() -> None:
    settings = MatchSettings(TIC, ["mcts", "expectimax"], seed=1, clock=Clock(300, 10))
    result = play_match(settings)
    assert result.failed_games == 0
    # Without the clock it would have been 1000 nodes.
    assert all(0 < ms < 2 * 400 for ms in result.thinking_ms)


def test_own_limits_stay_beside_a_clock() -> None:
    agent = make_agent("mcts:nodes=7", TIC)
    agent.new_game(0, 1)
    agent.on_clock([60_000, 60_000], 0)
    assert agent.choose(TIC.new_initial_state()).nodes == 7


def test_engines_are_told_the_clocks(fake, tmp_path) -> None:
    log = tmp_path / "log"
    settings = MatchSettings(
        TIC, [fake("good", 0, "start=5000"), "random"], seed=1, clock=Clock(30_000, 500), log=str(log)
    )
    assert play_match(settings).failed_games == 0
    lines = [line.partition(" > ")[2] for line in log.read_text().splitlines() if " > go " in line]
    assert lines[0].startswith("go p1time 30000 p2time 30000 p1inc 500 p2inc 500 searchmoves ")
    own = [int(line.split()[2]) for line in lines[:3]]
    assert all(29_000 < ms <= 31_500 for ms in own)


def test_an_engine_that_thinks_past_its_clock_loses(fake) -> None:
    settings = MatchSettings(TIC, [fake("hang_go", 0, "start=5000"), "random"], seed=1, clock=Clock(100))
    result = play_match(settings)
    assert [failure.ending.kind for failure in result.failures] == ["timeout"] * 2
    assert all("bestmove is due after 150 ms" in failure.ending.detail for failure in result.failures)


# --- Move limits ---


def test_at_the_move_limit_the_game_is_scored_as_it_stands() -> None:
    played = play_game(PIG3, [Agent(), Agent(), Agent()], 3, terms=Terms(move_limit=5))
    decisions = [ply for ply in played.plies if ply.seat >= 0]
    assert len(decisions) == 5
    state = PIG3.new_initial_state()
    for ply in played.plies:
        state.apply_action(ply.action)
    assert (played.scores, played.ranks) == (state.scores(), state.ranks())
    assert played.ending.kind == "adjudicated"
    assert played.ending.detail == "no end after 5 moves"
    assert played.ending.move_limit == 5
    assert sum(played.returns) == pytest.approx(1)
    record = record_of(played)
    assert replay(record).final == state
    with pytest.raises(UsageError, match="there are 5 moves"):
        replay(record | {"reason": "adjudicated: no end after 4 moves"})


def test_a_game_that_ends_in_time_is_not_adjudicated() -> None:
    played = play_game(TIC, [Agent(), Agent()], 1, terms=Terms(move_limit=9))
    assert played.ending.kind == "won"


def test_a_match_counts_adjudicated_games_as_results() -> None:
    result = play_match(MatchSettings(TIC, ["random", "greedy"], blocks=2, seed=1, move_limit=3))
    assert (result.adjudicated, result.failed_games, result.standings.games) == (4, 0, 4)
    assert {row.wins for row in result.table()} == {2}  # nobody was ahead


# --- Openings ---


def test_an_opening_of_moves_is_given_and_not_decided() -> None:
    agents = [Agent(), Agent()]
    played = play_game(TIC, agents, 1, terms=Terms(opening=parse_opening("moves mark:b2 mark:a1", TIC)))
    assert [ply.word for ply in played.plies[:2]] == ["mark:b2", "mark:a1"]
    assert played.given == 2
    assert agents[0].words[0] == ["mark:b2", "mark:a1"]
    record = record_of(played)
    assert record["given"] == 2
    assert record["moves"][:2] == [{"move": "mark:b2"}, {"move": "mark:a1"}]
    assert replay(record).final.position == played.final_position
    with pytest.raises(UsageError, match="'ms' is missing"):
        replay(record | {"given": 1})


def test_dice_that_an_opening_gives_count_among_the_drawn_ones() -> None:
    usual = play_game(PIG3, [Agent() for _ in range(3)], 8)
    opening = parse_opening("moves roll roll:5", PIG3)
    played = play_game(PIG3, [Agent() for _ in range(3)], 8, terms=Terms(opening=opening))
    rolls = [[ply.word for ply in game.plies if ply.seat < 0] for game in (usual, played)]
    assert rolls[1][0] == "roll:5"
    assert rolls[1][1:6] == rolls[0][1:6]
    replay(record_of(played))


def test_an_opening_from_a_position() -> None:
    state = PIG3.new_initial_state()
    for word in ("roll", "roll:6", "hold", "roll", "roll:4"):
        state.apply_action(state.string_to_action(word))
    opening = parse_opening(f"{state.position} moves hold", PIG3)
    agents = [Agent() for _ in range(3)]
    played = play_game(PIG3, agents, 2, terms=Terms(opening=opening))
    assert [agent.starts for agent in agents] == [[state.position]] * 3
    assert any(agent.words for agent in agents)
    assert all(words[0] == "hold" for agent in agents for words in agent.words)
    record = record_of(played)
    assert (record["start"], record["given"]) == (state.position, 1)
    assert replay(record).final.position == played.final_position
    with pytest.raises(UsageError, match="field 'start'"):
        replay(record | {"start": "nonsense"})


def test_engines_are_told_where_the_game_begins(fake, tmp_path) -> None:
    log = tmp_path / "log"
    position = TIC.new_initial_state().child(4).position
    settings = MatchSettings(
        TIC, [fake("good"), fake("good")], seed=1, openings=(f"{position} moves mark:a1",), log=str(log)
    )
    assert play_match(settings).failed_games == 0
    lines = [line.partition(" > ")[2] for line in log.read_text().splitlines() if " > position" in line]
    assert lines
    assert all(line.startswith(f"position fen {position} moves mark:a1") for line in lines)


def test_openings_are_read_with_their_lines(tmp_path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# comment\n\nseed 17\nmoves  mark:a1\nstartpos players 2 seed 4 moves mark:b2\n")
    lines = read_openings(str(path), TIC)
    assert [parse_opening(line, TIC) for line in lines] == [
        Opening(None, (), 17),
        Opening(None, ("mark:a1",), None),
        Opening(None, ("mark:b2",), 4),
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("moves mark:a1 mark:a1", "moves, word 2: .*taken"),
        ("seed x", "seed: 'x' is not a whole number"),
        ("seed 1 2", "seed: expected one number"),
        ("startpos players 3", "players: '3'"),
        ("startpos rules 3", "expected startpos"),
        ("nonsense", "nonsense"),
        ("moves mark:a1 mark:b1 mark:a2 mark:b2 mark:a3", "the game is over there"),
        ("moves mark:a1 mark:b1 mark:a2 mark:b2 mark:a3 mark:c3", "word 6: the game is over"),
    ],
)
def test_a_wrong_opening_is_named(tmp_path, line: str, complaint: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"seed 1\n{line}\n")
    with pytest.raises(UsageError, match=rf"openings.txt, line 2: .*{complaint}"):
        read_openings(str(path), TIC)


def test_a_position_of_other_rules_is_no_opening() -> None:
    other = embertree.load_game("pig", 3, goal=31).new_initial_state().position
    with pytest.raises(UsageError, match="the position is of 3 players with rules goal=31"):
        parse_opening(other, PIG3)


def test_limits_with_openings_give_the_same_match_again() -> None:
    settings = MatchSettings(
        PIG3, ["mcts", "random", "greedy"], blocks=3, seed=2, limits=Limits(nodes=9), openings=("seed 3", "moves roll")
    )
    assert play_match(settings).digest == play_match(settings).digest


@pytest.mark.parametrize("dialect", ["ngi", "ugi", "uci"])
@pytest.mark.parametrize(("game", "players"), [("pig", 3), ("stone_age", 2), ("volcano_island", 3)])
def test_our_engine_plays_the_same_from_an_opening(game: str, players: int, dialect: str) -> None:
    loaded = embertree.load_game(game, players)
    state = loaded.new_initial_state()
    for k in range(12):
        state.apply_action(state.random_action(k))
    words = []
    later = state.clone()
    for k in range(5):
        action = later.random_action(k)
        words.append(later.action_to_string(action))
        later.apply_action(action)
    # A position of a state without hidden cards, so that it says all.
    terms = Terms(opening=Opening(state.position, tuple(words)), move_limit=12)
    played = []
    for spec in ("mcts:nodes=8", f"cmd[nodes=8,dialect={dialect}]:{PYTHON} -m embertree engine --game {game}"):
        agents = [make_agent(spec, loaded), *(make_agent("random", loaded) for _ in range(players - 1))]
        try:
            played.append(play_game(loaded, agents, 5, terms=terms))
        finally:
            agents[0].close()
    assert [ply.word for ply in played[0].plies] == [ply.word for ply in played[1].plies]
    assert played[0].ending == played[1].ending


def test_engines_of_other_dialects_are_told_the_clocks_they_know(fake, tmp_path) -> None:
    for dialect, words in (("ugi", "p1time {0} p2time {0} p1inc 500 p2inc 500"), ("uci", "wtime {0} btime {0} ")):
        log = tmp_path / dialect
        spec = fake("good", 0, "start=5000") + f" --dialect {dialect}"
        settings = MatchSettings(PIG3, ["random", spec, "random"], seed=1, clock=Clock(30_000, 500), log=str(log))
        play_match(settings)
        lines = [line.partition(" > ")[2] for line in log.read_text().splitlines() if " > go " in line]
        assert lines
        for line in lines:
            own = line.split()[2]
            assert line.startswith("go " + words.format(own))
