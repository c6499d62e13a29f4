"""Methods of State that are answered by hand (native/bindings/fast_methods.cpp): the same answers, however called."""

import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from embertree import Game, IllegalActionError, Searcher, State

QUICK = ["current_player", "is_chance_node", "is_terminal", "legal_actions", "legal_count", "clone"]


@pytest.fixture
def state() -> State:
    return Game("connect_four").new_initial_state()


@pytest.mark.parametrize("number", [3, np.int64(3), np.int8(3)])
def test_actions_of_any_whole_number_type(state: State, number: Any) -> None:
    state.apply_action(number)
    assert state.history() == [3]
    assert state.child(number).history() == [3, 3]


def test_actions_by_name(state: State) -> None:
    state.apply_action(action=3)
    assert state.child(action=2).history() == [3, 2]


@pytest.mark.parametrize("number", [7, -1, 2**31, -(2**31) - 1, 2**63, -(2**200)])
def test_wrong_actions_change_nothing(state: State, number: int) -> None:
    before = state.clone()
    for play in (state.apply_action, state.child):
        with pytest.raises(IllegalActionError, match=f"action {number}"):
            play(number)
    assert state == before
    assert state.history() == []


@pytest.mark.parametrize("arguments", [(), (1, 2), ("3",), (None,), (1.5,)])
def test_wrong_calls_are_type_errors(state: State, arguments: tuple[Any, ...]) -> None:
    for name in ("apply_action", "child"):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            getattr(state, name)(*arguments)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        cast(Callable[..., None], state.apply_action)(move=3)


@pytest.mark.parametrize("name", QUICK)
def test_no_arguments_and_no_other_type(state: State, name: str) -> None:
    with pytest.raises(TypeError):
        getattr(state, name)(1)
    with pytest.raises(TypeError):
        getattr(State, name)(7)


def test_subclasses(state: State) -> None:
    class Named(State):
        name = "mine"

    mine = pickle.loads(pickle.dumps(state))
    own = Named.__new__(Named)
    own.__setstate__(state.__getstate__())  # type: ignore[attr-defined]
    own.apply_action(3)
    assert own.legal_actions() == state.child(3).legal_actions()
    assert own.clone() == own == state.child(3) == mine.child(3)


def test_copies_end_with_their_last_owner(state: State) -> None:
    for made in (state.clone, lambda: state.child(3)):
        copy = made()
        gone = weakref.ref(copy)
        assert gone() is copy
        del copy
        assert gone() is None


def test_garbage_that_asks_for_actions_in_the_middle_of_it(state: State) -> None:
    full = Game("connect_four").parse_position("xoxoxo1/xoxoxo1/oxoxox1/oxoxox1/xoxoxo1/xoxoxo1 x")
    answers = []

    class Nosy:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            answers.append(full.legal_actions())

    kept = []  # kept, so that every list is a new object
    thresholds = gc.get_threshold()
    try:
        for often in range(1, 12):
            gc.set_threshold(often)  # collections come at every place in turn
            for _ in range(200):
                Nosy()
                kept.append(state.legal_actions())
    finally:
        gc.set_threshold(*thresholds)
    assert kept == [list(range(7))] * len(kept)
    assert answers
    assert answers == [[6]] * len(answers)


def test_methods_are_described() -> None:
    for name in [*QUICK, "apply_action", "child"]:
        method = getattr(State, name)
        assert method.__name__ == name
        assert "self" in method.__doc__


@pytest.mark.parametrize("kind", [Game, State, Searcher])
def test_what_was_made_without_init_says_so(kind: type) -> None:
    empty = kind.__new__(kind)
    names = [name for name in dir(kind) if not name.startswith("_")]
    assert names
    for name in names:
        with pytest.raises(TypeError):
            getattr(empty, name)()
    if kind is State:
        with pytest.raises(TypeError, match="made by __new__ alone"):
            State.is_terminal(empty)
