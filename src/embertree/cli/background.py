"""Long calls into the core, with Ctrl-C heard meanwhile."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> T:
    """What `work` returns or raises. It runs in a thread of its own, so that an interruption is heard at once."""
    results: list[T] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as trouble:
            errors.append(trouble)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.1)
    if errors:
        raise errors[0]
    return results[0]
