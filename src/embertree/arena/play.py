"""One game. The referee owns the rules: it checks every move, draws every chance event and tells agents no more than
their seats may know."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertree._core import CHANCE, Game, IllegalActionError, State
from embertree.agents import Agent
from embertree.seeds import ChanceDraws, derive

GAME_OVER = "game over"
"""The reason of a game that came to its end by the rules."""


class Misplay(RuntimeError):
    """An agent did what the rules do not allow; says who, what and why not."""


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
    reason: str = ""
    returns: list[float] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    final_position: str = ""

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

    `on_ply` is called after each ply with the true state; it must leave the state alone.
    """
    if len(agents) != game.num_players:
        raise ValueError(f"{game.id} is played by {game.num_players} agents here, not {len(agents)}")
    for seat, agent in enumerate(agents):
        agent.new_game(seat, derive(seed, "agent", seat))
    played = PlayedGame(game, [agent.name for agent in agents], seed)
    draws = ChanceDraws(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        seat = state.current_player()
        if seat == CHANCE:
            action = draws.draw(state)
            ply = Ply(CHANCE, action, state.action_to_string(action))
            state.apply_action(action)
        else:
            ply = _decide(state, seat, agents[seat])
        played.plies.append(ply)
        if on_ply:
            on_ply(state, ply)
    played.reason = GAME_OVER
    played.returns = state.returns()
    played.scores = state.scores()
    played.ranks = state.ranks()
    played.final_position = state.position
    return played


def _decide(state: State, seat: int, agent: Agent) -> Ply:
    before = time.perf_counter()
    choice = agent.choose(state.view(seat))
    ms = (time.perf_counter() - before) * 1000
    why = state.why_illegal(choice.action)
    if why:
        known = 0 <= choice.action < state.game.num_distinct_actions
        word = state.action_to_string(choice.action) if known else f"action {choice.action}"
        raise Misplay(f"{agent.name} (seat {seat}) played {word}: {why}; position {state.position}")
    ply = Ply(seat, choice.action, state.action_to_string(choice.action), ms, _value_of(choice.values, seat))
    try:
        state.apply_action(choice.action)
    except IllegalActionError as trouble:  # pragma: no cover - why_illegal and apply_action agree
        raise Misplay(f"{agent.name} (seat {seat}): {trouble}") from None
    return ply


def _value_of(values: Sequence[float], seat: int) -> float | None:
    return float(values[seat]) if seat < len(values) else None
