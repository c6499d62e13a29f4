"""Options that match, tournament and resume share, and how they become settings."""

from collections.abc import Sequence
from typing import Annotated

import typer

from embertree._core import Game, UsageError
from embertree.agents import Limits
from embertree.arena.clock import Clock
from embertree.arena.openings import read_openings
from embertree.arena.players import chosen_players, read_players
from embertree.arena.settings import ON_FAIL, MatchSettings, numbered
from embertree.cli.options import whole

PlayerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="SPEC",
        help="A player: mcts:nodes=2000, 'cmd:./engine --flag', py:module:factory, or a name of --players-file.",
    ),
]
PlayersFileOption = Annotated[
    str | None,
    typer.Option("--players-file", metavar="FILE", help="Players by name, in TOML; all of them where no --player is."),
]
BlocksOption = Annotated[
    int,
    typer.Option(
        "--blocks", parser=whole(1, 10**9), metavar="B", help="Blocks: one seed each, played in every seat rotation."
    ),
]
PermutationsOption = Annotated[
    bool, typer.Option("--permutations", help="A block is every order of the seats, not only the rotations.")
]
SideRotationsOption = Annotated[
    bool,
    typer.Option(
        "--side-rotations", help="A block also moves by-seat rules (factions=a,b,..; who begins) once around."
    ),
]
TeamsOption = Annotated[
    str | None, typer.Option("--teams", metavar="N,N", help="Seats of each group of equal players, such as 2,2.")
]
OpeningsOption = Annotated[
    str | None,
    typer.Option("--openings", metavar="FILE", help="Where games begin, a line a block: a position, seed N, moves ..."),
]
SprtOption = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="elo0=E,elo1=E[,alpha=A,beta=B]",
        help="Ends the match as soon as it is clear whether the first player is elo0 or elo1 above the others.",
    ),
]
LuckOption = Annotated[
    str | None,
    typer.Option(
        "--luck",
        metavar="SPEC",
        help="Shows how lucky players were, by evaluation, own (each player's own search), or a SPEC.",
    ),
]
ClockOption = Annotated[
    str | None, typer.Option("--clock", metavar="S+I", help="Seconds for the game, and for each decision, by seat.")
]
MoveLimitOption = Annotated[
    int | None,
    typer.Option(
        "--move-limit",
        parser=whole(1, 10**6),
        metavar="N",
        help="A game with so many decisions ends and is scored as it stands.",
    ),
]
OnFailOption = Annotated[
    str,
    typer.Option("--on-fail", metavar="|".join(ON_FAIL), help="What a player's failure does to its game."),
]
StandInOption = Annotated[
    str,
    typer.Option("--stand-in", metavar="SPEC", help="Who plays on with --on-fail substitute; one of our own agents."),
]
DbOption = Annotated[
    str | None, typer.Option("--db", metavar="FILE", help="Stores finished games; the same command again goes on.")
]
RecordOption = Annotated[
    str | None, typer.Option("--record", metavar="FILE", help="Appends the records of the games played now.")
]
LogOption = Annotated[
    str | None, typer.Option("--log", metavar="FILE", help="Appends the traffic with engines from outside.")
]
ConcurrencyOption = Annotated[
    int | None,
    typer.Option(
        "--concurrency",
        parser=whole(1, 4096),
        metavar="K",
        help="Games at once, a process each; 1 where it is left out, on Ray as many as there are processors.",
    ),
]
AffinityOption = Annotated[bool, typer.Option("--affinity", help="Ties each worker process to one processor.")]
WorkersOption = Annotated[
    str,
    typer.Option("--workers", metavar="processes|ray[:ADDRESS]", help="Who plays: processes here, or a Ray cluster."),
]


def settings_from(
    game: Game,
    named: Sequence[str],
    *,
    players_file: str | None,
    fill: str | None = None,
    fill_seats: int = 0,
    format: str = "match",
    challengers: int = 1,
    blocks: int,
    seed: int,
    movetime: int | None,
    nodes: int | None,
    clock: str | None,
    teams: str | None,
    permutations: bool,
    side_rotations: bool,
    openings: str | None,
    move_limit: int | None,
    on_fail: str,
    stand_in: str,
    log: str | None,
) -> MatchSettings:
    """The settings that a command line names. `fill_seats` players are `fill`; in tournaments it is one more player."""
    known = read_players(players_file) if players_file else {}
    if not named and not known:
        raise UsageError("name a player with --player, or some with --players-file")
    specs, names = chosen_players(named, known)
    if fill is not None:
        filling, filling_names = chosen_players([fill], known)
        count = fill_seats if format == "match" else 1
        specs += filling * count
        names += filling_names * count
    return MatchSettings(
        game=game,
        players=tuple(specs),
        blocks=blocks,
        seed=seed,
        limits=Limits(nodes=nodes or 0, movetime_ms=movetime or 0),
        log=log,
        names=tuple(numbered(names)) if known else (),
        format=format,
        challengers=challengers,
        fill=fill is not None and format != "match",
        teams=sizes(teams) if teams else (),
        permutations=permutations,
        side_rotations=side_rotations,
        openings=tuple(read_openings(openings, game)) if openings else (),
        move_limit=move_limit or 0,
        on_fail=on_fail,
        stand_in=chosen_players([stand_in], known)[0][0],
        clock=Clock.parse(clock) if clock else None,
    )


def entrants(named: Sequence[str] | None, players_file: str | None) -> int:
    """How many players a command line names."""
    return len(named or ()) if named or not players_file else len(read_players(players_file))


def sizes(text: str) -> tuple[int, ...]:
    """Reads 2,2."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) == 1 for part in parts):
        raise UsageError(f"--teams {text}: expected numbers of seats, such as 2,2")
    return tuple(int(part) for part in parts)


def seats_for(game: str, named: int, filled: bool) -> int | None:
    """As many seats as players, where the game has so many; else its smallest number, and the match complains."""
    known = Game(game)
    seats = max(named, known.min_players) if filled else named
    return seats if known.min_players <= seats <= known.max_players else None
