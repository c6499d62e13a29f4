"""The example engine with one thing wrong: `python broken_engine.py FAULT`. The compliance check must find it."""

import importlib.util
import sys
import time
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "minimal_engine.py"
spec = importlib.util.spec_from_file_location("minimal_engine", EXAMPLE)
minimal = importlib.util.module_from_spec(spec)
spec.loader.exec_module(minimal)
say = minimal.say


Base = minimal.Engine


class Broken(Base):
    pass


def fault(name: str):
    """Marks a function that breaks the engine; each names the rule that must notice in tests."""

    def add(function):
        FAULTS[name] = function
        return function

    return add


FAULTS: dict[str, object] = {}


@fault("says nothing of its protocol")
def _() -> None:
    def ngi(self, words):
        say("id name Broken")
        say("id author nobody")
        say("option name SendMoves type check default true")
        say("ngiok")

    Broken.ngi = ngi


@fault("declares half an option")
def _() -> None:
    def ngi(self, words):
        say("option name Style type combo default calm")
        Base.ngi(self, words)

    Broken.ngi = ngi


@fault("answers isready twice")
def _() -> None:
    def isready(self, words):
        say("readyok")
        say("readyok")

    Broken.isready = isready


@fault("takes option names by case")
def _() -> None:
    def setoption(self, words):
        if words[1:2] and words[1] != words[1].capitalize():
            minimal.error("bad_option no such option")
        else:
            Base.setoption(self, words)

    Broken.setoption = setoption


@fault("ends at an unknown option")
def _() -> None:
    def setoption(self, words):
        if "NoSuchOption" in words:
            sys.exit(1)
        Base.setoption(self, words)

    Broken.setoption = setoption


@fault("plays without an info line")
def _() -> None:
    def go(self, words):
        before = minimal.say
        minimal.say = lambda line: None if line.startswith("info") else before(line)
        Base.go(self, words)
        minimal.say = before

    Broken.go = go


@fault("plays something else")
def _() -> None:
    Broken.choose = lambda self, moves: "omega"


@fault("answers infinite at once")
def _() -> None:
    Broken.go = lambda self, words: Base.go(self, [w for w in words if w not in ("infinite", "ponder")])


@fault("remembers a stop")
def _() -> None:
    def stop(self, words):
        self.stopped = not self.held
        Base.stop(self, words)

    def go(self, words):
        Base.go(self, words)
        if getattr(self, "stopped", False):
            Base.stop(self, [])

    Broken.stop = stop
    Broken.go = go


@fault("is never busy")
def _() -> None:
    class Never(str):
        def __bool__(self) -> bool:
            return False

    def go(self, words):
        Base.go(self, words)
        self.held = Never(self.held) if self.held else None

    def stop(self, words):
        if self.held is not None:
            say(f"bestmove {self.held}")
        self.held = None

    Broken.go = go
    Broken.stop = Broken.ponderhit = stop


@fault("goes on without a position")
def _() -> None:
    def go(self, words):
        self.has_position = True
        Base.go(self, words)

    Broken.go = go


@fault("swallows wrong words of go")
def _() -> None:
    minimal.known_limits = lambda words: True


@fault("is late")
def _() -> None:
    def go(self, words):
        if "movetime" in words:
            time.sleep(0.6)
        Base.go(self, words)

    Broken.go = go


@fault("chats")
def _() -> None:
    def newgame(self, words):
        Base.newgame(self, words)
        say("info string a new game!")

    Broken.newgame = newgame
    Broken.isready = lambda self, words: (say("readyok"), say("info string at your service"))


@fault("answers questions with nothing")
def _() -> None:
    Broken.query = lambda self, words: minimal.error("bad_argument query: this engine knows no rules")


@fault("stays at the end of its input")
def _() -> None:
    inner = minimal.lines

    def lines():
        yield from inner()
        time.sleep(600)

    minimal.lines = lines


@fault("reads only short lines")
def _() -> None:
    minimal.MAX_LINE = 1 << 12


@fault("does not mind zero bytes")
def _() -> None:
    def lines():
        for raw in sys.stdin.buffer:
            if len(raw) > minimal.MAX_LINE + 2:
                minimal.error("too_long")
            else:
                yield raw.decode(errors="replace").replace("\0", "")

    minimal.lines = lines


@fault("has codes of its own")
def _() -> None:
    before = minimal.error
    minimal.error = lambda text: before(text.replace("bad_argument", "wrong"))


if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    minimal.Engine = Broken
    minimal.main()
