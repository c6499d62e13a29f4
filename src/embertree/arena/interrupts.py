"""Ctrl-C between two games, not in the middle of writing one down."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is done: a game is in the standings and in the record, or in neither."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted anyway
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
    if came:
        raise KeyboardInterrupt
