"""Names of the ledger language, and the map as far as a ledger needs it: which hexes touch."""

from functools import cache
from typing import Final

CULTS: Final = ("FIRE", "WATER", "EARTH", "AIR")
TERRAINS: Final = ("yellow", "brown", "black", "blue", "green", "gray", "red")
LETTERS: Final = dict(zip("YUKBGSR", TERRAINS, strict=True))
HOMES: Final = {
    "fakirs": "yellow",
    "nomads": "yellow",
    "cultists": "brown",
    "halflings": "brown",
    "alchemists": "black",
    "darklings": "black",
    "mermaids": "blue",
    "swarmlings": "blue",
    "auren": "green",
    "witches": "green",
    "dwarves": "gray",
    "engineers": "gray",
    "chaosmagicians": "red",
    "giants": "red",
}
STRUCTURES: Final = {"d": "D", "t": "TP", "e": "TE", "h": "SH", "a": "SA"}
POWER_VALUES: Final = {"D": 1, "TP": 2, "TE": 2, "SH": 3, "SA": 3}
KINDS: Final = {
    "d": "D",
    "dwelling": "D",
    "tp": "TP",
    "tr": "TP",
    "th": "TP",
    "trading post": "TP",
    "trading house": "TP",
    "te": "TE",
    "temple": "TE",
    "sh": "SH",
    "stronghold": "SH",
    "sa": "SA",
    "sanctuary": "SA",
}
GOODS: Final = {
    "pw": "pw",
    "power": "pw",
    "p": "p",
    "priest": "p",
    "priests": "p",
    "w": "w",
    "worker": "w",
    "workers": "w",
    "c": "c",
    "coin": "c",
    "coins": "c",
    "vp": "vp",
}
LABELS: Final = (
    *(f"ACT{n}" for n in range(1, 7)),
    *(f"ACT{letter}" for letter in "ACEGNSW"),
    "BON1",
    "BON2",
    "FAV6",
)
RULE_OPTIONS: Final = (
    "errata-cultist-power",
    "mini-expansion-1",
    "shipping-bonus",
    "temple-scoring-tile",
    "variable-turn-order",
)
"""Options of the server that change rules and that the game has as well."""
INPUT_OPTIONS: Final = (
    "strict-leech",
    "strict-darkling-sh",
    "strict-chaosmagician-sh",
    "maintain-player-order",
    "email-notify",
)
"""Options of the server that only check what is typed."""
SCORING: Final = {
    "SCORE1": "SPADE >> 2",
    "SCORE2": "TOWN >> 5",
    "SCORE3": "D >> 2",
    "SCORE4": "SA/SH >> 5",
    "SCORE5": "D >> 2",
    "SCORE6": "TP >> 3",
    "SCORE7": "SA/SH >> 5",
    "SCORE8": "TP >> 3",
    "SCORE9": "TE >> 4",
}
SPADE_BONUS: Final = {"SCORE2": "EARTH", "SCORE6": "WATER", "SCORE8": "AIR"}
"""Scoring tiles whose cult bonus is a spade for every four steps."""

_ROWS: Final = (
    "USGBYRUKRGBRK",
    "Y~~UK~~YK~~Y",
    "~~K~S~G~G~S~~",
    "GBY~~RB~R~RU",
    "KURBKUSY~~GKB",
    "SG~~YG~~~USU",
    "~~~S~R~G~YKBY",
    "YBU~~~BK~SUS",
    "RKSBRGYUS~BGR",
)


@cache
def _named() -> dict[tuple[int, int], str]:
    named = {}
    river = 0
    for row, text in enumerate(_ROWS):
        land = 0
        for column, terrain in enumerate(text):
            if terrain == "~":
                named[row, column] = f"r{river}"
                river += 1
            else:
                land += 1
                named[row, column] = f"{'ABCDEFGHI'[row]}{land}"
    return named


@cache
def touching() -> dict[str, frozenset[str]]:
    """For every hex, rivers among them, the hexes that touch it."""
    named = _named()
    around = {}
    for (row, column), name in named.items():
        shift = -1 if row % 2 == 0 else 0
        places = [(row, column - 1), (row, column + 1)]
        for other in (row - 1, row + 1):
            places += [(other, column + shift), (other, column + shift + 1)]
        around[name] = frozenset(named[place] for place in places if place in named)
    return around


def is_river(name: str) -> bool:
    return name.startswith("r")


def home_distance(terrain: str, home: str) -> int:
    """Steps of the cycle between two terrains, the shorter way."""
    steps = abs(TERRAINS.index(terrain) - TERRAINS.index(home))
    return min(steps, len(TERRAINS) - steps)
