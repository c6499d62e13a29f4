"""How fast an engine answers over its pipes: any that speaks ngi, ugi or uci, ours among them."""

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from embertree._core import UsageError
from embertree.protocol.client import EngineClient, EngineFailure
from embertree.protocol.transport import ProcessTransport

_STARTS = 9
_ROUNDS = 1000
_SEARCHING_ROUNDS = 300


class Waits(NamedTuple):
    """One kind of wait, in seconds."""

    what: str
    median: float
    p99: float
    least: float


def measure_engine(command: Sequence[str]) -> list[Waits]:
    """Waits for the start, for readyok at rest and during a search, and for a search of one node."""
    client = EngineClient(ProcessTransport(command))
    try:
        client.open()
        position, go = _something_to_search(client)
    except EngineFailure as failure:
        raise UsageError(f"{command[0]}: {failure.detail}") from None
    finally:
        client.kill()
    dialect = client.dialect.encode()
    start = _starts(command, dialect)
    pipe = Pipe(command, dialect)
    try:
        one = (*position, f"{go} nodes 1")
        waits = [
            start,
            _waits("isready at rest", _ROUNDS, lambda: pipe.ask(b"readyok", "isready")),
            _waits("position and go nodes 1", _ROUNDS, lambda: pipe.ask(b"bestmove", *one)),
        ]
        pipe.ask(b"readyok", *position, f"{go} infinite", "isready")
        waits.append(
            _waits(
                "isready while it searches", _SEARCHING_ROUNDS, lambda: pipe.ask(b"readyok", "isready"), pause_s=0.002
            )
        )
    finally:
        pipe.close()
    return waits


def first_move_s(command: Sequence[str], position: str, environment: Mapping[str, str]) -> float:
    """Seconds from the start of a process of ours to its first bestmove, after a search of one node."""
    began = time.perf_counter()
    pipe = Pipe(command, b"ngi", environment)
    try:
        pipe.ask(b"bestmove", position, "go nodes 1")
        return time.perf_counter() - began
    finally:
        pipe.close()


def _something_to_search(client: EngineClient) -> tuple[tuple[str, ...], str]:
    """The lines that set a position where a seat decides, and how `go` begins there."""
    if client.has_option("SendMoves"):
        return ("position startpos",), "go searchmoves a b c"
    words: list[str] = []
    while client.dialect == "ngi":
        client.send_line("position startpos" + (" moves " + " ".join(words) if words else ""))
        if client.ask("turn") != ["chance"]:
            break
        words.append(client.ask("sample", str(2**63))[0])
    return ("position startpos" + (" moves " + " ".join(words) if words else ""),), "go"


def _starts(command: Sequence[str], dialect: bytes) -> Waits:
    times = []
    for _ in range(_STARTS):
        began = time.perf_counter()
        pipe = Pipe(command, dialect)
        times.append(time.perf_counter() - began)
        pipe.close()
    return _summed("start to the end of the handshake", times)


def _waits(what: str, rounds: int, act: Callable[[], object], pause_s: float = 0.0) -> Waits:
    times = []
    for _ in range(rounds):
        if pause_s:
            time.sleep(pause_s)
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return _summed(what, times)


def _summed(what: str, times: list[float]) -> Waits:
    times.sort()
    return Waits(what, statistics.median(times), times[min(len(times) - 1, len(times) * 99 // 100)], times[0])


class Pipe:
    """The engine and two descriptors, with nothing between that would take time of its own."""

    def __init__(self, command: Sequence[str], dialect: bytes, environment: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment
        )
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._heard = b""
        self.ask(dialect + b"ok", dialect.decode())

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, start: bytes, *lines: str) -> bytes:
        """Sends lines and waits for a line that starts so."""
        self.say(*lines)
        return self.await_line(start)

    def say(self, *lines: str) -> None:
        os.write(self._in, "".join(line + "\n" for line in lines).encode())

    def await_line(self, start: bytes) -> bytes:
        """The next line that starts so; those before it are dropped."""
        while True:
            line, end, rest = self._heard.partition(b"\n")
            if end:
                self._heard = rest
                if line.startswith(start):
                    return line
                continue
            data = os.read(self._out, 1 << 16)
            if not data:
                raise UsageError(f"the engine has ended before {start.decode()}")
            self._heard += data

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
