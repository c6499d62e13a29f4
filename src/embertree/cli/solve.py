"""`embertree solve`: exact values of games that are small enough to be listed whole."""

from typing import Annotated

import typer

from embertree._core import solve as solve_state
from embertree.cli.background import in_background
from embertree.cli.options import (
    GameArgument,
    JsonOption,
    MovesOption,
    ObjectiveOption,
    PlayersOption,
    PositionOption,
    RulesOption,
    facts_of,
    load_state,
    print_json,
    whole,
)

EXAMPLE = "Example: embertree solve pig --rules goal=40"


def solve(
    game: GameArgument,
    players: PlayersOption = None,
    rules: RulesOption = "",
    objective: ObjectiveOption = "win",
    position: PositionOption = None,
    moves: MovesOption = "",
    max_states: Annotated[
        int,
        typer.Option("--max-states", parser=whole(1, 10**9), metavar="N", help="Give up beyond so many states."),
    ] = 20_000_000,
    json: JsonOption = False,
) -> None:
    """The value of a position for each seat when all play perfectly, by value iteration over all that can follow."""
    state = load_state(game, players, rules, position, moves, objective)
    solution = in_background(lambda: solve_state(state, max_states=max_states))
    values = [round(value, 10) for value in solution["values"]]
    if json:
        print_json(
            {
                **facts_of(state.game),
                "objective": state.objective,
                "position": state.position,
                "values": values,
                "states": solution["states"],
                "timing": {"seconds": round(solution["seconds"], 3)},
            }
        )
        return
    print(f"{state.position}: values by seat on the scale of '{state.objective}'")
    for seat, value in enumerate(values):
        print(f"seat {seat}  {value:.9f}")
    print(f"{solution['states']:,} states, {solution['seconds']:.2f} s")
