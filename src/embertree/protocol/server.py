"""The engine: reads lines, answers them, searches meanwhile.

The main thread reads and answers. A search runs in the core's own thread; a reporter thread waits for it and prints its
`info` lines and its `bestmove`. One lock covers what both touch: the output and whether a search is on.
"""

import os
import select
import sys
import threading
import time
from collections.abc import Iterator
from typing import BinaryIO

from embertree._core import Game, Searcher, State, UsageError, game_ids, version
from embertree.agents.base import Limits
from embertree.agents.spec import AGENTS
from embertree.protocol.errors import ProtocolError
from embertree.protocol.go import limits_of, parse_go
from embertree.protocol.grammar import AUTHOR, COMMANDS, DIALECTS, MAX_LINE, VERSION
from embertree.protocol.options import Options
from embertree.protocol.position import Defaults, Position, parse_position, play
from embertree.protocol.queries import answer
from embertree.protocol.report import info_lines
from embertree.words import MAX_SEED, did_you_mean, shown, whole_number

_REPORT_EVERY_S = 0.5


class Server:
    """One engine over a pair of byte streams. `run` returns when the input ends or says `quit`."""

    def __init__(self, lines_in: BinaryIO, lines_out: BinaryIO) -> None:
        self.options = Options()
        self._in = lines_in
        self._out = lines_out
        self._dialect = ""  # none before the handshake; then it speaks ngi
        self._position: Position | None = None
        self._searcher: Searcher | None = None
        self._searcher_key: tuple[object, ...] = ()
        self._lock = threading.Lock()
        self._searching = False
        self._asked_to_stop = threading.Event()
        self._reporter: threading.Thread | None = None
        self._commands = {command.word: command for command in COMMANDS}

    # --- The loop ---

    def run(self) -> int:
        _end_with_output(self._out)
        for line in self._lines():
            words = line.split()
            if words[0] == "quit":
                break
            self._handle(words)
        self._finish_search()
        return 0

    def _lines(self) -> Iterator[str]:
        """Lines worth answering, without their ends."""
        while raw := self._in.readline(MAX_LINE + 1):
            if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
                while raw and not raw.endswith(b"\n"):
                    raw = self._in.readline(MAX_LINE)
                self._error(ProtocolError("too_long", f"a line has at most {MAX_LINE} bytes"))
                continue
            try:
                line = raw.decode("utf-8").strip()
            except UnicodeDecodeError:
                self._error(ProtocolError("bad_encoding", "a line is UTF-8"))
                continue
            if "\0" in line:
                self._error(ProtocolError("bad_encoding", "a line has no zero bytes"))
            elif line and not line.startswith("# ") and line != "#":
                yield line

    def _handle(self, words: list[str]) -> None:
        word = words[0]
        try:
            command = self._commands.get(word)
            if command is None:
                names = [row.word for row in COMMANDS if self.dialect in row.dialects]
                raise ProtocolError("unknown_command", f"{shown(word)}{did_you_mean(word, names)}")
            with self._lock:
                busy = self._searching and not command.while_searching
            if busy:
                self._error(ProtocolError("busy", word))
                if word == "query":
                    self.send("response error")
                return
            if self.dialect not in command.dialects and (self._dialect or word not in DIALECTS):
                spoken = "no handshake was made" if not self._dialect else "chosen by the handshake"
                raise ProtocolError("unknown_command", f"{word} is not of the dialect {self.dialect} ({spoken})")
            getattr(self, f"_do_{word}")(words[1:])
        except ProtocolError as trouble:
            self._error(trouble)
        except UsageError as trouble:
            self._error(ProtocolError("bad_argument", str(trouble)))
        except Exception as trouble:  # a bug of ours must not end the game of others
            self._error(ProtocolError("internal", f"{type(trouble).__name__}: {trouble}"))

    @property
    def dialect(self) -> str:
        return self._dialect or "ngi"

    # --- Output ---

    def send(self, *lines: str) -> None:
        with self._lock:
            self._write(*lines)

    def _write(self, *lines: str) -> None:
        try:
            self._out.write("".join(line + "\n" for line in lines).encode())
            self._out.flush()
        except (OSError, ValueError):
            # Nobody listens any more. Not sys.exit: this may be the reporter's thread.
            os._exit(0)

    def _error(self, error: ProtocolError) -> None:
        line = " ".join(f"error {error}".splitlines())
        self.send(line if self.dialect == "ngi" else f"info string {line}")

    # --- Start ---

    def _do_ngi(self, words: list[str]) -> None:
        self._handshake("ngi")

    def _do_ugi(self, words: list[str]) -> None:
        self._handshake("ugi")

    def _do_uci(self, words: list[str]) -> None:
        self._handshake("uci")

    def _handshake(self, dialect: str) -> None:
        if not self._dialect and dialect != "ngi" and self.options.text("ChanceMode") == "explicit":
            self.options.set("ChanceMode", "auto")
        self._dialect = dialect
        lines = [f"id name Embertree {version()}", f"id author {AUTHOR}"]
        if dialect == "ngi":
            lines.append(f"protocol ngi {VERSION}")
            lines += [_game_line(Game(name)) for name in game_ids()]
        lines += [row._replace(default=self.options.text(row.name)).declaration() for row in self.options.rows.values()]
        self.send(*lines, f"{dialect}ok")

    def _do_setoption(self, words: list[str]) -> None:
        if len(words) < 2 or words[0] != "name":
            raise ProtocolError("bad_argument", "setoption: expected name N [value V]")
        rest = words[1:]
        name = rest[0]
        value = rest[2:] if rest[1:2] == ["value"] else rest[1:]
        changed = self.options.set(name, " ".join(value))
        if changed == "Seed" and self._searcher:
            self._searcher.set_seed(self.options.number("Seed"))
        if changed == "Objective" and self._position:
            self._position = self._position.with_objective(self.options.text("Objective"))

    def _do_newgame(self, words: list[str]) -> None:
        given = _pairs("newgame", words, ("game", "players", "rules", "seed"))
        players = whole_number(given["players"], "newgame: players", 1, 5) if "players" in given else None
        seed = whole_number(given["seed"], "newgame: seed", 0, MAX_SEED) if "seed" in given else None
        self.options.set_game(given.get("game"), players, given.get("rules"))
        if seed is not None:
            self.options.set("ChanceSeed", str(seed))
        self._forget()

    def _do_uginewgame(self, words: list[str]) -> None:
        self._forget()

    def _do_ucinewgame(self, words: list[str]) -> None:
        self._forget()

    def _forget(self) -> None:
        self._position = None
        if self._searcher:
            self._searcher.clear()
            self._searcher.set_seed(self.options.number("Seed"))

    def _do_isready(self, words: list[str]) -> None:
        with self._lock:
            idle = not self._searching
        if idle:
            self._searcher_for(self._position.state.game if self._position else self.options.game())
        self.send("readyok")

    # --- Positions ---

    def _do_position(self, words: list[str]) -> None:
        self._position = None
        auto = self.options.text("ChanceMode") == "auto"
        defaults = Defaults(self.options.game(), self.options.number("ChanceSeed"), auto)
        self._position = parse_position(words, defaults)

    def _do_moves(self, words: list[str]) -> None:
        position = self._need_position()
        self._position = None
        play(position, words)
        self._position = position

    def _need_position(self) -> Position:
        if self._position is None:
            raise ProtocolError("no_position", "send a position first")
        return self._position

    # --- Searching ---

    def _do_go(self, words: list[str]) -> None:
        try:
            self._start_search(words)
        except ProtocolError as trouble:
            self._error(trouble)
            self.send("bestmove 0000")
        except Exception as trouble:
            code = "bad_argument" if isinstance(trouble, UsageError) else "internal"
            self._error(ProtocolError(code, str(trouble)))
            self.send("bestmove 0000")

    def _start_search(self, words: list[str]) -> None:
        state = self._need_position().state
        go = parse_go(words, self.dialect)
        if state.is_terminal():
            raise ProtocolError("game_over", "nobody is to move")
        if state.is_chance_node():
            raise ProtocolError("wrong_chance", "a chance event comes next; send its outcome")
        agent = AGENTS[self.options.text("Agent")]
        view = state.view(state.current_player())
        limits = limits_of(go, view, self.options.number("MoveOverhead"), agent.default_limits)
        self._finish_search()
        searcher = self._searcher_for(state.game)
        self._asked_to_stop.clear()
        searcher.start(view, **limits._asdict())
        self._searching = True
        self._reporter = threading.Thread(target=self._report, args=(searcher, view, limits), daemon=True)
        self._reporter.start()

    def _searcher_for(self, game: Game) -> Searcher:
        """The searcher that the options ask for; kept as long as they stay."""
        options = self.options
        agent = options.text("Agent")
        key = (agent, game, options.params(agent), options.number("Hash"), options.number("Threads"))
        if self._searcher is None or self._searcher_key != key:
            _, _, params, hash_mb, threads = key
            self._searcher = None  # gives its memory back before the next one takes some
            self._searcher = Searcher(agent, game, params, options.number("Seed"), hash_mb, threads)
            self._searcher_key = key
        return self._searcher

    def _report(self, searcher: Searcher, state: State, limits: Limits) -> None:
        """Runs in the reporter's thread until the bestmove is out."""
        multi_pv = self.options.number("MultiPV")
        best = "0000"
        lines: list[str] = []
        try:
            printed_at = time.monotonic()
            while not searcher.wait(50):
                found = searcher.found()
                if found.nodes and time.monotonic() - printed_at >= _REPORT_EVERY_S:
                    self.send(*info_lines(found, state, multi_pv))
                    printed_at = time.monotonic()
            if limits.infinite:
                # Whatever it found, the answer waits for `stop`.
                self._asked_to_stop.wait()
            found = searcher.found()
            lines = info_lines(found, state, multi_pv)
            if found.note:
                lines.append(f"info string {found.note}")
            best = state.action_to_string(found.best)
        except Exception as trouble:
            self._error(ProtocolError("internal", f"{type(trouble).__name__}: {trouble}"))
        with self._lock:
            # At once: who reads the bestmove may send the next line, and that must not find the search still on.
            self._searching = False
            self._write(*lines, f"bestmove {best}")

    def _do_stop(self, words: list[str]) -> None:
        with self._lock:
            searching = self._searching
        if searching and self._searcher:
            self._asked_to_stop.set()
            self._searcher.stop()

    def _finish_search(self) -> None:
        """Stops what runs and waits until its bestmove is out."""
        self._do_stop([])
        if self._reporter:
            self._reporter.join()
            self._reporter = None

    # --- Questions ---

    def _do_query(self, words: list[str]) -> None:
        try:
            if self._position is None and self.dialect == "ugi" and words in (["gameover"], ["result"]):
                # A manager would ask for ever: a rejected position is an ended game to it.
                self.send("response true" if words == ["gameover"] else "response none")
                return
            self.send(f"response {answer(self._need_position().state, words, self.dialect)}")
        except ProtocolError as trouble:
            self._error(trouble)
            self.send("response error")

    def _do_eval(self, words: list[str]) -> None:
        state = self._need_position().state
        values = " ".join(f"{value:.4f}" for value in state.evaluate())
        scores = " ".join(f"{score:.2f}" for score in state.expected_scores())
        self.send(f"eval {state.objective} {values} scores {scores}")

    def _do_d(self, words: list[str]) -> None:
        state = self._need_position().state
        self.send(*str(state).splitlines(), state.position)

    def _do_help(self, words: list[str]) -> None:
        self.send(*(f"{row.usage:<75} {row.help}" for row in COMMANDS if self.dialect in row.dialects))


def serve(settings: list[tuple[str, str]]) -> int:
    """The engine on standard input and output, after some options are set. A wrong one is a UsageError."""
    server = Server(sys.stdin.buffer, sys.stdout.buffer)
    for name, value in settings:
        try:
            server.options.set(name, value)
        except ProtocolError as trouble:
            raise UsageError(trouble.detail) from None
    return server.run()


def _game_line(game: Game) -> str:
    chance = "yes" if game.has_chance else "no"
    return f"game {game.id} players {game.min_players} {game.max_players} chance {chance}"


def _pairs(command: str, words: list[str], names: tuple[str, ...]) -> dict[str, str]:
    """`name value name value`, each name once."""
    given: dict[str, str] = {}
    for at in range(0, len(words), 2):
        name = words[at]
        if name not in names:
            raise ProtocolError("bad_argument", f"{command}: there is no {shown(name)}{did_you_mean(name, names)}")
        if name in given:
            raise ProtocolError("bad_argument", f"{command}: {name} stands there twice")
        if at + 1 == len(words):
            raise ProtocolError("bad_argument", f"{command}: a value is missing after {name}")
        given[name] = words[at + 1]
    return given


def _end_with_output(stream: BinaryIO) -> None:
    """Ends the program when the other side closes our output, also while nothing is printed."""
    if not hasattr(select, "poll"):
        return
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # not a file: a test's buffer
        return
    poll = select.poll()
    poll.register(number, 0)  # errors and hang-ups are told unasked

    def wait() -> None:
        poll.poll()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
