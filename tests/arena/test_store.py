"""Finished games in a file: what is there, who may go on, what is refused."""

import dataclasses
import json
import sqlite3
import threading
from pathlib import Path

import pytest

import embertree
from embertree import UsageError
from embertree.agents import Limits
from embertree.arena import Clock, MatchSettings, Schedule, Store, play_match
from embertree.arena.settings import settings_of
from embertree.records.read import parse_record
from embertree.records.replay import replay

GAME = embertree.load_game("pig", 2, goal=30)
SETTINGS = MatchSettings(GAME, ["random", "greedy"], blocks=4, seed=3)


class Stop:
    """Interrupts a match after so many games."""

    def __init__(self, games: int) -> None:
        self.left = games

    def __call__(self, finished: object, standings: object) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


def play(path: Path, settings: MatchSettings = SETTINGS, games: int | None = None):
    with Store.open(path, settings) as store:
        return play_match(settings, Stop(games) if games else None, store=store)


def test_a_match_that_goes_on_is_the_same_match(tmp_path: Path) -> None:
    whole = play_match(SETTINGS)
    path = tmp_path / "m.db"
    for games in (1, 3, 2):
        assert play(path, games=games).interrupted
    last = play(path)
    assert (last.resumed, last.finished, last.interrupted) == (6, 8, False)
    assert last.digest == whole.digest
    assert last.table() == whole.table()
    with Store.open_for_reading(path) as store:
        assert list(store.numbers()) == list(range(8))


def test_a_finished_match_plays_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    first = play(path)
    played = []
    with Store.open(path, SETTINGS) as store:
        again = play_match(SETTINGS, lambda *game: played.append(game), store=store)
    assert not played
    assert (again.resumed, again.complete) == (8, True)
    assert (again.digest, again.table()) == (first.digest, first.table())


def test_gaps_are_filled_whatever_their_order(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    whole = play(path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM seats WHERE number IN (0, 3, 4, 7)")
        db.execute("DELETE FROM games WHERE number IN (0, 3, 4, 7)")
    played = []
    with Store.open(path, SETTINGS) as store:
        again = play_match(SETTINGS, lambda finished, _: played.append(finished.number), store=store)
    assert played == [0, 3, 4, 7]
    assert (again.digest, again.table()) == (whole.digest, whole.table())


def test_a_block_with_gaps_counts_but_not_for_errors(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    play(path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM seats WHERE number IN (1, 4)")
        db.execute("DELETE FROM games WHERE number IN (1, 4)")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with Store.open(path, SETTINGS) as store:
        result = play_match(SETTINGS, store=store, on_start=interrupt)
    assert (result.finished, result.standings.games, result.standings.blocks) == (6, 6, 2)


OTHERS = {
    "seed": {"seed": 4},
    "blocks": {"blocks": 5},
    "players": {"players": ["random", "random"]},
    "rules": {"game": embertree.load_game("pig", 2, goal=31)},
    "objective": {"game": embertree.load_game("pig", 2, goal=30, objective="margin")},
    "game": {"game": embertree.load_game("connect_four")},
    "limits": {"limits": Limits(nodes=5)},
    "clock": {"clock": Clock(1000)},
    "permutations": {"permutations": True},
    "openings": {"openings": ("seed 1",)},
    "move_limit": {"move_limit": 3},
    "on_fail": {"on_fail": "abort"},
    "format": {"format": "roundrobin"},
    "names": {"names": ("a", "b")},
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_settings_are_refused_by_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "m.db"
    play(path, games=1)
    other = dataclasses.replace(SETTINGS, **OTHERS[name])
    with pytest.raises(UsageError, match=rf"m.db: was made with other settings: .*{name} is .* there and .* here"):
        Store.open(path, other)
    assert play(path).complete


def test_what_does_not_decide_anything_may_differ(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    play(path, games=1)
    assert play(path, dataclasses.replace(SETTINGS, log=str(tmp_path / "log"))).complete


def test_settings_come_back_from_their_json() -> None:
    settings = MatchSettings(
        embertree.load_game("terra_mystica", 4, factions="witches,giants,nomads,engineers", objective="rank"),
        ("mcts:nodes=5", "py[dir=x]:a:b"),
        blocks=3,
        seed=2**63,
        limits=Limits(nodes=4, movetime_ms=5),
        names=("x", "y"),
        teams=(2, 2),
        permutations=True,
        side_rotations=True,
        openings=("moves deal:SCORE1", "seed 8"),
        move_limit=9,
        on_fail="substitute",
        stand_in="random",
        clock=Clock(60_500, 250),
    )
    back = settings_of(json.loads(settings.canonical()))
    assert back == settings
    assert back.hash() == settings.hash()


def test_a_store_tells_its_settings_and_results(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    games = []
    with Store.open(path, SETTINGS) as store:
        play_match(SETTINGS, lambda finished, _: games.append(finished), store=store)
    with Store.open_for_reading(path) as store:
        assert store.settings().hash() == SETTINGS.hash() == store.settings_hash
        results = list(store.results())
        assert len(results) == len(games)
        for result, finished in zip(results, games, strict=True):
            assert (result.block, result.rotation) == (finished.block, finished.rotation)
            assert list(result.names) == finished.played.players
            assert list(result.ranks) == finished.played.ranks
            assert list(result.scores) == finished.played.scores
            assert (result.kind, result.failed, result.luck, result.sides) == (
                finished.played.ending.kind,
                None,
                (),
                (),
            )
        for (_, _, record), finished in zip(store.records(), games, strict=True):
            assert replay(parse_record(record, "store")).final.position == finished.played.final_position


def test_luck_is_kept_where_somebody_reckons_it(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    play(path, games=2)
    with Store.open(path) as store:
        store.set_luck(1, [0.25, -0.25])
        assert [result.luck for result in store.results()] == [(), (0.25, -0.25)]


def test_sides_are_kept_where_the_game_has_them(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    for rules in ({"factions": "witches,giants"}, {}):
        settings = MatchSettings(embertree.load_game("terra_mystica", 2, **rules), ["greedy", "random"], seed=2)
        with Store.open(path, settings) as store:
            play_match(settings, store=store)
            sides = [result.sides for result in store.results()]
        if rules:
            assert sides == [("witches", "giants")] * 2
        assert all(len(each) == 2 and all(side.isalpha() for side in each) for each in sides)
        path = tmp_path / "other.db"


def test_only_one_match_writes_to_a_store(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Store.open(path, SETTINGS):
        with pytest.raises(UsageError, match="another match is writing"):
            Store.open(path, SETTINGS)
        with Store.open_for_reading(path) as reader:
            assert reader.count() == 0
    Store.open(path, SETTINGS).close()


def test_a_game_is_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    schedule = Schedule(SETTINGS)
    played = []
    with Store.open(path, SETTINGS) as store:
        play_match(SETTINGS, lambda finished, _: played.append(finished.played), store=store)
        store.add(schedule[2], played[0])
        assert store.count() == 8
        assert [facts.ranks for facts in store.facts()][2] == played[2].ranks


def test_a_reader_sees_whole_games_while_a_match_writes(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    seen: list[int] = []
    problems: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                with Store.open_for_reading(path) as reader:
                    facts = list(reader.facts())
                    assert all(len(each.ranks) == 2 and each.words for each in facts)
                    seen.append(len(facts))
        except BaseException as trouble:
            problems.append(trouble)

    settings = dataclasses.replace(SETTINGS, blocks=40)
    with Store.open(path, settings) as store:
        reader = threading.Thread(target=read)
        reader.start()
        play_match(settings, store=store)
        done.set()
        reader.join()
    assert not problems
    assert seen == sorted(seen)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("this is no database, however long it may go on and on\n" * 100)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE x (y)")
    newer = tmp_path / "newer.db"
    play(newer, games=1)
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 2")
    for path, complaint in ((text, "is no store"), (foreign, "something else"), (newer, "of form 2")):
        before = path.read_bytes()
        for attempt in (lambda path=path: Store.open(path, SETTINGS), lambda path=path: Store.open_for_reading(path)):
            with pytest.raises(UsageError, match=complaint):
                attempt()
        assert path.read_bytes() == before
    for missing in (tmp_path / "none.db", tmp_path):
        with pytest.raises(UsageError, match="no store"):
            Store.open_for_reading(missing)
    with pytest.raises(UsageError, match="there is no store"):
        Store.open(tmp_path / "none.db")
    with pytest.raises(UsageError, match="cannot be written"):
        Store.open(tmp_path / "no" / "m.db", SETTINGS)
    assert not (tmp_path / "none.db").exists()


def test_a_match_that_never_began_leaves_no_store(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    store = Store.open(path, SETTINGS)
    store.discard_if_empty()
    assert list(tmp_path.iterdir()) == []
    Store.open(path, SETTINGS).close()
    Store.open(path, SETTINGS).discard_if_empty()  # somebody else has made it
    play(path, games=1)
    Store.open(path, SETTINGS).discard_if_empty()
    with Store.open_for_reading(path) as kept:
        assert kept.count() == 1


def test_a_store_in_a_folder_that_may_not_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.db"
    play(path)
    monkeypatch.setattr("os.access", lambda *_: False)
    with Store.open_for_reading(path) as store:
        assert len(list(store.results())) == 8
    assert [each.name for each in tmp_path.iterdir()] == ["m.db"]


def test_a_damaged_store_says_so(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    play(path, dataclasses.replace(SETTINGS, blocks=40))
    data = bytearray(path.read_bytes())
    for page in range(6, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"x" * 200
    path.write_bytes(data)
    with Store.open_for_reading(path) as store, pytest.raises(UsageError, match=r"m\.db: cannot be read: "):
        list(store.facts())


def test_a_full_disk_ends_the_match_and_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    settings = dataclasses.replace(SETTINGS, blocks=200)
    with Store.open(path, settings) as store:
        store._db.execute("PRAGMA max_page_count = 30")
        with pytest.raises(UsageError, match=r"m\.db: cannot be written: .*full; what was stored before is kept"):
            play_match(settings, store=store)
        count = store.count()
    assert 0 < count < 400
    with Store.open(path, settings) as store:
        result = play_match(settings, store=store)
    assert (result.resumed, result.complete) == (count, True)
    assert result.digest == play_match(settings).digest


def test_older_rules_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    play(path, games=1)
    with sqlite3.connect(path) as db:
        settings = json.loads(db.execute("SELECT value FROM meta WHERE name = 'settings'").fetchone()[0])
        settings["rules_version"] = 0
        db.execute("UPDATE meta SET value = ? WHERE name = 'settings'", (json.dumps(settings),))
    with Store.open_for_reading(path) as store, pytest.raises(UsageError, match="version 0 of its rules"):
        store.settings()
