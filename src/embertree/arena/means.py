"""Whether this machine can hold a match, asked before its first game: descriptors and memory."""

import resource
from collections.abc import Callable
from pathlib import Path

from embertree._core import UsageError
from embertree.agents.base import CLOCK_ONLY, NO_LIMITS, Limits
from embertree.agents.remote import parse_remote
from embertree.agents.spec import AGENTS, is_python, is_remote, parse_spec
from embertree.arena.pool import KEPT
from embertree.arena.settings import MatchSettings

_OURS = 64
"""Descriptors for everything but players and workers."""
_PIPES = 3
"""Of an engine."""
_PROCESS_MB = 64
"""A worker without its players."""
_ENGINE_MB = 32
"""An engine that is not told a `Hash`."""
_NODE_BYTES = 1024
"""Of a search with a limit of nodes, its children included; more than any game needs."""


def check_means(
    settings: MatchSettings, concurrency: int, available_mb: Callable[[], int | None] | None = None
) -> None:
    """A UsageError names what is needed and what there is."""
    _check_descriptors(settings, concurrency)
    _check_memory(settings, concurrency, available_mb or available)


def _check_descriptors(settings: MatchSettings, concurrency: int) -> None:
    engines = sum(is_remote(spec) for spec in settings.players)
    # A player may have several seats at a table.
    kept = max(KEPT, settings.game.num_players) if engines else 0
    need = _OURS + max(_PIPES * min(kept, engines * settings.game.num_players), 2 * concurrency)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and need > hard:
        raise UsageError(
            f"{concurrency} games at once need {need} open files in one process, the limit is {hard} (ulimit -Hn)"
        )
    if soft != resource.RLIM_INFINITY and need > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (need, hard))


def _check_memory(settings: MatchSettings, concurrency: int, available_mb: Callable[[], int | None]) -> None:
    # Those who need most may meet at one table, several times where one player has several seats.
    limits = CLOCK_ONLY if settings.clock and not settings.limits.any() else settings.limits
    needs = sorted((memory_mb(spec, limits) for spec in settings.players), reverse=True)
    seats = settings.game.num_players
    one_each = settings.format == "match" and not settings.teams
    table = sum(needs[:seats]) if one_each else needs[0] * seats
    need = concurrency * (_PROCESS_MB + table)
    have = available_mb()
    if have is not None and need > have:
        raise UsageError(
            f"{concurrency} game{'s' if concurrency > 1 else ''} at once may need {need} MiB of memory, {have} MiB are "
            "free; take fewer (--concurrency), or smaller tables (hash=MIB in a SPEC, Hash of an engine)"
        )


def memory_mb(spec: str, limits: Limits = NO_LIMITS) -> int:
    """What a player may come to hold; the limits are the match's."""
    if is_remote(spec):
        sizes = [value for name, value in parse_remote(spec).options if name.lower() == "hash" and value.isdecimal()]
        return int(sizes[0]) if sizes else _ENGINE_MB
    if is_python(spec):
        return _ENGINE_MB
    parsed = parse_spec(spec)
    kind = AGENTS[parsed.name]
    if not kind.takes_limits:
        return 1
    nodes = next((each for each in (parsed.limits, limits) if each.any()), kind.default_limits).nodes
    return min(parsed.hash_mb, 1 + nodes * _NODE_BYTES // 2**20) if nodes else parsed.hash_mb


def available() -> int | None:
    """MiB that this process and its children may still take; None where nobody tells."""
    found = []
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                found.append(int(line.split()[1]) // 1024)
        group = Path("/sys/fs/cgroup")
        limit = (group / "memory.max").read_text().strip()
        if limit != "max":
            found.append((int(limit) - int((group / "memory.current").read_text())) >> 20)
    except (OSError, ValueError, IndexError):
        pass
    return min(found) if found else None
