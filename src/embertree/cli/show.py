"""`embertree show`: a position for eyes."""

from pathlib import Path
from typing import Annotated, Any

import typer

from embertree._core import CHANCE, State, UsageError
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
)

EXAMPLE = 'Example: embertree show pig --moves "roll roll:6" --svg pig.svg'


def show(
    game: GameArgument,
    players: PlayersOption = None,
    rules: RulesOption = "",
    position: PositionOption = None,
    moves: MovesOption = "",
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Writes the picture to a file.")] = None,
    json: JsonOption = False,
) -> None:
    """Shows a position: the board, whose turn it is, what may be done, and where the points come from."""
    state = load_state(game, players, rules, position, moves)
    if svg is not None:
        try:
            Path(svg).write_text(state.svg(), encoding="utf-8")
        except OSError as trouble:
            raise UsageError(f"--svg {svg}: cannot be written: {trouble.strerror}") from None
    if json:
        print_json(_facts(state))
    else:
        _print(state)


def _facts(state: State) -> dict[str, Any]:
    return {
        **facts_of(state.game),
        "position": state.position,
        "turn": _turn(state),
        "round": state.round(),
        "phase": state.phase(),
        "key": f"{state.key:016x}",
        "legal": [state.action_to_string(action) for action in state.legal_actions()],
        "chance": [[state.action_to_string(action), weight] for action, weight in state.chance_outcomes()],
        "scores": state.scores(),
        "ranks": state.ranks(),
        "returns": state.returns(),
        "score_sheet": [[name, points] for name, points in state.score_sheet()],
        "evaluation": [round(value, 6) for value in state.evaluate()],
    }


def _turn(state: State) -> int | str:
    if state.is_terminal():
        return "end"
    return "chance" if state.current_player() == CHANCE else state.current_player()


def _print(state: State) -> None:
    print(str(state).rstrip("\n"))
    print(f"position  {state.position}")
    print(f"round     {state.round()}, phase {state.phase()}")
    if state.is_terminal():
        winners = [f"seat {seat}" for seat, rank in enumerate(state.ranks()) if rank == 1]
        print(f"over      won by {' and '.join(winners)}")
    elif state.current_player() == CHANCE:
        total = sum(weight for _, weight in state.chance_outcomes())
        outcomes = [f"{state.action_to_string(action)} {weight}/{total}" for action, weight in state.chance_outcomes()]
        print(f"chance    {', '.join(outcomes)}")
    else:
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        print(f"to move   seat {state.current_player()}, {len(legal)} legal: {' '.join(legal)}")
    print(f"scores    {'  '.join(map(str, state.scores()))}")
    for name, points in state.score_sheet():
        print(f"          {'  '.join(map(str, points))}  {name}")
