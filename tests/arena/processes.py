"""Looking at processes from outside."""

import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

PYTHON = shlex.quote(sys.executable)


def running(text: str) -> list[int]:
    """Processes that are alive and have this in their command line."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if text in line and state != "Z":
            found.append(int(folder.name))
    return found


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Until it is so; the time is only there so that a broken test ends."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
