"""A ledger played on our own states, row by row, and compared with what the ledger says came of it.

Every command becomes actions that are legal where they stand, so a ledger that replays is a proof of the rules as much
as of the ledger. Where the ledger leaves things out (the end of a turn, spades given up, an offer declined by acting
on) or tells them in another order (answers, spades between rounds, the second hex before the first), the reader finds
the action that the engine asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from embertree import State, UsageError, load_game
from embertree.records.ledger.reader import CULTS, GENERATED, TERRAINS, Command, LedgerError, read_commands
from embertree.records.ledger.standing import HOMES, LETTER_OF_TERRAIN, Goods, Standing

OPTIONS = {
    "errata-cultist-power": "errata_cultist_power",
    "mini-expansion-1": "mini_expansion_1",
    "shipping-bonus": "shipping_bonus",
    "temple-scoring-tile": "temple_scoring_tile",
    "variable-turn-order": "variable_turn_order",
}
CULT_INCOME, OTHER_INCOME = GENERATED[0], GENERATED[1]
# Commands that open an action; before them a turn that is still open has ended.
OPENING = ("build", "upgrade", "send", "advance", "action", "dig", "pass")


@dataclass(frozen=True)
class Row:
    """One row: who, what, and, where it is known, what came of it (in the words of the golden files)."""

    faction: str
    text: str
    after: dict[str, dict[str, Any]] = field(default_factory=dict)
    hexes: dict[str, str] = field(default_factory=dict)
    bridges: tuple[str, ...] = ()
    offers: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LedgerGame:
    """Setup and rows of one game."""

    factions: tuple[str, ...]
    options: tuple[str, ...]
    scoring: tuple[str, ...]
    removed: tuple[str, ...]  # bonus cards not in the game
    rows: tuple[Row, ...]
    final: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> LedgerGame:
        """A game of the form of the golden files."""
        setup = data["setup"]
        rows = tuple(
            Row(
                row["faction"],
                row["text"],
                row.get("after") or {},
                row.get("hex") or {},
                tuple(row.get("bridge") or ()),
                row.get("leech") or {},
            )
            for row in data["rows"]
        )
        return cls(
            tuple(data["factions"]),
            tuple(setup["options"]),
            tuple(setup["scoring"]),
            tuple(setup["bonus_removed"]),
            rows,
            data.get("final") or {},
        )

    def start(self) -> State:
        """The position before the first row, under the server's rulings."""
        box = range(1, 11 if "shipping-bonus" in self.options else 10)
        rules: dict[str, str] = {ours: "on" if theirs in self.options else "off" for theirs, ours in OPTIONS.items()}
        return load_game(
            "terra_mystica",
            len(self.factions),
            rulings="server",
            factions=",".join(self.factions),
            scoring_tiles=",".join(self.scoring),
            bonus_cards=",".join(f"BON{n}" for n in box if f"BON{n}" not in self.removed),
            **rules,
        ).new_initial_state()


@dataclass(frozen=True)
class Disagreement:
    """Where ledger and engine part."""

    row: int
    faction: str
    text: str
    field: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"row {self.row}, {self.faction}: {self.text!r}: {self.field}: expected {self.expected}, got {self.got}"


class Replay:
    """Plays the rows of one game. `run` gives all disagreements; one that cannot be played on from ends it."""

    def __init__(self, game: LedgerGame) -> None:
        self.game = game
        self.state = game.start()
        self.words: list[str] = []
        self.row = -1
        self.disagreements: list[Disagreement] = []
        # What the last action passed through, and how far of it the rows have come.
        self._stages = [self.state]
        self._shown = 0
        self._early: set[int] = set()  # rows played before their place
        self._commands: list[list[Command] | LedgerError] = [_read(row.text) for row in game.rows]
        # Answers and steps played when the engine asked, before their row came: by the command's identity, and the rows
        # that are still to come, by faction.
        self._taken: set[int] = set()
        self._awaited: dict[str, set[int]] = {}
        self._kept_back: set[str] = set()  # cults that shall not take a key
        self._opened = False  # this row has played something of its own turn

    def run(self) -> list[Disagreement]:
        for index, row in enumerate(self.game.rows):
            self.row = index
            if index in self._early:
                continue
            try:
                self._play_row(row)
            except UsageError as error:
                self.disagreements.append(Disagreement(self.row, row.faction, row.text, "play", "a legal row", error))
                return self.disagreements
            self._compare(self.row, row)
        self._compare_end()
        return self.disagreements

    # --- Words on the state ---

    def _legal(self) -> list[str]:
        return [self.state.action_to_string(action) for action in self.state.legal_actions()]

    def _play(self, word: str) -> None:
        action = self.state.string_to_action(word)
        self._stages = self.state.stages(action)
        self._shown = 0
        self.state.apply_action(action)
        self.words.append(word)

    def _standing(self) -> Standing:
        return Standing.of(self.state)

    def _goods(self, faction: str) -> Goods:
        return self._standing().factions[faction]

    def _mover(self) -> str:
        seat = self.state.current_player()
        return self.game.factions[seat] if seat >= 0 else ""

    def _first(self, words: Sequence[str], prefix: str) -> str:
        return next((word for word in words if word.startswith(prefix)), "")

    # --- Time passes ---

    def _end_turn(self) -> None:
        legal = self._legal()
        for word in ("drop:spade", "done"):
            if word in legal:
                self._play(word)
                return
        raise LedgerError(f"the turn of the {self._mover()} cannot end here: {' '.join(legal[:8])}")

    def _until_turn_of(self, faction: str) -> None:
        """Ends turns and declines offers until the faction stands at the head of a turn."""
        while self._mover() != faction or not any(word.split(":")[0] == "pass" for word in self._legal()):
            if self.state.phase() in ("leech", "cultist"):
                self._settle()
            elif self.state.phase() == "act":
                self._end_turn()
            else:
                raise LedgerError(f"the {faction} are not to move: {self.state.phase()} of the {self._mover()}")

    def _settle(self) -> None:
        """Answers for who is asked, as a later command of the ledger says; who acts on without one has declined."""
        mover = self._mover()
        legal = self._legal()
        if self.state.phase() == "cultist":
            found = self._later(mover, lambda command: command.verb == "step")
            if found is None:
                raise LedgerError(f"no row says where the {mover} advance")
            self._play(f"+{found.name}")
            return
        amount, _, giver = self._first(legal, "leech:").partition(":")[2].partition("@")

        def from_giver(command: Command) -> bool:
            return command.verb in ("leech", "decline") and command.name in ("", giver)

        found = self._later(mover, lambda command: from_giver(command) and command.count in (0, int(amount)))
        found = found or self._later(mover, from_giver)
        self._play(f"{found.verb if found else 'decline'}:{amount}@{giver}")

    def _later(self, faction: str, fits: Callable[[Command], bool]) -> Command | None:
        """The faction's next command of a kind, before it acts on its own; it counts as played."""
        for index in range(self.row, len(self.game.rows)):
            commands = self._commands[index]
            if self.game.rows[index].faction != faction or isinstance(commands, LedgerError):
                continue
            for command in commands:
                if id(command) in self._taken:
                    continue
                if fits(command):
                    self._taken.add(id(command))
                    if index > self.row:
                        self._awaited.setdefault(faction, set()).add(index)
                    return command
                if command.verb in OPENING:
                    return None
        return None

    def _take_early(self, faction: str, fits: Callable[[Command], bool]) -> bool:
        """A later row of the faction, played now since the engine asks for it now."""
        for index in range(self.row + 1, len(self.game.rows)):
            row = self.game.rows[index]
            commands = self._commands[index]
            if row.faction != faction or index in self._early or isinstance(commands, LedgerError):
                continue
            if len(commands) == 1 and fits(commands[0]):
                self._early.add(index)
                now, self.row = self.row, index
                self._play_row(row)
                self._compare(index, row)
                self.row = now
                return True
        return False

    # --- Rows and commands ---

    def _play_row(self, row: Row) -> None:
        commands = self._commands[self.row]
        if isinstance(commands, LedgerError):
            raise commands
        queue = list(commands)
        self._opened = False
        while queue:
            command = queue.pop(0)
            if id(command) in self._taken:
                continue
            getattr(self, f"_do_{command.verb}")(row.faction, command, queue)
            if command.verb not in ("leech", "decline"):
                self._opened = True

    def _reach_turn(self, faction: str, queue: Sequence[Command], opening: bool) -> None:
        if (
            self._mover() != faction
            or self.state.phase() == "leech"
            or (not self._opened and (opening or any(command.verb in OPENING for command in queue)))
        ):
            self._until_turn_of(faction)

    def _do_idle(self, faction: str, command: Command, queue: list[Command]) -> None:
        pass

    def _do_generated(self, faction: str, command: Command, queue: list[Command]) -> None:
        if command.name == CULT_INCOME:
            if len(self._stages) == 3 or self.state.phase() == "spade":
                self._shown = max(self._shown, 1)
        elif command.name == OTHER_INCOME:
            while self.state.phase() == "spade":
                self._play("drop:spade")
            self._shown = len(self._stages) - 1

    def _do_leech(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._answer(faction, command)

    def _do_decline(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._answer(faction, command)

    def _answer(self, faction: str, command: Command) -> None:
        while self.state.phase() == "act" and self._mover() == command.name:
            self._end_turn()
        while self.state.phase() == "leech" and id(command) not in self._taken:
            self._settle()
        if id(command) not in self._taken and self._goods(faction).room > 0:
            raise LedgerError(f"there is no such offer to the {faction}")

    def _do_step(self, faction: str, command: Command, queue: list[Command]) -> None:
        if self._mover() != faction or f"+{command.name}" not in self._legal():
            while self.state.phase() == "leech":
                self._settle()
        self._play(f"+{command.name}")

    def _do_back(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._kept_back.add(command.name)

    def _do_drop(self, faction: str, command: Command, queue: list[Command]) -> None:
        word = f"drop:{command.name}"
        # Spades that cannot be used are gone without a word.
        if command.name != "spade" or (self._mover() == faction and word in self._legal()):
            self._play(word)

    def _do_gift(self, faction: str, command: Command, queue: list[Command]) -> None:
        """Goods out of nothing, as test ledgers give them."""
        self._until_turn_of(faction)
        fields = self.state.position.split(" ")
        seat = 12 + self.game.factions.index(faction)
        parts = fields[seat].split(":")
        goods = [int(n) for n in parts[1].split(".")]
        place = {"C": 0, "W": 1, "P": 2}.get(command.name)
        if place is None:
            raise LedgerError(f"{command}: only coins, workers and priests can be given")
        goods[place] += command.count
        parts[1] = ".".join(str(n) for n in goods)
        fields[seat] = ":".join(parts)
        self.state = self.state.game.parse_position(" ".join(fields))
        self._stages, self._shown = [self.state], 0

    def _do_build(self, faction: str, command: Command, queue: list[Command]) -> None:
        if self.state.phase() == "setup":
            self._play(f"build:{command.name}")
            return
        self._reach_turn(faction, queue, opening=True)
        legal = self._legal()
        if f"storm:{command.name}" in legal:
            self._play(f"storm:{command.name}")
        elif self._first(legal, f"spade:{command.name}>{HOMES[faction]}*"):
            self._use_spades(command.name, HOMES[faction])
        if f"build:{command.name}" not in self._legal() and "drop:spade" in self._legal():
            self._play("drop:spade")
        self._play(f"build:{command.name}")

    def _do_transform(self, faction: str, command: Command, queue: list[Command]) -> None:
        if self.state.phase() == "spade":
            while self.state.phase() == "spade" and self._mover() != faction:

                def fits(other: Command) -> bool:
                    return other.verb in ("transform", "drop")

                if not self._take_early(self._mover(), fits):
                    self._play("drop:spade")
        else:
            self._reach_turn(faction, queue, opening=False)
        legal = self._legal()
        if f"storm:{command.name}" in legal:
            self._play(f"storm:{command.name}")
            return
        home = HOMES[faction]
        if command.other and command.other != home:
            # What is brought home comes first.
            for later in queue:
                named = later.verb in ("transform", "build") and later.name != command.name
                if named and later.other in ("", home) and self._first(legal, f"spade:{later.name}>{home}*"):
                    if self._standing().hexes[later.name][0] != home:
                        self._use_spades(later.name, home)
                        if later.verb == "transform":
                            queue.remove(later)
                    break
        self._use_spades(command.name, command.other or self._nearest(command.name, home))

    def _nearest(self, name: str, home: str) -> str:
        """Home, or as near to it as the spades go."""

        def distance(word: str) -> int:
            steps = (TERRAINS.index(word.partition(">")[2].partition("*")[0]) - TERRAINS.index(home)) % len(TERRAINS)
            return min(steps, len(TERRAINS) - steps)

        words = [word for word in self._legal() if word.startswith(f"spade:{name}>")]
        if not words:
            raise LedgerError(f"{name} cannot be transformed")
        return min(words, key=distance).partition(">")[2].partition("*")[0]

    def _use_spades(self, name: str, terrain: str) -> None:
        words = [word for word in self._legal() if word.startswith(f"spade:{name}>{terrain}*")]
        if not words:
            raise LedgerError(f"{name} cannot be made {terrain}")
        words.sort(key=lambda word: int(word.partition("*")[2]))
        pending = self._standing().pending
        held = sum(int(part.lstrip("spadeug")) for part in pending if part.startswith(("spade", "dug")))
        # The long way is gone only by who holds exactly so many spades.
        exact = [word for word in words if int(word.partition("*")[2]) == held]
        self._play(exact[0] if exact else words[0])

    def _do_dig(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=True)
        for _ in range(command.count):
            self._play("dig")

    def _do_upgrade(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=True)
        self._play(f"upgrade:{command.name}>{command.other}")

    def _do_send(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=True)
        legal = self._legal()
        counts = [command.count] if command.count else [3, 2, 1]
        words = [f"send:{command.name}*{count}" for count in counts]
        self._play(next((word for word in words if word in legal), words[0]))

    def _do_convert(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=False)
        words = {
            ("PW", "P"): ["convert:5pw>p"],
            ("PW", "W"): ["convert:3pw>w"],
            ("PW", "C"): ["convert:pw>c"],
            ("P", "W"): ["convert:p>w"],
            ("W", "C"): ["convert:w>c"],
            ("P", "C"): ["convert:p>w", "convert:w>c"],
            ("VP", "C"): ["convert:vp>c"],
            ("C", "VP"): ["convert:2c>vp"],
        }
        if (command.name, command.other) == ("W", "P"):
            self._play(f"w2p:{command.count}")
            return
        for word in words[command.name, command.other]:
            for _ in range(command.count):
                self._play(word)

    def _do_burn(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=False)
        for _ in range(command.count):
            self._play("burn:1")

    def _do_action(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=True)
        self._play(f"action:{command.name}")

    def _do_bridge(self, faction: str, command: Command, queue: list[Command]) -> None:
        words = [f"bridge:{command.name}+{command.other}", f"bridge:{command.other}+{command.name}"]
        legal = self._legal()
        self._play(words[1] if words[1] in legal else words[0])

    def _do_connect(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=False)
        if command.name:
            self._play(f"connect:{command.name}")
            return
        # A river hex between the hexes named: the town lies where all of them end up in it.
        named = command.other.split(":")
        for word in self._legal():
            if word.startswith("connect:"):
                after = self.state.child(self.state.string_to_action(word))
                rows = dict(zip("ABCDEFGHI", after.position.split(" ")[0].split("/"), strict=True))
                if all(_in_town(rows[name[0]], int(name[1:])) for name in named):
                    self._play(word)
                    return
        raise LedgerError(f"{command}: there is no such town to be founded")

    def _do_advance(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._reach_turn(faction, queue, opening=True)
        self._play(f"advance:{command.name}")

    def _do_pass(self, faction: str, command: Command, queue: list[Command]) -> None:
        if self.state.phase() == "setup":
            self._play(f"pass:{command.name}")
            return
        self._reach_turn(faction, queue, opening=True)
        self._play("pass" if "pass" in self._legal() else f"pass:{command.name}")

    def _do_favor(self, faction: str, command: Command, queue: list[Command]) -> None:
        self._play(f"+{command.name}")

    def _do_town(self, faction: str, command: Command, queue: list[Command]) -> None:
        while f"+{command.name}" not in self._legal():
            # The engine asks for favor tiles first.
            favor = next((later for later in queue if later.verb == "favor"), None)
            if favor is None:
                raise LedgerError(f"{command}: no town tile is owed")
            queue.remove(favor)
            self._play(f"+{favor.name}")
        self._play(f"+{command.name}")
        choices = [word for word in self._legal() if word.startswith("keys:")]
        if choices:
            fitting = [word for word in choices if not self._kept_back & set(word[5:].split("+"))]
            self._play((fitting or choices)[0])
        self._kept_back.clear()

    # --- Comparing ---

    def _note(self, index: int, row: Row, faction: str, what: str, expected: object, got: object) -> None:
        if expected != got:
            self.disagreements.append(Disagreement(index, faction, row.text, what, expected, got))

    def _compare(self, index: int, row: Row) -> None:
        if row.text.startswith("[") or " for " in row.text or row.text == "score_resources":
            return  # shown in the middle of another row, or part of the final scoring
        if not (row.after or row.hexes or row.bridges or row.offers):
            return
        shown = Standing.of(self._stages[self._shown])
        for faction, expected in row.after.items():
            awaited = self._awaited.get(faction, set())
            awaited.discard(index)
            if awaited:
                continue  # shown before an answer that has been given here already
            goods = shown.factions[faction]
            for name, got in _as_golden(goods).items():
                if name in ("ship", "dig") and expected.get(name) is None:
                    continue
                self._note(index, row, faction, name, _normal(name, expected.get(name, _USUAL.get(name))), got)
        for name, text in row.hexes.items():
            self._note(index, row, row.faction, name, text, " ".join(shown.hexes[name]).strip())
        for text in row.bridges:
            pair, colour = text.split(" ")
            ends = set(pair.split(":"))
            letter = LETTER_OF_TERRAIN[colour]
            found = any(set(b.split("=")[0].split("+")) == ends and b.endswith(letter) for b in shown.bridges)
            self._note(index, row, row.faction, f"bridge {pair}", True, found)
        if row.offers:
            standing = self._standing()
            for faction in {*row.offers, *standing.offers}:
                expected_offer, got_offer = row.offers.get(faction, 0), standing.offers.get(faction, 0)
                # Offers that nobody could take are dropped before they are asked about.
                if got_offer == 0 and standing.factions[faction].room == 0:
                    continue
                self._note(index, row, faction, "offer", expected_offer, got_offer)

    def _compare_end(self) -> None:
        if not self.game.final:
            return
        last = len(self.game.rows) - 1
        end = Row("", "the end")
        if not self.state.is_terminal():
            self._note(last, end, "", "game", "over", self.state.phase())
            return
        scores = self.state.scores()
        sheet = self.state.score_sheet()
        for seat, faction in enumerate(self.game.factions):
            final = self.game.final[faction]
            self._note(last, end, faction, "VP", final["VP"], scores[seat])
            sources = {name: points[seat] for name, points in sheet if points[seat] != 0}
            expected = {name: points for name, points in final["vp_source"].items() if points != 0}
            self._note(last, end, faction, "vp_source", expected, sources)


def _read(text: str) -> list[Command] | LedgerError:
    try:
        return read_commands(text)
    except LedgerError as error:
        return error


_USUAL: dict[str, object] = {"KEY": 0, "cult_p": 0, "bridges_left": 3, "fav": [], "tw": {}, "bon": ""}


def _normal(name: str, value: object) -> object:
    if name == "fav" and isinstance(value, list):
        return sorted(value)
    return (
        dict(zip(CULTS, (value[cult] for cult in CULTS), strict=True))
        if isinstance(value, dict) and name == "cult"
        else value
    )


def _as_golden(goods: Goods) -> dict[str, object]:
    return {
        "C": goods.coins,
        "W": goods.workers,
        "P": goods.priests,
        "P1": goods.bowls[0],
        "P2": goods.bowls[1],
        "P3": goods.bowls[2],
        "VP": goods.points,
        "ship": goods.ship,
        "dig": goods.dig,
        "cult": goods.cults,
        "buildings": goods.buildings,
        "bon": goods.card,
        "fav": sorted(goods.favors),
        "tw": goods.towns,
        "KEY": goods.keys,
        "cult_p": goods.cult_priests,
        "bridges_left": goods.bridges_left,
    }


def _in_town(row: str, number: int) -> bool:
    """Whether the land hex of that number in a map row carries a structure in a town."""
    count = 0
    for i, letter in enumerate(row):
        if letter in "YUKBGSR":
            count += 1
            if count == number:
                return i + 1 < len(row) and row[i + 1] in "DTEHA"
    return False
