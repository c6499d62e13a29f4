"""Results and luck of many games, player by player: what each won, what the dice gave it, and what is left."""

from collections.abc import Sequence
from dataclasses import dataclass

from embertree._core import Game, UsageError
from embertree.arena.luck import EVALUATION, OWN, Luck, Reckoning, reckoning_by
from embertree.arena.match import Finished
from embertree.arena.play import PlayedGame
from embertree.arena.settings import MatchSettings
from embertree.arena.standings import BlockMeans, Interval
from embertree.arena.store import Store
from embertree.records import Replayed, replay
from embertree.records.read import parse_record


@dataclass(frozen=True, slots=True)
class LuckRow:
    """One player; all on the scale of the objective, a mean over its games."""

    name: str
    games: int
    returned: Interval
    luck: Interval
    adjusted: Interval
    """What it returned less its luck."""


class LuckTable:
    """Takes games block by block and keeps sums only."""

    def __init__(self) -> None:
        self.games = 0
        self.events = 0
        self.sampled = 0
        self._means: dict[str, BlockMeans] = {}
        self._block: int | None = None

    def add(self, block: int, names: Sequence[str], returns: Sequence[float], luck: Luck) -> None:
        """A game; those of one block come together."""
        if block != self._block:
            self._end_block()
        self._block = block
        self.games += 1
        self.events += luck.events
        self.sampled += luck.sampled
        for name, value, given in zip(names, returns, luck.by_seat, strict=True):
            self._means.setdefault(name, BlockMeans(3)).add((value, given, value - given))

    def rows(self) -> list[LuckRow]:
        """Who did best without luck first."""
        self._end_block()
        self._block = None
        rows = [
            LuckRow(name, means.count, *(means.interval(i) for i in range(3))) for name, means in self._means.items()
        ]
        return sorted(rows, key=lambda row: (-row.adjusted.mean, row.name))

    def _end_block(self) -> None:
        for means in self._means.values():
            means.end_block()


class Judge:
    """Reckons the luck of games by the analyst that a command line names."""

    def __init__(self, analyst: str = EVALUATION, seed: int = 0) -> None:
        self.analyst = analyst
        self._seed = seed
        self._known: dict[tuple[object, ...], Reckoning] = {}

    def of_record(self, replayed: Replayed, specs: Sequence[str]) -> Luck:
        """`specs` by seat, for the analyst `own`."""
        final = replayed.final
        start = replayed.game.parse_position(final.starting_position())
        given = replayed.record.get("given", 0)
        return self._reckoning(replayed.game, specs).of_game(start, final.history(), given)

    def of_played(self, played: PlayedGame, specs: Sequence[str]) -> Luck:
        game = played.game
        start = game.new_initial_state() if played.start is None else game.parse_position(played.start)
        actions = [ply.action for ply in played.plies]
        return self._reckoning(game, specs).of_game(start, actions, played.given)

    def check(self, game: Game, specs: Sequence[str]) -> None:
        """A UsageError where the analyst cannot judge such games."""
        if not game.has_chance:
            raise UsageError(f"luck: {game.id} has no chance events")
        self._reckoning(game, specs)

    def _reckoning(self, game: Game, specs: Sequence[str]) -> Reckoning:
        key = (game, game.objective, *specs) if self.analyst == OWN else (game, game.objective)
        if key not in self._known:
            self._known[key] = reckoning_by(self.analyst, game, specs, seed=self._seed)
        return self._known[key]


class MatchLuck:
    """The luck of the games of a match. A store keeps it, so that it is reckoned once a game and analyst."""

    def __init__(self, settings: MatchSettings, analyst: str, store: Store | None) -> None:
        self._judge = Judge(analyst, settings.seed)
        self._judge.check(settings.game, settings.players)
        self._settings = settings
        self._names = settings.player_names()
        self._store = store
        self._played = LuckTable()
        if store and store.noted("luck") != analyst:
            store.forget_luck()
            store.note("luck", analyst)

    def add(self, finished: Finished) -> None:
        """A game that was played now."""
        played = finished.played
        if not played.ending.counts:
            return
        luck = self._judge.of_played(played, self._specs(finished.seating))
        if self._store:
            self._store.set_luck(finished.number, luck.by_seat)
        else:
            self._played.add(finished.block, self._seated(finished.seating), played.returns, luck)

    def table(self, *, only_known: bool = False) -> LuckTable:
        """Of all games, those among them that the store had before, or only of those whose luck is known already."""
        if not self._store:
            return self._played
        table = LuckTable()
        lacking: list[tuple[int, list[float]]] = []
        for facts, (number, ending, line) in zip(self._store.facts(words=False), self._store.records(), strict=True):
            if not ending.counts or (only_known and not facts.luck):
                continue
            record = parse_record(line, f"{self._store.path}, game {number + 1}")
            if facts.luck:
                luck = Luck(list(facts.luck))
            else:
                luck = self._judge.of_record(replay(record), self._specs(facts.seating))
                lacking.append((number, luck.by_seat))
            table.add(facts.block, self._seated(facts.seating), record["result"]["returns"], luck)
        for number, by_seat in lacking:
            self._store.set_luck(number, by_seat)
        return table

    def _specs(self, seating: Sequence[int]) -> list[str]:
        return [self._settings.players[player] for player in seating]

    def _seated(self, seating: Sequence[int]) -> list[str]:
        return [self._names[player] for player in seating]
