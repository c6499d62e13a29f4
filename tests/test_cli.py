"""The command line: what each command prints, and one clear line with exit code 2 for bad input."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from gamelist import GAMES, IDS

import embertree
from embertree.cli import main
from embertree.seeds import ChanceDraws

GAME_IDS = embertree.game_ids()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Runs a command line in this process: (exit code, standard output, standard error)."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def figures(run):
    """Runs a command line with --json and returns what it prints."""

    def figures(*arguments: str) -> dict:
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return figures


def embertree_process(*arguments: str, **kwargs) -> subprocess.Popen:
    # The package may be found through the path alone, so the process gets ours.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "COLUMNS": "120"}
    command = [sys.executable, "-m", "embertree", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, **kwargs
    )


# --- Every command on every game ---


def test_version_tells_whether_checks_are_on(run) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert out.startswith(f"embertree {embertree.__version__} (checks ")
    assert ("checks on" in out) == embertree.build_info()["checked"]


def test_games_lists_every_game_with_its_options(run, figures) -> None:
    rows = figures("games")["games"]
    assert [row["game"] for row in rows] == GAME_IDS
    for row in rows:
        game = embertree.Game(row["game"])
        assert (row["min_players"], row["max_players"]) == (game.min_players, game.max_players)
        assert [option["name"] for option in row["options"]] == [spec["name"] for spec in game.option_specs()]
    code, out, _ = run("games")
    assert code == 0
    assert all(name in out for name in GAME_IDS)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_show_prints_board_and_moves(game: str, players: int, run, figures, tmp_path: Path) -> None:
    state = embertree.load_game(game, players).new_initial_state()
    picture = tmp_path / "picture.svg"
    code, out, err = run("show", game, "--players", str(players), "--svg", str(picture))
    assert (code, err) == (0, "")
    assert state.position in out
    assert picture.read_text(encoding="utf-8") == state.svg()
    facts = figures("show", game, "--players", str(players))
    assert facts["position"] == state.position
    assert facts["legal"] == [state.action_to_string(action) for action in state.legal_actions()]
    assert facts["chance"] == [[state.action_to_string(a), weight] for a, weight in state.chance_outcomes()]
    assert figures("show", game, "--position", facts["position"]) == facts


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_perft_counts_divides_and_hashes(game: str, players: int, figures) -> None:
    state = embertree.load_game(game, players).new_initial_state()
    arguments = ("perft", game, "--players", str(players), "--depth", "3")
    plain = figures(*arguments)
    assert plain["nodes"] == embertree.perft(state, 3)
    assert figures(*arguments, "--hashed")["nodes"] == plain["nodes"]
    divided = figures(*arguments, "--divide")
    assert sum(divided["divide"].values()) == divided["nodes"] == plain["nodes"]


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_analyze_ranks_moves(game: str, players: int, run, figures) -> None:
    state = embertree.load_game(game, players).new_initial_state()
    words = []
    while state.is_chance_node():
        words.append(state.action_to_string(state.chance_outcomes()[0][0]))
        state.apply_action(state.chance_outcomes()[0][0])
    common = ("analyze", game, "--players", str(players), "--moves", " ".join(words), "--nodes", "200")
    for agent in ("mcts", "expectimax", "greedy"):
        facts = figures(*common, "--agent", agent)
        assert facts["best"] == facts["moves"][0]["move"]
        assert facts["best"] in facts["equally_good"]
        assert facts["seat"] == state.current_player()
        assert all(len(move["values"]) == players and move["pv"][0] == move["move"] for move in facts["moves"])
        again = figures(*common, "--agent", agent)
        assert {**facts, "timing": 0} == {**again, "timing": 0}
    code, out, err = run(*common)
    assert (code, err) == (0, "")
    # The table has the same moves in the same order, their words whole.
    shown = [move["move"] for move in figures(*common, "--agent", "mcts")["moves"]]
    assert [line.partition("  ")[0].rstrip() for line in out.splitlines()[2 : 2 + len(shown)]] == shown


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_match_prints_standings_and_writes_records_that_replay(
    game: str, players: int, run, figures, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    common = ("match", game, "--players", str(players), "--player", "greedy", "--fill", "random", "--seed", "3")
    facts = figures(*common, "--record", str(file))
    assert facts["games"] == facts["games_scheduled"] == players
    assert sum(row["wins"] for row in facts["standings"]) == pytest.approx(players, abs=1e-4)
    assert {**facts, "timing": 0} == {**figures(*common), "timing": 0}
    replayed = figures("replay", str(file))["records"]
    assert len(replayed) == players
    assert all(row["game"] == game and len(row["scores"]) == players for row in replayed)
    code, out, _ = run("replay", str(file), "--moves")
    assert code == 0
    assert out.endswith("every move legal, every result right\n")
    code, out, err = run(*common)
    assert (code, err) == (0, "")
    assert "greedy" in out
    assert "seat 0" in out


def test_the_match_of_the_handbook_gives_the_same_standings_twice(figures) -> None:
    common = ("match", "pig", "--players", "4", "--player", "mcts:nodes=40", "--player", "expectimax:depth=2")
    common += ("--player", "greedy", "--player", "random", "--blocks", "2", "--seed", "1", "--rules", "goal=25")
    first, second = figures(*common), figures(*common)
    assert first["rules"] == "goal=25"
    assert [row["name"] for row in first["standings"]] == [row["name"] for row in second["standings"]]
    first.pop("timing")
    second.pop("timing")
    assert first == second
    assert first["blocks_finished"] == 2
    assert all(row["win_share_error"] is not None for row in first["standings"])


def test_as_many_players_as_are_named_play_where_the_game_allows_it(figures) -> None:
    assert figures("match", "pig", *["--player", "random"] * 3, "--rules", "goal=5")["players"] == 3


def test_perft_takes_position_rules_and_moves(figures) -> None:
    assert figures("perft", "pig", "--moves", "roll", "--depth", "1")["nodes"] == 6
    assert figures("perft", "pig", "--position", "0/0 0 0 roll", "--depth", "1")["nodes"] == 6
    assert figures("perft", "pig", "--rules", "goal=50", "--depth", "0")["rules"] == "goal=50"
    assert figures("perft", "connect_four", "--depth", "6")["nodes"] == 7**6


# --- The signature ---


def test_the_signature_is_as_blessed(run, figures) -> None:
    code, out, _ = run("bench", "--check")
    assert code == 0, out
    facts = figures("bench", "tic_tac_toe", "--check")
    assert facts["differences"] == []
    assert [row["search"] for row in facts["signature"]] == ["mcts", "expectimax"]


def test_bench_measures_how_fast_an_engine_answers(figures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    command = f"{shlex.quote(sys.executable)} -m embertree engine --game pig"
    rows = figures("bench", "--engine", command)["timing"]["microseconds"]
    assert [row["what"].split()[0] for row in rows] == ["start", "isready", "position", "isready"]
    assert all(0 < row["least"] <= row["median"] <= row["p99"] for row in rows)


def test_the_engine_has_a_bench_of_its_own() -> None:
    for game in GAME_IDS:
        process = embertree_process("engine", "--game", game, "bench")
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert re.fullmatch(r"\d+ nodes \d+ nps", out.splitlines()[-1])


def test_a_signature_that_differs_is_exit_code_1(run, tmp_path: Path) -> None:
    file = tmp_path / "signature.txt"
    assert run("bench", "tic_tac_toe", "--write", "--signature", str(file))[0] == 0
    good = file.read_text()
    assert re.fullmatch(r"(tic_tac_toe 2 (mcts|expectimax) [0-9a-f]{16}\n){2}", good)
    assert run("bench", "tic_tac_toe", "--check", "--signature", str(file))[0] == 0
    file.write_text(good.replace(good.split()[3], "0" * 16))
    code, out, _ = run("bench", "tic_tac_toe", "--check", "--signature", str(file))
    assert code == 1
    assert "the signature has 0000000000000000" in out
    file.write_text(good.splitlines()[0] + "\npig 9 mcts 0000000000000000\nludo 2 mcts 0000000000000000\n")
    code, out, _ = run("bench", "tic_tac_toe", "--check", "--signature", str(file))
    assert code == 1
    assert "not in the signature" in out
    assert "ludo 2 mcts: in the signature, but nothing here makes it" in out
    assert "pig 9" not in out  # it was not asked about


def test_bench_measures_every_rate(figures) -> None:
    (speed,) = figures("bench", "connect_four", "--seconds", "0.02")["speed"]
    rates = ("playouts", "actions", "policy_playouts", "mcts_nodes", "expectimax_nodes")
    assert all(speed[rate] > 0 for rate in rates)
    assert speed["actions"] == pytest.approx(
        speed["playouts"] * speed["actions_a_game"], rel=5e-3
    )  # actions_a_game is rounded
    assert speed["state_bytes"] == embertree.Game("connect_four").state_bytes


# --- Bad input ---

BAD = [
    ("frobnicate", "there is no command 'frobnicate'"),
    ("mach pig", "did you mean 'match'"),
    ("--nonsense", "--nonsense"),
    ("games extra", "extra"),
    ("show", "GAME"),
    ("show ludo", "there is no game 'ludo'; there are: " + ", ".join(GAME_IDS)),
    ("show pigg", "did you mean 'pig'"),
    ("show pig --players 9", "pig is for 2 to 5 players, not 9"),
    ("show pig --players -1", "pig is for 2 to 5 players, not -1"),
    ("show pig --players two", "'two' is not a whole number"),
    ("show pig --rules gaol=3", "did you mean 'goal'"),
    ("show pig --rules goal=0", "goal: '0' is not a whole number from 2"),
    ("show pig --rules goal", "name=value"),
    ("show pig --position nonsense", "position 'nonsense'"),
    ("show pig --position 0/0_0_0_act --players 3", "--players 3: the position is of 2 players"),
    ("show pig --position 0/0_0_0_act --rules goal=7", "--rules goal=7: the position has its own rules"),
    ("show pig --moves roll_roll", "--moves, word 2"),
    ("show pig --moves roll_fly", "--moves, word 2: there is no move 'fly'"),
    ("show pig --svg /nonexistent/a.svg", "--svg /nonexistent/a.svg: cannot be written"),
    ("perft pig", "--depth"),
    ("perft pig --depth -1", "'-1' is not a whole number from 0 to 100"),
    ("perft pig --depth 1e3", "'1e3' is not a whole number from 0 to 100"),
    ("perft pig --depth 99999999999999999999", "is not a whole number from 0 to 100"),
    ("perft pig --depth 0 --divide", "depth: 0"),
    ("analyze pig --moves roll", 'a chance event comes next; name its outcome, such as --moves "'),
    ("analyze pig --nodes 0", "'0' is not a whole number from 1"),
    ("analyze pig --movetime -5", "'-5' is not a whole number from 1"),
    ("analyze pig --agent mctss", "did you mean 'mcts'"),
    ("analyze pig --objective glory", "there is no objective 'glory'"),
    ("analyze tic_tac_toe --position xxx/oo1/3_o", "the game is over"),
    ("match pig", "--player"),
    ("match pig --player random", "2 seats"),
    ("match tic_tac_toe --player random --player random --player random", "2 seats"),
    ("match pig --player random --player mcts:nodse=4", "did you mean 'nodes'"),
    ("match pig --player random --player mcts:explore=x", "explore"),
    ("match pig --player random --player cmd:/nonexistent/engine", "/nonexistent/engine: cannot be started"),
    ("match pig --player random --player cmd:", "the command line is missing"),
    ("match pig --player random --player cmd[nodes]:x", "'nodes' is not key=value"),
    ("match pig --player random --player py:module:factory", "module cannot be imported"),
    ("match pig --player random --player random --blocks 0", "'0' is not a whole number from 1"),
    ("match pig --player random --player random --seed -1", "'-1' is not a whole number from 0"),
    ("match pig --player random --player random --record /nonexistent/x", "/nonexistent/x: cannot be written"),
    ("replay", "FILE"),
    ("replay /nonexistent.jsonl", "/nonexistent.jsonl: cannot be read"),
    ("bench ludo", "there is no game 'ludo'"),
    ("bench --check --write", "choose one"),
    ("bench pig --positions /nonexistent", "/nonexistent/pig.txt: cannot be read"),
    ("bench pig --check --signature /nonexistent", "/nonexistent: cannot be read"),
    ("bench --engine /nonexistent/engine", "/nonexistent/engine: cannot be started"),
    ("bench --engine true", "it has ended with exit code 0"),
    ("check-engine /nonexistent/engine", "/nonexistent/engine: cannot be started"),
    ("check-engine", "CMD"),
    ("play", "GAME"),
    ("play pig --seat 7", "'7' is not a whole number from 0 to 4"),
    ("engine --gmae pig", "there is no argument '--gmae'; did you mean '--game'?"),
    ("engine --game", "--game: a value is missing"),
    ("engine --game ludo", "there is no value 'ludo'"),
    ("engine --game pig --players 9", "Players: '9' is not a whole number from 0 to 5"),
    ("engine --game tic_tac_toe --players 3", "tic_tac_toe is for 2 players, not 3"),
    ("engine --set Hash", "'Hash' is not NAME=VALUE"),
    ("engine --set Hahs=3", "did you mean 'Hash'"),
    ("engine --set Hash=-3", "Hash: '-3' is not a whole number from 1"),
]


@pytest.mark.parametrize(("line", "complaint"), BAD, ids=[line for line, _ in BAD])
def test_bad_input_is_one_clear_line_and_exit_code_2(run, line: str, complaint: str) -> None:
    # An underscore stands for a blank within an argument, where no file name is meant.
    words = [word if "/nonexistent" in word or word in GAME_IDS else word.replace("_", " ") for word in line.split()]
    code, out, err = run(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("embertree: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_absurdly_long_words_stay_one_short_line(run) -> None:
    for words in (
        ["show", "x" * 100_000],
        ["show", "pig", "--moves", "y" * 100_000],
        ["match", "pig", "--player", "z" * 9999],
    ):
        code, _, err = run(*words)
        assert code == 2
        assert err.count("\n") == 1
        assert len(err) < 400


def test_a_damaged_record_is_named(run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert (
        run("match", "pig", "--player", "random", "--player", "random", "--rules", "goal=5", "--record", str(file))[0]
        == 0
    )
    file.write_text(file.read_text().replace('"scores":[', '"scores":[9', 1))
    code, _, err = run("replay", str(file))
    assert code == 2
    assert f"{file}, line 1: field 'result', scores" in err
    file.write_text("")
    code, _, err = run("replay", str(file))
    assert (code, err) == (2, f"embertree: {file}: no records in it\n")


def test_no_arguments_print_the_help_and_exit_code_2(run) -> None:
    code, out, err = run()
    assert code == 2
    assert "match" in out + err


@pytest.mark.parametrize(
    "command",
    ["games", "match", "analyze", "show", "perft", "bench", "replay", "engine", "play", "check-engine", "ledger"],
)
def test_every_command_has_help_with_an_example(run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "Example" in out
    assert f"embertree {command}" in out


# --- As a process ---


def test_a_match_that_is_interrupted_prints_standings_and_exits_130(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    players = ("--player", "mcts:nodes=300", "--player", "random")
    process = embertree_process("match", "pig", *players, "--blocks", "100000", "--json", "--record", str(file))
    # A game that has been recorded says that the match is under way; blocking on it needs no clock.
    while process.poll() is None and not (file.exists() and file.stat().st_size):
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    facts = json.loads(out)
    assert facts["interrupted"]
    assert 1 <= facts["games"] < facts["games_scheduled"]
    assert "interrupted after" in err
    assert len(file.read_text().splitlines()) == facts["games"]


def test_a_count_can_be_interrupted() -> None:
    process = embertree_process("perft", "connect_four", "--depth", "30")
    # The count runs in a thread of its own.
    while process.poll() is None and len(os.listdir(f"/proc/{process.pid}/task")) < 2:
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


@pytest.mark.parametrize("game", ["connect_four", "stone_age", "volcano_island"])
def test_analyze_alone_draws_the_set_up_from_the_seed(game: str, figures) -> None:
    facts = figures("analyze", game, "--nodes", "50", "--seed", "5")
    draws = ChanceDraws(5)
    state = embertree.load_game(game, facts["players"]).new_initial_state()
    while state.is_chance_node():
        state.apply_action(draws.draw(state))
    assert facts["position"] == state.position
    assert facts["moves"][0]["move"] in [state.action_to_string(action) for action in state.legal_actions()]
    other = figures("analyze", game, "--nodes", "50", "--seed", "6")
    assert (facts["position"] == other["position"]) == (game == "connect_four")


def test_an_analysis_that_is_interrupted_prints_what_it_has_found() -> None:
    process = embertree_process("analyze", "connect_four", "--nodes", "1000000000000", "--json")
    # The search runs in a thread of its own; it stops within milliseconds and knows its moves from the first on.
    while process.poll() is None and len(os.listdir(f"/proc/{process.pid}/task")) < 2:
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert len(json.loads(out)["moves"]) == 7


def test_a_closed_pipe_is_no_error() -> None:
    process = embertree_process("show", "connect_four")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0
    assert errors == ""


def test_the_engine_starts_without_the_heavy_libraries() -> None:
    code = (
        "import sys; from embertree.cli import main; code = main(['engine']); "
        "print(code, sorted(m for m in ('numpy', 'typer', 'rich', 'dataclasses', 'json') if m in sys.modules))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code], input="ngi\nisready\nquit\n", capture_output=True, text=True, env=environment
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0 []"


def test_solve_prints_the_exact_value(run, figures) -> None:
    facts = figures("solve", "pig", "--rules", "goal=20")
    assert 2 * facts["values"][0] - 1 == pytest.approx(0.231117099, abs=1e-9)
    code, out, err = run("solve", "pig", "--rules", "goal=20")
    assert (code, err) == (0, "")
    assert "seat 0  0.615558550" in out
    code, _, err = run("solve", "connect_four", "--max-states", "1000")
    assert code == 2
    assert err.startswith("embertree: more than 1000 states")


def test_analyze_judges_every_move_unless_told_otherwise(figures) -> None:
    common = ("analyze", "connect_four", "--position", "7/7/7/7/2oo3/2xx3 x", "--agent")
    exact = figures(*common, "expectimax:depth=4")
    best = figures(*common, "expectimax:depth=4,root=best")
    assert best["best"] == exact["best"]
    assert best["nodes"] < exact["nodes"]
