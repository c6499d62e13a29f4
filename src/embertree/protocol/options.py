"""The values of the options. A value that does not fit is an error, and the old one stays."""

from embertree._core import Game, Searcher, UsageError, game_ids
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import OptionRow, option_rows
from embertree.words import did_you_mean, shown, whole_number


class Options:
    def __init__(self) -> None:
        self.rows = {row.name.lower(): row for row in option_rows()}
        self._values = {row.name: row.default for row in self.rows.values()}

    def text(self, name: str) -> str:
        return self._values[name]

    def number(self, name: str) -> int:
        return int(self._values[name])

    def game(self) -> Game:
        """The game that the options name."""
        return Game(self.text("Game"), self.number("Players") or None, self.text("Rules"), self.text("Objective"))

    def params(self, agent: str) -> str:
        """The parameters of an agent's search that differ from the defaults."""
        changed = [
            (row.name.partition(".")[2], self._values[row.name])
            for row in self.rows.values()
            if row.param_of == agent and self._values[row.name] != row.default
        ]
        return ",".join(f"{name}={value}" for name, value in changed)

    def find(self, name: str) -> OptionRow:
        row = self.rows.get(name.lower())
        if row is None:
            names = [row.name for row in self.rows.values()]
            raise ProtocolError("bad_option", f"there is no option {shown(name)}{did_you_mean(name, names)}")
        return row

    def set(self, name: str, value: str) -> str:
        """Sets an option and returns its name; ProtocolError where name or value is wrong."""
        row = self.find(name)
        if value == "<empty>":
            value = ""
        if row.type == "spin":
            try:
                value = str(whole_number(value, row.name, row.low, row.high))
            except UsageError as trouble:
                raise ProtocolError("out_of_range", str(trouble)) from None
        elif row.type == "combo":
            choice = next((choice for choice in row.choices if choice.lower() == value.lower()), None)
            if choice is None:
                detail = f"{row.name}: there is no value {shown(value)}{did_you_mean(value, row.choices)}"
                raise ProtocolError("out_of_range", detail)
            value = choice
        self._set_whole({row.name: value})
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
            values["Rules"] = rules
        self._set_whole(values)

    def _set_whole(self, values: dict[str, str]) -> None:
        """Takes values over only if game and agents accept them all."""
        before = dict(self._values)
        if values.get("Game", before["Game"]) != before["Game"]:
            # Another game has other rules; the number of players stays where it can.
            values = {"Rules": "", **values}
            if "Players" not in values:
                ids = Game(values["Game"])
                fits = ids.min_players <= int(before["Players"]) <= ids.max_players
                values["Players"] = before["Players"] if fits else "0"
        self._values.update(values)
        try:
            self.game()
            for agent in {self.rows[name.lower()].param_of for name in values} - {""}:
                Searcher(agent, self.game(), self.params(agent), hash_mb=1)
        except UsageError as trouble:
            self._values = before
            code = "bad_option" if "Rules" in values else "out_of_range"
            raise ProtocolError(code, str(trouble)) from None
