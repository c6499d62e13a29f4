"""Records out of a file: every field there, of the right form, and nothing that was not meant."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from embertree._core import UsageError
from embertree.records.form import FIELDS, FORMAT, MOVE_FIELDS, RESULT_FIELDS, Field
from embertree.words import did_you_mean, shown


class RecordError(UsageError):
    """A damaged record: names the line, the field, and the move where it is one."""


def read_records(path: str | os.PathLike[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line, record) for each line that is not empty, lines from 1."""
    try:
        with Path(path).open("rb") as file:
            for number, raw in enumerate(file, 1):
                if raw.strip():
                    yield number, parse_record(raw, f"{path}, line {number}")
    except OSError as trouble:
        raise UsageError(f"{path}: cannot be read: {trouble.strerror}") from None


def parse_record(raw: bytes | str, where: str) -> dict[str, Any]:
    """One record, its form checked; `where` opens the error messages."""
    record = _parse_json(raw, where)
    if not isinstance(record, dict):
        raise RecordError(f"{where}: a record is a JSON object")
    if record.get("format", FORMAT) != FORMAT:
        raise RecordError(f"{where}: field 'format': {_brief(record['format'])} is not {FORMAT}, which is read here")
    _check_fields(record, FIELDS, where, "field")
    for ply, move in enumerate(record["moves"], 1):
        # Chance events and moves of an opening carry neither time nor value.
        rows = MOVE_FIELDS[:1] if set(move) == {"move"} else MOVE_FIELDS
        _check_fields(move, rows, f"{where}, move {ply}", "field")
    _check_fields(record["result"], RESULT_FIELDS, where, "field 'result', its field")
    return record


def _parse_json(raw: bytes | str, where: str) -> Any:
    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON number")

    def without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        twin = next((name for name in names if names.count(name) > 1), None)
        if twin is not None:
            raise ValueError(f"the name {shown(twin)} stands there twice")
        return dict(pairs)

    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        return json.loads(text, parse_constant=refuse, object_pairs_hook=without_twins)
    except UnicodeDecodeError:
        raise RecordError(f"{where}: is not UTF-8 text") from None
    except json.JSONDecodeError as trouble:
        raise RecordError(f"{where}: is not JSON: {trouble.msg} at column {trouble.colno}") from None
    except RecursionError:
        raise RecordError(f"{where}: is not a record: lists in lists without end") from None
    except ValueError as trouble:
        raise RecordError(f"{where}: is not JSON: {trouble}") from None


def _check_fields(values: dict[str, Any], rows: Sequence[Field], where: str, what: str) -> None:
    names = [row.name for row in rows]
    for name in values:
        if name not in names:
            raise RecordError(f"{where}: there is no {what} {shown(name)}{did_you_mean(name, names)}")
    for row in rows:
        if row.name not in values:
            if row.optional:
                continue
            raise RecordError(f"{where}: the {what} '{row.name}' is missing")
        if not row.fits(values[row.name]):
            raise RecordError(f"{where}: {what} '{row.name}': {_brief(values[row.name])} is not {row.expected}")


def _brief(value: Any) -> str:
    try:
        return shown(json.dumps(value))
    except ValueError:  # a number of thousands of digits
        return "a number beyond all bounds"
