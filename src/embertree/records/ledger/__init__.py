"""Ledgers of Terra Mystica: the log language of the open online server (docs/ledger.md).

`read_ledger` takes them out of files, `check` replays them and compares, `export_ledger` writes games played here in
the same language, `analyze` says where points came from and where a search would have played otherwise.
"""

from embertree.records.ledger.analyze import Analysis, Difference, analyze
from embertree.records.ledger.check import Checked, Disagreement, check
from embertree.records.ledger.export import export_checked, export_ledger, same_position
from embertree.records.ledger.form import Ledger, LedgerError, Row
from embertree.records.ledger.order import in_table_order
from embertree.records.ledger.read import parse_ledger, read_ledger
from embertree.records.ledger.records import record_of_ledger, state_of_record
from embertree.records.ledger.write import FORMS, ledger_facts, ledger_text

__all__ = [
    "FORMS",
    "Analysis",
    "Checked",
    "Difference",
    "Disagreement",
    "Ledger",
    "LedgerError",
    "Row",
    "analyze",
    "check",
    "export_checked",
    "export_ledger",
    "in_table_order",
    "ledger_facts",
    "ledger_text",
    "parse_ledger",
    "read_ledger",
    "record_of_ledger",
    "same_position",
    "state_of_record",
]
