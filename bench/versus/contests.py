"""All contests, with the sides that can take part here."""

import importlib
from collections.abc import Callable, Iterator
from types import ModuleType

from embertree import Game
from embertree.bench.memory import resident_bytes
from versus import embertree_side as ours
from versus import loops, memory
from versus.bare import BarePrograms
from versus.contest import OURS, Contest

Sides = dict[str, Callable[[float], float]]

INSTALL = {
    "open_spiel": "pip install open_spiel",
    "pgx": 'pip install pgx "jax[cpu]"',
    "pettingzoo": "pip install pettingzoo pygame",
}
TITLES = {"connect_four": "connect four", "tic_tac_toe": "tic-tac-toe", "pig": "Pig"}
GAMES = (("connect_four", 2), ("tic_tac_toe", 2), ("pig", 2), ("pig", 5))

SEARCH = "Monte Carlo tree search"
PLAYOUTS = "Random games in the core"
LOOPS = "Random games from Python"
CALLS = "Python calls"
BATCHES = "Batches"
EXPECTIMAX = "Expectimax"
LARGE = "Large games"
MEMORY = "Memory"
CHAPTERS = (SEARCH, PLAYOUTS, LOOPS, CALLS, BATCHES, EXPECTIMAX, LARGE, MEMORY)


def installed_peers() -> dict[str, ModuleType]:
    found = {}
    for name in INSTALL:
        try:
            found[name] = importlib.import_module(f"versus.{name}_side")
        except ImportError:
            continue
    return found


def all_contests(peers: dict[str, ModuleType], bare: BarePrograms) -> Iterator[Contest]:
    yield from _searches(peers, bare)
    yield from _playouts(peers, bare)
    yield from _python(peers)
    yield from _batches(peers)
    yield from _expectimax(peers, bare)
    yield from _large(peers, bare)
    for what, grown in memory.WHATS.items() if resident_bytes() is not None else ():
        sides = {OURS: memory.side(OURS, what)}
        if "open_spiel" in peers:
            sides["open_spiel"] = memory.side("open_spiel", what)
        yield Contest(f"memory {what}", MEMORY, grown.title, "bytes", sides, {OURS: 24.0} if what == "tree" else {})


def _title(game: str, players: int) -> str:
    return TITLES[game] + (f", {players} players" if game == "pig" else "")


def _searches(peers: dict[str, ModuleType], bare: BarePrograms) -> Iterator[Contest]:
    aims = {
        ("connect_four", 2, 20_000): 15.0,
        ("connect_four", 2, 200_000): 12.0,
        ("pig", 2, 20_000): 4.5,
        ("pig", 5, 20_000): 5.0,
    }
    for game, players in GAMES:
        for simulations in (2_000, 20_000, 200_000):
            sides = {OURS: ours.search(game, players, simulations)}
            if "open_spiel" in peers:
                sides["open_spiel"] = peers["open_spiel"].search(game, players, simulations)
            if game != "tic_tac_toe":
                explore = ours.explore(players)
                sides |= bare.side("bare_uct", "sims_per_second", game, simulations, "{}", players, explore)
            aim = aims.get((game, players, simulations))
            yield Contest(
                f"mcts {game} {players} {simulations}",
                SEARCH,
                f"{_title(game, players)}, {simulations:,}",
                "simulations/s",
                sides,
                {"open_spiel": aim} if aim else {},
            )


def _playouts(peers: dict[str, ModuleType], bare: BarePrograms) -> Iterator[Contest]:
    for game, players in GAMES:
        sides: Sides = {OURS: ours.playouts(game, players, "games")}
        if "open_spiel" in peers:
            sides["open_spiel"] = peers["open_spiel"].playouts(game, players)
        arguments = (players, "{}", 0) if game == "pig" else ("{}",)
        sides |= bare.side(f"bare_{game}", "games_per_second", *arguments)
        yield Contest(f"playouts {game} {players}", PLAYOUTS, _title(game, players), "games/s", sides, {"bare": 0.5})


def _python(peers: dict[str, ModuleType]) -> Iterator[Contest]:
    for game, players in GAMES[:3]:
        sides = {OURS: loops.python_steps(Game(game, players).new_initial_state)}
        if "open_spiel" in peers:
            sides["open_spiel"] = loops.python_steps(peers["open_spiel"].new_states(game))
        if game != "pig" and "pettingzoo" in peers:
            sides["pettingzoo"] = peers["pettingzoo"].python_steps(game)
        aims = {"open_spiel": 2.0} if game == "connect_four" else {}
        yield Contest(f"loop {game} {players}", LOOPS, _title(game, players), "steps/s", sides, aims)
    for call, aim in (("apply_action", 130.0), ("clone", 200.0), ("legal_actions", 180.0)):
        sides = {OURS: loops.one_call(call, Game("connect_four").new_initial_state)}
        if "open_spiel" in peers:
            sides["open_spiel"] = loops.one_call(call, peers["open_spiel"].new_states("connect_four"))
        yield Contest(f"call {call}", CALLS, f"`{call}`, connect four", "ns", sides, {OURS: aim})


def _batches(peers: dict[str, ModuleType]) -> Iterator[Contest]:
    for size in (1, 16, 64, 256, 1024, 4096):
        sides: Sides = {OURS: ours.batch_games(size)}
        sides["one at a time"] = loops.python_steps(Game("connect_four").new_initial_state)
        if "pgx" in peers:
            sides["pgx"] = peers["pgx"].batch_games(size)
        aims = {OURS: 5e6, "pgx": 2.5} if size == 1024 else {}
        yield Contest(f"batch {size}", BATCHES, f"connect four, {size:,} at once", "steps/s", sides, aims)


def _expectimax(peers: dict[str, ModuleType], bare: BarePrograms) -> Iterator[Contest]:
    sides: Sides = {OURS: ours.expectimax_leaves(8)}
    if "open_spiel" in peers:
        sides["open_spiel"] = peers["open_spiel"].expectimax_leaves(5)
    sides |= bare.side("bare_pig", "leaves_per_second", 2, 0, "{}")
    yield Contest("expectimax pig", EXPECTIMAX, "Pig, depth 8, every leaf", "leaves/s", sides)


def _large(peers: dict[str, ModuleType], bare: BarePrograms) -> Iterator[Contest]:
    """Peers of these games are no packages; what they did elsewhere is known in units of a search that is one."""
    unit: Sides = {}
    if "open_spiel" in peers:
        unit["unit"] = peers["open_spiel"].search("connect_four", 2, 20_000)
    for players in (2, 3, 4):
        sides: Sides = {OURS: ours.player_rounds("stone_age", players), **unit}
        sides |= bare.side("bare_stone_age", "player_rounds_per_second", players, "{}")
        yield Contest(
            f"large stone_age {players}",
            LARGE,
            f"Stone Age, {players} players",
            "player-rounds/s",
            sides,
            {"unit": 15.8, "bare": 0.6},
        )
    for game, title, aim in (("terra_mystica", "Terra Mystica", 3.5), ("volcano_island", "Volcano Island", 21.0)):
        sides = {OURS: ours.playouts(game, 4, "actions"), **unit}
        if game == "volcano_island":
            sides |= bare.side("bare_volcano", "actions_per_second")
        yield Contest(f"large {game} 4", LARGE, f"{title}, 4 players", "decisions/s", sides, {"unit": aim})
