"""`--workers ray[:ADDRESS]`: the same games on a Ray cluster. A game is a task that may be played again anywhere, since
it is a function of the settings and its number; the one store is written here.
"""

import logging
import os
import site
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from embertree._core import UsageError
from embertree.arena.play import PlayedGame
from embertree.arena.pool import Pool
from embertree.arena.settings import MatchSettings, settings_of
from embertree.arena.worker import answer_to
from embertree.arena.workers import MAX_REPEATS, WINDOW, WorkerTrouble, played_of

_IDLE_S = 5.0
"""A worker of the cluster that gets no more games lets its players go after so long."""


class _Kept:
    """In a worker of the cluster: the players of the match it plays for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key = ""
        self._pool: Pool | None = None
        self._games = 0
        self._watched = False

    def play(self, values: dict[str, Any], log: str | None, key: str, number: int) -> dict[str, Any]:
        with self._lock:
            if self._pool is None or self._key != key:
                self._let_go()
                self._key, self._pool = key, Pool(settings_of(values, log))
            self._games += 1
            answer = answer_to(self._pool, number)
            if not self._watched:
                self._watch()
            return answer

    def _watch(self) -> None:
        self._watched = True
        timer = threading.Timer(_IDLE_S, self._look, (self._games,))
        timer.daemon = True
        timer.start()

    def _look(self, games: int) -> None:
        with self._lock:
            self._watched = False
            if games == self._games:
                self._let_go()
            else:
                self._watch()

    def _let_go(self) -> None:
        if self._pool is not None:
            self._pool.kill()
        self._pool = None


_kept = _Kept()


def _play(values: dict[str, Any], log: str | None, key: str, number: int) -> dict[str, Any]:
    # Through the module, which is this process's own, not what was sent along with the task.
    from embertree.arena import on_ray

    return on_ray._kept.play(values, log, key, number)


def _check(values: dict[str, Any], log: str | None) -> str:
    """What is wrong with the players, where the games are played."""
    pool = Pool(settings_of(values, log))
    try:
        pool.check()
    except UsageError as trouble:
        return str(trouble)
    finally:
        pool.close()
    return ""


def _check_address(address: str | None) -> None:
    """Ray would try for minutes where nobody listens."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return  # such as `auto`
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as trouble:
        reason = getattr(trouble, "strerror", None) or trouble
        raise UsageError(f"--workers ray:{address}: no cluster there: {reason}") from None


def _environment() -> dict[str, Any]:
    """Workers find this package where we have found it. No more than that, since engines inherit it."""
    folder = str(Path(__file__).parent.parent.parent)
    if folder in site.getsitepackages():
        return {}
    paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"env_vars": {"PYTHONPATH": os.pathsep.join(paths)}}


class OnRay:
    """Plays on a cluster: one that is there already (ADDRESS, or RAY_ADDRESS), or one that this match starts here."""

    def __init__(self, settings: MatchSettings, address: str | None, concurrency: int | None) -> None:
        try:
            import ray
        except ImportError:
            raise UsageError("--workers ray: Ray is not installed; pip install 'embertree[ray]'") from None
        self._ray = ray
        self._settings = settings
        self._address = address
        self._count = concurrency
        self._ours = False
        self._waiting: dict[Any, int] = {}

    def __enter__(self) -> "OnRay":
        ray = self._ray
        if not ray.is_initialized():
            _check_address(self._address)
            try:
                ray.init(
                    address=self._address,
                    logging_level=logging.ERROR,
                    log_to_driver=False,
                    runtime_env=_environment(),
                )
            except (ConnectionError, RuntimeError, ValueError, OSError) as trouble:
                raise UsageError(f"--workers ray: no cluster: {' '.join(str(trouble).split())[:300]}") from None
            self._ours = True
        try:
            self._start()
        except BaseException as trouble:
            self.__exit__(type(trouble))
            raise
        return self

    def _start(self) -> None:
        ray, settings = self._ray, self._settings
        if self._count is None:
            self._count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        values = settings.as_dict()
        task = ray.remote(num_cpus=1, max_retries=MAX_REPEATS - 1)
        wrong = ray.get(task(_check).remote(values, settings.log))
        if wrong:
            raise UsageError(wrong)
        self._task = task(_play)
        self._values = ray.put(values)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for task in self._waiting:
            self._ray.cancel(task, force=True)  # the worker's players go with it
        self._waiting.clear()
        if self._ours:
            self._ray.shutdown()

    def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
        ray, settings = self._ray, self._settings
        key = settings.hash()
        assert self._count is not None
        upcoming = next(numbers, None)
        while True:
            while (
                upcoming is not None
                and len(self._waiting) < self._count
                and upcoming < min(self._waiting.values(), default=upcoming) + WINDOW
            ):
                self._waiting[self._task.remote(self._values, settings.log, key, upcoming)] = upcoming
                upcoming = next(numbers, None)
            if not self._waiting:
                return
            # In short waits, so that Ctrl-C is heard meanwhile.
            for task in ray.wait(list(self._waiting), num_returns=1, timeout=0.5)[0]:
                number = self._waiting.pop(task)
                try:
                    answer = ray.get(task)
                except ray.exceptions.RayError as trouble:
                    what = type(trouble).__name__
                    raise WorkerTrouble(f"game {number + 1} has failed {MAX_REPEATS} times: {what}") from trouble
                yield number, played_of(answer, settings.game)
