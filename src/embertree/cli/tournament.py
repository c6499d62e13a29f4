"""`embertree tournament`: many players, a few at a table."""

from typing import Annotated

import typer

from embertree._core import Game
from embertree.arena.settings import FORMATS
from embertree.cli.contest import run_contest
from embertree.cli.contest_options import (
    AffinityOption,
    BlocksOption,
    ClockOption,
    ConcurrencyOption,
    DbOption,
    LogOption,
    LuckOption,
    MoveLimitOption,
    OnFailOption,
    OpeningsOption,
    PermutationsOption,
    PlayerOption,
    PlayersFileOption,
    RecordOption,
    SideRotationsOption,
    StandInOption,
    TeamsOption,
    WorkersOption,
    settings_from,
    sizes,
)
from embertree.cli.options import (
    GameArgument,
    JsonOption,
    MovetimeOption,
    NodesOption,
    ObjectiveOption,
    PlayersOption,
    RulesOption,
    SeedOption,
    whole,
)

EXAMPLE = (
    "Example: embertree tournament stone_age --players 3 --player random --player greedy --player mcts:nodes=100 "
    "--player mcts:nodes=1000 --blocks 2 --db tournament.db --concurrency 2"
)

_FORMATS = [name for name in FORMATS if name != "match"]


def tournament(
    game: GameArgument,
    player: PlayerOption = None,
    players_file: PlayersFileOption = None,
    format: Annotated[
        str,
        typer.Option("--format", metavar="|".join(_FORMATS), help="Who meets whom."),
    ] = "roundrobin",
    challengers: Annotated[
        int,
        typer.Option(
            "--challengers", parser=whole(1, 10**6), metavar="N", help="In a gauntlet: how many of the first players."
        ),
    ] = 1,
    players: PlayersOption = None,
    rules: RulesOption = "",
    objective: ObjectiveOption = "win",
    fill: Annotated[
        str | None,
        typer.Option("--fill", metavar="SPEC", help="Tables are pairs of players, and this one has all other seats."),
    ] = None,
    teams: TeamsOption = None,
    blocks: BlocksOption = 1,
    permutations: PermutationsOption = False,
    side_rotations: SideRotationsOption = False,
    openings: OpeningsOption = None,
    seed: SeedOption = 0,
    movetime: MovetimeOption = None,
    nodes: NodesOption = None,
    clock: ClockOption = None,
    move_limit: MoveLimitOption = None,
    on_fail: OnFailOption = "last",
    stand_in: StandInOption = "greedy",
    luck: LuckOption = None,
    db: DbOption = None,
    concurrency: ConcurrencyOption = None,
    affinity: AffinityOption = False,
    workers: WorkersOption = "processes",
    record: RecordOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> None:
    """Plays a tournament and prints standings and a crosstable.

    Formats: roundrobin (every set of players that fills a table), gauntlet (the first player, or --challengers of them,
    against every set of the others), copies (every player against a table of copies of every other). Each pairing plays
    --blocks blocks. All else is as in `embertree match`.
    """
    if format not in _FORMATS:
        raise typer.BadParameter(f"'{format}' is none of {', '.join(_FORMATS)}", param_hint="--format")
    if players is None and teams:
        players = sum(sizes(teams))
    settings = settings_from(
        Game(game, players, rules, objective),
        player or [],
        players_file=players_file,
        fill=fill,
        format=format,
        challengers=challengers,
        blocks=blocks,
        seed=seed,
        movetime=movetime,
        nodes=nodes,
        clock=clock,
        teams=teams,
        permutations=permutations,
        side_rotations=side_rotations,
        openings=openings,
        move_limit=move_limit,
        on_fail=on_fail,
        stand_in=stand_in,
        log=log,
    )
    run_contest(
        settings,
        db=db,
        record=record,
        concurrency=concurrency,
        affinity=affinity,
        workers=workers,
        json=json,
        luck=luck,
    )
