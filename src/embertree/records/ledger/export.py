"""Games played here as rows of the ledger language, so that the online server could have played them."""

from dataclasses import replace
from typing import Any

from embertree._core import State, UsageError
from embertree.records.ledger.check import USUAL, Checked, check
from embertree.records.ledger.commands import parse_commands
from embertree.records.ledger.form import Ledger, Row
from embertree.records.ledger.names import CULTS, RULE_OPTIONS
from embertree.records.ledger.order import in_table_order
from embertree.records.ledger.view import View, view_of
from embertree.records.ledger.walk import Walk

_CHECKED = ("strict-chaosmagician-sh",)
"""What the server has to check as the rules here have it: passing ends a double turn."""


def export_ledger(state: State, name: str = "export") -> Ledger:
    """The ledger of a game as far as it went, with the state after every row.

    UsageError for another game, or a state whose history does not begin at the start.
    """
    rows = list(Walk(state).rows())
    ledger = _setup_of(state, name)
    ledger.rows = [
        Row(number, faction, text, parse_commands(text, faction, typed=False))
        for number, (faction, text) in enumerate(rows)
    ]
    return with_states(ledger, state)


def export_checked(checked: Checked, name: str | None = None) -> Ledger:
    """A ledger that was replayed, written anew: in table order where that is possible, else as it was posted."""
    name = name or checked.ledger.name
    try:
        ordered = in_table_order(checked)
    except UsageError:
        return with_states(replace(checked.ledger, name=name, order=checked.order, facts=dict(checked.ledger.facts)))
    return export_ledger(ordered.final, name)


def _setup_of(state: State, name: str) -> Ledger:
    view = view_of(state.position)
    rules = state.game.rules
    on = {option: f"{option.replace('-', '_')}=on" in rules for option in RULE_OPTIONS}
    on["errata-cultist-power"] = "errata_cultist_power=off" not in rules
    in_play = {player["bon"] for player in view.players.values()}
    in_play |= {part.partition("*")[0] for part in state.position.split(" ")[8].split(",")}
    cards = [f"BON{number}" for number in range(1, 11 if on["shipping-bonus"] else 10)]
    return Ledger(
        name=name,
        form="json",
        factions=list(view.players),
        options=[option for option in RULE_OPTIONS if on[option]] + list(_CHECKED),
        scoring=[f"SCORE{digit}" for digit in view.scoring],
        removed=[card for card in cards if card not in in_play],
        rows=[],
        order="table",
        rulings="server" if "rulings=server" in rules else "rulebook",
    )


def with_states(ledger: Ledger, state: State | None = None) -> Ledger:
    """Fills in what every row changes, by a replay. `state` is where it must lead."""
    checked = check(ledger, ledger.order)
    if checked.disagreement is not None:
        raise UsageError(f"{ledger.name}: cannot be put into ledger rows: {checked.disagreement}")
    if state is not None and same_position(checked.final) != same_position(state):
        raise UsageError(f"{ledger.name}: the rows lead to {checked.final.position}, not to {state.position}")
    before = view_of(checked.play.first.position)
    told = {name: _told(player) for name, player in before.players.items()}
    ledger.facts["start"] = dict(told)
    for place, row in enumerate(ledger.rows):
        after = checked.views[place]
        assert after is not None  # without a disagreement every row is played
        _fill(row, before, after, told)
        before = after
    if checked.final.is_terminal():
        ledger.final = _final(checked.final, ledger)
    return ledger


def same_position(state: State) -> str:
    """A position without the options that end its line, which name the setup in one way or another."""
    return " ".join(state.position.split(" ")[: 12 + state.num_players])


def _fill(row: Row, before: View, after: View, told: dict[str, dict[str, Any]]) -> None:
    """Writes what a row changed; `told` is what earlier rows have said of every player."""
    own = any(command.kind in ("cult_income", "other_income", "note") for command in row.commands)
    now = {name: _told(player) for name, player in after.players.items()}
    row.after = {name: now[name] for name in now if name == row.faction or (not own and now[name] != told[name])}
    told |= row.after
    hexes = {name: each for name, each in after.hexes.items() if each != before.hexes[name]}
    row.hexes = {name: " ".join(part for part in each if part) for name, each in hexes.items()}
    built = {ends: owner for ends, owner in after.bridges.items() if ends not in before.bridges}
    row.bridges = [f"{':'.join(sorted(ends))} {owner}" for ends, owner in built.items()]
    offers: dict[str, int] = {}
    for command in row.commands:
        if command.kind in ("build", "upgrade") and after.round > 0:
            for faction, amount in after.offers(row.faction, command.name).items():
                offers[faction] = offers.get(faction, 0) + amount
    row.leech = offers


def _told(player: dict[str, Any]) -> dict[str, Any]:
    """A player as the golden files write one: usual values are left out."""
    return {key: value for key, value in player.items() if key != "skip" and USUAL.get(key, ()) != value}


def _final(state: State, ledger: Ledger) -> dict[str, dict[str, object]]:
    sheet = state.score_sheet()
    final: dict[str, dict[str, object]] = {}
    for seat, faction in enumerate(ledger.factions):
        lines = {name: points[seat] for name, points in sheet if points[seat]}
        final[faction] = {
            "VP": state.scores()[seat],
            "area_vp": lines.get("network", 0),
            "cult_vp": sum(lines.get(cult.lower(), 0) for cult in CULTS),
            "vp_source": lines,
        }
    return final
