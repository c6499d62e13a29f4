"""Text of one ledger row to commands. Case, white space, abbreviations and merged commands are settled here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from embertree import UsageError
from embertree.words import shown

CULTS = ("FIRE", "WATER", "EARTH", "AIR")
TERRAINS = ("yellow", "brown", "black", "blue", "green", "gray", "red")
STRUCTURES = {
    "d": "D", "tp": "TP", "te": "TE", "sh": "SH", "sa": "SA",
    "dwelling": "D", "trading post": "TP", "trading house": "TP", "temple": "TE", "stronghold": "SH", "sanctuary": "SA",
}  # fmt: skip
GOODS = {
    "pw": "PW", "power": "PW", "p": "P", "priest": "P", "priests": "P", "w": "W", "worker": "W", "workers": "W",
    "c": "C", "coin": "C", "coins": "C", "vp": "VP",
}  # fmt: skip
# Rows that the server writes by itself.
GENERATED = (
    "cult_income_for_faction",
    "other_income_for_faction",
    "score_resources",
    "[opponent accepted power]",
    "[all opponents declined power]",
)


class LedgerError(UsageError):
    """A ledger that cannot be read; the message says what stood where."""


@dataclass(frozen=True)
class Command:
    """One command: its verb, what it names, and how much of it."""

    verb: str
    name: str = ""
    other: str = ""
    count: int = 1
    text: str = ""  # as it was written

    def __str__(self) -> str:
        return self.text


def read_commands(text: str) -> list[Command]:
    """The commands of a row, in order. LedgerError where one cannot be read."""
    commands: list[Command] = []
    for part in text.split("#", 1)[0].split("."):
        words = " ".join(part.split())
        if words:
            commands += _read(words)
    return commands


def _read(text: str) -> list[Command]:
    low = text.lower()
    if low in GENERATED:
        return [Command("generated", low, text=text)]
    for pattern, make in _FORMS:
        found = pattern.fullmatch(low)
        if found:
            return [_with_text(command, text) for command in make(*(group or "" for group in found.groups()))]
    raise LedgerError(f"{shown(text)} is no ledger command")


def _with_text(command: Command, text: str) -> Command:
    return Command(command.verb, command.name, command.other, command.count, text)


def _hex(name: str) -> str:
    return name.upper()


def _one(verb: str, name: str = "", other: str = "", count: int = 1) -> list[Command]:
    return [Command(verb, name, other, count)]


def _number(text: str, default: int = 1) -> int:
    return int(text) if text else default


def _convert(a: str, x: str, b: str, y: str) -> list[Command]:
    pay, get = GOODS[x], GOODS[y]
    paid, got = _number(a), _number(b)
    rates = {
        ("PW", "P"): (5, 1), ("PW", "W"): (3, 1), ("PW", "C"): (1, 1), ("P", "W"): (1, 1), ("W", "C"): (1, 1),
        ("P", "C"): (1, 1), ("VP", "C"): (1, 1), ("C", "VP"): (2, 1), ("W", "P"): (1, 1),
    }  # fmt: skip
    if (pay, get) not in rates:
        raise LedgerError(f"{pay} cannot be converted to {get}")
    cost, gain = rates[pay, get]
    if paid * gain != got * cost:
        raise LedgerError(f"{paid}{pay} to {got}{get} is not the rate: {cost} to {gain}")
    return _one("convert", pay, get, got)


_GOODS = "|".join(sorted(GOODS, key=len, reverse=True))
_KINDS = "|".join(sorted(STRUCTURES, key=len, reverse=True))
_CULTS = "|".join(cult.lower() for cult in CULTS)
_DROPPED = {
    "free_d": "dwelling", "free_tp": "tp", "free_tf": "storm", "gain_favor": "favor", "gain_tw": "town",
}  # fmt: skip
_HEX = r"[a-i]\d{1,2}"
_FORMS: list[tuple[re.Pattern[str], Callable[..., list[Command]]]] = [
    (re.compile(rf"build ({_HEX})"), lambda h: _one("build", _hex(h))),
    (re.compile(rf"transform ({_HEX})(?: to (\w+))?"), lambda h, c: _one("transform", _hex(h), _colour(c))),
    (re.compile(r"dig (\d+)"), lambda n: _one("dig", count=int(n))),
    (re.compile(rf"upgrade ({_HEX}) to ({_KINDS})"), lambda h, k: _one("upgrade", _hex(h), STRUCTURES[k])),
    (
        re.compile(rf"send (?:p|priest) to ({_CULTS})(?: for ([123]))?"),
        lambda c, n: _one("send", c.upper(), count=_number(n, 0)),
    ),
    (re.compile(rf"convert (\d*) ?({_GOODS}) to (\d*) ?({_GOODS})"), _convert),
    (re.compile(r"burn (\d+)"), lambda n: _one("burn", count=int(n))),
    (re.compile(r"action (act[1-6acegnsw]|bon[12]|fav6)"), lambda label: _one("action", label.upper())),
    (re.compile(rf"bridge ({_HEX}):({_HEX})"), lambda a, b: _one("bridge", _hex(a), _hex(b))),
    (re.compile(r"connect (r\d{1,2})"), lambda r: _one("connect", r)),
    (re.compile(rf"connect ({_HEX}(?::{_HEX}){{1,2}})"), lambda hexes: _one("connect", other=_hex(hexes))),
    (re.compile(r"advance (ship|dig)\w*"), lambda track: _one("advance", track)),
    (re.compile(r"pass(?: (bon\d+))?"), lambda card: _one("pass", card.upper())),
    (re.compile(r"leech (\d+)(?: from (\w+))?"), lambda n, giver: _one("leech", giver, count=int(n))),
    (re.compile(r"decline(?: (\d+))?(?: from (\w+))?"), lambda n, giver: _one("decline", giver, count=_number(n, 0))),
    (re.compile(r"\+fav(\d+)"), lambda n: _one("favor", f"FAV{n}")),
    (re.compile(r"\+(\d?)tw(\d)"), lambda n, tile: _one("town", f"TW{tile}") * _number(n)),
    (re.compile(rf"\+(\d?)({_CULTS})"), lambda n, cult: _one("step", cult.upper(), count=_number(n))),
    (re.compile(rf"-(\d?)({_CULTS})"), lambda n, cult: _one("back", cult.upper(), count=_number(n))),
    (re.compile(r"-(\d?)spade"), lambda n: _one("drop", "spade", count=_number(n))),
    (re.compile(r"-(?:\d?)(free_d|free_tp|free_tf|gain_favor|gain_tw)"), lambda what: _one("drop", _DROPPED[what])),
    (re.compile(r"-\d?convert_w_to_p"), lambda: _one("idle")),
    (re.compile(rf"\+(\d*)({_GOODS})"), lambda n, goods: _one("gift", GOODS[goods], count=_number(n))),
    (re.compile(r"\+(\d+)vp for (\w+)"), lambda n, name: _one("generated", f"final {name}", count=int(n))),
    (re.compile(r"wait|done"), lambda: _one("idle")),
]


def _colour(name: str) -> str:
    name = name.replace("grey", "gray")
    if name and name not in TERRAINS:
        raise LedgerError(f"there is no terrain {shown(name)}; there are {', '.join(TERRAINS)}")
    return name
