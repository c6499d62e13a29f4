"""A match in this process: blocks of games, each block one seed and every rotation of the seats."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertree._core import Game, UsageError
from embertree.agents import NO_LIMITS, Agent, Limits, make_agent
from embertree.agents.spec import name_of
from embertree.arena.ending import Ending
from embertree.arena.interrupts import uninterrupted
from embertree.arena.play import PlayedGame, play_game
from embertree.arena.standings import Standing, Standings
from embertree.seeds import derive


@dataclass(frozen=True)
class MatchSettings:
    """All that decides a match: the schedule and the results are a function of it (movetime limits aside)."""

    game: Game
    players: Sequence[str]
    """SPECs, as many as the game has seats."""
    blocks: int = 1
    seed: int = 0
    limits: Limits = NO_LIMITS
    """For players whose SPEC has no limits of its own."""
    log: str | None = None
    """A file to which the traffic with engines from outside is appended."""

    def games(self) -> int:
        return self.blocks * self.game.num_players


@dataclass
class MatchResult:
    """What came of a match, also of one that was interrupted."""

    settings: MatchSettings
    standings: Standings
    interrupted: bool = False
    seconds: float = 0.0
    thinking_ms: list[float] = field(default_factory=list)
    """By player."""
    decisions: list[int] = field(default_factory=list)
    failures: list["Failure"] = field(default_factory=list)
    digest: str = ""
    """SHA-256 over the moves of all games in order: equal digests, equal matches."""

    def table(self) -> list[Standing]:
        return self.standings.table()


@dataclass(frozen=True)
class Finished:
    """One finished game of a match, for those who watch."""

    block: int
    rotation: int
    seating: list[int]
    """Player by seat."""
    played: PlayedGame


@dataclass(frozen=True)
class Failure:
    """A game that did not end by the rules."""

    block: int
    rotation: int
    player: int | None
    """Who failed, by its place in the list of players; None where nobody did."""
    ending: Ending


def seating(rotation: int, seats: int) -> list[int]:
    """Player by seat: rotation r moves everybody r seats on."""
    return [(seat - rotation) % seats for seat in range(seats)]


def play_match(
    settings: MatchSettings,
    on_game: Callable[[Finished, Standings], None] | None = None,
) -> MatchResult:
    """Plays all games in order. KeyboardInterrupt ends it: an interrupted game is no result, the others stand."""
    game = settings.game
    if len(settings.players) != game.num_players:
        raise UsageError(
            f"{game.id} has {game.num_players} seats here, but {len(settings.players)} players are named; "
            "name one SPEC a seat"
        )
    if settings.blocks < 1:
        raise UsageError(f"blocks: {settings.blocks} is not a whole number from 1")
    agents: list[Agent] = []
    started = time.perf_counter()
    result = MatchResult(settings, Standings(names_of(settings.players), game.num_players))
    result.thinking_ms = [0.0] * len(settings.players)
    result.decisions = [0] * len(settings.players)
    digest = hashlib.sha256()
    try:
        # Made before the first game, so that a wrong SPEC ends the match before it begins.
        for spec in settings.players:
            agents.append(make_agent(spec, game, settings.limits, log=settings.log))
        for block in range(settings.blocks):
            block_seed = derive(settings.seed, "block", block)
            for rotation in range(game.num_players):
                seats = seating(rotation, game.num_players)
                played = play_game(game, [agents[player] for player in seats], block_seed)
                with uninterrupted():
                    _count(result, played, seats)
                    if rotation == game.num_players - 1:
                        result.standings.end_block()
                    if played.ending.forfeited or not played.ending.counts:
                        failed = None if played.ending.seat is None else seats[played.ending.seat]
                        result.failures.append(Failure(block, rotation, failed, played.ending))
                    digest.update((" ".join(ply.word for ply in played.plies) + "\n").encode())
                    if on_game:
                        on_game(Finished(block, rotation, seats, played), result.standings)
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        for agent in agents:
            agent.close()
    result.digest = digest.hexdigest()
    result.seconds = time.perf_counter() - started
    return result


def names_of(specs: Sequence[str]) -> list[str]:
    """The players' names; equal ones are numbered."""
    plain = [name_of(spec) for spec in specs]
    names = []
    for i, name in enumerate(plain):
        twin = plain[:i].count(name) + 1 if plain.count(name) > 1 else 0
        names.append(f"{name} #{twin}" if twin else name)
    return names


def _count(result: MatchResult, played: PlayedGame, seats: Sequence[int]) -> None:
    if played.ending.counts:
        result.standings.add(played, seats)
    for ply in played.plies:
        if ply.seat >= 0:
            result.thinking_ms[seats[ply.seat]] += ply.ms
            result.decisions[seats[ply.seat]] += 1
