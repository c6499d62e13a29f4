"""A ledger in memory: the setup, rows of commands, and what the file says the state is after each."""

from dataclasses import dataclass, field
from typing import Any

from embertree._core import UsageError


class LedgerError(UsageError):
    """A ledger that cannot be read: names the file, the row and what is wrong."""


@dataclass
class Row:
    """Commands of one faction, in the order of effects."""

    number: int
    """Its number in the file: an index from 0 in JSON, a line from 1 in text."""
    faction: str
    text: str
    commands: "list[Any]"
    after: dict[str, dict[str, Any]] = field(default_factory=dict)
    """State by faction after the row, as far as the file tells it, in the names of the golden files."""
    hexes: dict[str, str] = field(default_factory=dict)
    bridges: list[str] = field(default_factory=list)
    leech: dict[str, int] | None = None
    """Power offered by this row, by faction; None where the file does not say."""
    amounts: list[int] | None = None
    """The same where the file names only the amounts."""
    answers: list[int] = field(default_factory=list)
    """Numbers of the rows whose offers are answered here, where the file knows."""


@dataclass
class Ledger:
    """One game."""

    name: str
    """The file, for messages."""
    form: str
    """'json', 'export' or 'input'."""
    factions: list[str]
    options: list[str]
    scoring: list[str]
    removed: list[str]
    rows: list[Row]
    order: str = ""
    """'table' or 'post' where the file says it."""
    rulings: str = "server"
    final: dict[str, dict[str, Any]] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    """What else the file holds, kept for the export."""

    def where(self, number: int) -> str:
        return f"{'row' if self.form == 'json' else 'line'} {number}"

    @property
    def has_states(self) -> bool:
        return any(row.after for row in self.rows)
