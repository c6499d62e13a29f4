"""Players of a match, made when they are needed first and kept for the games to come: an engine starts once, not once a
game. In a tournament of many only those that played last are kept."""

from collections import OrderedDict

from embertree._core import Game, UsageError
from embertree.agents import Agent, AgentFailure, Choice, make_agent
from embertree.agents.base import CLOCK_ONLY, NO_LIMITS
from embertree.agents.spec import make_search_agent, name_of
from embertree.arena.play import PlayedGame, Terms, play_game
from embertree.arena.schedule import Schedule, ScheduledGame
from embertree.arena.settings import MatchSettings

KEPT = 16
"""Players who may wait for their next game."""


class _Absent:
    """A player that did once start, and does no more."""

    def __init__(self, name: str, trouble: str) -> None:
        self.name = name
        self._trouble = trouble

    def new_game(self, seat: int, seed: int) -> None:
        raise AgentFailure("crash", self._trouble)

    def choose(self, state: object) -> Choice:
        raise AgentFailure("crash", self._trouble)

    def close(self) -> None:
        return None


class Pool:
    """Makes and keeps the players of one match, in one process."""

    def __init__(self, settings: MatchSettings) -> None:
        self._settings = settings
        self._schedule = Schedule(settings)
        self._names = settings.player_names()
        limits = settings.limits
        self._limits = CLOCK_ONLY if settings.clock and limits == NO_LIMITS else limits
        # By player, and which of its seats at one table.
        self._agents: OrderedDict[tuple[int, int], Agent] = OrderedDict()

    def check(self) -> None:
        """Makes every player once, so that a wrong SPEC ends the match before its first game."""
        make_search_agent(self._settings.stand_in, self._settings.game).close()
        for player in range(len(self._settings.players)):
            self._agents[player, 0] = self._make(player)
            self._shrink(KEPT)

    def play(self, number: int) -> PlayedGame:
        """The game of that number."""
        scheduled = self._schedule[number]
        agents = self._seated(scheduled)
        settings = self._settings
        terms = Terms(
            opening=self._schedule.opening(scheduled.opening),
            agents_seed=scheduled.agents_seed,
            clock=settings.clock,
            move_limit=settings.move_limit,
            on_fail=settings.on_fail,
            stand_in=settings.stand_in,
        )
        played = play_game(scheduled.game, agents, scheduled.seed, terms=terms)
        for key in [key for key, agent in self._agents.items() if isinstance(agent, _Absent)]:
            del self._agents[key]  # it may start again for its next game
        return played

    def close(self) -> None:
        """Everybody may go, with the time that takes."""
        while self._agents:
            self._agents.popitem()[1].close()

    def kill(self) -> None:
        """Everybody goes at once."""
        while self._agents:
            _, agent = self._agents.popitem()
            kill = getattr(agent, "kill", agent.close)
            kill()

    def _seated(self, scheduled: ScheduledGame) -> list[Agent]:
        seats: dict[int, int] = {}
        keys = []
        for player in scheduled.seating:
            copy = seats.get(player, 0)
            seats[player] = copy + 1
            keys.append((player, copy))
        for key in keys:
            if key in self._agents:
                self._agents.move_to_end(key)
                self._adapt(key, scheduled.game)
            else:
                self._agents[key] = self._made(key[0], scheduled.game)
        self._shrink(max(KEPT, len(keys)))
        return [self._agents[key] for key in keys]

    def _adapt(self, key: tuple[int, int], game: Game) -> None:
        """Where sides go around, the same player plays by other rules."""
        use_game = getattr(self._agents[key], "use_game", None)
        if use_game is not None and self._settings.side_rotations:
            try:
                use_game(game)
            except Exception as trouble:
                self._agents[key] = _Absent(self._names[key[0]], str(trouble))

    def _made(self, player: int, game: Game) -> Agent:
        try:
            agent = self._make(player)
        except UsageError as trouble:
            return _Absent(self._names[player], str(trouble))
        self._agents[player, -1] = agent
        self._adapt((player, -1), game)
        return self._agents.pop((player, -1))

    def _make(self, player: int) -> Agent:
        settings = self._settings
        agent = make_agent(settings.players[player], settings.game, self._limits, log=settings.log)
        agent.name = self._shown_name(player)
        return agent

    def _shown_name(self, player: int) -> str:
        # As records have always had it: the SPEC, without the number of equal ones.
        return self._names[player] if self._settings.names else name_of(self._settings.players[player])

    def _shrink(self, most: int) -> None:
        while len(self._agents) > most:
            self._agents.popitem(last=False)[1].close()
