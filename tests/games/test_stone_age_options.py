"""Stone Age: each option of the rules' section 15 has a test that tells its values apart."""

from dataclasses import replace
from typing import Any

import pytest
from stone_age_table import Seat, Table, deck_size, play, read, seat_of, words

import embertree
from embertree import IllegalActionError, State, UsageError

EVERY_OPTION = {
    "card_end": ["refill_short", "deck_empty", "no_cards_left"],
    "pick_two_timing": ["immediate", "deferrable"],
    "agriculture_surplus": ["stockpile", "lost"],
    "hunting_again": ["once", "repeat"],
    "maxed_village": ["allow", "forbid"],
    "tool_upgrade_slot": ["lowest_unused_first", "lowest_fixed_order", "player_choice"],
    "tool_upgrade_mark": ["keep", "fresh"],
    "tool_supply": ["unlimited", "limited_12_6"],
    "resource_supply": ["unlimited", "limited"],
    "dice_for_all_timing": ["at_once", "own_turn"],
    "extra_card_visibility": ["owner_only", "public"],
    "tie_final": ["shared", "leftover_food", "seat_order"],
    "start_player": ["seat_0", "seat_1", "seat_2", "seat_3", "random"],
    "building_reveal": ["at_once", "round_end"],
    "partial_feeding": ["all_or_nothing", "partial_kept"],
    "refuse_when_fed": ["not_offered", "offered"],
    "last_round_feeding": ["yes", "skip_on_card_end"],
    "max_rounds": ["0"],
}


def table(*seats: Seat, rules: str = "", **fields: Any) -> Table:
    return Table([*seats] if len(seats) > 1 else [*seats, Seat()], rules=rules, **fields)


def last_hunter(*seats: Seat, rules: str = "", **fields: Any) -> State:
    """The end of a round: the last hunter of P0 comes home with nothing."""
    fields.setdefault("places", {"hunting_ground": {0: 1}})
    return play(table(*seats, rules=rules, **fields).state(), "go:hunting_ground", "roll:1")


def test_options_and_defaults_are_those_of_the_rules() -> None:
    specs = {spec["name"]: spec for spec in embertree.load_game("stone_age", 4).option_specs()}
    assert list(specs) == list(EVERY_OPTION)
    for name, values in EVERY_OPTION.items():
        assert specs[name]["default"] == specs[name]["value"] == values[0]
        if name != "max_rounds":
            assert specs[name]["choices"] == values


def test_every_option_is_part_of_the_key() -> None:
    keys = set()
    for name, values in EVERY_OPTION.items():
        for value in [*values[1:], *(["7"] if name == "max_rounds" else [])]:
            keys.add(embertree.load_game("stone_age", 4, **{name: value}).new_initial_state().key)
    keys.add(embertree.load_game("stone_age", 4).new_initial_state().key)
    assert len(keys) == 1 + sum(len(values) - 1 for values in EVERY_OPTION.values()) + 1


# --- card_end ---


def cards_left(deck: list[int], display: list[int | None], card_end: str) -> State:
    away = [card for card in range(36) if card not in deck and card not in display]
    return last_hunter(Seat(), Seat(cards=away), display=display, rules=f"card_end={card_end}")


@pytest.mark.parametrize(
    ("deck", "display", "goes_on"),
    [
        ([0], [None, None, 8, 6], {"deck_empty", "no_cards_left"}),
        ([0, 4], [None, None, 8, 6], {"refill_short", "deck_empty", "no_cards_left"}),
        ([], [16, 17, 8, 6], {"refill_short", "no_cards_left"}),
        ([], [None, None, None, 6], {"no_cards_left"}),
        ([], [None, None, None, None], set()),
    ],
)
def test_card_end(deck: list[int], display: list[int | None], goes_on: set[str]) -> None:
    for value in EVERY_OPTION["card_end"]:
        state = cards_left(deck, display, value)
        assert state.is_terminal() != (value in goes_on)
        while state.phase() == "deal":
            state.apply_action(state.chance_outcomes()[0][0])
        if not state.is_terminal():
            # Places that the deck could not fill are closed.
            shown = read(state).display
            assert shown is not None
            opened = {word for word in words(state) if "card" in word}
            assert opened == {f"put:card_{i + 1}=1" for i, card in enumerate(shown) if card is not None}


# --- pick_two_timing ---


def pick_bought(value: str, **seat: Any) -> State:
    places = {"card_1": {0: 1}, "card_2": {0: 1}, "building_0": {0: 1}, "field": {1: 1}}
    deal = table(Seat(gold=1, **seat), rules=f"pick_two_timing={value}", display=[7, 12, None, None], places=places)
    deal.stacks = [("SSG", 7), ("WWB", 7)]
    return play(deal.state(), "go:card_1", "pay:g1")


def test_pick_two_timing() -> None:
    assert pick_bought("immediate").phase() == "pick"
    state = pick_bought("deferrable")
    assert state.phase() == "go"
    assert seat_of(state, 0).one_use == "p"
    assert len([word for word in words(state) if word.startswith("pick:")]) == 10
    # Taken beside the locations.
    after = play(state, "pick:s2")
    assert (seat_of(after, 0).stone, seat_of(after, 0).one_use, after.phase()) == (2, "-", "go")
    with pytest.raises(IllegalActionError):
        play(after, "pick:s2")


def test_a_deferred_pick_may_pay_the_next_purchase() -> None:
    state = play(pick_bought("deferrable"), "go:card_2")
    # Without it there is nothing to pay with, so payments come after the pick.
    assert words(state) == ["decline", *(word for word in words(state) if word.startswith("pick:"))]
    after = play(state, "pick:w1s1", "pay:w1s1")
    assert seat_of(after, 0).cards == [7, 12]
    # A pick that does not help to pay leaves only one answer, which is given.
    state = play(pick_bought("deferrable"), "go:building_0", "pick:w2")
    assert state.phase() == "go"
    assert read(state).stacks == [("SSG", 7), ("WWB", 7)]
    state = play(pick_bought("deferrable", stone=1), "go:building_0", "pick:s1g1", "pay:s2g1")
    assert seat_of(state, 0).points == 16


def test_a_deferred_pick_may_feed() -> None:
    rules = "pick_two_timing=deferrable"
    state = last_hunter(Seat(food=3, cards=[7], one_use="p"), rules=rules)
    assert state.phase() == "feed"
    assert set(words(state)) - {word for word in words(state) if word.startswith("pick:")} == {"starve"}
    after = play(state, "pick:w2", "pay:w2")
    assert seat_of(after, 0).points == 0
    state = last_hunter(Seat(food=2, cards=[7], one_use="p"), rules=rules)
    after = play(state, "pick:w2")  # two resources for three: the penalty is forced
    assert (seat_of(after, 0).points, seat_of(after, 0).wood) == (-10, 2)


def test_a_deferred_pick_is_taken_before_scoring() -> None:
    stacks: list[tuple[str | None, int]] = [(None, 0), ("WWB", 7)]
    state = last_hunter(Seat(cards=[7], one_use="p"), rules="pick_two_timing=deferrable", stacks=stacks)
    assert state.phase() == "pick"
    assert state.current_player() == 0
    after = play(state, "pick:g2")
    assert after.is_terminal()
    assert after.scores()[0] == 1 + 2


# --- feeding ---


@pytest.mark.parametrize(("value", "food"), [("stockpile", 2), ("lost", 0)])
def test_agriculture_surplus(value: str, food: int) -> None:
    state = last_hunter(Seat(agriculture=7, food=0), rules=f"agriculture_surplus={value}")
    assert seat_of(state, 0).food == food
    state = last_hunter(Seat(agriculture=4, food=3), rules=f"agriculture_surplus={value}")
    assert seat_of(state, 0).food == 2


def test_partial_feeding() -> None:
    seat = Seat(food=2, wood=2, brick=1)
    assert set(words(last_hunter(seat))) == {"starve", "pay:w2b1"}
    state = last_hunter(seat, rules="partial_feeding=partial_kept")
    assert set(words(state)) == {"starve", "pay:w2b1", "pay:w1", "pay:w2", "pay:b1", "pay:w1b1"}
    after = seat_of(play(state, "pay:w1"), 0)
    assert (after.wood, after.points, after.penalties) == (1, -10, 1)
    assert seat_of(play(state, "pay:w2b1"), 0).points == 0
    # Never useful, so searches do not look at it.
    assert {state.action_to_string(action) for action in state.search_actions()} == {"starve", "pay:w2b1"}
    # With too few resources the penalty is forced by default; here it is one of several answers.
    poor = replace(seat, wood=1, brick=0)
    assert last_hunter(poor).phase() == "place"
    assert set(words(last_hunter(poor, rules="partial_feeding=partial_kept"))) == {"starve", "pay:w1"}


def test_refuse_when_fed() -> None:
    assert last_hunter(Seat(food=9)).phase() == "place"
    state = last_hunter(Seat(food=9, agriculture=1), rules="refuse_when_fed=offered")
    assert set(words(state)) == {"feed", "refuse"}
    assert [state.action_to_string(action) for action in state.search_actions()] == ["feed"]
    fed = play(state, "feed")
    assert (seat_of(fed, 0).food, seat_of(fed, 0).points) == (5, 0)
    assert fed.current_player() == 1  # is asked as well
    refused = play(state, "refuse", "feed")
    assert (seat_of(refused, 0).food, seat_of(refused, 0).points) == (0, -10)
    assert refused.phase() == "place"


def test_last_round_feeding() -> None:
    away = [card for card in range(36) if card not in (0, 8, 6)]
    seats = [Seat(food=1), Seat(cards=away)]
    display: list[int | None] = [None, None, 8, 6]
    for value, points in (("yes", -10), ("skip_on_card_end", 0)):
        state = last_hunter(*seats, display=display, rules=f"last_round_feeding={value}")
        assert state.is_terminal()
        assert seat_of(state, 0).points == points
    # An empty stack does not skip the feeding.
    stacks: list[tuple[str | None, int]] = [(None, 0), ("WWB", 7)]
    state = last_hunter(Seat(food=1), stacks=stacks, rules="last_round_feeding=skip_on_card_end")
    assert state.is_terminal()
    assert seat_of(state, 0).points == -10


# --- placement ---


def test_hunting_again() -> None:
    places = {"hunting_ground": {0: 2}, "forest": {1: 1}}
    assert "put:hunting_ground=1" not in words(table(Seat(), phase="place", places=places).state())
    state = table(Seat(), phase="place", places=places, rules="hunting_again=repeat").state()
    assert "put:hunting_ground=3" in words(state)
    state = play(state, "put:hunting_ground=3")
    assert read(state).places["hunting_ground"] == {0: 5}
    state = play(state, *["put:hunting_ground=1"] * 4)
    assert state.phase() == "go"
    state = play(state, "go:hunting_ground")
    assert len(state.chance_outcomes()) == 26  # all five form one roll


def test_maxed_village() -> None:
    full = Seat(people=10, agriculture=10, tools="444")
    village = {"put:hut=2", "put:field=1", "put:tool_maker=1"}
    assert village <= set(words(table(full, phase="place").state()))
    state = table(full, phase="place", rules="maxed_village=forbid").state()
    assert not village & set(words(state))
    # Each by its own limit.
    for seat, shut in (
        (Seat(people=10), "put:hut=2"),
        (Seat(agriculture=10), "put:field=1"),
        (Seat(tools="444"), "put:tool_maker=1"),
    ):
        legal = set(words(table(seat, phase="place", rules="maxed_village=forbid").state()))
        assert village - legal == {shut}


# --- tools ---


def toolmaker(tools: str, rules: str, *others: Seat) -> State:
    places = {"tool_maker": {0: 1}, "quarry": {0: 1}, "hunting_ground": {max(1, len(others)): 1}}
    return play(table(Seat(tools=tools), *(others or [Seat()]), rules=rules, places=places).state(), "go:tool_maker")


def test_tool_upgrade_slot() -> None:
    # One used and two unused slots of the lowest level; the mark stays with the slot.
    assert seat_of(toolmaker("111x", ""), 0).tools == "211x"
    assert seat_of(toolmaker("1x11", "tool_upgrade_slot=lowest_fixed_order"), 0).tools == "2x11"
    state = toolmaker("111x", "tool_upgrade_slot=player_choice")
    assert state.phase() == "slot"
    assert state.current_player() == 0
    assert words(state) == ["slot:a", "slot:c"]
    assert seat_of(play(state, "slot:a"), 0).tools == "211x"
    assert seat_of(play(state, "slot:c"), 0).tools == "2x11"
    with pytest.raises(IllegalActionError, match="lowest level"):
        play(state, "slot:b")
    # Where the slots are equal nothing is asked.
    assert seat_of(toolmaker("111", "tool_upgrade_slot=player_choice"), 0).tools == "211"
    assert seat_of(toolmaker("21x1x", "tool_upgrade_slot=player_choice"), 0).tools == "22x1x"


def test_a_slot_is_chosen_between_the_dice_for_all() -> None:
    seats = [Seat(gold=1), Seat(tools="111x"), Seat()]
    deal = table(*seats, rules="tool_upgrade_slot=player_choice", display=[1, None, None, None])
    deal.places = {"card_1": {0: 1}, "field": {2: 1}}
    state = play(deal.state(), "go:card_1", "pay:g1", "roll:1-2-5", "take:1", "take:5")
    assert (state.phase(), state.current_player()) == ("slot", 1)
    assert embertree.load_game("stone_age").parse_position(state.position) == state
    state = play(state, "slot:c")
    assert seat_of(state, 1).tools == "2x11"
    assert seat_of(state, 2).brick == 1  # the last die
    assert state.phase() == "go"


def test_tool_upgrade_mark() -> None:
    assert seat_of(toolmaker("21x1x", "tool_upgrade_mark=keep"), 0).tools == "22x1x"
    assert seat_of(toolmaker("21x1x", "tool_upgrade_mark=fresh"), 0).tools == "221x"


def test_tool_supply() -> None:
    rich = Seat(tools="333")
    for value, tools in (("unlimited", "322"), ("limited_12_6", "222")):
        # Six tiles with levels 3 and 4 are with the others.
        state = toolmaker("222", f"tool_supply={value}", rich, replace(rich))
        assert seat_of(state, 0).tools == tools
    # Five are out: the last one comes.
    state = toolmaker("222", "tool_supply=limited_12_6", rich, Seat(tools="332"))
    assert seat_of(state, 0).tools == "322"
    # Levels 1 and 3 are turned over, which needs no tile.
    state = toolmaker("333", "tool_supply=limited_12_6", rich, Seat())
    assert seat_of(state, 0).tools == "433"


# --- supply ---


def test_resource_supply() -> None:
    for value, gold in (("unlimited", 3), ("limited", 1)):
        places = {"river": {0: 3}, "field": {1: 1}}
        state = table(Seat(), Seat(gold=9), rules=f"resource_supply={value}", places=places).state()
        assert seat_of(play(state, "go:river", "roll:18"), 0).gold == gold
    # What was paid is there again; picks and dice are cut as well.
    deal = table(Seat(gold=1), Seat(gold=9), rules="resource_supply=limited", display=[7, None, None, None])
    deal.places = {"card_1": {0: 1}, "field": {1: 1}}
    after = seat_of(play(deal.state(), "go:card_1", "pay:g1", "pick:g2"), 0)
    assert after.gold == 1
    deal.display = [1, None, None, None]
    after_dice = read(play(deal.state(), "go:card_1", "pay:g1", "roll:4-4"))
    assert [seat.gold for seat in after_dice.seats] == [1, 9]


# --- dice_for_all_timing ---


def dice_rolled(value: str, players: int = 3, buyer: int = 1, start: int = 0, people: int = 5) -> State:
    """The buyer has taken; seats before and after it have a hunter each."""
    seats = [Seat(people=people) for _ in range(players)]
    seats[buyer].gold = 1
    deal = table(*seats, rules=f"dice_for_all_timing={value}", display=[1, None, None, None], start=start, turn=buyer)
    deal.places = {"card_1": {buyer: 1}}
    later = [(start + i) % players for i in range(players) if i > (buyer - start) % players]
    deal.places["hunting_ground"] = {seat: 1 for seat in later}
    dice = "-".join(str(face) for face in range(1, players + 1))
    return play(deal.state(), "go:card_1", "pay:g1", f"roll:{dice}", f"take:{players}")


def test_dice_for_all_timing() -> None:
    state = dice_rolled("at_once")
    assert (state.phase(), state.current_player()) == ("take", 2)
    assert read(play(state, "take:2")).seats[0].wood == 1
    state = dice_rolled("own_turn")
    # P2's own turn begins: it takes first, then hunts; P0 has had its turn and takes before the feeding.
    assert (state.phase(), state.current_player()) == ("take", 2)
    state = play(state, "take:2")
    assert (state.phase(), state.current_player()) == ("go", 2)
    assert seat_of(state, 0).wood == 0
    assert read(state).pending == "-|B1"
    assert embertree.load_game("stone_age").parse_position(state.position) == state
    state = play(state, "go:hunting_ground", "roll:1")
    assert seat_of(state, 0).wood == 1
    assert state.phase() == "deal"


def test_dice_in_ones_own_turn_keep_the_order_of_choice() -> None:
    """The buyer is last in turn: nobody has a turn left, all take before the feeding, from the buyer on clockwise."""
    state = dice_rolled("own_turn", players=4, buyer=2, start=3)
    order = []
    while state.phase() == "take":
        order.append(state.current_player())
        state = play(state, words(state)[-1])
    assert order == [3, 0]
    assert [seat.stone for seat in read(state).seats] == [0, 0, 0, 1]
    assert [seat.brick for seat in read(state).seats] == [1, 0, 0, 0]
    assert [seat.wood for seat in read(state).seats] == [0, 1, 0, 0]


def test_two_sets_of_dice_wait_in_the_order_of_purchase() -> None:
    deal = table(Seat(gold=3), Seat(), rules="dice_for_all_timing=own_turn", display=[1, 3, None, None])
    deal.places = {"card_1": {0: 1}, "card_2": {0: 1}, "hunting_ground": {1: 1}}
    state = play(deal.state(), "go:card_1", "pay:g1", "roll:1-6", "take:6", "go:card_2", "pay:g2", "roll:2-3")
    assert (state.phase(), state.current_player()) == ("take", 0)
    state = play(state, "take:2")
    # The last die of each set needs no question: P1 has wood of the first and stone of the second.
    assert (seat_of(state, 1).wood, seat_of(state, 1).stone) == (1, 1)
    assert (state.phase(), state.current_player()) == ("go", 1)


# --- the drawn card, ties, the start, tiles, the stop ---


def test_extra_card_visibility() -> None:
    for value, seen in (("owner_only", "c?"), ("public", 0)):
        deal = table(Seat(gold=1), rules=f"extra_card_visibility={value}", display=[2, None, None, None])
        deal.places = {"card_1": {0: 1}, "field": {1: 1}}
        state = play(deal.state(), "go:card_1", "pay:g1")
        draw = state.string_to_action("draw:c0")
        assert state.action_to_string(draw, seat=1) == ("draw:c?" if value == "owner_only" else "draw:c0")
        assert state.action_to_string(draw, seat=0) == "draw:c0"
        after = state.child(draw)
        assert seat_of(after.view(1), 0).hidden == seen
        assert seat_of(after.view(0), 0).hidden == 0


@pytest.mark.parametrize(
    ("value", "ranks"), [("shared", [1, 1, 1]), ("leftover_food", [2, 1, 2]), ("seat_order", [1, 2, 3])]
)
def test_tie_final(value: str, ranks: list[int]) -> None:
    seats = [Seat(food=3), Seat(food=4), Seat(food=3)]
    state = table(*seats, phase="end", turn=None, rules=f"tie_final={value}").state()
    assert state.ranks() == ranks
    # Only after the tie-break sum.
    seats = [Seat(agriculture=1, food=0), Seat(food=4), Seat(food=3)]
    assert table(*seats, phase="end", turn=None, rules=f"tie_final={value}").state().ranks()[0] == 1


def test_start_player() -> None:
    for players in (2, 3, 4):
        for seat in range(4):
            if seat >= players:
                with pytest.raises(UsageError, match="there is no seat"):
                    embertree.load_game("stone_age", players, start_player=f"seat_{seat}")
                continue
            state = embertree.load_game("stone_age", players, start_player=f"seat_{seat}").new_initial_state()
            while state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
            assert state.current_player() == seat
    state = embertree.load_game("stone_age", 3, start_player="random").new_initial_state()
    assert read(state).start is None


def test_building_reveal() -> None:
    for value, phase in (("at_once", "deal"), ("round_end", "go")):
        deal = table(Seat(wood=2, brick=1), rules=f"building_reveal={value}", stacks=[("WWB", 7), ("WWS", 7)])
        deal.display = [10, 26, 28, 19]
        deal.places = {"building_0": {0: 1}, "field": {1: 1}}
        state = play(deal.state(), "go:building_0", "pay:w2b1")
        assert state.phase() == phase
        if value == "round_end":
            assert read(state).stacks == [(None, 6), ("WWS", 7)]
            assert embertree.load_game("stone_age").parse_position(state.position) == state
            state = play(state, "go:field")
            assert (state.phase(), read(state).pending) == ("deal", "building_0")
            state = play(state, "deal:ANY7")
            assert state.phase() == "place"


def test_max_rounds() -> None:
    for limit, over in ((0, False), (4, False), (3, True)):
        state = last_hunter(Seat(food=1), round=3, rules=f"max_rounds={limit}" if limit else "")
        assert state.is_terminal() == over
        assert seat_of(state, 0).points == -10  # the last round is fed
    game = embertree.load_game("stone_age", 2, max_rounds=5)
    for seed in range(5):
        state = game.new_initial_state()
        k = seed * 10_000
        while not state.is_terminal():
            k += 1
            state.apply_action(state.random_action(k))
        assert state.round() == 5
    with pytest.raises(UsageError, match="0 to 500"):
        embertree.load_game("stone_age", 2, max_rounds=501)


def test_a_deck_is_what_is_nowhere_else() -> None:
    assert deck_size(read(last_hunter(Seat()))) == 32
