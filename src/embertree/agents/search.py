"""An agent that asks one of the core's searches."""

from collections.abc import Sequence

from embertree._core import Found, Game, Searcher, State
from embertree.agents.base import CLOCK_ONLY, Choice, Evaluator, Limits
from embertree.agents.clock import clock_share
from embertree.seeds import nth

# Of a decision on a clock, for all that is not the search.
_OVERHEAD_MS = 2


class SearchAgent:
    """Plays what a `Searcher` finds within its limits."""

    def __init__(
        self,
        search: str,
        game: Game,
        limits: Limits,
        *,
        params: str = "",
        seed: int | None = None,
        threads: int = 1,
        hash_mb: int = 256,
        reuse: bool = False,
        name: str | None = None,
        evaluator: Evaluator | None = None,
        evaluator_batch: int = 16,
    ) -> None:
        self.name = name or search
        self.limits = limits
        self._clocks: tuple[tuple[int, ...], int] | None = None
        self._reuse = reuse
        self._fixed_seed = seed
        self._seed = seed or 0
        self._decisions = 0
        self._searcher = Searcher(
            search,
            game,
            params,
            seed=seed or 0,
            hash_mb=hash_mb,
            threads=threads,
            evaluator=evaluator,
            evaluator_batch=evaluator_batch,
        )

    def new_game(self, seat: int, seed: int) -> None:
        self._searcher.clear()
        # A seed in the SPEC is the user's word: it stays the same from game to game.
        self._seed = seed if self._fixed_seed is None else self._fixed_seed
        self._decisions = 0
        self._clocks = None

    def on_clock(self, left_ms: Sequence[int], increment_ms: int) -> None:
        self._clocks = (tuple(left_ms), increment_ms)

    def choose(self, state: State) -> Choice:
        found = self.search(state)
        return Choice(found.best, tuple(found.values), found.nodes, found.depth, found.note)

    def search(self, state: State) -> Found:
        """All that the search found, where `choose` keeps only the action."""
        # Each decision has a seed of its own: a search is a function of seed and position, and a random player who
        # comes to the same position again must not do the same for ever.
        self._decisions += 1
        self._searcher.set_seed(nth(self._seed, self._decisions))
        try:
            self._searcher.start(state, **self._limits_of(state)._asdict(), reuse=self._reuse)
            # In short waits, so that Ctrl-C is heard meanwhile.
            while not self._searcher.wait(50):
                pass
        except BaseException:
            self.close()
            raise
        return self._searcher.found()

    def found(self) -> Found:
        """The latest report, also of a search that was interrupted."""
        return self._searcher.found()

    def _limits_of(self, state: State) -> Limits:
        limits = self.limits
        if self._clocks is None:
            # Who has no clock after all must have an end.
            return Limits(movetime_ms=1000) if limits == CLOCK_ONLY else limits
        left, increment = self._clocks
        share = clock_share(state, left[state.current_player()], increment, 0, _OVERHEAD_MS)
        return limits._replace(infinite=False, movetime_ms=min(limits.movetime_ms or share, share))

    def close(self) -> None:
        self._searcher.stop()
        self._searcher.wait()
