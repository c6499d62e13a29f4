#!/usr/bin/env python3
"""A whole engine that knows no rules: it plays a random one of the moves it is sent (docs/protocol.md, "Engines without
rules"). Copy it and put your own choice where `choose` is.

    embertree match pig --player "cmd:python3 examples/minimal_engine.py" --player random
"""

import os
import random
import sys

MAX_LINE = 1 << 20


class Engine:
    def __init__(self) -> None:
        self.random = random.Random(0)
        self.has_position = False
        self.held: str | None = None  # the answer to `go infinite` or `go ponder`, until it is asked for

    # --- The one thing to change ---

    def choose(self, moves: list[str]) -> str:
        return self.random.choice(moves)

    # --- Commands ---

    def ngi(self, words: list[str]) -> None:
        say("id name Minimal engine in Python")
        say("id author nobody")
        say("protocol ngi 1")
        say("option name SendMoves type check default true")
        say("option name Seed type spin default 0 min 0 max 18446744073709551615")
        say("ngiok")

    def setoption(self, words: list[str]) -> None:
        # setoption name N [value V]; the word `value` may be missing.
        words = [word for word in words if word != "value"]
        if words[:1] != ["name"] or len(words) != 3:
            error("bad_argument setoption: expected name N value V")
        elif words[1].lower() == "seed":
            if words[2].isascii() and words[2].isdigit() and int(words[2]) < 2**64:
                self.random.seed(int(words[2]))
            else:
                error("out_of_range Seed: a whole number from 0")
        elif words[1].lower() == "sendmoves":
            if words[2] != "true":
                error("out_of_range SendMoves: this engine knows no rules")
        else:
            error(f"bad_option there is no option {words[1][:60]}")

    def newgame(self, words: list[str]) -> None:
        self.has_position = False

    def isready(self, words: list[str]) -> None:
        say("readyok")

    def position(self, words: list[str]) -> None:
        # A player with rules would set up its board here.
        self.has_position = words[:1] in (["startpos"], ["fen"])
        if not self.has_position:
            error("bad_argument position: expected startpos or fen")

    def moves(self, words: list[str]) -> None:
        if not self.has_position:
            error("no_position")

    def go(self, words: list[str]) -> None:
        at = words.index("searchmoves") if "searchmoves" in words else len(words)
        moves = words[at + 1 :]
        if not self.has_position:
            error("no_position")
        elif not known_limits(words[:at]) or not moves:
            error("bad_argument go: limits, then searchmoves with every legal move")
        else:
            move = self.choose(moves)
            say(f"info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1 nps 1000 time 1 hashfull 0 pv {move}")
            if "infinite" in words or "ponder" in words:
                self.held = move
            else:
                say(f"bestmove {move}")
            return
        say("bestmove 0000")

    def stop(self, words: list[str]) -> None:
        if self.held:
            say(f"bestmove {self.held}")
            self.held = None

    ponderhit = stop

    def query(self, words: list[str]) -> None:
        error("bad_argument query: this engine knows no rules")
        say("response error")


COMMANDS = ("ngi", "setoption", "newgame", "isready", "position", "moves", "go", "stop", "ponderhit", "query")
NUMBERS = ("nodes", "depth", "movetime", "movestogo", *(f"p{k}{what}" for k in range(1, 6) for what in ("time", "inc")))


def known_limits(words: list[str]) -> bool:
    rest = iter(words)
    for word in rest:
        if word in NUMBERS:
            number = next(rest, "")
            if not number.lstrip("-").isdigit():
                return False
        elif word not in ("infinite", "ponder"):
            return False
    return True


def say(line: str) -> None:
    try:
        sys.stdout.buffer.write(line.encode() + b"\n")
        sys.stdout.buffer.flush()
    except OSError:
        os._exit(0)  # nobody listens any more


def error(text: str) -> None:
    say(f"error {text}")


def lines():
    """Lines that are no nonsense; longer ones and others are told and dropped."""
    while raw := sys.stdin.buffer.readline(MAX_LINE + 2):
        if not raw.endswith(b"\n") and len(raw) > MAX_LINE:
            while raw and not raw.endswith(b"\n"):
                raw = sys.stdin.buffer.readline(MAX_LINE)
            error("too_long")
            continue
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            line = "\0"
        if "\0" in line:
            error("bad_encoding")
        else:
            yield line


def main() -> None:
    engine = Engine()
    for line in lines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        word = words[0]
        if word == "quit":
            break
        if word not in COMMANDS:
            error(f"unknown_command {word[:60]}")
        elif engine.held and word not in ("isready", "stop", "ponderhit"):
            error(f"busy {word}")
            if word == "query":
                say("response error")
        else:
            getattr(engine, word)(words[1:])


if __name__ == "__main__":
    main()
