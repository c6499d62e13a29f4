"""Records are written, read and played again; damage is found and named."""

import copy
import hashlib
import json
from pathlib import Path

import pytest
from gamelist import GAMES, IDS

import embertree
from embertree import UsageError
from embertree.agents import make_agent
from embertree.arena import play_game
from embertree.records import RecordError, RecordWriter, read_records, record_of, replay
from embertree.records.read import parse_record


def recorded(game: str = "pig", players: int = 2, seed: int = 7, **options: object) -> dict:
    loaded = embertree.load_game(game, players, **options)
    agents = [make_agent(spec, loaded) for spec in ("random", "greedy", "random", "greedy", "random")[:players]]
    # By way of JSON, as a reader gets it.
    return json.loads(json.dumps(record_of(play_game(loaded, agents, seed))))


@pytest.fixture(scope="module")
def record() -> dict:
    return recorded(goal=20)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_record_of_every_game_replays(game: str, players: int) -> None:
    record = recorded(game, players)
    played = replay(parse_record(json.dumps(record), "here"))
    assert played.final.is_terminal()
    assert played.plies == len(record["moves"])
    assert record["players"] == ["random", "greedy", "random", "greedy", "random"][:players]
    assert hashlib.sha256(played.final.position.encode()).hexdigest() == record["sha256"]
    for move in record["moves"]:
        assert set(move) in ({"move"}, {"move", "ms", "value"})


@pytest.mark.parametrize("objective", embertree.OBJECTIVES)
def test_options_and_objective_are_kept(objective: str) -> None:
    game = embertree.load_game("pig", 3, objective, goal=15)
    record = record_of(play_game(game, [make_agent("random", game) for _ in range(3)], 1))
    assert (record["rules"], record["objective"]) == ("goal=15", objective)
    assert replay(parse_record(json.dumps(record), "here")).game == game


def test_a_record_without_a_seed_replays_by_its_moves(record: dict) -> None:
    record = record | {"seed": None}
    assert replay(parse_record(json.dumps(record), "here")).final.is_terminal()


def test_a_file_has_a_record_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = embertree.load_game("pig", 2, goal=20)
    played = [play_game(game, [make_agent("random", game) for _ in range(2)], seed) for seed in (1, 2)]
    for each in played:  # opened twice: it appends
        with RecordWriter(path) as writer:
            writer.write(each)
    path.write_text(path.read_text() + "\n  \n")
    read = list(read_records(path))
    assert [line for line, _ in read] == [1, 2]
    assert [len(record["moves"]) for _, record in read] == [len(each.plies) for each in played]
    for _, each in read:
        replay(each)


def test_a_writer_without_games_leaves_files_as_they_were(tmp_path: Path) -> None:
    new, old = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    old.write_text("")
    for path in (new, old):
        RecordWriter(path).close()
    assert not new.exists()
    assert old.exists()
    RecordWriter("/dev/null").close()
    assert Path("/dev/null").exists()


def change(record: dict, path: str, value: object) -> dict:
    """A copy with the field at `a.0.b` set, or taken out where the value is `...`."""
    changed = copy.deepcopy(record)
    at = changed
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    key = int(last) if isinstance(at, list) else last
    if value is ...:
        del at[key]
    else:
        at[key] = value
    return changed


FORM = [
    ("format", 2, "field 'format': '2' is not 1"),
    ("game", 3, "field 'game': '3' is not the id of a game"),
    ("game", ..., "the field 'game' is missing"),
    ("players", "random", "field 'players': '\"random\"' is not a list of names"),
    ("seed", -1, "field 'seed': '-1' is not a whole number below 2**64"),
    ("seed", 2**64, "field 'seed'"),
    ("seed", True, "field 'seed': 'true' is not"),
    ("moves", {}, "field 'moves': '{}' is not a list of objects"),
    ("moves.0", "roll", "field 'moves'"),
    ("moves.0.move", 5, "move 1: field 'move': '5' is not a word"),
    ("moves.0.ms", -1, "move 1: field 'ms': '-1' is not a number from 0"),
    ("moves.0.ms", ..., "move 1: the field 'ms' is missing"),
    ("moves.0.value", "good", "move 1: field 'value'"),
    ("moves.0.time", 4, "move 1: there is no field 'time'"),
    ("result", None, "field 'result': 'null' is not an object"),
    ("result.ranks", ..., "field 'result', its field 'ranks' is missing"),
    ("result.scores", [1.5, 2], "'scores': '[1.5, 2]' is not a list of whole numbers"),
    ("sha256", "abc", "field 'sha256': '\"abc\"' is not 64 hexadecimal digits"),
    ("versions", {"embertree": 1}, "field 'versions'"),
    ("mvoes", [], "there is no field 'mvoes'; did you mean 'moves'?"),
]


@pytest.mark.parametrize(("path", "value", "complaint"), FORM, ids=[f"{path}={value}" for path, value, _ in FORM])
def test_a_field_of_the_wrong_form_is_named(record: dict, path: str, value: object, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(json.dumps(change(record, path, value)), "games.jsonl, line 3")
    assert str(caught.value).startswith("games.jsonl, line 3")
    assert complaint in str(caught.value)


MEANING = [
    ("game", "ludo", "field 'game': there is no game 'ludo'"),
    (
        "rules_version",
        99,
        "field 'rules_version': the record is of version 99 of pig's rules, this build plays version",
    ),
    ("rules", "gaol=20", "field 'rules': there is no rules option 'gaol'; did you mean 'goal'?"),
    ("rules", "goal=-1", "field 'rules': rules option goal: '-1' is not a whole number"),
    ("objective", "glory", "field 'objective': there is none 'glory'"),
    ("players", ["one"], "field 'players': pig is for 2 to 5 players, not 1"),
    ("moves.0.move", "rol", "move 1: 'rol': there is no move 'rol'"),
    ("moves.0.move", "roll:3", "move 1: 'roll:3': 'roll:3': a seat decides"),
    ("moves.0", {"move": "roll"}, "move 1: 'roll': the field 'ms' is missing"),
    ("seed", 123456, "the record's seed draws"),
    ("result.returns", [0.5, 0.5], "field 'result', returns: [0.5, 0.5] should be"),
    ("result.returns", [1.0], "field 'result', returns"),
    ("result.scores", [0, 0], "field 'result', scores: [0, 0] should be"),
    ("result.ranks", [1, 1], "field 'result', ranks"),
    ("reason", "tired", "field 'reason': 'tired' should be 'game over'"),
    ("sha256", "0" * 64, "field 'sha256'"),
]


@pytest.mark.parametrize(("path", "value", "complaint"), MEANING, ids=[f"{p}={v}" for p, v, _ in MEANING])
def test_a_field_that_is_not_true_is_named(record: dict, path: str, value: object, complaint: str) -> None:
    changed = parse_record(json.dumps(change(record, path, value)), "x")
    with pytest.raises(RecordError) as caught:
        replay(changed, "games.jsonl, line 3")
    assert str(caught.value).startswith("games.jsonl, line 3")
    assert complaint in str(caught.value)


def test_a_record_that_ends_early_or_goes_on_too_long_is_damaged(record: dict) -> None:
    shorter = change(record, f"moves.{len(record['moves']) - 1}", ...)
    with pytest.raises(RecordError, match="the game is not over after"):
        replay(shorter)
    longer = copy.deepcopy(record)
    longer["moves"].append(longer["moves"][0])
    with pytest.raises(RecordError, match=rf"move {len(longer['moves'])}: 'roll|hold': the game is over"):
        replay(longer)


def test_a_chance_event_has_no_time(record: dict) -> None:
    at = next(i for i, move in enumerate(record["moves"]) if ":" in move["move"])
    with pytest.raises(RecordError, match="a chance event has neither"):
        replay(change(record, f"moves.{at}", {"move": record["moves"][at]["move"], "ms": 1, "value": None}))


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (b"not json", "is not JSON"),
        (b"[1, 2]", "a record is a JSON object"),
        (b"{", "is not JSON"),
        (b'{"game": "pig", "game": "pig"}', "'game' stands there twice"),
        (b'{"seed": NaN}', "NaN is no JSON number"),
        (b'{"seed": ' + b"9" * 10_000 + b"}", "is not JSON"),
        (b"\xff\xfe{}", "is not UTF-8"),
        (b"[" * 200_000, "lists in lists"),
        (b"{}", "is missing"),
    ],
    ids=["words", "list", "cut", "twins", "nan", "huge", "bytes", "deep", "empty"],
)
def test_a_line_that_is_no_record_is_named(tmp_path: Path, raw: bytes, complaint: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(json.dumps(recorded(goal=10)).encode() + b"\n" + raw + b"\n")
    records = read_records(path)
    assert next(records)[0] == 1
    with pytest.raises(RecordError) as caught:
        next(records)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 400


def test_files_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        next(read_records(tmp_path / "none.jsonl"))
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        next(read_records(tmp_path))
    with pytest.raises(UsageError, match="cannot be written"):
        RecordWriter(tmp_path / "none" / "games.jsonl")
