"""All that decides a match or a tournament, as one value: the schedule and the results are a function of it (time
limits aside). Written down as canonical JSON, so that a store knows whether it is the same match."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from embertree._core import Game, UsageError
from embertree.agents import NO_LIMITS, Limits
from embertree.agents.spec import name_of
from embertree.arena.clock import Clock
from embertree.words import did_you_mean, shown

FORMATS = {
    "match": "all players at one table",
    "roundrobin": "every set of players that fills a table",
    "gauntlet": "the first players, each against every set of the others",
    "copies": "every player against copies of every other",
}
ON_FAIL = {
    "last": "the game is over: who failed is last, the others share the win",
    "abort": "the game is over and no result",
    "substitute": "a stand-in plays on for who failed, who is last at the end",
}
_FORM = 1


@dataclass(frozen=True)
class MatchSettings:
    """What is played. Only `log` does not decide anything."""

    game: Game
    players: Sequence[str]
    """SPECs. In a match as many as the game has seats, or as `teams` has groups."""
    blocks: int = 1
    """Of each pairing."""
    seed: int = 0
    limits: Limits = NO_LIMITS
    """For players whose SPEC has no limits of its own."""
    log: str | None = None
    """A file to which the traffic with engines from outside is appended."""
    names: Sequence[str] = ()
    """What the players are called; empty: their SPECs, equal ones numbered."""
    format: str = "match"
    challengers: int = 1
    """In a gauntlet: how many of the first players are challengers."""
    fill: bool = False
    """In a tournament: tables are pairs of players, and the last of `players` has all other seats."""
    teams: Sequence[int] = ()
    """Seats of each group of equal players; empty: one each."""
    permutations: bool = False
    """Whether a block is all orders of the seats instead of all rotations."""
    side_rotations: bool = False
    """Whether a block also moves what the rules give to seats, as factions or who begins, once around."""
    openings: Sequence[str] = ()
    """Lines of arena/openings.py, used in turn, one a block."""
    move_limit: int = 0
    """A game with so many decisions is over and scored as it stands; 0: never."""
    on_fail: str = "last"
    stand_in: str = "greedy"
    """Who plays on where on_fail is substitute: one of our own agents."""
    clock: Clock | None = None

    def games(self) -> int:
        from embertree.arena.schedule import Schedule

        return len(Schedule(self))

    def player_names(self) -> list[str]:
        return list(self.names) if self.names else names_of(self.players)

    def check(self) -> None:
        """A UsageError says what cannot be played."""
        seats = self.game.num_players
        if self.format not in FORMATS:
            raise UsageError(f"format: there is none {shown(self.format)}{did_you_mean(self.format, FORMATS)}")
        if self.on_fail not in ON_FAIL:
            raise UsageError(f"on-fail: there is no {shown(self.on_fail)}{did_you_mean(self.on_fail, ON_FAIL)}")
        if self.teams and (sum(self.teams) != seats or min(self.teams) < 1):
            sizes = ",".join(map(str, self.teams))
            raise UsageError(f"teams: {sizes} are not the {seats} seats of {self.game.id} here")
        if self.blocks < 1:
            raise UsageError(f"blocks: {self.blocks} is not a whole number from 1")
        if self.names and (len(self.names) != len(self.players) or len(set(self.names)) != len(self.names)):
            raise UsageError("names: every player needs a name of its own")
        if self.format == "match":
            self._check_match(seats)
        else:
            self._check_tournament(seats)

    def _check_match(self, seats: int) -> None:
        wanted, each = (len(self.teams), "one SPEC a team") if self.teams else (seats, "one SPEC a seat")
        if len(self.players) != wanted:
            what = f"{wanted} teams" if self.teams else f"{seats} seats"
            raise UsageError(f"{self.game.id} has {what} here, but {len(self.players)} players are named; name {each}")

    def _check_tournament(self, seats: int) -> None:
        if self.teams and (self.format == "copies" or self.fill or len(set(self.teams)) > 1):
            raise UsageError("teams: in a tournament all teams are of one size, without --fill and --format copies")
        if self.fill and (self.format == "copies" or seats == 2):
            raise UsageError("fill: there are no seats left over to fill")
        entrants = len(self.players) - self.fill
        table = table_size(self)
        if entrants < table:
            raise UsageError(f"a tournament of tables for {table} needs {table} players or more, not {entrants}")
        if self.format == "gauntlet" and not 1 <= self.challengers <= entrants - table + 1:
            raise UsageError(
                f"challengers: {self.challengers} of {entrants} players leave nobody to fill a table of {table}"
            )

    # --- As JSON ---

    def as_dict(self) -> dict[str, Any]:
        """Plain values, from which `settings_of` makes equal settings."""
        game = self.game
        return {
            "form": _FORM,
            "game": game.id,
            "seats": game.num_players,
            "rules": game.rules,
            "rules_version": game.rules_version,
            "objective": game.objective,
            "format": self.format,
            "players": list(self.players),
            "names": list(self.names),
            "blocks": self.blocks,
            "seed": self.seed,
            "limits": {"nodes": self.limits.nodes, "depth": self.limits.depth, "movetime": self.limits.movetime_ms},
            "clock": self.clock.text() if self.clock else None,
            "challengers": self.challengers,
            "fill": self.fill,
            "teams": list(self.teams),
            "permutations": self.permutations,
            "side_rotations": self.side_rotations,
            "openings": list(self.openings),
            "move_limit": self.move_limit,
            "on_fail": self.on_fail,
            "stand_in": self.stand_in,
        }

    def canonical(self) -> str:
        return json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))

    def hash(self) -> str:
        """SHA-256 of the canonical JSON."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


def settings_of(values: dict[str, Any], log: str | None = None) -> MatchSettings:
    """The settings that `as_dict` wrote."""
    if values.get("form") != _FORM:
        raise UsageError(f"settings of form {values.get('form')}: this version reads form {_FORM}")
    game = Game(values["game"], values["seats"], values["rules"], values["objective"])
    if game.rules_version != values["rules_version"]:
        raise UsageError(
            f"rules_version: {game.id} was played by version {values['rules_version']} of its rules, this build plays "
            f"version {game.rules_version}"
        )
    limits = values["limits"]
    return MatchSettings(
        game=game,
        players=tuple(values["players"]),
        blocks=values["blocks"],
        seed=values["seed"],
        limits=Limits(limits["nodes"], limits["depth"], limits["movetime"]),
        log=log,
        names=tuple(values["names"]),
        format=values["format"],
        challengers=values["challengers"],
        fill=values["fill"],
        teams=tuple(values["teams"]),
        permutations=values["permutations"],
        side_rotations=values["side_rotations"],
        openings=tuple(values["openings"]),
        move_limit=values["move_limit"],
        on_fail=values["on_fail"],
        stand_in=values["stand_in"],
        clock=Clock.parse(values["clock"]) if values["clock"] else None,
    )


def differences(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """Which settings differ, each with both values."""

    def brief(value: Any) -> str:
        text = json.dumps(value)
        return text if len(text) <= 80 else text[:77] + "..."

    names = dict.fromkeys([*here, *there])
    return [
        f"{name} is {brief(there.get(name))} there and {brief(here.get(name))} here"
        for name in names
        if there.get(name) != here.get(name)
    ]


def table_size(settings: MatchSettings) -> int:
    """How many different players meet at a table of a tournament."""
    if settings.format == "copies" or settings.fill:
        return 2
    return len(settings.teams) or settings.game.num_players


def names_of(specs: Sequence[str]) -> list[str]:
    """The players' names; equal ones are numbered."""
    return numbered([name_of(spec) for spec in specs])


def numbered(plain: Sequence[str]) -> list[str]:
    """The same names, each of them once."""
    names = []
    for i, name in enumerate(plain):
        twin = plain[:i].count(name) + 1 if plain.count(name) > 1 else 0
        names.append(f"{name} #{twin}" if twin else name)
    return names
