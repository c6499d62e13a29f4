"""Stone Age by paragraph of its rules, and the questions that people ask about it."""

from typing import Any

import pytest
from stone_age_table import CARD_KEYS, TILES, VALUES, Seat, Table, deck_size, goods_of, play, read, seat_of, words

import embertree
from embertree import IllegalActionError, State


def new_game(players: int, **rules: Any) -> State:
    return embertree.load_game("stone_age", players, **rules).new_initial_state()


def set_up(players: int, **rules: Any) -> State:
    """A game whose cards and tiles lie open: the first outcome of every deal."""
    state = new_game(players, **rules)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def two_seats(first: Seat | None = None, second: Seat | None = None, **fields: Any) -> Table:
    return Table([first or Seat(), second or Seat()], **fields)


def locations_open(state: State) -> set[str]:
    return {word.removeprefix("put:").partition("=")[0] for word in words(state)}


# --- 2 Set-up ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_five_people_and_twelve_food(players: int) -> None:
    table = read(set_up(players))
    assert [seat.text() for seat in table.seats] == ["5:12:0.0.0.0:0:000:-:0:-:-:-"] * players
    assert table.stacks is not None
    assert [height for _, height in table.stacks] == [7] * players
    assert deck_size(table) == 32
    assert table.round == 1
    assert table.start == table.turn == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_deals_cards_by_price_then_tiles_by_stack(players: int) -> None:
    state = new_game(players)
    asked = []
    while state.is_chance_node():
        asked.append(read(state).pending)
        assert all(word.startswith("deal:") for word in words(state))
        state.apply_action(state.chance_outcomes()[-1][0])
    assert asked == ["card"] * 4 + [f"building_{stack}" for stack in range(players)]


# --- 4 Placement ---


def test_a_placement_is_one_location_and_a_number_of_people() -> None:
    legal = words(set_up(4))
    assert [word for word in legal if "hunting" in word] == [f"put:hunting_ground={n}" for n in range(1, 6)]
    for place in ("forest", "clay_pit", "quarry", "river"):
        assert [word for word in legal if place in word] == [f"put:{place}={n}" for n in range(1, 6)]
    ones = ["tool_maker", "field", *(f"card_{i}" for i in range(1, 5)), *(f"building_{i}" for i in range(4))]
    assert all(f"put:{place}=1" in legal for place in ones)
    assert "put:hut=2" in legal
    assert len(legal) == 25 + len(ones) + 1


def test_forty_nine_placements_are_the_most() -> None:
    state = Table([Seat(people=10, food=0) for _ in range(4)], phase="place").state()
    assert state.legal_count() == 10 + 4 * 7 + 3 + 4 + 4 == 49


def test_ten_locations_are_the_most_to_choose_from() -> None:
    places = {place: {0: 1} for place in ("hunting_ground", "forest", "clay_pit", "quarry", "river", "tool_maker")}
    places |= {"field": {0: 1}, "card_1": {0: 1}, "card_2": {0: 1}, "card_3": {0: 1}}
    state = Table([Seat(people=10), *(Seat() for _ in range(3))], places=places).state()
    assert state.legal_count() == 10


def test_people_go_round_and_round_until_nobody_can_place() -> None:
    state = play(set_up(2), "put:hunting_ground=3", "put:forest=1", "put:river=2")
    assert state.current_player() == 1
    state = play(state, "put:quarry=1", "put:field=1")
    assert state.phase() == "place"
    state = play(state, "put:hunting_ground=2")
    assert state.phase() == "go"
    assert state.current_player() == 0


def test_the_ringed_places_hold_seven() -> None:
    places = {"forest": {0: 3, 1: 2}, "river": {2: 7}}
    state = Table([Seat(people=7), Seat(), Seat(people=10), Seat()], phase="place", turn=3, places=places).state()
    assert [word for word in words(state) if "forest" in word] == ["put:forest=1", "put:forest=2"]
    assert not [word for word in words(state) if "river" in word]
    assert "free rings" in state.why_illegal(embertree_id(state, "put:forest=3"))


def embertree_id(state: State, word: str) -> int:
    """The id of a word, legal or not."""
    for action in range(state.game.num_distinct_actions):
        if state.action_to_string(action) == word:
            return action
    raise AssertionError(word)


def test_the_hut_takes_exactly_two() -> None:
    state = set_up(2)
    assert "put:hut=2" in words(state)
    with pytest.raises(ValueError, match="2 to 2"):
        state.string_to_action("put:hut=1")
    state = two_seats(phase="place", places={"hunting_ground": {0: 4}}).state()
    assert "put:hut=2" not in words(state)
    assert "at home" in state.why_illegal(embertree_id(state, "put:hut=2"))


@pytest.mark.parametrize(("players", "others"), [(2, 1), (3, 2), (4, 3)])
def test_so_many_players_share_a_ringed_place(players: int, others: int) -> None:
    """(4.5) One player at a place with two, two with three; rings alone count with four."""
    for there in range(1, players):
        places = {"quarry": {seat: 1 for seat in range(1, 1 + there)}}
        state = Table([Seat() for _ in range(players)], phase="place", places=places).state()
        limit = {2: 1, 3: 2, 4: 4}[players]
        assert ("quarry" in locations_open(state)) == (there < limit)
        assert "hunting_ground" in locations_open(state)
    assert others == players - 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_two_or_three_players_a_village_place_stays_empty(players: int) -> None:
    for empty, taken in (("hut", "tool_maker field"), ("field", "tool_maker hut"), ("tool_maker", "hut field")):
        one, two = taken.split()
        places = {one: {0: 2 if one == "hut" else 1}, two: {1: 2 if two == "hut" else 1}}
        state = Table([Seat() for _ in range(players)], phase="place", places=places).state()
        assert (empty in locations_open(state)) == (players == 4)
        if players < 4:
            word = "put:hut=2" if empty == "hut" else f"put:{empty}=1"
            assert "only two of tool maker, hut and field" in state.why_illegal(embertree_id(state, word))


def test_blocking_without_gain_is_legal() -> None:
    full = Seat(people=10, agriculture=10, tools="444")
    state = two_seats(full, phase="place").state()
    assert {"hut", "field", "tool_maker", "card_4", "building_1"} <= locations_open(state)


def test_who_cannot_place_is_passed_over() -> None:
    """Everything but one place is closed to P0, who has two people left; P1 has all on the board."""
    places = {"hunting_ground": {0: 1}, "forest": {0: 1}, "river": {0: 1}, "clay_pit": {1: 1}, "quarry": {1: 1}}
    places |= {"tool_maker": {1: 1}, "field": {1: 1}, "card_1": {1: 1}, "card_2": {1: 1}, "card_3": {1: 1}}
    open_card = two_seats(Seat(), Seat(people=9), phase="place", places=places | {"building_0": {1: 1}})
    open_card.places["building_1"] = {1: 1}
    state = open_card.state()
    assert words(state) == ["put:card_4=1"]
    state = play(state, "put:card_4=1")
    assert state.phase() == "go"  # one person stays at home


# --- 5 Resolution ---


def test_a_player_resolves_all_before_the_next() -> None:
    places = {"hunting_ground": {1: 2, 2: 1}, "forest": {1: 1}, "field": {2: 1}}
    state = Table([Seat() for _ in range(3)], start=1, turn=1, places=places).state()
    order = []
    while state.phase() in ("go", "roll"):
        if state.phase() == "go":
            order.append((state.current_player(), len(words(state))))
        state = play(state, words(state)[0])
    assert order == [(1, 2), (1, 1), (2, 2), (2, 1)]


@pytest.mark.parametrize(
    ("place", "gains"),
    [("hunting_ground", "food"), ("forest", "wood"), ("clay_pit", "brick"), ("quarry", "stone"), ("river", "gold")],
)
def test_the_roll_is_divided_and_the_rest_is_lost(place: str, gains: str) -> None:
    divisor = 2 if gains == "food" else VALUES[gains]
    for total in range(3, 19):
        state = two_seats(places={place: {0: 3}, "field": {1: 1}}).state()
        after = seat_of(play(state, f"go:{place}", f"roll:{total}"), 0)
        assert getattr(after, gains) == (12 if gains == "food" else 0) + total // divisor


def test_village_places() -> None:
    state = two_seats(places={"tool_maker": {0: 1}, "hut": {0: 2}, "quarry": {1: 1}}).state()
    after = seat_of(play(state, "go:tool_maker", "go:hut"), 0)
    assert (after.tools, after.people, after.agriculture) == ("100", 6, 0)
    state = two_seats(places={"field": {0: 1}, "quarry": {1: 1}}).state()
    assert seat_of(play(state, "go:field"), 0).agriculture == 1


def test_people_and_agriculture_stop_at_ten_and_tools_at_twelve() -> None:
    full = Seat(people=10, agriculture=10, tools="444")
    others = [Seat() for _ in range(3)]
    state = Table(
        [full, *others], places={"tool_maker": {0: 1}, "hut": {0: 2}, "field": {0: 1}, "river": {1: 1}}
    ).state()
    after = seat_of(play(state, "go:tool_maker", "go:hut", "go:field"), 0)
    assert (after.people, after.agriculture, after.tools) == (10, 10, "444")


# --- 6 Tools ---


def test_every_set_of_unused_tools_may_be_added() -> None:
    seat = Seat(tools="2x11", one_use="24", cards=[22, 23])
    state = play(two_seats(seat, places={"forest": {0: 1}, "field": {1: 1}}).state(), "go:forest", "roll:1")
    sets = {word.removeprefix("tools:") for word in words(state)}
    assert sets == {
        "none",
        *(["b", "c", "bc", "2", "b2", "c2", "bc2", "4", "b4", "c4", "bc4", "24", "b24", "c24", "bc24"]),
    }
    # The used slot is the first, since it is the highest.
    with pytest.raises(IllegalActionError, match="used up"):
        play(state, "tools:a")
    after = seat_of(play(state, "tools:bc4"), 0)
    assert (after.wood, after.tools, after.one_use) == ((1 + 1 + 1 + 4) // 3, "2x1x1x", "2")


def test_sixty_four_sets_of_tools_are_the_most() -> None:
    seat = Seat(tools="321", one_use="234", cards=[21, 22, 23])
    state = play(two_seats(seat, places={"forest": {0: 1}, "field": {1: 1}}).state(), "go:forest", "roll:1")
    assert state.legal_count() == 64


def test_without_a_tool_nothing_is_asked() -> None:
    for tools in ("000", "1x00", "3x3x2x"):
        state = two_seats(Seat(tools=tools), places={"forest": {0: 1}, "field": {1: 1}}).state()
        assert play(state, "go:forest", "roll:1").phase() == "go"


def test_searches_see_no_tool_that_gains_nothing() -> None:
    seat = Seat(tools="211")
    state = play(two_seats(seat, places={"forest": {0: 2}, "field": {1: 1}}).state(), "go:forest", "roll:7")
    # 7 alone, 9 with the 2 or with both 1s; 8 and 11 gain no more than 7 and 9.
    found = {state.action_to_string(action) for action in state.search_actions()}
    assert found == {"tools:none", "tools:a", "tools:bc"}
    state = play(two_seats(seat, places={"forest": {0: 2}, "field": {1: 1}}).state(), "go:forest", "roll:8")
    # One of the two equal slots stands for both.
    found = {state.action_to_string(action) for action in state.search_actions()}
    assert found == {"tools:none", "tools:a", "tools:b", "tools:abc"}


def test_tools_are_fresh_in_the_next_round_and_one_use_tools_are_gone() -> None:
    seat = Seat(tools="211", one_use="3", cards=[21])
    state = play(two_seats(seat, places={"forest": {0: 1}}).state(), "go:forest", "roll:1", "tools:abc3")
    assert state.phase() == "place"
    assert (seat_of(state, 0).tools, seat_of(state, 0).one_use) == ("211", "-")


# --- 7 Cards ---


@pytest.mark.parametrize("price", [1, 2, 3, 4])
def test_a_card_costs_its_price_in_any_resources(price: int) -> None:
    rich = Seat(wood=9, brick=9, stone=9, gold=9)
    state = two_seats(rich, places={f"card_{price}": {0: 1}, "field": {1: 1}}).state()
    legal = words(play(state, f"go:card_{price}"))
    assert legal[0] == "decline"
    mixes = [goods_of(word[4:]) for word in legal[1:]]
    assert len(mixes) == {1: 4, 2: 10, 3: 20, 4: 35}[price]
    assert all(sum(goods.values()) == price for goods in mixes)
    poor = two_seats(Seat(wood=price - 1), places={f"card_{price}": {0: 1}, "field": {1: 1}}).state()
    assert play(poor, f"go:card_{price}").current_player() == 1


def buy(card: int, seat: Seat | None = None, others: int = 1) -> State:
    """The state after the card was bought for one gold at the cheapest place, effect still to come."""
    seat = seat or Seat()
    seat.gold = 1
    table = Table([seat, *(Seat() for _ in range(others))], display=[card, None, None, None])
    table.places = {"card_1": {0: 1}, "hunting_ground": {others: 1}}
    return play(table.state(), "go:card_1", "pay:g1")


@pytest.mark.parametrize("card", range(36))
def test_what_each_card_does(card: int) -> None:
    """The printed list, section 12.1; what follows a purchase, and what it leaves."""
    key = CARD_KEYS[card].split("/")[1]
    state = buy(card)
    before = Seat(cards=[{13: 12, 25: 24}.get(card, card)])
    after = seat_of(state, 0)
    amount = int(key[-1]) if key[-1].isdigit() else 1
    effect = key.rstrip("0123456789")
    if effect == "food":
        before.food += amount
    elif effect in VALUES:
        setattr(before, effect, amount)
    elif effect == "points":
        before.points = 3
    elif effect == "tool":
        before.tools = "100"
    elif effect == "agriculture":
        before.agriculture = 1
    elif effect == "one_use":
        before.one_use = str(amount)
    else:
        phase = {"dice_for_all": "roll", "pick": "pick", "draw_card": "draw"}.get(effect, "roll")
        assert state.phase() == phase
    assert after == before


@pytest.mark.parametrize(("card", "kind"), [(9, "gold"), (33, "stone"), (35, "wood")])
def test_a_resource_roll_takes_two_dice_and_tools(card: int, kind: str) -> None:
    state = buy(card)
    assert {
        word: weight for word, weight in zip(words(state), dict(state.chance_outcomes()).values(), strict=True)
    } == {f"roll:{total}": 6 - abs(7 - total) for total in range(2, 13)}
    assert getattr(seat_of(play(state, "roll:11"), 0), kind) == 11 // VALUES[kind]
    state = play(buy(card, Seat(tools="100")), "roll:11")
    assert state.phase() == "tools"
    assert getattr(seat_of(play(state, "tools:a"), 0), kind) == 12 // VALUES[kind]


def test_any_two_resources() -> None:
    state = buy(7)
    picks = words(state)
    assert len(picks) == 10
    assert sorted(sum(goods_of(word[5:]).values()) for word in picks) == [2] * 10
    after = seat_of(play(state, "pick:w1s1"), 0)
    assert (after.wood, after.stone) == (1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_for_all_go_round_from_the_buyer(players: int) -> None:
    state = buy(1, others=players - 1)
    faces = list(range(1, 7))[-players:]
    state = play(state, "roll:" + "-".join(map(str, faces)))
    for seat in range(players - 1):
        assert state.current_player() == seat
        assert words(state) == [f"take:{face}" for face in faces]
        # The highest that is left.
        state = play(state, f"take:{faces.pop()}")
    table = read(state)
    assert table.seats[0].agriculture == 1
    assert table.seats[1].tools == ("100" if players > 1 else "000")
    if players > 2:
        assert table.seats[2].gold == 1
    if players > 3:
        assert table.seats[3].stone == 1  # the last die came without a question


def test_equal_dice_are_handed_out_without_a_question() -> None:
    state = play(buy(3, others=2), "roll:2-2-2")
    assert [seat.brick for seat in read(state).seats] == [1, 1, 1]
    state = play(buy(3, others=2), "roll:2-2-5")
    assert words(state) == ["take:2", "take:5"]
    state = play(state, "take:5")
    assert [seat.brick for seat in read(state).seats] == [0, 1, 1]


def test_the_drawn_card_counts_only_at_the_end() -> None:
    state = buy(2)
    assert state.phase() == "draw"
    after = play(state, "draw:c0")
    assert seat_of(after, 0).food == 12
    assert seat_of(after, 0).hidden == 0
    assert deck_size(read(after)) == deck_size(read(state)) - 1
    assert after.scores()[0] == 4  # two symbols


def test_nothing_is_drawn_from_an_empty_deck() -> None:
    rest = [card for card in range(36) if card != 2]
    table = two_seats(Seat(gold=1), Seat(cards=rest), display=[2, None, None, None])
    table.places = {"card_1": {0: 1}, "hunting_ground": {1: 1}}
    state = play(table.state(), "go:card_1", "pay:g1")
    assert state.current_player() == 1
    assert seat_of(state, 0).hidden is None


# --- 8 Buildings ---

PAYMENTS = {"4OF1": 4, "4OF2": 18, "4OF3": 12, "4OF4": 1, "5OF1": 4, "5OF2": 24, "5OF3": 24, "5OF4": 4, "ANY7": 329}
RANGES = {
    "4OF1": (12, 24),
    "4OF2": (13, 23),
    "4OF3": (15, 21),
    "4OF4": (18, 18),
    "5OF1": (15, 30),
    "5OF2": (16, 29),
    "5OF3": (18, 27),
    "5OF4": (21, 24),
    "ANY7": (3, 42),
}
FIXED = {"WWB": 10, "WWS": 11, "WBB": 11, "WWG": 12, "WSS": 13, "BBS": 13, "BBG": 14, "BSS": 14, "SSG": 16}
FIXED |= {"WBS": 12, "WBG": 13, "WSG": 14, "BSG": 15}


def before_tile(tile: str, seat: Seat) -> State:
    table = two_seats(seat, stacks=[(tile, 7), ("WWS" if tile != "WWS" else "WWB", 7)])
    table.places = {"building_0": {0: 1}, "hunting_ground": {1: 1}}
    return play(table.state(), "go:building_0")


@pytest.mark.parametrize("tile", sorted(set(TILES)))
def test_the_payments_of_each_tile_and_its_points(tile: str) -> None:
    rich = Seat(wood=20, brick=20, stone=20, gold=20)
    state = before_tile(tile, rich)
    payments = [word for word in words(state) if word != "decline"]
    assert len(payments) == PAYMENTS.get(tile, 1)
    points = set()
    for word in payments:
        goods = goods_of(word[4:])
        after = seat_of(play(state, word), 0)
        assert after.points == sum(VALUES[kind] * count for kind, count in goods.items())
        assert after.goods == {kind: 20 - goods.get(kind, 0) for kind in rich.goods}
        assert after.tiles == [tile]
        points.add(after.points)
        if tile[1:3] == "OF":
            assert (sum(goods.values()), len(goods)) == (int(tile[0]), int(tile[3]))
        elif tile == "ANY7":
            assert 1 <= sum(goods.values()) <= 7
    assert (min(points), max(points)) == RANGES.get(tile, (FIXED.get(tile, 0),) * 2)


def test_a_tile_that_cannot_be_paid_is_not_asked_about() -> None:
    assert before_tile("4OF1", Seat(wood=3, brick=3, stone=3, gold=3)).current_player() == 1
    assert before_tile("5OF4", Seat(wood=9, brick=9, stone=9)).current_player() == 1
    assert before_tile("SSG", Seat(wood=9, stone=1, gold=9)).current_player() == 1
    assert before_tile("ANY7", Seat(food=99)).current_player() == 1


def test_the_next_tile_is_turned_up_at_once_and_drawn_from_the_unseen() -> None:
    state = play(before_tile("WWB", Seat(wood=2, brick=1)), "pay:w2b1")
    assert state.phase() == "deal"
    weights = {state.action_to_string(action): weight for action, weight in state.chance_outcomes()}
    assert "deal:WWB" not in weights
    assert weights["deal:ANY7"] == 3
    assert weights["deal:WBS"] == 2
    assert sum(weights.values()) == 26
    after = play(state, "deal:ANY7")
    assert read(after).stacks == [("ANY7", 6), ("WWS", 7)]


# --- 9 Feeding ---


def fed(seat: Seat) -> State:
    """P0 feeds after the last hunter of the round."""
    return play(two_seats(seat, places={"hunting_ground": {1: 1}}, turn=1).state(), "go:hunting_ground", "roll:1")


def test_enough_food_is_eaten_without_a_question() -> None:
    assert seat_of(fed(Seat(people=6, agriculture=2, food=4)), 0).food == 0
    assert seat_of(fed(Seat(people=5, agriculture=9, food=3)), 0).food == 7


def test_exactly_what_is_missing_is_paid() -> None:
    state = fed(Seat(people=8, agriculture=1, food=4, wood=2, gold=2))
    assert state.phase() == "feed"
    assert state.current_player() == 0
    assert seat_of(state, 0).food == 0  # all food is gone in any case
    assert set(words(state)) == {"starve", "pay:w2g1", "pay:w1g2"}
    after = seat_of(play(state, "pay:w2g1"), 0)
    assert (after.wood, after.gold, after.points) == (0, 1, 0)
    after = seat_of(play(state, "starve"), 0)
    assert (after.wood, after.gold, after.points, after.penalties) == (2, 2, -10, 1)


def test_two_hundred_and_eighty_seven_ways_to_feed_are_the_most() -> None:
    state = fed(Seat(people=10, food=0, wood=10, brick=10, stone=10, gold=10))
    assert state.legal_count() == 1 + 286


def test_a_penalty_that_cannot_be_bought_off_is_not_asked() -> None:
    after = seat_of(fed(Seat(people=8, food=2, wood=5)), 0)
    assert (after.food, after.wood, after.points) == (0, 5, -10)


# --- 10 End of round and game ---


def test_the_start_player_goes_round_and_the_round_is_counted() -> None:
    table = Table([Seat() for _ in range(3)], start=2, turn=2, round=4, places={"hunting_ground": {2: 1}})
    after = read(play(table.state(), "go:hunting_ground", "roll:1"))
    assert (after.start, after.turn, after.round, after.phase) == (0, 0, 5, "place")


def test_cards_slide_to_the_cheap_end_and_the_gaps_are_filled() -> None:
    table = two_seats(places={"hunting_ground": {0: 1}}, display=[None, 8, None, 6])
    state = play(table.state(), "go:hunting_ground", "roll:1")
    assert read(state).display == [8, 6, None, None]
    state = play(state, "deal:c0", "deal:c4")
    assert read(state).display == [8, 6, 0, 4]
    assert state.phase() == "place"


def last_round(display: list[int | None], deck: list[int], rules: str = "", **seat: Any) -> State:
    away = [card for card in range(36) if card not in deck and card not in display]
    table = two_seats(Seat(**seat), Seat(cards=away), display=display, places={"hunting_ground": {0: 1}}, rules=rules)
    return play(table.state(), "go:hunting_ground", "roll:1")


def test_a_deck_that_cannot_fill_the_places_ends_the_game_after_the_feeding() -> None:
    state = last_round([None, None, 8, 6], [0], food=3, people=5, wood=1)
    assert state.is_terminal()
    assert seat_of(state, 0).points == -10  # two food and one resource were missing: fed, and no further time
    assert read(state).display == [8, 6, None, None]


def test_an_emptied_deck_does_not_end_the_game_yet() -> None:
    state = last_round([None, None, 8, 6], [0, 4])
    state = play(state, "deal:c0", "deal:c4")
    assert state.phase() == "place"
    assert deck_size(read(state)) == 0


def test_an_empty_stack_ends_the_game_after_the_feeding() -> None:
    table = two_seats(Seat(wood=2, brick=1, food=2), stacks=[("WWB", 1), ("WWS", 7)])
    table.places = {"building_0": {0: 1}, "field": {1: 1}}
    state = play(table.state(), "go:building_0", "pay:w2b1")
    assert state.phase() == "go"
    state = play(state, "go:field")
    assert state.is_terminal()
    after = read(state)
    assert after.seats[0].points == 10 - 10
    assert after.seats[1].agriculture == 1
    assert after.round == 3


def test_a_game_that_nobody_plays_stops_after_250_rounds() -> None:
    table = two_seats(round=250, places={"hunting_ground": {0: 1}})
    assert play(table.state(), "go:hunting_ground", "roll:1").is_terminal()


# --- 11 Scoring ---


def scored(seat: Seat) -> tuple[int, dict[str, int]]:
    state = two_seats(seat, phase="end", turn=None).state()
    return state.scores()[0], {line: points[0] for line, points in state.score_sheet() if points[0]}


def test_culture_is_scored_by_sets() -> None:
    assert scored(Seat(cards=[0]))[0] == 1
    assert scored(Seat(cards=[0, 1]))[0] == 2
    assert scored(Seat(cards=[0, 2, 4, 6, 8, 10, 14])) == (49, {"culture, first set": 49})
    total, sheet = scored(Seat(points=6, cards=list(range(16))))
    assert total == 134
    assert sheet == {"cards of 3 points": 6, "culture, first set": 64, "culture, second set": 64}


def test_figures_multiply() -> None:
    seat = Seat(people=10, agriculture=10, tools="444", tiles=["WBS", "WBS", "ANY7"], cards=list(range(16, 36)))
    assert scored(seat) == (
        7 * 10 + 8 * 12 + 9 * 3 + 7 * 10,
        {
            "farmers times agriculture": 70,
            "toolmakers times tools": 96,
            "builders times buildings": 27,
            "shamans times people": 70,
        }
        | {"cards of 3 points": 3, "buildings": -3},  # a given state: the track stands at 0
    )


def test_the_score_sheet_tells_buildings_bonuses_and_penalties_apart() -> None:
    seat = Seat(points=25, penalties=2, cards=[12, 30], tiles=["WSG"], wood=1, gold=2)
    total, sheet = scored(seat)
    assert total == 25 + 1 + 3 + 3
    assert sheet == {
        "buildings": 39,
        "cards of 3 points": 6,
        "feeding penalties": -20,
        "culture, first set": 1,
        "builders times buildings": 3,
        "resources left": 3,
    }


def test_ties_go_to_the_larger_sum_then_are_shared() -> None:
    big = Seat(points=30, people=6, agriculture=2, tools="110")
    small = Seat(points=30, people=6, agriculture=1, tools="110")
    assert two_seats(small, big, phase="end", turn=None).state().ranks() == [2, 1]
    state = two_seats(big, big, phase="end", turn=None).state()
    assert state.ranks() == [1, 1]
    assert state.returns() == [0.5, 0.5]


# --- Questions that people ask (SA-01 to SA-06) ---


def test_tools_on_a_hunt() -> None:
    """SA-01: three people, 11 on the dice, tools 1 and 2 unused."""
    state = two_seats(Seat(tools="210", food=0), places={"hunting_ground": {0: 3}, "field": {1: 1}}).state()
    state = play(state, "go:hunting_ground", "roll:11")
    gains = {word: seat_of(play(state, word), 0).food for word in words(state)}
    assert gains == {"tools:none": 5, "tools:b": 6, "tools:a": 6, "tools:ab": 7}
    after = play(state, "tools:ab")
    assert seat_of(after, 0).tools == "2x1x0"


def test_feeding_with_too_little_food() -> None:
    """SA-02: 7 people, agriculture 2, food 3, 4 wood and 1 gold, 20 points."""
    state = fed(Seat(people=7, agriculture=2, food=3, wood=4, gold=1, points=20))
    assert set(words(state)) == {"pay:w2", "pay:w1g1", "starve"}
    for word in words(state):
        after = seat_of(play(state, word), 0)
        assert after.food == 0
        assert after.points == (10 if word == "starve" else 20)
        assert sum(after.goods.values()) == (5 if word == "starve" else 3)
    with pytest.raises(IllegalActionError, match="exactly 2 resources"):
        play(state, "pay:w1")


def test_people_are_not_added_later() -> None:
    """SA-03: red has people in the forest and on the hunt; three rings are free, and it is red's turn again."""
    places = {"forest": {0: 2, 1: 1, 2: 1}, "hunting_ground": {0: 1}}
    state = Table([Seat() for _ in range(4)], phase="place", places=places).state()
    assert not {"forest", "hunting_ground"} & locations_open(state)
    assert "once a round" in state.why_illegal(embertree_id(state, "put:forest=1"))
    assert "once a round" in state.why_illegal(embertree_id(state, "put:hunting_ground=1"))
    assert all(word.startswith("put:") for word in words(state))  # no passing


def test_fewer_than_four_players() -> None:
    """SA-04: tool maker and field are taken, blue wants the hut; red and blue are in the clay pit, yellow wants in."""
    red, blue, yellow = 0, 1, 2
    places = {"tool_maker": {red: 1}, "field": {yellow: 1}, "clay_pit": {red: 1, blue: 2}}
    seats = [Seat() for _ in range(3)]
    assert "hut" not in locations_open(Table(seats, phase="place", turn=blue, places=places).state())
    assert "clay_pit" not in locations_open(Table(seats, phase="place", turn=yellow, places=places).state())


def test_a_building_nobody_wants_to_pay() -> None:
    """SA-05: the person goes back, the tile stays; the same with a card and too few resources, whatever the food."""
    state = before_tile("WBG", Seat(wood=1, brick=1, gold=1, food=50))
    state = play(state, "decline")
    after = read(state)
    assert after.stacks is not None
    assert after.stacks[0] == ("WBG", 7)
    assert "building_0" not in after.places
    assert after.seats[0].goods == {"wood": 1, "brick": 1, "stone": 0, "gold": 1}
    table = two_seats(Seat(wood=2, food=50), places={"card_3": {0: 1}, "field": {1: 1}})
    state = play(table.state(), "go:card_3")
    assert read(state).display == table.filled().display
    assert state.current_player() == 1


def test_the_last_building_of_a_pile() -> None:
    """SA-06: the round is played to its end, feeding included, and there is no round 10."""
    seats = [Seat(wood=2, brick=1, food=5), Seat(food=4), Seat(food=9)]
    table = Table(seats, round=9, stacks=[("WWB", 1), ("WWS", 7), ("WBB", 7)])
    table.places = {"building_0": {0: 1}, "hunting_ground": {1: 2}, "field": {2: 1}}
    state = play(table.state(), "go:building_0", "pay:w2b1", "go:hunting_ground", "roll:3", "go:field")
    assert state.is_terminal()
    assert read(state).round == 9
    assert [seat.food for seat in read(state).seats] == [0, 0, 9 + 1 - 5]
