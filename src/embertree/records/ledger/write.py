"""Ledgers as text: JSON as in the golden games, the online server's page, and the lines that are typed."""

import json
from collections.abc import Iterator
from typing import Any

from embertree.records.ledger.commands import AUTOMATIC
from embertree.records.ledger.form import Ledger, Row
from embertree.records.ledger.names import CULTS, SCORING

FORMS = ("json", "export", "input")


def ledger_text(ledger: Ledger, form: str) -> str:
    """A ledger with its states as text of one of FORMS."""
    if form == "json":
        return json.dumps(ledger_facts(ledger), separators=(",", ":"), ensure_ascii=False) + "\n"
    lines = _page(ledger) if form == "export" else _typed(ledger)
    return "".join(f"{line}\n" for line in lines)


def ledger_facts(ledger: Ledger) -> dict[str, Any]:
    """The JSON object of a ledger, in the form of the golden games."""
    made = ("id", "setup", "start", "factions", "players", "order")
    facts = {"id": ledger.name} | {key: value for key, value in ledger.facts.items() if key not in made}
    setup = {"options": ledger.options, "bonus_removed": ledger.removed, "scoring": ledger.scoring}
    if ledger.rulings != "server":
        setup["rulings"] = ledger.rulings  # type: ignore[assignment]
    start = ledger.facts.get("start") or ledger.facts.get("setup", {}).get("start", {})
    facts |= {
        "players": len(ledger.factions),
        "factions": ledger.factions,
        "order": ledger.order,
        "setup": setup | {"start": start},
        "rows": [_row_facts(row) for row in ledger.rows],
    }
    if ledger.final:
        facts["final"] = ledger.final
    return facts


def _row_facts(row: Row) -> dict[str, Any]:
    facts: dict[str, Any] = {"faction": row.faction, "text": row.text, "after": row.after}
    more = {"hex": row.hexes, "bridge": row.bridges, "leech": row.leech, "answers": row.answers}
    return facts | {key: value for key, value in more.items() if value}


def _head(ledger: Ledger) -> Iterator[str]:
    if ledger.rulings != "server":
        yield f"# embertree rulings={ledger.rulings}"
    for option in ledger.options:
        yield f"option {option}"


def _typed(ledger: Ledger) -> Iterator[str]:
    yield from _head(ledger)
    yield f"score {','.join(ledger.scoring)}"
    for tile in ledger.removed:
        yield f"delete {tile}"
    for faction in ledger.factions:
        yield f"setup {faction}"
    rows = [row for row in ledger.rows if not all(command.kind in AUTOMATIC for command in row.commands)]
    for row in rows:
        # A reader takes answers before all else of their line; one that came later gets a line of its own.
        line: list[str] = []
        for command in row.commands:
            if command.kind in ("leech", "decline") and line:
                yield f"{row.faction}: {'. '.join(line)}"
                line = []
            line.append(command.text)
        yield f"{row.faction}: {'. '.join(line)}"


def _page(ledger: Ledger) -> Iterator[str]:
    yield from _head(ledger)
    for number, tile in enumerate(ledger.scoring, 1):
        yield f"Round {number} scoring: {tile}, {SCORING[tile]}"
    for tile in ledger.removed:
        yield f"Removing tile {tile}"
    start = ledger.facts.get("start", {})
    before = {faction: dict(start[faction]) for faction in ledger.factions}
    for faction in ledger.factions:
        yield _cells(faction, before[faction], before[faction], [], "setup")
    for row in ledger.rows:
        after = row.after[row.faction]
        yield _cells(row.faction, before[row.faction], after, list((row.leech or {}).values()), row.text)
        before |= row.after


def _cells(faction: str, before: dict[str, Any], after: dict[str, Any], offers: list[int], text: str) -> str:
    def change(old: int, new: int) -> str:
        return f"{new - old:+d}" if new != old else ""

    cells = [faction]
    for unit in ("VP", "C", "W", "P"):
        cells += [change(before[unit], after[unit]), f"{after[unit]} {unit}"]
    power = [state["P2"] + 2 * state["P3"] for state in (before, after)]
    cells += [change(*power), f"{after['P1']}/{after['P2']}/{after['P3']} PW"]
    steps = [sum(state["cult"].values()) for state in (before, after)]
    cells += [change(*steps), "/".join(str(after["cult"][cult]) for cult in CULTS)]
    cells += [" ".join(str(amount) for amount in offers), text]
    return "\t".join(cells)
