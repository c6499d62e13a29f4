#!/usr/bin/env python3
"""Feeds bytes to the engine until something breaks: it may not raise, end, or leave a question without its answer.

    python fuzz/fuzz_protocol.py [SECONDS]            the seeds below, changed and joined by a generator of its own
    python fuzz/fuzz_protocol.py -seeds DIR           writes the seeds as files, for a corpus to begin with
    python fuzz/fuzz_protocol.py -atheris [ARGS ...]  guided by coverage, where the package atheris is installed; ARGS
                                                      are libFuzzer's, such as a folder for the corpus

What breaks it is printed as bytes that can be pasted into tests/protocol/*.talk behind `>b `.
"""

import random
import sys
import time
from pathlib import Path

if sys.argv[1:2] == ["-atheris"]:
    import atheris

    with atheris.instrument_imports(include=["embertree"]):
        import embertree.protocol.server  # noqa: F401 - its lines are counted

from embertree import Game, game_ids
from embertree.protocol.grammar import COMMANDS, ERRORS, QUERIES
from embertree.protocol.server import Server

MAX_BYTES = 4096


def seeds() -> list[bytes]:
    """Lines that are right: changed and joined they come close to being right."""
    lines = [row.usage(dialect) for row in COMMANDS for dialect in row.dialects]
    lines += [f"query {row.word} 17" for row in QUERIES]
    for name in game_ids():
        state = Game(name).new_initial_state()
        words = []
        for k in range(12):
            action = state.random_action(k)
            words.append(state.action_to_string(action))
            state.apply_action(action)
            if state.is_terminal():
                break
        lines += [
            f"newgame game {name}",
            f"position startpos moves {' '.join(words)}",
            f"position fen {state.position}",
        ]
    lines += ["go nodes 3", "go infinite", "stop", "setoption name Hash value 1", "setoption name SeatGroups value 1|2"]
    return [line.encode() for line in lines]


def one_input(data: bytes) -> None:
    """One conversation; an AssertionError or any other exception is a find."""
    data = data[:MAX_BYTES]
    server = Server()
    server.options.set("Hash", "1")
    for line in data.split(b"\n"):
        first = line.removeprefix(b"\xef\xbb\xbf").split()[:1]
        if first in ([b"quit"], [b"bench"]):
            continue
        server.feed(line + b"\n")
        while server.step():
            pass
        # Searches without an end are ended; the answer must come then.
        assert server.finish(20_000), "a search does not stop"
        out = server.out.decode()
        server.out.clear()
        heard = [each.split() for each in out.splitlines()]
        assert out == "" or out.endswith("\n")
        for words in heard:
            if words[:3] == ["info", "string", "error"]:
                words = words[2:]
            if words[:1] == ["error"]:
                assert words[1] in ERRORS, words
                assert words[1] != "internal", words
        try:
            is_text = "\0" not in line.decode()
        except UnicodeDecodeError:
            is_text = False
        for asked, answer in ((b"query", "response"), (b"go", "bestmove")):
            wanted = 1 if is_text and line.decode().removeprefix("\ufeff").split()[:1] == [asked.decode()] else 0
            assert sum(words[:1] == [answer] for words in heard) == wanted, (line, heard)
    server.feed(b"isready\n")
    while server.step():
        pass
    assert bytes(server.out) == b"readyok\n", "silence"


def mutated(chance: random.Random, material: list[bytes]) -> bytes:
    data = bytearray(b"\n".join(chance.choices(material, k=chance.randrange(1, 9))))
    for _ in range(chance.randrange(12)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[at:at] = bytes([chance.randrange(256)])
        elif kind == 1:
            del data[at : at + chance.randrange(1, 6)]
        elif kind == 2:
            data[at:at] = chance.choice(material)[: chance.randrange(1, 20)]
        else:
            data[at : at + 1] = bytes([chance.choice(b" \n:/|,=?0123456789-\0\xff")])
    return bytes(data)


def run(seconds: float) -> None:
    chance = random.Random()
    material = seeds()
    began = time.monotonic()
    count = 0
    while time.monotonic() < began + seconds:
        data = mutated(chance, material)
        try:
            one_input(data)
        except BaseException:
            print(f"after {count} inputs: {data!r}", file=sys.stderr)
            raise
        count += 1
    print(f"{count} inputs in {time.monotonic() - began:.0f} s, nothing found")


def main() -> None:
    if sys.argv[1:2] == ["-atheris"]:
        atheris.Setup([sys.argv[0], *sys.argv[2:]], one_input)
        atheris.Fuzz()
    elif sys.argv[1:2] == ["-seeds"]:
        for k, seed in enumerate(seeds()):
            (Path(sys.argv[2]) / f"seed{k:03}").write_bytes(seed)
    else:
        run(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)


if __name__ == "__main__":
    main()
