"""Compares what a ledger says of every position with what the game makes of its commands."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from embertree._core import State
from embertree.records.ledger.form import Ledger, Row
from embertree.records.ledger.names import CULTS
from embertree.records.ledger.play import Play, game_of
from embertree.records.ledger.post import PostPlay
from embertree.records.ledger.rates import Refused
from embertree.records.ledger.table import TablePlay, is_table_order
from embertree.records.ledger.view import View, view_of

USUAL: dict[str, Any] = {
    "KEY": 0,
    "cult_p": 0,
    "bridges_left": 3,
    "passed": 0,
    "fav": [],
    "tw": {},
    "bon": None,
    "pending": {},
}
"""What a field that the file leaves out has for its value."""
_SCORING_WORDS = {"fire": "FIRE", "water": "WATER", "earth": "EARTH", "air": "AIR", "network": "network"}


@dataclass(frozen=True)
class Disagreement:
    """The first thing of a game that does not fit."""

    file: str
    row: int
    text: str
    faction: str
    field: str
    expected: Any
    got: Any

    def facts(self) -> dict[str, Any]:
        """For JSON."""
        return dict(vars(self))

    def __str__(self) -> str:
        where = f"row {self.row}" if self.row >= 0 else "the end"
        commands = f" ({self.text})" if self.text else ""
        return f"{where}{commands}: {self.faction}, {self.field}: expected {self.expected}, got {self.got}"


class Differs(Exception):
    """Carries a disagreement to the end of the check."""

    def __init__(self, faction: str, field: str, expected: Any, got: Any) -> None:
        super().__init__(faction, field, expected, got)
        self.facts = faction, field, expected, got


@dataclass
class Checked:
    """What a replay found."""

    ledger: Ledger
    order: str
    positions: list[str]
    """The position that each row shows."""
    views: list[View | None]
    """The same as the ledger shows it, points of the end among them as they are counted."""
    final: State
    disagreement: Disagreement | None
    play: Play


def check(ledger: Ledger, order: str = "") -> Checked:
    """Replays a ledger and compares all it says. `order` is 'table' or 'post'; else the ledger tells it."""
    order = order or ledger.order
    if order in ("table", "post"):
        return _check(ledger, order)
    if is_table_order(ledger):
        checked = _check(ledger, "table")
        if checked.disagreement is None:
            return checked
        by_post = _check(ledger, "post")
        return checked if by_post.disagreement else by_post
    return _check(ledger, "post")


def _check(ledger: Ledger, order: str) -> Checked:
    errata = None if order == "table" else False  # by post the power is counted here
    game = game_of(ledger, errata)
    play = TablePlay(ledger, game) if order == "table" else PostPlay(ledger, game)
    return Checker(ledger, order, play).run()


class Checker:
    """One replay with its comparisons."""

    def __init__(self, ledger: Ledger, order: str, play: TablePlay | PostPlay) -> None:
        self.ledger = ledger
        self.order = order
        self.play = play
        self.positions = [""] * len(ledger.rows)
        self.views: list[View | None] = [None] * len(ledger.rows)
        self._notes: list[int] = []
        self._added: Counter[str] = Counter()
        self._sold: set[str] = set()

    def run(self) -> Checked:
        """Plays all rows, up to the first disagreement."""
        rows = self.ledger.rows
        number, text = -1, ""
        found = None
        places = {id(row): place for place, row in enumerate(rows)}
        try:
            self.play.on_early = lambda row: self._compare(places[id(row)], row)
            for place, row in enumerate(rows):
                number, text = row.number, row.text
                self.play.place = place
                if place in self.play.early:
                    continue
                if self._is_note(row):
                    self._notes.append(place)
                    continue
                self._play(row)
                for note in self._notes:
                    self._compare(note, rows[note])
                self._notes = []
                self._compare(place, row)
            number, text = -1, ""
            if isinstance(self.play, PostPlay):
                self.play.flush()
            self._check_end()
        except Differs as differs:
            found = Disagreement(self.ledger.name, number, text, *differs.facts)
        return Checked(self.ledger, self.order, self.positions, self.views, self._final(), found, self.play)

    def _final(self) -> State:
        """The last state, with the rules that the ledger names."""
        if self.order == "table":
            return self.play.state
        game = game_of(self.ledger)
        fields = self.play.state.position.split(" ")[: 12 + len(self.ledger.factions)]
        return game.parse_position(" ".join([*fields, game.rules]))

    def _play(self, row: Row) -> None:
        try:
            self.play.run(row)
        except Refused as refused:
            raise Differs(row.faction, "command", row.text, f"not possible: {refused}") from None

    @staticmethod
    def _is_note(row: Row) -> bool:
        """Written by the server inside the row that follows."""
        return all(command.kind == "note" for command in row.commands)

    # --- A row ---

    def _compare(self, place: int, row: Row) -> None:
        position = self.play.shown().position
        self.positions[place] = position
        view = view_of(position)
        kinds = {command.kind for command in row.commands}
        self._final_points(row)
        for faction, player in view.players.items():
            player["VP"] += self._added[faction]
            if faction in self._sold:
                _sell_out(faction, player)
            player["pending"] = self._pending(view, row, faction, kinds)
        self.views[place] = view
        for faction, expected in row.after.items():
            self._player(view, row, faction, expected, kinds)
        for name, text in row.hexes.items():
            _same(row.faction, f"hex {name}", text, " ".join(part for part in view.hexes[name] if part))
        for text in row.bridges:
            ends, _, colour = text.partition(" ")
            _same(row.faction, f"bridge {ends}", colour, view.bridges.get(frozenset(ends.split(":"))))
        self._offers(row)

    def _player(self, view: View, row: Row, faction: str, expected: dict[str, Any], kinds: set[str]) -> None:
        got = view.players[faction]
        wanted = dict(expected) if self.ledger.form == "export" else USUAL | expected
        for key, value in wanted.items():
            if key == "pending":
                for name in ("SPADE", "CULT"):
                    # The other kinds are the server's way to say what a turn may still do.
                    _same(faction, f"pending {name}", value.get(name, 0), got[key].get(name, 0))
            elif key == "passed" and (view.round == 0 or "other_income" in kinds):
                continue  # the server keeps the mark until the round begins
            elif key == "fav":
                _same(faction, key, sorted(value), sorted(got[key]))
            elif (key in got and value is not None) or key == "bon":
                if key in ("cult", "buildings"):
                    for name, number in value.items():
                        _same(faction, f"{key} {name}", number, got[key].get(name))
                else:
                    _same(faction, key, value, got[key])

    def _pending(self, view: View, row: Row, faction: str, kinds: set[str]) -> dict[str, int]:
        """Things owed that the server keeps: bonus spades and cultists' steps."""
        owed: dict[str, int] = {}
        between = view.phase == "spade" or bool(self.play.spades_owed)
        if between and kinds & {"cult_income", "transform", "drop"}:
            owed["SPADE"] = max(0, self.play.spades_owed.get(faction, 0))
        if faction == "cultists" and isinstance(self.play, PostPlay):
            owed["CULT"] = self.play.owed_steps()
        elif faction == "cultists" and row.faction == faction and self._is_note(row):
            owed["CULT"] = int(row.text.startswith("[opponent"))
        return {name: count for name, count in owed.items() if count}

    def _offers(self, row: Row) -> None:
        builds = any(command.kind in ("build", "upgrade") for command in row.commands)
        if (row.leech is None and row.amounts is None) or not builds:
            return
        got: Counter[str] = Counter()
        for where in [command.name for command in row.commands if command.kind in ("build", "upgrade")]:
            view = view_of(self.play.shown().position)
            if view.round > 0 and view.hexes[where][1]:
                got.update(view.offers(row.faction, where))
        if row.amounts is not None:
            _same(row.faction, "leech", sorted(row.amounts), sorted(got.values()))
        if row.leech is not None:
            for faction in sorted({*row.leech, *got}):
                _same(faction, "leech", row.leech.get(faction, 0), got[faction])

    # --- The end ---

    def _final_points(self, row: Row) -> None:
        for command in row.commands:
            if command.kind == "points":
                self._added[row.faction] += command.count
                _same(row.faction, _SCORING_WORDS[command.name], command.count, self._sheet(row.faction, command.name))
            elif command.kind == "score_resources":
                cults = [cult.lower() for cult in CULTS]
                self._added[row.faction] = sum(self._sheet(row.faction, name) for name in (*cults, "network"))
                player = view_of(self.play.shown().position).players[row.faction]
                self._added[row.faction] += _coins(player) // (2 if row.faction == "alchemists" else 3)
                self._sold.add(row.faction)

    def _sheet(self, faction: str, line: str) -> int:
        seat = self.ledger.factions.index(faction)
        return next(points[seat] for name, points in self.play.state.score_sheet() if name == line)

    def _check_end(self) -> None:
        if not self.ledger.final:
            return
        state = self.play.state
        if not state.is_terminal():
            raise Differs(self.play.mover() or "", "end", "the game is over", f"phase {state.phase()}")
        scores = state.scores()
        sheet = state.score_sheet()
        for seat, faction in enumerate(self.ledger.factions):
            final = self.ledger.final.get(faction, {})
            lines = {name: points[seat] for name, points in sheet if points[seat]}
            for name, points in final.get("vp_source", {}).items():
                _same(faction, f"points {name}", points, lines.get(name, 0))
            if "vp_source" in final:
                for name, points in lines.items():
                    _same(faction, f"points {name}", final["vp_source"].get(name, 0), points)
            sums: dict[str, Callable[[], int]] = {
                "VP": lambda seat=seat: scores[seat],  # type: ignore[misc]
                "area_vp": lambda lines=lines: lines.get("network", 0),  # type: ignore[misc]
                "cult_vp": lambda lines=lines: sum(lines.get(cult.lower(), 0) for cult in CULTS),  # type: ignore[misc]
            }
            for key, value in sums.items():
                if key in final:
                    _same(faction, key, final[key], value())


def _coins(player: dict[str, Any]) -> int:
    """What is left at the end, in coins."""
    return int(player["C"] + player["W"] + player["P"] + player["P3"] + player["P2"] // 2)


def _sell_out(faction: str, player: dict[str, Any]) -> None:
    """The goods of a player after the last scoring."""
    coins = _coins(player)
    player["P1"] += player["P3"] + player["P2"] // 2
    player["P2"] %= 2
    player["C"] = coins % (2 if faction == "alchemists" else 3)
    player["W"] = player["P"] = player["P3"] = 0


def _same(faction: str, field: str, expected: Any, got: Any) -> None:
    if expected != got:
        raise Differs(faction, field, expected, got)
