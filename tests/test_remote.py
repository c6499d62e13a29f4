"""Engines from outside in matches: every way to fail is a forfeit with its reason, and the match goes on."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gamelist import GAMES, IDS

import embertree
from embertree import State, UsageError
from embertree.agents import AgentFailure, Limits, make_agent
from embertree.arena import MatchSettings, play_game, play_match
from embertree.arena.ending import Ending, parse_reason
from embertree.protocol.position import action_of, heard_word, hidden_word
from embertree.records.replay import replay
from embertree.records.write import record_of

FAKE = Path(__file__).parent / "fakes" / "fake_engine.py"
EXAMPLES = Path(__file__).parent.parent / "examples"
PYTHON = shlex.quote(sys.executable)
# Generous where nothing hangs, since tests share their machine; short where it is what is waited for.
SHORT = "start=5000,ready=400,move=400,nodes=1"


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    # The package may be found through the path alone, so engines get ours.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


def fake(mode: str, number: int = 0, settings: str = "", dialect: str = "ngi") -> str:
    brackets = f"[{settings}]" if settings else ""
    return f"cmd{brackets}:{PYTHON} {shlex.quote(str(FAKE))} {mode} {number} --dialect {dialect}"


def ours(settings: str = "nodes=20", arguments: str = "") -> str:
    return f"cmd[{settings}]:{PYTHON} -m embertree engine {arguments}"


def match_of(*players: str, game: str = "tic_tac_toe", blocks: int = 1, **limits: int):
    loaded = embertree.load_game(game, len(players))
    return play_match(MatchSettings(loaded, players, blocks, seed=1, limits=Limits(**limits)))


# --- Engines that play ---


@pytest.mark.parametrize("dialect", ["ngi", "ugi", "uci"])
def test_every_dialect_is_found_out(dialect: str) -> None:
    result = match_of(fake("good", dialect=dialect), "random")
    assert (result.standings.games, result.failures) == (2, [])
    result = match_of(fake("good", settings=f"dialect={dialect}", dialect=dialect), "random")
    assert (result.standings.games, result.failures) == (2, [])


def test_an_engine_that_is_silent_before_its_handshake_is_waited_for() -> None:
    spec = fake("silent_before_handshake", settings="start=3000", dialect="ugi")
    assert match_of(spec, "random").failures == []


@pytest.mark.parametrize("dialect", ["ngi", "ugi", "uci"])
@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_our_engine_plays_the_same_games_from_outside(game: str, players: int, dialect: str) -> None:
    # Same seeds, same nodes, same moves: nothing is lost on the way, in any dialect.
    loaded = embertree.load_game(game, players)
    inside = [make_agent("mcts:nodes=8", loaded)] * players
    outside = make_agent(ours(f"nodes=8,dialect={dialect}", f"--game {game} --players {players}"), loaded)
    try:
        agents = [outside if seat == 0 else inside[seat] for seat in range(players)]
        ours_played = play_game(loaded, agents, seed=5)
        theirs_played = play_game(loaded, [make_agent("mcts:nodes=8", loaded), *inside[1:]], seed=5)
    finally:
        outside.close()
    assert [ply.word for ply in ours_played.plies] == [ply.word for ply in theirs_played.plies]
    assert ours_played.ending == theirs_played.ending


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_the_example_engines_play_whole_matches(game: str, players: int, tmp_path: Path) -> None:
    program = tmp_path / "minimal_engine"
    source = EXAMPLES / "minimal_engine.c"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(["cc", *flags, "-o", str(program), str(source)], check=True)
    in_c, in_python = f"cmd:{program}", f"cmd:{PYTHON} {EXAMPLES / 'minimal_engine.py'}"
    others = [ours("nodes=4", f"--game {game}")] * (players - 2)
    result = match_of(in_c, in_python, *others, game=game)
    assert (result.standings.games, result.failures) == (players, [])
    if players > embertree.Game(game).min_players:
        return
    # Their seed follows from the match's, so they play it again.
    assert match_of(in_c, in_python, *others, game=game).digest == result.digest


@pytest.mark.parametrize("example", ["minimal_engine.py", "minimal_engine.c"])
def test_the_example_engines_are_short(example: str) -> None:
    assert len((EXAMPLES / example).read_text().splitlines()) < 200


def test_what_an_engine_says_besides_does_not_matter() -> None:
    for mode in ("garbage", "stderr"):
        result = match_of(fake(mode), "random")
        assert (result.standings.games, result.failures) == (2, [])


def test_values_come_from_the_best_line() -> None:
    loaded = embertree.load_game("tic_tac_toe")
    agent = make_agent(fake("good"), loaded)
    try:
        played = play_game(loaded, [agent, make_agent("random", loaded)])
    finally:
        agent.close()
    assert {ply.value for ply in played.plies if ply.seat == 0} == {0.5}


# --- Engines that fail ---

FAILURES = [
    ("hang_ready", 0, "timeout", "readyok is due"),
    ("hang_go", 0, "timeout", "bestmove is due"),
    ("deaf", 0, "timeout", "readyok is due"),
    ("die_ready", 0, "crash", "exit code 0"),
    ("die_go", 0, "crash", "exit code 1"),
    ("die_later", 1, "crash", "exit code 0"),
    ("segfault", 0, "crash", "signal 11"),
    ("close_output", 0, "crash", "closed its output"),
    ("twice", 0, "protocol", "answers without being asked"),
    ("unasked", 0, "protocol", "answers without being asked"),
    ("flood", 0, None, ""),  # its time is over, or it has written too much: whichever is first
    ("flood_line", 0, "protocol", "a line of more than"),
    ("cheat", 0, "illegal", "mark:z9"),
    ("nothing", 0, "illegal", "it names no move"),
    ("empty", 0, "protocol", "a bestmove without a move"),
    ("refuse", 0, "illegal", "error bad_fen this engine takes no position"),
]


@pytest.mark.parametrize("dialect", ["ngi", "uci"])
@pytest.mark.parametrize(("mode", "number", "kind", "detail"), FAILURES, ids=[row[0] for row in FAILURES])
def test_a_failure_is_a_forfeit_with_its_reason(
    mode: str, number: int, kind: str | None, detail: str, dialect: str
) -> None:
    result = match_of("random", fake(mode, number, SHORT, dialect), blocks=2)
    assert result.standings.games == 4
    assert [failure.player for failure in result.failures] == [1] * 4
    for failure in result.failures:
        assert failure.ending.kind in ((kind,) if kind else ("timeout", "protocol"))
        assert detail in failure.ending.detail
        assert failure.ending.seat == failure.rotation ^ 1
    # Who did not fail has won all of them.
    (winner, loser) = result.table()
    assert (winner.player, winner.wins, loser.wins) == (0, 4, 0)


def test_a_late_answer_loses_however_little_late_it_is() -> None:
    in_time = match_of(fake("late", -30, "movetime=60,margin=200"), "random")
    assert in_time.failures == []
    late = match_of(fake("late", 50, "movetime=60,margin=20"), "random")
    assert [failure.ending.kind for failure in late.failures] == ["timeout"] * 2


def test_a_late_answer_is_never_a_move_of_the_next_game() -> None:
    # It answers 150 ms after its forfeit, when the next game has begun: to nobody.
    result = match_of(fake("very_late", 300, "move=150,nodes=1"), "greedy", blocks=2)
    assert [failure.ending.kind for failure in result.failures] == ["timeout"] * 4


def test_with_more_players_the_others_share_the_win() -> None:
    loaded = embertree.load_game("pig", 3)
    agents = [make_agent(spec, loaded) for spec in ("greedy", fake("cheat"), "random")]
    try:
        played = play_game(loaded, agents)
    finally:
        agents[1].close()
    assert (played.ending.kind, played.ending.seat) == ("illegal", 1)
    assert played.ranks == [1, 3, 1]
    assert played.returns == [0.5, 0.0, 0.5]
    assert played.win_shares == [0.5, 0.0, 0.5]


@pytest.mark.parametrize(
    ("objective", "returns"), [("win", [0.5, 0.0, 0.5]), ("rank", [0.75, 0.0, 0.75]), ("margin", [0.0, -1.0, 0.0])]
)
def test_the_returns_of_a_forfeit_are_on_the_scale_of_the_objective(objective: str, returns: list[float]) -> None:
    loaded = embertree.load_game("pig", 3, objective=objective)
    agents = [make_agent(spec, loaded) for spec in ("greedy", fake("nothing"), "random")]
    try:
        assert play_game(loaded, agents).returns == returns
    finally:
        agents[1].close()


def test_a_forfeited_game_is_recorded_and_replays() -> None:
    loaded = embertree.load_game("tic_tac_toe")
    agents = [make_agent(spec, loaded) for spec in ("greedy", fake("cheat"))]
    try:
        record = record_of(play_game(loaded, agents, seed=3))
    finally:
        agents[1].close()
    assert record["reason"].startswith("forfeit of seat 1, illegal: ")
    assert record["result"]["ranks"] == [1, 2]
    final = replay(record).final
    assert not final.is_terminal()
    assert parse_reason(record["reason"], final) == Ending("illegal", 1, record["reason"].partition(": ")[2])
    for reason in ("forfeit of seat 2, illegal: x", "forfeit of seat 1, bored: x", "aborted: x", "game over"):
        with pytest.raises(UsageError, match=r"field '(reason|moves)'"):
            replay(record | {"reason": reason})
    with pytest.raises(UsageError, match="field 'result'"):
        replay(record | {"result": record["result"] | {"ranks": [2, 1]}})


def test_a_game_without_an_end_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("embertree.arena.play.MAX_PLIES", 3)
    result = match_of("random", "random")
    assert [failure.ending for failure in result.failures] == [Ending("aborted", None, "no end after 3 plies")] * 2
    assert [failure.player for failure in result.failures] == [None, None]
    assert (result.standings.games, result.standings.blocks) == (0, 0)
    assert len(result.table()) == 2


def test_an_engine_that_dies_is_started_anew_for_the_next_game() -> None:
    # It ends after five answers: three games of tic-tac-toe are more than that.
    result = match_of(fake("die_later", 5), "random", blocks=3)
    assert 0 < len(result.failures) < 6
    assert result.standings.games == 6


def test_nothing_is_left_running(tmp_path: Path) -> None:
    log = tmp_path / "log"
    loaded = embertree.load_game("tic_tac_toe")
    play_match(MatchSettings(loaded, (fake("child"), fake("stay")), seed=1, log=str(log)))
    children = [int(line.split()[-1]) for line in log.read_text().splitlines() if " ! child " in line]
    assert children
    for pid in children:
        assert not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]


# --- Before the first game ---


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("cmd:/nonexistent/engine", "/nonexistent/engine: cannot be started: No such file or directory"),
        (f"cmd[dir=/nonexistent]:{PYTHON}", "cannot be started in /nonexistent"),
        (f"cmd:{FAKE.parent}", "cannot be started: Permission denied"),
        ("cmd:", "the command line is missing"),
        ("cmd:'x", "no closing quotation"),
        ("cmd[nodes=0]:x", "nodes: '0' is not a whole number from 1"),
        ("cmd[nodes=5,nodes=6]:x", "nodes is given twice"),
        ("cmd[margin=-1]:x", "margin: '-1' is not a whole number from 0"),
        ("cmd[dialect=xboard]:x", "there is no dialect 'xboard'; there are: ngi, ugi, uci"),
        ("cmd[x]:y", "'x' is not key=value"),
        ("cmd[x:y", "expected cmd:COMMAND LINE"),
        (fake("hang_start", settings="start=600"), "it does not answer the handshake ngi or ugi or uci"),
        (fake("hang_start", settings="start=600,dialect=ngi"), "it does not answer the handshake ngi"),
        (fake("die_start"), "it has ended with exit code 3: no licence found"),
        (fake("flood_start", settings="start=2000"), "handshake"),
        (fake("good", settings="Strenght=4"), "has no option 'Strenght'; did you mean 'Strength'?"),
        (fake("refuse_option", settings="Strength=4"), "error out_of_range nothing may be set"),
        (fake("other_game"), "it does not play tic_tac_toe; it plays: ludo"),
        (ours("Hash=0"), "Hash: '0' is not a whole number from 1"),
    ],
)
def test_what_cannot_play_ends_the_match_before_it_begins(spec: str, complaint: str) -> None:
    began = time.monotonic()
    with pytest.raises(UsageError) as caught:
        match_of("random", spec)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("player 'cmd")
    assert time.monotonic() - began < 30


def test_a_wrong_path_is_exit_code_2(tmp_path: Path) -> None:
    arguments = ["match", "pig", "--player", "random", "--player", "cmd:/nonexistent/engine", "--blocks", "1000"]
    done = subprocess.run(
        [sys.executable, "-m", "embertree", *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "/nonexistent/engine: cannot be started" in done.stderr


def test_ctrl_c_in_a_long_move_ends_the_match_at_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ["match", "tic_tac_toe", "--player", fake("hang_go"), "--player", "random", "--log", str(log), "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "embertree", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not (log.exists() and " > go " in log.read_text()):
        time.sleep(0.01)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert time.monotonic() - began < 5
    assert '"interrupted": true' in out


def test_a_match_with_forfeits_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    from embertree.cli import main

    players = ("--player", fake("cheat", settings="name=Cheater"), "--player", "random")
    assert main(["match", "tic_tac_toe", *players]) == 1
    out = capsys.readouterr().out
    assert "game 1: Cheater" in out
    assert "forfeit of seat 0, illegal: there is no move 'mark:z9'" in out
    assert "forfeit of seat 1, illegal: there is no move 'mark:z9'" in out


# --- What a seat may know ---


class _Hidden:
    """As much of a state as the words of a hidden draw need; what seat 1 draws only seat 1 sees."""

    num_players = 3

    class game:
        has_hidden = True

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(7, 1), (8, 2)]

    def is_chance_node(self) -> bool:
        return True

    def action_to_string(self, action: int, seat: int | None = None) -> str:
        return f"draw:c{action}" if seat in (None, 1) else "draw:c?"

    def string_to_action(self, word: str) -> int:
        return {"draw:c7": 7, "draw:c8": 8, "draw:c?": 99}[word]


def test_a_hidden_draw_is_a_question_mark_to_the_others() -> None:
    state: State = _Hidden()  # type: ignore[assignment]
    assert [heard_word(state, 7, seat) for seat in range(3)] == ["draw:?", "draw:c7", "draw:?"]
    assert hidden_word(state) == "draw:c?"
    assert action_of(state, "draw:?") == 99
    assert action_of(state, "draw:c?") == 99
    assert action_of(state, "draw:c7") == 7
    with pytest.raises(UsageError, match="no outcome is hidden"):
        action_of(state, "roll:?")


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_each_seat_is_told_what_it_may_know_and_no_more(game: str, players: int) -> None:
    from embertree.protocol.grammar import COMMAND_ROWS
    from embertree.protocol.parse import read
    from embertree.protocol.position import Defaults, parse_position

    loaded = embertree.load_game(game, players)
    told: list[tuple[int, list[str], State]] = []

    class Listener:
        name = "listener"

        def __init__(self, seat: int) -> None:
            self.seat = seat
            self.inner = make_agent("random", loaded)

        def new_game(self, seat: int, seed: int) -> None:
            self.inner.new_game(seat, seed)

        def told(self, words: list[str]) -> None:
            self.words = list(words)

        def choose(self, state: State):
            told.append((self.seat, self.words, state))
            return self.inner.choose(state)

        def close(self) -> None:
            self.inner.close()

    play_game(loaded, [Listener(seat) for seat in range(players)], seed=2)
    for seat, words, view in told[:: max(1, len(told) // 40)]:
        line = f"startpos moves {' '.join(words)}" if words else "startpos"
        position = parse_position(read(COMMAND_ROWS["position"], line.split()), Defaults(loaded, 0, False))
        assert position.state.view(seat).position == view.position
        assert position.state.position == view.position


def test_failures_are_errors_to_who_plays_by_hand() -> None:
    agent = make_agent(fake("cheat"), embertree.load_game("tic_tac_toe"))
    try:
        agent.new_game(0, 1)
        with pytest.raises(AgentFailure, match="illegal: there is no move 'mark:z9'"):
            agent.choose(embertree.load_game("tic_tac_toe").new_initial_state())
    finally:
        agent.close()
