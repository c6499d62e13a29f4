"""Stone Age: what is true of every position that play can reach (rules, section 16), for any seed and any options."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from gamelist import stepped_playouts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stone_age_table import CARDS, KINDS, TILES, Seat, Table, deck_size, read, words

import embertree
from embertree import State, random_playouts
from embertree.seeds import nth

GAMES_EACH = 10
CHOICES = {
    spec["name"]: spec["choices"]
    for spec in embertree.load_game("stone_age", 4).option_specs()
    if spec["type"] == "choice" and spec["name"] != "start_player"
}

rules = st.fixed_dictionaries({}, optional={name: st.sampled_from(choices) for name, choices in CHOICES.items()})
starts = st.sampled_from(["seat_0", "seat_1", "random"])
few = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def games(players: int, seed: int, options: dict[str, str], at_most: int = 400) -> list[State]:
    """States of one random game, some of it by the playout policy."""
    state = embertree.load_game("stone_age", players, **options).new_initial_state()
    states = [state.clone()]
    for k in range(1, at_most):
        if state.is_terminal():
            break
        number = nth(seed, k)
        by_policy = state.current_player() >= 0 and number % 4 == 0
        state.apply_action(state.policy_action(number) if by_policy else state.random_action(number))
        states.append(state.clone())
    return states


def check_pieces(table: Table) -> None:
    assert table.display is not None
    assert table.stacks is not None
    cards = Counter(card for card in table.display if card is not None)
    for seat in table.seats:
        cards.update(seat.cards)
        cards.update([seat.hidden] if isinstance(seat.hidden, int) else [])
    assert not cards - Counter(CARDS)
    assert deck_size(table) >= 0
    tiles = Counter(tile for seat in table.seats for tile in seat.tiles)
    tiles.update(tile for tile, _ in table.stacks if tile)
    assert not tiles - Counter(TILES)
    players = len(table.seats)
    assert sum(height for _, height in table.stacks) + sum(len(seat.tiles) for seat in table.seats) == 7 * players


def check_seats(table: Table) -> None:
    one_use = "".join(seat.one_use.strip("-") for seat in table.seats)
    assert len(one_use) == len(set(one_use))
    for number, seat in enumerate(table.seats):
        assert 5 <= seat.people <= 10
        assert 0 <= seat.agriculture <= 10
        assert max(seat.levels) - min(seat.levels) <= 1
        assert 0 <= sum(seat.levels) <= 12
        assert seat.levels == sorted(seat.levels, reverse=True)
        assert seat.food >= 0
        assert all(getattr(seat, kind) >= 0 for kind in KINDS)
        on_board = sum(people.get(number, 0) for people in table.places.values())
        assert on_board <= seat.people
        if table.phase in ("feed", "end"):
            assert on_board == 0


def check_locations(table: Table) -> None:
    players = len(table.seats)
    for location, people in table.places.items():
        if location in ("forest", "clay_pit", "quarry", "river"):
            assert sum(people.values()) <= 7
            assert len(people) <= {2: 1, 3: 2, 4: 4}[players]
        elif location != "hunting_ground":
            assert list(people.values()) == [2 if location == "hut" else 1]
    if players < 4:
        assert len({"tool_maker", "hut", "field"} & set(table.places)) <= 2


@few
@given(players=st.integers(2, 4), seed=st.integers(0, 2**64 - 1), options=rules, start=starts)
def test_invariants_hold_in_every_game(players: int, seed: int, options: dict[str, str], start: str) -> None:
    previous: Table | None = None
    purchases: Counter[str] = Counter()
    for state in games(players, seed, options | {"start_player": start}):
        assert state.audit() == ""
        assert state.key == state.key_from_scratch()
        table = read(state)
        check_pieces(table)
        check_seats(table)
        check_locations(table)
        if table.phase == "place" and table.places == {} and options.get("card_end", "refill_short") == "refill_short":
            # At a round's start four cards lie open and every stack has a tile.
            assert table.display is not None
            assert table.stacks is not None
            assert None not in table.display
            assert all(tile and height for tile, height in table.stacks)
        if previous is not None:
            check_step(previous, table, purchases)
        previous = table


def check_step(before: Table, after: Table, purchases: Counter[str]) -> None:
    if after.round != before.round:
        assert after.round == before.round + 1
        purchases.clear()
    assert before.stacks is not None
    assert after.stacks is not None
    for old, new in zip(before.seats, after.seats, strict=True):
        assert new.people >= old.people
        assert new.agriculture >= old.agriculture
        assert sum(new.levels) >= sum(old.levels)
        # The track moves by tiles, cards of 3 points and penalties alone.
        gained = new.points - old.points + 10 * (new.penalties - old.penalties)
        if gained:
            assert gained == 3 or len(new.tiles) == len(old.tiles) + 1
    bought = sum(len(seat.cards) for seat in after.seats) - sum(len(seat.cards) for seat in before.seats)
    tiles = sum(len(seat.tiles) for seat in after.seats) - sum(len(seat.tiles) for seat in before.seats)
    purchases["cards"] += bought
    purchases["tiles"] += tiles
    # Four lie open, and one card of the game brings another from the stack.
    assert purchases["cards"] <= 5
    assert purchases["tiles"] <= len(after.seats)


@few
@given(players=st.integers(2, 4), seed=st.integers(0, 2**64 - 1), options=rules)
def test_words_and_positions_come_back_in_every_game(players: int, seed: int, options: dict[str, str]) -> None:
    game = embertree.load_game("stone_age")
    for state in games(players, seed, options)[::7]:
        assert game.parse_position(state.position).to_bytes() == state.to_bytes()
        for seat in range(players):
            view = state.view(seat)
            assert view.audit() == ""
            assert game.parse_position(view.position).to_bytes() == view.to_bytes()
        legal = state.legal_actions() or [action for action, _ in state.chance_outcomes()]
        assert [state.string_to_action(word) for word in words(state)] == legal


@few
@given(seed=st.integers(0, 2**64 - 1), players=st.integers(2, 4), options=rules, data=st.data())
def test_playouts_are_what_single_steps_play(
    seed: int, players: int, options: dict[str, str], data: st.DataObject
) -> None:
    """They have a loop of their own; from any state, under any options, and as a seat sees it."""
    start = data.draw(st.sampled_from(games(players, seed, options)))
    for state in (start, start.view(0)):
        stepped = stepped_playouts(state, 2, seed)
        whole = random_playouts(state, 2, seed)
        assert {name: whole[name] for name in stepped} == stepped


@few
@given(seed=st.integers(0, 2**64 - 1), players=st.integers(2, 4), options=rules)
def test_questions_have_two_answers_but_placements_and_locations(
    seed: int, players: int, options: dict[str, str]
) -> None:
    for state in games(players, seed, options):
        if state.phase() in ("tools", "buy", "take", "feed", "slot", "pick"):
            assert state.legal_count() >= 2, state.position


@few
@given(seed=st.integers(0, 2**64 - 1), players=st.integers(2, 4))
def test_what_search_leaves_out_is_never_better(seed: int, players: int) -> None:
    """For each set of tools that is left out a kept one gains as much and keeps as many unused."""
    for state in games(players, seed, {}):
        if state.phase() != "tools":
            assert state.search_actions() == state.legal_actions()
            continue
        mover = state.current_player()
        kept = [read(state.child(action)).seats[mover] for action in state.search_actions()]
        for action in set(state.legal_actions()) - set(state.search_actions()):
            after = read(state.child(action)).seats[mover]
            assert any(
                (seat.food, *seat.goods.values()) == (after.food, *after.goods.values())
                and not Counter(after.unused_tools) - Counter(seat.unused_tools)
                and set(after.one_use) - {"-"} <= set(seat.one_use)
                for seat in kept
            ), state.position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_policy_plays_like_a_sound_beginner(players: int) -> None:
    """It feeds its people, grows, buys, and ends the game in far fewer rounds than random play."""
    totals = embertree.random_playouts(
        embertree.load_game("stone_age", players).new_initial_state(), 200, seed=1, policy=True
    )
    assert totals["round_sum"] / 200 < 16
    assert sum(totals["score_sums"]) / 200 / players > {2: 150, 3: 120, 4: 100}[players]
    seats = []
    for seed in range(GAMES_EACH):
        state = embertree.load_game("stone_age", players).new_initial_state()
        k = 0
        while not state.is_terminal():
            k += 1
            number = nth(seed, k)
            state.apply_action(state.random_action(number) if state.is_chance_node() else state.policy_action(number))
        seats += read(state).seats
        assert max(sum(seat.levels) for seat in read(state).seats) >= 3

    def mean(figures: Iterable[int]) -> float:
        return sum(figures) / (GAMES_EACH * players)

    # Of five people at the start; with three players it goes for fields and tools first, and for few huts.
    assert mean(seat.people for seat in seats) > {2: 5.6, 3: 5.15, 4: 6.6}[players]
    assert mean(seat.agriculture for seat in seats) > {2: 7.0, 3: 5.2, 4: 4.3}[players]
    assert mean(sum(seat.levels) for seat in seats) > {2: 7.0, 3: 4.8, 4: 3.9}[players]
    assert mean(len(seat.tiles) for seat in seats) > {2: 2.0, 3: 2.2, 4: 2.6}[players]
    assert mean(len(seat.cards) for seat in seats) > {2: 15.0, 3: 10.0, 4: 7.5}[players]
    assert mean(seat.penalties for seat in seats) < 0.1


FARMERS, TOOLMAKERS, SHAMANS = [19, 20], [24, 25], [34, 35]  # four, four and four figures
FED = {"agriculture": 5, "food": 20}


def placed_first(table: Table, **fields: object) -> set[str]:
    """Where the policy sends seat 0's people first, over many numbers."""
    for name, value in fields.items():
        setattr(table.seats[0], name, value)
    state = table.state()
    return {state.action_to_string(state.policy_action(nth(7, k))) for k in range(1, 101)}


def round_to_place(**fields: Any) -> Table:
    return Table([Seat(), Seat()], phase="place", **fields)


def test_the_policy_takes_the_village_place_that_pays_most() -> None:
    assert placed_first(round_to_place(), cards=FARMERS) == {"put:field=1"}
    assert placed_first(round_to_place(), **FED, cards=TOOLMAKERS) == {"put:tool_maker=1"}
    assert placed_first(round_to_place(), **FED, cards=SHAMANS) == {"put:hut=2"}
    # A field more than there are people feeds nobody.
    assert "put:field=1" not in placed_first(round_to_place(), **FED)


def test_the_policy_does_not_grow_when_the_end_is_near() -> None:
    """With an empty deck and a card about to be bought this round is the last: nobody new would ever work."""
    last = round_to_place(places={"card_1": {1: 1}}, display=[0, 1, 2, 3])
    last.seats[1].cards = [card for card in range(36) if card > 3]
    assert "put:hut=2" not in placed_first(last, **FED)
    assert "put:tool_maker=1" not in placed_first(last, **FED)


def test_the_policy_hunts_for_what_is_missing() -> None:
    """Without food and with the better places of the village taken, all that is left for the hungry is the hunt."""
    taken = {"tool_maker": {1: 1}, "field": {1: 1}}
    hungry = placed_first(round_to_place(places=taken), food=0)
    assert all(word.startswith("put:hunting_ground=") for word in hungry)
    fed = placed_first(round_to_place(places=taken), **FED)
    assert not any(word.startswith("put:hunting_ground=") for word in fed)
