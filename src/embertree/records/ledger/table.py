"""Replay of a ledger in table order: every answer, in the order of the game, right after the row that offers."""

from embertree._core import Game
from embertree.records.ledger.commands import Command
from embertree.records.ledger.form import Ledger, Row
from embertree.records.ledger.play import Play, Refused


class TablePlay(Play):
    """Plays every row through legal actions alone, offers of power among them."""

    def __init__(self, ledger: Ledger, game: Game) -> None:
        super().__init__(ledger, game)
        self.early: set[int] = set()
        """Places in the list of rows that were played before their turn, since the game asks in another order."""
        self.place = 0
        self.on_early = self._nothing

    def _nothing(self, row: Row) -> None:
        """Called after a row that was played early."""

    def answer(self, command: Command, faction: str) -> None:
        giver = command.name
        # Whoever acts has ended the turn with this.
        while self.phase == "act" and giver in ("", self.mover()) and not self._at_head():
            self.close()
        if self._is_full(faction):
            return  # who has no room is not asked, but may have a row all the same
        while self.phase == "leech" and self.mover() != faction:
            self._bring_forward(str(self.mover()), ("leech", "decline"))
        if self.phase != "leech" or self.mover() != faction:
            raise Refused(f"no power is offered to the {faction}")
        words = self.words()
        offered = words[0].partition(":")[2]
        amount, _, by = offered.partition("@")
        if giver and by != giver:
            raise Refused(f"the {by} offer {amount} power, not the {giver}")
        if command.count and command.count != int(amount) and command.count != self._fits(faction, int(amount)):
            raise Refused(f"the {by} offer {amount} power, not {command.count}")
        self.play(f"{command.kind}:{offered}")

    def _is_full(self, faction: str) -> bool:
        player = self.view().players[faction]
        return bool(2 * player["P1"] + player["P2"] == 0)

    def _fits(self, faction: str, amount: int) -> int:
        player = self.view().players[faction]
        return min(amount, int(2 * player["P1"] + player["P2"]), int(player["VP"]) + 1)

    def _bring_forward(self, mover: str, kinds: tuple[str, ...]) -> None:
        """Plays the row in which somebody answers what the game asks now, ahead of its place."""
        rows = self.ledger.rows
        for place in range(self.place + 1, len(rows)):
            row = rows[place]
            fits = all(command.kind in kinds for command in row.commands)
            if place not in self.early and row.faction == mover and fits:
                self._run_early(place, row)
                return
            if not all(command.kind in (*kinds, "note", "step", "wait") for command in row.commands):
                break
        if "leech" in kinds:
            self.unanswered()
        else:
            self.play("drop:spade")

    def _run_early(self, place: int, row: Row) -> None:
        kept = self.row, self.rest, self._opened
        self.early.add(place)
        self.run(row)
        self.on_early(row)
        self.row, self.rest, self._opened = kept

    def bonus_spade_first(self, faction: str) -> None:
        while self.phase == "spade" and self.mover() != faction:
            self._bring_forward(str(self.mover()), ("transform", "drop", "cult_income"))

    def step(self, command: Command, faction: str) -> None:
        if self.mover() != faction or self.phase not in ("act", "cultist"):
            self.until(faction, head=False)
        self.play(f"+{command.name}")


def is_table_order(ledger: Ledger) -> bool:
    """Whether every answer follows its offer before anybody does anything else."""
    last = ""
    for row in ledger.rows:
        kinds = [command.kind for command in row.commands]
        answers = [command for command in row.commands if command.kind in ("leech", "decline")]
        if not answers:
            aside = all(kind in ("note", "wait", "step") for kind in kinds)
            # A step alone is the cultists'; with an action it belongs to a turn.
            if not aside:
                last = row.faction
        elif len(kinds) > 1 or (answers[0].name and answers[0].name != last):
            return False
    return True
