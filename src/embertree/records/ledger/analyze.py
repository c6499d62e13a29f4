"""A finished game looked at again: where points came from, and where a search would have played otherwise."""

from collections.abc import Callable
from dataclasses import dataclass

from embertree._core import Searcher, State, UsageError
from embertree.records.ledger.check import Checked
from embertree.records.ledger.order import in_table_order
from embertree.records.ledger.walk import is_head
from embertree.seeds import nth

_ACTIONS = ("build", "dig", "upgrade", "advance", "send", "action", "pass")
"""First words of the actions of a turn: these decisions are searched."""


@dataclass(frozen=True)
class Difference:
    """A decision and what the search would have done."""

    ply: int
    round: int
    faction: str
    played: str
    better: str
    loss: float
    """What the search thinks it was worth, on the scale of the objective; for `win` a share of the win."""
    value: float
    """What the mover could expect by the search's choice."""


@dataclass(frozen=True)
class Analysis:
    factions: list[str]
    scores: list[int]
    ranks: list[int]
    sheet: list[tuple[str, list[int]]]
    decisions: int
    differences: list[Difference]
    """Largest loss first."""


def analyze(
    checked: Checked,
    nodes: int = 500,
    *,
    seed: int = 0,
    search: str = "mcts",
    faction: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Searches every main decision of a game with so many nodes, and the move that was played with as many.

    Values are those of a search: with few nodes small differences mean nothing.
    """
    factions = checked.ledger.factions
    if faction is not None and faction not in factions:
        raise UsageError(f"the {faction} do not play here; there are: {', '.join(factions)}")
    ordered = in_table_order(checked)
    spots = _main_decisions(ordered.final, None if faction is None else factions.index(faction))
    searcher = Searcher(search, ordered.final.game, seed=seed)
    differences = []
    for number, (ply, state, action) in enumerate(spots, 1):
        found = _judge(searcher, state, action, nodes, nth(seed, number), ply, factions)
        if found is not None:
            differences.append(found)
        if progress is not None:
            progress(number, len(spots))
    differences.sort(key=lambda each: (-each.loss, each.ply))
    state = ordered.final
    return Analysis(factions, state.scores(), state.ranks(), state.score_sheet(), len(spots), differences)


def _main_decisions(final: State, seat: int | None) -> list[tuple[int, State, int]]:
    state = final.game.new_initial_state()
    spots = []
    for ply, action in enumerate(final.history(), 1):
        mover = state.current_player()
        word = state.action_to_string(action)
        main = state.phase() == "act" and word.startswith(_ACTIONS) and is_head(state)
        if main and seat in (None, mover):
            spots.append((ply, state.clone(), action))
        state.apply_action(action)
    return spots


def _judge(
    searcher: Searcher, state: State, action: int, nodes: int, seed: int, ply: int, factions: list[str]
) -> Difference | None:
    """None where the search agrees, or finds the played move as good as its own."""
    mover = state.current_player()
    best, value = _search(searcher, state, nodes, seed, mover, ())
    if best == action:
        return None
    _, played = _search(searcher, state, nodes, seed, mover, (action,))
    if played >= value:
        return None
    return Difference(
        ply=ply,
        round=state.round(),
        faction=factions[mover],
        played=state.action_to_string(action),
        better=state.action_to_string(best),
        loss=value - played,
        value=value,
    )


def _search(
    searcher: Searcher, state: State, nodes: int, seed: int, mover: int, only: tuple[int, ...]
) -> tuple[int, float]:
    searcher.clear()
    searcher.set_seed(seed)
    searcher.start(state, nodes=nodes, searchmoves=only)
    try:
        # In short waits, so that Ctrl-C is heard meanwhile.
        while not searcher.wait(50):
            pass
    except BaseException:
        searcher.stop()
        searcher.wait()
        raise
    found = searcher.found()
    return found.best, found.values[mover]
