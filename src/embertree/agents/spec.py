"""The SPEC of a player, `name[:key=value,...]`, and the list of agents: the one place where they are named.

Engines from outside have a form of their own, `cmd:COMMAND LINE` (agents/remote.py), and so have agents out of a Python
module, `py:module:factory` (agents/python.py).
"""

from typing import NamedTuple

from embertree._core import Game, UsageError, searcher_params
from embertree.agents.base import NO_LIMITS, Agent, Limits
from embertree.agents.search import SearchAgent
from embertree.words import MAX_SEED, did_you_mean, shown, whole_number


class AgentKind(NamedTuple):
    """One row of the list of agents."""

    help: str
    default_limits: Limits
    takes_limits: bool = True
    """Whether more nodes, depth or time make it think longer."""


AGENTS: dict[str, AgentKind] = {
    "random": AgentKind("any legal action, all equally likely", Limits(depth=1), takes_limits=False),
    "greedy": AgentKind("the best static evaluation one action ahead", Limits(depth=1), takes_limits=False),
    "mcts": AgentKind("Monte Carlo tree search", Limits(nodes=1000)),
    "expectimax": AgentKind("depth-first search, chance exact", Limits(depth=2)),
}

# Keys that every searching agent knows, beside the parameters of its search.
MAX_THREADS = 256  # of one search; those that know but one use one
_LIMIT_KEYS = {"nodes": 10**15, "depth": 1000, "movetime": 10**9}
_RESOURCE_KEYS = {"threads": (1, MAX_THREADS), "hash": (1, 1 << 20), "seed": (0, MAX_SEED)}


class Spec(NamedTuple):
    """A SPEC, read and checked as far as it can be without a game."""

    text: str
    name: str
    limits: Limits = NO_LIMITS
    params: str = ""
    seed: int | None = None
    threads: int = 1
    hash_mb: int = 256
    reuse: bool = False
    """Whether a search goes on with what the last one of the same game left."""


def parse_spec(text: str) -> Spec:
    """Reads a SPEC; a UsageError names the part that is wrong and what would be right."""
    name, colon, rest = text.strip().partition(":")
    if is_remote(text) or is_python(text):
        what = "an engine from outside" if is_remote(text) else "an agent of your own"
        raise UsageError(f"player {shown(text)}: {what} cannot do this; there are: {', '.join(AGENTS)}")
    if name not in AGENTS:
        raise UsageError(
            f"player {shown(text)}: there is no agent {shown(name)}{did_you_mean(name, [*AGENTS, 'cmd', 'py'])}"
        )
    if colon and not rest:
        raise UsageError(f"player {shown(text)}: expected key=value,key=value after the colon")
    values: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not value:
            raise UsageError(f"player {shown(text)}: {shown(part)} is not key=value")
        known = _keys(name)
        if key not in known:
            raise UsageError(f"player {shown(text)}: {name} has no key {shown(key)}{did_you_mean(key, known)}")
        if key in values:
            raise UsageError(f"player {shown(text)}: {key} is given twice")
        values[key] = value

    def number(key: str, low: int, high: int, default: int) -> int:
        return whole_number(values.pop(key), f"player {shown(text)}: {key}", low, high) if key in values else default

    def switch(key: str) -> bool:
        value = values.pop(key, "off")
        if value not in ("on", "off"):
            raise UsageError(f"player {shown(text)}: {key} is on or off, not {shown(value)}")
        return value == "on"

    limits = Limits(
        nodes=number("nodes", 1, _LIMIT_KEYS["nodes"], 0),
        depth=number("depth", 1, _LIMIT_KEYS["depth"], 0),
        movetime_ms=number("movetime", 1, _LIMIT_KEYS["movetime"], 0),
    )
    return Spec(
        text=text.strip(),
        name=name,
        limits=limits,
        seed=number("seed", *_RESOURCE_KEYS["seed"], 0) if "seed" in values else None,
        threads=number("threads", *_RESOURCE_KEYS["threads"], 1),
        hash_mb=number("hash", *_RESOURCE_KEYS["hash"], 256),
        reuse=switch("reuse"),
        params=",".join(f"{key}={value}" for key, value in values.items()),
    )


def with_every_value(name: str, params: str) -> str:
    """A search's params, told to judge every move and not only the best, unless they say how themselves."""
    if any(row["name"] == "root" for row in searcher_params(name)) and "root=" not in params:
        return ",".join(filter(None, (params, "root=exact")))
    return params


def is_remote(text: str) -> bool:
    """Whether a SPEC is an engine from outside."""
    return text.strip().startswith(("cmd:", "cmd["))


def is_python(text: str) -> bool:
    """Whether a SPEC is an agent out of somebody's own Python module."""
    return text.strip().startswith(("py:", "py["))


def name_of(text: str) -> str:
    """What a player is called in tables and records."""
    if is_remote(text):
        from embertree.agents.remote import parse_remote

        return parse_remote(text).name
    if is_python(text):
        from embertree.agents.python import parse_python

        return parse_python(text).name
    return text


def make_agent(spec: str | Spec, game: Game, limits: Limits | None = None, *, log: str | None = None) -> Agent:
    """The agent that a SPEC names, for one game. `limits` serve where the SPEC has none of its own. The traffic with an
    engine from outside is appended to the file `log`."""
    if isinstance(spec, str) and is_remote(spec):
        # Only here: the engine of this package starts through this module, and needs no clients.
        from embertree.agents.remote import RemoteAgent, parse_remote

        return RemoteAgent(parse_remote(spec), game, limits, log=log)
    if isinstance(spec, str) and is_python(spec):
        from embertree.agents.python import PythonAgent, parse_python

        return PythonAgent(parse_python(spec), game, limits)
    return make_search_agent(spec, game, limits)


def make_search_agent(spec: str | Spec, game: Game, limits: Limits | None = None) -> SearchAgent:
    """The same for callers who want all that the search found, not only its choice."""
    if isinstance(spec, str):
        spec = parse_spec(spec)
    kind = AGENTS[spec.name]
    own = spec.limits if spec.limits.any() else limits
    try:
        return SearchAgent(
            spec.name,
            game,
            own if own and own.any() and kind.takes_limits else kind.default_limits,
            params=spec.params,
            seed=spec.seed,
            threads=spec.threads,
            hash_mb=spec.hash_mb,
            reuse=spec.reuse,
            name=spec.text,
        )
    except UsageError as trouble:
        raise UsageError(f"player {shown(spec.text)}: {trouble}") from None


def _keys(name: str) -> list[str]:
    limits = list(_LIMIT_KEYS) if AGENTS[name].takes_limits else []
    params = [row["name"] for row in searcher_params(name)]
    # A search may call a parameter like one of ours; it is one key then.
    return list(dict.fromkeys([*limits, *_RESOURCE_KEYS, *(["reuse"] if name == "mcts" else []), *params]))
