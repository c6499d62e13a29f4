"""What rules are made of: a conversation with an engine, and the list that they stand in."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from embertree.protocol.client import DeclaredOption
from embertree.protocol.transport import ProcessTransport, TransportError
from embertree.words import shown

SHORT_S = 0.3
"""How long silence is listened to."""
END_S = 1.0
"""In which an engine has to end."""


class Broken(Exception):
    """A rule is broken; says what was seen."""


class Skipped(Exception):
    """A rule does not apply; says why."""


class Facts(NamedTuple):
    """What an engine has told of itself."""

    command: Sequence[str]
    dialect: str
    name: str
    games: dict[str, tuple[int, int]]
    options: dict[str, DeclaredOption]
    patience_s: float

    @property
    def sends_moves(self) -> bool:
        """Whether it knows no rules and wants every legal move with `go`."""
        return "sendmoves" in self.options

    @property
    def game(self) -> str:
        """The game that it is set to; empty where it does not say."""
        option = self.options.get("game")
        return option.default if option else ""

    def need_option(self, *names: str) -> None:
        for name in names:
            if name.lower() not in self.options:
                raise Skipped(f"it has no option {name}")

    def need_rules(self) -> None:
        if self.sends_moves:
            raise Skipped("it knows no rules (SendMoves)")


class Talk:
    """One process of the engine. Its lines are heard in order, none is lost."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.transport = ProcessTransport(facts.command)
        self.words: list[str] = []
        """The list that leads to the position that was sent last."""

    def close(self) -> None:
        self.transport.close(0)

    # --- Lines ---

    def say(self, *lines: str) -> None:
        self.raw("".join(line + "\n" for line in lines).encode())

    def raw(self, data: bytes) -> None:
        self.transport.send_bytes(data, time.monotonic() + self.facts.patience_s)

    def line(self, within_s: float | None = None) -> str:
        return self.transport.receive(time.monotonic() + (within_s or self.facts.patience_s))

    def hear(self, word: str, within_s: float | None = None) -> list[str]:
        """Lines up to the first that starts with the word, that one included."""
        end = time.monotonic() + (within_s or self.facts.patience_s)
        lines: list[str] = []
        while True:
            try:
                lines.append(self.transport.receive(end))
            except TransportError as trouble:
                if trouble.kind != "timeout":
                    raise
                heard = f"; heard {shown(lines[-1])}" if lines else ""
                raise Broken(f"no {word} within {within_s or self.facts.patience_s:g} s{heard}") from None
            if lines[-1].split()[:1] == [word]:
                return lines

    def settle(self) -> list[str]:
        """The lines that come before the answer to `isready`."""
        self.say("isready")
        return self.hear("readyok")[:-1]

    def silence(self, seconds: float = SHORT_S) -> None:
        """Nothing may come for so long."""
        try:
            line = self.line(seconds)
        except TransportError as trouble:
            if trouble.kind != "timeout":
                raise
            return
        raise Broken(f"unasked: {shown(line)}")

    def errors(self, *lines: str) -> list[str]:
        """The codes of the error lines that some lines bring."""
        self.say(*lines)
        return error_codes(self.settle())

    def accepted(self, *lines: str) -> None:
        """Lines that must not bring an error."""
        self.say(*lines)
        for line in self.settle():
            if error_codes([line]):
                raise Broken(f"{shown(lines[-1])} brought {shown(line)}")

    def refused(self, line: str, *codes: str) -> str:
        """A line that must bring exactly one error line, with one of these codes; returns it."""
        self.say(line)
        heard = [each for each in self.settle() if error_codes([each])]
        if len(heard) != 1 or error_codes(heard)[0] not in codes:
            raise Broken(f"{shown(line)} brought {heard or 'no error'}, not one error {' or '.join(codes)}")
        return heard[0]

    # --- Positions ---

    def ask(self, question: str) -> str:
        """The words after `response`, of which exactly one line may come."""
        self.say(f"query {question}")
        lines = self.settle()
        responses = [line for line in lines if line.split()[:1] == ["response"]]
        if len(responses) != 1 or len(lines) != 1:
            raise Broken(f"query {question} brought {lines}, not one response line")
        return responses[0].partition("response")[2].strip()

    def start(self, extra: str = "") -> None:
        """The start of the game, with explicit chance where the engine knows chance."""
        if "chancemode" in self.facts.options:
            self.say("setoption name ChanceMode value explicit")
        self.words = []
        self.extra = extra
        self.accepted(self.position_line())

    def position_line(self, words: Sequence[str] | None = None) -> str:
        words = self.words if words is None else words
        return f"position startpos{self.extra}" + (" moves " + " ".join(words) if words else "")

    extra = ""

    def play(self, *words: str) -> None:
        """Further words; the position is sent anew."""
        self.words += words
        self.accepted(self.position_line())

    def decision(self) -> None:
        """A position where a seat decides: the start, and the first outcomes that it takes. An engine that knows no
        rules is content with the start."""
        self.start()
        while not self.facts.sends_moves and self.ask("turn") == "chance":
            self.play(outcomes(self)[0][0])

    def go(self, limits: str, moves: Sequence[str] = ("alpha", "beta", "gamma")) -> str:
        """A go line; an engine without rules gets made-up moves."""
        return f"go {limits}" + (" searchmoves " + " ".join(moves) if self.facts.sends_moves else "")

    def search(self, limits: str, within_s: float | None = None) -> list[str]:
        """All lines of one search, bestmove last; another one must not follow."""
        self.say(self.go(limits))
        lines = self.hear("bestmove", within_s)
        return lines + self.settle()


def error_codes(lines: Sequence[str]) -> list[str]:
    codes = []
    for line in lines:
        words = line.split()
        if words[:2] == ["info", "string"]:
            words = words[2:]
        if words[:1] == ["error"]:
            codes.append(words[1] if len(words) > 1 else "")
    return codes


def outcomes(talk: Talk) -> list[tuple[str, int]]:
    """`query chance`, read: (word, weight)."""
    count, *pairs = talk.ask("chance").split()
    read = []
    for pair in pairs:
        word, _, weight = pair.rpartition("/")
        if not word or not weight.isdecimal() or int(weight) < 1:
            raise Broken(f"query chance: {shown(pair)} is not word/weight")
        read.append((word, int(weight)))
    if count != str(len(read)):
        raise Broken(f"query chance: {count} outcomes announced, {len(read)} named")
    return read


def legal_moves(talk: Talk) -> list[str]:
    """`query legalmoves`, read."""
    count, *words = talk.ask("legalmoves").split() or [""]
    if count != str(len(words)):
        raise Broken(f"query legalmoves: {count} moves announced, {len(words)} named")
    return words


class Rule(NamedTuple):
    """One row: where it stands in the protocol, what it says, and how it is tried. What `check` returns was seen."""

    section: int
    text: str
    check: Callable[[Facts, "Talk"], str]
    dialects: Sequence[str]


RULES: list[Rule] = []


def rule(section: int, text: str, dialects: Sequence[str] = ("ngi",)) -> Callable[[Callable[[Facts, Talk], str]], None]:
    """Puts a function into the list of rules."""

    def add(check: Callable[[Facts, Talk], str]) -> None:
        RULES.append(Rule(section, text, check, dialects))

    return add
