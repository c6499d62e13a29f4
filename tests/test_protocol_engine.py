"""The engine over its protocol: conversations with a process, and the pieces of the server by themselves."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from gamelist import GAMES, IDS, decisions, some_states, walk

import embertree
from embertree import UsageError
from embertree.agents import Limits
from embertree.agents.clock import clock_share
from embertree.protocol.errors import ProtocolError
from embertree.protocol.go import Go, limits_of
from embertree.protocol.grammar import COMMAND_ROWS, COMMANDS, MAX_LINE, QUERIES
from embertree.protocol.options import Options
from embertree.protocol.parse import read
from embertree.protocol.position import Defaults, Position, parse_position
from embertree.protocol.report import centipawns, permille
from embertree.protocol.server import Server

# Nothing here takes a second on a slow machine; a wait so long means that no answer comes.
PATIENCE_S = 60


class Engine:
    """An engine in a process, spoken to line by line."""

    def __init__(self, *arguments: str) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "embertree", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            self._lines.put(raw.decode().removesuffix("\n"))
        self._lines.put(None)

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def line(self) -> str | None:
        """The next line; None at the end of the output."""
        return self._lines.get(timeout=PATIENCE_S)

    def until(self, start: str) -> list[str]:
        """Lines up to the first that starts so, that one included."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            line = self.line()
            assert line is not None, f"the output ended before '{start}': {lines}"
            lines.append(line)
        return lines

    def ask(self, *lines: str) -> list[str]:
        """What comes back for some lines, by an isready behind them."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def go(self, limits: str) -> list[str]:
        self.send(f"go {limits}")
        return self.until("bestmove")

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    if engine.process.poll() is None:
        engine.process.kill()
        engine.process.wait()


# --- Start ---


def test_the_handshake_lists_games_and_options(engine: Engine) -> None:
    engine.send("ngi")
    lines = engine.until("ngiok")
    assert lines[0] == f"id name Embertree {embertree.__version__}"
    assert lines[1].startswith("id author ")
    assert "protocol ngi 1" in lines
    for name in embertree.game_ids():
        game = embertree.Game(name)
        chance = "yes" if game.has_chance else "no"
        assert f"game {name} players {game.min_players} {game.max_players} chance {chance}" in lines
    assert "option name Agent type combo default mcts var random var greedy var mcts var expectimax" in lines
    assert "option name ChanceMode type combo default explicit var explicit var auto" in lines
    assert "option name Rules type string default <empty>" in lines
    assert all(line.startswith(("id ", "protocol ", "game ", "option ")) for line in lines[:-1])
    assert engine.ask("ngi")[-1] == "ngiok"


@pytest.mark.parametrize("dialect", ["ugi", "uci"])
def test_other_dialects_have_their_own_handshake(engine: Engine, dialect: str) -> None:
    engine.send(dialect)
    lines = engine.until(f"{dialect}ok")
    assert all(line.startswith(("id ", "option ")) for line in lines[:-1])
    assert "option name ChanceMode type combo default auto var explicit var auto" in lines
    assert engine.ask("newgame") == [
        f"info string error unknown_command newgame is not of the dialect {dialect} (chosen by the handshake)"
    ]
    assert engine.ask(f"{dialect}newgame") == []
    assert engine.ask("ngi")[0].startswith("info string error unknown_command ngi is not of the dialect")


def test_arguments_set_options_before_the_first_line() -> None:
    engine = Engine("--players", "3", "--set", "agent=greedy", "--game", "pig", "--rules", "goal=30")
    lines = engine.ask("ngi", "position startpos", "query fen", "query players", "query rules")
    assert lines[-3:] == ["response 0/0/0 0 0 act goal=30", "response 3", "response goal=30"]
    assert any(line.startswith("option name Agent type combo default greedy") for line in lines)
    assert engine.end() == 0


def test_every_command_of_the_table_has_a_handler() -> None:
    for command in COMMANDS:
        assert callable(getattr(Server, f"_do_{command.word}"))


def test_help_lists_the_table(engine: Engine) -> None:
    lines = engine.ask("help")
    assert [line.split()[0] for line in lines] == [row.word for row in COMMANDS if "ngi" in row.dialects]


# --- Lines ---


def test_lines_are_read_as_they_come(engine: Engine) -> None:
    engine.send(b"", b"   ", b"# a remark", b"\tisready  \r")
    assert engine.line() == "readyok"
    engine.send(b"isready" + b" " * (MAX_LINE + 1), b"isready")
    assert engine.until("readyok")[0].startswith("error too_long")
    engine.send(b"is\xffready", b"is\0ready", b"isready")
    lines = engine.until("readyok")
    assert [line.split()[:2] for line in lines[:-1]] == [["error", "bad_encoding"]] * 2


def test_a_line_of_the_greatest_length_is_read(engine: Engine) -> None:
    engine.send(b"isready".ljust(MAX_LINE - 1))
    assert engine.line() == "readyok"


def test_unknown_commands_are_named(engine: Engine) -> None:
    assert engine.ask("positon startpos") == ["error unknown_command 'positon'; did you mean 'position'?"]
    (line,) = engine.ask("x" * 100_000)
    assert line.startswith("error unknown_command 'xxx")
    assert len(line) < 300
    assert engine.ask("\x1b[31mred")[0].startswith("error unknown_command '\\x1b[31mred'")


def test_the_end_of_input_ends_the_program_also_while_it_searches(engine: Engine) -> None:
    engine.send("position startpos", "go infinite", "isready")
    engine.until("readyok")
    assert engine.end() == 0
    rest = [line for line in iter(engine.line, None) if line.startswith("bestmove")]
    assert len(rest) == 1


def test_quit_ends_the_program(engine: Engine) -> None:
    engine.send("position startpos", "go infinite", "quit")
    assert engine.process.wait(PATIENCE_S) == 0


def test_a_closed_output_ends_the_program() -> None:
    engine = Engine()
    engine.send("isready")
    engine.until("readyok")
    # The reading thread holds the pipe; a process of its own has nobody else to hold it.
    read_end, write_end = os.pipe()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, "-m", "embertree", "engine"], stdin=subprocess.PIPE, stdout=write_end, env=environment
    )
    os.close(write_end)
    os.close(read_end)
    assert process.wait(PATIENCE_S) == 0  # although its input is still open and silent
    assert process.stdin is not None
    process.stdin.close()
    assert engine.end() == 0


# --- Options ---


def test_options_are_set_by_any_case_and_without_the_word_value(engine: Engine) -> None:
    assert engine.ask("setoption name game value pig", "setoption name PLAYERS 4") == []
    assert engine.ask("position startpos", "query fen") == ["response 0/0/0/0 0 0 act"]
    assert engine.ask("setoption name rules value goal=9", "position startpos", "query rules") == ["response goal=9"]
    assert engine.ask("setoption name Rules value <empty>", "position startpos", "query rules") == ["response -"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("setoption", "error bad_argument setoption: expected name N [value V]"),
        ("setoption name", "error bad_argument setoption: expected name N [value V]"),
        ("setoption name Hahs value 3", "error bad_option there is no option 'Hahs'; did you mean 'Hash'?"),
        ("setoption name Hash value 0", "error out_of_range Hash: '0' is not a whole number from 1 to 1048576"),
        ("setoption name Hash value", "error out_of_range Hash: '' is not a whole number from 1 to 1048576"),
        ("setoption name Hash value -1", "error out_of_range Hash: '-1' is not a whole number from 1 to 1048576"),
        ("setoption name Game value ludo", "error out_of_range Game: there is no value 'ludo'"),
        ("setoption name Players value 5", "error out_of_range tic_tac_toe is for 2 players, not 5"),
        ("setoption name Rules value goal=3", "error bad_option there is no rules option 'goal'"),
        (
            "setoption name Agent value mctss",
            "error out_of_range Agent: there is no value 'mctss'; did you mean 'mcts'?",
        ),
        ("setoption name mcts.explore value x", "error out_of_range search parameter explore: 'x' is not a number"),
        ("setoption name ChanceMode value dice", "error out_of_range ChanceMode: there is no value 'dice'"),
    ],
)
def test_a_wrong_option_is_an_error_and_the_old_value_stays(engine: Engine, line: str, answer: str) -> None:
    before = engine.ask("ngi")
    (error,) = engine.ask(line)
    assert error.startswith(answer)
    assert engine.ask("ngi") == before


def test_another_game_starts_with_its_own_defaults(engine: Engine) -> None:
    engine.ask("newgame game pig players 5 rules goal=7 seed 3")
    assert engine.ask("position startpos", "query fen") == ["response 0/0/0/0/0 0 0 act goal=7"]
    engine.ask("setoption name Game value connect_four")
    assert engine.ask("position startpos", "query players", "query rules") == ["response 2", "response -"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("newgame game ludo", "error bad_argument there is no game 'ludo'"),
        ("newgame game", "error bad_argument newgame game: a word is missing"),
        ("newgame gmae pig", "error bad_argument newgame: there is no 'gmae'; did you mean 'game'?"),
        ("newgame players 3", "error bad_argument newgame: tic_tac_toe is for 2 players, not 3"),
        ("newgame game pig players x", "error bad_argument newgame players: 'x' is not a whole number"),
        ("newgame game pig game pig", "error bad_argument newgame: game stands there twice"),
        ("newgame game pig rules goal=x", "error bad_argument newgame: rules option goal: 'x' is not a whole number"),
        ("newgame seed -1", "error out_of_range newgame seed: '-1' is not a whole number"),
    ],
)
def test_a_wrong_newgame_changes_nothing(engine: Engine, line: str, answer: str) -> None:
    before = engine.ask("ngi")
    (error,) = engine.ask(line)
    assert error.startswith(answer)
    assert engine.ask("ngi") == before


# --- Positions ---


def test_the_conversation_of_the_handbook(engine: Engine) -> None:
    if "volcano_island" not in embertree.game_ids():
        pytest.skip("needs volcano_island")
    engine.ask("ngi", "newgame game volcano_island players 3")
    assert engine.ask("position startpos players 3", "query turn") == ["response chance"]
    (chance,) = engine.ask("query chance")
    assert chance.startswith("response 15 roll:1/3 roll:2/6 roll:3/10 ")
    assert chance.endswith(" roll:15/1")
    engine.ask("position startpos players 3 moves roll:9")
    (moves,) = engine.ask("query legalmoves")
    assert moves.startswith("response 2 place:")
    lines = engine.go("p1time 60000 p2time 60000 p3time 60000 nodes 500")
    assert "wp" in lines[-2].split()
    assert "ev" in lines[-2].split()
    word = lines[-1].split()[1]
    assert word in moves.split()
    (error,) = engine.ask(f"position startpos players 3 moves roll:9 {word} {word}")
    assert error.startswith(f"error illegal_move 3 {word} ")
    assert engine.go("nodes 10") == ["error no_position", "bestmove 0000"]
    engine.send("quit")
    assert engine.process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("position", "error bad_argument position: startpos or fen is missing"),
        ("position strtpos", "error bad_argument position: there is no 'strtpos'; did you mean 'startpos'?"),
        ("position fen", "error bad_fen position fen: the position is missing"),
        ("position fen 0/0 0 0", "error bad_fen position '0/0 0 0'"),
        ("position fen 0/0 0 0 act players 2", "error bad_argument position: a fen names its players itself"),
        ("position fen 0/0 0 0 act rules goal=5", "error bad_argument position: rules 'goal=5' differ from those of"),
        ("position startpos players 9", "error out_of_range position players: '9' is not a whole number from 1 to 5"),
        ("position startpos players 1", "error bad_argument position: pig is for 2 to 5 players, not 1"),
        ("position startpos players", "error bad_argument position players: a number is missing"),
        ("position startpos players 2 players 2", "error bad_argument position: players stands there twice"),
        ("position startpos rules gaol=5", "error bad_argument position: there is no rules option 'gaol'"),
        ("position startpos seed x", "error bad_argument position seed: 'x' is not a whole number"),
        ("position startpos move roll", "error bad_argument position: there is no 'move'; did you mean"),
        ("position startpos moves fly", "error illegal_move 1 fly there is no move 'fly'"),
        ("position startpos moves roll hold", "error wrong_chance 2 hold a chance event comes next, roll:.."),
        ("position startpos moves roll:3", "error wrong_chance 1 roll:3 a seat decides here"),
        ("position startpos moves roll roll:7", "error wrong_chance 2 roll:7 roll: '7' is not a whole number"),
        ("position fen 7/0 3 0 act goal=10 moves hold roll", "error game_over 2 roll the game is over"),
        ("moves hold fly", "error illegal_move 2 fly"),
        ("moves " + "z" * 5000, "error illegal_move 1 'zzz"),
    ],
)
def test_one_bad_word_rejects_the_line_and_leaves_no_position(engine: Engine, line: str, answer: str) -> None:
    engine.ask("newgame game pig players 2", "position startpos")
    (error,) = engine.ask(line)
    assert error.startswith(answer)
    assert len(error) < 400
    assert engine.ask("query fen") == ["error no_position", "response error"]
    assert engine.ask("position startpos moves roll roll:4", "moves hold", "query fen") == ["response 4/0 0 1 act"]


def test_the_third_form_is_the_first(engine: Engine) -> None:
    engine.ask("newgame game pig")
    for start in ("startpos", "fen startpos"):
        engine.ask(f"position {start} players 3 rules goal=50 moves roll roll:6 hold")
        assert engine.ask("query fen") == ["response 6/0/0 0 1 act goal=50"]


def position_of(line: str, defaults: Defaults, known: Position | None = None) -> Position:
    return parse_position(read(COMMAND_ROWS["position"], line.split()), defaults, known)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_positions_of_every_game_by_moves_and_by_fen(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    defaults = Defaults(loaded, seed=0, auto=False)
    for state in some_states(game, players)[::9]:
        at = loaded.new_initial_state()
        words = []
        for action in state.history():
            words.append(at.action_to_string(action))
            at.apply_action(action)
        assert position_of(f"startpos moves {' '.join(words)}", defaults).state == state
        assert position_of(f"fen {state.position}", defaults).state == state


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_missing_chance_is_drawn_as_the_referee_draws_it(game: str, players: int) -> None:
    from embertree.agents import make_agent
    from embertree.arena import play_game

    loaded = embertree.load_game(game, players)
    played = play_game(loaded, [make_agent("random", loaded) for _ in range(players)], seed=77)
    auto = Defaults(loaded, seed=77, auto=True)
    decisions = [ply.word for ply in played.plies if ply.seat >= 0]
    every = [ply.word for ply in played.plies]
    # All or none of the events that follow each other: a given outcome is taken for the first open one of its verb.
    mixed, runs, before = [], 0, 0
    for ply in played.plies:
        runs += ply.seat < 0 <= before
        before = ply.seat
        if ply.seat >= 0 or runs % 2:
            mixed.append(ply.word)
    for words in (decisions, every, mixed):
        assert position_of(f"startpos moves {' '.join(words)}", auto).state.position == played.final_position
    # Moves that are appended go on with the same dice.
    position = position_of("startpos", auto)
    for word in decisions:
        position = position.played_on([word])
    assert position.state.position == played.final_position


def test_a_given_outcome_counts_among_the_drawn_ones() -> None:
    pig = embertree.load_game("pig")
    auto = Defaults(pig, seed=5, auto=True)
    drawn = position_of("startpos moves roll roll", auto)
    first, second = [a for a in drawn.state.history() if a >= 2]
    given = position_of(f"startpos moves roll {drawn.state.action_to_string(first)} roll", auto)
    assert [a for a in given.state.history() if a >= 2] == [first, second]


# --- Questions ---


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_every_question_is_answered_in_one_line(game: str, players: int) -> None:
    engine = Engine("--game", game, "--players", str(players))
    states = [*walk(embertree.load_game(game, players).new_initial_state(), 5)]
    for state in (states[0], states[1], states[len(states) // 2], states[-1]):
        engine.ask(f"position fen {state.position}")
        for question in (row.word for row in QUERIES):
            argument = {"islegal": " x", "sample": " 0"}.get(question, "")
            lines = engine.ask(f"query {question}{argument}")
            expected = expected_answer(state, question)
            if question == "sample" and not state.is_chance_node():
                assert lines[0].startswith("error wrong_chance")
                assert lines[1:] == ["response error"]
            else:
                (line,) = lines
                assert line.startswith("response ")
                assert expected is None or line == f"response {expected}"
        if state.legal_actions():
            word = state.action_to_string(state.legal_actions()[-1])
            assert engine.ask(f"query islegal {word}") == ["response true"]
    assert engine.end() == 0


def expected_answer(state: embertree.State, question: str) -> str | None:
    player = state.current_player()
    turn = {embertree.CHANCE: "chance", embertree.TERMINAL: "none"}.get(player, f"p{player + 1}")
    words = [state.action_to_string(action) for action in state.legal_actions()]
    outcomes = [f"{state.action_to_string(action)}/{weight}" for action, weight in state.chance_outcomes()]
    return {
        "turn": turn,
        "p1turn": "true" if player == 0 else "false",
        "gameover": "true" if state.is_terminal() else "false",
        "players": str(state.num_players),
        "fen": state.position,
        "scores": " ".join(map(str, state.scores())),
        "ranks": " ".join(map(str, state.ranks())),
        "legalcount": str(len(words)),
        "legalmoves": " ".join([str(len(words)), *words]),
        "chance": " ".join([str(len(outcomes)), *outcomes]),
        "sample": outcomes[0].partition("/")[0] if outcomes else None,
        "hash": f"{state.key:016x}",
        "phase": "_".join(state.phase().split()),
    }.get(question)


def test_results_by_seat(engine: Engine) -> None:
    engine.ask("newgame game pig players 3 rules goal=10")
    engine.ask("position fen 3/4/11 0 2 end goal=10")
    assert engine.ask("query result", "query ranks", "query returns") == [
        "response p3win",
        "response 3 2 1",
        "response 0 0 1",
    ]
    engine.ask("newgame game tic_tac_toe", "position fen xox/xxo/oxo o")
    assert engine.ask("query result", "query returns") == ["response draw", "response 0.5 0.5"]


def test_wrong_questions_are_an_error_and_a_response(engine: Engine) -> None:
    engine.ask("position startpos")
    for line, answer in {
        "query": "error bad_argument query: QUESTION is missing",
        "query tunr": "error bad_argument query: there is no question 'tunr'; did you mean 'turn'?",
        "query islegal": "error bad_argument query islegal: one word follows it",
        "query turn now": "error bad_argument query turn: nothing follows it",
    }.items():
        lines = engine.ask(line)
        assert lines[0].startswith(answer)
        assert lines[1:] == ["response error"]
    (line,) = engine.ask("query islegal mark:z9")
    assert line.startswith("response false there is no move 'mark:z9'")
    engine.ask("moves mark:a1")
    assert engine.ask("query islegal mark:a1") == ["response false the square is taken"]
    engine.ask("newgame game pig", "position startpos moves roll")
    lines = engine.ask("query sample 18446744073709551616")
    assert lines[0].startswith("error bad_argument query sample: '18446744073709551616' is not a whole number")


def test_responses_of_ugi_have_two_words(engine: Engine) -> None:
    engine.send("ugi")
    engine.until("ugiok")
    engine.ask("position startpos moves mark:a1")
    for question in ("p1turn", "gameover", "result", "turn", "players", "legalcount", "islegal mark:a1"):
        (line,) = engine.ask(f"query {question}")
        assert len(line.split()) == 2, line
    lines = engine.ask("query legalmoves")
    assert lines[0].startswith("info string error bad_argument query legalmoves")
    assert lines[1:] == ["response error"]
    engine.ask("position startpos moves nonsense")
    # A rejected position is an ended game to a manager that would ask for ever.
    assert engine.ask("query gameover", "query result") == ["response true", "response none"]


def test_show_and_eval(engine: Engine) -> None:
    lines = engine.ask("position startpos moves mark:b2", "d", "eval")
    assert lines[-2] == "3/1x1/3 o"
    assert lines[-1].startswith("eval win 0.")


# --- Searching ---


def test_a_search_reports_and_answers_once(engine: Engine) -> None:
    engine.ask("newgame game connect_four", "setoption name MultiPV value 3", "position startpos")
    lines = engine.go("nodes 3000")
    infos = [line.split() for line in lines[:-1]]
    assert [info[info.index("multipv") + 1] for info in infos[-3:]] == ["1", "2", "3"]
    for info in infos[-3:]:
        for name in ("depth", "seldepth", "nodes", "nps", "time", "hashfull"):
            assert info[info.index(name) + 1].isdecimal()
        at = info.index("score")
        assert info[at + 1] == "cp"
        int(info[at + 2])
        wins = info[info.index("wp") + 1 : info.index("wp") + 3]
        assert sum(map(int, wins)) == 1000
        assert "pv" in info
    assert infos[-1][infos[-1].index("nodes") + 1] == "3000"
    assert lines[-1] == f"bestmove {infos[-3][infos[-3].index('pv') + 1]}"
    assert all(len(line) + 1 >= 8 for line in lines)
    assert engine.ask() == []


@pytest.mark.parametrize("agent", ["mcts", "expectimax", "greedy", "random"])
@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_every_agent_answers_on_every_game(game: str, players: int, agent: str) -> None:
    engine = Engine("--game", game, "--players", str(players), "--set", f"Agent={agent}")
    states = [state for state in some_states(game, players) if state.current_player() >= 0]
    for state in (states[0], states[len(states) // 2]):
        engine.ask(f"position fen {state.position}")
        for limits in ("nodes 100", "depth 1", "movetime 20", "p1time 100 p2time 100 p3time 100 p4time 100 p5time 100"):
            lines = engine.go(limits)
            # A note in words may stand behind it.
            assert any(line.startswith("info depth ") for line in lines)
            assert state.is_legal(state.string_to_action(lines[-1].removeprefix("bestmove ")))
    assert engine.end() == 0


def test_the_same_search_is_the_same_lines_whatever_the_chance_seed() -> None:
    answers = []
    for seed in (1, 2):
        engine = Engine("--game", "pig", "--set", "ChanceMode=auto")
        engine.ask(f"position fen 20/30 4 0 act seed {seed}")
        lines = engine.go("nodes 2000")
        answers.append(
            [
                [w for k, w in enumerate(line.split()) if line.split()[k - 1] not in ("time", "nps")]
                for line in lines[-2:]
            ]
        )
        engine.end()
    assert answers[0] == answers[1]


@pytest.mark.parametrize("agent", ["mcts", "expectimax", "greedy", "random"])
def test_an_infinite_search_answers_when_told(engine: Engine, agent: str) -> None:
    # One legal move and a known result: even so it waits.
    engine.ask(f"setoption name Agent value {agent}", "position startpos moves mark:a1 mark:a2 mark:b1 mark:b2")
    engine.send("go infinite")
    assert all(line.startswith("info") for line in engine.ask())
    engine.send("stop")
    assert engine.until("bestmove")[-1].startswith("bestmove mark:")
    assert engine.ask("stop", "stop") == []


def test_a_stop_is_not_remembered(engine: Engine) -> None:
    engine.ask("newgame game connect_four", "position startpos", "stop")
    lines = engine.go("nodes 5000")
    assert " nodes 5000 " in lines[-2]


def test_while_it_searches_other_commands_are_busy(engine: Engine) -> None:
    engine.ask("position startpos")
    engine.send("go infinite")
    lines = [
        line
        for line in engine.ask("position startpos", "query turn", "go nodes 5", "setoption name Hash value 5")
        if not line.startswith("info")
    ]
    assert lines == [
        "error busy position",
        "error busy query",
        "response error",
        "error busy go",
        "error busy setoption",
    ]
    engine.send("stop")
    assert engine.until("bestmove")[-1] != "bestmove 0000"
    assert engine.ask("query turn") == ["response p1"]


@pytest.mark.parametrize(
    ("position", "go", "answer"),
    [
        ("startpos moves roll", "go nodes 5", "error wrong_chance a chance event comes next"),
        ("fen 3/11 0 1 end goal=10", "go nodes 5", "error game_over"),
        ("startpos", "go nodse 500", "error bad_argument go: there is no 'nodse'; did you mean 'nodes'?"),
        ("startpos", "go nodes", "error bad_argument go nodes: a number is missing"),
        ("startpos", "go nodes 0", "error out_of_range go nodes: '0' is not a whole number from 1"),
        ("startpos", "go nodes -3", "error out_of_range go nodes: '-3' is not a whole number from 1"),
        ("startpos", "go depth 1e9", "error bad_argument go depth: '1e9' is not a whole number"),
        (
            "startpos",
            "go movetime 99999999999999999999",
            "error out_of_range go movetime: '99999999999999999999' is not",
        ),
        ("startpos", "go searchmoves", "error bad_argument go searchmoves: moves are missing"),
        ("startpos", "go nodes 5 searchmoves hold fly", "error illegal_move 2 fly there is no move 'fly'"),
    ],
)
def test_a_go_that_cannot_be_answers_0000_after_an_error(engine: Engine, position: str, go: str, answer: str) -> None:
    engine.ask("newgame game pig", f"position {position}")
    engine.send(go)
    lines = engine.until("bestmove")
    assert len(lines) == 2
    assert lines[0].startswith(answer)
    assert lines[1] == "bestmove 0000"


def test_searchmoves_are_the_only_ones(engine: Engine) -> None:
    engine.ask("newgame game connect_four", "position startpos")
    assert engine.go("searchmoves drop:a drop:g nodes 500")[-1] in ("bestmove drop:a", "bestmove drop:g")


def test_the_objective_may_change_between_searches(engine: Engine) -> None:
    engine.ask("newgame game pig players 3", "position startpos moves roll roll:5")
    assert " wp " in engine.go("nodes 200")[-2]
    engine.ask("setoption name Objective value margin")
    assert engine.ask("query fen") == ["response 0/0/0 5 0 act"]
    lines = engine.go("nodes 200")
    assert " wp " not in lines[-2]
    assert " ev " in lines[-2]


def test_uci_clocks_have_the_words_of_chess(engine: Engine) -> None:
    engine.send("uci")
    engine.until("uciok")
    engine.ask("position startpos")
    assert engine.go("wtime 200 btime 200 winc 0 binc 0")[-1].startswith("bestmove mark:")
    engine.send("go p1time 5 foo")
    assert engine.until("bestmove")[0].startswith("info string error bad_argument go: there is no 'foo'")


# --- Pieces by themselves ---


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_clocks_are_shared_out_by_the_phase_of_the_game(game: str, players: int) -> None:
    states = [state for state in decisions(game, players) if len(state.search_actions()) > 1]
    early, late = states[0], states[-1]
    first = clock_share(early, 60_000, 0, 0, 10)
    left = embertree.choices_left(early)[early.current_player()]
    assert 60_000 / (left + 3) - 10 <= first <= 60_000 / 3
    assert clock_share(early, 60_000, 1_000, 0, 10) == first + 750
    if game != "pig":  # how long a race still lasts is not told by how long it lasted
        assert clock_share(late, 60_000, 0, 0, 10) >= first
    for state in (early, late):
        assert clock_share(state, 1_000, 0, 1, 10) == 980  # the last move before the control
        assert clock_share(state, 5, 0, 0, 10) == 1
        assert clock_share(state, 0, 0, 0, 0) == 1
        for clock in (1, 50, 1_000, 10**6):
            assert clock_share(state, clock, 10_000, 0, 10) <= max(1, clock - 20)


def test_what_is_no_choice_takes_no_thought() -> None:
    only = embertree.load_game("connect_four").parse_position("xoxoxo1/oxoxox1/xoxoxo1/xoxoxo1/oxoxox1/xoxoxo1 x")
    assert len(only.legal_actions()) == 1
    assert clock_share(only, 60_000, 1_000, 0, 10) == 1


def test_choices_left_are_those_of_the_game() -> None:
    state = embertree.load_game("tic_tac_toe").parse_position("xox/oxx/o2 o")
    assert embertree.choices_left(state, 10) == [0.0, 1.0]
    with pytest.raises(UsageError, match="games: 0 is below 1"):
        embertree.choices_left(state, 0)


def go_of(line: str, state: embertree.State, **kwargs) -> Go:
    settings = {"overhead_ms": 10, "default": Limits(nodes=7), "groups": None, "dialect": "ngi"} | kwargs
    return limits_of(read(COMMAND_ROWS["go"], line.split(), settings["dialect"]), state, **settings)


def test_only_the_movers_clock_counts() -> None:
    state = embertree.load_game("pig", 3).parse_position("0/0/0 0 1 act")
    share = clock_share(state, 30_000, 100, 0, 10)
    assert go_of("p1time 1 p2time 30000 p3time 1 p2inc 100", state).limits.movetime_ms == share
    assert go_of("p2time 30000 movetime 300 nodes 50", state).limits == Limits(nodes=50, movetime_ms=300)
    assert go_of("", state).limits == Limits(nodes=7)
    assert go_of("p1time 30000", state).limits == Limits(nodes=7)  # not the mover's
    assert go_of("p2time -400", state).limits.movetime_ms == 1
    assert go_of("movetime 0", state).limits.movetime_ms == 1


def test_two_engines_with_more_seats_have_two_clocks() -> None:
    state = embertree.load_game("pig", 4).parse_position("0/0/0/0 0 2 act")
    share = clock_share(state, 30_000, 0, 0, 10)
    groups = ((0, 2), (1, 3))
    assert go_of("p1time 30000 p2time 1", state, groups=groups).limits.movetime_ms == share
    assert go_of("p1time 1 p2time 30000", state, groups=((0, 1), (2, 3))).limits.movetime_ms == share
    # Nobody grouped them: to a two-player manager seat 1 plays against all others.
    assert go_of("p1time 1 p2time 30000", state, dialect="ugi").limits.movetime_ms == share
    assert go_of("wtime 1 btime 30000", state, dialect="uci").limits.movetime_ms == share


def test_no_clock_runs_while_it_ponders() -> None:
    state = embertree.load_game("pig").new_initial_state()
    share = clock_share(state, 30_000, 0, 0, 10)
    assert go_of("ponder p1time 30000", state) == Go(Limits(infinite=True), True, share)
    assert go_of("ponder nodes 50", state) == Go(Limits(nodes=50, infinite=True), True, 0)
    assert go_of("ponder", state) == Go(Limits(nodes=7, infinite=True), True, 0)
    assert go_of("ponder infinite movetime 5", state) == Go(Limits(infinite=True), False, 0)


def test_numbers_of_the_info_line() -> None:
    assert (centipawns(0.5), centipawns(0.0), centipawns(1.0)) == (0, -10_000, 10_000)
    assert centipawns(10 / 11) == 400
    assert permille([1 / 3, 1 / 3, 1 / 3]) == [334, 333, 333]
    assert permille([0.25, 0.75]) == [250, 750]
    assert permille([0.0005, 0.9995]) in ([1, 999], [0, 1000])
    for shares in ([0.1, 0.2, 0.7], [1.0, 0.0], [0.123456, 0.333333, 0.543211]):
        assert sum(permille(shares)) == 1000


def test_a_game_that_the_options_cannot_keep_is_refused_whole() -> None:
    options = Options()
    options.set_game("pig", 3, "goal=30")
    with pytest.raises(ProtocolError, match="tic_tac_toe is for 2 players"):
        options.set_game("tic_tac_toe", 3, None)
    assert (options.text("Game"), options.number("Players"), options.text("Rules")) == ("pig", 3, "goal=30")
