"""The options: how each is declared, and their values. A value that does not fit is an error, and the old one stays."""

from typing import NamedTuple

from embertree._core import OBJECTIVES, Game, Searcher, UsageError, game_ids, searcher_params
from embertree.agents.spec import AGENTS, MAX_THREADS, with_every_value
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import MAX_SEATS
from embertree.protocol.groups import Groups, parse_groups
from embertree.words import MAX_SEED, did_you_mean, shown, whole_number

OPTION_TYPES = ("check", "spin", "combo", "string", "button")
_THROUGH_CHANCE = "pv_through_chance"


class OptionRow(NamedTuple):
    """One option: how it is declared, and what values it takes."""

    name: str
    type: str
    default: str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    param_of: str = ""
    """The agent whose parameter it is; empty for the others."""

    def declaration(self, value: str | None = None) -> str:
        """The option line, with the value that stands now as its default."""
        default = self.default if value is None else value
        line = f"option name {self.name} type {self.type}"
        if self.type != "button":
            line += f" default {default or '<empty>'}"
        if self.type == "spin":
            line += f" min {self.low} max {self.high}"
        return line + "".join(f" var {choice}" for choice in self.choices)


def option_rows() -> list[OptionRow]:
    """Every option of this build, in the order in which they are declared."""
    games = tuple(game_ids())
    rows = [
        OptionRow("Game", "combo", games[0], "the game", choices=games),
        OptionRow("Players", "spin", "0", "number of seats; 0: the smallest that the game is for", 0, MAX_SEATS),
        OptionRow("Rules", "string", "", "rules options, k=v,k=v"),
        OptionRow("Agent", "combo", "mcts", "who thinks", choices=tuple(AGENTS)),
        OptionRow("Threads", "spin", "1", "of one search", 1, MAX_THREADS),
        OptionRow("Hash", "spin", "256", "MiB: a ceiling for tree and tables together", 1, 1 << 20),
        OptionRow("Seed", "spin", "0", "of the search", 0, MAX_SEED),
        OptionRow("ChanceMode", "combo", "explicit", "who draws chance outcomes", choices=("explicit", "auto")),
        OptionRow("ChanceSeed", "spin", "0", "of the outcomes drawn where a position names no seed", 0, MAX_SEED),
        OptionRow("MultiPV", "spin", "1", "how many of the best moves are reported", 1, 256),
        OptionRow("Ponder", "check", "false", "whether bestmove names the reply that it expects"),
        OptionRow("OwnBook", "check", "false", "whether openings come from a book; this build has none"),
        OptionRow("MoveOverhead", "spin", "10", "ms kept back of a clock for what a move costs outside", 0, 60_000),
        OptionRow("Objective", "combo", "win", "what the seats want", choices=tuple(OBJECTIVES)),
        OptionRow("SeatGroups", "string", "", "the seats of two engines, like 1,3|2,4"),
        OptionRow("PVThroughChance", "check", "false", "whether a pv goes on through chance outcomes"),
    ]
    for agent in AGENTS:
        rows += [_param_row(agent, param) for param in searcher_params(agent) if param["name"] != _THROUGH_CHANCE]
    return rows


def _param_row(agent: str, param: dict[str, object]) -> OptionRow:
    name = f"{agent}.{param['name']}"
    default = str(param["default"])
    help_text = str(param["help"])
    if param["type"] == "choice":
        choices: tuple[str, ...] = tuple(param["choices"])  # type: ignore[arg-type]
        return OptionRow(name, "combo", default, help_text, choices=choices, param_of=agent)
    if param["type"] == "integer":
        low, high = int(param["low"]), int(param["high"])  # type: ignore[call-overload]
        return OptionRow(name, "spin", default, help_text, low, high, param_of=agent)
    # The protocol knows no fractions: a number with a point is text, checked by the search.
    return OptionRow(name, "string", default, help_text, param_of=agent)


class Options:
    """The options' values, and what follows from them, made once and kept until a value changes."""

    def __init__(self) -> None:
        self.rows = {row.name.lower(): row for row in option_rows()}
        self._values = {row.name: row.default for row in self.rows.values()}
        self._set_by_user: set[str] = set()
        self._game: Game | None = None
        self._groups: Groups | None = None
        self._search_key: tuple[str, str, int, int] | None = None

    def text(self, name: str) -> str:
        return self._values[name]

    def number(self, name: str) -> int:
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        return self._values[name] == "true"

    def game(self) -> Game:
        """The game that the options name."""
        if self._game is None:
            self._game = _game_of(self._values)
        return self._game

    def groups(self) -> Groups | None:
        """SeatGroups, where they are set."""
        if self._groups is None and self._values["SeatGroups"]:
            self._groups = parse_groups(self._values["SeatGroups"])
        return self._groups

    def search_key(self) -> tuple[str, str, int, int]:
        """All that a searcher is made of, beside game and seed: agent, parameters, MiB, threads."""
        if self._search_key is None:
            agent = self.text("Agent")
            params = _params_of(self._values, agent, self.rows)
            self._search_key = agent, params, self.number("Hash"), self.number("Threads")
        return self._search_key

    def set_default(self, name: str, value: str) -> None:
        """A value that holds unless somebody set another one."""
        if name not in self._set_by_user:
            self._values[name] = value

    def find(self, name: str) -> OptionRow:
        row = self.rows.get(name.lower())
        if row is None:
            names = [row.name for row in self.rows.values()]
            raise ProtocolError("bad_option", f"there is no option {shown(name)}{did_you_mean(name, names)}")
        return row

    def set(self, name: str, value: str) -> str:
        """Sets an option and returns its name; ProtocolError where name or value is wrong."""
        row = self.find(name)
        try:
            self._set_whole({row.name: _checked(row, value)})
        except UsageError as trouble:
            raise ProtocolError("bad_option" if row.name == "Rules" else "out_of_range", str(trouble)) from None
        return row.name

    def set_game(self, game: str | None, players: int | None, rules: str | None) -> None:
        """Game, players and rules at once, as `newgame` names them; what another game cannot keep starts afresh."""
        values: dict[str, str] = {}
        if game is not None:
            if game not in game_ids():
                raise ProtocolError("bad_argument", f"there is no game {shown(game)}{did_you_mean(game, game_ids())}")
            values["Game"] = game
        if players is not None:
            values["Players"] = str(players)
        if rules is not None:
            values["Rules"] = "" if rules == "-" else rules
        try:
            self._set_whole(values)
        except UsageError as trouble:
            raise ProtocolError("bad_argument", f"newgame: {trouble}") from None

    def _set_whole(self, changes: dict[str, str]) -> None:
        """Takes values over only if game and agents accept them all; else a UsageError."""
        values = dict(self._values)
        if changes.get("Game", values["Game"]) != values["Game"]:
            # Another game has other rules; the number of players stays where it can.
            known = Game(changes["Game"])
            players = values["Players"] if known.min_players <= self.number("Players") <= known.max_players else "0"
            changes = {"Rules": "", "Players": players, **changes}
        values.update(changes)
        game = self._game
        if {"Game", "Players", "Rules", "Objective"} & changes.keys():
            game = _game_of(values)
        for agent in {self.rows[name.lower()].param_of for name in changes} - {""}:
            Searcher(agent, game or self.game(), _params_of(values, agent, self.rows), hash_mb=1)
        self._groups = self._search_key = None
        self._game = game
        self._values = values
        self._set_by_user |= changes.keys()


def _game_of(values: dict[str, str]) -> Game:
    return Game(values["Game"], int(values["Players"]) or None, values["Rules"], values["Objective"])


def _params_of(values: dict[str, str], agent: str, rows: dict[str, OptionRow]) -> str:
    changed = [
        f"{row.name.partition('.')[2]}={values[row.name]}"
        for row in rows.values()
        if row.param_of == agent and values[row.name] != row.default
    ]
    if values["PVThroughChance"] == "true" and any(p["name"] == _THROUGH_CHANCE for p in searcher_params(agent)):
        changed.append(f"{_THROUGH_CHANCE}=on")
    params = ",".join(changed)
    # Several lines need the values of several moves, not a bound for all but the best.
    return params if values["MultiPV"] == "1" else with_every_value(agent, params)


def _checked(row: OptionRow, value: str) -> str:
    """The value as it is kept; a UsageError where the row does not take it."""
    if value == "<empty>":
        value = ""
    if row.type == "spin":
        return str(whole_number(value, row.name, row.low, row.high))
    if row.type in ("combo", "check"):
        choices = row.choices or ("true", "false")
        choice = next((choice for choice in choices if choice.lower() == value.lower()), None)
        if choice is None:
            raise UsageError(f"{row.name}: there is no value {shown(value)}{did_you_mean(value, choices)}")
        value = choice
    if row.param_of and "," in value:
        raise UsageError(f"{row.name}: {shown(value)} is more than one value")
    if row.name == "OwnBook" and value == "true":
        raise UsageError("OwnBook: this build has no book")
    if row.name == "Rules" and value == "-":
        return ""
    if row.name == "SeatGroups" and value:
        parse_groups(value)
    return value
