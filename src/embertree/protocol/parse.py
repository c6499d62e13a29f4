"""Lines by the grammar's tables, both ways: words into values, values into a line."""

from typing import Any

from embertree._core import UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import FLAG, NUMBER, NUMBERS, REST, WORD, WORDS, Line, Word
from embertree.words import did_you_mean, shown, whole_number

Values = dict[str, Any]
"""By the name of place or keyword: True, an int, a str, or a list of str or int, as the table says."""

_tables: dict[tuple[str, str], dict[str, Word]] = {}


def keywords_of(line: Line, dialect: str) -> dict[str, Word]:
    """The keywords of a line in one dialect."""
    table = _tables.get((line.word, dialect))
    if table is None:
        table = {row.name: row for row in line.keywords if dialect in row.dialects}
        _tables[line.word, dialect] = table
    return table


def read(line: Line, words: list[str], dialect: str = "ngi", *, skip_unknown: bool = False) -> Values:
    """The values of the words after a line's first word; ProtocolError names the word that is wrong."""
    values: Values = {}
    end = len(words)
    at = 0
    for place in line.places:
        if place.kind == REST:
            values[place.name] = words[at:]
            at = end
        elif at == end:
            raise ProtocolError("bad_argument", f"{line.word}: {place.sign} is missing")
        else:
            values[place.name] = _one(line, place, words[at]) if place.kind == NUMBER else words[at]
            at += 1
    table = keywords_of(line, dialect)
    while at < end:
        name = words[at]
        at += 1
        row = table.get(name)
        if row is None:
            if skip_unknown:
                continue
            why = did_you_mean(name, table) if table else ": nothing more is expected"
            raise ProtocolError("bad_argument", f"{line.word}: there is no {shown(name)}{why}")
        key = row.same_as or name
        if key in values and not skip_unknown:
            raise ProtocolError("bad_argument", f"{line.word}: {name} stands there twice")
        kind = row.kind
        if kind == FLAG:
            values[key] = True
        elif kind == REST:
            values[key] = words[at:]
            at = end
        elif kind == WORDS:
            start = at
            while at < end and words[at] not in table:
                at += 1
            # Only replies repeat a keyword: a combo option lists its values so.
            values[key] = values.get(key, []) + words[start:at]
        elif kind == NUMBERS:
            start = at
            # What comes from other makers may have words of its own behind them.
            while at < end and words[at] not in table and not (skip_unknown and not _is_number(words[at])):
                at += 1
            values[key] = [_one(line, row, word) for word in words[start:at]]
        elif at == end:
            what = "a word" if kind == WORD else "a number"
            raise ProtocolError("bad_argument", f"{line.word} {name}: {what} is missing")
        else:
            values[key] = words[at] if kind == WORD else _one(line, row, words[at])
            at += 1
    return values


def compose(line: Line, values: Values, dialect: str = "ngi") -> str:
    """The line with those values, keywords in the order of the table. A value that does not fit is a ValueError."""
    words = [line.word]
    left = dict(values)
    for row in (*line.places, *line.keywords):
        key = row.same_as or row.name
        if dialect not in row.dialects or left.get(key, False) is False or left[key] is None:
            continue
        if row in line.keywords:
            # uci has words of its own for some keywords; those of ngi serve where it has none.
            if any(other.same_as == row.name and dialect in other.dialects for other in line.keywords):
                continue
            words.append(row.name)
        words += _written(line, row, left.pop(key))
    left = {key: value for key, value in left.items() if value is not None and value is not False}
    if left:
        raise ValueError(f"{line.word} has no {', '.join(left)} in {dialect}")
    return " ".join(words)


def _written(line: Line, row: Word, value: Any) -> list[str]:
    if row.kind == FLAG:
        return []
    if row.kind in (REST, WORDS, NUMBERS):
        parts = [str(each) for each in value]
    elif row.kind == NUMBER:
        parts = [str(_one(line, row, str(value)))]
    else:
        parts = [str(value)]
    for part in parts:
        if not part or part.split() != [part]:
            raise ValueError(f"{line.word} {row.name}: {shown(part)} is not one word")
    return parts


def _one(line: Line, row: Word, text: str) -> int:
    """A number within the row's bounds."""
    if row.kind == NUMBERS:
        low, high = -(10**18), 10**18
    else:
        low, high = row.low, row.high
        if text[0] == "-" and row.name[-4:] == "time" and low == 0:
            # A clock that has run out is sent as a negative number by some managers.
            text = "0" if text[1:].isdecimal() else text
    try:
        return whole_number(text, f"{line.word} {row.name}", low, high)
    except UsageError as trouble:
        raise ProtocolError("out_of_range" if _is_number(text) else "bad_argument", str(trouble)) from None


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal()
