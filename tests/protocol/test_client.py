"""The client against a played other side: no process, no clock that runs."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from embertree import UsageError
from embertree.agents import Limits
from embertree.protocol import client as client_module
from embertree.protocol.client import EngineClient, EngineFailure, Patience
from embertree.protocol.transport import TransportError

Reply = str | float | TransportError


class Played:
    """The other side of a conversation: for each line a list of replies. A number is time that passes; nothing more to
    say is silence until the deadline."""

    def __init__(self, answer: Callable[[str], Iterable[Reply]], monkeypatch: pytest.MonkeyPatch) -> None:
        self.answer = answer
        self.sent: list[str] = []
        self.closed: float | None = None
        self.now = 100.0
        self._coming: list[Reply] = []
        monkeypatch.setattr(client_module.time, "monotonic", lambda: self.now)

    def send(self, line: str, deadline: float) -> None:
        self.sent.append(line)
        self._coming += self.answer(line)

    def receive(self, deadline: float) -> str:
        while self._coming:
            reply = self._coming[0]
            if isinstance(reply, float):
                if self.now + reply > deadline:
                    self._coming[0] = reply - (deadline - self.now)
                    self.now = deadline
                    break
                self.now += reply
                self._coming.pop(0)
                continue
            self._coming.pop(0)
            if isinstance(reply, TransportError):
                raise reply
            return reply
        self.now = max(self.now, deadline)
        raise TransportError("timeout", "no answer")

    def allow(self, count: int) -> None:
        assert count > 0

    def close(self, grace_s: float) -> None:
        self.closed = grace_s


NGI = ["id name Toy 2", "id author me", "protocol ngi 1", "game ludo players 2 4 chance yes"]
NGI += ["option name Hash type spin default 16 min 1 max 64", "option name Clear Hash type button"]
NGI += ["option name Style type combo default calm var calm var wild", "option name Book type string default <empty>"]
NGI += ["ngiok"]


def ngi(**replies: Sequence[Reply]) -> Callable[[str], Iterable[Reply]]:
    """An engine that speaks ngi; `replies` by the first word of a line."""

    def answer(line: str) -> Iterable[Reply]:
        word = line.split()[0]
        if word in replies:
            return replies[word]
        return {"ngi": NGI, "isready": ["readyok"]}.get(word, [])

    return answer


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch):
    def opened(answer: Callable[[str], Iterable[Reply]], dialect: str | None = None) -> tuple[EngineClient, Played]:
        played = Played(answer, monkeypatch)
        client = EngineClient(played, Patience(start=3000, ready=1000, move=5000, margin=50))
        client.open(dialect)
        return client, played

    return opened


# --- The handshake ---


def test_the_handshake_is_read(opened) -> None:
    client, played = opened(ngi())
    assert (client.dialect, client.name) == ("ngi", "Toy 2")
    assert client.games == {"ludo": (2, 4)}
    assert [option.name for option in client.options.values()] == ["Hash", "Clear Hash", "Style", "Book"]
    hash_option = client.check_option("hash")
    assert (hash_option.type, hash_option.default, hash_option.low, hash_option.high) == ("spin", "16", 1, 64)
    assert client.check_option("STYLE").choices == ("calm", "wild")
    assert client.check_option("Book").default == ""
    assert played.sent[0] == "ngi"


@pytest.mark.parametrize("complains", [True, False])
@pytest.mark.parametrize("dialect", ["ugi", "uci"])
def test_the_dialect_is_found_out(opened, dialect: str, complains: bool) -> None:
    def answer(line: str) -> Iterable[Reply]:
        if line == dialect:
            return ["id name Old", f"{dialect}ok"]
        return ["readyok"] if line == "isready" else [f"Unknown command: {line}"] if complains else []

    client, played = opened(answer)
    assert client.dialect == dialect
    assert played.now == 100.0  # nothing was waited for


def test_one_that_says_nothing_before_its_own_word_costs_a_wait_and_no_more(opened) -> None:
    spoken = []

    def answer(line: str) -> Iterable[Reply]:
        if line == "uci":
            spoken.append(line)
            return ["uciok"]
        return ["readyok"] if spoken and line == "isready" else []

    client, played = opened(answer)
    assert client.dialect == "uci"
    assert played.now < 103.0
    # No readyok is owed any more: the next one is the answer to the next question.
    client.ready()


def test_a_slow_start_is_a_late_answer_to_the_first_word(opened) -> None:
    client, _ = opened(lambda line: {"ngi": [1.5, *NGI], "isready": ["readyok"], "ugi": ["error busy"]}.get(line, []))
    assert client.dialect == "ngi"
    client.ready()


@pytest.mark.parametrize("dialect", [None, "ngi", "ugi"])
def test_no_handshake_is_a_failure(opened, dialect: str | None) -> None:
    with pytest.raises(EngineFailure) as caught:
        opened(lambda line: [], dialect)
    assert caught.value.kind == "timeout"
    assert "does not answer the handshake" in caught.value.detail


def test_the_end_in_the_handshake_is_a_crash(opened) -> None:
    with pytest.raises(EngineFailure, match="crash: it has ended with exit code 1, in the handshake"):
        opened(lambda line: [TransportError("crash", "it has ended with exit code 1")])


# --- Set-up ---


def test_options_are_sent_as_they_were_declared(opened) -> None:
    client, played = opened(ngi())
    client.set_option("hash", "32")
    client.set_option("clear hash", "")
    client.set_option("book", "")
    client.set_option("style", "wild")
    assert played.sent[-4:] == [
        "setoption name Hash value 32",
        "setoption name Clear Hash",
        "setoption name Book value <empty>",
        "setoption name Style value wild",
    ]
    with pytest.raises(UsageError, match="Toy 2 has no option 'Hahs'; did you mean 'Hash'"):
        client.set_option("Hahs", "3")


def test_a_new_game_in_ngi_names_it_and_elsewhere_sets_options(opened) -> None:
    client, played = opened(ngi())
    client.new_game("ludo", 4, "dice=2")
    assert played.sent[-2:] == ["newgame game ludo players 4 rules dice=2", "isready"]
    old = ["option name Players type spin default 2 min 2 max 4", "uciok"]
    client, played = opened(lambda line: {"uci": old, "isready": ["readyok"]}.get(line, []), "uci")
    client.new_game("ludo", 4, "")
    assert played.sent[-3:] == ["setoption name Players value 4", "ucinewgame", "isready"]


def test_a_new_game_that_is_refused_is_a_failure(opened) -> None:
    client, _ = opened(ngi(newgame=["error bad_argument there is no game ludo"]))
    with pytest.raises(EngineFailure, match=r"protocol: it does not take 'newgame .*there is no game ludo"):
        client.new_game("ludo", 2, "")


def test_positions_name_everything_in_ngi_only(opened) -> None:
    client, played = opened(ngi())
    client.position(3, "dice=2", ["roll:4", "move:a"])
    assert played.sent[-1] == "position startpos players 3 rules dice=2 moves roll:4 move:a"
    client.position(3, "", [])
    assert played.sent[-1] == "position startpos players 3"
    client, played = opened(lambda line: {"ugi": ["ugiok"], "isready": ["readyok"]}.get(line, []), "ugi")
    client.position(2, "", ["a", "b"])
    assert played.sent[-1] == "position startpos moves a b"


# --- Searches ---


def test_an_answer_with_what_was_thought(opened) -> None:
    lines = [
        "info string hello",
        "info depth 3 seldepth 4 score cp 20 nodes 100 nps 7 time 1 wp 600 400 pv a b",
        "info depth 4 multipv 1 score mate 3 lowerbound currmove x nodes 200 wp 700 300 tbhits 3 pv a b",
        "info depth 4 multipv 2 score cp 5 nodes 200 wp 500 500 pv c",
        "info depth",
        "info depth x",
        "something else",
        "",
        0.2,
        "bestmove a ponder b",
    ]
    client, played = opened(ngi(go=lines))
    answer = client.go(Limits(nodes=200, movetime_ms=300), ["a", "c"])
    assert played.sent[-1] == "go movetime 300 nodes 200 searchmoves a c"
    assert (answer.move, answer.ponder, answer.infos) == ("a", "b", 3)
    assert (answer.info["nodes"], answer.info["wp"], answer.info["pv"]) == (200, [700, 300], ["a", "b"])
    assert answer.ms == pytest.approx(200)


@pytest.mark.parametrize(
    ("replies", "kind", "detail"),
    [
        ([0.351, "bestmove a"], "timeout", "it is silent, bestmove is due after 350 ms"),
        ([0.2, "info depth 1", 0.2, "bestmove a"], "timeout", "bestmove is due"),
        (["bestmove"], "protocol", "a bestmove without a move"),
        ([TransportError("crash", "it was ended by signal 11")], "crash", "it was ended by signal 11, bestmove is due"),
        ([TransportError("protocol", "it writes without end")], "protocol", "it writes without end"),
    ],
)
def test_a_search_that_fails(opened, replies: Sequence[Reply], kind: str, detail: str) -> None:
    client, played = opened(ngi(go=replies))
    with pytest.raises(EngineFailure) as caught:
        client.go(Limits(movetime_ms=300))
    assert caught.value.kind == kind
    assert detail in caught.value.detail
    # It is not asked to leave politely any more.
    client.close()
    assert played.closed == 0


def test_a_search_in_time_by_a_hair(opened) -> None:
    client, _ = opened(ngi(go=[0.349, "bestmove a"]))
    assert client.go(Limits(movetime_ms=300)).move == "a"


def test_without_a_time_limit_patience_is_the_limit(opened) -> None:
    client, _ = opened(ngi(go=[4.9, "bestmove a"]))
    assert client.go(Limits(nodes=5)).move == "a"
    client, _ = opened(ngi(go=[5.1, "bestmove a"]))
    with pytest.raises(EngineFailure, match="bestmove is due after 5000 ms"):
        client.go(Limits(nodes=5))


def test_one_that_goes_on_writing_is_out_of_time(opened) -> None:
    client, _ = opened(ngi(go=["info depth 1", 0.01] * 100))
    with pytest.raises(EngineFailure, match="timeout"):
        client.go(Limits(movetime_ms=300))


def test_an_answer_that_nobody_asked_for_is_found_before_the_next_question(opened) -> None:
    client, _ = opened(ngi(go=["bestmove a", "bestmove b"]))
    assert client.go(Limits(nodes=5)).move == "a"
    with pytest.raises(EngineFailure, match="protocol: it answers without being asked: 'bestmove b'"):
        client.ready()


def test_what_was_refused_is_remembered(opened) -> None:
    client, _ = opened(
        ngi(position=["error illegal_move 1 zz no such move"], go=["error no_position", "bestmove 0000"])
    )
    client.position(2, "", ["zz"])
    assert client.go(Limits(nodes=5)).move == "0000"
    assert client.last_error == "error no_position"


def test_questions_have_one_answer(opened) -> None:
    client, played = opened(ngi(query=["response 2 a b"]))
    assert client.ask("legalmoves") == ["2", "a", "b"]
    assert played.sent[-1] == "query legalmoves"
    client, _ = opened(ngi(query=[]))
    with pytest.raises(EngineFailure, match="timeout: it is silent, response is due"):
        client.ask("islegal", "a")


def test_a_line_that_cannot_be_sent_is_a_failure(opened) -> None:
    client, played = opened(ngi())

    def stuck(line: str, deadline: float) -> None:
        raise TransportError("timeout", "it does not read its input")

    played.send = stuck
    with pytest.raises(EngineFailure, match="it does not read its input, sent 'position startpos players 2'"):
        client.position(2, "", [])
