"""A position as a ledger shows it: goods by faction, hexes, bridges. Read from the position's line."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from embertree.records.ledger.names import CULTS, HOMES, LETTERS, POWER_VALUES, STRUCTURES, is_river, touching


@dataclass
class View:
    """What stands in a position, in the names of the golden files."""

    players: dict[str, dict[str, Any]]
    hexes: dict[str, tuple[str, str]]
    """(colour, structure or '') of every land hex."""
    bridges: dict[frozenset[str], str]
    """Colour of the owner by the two ends."""
    round: int
    phase: str
    pending: list[str]
    scoring: str

    def owed(self, token: str) -> int:
        """The number behind a word of the pending field, 0 where it is not there, 1 where it has none."""
        for part in self.pending:
            if part == token:
                return 1
            if part.startswith(token) and part[len(token) :].isdigit():
                return int(part[len(token) :])
        return 0

    def offers(self, giver: str, where: str) -> dict[str, int]:
        """Power that an event on a hex offers, by faction, whatever fits its bowls."""
        near = {name for name in touching()[where] if not is_river(name)}
        for ends in self.bridges:
            if where in ends:
                near |= ends - {where}
        amounts: Counter[str] = Counter()
        owners = {HOMES[name]: name for name in self.players}
        for name in near:
            colour, kind = self.hexes[name]
            if kind and owners[colour] != giver:
                amounts[owners[colour]] += POWER_VALUES[kind]
        return dict(amounts)


def view_of(position: str) -> View:
    """The view of a position's line."""
    fields = position.split(" ")
    hexes = _hexes(fields[0])
    texts = [text.split(":") for text in fields[12:] if ":" in text]
    passed = fields[9]
    spaces = fields[10].replace("/", "")
    bridges = {}
    for part in fields[1].split(","):
        if "=" in part:
            ends, _, owner = part.partition("=")
            bridges[frozenset(ends.split("+"))] = LETTERS[owner]
    pieces = _pieces(fields[0])
    players = {}
    for seat, parts in enumerate(texts):
        home = HOMES[parts[0]]
        player = _player(parts)
        player["buildings"] = {kind: pieces[home, kind] for kind in STRUCTURES.values()}
        player["teleport"] = _journey_level(parts[0], player)
        player["cult_p"] = spaces.count(str(seat))
        player["bridges_left"] = 3 - sum(owner == home for owner in bridges.values())
        player["passed"] = int(str(seat) in passed)
        players[parts[0]] = player
    return View(players, hexes, bridges, int(fields[2]), fields[3], fields[11].split(","), fields[6])


@lru_cache(maxsize=64)
def _hexes(text: str) -> dict[str, tuple[str, str]]:
    hexes = {}
    for row, line in enumerate(text.split("/")):
        number = 0
        for letter in line:
            if letter in LETTERS:
                number += 1
                hexes[f"{'ABCDEFGHI'[row]}{number}"] = (LETTERS[letter], "")
            else:
                name = f"{'ABCDEFGHI'[row]}{number}"
                hexes[name] = (hexes[name][0], STRUCTURES[letter.lower()])
    return hexes


@lru_cache(maxsize=64)
def _pieces(text: str) -> Counter[tuple[str, str]]:
    return Counter(_hexes(text).values())


def _player(parts: list[str]) -> dict[str, Any]:
    coins, workers, priests = map(int, parts[1].split("."))
    bowls = [int(bowl) for bowl in parts[2].split("/")]
    ship, dig, skip = map(int, parts[6].split("."))
    return {
        "C": coins,
        "W": workers,
        "P": priests,
        "P1": bowls[0],
        "P2": bowls[1],
        "P3": bowls[2],
        "VP": int(parts[3]),
        "cult": dict(zip(CULTS, map(int, parts[4].split(".")), strict=True)),
        "KEY": int(parts[5]),
        "ship": ship,
        "dig": dig,
        "skip": skip,
        "bon": None if parts[7] == "-" else parts[7],
        "fav": [] if parts[8] == "-" else parts[8].split("+"),
        "tw": {} if parts[9] == "-" else dict(Counter(parts[9].split("+"))),
    }


def _journey_level(faction: str, player: dict[str, Any]) -> int:
    """The server's count for tunnels and carpets: strongholds, without what town tiles add to the range."""
    if faction == "fakirs":
        return int(player["skip"] - 1 - player["tw"].get("TW7", 0))
    return int(player["buildings"]["SH"])
