"""Commands of the ledger language, one by one (docs/ledger.md lists them)."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from embertree._core import UsageError
from embertree.records.ledger.names import CULTS, GOODS, HOMES, KINDS, LABELS, TERRAINS, touching
from embertree.words import did_you_mean, shown


@dataclass(frozen=True)
class Command:
    """A command taken to pieces. `kind` is its first word, or what it does where it has none."""

    kind: str
    text: str
    count: int = 0
    name: str = ""
    """A hex, cult, tile, label or faction, in the spelling of the game."""
    other: str = ""
    """The second name: a structure, colour, goods or hex."""
    price: int = 0


ACTIONS = frozenset({"build", "dig", "upgrade", "send", "advance", "action", "pass"})
"""Kinds that can be the action of a turn."""
AUTOMATIC = frozenset({"cult_income", "other_income", "income", "points", "score_resources", "note", "setup"})
"""Kinds that the server writes by itself."""

_CULT = "(fire|water|earth|air)"
_HEX = r"([a-i]\d{1,2})"
_RIVER_TRAIL = r"(?:\s*:\s*([a-i]\d{1,2}))?"


def parse_commands(text: str, faction: str, typed: bool) -> list[Command]:
    """The commands of a row. `typed` rows are as players type them; the server puts them in order before it plays."""
    parts = [part for part in (" ".join(piece.split()) for piece in text.split(".")) if part]
    commands = [parse_command(part) for part in parts]
    return _in_order(commands, faction) if typed else commands


def _in_order(commands: list[Command], faction: str) -> list[Command]:
    answers = [command for command in commands if command.kind in ("leech", "decline")]
    rest = [command for command in commands if command.kind not in ("leech", "decline")]
    for at in range(len(rest) - 1):
        first, second = rest[at], rest[at + 1]
        kinds = (first.kind, second.kind)
        swapped = kinds in (("build", "transform"), ("dig", "action")) or (kinds == ("pass", "convert"))
        if kinds == ("pass", "card"):
            rest[at] = Command("pass", f"pass {second.name}", name=second.name)
            rest[at + 1] = Command("wait", "")
        elif swapped:
            rest[at], rest[at + 1] = second, first
    return answers + [
        Command("pass", f"pass {command.name}", name=command.name) if command.kind == "card" else command
        for command in rest
        if not (command.kind == "wait" and not command.text)
    ]


def parse_command(text: str) -> Command:
    """One command, in any case; UsageError where it is none."""
    low = text.lower()
    verb = re.match(r"[a-z_]*", low)
    name = verb.group() if verb else ""
    reader = _READERS.get(name)
    command = None
    if reader is not None:
        command = reader(low, text)
    elif low[:1] in "+-" or low.startswith("["):
        command = _sign(low, text)
    if command is None:
        if reader is not None:
            raise UsageError(f"{shown(text)} is not understood; {_FORMS[name]} would be")
        raise UsageError(f"there is no command {shown(text)}{did_you_mean(name, sorted(_FORMS))}")
    return command


def _hex(text: str, whole: str) -> str:
    name = text.upper()
    if name not in touching():
        raise UsageError(f"{shown(whole)}: there is no land hex {shown(name)}")
    return name


def _match(pattern: str, low: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, low)


def _build(low: str, text: str) -> Command | None:
    m = _match(rf"build {_HEX}", low)
    return Command("build", text, name=_hex(m[1], text)) if m else None


def _transform(low: str, text: str) -> Command | None:
    m = _match(rf"transform {_HEX}(?: to ([a-z]+))?", low)
    if not m:
        return None
    colour = (m[2] or "").replace("grey", "gray")
    if colour and colour not in TERRAINS:
        raise UsageError(f"{shown(text)}: there is no colour {shown(colour)}{did_you_mean(colour, TERRAINS)}")
    return Command("transform", text, name=_hex(m[1], text), other=colour)


def _dig(low: str, text: str) -> Command | None:
    m = _match(r"dig(?: (\d))?", low)
    return Command("dig", text, count=int(m[1] or 1)) if m else None


def _upgrade(low: str, text: str) -> Command | None:
    m = _match(rf"upgrade {_HEX} to ([a-z ]+)", low)
    if not m:
        return None
    kind = KINDS.get(m[2])
    if kind is None or kind == "D":
        raise UsageError(f"{shown(text)}: one upgrades to TP, TE, SH or SA, not to {shown(m[2])}")
    return Command("upgrade", text, name=_hex(m[1], text), other=kind)


def _send(low: str, text: str) -> Command | None:
    m = _match(rf"send (?:p|priest) to {_CULT}(?: for ([123]))?", low)
    return Command("send", text, name=m[1].upper(), count=int(m[2] or 0)) if m else None


def _convert(low: str, text: str) -> Command | None:
    m = _match(r"convert (\d*) ?([a-z]+) to (\d*) ?([a-z]+)", low)
    if not m:
        return None
    if m[4] == "bridge":
        return Command("action", text, name="ACTE")
    for goods in (m[2], m[4]):
        if goods not in GOODS:
            raise UsageError(f"{shown(text)}: there are no goods {shown(goods)}{did_you_mean(goods, GOODS)}")
    return Command("convert", text, price=int(m[1] or 1), name=GOODS[m[2]], count=int(m[3] or 1), other=GOODS[m[4]])


def _burn(low: str, text: str) -> Command | None:
    m = _match(r"burn(?: (\d{1,2}))?", low)
    return Command("burn", text, count=int(m[1] or 1)) if m else None


def _action(low: str, text: str) -> Command | None:
    m = _match(r"action (\w+)", low)
    if not m:
        return None
    label = m[1].upper()
    if label not in LABELS:
        raise UsageError(f"{shown(text)}: there is no action {shown(label)}{did_you_mean(label, LABELS)}")
    return Command("action", text, name=label)


def _bridge(low: str, text: str) -> Command | None:
    m = _match(rf"bridge {_HEX}\s*:\s*{_HEX}(?: allow_illegal)?", low)
    return Command("bridge", text, name=_hex(m[1], text), other=_hex(m[2], text)) if m else None


def _connect(low: str, text: str) -> Command | None:
    m = _match(r"connect (r\d{1,2})", low)
    if m:
        if m[1] not in touching():
            raise UsageError(f"{shown(text)}: there is no river hex {shown(m[1])}; they are r0 .. r35")
        return Command("connect", text, name=m[1])
    m = _match(rf"connect {_HEX}{_RIVER_TRAIL}{_RIVER_TRAIL}", low)
    if not m or not m[2]:
        return None
    return Command("connect", text, other=":".join(_hex(name, text) for name in m.groups() if name))


def _advance(low: str, text: str) -> Command | None:
    m = _match(r"advance (ship|shipping|dig|digging|exchange)", low)
    return Command("advance", text, name="ship" if m[1].startswith("ship") else "dig") if m else None


def _pass(low: str, text: str) -> Command | None:
    m = _match(r"pass(?: (bon\d{1,2}))?", low)
    return Command("pass", text, name=_card(m[1], text) if m[1] else "") if m else None


def _card(name: str, text: str) -> str:
    if not 1 <= int(name[3:]) <= 10:
        raise UsageError(f"{shown(text)}: there is no bonus card {shown(name.upper())}; they are BON1 .. BON10")
    return name.upper()


def _answer(low: str, text: str) -> Command | None:
    m = _match(r"(leech|decline)(?: (\d{1,2}))?(?: from ([a-z_ ]+))?", low)
    if not m or (m[1] == "leech" and not m[2]):
        return None
    giver = (m[3] or "").replace(" ", "").replace("_", "")
    if giver and giver not in HOMES:
        raise UsageError(f"{shown(text)}: there is no faction {shown(giver)}{did_you_mean(giver, HOMES)}")
    return Command(m[1], text, count=int(m[2] or 0), name=giver)


def _sign(low: str, text: str) -> Command | None:
    if low in ("[opponent accepted power]", "[all opponents declined power]"):
        return Command("note", text)
    m = _match(rf"\+(\d+)vp for ({_CULT[1:-1]}|network)", low)
    if m:
        return Command("points", text, count=int(m[1]), name=m[2])
    m = _match(r"([+-])(\d*) ?([a-z_]+?)(\d*)", low)
    if not m:
        return None
    count, stem, number = int(m[2] or 1), m[3].upper(), m[4]
    if stem.lower() in GOODS and not number:
        return Command("gift", text, count=count if m[1] == "+" else -count, name=GOODS[stem.lower()])
    if m[1] == "-":
        if stem in CULTS and not number:
            return Command("spare", text, count=count, name=stem)
        thing = _OWED.get(stem)
        return Command("drop", text, count=count, name=thing) if thing and not number else None
    if stem in CULTS and not number:
        return Command("step", text, count=count, name=stem)
    if stem in ("FAV", "TW") and number:
        if not 1 <= int(number) <= (12 if stem == "FAV" else 8):
            raise UsageError(f"{shown(text)}: there is no tile {stem}{number}")
        return Command("favor" if stem == "FAV" else "town", text, count=count, name=f"{stem}{int(number)}")
    if stem == "BON" and number:
        return Command("card", text, name=_card(f"bon{number}", text))
    return None


def _word(kind: str) -> Callable[[str, str], Command | None]:
    """A reader of a command that is one word."""
    return lambda low, text: Command(kind, text) if " " not in low else None


_OWED = {
    "SPADE": "spade",
    "SPADES": "spade",
    "FREE_D": "dwelling",
    "FREE_TP": "tp",
    "FREE_TF": "storm",
    "GAIN_FAVOR": "favor",
    "GAIN_TW": "town",
    "CONVERT_W_TO_P": "w2p",
}

_READERS: dict[str, Callable[[str, str], Command | None]] = {
    "build": _build,
    "transform": _transform,
    "dig": _dig,
    "upgrade": _upgrade,
    "send": _send,
    "convert": _convert,
    "burn": _burn,
    "action": _action,
    "bridge": _bridge,
    "connect": _connect,
    "advance": _advance,
    "pass": _pass,
    "leech": _answer,
    "decline": _answer,
    "wait": _word("wait"),
    "done": _word("done"),
    "setup": _word("setup"),
    "income": _word("wait"),
    "start": _word("wait"),
    "finish": _word("wait"),
    "cult_income_for_faction": _word("cult_income"),
    "other_income_for_faction": _word("other_income"),
    "income_for_faction": _word("income"),
    "score_resources": _word("score_resources"),
}

_FORMS = {name: f"'{name}'" for name in _READERS} | {
    "build": "'build E4'",
    "transform": "'transform E4 to black'",
    "dig": "'dig 2'",
    "upgrade": "'upgrade E4 to TP'",
    "send": "'send p to FIRE for 2'",
    "convert": "'convert 3pw to 1w'",
    "burn": "'burn 2'",
    "action": "'action ACT4'",
    "bridge": "'bridge C5:D6'",
    "connect": "'connect r21' or 'connect C4:D5'",
    "advance": "'advance ship' or 'advance dig'",
    "pass": "'pass BON4'",
    "leech": "'leech 2 from giants'",
    "decline": "'decline 2 from giants'",
}
