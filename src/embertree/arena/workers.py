"""`--concurrency K`: worker processes that are kept alive, each playing one game at a time.

A worker that is gone in the middle of a game costs a repeat. Which worker plays which game changes nothing: a game is a
function of the settings and its number.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from embertree._core import Game, UsageError
from embertree.arena.play import PlayedGame
from embertree.arena.pool import Pool
from embertree.arena.settings import MatchSettings
from embertree.arena.wire import unpacked

_READ = 1 << 16
MAX_REPEATS = 3
"""A game that ends its worker so often ends the match."""
WINDOW = 256
"""How far games may run ahead of the slowest one: what waits for it is kept in memory."""
_GRACE_S = 1.5
"""For workers after Ctrl-C, to end their players."""


# Our own path, and not by the environment, which engines would inherit. Ctrl-C's signal waits until the worker can end
# by it without a word: an interpreter that is just starting would print what it was doing.
_BOOT = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from embertree.arena.worker import main
main()
"""


class WorkerTrouble(RuntimeError):
    """A worker cannot play its game, and that is our mistake."""


def played_of(answer: dict[str, Any], game: Game) -> PlayedGame:
    """The game of an answer; raises what went wrong with it."""
    if "usage" in answer:
        raise UsageError(answer["usage"])
    if "bug" in answer:
        raise WorkerTrouble(f"game {answer['number'] + 1}: {answer['bug']}")
    return unpacked(answer["played"], game)


class _Worker:
    def __init__(self, settings: MatchSettings, cpu: int | None) -> None:
        self.game: int | None = None
        self._rest = b""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # children inherit it
        try:
            # A session of its own: Ctrl-C is for us, and we tell the workers.
            self.process = subprocess.Popen(
                [sys.executable, "-c", _BOOT, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        start = {
            "parent": os.getpid(),
            "cpu": cpu,
            "settings": settings.as_dict(),
            "log": settings.log,
        }
        self._write(json.dumps(start))

    @property
    def out(self) -> int:
        assert self.process.stdout
        return self.process.stdout.fileno()

    def give(self, number: int) -> None:
        self.game = number
        self._write(str(number))

    def answers(self) -> list[dict[str, Any]] | None:
        """What has come; None where the worker is gone."""
        data = os.read(self.out, _READ)
        if not data:
            return None
        *whole, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in whole]

    def _write(self, line: str) -> None:
        assert self.process.stdin
        left = memoryview(line.encode() + b"\n")
        with contextlib.suppress(BrokenPipeError):  # its end is seen where its answers are read
            while left:
                left = left[os.write(self.process.stdin.fileno(), left) :]

    def end_input(self) -> None:
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def kill(self) -> None:
        """At once; its players go with it."""
        self.process.kill()
        self.close()

    def close(self) -> None:
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if stream:
                    stream.close()


class Workers:
    """K processes that play the games of one match."""

    def __init__(self, settings: MatchSettings, count: int, *, affinity: bool = False) -> None:
        self._settings = settings
        self._count = count
        self._cpus = sorted(os.sched_getaffinity(0)) if affinity else []
        self._workers: list[_Worker] = []
        self._repeats: dict[int, int] = {}
        self.repeated = 0
        """Games that were begun again because their worker was gone."""

    def __enter__(self) -> "Workers":
        # Here and once, so that a wrong SPEC ends the match before its first game.
        pool = Pool(self._settings)
        try:
            pool.check()
        except BaseException:
            pool.kill()
            raise
        pool.close()
        try:
            for index in range(self._count):
                self._workers.append(self._new(index))
        except BaseException:
            self._kill()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None and all(worker.game is None for worker in self._workers):
                for worker in self._workers:
                    worker.end_input()
                self._wait(10)
            else:
                for worker in self._workers:
                    with contextlib.suppress(OSError):
                        worker.process.send_signal(signal.SIGINT)
                self._wait(_GRACE_S)
        finally:
            self._kill()

    def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
        again: deque[int] = deque()
        poll = select.poll()
        by_fd: dict[int, int] = {}
        for index, worker in enumerate(self._workers):
            poll.register(worker.out, select.POLLIN)
            by_fd[worker.out] = index
        upcoming = next(numbers, None)
        while True:
            for worker in self._workers:
                if worker.game is not None:
                    continue
                if again:
                    worker.give(again.popleft())
                elif upcoming is not None and upcoming < self._oldest(upcoming) + WINDOW:
                    worker.give(upcoming)
                    upcoming = next(numbers, None)
            if all(worker.game is None for worker in self._workers):
                return
            for fd, _ in poll.poll():
                index = by_fd[fd]
                worker = self._workers[index]
                answers = worker.answers()
                if answers is None:
                    poll.unregister(fd)
                    del by_fd[fd]
                    game = worker.game
                    worker.kill()
                    if game is not None:
                        again.append(self._repeat(game))
                    self._workers[index] = worker = self._new(index)
                    poll.register(worker.out, select.POLLIN)
                    by_fd[worker.out] = index
                    continue
                for answer in answers:
                    worker.game = None
                    yield answer["number"], played_of(answer, self._settings.game)

    def _oldest(self, default: int) -> int:
        return min((worker.game for worker in self._workers if worker.game is not None), default=default)

    def _repeat(self, game: int) -> int:
        self.repeated += 1
        self._repeats[game] = self._repeats.get(game, 0) + 1
        if self._repeats[game] >= MAX_REPEATS:
            raise WorkerTrouble(f"game {game + 1} has ended its worker process {MAX_REPEATS} times")
        return game

    def _new(self, index: int) -> _Worker:
        return _Worker(self._settings, self._cpus[index % len(self._cpus)] if self._cpus else None)

    def _wait(self, seconds: float) -> None:
        """Until all are gone by themselves, but not longer."""
        until = time.monotonic() + seconds
        for worker in self._workers:
            if worker.process.poll() is not None:
                continue
            poll = select.poll()
            poll.register(worker.out, select.POLLIN)
            while worker.process.poll() is None and time.monotonic() < until:
                # What it still says must not keep it.
                if poll.poll(10) and worker.answers() is None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        worker.process.wait(max(0.0, until - time.monotonic()))

    def _kill(self) -> None:
        for worker in self._workers:
            worker.kill()
        self._workers.clear()
