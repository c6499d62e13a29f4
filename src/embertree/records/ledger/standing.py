"""A position as a ledger shows it: every faction's goods, the hexes, what is owed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from embertree import State
from embertree.records.ledger.reader import CULTS

TERRAIN_OF_LETTER = {
    "Y": "yellow", "U": "brown", "K": "black", "B": "blue", "G": "green", "S": "gray", "R": "red",
}  # fmt: skip
LETTER_OF_TERRAIN = {terrain: letter for letter, terrain in TERRAIN_OF_LETTER.items()}
KIND_OF_LETTER = {"D": "D", "T": "TP", "E": "TE", "H": "SH", "A": "SA"}
HOMES = {
    "fakirs": "yellow", "nomads": "yellow", "cultists": "brown", "halflings": "brown", "alchemists": "black",
    "darklings": "black", "mermaids": "blue", "swarmlings": "blue", "auren": "green", "witches": "green",
    "dwarves": "gray", "engineers": "gray", "chaosmagicians": "red", "giants": "red",
}  # fmt: skip
KINDS = ("D", "TP", "TE", "SH", "SA")


@dataclass(frozen=True)
class Goods:
    """What one faction owns, in the words of the golden files."""

    coins: int
    workers: int
    priests: int
    bowls: tuple[int, int, int]
    points: int
    cults: dict[str, int]
    keys: int
    ship: int
    dig: int
    card: str
    favors: tuple[str, ...]
    towns: dict[str, int]
    buildings: dict[str, int]
    cult_priests: int
    bridges_left: int

    @property
    def room(self) -> int:
        """Power that the bowls can take."""
        return 2 * self.bowls[0] + self.bowls[1]


@dataclass(frozen=True)
class Standing:
    """A whole position, read from its line."""

    factions: dict[str, Goods]
    hexes: dict[str, tuple[str, str]]  # terrain, structure or ""
    bridges: tuple[str, ...]
    pending: tuple[str, ...]
    offers: Counter[str] = field(default_factory=Counter)  # by who may take them

    @classmethod
    def of(cls, state: State) -> Standing:
        fields = state.position.split(" ")
        hexes = _hexes(fields[0])
        bridges = () if fields[1] == "-" else tuple(fields[1].split(","))
        priests = Counter(fields[10])
        seats = fields[12 : 12 + state.num_players]
        factions = {}
        for seat, text in enumerate(seats):
            if text != "-":
                name = text.split(":")[0]
                factions[name] = _goods(text, hexes, bridges, priests[str(seat)])
        pending = () if fields[11] == "-" else tuple(fields[11].split(","))
        offers: Counter[str] = Counter()
        for part in pending:
            if part.startswith("offer"):
                seat_text, amount = part.split(">")[1].split("*")
                offers[seats[int(seat_text)].split(":")[0]] += int(amount)
        return cls(factions, hexes, bridges, pending, offers)


def _hexes(text: str) -> dict[str, tuple[str, str]]:
    hexes: dict[str, tuple[str, str]] = {}
    for row, line in zip("ABCDEFGHI", text.split("/"), strict=True):
        name = ""
        number = 0
        for letter in line:
            if letter in TERRAIN_OF_LETTER:
                number += 1
                name = f"{row}{number}"
                hexes[name] = (TERRAIN_OF_LETTER[letter], "")
            else:
                hexes[name] = (hexes[name][0], KIND_OF_LETTER[letter.upper()])
    return hexes


def _goods(text: str, hexes: dict[str, tuple[str, str]], bridges: tuple[str, ...], priests: int) -> Goods:
    parts = text.split(":")
    coins, workers, in_hand = (int(n) for n in parts[1].split("."))
    first, second, third = (int(n) for n in parts[2].split("/"))
    ship, dig, _ = (int(n) for n in parts[6].split("."))
    home = HOMES[parts[0]]
    buildings = Counter(kind for terrain, kind in hexes.values() if terrain == home and kind)
    own = sum(bridge.endswith("=" + LETTER_OF_TERRAIN[home]) for bridge in bridges)
    return Goods(
        coins,
        workers,
        in_hand,
        (first, second, third),
        int(parts[3]),
        dict(zip(CULTS, (int(n) for n in parts[4].split(".")), strict=True)),
        int(parts[5]),
        ship,
        dig,
        "" if parts[7] == "-" else parts[7],
        () if parts[8] == "-" else tuple(parts[8].split("+")),
        dict(Counter(parts[9].split("+"))) if parts[9] != "-" else {},
        {kind: buildings.get(kind, 0) for kind in KINDS},
        priests,
        3 - own,
    )
