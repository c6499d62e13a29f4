"""An engine from outside as a player: `cmd:COMMAND LINE`.

    cmd:./engine --flag                     a command line as a shell would split it
    cmd[nodes=500,Hash=64]:./engine         with settings: ours by the names below, all others are options of the engine

Ours are: dialect (ngi, ugi or uci; found out where it is left out), nodes, depth, movetime (limits of each search),
name, dir (the folder it starts in), and how long it may take in milliseconds: start, ready, move (a search without a
time limit), margin (beyond movetime).
"""

import re
import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from embertree._core import Game, State, UsageError
from embertree.agents.base import NO_LIMITS, AgentFailure, Choice, Limits
from embertree.protocol.client import NO_MOVE, Answer, EngineClient, EngineFailure, Patience
from embertree.protocol.grammar import DIALECTS
from embertree.protocol.transport import Log, ProcessTransport
from embertree.seeds import nth
from embertree.words import did_you_mean, shown, whole_number

# Engines of other makers may think for ever where no limit is named.
DEFAULT_LIMITS = Limits(movetime_ms=1000)

_FORM = re.compile(r"cmd(?:\[(?P<settings>[^\]]*)\])?:(?P<command>.*)", re.DOTALL)
_LIMITS = {"nodes": (1, 10**15), "depth": (1, 1000), "movetime": (1, 10**9)}
_PATIENCE = ("start", "ready", "move", "margin")
_OURS = ("dialect", "name", "dir", *_LIMITS, *_PATIENCE)
_MAX_PATIENCE_MS = 86_400_000


class RemoteSpec(NamedTuple):
    """A SPEC of an engine from outside, read."""

    text: str
    command: tuple[str, ...]
    name: str
    folder: str | None = None
    dialect: str | None = None
    limits: Limits = NO_LIMITS
    patience: Patience = Patience()
    options: tuple[tuple[str, str], ...] = ()


def parse_remote(text: str) -> RemoteSpec:
    """Reads a SPEC; a UsageError names the part that is wrong."""
    form = _FORM.fullmatch(text.strip())
    where = f"player {shown(text)}"
    if form is None:
        raise UsageError(f"{where}: expected cmd:COMMAND LINE or cmd[key=value,...]:COMMAND LINE")
    try:
        command = tuple(shlex.split(form["command"]))
    except ValueError as trouble:
        raise UsageError(f"{where}: {str(trouble).lower()}") from None
    if not command:
        raise UsageError(f"{where}: the command line is missing")
    values: dict[str, str] = {}
    for part in (form["settings"] or "").split(",") if form["settings"] else []:
        key, equals, value = part.strip().partition("=")
        if not equals or not key:
            raise UsageError(f"{where}: {shown(part)} is not key=value")
        if key in values:
            raise UsageError(f"{where}: {key} is given twice")
        values[key] = value

    def number(key: str, low: int, high: int, default: int) -> int:
        return whole_number(values[key], f"{where}: {key}", low, high) if key in values else default

    dialect = values.get("dialect")
    if dialect is not None and dialect not in DIALECTS:
        raise UsageError(f"{where}: there is no dialect {shown(dialect)}{did_you_mean(dialect, DIALECTS)}")
    limits = {key: number(key, *bounds, 0) for key, bounds in _LIMITS.items()}
    default = Patience()
    patience = {key: number(key, 0, _MAX_PATIENCE_MS, getattr(default, key)) for key in _PATIENCE}
    return RemoteSpec(
        text=text.strip(),
        command=command,
        name=values.get("name") or text.strip(),
        folder=values.get("dir"),
        dialect=dialect,
        limits=Limits(limits["nodes"], limits["depth"], limits["movetime"]),
        patience=default._replace(**patience),
        options=tuple((key, value) for key, value in values.items() if key not in _OURS),
    )


class RemoteAgent:
    """One engine process. After a failure it is ended, and started anew for the next game."""

    def __init__(self, spec: RemoteSpec, game: Game, limits: Limits | None = None, *, log: str | None = None) -> None:
        self.name = spec.name
        self._spec = spec
        self._game = game
        own = spec.limits if spec.limits.any() else limits
        self._limits = own if own and own.any() else DEFAULT_LIMITS
        self._log = _log_to(log, spec.name) if log else None
        # A seed in the SPEC is the user's word: it stays the same from move to move.
        self._seeded = not any(name.lower() == "seed" for name, _ in spec.options)
        self._client: EngineClient | None = None
        self._words: list[str] = []
        self._seed = 0
        self._decisions = 0
        # Before the first game, so that a wrong path or option ends the match before it begins.
        try:
            self._start()
        except EngineFailure as trouble:
            raise UsageError(f"player {shown(spec.text)}: {trouble.detail}") from None

    def new_game(self, seat: int, seed: int) -> None:
        self._words = []
        self._seed = seed
        self._decisions = 0
        try:
            if self._client is None:
                self._start()
            assert self._client
            self._client.new_game(self._game.id, self._game.num_players, self._game.rules)
        except UsageError as trouble:  # it started before, but does no more
            raise AgentFailure("crash", str(trouble)) from None
        except EngineFailure as trouble:
            raise self._failed(trouble) from None
        except BaseException:
            self._end(kill=True)
            raise

    def told(self, words: Sequence[str]) -> None:
        """All that was played since the start, as this seat may know it."""
        self._words = list(words)

    def choose(self, state: State) -> Choice:
        try:
            return self._chosen(state)
        except EngineFailure as trouble:
            raise self._failed(trouble) from None
        except BaseException:
            # Ctrl-C in the middle of a search: nothing is left to talk to.
            self._end(kill=True)
            raise

    def close(self) -> None:
        self._end(kill=False)

    def _chosen(self, state: State) -> Choice:
        client = self._client
        assert client
        self._decisions += 1
        if self._seeded and client.has_option("Seed"):
            # As our own searches do it: every decision has a seed that follows from the game's.
            client.set_option("Seed", str(_fitting(nth(self._seed, self._decisions), client.options["seed"].high)))
        client.position(self._game.num_players, self._game.rules, self._words)
        client.ready()
        legal: list[str] = []
        if client.has_option("SendMoves"):
            legal = [state.action_to_string(action) for action in state.legal_actions()]
        answer = client.go(self._limits, legal)
        try:
            action = state.string_to_action(answer.move)
        except UsageError as trouble:
            said = f"; it said: {client.last_error}" if client.last_error else ""
            detail = f"{shown(answer.move)}: it names no move" if answer.move == NO_MOVE else str(trouble)
            raise EngineFailure("illegal", detail + said) from None
        return Choice(action, _values(answer, state), answer.info.get("nodes", 0), answer.info.get("depth", 0))

    def _start(self) -> None:
        spec = self._spec
        where = f"player {shown(spec.text)}"
        try:
            transport = ProcessTransport(spec.command, spec.folder, self._log)
        except UsageError as trouble:
            raise UsageError(f"{where}: {trouble}") from None
        client = EngineClient(transport, spec.patience)
        try:
            client.open(spec.dialect)
            self._check_game(client, where)
            for name, value in spec.options:
                try:
                    client.set_option(name, value)
                except UsageError as trouble:
                    raise UsageError(f"{where}: {trouble}") from None
            client.last_error = ""
            client.ready()
            if client.last_error:
                raise UsageError(f"{where}: it does not take an option: {client.last_error}")
        except BaseException:
            transport.close(0)
            raise
        self._client = client

    def _check_game(self, client: EngineClient, where: str) -> None:
        game = self._game
        if not client.games:
            return  # only ngi tells which games there are
        if game.id not in client.games:
            raise UsageError(f"{where}: it does not play {game.id}; it plays: {', '.join(client.games)}")
        low, high = client.games[game.id]
        if not low <= game.num_players <= high:
            raise UsageError(f"{where}: it plays {game.id} with {low} to {high} players, not {game.num_players}")

    def _failed(self, trouble: EngineFailure) -> AgentFailure:
        self._end(kill=True)
        return AgentFailure(trouble.kind, trouble.detail)

    def _end(self, *, kill: bool) -> None:
        client, self._client = self._client, None
        if client:
            if kill:
                client.kill()
            else:
                client.close()


def _values(answer: Answer, state: State) -> tuple[float, ...]:
    """What the engine thinks each seat's share of the win is, where it says so and that is what the seats want."""
    shares = answer.info.get("wp", [])
    if state.objective != "win" or len(shares) != state.num_players:
        return ()
    return tuple(share / 1000 for share in shares)


def _fitting(seed: int, high: int | None) -> int:
    """A seed within the bounds that the engine declares."""
    return seed if high is None or high >= seed else seed % (high + 1)


def _log_to(path: str, name: str) -> Log:
    try:
        file = Path(path).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115 - lives as long as the agent
    except OSError as trouble:
        raise UsageError(f"{path}: cannot be written: {trouble.strerror}") from None
    began = time.monotonic()

    def log(direction: str, line: str) -> None:
        file.write(f"{time.monotonic() - began:9.3f} {name} {direction} {line}\n")

    return log
