"""One game. The referee owns the rules: it checks every move, draws every chance event and tells agents no more than
their seats may know."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from embertree._core import CHANCE, Game, State
from embertree.agents import Agent, AgentFailure
from embertree.arena.ending import ABORTED, Ending, ending_of, forfeit_ranks, forfeit_returns
from embertree.protocol.position import heard_word
from embertree.seeds import ChanceDraws, derive

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
) -> PlayedGame:
    """Plays one game, `agents` by seat. Dice and agents draw from streams of their own that follow from `seed`.

    An agent that fails (AgentFailure) forfeits the game, which then is over. `on_ply` is called after each ply with the
    true state; it must leave the state alone.
    """
    if len(agents) != game.num_players:
        raise ValueError(f"{game.id} is played by {game.num_players} agents here, not {len(agents)}")
    played = PlayedGame(game, [agent.name for agent in agents], seed)
    state = game.new_initial_state()
    try:
        for seat, agent in enumerate(agents):
            with _responsible(seat):
                agent.new_game(seat, derive(seed, "agent", seat))
        played.ending = _play(state, agents, played.plies, ChanceDraws(seed), on_ply)
    except _Forfeit as forfeit:
        played.ending = forfeit.ending
    if played.ending.seat is not None and played.ending.forfeited:
        played.returns = forfeit_returns(game, played.ending.seat)
        played.ranks = forfeit_ranks(game.num_players, played.ending.seat)
    else:
        played.returns = state.returns()
        played.ranks = state.ranks()
    played.scores = state.scores()
    played.final_position = state.position
    return played


class _Forfeit(Exception):
    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.reason())
        self.ending = ending


@contextmanager
def _responsible(seat: int) -> Iterator[None]:
    """What fails within is this seat's failure."""
    try:
        yield
    except AgentFailure as failure:
        raise _Forfeit(Ending(failure.kind, seat, failure.detail)) from None


def _play(
    state: State,
    agents: Sequence[Agent],
    plies: list[Ply],
    draws: ChanceDraws,
    on_ply: Callable[[State, Ply], None] | None,
) -> Ending:
    heard = _Heard(state, agents)
    while not state.is_terminal():
        if len(plies) >= MAX_PLIES:
            return Ending(ABORTED, None, f"no end after {MAX_PLIES} plies")
        seat = state.current_player()
        if seat == CHANCE:
            action = draws.draw(state)
            ply = Ply(CHANCE, action, state.action_to_string(action))
        else:
            heard.tell(seat, agents[seat])
            with _responsible(seat):
                ply = _decide(state, seat, agents[seat])
        heard.add(state, ply)
        state.apply_action(ply.action)
        plies.append(ply)
        if on_ply:
            on_ply(state, ply)
    return ending_of(state)


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
        if told is not None:
            told(self._lists[seat])


def _decide(state: State, seat: int, agent: Agent) -> Ply:
    before = time.perf_counter()
    choice = agent.choose(state.view(seat))
    ms = (time.perf_counter() - before) * 1000
    why = state.why_illegal(choice.action)
    if why:
        known = 0 <= choice.action < state.game.num_distinct_actions
        word = state.action_to_string(choice.action) if known else f"action {choice.action}"
        raise Misplay(f"{agent.name} (seat {seat}) played {word}: {why}; position {state.position}")
    return Ply(seat, choice.action, state.action_to_string(choice.action), ms, _value_of(choice.values, seat))


def _value_of(values: Sequence[float], seat: int) -> float | None:
    return float(values[seat]) if seat < len(values) else None
