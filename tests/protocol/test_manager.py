"""A two-player manager as they exist, driving two engines through whole games (protocol, section 7): it waits without a
limit for two words, cuts what it does not know, asks engine 1 whose turn it is before every ply, sends no isready after
a new game, and asks both engines who has won."""

import os
import sys
import time

import pytest
from gamelist import GAMES

from embertree.protocol.transport import ProcessTransport

PATIENCE_S = 60
TWO_SEATS = [game for game, players in GAMES if players == 2]
FOUR_SEATS = [game for game, players in GAMES if players == 4]


class Managed:
    """One engine, as a manager talks to it."""

    def __init__(self, *arguments: str) -> None:
        self.engine = ProcessTransport([sys.executable, "-m", "embertree", "engine", *arguments])
        self.send("ugi")
        while self.line() != "ugiok":
            pass

    def send(self, line: str) -> None:
        self.engine.send(line, time.monotonic() + PATIENCE_S)

    def line(self) -> str:
        return self.engine.receive(time.monotonic() + PATIENCE_S)

    def two_words(self, first: str) -> str:
        """Replies of other than two words are passed over, for ever if need be."""
        while True:
            words = self.line().split()
            if len(words) == 2 and words[0] == first:
                return words[1]

    def ask(self, question: str) -> str:
        self.send(f"query {question}")
        return self.two_words("response")

    def best(self, clocks: str) -> str:
        self.send(f"go {clocks}")
        while True:
            line = self.line()
            assert len(line) + 1 >= 8, line  # it cuts eight bytes from each line while it waits
            if line[:8] == "bestmove":
                (move,) = line[8:].split()
                return move


def play_match(game: str, opening: str, *, options: tuple[str, ...] = ()) -> tuple[str, int]:
    """One game between two engines; its result and its length."""
    engines = [Managed("--game", game, "--set", f"Seed={k}") for k in (1, 2)]
    try:
        for engine in engines:
            for option in options:
                engine.send(f"setoption name {option}")
            engine.send("isready")
            assert engine.line() == "readyok"
            engine.send("uginewgame")
        moves: list[str] = []
        while True:
            position = f"position fen {opening}" + (f" moves {' '.join(moves)}" if moves else "")
            for engine in engines:
                engine.send(position)
            if engines[0].ask("gameover") == "true":
                break
            mover = engines[0] if engines[0].ask("p1turn") == "true" else engines[1]
            # A search that differs from ply to ply: some games could be passed for ever.
            mover.send(f"setoption name seed value {len(moves)}")
            moves.append(mover.best("p1time 300 p2time 300 p1inc 1 p2inc 1" if len(moves) < 4 else "nodes 25"))
            assert len(moves) < 3_000
        results = [engine.ask("result") for engine in engines]
        assert results[0] == results[1]
        assert engines[1].ask("gameover") == "true"
        return results[0], len(moves)
    finally:
        for engine in engines:
            engine.engine.close(1)


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


@pytest.mark.parametrize("game", TWO_SEATS)
def test_two_players(game: str) -> None:
    result, _ = play_match(game, "startpos players 2 seed 17", options=("threads value 1", "hash value 16"))
    assert result in ("p1win", "p2win", "draw")


@pytest.mark.parametrize("game", FOUR_SEATS)
def test_four_players_as_two_against_two(game: str) -> None:
    result, _ = play_match(game, "startpos players 4 seed 17", options=("seatgroups value 1,3|2,4", "hash value 16"))
    assert result in ("p1win", "p2win", "draw")


@pytest.mark.parametrize("game", FOUR_SEATS)
def test_four_players_as_one_against_the_rest(game: str) -> None:
    # Nobody grouped the seats: engine 1 is seat 1, engine 2 plays all others.
    result, _ = play_match(game, "startpos players 4 seed 17", options=("hash value 16",))
    assert result in ("p1win", "p2win", "draw")


def test_a_bad_opening_does_not_hang_the_manager() -> None:
    engine = Managed("--game", "pig")
    try:
        engine.send("uginewgame")
        engine.send("position fen nonsense")
        assert engine.ask("gameover") == "true"
        assert engine.ask("result") == "none"
    finally:
        engine.engine.close(1)
