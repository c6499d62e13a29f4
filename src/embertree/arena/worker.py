"""A worker process (arena/workers.py starts it). It is sent the settings, then numbers of games, a JSON line each, and
answers every number with its finished game. It ends at the end of its input, at Ctrl-C's signal, and with whoever
started it; its players end with it.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from typing import IO, Any

from embertree._core import UsageError
from embertree.arena.pool import Pool
from embertree.arena.settings import settings_of
from embertree.arena.wire import packed
from embertree.processes import die_with_parent


def main() -> None:
    die_with_parent()
    # What players of our own print goes to standard error: standard output is the way back.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lines = iter(sys.stdin)
    start = json.loads(next(lines))
    if start["parent"] != os.getppid():
        return  # it was gone before it could take us with it
    if start["cpu"] is not None:
        os.sched_setaffinity(0, {start["cpu"]})
    settings = settings_of(start["settings"], start["log"])
    pool = Pool(settings)
    try:
        # Until here, Ctrl-C's signal just ends us.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _play(pool, lines, answers)
    except KeyboardInterrupt:
        pool.kill()
        os._exit(130)
    except BrokenPipeError:
        pool.kill()
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pool.close()


def _play(pool: Pool, lines: Iterator[str], answers: IO[str]) -> None:
    for line in lines:
        answer = answer_to(pool, int(line))
        answers.write(json.dumps(answer, separators=(",", ":")) + "\n")
        answers.flush()


def answer_to(pool: Pool, number: int) -> dict[str, Any]:
    """The game of a number, or why there is none."""
    answer: dict[str, Any] = {"number": number}
    try:
        answer["played"] = packed(pool.play(number))
    except UsageError as trouble:
        answer["usage"] = str(trouble)
    except Exception:
        answer["bug"] = traceback.format_exc()
    return answer
