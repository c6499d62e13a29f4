"""Loops in Python over a state with the methods that ours and OpenSpiel's have in common: the same code for both."""

import random
from collections.abc import Callable
from typing import Any

from versus.contest import nanoseconds, paced


def python_steps(new_state: Callable[[], Any]) -> Callable[[float], float]:
    """Steps a second of random games, every action chosen in Python. Dice are fair: all outcomes weigh the same."""
    choose = random.Random(1).choice

    def play() -> float:
        steps = 0
        for _ in range(20):
            state = new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choose(state.chance_outcomes())[0])
                else:
                    state.apply_action(choose(state.legal_actions()))
                steps += 1
        return steps

    return paced(play)


def states_of_random_games(new_state: Callable[[], Any], count: int = 200) -> list[tuple[Any, int]]:
    """States with an action that may be played there; the same ones where action ids are the same.

    No more than the nearest caches hold: calls are to be timed, not memory.
    """
    choose = random.Random(1).choice
    states: list[tuple[Any, int]] = []
    while len(states) < count:
        state = new_state()
        while not state.is_terminal():
            action = choose(state.legal_actions())
            states.append((state.clone(), action))
            state.apply_action(action)
    return states


def _clone(states: list[tuple[Any, int]]) -> Callable[[], int]:
    def run() -> int:
        for state, _ in states:
            state.clone()
        return len(states)

    return run


def _legal_actions(states: list[tuple[Any, int]]) -> Callable[[], int]:
    def run() -> int:
        for state, _ in states:
            state.legal_actions()
        return len(states)

    return run


def _apply_action(states: list[tuple[Any, int]]) -> Callable[[], int]:
    fresh = [(state.clone(), action) for state, action in states]

    def run() -> int:
        for state, action in fresh:
            state.apply_action(action)
        return len(fresh)

    return run


CALLS: dict[str, Callable[[list[tuple[Any, int]]], Callable[[], int]]] = {
    "apply_action": _apply_action,
    "clone": _clone,
    "legal_actions": _legal_actions,
}


def one_call(name: str, new_state: Callable[[], Any]) -> Callable[[float], float]:
    """Nanoseconds of one call, the loop around it included, on states of random games; actions on fresh copies."""
    states = states_of_random_games(new_state)
    return nanoseconds(lambda: CALLS[name](states))
