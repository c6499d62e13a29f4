"""Players: something that chooses an action, given a state.

A SPEC names one: `name[:key=value,...]`, such as `mcts:nodes=2000` or `greedy`. `make_agent(SPEC, game)` builds it.
"""

from embertree.agents.base import NO_LIMITS, Agent, AgentFailure, Choice, Limits
from embertree.agents.search import SearchAgent
from embertree.agents.spec import AGENTS, AgentKind, Spec, make_agent, parse_spec

__all__ = [
    "AGENTS",
    "NO_LIMITS",
    "Agent",
    "AgentFailure",
    "AgentKind",
    "Choice",
    "Limits",
    "SearchAgent",
    "Spec",
    "make_agent",
    "parse_spec",
]
