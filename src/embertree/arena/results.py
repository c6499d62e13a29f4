"""What is kept of a finished game for tables, ratings and tests: who sat where and how it ended, without its moves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game. Lists are by seat."""

    block: int
    """Games of one block share a seed and are not independent of each other; blocks are."""
    rotation: int
    names: tuple[str, ...]
    """Players; a name may sit in several seats."""
    ranks: tuple[int, ...]
    """From 1; ties share the better rank."""
    scores: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    """What a seat played beside its place, as a faction; empty where the game has no such thing."""
    luck: tuple[float, ...] = ()
    """What the dice gave each seat, on the scale of the objective; empty where nobody reckoned it."""
    kind: str = "won"
    """won, shared, or the kind of a forfeit (arena/ending.py)."""
    failed: int | None = None
    """The seat that forfeited."""

    @property
    def win_shares(self) -> tuple[float, ...]:
        """1 for a win, a shared win split, else 0."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)
