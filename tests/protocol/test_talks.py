"""Conversations with the engine, word for word: every `*.talk` of this folder.

    $ --game pig            arguments of the engine; the first line, where there are any
    > isready               a line that is sent
    >b isready\\r\\n          bytes that are sent, with escapes, no end of line added
    < readyok               the next line that must come; `*` stands for any text, `{name}` for one word that is kept
    <.. bestmove *          lines may come before it
    ! eof | close-output | interrupt      what else can happen to an engine
    ! wait 0.2              silence for so many seconds
    ! exit 0                it ends within a second, with this code
    # ...                   a remark

A kept word is sent again with `{name}`. Whatever is left over at the end is an error. `{game}` and `{players}` are set
from outside: a conversation with `# for: two seats` in its first line is held on every game with two seats, one with
`# for: four seats` on every game with four.
"""

import ast
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gamelist import GAMES

from embertree.protocol.grammar import COMMANDS, ERRORS, QUERIES
from embertree.protocol.options import option_rows
from embertree.protocol.transport import ProcessTransport, TransportError

FOLDER = Path(__file__).parent
PATIENCE_S = 60
END_S = 1.0
_SEATS = {"two": 2, "four": 4}


def _cases() -> Iterator[tuple[Path, dict[str, str]]]:
    for path in sorted(FOLDER.glob("*.talk")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        wanted = re.fullmatch(r"# for: (\w+) seats", first)
        if wanted is None:
            yield path, {}
            continue
        for game, players in GAMES:
            if players == _SEATS[wanted[1]]:
                yield path, {"game": game, "players": str(players)}


CASES = list(_cases())


@pytest.mark.parametrize(
    ("path", "names"), CASES, ids=["-".join([path.stem, *list(names.values())[:1]]) for path, names in CASES]
)
def test_talk(path: Path, names: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    # The package may be found through the path alone, so the engine gets ours.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    talk = _Talk(path, dict(names))
    try:
        talk.hold()
    finally:
        talk.close()


class _Talk:
    def __init__(self, path: Path, names: dict[str, str]) -> None:
        self._path = path
        self._names = names
        self._lines = path.read_text(encoding="utf-8").splitlines()
        self._ended = False
        arguments = next((line[2:].split() for line in self._lines if line.startswith("$ ")), [])
        arguments = [self._filled(word) for word in arguments]
        self._engine = ProcessTransport([sys.executable, "-m", "embertree", "engine", *arguments])

    def hold(self) -> None:
        for number, line in enumerate(self._lines, 1):
            where = f"{self._path.name}, line {number}: {line}"
            if line.startswith(">b "):
                self._send(ast.literal_eval(f"b'{line[3:]}'"))
            elif line.startswith(">"):
                self._send(self._filled(line[2:]).encode() + b"\n")
            elif line.startswith("<.. "):
                self._skip_to(line[4:], where)
            elif line.startswith("<"):
                self._expect(line[2:], where)
            elif line.startswith("! "):
                self._happen(line[2:].split(), where)
            else:
                assert not line.strip() or line.startswith(("#", "$ ")), where
        if not self._ended:
            self._send(b"isready\n")
            self._expect("readyok", f"{self._path.name}, at the end")

    def close(self) -> None:
        self._engine.close(0)

    def _send(self, data: bytes) -> None:
        self._engine.send_bytes(data, time.monotonic() + PATIENCE_S)

    def _receive(self, where: str) -> str:
        try:
            return self._engine.receive(time.monotonic() + PATIENCE_S)
        except TransportError as trouble:
            pytest.fail(f"{where}\n{trouble.detail}")

    def _expect(self, pattern: str, where: str) -> None:
        line = self._receive(where)
        assert self._matches(pattern, line), f"{where}\ncame: {line}"

    def _skip_to(self, pattern: str, where: str) -> None:
        passed = []
        while True:
            line = self._receive(f"{where}\nafter {passed[-5:]}")
            if self._matches(pattern, line):
                return
            passed.append(line)

    def _matches(self, pattern: str, line: str) -> bool:
        """Whether a line is as the pattern says; keeps the words that it names."""
        parts = re.split(r"(\*|\{\w+\})", self._filled(pattern))
        regex = "".join(
            ".*" if part == "*" else f"(?P<{part[1:-1]}>\\S+)" if part.startswith("{") else re.escape(part)
            for part in parts
        )
        found = re.fullmatch(regex, line)
        if found:
            self._names |= found.groupdict()
        return found is not None

    def _filled(self, text: str) -> str:
        """Names that are known already are put in."""
        return re.sub(r"\{(\w+)\}", lambda match: self._names.get(match[1], match[0]), text)

    def _happen(self, words: list[str], where: str) -> None:
        what = words[0]
        if what == "eof":
            self._engine.end_input()
        elif what == "close-output":
            self._engine.close_output()
        elif what == "interrupt":
            self._engine.interrupt()
        elif what == "wait":
            with pytest.raises(TransportError) as caught:
                pytest.fail(f"{where}\ncame: {self._engine.receive(time.monotonic() + float(words[1]))}")
            assert caught.value.kind == "timeout", where
        elif what == "exit":
            began = time.monotonic()
            code = self._engine.exit_code(PATIENCE_S)
            assert code == int(words[1]), where
            assert time.monotonic() - began < END_S, where
            self._ended = True
        else:
            pytest.fail(f"{where}\nnobody knows what that is")


def test_the_conversations_hold_every_command_question_option_and_error() -> None:
    sent, heard = [], []
    for path in FOLDER.glob("*.talk"):
        for line in path.read_text(encoding="utf-8").splitlines():
            (sent if line.startswith("> ") else heard).append(line[2:].split() or [""])
    said = [words for words in sent if words]
    assert {row.word for row in COMMANDS} <= {words[0] for words in said}
    assert {row.word for row in QUERIES} <= {words[1] for words in said if words[0] == "query" and len(words) > 1}
    options = {words[2].lower() for words in said if words[:2] == ["setoption", "name"] and len(words) > 2}
    assert {row.name.lower() for row in option_rows() if not row.param_of} <= options
    for row in COMMANDS:
        spoken = {word for words in said if words[0] == row.word for word in words}
        # One clock stands for all of them.
        missing = {key.name for key in row.keywords if key.listed or key.same_as} - spoken
        assert not missing, f"{row.word}: {missing}"
    # Lines too long for a page are in test_streams.py, and our own mistakes in test_pieces.py.
    codes = {words[words.index("error") + 1] for words in heard if "error" in words[:-1]}
    assert set(ERRORS) - codes <= {"too_long", "internal"}
