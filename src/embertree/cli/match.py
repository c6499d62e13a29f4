"""`embertree match`: players against each other, every seat for everybody."""

from typing import Annotated

import typer

from embertree._core import Game
from embertree.arena.sprt import parse_sprt
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
    SprtOption,
    StandInOption,
    TeamsOption,
    WorkersOption,
    entrants,
    seats_for,
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
)

EXAMPLE = (
    "Example: embertree match volcano_island --players 4 --player mcts:nodes=2000 --player expectimax:depth=2 "
    "--player greedy --player random --blocks 10 --seed 1 --db match.db"
)


def match(
    game: GameArgument,
    player: PlayerOption = None,
    players_file: PlayersFileOption = None,
    players: PlayersOption = None,
    rules: RulesOption = "",
    objective: ObjectiveOption = "win",
    fill: Annotated[str | None, typer.Option("--fill", metavar="SPEC", help="Who takes the seats left over.")] = None,
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
    sprt: SprtOption = None,
    luck: LuckOption = None,
    db: DbOption = None,
    concurrency: ConcurrencyOption = None,
    affinity: AffinityOption = False,
    workers: WorkersOption = "processes",
    record: RecordOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> None:
    """Plays a match and prints the standings.

    Players without limits of their own take --nodes, --movetime or --clock. Results follow from the settings alone
    unless a time limit is among them; in the JSON everything but `timing` is then the same on every run, whatever the
    concurrency. Ctrl-C ends the match with the standings so far; with --db the same command goes on later. An engine
    that fails loses that game and the match goes on; the exit code is 1 then. With --sprt the number of blocks is a
    bound (docs/ratings.md).
    """
    named = entrants(player, players_file)
    if players is None:
        players = sum(sizes(teams)) if teams else seats_for(game, named, fill is not None)
    loaded = Game(game, players, rules, objective)
    settings = settings_from(
        loaded,
        player or [],
        players_file=players_file,
        fill=fill,
        fill_seats=loaded.num_players - named,
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
        sprt=parse_sprt(sprt) if sprt is not None else None,
        luck=luck,
    )
