"""The tables of docs/protocol.md, made from the grammar: `pytest --bless tests/test_docs.py` writes them anew."""

from collections.abc import Sequence

from embertree.protocol.grammar import COMMANDS, DIALECTS, ERRORS, QUERIES, REPLIES, Line, Word
from embertree.protocol.options import OptionRow, option_rows


def tables() -> dict[str, str]:
    """The tables by name, each in Markdown; they stand between `<!-- NAME -->` and `<!-- end -->`."""
    return {
        "commands": _commands(),
        "position": _keywords("position"),
        "go": _keywords("go"),
        "replies": _replies(),
        "info": _keywords("info"),
        "questions": _table(
            ("query", "response", "what", "ugi"),
            [
                (_code(f"{row.word} {row.takes}".strip()), row.response, row.help, "yes" if row.one_word else "")
                for row in QUERIES
            ],
        ),
        "options": _table(
            ("option", "type", "default", "values", "what"),
            [
                (_code(row.name), row.type, _code(row.default) if row.default else "", _values(row), row.help)
                for row in option_rows()
                if not row.param_of
            ],
        ),
        "errors": _table(("code", "means"), [(_code(code), text) for code, text in ERRORS.items()]),
    }


def _commands() -> str:
    rows = []
    for row in COMMANDS:
        # The long ones have a table of their own.
        usage = f"{row.word} ..." if row.word in ("position", "go") else row.usage(row.dialects[0])
        answer = row.answer if not row.while_searching else "; ".join(filter(None, (row.answer, "also in a search")))
        rows.append((_code(usage), row.help, answer, _only(row)))
    return _table(("command", "does", "answer", "only in"), rows)


def _keywords(word: str) -> str:
    (line,) = [row for row in (*COMMANDS, *REPLIES) if row.word == word]
    rows = [(_code(row.usage()), row.help, _bounds(row), _only(row)) for row in line.keywords if row.listed]
    shown = [column for column in range(4) if any(row[column] for row in rows)]
    heads = ("words", "what", "numbers", "only in")
    return _table([heads[i] for i in shown], [[row[i] for i in shown] for row in rows])


def _only(row: Word | Line) -> str:
    return "" if tuple(row.dialects) == DIALECTS else ", ".join(row.dialects)


def _bounds(row: Word) -> str:
    if row.kind != "number" or row.high >= 10**18:
        return f"from {row.low}" if row.kind == "number" and row.high < 2**64 - 1 else ""
    return f"{row.low} to {row.high}"


def _replies() -> str:
    return _table(("line", "what", "only in"), [(_code(_form(row)), row.help, _only(row)) for row in REPLIES])


def _form(row: Line) -> str:
    return "info ..." if row.word == "info" else row.usage(row.dialects[0])


def _values(row: OptionRow) -> str:
    if row.type == "spin":
        return f"{row.low} to {row.high}"
    if row.name == "Game":
        return "an id"
    return ", ".join(row.choices) or ("true, false" if row.type == "check" else "")


def _code(text: str) -> str:
    return f"`{text}`"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in rows]
    return "\n".join(lines) + "\n"
