"""Game records: one JSON object a line, written by matches, played again and checked by `replay` (docs/records.md)."""

from embertree.records.read import RecordError, read_records
from embertree.records.replay import Replayed, replay
from embertree.records.write import RecordWriter, record_of

__all__ = ["RecordError", "RecordWriter", "Replayed", "read_records", "record_of", "replay"]
