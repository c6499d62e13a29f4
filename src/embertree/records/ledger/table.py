"""Replay of a ledger in table order: every answer, in the order of the game, right after the row that offers."""

from embertree.records.ledger.commands import Command
from embertree.records.ledger.form import Ledger
from embertree.records.ledger.play import Play
from embertree.records.ledger.rates import Refused


class TablePlay(Play):
    """Plays every row through legal actions alone, offers of power among them."""

    def answer(self, command: Command, faction: str) -> None:
        giver = command.name
        # Whoever acts has ended the turn with this.
        while self.phase == "act" and giver in ("", self.mover()) and not self._at_head():
            self.close()
        if self._is_full(faction):
            return  # who has no room is not asked, but may have a row all the same
        while self.phase == "leech" and self.mover() != faction:
            self._bring_forward(str(self.mover()))
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

    def _bring_forward(self, mover: str) -> None:
        """Plays the row in which somebody answers what the game asks now, ahead of its place."""
        for place, row in self.rows_ahead(("leech", "decline", "note", "step", "wait")):
            if row.faction == mover and all(command.kind in ("leech", "decline") for command in row.commands):
                self.run_early(place, row, list(row.commands))
                return
        self.unanswered()

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
