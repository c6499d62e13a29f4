"""The commands of a ledger as decision words, played through legal actions one after the other."""

from collections import deque
from collections.abc import Callable, Iterator

from embertree._core import Game, State, UsageError
from embertree.records.ledger.commands import ACTIONS, Command
from embertree.records.ledger.form import Ledger, LedgerError, Row
from embertree.records.ledger.names import HOMES, RULE_OPTIONS, SPADE_BONUS, TERRAINS, home_distance, touching
from embertree.records.ledger.rates import Refused, conversion_words
from embertree.records.ledger.view import View, view_of

# Far more steps than closing what stands open between two rows can need.
_ENOUGH = 60


def game_of(ledger: Ledger, errata: bool | None = None) -> Game:
    """The game of a ledger. `errata` overrides the option of the cultists' power."""
    rules = {"rulings": ledger.rulings}
    for option in RULE_OPTIONS:
        rules[option.replace("-", "_")] = "on" if option in ledger.options else "off"
    if errata is not None:
        rules["errata_cultist_power"] = "on" if errata else "off"
    cards = range(1, 11 if "shipping-bonus" in ledger.options else 10)
    text = ",".join(f"{name}={value}" for name, value in rules.items())
    lists = {
        "factions": ledger.factions,
        "scoring_tiles": ledger.scoring,
        "bonus_cards": [f"BON{n}" for n in cards if f"BON{n}" not in ledger.removed],
    }
    text += "".join(f",{name}={','.join(parts)}" for name, parts in lists.items())
    try:
        return Game("terra_mystica", len(ledger.factions), text)
    except UsageError as trouble:
        raise LedgerError(f"{ledger.name}: the setup is not one of this game: {trouble}") from None


class Play:
    """A game on its way through the rows of a ledger."""

    def __init__(self, ledger: Ledger, game: Game) -> None:
        self.ledger = ledger
        self.state: State = game.new_initial_state()
        self.first = self.state
        self.history: list[str] = []
        """All words played so far."""
        self.trail: list[State] = [self.state]
        """The states that the last action passed through; a row shows one of them."""
        self.at = 0
        self.row = ledger.rows[0] if ledger.rows else Row(0, "", "", [])
        self.rest: deque[Command] = deque()
        self.place = 0
        """Of the row in the list."""
        self.early: set[int] = set()
        """Places of rows that were played before their turn, since the game asks in another order."""
        self.on_early: Callable[[Row], None] = lambda row: None
        self._taken: set[int] = set()  # identities of commands played early
        self.spades_owed: dict[str, int] = {}
        """Cult bonus spades not yet used, as the server counts them."""
        self._spared: set[str] = set()
        self._opened = False
        self._home = {faction: HOMES[faction] for faction in ledger.factions}
        self._seen: tuple[State | None, View | None] = (None, None)
        self._known: tuple[State | None, list[str]] = (None, [])

    # --- The position ---

    @property
    def phase(self) -> str:
        return self.state.phase()

    def mover(self) -> str | None:
        seat = self.state.current_player()
        return self.ledger.factions[seat] if seat >= 0 else None

    def words(self) -> list[str]:
        """The words of all legal actions."""
        if self._known[0] is not self.state:
            state = self.state
            self._known = (state, [state.action_to_string(action) for action in state.legal_actions()])
        return self._known[1]

    def shown(self) -> State:
        """The state that the row just played shows."""
        return self.trail[self.at]

    def view(self) -> View:
        """What stands in the current state."""
        if self._seen[0] is not self.state or self._seen[1] is None:
            self._seen = (self.state, view_of(self.state.position))
        assert self._seen[1] is not None
        return self._seen[1]

    def play(self, word: str) -> None:
        """Plays a word; Refused with the engine's reason where it is not legal."""
        try:
            action = self.state.string_to_action(word)
        except UsageError as trouble:
            raise Refused(str(trouble)) from None
        self.trail = self.state.stages(action)
        self.at = 0
        self.state = self.state.child(action)
        self.history.append(word)
        self.played(word)

    def played(self, word: str) -> None:
        """What a kind of replay does after every word."""
        if len(self.trail) > 1 and (self.phase == "spade" or len(self.trail) > 2):
            view = view_of(self.trail[1].position)
            cult = SPADE_BONUS.get(f"SCORE{view.scoring[max(view.round - 1, 0)]}")
            self.spades_owed = {}
            if cult:
                self.spades_owed = {name: player["cult"][cult] // 4 for name, player in view.players.items()}

    # --- Time passes ---

    def close(self) -> None:
        """Ends the turn of whoever moves."""
        words = self.words()
        for word in ("drop:spade", "done"):
            if word in words:
                self.play(word)
                return
        raise Refused(f"the {self.mover()} still have to choose: {', '.join(words[:6])}")

    def until(self, faction: str, head: bool) -> None:
        """Lets time pass until a faction is to move, and where `head`, until a turn of its own begins."""
        for _ in range(_ENOUGH):
            mover = self.mover()
            if mover is None:
                raise Refused("the game is over")
            if mover == faction and (not head or self._at_head()):
                return
            if self.phase == "leech":
                self.unanswered()
            elif self.phase == "cultist":
                raise Refused("the cultists still have to take a step on a cult")
            elif self._at_head() or self.phase in ("setup", "deal"):
                raise Refused(f"it is the turn of the {mover}")
            else:
                self.close()
        raise Refused(f"the turn of the {faction} does not come")

    def unanswered(self) -> None:
        """Nobody has answered the offer that stands: it counts as declined."""
        self.play(next(word for word in self.words() if word.startswith("decline:")))

    def _at_head(self) -> bool:
        return self.phase == "act" and any(word.startswith("pass") for word in self.words())

    # --- Rows ---

    def run(self, row: Row) -> None:
        """Plays a row; Refused where that is not possible."""
        self.row = row
        self.rest = deque(each for each in self._flat(row.commands) if id(each) not in self._taken)
        self._opened = False
        if any(command.kind not in ("cult_income", "other_income", "note") for command in row.commands):
            self.at = 0 if len(self.trail) == 1 else self.at
        while self.rest:
            command = self.rest.popleft()
            self.command(command, row.faction)
            if command.kind not in ("leech", "decline"):
                self._opened = True

    @staticmethod
    def _flat(commands: list[Command]) -> list[Command]:
        flat = []
        for command in commands:
            copies = command.count if command.kind == "town" else 1
            flat += [Command(command.kind, command.text, 1, command.name)] * copies if copies > 1 else [command]
        return flat

    def command(self, command: Command, faction: str) -> None:
        """Plays one command of a faction."""
        kind = command.kind
        if kind == "done" and self.mover() == faction and "done" in self.words():
            self.play("done")
        if kind in ("wait", "done", "note", "income", "points", "score_resources", "setup"):
            return
        if kind in ("cult_income", "other_income"):
            self._income(kind)
        elif kind in ("leech", "decline"):
            self.answer(command, faction)
        elif self.phase == "setup":
            self._setup(command, faction)
        elif self.phase == "spade" and kind in ("transform", "drop"):
            self._bonus_spade(command, faction)
        elif kind == "step":
            self.step(command, faction)
        elif kind == "spare":
            self._spared.add(command.name)
        elif kind == "drop":
            self._drop(command, faction)
        else:
            self._turn(command, faction)

    def _setup(self, command: Command, faction: str) -> None:
        if self.mover() != faction:
            raise Refused(f"setup: it is the turn of the {self.mover()}")
        if command.kind == "build":
            self.play(f"build:{command.name}")
        elif command.kind == "pass" and command.name:
            self.play(f"pass:{command.name}")
        else:
            raise Refused("setup: starting dwellings ('build E4') and first bonus cards ('pass BON4') are placed")

    def _income(self, kind: str) -> None:
        last = len(self.trail) - 1
        if kind == "other_income":
            while self.phase == "spade":
                self.play("drop:spade")
                last = len(self.trail) - 1
            self.spades_owed = {}
            self.at = last
        elif last == 2 or (last == 1 and self.phase == "spade"):
            self.at = max(self.at, 1)

    # --- Answers: each kind of replay has its own ---

    def answer(self, command: Command, faction: str) -> None:
        raise NotImplementedError

    def step(self, command: Command, faction: str) -> None:
        raise NotImplementedError

    def bonus_spade_first(self, faction: str) -> None:
        """Plays the bonus spades of others before this faction's, wherever their rows stand."""
        kinds = ("transform", "drop")
        around = (*kinds, "cult_income", "other_income", "note", "leech", "decline", "step", "wait", "done")
        while self.phase == "spade" and self.mover() != faction:
            mover = self.mover()
            for place, row in self.rows_ahead(around):
                spades = [
                    command for command in row.commands if command.kind in kinds and id(command) not in self._taken
                ]
                if row.faction == mover and spades:
                    self.run_early(place, row, spades)
                    break
            else:
                self.play("drop:spade")

    def rows_ahead(self, kinds: tuple[str, ...]) -> Iterator[tuple[int, Row]]:
        """Rows behind this one up to the first that has any other kind of command."""
        for place in range(self.place + 1, len(self.ledger.rows)):
            row = self.ledger.rows[place]
            if any(command.kind not in kinds for command in row.commands):
                return
            if place not in self.early:
                yield place, row

    def run_early(self, place: int, row: Row, commands: list[Command]) -> None:
        """Plays commands of a row ahead of its place; a row that is through with them is compared at once."""
        kept = self.row, self.rest, self._opened
        self._taken |= {id(command) for command in commands}
        self.row, self.rest, self._opened = row, deque(commands), False
        while self.rest:
            self.command(self.rest.popleft(), row.faction)
        if len(commands) == len(row.commands):
            self.early.add(place)
            self.on_early(row)
        self.row, self.rest, self._opened = kept

    def _bonus_spade(self, command: Command, faction: str) -> None:
        if command.kind == "drop":
            for _ in range(command.count):
                self.spades_owed[faction] = self.spades_owed.get(faction, 0) - 1
            if self.mover() == faction:
                self.play("drop:spade")
            return
        self.bonus_spade_first(faction)
        before = self.view().hexes[command.name][0]
        self._spend(command, faction)
        after = view_of(self.shown().position).hexes[command.name][0]
        used = 2 if faction == "giants" else home_distance(before, after)
        self.spades_owed[faction] = self.spades_owed.get(faction, 0) - used

    # --- A turn ---

    def _turn(self, command: Command, faction: str) -> None:
        kind = command.kind
        follows = kind in ("build", "dig", "upgrade")
        if self.mover() != faction or (kind in ACTIONS and not follows):
            self.until(faction, head=kind not in ("connect", "convert", "burn") or self.mover() != faction)
        handlers: dict[str, Callable[[Command, str], None]] = {
            "build": self._build,
            "dig": self._dig,
            "upgrade": self._upgrade,
            "transform": self._transform,
            "convert": self._convert,
            "burn": self._convert,
            "send": self._send,
            "action": self._named,
            "advance": self._named,
            "bridge": self._bridge,
            "connect": self._connect,
            "pass": self._pass,
            "favor": self._favor,
            "town": self._town,
        }
        handler = handlers.get(kind)
        if handler is None:
            raise Refused("this has no place in a turn")
        handler(command, faction)

    def _build(self, command: Command, faction: str) -> None:
        where = command.name
        word = f"build:{where}"
        home = self._home[faction]
        ways = (word, f"storm:{where}", f"spade:{where}>{home}*")
        words = self.words()
        if not any(each.startswith(ways[2]) or each in ways[:2] for each in words) and not self._opened:
            # What an earlier row of this faction left open is over.
            if "drop:spade" in words and self.view().hexes[where][0] == home:
                self.play("drop:spade")
            elif "done" in words or "drop:spade" in words:
                self.until(faction, head=True)
            words = self.words()
        if ways[1] in words:
            self.play(ways[1])
        elif any(each.startswith(ways[2]) for each in words):
            self._use_spades(where, home)
        words = self.words()
        if word not in words:
            for end in ("drop:spade", "done"):
                if end in words:
                    # The last player goes on with another turn in the same row.
                    self.play(end)
                    break
        self.play(word)

    def _dig(self, command: Command, faction: str) -> None:
        for _ in range(command.count):
            if "dig" not in self.words() and not self._owes_spades():
                self.until(faction, head=True)
            self.play("dig")

    def _owes_spades(self) -> bool:
        view = self.view()
        return view.owed("spade") + view.owed("dug") > 0

    def _upgrade(self, command: Command, faction: str) -> None:
        word = f"upgrade:{command.name}>{command.other}"
        if word not in self.words():
            self._new_turn(faction)
        self.play(word)

    def _new_turn(self, faction: str) -> None:
        words = self.words()
        if not self._at_head() and ("done" in words or "drop:spade" in words):
            self.until(faction, head=True)

    def _transform(self, command: Command, faction: str) -> None:
        home = self._home[faction]
        words = self.words()
        if f"storm:{command.name}" not in words and not any(word.startswith("spade:") for word in words):
            self._new_turn(faction)
        later = next((each for each in self.rest if each.kind in ("transform", "build")), None)
        if later and command.other not in ("", home) and later.name != command.name:
            # A hex that is not brought home ends the spades, so what is brought home comes first.
            ready = any(word.startswith(f"spade:{later.name}>{home}*") for word in self.words())
            if ready and self.view().hexes[later.name][0] != home:
                self._use_spades(later.name, home)
                if later.kind == "transform":
                    self.rest.remove(later)
        self._spend(command, faction)

    def _spend(self, command: Command, faction: str) -> None:
        words = self.words()
        if f"storm:{command.name}" in words:
            if command.other not in ("", self._home[faction]):
                raise Refused("a sandstorm brings home terrain")
            self.play(f"storm:{command.name}")
            return
        target = command.other
        if not target:
            # Home, or as near to it as the spades go.
            home = self._home[faction]
            prefix = f"spade:{command.name}>"
            targets = {word[len(prefix) :].partition("*")[0] for word in words if word.startswith(prefix)}
            target = min(targets, key=lambda each: (home_distance(each, home), TERRAINS.index(each)), default=home)
        self._use_spades(command.name, target)

    def _use_spades(self, where: str, target: str) -> None:
        prefix = f"spade:{where}>{target}*"
        ways = sorted((word for word in self.words() if word.startswith(prefix)), key=lambda w: int(w[len(prefix) :]))
        if not ways:
            self._no_spade(where, target)
        view = self.view()
        held = view.owed("spade") + view.owed("dug")
        # The longer way only where the spades in hand are just as many.
        self.play(next((word for word in ways if int(word[len(prefix) :]) == held), ways[0]))

    def _no_spade(self, where: str, target: str) -> None:
        colour = self.view().hexes[where][0]
        if colour == target:
            raise Refused(f"{where} is {target} already")
        reasons = []
        for count in range(1, 7):
            try:
                self.state.string_to_action(f"spade:{where}>{target}*{count}")
            except UsageError as trouble:
                if " are " not in str(trouble):  # the engine tells how many spades it would take
                    reasons.append(str(trouble))
        raise Refused(reasons[0] if reasons else f"{where} cannot become {target}")

    def _convert(self, command: Command, faction: str) -> None:
        acts = any(each.kind in ACTIONS or each.kind == "transform" for each in self.rest)
        if not self._opened and acts and "done" in self.words():
            # The row is a turn of its own: what an earlier one left open is over.
            self.until(faction, head=True)
        for word, times in conversion_words(command):
            for _ in range(times):
                self.play(word)

    def _send(self, command: Command, faction: str) -> None:
        words = self.words()
        for steps in (command.count,) if command.count else (3, 2, 1):
            word = f"send:{command.name}*{steps}"
            if word in words or command.count:
                self.play(word)
                return
        raise Refused("no priest to send")

    def _named(self, command: Command, faction: str) -> None:
        self.play(f"{command.kind}:{command.name}")

    def _bridge(self, command: Command, faction: str) -> None:
        word = f"bridge:{command.name}+{command.other}"
        turned = f"bridge:{command.other}+{command.name}"
        self.play(turned if turned in self.words() else word)

    def _connect(self, command: Command, faction: str) -> None:
        if command.name:
            self.play(f"connect:{command.name}")
            return
        banks = set(command.other.split(":"))
        for word in self.words():
            if word.startswith("connect:") and banks <= touching()[word.removeprefix("connect:")]:
                self.play(word)
                return
        raise Refused(f"no town can be founded over a river between {' and '.join(sorted(banks))}")

    def _pass(self, command: Command, faction: str) -> None:
        self.play("pass" if not command.name or "pass" in self.words() else f"pass:{command.name}")

    def _favor(self, command: Command, faction: str) -> None:
        self.play(f"+{command.name}")

    def _town(self, command: Command, faction: str) -> None:
        word = f"+{command.name}"
        while word not in self.words():
            # The game asks for favor tiles first.
            favor = next((each for each in self.rest if each.kind == "favor"), None)
            if favor is None:
                break
            self.rest.remove(favor)
            self._favor(favor, faction)
        self.play(word)
        choices = [each.removeprefix("keys:") for each in self.words() if each.startswith("keys:")]
        if choices:
            chosen = [each for each in choices if not self._spared & set(each.split("+"))]
            if not chosen:
                raise Refused("all tracks that could use a key are held back")
            self.play(f"keys:{chosen[0]}")
        self._spared = set()

    def _drop(self, command: Command, faction: str) -> None:
        if command.name == "spade" and self.spades_owed.get(faction, 0) > 0:
            # The game has seen by itself that nothing can be done with them.
            self.spades_owed[faction] -= command.count
            return
        if command.name == "w2p" or self.mover() != faction:
            return
        word = f"drop:{command.name}"
        if word in self.words() or command.name != "spade":
            self.play(word)
