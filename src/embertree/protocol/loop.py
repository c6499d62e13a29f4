"""The engine on a pair of file descriptors: reads, prints and keeps time, and never waits for one of them alone."""

import os
import select
import sys
import time
from collections.abc import Callable

from embertree._core import UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.server import Server

_READ = 1 << 16
# A pipe that is ready takes as much without blocking (POSIX, PIPE_BUF).
_WRITE = 4096
# More than this unread by the other side: no more lines are handled until it reads.
_ENOUGH = 1 << 18
# How long a search gets to end, and the other side to read, once the input is over.
_LAST_WORDS_MS = 250
# At rest the next line often follows at once, and a processor that has gone to sleep needs longer to wake up than a
# line takes to answer.
_WATCH_S = 100e-6
_GONE = select.POLLERR | select.POLLHUP | select.POLLNVAL


class Loop:
    """Runs a server until its input ends, says `quit`, or nobody reads its output any more."""

    def __init__(self, server: Server, fd_in: int, fd_out: int, wake: int) -> None:
        self._server = server
        self._in, self._out, self._wake = fd_in, fd_out, wake
        self._poll = select.poll()
        self._poll.register(wake, select.POLLIN)
        self._writer = select.poll()
        self._writer.register(fd_out, select.POLLOUT)
        self._registered: tuple[int, int] | None = None
        self._give_up_at = 0.0
        """When the input is over and nobody reads the output: how long to wait for a reader; 0 before."""

    def run(self) -> int:
        """The exit code. BrokenPipeError where the output was closed."""
        server = self._server
        while True:
            while not self._stuck and server.step():
                self._flush()
                if server.quitting:
                    return self._end()
            self._flush()
            for fd, events in self._wait():
                if fd == self._wake:
                    os.read(self._wake, 64)
                elif fd == self._out:
                    if events & _GONE:
                        raise BrokenPipeError
                elif not self._stuck:
                    self._read()
                else:
                    # Only the end of the input is told while the output is stuck.
                    self._give_up_at = time.monotonic() + _LAST_WORDS_MS / 1000
            if self._give_up_at and self._stuck and time.monotonic() > self._give_up_at:
                return self._end()
            server.tick()

    @property
    def _stuck(self) -> bool:
        """Whether so much waits to be read that no more is to be said."""
        return len(self._server.out) >= _ENOUGH

    def _wait(self) -> list[tuple[int, int]]:
        """What is ready: input, room in the output where some waits for it, or a job's end."""
        if not self._stuck:
            self._give_up_at = 0.0
        # An end that is known already would be told without pause.
        for_input = -1 if self._give_up_at else 0 if self._stuck else select.POLLIN
        for_output = select.POLLOUT if self._server.out else 0
        if self._registered != (for_input, for_output):
            if for_input >= 0:
                self._poll.register(self._in, for_input)
            else:
                self._poll.unregister(self._in)
            self._poll.register(self._out, for_output)  # errors are told unasked
            self._registered = (for_input, for_output)
        look = self._server.next_look()
        if look is None and not self._server.busy:
            until = time.monotonic() + _WATCH_S
            while time.monotonic() < until:
                ready = self._poll.poll(0)
                if ready:
                    return ready
                os.sched_yield()
        ends = [end for end in (look, self._give_up_at) if end]
        return self._poll.poll(max(0, int((min(ends) - time.monotonic()) * 1000) + 1) if ends else None)

    def _read(self) -> None:
        try:
            data = os.read(self._in, _READ)
        except OSError:
            data = b""
        if data:
            self._server.feed(data)
        else:
            self._server.end_input()

    def _flush(self) -> None:
        """Prints what the other side takes without making us wait."""
        out = self._server.out
        while out:
            ready = self._writer.poll(0)
            if not ready:
                return
            if ready[0][1] & _GONE:
                raise BrokenPipeError
            count = os.write(self._out, out[:_WRITE])
            del out[:count]

    def _end(self) -> int:
        """The last answers, as far as they come in time."""
        until = time.monotonic() + _LAST_WORDS_MS / 1000
        self._server.finish(_LAST_WORDS_MS, let_count=True)
        self._flush()
        while self._server.out and time.monotonic() < until:
            self._writer.poll(50)
            self._flush()
        return 0


def serve(settings: list[tuple[str, str]], fd_in: int = 0, fd_out: int = 1) -> int:
    """The engine on standard input and output, after some options are set. A wrong one is a UsageError. Ends the
    process where a count would go on."""
    try:
        os.fstat(fd_in)
        os.fstat(fd_out)
    except OSError:
        return 0  # closed: as if both were at their end
    wake_in, wake_out = os.pipe()
    server = _set_up(settings, lambda: os.write(wake_out, b"w"))
    try:
        code = Loop(server, fd_in, fd_out, wake_in).run()
    except OSError:
        code = 0  # nobody listens any more
    except KeyboardInterrupt:
        code = 130
    if not server.finish(_LAST_WORDS_MS):
        sys.stderr.flush()
        os._exit(code)
    return code


def bench(settings: list[tuple[str, str]]) -> int:
    """The command-line word: what the command `bench` prints, then the end."""
    server = _set_up(settings, lambda: None)
    server.feed(b"bench\n")
    server.step()
    while server.busy:
        time.sleep(0.01)
        server.tick()
    sys.stdout.write(server.out.decode())
    return 0


def _set_up(settings: list[tuple[str, str]], wake: Callable[[], object]) -> Server:
    server = Server(wake)
    for name, value in settings:
        try:
            server.options.set(name, value)
        except ProtocolError as trouble:
            raise UsageError(trouble.detail) from None
    return server
