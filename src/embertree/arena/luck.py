"""What chance gave each seat of a game: over all chance events, the value after less the value expected before.

The value expected before an event is the mean of the values after its outcomes, by their weights, so luck has mean 0
whatever the analyst thinks of positions; the better it judges them, the more of a result's spread is luck that can be
taken off. Where an event has too many outcomes to look at all of them, some are drawn with their true chances, which
keeps the mean at 0 and adds noise; the reckoning says how many events that were.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from embertree._core import Game, State, UsageError
from embertree.agents.base import NO_LIMITS, Limits
from embertree.agents.spec import AGENTS, is_remote, make_search_agent
from embertree.seeds import derive, nth
from embertree.words import shown

Analyst = Callable[[State], Sequence[float]]
"""The value of a state for each seat, on the scale of the objective; asked at decisions only. It must answer the same
for the same state."""

EVALUATION = "evaluation"
OWN = "own"
OUTCOME_LIMIT = 256
"""Outcomes of one event that are all looked at; of more, so many are drawn."""
SAMPLES = 32


@dataclass
class Luck:
    """What the dice of one game gave."""

    by_seat: list[float]
    events: int = 0
    sampled: int = 0
    """Events of which only some outcomes were looked at."""


@dataclass
class Reckoning:
    """How luck is reckoned; one serves many games."""

    analysts: Sequence[Analyst]
    """By seat, each for its own value; or one for all."""
    outcome_limit: int = OUTCOME_LIMIT
    """Counting those of events that follow at once."""
    samples: int = SAMPLES
    seed: int = 0
    _known: dict[State, list[float]] = field(default_factory=dict)

    def of_game(self, start: State, actions: Iterable[int], given: int = 0) -> Luck:
        """The luck of a game that was played: its moves and chance outcomes, in order. The first `given` of them were
        set by an opening: nobody's luck."""
        actions = list(actions)
        luck = Luck([0.0] * start.num_players)
        # What is drawn follows from the whole game: another one has other draws, the same one the same.
        stream = derive(self.seed, "luck", hashlib.sha256(repr(actions).encode()).hexdigest())
        state = start.clone()
        for ply, action in enumerate(actions):
            if state.is_chance_node() and ply >= given:
                self._add(luck, state, action, stream)
            state.apply_action(action)
        self._known.clear()
        return luck

    def _add(self, luck: Luck, state: State, action: int, stream: int) -> None:
        outcomes = state.chance_outcomes()
        luck.events += 1
        if len(outcomes) == 1:
            return
        if len(outcomes) > self.outcome_limit:
            luck.sampled += 1
            # Drawn apart from the outcome that came, which is as likely as any of them.
            first = self.samples * luck.sampled
            outcomes = [(state.sample_chance(nth(stream, first + k)), 1) for k in range(self.samples)]
        more = self.outcome_limit // len(outcomes)
        after = self.value(state.child(action), more)
        before = self._mean(state, outcomes, more)
        for seat in range(len(luck.by_seat)):
            luck.by_seat[seat] += after[seat] - before[seat]

    def value(self, state: State, outcomes: int = OUTCOME_LIMIT) -> list[float]:
        """By seat: returns of a finished game, the analysts' word at a decision, and at a chance event the mean over
        its outcomes, or where these are more than `outcomes`, what the static evaluation thinks."""
        if state.is_terminal():
            return state.returns()
        if state.is_chance_node():
            possible = state.chance_outcomes()
            within = len(possible) <= outcomes
            return self._mean(state, possible, outcomes // len(possible)) if within else state.evaluate()
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._judged(state)
        return known

    def _judged(self, state: State) -> list[float]:
        if len(self.analysts) == 1:
            return list(self.analysts[0](state))
        return [analyst(state)[seat] for seat, analyst in enumerate(self.analysts)]

    def _mean(self, state: State, outcomes: Sequence[tuple[int, int]], more: int) -> list[float]:
        sums = [0.0] * state.num_players
        weights = 0
        for action, weight in outcomes:
            weights += weight
            for seat, value in enumerate(self.value(state.child(action), more)):
                sums[seat] += weight * value
        return [total / weights for total in sums]


# --- Analysts ---


class SearchAnalyst:
    """What a search of a SPEC thinks of a position; one at a decision is a function of the position alone."""

    def __init__(self, spec: str, game: Game, limits: Limits = NO_LIMITS, seed: int = 0) -> None:
        self._agent = make_search_agent(spec, game, limits)
        self._seed = seed

    def __call__(self, state: State) -> Sequence[float]:
        # Nothing may be left of the position before, neither a tree nor a count of decisions.
        self._agent.new_game(state.current_player(), self._seed)
        return self._agent.search(state).values


def evaluation(state: State) -> Sequence[float]:
    """The game's static evaluation."""
    return state.evaluate()


def reckoning_by(
    name: str, game: Game, players: Sequence[str] = (), limits: Limits = NO_LIMITS, seed: int = 0
) -> Reckoning:
    """The reckoning that a command line names: `evaluation`, a SPEC of a search, or `own` for the SPECs of `players`,
    by seat, each seat's luck then being what its own search thinks of it. `limits` serve SPECs without limits of their
    own. UsageError where there is no such analyst."""
    if name == EVALUATION:
        return Reckoning([evaluation], seed=seed)
    if name != OWN:
        return Reckoning([_analyst(name, game, limits, seed)], seed=seed)
    by_spec = {spec: _analyst(spec, game, limits, seed) for spec in dict.fromkeys(players)}
    return Reckoning([by_spec[spec] for spec in players], seed=seed)


def _analyst(spec: str, game: Game, limits: Limits, seed: int) -> Analyst:
    if is_remote(spec) or spec.partition(":")[0] not in AGENTS:
        raise UsageError(
            f"luck: {shown(spec)} cannot judge positions; there are: {EVALUATION}, {OWN} (each player's own search) "
            f"and the SPECs of {', '.join(AGENTS)}"
        )
    return SearchAnalyst(spec, game, limits, seed)
