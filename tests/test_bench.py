"""`embertree bench` beyond the signature: speed against an older run, growth, and the budget of instructions.

How fast anything is cannot be tested; what is done with the figures can.
"""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
from gamelist import GAMES, IDS, walk

import embertree
from embertree._core import KERNELS, UsageError, repeat_kernel, tree_node_bytes
from embertree.bench.compare import Compared, summaries
from embertree.bench.growth import SMALLEST_TREE, move_growth, tree_growth, tree_sizes
from embertree.bench.speed import MEASURES
from embertree.cli import main

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Runs `embertree bench ...` in this process: (exit code, standard output, standard error)."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["bench", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def whole_games(game: str, players: int) -> list[embertree.State]:
    """Two games with all that happened in them."""
    games = []
    for seed in (1, 2):
        *_, end = walk(embertree.Game(game, players).new_initial_state(), seed)
        games.append(end)
    return games


# --- What one call of the rules takes ---


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_every_kernel_does_all_its_work_and_finds_the_same(game: str, players: int) -> None:
    games = whole_games(game, players)
    plies = sum(len(each.history()) for each in games)
    for kernel in KERNELS:
        calls, checksum = repeat_kernel(kernel, games, 3)
        assert (calls, checksum) == repeat_kernel(kernel, games, 3)
        assert repeat_kernel(kernel, games, 6)[0] == 2 * calls
        assert repeat_kernel(kernel, games, 0) == (0, 0)
        assert calls == 3 * plies if kernel == "apply" else 0 < calls <= 3 * min(128, plies)
    assert repeat_kernel("apply", games, 1)[1] != repeat_kernel("apply", games[:1], 1)[1]


def test_a_kernel_refuses_what_it_cannot_repeat() -> None:
    (game, *_) = whole_games("pig", 2)
    (other, *_) = whole_games("tic_tac_toe", 2)
    for name, games, repeats, says in (
        ("aply", [game], 1, "did you mean 'apply'"),
        ("key", [], 1, "none are given"),
        ("key", [game, other], 1, "not all are of pig"),
        ("key", [game], -1, "-1 is below 0"),
    ):
        with pytest.raises(UsageError, match=says):
            repeat_kernel(name, games, repeats)
    with pytest.raises(TypeError):
        repeat_kernel("key", [None], 1)  # type: ignore[list-item]


def test_a_node_of_the_tree_grows_with_the_seats() -> None:
    sizes = [tree_node_bytes(embertree.Game("pig", players)) for players in range(2, 6)]
    assert sizes == sorted(sizes)
    assert 8 < sizes[0] < sizes[-1] < 100


# --- Against an older run ---


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What a short run has printed."""
    file = tmp_path_factory.mktemp("bench") / "new.json"
    with file.open("w") as out, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        assert main(["bench", "tic_tac_toe", "--seconds", "0.01", "--json"]) == 0
    return json.loads(file.read_text())


def test_every_measure_of_speed_is_there(measured: dict) -> None:
    (row,) = measured["speed"]
    assert {measure.name for measure in MEASURES} <= set(row)
    assert (row["memory_nodes"], row["memory_mib"]) == (None, None)  # it was not asked for
    for measure in MEASURES:
        assert row[measure.name] is None or row[measure.name] > 0 or measure.name.endswith("_ns"), measure
    assert row["first_move_ms"] > 1  # a process has started


@pytest.fixture
def old(measured: dict, tmp_path: Path):
    """Writes a changed copy of it and returns the file."""

    def old(change=lambda facts: None) -> Path:
        facts = json.loads(json.dumps(measured))
        change(facts)
        file = tmp_path / "old.json"
        file.write_text(json.dumps(facts))
        return file

    return old


def test_compare_shows_old_new_and_ratio(run, old) -> None:
    def slower_machine(facts: dict) -> None:
        facts["speed"][0] |= {"playouts": 1.0, "copy_ns": 1e9, "mcts_nodes": 1e15, "state_bytes": 18}
        facts["speed"].append({"game": "ludo", "players": 2, "playouts": 5.0})

    file = old(slower_machine)
    code, out, err = run("--compare", file, "--seconds", "0.01")
    assert (code, err) == (0, "")
    rows = {words[2]: words for words in map(str.split, out.splitlines()) if words[:1] == ["tic_tac_toe"]}
    assert rows["playouts"][3] == "1"
    assert float(rows["playouts"][5].replace(",", "")) > 1000
    assert float(rows["copy_ns"][5]) > 1000  # less is better
    assert float(rows["mcts_nodes"][5]) < 0.001
    assert "ludo" not in out
    code, out, err = run("--compare", file, "--seconds", "0.01", "--json")
    assert (code, err) == (0, "")
    compared = json.loads(out)["compared"]
    assert compared["notes"] == []
    by_name = {row["measure"]: row for row in compared["rows"]}
    size = embertree.Game("tic_tac_toe").state_bytes
    assert (by_name["state_bytes"]["old"], by_name["state_bytes"]["new"]) == (18, size)
    assert by_name["state_bytes"]["ratio"] == pytest.approx(18 / size, abs=5e-4)
    assert {each["measure"]: each["ratio"] for each in compared["means"]}["copy_ns"] > 1000


def test_compare_says_what_makes_it_doubtful(run, old) -> None:
    def another_build(facts: dict) -> None:
        facts["build"]["compiler"] = "an older one"
        facts["signature"][0]["hash"] = "0" * 16

    _, out, _ = run("tic_tac_toe", "--compare", old(another_build), "--seconds", "0.01")
    assert "Note: built differently: compiler was 'an older one'" in out
    assert "Note: tic_tac_toe 2: mcts plays differently now" in out


def test_what_an_older_version_has_not_measured_is_left_out(run, old) -> None:
    file = old(lambda facts: facts["speed"][0].pop("apply_ns"))
    _, out, _ = run("--compare", file, "--seconds", "0.01")
    assert "legal_actions_ns" in out
    assert "apply_ns" not in out


def test_means_are_geometric_and_leave_noughts_out() -> None:
    rows = [Compared("pig", n, "playouts", 1, 1, ratio) for n, ratio in ((2, 4.0), (3, 1.0), (4, None))]
    assert summaries(rows) == [("playouts", 2, pytest.approx(2.0))]


DAMAGED = [
    (lambda facts: facts.pop("speed"), "it has no list 'speed'; --check and --write measure none"),
    (lambda facts: facts.pop("build"), "it has no object 'build'"),
    (lambda facts: facts.pop("signature"), "it has no list 'signature'"),
    (lambda facts: facts["speed"].insert(0, 7), "speed[0] is not an object"),
    (lambda facts: facts["speed"][0].pop("game"), "speed[0] does not say of which game"),
    (lambda facts: facts["speed"][0].update(players="2"), "speed[0] does not say of which game"),
    (lambda facts: facts["speed"][0].update(playouts="fast"), "speed[0].playouts is not a number from 0"),
    (lambda facts: facts["speed"][0].update(playouts=-1), "speed[0].playouts is not a number from 0"),
    (lambda facts: facts["speed"][0].update(playouts=float("nan")), "speed[0].playouts is not a number from 0"),
    (lambda facts: facts["speed"].append(facts["speed"][0]), "speed[1] is of tic_tac_toe 2 once more"),
    (lambda facts: facts.update(speed=[{"game": "pig", "players": 2}]), "speed[0] has no figures"),
]


@pytest.mark.parametrize(("change", "says"), DAMAGED, ids=[says for _, says in DAMAGED])
def test_a_damaged_file_is_refused_before_anything_is_measured(run, old, change, says: str) -> None:
    file = old(change)
    code, out, err = run("--compare", file)
    assert (code, out) == (2, "")
    assert err == f"embertree: {err.removeprefix('embertree: ')}"
    assert f"{file}: is not what `embertree bench --json` prints: {says}" in err


def test_a_file_of_another_kind_is_refused(run, old, tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text, says in (
        ("signature", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it has no object 'build'"),
    ):
        file.write_text(text)
        assert says in run("--compare", file)[2]
    file.write_bytes(b"\xff\xfe")
    assert "cannot be read: is not UTF-8 text" in run("--compare", file)[2]
    assert "cannot be read" in run("--compare", tmp_path / "nowhere.json")[2]
    assert "has no speed of pig" in run("pig", "--compare", old())[2]
    ludo = old(lambda facts: facts["speed"][0].update(game="ludo"))
    assert "has no speed of any game that is here" in run("--compare", ludo)[2]


# --- How speed grows ---


def test_tree_sizes_are_round_and_end_where_they_should() -> None:
    assert tree_sizes(10_000) == [10_000]
    assert tree_sizes(300_000) == [10_000, 20_000, 50_000, 100_000, 200_000, 300_000]
    assert tree_sizes(10**7)[-4:] == [10**6, 2 * 10**6, 5 * 10**6, 10**7]


def test_a_tree_grows_from_size_to_size() -> None:
    points = list(tree_growth(embertree.Game("pig"), 20_000, 64))
    assert [point.nodes for point in points] == [10_000, 20_000]
    assert all(point.nodes_a_second > 0 and not point.ceiling for point in points)
    assert 0 < points[0].hashfull < points[1].hashfull


def test_a_tree_at_its_ceiling_grows_a_little_more() -> None:
    points = list(tree_growth(embertree.Game("connect_four"), 10**6, 1))
    assert [point.ceiling for point in points][-2:] == [True, True]
    assert not any(point.ceiling for point in points[:-2])
    assert points[-2].nodes < points[-1].nodes <= 1.2 * points[-2].nodes < 10**6


def test_a_tree_that_is_proven_grows_no_more() -> None:
    points = list(tree_growth(embertree.Game("tic_tac_toe"), 10**7, 64))
    assert points[-1].nodes < 10**7


def test_moves_are_spread_over_the_game() -> None:
    points = list(move_growth(embertree.Game("stone_age", 2), seed=1, decisions=5))
    assert len(points) == 5
    assert points[0].round == 1 < points[-1].round
    assert [point.ply for point in points] == sorted({point.ply for point in points})
    assert all(point.legal > 1 and point.mcts_ms > 0 and point.expectimax_ms > 0 for point in points)
    game = list(move_growth(embertree.Game("tic_tac_toe"), seed=1, decisions=1000))
    assert [point.ply for point in game] == list(range(len(game)))  # no more than there are


def test_growth_is_printed_drawn_and_given_as_json(run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ["connect_four", "--growth", "--nodes", SMALLEST_TREE, "--decisions", 2]
    code, out, err = run(*words, "--plot", tmp_path / "growth.svg")
    assert (code, err) == (0, "")
    assert out.split("\n\n")[0].split()[:2] == ["nodes", "a"]
    assert len(out.splitlines()) == 2 + 1 + 3
    assert "<svg" in (tmp_path / "growth.svg").read_text()
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert (facts["game"], facts["players"], facts["hash"]) == ("connect_four", 2, 256)
    assert [point["nodes"] for point in facts["growth"]["tree"]] == [SMALLEST_TREE]
    assert len(facts["growth"]["moves"]) == 2


def test_a_plot_without_matplotlib_says_what_is_needed(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = run("pig", "--growth", "--plot", "x.png")
    assert (code, out) == (2, "")
    assert err == "embertree: plots need matplotlib, which is not here: pip install 'embertree[arena]'\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--growth", "one game, not 0"),
        ("pig connect_four --growth", "one game, not 2"),
        ("pig --growth --nodes 100", "--nodes 100 is below 10000"),
        ("pig --growth --players 9", "pig is for 2 to 5 players"),
        ("pig --growth --plot x.gif", "ends in .png, .svg, .pdf"),
        ("pig --growth --plot /nonexistent/x.png", "/nonexistent/x.png: cannot be written"),
        ("pig --growth --check", "choose one"),
        ("pig --growth --memory", "--memory is a measure of speed"),
        ("pig --check --memory", "--memory is a measure of speed"),
        ("pig --compare x.json --write", "choose one"),
        ("pig --plot x.png", "--plot goes with --growth alone"),
        ("pig --check --players 2", "--players goes with --growth alone"),
        ("pig --nodes 20000", "--nodes goes with --growth alone"),
    ],
)
def test_bad_input(run, line: str, says: str) -> None:
    code, out, err = run(*line.split())
    assert (code, out) == (2, "")
    assert err.startswith("embertree: ")
    assert err.count("\n") == 1
    assert says in err


# --- The budget of instructions (bench/instructions.py) ---


@pytest.fixture(scope="module")
def instructions() -> ModuleType:
    spec = importlib.util.spec_from_file_location("instructions", BENCH / "instructions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def budget() -> dict:
    return {"compiler": "GNU 12.2.0 x86_64", "flags": "-O3", "instructions": {"pig 2 mcts": 1000.0, "pig 2 policy": 50}}


def judged(instructions: ModuleType, budget: dict, mcts: float, compiler: str = "", flags: str = "-O3") -> tuple:
    build = instructions.Build(compiler or budget["compiler"], flags)
    lines, failed = instructions.judge({"pig 2 mcts": mcts, "pig 2 policy": 50}, build, budget, "budget.json")
    return failed, "\n".join(lines)


def test_up_to_five_percent_is_within_the_budget(instructions: ModuleType, budget: dict) -> None:
    for mcts in (1000, 1049, 951):
        assert judged(instructions, budget, mcts) == (False, "2 counts, each within 5% of budget.json")


def test_more_than_five_percent_more_fails(instructions: ModuleType, budget: dict) -> None:
    failed, text = judged(instructions, budget, 1060)
    assert failed
    assert "pig 2 mcts: 1,060 a unit, +6.0% on the budget's 1,000" in text
    assert "policy" not in text


def test_more_than_five_percent_less_asks_to_be_blessed(instructions: ModuleType, budget: dict) -> None:
    failed, text = judged(instructions, budget, 900)
    assert not failed
    assert "-10.0%" in text
    assert "bless it" in text


def test_what_was_never_blessed_fails(instructions: ModuleType, budget: dict) -> None:
    del budget["instructions"]["pig 2 mcts"]
    failed, text = judged(instructions, budget, 1000)
    assert failed
    assert "not in the budget" in text


@pytest.mark.parametrize(
    ("compiler", "flags", "comparable"),
    [
        ("GNU 12.9.1 x86_64", "-O3", True),
        ("GNU 13.2.0 x86_64", "-O3", False),
        ("Clang 12.2.0 x86_64", "-O3", False),
        ("GNU 12.2.0 aarch64", "-O3", False),
        ("GNU 12.2.0 x86_64", "-O2", False),
    ],
)
def test_only_the_same_kind_of_build_is_held_to_the_budget(
    instructions: ModuleType, budget: dict, compiler: str, flags: str, comparable: bool
) -> None:
    failed, text = judged(instructions, budget, 2000, compiler, flags)
    assert failed == comparable
    assert ("NOT CHECKED" in text) != comparable
    assert "+100.0%" in text  # it is shown all the same


def test_blessing_some_games_keeps_the_others(instructions: ModuleType, budget: dict) -> None:
    build = instructions.Build(budget["compiler"], budget["flags"])
    budget["instructions"]["ludo 4 mcts"] = 7.0
    now = instructions.blessed({"pig 2 policy": 60.04}, build, budget)
    assert now["instructions"] == {"pig 2 policy": 60.0, "pig 2 mcts": 1000.0}  # a game that is gone goes
    other = instructions.Build("GNU 13.1.0 x86_64", "-O3")
    assert instructions.blessed({"pig 2 policy": 60}, other, budget)["instructions"] == {"pig 2 policy": 60}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no", "is not JSON"),
        ("{}", "has no object 'instructions'"),
        ('{"instructions": {}, "flags": ""}', "has no text 'compiler'"),
        ('{"instructions": {}, "flags": "", "compiler": "GNU"}', "is not 'maker version processor'"),
        ('{"instructions": {"pig 2 mcts": 0}, "flags": "", "compiler": "a b c"}', "pig 2 mcts: 0 is not a number"),
    ],
)
def test_a_damaged_budget_is_refused(
    instructions: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys, tmp_path: Path, text: str, says: str
) -> None:
    monkeypatch.setattr(instructions.shutil, "which", lambda name: f"/usr/bin/{name}")
    file = tmp_path / "budget.json"
    file.write_text(text)
    assert instructions.main(["--check", "--budget", str(file)]) == 2
    assert says in capsys.readouterr().err


def test_without_valgrind_the_check_is_skipped_loudly(
    instructions: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    assert instructions.main(["--check"]) == 0
    assert "SKIPPED, NOTHING WAS CHECKED: valgrind is not here" in capsys.readouterr().out
    assert instructions.main(["--write"]) == 2
    assert "valgrind is not here" in capsys.readouterr().err


def test_the_budget_has_every_game(instructions: ModuleType) -> None:
    budget = instructions.read_budget(BENCH / "instructions.json")
    assert list(instructions.GAMES) == embertree.game_ids()
    names = [instructions.key(game, work) for game in instructions.GAMES for work in instructions.WORKS]
    assert list(budget["instructions"]) == names
    for game, (players, units) in instructions.GAMES.items():
        embertree.Game(game, players)
        assert tuple(units) == instructions.WORKS
