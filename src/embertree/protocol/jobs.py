"""What the engine does while it listens: a search, or a count. A job waits in a thread of its own and is asked from the
engine's thread; nothing else is shared.
"""

import math
import time
from typing import Protocol

from embertree._core import CHANCE, Found, Game, Searcher, State, perft
from embertree.agents.base import Limits
from embertree.protocol.go import Go
from embertree.protocol.report import info_lines
from embertree.seeds import nth

_REPORT_EVERY_S = 0.5


class Job(Protocol):
    """One job at a time."""

    def wait(self) -> None:
        """Runs in the worker's thread until the job is done."""

    def settled(self, timeout_ms: int) -> bool:
        """Whether the job is done, after at most so long; asked from the engine's thread."""

    def stop(self) -> None:
        """The job is done within milliseconds, with what it has."""

    def next_look(self) -> float | None:
        """When `look` is wanted next, by time.monotonic; None where nothing is to be told."""

    def look(self) -> list[str]:
        """Lines to print meanwhile."""

    def results(self) -> list[str]:
        """The last lines, once the job is done."""


class SearchJob:
    """A search from `go` to `bestmove`."""

    def __init__(self, searcher: Searcher, view: State, go: Go, multi_pv: int, *, with_ponder: bool) -> None:
        self._searcher = searcher
        self._view = view
        self._go = go
        self._multi_pv = multi_pv
        self._with_ponder = with_ponder
        searcher.start(view, **go.limits._asdict())
        self._next_report = time.monotonic() + _REPORT_EVERY_S
        self._end = math.inf
        self._ends_after(go.limits.movetime_ms)

    def wait(self) -> None:
        self._searcher.wait(-1)

    def settled(self, timeout_ms: int) -> bool:
        return self._searcher.wait(timeout_ms)

    @property
    def held(self) -> bool:
        """Whether the answer waits for a word."""
        return self._go.limits.infinite

    def stop(self) -> None:
        self._searcher.stop()

    def ponderhit(self) -> None:
        """What was pondered on has come; no more than a word to an infinite search."""
        if self._go.ponder:
            self._searcher.ponderhit(self._go.ponder_ms)
            self._ends_after(self._go.ponder_ms)

    def next_look(self) -> float:
        return min(self._next_report, self._end)

    def look(self) -> list[str]:
        now = time.monotonic()
        if now >= self._end:
            # The search sees the clock too, but not between one playout and the next of a large game.
            self._end = math.inf
            self._searcher.stop()
        if now < self._next_report:
            return []
        self._next_report = now + _REPORT_EVERY_S
        found = self._searcher.found()
        return info_lines(found, self._view, self._multi_pv) if found.nodes else []

    def results(self) -> list[str]:
        found = self._searcher.found()
        lines = info_lines(found, self._view, self._multi_pv)
        if found.note:
            lines.append("info string " + " ".join(found.note.split()))
        best = f"bestmove {self._view.action_to_string(found.best)}"
        reply = self._reply(found) if self._with_ponder else ""
        return [*lines, best + (f" ponder {reply}" if reply else "")]

    def _reply(self, found: Found) -> str:
        """The move that is expected next, where a seat makes one."""
        if len(found.pv) < 2 or found.pv[0] != found.best:
            return ""
        after = self._view.child(found.best)
        return after.action_to_string(found.pv[1]) if after.current_player() >= 0 else ""

    def _ends_after(self, movetime_ms: int) -> None:
        if movetime_ms:
            self._end = time.monotonic() + movetime_ms / 1000


class _Count:
    """What perft and bench share: work in small parts, with a look at the stop between them."""

    def __init__(self) -> None:
        self._stopped = False
        self._done = False
        self._results: list[str] = []
        self._trouble: Exception | None = None

    def wait(self) -> None:
        try:
            self._results = self._work()
        except Exception as trouble:  # told by results(), in the engine's thread
            self._trouble = trouble
        self._done = True

    def settled(self, timeout_ms: int) -> bool:
        until = time.monotonic() + timeout_ms / 1000
        while not self._done and time.monotonic() < until:
            time.sleep(0.001)
        return self._done

    def stop(self) -> None:
        self._stopped = True

    def next_look(self) -> None:
        return None

    def look(self) -> list[str]:
        return []

    def results(self) -> list[str]:
        if self._trouble:
            raise self._trouble
        return self._results

    def _work(self) -> list[str]:
        raise NotImplementedError


class PerftJob(_Count):
    """`perft N`."""

    _PART = 1e6  # sequences, about; less than a second of counting

    def __init__(self, state: State, depth: int) -> None:
        super().__init__()
        self._state = state
        self._depth = depth

    def _work(self) -> list[str]:
        began = time.monotonic()
        width = max(2, _width(self._state), *(_width(child) for child in _children(self._state)))
        native_depth = max(1, int(math.log(self._PART) / math.log(width)))
        count = self._count(self._state, self._depth, native_depth)
        ms = int((time.monotonic() - began) * 1000)
        if self._stopped:
            return [f"info string perft {self._depth} was stopped after {count} sequences"]
        return [f"perft {self._depth} nodes {count} time {ms}"]

    def _count(self, state: State, depth: int, native_depth: int) -> int:
        if depth <= native_depth or self._stopped:
            return 0 if self._stopped else int(perft(state, depth))  # type: ignore[arg-type]
        return sum(self._count(child, depth - 1, native_depth) for child in _children(state))


class BenchJob(_Count):
    """`bench`: positions of policy games, searched as the options say."""

    _NODES, _DEPTH = 2_000, 2

    def __init__(self, searcher: Searcher, game: Game) -> None:
        super().__init__()
        self._searcher = searcher
        self._game = game

    def stop(self) -> None:
        super().stop()
        self._searcher.stop()

    def _work(self) -> list[str]:
        lines = []
        total = 0
        began = time.monotonic()
        for k, state in enumerate(bench_states(self._game), 1):
            if self._stopped:
                break
            self._searcher.clear()
            limits = Limits(nodes=self._NODES, depth=self._DEPTH if self._searcher.name == "expectimax" else 0)
            self._searcher.start(state.view(state.current_player()), **limits._asdict())
            self._searcher.wait(-1)
            found = self._searcher.found()
            total += found.nodes
            best = state.action_to_string(found.best)
            lines.append(f"info string bench {k} depth {found.depth} nodes {found.nodes} best {best}")
        seconds = max(time.monotonic() - began, 1e-6)
        return [*lines, f"{total} nodes {int(total / seconds)} nps"]


def bench_states(game: Game) -> list[State]:
    """Decisions along one game of the playout policy: the first, and one after each eighth of the game."""
    state = game.new_initial_state()
    states = []
    k = 0
    while not state.is_terminal():
        k += 1
        if state.current_player() != CHANCE:
            states.append(state.clone())
        state.apply_action(state.random_action(nth(1, k)) if state.is_chance_node() else state.policy_action(nth(1, k)))
    return states[:: max(1, len(states) // 8)]


def _children(state: State) -> list[State]:
    actions = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
    return [state.child(action) for action in actions]


def _width(state: State) -> int:
    return len(state.chance_outcomes()) or state.legal_count()
