"""The online server's text: lines as they are typed, or rows as the game page shows them (rules, 18.2 to 18.6)."""

import re

from embertree._core import UsageError
from embertree.records.ledger.commands import parse_commands
from embertree.records.ledger.form import Ledger, LedgerError, Row
from embertree.records.ledger.names import CULTS, HOMES, INPUT_OPTIONS, RULE_OPTIONS
from embertree.words import did_you_mean, shown

_REFUSED_OPTIONS = "fire-and-ice"
_IGNORED = (
    "player",
    "player-count",
    "randomize",
    "start",
    "income",
    "finish",
    "admin",
    "order",
    "default-map",
    "email",
    "abort",
)
_COMMENTS = (
    r"round \d+ income",
    r"round \d+, turn \d+",
    r"start round \d+",
    r"scoring (fire|water|earth|air) cult",
    r"scoring network",
    r"converting resources to vps",
    r"player \d+: .*",
    r"(randomize|map|email|game|wait|by|default).*",
)
_RULINGS = re.compile(r"embertree rulings=(\w+)")


class TextReader:
    """Reads one file."""

    def __init__(self, name: str, gifts: bool = False) -> None:
        self._gifts = gifts
        self._ledger = Ledger(name, "input", [], [], [], [], [])
        self._setup: list[str] = []
        self._line = 0

    def read(self, text: str) -> Ledger:
        """The ledger; LedgerError names the line."""
        lines = text.splitlines()
        for line in lines:
            if "\t" in line.lstrip():
                self._ledger.form = "export"
        for self._line, line in enumerate(lines, 1):
            try:
                self._read(line)
            except LedgerError:
                raise
            except UsageError as trouble:
                raise self._fault(str(trouble)) from None
        ledger = self._ledger
        if not ledger.rows:
            raise LedgerError(f"{ledger.name}: no rows in it: lines like 'witches: build F4' are expected")
        ledger.factions = self._setup or self._seats_by_cards()
        for row in ledger.rows:
            if row.faction not in ledger.factions:
                self._line = row.number
                raise self._fault(f"the {row.faction} do not play here{did_you_mean(row.faction, ledger.factions)}")
        return ledger

    def _fault(self, why: str) -> LedgerError:
        return LedgerError(f"{self._ledger.name}, line {self._line}: {why}")

    def _seats_by_cards(self) -> list[str]:
        """The last seat takes its first bonus card first."""
        seats: list[str] = []
        for row in self._ledger.rows:
            for command in row.commands:
                if command.kind == "pass" and row.faction not in seats:
                    seats.append(row.faction)
            if any(command.kind in ("other_income", "action", "dig", "upgrade", "send") for command in row.commands):
                break
        return seats[::-1]

    def _read(self, line: str) -> None:
        rulings = _RULINGS.search(line)
        if rulings:
            self._ledger.rulings = rulings[1]
        if "\t" in line.lstrip():
            self._export_row(line)
            return
        text = " ".join(line.partition("#")[0].split())
        if not text:
            return
        prefix, colon, rest = text.partition(":")
        if colon and prefix.strip().lower() in HOMES:
            self._row(prefix.strip().lower(), rest, typed=True)
        else:
            self._order(text)

    def _row(self, faction: str, text: str, typed: bool) -> Row | None:
        try:
            commands = parse_commands(text, faction, typed)
        except UsageError as trouble:
            raise self._fault(f"{faction}: {trouble}") from None
        if [command.kind for command in commands] == ["setup"]:
            if faction not in self._setup:
                self._setup.append(faction)
            return None
        if not commands:
            return None
        if not self._gifts and any(command.kind == "gift" for command in commands):
            raise self._fault(f"{faction}: {shown(text.strip())}: goods given by hand are not played here")
        row = Row(self._line, faction, " ".join(text.split()), commands)
        self._ledger.rows.append(row)
        return row

    # --- The game page ---

    def _export_row(self, line: str) -> None:
        cells = [" ".join(cell.split()) for cell in line.split("\t")]
        faction = cells[0].lower()
        if faction not in HOMES:
            raise self._fault(f"there is no faction {shown(cells[0])}{did_you_mean(faction, HOMES)}")
        if len(cells) != 15:
            raise self._fault(f"a row has 15 columns, this one {len(cells)}")
        if not cells[14]:
            raise self._fault(f"a row of the {faction} without commands: dropped players are not replayed")
        row = self._row(faction, cells[14], typed=False)
        if row is None:
            return
        state: dict[str, object] = {}
        for column, unit in ((2, "VP"), (4, "C"), (6, "W"), (8, "P")):
            state[unit] = self._number(cells[column], unit)
        bowls = self._split(cells[10].removesuffix("PW").strip(), 3, "three bowls like 5/7/0 PW")
        state |= dict(zip(("P1", "P2", "P3"), bowls, strict=True))
        cults = self._split(cells[12], 4, "four cults like 1/0/1/0")
        state["cult"] = dict(zip(CULTS, cults, strict=True))
        row.after = {faction: state}
        row.amounts = self._split(cells[13].replace(" ", "/"), -1, "amounts of power") if cells[13] else []

    def _number(self, cell: str, unit: str) -> int:
        number = cell.removesuffix(unit).strip()
        if not cell.endswith(unit) or not re.fullmatch(r"-?\d{1,4}", number):
            raise self._fault(f"expected a number of {unit}, not {shown(cell)}")
        return int(number)

    def _split(self, cell: str, count: int, what: str) -> list[int]:
        parts = cell.split("/")
        if not all(re.fullmatch(r"\d{1,3}", part) for part in parts) or count not in (-1, len(parts)):
            raise self._fault(f"expected {what}, not {shown(cell)}")
        return [int(part) for part in parts]

    # --- Setup and administration ---

    def _order(self, text: str) -> None:
        ledger = self._ledger
        low = text.lower()
        word, _, rest = low.partition(" ")
        scoring = re.match(r"round ([1-6]) scoring: (score\d+)", low)
        removing = re.match(r"removing tile (\w+)", low)
        if scoring:
            if int(scoring[1]) != len(ledger.scoring) + 1:
                raise self._fault(f"the scoring tile of round {len(ledger.scoring) + 1} is expected, not {shown(text)}")
            ledger.scoring.append(scoring[2].upper())
        elif removing:
            self._delete(removing[1])
        elif word == "score":
            ledger.scoring = [tile.strip().upper() for tile in rest.split(",")]
        elif word == "delete":
            self._delete(rest)
        elif word in ("option", "dropoption"):
            self._option(rest, word == "option")
        elif word == "setup":
            self._setup_faction(rest)
        elif word == "map" and rest not in ("", "base", "original", "126fe960806d587c78546b30f1a90853b1ada468"):
            raise self._fault(f"map {shown(rest)}: only the base map is played here")
        elif word in ("drop-faction", "faction-variant", "final-scoring") or low.endswith("dropped from the game"):
            raise self._fault(f"{shown(text)}: this is not played here")
        elif word not in _IGNORED and not any(re.fullmatch(pattern, low) for pattern in _COMMENTS):
            before = text.partition(":")[0].strip()
            if ":" in text:
                raise self._fault(f"there is no faction {shown(before)}{did_you_mean(before.lower(), HOMES)}")
            orders = ("option", "score", "delete", "setup", "player")
            raise self._fault(
                f"{shown(text)} is no line of a ledger{did_you_mean(word, orders)} (commands of a faction begin with "
                "its name, like 'witches: build F4')"
            )

    def _delete(self, tile: str) -> None:
        tile = tile.upper()
        if not re.fullmatch(r"BON\d{1,2}", tile):
            raise self._fault(f"{shown(tile)}: only bonus cards are removed, BON1 .. BON10")
        if tile not in self._ledger.removed:
            self._ledger.removed.append(tile)

    def _option(self, name: str, on: bool) -> None:
        options = self._ledger.options
        known = (*RULE_OPTIONS, *INPUT_OPTIONS)
        if name.startswith(_REFUSED_OPTIONS):
            # Allowed, but nobody plays these factions unless they show up; the extra scoring is another matter.
            if "scoring" in name:
                raise self._fault(f"option {shown(name)}: only the base game's scoring is played here")
            return
        if name == "loose-adjust-resource" and self._gifts:
            return
        if name.startswith("loose-"):
            raise self._fault(f"option {shown(name)}: games with corrections by hand are not played here")
        if name not in known:
            raise self._fault(f"there is no option {shown(name)}{did_you_mean(name, known)}")
        if on and name not in options:
            options.append(name)
        if not on and name in options:
            options.remove(name)

    def _setup_faction(self, rest: str) -> None:
        faction = rest.split(" ")[0]
        if faction not in HOMES:
            raise self._fault(f"there is no faction {shown(faction)}{did_you_mean(faction, HOMES)}")
        if faction in self._setup:
            raise self._fault(f"the {faction} are set up twice")
        self._setup.append(faction)
