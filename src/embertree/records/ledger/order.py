"""A game by post put in table order: every answer moves to its offer, the cultists' step behind the answers."""

from embertree._core import UsageError
from embertree.records.ledger.check import Checked, check
from embertree.records.ledger.commands import Command, parse_command
from embertree.records.ledger.form import Ledger, Row
from embertree.records.ledger.post import Event, PostPlay


def in_table_order(checked: Checked) -> Checked:
    """The replay of a ledger with all answers given at once, so that it is a game of legal actions from its start.

    UsageError where that is another game: somebody used power or chose a step before giving a late answer.
    """
    if checked.order == "table":
        return checked
    ledger = checked.ledger
    assert isinstance(checked.play, PostPlay)
    ordered = check(table_ledger(ledger, checked.play), "table")
    if ordered.disagreement is not None:
        raise UsageError(
            f"{ledger.name}: cannot be put in table order, since late answers came after what they would have changed: "
            f"{ordered.disagreement}"
        )
    if _without_rules(ordered) != _without_rules(checked):
        raise UsageError(
            f"{ledger.name}: cannot be put in table order: with all answers given at once it ends as "
            f"{ordered.final.position}, not as {checked.final.position}"
        )
    return ordered


def _without_rules(checked: Checked) -> list[str]:
    return checked.final.position.split(" ")[: 12 + len(checked.ledger.factions)]


def table_ledger(ledger: Ledger, play: PostPlay) -> Ledger:
    """The rows in table order, without states."""
    events: dict[int, list[Event]] = {}
    for event in play.events:
        events.setdefault(event.number, []).append(event)
    rows: list[tuple[str, list[Command]]] = []
    for row in ledger.rows:
        kept = [
            command
            for command in row.commands
            if command.kind not in ("leech", "decline", "note") and id(command) not in play.late_steps
        ]
        if kept:
            rows.append((row.faction, kept))
        for event in events.get(row.number, []):
            rows += _answers(event)
    ordered = Ledger(
        name=ledger.name,
        form=ledger.form,
        factions=ledger.factions,
        options=ledger.options,
        scoring=ledger.scoring,
        removed=ledger.removed,
        rows=[],
        order="table",
        rulings=ledger.rulings,
        final=ledger.final,
        facts=dict(ledger.facts),
    )
    for number, (faction, commands) in enumerate(rows):
        ordered.rows.append(Row(number, faction, ". ".join(command.text for command in commands), commands))
    return ordered


def _answers(event: Event) -> list[tuple[str, list[Command]]]:
    rows = []
    for offer in event.offers:
        if offer.answer:
            rows.append((offer.faction, [parse_command(f"{offer.answer} {offer.amount} from {event.giver}")]))
    if event.step:
        rows.append((event.giver, [parse_command(f"+{event.step}")]))
    return rows
