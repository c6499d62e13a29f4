"""Does an engine keep to the protocol? Every rule is a row: tried, with what was seen."""

from embertree.protocol.compliance.run import Verdict, check_engine
from embertree.protocol.compliance.talk import RULES, Rule

__all__ = ["RULES", "Rule", "Verdict", "check_engine"]
