"""A game with a person at the table: it stops where the person decides, and takes back what can be taken back."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from embertree._core import CHANCE, Game, State
from embertree.agents import Agent
from embertree.arena.play import Ply
from embertree.protocol.position import heard_word
from embertree.seeds import ChanceDraws, derive


class Event(NamedTuple):
    """One ply, as the person may know it."""

    seat: int
    """Who decided, or CHANCE."""
    word: str


class Table:
    """One game of a person in one seat against agents in all others."""

    def __init__(self, game: Game, seat: int, agents: Mapping[int, Agent], seed: int) -> None:
        self.game = game
        self.seat = seat
        self.agents = agents
        self.state = game.new_initial_state()
        self.plies: list[Ply] = []
        self._draws = ChanceDraws(seed)
        self._heard: list[list[str]] = [[] for _ in range(game.num_players)]
        # Where the person decided: how many plies there were, and the state then.
        self._decisions: list[tuple[int, State]] = []
        for other, agent in agents.items():
            agent.new_game(other, derive(seed, "agent", other))

    @property
    def view(self) -> State:
        """The state as the person may know it."""
        return self.state.view(self.seat)

    @property
    def over(self) -> bool:
        return self.state.is_terminal()

    @property
    def heard(self) -> list[str]:
        """All that was played, in words as the person may know them."""
        return list(self._heard[self.seat])

    def go_on(self) -> Iterator[Event]:
        """Chance and the others, until the person is to decide or the game is over. An agent that cannot go on raises
        AgentFailure; the table is then as it was before its decision."""
        while not self.over and self.state.current_player() != self.seat:
            mover = self.state.current_player()
            if mover == CHANCE:
                action = self._draws.draw(self.state)
            else:
                agent = self.agents[mover]
                told = getattr(agent, "told", None)
                if told is not None:
                    told(self._heard[mover])
                action = agent.choose(self.state.view(mover)).action
            yield self._apply(mover, action)

    def decide(self, action: int) -> Event:
        """The person's decision; IllegalActionError leaves the table as it is."""
        before = self.state.clone()
        event = self._apply(self.seat, action)
        self._decisions.append((len(self.plies) - 1, before))
        return event

    def take_back(self) -> str:
        """Takes back the person's last decision and what the others answered. Not where chance has spoken since: who
        knows the dice would choose again. Returns why not; empty where it is done."""
        if not self._decisions:
            return "there is no decision of yours to take back"
        count, before = self._decisions[-1]
        chance = next((ply for ply in self.plies[count:] if ply.seat == CHANCE), None)
        if chance is not None:
            return "chance came between, and what it has shown cannot be unseen"
        self._decisions.pop()
        del self.plies[count:]
        for words in self._heard:
            del words[count:]
        self.state = before
        return ""

    def _apply(self, seat: int, action: int) -> Event:
        ply = Ply(seat, action, self.state.action_to_string(action))
        words = [heard_word(self.state, action, each) for each in range(self.game.num_players)]
        seen = self.state.action_to_string(action, self.seat)
        self.state.apply_action(action)
        self.plies.append(ply)
        for heard, word in zip(self._heard, words, strict=True):
            heard.append(word)
        return Event(seat, seen)
