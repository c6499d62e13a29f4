"""The comparison with others (`bench/peers.py`) on our side alone, and the bare programs that ours is held against."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from embertree import Game, Searcher, random_playouts

ROOT = Path(__file__).parent.parent
BENCH = ROOT / "bench"
FEW = ("mcts tic_tac_toe", "playouts", "loop pig", "call", "batch 16", "expectimax", "large volcano", "memory tree")
TELLS_MEMORY = Path("/proc/self/statm").exists()


def peers(*arguments: object, script: str = "peers.py") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCH / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=os.environ)


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    only = [word for name in FEW for word in ("--only", name)]
    done = peers("--alone", "--rounds", 2, "--seconds", 0, "--json", *only)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_our_side_alone_has_every_figure(report: dict[str, Any]) -> None:
    assert report["rounds"] == 2
    assert set(report["machine"]) == {"processor", "cores", "system", "core", "load"}
    assert {"embertree", "Python", "numpy"} <= set(report["versions"])
    names = [contest["name"] for contest in report["contests"]]
    assert len(names) == len(set(names))
    for part in FEW if TELLS_MEMORY else FEW[:-1]:
        assert any(part in name for name in names), part
    for contest in report["contests"]:
        assert set(contest) == {"name", "chapter", "what", "unit", "sides", "ratios", "aims"}
        side = contest["sides"]["embertree"]
        assert len(side["rates"]) == 2
        assert 0 < side["low"] <= side["median"] <= side["high"]
        assert set(contest["ratios"]) == set(contest["sides"]) - {"embertree"}


@pytest.mark.skipif(not TELLS_MEMORY, reason="the system does not tell")
def test_a_node_takes_what_the_page_says(report: dict[str, Any]) -> None:
    assert "A node of ours has 16 bytes and 4 for each seat" in (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    (row,) = (contest for contest in report["contests"] if contest["name"] == "memory tree")
    assert 23.5 < row["sides"]["embertree"]["median"] < 29  # pages of 2 MiB may make it four bytes more


def test_less_is_better_for_times_and_more_for_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    from versus.contest import Contest, hold

    sides = {"embertree": lambda seconds: 2.0, "other": lambda seconds: 6.0}
    times = hold(Contest("t", "c", "w", "ns", sides), 3, 0)
    rates = hold(Contest("r", "c", "w", "steps/s", sides), 3, 0)
    assert times.ratio("other").median == pytest.approx(3)
    assert rates.ratio("other").median == pytest.approx(1 / 3)


def test_the_page_is_written_between_its_markers(report: dict[str, Any], tmp_path: Path) -> None:
    first = report["contests"][0]
    first["sides"]["open_spiel"] = first["sides"]["embertree"]
    first["ratios"]["open_spiel"] = {"median": 1.0, "low": 1.0, "high": 1.0}
    measured = tmp_path / "measured.json"
    measured.write_text(json.dumps(report))
    page = tmp_path / "speed.md"
    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    assert peers("--load", measured, "--write", page).returncode == 0
    written = page.read_text(encoding="utf-8")
    blocks = re.compile(r"<!-- peers: ([\w ]+) -->\n(.*?)<!-- end -->", re.DOTALL)
    assert blocks.sub("", written) == blocks.sub("", text)
    assert "1 [1 .. 1]" in dict(blocks.findall(written))[first["chapter"]]
    page.write_text(text.replace("<!-- peers: Batches -->", ""), encoding="utf-8")
    assert "<!-- peers: Batches -->" in peers("--load", measured, "--write", page).stderr
    pytest.importorskip("matplotlib")
    assert peers("--load", measured, "--plot", tmp_path / "plot.svg").returncode == 0
    assert "<svg" in (tmp_path / "plot.svg").read_text()


def test_the_page_has_a_place_for_every_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    from versus.contests import CHAPTERS

    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    assert re.findall(r"<!-- peers: ([\w ]+) -->", text) == ["machine", *CHAPTERS]


def test_a_contest_that_is_not_there_is_named() -> None:
    done = peers("--alone", "--only", "chess")
    assert done.returncode != 0
    assert "--only chess: no contest" in done.stderr


def test_a_page_is_not_written_from_a_part() -> None:
    done = peers("--alone", "--only", "call", "--write", "speed.md")
    assert done.returncode == 2
    assert "without --only" in done.stderr


def test_threads_are_measured_in_turns(tmp_path: Path) -> None:
    page = tmp_path / "speed.md"
    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    few = ("--game", "connect_four", "--rounds", 2, "--seconds", 0)
    done = peers(*few, "--json", "--write", page, script="threads.py")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == 2
    for each in found:
        assert (each["game"], each["players"]) == ("connect_four", 2)
        assert min(each[side] for side in ("one", "together", "apart")) > 0
        assert each["ns"] is None or each["ns"] > 0
    before, _, rest = page.read_text(encoding="utf-8").partition("<!-- threads -->")
    table, _, after = rest.partition("<!-- end -->")
    assert "| connect_four | 2 |" in table
    assert text.startswith(before)
    assert text.endswith(after)
    alone = peers(*few, "--threads", 1, script="threads.py")
    assert alone.returncode == 2
    assert "--threads is at least 2" in alone.stderr


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if shutil.which("g++") is None:
        pytest.skip("there is no g++")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCH))
        from versus.bare import BarePrograms
    return BarePrograms(tmp_path_factory.mktemp("bare"))


@pytest.mark.parametrize(
    ("program", "arguments", "length", "game", "players"),
    [
        ("bare_connect_four", (0.05,), "actions_per_game", "connect_four", 2),
        ("bare_tic_tac_toe", (0.05,), "actions_per_game", "tic_tac_toe", 2),
        ("bare_pig", (2, 0.05, 0), "steps_per_game", "pig", 2),
        ("bare_pig", (5, 0.05, 0), "steps_per_game", "pig", 5),
    ],
)
def test_bare_games_are_as_long_as_ours(
    bare: Any, program: str, arguments: tuple[float, ...], length: str, game: str, players: int
) -> None:
    totals = random_playouts(Game(game, players).new_initial_state(), 40_000, seed=1)
    ours = (totals["actions"] + totals["forced"] + totals["chance"]) / totals["games"]
    # Twenty thousand games and more each: five standard errors.
    assert bare.run(program, *arguments)[length] == pytest.approx(ours, rel=0.015)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bare_stone_age_is_the_same_game(bare: Any, players: int) -> None:
    totals = random_playouts(Game("stone_age", players).new_initial_state(), 20_000, seed=1)
    found = bare.run("bare_stone_age", players, 0.4)
    games = totals["games"]
    # Some twenty thousand games each; of a game's figures the standard deviation is an eighth, a fifth and a third.
    assert found["decisions_per_game"] == pytest.approx((totals["actions"] + totals["forced"]) / games, rel=0.007)
    assert found["rounds_per_game"] == pytest.approx(totals["round_sum"] / games, rel=0.012)
    assert found["mean_score"] == pytest.approx(sum(totals["score_sums"]) / games / players, rel=0.02)


@pytest.mark.parametrize(("game", "players", "explore"), [("connect_four", 2, 1.0), ("pig", 2, 1.0), ("pig", 5, 1.6)])
def test_the_bare_search_finds_what_ours_finds(bare: Any, game: str, players: int, explore: float) -> None:
    loaded = Game(game, players)
    params = f"leaf=playout,policy=uniform,playout_plies=0,prior=0,solver=off,explore={explore}"
    searcher = Searcher("mcts", loaded, params, seed=1)
    searcher.start(loaded.new_initial_state(), nodes=50_000)
    searcher.wait()
    found = bare.run("bare_uct", game, 50_000, 0, players, explore)
    assert found["node_bytes"] == 16
    assert found["value"] == pytest.approx(searcher.found().values[0], abs=0.02)


def test_the_bare_expectation_looks_at_every_leaf(bare: Any) -> None:
    assert bare.run("bare_pig", 2, 0, 0)["leaves_a_search"] == 7**8


@pytest.mark.parametrize(("game", "players", "explore"), [("connect_four", 2, 1.0), ("pig", 2, 1.0), ("pig", 5, 1.6)])
def test_open_spiel_searches_alike(game: str, players: int, explore: float) -> None:
    """The settings that bench/peers.py compares by: the first move gets the same part of the simulations."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"{game}(players={players})" if players > 2 else game)
    ours = Game(game, players)
    params = f"leaf=playout,policy=uniform,playout_plies=0,prior=0,solver=off,explore={explore}"
    parts: tuple[list[float], list[float]] = ([], [])
    for seed in range(1, 5):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(theirs, evaluator, 2.0, 10_000, 1000, False, seed, False)
        root = bot.mcts_search(theirs.new_initial_state())
        parts[0].append(max(child.explore_count for child in root.children) / 10_000)
        searcher = Searcher("mcts", ours, params, seed=seed)
        searcher.start(ours.new_initial_state(), nodes=10_000)
        searcher.wait()
        parts[1].append(max(move.visits for move in searcher.found().moves) / 10_000)
    assert sum(parts[0]) / 4 == pytest.approx(sum(parts[1]) / 4, abs=0.1)
