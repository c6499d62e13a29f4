"""Ledgers as records of this project (docs/records.md), and records as states to export."""

from typing import Any

from embertree._core import State, UsageError, version
from embertree.arena.ending import GAME_OVER
from embertree.records.form import FORMAT
from embertree.records.ledger.check import Checked
from embertree.records.ledger.order import in_table_order
from embertree.records.replay import replay
from embertree.records.write import position_hash


def record_of_ledger(checked: Checked) -> dict[str, Any]:
    """The record of a finished game; UsageError where the ledger disagrees, ends early or has no table order."""
    ledger = checked.ledger
    if checked.disagreement is not None:
        raise UsageError(f"{ledger.name}: {checked.disagreement}")
    ordered = in_table_order(checked)
    state = ordered.final
    if not state.is_terminal():
        rows = len(ledger.rows)
        raise UsageError(f"{ledger.name}: the game is not over after {rows} rows; a record is of a finished game")
    game = state.game
    return {
        "format": FORMAT,
        "game": game.id,
        "rules_version": game.rules_version,
        "rules": game.rules,
        "objective": game.objective,
        "players": list(ledger.factions),
        "seed": None,
        "clock": None,
        "moves": [{"move": word, "ms": 0, "value": None} for word in ordered.play.history],
        "result": {"returns": state.returns(), "scores": state.scores(), "ranks": state.ranks()},
        "reason": GAME_OVER,
        "versions": {"embertree": version()},
        "sha256": position_hash(state.position),
    }


def state_of_record(record: dict[str, Any], where: str) -> State:
    """The final state of a record of this game, with its history."""
    if record["game"] != "terra_mystica":
        raise UsageError(f"{where}: ledgers are of terra_mystica; this is a game of {record['game']}")
    return replay(record, where).final
