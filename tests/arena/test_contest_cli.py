"""Matches and tournaments from the command line: killed, interrupted, resumed, listed, exported."""

import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import running, wait_for

from embertree import Game
from embertree.arena import MatchSettings, Store, workers
from embertree.cli import main

PLAYERS = ["--player", "greedy", "--player", "mcts:nodes=40", "--player", "random"]


def command(*arguments: str, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "embertree", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,  # type: ignore[call-overload]
    )


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def stored(path: Path) -> list[int]:
    with Store.open_for_reading(path) as store:
        return list(store.numbers())


def comparable(text: str) -> dict[str, object]:
    facts = json.loads(text)
    del facts["timing"]
    return facts


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_killed_twice_and_resumed_it_is_the_same_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], concurrency: str
) -> None:
    players = ["--player", "greedy", "--player", "random"]
    arguments = ["match", "stone_age", "--players", "2", *players, "--blocks", "20", "--seed", "9", "--json"]
    _, out, _ = call(capsys, *arguments)
    whole = comparable(out)
    path = tmp_path / "m.db"
    before: list[int] = []
    for _ in range(2):
        process = command(*arguments, "--db", str(path), "--concurrency", concurrency)
        enough = len(before) + 3
        wait_for(lambda enough=enough: len(stored_or_none(path)) >= enough)
        process.kill()
        process.communicate()
        now = stored(path)
        assert set(before) < set(now)
        assert len(now) == len(set(now)) < 40
        before = now
    code, out, err = call(capsys, *arguments, "--db", str(path), "--concurrency", concurrency)
    assert code == 0
    assert comparable(out) == whole
    assert json.loads(out)["timing"]["games_from_store"] == len(before)
    assert "all games are played: 40 of 40 games" in err
    assert stored(path) == list(range(40))
    # And once more: there is nothing to play.
    for again in ([*arguments, "--db", str(path)], ["resume", str(path), "--json"]):
        code, out, err = call(capsys, *again)
        assert (code, comparable(out)) == (0, whole)
        assert f"nothing left to play: all 40 games are in {path}" in err


def stored_or_none(path: Path) -> list[int]:
    try:
        return stored(path)
    except ValueError:  # it is being made
        return []


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_ctrl_c_ends_engines_within_3_seconds_and_stores_no_half_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fake, concurrency: str
) -> None:
    path, log = tmp_path / "m.db", tmp_path / "log"
    mark = str(9_900_000 + os.getpid())
    # It plays three games' worth of moves, then hangs, and does not leave when it is asked to.
    spec = fake("hang_later", int(mark), "start=5000,nodes=1,name=Hanging")
    arguments = ["match", "tic_tac_toe", "--player", spec, "--player", "random", "--blocks", "30", "--seed", "1"]
    process = command(*arguments, "--db", str(path), "--concurrency", concurrency, "--log", str(log))
    wait_for(lambda: log.exists() and log.read_text().count(" ! hanging") >= int(concurrency))
    engines = [pid for pid in running(f"fake_engine.py hang_later {mark}") if pid != process.pid]
    assert len(engines) == int(concurrency)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    wait_for(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() and alive(pid) for pid in engines))
    assert time.monotonic() - began < 3
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    done = stored(path)
    assert 0 < len(done) < 60
    assert f"interrupted after {len(done)} of 60 games" in err
    assert f"to go on: embertree resume {path}" in err
    assert f"{len(done)} games" in out
    with Store.open_for_reading(path) as store:
        assert {ending.kind for _, ending, _ in store.records()} <= {"won", "shared"}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_second_ctrl_c_waits_for_nobody(tmp_path: Path, concurrency: str) -> None:
    # An agent that will not be interrupted.
    (tmp_path / "deaf_bots.py").write_text(
        "import pathlib, time\n"
        "class Deaf:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, state):\n"
        "        while True:\n"
        "            (pathlib.Path(__file__).parent / 'began').touch()\n"
        "            try:\n"
        "                time.sleep(600)\n"
        "            except BaseException:\n"
        "                (pathlib.Path(__file__).parent / 'heard').touch()\n"
    )
    path = tmp_path / "m.db"
    spec = f"py[dir={tmp_path}]:deaf_bots:Deaf"
    process = command("match", "tic_tac_toe", "--player", spec, "--player", "random", "--db", str(path),
                      "--concurrency", concurrency)  # fmt: skip
    wait_for(lambda: (tmp_path / "began").exists())
    process.send_signal(signal.SIGINT)
    wait_for(lambda: (tmp_path / "heard").exists())
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - began < 3
    assert f"to go on: embertree resume {path}" in err
    wait_for(lambda: not running(str(tmp_path)))


def test_a_match_without_a_store_says_how_it_could_go_on(fake, tmp_path: Path) -> None:
    log = tmp_path / "log"
    spec = fake("hang_go", 0, "start=5000,nodes=1")
    process = command("match", "tic_tac_toe", "--player", spec, "--player", "random", "--log", str(log))
    wait_for(lambda: log.exists() and " > go " in log.read_text())
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted after 0 of 2 games" in err
    assert "with --db FILE the same command would go on" in err


def test_a_match_interrupted_before_its_first_result_can_go_on(fake, tmp_path: Path) -> None:
    log, path = tmp_path / "log", tmp_path / "m.db"
    spec = fake("hang_go", 0, "start=5000,nodes=1")
    process = command(
        "match", "tic_tac_toe", "--player", spec, "--player", "random", "--log", str(log), "--db", str(path)
    )
    wait_for(lambda: log.exists() and " > go " in log.read_text())
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert f"to go on: embertree resume {path}" in err
    assert stored(path) == []
    with Store.open(path) as store:
        assert store.settings().players == (spec, "random")


def test_a_worker_that_cannot_play_ends_the_match_with_a_line(tmp_path: Path) -> None:
    (tmp_path / "leaving_bots.py").write_text(
        "import os\nclass Leaving:\n    def __init__(self, game): pass\n    def choose(self, state): os._exit(1)\n"
    )
    spec = f"py[dir={tmp_path}]:leaving_bots:Leaving"
    process = command("match", "tic_tac_toe", "--player", spec, "--player", "random", "--db", str(tmp_path / "m.db"),
                      "--concurrency", "2")  # fmt: skip
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "has ended its worker process 3 times" in err
    assert "to go on: embertree resume" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_what_a_player_prints_does_not_get_into_our_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], concurrency: str
) -> None:
    (tmp_path / "loud_bots.py").write_text(
        "class Loud:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, state):\n"
        "        print('thinking hard', flush=True)\n"
        "        return state.legal_actions()[0]\n"
    )
    spec = f"py[dir={tmp_path}]:loud_bots:Loud"
    arguments = ["match", "tic_tac_toe", "--player", spec, "--player", "random", "--concurrency", concurrency]
    assert main([*arguments, "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["games"] == 2
    assert "thinking hard" in err


def test_other_settings_are_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "m.db")
    arguments = ["match", "pig", "--player", "greedy", "--player", "random", "--rules", "goal=20", "--db", path]
    assert call(capsys, *arguments)[0] == 0
    code, out, err = call(capsys, *arguments, "--seed", "4")
    assert (code, out) == (2, "")
    assert "was made with other settings: seed is 0 there and 4 here" in err
    assert err.count("\n") == 1


def test_a_wrong_player_leaves_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.db"
    for concurrency in ("1", "2"):
        code, out, err = call(
            capsys, "tournament", "pig", *PLAYERS, "--player", "cmd:/nonexistent/x", "--db", str(path),
            "--concurrency", concurrency,
        )  # fmt: skip
        assert (code, out) == (2, "")
        assert "/nonexistent/x: cannot be started" in err
        assert list(tmp_path.iterdir()) == []


def test_a_tournament_prints_a_crosstable(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "tournament", "pig", *PLAYERS, "--rules", "goal=30", "--blocks", "3")
    assert code == 0
    assert "roundrobin: 18 games, 9 blocks" in out
    assert "Row against column" in out


def test_a_tournament_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tournament", "pig", "--players", "3", *PLAYERS, "--player", "greedy", "--rules", "goal=30"]
    code, out, _ = call(capsys, *arguments, "--blocks", "2", "--json")
    facts = json.loads(out)
    assert code == 0
    assert facts["games"] == facts["games_scheduled"] == 4 * 2 * 3
    assert facts["names"] == ["greedy #1", "mcts:nodes=40", "random", "greedy #2"]
    assert [row["games"] for row in facts["standings"]] == [18] * 4
    cross = facts["crosstable"]
    for one in range(4):
        assert cross[one][one] is None
        for other in range(4):
            if one != other:
                assert cross[one][other]["mean"] + cross[other][one]["mean"] == pytest.approx(1)
    assert cross[0][2]["mean"] > 0.5
    assert facts["ended"] == "all games are played"


@pytest.mark.parametrize("format", ["gauntlet", "copies", "fill"])
def test_every_format_plays(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    how = ["--fill", "random"] if format == "fill" else ["--format", format]
    code, out, _ = call(capsys, "tournament", "pig", "--players", "3", *PLAYERS, "--rules", "goal=20", *how, "--json")
    facts = json.loads(out)
    assert code == 0
    assert facts["games"] == {"gauntlet": 3, "copies": 18, "fill": 9}[format]
    shares = sum(row["wins"] for row in facts["standings"])
    assert shares == pytest.approx(facts["games"])


def test_teams_and_permutations_and_openings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("seed 5\nmoves roll\n")
    code, out, _ = call(
        capsys, "match", "pig", "--players", "4", "--teams", "2,2", *PLAYERS[:4], "--permutations", "--blocks", "2",
        "--openings", str(openings), "--move-limit", "60", "--json",
    )  # fmt: skip
    facts = json.loads(out)
    assert code == 0
    assert facts["games"] == 12
    assert [sum(row["games_by_seat"]) for row in facts["standings"]] == [24, 24]


def test_games_of_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str], fake) -> None:
    path = str(tmp_path / "t.db")
    cheat = fake("cheat", 0, "start=5000,nodes=1,name=Cheat")
    assert call(capsys, "tournament", "tic_tac_toe", *PLAYERS[:4], "--player", cheat, "--db", path)[0] == 1
    code, out, _ = call(capsys, "games-of", path)
    assert code == 0
    assert "6 games; 6 of 6 are in" in out
    assert "forfeit of seat 0, illegal: there is no move 'mark:z9'" in out
    code, out, _ = call(capsys, "games-of", path, "--player", "Cheat", "--player", "greedy", "--json")
    games = json.loads(out)["games"]
    assert [game["players"] for game in games] == [["greedy", "Cheat"], ["Cheat", "greedy"]]
    assert {game["kind"] for game in games} == {"illegal"}
    assert json.loads(call(capsys, "games-of", path, "--ended", "won", "--json")[1])["games"] != games
    code, _, err = call(capsys, "games-of", path, "--player", "gredy")
    assert code == 2
    assert "has no player 'gredy'; did you mean 'greedy'?" in err


def test_export_gives_records_and_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, records = str(tmp_path / "m.db"), str(tmp_path / "m.jsonl")
    arguments = ["match", "pig", *PLAYERS[:2], *PLAYERS[4:], "--rules", "goal=20", "--blocks", "2", "--db", path]
    assert call(capsys, *arguments, "--record", records)[0] == 0
    code, out, _ = call(capsys, "export", path)
    assert (code, out) == (0, Path(records).read_text())
    code, out, _ = call(capsys, "replay", records)
    assert code == 0
    table = str(tmp_path / "m.csv")
    assert call(capsys, "export", path, "--csv", "--out", table)[0] == 0
    rows = list(csv.DictReader(io.StringIO(Path(table).read_text())))
    assert len(rows) == 8
    assert [(row["game"], row["seat"], row["player"]) for row in rows[:4]] == [
        ("0", "0", "greedy"), ("0", "1", "random"), ("1", "0", "random"), ("1", "1", "greedy")
    ]  # fmt: skip
    for game in range(4):
        assert sum(float(row["win_share"]) for row in rows if row["game"] == str(game)) == 1
    assert call(capsys, "export", path, "--out", str(tmp_path / "no" / "x"))[0] == 2
    assert call(capsys, "export", str(tmp_path / "none.db"))[0] == 2


def test_games_that_are_no_result_are_stored_and_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fake
) -> None:
    path = str(tmp_path / "m.db")
    arguments = [
        "match",
        "tic_tac_toe",
        "--player",
        fake("cheat"),
        "--player",
        "random",
        "--on-fail",
        "abort",
        "--db",
        path,
    ]
    assert call(capsys, *arguments)[0] == 1
    assert call(capsys, "export", path)[1] == ""
    with Store.open_for_reading(path) as store:
        assert (store.count(), list(store.results())) == (2, [])
    code, _, err = call(capsys, "resume", path)
    assert code == 1  # as it was: some games have failed
    assert "nothing left to play" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["match", "pig"], "name a player with --player"),
        (["match", "pig", *PLAYERS[:4], "--on-fail", "cry"], "there is no 'cry'"),
        (["match", "pig", *PLAYERS[:4], "--clock", "x"], "clock: 'x' is not S+I"),
        (["match", "pig", *PLAYERS[:4], "--teams", "a,b"], "--teams a,b"),
        (["match", "pig", *PLAYERS[:4], "--openings", "/nonexistent"], "/nonexistent: cannot be read"),
        (["match", "pig", *PLAYERS[:4], "--workers", "threads"], "--workers threads: expected processes"),
        (["match", "pig", *PLAYERS[:4], "--concurrency", "0"], "'0' is not a whole number"),
        (["match", "pig", *PLAYERS[:4], "--stand-in", "nobody", "--on-fail", "substitute"], "no agent 'nobody'"),
        (["match", "pig", *PLAYERS[:4], "--stand-in", "cmd:x"], "an engine from outside cannot do this"),
        (["tournament", "pig", *PLAYERS, "--format", "league"], "'league' is none of roundrobin"),
        (["tournament", "pig", *PLAYERS[:2]], "needs 2 players or more, not 1"),
        (["resume", "/nonexistent.db"], "there is no store"),
        (["games-of", "/nonexistent.db"], "there is no store"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_players_from_a_file_are_all_there_is_to_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "players.toml"
    path.write_text("[quick]\nspec = 'mcts'\nnodes = 5\n[calm]\nspec = 'greedy'\n[filler]\nspec = 'random'\n")
    code, out, _ = call(capsys, "match", "pig", "--players-file", str(path), "--rules", "goal=20", "--json")
    facts = json.loads(out)
    assert code == 0
    assert (facts["players"], facts["names"]) == (3, ["quick", "calm", "filler"])
    code, out, _ = call(
        capsys, "match", "pig", "--players", "3", "--players-file", str(path), "--player", "calm", "--fill", "filler",
        "--rules", "goal=20", "--json",
    )  # fmt: skip
    assert json.loads(out)["names"] == ["calm", "filler #1", "filler #2"]


def test_progress_of_a_long_match_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setattr("embertree.cli.contest_progress._LINE_EVERY_S", 0.0)
    call_arguments = ["match", "pig", *PLAYERS[:2], *PLAYERS[4:], "--rules", "goal=20", "--blocks", "2"]
    _, _, err = call(capsys, *call_arguments)
    lines = err.splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("embertree: 3 of 4 games, about 0 min 00 s left; greedy ")


@pytest.mark.slow
def test_killed_at_any_moment_nothing_is_lost_or_doubled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "pig", *PLAYERS[:2], *PLAYERS[4:], "--blocks", "400", "--seed", "3", "--json"]
    whole = comparable(call(capsys, *arguments)[1])
    path = tmp_path / "m.db"
    moments = random.Random(5)
    for _ in range(12):
        process = command(*arguments, "--db", str(path), "--concurrency", "2")
        try:
            process.communicate(timeout=moments.uniform(0.2, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    _, out, _ = call(capsys, *arguments, "--db", str(path))
    assert comparable(out) == whole
    assert stored(path) == list(range(800))


def test_a_worker_that_is_just_starting_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    settings = MatchSettings(Game("tic_tac_toe"), ["random", "random"], 1)
    for _ in range(5):
        worker = workers._Worker(settings, None)
        worker.process.send_signal(signal.SIGINT)
        assert worker.process.wait(60) == -signal.SIGINT
        worker.close()
    assert capfd.readouterr() == ("", "")
