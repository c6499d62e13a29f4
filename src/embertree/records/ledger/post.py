"""Replay of a ledger in the order of play by post: offers stay open while the others go on.

The game itself asks for power at once. Here every offer is declined on the board and kept aside, and the answer that
comes later is written into the position. That needs two rules of the game once more: what an offer gives, and a
cultists' step.
"""

from dataclasses import dataclass, field

from embertree._core import Game, State, UsageError
from embertree.records.ledger.commands import Command
from embertree.records.ledger.form import Ledger
from embertree.records.ledger.names import CULTS
from embertree.records.ledger.play import Play
from embertree.records.ledger.rates import Refused
from embertree.records.ledger.view import view_of

_TOP = 10
_CULT_POWER = {3: 1, 5: 2, 7: 2, _TOP: 3}


@dataclass
class Event:
    """One dwelling or upgrade with what it offers."""

    giver: str
    number: int
    """The row that built."""
    offers: "list[Offer]" = field(default_factory=list)
    taken: bool = False
    paid: bool = False
    """The cultists have had their power, since all declined."""
    step: str = ""
    """The cult of the cultists' step."""


@dataclass
class Offer:
    event: Event
    faction: str
    amount: int
    fits: bool
    """Whether there was room for it when it was made."""
    answer: str = ""
    """'leech' or 'decline' once it is answered."""


class PostPlay(Play):
    """Plays the rows in their own order; answers and cultists' steps change the position."""

    def __init__(self, ledger: Ledger, game: Game) -> None:
        super().__init__(ledger, game)
        self.events: list[Event] = []
        self.late_steps: set[int] = set()
        """Identities of the commands that were steps of the cultists' power."""
        self._steps: list[Event] = []
        self._waiting = ""
        """A pass that ends the round, held back while offers are open."""
        self._errata = "errata-cultist-power" in ledger.options
        self._strict = "strict-leech" in ledger.options

    # --- Offers ---

    def played(self, word: str) -> None:
        super().played(word)
        verb, _, rest = word.partition(":")
        if verb in ("build", "upgrade") and self.view().round > 0 and self.row.faction:
            self._offer(rest.partition(">")[0])
        while self.phase == "leech":
            self.unanswered()

    def _offer(self, where: str) -> None:
        view = view_of(self.trail[0].position)
        giver = self.row.faction
        event = Event(giver, self.row.number)
        for faction, amount in view.offers(giver, where).items():
            player = view.players[faction]
            fits = 2 * player["P1"] + player["P2"] > 0
            event.offers.append(Offer(event, faction, amount, fits))
        if event.offers:
            self.events.append(event)

    def open_offers(self, faction: str | None = None) -> list[Offer]:
        """Offers without an answer, oldest first."""
        return [
            offer
            for event in self.events
            for offer in event.offers
            if not offer.answer and faction in (None, offer.faction)
        ]

    def answer(self, command: Command, faction: str) -> None:
        offers = self._meant(command, faction)
        if not offers:
            if command.kind == "decline" and not command.count:
                return
            raise Refused(f"no such power is offered to the {faction}")
        for offer in offers:
            self._answer(offer, command.kind)

    def _meant(self, command: Command, faction: str) -> list[Offer]:
        offers = [offer for offer in self.open_offers(faction) if command.name in ("", offer.event.giver)]
        if command.kind == "decline" and not command.count:
            return offers
        room = self._room(faction)
        fitting = [offer for offer in offers if command.count in (offer.amount, min(offer.amount, room))]
        linked = [offer for offer in fitting if offer.event.number in self.row.answers]
        # Those with the very amount before those that it merely fits, offers with room first, then by age.
        fitting.sort(key=lambda offer: (offer.amount != command.count, not offer.fits))
        return (linked or fitting)[:1]

    def _room(self, faction: str) -> int:
        player = view_of(self.shown().position).players[faction]
        return int(2 * player["P1"] + player["P2"])

    def _answer(self, offer: Offer, kind: str) -> None:
        offer.answer = kind
        event = offer.event
        player = view_of(self.shown().position).players[offer.faction]
        taken = min(offer.amount, self._room(offer.faction), player["VP"] + 1)
        if taken <= 0:
            offer.fits = False  # no room: it counts neither as taken nor as declined
        elif kind == "leech":
            self._patch(offer.faction, power=taken, points=1 - taken)
            if event.giver == "cultists" and not event.taken:
                self._steps.append(event)
            event.taken = True
        if event.giver == "cultists" and self._errata and not event.paid:
            left = [each for each in event.offers if not each.answer and each.fits]
            if not left and not event.taken and any(each.answer == "decline" and each.fits for each in event.offers):
                event.paid = True
                self._patch("cultists", power=1)

    def step(self, command: Command, faction: str) -> None:
        cult_owed = self.mover() == faction and self.view().owed("cult") > 0
        if faction == "cultists" and self._steps and not cult_owed:
            self.late_steps.add(id(command))
            for _ in range(min(command.count, len(self._steps))):
                event = self._steps.pop(0)
                event.step = command.name
                self._step(command.name)
            return
        if self.mover() != faction:
            self.until(faction, head=False)
        self.play(f"+{command.name}")

    def owed_steps(self) -> int:
        """Steps that the cultists may still take."""
        return len(self._steps)

    def _step(self, cult: str) -> None:
        view = view_of(self.shown().position)
        player = view.players["cultists"]
        old = player["cult"][cult]
        new = min(old + 1, _TOP)
        keys = 0
        if new == _TOP and old < _TOP:
            taken = any(other["cult"][cult] == _TOP for other in view.players.values())
            keys = 0 if taken or not player["KEY"] else 1
            new = _TOP if keys else _TOP - 1
        power = sum(_CULT_POWER.get(step, 0) for step in range(old + 1, new + 1))
        self._patch("cultists", power=power, cult=(cult, new), keys=-keys)

    # --- Writing into the position ---

    def _give(self, command: Command, faction: str) -> None:
        """Goods given by hand, as games for tests have them."""
        place = "cwp".find(command.name)
        if len(command.name) > 1 or place < 0:
            raise Refused("only coins, workers and priests are given by hand")
        self.flush()
        self._patch(faction, goods=(place, command.count))

    def _patch(
        self,
        faction: str,
        power: int = 0,
        points: int = 0,
        cult: tuple[str, int] | None = None,
        keys: int = 0,
        goods: tuple[int, int] = (0, 0),
    ) -> None:
        fields = self.state.position.split(" ")
        at = 12 + self.ledger.factions.index(faction)
        parts = fields[at].split(":")
        held = [int(number) for number in parts[1].split(".")]
        held[goods[0]] += goods[1]
        parts[1] = ".".join(map(str, held))
        bowls = [int(bowl) for bowl in parts[2].split("/")]
        first = min(power, bowls[0])
        second = min(power - first, bowls[1] + first)
        parts[2] = f"{bowls[0] - first}/{bowls[1] + first - second}/{bowls[2] + second}"
        if points:
            parts[3] = str(int(parts[3]) + points)
            parts[11] = _with_source(parts[11], points)
        if cult:
            places = parts[4].split(".")
            places[CULTS.index(cult[0])] = str(cult[1])
            parts[4] = ".".join(places)
            parts[5] = str(int(parts[5]) + keys)
        fields[at] = ":".join(parts)
        try:
            self._put(self.state.game.parse_position(" ".join(fields)))
        except UsageError as trouble:
            raise Refused(str(trouble)) from None

    def _put(self, state: State) -> None:
        self.state = state
        self.trail = [state]
        self.at = 0
        if self._waiting:
            self.trail = state.stages(state.string_to_action(self._waiting))[:1]

    # --- The end of a round waits for open offers ---

    def play(self, word: str) -> None:
        self.flush()
        if word.startswith("pass") and self.phase == "act" and (self.open_offers() or self._steps):
            try:
                stages = self.state.stages(self.state.string_to_action(word))
            except ValueError:
                stages = []  # refused below, with the reason
            if len(stages) > 1:
                self._waiting = word
                self.trail = stages[:1]
                self.at = 0
                return
        super().play(word)

    def flush(self) -> None:
        """Plays what was held back."""
        word, self._waiting = self._waiting, ""
        if word:
            super().play(word)

    def command(self, command: Command, faction: str) -> None:
        if command.kind in ("cult_income", "other_income", "points", "score_resources", "transform"):
            self.flush()
        own = command.kind not in ("leech", "decline", "step", "wait", "done", "note", "cult_income", "other_income")
        if self._strict and own and self.view().round > 0 and self.phase == "act" and self.mover() == faction:
            for offer in self.open_offers(faction):
                if command.kind not in ("convert", "burn", "points", "score_resources"):
                    self._lapse(offer)
        if command.kind == "gift":
            self._give(command, faction)
            return
        super().command(command, faction)

    def _lapse(self, offer: Offer) -> None:
        """Who acts first has declined."""
        self._answer(offer, "decline")


def _with_source(text: str, points: int) -> str:
    """The list of sources with more points from power taken."""
    sources = dict(part.split("=") for part in text.split(",")) if text != "-" else {}
    value = int(sources.pop("leech", 0)) + points
    rest = [f"{name}={number}" for name, number in sources.items()]
    return ",".join([f"leech={value}", *rest] if value else rest) or "-"
