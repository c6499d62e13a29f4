"""Finished games of one match or tournament in an SQLite file (docs/store.md): one transaction a game, complete games
only, so whatever ends the program, the next one knows what is still to be played."""

import contextlib
import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from embertree._core import UsageError, version
from embertree.arena.ending import Ending
from embertree.arena.play import PlayedGame
from embertree.arena.results import GameResult
from embertree.arena.schedule import ScheduledGame
from embertree.arena.settings import MatchSettings, differences, settings_of
from embertree.arena.tally import Facts, facts_of
from embertree.records.write import record_line

FORM = 1
"""Of the tables; raised when a column changes its meaning."""

# Tells an SQLite file of ours from any other: "EMBR".
APPLICATION_ID = 0x454D4252

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE players (player INTEGER PRIMARY KEY, name TEXT NOT NULL, spec TEXT NOT NULL);
CREATE TABLE games (
  number INTEGER PRIMARY KEY,
  block INTEGER NOT NULL,
  rotation INTEGER NOT NULL,
  pairing INTEGER NOT NULL,
  seed TEXT NOT NULL,
  opening INTEGER,
  kind TEXT NOT NULL,
  ending_seat INTEGER,
  detail TEXT NOT NULL,
  stand_in TEXT NOT NULL,
  later TEXT NOT NULL,
  record TEXT NOT NULL,
  digest TEXT NOT NULL
);
CREATE TABLE seats (
  number INTEGER NOT NULL REFERENCES games,
  seat INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES players,
  side TEXT NOT NULL,
  rank INTEGER NOT NULL,
  score INTEGER NOT NULL,
  returned REAL NOT NULL,
  ms REAL NOT NULL,
  decisions INTEGER NOT NULL,
  luck REAL,
  PRIMARY KEY (number, seat)
) WITHOUT ROWID;
"""


class Store:
    """The games of one match. `Store.open` writes, `Store.open_for_reading` does not; both may be at work at once."""

    def __init__(self, path: str, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = path
        self._db = connection
        self._lock = lock
        self._made_here = False
        values = dict(self._db.execute("SELECT name, value FROM meta"))
        self._settings: dict[str, Any] = json.loads(values["settings"])
        self._settings_hash = values["settings_hash"]

    # --- Opening ---

    @classmethod
    def open(cls, path: str | os.PathLike[str], settings: MatchSettings | None = None) -> "Store":
        """A store to write to, made where there is none. One of other settings is refused. Without settings the store
        must be there and goes by its own."""
        text = os.fspath(path)
        new = not Path(text).exists() or Path(text).stat().st_size == 0
        if new and settings is None:
            raise UsageError(f"{text}: there is no store")
        try:
            lock = os.open(text, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as trouble:
            raise UsageError(f"{text}: cannot be written: {trouble.strerror}") from None
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(f"{text}: another match is writing to it at this moment") from None
            connection = _connect(text, read_only=False)
            try:
                made_here = _is_empty(connection)
                if made_here:
                    if settings is None:
                        raise UsageError(f"{text}: is no store: it is empty")
                    _create(connection, settings)
                _check_form(connection, text)
                connection.execute("PRAGMA journal_mode = WAL")
                # A game is safe from any end of the program; what a power cut takes is played again.
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA foreign_keys = ON")
                store = cls(text, connection, lock)
                store._made_here = made_here
                if settings is not None:
                    store._check_settings(settings)
                return store
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as trouble:
            os.close(lock)
            raise UsageError(f"{text}: is no store: {trouble}") from None
        except BaseException:
            os.close(lock)
            if new and Path(text).stat().st_size == 0:
                Path(text).unlink()
            raise

    @classmethod
    def open_for_reading(cls, path: str | os.PathLike[str]) -> "Store":
        """A store as it is, also while a match is writing to it."""
        text = os.fspath(path)
        if not Path(text).is_file():
            raise UsageError(f"{text}: there is no store")
        try:
            connection = _connect(text, read_only=True)
            try:
                if _is_empty(connection):
                    raise UsageError(f"{text}: is no store: it is empty")
                _check_form(connection, text)
                return cls(text, connection, None)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as trouble:
            raise UsageError(f"{text}: is no store: {trouble}") from None

    def close(self) -> None:
        self._db.close()
        if self._lock is not None:
            # After the database, whose own locks would go with any descriptor of the file.
            os.close(self._lock)
            self._lock = None

    def discard_if_empty(self) -> None:
        """A match that never began leaves nothing behind, where this store was made for it."""
        empty = self._made_here and not self.count()
        self.close()
        if empty:
            for end in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    Path(self.path + end).unlink()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- What it is about ---

    def settings(self, log: str | None = None) -> MatchSettings:
        """The match whose games these are."""
        try:
            return settings_of(self._settings, log)
        except UsageError as trouble:
            raise UsageError(f"{self.path}: {trouble}") from None

    @property
    def settings_hash(self) -> str:
        return str(self._settings_hash)

    def names(self) -> list[str]:
        """The players' names, by their places in the list of players."""
        return [name for (name,) in self._db.execute("SELECT name FROM players ORDER BY player")]

    def _check_settings(self, settings: MatchSettings) -> None:
        if settings.hash() == self._settings_hash:
            return
        what = "; ".join(differences(self._settings, settings.as_dict())[:3])
        raise UsageError(
            f"{self.path}: was made with other settings: {what}. Take another file, or the same settings to go on"
        )

    # --- Writing ---

    def add(self, scheduled: ScheduledGame, played: PlayedGame, facts: Facts | None = None) -> None:
        """One finished game, in one transaction. A game that is there already stays as it is."""
        facts = facts or facts_of(scheduled, played)
        try:
            self._add(scheduled, played, facts)
        except sqlite3.Error as trouble:
            raise UsageError(f"{self.path}: cannot be written: {trouble}; what was stored before is kept") from None

    def _add(self, scheduled: ScheduledGame, played: PlayedGame, facts: Facts) -> None:
        ending = played.ending
        with self._db:
            added = self._db.execute(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    scheduled.number,
                    scheduled.block,
                    scheduled.rotation,
                    scheduled.pairing,
                    str(scheduled.seed),
                    scheduled.opening,
                    ending.kind,
                    ending.seat,
                    ending.detail,
                    ending.stand_in,
                    ",".join(map(str, ending.later)),
                    record_line(played),
                    _digest(facts.words),
                ),
            ).rowcount
            if not added:
                return
            self._db.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                [
                    (
                        scheduled.number,
                        seat,
                        player,
                        facts.sides[seat] if facts.sides else "",
                        played.ranks[seat],
                        played.scores[seat],
                        played.returns[seat],
                        round(facts.ms[seat], 3),
                        facts.decisions[seat],
                    )
                    for seat, player in enumerate(scheduled.seating)
                ],
            )

    def note(self, name: str, value: str) -> None:
        """Something to be remembered beside the settings, which does not decide what games are played."""
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"note {name}", value))

    def noted(self, name: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (f"note {name}",)).fetchone()
        return str(row[0]) if row else None

    def set_luck(self, number: int, luck: Sequence[float]) -> None:
        """What the dice gave each seat of a game, on the scale of the objective."""
        with self._db:
            self._db.executemany(
                "UPDATE seats SET luck = ? WHERE number = ? AND seat = ?",
                [(value, number, seat) for seat, value in enumerate(luck)],
            )

    def forget_luck(self) -> None:
        with self._db:
            self._db.execute("UPDATE seats SET luck = NULL")

    # --- Reading, always in the order of the schedule ---

    def count(self) -> int:
        """How many games are there."""
        (count,) = self._db.execute("SELECT count(*) FROM games").fetchone()
        return int(count)

    def numbers(self) -> Iterator[int]:
        return (number for (number,) in self._rows("SELECT number FROM games", ""))

    def facts(self, *, words: bool = True) -> Iterator[Facts]:
        """All games; without their words much faster."""
        record = "g.record" if words else "''"
        for row in self._rows(f"SELECT g.*, {record} AS words FROM games g", "g."):
            number, block, rotation = row["number"], row["block"], row["rotation"]
            seats = self._fetched("SELECT * FROM seats WHERE number = ? ORDER BY seat", number)
            later = tuple(int(seat) for seat in row["later"].split(",")) if row["later"] else ()
            moves = json.loads(row["words"])["moves"] if words else []
            luck = [seat["luck"] for seat in seats]
            sides = [seat["side"] for seat in seats]
            yield Facts(
                number=number,
                block=block,
                rotation=rotation,
                seating=tuple(seat["player"] for seat in seats),
                ranks=[seat["rank"] for seat in seats],
                scores=[seat["score"] for seat in seats],
                ending=Ending(row["kind"], row["ending_seat"], row["detail"], row["stand_in"], later),
                ms=[seat["ms"] for seat in seats],
                decisions=[seat["decisions"] for seat in seats],
                words=" ".join(move["move"] for move in moves),
                sides=sides if any(sides) else (),
                luck=() if None in luck else luck,
            )

    def results(self) -> Iterator[GameResult]:
        """What ratings are made of: all games that are a result."""
        names = self.names()
        return (facts.result(names) for facts in self.facts(words=False) if facts.ending.counts)

    def records(self) -> Iterator[tuple[int, Ending, str]]:
        """(number, ending, record as one line of JSON) of each game."""
        for row in self._rows("SELECT number, kind, ending_seat, detail, record FROM games", ""):
            yield row["number"], Ending(row["kind"], row["ending_seat"], row["detail"]), row["record"]

    def query(self, text: str) -> Iterator[sqlite3.Row]:
        """Rows of a question of one's own (docs/store.md has the tables)."""
        yield from self._db.execute(text)

    def _rows(self, query: str, alias: str) -> Iterator[sqlite3.Row]:
        """Rows by number, in portions: games that are added meanwhile disturb nothing, and memory stays small."""
        last = -1
        while True:
            portion = self._fetched(f"{query} WHERE {alias}number > ? ORDER BY {alias}number LIMIT 256", last)
            if not portion:
                return
            yield from portion
            last = portion[-1]["number"]

    def _fetched(self, query: str, number: int) -> list[sqlite3.Row]:
        try:
            return self._db.execute(query, (number,)).fetchall()
        except sqlite3.Error as trouble:
            raise UsageError(f"{self.path}: cannot be read: {trouble}") from None


# --- The file ---


def _connect(path: str, *, read_only: bool) -> sqlite3.Connection:
    mode = "ro" if read_only else "rw"
    if read_only and not os.access(Path(path).resolve().parent, os.W_OK) and not Path(path + "-wal").exists():
        mode += "&immutable=1"  # nobody writes there, and SQLite could not keep its own notes beside it
    connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode={mode}", uri=True, timeout=30)
    connection.row_factory = sqlite3.Row
    return connection


def _is_empty(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(tables) == 0


def _check_form(connection: sqlite3.Connection, path: str) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise UsageError(f"{path}: is an SQLite file of something else")
    if form != FORM:
        raise UsageError(f"{path}: is a store of form {form}, this version reads form {FORM}")


def _create(connection: sqlite3.Connection, settings: MatchSettings) -> None:
    names = settings.player_names()
    rows = [(player, name, spec) for player, (name, spec) in enumerate(zip(names, settings.players, strict=True))]
    statements = [part for part in SCHEMA.split(";") if part.strip()]
    with connection:
        # One transaction for all: a store is whole or not there.
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORM}")
        connection.executemany("INSERT INTO players VALUES (?, ?, ?)", rows)
        connection.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [("settings", settings.canonical()), ("settings_hash", settings.hash()), ("version", version())],
        )


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
