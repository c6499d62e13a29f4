"""Matches of `random` players alone, played in the core: the same games, standings and digest, without Python between
two moves. Not for those who want records, a store, or to see each game."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from embertree._core import derived_seeds, random_games
from embertree.agents.spec import is_python, is_remote, parse_spec
from embertree.arena import play
from embertree.arena.ending import ABORTED, SHARED, WON, Ending
from embertree.arena.interrupts import uninterrupted
from embertree.arena.schedule import Schedule
from embertree.arena.settings import MatchSettings
from embertree.arena.tally import Facts, MatchResult, Tally

_CHUNK_S = 0.05
"""A call into the core takes about so long, so that Ctrl-C is heard and progress is seen."""
_MOST_GAMES = 1 << 15
"""Of one call: what it returns is kept in memory."""


def is_quick(settings: MatchSettings) -> bool:
    """Whether all that is asked for is random play under the game's own rules."""
    plain = not (settings.teams or settings.openings or settings.side_rotations or settings.clock)
    return plain and settings.format == "match" and not settings.move_limit and all(map(_is_random, settings.players))


def _is_random(spec: str) -> bool:
    if is_remote(spec) or is_python(spec):
        return False
    parsed = parse_spec(spec)
    # A seed of its own makes the same choices in every game; limits it takes none.
    return parsed.name == "random" and parsed.seed is None


def play_quickly(settings: MatchSettings, on_progress: Callable[[MatchResult], None] | None = None) -> MatchResult:
    """The result that `play_match` would have come to. KeyboardInterrupt ends it after a whole block."""
    import numpy as np

    started = time.perf_counter()
    schedule = Schedule(settings)
    tally = Tally(settings, schedule.block_size)
    result = tally.result
    start = settings.game.new_initial_state()
    seatings = [schedule[rotation].seating for rotation in range(schedule.block_size)]
    done, chunk = 0, 1
    try:
        while done < settings.blocks:
            began = time.perf_counter()
            blocks = min(chunk, settings.blocks - done)
            seeds = derived_seeds(settings.seed, "block", done, blocks)
            played = random_games(start, np.repeat(seeds, len(seatings)), play.MAX_PLIES, True)
            with uninterrupted():
                if played["ended"].all():
                    tally.add_blocks(played["ranks"], played["scores"], played["words"], seatings)
                else:
                    _add_singly(tally, played, seatings, done)
                done += blocks
            spent = time.perf_counter() - began
            _share_out(tally.result, played["decisions"], seatings, 1000 * spent)
            chunk = max(1, min(2 * chunk, _MOST_GAMES // len(seatings), int(chunk * _CHUNK_S / max(spent, 1e-6))))
            if on_progress:
                on_progress(result)
    except KeyboardInterrupt:
        result.interrupted = True
    result = tally.finish()
    result.seconds = time.perf_counter() - started
    return result


def _add_singly(tally: Tally, played: dict[str, Any], seatings: Sequence[Sequence[int]], first_block: int) -> None:
    """Blocks with a game that never ended."""
    size = len(seatings)
    for i, line in enumerate(played["words"].decode().splitlines()):
        ranks = played["ranks"][i].tolist()
        ending = Ending(WON, ranks.index(1)) if ranks.count(1) == 1 else Ending(SHARED)
        tally.add(
            Facts(
                number=first_block * size + i,
                block=first_block + i // size,
                rotation=i % size,
                seating=seatings[i % size],
                ranks=ranks,
                scores=played["scores"][i].tolist(),
                ending=ending if played["ended"][i] else Ending(ABORTED, None, f"no end after {play.MAX_PLIES} plies"),
                ms=[0.0] * len(ranks),
                decisions=[0] * len(ranks),
                words=line,
            )
        )


def _share_out(result: MatchResult, decisions: Any, seatings: Sequence[Sequence[int]], ms: float) -> None:
    """Decisions by player, and the time by decisions: the core does not look at a clock for each."""
    by_seat = decisions.reshape(-1, len(seatings), len(seatings[0])).sum(axis=0)
    every = int(by_seat.sum())
    for game, seating in enumerate(seatings):
        for seat, player in enumerate(seating):
            count = int(by_seat[game, seat])
            result.decisions[player] += count
            result.thinking_ms[player] += ms * count / max(1, every)
