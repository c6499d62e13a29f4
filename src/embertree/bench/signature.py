"""The signature: fixed positions searched to fixed nodes with a fixed seed, folded into one number a line.

`game players search hash`, one line for each game, number of players and search. Every build on every machine prints
the same lines; a change that is not meant to change play leaves them alone.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from embertree._core import Found, Game, Searcher, State, UsageError, game_ids
from embertree.agents import Limits
from embertree.seeds import fnv1a64

SEED = 1
SEARCHES = {
    "mcts": Limits(nodes=2_000),
    # Some positions of the large games are too wide for two plies: the node limit ends those at the same node anywhere.
    "expectimax": Limits(nodes=20_000, depth=3),
}


class Line(NamedTuple):
    game: str
    players: int
    search: str
    hash: str

    def __str__(self) -> str:
        return f"{self.game} {self.players} {self.search} {self.hash}"


class Measured(NamedTuple):
    line: Line
    nodes: int
    seconds: float


def bench_dir() -> Path:
    """The folder `bench` of the source tree: up from the working directory, or the one this package was built in."""
    for root in (Path.cwd(), *Path.cwd().parents, *Path(__file__).resolve().parents):
        if (root / "bench" / "positions").is_dir() and (root / "native" / "games").is_dir():
            return root / "bench"
    raise UsageError(
        "bench: no folder bench/positions here or above; run it in a source tree, or name --positions and --signature"
    )


def positions(folder: Path, game: str) -> list[State]:
    """The bench positions of a game: lines of `folder/<game>.txt`, `#` opens a comment."""
    path = folder / f"{game}.txt"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else "is not UTF-8 text"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    states = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        try:
            state = Game(game).parse_position(line.strip())
        except UsageError as trouble:
            raise UsageError(f"{path}, line {number}: {trouble}") from None
        if state.current_player() < 0:
            raise UsageError(f"{path}, line {number}: nobody is to move")
        states.append(state)
    return states


def measure(folder: Path, games: Iterable[str] | None = None) -> Iterator[Measured]:
    """Searches everything and yields one line after another."""
    for game in games or game_ids():
        by_players: dict[int, list[State]] = {}
        for state in positions(folder, game):
            by_players.setdefault(state.num_players, []).append(state)
        known = Game(game)
        for players in range(known.min_players, known.max_players + 1):
            if players not in by_players:
                raise UsageError(f"{folder / game}.txt: no position for {players} players")
            for search in SEARCHES:
                yield _measure(game, players, search, by_players[players])


def _measure(game: str, players: int, search: str, states: Sequence[State]) -> Measured:
    began = time.process_time()
    folded = 0
    nodes = 0
    for state in states:
        # A searcher of its own, so that nothing is left over from the position before.
        searcher = Searcher(search, state.game, seed=SEED, hash_mb=64)
        searcher.start(state, **SEARCHES[search]._asdict())
        searcher.wait()
        found = searcher.found()
        nodes += found.nodes
        folded = fnv1a64(f"{folded:016x} {_text_of(found)}")
    return Measured(Line(game, players, search, f"{folded:016x}"), nodes, time.process_time() - began)


def _text_of(found: Found) -> str:
    """All that a search found, floats to the last bit."""
    moves = " ".join(
        f"{move.action}:{move.visits}:{'/'.join(value.hex() for value in move.values)}" for move in found.moves
    )
    return f"{found.best} {found.nodes} {found.depth} {moves}"


# --- The blessed file ---


def read_signature(path: Path) -> dict[tuple[str, int, str], str]:
    """(game, players, search) -> hash."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else "is not UTF-8 text"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    blessed = {}
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0] == "#":
            continue
        if len(words) != 4 or not words[1].isdecimal():
            raise UsageError(f"{path}, line {number}: expected 'game players search hash'")
        blessed[words[0], int(words[1]), words[2]] = words[3]
    return blessed


def differences(lines: Sequence[Line], blessed: dict[tuple[str, int, str], str], games: Sequence[str]) -> list[str]:
    """What differs between the lines and the blessed ones of those games, in words; empty where nothing does."""
    found = []
    for line in lines:
        was = blessed.get((line.game, line.players, line.search))
        if was is None:
            found.append(f"{line}: not in the signature")
        elif was != line.hash:
            found.append(f"{line}: the signature has {was}")
    made = {(line.game, line.players, line.search) for line in lines}
    for key in blessed:
        if key not in made and (key[0] in games or key[0] not in game_ids()):
            found.append(f"{key[0]} {key[1]} {key[2]}: in the signature, but nothing here makes it")
    return found


def write_signature(path: Path, lines: Sequence[Line]) -> None:
    """Blesses lines: those of other games stay as they were."""
    blessed = read_signature(path) if path.exists() else {}
    games = {line.game for line in lines}
    kept = {key: value for key, value in blessed.items() if key[0] not in games and key[0] in game_ids()}
    kept |= {(line.game, line.players, line.search): line.hash for line in lines}
    order = {game: i for i, game in enumerate(game_ids())}
    search_order = {search: i for i, search in enumerate(SEARCHES)}
    rows = sorted(kept.items(), key=lambda row: (order[row[0][0]], row[0][1], search_order.get(row[0][2], 99)))
    try:
        path.write_text("".join(f"{g} {n} {s} {h}\n" for (g, n, s), h in rows), encoding="utf-8")
    except OSError as trouble:
        raise UsageError(f"{path}: cannot be written: {trouble.strerror}") from None
