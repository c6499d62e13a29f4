"""Children that do not outlive us, even where we are killed without a word."""

import contextlib
import ctypes
import os
import signal

_PR_SET_PDEATHSIG = 1
_libc: ctypes.CDLL | None = None
with contextlib.suppress(OSError):
    _libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent() -> None:
    """This process is killed when the thread that started it ends. Linux only; elsewhere nothing happens, and the end
    of the input is what ends a child."""
    prctl = getattr(_libc, "prctl", None)
    if prctl is not None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def dying_with(parent: int) -> None:
    """For a child between fork and exec: the same, also where the parent has ended meanwhile."""
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
