"""Engines that do what no engine should. They know no rules (SendMoves) and play the first move they are sent, until
they misbehave:

    python fake_engine.py MODE [NUMBER] [--dialect ngi|ugi|uci]

What each MODE does stands in the table below.
"""

import os
import signal
import sys
import threading
import time

MODES = {
    "good": "plays",
    "hang_start": "does not answer the handshake",
    "hang_ready": "does not answer isready once it has a position",
    "hang_go": "does not answer go",
    "die_start": "ends at the handshake with exit code 3 and a word of complaint",
    "die_ready": "ends at isready once it has a position",
    "die_go": "ends at go",
    "die_later": "ends after its NUMBER-th bestmove",
    "segfault": "ends at go by signal 11",
    "close_output": "closes its output at go and lives on",
    "late": "answers NUMBER ms after its time",
    "very_late": "answers NUMBER ms after go, whatever the limit, in a thread, and goes on as if nothing had been",
    "twice": "answers every go twice",
    "unasked": "sends a bestmove with readyok",
    "flood": "writes info lines without end at go",
    "flood_line": "writes one line without end at go",
    "flood_start": "writes lines without end from the start",
    "stderr": "writes a lot to standard error, and plays",
    "garbage": "writes bytes that are no lines of the protocol, and plays",
    "cheat": "plays a move that is not legal",
    "nothing": "plays 0000",
    "empty": "sends bestmove without a move",
    "refuse": "takes no position",
    "refuse_option": "takes no option",
    "deaf": "reads nothing any more once it has a position",
    "stay": "does not end at quit or at the end of its input",
    "child": "starts a process of its own that stays when it ends",
    "silent_before_handshake": "answers nothing at all before its own handshake",
    "other_game": "says that it plays another game",
}


class Fake:
    def __init__(self, mode: str, number: int, dialect: str) -> None:
        self.mode = mode
        self.number = number
        self.dialect = dialect
        self.spoken = False
        self.has_position = False
        self.answers = 0

    def say(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def handle(self, line: str) -> None:
        words = line.split()
        word = words[0] if words else ""
        if word == self.dialect:
            self.handshake()
        elif not self.spoken and self.mode == "silent_before_handshake":
            return
        elif word == "isready":
            self.isready()
        elif word == "position":
            self.has_position = True
            if self.mode == "deaf":
                time.sleep(600)
            if self.mode == "refuse":
                self.error("bad_fen this engine takes no position")
        elif word.endswith("newgame"):
            self.has_position = False
        elif word == "setoption":
            if self.mode == "refuse_option":
                self.error("out_of_range nothing may be set")
        elif word == "go":
            self.go(words)
        elif word == "quit":
            if self.mode != "stay":
                raise SystemExit
        elif word not in ("stop", ""):
            self.error(f"unknown_command {word}")

    def error(self, text: str) -> None:
        self.say(f"error {text}" if self.dialect == "ngi" else f"info string error {text}")

    def handshake(self) -> None:
        self.spoken = True
        if self.mode == "hang_start":
            return
        if self.mode == "die_start":
            sys.stderr.write("no licence found\n")
            sys.stderr.flush()
            os._exit(3)
        if self.mode == "child":
            child = os.fork()
            if child == 0:
                time.sleep(600)
                os._exit(0)
            sys.stderr.write(f"child {child}\n")
            sys.stderr.flush()
        self.say(f"id name Fake {self.mode}")
        if self.mode == "other_game":
            self.say("game ludo players 2 4 chance yes")
        self.say("option name SendMoves type check default true")
        self.say("option name Strength type spin default 3 min 0 max 9")
        self.say(f"{self.dialect}ok")

    def isready(self) -> None:
        if self.mode == "hang_ready" and self.has_position:
            return
        if self.mode == "die_ready" and self.has_position:
            os._exit(0)
        if self.mode == "unasked" and self.has_position:
            self.say("bestmove unasked")
        self.say("readyok")

    def go(self, words: list[str]) -> None:
        moves = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else ["0000"]
        movetime = int(words[words.index("movetime") + 1]) if "movetime" in words else 0
        mode = self.mode
        if mode == "hang_go":
            return
        if mode == "die_go":
            os._exit(1)
        if mode == "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        if mode == "close_output":
            os.close(1)
            time.sleep(600)
        if mode == "late":
            time.sleep((movetime + self.number) / 1000)
        if mode == "very_late":
            threading.Thread(target=self.answer_later, args=(moves[0],), daemon=True).start()
            return
        if mode in ("flood", "flood_line"):
            end = "\n" if mode == "flood" else " "
            while True:
                sys.stdout.write("info depth 1 nodes 1 pv nothing" + end)
        if mode == "stderr":
            sys.stderr.write("thinking hard ...\n" * 10_000)
            sys.stderr.flush()
        if mode == "garbage":
            sys.stdout.flush()
            os.write(1, b"\x00\xff\xfe garbage \x80\n\n\ninfo depth x nodes -\ninfo\nbestmov\nresponse\nreadyok?\n")
        move = {"cheat": "mark:z9", "nothing": "0000", "empty": "", "refuse": "0000"}.get(mode, moves[0])
        self.say(f"info depth 1 score cp 0 nodes 1 nps 1 time 0 wp 500 500 pv {move}")
        self.say(f"bestmove {move}")
        self.answers += 1
        if mode == "twice":
            self.say(f"bestmove {moves[-1]}")
        if mode == "die_later" and self.answers == self.number:
            os._exit(0)

    def answer_later(self, move: str) -> None:
        time.sleep(self.number / 1000)
        self.say(f"bestmove {move}")


def main() -> None:
    arguments = sys.argv[1:]
    dialect = "ngi"
    if "--dialect" in arguments:
        at = arguments.index("--dialect")
        dialect = arguments[at + 1]
        del arguments[at : at + 2]
    fake = Fake(arguments[0], int(arguments[1]) if len(arguments) > 1 else 0, dialect)
    assert fake.mode in MODES
    while fake.mode == "flood_start":
        sys.stdout.write("hello\n")
    for line in sys.stdin:
        fake.handle(line)
    if fake.mode == "stay":
        time.sleep(600)


if __name__ == "__main__":
    main()
