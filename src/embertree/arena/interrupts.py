"""Ctrl-C between two games, not in the middle of writing one down; and a second one that waits for nothing."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


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
        if callable(before):
            before(signal.SIGINT, None)
        else:
            raise KeyboardInterrupt


@contextmanager
def second_one_kills(last_words: str) -> Iterator[None]:
    """The first Ctrl-C is a KeyboardInterrupt; the second ends the program on the spot, and what it has started ends
    with it."""
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield  # somebody else has a say in it, or it is ignored
        return
    count = 0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal count
        count += 1
        if count == 1:
            raise KeyboardInterrupt
        # The progress display may have hidden the cursor.
        show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
        os.write(2, f"{show_cursor}\n{last_words}\n".encode())
        os._exit(130)

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
