"""Openings: where games begin, one line each.

moves roll:9 place:e7        the usual start, and what is played from there
seed 17                      the usual start with these dice
startpos players 4 seed 17   the same, as engine managers write it
POSITION moves ...           a position's line (`embertree show` prints it), and perhaps what is played from there
"""

from dataclasses import dataclass
from pathlib import Path

from embertree._core import Game, State, UsageError
from embertree.words import MAX_SEED, shown, whole_number


@dataclass(frozen=True, slots=True)
class Opening:
    """A line, read and checked."""

    start: str | None = None
    """A position's line; None for the usual start."""
    words: tuple[str, ...] = ()
    """Moves and chance outcomes from there."""
    seed: int | None = None
    """Of the chance events; None: the block's own."""

    def begin(self, game: Game) -> State:
        """The state before the words are played."""
        return game.new_initial_state() if self.start is None else game.parse_position(self.start)


def parse_opening(line: str, game: Game) -> Opening:
    """Reads a line for a game; a UsageError says what is wrong with it."""
    words = line.split()
    moves: list[str] = []
    if "moves" in words:
        at = words.index("moves")
        words, moves = words[:at], words[at + 1 :]
    seed = None
    if "seed" in words:
        at = words.index("seed")
        if at != len(words) - 2:
            raise UsageError("seed: expected one number, and nothing but moves after it")
        seed = whole_number(words[at + 1], "seed", 0, MAX_SEED)
        words = words[:at]
    if words[:1] == ["startpos"]:
        if words[1:2] == ["players"] and len(words) == 3:
            whole_number(words[2], "players", game.num_players, game.num_players)
        elif len(words) > 1:
            raise UsageError(f"{shown(' '.join(words))}: expected startpos, or startpos players N")
        words = []
    opening = Opening(" ".join(words) or None, tuple(moves), seed)
    _check(opening, game)
    return opening


def _check(opening: Opening, game: Game) -> None:
    state = opening.begin(game)
    own = state.game
    if opening.start is not None and (own.num_players, own.rules) != (game.num_players, game.rules):
        raise UsageError(
            f"the position is of {own.num_players} players with rules {own.rules or '(defaults)'}, "
            f"not {game.num_players} with {game.rules or '(defaults)'}"
        )
    for index, word in enumerate(opening.words, 1):
        if state.is_terminal():
            raise UsageError(f"moves, word {index}: the game is over")
        try:
            state.apply_action(state.string_to_action(word))
        except UsageError as trouble:
            raise UsageError(f"moves, word {index}: {trouble}") from None
    if state.is_terminal():
        raise UsageError("the game is over there")


def read_openings(path: str, game: Game) -> list[str]:
    """The lines of a file, every one checked; empty ones and those that begin with `# ` are passed over."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else "is not UTF-8 text"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    openings = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("# ") or line.strip() == "#":
            continue
        try:
            parse_opening(line, game)
        except UsageError as trouble:
            raise UsageError(f"{path}, line {number}: {trouble}") from None
        openings.append(" ".join(line.split()))
    if not openings:
        raise UsageError(f"{path}: there is no opening in it")
    return openings
