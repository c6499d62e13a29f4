"""`embertree perft`: counts move sequences, the proof of a move generator."""

import time
from typing import Annotated

import typer

from embertree._core import perft as count
from embertree.cli.background import in_background
from embertree.cli.options import (
    GameArgument,
    JsonOption,
    MovesOption,
    PlayersOption,
    PositionOption,
    RulesOption,
    facts_of,
    load_state,
    print_json,
    whole,
)

EXAMPLE = 'Example: embertree perft pig --moves "roll" --depth 4 --divide'


def perft(
    game: GameArgument,
    depth: Annotated[
        int, typer.Option("--depth", parser=whole(0, 100), metavar="N", help="Plies; a chance outcome is one as well.")
    ],
    players: PlayersOption = None,
    rules: RulesOption = "",
    position: PositionOption = None,
    moves: MovesOption = "",
    divide: Annotated[bool, typer.Option("--divide", help="A count for each first move.")] = False,
    hashed: Annotated[bool, typer.Option("--hashed", help="Through a hash table: the same count, sooner.")] = False,
    json: JsonOption = False,
) -> None:
    """Counts the move sequences of a length, chance outcomes included."""
    state = load_state(game, players, rules, position, moves)
    began = time.perf_counter()
    found = in_background(lambda: count(state, depth, hashed, divide))
    seconds = time.perf_counter() - began
    counts = found if isinstance(found, dict) else {}
    by_word = {state.action_to_string(action): nodes for action, nodes in counts.items()}
    nodes = sum(by_word.values()) if isinstance(found, dict) else found
    if json:
        facts = {**facts_of(state.game), "position": state.position, "depth": depth, "nodes": nodes}
        if divide:
            facts["divide"] = by_word
        print_json({**facts, "timing": {"seconds": round(seconds, 3), "nodes_per_second": round(nodes / seconds)}})
        return
    for word, part in by_word.items():
        print(f"{word}  {part}")
    print(f"{nodes} sequences of {depth} plies in {seconds:.3f} s, {nodes / seconds:,.0f} a second")
