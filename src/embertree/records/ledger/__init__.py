"""The ledger language of the open online Terra Mystica server: read here, and replayed on our own states.

`reader` turns text into commands, `standing` looks at a position as a ledger shows it, `replay` plays commands row by
row and compares what comes of them.
"""

from embertree.records.ledger.reader import Command, LedgerError, read_commands
from embertree.records.ledger.replay import Disagreement, LedgerGame, Replay, Row
from embertree.records.ledger.standing import Standing

__all__ = ["Command", "Disagreement", "LedgerError", "LedgerGame", "Replay", "Row", "Standing", "read_commands"]
