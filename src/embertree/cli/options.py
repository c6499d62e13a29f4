"""Arguments that several commands share, and how they become games and states."""

import json
from collections.abc import Callable
from typing import Annotated, Any

import typer

from embertree._core import CHANCE, Game, State, UsageError
from embertree.words import MAX_SEED, whole_number


def whole(low: int, high: int) -> Callable[[str | int], int]:
    """A reader of whole numbers for options, defaults among them; its complaint names the number and the bounds."""

    def read(text: str | int) -> int:
        try:
            return whole_number(str(text), "", low, high)
        except UsageError as trouble:
            raise typer.BadParameter(str(trouble).removeprefix(": ")) from None

    return read


GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Id of a game; `embertree games` lists them.")]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        parser=whole(-(10**9), 10**9),
        metavar="N",
        help="Number of players; the smallest where it is left out.",
    ),
]
RulesOption = Annotated[str, typer.Option("--rules", metavar="K=V,...", help="Rules options; the others stay default.")]
PositionOption = Annotated[
    str | None, typer.Option("--position", metavar="P", help="A position's line; the start where it is left out.")
]
MovesOption = Annotated[
    str,
    typer.Option(
        "--moves", metavar='"M ..."', help="Moves and chance outcomes that follow, such as `roll:9 place:e7`."
    ),
]
ObjectiveOption = Annotated[str, typer.Option("--objective", help="What the seats want: win, rank or margin.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Figures for programs; one JSON object.")]
SeedOption = Annotated[
    int, typer.Option("--seed", parser=whole(0, MAX_SEED), metavar="S", help="All random choices follow from it.")
]
MovetimeOption = Annotated[
    int | None, typer.Option("--movetime", parser=whole(1, 10**9), metavar="MS", help="Milliseconds a decision.")
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", parser=whole(1, 10**15), metavar="N", help="Nodes a decision.")
]


def load_state(
    game: str, players: int | None, rules: str, position: str | None, moves: str, objective: str = "win"
) -> State:
    """The state that the arguments name; a UsageError says which one is wrong."""
    if position is None:
        state = Game(game, players, rules, objective).new_initial_state()
    else:
        state = Game(game, None, "", objective).parse_position(position)
        own = state.game
        if players is not None and players != own.num_players:
            raise UsageError(f"--players {players}: the position is of {own.num_players} players")
        if rules and Game(game, own.num_players, rules).rules != own.rules:
            raise UsageError(f"--rules {rules}: the position has its own rules: {own.rules or 'the defaults'}")
    for index, word in enumerate(moves.split(), 1):
        try:
            state.apply_action(state.string_to_action(word))
        except UsageError as trouble:
            raise UsageError(f"--moves, word {index}: {trouble}{_what_comes(state)}") from None
    return state


def need_decision(state: State, command: str) -> None:
    """A UsageError unless a seat is to move."""
    if state.is_terminal():
        raise UsageError(f"{command}: the game is over, nobody is to move")
    if state.current_player() == CHANCE:
        word = state.action_to_string(state.chance_outcomes()[-1][0])
        raise UsageError(f'{command}: a chance event comes next; name its outcome, such as --moves "{word}"')


def facts_of(game: Game) -> dict[str, Any]:
    """What a command's JSON says of the game it is about."""
    return {"game": game.id, "players": game.num_players, "rules": game.rules}


def print_json(value: Any) -> None:
    """One object, laid out for eyes: what fits on a line stands on one."""
    print(_laid_out(value, ""))


def _laid_out(value: Any, indent: str) -> str:
    short = json.dumps(value)
    if not isinstance(value, dict | list) or (len(indent) + len(short) < 110 and indent):
        return short
    deeper = indent + "  "
    if isinstance(value, dict):
        rows = [f"{deeper}{json.dumps(name)}: {_laid_out(each, deeper)}" for name, each in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    rows = [deeper + _laid_out(each, deeper) for each in value]
    return "[\n" + ",\n".join(rows) + f"\n{indent}]"


def _what_comes(state: State) -> str:
    if state.current_player() != CHANCE:
        return ""
    outcomes = state.chance_outcomes()
    first, last = (state.action_to_string(outcomes[i][0]) for i in (0, -1))
    return f" (a chance event comes next: {first} .. {last})"
