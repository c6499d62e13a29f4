"""PettingZoo's classic games, through its turn-based interface."""

from collections.abc import Callable

from pettingzoo.classic import connect_four_v3, tictactoe_v3

from versus.contest import paced

GAMES = {"connect_four": connect_four_v3, "tic_tac_toe": tictactoe_v3}


def python_steps(game: str) -> Callable[[float], float]:
    """Steps a second of random games, every action drawn from its mask."""
    env = GAMES[game].env()
    games = 0

    def play() -> float:
        nonlocal games
        games += 1
        env.reset(seed=games)
        steps = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)  # each seat is told of the end; that is no step
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        return steps

    return paced(play)
