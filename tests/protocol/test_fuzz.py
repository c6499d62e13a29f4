"""Nonsense of every kind into the engine: it never ends, never raises, is never silent, and every question has its
answer. The same checks serve fuzz/fuzz_protocol.py, which runs for as long as somebody lets it."""

import importlib.util
import random
import string
from pathlib import Path

import pytest
from gamelist import GAMES, IDS, some_states
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import embertree
from embertree import UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import COMMANDS, DIALECTS, ERRORS, QUERIES, REPLIES
from embertree.protocol.options import Options
from embertree.protocol.parse import compose, read
from embertree.protocol.server import Server

GAME_IDS = embertree.game_ids()

# Words that mean something somewhere, so that lines come close to being right.
WORDS = sorted(
    {
        *(row.word for row in COMMANDS if row.word not in ("quit", "bench")),
        *(keyword.name for row in COMMANDS for keyword in row.keywords),
        *(row.word for row in QUERIES),
        *(row.name for row in Options().rows.values()),
        *GAME_IDS,
        *DIALECTS,
        *("value", "true", "false", "auto", "explicit", "win", "margin", "greedy", "random", "expectimax"),
        *("roll", "hold", "roll:1", "roll:6", "roll:9", "draw:?", "mark:a1", "mark:b2", "drop:a", "drop:d", "place:d6"),
        *(
            "0/0",
            "3/3/3",
            "0",
            "1",
            "2",
            "5",
            "17",
            "-1",
            "99999999999999999999",
            "1e9",
            "#",
            "##",
            "<empty>",
            "goal=9",
        ),
    }
)
# Searches must end by themselves, and soon.
ENDLESS = {"infinite", "ponder", "movetime", "nodes", "depth", "go", "perft"}

words = st.one_of(st.sampled_from(WORDS), st.text(max_size=12), st.integers().map(str))
loose_lines = st.lists(words, max_size=12).map(" ".join)
commands = st.sampled_from([word for word in WORDS if word in {row.word for row in COMMANDS}])
near_lines = st.builds(lambda first, rest: f"{first} {' '.join(rest)}", commands, st.lists(words, max_size=10))
lines = st.one_of(near_lines, loose_lines, st.text(max_size=60))


def answers(server: Server, line: str | bytes) -> list[str]:
    """What one line brings, a search it may have begun stopped at once."""
    server.feed(line if isinstance(line, bytes) else line.encode(errors="surrogatepass"))
    server.feed(b"\n")
    while server.step():
        pass
    if server.busy:
        assert server.finish(20_000)
    assert not server.quitting
    out = server.out.decode()
    server.out.clear()
    assert out == "" or out.endswith("\n")
    return out.splitlines()


def check(server: Server, line: str) -> None:
    """One line, and what must be true of the answer whatever it was."""
    if line.split()[:1] == ["quit"]:
        return
    heard = answers(server, line)
    # As many answers as questions; a line that is no text is dropped whole.
    dropped = "\0" in line or any("\ud800" <= c <= "\udfff" for c in line)
    for kind, answer in (("query", "response"), ("go", "bestmove")):
        asked = line.split()[:1] == [kind] and not dropped
        assert sum(each.split()[:1] == [answer] for each in heard) == asked, (line, heard)
    for each in heard:
        found = each.split()
        if found[:1] == ["error"] or found[:3] == ["info", "string", "error"]:
            assert found[found.index("error") + 1] in ERRORS, each
            assert "internal" not in found[:4], each
            assert len(each) < 2_000
    assert answers(server, "isready")[-1] == "readyok"


@pytest.mark.parametrize("dialect", ["", *DIALECTS])
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(lines, max_size=12))
def test_no_line_ends_or_silences_it(dialect: str, some: list[str]) -> None:
    server = Server()
    server.options.set("Hash", "1")
    if dialect:
        answers(server, dialect)
    for line in some:
        for part in line.replace("\r", "\n").split("\n"):
            # A count or a search of years can be stopped, but a test should not wait for that.
            check(server, part[:200])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=20))
def test_bytes_cut_anywhere_are_the_same_lines(pieces: list[bytes]) -> None:
    """However the bytes are cut, the answers are the same."""
    data = b"".join(pieces).replace(b"quit", b"quiz")
    whole, cut = Server(), Server()
    whole.feed(data)
    for piece in (data[k : k + 1] for k in range(len(data))):
        cut.feed(piece)
    for server in (whole, cut):
        while server.step():
            pass
        server.finish(20_000)
    assert _without_times(whole.out) == _without_times(cut.out)


def _without_times(out: bytearray) -> list[list[str]]:
    split = [line.split() for line in out.decode().splitlines()]
    return [[w for k, w in enumerate(line) if line[k - 1] not in ("time", "nps")] for line in split]


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_position_is_refused_or_sound(game: str, players: int, data: st.DataObject) -> None:
    """A position with a few characters changed: an error, or a position that plays on to its end."""
    state = data.draw(st.sampled_from(some_states(game, players)))
    text = list(state.position)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        new = data.draw(st.sampled_from(string.printable[:95] + "".join(text)))
        action = data.draw(st.sampled_from(["change", "insert", "drop"]))
        text[at : at + (action != "insert")] = [] if action == "drop" else [new]
        if not text:
            return
    server = Server()
    answers(server, f"setoption name Game value {game}")
    heard = answers(server, "position fen " + "".join(text))
    if heard:
        assert heard[0].split()[:2] in (["error", "bad_fen"], ["error", "bad_argument"], ["error", "out_of_range"]), (
            heard
        )
        assert answers(server, "query turn") == ["error no_position", "response error"]
        return
    (fen,) = answers(server, "query fen")
    again = embertree.Game(game).parse_position(fen.removeprefix("response "))
    assert again.audit() == ""
    for k in range(50):
        if again.is_terminal():
            break
        again.apply_action(again.random_action(k))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([*COMMANDS, *REPLIES]), st.sampled_from(DIALECTS), st.lists(words, max_size=15))
def test_the_parser_gives_values_or_a_protocol_error(row, dialect: str, some: list[str]) -> None:
    some = [word for text in some for word in text.split()]
    for skip in (False, True):
        try:
            values = read(row, some, dialect, skip_unknown=skip)
        except ProtocolError:
            continue
        assert set(values) <= {each.name for each in (*row.keywords, *row.places)}


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_what_is_composed_is_read_back(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from([row for row in COMMANDS if row.keywords or row.places]))
    dialect = data.draw(st.sampled_from([each for each in DIALECTS if each in row.dialects]))
    plain = st.text(string.ascii_lowercase + string.digits + ":+>", min_size=1, max_size=8).map(lambda text: f"x{text}")
    kinds = {
        "flag": st.just(True),
        "word": plain,
        "words": st.lists(plain, min_size=1, max_size=4),
        "rest": st.lists(plain, min_size=1, max_size=4),
    }
    values = {}
    for word in (*row.places, *row.keywords):
        if dialect not in word.dialects or word.same_as:
            continue
        if word in row.places or data.draw(st.booleans()):
            number = st.integers(word.low, word.high)
            values[word.name] = data.draw(number if word.kind == "number" else kinds[word.kind])
    line = compose(row, values, dialect)
    first, *others = line.split()
    assert first == row.word
    assert read(row, others, dialect) == values


def test_a_value_that_is_no_word_is_not_composed() -> None:
    rows = {row.word: row for row in COMMANDS}
    for values in ({"moves": ["a b"]}, {"moves": [""]}, {"players": 9}, {"colour": "red"}, {"rules": "a\nquit"}):
        with pytest.raises((ValueError, ProtocolError, UsageError)):
            compose(rows["position"], {"startpos": True, **values})


def test_the_fuzz_target_runs() -> None:
    path = Path(__file__).parent.parent.parent / "fuzz" / "fuzz_protocol.py"
    spec = importlib.util.spec_from_file_location("fuzz_protocol", path)
    target = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(target)
    material = target.seeds()
    target.one_input(b"\n".join(material))
    chance = random.Random(1)
    for _ in range(100):
        target.one_input(target.mutated(chance, material))


@pytest.mark.slow
def test_a_million_words_of_garbage() -> None:
    """Lines of moves, half of them right, and of anything else; a million words in all."""
    chance = random.Random(1)
    server = Server()
    server.options.set("Hash", "1")
    count = 0
    while count < 1_000_000:
        game, players = chance.choice(GAMES)
        state = chance.choice(some_states(game, players))
        at = state.game.new_initial_state()
        played = []
        for action in state.history():
            played.append(at.action_to_string(action))
            at.apply_action(action)
        for _ in range(chance.randrange(3)):
            played.insert(chance.randrange(len(played) + 1), chance.choice(WORDS))
        garbage = " ".join(chance.choices(WORDS, k=chance.randrange(1, 30)))
        for line in (
            f"newgame game {game} players {players}",
            f"position startpos moves {' '.join(played)}",
            chance.choice(["query legalmoves", "query chance", "query fen", "d", "eval", "go nodes 1", "query result"]),
            garbage if not ENDLESS & set(garbage.split()) else f"moves {garbage}",
            "".join(chance.choices(string.printable, k=chance.randrange(80))).replace("\n", " ").replace("quit", ""),
        ):
            count += len(line.split())
            check(server, line)
