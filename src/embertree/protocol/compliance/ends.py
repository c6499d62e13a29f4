"""Section 1, the ends: `quit`, the end of input, a closed output; at rest and during a search."""

import time
from collections.abc import Callable

from embertree.protocol.compliance.talk import END_S, Broken, Facts, Talk, rule
from embertree.protocol.transport import TransportError

ALL = ("ngi", "ugi", "uci")


def _ends(talk: Talk) -> str:
    began = time.monotonic()
    code = talk.transport.exit_code(END_S)
    if code is None:
        raise Broken(f"it still runs {END_S:g} s later")
    return f"after {(time.monotonic() - began) * 1000:.0f} ms, exit code {code}"


def _searching(talk: Talk) -> None:
    talk.decision()
    talk.say(talk.go("infinite"))
    time.sleep(0.05)


def _quit(talk: Talk) -> None:
    talk.say("quit")


def _end_input(talk: Talk) -> None:
    talk.transport.end_input()


def _close_output(talk: Talk) -> None:
    talk.transport.close_output()
    # An engine that waits for input sees it when it next prints.
    try:
        talk.say("isready", "isready")
    except TransportError as trouble:
        if trouble.kind != "crash":
            raise


def _half_line(talk: Talk) -> None:
    talk.raw(b"positi")
    talk.transport.end_input()


_ENDS: dict[str, Callable[[Talk], None]] = {
    "quit": _quit,
    "the end of input": _end_input,
    "the end of input in the middle of a line": _half_line,
    "a closed output": _close_output,
}


def _add(what: str, end: Callable[[Talk], None]) -> None:
    @rule(1, f"{what} ends the engine within a second", ALL)
    def _(_: Facts, talk: Talk) -> str:
        talk.settle()
        end(talk)
        return _ends(talk)

    @rule(1, f"{what} ends it during a search as well")
    def _(_: Facts, talk: Talk) -> str:
        _searching(talk)
        end(talk)
        return _ends(talk)


for _what, _end in _ENDS.items():
    _add(_what, _end)
