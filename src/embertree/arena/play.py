"""One game. The referee owns the rules: it checks every move, draws every chance event and tells agents no more than
their seats may know."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertree._core import CHANCE, Game, State
from embertree.agents import Agent, AgentFailure, Choice
from embertree.agents.spec import make_search_agent
from embertree.arena.clock import Clock, Clocks
from embertree.arena.ending import ABORTED, Ending, adjudicated, ending_of, result_of
from embertree.arena.openings import Opening
from embertree.protocol.position import heard_word
from embertree.seeds import ChanceDraws, chance_verb, derive

MAX_PLIES = 100_000
"""No game lasts so long; players who never end it are stopped."""


UNFINISHED = Ending(ABORTED, None, "not finished")


class Misplay(RuntimeError):
    """One of our own agents did what the rules do not allow, which is our mistake; says who, what and why not."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One action or chance outcome of a game that was played."""

    seat: int
    """The seat that decided, or CHANCE."""
    action: int
    word: str
    ms: float = 0.0
    value: float | None = None
    """What the mover expected for itself, on the scale of the objective; None where it did not say."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is played under, beside its rules."""

    opening: Opening | None = None
    agents_seed: int | None = None
    """Of the agents' own choices; None: that of the game."""
    clock: Clock | None = None
    move_limit: int = 0
    """Decisions after which the game is scored as it stands; 0: never."""
    on_fail: str = "last"
    stand_in: str = "greedy"
    """Who plays on where `on_fail` is substitute: one of our own agents, which do not fail."""


@dataclass(slots=True)
class PlayedGame:
    """A finished game, with all that a record needs."""

    game: Game
    players: list[str]
    """Names by seat."""
    seed: int
    plies: list[Ply] = field(default_factory=list)
    ending: Ending = UNFINISHED
    returns: list[float] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    final_position: str = ""
    start: str | None = None
    """The position where it began; None for the usual start."""
    given: int = 0
    """How many of the first plies came from an opening."""
    clock: str | None = None

    @property
    def reason(self) -> str:
        return self.ending.reason()

    @property
    def win_shares(self) -> list[float]:
        """By seat: 1 for a win, a shared win split, else 0; whatever the objective."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]


def play_game(
    game: Game,
    agents: Sequence[Agent],
    seed: int = 0,
    *,
    on_ply: Callable[[State, Ply], None] | None = None,
    terms: Terms | None = None,
) -> PlayedGame:
    """Plays one game, `agents` by seat. Dice and agents draw from streams of their own that follow from `seed`.

    An agent that fails (AgentFailure) forfeits the game, which then is over unless the terms say otherwise. `on_ply` is
    called after each ply with the true state; it must leave the state alone.
    """
    if len(agents) != game.num_players:
        raise ValueError(f"{game.id} is played by {game.num_players} agents here, not {len(agents)}")
    return _Referee(game, agents, seed, terms or Terms(), on_ply).play()


class _GameEnds(Exception):
    """An agent's failure ends the game."""


class _Referee:
    """One game under way."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        terms: Terms,
        on_ply: Callable[[State, Ply], None] | None,
    ) -> None:
        self._agents = list(agents)
        self._terms = terms
        self._on_ply = on_ply
        opening = terms.opening or Opening()
        self._opening = opening
        self._state = opening.begin(game)
        self._start = opening.start
        self._played = PlayedGame(game, [agent.name for agent in agents], seed, start=opening.start)
        self._agents_seed = seed if terms.agents_seed is None else terms.agents_seed
        self._draws = ChanceDraws(seed)
        self._heard = _Heard(self._state, agents)
        self._clocks = Clocks(terms.clock, game.num_players) if terms.clock else None
        self._failures: list[tuple[int, AgentFailure]] = []
        self._stand_ins: dict[int, Agent] = {}

    def play(self) -> PlayedGame:
        played, state = self._played, self._state
        try:
            for seat in range(len(self._agents)):
                self._seat(seat)
            self._play_opening()
            ending = self._play_on()
        except _GameEnds:
            ending = self._failed_ending()
        finally:
            for agent in self._stand_ins.values():
                agent.close()
        played.ending = ending
        played.returns, played.ranks = result_of(state, ending)
        played.scores = state.scores()
        played.final_position = state.position
        played.clock = self._terms.clock.text() if self._terms.clock else None
        return played

    # --- The game ---

    def _play_opening(self) -> None:
        for word in self._opening.words:
            state = self._state
            action = state.string_to_action(word)
            seat = state.current_player()
            if seat == CHANCE:
                self._draws.count(chance_verb(state))
            self._apply(Ply(seat, action, state.action_to_string(action)))
        self._played.given = len(self._played.plies)

    def _play_on(self) -> Ending:
        state = self._state
        limit = self._terms.move_limit
        decisions = 0
        plies = self._played.plies
        while not state.is_terminal():
            if len(plies) >= MAX_PLIES:
                return Ending(ABORTED, None, f"no end after {MAX_PLIES} plies")
            seat = state.current_player()
            if seat == CHANCE:
                action = self._draws.draw(state)
                self._apply(Ply(CHANCE, action, state.action_to_string(action)))
                continue
            if limit and decisions == limit:
                return self._failed_ending() if self._failures else adjudicated(state, limit)
            self._apply(self._decide(seat))
            decisions += 1
        return self._failed_ending() if self._failures else ending_of(state)

    def _apply(self, ply: Ply) -> None:
        state = self._state
        self._heard.add(state, ply)
        state.apply_action(ply.action)
        self._played.plies.append(ply)
        if self._on_ply:
            self._on_ply(state, ply)

    def _decide(self, seat: int) -> Ply:
        while True:
            agent = self._agents[seat]
            try:
                return self._decided(seat, agent)
            except AgentFailure as failure:
                self._fail(seat, failure)

    def _decided(self, seat: int, agent: Agent) -> Ply:
        state = self._state
        clocks = self._clocks if seat not in self._stand_ins else None  # the time was spent before they came
        self._heard.tell(seat, agent)
        if clocks is not None:
            on_clock = getattr(agent, "on_clock", None)
            if on_clock is not None:
                on_clock(clocks.left(), clocks.increment_ms)
        view = state.view(seat)
        before = time.perf_counter()
        choice = agent.choose(view)
        ms = choice.ms if choice.ms is not None else (time.perf_counter() - before) * 1000
        if clocks is not None and not clocks.spend(seat, ms):
            raise AgentFailure("timeout", f"its clock is overdrawn by {-clocks.left_ms[seat]:.0f} ms")
        if not state.is_legal(choice.action):
            self._misplay(seat, agent, choice)
        value = float(choice.values[seat]) if seat < len(choice.values) else None
        return Ply(seat, choice.action, state.action_to_string(choice.action), ms, value)

    def _misplay(self, seat: int, agent: Agent, choice: Choice) -> None:
        state = self._state
        known = 0 <= choice.action < state.game.num_distinct_actions
        word = state.action_to_string(choice.action) if known else f"action {choice.action}"
        why = state.why_illegal(choice.action)
        raise Misplay(f"{agent.name} (seat {seat}) played {word}: {why}; position {state.position}")

    # --- Players ---

    def _seat(self, seat: int) -> None:
        """Tells an agent that a game begins."""
        agent = self._agents[seat]
        try:
            self._begin(seat, agent)
        except AgentFailure as failure:
            self._fail(seat, failure)

    def _begin(self, seat: int, agent: Agent) -> None:
        agent.new_game(seat, derive(self._agents_seed, "agent", seat))
        if self._start is not None:
            begins_at = getattr(agent, "begins_at", None)
            if begins_at is not None:
                begins_at(self._opening.begin(self._played.game).view(seat).position)

    def _fail(self, seat: int, failure: AgentFailure) -> None:
        """What follows a failure: the end of the game, or somebody else in this seat."""
        self._failures.append((seat, failure))
        if self._terms.on_fail != "substitute" or len(self._failures) >= len(self._agents):
            raise _GameEnds
        agent: Agent = make_search_agent(self._terms.stand_in, self._played.game)
        self._agents[seat] = self._stand_ins[seat] = agent
        self._begin(seat, agent)

    def _failed_ending(self) -> Ending:
        (seat, failure), *others = self._failures
        later = tuple(other for other, _ in others)
        if len(self._failures) >= len(self._agents) and self._terms.on_fail == "substitute":
            return Ending(ABORTED, None, f"every player has failed; the last {failure.kind}: {failure.detail}")
        if self._terms.on_fail == "abort":
            return Ending(ABORTED, seat, f"{failure.kind} of seat {seat}: {failure.detail}")
        stand_in = self._terms.stand_in if self._terms.on_fail == "substitute" else ""
        return Ending(failure.kind, seat, failure.detail, stand_in, later)


class _Heard:
    """What each seat has heard of the game, in words, for the agents that want to be told."""

    def __init__(self, state: State, agents: Sequence[Agent]) -> None:
        wanted = any(hasattr(agent, "told") for agent in agents)
        self._hidden = state.game.has_hidden
        # One list serves all where nobody knows more than the others.
        lists: list[list[str]] = [[] for _ in agents] if self._hidden else [[]] * len(agents)
        self._lists = lists if wanted else []

    def add(self, state: State, ply: Ply) -> None:
        """A ply that is about to be played."""
        if not self._lists:
            return
        if self._hidden:
            for seat, words in enumerate(self._lists):
                words.append(heard_word(state, ply.action, seat))
        else:
            self._lists[0].append(ply.word)

    def tell(self, seat: int, agent: Agent) -> None:
        told = getattr(agent, "told", None)
        if told is not None and self._lists:
            told(self._lists[seat])
