"""Somebody's own agent out of a Python module: `py:module:factory`.

    py:bots:make                        bots.make(game), from the current folder or wherever Python looks
    py[dir=agents,style=calm]:bots:make from another folder; what is not ours is a keyword of the factory, as text

Ours are: name, dir, nodes, depth, movetime (limits of each decision), move (how long a decision without a time limit
may take, in milliseconds) and margin (beyond movetime).

The factory makes one player: anything with choose(state), which gives an action or a Choice. `name`, `new_game(seat,
seed)`, `told(words)`, `begins_at(position)`, `on_clock(left_ms, increment_ms)` and `close()` are called where they are
there; a factory that takes `limits` is told them. What goes wrong in it is a forfeit with the line where it happened.
"""

import importlib
import inspect
import numbers
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from embertree._core import Game, State, UsageError
from embertree.agents.base import CLOCK_ONLY, NO_LIMITS, AgentFailure, Choice, Limits
from embertree.agents.remote import split_settings
from embertree.words import shown, whole_number

_FORM = re.compile(r"py(?:\[(?P<settings>(?:[^\]\\]|\\.)*)\])?:(?P<module>[\w.]+):(?P<factory>[\w.]+)")
_LIMITS = {"nodes": (1, 10**15), "depth": (1, 1000), "movetime": (1, 10**9)}
_TIMES = {"move": 60_000, "margin": 50}
_MAX_MS = 86_400_000


class _TooLate(BaseException):
    """No Exception, since players may catch those."""


class PythonSpec(NamedTuple):
    """A SPEC of somebody's own agent, read."""

    text: str
    module: str
    factory: str
    name: str
    folder: str | None = None
    limits: Limits = NO_LIMITS
    move_ms: int = 60_000
    margin_ms: int = 50
    keywords: tuple[tuple[str, str], ...] = ()


def parse_python(text: str) -> PythonSpec:
    """Reads a SPEC; a UsageError names the part that is wrong."""
    form = _FORM.fullmatch(text.strip())
    where = f"player {shown(text)}"
    if form is None:
        raise UsageError(f"{where}: expected py:MODULE:FACTORY or py[key=value,...]:MODULE:FACTORY")
    values: dict[str, str] = {}
    for part in split_settings(form["settings"] or ""):
        key, equals, value = part.strip().partition("=")
        if not equals or not key:
            raise UsageError(f"{where}: {shown(part)} is not key=value")
        if key in values:
            raise UsageError(f"{where}: {key} is given twice")
        values[key] = value
    limits = {
        key: whole_number(values.pop(key), f"{where}: {key}", *bounds) if key in values else 0
        for key, bounds in _LIMITS.items()
    }
    times = {
        key: whole_number(values.pop(key), f"{where}: {key}", 0, _MAX_MS) if key in values else default
        for key, default in _TIMES.items()
    }
    return PythonSpec(
        text=text.strip(),
        module=form["module"],
        factory=form["factory"],
        name=values.pop("name", "") or text.strip(),
        folder=values.pop("dir", None),
        limits=Limits(limits["nodes"], limits["depth"], limits["movetime"]),
        move_ms=times["move"],
        margin_ms=times["margin"],
        keywords=tuple(values.items()),
    )


class PythonAgent:
    """Plays what somebody's own object chooses, and keeps the match going where that fails."""

    def __init__(self, spec: PythonSpec, game: Game, limits: Limits | None = None) -> None:
        self.name = spec.name
        self._spec = spec
        own = spec.limits if spec.limits.any() else limits or NO_LIMITS
        self.limits = NO_LIMITS if own == CLOCK_ONLY else own
        self._factory = _load(spec)
        self._game = game
        self._left_ms: Sequence[int] | None = None
        try:
            self._player: Any = self._make(game)
        except Exception as trouble:
            raise UsageError(f"player {shown(spec.text)}: {_told(trouble)}") from None
        if not callable(getattr(self._player, "choose", None)):
            kind = type(self._player).__name__
            raise UsageError(f"player {shown(spec.text)}: the factory made a {kind} without choose(state)")
        # The hooks are there for the referee only where the player has them.
        for hook in ("told", "begins_at"):
            if callable(getattr(self._player, hook, None)):
                setattr(self, hook, self._guarded(hook))

    def new_game(self, seat: int, seed: int) -> None:
        self._left_ms = None
        self._guarded("new_game")(seat, seed)

    def use_game(self, game: Game) -> None:
        """The next games are played by other rules: another player of the same kind."""
        if game != self._game:
            self._game = game
            self._player = self._make(game)

    def on_clock(self, left_ms: Sequence[int], increment_ms: int) -> None:
        self._left_ms = left_ms
        self._guarded("on_clock")(left_ms, increment_ms)

    def choose(self, state: State) -> Choice:
        allowed = self.limits.movetime_ms + self._spec.margin_ms if self.limits.movetime_ms else self._spec.move_ms
        if self._left_ms is not None:
            allowed = min(allowed, self._left_ms[state.current_player()] + self._spec.margin_ms)
        seen = state.clone()
        try:
            with _within(allowed):
                answer = self._guarded("choose")(seen)
        except _TooLate:
            raise AgentFailure("timeout", f"no action after {allowed} ms") from None
        choice = answer if isinstance(answer, Choice) else None
        action = choice.action if choice else answer
        if not isinstance(action, numbers.Integral) or isinstance(action, bool):
            raise AgentFailure("protocol", f"choose gave {repr(answer)[:60]}, which is no action")
        action = int(action)
        why = state.why_illegal(action)
        if why:
            known = 0 <= action < state.game.num_distinct_actions
            word = state.action_to_string(action) if known else f"action {action}"
            raise AgentFailure("illegal", f"{shown(word)}: {why}")
        return choice._replace(action=action) if choice else Choice(action)

    def close(self) -> None:
        close = getattr(self._player, "close", None)
        if callable(close):
            try:
                close()
            except Exception as trouble:
                print(f"embertree: {self.name}: close: {_told(trouble)}", file=sys.stderr)

    def _make(self, game: Game) -> Any:
        keywords: dict[str, Any] = dict(self._spec.keywords)
        if "limits" not in keywords and "limits" in _parameters(self._factory):
            keywords["limits"] = self.limits
        return self._factory(game, **keywords)

    def _guarded(self, method: str) -> Callable[..., Any]:
        """A method of the player, its exceptions failures; nothing where it has none."""
        function = getattr(self._player, method, None)

        def call(*arguments: Any) -> Any:
            if function is None:
                return None
            try:
                return function(*arguments)
            except (AgentFailure, KeyboardInterrupt, _TooLate):
                raise
            except BaseException as trouble:  # a player that leaves by sys.exit has crashed, too
                raise AgentFailure("crash", _told(trouble)) from None

        return call


def _load(spec: PythonSpec) -> Callable[..., Any]:
    where = f"player {shown(spec.text)}"
    folder = str(Path(spec.folder or ".").resolve())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found: Any = importlib.import_module(spec.module)
    except Exception as trouble:
        raise UsageError(f"{where}: {spec.module} cannot be imported: {_told(trouble)}") from None
    for part in spec.factory.split("."):
        if not hasattr(found, part):
            names = ", ".join(name for name in vars(found) if not name.startswith("_")) or "nothing"
            raise UsageError(f"{where}: {spec.module} has no {part}; it has: {names}"[:400])
        found = getattr(found, part)
    if not callable(found):
        raise UsageError(f"{where}: {spec.factory} cannot be called")
    return found  # type: ignore[no-any-return]


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return ()


def _told(trouble: BaseException) -> str:
    """An exception in one line, with the place where it was raised."""
    text = " ".join(f"{type(trouble).__name__}: {trouble}".split())[:300]
    frames = traceback.extract_tb(trouble.__traceback__)
    # What is ours, and what Python does to import, says nothing about where the mistake is.
    theirs = [each for each in frames if each.filename != __file__ and "importlib" not in each.filename]
    return f"{text} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else text


@contextmanager
def _within(ms: int) -> Iterator[None]:
    """Python code that is not done by then is left in the middle: a timeout. Only the main thread can be left so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def too_late(number: int, frame: FrameType | None) -> None:
        raise _TooLate

    before = signal.signal(signal.SIGALRM, too_late)
    # Again and again, for code that catches whatever comes.
    signal.setitimer(signal.ITIMER_REAL, max(ms, 1) / 1000, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before if before is not None else signal.SIG_DFL)
