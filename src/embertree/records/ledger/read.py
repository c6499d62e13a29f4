"""Ledgers out of files: JSON as in the golden games, and the text of the online server in both of its forms."""

import json
import os
from pathlib import Path
from typing import Any

from embertree._core import UsageError
from embertree.records.ledger.commands import parse_commands
from embertree.records.ledger.form import Ledger, LedgerError, Row
from embertree.records.ledger.names import HOMES, SCORING, is_river, touching
from embertree.records.ledger.text import TextReader
from embertree.words import did_you_mean, shown


def read_ledger(path: str | os.PathLike[str]) -> Ledger | None:
    """The game of a file; None for a JSON file that describes the map. LedgerError where it is neither."""
    try:
        raw = Path(path).read_bytes()
    except OSError as trouble:
        raise UsageError(f"{path}: cannot be read: {trouble.strerror}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LedgerError(f"{path}: is not UTF-8 text") from None
    return parse_ledger(text, str(path))


def parse_ledger(text: str, name: str = "ledger", *, gifts: bool = False) -> Ledger | None:
    """The game of a text, as `read_ledger`. `gifts` lets goods be given by hand, `+20w`: for tests."""
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text, name)
    ledger = TextReader(name, gifts).read(text)
    _check_setup(ledger)
    return ledger


def _from_json(text: str, name: str) -> Ledger | None:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as trouble:
        reason = f"{trouble.msg} at line {trouble.lineno}" if isinstance(trouble, json.JSONDecodeError) else "too deep"
        raise LedgerError(f"{name}: is not JSON: {reason}") from None
    except ValueError as trouble:
        raise LedgerError(f"{name}: is not JSON: {trouble}") from None
    if not isinstance(data, dict):
        raise LedgerError(f"{name}: a game is a JSON object")
    if "rows" not in data and "land" in data and "river" in data:
        return None
    setup = _need(data, "setup", dict, name)
    ledger = Ledger(
        name=name,
        form="json",
        factions=_names(data, "factions", name),
        options=_names(setup, "options", f"{name}: field 'setup'"),
        scoring=_names(setup, "scoring", f"{name}: field 'setup'"),
        removed=_names(setup, "bonus_removed", f"{name}: field 'setup'"),
        rows=[],
        order=str(data.get("order", "")),
        rulings=str(setup.get("rulings", "server")),
        final=_need(data, "final", dict, name) if "final" in data else {},
        facts={key: value for key, value in data.items() if key not in ("rows", "final")},
    )
    _check_setup(ledger)
    _check_final(ledger)
    for number, row in enumerate(_need(data, "rows", list, name)):
        ledger.rows.append(_json_row(row, number, ledger))
    return ledger


def _need(data: dict[str, Any], key: str, kind: type, where: str) -> Any:
    value = data.get(key)
    if not isinstance(value, kind):
        words = "an object" if kind is dict else "a list" if kind is list else "text"
        trouble = "is missing" if key not in data else f"is not {words}"
        raise LedgerError(f"{where}: the field '{key}' {trouble}")
    return value


def _names(data: dict[str, Any], key: str, where: str) -> list[str]:
    names = _need(data, key, list, where)
    if not all(isinstance(each, str) for each in names):
        raise LedgerError(f"{where}: the field '{key}' is not a list of names")
    return [str(each) for each in names]


def _json_row(row: Any, number: int, ledger: Ledger) -> Row:
    where = f"{ledger.name}, row {number}"
    if not isinstance(row, dict):
        raise LedgerError(f"{where}: a row is an object")
    faction = _need(row, "faction", str, where).lower()
    text = _need(row, "text", str, where)
    if faction not in ledger.factions:
        raise LedgerError(f"{where}: there is no faction {shown(faction)}{did_you_mean(faction, ledger.factions)}")
    try:
        commands = parse_commands(text, faction, typed=False)
    except UsageError as trouble:
        raise LedgerError(f"{where}, {faction}: {trouble}") from None
    made = Row(number, faction, text, commands)
    kinds: dict[str, tuple[type, Any]] = {"after": (dict, {}), "hex": (dict, {}), "bridge": (list, [])}
    for key, (kind, _) in kinds.items():
        if key in row:
            _need(row, key, kind, where)
    made.after = row.get("after", {})
    for name, state in made.after.items():
        if name not in ledger.factions or not isinstance(state, dict):
            raise LedgerError(f"{where}: field 'after': {shown(str(name))} is not a faction with its state")
        for key, value in state.items():
            if not _fits(key, value):
                raise LedgerError(
                    f"{where}: field 'after', {name}: {shown(str(key))} is not {shown(json.dumps(value))}"
                )
    made.hexes = row.get("hex", {})
    for name, text in made.hexes.items():
        if name not in touching() or is_river(name) or not isinstance(text, str):
            raise LedgerError(f"{where}: field 'hex': {shown(str(name))} is not a land hex with its colour")
    made.bridges = row.get("bridge", [])
    if not all(isinstance(bridge, str) for bridge in made.bridges):
        raise LedgerError(f"{where}: field 'bridge': bridges are text, like 'C5:D6 brown'")
    leech = row.get("leech", {})
    if not isinstance(leech, dict) or not all(isinstance(amount, int) for amount in leech.values()):
        raise LedgerError(f"{where}: the field 'leech' is not an object of amounts")
    made.leech = leech
    answers = row.get("answers", [])
    if not isinstance(answers, list) or not all(isinstance(each, int) for each in answers):
        raise LedgerError(f"{where}: the field 'answers' is not a list of rows")
    made.answers = answers
    return made


def _fits(key: str, value: Any) -> bool:
    """Whether a field of a state can be what stands there."""
    if key in ("cult", "buildings", "tw", "pending"):
        return isinstance(value, dict) and all(isinstance(each, int) for each in value.values())
    if key == "fav":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return value is None or isinstance(value, str if key == "bon" else int)


def _check_final(ledger: Ledger) -> None:
    for faction, facts in ledger.final.items():
        where = f"{ledger.name}: field 'final'"
        if faction not in ledger.factions or not isinstance(facts, dict):
            raise LedgerError(f"{where}: {shown(faction)} is not a faction with its points")
        if not isinstance(facts.get("vp_source", {}), dict):
            raise LedgerError(f"{where}, {faction}: 'vp_source' is not an object")


def _check_setup(ledger: Ledger) -> None:
    name = ledger.name
    if not 2 <= len(ledger.factions) <= 5:
        raise LedgerError(f"{name}: {len(ledger.factions)} factions; a game has 2 to 5")
    for faction in ledger.factions:
        if faction not in HOMES:
            raise LedgerError(f"{name}: there is no faction {shown(faction)}{did_you_mean(faction, HOMES)}")
    homes = [HOMES[faction] for faction in ledger.factions]
    if len(set(homes)) < len(homes):
        raise LedgerError(f"{name}: two factions have the same home terrain: {', '.join(ledger.factions)}")
    if len(ledger.scoring) != 6:
        raise LedgerError(f"{name}: {len(ledger.scoring)} scoring tiles; a game has six, one a round")
    for tile in ledger.scoring:
        if tile not in SCORING:
            raise LedgerError(f"{name}: there is no scoring tile {shown(tile)}{did_you_mean(tile, SCORING)}")
    ledger.removed.sort(key=lambda tile: (len(tile), tile))
    cards = [f"BON{number}" for number in range(1, 11 if "shipping-bonus" in ledger.options else 10)]
    for tile in ledger.removed:
        if tile not in cards:
            raise LedgerError(f"{name}: {shown(tile)} is removed, but the cards are {cards[0]} .. {cards[-1]}")
    left = len(cards) - len(set(ledger.removed))
    if left != len(ledger.factions) + 3:
        raise LedgerError(
            f"{name}: {left} bonus cards are in play; {len(ledger.factions)} players have {len(ledger.factions) + 3}"
        )
    if ledger.rulings not in ("server", "rulebook"):
        raise LedgerError(f"{name}: rulings are 'server' or 'rulebook', not {shown(ledger.rulings)}")
