"""What each player's choices lose: `python bench/regret.py pig 2 mcts:nodes=100 mcts:nodes=1000,explore=0.1`.

Whole games between nearly equal players say little for their time: a hundred of them tell 0.5 from 0.6, no better. Here
every player chooses in the same positions, and where they differ each move is searched by itself (`--judge`, the mean
of several). A choice's regret is what the best of these moves has more than its own, in the objective's values; the
first player is whom the others are compared with, position by position, with 95 % intervals.

Positions are about every twelfth choice of games that `--by` plays against itself. The judge is a search too: give it
more nodes than the players, and where two parameters compete judges of both, since each likes what it would do itself.
"""

import argparse
import itertools
import random
import statistics
import sys
from collections.abc import Iterator

from embertree import Game, State, UsageError
from embertree.agents import Agent, make_agent
from embertree.agents.spec import make_search_agent
from embertree.arena.standings import student_95
from embertree.seeds import nth

EVERY = 12


def positions(game: Game, by: Agent, seed: int) -> Iterator[State]:
    for number in itertools.count():
        state = game.new_initial_state()
        own = nth(seed, number)
        by.new_game(0, own)
        # The first one at random, so that no two games are looked at alike.
        until = random.Random(own).randrange(EVERY)
        for ply in itertools.count():
            if state.is_terminal():
                break
            if state.current_player() < 0:
                state.apply_action(state.random_action(nth(own, ply)))
                continue
            if len(state.legal_actions()) > 1:
                if until == 0:
                    yield state
                    until = EVERY
                until -= 1
            state.apply_action(by.choose(state).action)


class Judge:
    """What a move is worth to the seat that makes it."""

    def __init__(self, game: Game, specs: list[str], seed: int) -> None:
        self._seed = seed
        self._agents = [make_search_agent(spec, game) for spec in specs]

    def __call__(self, state: State, action: int) -> float:
        mover = state.current_player()
        values = []
        for i, agent in enumerate(self._agents):
            agent.new_game(mover, nth(self._seed, i))
            agent.limits = agent.limits._replace(searchmoves=(action,))
            values.append(agent.search(state).values[mover])
        return statistics.fmean(values)


def measure(chosen: argparse.Namespace) -> list[list[float]]:
    """Regrets by player, then by position."""
    game = Game(chosen.game, chosen.players, chosen.rules)
    by = make_agent(chosen.by, game)
    players = [make_agent(spec, game) for spec in chosen.player]
    judge = Judge(game, chosen.judge or ["mcts:nodes=40000"], chosen.seed)
    regrets: list[list[float]] = [[] for _ in players]
    try:
        for k, state in enumerate(itertools.islice(positions(game, by, chosen.seed), chosen.positions)):
            actions = []
            for player in players:
                player.new_game(state.current_player(), nth(chosen.seed + 1, k))
                actions.append(player.choose(state.clone()).action)
            different = dict.fromkeys(actions)
            worth = {each: judge(state, each) if len(different) > 1 else 0.0 for each in different}
            for own, action in zip(regrets, actions, strict=True):
                own.append(max(worth.values()) - worth[action])
            if sys.stderr.isatty():
                print(f"\r{k + 1} of {chosen.positions} positions", end="", file=sys.stderr)
    finally:
        for agent in (by, *players):
            agent.close()
    return regrets


def table(names: list[str], regrets: list[list[float]]) -> Iterator[str]:
    count = len(regrets[0])
    yield f"{'regret of a choice, in thousandths':<50} {'mean':>7} {'less than the first':>22}"
    for name, own in zip(names, regrets, strict=True):
        gains = [first - mine for first, mine in zip(regrets[0], own, strict=True)]
        error = student_95(count - 1) * statistics.stdev(gains) / count**0.5
        shown = "" if own is regrets[0] else f"{1000 * statistics.fmean(gains):+.2f} ±{1000 * error:.2f}"
        yield f"{name:<50} {1000 * statistics.fmean(own):>7.2f} {shown:>22}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("player", nargs="+", metavar="SPEC", help="whose choices are judged")
    parser.add_argument("--rules", default="", help="as of `embertree match`")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--by", default="mcts:nodes=400", metavar="SPEC", help="who plays the games")
    parser.add_argument("--judge", action="append", metavar="SPEC", help="a search; several may be given")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.positions < 2:
        parser.error("--positions: at least 2 are expected, for an error")
    try:
        regrets = measure(chosen)
    except UsageError as trouble:
        parser.error(str(trouble))
    print("\n".join(table(chosen.player, regrets)))


if __name__ == "__main__":
    main()
