"""The decisions of a game gathered into the rows of a ledger, each with its commands."""

import re
from collections.abc import Iterator

from embertree._core import State, UsageError
from embertree.records.ledger.names import CULTS, HOMES, SPADE_BONUS, home_distance
from embertree.records.ledger.view import View, view_of

_SPADES = {"action:ACT5": 1, "action:BON1": 1, "action:ACT6": 2, "action:ACTG": 2}
_GIVEN_UP = {"dwelling": "FREE_D", "tp": "FREE_TP", "storm": "FREE_TF", "favor": "GAIN_FAVOR", "town": "GAIN_TW"}
_GOODS = {
    "5pw>p": (5, "PW", "P"),
    "3pw>w": (3, "PW", "W"),
    "pw>c": (1, "PW", "C"),
    "p>w": (1, "P", "W"),
    "w>c": (1, "W", "C"),
    "vp>c": (1, "VP", "C"),
    "2c>vp": (2, "C", "VP"),
}
_ACTIONS = ("build", "dig", "upgrade", "send", "advance", "action", "pass", "spade")

RowText = tuple[str, str]


class Walk:
    """One walk through the history of a state."""

    def __init__(self, state: State) -> None:
        if state.game.id != "terra_mystica":
            raise UsageError(f"ledgers are of terra_mystica, not of {state.game.id}")
        start = state.game.new_initial_state()
        if state.starting_position() != start.position:
            raise UsageError("a ledger needs the game from its start; this history begins at a position")
        self._actions = state.history()
        self._state = start
        self._end = view_of(state.position)
        self._at = 0
        self._factions = list(self._end.players)
        self._variable = "variable_turn_order=on" in state.game.rules
        self._commands: list[str] = []
        self._seat = -1
        self._spades = 0  # of the running turn, as the server counts them
        self._favors = 0
        self._offers: list[tuple[str, int, str]] = []  # of the running turn: to whom, how much, by whom
        self._double = 0  # actions of a double turn still to come, with the running one
        self._acted = False  # the action of the turn is taken
        self._event: list[str] = []  # answers to the running offers
        self._owed: dict[str, int] = {}  # spades of the cult bonus
        self._next: list[str] = []  # order of the next round

    def rows(self) -> Iterator[RowText]:
        """(faction, commands) of every row, those that the server writes by itself among them."""
        yield from _apart(list(self._rows()))

    def _rows(self) -> Iterator[RowText]:
        for at, action in enumerate(self._actions):
            self._at = at
            word = self._state.action_to_string(action)
            stages = self._state.stages(action)
            yield from self._word(word, stages)
            self._state = self._state.child(action)
        yield from self._flush()
        if self._state.is_terminal():
            yield from self._ending()

    def _word(self, word: str, stages: list[State]) -> Iterator[RowText]:
        phase = self._state.phase()
        seat = self._state.current_player()
        if phase == "deal" or word.startswith("setup:"):
            return
        faction = self._factions[seat]
        after = stages[-1]
        verb, _, rest = word.partition(":")
        if phase == "setup":
            yield faction, f"{verb} {rest}"
            if after.phase() != "setup":
                yield from ((name, "other_income_for_faction") for name in self._factions)
            return
        if phase == "leech":
            yield from self._answer(faction, word, stages)
        elif phase == "cultist":
            yield faction, word
        elif phase == "spade":
            yield from self._bonus_spade(faction, word, stages)
        else:
            yield from self._turn(faction, word, stages)
        if phase in ("leech", "cultist", "act") and after.phase() not in ("leech", "cultist") and not self._commands:
            yield from self._full_bowls()
        if phase != "spade" and len(stages) > 1 and (len(stages) > 2 or after.phase() == "spade"):
            yield from self._flush()
            yield from self._cult_income(stages)
        elif phase == "spade" and after.phase() != "spade":
            yield from self._other_income()

    # --- Turns ---

    def _turn(self, faction: str, word: str, stages: list[State]) -> Iterator[RowText]:
        seat = self._state.current_player()
        if self._seat != seat:
            yield from self._flush()
            self._seat = seat
        texts = self._texts(faction, word)  # may take back what stands there
        self._commands += texts
        self._acted = self._acted or word.partition(":")[0] in _ACTIONS
        after = stages[-1]
        if word.startswith(("build:", "upgrade:")):
            offers = view_of(stages[0].position).offers(faction, word.partition(":")[2].partition(">")[0])
            self._offers += [(name, amount, faction) for name, amount in offers.items()]
        if after.phase() != "act" or after.current_player() != seat:
            yield from self._flush()
        elif self._acted and is_head(after):
            if self._double > 1:
                self._double -= 1
                self._acted = False
                self._commands += self._given_up()
            else:
                yield from self._flush()

    def _texts(self, faction: str, word: str) -> list[str]:
        verb, _, rest = word.partition(":")
        if word == "done":
            # Within a double turn a dwelling that comes next is an action of its own.
            return ["done"] if self._double > 1 and self._builds_next() else []
        if verb == "dig":
            self._spades += 1
            return ["dig 1"]
        if verb == "spade":
            where, _, way = rest.partition(">")
            colour, _, count = way.partition("*")
            self._spades -= int(count)
            return [f"transform {where} to {colour}"]
        if verb == "build":
            return [*self._spades_given_up(), f"build {rest}"]
        if verb == "storm":
            return [f"transform {rest} to {HOMES[faction]}"]
        if verb == "drop":
            return self._dropped(rest)
        if verb == "upgrade":
            self._earned(faction, rest.partition(">")[2])
            return [f"upgrade {rest.replace('>', ' to ')}"]
        if verb == "send":
            cult, _, steps = rest.partition("*")
            return [f"send p to {cult} for {steps}"]
        if verb == "action":
            self._spades += _SPADES.get(word, 0)
            self._double = 3 if rest == "ACTC" else self._double
            return [f"action {rest}"]
        if verb == "keys":
            return self._keys(faction, rest.split("+"))
        if word in tuple(f"+{cult}" for cult in CULTS):
            owed = view_of(self._state.position).owed("cult")
            return [f"+{owed if owed > 1 else ''}{word[1:]}"]
        if word.startswith("+FAV"):
            self._favors -= 1
        return [_plain(verb, rest)]

    def _builds_next(self) -> bool:
        later = self._state
        for action in self._actions[self._at :]:
            word = later.action_to_string(action)
            if not word.startswith(("done", "convert", "burn", "connect", "+TW")):
                return word.startswith("build")
            later = later.child(action)
        return False

    def _earned(self, faction: str, kind: str) -> None:
        if kind in ("TE", "SA"):
            self._favors += 2 if faction == "chaosmagicians" else 1
        elif kind == "SH":
            self._favors += faction == "auren"
            self._spades += 3 if faction == "halflings" else 0

    def _dropped(self, what: str) -> list[str]:
        if what == "spade":
            return self._spades_given_up()
        if what == "favor":
            self._favors -= 1
        return [f"-{_GIVEN_UP[what]}"]

    def _spades_given_up(self) -> list[str]:
        count, self._spades = self._spades, 0
        return [f"-{count if count > 1 else ''}SPADE"] if count > 0 else []

    def _given_up(self) -> list[str]:
        """What is lost without a decision: spades without a use, favor tiles where none is left."""
        texts = self._spades_given_up()
        count, self._favors = self._favors, 0
        return texts + ([f"-{count if count > 1 else ''}GAIN_FAVOR"] if count > 0 else [])

    def _keys(self, faction: str, chosen: list[str]) -> list[str]:
        """Tracks that are not to use a key step back before the town tile."""
        view = view_of(self._state.position)
        steps = view.owed("keys")
        held = next((part[5:].split("+") for part in view.pending if part.startswith("held:")), [])
        texts = []
        for cult in CULTS:
            at = view.players[faction]["cult"][cult]
            free = all(player["cult"][cult] < 10 for player in view.players.values())
            if cult not in chosen and at < 10 and free and (at + steps >= 10 or cult in held):
                back = max(1, at + steps - 9)
                texts.append(f"-{back if back > 1 else ''}{cult}")
        # Conversions may stand between the tile and this choice; they stay behind it.
        at = max(place for place, text in enumerate(self._commands) if text.startswith("+TW"))
        moved, self._commands = self._commands[at:], self._commands[:at]
        return [*texts, *moved]

    def _flush(self) -> Iterator[RowText]:
        commands, self._commands = self._commands + self._given_up(), []
        if self._factions[self._seat] == "darklings":
            commands = _ordained(commands)
        self._double = 0
        self._acted = False
        if commands:
            yield self._factions[self._seat], ". ".join(merged(commands))
        self._seat = -1

    # --- Between turns ---

    def _answer(self, faction: str, word: str, stages: list[State]) -> Iterator[RowText]:
        kind, _, offer = word.partition(":")
        amount, _, giver = offer.partition("@")
        if giver == "cultists":
            first = kind == "leech" and "leech" not in self._event
            self._event.append(kind)
            if first:
                yield giver, "[opponent accepted power]"
            others = stages[0].phase() == "leech" and _same_event(self._state, stages[0])
            errata = "errata_cultist_power=off" not in self._state.game.rules
            if not others:
                if "leech" not in self._event and errata:
                    yield giver, "[all opponents declined power]"
                self._event = []
        if (faction, int(amount), giver) in self._offers:
            self._offers.remove((faction, int(amount), giver))
        yield faction, f"{kind} {amount} from {giver}"

    def _full_bowls(self) -> Iterator[RowText]:
        """Who has no room is not asked here; the server wants an answer all the same."""
        for faction, amount, giver in self._offers:
            yield faction, f"decline {amount} from {giver}"
        self._offers = []

    def _bonus_spade(self, faction: str, word: str, stages: list[State]) -> Iterator[RowText]:
        if word == "drop:spade":
            return  # together with all others that are not used
        where, _, way = word.removeprefix("spade:").partition(">")
        colour = way.partition("*")[0]
        self._owed[faction] -= (
            2 if faction == "giants" else home_distance(view_of(self._state.position).hexes[where][0], colour)
        )
        yield faction, f"transform {where} to {colour}"

    def _order(self, view: View, stage: State) -> list[str]:
        """The turn order of the next round, told by who has passed."""
        passed = [int(seat) for seat in stage.position.split(" ")[9] if seat.isdigit()]
        if self._variable:
            return [self._factions[seat] for seat in passed]
        return self._factions[passed[0] :] + self._factions[: passed[0]]

    def _cult_income(self, stages: list[State]) -> Iterator[RowText]:
        view = view_of(stages[1].position)
        self._next = self._order(view, stages[0])
        yield from ((name, "cult_income_for_faction") for name in self._next)
        cult = SPADE_BONUS.get(f"SCORE{view.scoring[max(0, view_of(stages[0].position).round - 1)]}")
        self._owed = {name: view.players[name]["cult"][cult] // 4 if cult else 0 for name in self._next}
        if stages[-1].phase() != "spade":
            yield from self._other_income()

    def _other_income(self) -> Iterator[RowText]:
        for name in self._next:
            count = self._owed.pop(name, 0)
            if count > 0:
                yield name, f"-{count if count > 1 else ''}SPADE"
        yield from ((name, "other_income_for_faction") for name in self._next)

    def _ending(self) -> Iterator[RowText]:
        order = self._order(self._end, self._state) if self._variable else self._factions
        sheet = dict(self._state.score_sheet())
        for line in (*CULTS, "network"):
            for name in order:
                points = sheet[line.lower()][self._factions.index(name)]
                if points:
                    yield name, f"+{points}vp for {line}"
        yield from ((name, "score_resources") for name in order)


def is_head(state: State) -> bool:
    """Whether a turn, or the next action of a double turn, begins here."""
    return any(state.action_to_string(action).startswith("pass") for action in state.legal_actions())


def _ordained(commands: list[str]) -> list[str]:
    """A turn in which the darklings build their stronghold, so that the server gets it right.

    There the first conversion of any kind ends the right to ordain workers, and while it is open no more than three of
    anything may be converted at once. So other conversions go before the upgrade, and what is not used is given up.
    """
    at = next((place for place, text in enumerate(commands) if text.endswith("to SH")), None)
    if at is None:
        return commands
    ordains = [place for place, text in enumerate(commands) if re.fullmatch(r"convert \dW to \dP", text)]
    if not ordains:
        return [*commands[: at + 1], "-3CONVERT_W_TO_P", *commands[at + 1 :]]
    between = commands[at + 1 : ordains[0]]
    early = [text for text in between if text.startswith(("convert", "burn"))]
    if len(early) < len(between):
        return commands  # a town tile may have brought what is converted
    return [*commands[:at], *early, commands[at], *commands[ordains[0] :]]


def _apart(rows: list[RowText]) -> Iterator[RowText]:
    """Rows with `done` where the server would take the next one, a turn of its own, for the end of this one."""
    for place, (faction, text) in enumerate(rows):
        following = rows[place + 1] if place + 1 < len(rows) else ("", "")
        digs = any(part.startswith(("transform", "dig")) for part in text.split(". "))
        if digs and following[0] == faction and "build" in following[1]:
            text += ". done"
        yield faction, text


def _same_event(before: State, after: State) -> bool:
    """Whether the offers after an answer still have one of the same event, told by the amounts that stand first."""
    old = [part for part in view_of(before.position).pending if part.startswith("offer:")]
    new = [part for part in view_of(after.position).pending if part.startswith("offer:")]
    return not old or bool(new)


def _plain(verb: str, rest: str) -> str:
    if verb == "convert":
        paid, goods, got = _GOODS[rest]
        return f"convert {paid}{goods} to 1{got}"
    if verb == "w2p":
        return f"convert {rest}W to {rest}P"
    if verb == "bridge":
        return f"bridge {rest.replace('+', ':')}"
    if verb == "decline":
        return f"decline {rest.replace('@', ' from ')}"
    return f"{verb} {rest}".strip()


def merged(commands: list[str]) -> list[str]:
    """Equal conversions, burns, digs and tiles one after the other become one command."""
    texts: list[str] = []
    for text in commands:
        last = texts[-1].split(" ") if texts else [""]
        now = text.split(" ")
        if now[0] in ("dig", "burn") and last[0] == now[0]:
            texts[-1] = f"{now[0]} {int(last[1]) + int(now[1])}"
        elif now[0] == "convert" and last[0] == "convert" and _stems(now) == _stems(last) and _stems(now) != ["W", "P"]:
            sums = [_number(a) + _number(b) for a, b in zip(last[1::2], now[1::2], strict=True)]
            texts[-1] = "convert " + " to ".join(f"{n}{stem}" for n, stem in zip(sums, _stems(now), strict=True))
        else:
            texts.append(text)
    return texts


def _stems(words: list[str]) -> list[str]:
    return [word.lstrip("0123456789") for word in words[1::2]]


def _number(word: str) -> int:
    return int(word[: len(word) - len(word.lstrip("0123456789"))])
