"""Stone Age: words, positions and pictures, good and bad."""

import xml.etree.ElementTree as ElementTree

import pytest
from stone_age_table import Seat, Table, play, words

import embertree
from embertree import IllegalActionError, State, UsageError

SVG = "{http://www.w3.org/2000/svg}"


def game(players: int = 2) -> embertree.Game:
    return embertree.load_game("stone_age", players)


def placing() -> State:
    return Table([Seat(wood=3, tools="2x10"), Seat()], phase="place").state()


def test_ids_are_those_of_the_rules() -> None:
    """Section 14 and 19: the range of every kind of word."""
    state = placing()
    ids = {
        "put:hunting_ground=1": 0,
        "put:hunting_ground=10": 9,
        "put:forest=1": 10,
        "put:clay_pit=7": 23,
        "put:quarry=1": 24,
        "put:river=7": 37,
        "put:tool_maker=1": 38,
        "put:hut=2": 39,
        "put:field=1": 40,
        "put:card_1=1": 41,
        "put:card_4=1": 44,
        "put:building_0=1": 45,
        "put:building_3=1": 48,
        "go:hunting_ground": 49,
        "go:building_3": 64,
        "tools:none": 65,
        "tools:a": 66,
        "tools:abc234": 128,
        "decline": 129,
        "pay:g1": 130,
        "pay:w10": 1129,
        "take:1": 1130,
        "take:6": 1135,
        "starve": 1136,
        "deal:seat0": 1137,
        "roll:1": 1141,
        "roll:60": 1200,
        "roll:1-1": 1201,
        "deal:c0": 1327,
        "deal:c35": 1362,
        "draw:c0": 1363,
        "draw:c35": 1398,
        "deal:WWB": 1399,
        "refuse": 1428,
        "slot:a": 1429,
        "slot:c": 1431,
        "pick:g2": 1432,
        "pick:w2": 1441,
        "feed": 1442,
    }
    for word, action in ids.items():
        assert state.action_to_string(action) == word
        # The word names the id even where it is not legal; then the reason says why.
        if state.is_legal(action):
            assert state.string_to_action(word) == action
        else:
            with pytest.raises(IllegalActionError) as caught:
                state.string_to_action(word)
            assert state.why_illegal(action) in str(caught.value)
    assert state.game.num_distinct_actions == 1443


def test_a_pick_names_the_mix_in_its_own_phase() -> None:
    table = Table([Seat(gold=1), Seat()], display=[7, None, None, None], places={"card_1": {0: 1}, "field": {1: 1}})
    state = play(table.state(), "go:card_1", "pay:g1")
    assert [state.string_to_action(word) for word in words(state)] == list(range(134, 144))
    assert words(state)[0] == "pick:g2"


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("put:forest", "names its people"),
        ("put:forrest=1", "did you mean 'forest'"),
        ("put:forest=0", "1 to 7"),
        ("put:forest=8", "1 to 7"),
        ("put:hut=1", "2 to 2"),
        ("put:field=two", "whole number"),
        ("put:=1", "no location"),
        ("go:", "no location"),
        ("go:card_5", "no location"),
        ("pay:", "no mix"),
        ("pay:w", "no mix"),
        ("pay:w0", "no mix"),
        ("pay:w01", "no mix"),
        ("pay:w11", "no mix"),
        ("pay:w9b9", "no mix"),
        ("pay:b1w1", "order w b s g"),
        ("pay:w1w1", "no mix"),
        ("pay:x3", "no mix"),
        ("pay:w99999999999999999999", "no mix"),
        ("pick:w3", "two resources"),
        ("tools:", "slots a b c"),
        ("tools:d", "slots a b c"),
        ("tools:ba", "slots a b c"),
        ("tools:aa", "slots a b c"),
        ("tools:4a", "slots a b c"),
        ("take:7", "1 to 6"),
        ("take:", "1 to 6"),
        ("slot:d", "a, b and c"),
        ("roll:0", "1 to 60"),
        ("roll:61", "1 to 60"),
        ("roll:3-1", "not ascending"),
        ("roll:1-2-3", "more than 2 dice"),
        ("roll:1-", "1 to 6"),
        ("deal:c36", "0 to 35"),
        ("deal:c", "0 to 35"),
        ("deal:seat2", "0 to 1"),
        ("deal:WWX", "no tile"),
        ("draw:7", "no card"),
        ("declined", "did you mean 'decline'"),
        ("decline:", "no move"),
        ("starve:1", "no move"),
        ("pass", "no move"),
    ],
)
def test_words_that_are_none(word: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        placing().string_to_action(word)


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        (0, "5", "2 to 4"),
        (0, "x", "2 to 4"),
        (1, "0", "1 to 500"),
        (1, "251", "last round"),
        (2, "2", "0 to 1"),
        (2, "-", "start player"),
        (3, "2", "0 to 1"),
        (3, "-", "nobody is to place"),
        (4, "placing", "did you mean 'place'"),
        (4, "go", "nobody on the board"),
        (4, "end", "a seat is in turn after the end"),
        (5, "forest", "does not fit"),
        (5, "-|A1", "wait at a time when none can"),
        (5, "-|E1", "behind their buyer"),
        (5, "-|A7", "1 to 6"),
        (5, "-|A1|A1|A1|A1|A1", "at most four"),
        (6, "-/-", "not 16"),
        (6, "A1/A3B1/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "too many players"),
        (6, "-/A8/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "1 to 7"),
        (6, "A6/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "6 people on the board but 5 in all"),
        (6, "-/-/-/-/-/-/A1/-/-/-/-/-/-/-/-/-", "2 to 2"),
        (6, "-/-/-/-/-/A1/A2/B1/-/-/-/-/-/-/-/-", "only two of tool maker, hut and field"),
        (6, "-/-/-/-/-/A1B1/-/-/-/-/-/-/-/-/-/-", "two players"),
        (6, "-/-/-/-/-/-/-/-/-/-/-/-/-/-/A1/-", "not in play"),
        (6, "B1A1/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "seats in order"),
        (6, "C1/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "seats in order"),
        (6, "A/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "seats in order"),
        (6, "/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-", "empty place"),
        (7, "c0,c1,c2", "4 card places"),
        (7, "c0,c1,c2,c36", "0 to 35"),
        (7, "c0,c0,c1,c2", "c0 is there 2 times"),
        (7, "c12,c13,c12,c2", "c12 is there 3 times"),
        (8, "WWB*7", "one a player"),
        (8, "WWB*8,WWS*7", "1 to 7"),
        (8, "WWB,WWS*7", r"like WBS\*6"),
        (8, "WWC*7,WWS*7", "no tile"),
        (8, "WWB*7,WWB*7", "WWB is there 2 times"),
        (8, "WWB*6,WWS*7", "13 tiles, not 14"),
        (8, "?*7,WWS*7", "no open tile"),
        (9, "4:12:0.0.0.0:0:000:-:0:-:-:-", "5 to 10"),
        (9, "5:-1:0.0.0.0:0:000:-:0:-:-:-", "food"),
        (9, "5:12:0.0.0:0:000:-:0:-:-:-", "wood.brick.stone.gold"),
        (9, "5:12:0.0.0.99999:0:000:-:0:-:-:-", "gold"),
        (9, "5:12:0.0.0.0:11:000:-:0:-:-:-", "agriculture"),
        (9, "5:12:0.0.0.0:0:012:-:0:-:-:-", "highest first"),
        (9, "5:12:0.0.0.0:0:00:-:0:-:-:-", "highest first"),
        (9, "5:12:0.0.0.0:0:500:-:0:-:-:-", "highest first"),
        (9, "5:12:0.0.0.0:0:10x0:-:0:-:-:-", "highest first"),
        (9, "5:12:0.0.0.0:0:1x10:-:0:-:-:-", "unused ones stand first"),
        (9, "5:12:0.0.0.0:0:000:5:0:-:-:-", "one-use"),
        (9, "5:12:0.0.0.0:0:000:32:0:-:c21+c23:-", "in order"),
        (9, "5:12:0.0.0.0:0:000:3:0:-:-:-", "without its card, c21"),
        (9, "5:12:0.0.0.0:0:000:p:0:-:c7:-", "against the rules"),
        (9, "5:12:0.0.0.0:0:000:-:1e3:-:-:-", "points"),
        (9, "5:12:0.0.0.0:0:000:-:99999:-:-:-", "points"),
        (9, "5:12:0.0.0.0:0:000:-:0!3:-:-:-", "feeding penalties than rounds"),
        (9, "5:12:0.0.0.0:0:000:-:0!0:-:-:-", "feeding penalties"),
        (9, "5:12:0.0.0.0:0:000:-:0:WWB+WWB:-:-", "too many tiles"),
        (9, "5:12:0.0.0.0:0:000:-:0:-:c3+c3:-", "too many cards"),
        (9, "5:12:0.0.0.0:0:000:-:0:-:c2:c2", "c2 is there 2 times"),
        (9, "5:12:0.0.0.0:0:000:-:0:-:-:c4", "without the card that draws one"),
        (9, "5:12:0.0.0.0:0:000:-:0:-:-", "ten fields"),
        (11, "card_end=never", "there is no value"),
        (11, "colour=red", "no rules option"),
        (11, "start_player=seat_3", "there is no seat_3"),
        (11, "max_rounds=2", "last round"),
        (11, "max_rounds=-1", "0 to 500"),
        (11, "nonsense", "name=value"),
    ],
)
def test_positions_that_are_none(field: int, text: str, reason: str) -> None:
    fields = Table([Seat(), Seat()], phase="place", round=3).line.split(" ")
    fields[field : field + 1] = [text]
    with pytest.raises(UsageError, match=reason):
        game().parse_position(" ".join(fields))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"phase": "roll", "pending": "forest"}, "nobody there to roll"),
        ({"phase": "roll", "pending": "tool_maker"}, "where people roll"),
        ({"phase": "roll", "pending": "c0"}, "gives no roll"),
        ({"phase": "roll", "pending": "c35"}, "no such card"),
        ({"phase": "tools", "pending": "hunting_ground"}, "like forest=17"),
        ({"phase": "tools", "pending": "hunting_ground=7"}, "do not show that sum"),
        ({"phase": "tools", "pending": "hunting_ground=6"}, "no tool to add"),
        ({"phase": "tools", "pending": "dice=6"}, "nothing there is rolled"),
        ({"phase": "buy", "pending": "forest"}, "card_1 to card_4"),
        ({"phase": "buy", "pending": "card_1"}, "nothing there is bought"),
        ({"phase": "take", "pending": "2-2"}, "all show the same"),
        ({"phase": "take", "pending": "5-2"}, "not ascending"),
        ({"phase": "take", "pending": "-"}, "1 to 6"),
        ({"phase": "take", "pending": "-", "rules": "dice_for_all_timing=own_turn"}, "there is none"),
        ({"phase": "go", "pending": "-|A1-2", "rules": "dice_for_all_timing=own_turn"}, "has to take a die first"),
        ({"phase": "pick"}, "no card to pick by"),
        ({"phase": "draw"}, "no card to draw by"),
        ({"phase": "draw", "turn": None}, "no hidden card"),
        ({"phase": "feed", "pending": "2"}, "people on the board"),
        ({"phase": "feed", "pending": "11", "places": {}}, "0 to 10"),
        ({"phase": "feed", "pending": "2", "places": {}}, "there is some left"),
        ({"phase": "feed", "pending": "0", "places": {}}, "no food is missing"),
        ({"phase": "slot", "pending": "A"}, "no slot to choose"),
        ({"phase": "slot", "pending": "C"}, "letter of a seat"),
        ({"phase": "deal", "pending": "card"}, "a tile is turned up"),
        ({"phase": "deal", "pending": "building_1"}, "no tile of that stack"),
        ({"phase": "deal", "pending": "river"}, "card, seat, or building"),
        ({"phase": "deal", "pending": "card", "turn": None}, "people on the board"),
        ({"phase": "deal", "pending": "card", "turn": None, "places": {}}, "in this order"),
        ({"phase": "deal", "pending": "seat", "turn": None, "start": None, "places": {}}, "there is no start player"),
        ({"phase": "end", "turn": None}, "people on the board after the end"),
        ({"phase": "go", "turn": 1}, "P0 comes before P1"),
    ],
)
def test_phases_that_do_not_fit(fields: dict[str, object], reason: str) -> None:
    table = Table([Seat(), Seat()], places={"hunting_ground": {0: 1, 1: 1}})
    for name, value in fields.items():
        setattr(table, name, value)
    with pytest.raises(UsageError, match=reason):
        table.state()


def test_a_seat_that_cannot_place_is_passed_over_when_read() -> None:
    table = Table([Seat(), Seat()], phase="place", turn=0, places={"hunting_ground": {0: 5}})
    assert table.state().current_player() == 1


def test_equal_cards_and_tiles_are_read_by_any_of_their_names() -> None:
    table = Table([Seat(cards=[12, 13]), Seat()], phase="place", display=[24, 25, 0, 1])
    line = table.line.replace("c24,c24", "c25,c24").replace("c12+c12", "c13+c12")
    state = game().parse_position(line)
    assert "c24,c24" in state.position
    assert "c12+c12" in state.position


def test_reasons_name_the_paragraph() -> None:
    state = placing()
    assert "rules 4" in state.why_illegal(49)
    assert state.why_illegal(46) == ""
    assert "not in play" in state.why_illegal(47)
    over = Table([Seat(), Seat()], phase="end", turn=None).state()
    assert over.why_illegal(0) == "the game is over"
    for action in (-1, 1443, 2**31 - 1, -(2**31)):
        assert "ids are 0 to 1442" in state.why_illegal(action)


def test_the_board_in_text_tells_what_is_where() -> None:
    table = Table([Seat(tools="21x0", gold=7, cards=[0, 1, 35]), Seat(), Seat()], phase="place")
    table.places = {"forest": {1: 2, 2: 3}, "hut": {2: 2}}
    text = str(table.state())
    assert "A places people, 5 at home" in text
    assert "B2 C3" in text
    assert "pottery x2, 2 shamans" in text
    assert "2 1x 0" in text
    assert len(text.splitlines()) < 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_picture_is_sound_and_shows_everybody(players: int) -> None:
    state = game(players).new_initial_state()
    k = 0
    seen = 0
    while not state.is_terminal():
        k += 1
        state.apply_action(state.random_action(k * 31 + players))
        if k % 25 and not state.is_terminal():
            continue
        seen += 1
        picture = ElementTree.fromstring(state.svg())
        width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
        texts = [element.text or "" for element in picture.iter(f"{SVG}text")]
        assert sum(text == "agriculture" for text in texts) >= players
        for element in picture.iter(f"{SVG}rect"):
            assert -1 <= float(element.get("x", 0)) <= width
            assert 0 <= float(element.get("y", 0)) + float(element.get("height", 0)) <= height + 1
    assert seen > 10
