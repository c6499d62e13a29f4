"""Lines to and from another program, with a time limit on every wait.

One thread does it all: who waits for a line reads whatever the program writes, also to standard error, and who sends
one reads meanwhile, so neither side can block the other. Between our questions the program fills its pipe and then
waits, so one that floods costs no memory.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from embertree._core import UsageError
from embertree.protocol.grammar import MAX_LINE

_READ = 1 << 16
_STDERR_KEPT = 4096
# What a program may write between a question and its answer.
FLOOD_BYTES = 1 << 26
# And how many lines may lie unread, when it writes while we are trying to.
_MAX_UNREAD = 100_000


class TransportError(Exception):
    """Why no line came or went. `kind` is timeout, crash (the program is gone) or protocol (it writes without end)."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class Transport(Protocol):
    """What a client needs of the other side; tests play it without a process."""

    def send(self, line: str, deadline: float) -> None:
        """One line, gone before the deadline (by time.monotonic)."""

    def receive(self, deadline: float) -> str:
        """The next line, without its end."""

    def allow(self, count: int) -> None:
        """How many bytes may come from now on until `allow` is called again."""

    def close(self, grace_s: float) -> None:
        """The end: the other side gets so long to leave by itself."""


Log = Callable[[str, str], None]
"""Called with `>`, `<` or `!` (standard error) and a line."""


class ProcessTransport:
    """A program of its own, its standard input and output."""

    def __init__(self, command: Sequence[str], folder: str | None = None, log: Log | None = None) -> None:
        self._log = log
        try:
            # A session of its own: Ctrl-C is for us, and whatever it starts can be ended with it.
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as trouble:
            where = f" in {folder}" if folder else ""
            raise UsageError(f"{command[0]}: cannot be started{where}: {trouble.strerror}") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        os.set_blocking(self._in, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._lines: deque[str] = deque()
        self._rest = b""
        self._err_rest = b""
        self._ended = False
        self._allowance = FLOOD_BYTES
        self._closed = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: str, deadline: float) -> None:
        if self._log:
            self._log(">", line)
        self.send_bytes(line.encode() + b"\n", deadline)

    def send_bytes(self, data: bytes, deadline: float) -> None:
        """Bytes as they are, which need not be lines."""
        left = memoryview(data)
        try:
            while True:
                with contextlib.suppress(BlockingIOError):
                    left = left[os.write(self._in, left) :]
                if not left:
                    return
                self._poll.register(self._in, select.POLLOUT)
                try:
                    self._wait(deadline, "it does not read its input")
                finally:
                    self._poll.unregister(self._in)
        except OSError:
            raise self._gone() from None

    def receive(self, deadline: float) -> str:
        while not self._lines:
            if self._ended:
                raise self._gone()
            self._wait(deadline, "no answer")
        return self._lines.popleft()

    def allow(self, count: int) -> None:
        self._allowance = count

    def end_input(self) -> None:
        """Closes the program's standard input."""
        assert self._process.stdin
        self._process.stdin.close()

    def exit_code(self, timeout_s: float) -> int | None:
        """The exit code, negative for a signal; None where it runs longer than that."""
        until = time.monotonic() + timeout_s
        while self._process.poll() is None and time.monotonic() < until:
            # What it writes last must not keep it.
            with contextlib.suppress(TransportError):
                self._wait(min(until, time.monotonic() + 0.01), "")
            if self._ended:
                time.sleep(0.001)
        return self._process.returncode

    def interrupt(self) -> None:
        """What Ctrl-C sends."""
        self._process.send_signal(signal.SIGINT)

    def close_output(self) -> None:
        """Closes our ends of what the program writes."""
        for fd, stream in ((self._out, self._process.stdout), (self._err, self._process.stderr)):
            with contextlib.suppress(KeyError):
                self._poll.unregister(fd)
            assert stream
            stream.close()
        self._ended = True

    def close(self, grace_s: float) -> None:
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(TransportError, OSError):
            self._allowance = FLOOD_BYTES
            if grace_s > 0 and self._process.poll() is None:
                self.send("quit", time.monotonic() + grace_s)
            self.end_input()
            self.exit_code(grace_s)
        # Also what it has started and left behind.
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if stream:
                    stream.close()

    # --- Reading ---

    def _wait(self, deadline: float, what: str) -> None:
        """Reads what is there, or waits for it until the deadline."""
        left = deadline - time.monotonic()
        # Rounded up, so that the last fraction of a millisecond is not spent in a circle.
        ready = self._poll.poll(max(0, int(left * 1000) + (left > 0)))
        if not ready and time.monotonic() >= deadline:
            raise TransportError("timeout", what)
        for fd, _ in ready:
            if fd == self._out:
                self._read_output()
            elif fd == self._err:
                self._read_errors()

    def _read_output(self) -> None:
        data = os.read(self._out, _READ)
        if not data:
            self._ended = True
            self._poll.unregister(self._out)
            if self._rest:
                self._take(self._rest)
                self._rest = b""
            return
        *whole, self._rest = (self._rest + data).split(b"\n")
        for line in whole:
            self._take(line)
        self._allowance -= len(data)
        if self._allowance < 0 or len(self._lines) > _MAX_UNREAD:
            raise TransportError("protocol", "it writes without end")
        if len(self._rest) > MAX_LINE:
            raise TransportError("protocol", f"it writes a line of more than {MAX_LINE} bytes")

    def _take(self, line: bytes) -> None:
        text = line.removesuffix(b"\r").decode(errors="replace")
        if self._log:
            self._log("<", text)
        self._lines.append(text)

    def _read_errors(self) -> None:
        data = os.read(self._err, _READ)
        if not data:
            self._poll.unregister(self._err)
            return
        if self._log:
            for line in data.decode(errors="replace").splitlines():
                self._log("!", line)
        self._err_rest = (self._err_rest + data)[-_STDERR_KEPT:]

    def _gone(self) -> TransportError:
        """The program has ended, or closed its output: how, and its last words."""
        until = time.monotonic() + 0.2
        while self._process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        while any(fd == self._err for fd, _ in self._poll.poll(0)):
            before = self._err_rest
            self._read_errors()
            if self._err_rest == before:
                break
        code = self._process.returncode
        if code is None:
            how = "it has closed its output"
        elif code < 0:
            how = f"it was ended by signal {-code}"
        else:
            how = f"it has ended with exit code {code}"
        last = [line.strip() for line in self._err_rest.decode(errors="replace").splitlines() if line.strip()]
        return TransportError("crash", how + (f": {last[-1][:200]}" if last else ""))
