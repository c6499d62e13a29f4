"""A played game as a record, and records to a file."""

import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from embertree._core import UsageError, version
from embertree.arena.play import PlayedGame, Ply
from embertree.records.form import FORMAT


def record_of(played: PlayedGame) -> dict[str, Any]:
    """The record of a finished game, ready for `json.dumps`."""
    game = played.game
    opening: dict[str, Any] = {} if played.start is None else {"start": played.start}
    if played.given:
        opening["given"] = played.given
    return {
        "format": FORMAT,
        "game": game.id,
        "rules_version": game.rules_version,
        "rules": game.rules,
        "objective": game.objective,
        "players": played.players,
        "seed": played.seed,
        "clock": played.clock,
        **opening,
        "moves": [_move_of(ply, index < played.given) for index, ply in enumerate(played.plies)],
        "result": {"returns": played.returns, "scores": played.scores, "ranks": played.ranks},
        "reason": played.reason,
        "versions": {"embertree": version()},
        "sha256": position_hash(played.final_position),
    }


def position_hash(position: str) -> str:
    """SHA-256 of a position's line."""
    return hashlib.sha256(position.encode()).hexdigest()


def record_line(played: PlayedGame) -> str:
    """The record as one line, without its end."""
    return json.dumps(record_of(played), separators=(",", ":"))


def _move_of(ply: Ply, given: bool) -> dict[str, Any]:
    if ply.seat < 0 or given:
        return {"move": ply.word}
    return {"move": ply.word, "ms": round(ply.ms, 1), "value": None if ply.value is None else round(ply.value, 6)}


class RecordWriter:
    """Appends records to a file, each written whole before the next game begins."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._made_here = not self._path.exists()
        try:
            self._file = self._path.open("a", encoding="utf-8")
        except OSError as trouble:
            raise UsageError(f"{path}: cannot be written: {trouble.strerror}") from None

    def write(self, played: PlayedGame) -> None:
        self._file.write(record_line(played) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()
        # A match that never began leaves nothing behind.
        if self._made_here and self._path.stat().st_size == 0:
            self._path.unlink()

    def __enter__(self) -> "RecordWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
