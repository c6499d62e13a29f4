"""`embertree ratings`, `embertree luck` and `--sprt`, on stores and records of small matches."""

import json
import sys
from pathlib import Path

import pytest

from embertree import load_game
from embertree.agents import Limits
from embertree.arena import MatchSettings, Store, play_match
from embertree.cli import main
from embertree.records import RecordWriter

pytest.importorskip("scipy")
pytest.importorskip("matplotlib")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Runs a command line in this process: (exit code, standard output, standard error)."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(each) for each in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def played(path: Path, game: str, players: list[str], blocks: int, seed: int = 1) -> Path:
    settings = MatchSettings(load_game(game, len(players)), players, blocks, seed, Limits(nodes=20))
    with Store.open(path, settings) as store:
        play_match(settings, store=store)
    return path


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("stores") / "pig.db", "pig", ["greedy", "random", "random:seed=3"], 12)


@pytest.fixture(scope="module")
def factions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("stores") / "terra.db", "terra_mystica", ["random", "random:seed=5"], 4)


# --- Ratings ---


def test_the_table_names_players_seats_and_sides(run, factions: Path) -> None:
    code, out, err = run("ratings", factions, "--resamples", 20)
    assert (code, err) == (0, "")
    assert "Terra Mystica, 2 players: 8 games, 4 blocks" in out
    assert "│ random:seed=5 │" in out
    assert "seats of 2: seat 0 " in out
    assert "\nsides: " in out
    assert "from 20 draws of the 4 blocks" in out


def test_figures_are_those_of_the_table(run, pig: Path) -> None:
    code, out, err = run("ratings", pig, "--json", "--anchor", "random:seed=3=1000", "--resamples", 30)
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert (facts["games"], facts["blocks"], facts["resamples"]) == (36, 12, 30)
    by_name = {row["name"]: row for row in facts["players"]}
    assert facts["players"][0]["name"] == "greedy"
    assert (by_name["random:seed=3"]["elo"], by_name["random:seed=3"]["error"]) == (1000, 0)
    assert by_name["greedy"]["elo"] > 1200
    assert sum(term["elo"] for term in facts["seats"]["3"]) == pytest.approx(0, abs=1e-5)
    assert facts["sides"] == []
    again = run("ratings", pig, "--json", "--anchor", "random:seed=3=1000", "--resamples", 30)
    assert again == (0, out, "")


def test_two_stores_are_one_fit(run, pig: Path, tmp_path: Path) -> None:
    other = played(tmp_path / "other.db", "pig", ["greedy", "random"], 3)
    code, out, _ = run("ratings", pig, other, "--json", "--resamples", 5)
    assert code == 0
    facts = json.loads(out)
    assert (facts["games"], facts["blocks"], sorted(facts["seats"])) == (42, 15, ["2", "3"])


@pytest.mark.parametrize(("ending", "first"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_the_plot_is_a_picture_and_the_same_each_time(
    run, factions: Path, tmp_path: Path, ending: str, first: bytes
) -> None:
    files = [tmp_path / f"{i}.{ending}" for i in range(2)]
    for file in files:
        code, _, err = run("ratings", factions, "--resamples", 5, "--plot", file)
        assert (code, err) == (0, "")
    data = [file.read_bytes() for file in files]
    assert data[0].startswith(first)
    assert data[0] == data[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["{pig}", "--anchor", "rndom=0"], "these games have no player 'rndom'; did you mean 'random'?"),
        (["{pig}", "--anchor", "random"], "--anchor 'random': expected NAME=ELO"),
        (["{pig}", "--anchor", "random=x"], "--anchor 'random=x': expected NAME=ELO"),
        (["{pig}", "--anchor", "random=0", "--anchor", "random=1"], "'random' is held twice"),
        (["{pig}", "--anchor", "random=0", "--anchor", "greedy=1"], "connected by games"),
        (["{pig}", "--plot", "ratings.gif"], "a plot's name ends in .png, .svg, .pdf"),
        (["{pig}", "--plot", "/nowhere/ratings.png"], "/nowhere/ratings.png: cannot be written: No such file"),
        (["{pig}", "--resamples", "-1"], "whole number from 0"),
        (["{pig}", "{factions}"], "is of terra_mystica"),
        (["nowhere.db"], "nowhere.db: there is no store"),
    ],
)
def test_bad_input_is_one_clear_line(run, pig: Path, factions: Path, arguments: list[str], says: str) -> None:
    code, out, err = run("ratings", *(each.format(pig=pig, factions=factions) for each in arguments))
    assert (code, out) == (2, "")
    assert err.startswith("embertree: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize(("module", "arguments"), [("scipy.sparse", []), ("matplotlib.figure", ["--plot", "x.png"])])
def test_a_missing_extra_is_named_with_its_command(
    run, pig: Path, monkeypatch: pytest.MonkeyPatch, module: str, arguments: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    code, out, err = run("ratings", pig, *arguments)
    assert (code, out) == (2, "")
    assert (
        err
        == f"embertree: ratings need {module.partition('.')[0]}, which is not here: pip install 'embertree[arena]'\n"
    )


# --- Luck ---


def test_luck_is_the_same_out_of_records_and_stores(run, pig: Path, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    settings = MatchSettings(load_game("pig", 3), ["greedy", "random", "random:seed=3"], 12, 1)
    with RecordWriter(records) as writer:
        play_match(settings, lambda finished, _: writer.write(finished.played))
    found = []
    for file in (records, pig):
        code, out, err = run("luck", file, "--json")
        assert (code, err) == (0, "")
        found.append(json.loads(out))
    assert found[0]["players"] == found[1]["players"]
    assert found[0]["events"] == found[1]["events"] > 36
    row = found[0]["players"][0]
    assert row["name"] == "greedy"
    assert row["adjusted"]["mean"] == pytest.approx(row["returned"]["mean"] - row["luck"]["mean"], abs=1e-5)


def test_luck_of_each_game_is_printed_and_kept(run, tmp_path: Path) -> None:
    store = played(tmp_path / "pig.db", "pig", ["greedy", "random"], 2)
    code, out, err = run("luck", store, "--games", "--save", "--analyst", "greedy")
    assert (code, err) == (0, "")
    assert "game 4: " in out
    assert "Luck by greedy: 4 games" in out
    with Store.open_for_reading(store) as opened:
        kept = [result.luck for result in opened.results()]
    code, out, _ = run("luck", store, "--games", "--json", "--analyst", "greedy")
    assert [game["luck"] for game in json.loads(out)["by_game"]] == [
        pytest.approx(by_seat, abs=1e-6) for by_seat in kept
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["{pig}", "--analyst", "nobody"], "'nobody' cannot judge positions; there are: evaluation, own"),
        (["nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["{empty}"], "no finished games in it"),
        (["{empty}", "--save"], "only a store keeps the luck"),
    ],
)
def test_bad_input_of_luck(run, pig: Path, tmp_path: Path, arguments: list[str], says: str) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    code, _, err = run("luck", *(each.format(pig=pig, empty=empty) for each in arguments))
    assert code == 2
    assert says in err


def test_a_match_shows_luck_with_and_without_a_store(run, tmp_path: Path) -> None:
    match = ["match", "pig", "--player", "greedy", "--player", "random", "--blocks", 3, "--luck"]
    code, out, _ = run(*match, "evaluation")
    assert code == 0
    assert "less luck" in out
    _, plain, _ = run(*match, "evaluation", "--json")
    db = ["--db", tmp_path / "pig.db"]
    first, again, other = (run(*match, analyst, "--json", *db)[1] for analyst in ("evaluation", "evaluation", "greedy"))
    standings = [json.loads(each)["standings"] for each in (plain, first, again, other)]
    assert standings[0] == standings[1] == standings[2]
    assert standings[3][0]["luck"] != standings[0][0]["luck"]  # of another analyst, reckoned anew
    code, _, err = run("match", "connect_four", "--player", "greedy", "--player", "random", "--luck", "evaluation")
    assert code == 2
    assert "connect_four has no chance events" in err


# --- SPRT ---

LOPSIDED = ["match", "pig", "--player", "greedy", "--player", "random", "--blocks", 500, "--rules", "goal=30"]


def test_a_lopsided_match_ends_early_and_says_why(run, tmp_path: Path) -> None:
    db = tmp_path / "pig.db"
    code, _, err = run(*LOPSIDED, "--sprt", "elo0=0,elo1=50", "--db", db)
    assert code == 0
    assert "SPRT(elo0=0,elo1=50,alpha=0.05,beta=0.05): over, at least elo1=50 accepted after " in err
    assert "of 1000 games" in err
    with Store.open_for_reading(db) as store:
        games = store.count()
        assert games == 2 * len({r.block for r in store.results()})
    assert 32 <= games < 200
    # Once decided it stays so, by the same command and by the store's own memory.
    for again in ([*LOPSIDED, "--sprt", "elo0=0,elo1=50", "--db", db], ["resume", db]):
        code, more, _ = run(*again, "--json")
        facts = json.loads(more)
        assert (code, facts["games_finished"], facts["sprt"]["accepted"]) == (0, games, "elo1")
    code, _, err = run(*LOPSIDED, "--sprt", "elo0=0,elo1=40", "--db", db)
    assert code == 2
    assert "was begun with the test elo0=0,elo1=50" in err


def test_an_undecided_match_says_how_the_test_stands(run) -> None:
    code, out, _ = run(*LOPSIDED[:7], 2, "--sprt", "elo0=0,elo1=50")
    assert code == 0
    assert "not decided after 2 blocks" in out


def test_of_more_than_two_the_first_is_tested_against_each_other(run) -> None:
    code, out, _ = run(
        "match", "pig", "--player", "random", "--fill", "greedy", "--players", 4, "--blocks", 200,
        "--sprt", "elo0=-20,elo1=20,alpha=0.01,beta=0.01", "--json",
    )  # fmt: skip
    facts = json.loads(out)
    assert code == 0
    assert facts["sprt"]["accepted"] == "elo0"
    # The same mean as from ranks: of three others, so many were behind.
    (row,) = [row for row in facts["standings"] if row["player"] == 0]
    assert facts["sprt"]["mean"] == pytest.approx((4 - row["rank"]["mean"]) / 3, abs=0.05)
    assert facts["sprt"]["blocks"] == facts["blocks_finished"] < 200


def test_wrong_tests_are_refused_before_the_first_game(run, tmp_path: Path) -> None:
    db = tmp_path / "pig.db"
    code, _, err = run(*LOPSIDED, "--sprt", "elo0=5,elo1=5", "--db", db)
    assert code == 2
    assert "elo0=5 is not below elo1=5" in err
    assert not db.exists()
