"""Someone else's engine, from our side: the handshake in whichever dialect it speaks, options, positions, searches.

Every wait has an end. What goes wrong is an EngineFailure that says how; after one the engine is not asked again: who
needs it starts a new one, so a late answer finds nobody who listens.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from embertree._core import UsageError
from embertree.agents.base import Limits
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import COMMAND_ROWS, DIALECTS, REPLY_ROWS
from embertree.protocol.parse import Values, compose, read
from embertree.protocol.transport import FLOOD_BYTES, Transport, TransportError
from embertree.words import did_you_mean, shown

NO_MOVE = "0000"


class Patience(NamedTuple):
    """How long an engine may take, in milliseconds."""

    start: int = 10_000
    """From its start to the end of the handshake."""
    ready: int = 10_000
    """For readyok, and for anything that is not a search."""
    move: int = 60_000
    """For a search without a time limit."""
    margin: int = 50
    """Beyond a search's time limit."""
    quit: int = 1_000


class EngineFailure(Exception):
    """An engine is out of the game. `kind` is timeout, crash, illegal or protocol."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class DeclaredOption(NamedTuple):
    """An option line of an engine."""

    name: str
    type: str
    default: str
    low: int | None
    high: int | None
    choices: tuple[str, ...]


class Answer(NamedTuple):
    """What came of a `go`."""

    move: str
    ponder: str
    info: Values
    """The last values of the best line: nodes, depth, wp, ev, pv ..."""
    ms: float
    infos: int
    """How many info lines came before it."""


class EngineClient:
    """One engine, from its handshake to its end."""

    def __init__(self, transport: Transport, patience: Patience | None = None) -> None:
        self.dialect = "ngi"
        self.name = ""
        self.games: dict[str, tuple[int, int]] = {}
        """By id: fewest and most players. Only ngi tells."""
        self.options: dict[str, DeclaredOption] = {}
        """By name in lower case."""
        self.last_error = ""
        self._transport = transport
        self._patience = patience or Patience()
        self._readyoks_owed = 0
        self._failed = False

    # --- Start and end ---

    def open(self, dialect: str | None = None, *, probe: bool = False) -> None:
        """The handshake. Without a dialect the engine is offered ngi, then ugi, then uci. A `probe` does not wait for
        an engine that passes over the word and goes on to the next line."""
        end = self._in(self._patience.start)
        offers = [dialect] if dialect else list(DIALECTS)
        hasty = dialect is None or probe
        for index, offer in enumerate(offers):
            left = len(offers) - index
            # An engine that does not know the word may say nothing; its readyok then tells that it has passed it over.
            until = self._now() + (end - self._now()) / left
            self._send(compose(COMMAND_ROWS[offer], {}, offer), until)
            if hasty:
                self._ask_ready(until)
            found = self._handshake(offers[: index + 1], until, hasty=hasty and (probe or left > 1))
            if found:
                self.dialect = found
                if hasty:
                    # Lines are answered in order: those behind the word that it knew are still to be answered.
                    self._readyoks_owed = index - offers.index(found) + 1
                self.ready()
                return
        raise self._failure("protocol", f"it does not answer the handshake {' or '.join(offers)}")

    def close(self) -> None:
        """The engine is told to go, then made to."""
        self._transport.close(0 if self._failed else self._patience.quit / 1000)

    def kill(self) -> None:
        """The engine is ended without a word."""
        self._transport.close(0)

    # --- Set-up ---

    def check_option(self, name: str) -> DeclaredOption:
        """The option of that name; a UsageError lists those there are."""
        option = self.options.get(name.lower())
        if option is None:
            names = [each.name for each in self.options.values()]
            raise UsageError(f"{self.name or 'the engine'} has no option {shown(name)}{did_you_mean(name, names)}")
        return option

    def set_option(self, name: str, value: str) -> None:
        """Sets an option that it has declared."""
        option = self.check_option(name)
        values: Values = {"name": option.name.split()}
        if option.type != "button":
            values["value"] = value.split() or ["<empty>"]
        self._send(compose(COMMAND_ROWS["setoption"], values, self.dialect), self._in(self._patience.ready))

    def has_option(self, name: str) -> bool:
        return name.lower() in self.options

    def new_game(self, game: str, players: int, rules: str) -> None:
        """Another game begins; returns when the engine is ready for it."""
        if self.dialect == "ngi":
            values: Values = {"game": game, "players": players, "rules": rules or "-"}
            line = compose(COMMAND_ROWS["newgame"], values)
        else:
            for name, value in (("Game", game), ("Players", str(players)), ("Rules", rules)):
                if self.has_option(name):
                    self.set_option(name, value)
            line = compose(COMMAND_ROWS[f"{self.dialect}newgame"], {}, self.dialect)
        self._send(line, self._in(self._patience.ready))
        self.last_error = ""
        self.ready()
        if self.last_error:
            raise self._failure("protocol", f"it does not take {line!r}: {self.last_error}")

    def ready(self) -> None:
        """Waits until the engine has taken all that was sent; whatever it still had to say is passed over."""
        end = self._in(self._patience.ready)
        self._ask_ready(end)
        while self._readyoks_owed:
            words = self._receive(end, "readyok")
            if words[:1] == ["bestmove"]:
                raise self._failure("protocol", f"it answers without being asked: {shown(' '.join(words))}")

    # --- The game ---

    def position(self, players: int, rules: str, words: Sequence[str]) -> None:
        """The start and all that was played since."""
        self.last_error = ""
        values: Values = {"startpos": True, "moves": list(words) or None}
        if self.dialect == "ngi":
            values |= {"players": players, "rules": rules or None}
        self._send(compose(COMMAND_ROWS["position"], values, self.dialect), self._in(self._patience.ready))

    def send_line(self, line: str) -> None:
        """Any line that asks for no answer."""
        self._send(line, self._in(self._patience.ready))

    def go(self, limits: Limits, searchmoves: Sequence[str] = ()) -> Answer:
        """Searches, and waits no longer than the limits and the patience say."""
        values: Values = {
            "nodes": limits.nodes or None,
            "depth": limits.depth or None,
            "movetime": limits.movetime_ms or None,
            "searchmoves": list(searchmoves) or None,
        }
        line = compose(COMMAND_ROWS["go"], values, self.dialect)
        allowed = limits.movetime_ms + self._patience.margin if limits.movetime_ms else self._patience.move
        began = self._now()
        end = began + allowed / 1000
        self._send(line, end)
        info: Values = {}
        infos = 0
        while True:
            words = self._receive(end, "bestmove", f" after {allowed} ms")
            if words[:1] == ["info"]:
                seen = _lenient("info", words)
                if seen and "string" not in seen:
                    infos += 1
                    # Of several lines the best one counts; an engine without MultiPV does not number them.
                    if seen.get("multipv", 1) == 1:
                        info = seen
            elif words[:1] == ["bestmove"]:
                ms = (self._now() - began) * 1000
                if ms > allowed:
                    raise self._failure("timeout", f"it answered after {ms:.0f} ms of {allowed}")
                found = _lenient("bestmove", words)
                if not found.get("move"):
                    raise self._failure("protocol", "a bestmove without a move")
                return Answer(found["move"], found.get("ponder", ""), info, ms, infos)

    def ask(self, question: str, *about: str) -> list[str]:
        """The words after `response`."""
        end = self._in(self._patience.ready)
        self._send(compose(COMMAND_ROWS["query"], {"question": question, "about": list(about)}, self.dialect), end)
        while True:
            words = self._receive(end, "response")
            if words[:1] == ["response"]:
                return words[1:]

    # --- Lines ---

    def _handshake(self, offers: Sequence[str], until: float, *, hasty: bool) -> str:
        """Reads until the end of a handshake and returns its dialect; nothing where it is clear that none is coming."""
        while True:
            try:
                words = self._transport.receive(until).split()
                if self._now() > until:
                    raise TransportError("timeout", "")
            except TransportError as trouble:
                if trouble.kind != "timeout":
                    raise self._failure(trouble.kind, f"{trouble.detail}, in the handshake") from None
                if hasty:
                    return ""
                detail = f"it does not answer the handshake {' or '.join(offers)}"
                raise self._failure("timeout", detail) from None
            word = words[0] if words else ""
            if word == "id":
                name = _lenient("id", words).get("name")
                self.name = " ".join(name) if name else self.name
            elif word == "game":
                game = _lenient("game", words)
                if game.get("id") and len(game.get("players", [])) == 2:
                    self.games[game["id"]] = (game["players"][0], game["players"][1])
            elif word == "option":
                self._take_option(_lenient("option", words))
            elif word == "readyok" and hasty:
                return ""
            elif word in [f"{offer}ok" for offer in offers]:
                return word[:-2]

    def _take_option(self, values: Values) -> None:
        name = " ".join(values.get("name", []))
        if name:
            self.options[name.lower()] = DeclaredOption(
                name,
                values.get("type", "string"),
                " ".join(values.get("default", [])).replace("<empty>", ""),
                values.get("min"),
                values.get("max"),
                tuple(values.get("var", ())),
            )

    def _ask_ready(self, deadline: float) -> None:
        self._send(compose(COMMAND_ROWS["isready"], {}, self.dialect), deadline)
        self._readyoks_owed += 1

    def _send(self, line: str, deadline: float) -> None:
        self._transport.allow(FLOOD_BYTES)
        try:
            self._transport.send(line, deadline)
        except TransportError as trouble:
            raise self._failure(trouble.kind, f"{trouble.detail}, sent {shown(line)}") from None

    def _receive(self, deadline: float, awaited: str, when: str = "") -> list[str]:
        """The words of the next line that is not empty."""
        while True:
            try:
                words = self._transport.receive(deadline).split()
            except TransportError as trouble:
                detail = "it is silent" if trouble.kind == "timeout" else trouble.detail
                raise self._failure(trouble.kind, f"{detail}, {awaited} is due{when}") from None
            word = words[0] if words else ""
            if word == "readyok":
                self._readyoks_owed = max(0, self._readyoks_owed - 1)
            elif word == "error" or words[:3] == ["info", "string", "error"]:
                self.last_error = " ".join(words)[:300]
            if word != awaited and self._now() > deadline:
                raise self._failure("timeout", f"it goes on writing, {awaited} is due{when}")
            if words:
                return words

    def _failure(self, kind: str, detail: str) -> EngineFailure:
        self._failed = True
        return EngineFailure(kind, detail)

    @staticmethod
    def _now() -> float:
        return time.monotonic()

    def _in(self, ms: int) -> float:
        return self._now() + ms / 1000


def _lenient(reply: str, words: list[str]) -> Values:
    """The values of a reply, of which other protocols may know more; nothing where it makes no sense."""
    try:
        return read(REPLY_ROWS[reply], words[1:], skip_unknown=True)
    except ProtocolError:
        return {}
