"""`embertree analyze`: what a search thinks of a position."""

import sys
from typing import Annotated, Any

import typer

from embertree._core import Found, State
from embertree.agents import Limits
from embertree.agents.spec import make_search_agent, parse_spec, with_every_value
from embertree.cli.options import (
    GameArgument,
    JsonOption,
    MovesOption,
    MovetimeOption,
    NodesOption,
    ObjectiveOption,
    PlayersOption,
    PositionOption,
    RulesOption,
    SeedOption,
    facts_of,
    load_state,
    need_decision,
    print_json,
    whole,
)
from embertree.seeds import ChanceDraws

EXAMPLE = 'Example: embertree analyze pig --moves "roll roll:6" --nodes 20000'


def analyze(
    game: GameArgument,
    players: PlayersOption = None,
    rules: RulesOption = "",
    objective: ObjectiveOption = "win",
    position: PositionOption = None,
    moves: MovesOption = "",
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Who thinks: mcts, expectimax, greedy.")
    ] = "mcts",
    movetime: MovetimeOption = None,
    nodes: NodesOption = None,
    top: Annotated[
        int, typer.Option("--top", parser=whole(1, 10**6), metavar="N", help="How many moves to print.")
    ] = 10,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Ranks the moves of a position: values by seat and the expected line of each.

    Where neither a position nor moves are given, the chance events of the set-up are drawn from the seed.
    Without limits 10,000 nodes are searched. All of the JSON but `timing` is the same on every run with a node limit.
    Ctrl-C ends the search and prints what it has found.
    """
    state = load_state(game, players, rules, position, moves, objective)
    if position is None and not moves:
        deal_set_up(state, seed)
    need_decision(state, "analyze")
    limits = Limits(nodes=nodes or 0, movetime_ms=movetime or 0)
    spec = parse_spec(agent)
    spec = spec._replace(params=with_every_value(spec.name, spec.params))
    # A SPEC may bring its own limits; what is asked for here goes before them.
    thinker = make_search_agent(spec, state.game, Limits(nodes=10_000))
    if limits.any():
        thinker.limits = limits
    thinker.new_game(state.current_player(), seed)
    interrupted = False
    try:
        found = thinker.search(state.view(state.current_player()))
    except KeyboardInterrupt:
        interrupted = True
        found = thinker.found()
        if not found.moves:
            raise
    if json:
        print_json(_facts(state, found, top, agent))
    else:
        _print(state, found, top)
    if interrupted:
        raise typer.Exit(130)


def deal_set_up(state: State, seed: int) -> None:
    """Plays what chance does before the first decision, by the engine protocol's rule for chance (`auto`)."""
    draws = ChanceDraws(seed)
    while state.is_chance_node():
        state.apply_action(draws.draw(state))


def _facts(state: State, found: Found, top: int, agent: str) -> dict[str, Any]:
    return {
        **facts_of(state.game),
        "objective": state.objective,
        "position": state.position,
        "seat": state.current_player(),
        "agent": agent,
        "best": state.action_to_string(found.best),
        "equally_good": _words(state, found.bestmoves),
        "nodes": found.nodes,
        "depth": found.depth,
        "values": _rounded(found.values),
        "expected_scores": _rounded(found.scores),
        "proven": found.proven,
        "note": found.note,
        "moves": [
            {
                "move": state.action_to_string(move.action),
                "visits": move.visits,
                "values": _rounded(move.values),
                "pv": line_words(state, move.pv),
            }
            for move in found.moves[:top]
        ],
        "timing": {"ms": found.time_ms, "nodes_per_second": found.nodes * 1000 // max(1, found.time_ms)},
    }


def _print(state: State, found: Found, top: int) -> None:
    from rich.console import Console
    from rich.table import Table

    headings = ("move", *(f"seat {seat}" for seat in range(state.num_players)), "visits")
    rows = []
    for move in found.moves[:top]:
        values = [f"{value:.3f}" for value in move.values]
        line = " ".join(line_words(state, move.pv)[1:])
        rows.append((state.action_to_string(move.action), *values, str(move.visits), line))
    # Not cut at 80 columns when it goes to a file.
    console = Console() if sys.stdout.isatty() else Console(width=200)
    # Where the screen is narrow the line gives way: the moves are what was asked for.
    taken = sum(max(len(row[k]) for row in (headings, *rows)) + 2 for k in range(len(headings)))
    table = Table(*headings, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    table.add_column("line", no_wrap=True, max_width=max(4, console.width - taken))
    for row in rows:
        table.add_row(*row)
    print(
        f"{state.position}: seat {state.current_player()} to move, values by seat on the scale of '{state.objective}'"
    )
    console.print(table)
    if len(found.moves) > top:
        print(f"... and {len(found.moves) - top} more")
    print(f"{found.nodes} nodes, depth {found.depth}, {found.time_ms} ms{'; proven' if found.proven else ''}")
    if found.note:
        print(found.note)


def line_words(state: State, line: list[int]) -> list[str]:
    """The words of an expected line; it ends where it is no longer legal."""
    words = []
    at = state.clone()
    for action in line:
        if not at.is_legal(action):
            break
        words.append(at.action_to_string(action))
        at.apply_action(action)
    return words


def _words(state: State, actions: list[int]) -> list[str]:
    return [state.action_to_string(action) for action in actions]


def _rounded(values: list[float]) -> list[float]:
    return [round(value, 6) for value in values]
