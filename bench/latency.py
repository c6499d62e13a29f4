"""How fast an engine answers over pipes: `python bench/latency.py [--json] [ENGINE COMMAND]`.

Start to the end of the handshake, `isready` at rest, `position` with `go nodes 1`, and `isready` during a search. The
command is our own engine where none is given. Times are of the wall; what other work the machine has shows in them.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Spread(NamedTuple):
    """Of repeated times, in microseconds."""

    median: float
    p99: float
    worst: float


class Pipes:
    """An engine on two pipes, asked in lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        self._rest = b""

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, *lines: str) -> None:
        self._in.write("".join(f"{line}\n" for line in lines).encode())

    def await_line(self, start: str) -> str:
        """The next line that begins so; the ones before it are dropped."""
        while True:
            line, end, rest = self._rest.partition(b"\n")
            if end:
                self._rest = rest
                if line.startswith(start.encode()):
                    return line.decode()
                continue
            data = self._out.read(1 << 16)
            if not data:
                raise SystemExit(f"the engine ended while {start!r} was awaited")
            self._rest += data

    def quit(self) -> None:
        self.say("quit")
        self._process.wait(10)


def micros(times: Sequence[float]) -> Spread:
    ordered = sorted(times)
    return Spread(*(round(1e6 * t, 1) for t in (median(ordered), ordered[(99 * len(ordered) - 1) // 100], ordered[-1])))


def timed(pipes: Pipes, lines: Sequence[str], answer: str, repeats: int) -> Spread:
    times = []
    for k in range(repeats + repeats // 10):
        began = time.perf_counter()
        pipes.say(*lines)
        pipes.await_line(answer)
        if k >= repeats // 10:  # the first tenth warms up
            times.append(time.perf_counter() - began)
    return micros(times)


def started(command: Sequence[str], repeats: int) -> Spread:
    times = []
    for k in range(repeats + 2):
        began = time.perf_counter()
        pipes = Pipes(command)
        pipes.say("ngi")
        pipes.await_line("ngiok")
        if k >= 2:  # files are in the machine's memory from then on
            times.append(time.perf_counter() - began)
        pipes.quit()
    return micros(times)


def measure(command: Sequence[str]) -> dict[str, Spread]:
    found = {"start to ngiok": started(command, 20)}
    pipes = Pipes(command)
    pipes.say("ngi", "isready")
    pipes.await_line("readyok")
    found["isready at rest"] = timed(pipes, ["isready"], "readyok", 2000)
    found["position, go nodes 1"] = timed(pipes, ["position startpos seed 1", "go nodes 1"], "bestmove", 1000)
    pipes.say("position startpos seed 1", "go infinite")
    found["isready in a search"] = timed(pipes, ["isready"], "readyok", 500)
    pipes.say("stop")
    pipes.await_line("bestmove")
    pipes.quit()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("engine", nargs="?", default=f"{sys.executable} -m embertree engine --game connect_four")
    options = parser.parse_args()
    found = measure(shlex.split(options.engine))
    if options.json:
        print(json.dumps({name: spread._asdict() for name, spread in found.items()}))
        return
    print(f"{'us':24}{'median':>10}{'p99':>10}{'worst':>10}")
    for name, spread in found.items():
        print(f"{name:24}" + "".join(f"{value:10.0f}" for value in spread))


if __name__ == "__main__":
    main()
