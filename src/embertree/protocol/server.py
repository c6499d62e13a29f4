"""The engine: bytes in, answers out. It reads no stream and waits for nothing (loop.py does both), so tests feed it as
they like.

All of it runs in one thread. A search or a count runs beside it as a job; a worker thread waits for the job's end and
wakes the loop.
"""

import _queue
import _thread
from collections import deque
from collections.abc import Callable

from embertree._core import Game, Searcher, State, UsageError, game_ids, version
from embertree.agents.spec import AGENTS
from embertree.protocol.errors import ProtocolError
from embertree.protocol.go import limits_of
from embertree.protocol.grammar import AUTHOR, COMMAND_ROWS, COMMANDS, DIALECTS, MAX_LINE, VERSION
from embertree.protocol.groups import Groups, check_groups
from embertree.protocol.jobs import BenchJob, Job, PerftJob, SearchJob
from embertree.protocol.options import Options
from embertree.protocol.parse import Values, read
from embertree.protocol.position import Defaults, Position, parse_position
from embertree.protocol.queries import answer
from embertree.words import did_you_mean, shown

# A search that ends so soon is answered without a worker; input can wait as long.
_QUICK_MS = 2
_QUICK_COUNT_MS = 10
_STOP_MS = 200


class Server:
    """One engine. `feed` takes input, `step` handles a line of it, `out` collects what is to be printed."""

    def __init__(self, wake: Callable[[], object] = lambda: None) -> None:
        self.options = Options()
        self.out = bytearray()
        self.quitting = False
        self._wake = wake
        # Input: whole lines, or what is wrong with one, then the beginning of the next
        self._lines: deque[bytes | ProtocolError] = deque()
        self._rest: list[bytes] = []
        self._rest_bytes = 0
        self._dropping = False
        # The conversation
        self._dialect = ""  # none before the handshake; then it speaks ngi
        self._position: Position | None = None
        self._last_position: Position | None = None
        self._searcher: Searcher | None = None
        self._searcher_key: tuple[object, ...] = ()
        self._job: Job | None = None
        self._worker_jobs: _queue.SimpleQueue[Job | None] | None = None
        self._worker_alive = _thread.allocate_lock()
        self._handlers: dict[str, Callable[[Values], None]] = {
            row.word: getattr(self, f"_do_{row.word}") for row in COMMANDS
        }

    # --- Input ---

    def feed(self, data: bytes) -> None:
        """Takes bytes as they come; lines may be cut anywhere."""
        first, newline, others = data.partition(b"\n")
        self._grow(first)
        if not newline:
            return
        self._end_line()
        *whole, rest = others.split(b"\n")
        for line in whole:
            self._grow(line)
            self._end_line()
        self._grow(rest)

    def end_input(self) -> None:
        """No more comes: a last line without an end counts, then it is as if `quit` had come."""
        if self._rest_bytes:
            self._end_line()
        self._lines.append(b"quit")

    def _grow(self, data: bytes) -> None:
        """A further part of the line that is coming in. Of one that is too long nothing is kept."""
        self._rest_bytes += len(data)
        if self._rest_bytes <= MAX_LINE + 1:
            self._rest.append(data)
        elif not self._dropping:
            self._dropping = True
            self._rest.clear()
            self._lines.append(_too_long())

    def _end_line(self) -> None:
        line = b"".join(self._rest)
        if not self._dropping:
            fits = len(line) <= MAX_LINE + line.endswith(b"\r")
            self._lines.append(line if fits else _too_long())
        self._rest.clear()
        self._rest_bytes = 0
        self._dropping = False

    def step(self) -> bool:
        """Handles the next line; False where none is there."""
        if not self._lines:
            return False
        line = self._lines.popleft()
        if isinstance(line, ProtocolError):
            self._error(line)
            return True
        try:
            text = line.decode()
        except UnicodeDecodeError:
            self._error(ProtocolError("bad_encoding", "a line is UTF-8"))
            return True
        if "\0" in text:
            self._error(ProtocolError("bad_encoding", "a line has no zero bytes"))
            return True
        words = text.removeprefix("\ufeff").split()
        # `# ` opens a comment; a position may open with ##.
        if words and words[0] != "#":
            self._handle(words)
        return True

    def _handle(self, words: list[str]) -> None:
        word = words[0]
        try:
            row = COMMAND_ROWS.get(word)
            if row is None:
                names = [each.word for each in COMMANDS if self.dialect in each.dialects]
                raise ProtocolError("unknown_command", f"{shown(word)}{did_you_mean(word, names)}")
            if self._job is not None and not row.while_searching and not self._settle(0):
                raise ProtocolError("busy", word)
            if self.dialect not in row.dialects and (self._dialect or word not in DIALECTS):
                spoken = "chosen by the handshake" if self._dialect else "no handshake was made"
                raise ProtocolError("unknown_command", f"{word} is not of the dialect {self.dialect} ({spoken})")
            self._handlers[word]({} if word == "quit" else read(row, words[1:], self.dialect))
        except ProtocolError as trouble:
            self._refuse(word, trouble)
        except UsageError as trouble:
            self._refuse(word, ProtocolError("bad_argument", str(trouble)))
        except Exception as trouble:  # a bug of ours must not end the game of others
            self._refuse(word, _internal(trouble))

    def _refuse(self, word: str, trouble: ProtocolError) -> None:
        """One error line, and the answer that the other side waits for."""
        self._error(trouble)
        if word == "query":
            self._print("response error")
        elif trouble.code not in ("busy", "unknown_command"):
            if word == "go":
                self._print("bestmove 0000")
            elif word in ("position", "moves"):
                # All or nothing: the old position would be searched as if it were this one.
                self._position = None

    @property
    def dialect(self) -> str:
        """The one spoken; ngi until a handshake chose another."""
        return self._dialect or "ngi"

    # --- Output ---

    def _print(self, *lines: str) -> None:
        for line in lines:
            self.out += line.encode(errors="replace")
            self.out += b"\n"

    def _error(self, error: ProtocolError) -> None:
        line = "error " + " ".join(str(error).split())
        self._print(line if self.dialect == "ngi" else f"info string {line}")

    # --- Jobs ---

    @property
    def busy(self) -> bool:
        """Whether a search or a count is on."""
        return self._job is not None

    def next_look(self) -> float | None:
        """When `tick` is wanted next, by time.monotonic; None where nothing is going on."""
        return self._job.next_look() if self._job else None

    def tick(self) -> None:
        """Prints what a job has to tell, and its results where it is done."""
        if self._job is None or self._settle(0):
            return
        try:
            self._print(*self._job.look())
        except Exception as trouble:
            self._error(_internal(trouble))

    def finish(self, timeout_ms: int, *, let_count: bool = False) -> bool:
        """Stops what is going on; whether it ended in time, the worker's thread with it. A count may get as much time
        to end by itself, since half of one is no answer."""
        if self._job is not None and not (
            let_count and not isinstance(self._job, SearchJob) and self._settle(timeout_ms)
        ):
            self._job.stop()
            if not self._settle(timeout_ms):
                return False
        jobs, self._worker_jobs = self._worker_jobs, None
        if jobs is None:
            return True
        jobs.put(None)
        return self._worker_alive.acquire(timeout=timeout_ms / 1000)

    def _begin(self, job: Job, quick_ms: int) -> None:
        """A job is on; one that is over at once needs no worker."""
        self._job = job
        if isinstance(job, SearchJob) and not job.held and self._settle(quick_ms):
            return
        self._hand_over(job)
        if not isinstance(job, SearchJob):
            self._settle(quick_ms)

    def _hand_over(self, job: Job) -> None:
        if self._worker_jobs is None:
            self._worker_jobs = _queue.SimpleQueue()
            self._worker_alive.acquire()
            _thread.start_new_thread(self._work, (self._worker_jobs,))
        self._worker_jobs.put(job)

    def _work(self, jobs: "_queue.SimpleQueue[Job | None]") -> None:
        """The worker's thread."""
        while (job := jobs.get()) is not None:
            job.wait()
            self._wake()
        self._worker_alive.release()

    def _settle(self, timeout_ms: int) -> bool:
        """Whether the job is over, after at most so long; then its results are printed."""
        job = self._job
        if job is None:
            return True
        if not job.settled(timeout_ms):
            return False
        self._job = None
        try:
            self._print(*job.results())
        except Exception as trouble:
            self._refuse("go" if isinstance(job, SearchJob) else "", _internal(trouble))
        return True

    # --- Start ---

    def _do_ngi(self, _: Values) -> None:
        self._handshake("ngi")

    def _do_ugi(self, _: Values) -> None:
        self._handshake("ugi")

    def _do_uci(self, _: Values) -> None:
        self._handshake("uci")

    def _handshake(self, dialect: str) -> None:
        if not self._dialect and dialect != "ngi":
            self.options.set_default("ChanceMode", "auto")
        self._dialect = dialect
        self._print(f"id name Embertree {version()}", f"id author {AUTHOR}")
        if dialect == "ngi":
            self._print(f"protocol ngi {VERSION}", *(_game_line(Game(name)) for name in game_ids()))
        self._print(*(row.declaration(self.options.text(row.name)) for row in self.options.rows.values()))
        self._print(f"{dialect}ok")

    def _do_setoption(self, values: Values) -> None:
        name, value = values.get("name", []), values.get("value")
        if value is None and len(name) == 2:
            # Some managers leave out the word `value`.
            name, value = name[:1], name[1:]
        if len(name) != 1:
            raise ProtocolError("bad_argument", "setoption: expected name N [value V]")
        changed = self.options.set(name[0], " ".join(value or []))
        if changed == "Seed" and self._searcher:
            self._searcher.set_seed(self.options.number("Seed"))
        if changed == "Objective" and self._position:
            self._position = self._position.with_objective(self.options.text("Objective"))

    def _do_newgame(self, values: Values) -> None:
        self.options.set_game(values.get("game"), values.get("players"), values.get("rules"))
        if "seed" in values:
            self.options.set("ChanceSeed", str(values["seed"]))
        self._forget()

    def _do_uginewgame(self, _: Values) -> None:
        self._forget()

    def _do_ucinewgame(self, _: Values) -> None:
        self._forget()

    def _forget(self) -> None:
        self._position = self._last_position = None
        if self._searcher:
            self._searcher.clear()
            self._searcher.set_seed(self.options.number("Seed"))

    def _do_isready(self, _: Values) -> None:
        if self._job is None:
            self._searcher_for(self._position.state.game if self._position else self.options.game())
        self._print("readyok")

    # --- Positions ---

    def _do_position(self, values: Values) -> None:
        auto = self.options.text("ChanceMode") == "auto"
        defaults = Defaults(self.options.game(), self.options.number("ChanceSeed"), auto)
        self._take(parse_position(values, defaults, self._last_position))

    def _do_moves(self, values: Values) -> None:
        self._take(self._need_position().played_on(values["moves"]))

    def _take(self, position: Position) -> None:
        self._groups(position.state)
        self._position = self._last_position = position

    def _groups(self, state: State) -> Groups | None:
        """SeatGroups, which must be the seats of the state."""
        groups = self.options.groups()
        if groups:
            try:
                check_groups(groups, state.num_players)
            except UsageError as trouble:
                raise ProtocolError("bad_option", str(trouble)) from None
        return groups

    def _need_position(self) -> Position:
        if self._position is None:
            raise ProtocolError("no_position")
        return self._position

    # --- Searching ---

    def _do_go(self, values: Values) -> None:
        state = self._need_position().state
        if state.is_terminal():
            raise ProtocolError("game_over", "nobody is to move")
        if state.is_chance_node():
            raise ProtocolError("wrong_chance", "a chance event comes next; send its outcome")
        options = self.options
        view = state.view(state.current_player())
        default = AGENTS[options.text("Agent")].default_limits
        go = limits_of(values, view, options.number("MoveOverhead"), default, self._groups(state), self.dialect)
        searcher = self._searcher_for(state.game)
        with_ponder = options.flag("Ponder") and self.dialect != "ugi"
        self._begin(SearchJob(searcher, view, go, options.number("MultiPV"), with_ponder=with_ponder), _QUICK_MS)

    def _searcher_for(self, game: Game) -> Searcher:
        """The searcher that the options ask for; kept as long as they stay."""
        key = (game.id, game.objective, self.options.search_key())
        if self._searcher is None or self._searcher_key != key:
            agent, params, hash_mb, threads = self.options.search_key()
            self._searcher = None  # gives its memory back before the next one takes some
            self._searcher = Searcher(agent, game, params, self.options.number("Seed"), hash_mb, threads)
            self._searcher_key = key
        return self._searcher

    def _do_stop(self, _: Values) -> None:
        if self._job:
            self._job.stop()
            # So that the next line finds it over; it takes a millisecond.
            self._settle(_STOP_MS)

    def _do_ponderhit(self, _: Values) -> None:
        if isinstance(self._job, SearchJob):
            self._job.ponderhit()

    def _do_quit(self, _: Values) -> None:
        self.quitting = True

    # --- Questions ---

    def _do_query(self, values: Values) -> None:
        question, about = values["question"], values["about"]
        if self._position is None and self.dialect != "ngi" and not about and question in ("gameover", "result"):
            # A manager would ask for ever: a rejected position is an ended game to it.
            self._print("response true" if question == "gameover" else "response none")
            return
        state = self._need_position().state
        self._print("response " + answer(state, question, about, self.dialect, self._groups(state)))

    def _do_perft(self, values: Values) -> None:
        self._begin(PerftJob(self._need_position().state, values["depth"]), _QUICK_COUNT_MS)

    def _do_bench(self, _: Values) -> None:
        game = self._position.state.game if self._position else self.options.game()
        self._begin(BenchJob(self._searcher_for(game), game), _QUICK_COUNT_MS)

    def _do_eval(self, _: Values) -> None:
        state = self._need_position().state
        values = " ".join(f"{value:.4f}" for value in state.evaluate())
        scores = " ".join(f"{score:.2f}" for score in state.expected_scores())
        self._print(f"eval {state.objective} {values} scores {scores}")

    def _do_d(self, _: Values) -> None:
        state = self._need_position().state
        self._print(*str(state).splitlines(), state.position)

    def _do_help(self, _: Values) -> None:
        self._print(*(f"{row.usage(self.dialect)} - {row.help}" for row in COMMANDS if self.dialect in row.dialects))


def _too_long() -> ProtocolError:
    return ProtocolError("too_long", f"a line has at most {MAX_LINE} bytes")


def _internal(trouble: Exception) -> ProtocolError:
    return ProtocolError("internal", f"{type(trouble).__name__}: {trouble}")


def _game_line(game: Game) -> str:
    chance = "yes" if game.has_chance else "no"
    return f"game {game.id} players {game.min_players} {game.max_players} chance {chance}"
