"""Volcano Island against the known answers, and case by case through the paragraphs of its rules."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embertree import CHANCE, Game, IllegalActionError, State, UsageError, load_game, perft

GAME = "volcano_island"
PLACE, MOVE, VILLAGE, TOWN, CITY, LAVA, ROLL, END = 0, 100, 10_100, 15_700, 21_300, 28_300, 28_400, 28_416
NEIGHBOURS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]  # W E S N SW SE NW NE


def golden_folder(config: pytest.Config) -> Path:
    chosen = config.getoption("--golden", default=None)
    return (Path(chosen) if chosen else Path(__file__).parents[1] / "golden") / GAME


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = golden_folder(metafunc.config)
    if "golden_game" in metafunc.fixturenames:
        games = [
            pytest.param(json.loads(line), id=f"{file.stem}-{number}")
            for file in sorted(folder.glob("games*.jsonl"))
            for number, line in enumerate(file.read_text().splitlines(), 1)
        ]
        metafunc.parametrize("golden_game", games)
    if "golden_perft" in metafunc.fixturenames:
        counts = [
            pytest.param(case, id=f"{file.stem}-{number}")
            for file in sorted(folder.glob("perft*.json"))
            for number, case in enumerate(json.loads(file.read_text()), 1)
        ]
        metafunc.parametrize("golden_perft", counts)


def island(pieces: str, rest: str = "4 5 0 0 act 3 0 4") -> State:
    """A position from `As:c4 Bv:d5 x:e5 ...`, pawns and volcano filled in as the phase asks."""
    fields = rest.split()
    players, erupted = int(fields[0]), fields[6] != "0"
    cells = {(file, rank): "." for file in range(10) for rank in range(10)}
    for file, rank in ((4, 4), (5, 4), (4, 5), (5, 5)):
        cells[file, rank] = "^"
    if not erupted:
        for seat, square in enumerate(((4, 5), (5, 5), (5, 4), (4, 4))[:players]):
            cells[square] = "ABCD"[seat] + "p"
    if players == 3:
        for file, rank in ((0, 8), (0, 0), (8, 0)):
            for i in range(4):
                cells[file + i % 2, rank + i // 2] = "#"
    for word in pieces.split():
        piece, _, squares = word.partition(":")
        for square in squares.split(","):
            cells["abcdefghij".index(square[0]), int(square[1:]) - 1] = piece
    rows = []
    for rank in reversed(range(10)):
        row, run = "", 0
        for file in range(10):
            if cells[file, rank] == ".":
                run += 1
                continue
            row += (str(run) if run else "") + cells[file, rank]
            run = 0
        rows.append(row + (str(run) if run else ""))
    return Game(GAME).parse_position("/".join(rows) + " " + rest)


def words(state: State, verb: str = "") -> list[str]:
    return [w for w in map(state.action_to_string, state.legal_actions()) if w.startswith(verb)]


def play(state: State, *moves: str) -> State:
    state = state.clone()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


def why(state: State, word: str) -> str:
    """Why a well-formed word is not legal here; empty where it is."""
    try:
        action = state.string_to_action(word)
    except IllegalActionError as refused:
        assert word not in words(state)
        return str(refused).removeprefix(f"'{word}': ")
    assert action in state.legal_actions()
    return ""


def sheet(state: State) -> dict[str, list[int]]:
    return dict(state.score_sheet())


# --- Known answers ---


def test_golden_game_replays(golden_game: dict[str, Any]) -> None:
    game = load_game(GAME, golden_game["players"], start=golden_game["start"])
    checks = {check["ply"]: check for check in golden_game["checks"]}
    state = game.new_initial_state()
    for ply in range(len(golden_game["moves"]) + 1):
        if ply in checks:
            check_golden(state, checks[ply])
        if ply == len(golden_game["moves"]):
            break
        word = golden_game["moves"][ply]
        action = state.string_to_action(word)
        assert state.why_illegal(action) == ""
        assert state.action_to_string(action) == word
        state.apply_action(action)
        assert state.audit() == ""
    result = golden_game["result"]
    assert state.is_terminal()
    assert state.scores() == result["scores"]
    assert [i for i, rank in enumerate(state.ranks()) if rank == 1] == result["winners"]
    assert state.round() == result["rounds"]
    board = state.position.split()[0]
    for seat, buildings in enumerate(result["buildings"]):
        assert sum(board.count("ABCD"[seat] + kind) for kind in "vtc") == buildings


def check_golden(state: State, check: dict[str, Any]) -> None:
    assert state.position == check["position"]
    again = Game(GAME).parse_position(check["position"])
    assert again == state
    assert again.to_bytes() == state.to_bytes()
    if "legal_count" not in check:
        return
    actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    assert actions == sorted(actions)
    assert len(actions) == check["legal_count"]
    if "legal" in check:
        texts = [state.action_to_string(a) for a in actions]
        assert (texts if state.is_chance_node() else sorted(texts)) == check["legal"]


@pytest.mark.parametrize("hashed", [False, True])
def test_golden_perft(golden_perft: dict[str, Any], hashed: bool) -> None:
    if "position" in golden_perft:
        state = Game(GAME).parse_position(golden_perft["position"])
    else:
        game = load_game(GAME, golden_perft["players"], start=golden_perft["start"])
        state = play(game.new_initial_state(), *golden_perft["moves"])
    assert perft(state, golden_perft["depth"], hashed=hashed) == golden_perft["nodes"]


# --- 1, 2. Components and board ---


def test_seats_sit_clockwise_round_the_volcano() -> None:
    assert load_game(GAME, 4).new_initial_state().position == (
        "10/10/10/10/4ApBp4/4DpCp4/10/10/10/10 4 1 0 - roll 0 0 0"
    )


def test_three_players_lose_every_corner_but_the_north_east() -> None:
    state = load_game(GAME, 3).new_initial_state()
    assert state.position.split()[0] == "##8/##8/10/10/4ApBp4/4^Cp4/10/10/##6##/##6##"
    inner = island("As:c1,h2,b8 Av:i8", "3 5 0 0 act 3 0 4")
    assert {"place:d1", "place:b7", "place:i9"} <= set(words(inner, "place"))
    for corner in ("b1", "i2", "b9"):
        assert "removed corner" in why(inner, f"place:{corner}")
    assert "place:i2" in words(island("As:h2", "4 5 0 0 act 3 0 4"))


def test_nobody_builds_on_the_volcano_before_or_after_the_eruption() -> None:
    assert "volcano" in why(island("As:e7"), "place:f6")
    erupted = island("As:e7 x:f5", "4 9 0 0 act 3 1 3")
    assert "volcano" in why(erupted, "place:e6")
    assert "volcano" in why(island("As:d4,d5,d6 x:f5", "4 9 0 0 act 3 1 3"), "village:e5=d4+d5+d6")


def test_adjacent_is_orthogonal_for_settling() -> None:
    state = island("As:b2")
    assert words(state, "place") == ["place:b1", "place:a2", "place:c2", "place:b3", "place:d6", "place:e7"]
    assert "not adjacent" in why(state, "place:c3")


def test_the_board_does_not_wrap_round_its_edges() -> None:
    assert "place:a5" not in words(island("As:j4"))  # the square after j4
    assert "place:j5" not in words(island("As:a6"))  # the square before a6
    assert words(island("As:j1,j3,a3 Bs:i2"), "village") == []


# --- 3. Setup ---


def test_first_roll_is_three_dice_given_that_they_are_not_all_blank() -> None:
    outcomes = load_game(GAME, 4).new_initial_state().chance_outcomes()
    ways = dict.fromkeys(range(16), 0)
    for a in range(6):
        for b in range(6):
            for c in range(6):
                ways[a + b + c] += 1
    assert outcomes == [(ROLL + total, ways[total]) for total in range(1, 16)]
    assert sum(weight for _, weight in outcomes) == 215


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_option_start_says_who_begins(start: int) -> None:
    state = play(load_game(GAME, 4, start=start).new_initial_state(), "roll:7")
    assert state.current_player() == start
    assert state.game.rules == ("" if start == 0 else f"start={start}")
    later = state
    while later.round() < 6:
        later = later.child(later.random_action(1))
    assert later.game.rules == state.game.rules
    assert Game(GAME).parse_position(later.position) == later


# --- 4. A round: turns and actions ---


def test_a_turn_is_three_actions_and_turns_go_clockwise() -> None:
    state = play(load_game(GAME, 3, start=1).new_initial_state(), "roll:9")
    seats = []
    for _ in range(18):
        seats.append(state.current_player())
        state = state.child(state.legal_actions()[0])
    assert seats == [1, 1, 1, 2, 2, 2, 0, 0, 0, 2, 2, 2, 0, 0, 0, 1, 1, 1]  # the start marker went left


def test_there_is_no_pass() -> None:
    state = play(load_game(GAME, 4).new_initial_state(), "roll:9")
    assert words(state) == ["place:d6", "place:e7"]
    with pytest.raises(UsageError):
        state.string_to_action("pass")


def test_a_seventh_settlement_is_not_in_supply() -> None:
    state = island("As:a1,b1,c1,d1,e1,f1")
    assert words(state, "place") == []
    assert "supply" in why(state, "place:g1")
    assert "move:a1>g1" in words(state)


def test_a_moved_settlement_is_lifted_first() -> None:
    state = island("As:a1")
    assert words(state, "move") == ["move:a1>d6", "move:a1>e7"]
    assert "not adjacent" in why(state, "move:a1>a2")
    assert "another square" in why(state, "move:a1>a1")
    pair = island("As:a1,b1")
    assert "move:a1>b2" in words(pair)
    assert "move:b1>b2" not in words(pair)
    assert "move:b1>a2" in words(pair)


def test_a_move_goes_as_far_as_its_mover_has_pieces() -> None:
    assert "move:a1>j9" in words(island("As:a1 Av:j10"))


def test_only_settlements_move() -> None:
    assert "no settlement of yours on j10" in why(island("As:a1 Av:j10"), "move:j10>a2")
    assert "no settlement of yours on c3" in why(island("As:a1 Bs:c3"), "move:c3>a2")


def test_villages_take_diagonal_neighbours_and_choose_three() -> None:
    state = island("As:b2,b4,d2,d4 Bs:c4")
    # Ascending by the mask of what is paid: SW, SE, NW and NE of c3 are bits 4 to 7.
    assert words(state, "village") == [
        "village:c3=b2+b4+d2",
        "village:c3=b2+d2+d4",
        "village:c3=b2+b4+d4",
        "village:c3=b4+d2+d4",
    ]
    after = play(state, "village:c3=b2+b4+d2")
    assert after.position.split()[0].split("/")[6:9] == ["2BsAs6", "2Av7", "10"]
    assert "payment" in why(state, "village:c3=b2+b4+c4")


def test_a_village_needs_a_vacant_square() -> None:
    assert "occupied" in why(island("As:b2,b4,d2 Bs:c3"), "village:c3=b2+b4+d2")
    assert "occupied" in why(island("As:b2,b4,d2,c3"), "village:c3=b2+b4+d2")
    assert "lava" in why(island("As:d4,d2,f2 x:e5,e4,e3", "4 9 0 0 act 3 1 3"), "village:e3=d2+d4+f2")


def test_supply_counts_before_payment() -> None:
    five = "Av:a10,c10,e10,g10,i10 As:b2,b4,d2"
    assert "supply: all 5 of your villages" in why(island(five), "village:c3=b2+b4+d2")
    # A town gives two villages back: afterwards a village can be built again.
    crowded = island("Av:a10,b10,e10,g10,i10 As:a9,b9,b2,b4,d2")
    assert words(crowded, "village") == []
    assert "village:c3=b2+b4+d2" in words(play(crowded, "town:a10=a9+b9+b10"))


def test_a_town_costs_another_village_and_two_settlements() -> None:
    state = island("Av:c4,b3 As:b4,d5,d3")
    towns = set(words(state, "town"))
    assert towns == {
        "town:c4=b3+b4+d5",
        "town:c4=b3+b4+d3",
        "town:c4=b3+d3+d5",
    }
    after = play(state, "town:c4=b3+b4+d5")
    assert after.position.split()[0].split("/")[5:8] == ["4DpCp4", "2At7", "3As6"]
    assert "payment" in why(state, "town:c4=b4+d3+d5")
    assert "target" in why(state, "town:d4=c4+d3+d5")


def test_a_city_costs_another_town_and_three_settlements() -> None:
    state = island("At:c4,b3,d5 As:b4,b5,d3 Av:c5")
    assert set(words(state, "city")) == {"city:c4=b3+b4+b5+d3", "city:c4=b4+b5+d3+d5"}
    after = play(state, "city:c4=b3+b4+b5+d3")
    assert after.position.split()[0].split("/")[5:8] == ["2AvAtDpCp4", "2Ac7", "10"]
    assert "target" in why(state, "city:c5=b4+b5+c4+d5")


def test_paid_pieces_go_back_to_supply() -> None:
    state = island("At:c4,b3 As:b4,b5,d3,j1,j2,j3")
    after = play(state, "city:c4=b3+b4+b5+d3")
    assert after.score_sheet()[2] == ("cities", [7, 0, 0, 0])
    assert words(after, "place")


# --- 4. Influence ---


@pytest.mark.parametrize(
    ("theirs", "own", "kept_out"),
    [
        ("v", "", True),
        ("t", "v", True),
        ("c", "t", True),
        ("v", "v", False),
        ("t", "t", False),
        ("c", "c", False),
        ("v", "c", False),
        ("s", "", False),
    ],
)
def test_greater_influence_keeps_settlements_out(theirs: str, own: str, kept_out: bool) -> None:
    state = island(f"As:a1 B{theirs}:c1" + (f" A{own}:b2" if own else ""))
    assert ("place:b1" not in words(state)) == kept_out
    assert why(state, "place:b1").startswith("influence") == kept_out
    mover = island(f"As:a1,h8 B{theirs}:c1" + (f" A{own}:b2" if own else ""))
    assert ("move:h8>b1" not in words(mover)) == kept_out


def test_influence_does_not_add_up() -> None:
    assert "place:b1" in words(island("As:a1 At:b2 Bv:c1 Cv:b10"))
    state = island("At:b2 Bv:a3,c3 Cv:b4")
    assert "place:b3" in words(state)
    assert "place:b3" not in words(island("Av:b2 Bv:a3 Bt:c3"))


def test_influence_of_any_other_tribe_counts() -> None:
    state = island("Av:b2 Bv:a3 Ct:b4")
    assert why(state, "place:b3").startswith("influence: that of C")


def test_buildings_ignore_influence() -> None:
    state = island("As:b2,b4,d2 Bc:c4 Bt:b3,d3")
    assert "village:c3=b2+b4+d2" in words(state)


def test_lifting_a_settlement_does_not_change_influence() -> None:
    assert "move:a1>b1" not in words(island("As:a1,b2 Bv:c1"))


def test_option_influence_reaches_diagonally() -> None:
    pieces = "As:b2 Bv:d4"
    orthogonal = island(pieces)
    diagonal = island(pieces, "4 5 0 0 act 3 0 4 influence=diagonal")
    near = island("As:b3 Bv:d4")
    assert "place:c3" in words(near)
    assert words(orthogonal) == words(diagonal)
    far = island("As:b3 Bv:d4", "4 5 0 0 act 3 0 4 influence=diagonal")
    assert why(far, "place:c3") == "influence: that of B over c3 is 1, yours 0"
    assert "place:c3" in words(island("As:b3 Bv:d4 Av:b2", "4 5 0 0 act 3 0 4 influence=diagonal"))


# --- 5. The end of a round ---


def finish_round(state: State, seed: int = 0) -> State:
    """Random actions until the round is over: at lava, a roll, the next round, or the end."""
    now = state.round()
    while not state.is_terminal() and state.phase() == "act" and state.round() == now:
        state = state.child(state.random_action(seed))
    return state


def test_a_counter_of_c_erupts_after_round_c() -> None:
    for counter in (1, 2, 3):
        state = play(load_game(GAME, 4).new_initial_state(), f"roll:{counter}")
        for _ in range(counter):
            assert state.phase() == "act"
            state = finish_round(state, 3)
        assert (state.phase(), state.round()) == ("lava", counter)


def test_the_lava_player_is_the_last_of_the_round() -> None:
    state = play(load_game(GAME, 4, start=2).new_initial_state(), "roll:1")
    state = finish_round(state)
    assert state.current_player() == 1
    assert state.position.split()[2:] == ["1", "2", "1", "lava", "0", "1", "0"]


def test_pawns_leave_with_the_first_eruption() -> None:
    state = finish_round(play(load_game(GAME, 4).new_initial_state(), "roll:1"))
    assert "p" not in state.position.split()[0]
    assert words(state) == ["lava:e5", "lava:f5", "lava:e6", "lava:f6"]


def test_the_second_roll_follows_the_first_marker() -> None:
    state = finish_round(play(load_game(GAME, 4).new_initial_state(), "roll:1"))
    state = play(state, "lava:e5")
    assert state.is_chance_node()
    assert state.position.split()[2:] == ["1", "0", "-", "roll", "0", "1", "0"]
    outcomes = state.chance_outcomes()
    assert outcomes == [(ROLL + n, w) for n, w in enumerate([0, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) if n > 0]
    assert sum(w for _, w in outcomes) == 35
    state = play(state, "roll:4")
    assert state.position.split()[2:] == ["2", "1", "1", "act", "3", "1", "4"]


def test_the_second_eruption_begins_on_a_volcano_square_without_lava() -> None:
    state = island("As:a1 Bs:j1 Cs:j10 Ds:a10 x:e5", "4 9 1 0 lava 0 2 0")
    assert words(state) == ["lava:f5", "lava:e6", "lava:f6"]
    assert "began on e5" in why(state, "lava:e5")
    assert "first marker" in why(state, "lava:d5")


def whole_game(players: int, seed: int, **options: object) -> State:
    state = load_game(GAME, players, **options).new_initial_state()
    step = 0
    while not state.is_terminal():
        step += 1
        state.apply_action(state.random_action(seed * 100_003 + step))
    return state


@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game_lasts_c_plus_d_plus_12_rounds(players: int) -> None:
    whole = 0
    for seed in range(12):
        state = whole_game(players, seed)
        rolls = [a - ROLL for a in state.history() if a >= ROLL]
        board = state.position.split()[0]
        if len(rolls) == 2 and board.count("y") + board.count("z") == 12:
            lava = [a for a in state.history() if LAVA <= a < ROLL]
            assert len(lava) == rolls[1] + 12
            if state.round() == sum(rolls) + 12:
                whole += 1
        assert state.round() <= sum(rolls) + 12
    assert whole > 4


def test_the_round_after_the_last_marker_is_the_last() -> None:
    lava = "y:f5,g5,h5,h6,h7,h8,h9,h10,i10,j10,j9 x:e5"
    state = island(f"As:a1 Bs:a10 Cs:c1 Ds:c10 {lava}", "4 30 1 0 lava 0 2 0")
    state = play(state, "lava:j8")
    assert (state.phase(), state.round()) == ("act", 31)
    state = finish_round(state, 5)
    assert state.is_terminal()
    assert state.position.split()[2:] == ["31", "2", "-", "end", "0", "2", "0"]


# --- 6. Lava ---


def test_lava_goes_on_from_its_own_eruption_over_land() -> None:
    state = island("As:a1 Bs:j1 Cs:j10 Ds:a10 x:e5,d5 y:f6,f7", "4 9 1 0 lava 0 2 0")
    assert words(state) == ["lava:g6", "lava:e7", "lava:g7", "lava:f8"]
    assert "not adjacent" in why(state, "lava:e4")
    assert "volcano" in why(state, "lava:f5")


def test_lava_never_covers_its_own_eruption() -> None:
    assert "covers f7 already" in why(island("x:e5 y:f6,f7", "4 9 1 0 lava 0 2 0"), "lava:f7")
    assert "covers d5 already" in why(island("x:e5,d5", "4 9 1 0 lava 0 1 3"), "lava:d5")


def test_second_lava_flows_over_first_and_is_its_own_then() -> None:
    state = island("As:a1 Bs:a10 x:e6,e7,f7 y:f6", "4 9 1 0 lava 0 2 0")
    after = play(state, "lava:f7")
    assert after.position.split()[0].split("/")[3] == "4xz4"
    further = island("As:a1 Bs:a10 x:e6,e7 z:f7 y:f6", "4 9 1 0 lava 0 2 0")
    assert words(further) == ["lava:g6", "lava:e7", "lava:g7", "lava:f8"]


def test_lava_destroys_what_it_covers() -> None:
    state = island("Ac:e7 As:a1,a2 Bs:j1 x:e6", "4 9 1 0 lava 0 1 3")
    assert sheet(state)["cities"] == [7, 0, 0, 0]
    after = play(state, "lava:e7")
    assert sheet(after)["cities"] == [0, 0, 0, 0]
    assert "Ac" not in after.position
    own = island("As:d6,a1 Bs:j1 x:e6", "4 9 1 0 lava 0 1 3")
    assert "lava:d6" in words(own)
    assert sheet(play(own, "lava:d6"))["most settlements"] == [3, 3, 0, 0]


def test_lava_is_never_vacant_again() -> None:
    state = island("As:d6 Bs:a1 x:e6,e7", "4 9 0 0 act 3 1 3")
    assert "place:e7" not in words(state)
    assert "lava: e7" in why(island("As:d7 x:e6,e7", "4 9 0 0 act 3 1 3"), "place:e7")


def test_option_lava_shared_gives_the_second_what_the_first_left() -> None:
    lava = "y:f5,g5,h5,h6,h7,h8,h9,h10,i10,j10,j9,j8 x:e5,d5,c5"
    pieces = "As:a1 Bs:a10 Cs:c1 Ds:c10"
    with pytest.raises(UsageError, match="all markers are placed"):
        island(f"{pieces} {lava}", "4 30 1 0 lava 0 2 0")
    state = island(f"{pieces} {lava}", "4 30 1 0 lava 0 2 0 lava=shared")
    assert "lava:j7" in words(state)
    rounds = 0
    while not state.is_terminal():
        rounds += state.phase() == "lava"
        state = state.child(state.random_action(rounds))
    assert rounds <= 9
    for seed in range(6):
        over = whole_game(4, seed, lava="shared")
        rolls = [a - ROLL for a in over.history() if a >= ROLL]
        markers = sum(LAVA <= a < ROLL for a in over.history())
        assert over.round() <= rolls[0] + 24
        assert markers <= 24


def test_option_blank_second_roll() -> None:
    reroll = finish_round(play(load_game(GAME, 4).new_initial_state(), "roll:1"))
    now = finish_round(play(load_game(GAME, 4, blank_second_roll="now").new_initial_state(), "roll:1"))
    reroll, now = play(reroll, "lava:e5"), play(now, "lava:e5")
    assert reroll.chance_outcomes()[0] == (ROLL + 1, 2)
    assert now.chance_outcomes()[0] == (ROLL, 1)
    assert sum(w for _, w in now.chance_outcomes()) == 36
    with pytest.raises(IllegalActionError, match="dice are in the air"):
        play(reroll, "roll:0")
    state = play(now, "roll:0")
    assert state.position.split()[2:] == ["2", "1", "1", "act", "3", "1", "1", "blank_second_roll=now"]
    state = finish_round(state, 2)
    assert state.position.split()[5:9] == ["lava", "0", "2", "0"]
    first = load_game(GAME, 4, blank_second_roll="now").new_initial_state()
    assert first.chance_outcomes()[0] == (ROLL + 1, 3)


# --- 7. The end, and scoring ---


def test_a_player_without_an_action_ends_the_game_at_once() -> None:
    # Seat D's land is d5 and e4; the others take both before its first turn.
    moves = ["roll:9", "place:d6", "place:d5", "place:e7", "place:f7", "place:g6", "place:g7"]
    moves += ["place:f4", "place:e4", "place:g5"]
    state = play(load_game(GAME, 4).new_initial_state(), *moves)
    assert state.is_terminal()
    assert state.position.split()[1:] == ["4", "1", "0", "-", "end", "0", "0", "9"]
    assert state.ranks() == [1, 1, 1, 4]
    assert state.returns() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_option_stuck_pass_skips_the_turn() -> None:
    moves = ["roll:9", "place:d6", "place:d5", "place:e7", "place:f7", "place:g6", "place:g7"]
    moves += ["place:f4", "place:e4", "place:g5"]
    state = play(load_game(GAME, 4, stuck="pass").new_initial_state(), *moves)
    assert not state.is_terminal()
    assert state.position.split()[1:] == ["4", "2", "1", "1", "act", "3", "0", "8", "stuck=pass"]


def test_being_stuck_in_mid_turn_is_stuck() -> None:
    # A can fill b1, and then has nowhere to place the next one or to move either of its two.
    rest = "4 9 0 0 act 3 1 3"
    state = island("As:a1 Bs:a2,b2,c1 Cs:h1 Ds:h9 x:f6", rest)
    assert words(state) == ["place:b1"]
    after = play(state, "place:b1")
    assert after.is_terminal()
    assert after.position.split()[2:9] == ["9", "0", "-", "end", "0", "1", "3"]
    passed = play(island("As:a1 Bs:a2,b2,c1 Cs:h1 Ds:h9 x:f6", rest + " stuck=pass"), "place:b1")
    assert passed.position.split()[2:9] == ["9", "0", "1", "act", "3", "1", "3"]


def test_stuck_on_the_first_turn_of_a_round_ends_the_game_in_that_round() -> None:
    # B ends round 9; D begins round 10 with a pawn whose two squares are taken.
    state = island("As:a1 Bs:d5,e4,h8 Cs:b10", "4 9 2 1 act 1 0 3")
    after = play(state, "place:h9")
    assert after.is_terminal()
    assert after.position.split()[2:9] == ["10", "3", "-", "end", "0", "0", "2"]


def test_stuck_pass_ends_when_a_whole_round_passes() -> None:
    # After the first eruption nobody has a piece any more but one seat, and lava takes that.
    state = island("As:e7 x:e6", "4 9 1 0 lava 0 1 3 stuck=pass")
    after = play(state, "lava:e7")
    assert after.is_terminal()
    assert after.position.split()[2:9] == ["10", "2", "-", "end", "0", "1", "3"]
    alive = play(state, "lava:d6")
    assert alive.position.split()[2:9] == ["10", "2", "0", "act", "3", "1", "3"]
    # Once A has acted, the rest pass and the round ends with lava.
    alive = finish_round(alive, 1)
    assert alive.phase() == "lava"
    assert alive.current_player() == 1
    ended = play(island("As:e7 x:e6", "4 9 1 0 lava 0 1 3"), "lava:d6")
    assert ended.is_terminal()


def scored(pieces: str, players: int = 4, options: str = "") -> State:
    return island(pieces, f"{players} 20 0 - end 0 0 3{options}")


def test_points_by_building() -> None:
    state = scored("As:a1 Av:a3 At:a5 Ac:a7")
    assert {line: points[0] for line, points in state.score_sheet()} == {
        "villages": 1,
        "towns": 3,
        "cities": 7,
        "most settlements": 3,
        "most villages": 3,
        "most towns": 3,
        "most cities": 3,
        "most extended": 5,
    }
    assert state.scores() == [28, 0, 0, 0]


def test_majorities_are_shared_in_full_by_ties() -> None:
    state = scored("As:a1,a2 Bs:c1,c2 Cs:e1 Bv:g1 Cv:g3 Dv:g9,i9")
    lines = sheet(state)
    assert lines["most settlements"] == [3, 3, 0, 0]
    assert lines["most villages"] == [0, 0, 0, 3]


def test_nobody_scores_for_the_most_of_nothing() -> None:
    lines = sheet(scored("As:a1"))
    assert lines["most villages"] == lines["most towns"] == lines["most cities"] == [0, 0, 0, 0]


def test_option_zero_majority_lets_nothing_be_the_most() -> None:
    lines = sheet(scored("As:a1 Bv:c1", options=" zero_majority=yes"))
    assert lines["most settlements"] == [3, 0, 0, 0]
    assert lines["most villages"] == [0, 3, 0, 0]
    assert lines["most towns"] == lines["most cities"] == [3, 3, 3, 3]
    assert lines["most extended"] == [0, 0, 0, 0]


def test_extent_is_the_largest_distance_between_two_own_buildings() -> None:
    state = scored("Av:a1,c3 Bv:e1,e4 Cs:a10,j1")
    assert sheet(state)["most extended"] == [5, 0, 0, 0]
    assert sheet(scored("Av:a1,c3 Bv:g1,g5 Ct:j9"))["most extended"] == [5, 5, 0, 0]
    # Settlements do not count, nor does one building alone.
    assert sheet(scored("Av:a1 As:j10 Bv:e1"))["most extended"] == [0, 0, 0, 0]


def test_extent_is_found_on_both_diagonals() -> None:
    assert sheet(scored("Av:a10,j1 Bv:b1,j10"))["most extended"] == [5, 0, 0, 0]
    assert sheet(scored("Av:a1,j10 Bv:b10,j1"))["most extended"] == [5, 0, 0, 0]


def test_ties_are_broken_by_buildings_then_shared() -> None:
    # A city and the most of them, against two villages, the most of them and the extent.
    broken = scored("Ac:a1 Bv:c1,c5")
    assert broken.scores() == [10, 10, 0, 0]
    assert broken.ranks() == [2, 1, 3, 3]
    assert broken.returns() == [0, 1, 0, 0]
    shared = scored("Av:a1 Bv:c1")
    assert shared.ranks() == [1, 1, 3, 3]
    assert shared.returns() == [0.5, 0.5, 0, 0]


# --- 8. Notation ---


def test_ids_are_those_of_the_rules() -> None:
    state = island("As:c4,b2,b4,d2,c2 Av:h8,h7 At:h2,h3")
    assert state.game.num_distinct_actions == END
    ids = {
        PLACE: "place:a1",
        PLACE + 1: "place:b1",
        PLACE + 10: "place:a2",
        MOVE: "move:a1>a1",
        MOVE + 1: "move:a1>b1",
        MOVE + 100: "move:b1>a1",
        MOVE + 9_999: "move:j10>j10",
        VILLAGE + 11 * 56: "village:b2=a2+b1+c2",  # W, E and S: the lowest mask of three
        TOWN + 11 * 56: "town:b2=a2+b1+c2",
        CITY + 11 * 70: "city:b2=a2+b1+b3+c2",
        CITY + 11 * 70 + 69: "city:b2=a1+a3+c1+c3",  # the four corners: the highest
        LAVA + 44: "lava:e5",
        ROLL: "roll:0",
        ROLL + 15: "roll:15",
    }
    for action, word in ids.items():
        assert state.action_to_string(action) == word


def test_what_is_paid_is_a_binary_number_of_the_neighbours() -> None:
    state = island("As:a1")
    for size, first in ((3, VILLAGE), (3, TOWN), (4, CITY)):
        masks = [m for m in range(256) if m.bit_count() == size]
        for rank, mask in enumerate(masks):
            squares = sorted((2 + dx, 3 + dy) for i, (dx, dy) in enumerate(NEIGHBOURS) if mask >> i & 1)
            paid = "+".join("abcdefghij"[f] + str(r + 1) for f, r in squares)
            verb = {VILLAGE: "village", TOWN: "town", CITY: "city"}[first]
            action = first + 32 * len(masks) + rank
            assert state.action_to_string(action) == f"{verb}:c4={paid}"


def test_what_is_paid_is_read_in_any_order() -> None:
    state = island("As:b3,c3,d5")
    assert state.string_to_action("village:c4=d5+c3+b3") == state.string_to_action("village:c4=b3+c3+d5")


def test_every_id_has_a_word_and_a_reason() -> None:
    state = island("As:b2,b4,d2,a1 Av:c8,c9 At:h2,h3")
    legal = set(state.legal_actions())
    texts = set()
    for action in range(END):
        text = state.action_to_string(action)
        texts.add(text)
        reason = state.why_illegal(action)
        assert (reason == "") == (action in legal)
        if action in legal:
            assert state.string_to_action(text) == action
        elif "-" not in text:  # a neighbour beyond the edge has no name
            with pytest.raises(IllegalActionError) as refused:
                state.string_to_action(text)
            assert str(refused.value) == f"'{text}': {reason}"
    assert len([t for t in texts if "-" not in t]) == len(
        [a for a in range(END) if "-" not in state.action_to_string(a)]
    )
    for action in (-1, -(2**31), END, 2**31 - 1):
        assert "no action number" in state.why_illegal(action)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "there is no move"),
        ("plac:c4", "did you mean 'place'"),
        ("place", "there is no move"),
        ("place:k4", "'k4' is no square"),
        ("place:a0", "'a0' is no square"),
        ("place:a11", "'a11' is no square"),
        ("place:a01", "'a01' is no square"),
        ("place:c4 ", "is no square"),
        ("move:c4", "expected from and to"),
        ("move:c4>", "'' is no square"),
        ("village:c4", "expected the square and what is paid"),
        ("village:c4=b3+c3", "costs 3 pieces next to it, not 2"),
        ("village:c4=b3+c3+d5+b4", "costs 3 pieces next to it, not 4"),
        ("village:c4=b3+c3+c3", "c3 stands there twice"),
        ("village:c4=b3+c3+e9", "e9 is not next to c4; your pieces next to it: b3 d5"),
        ("city:c4=b3+c3+d5", "costs 4 pieces next to it, not 3"),
        ("roll:16", "not a whole number from 0 to 15"),
        ("roll:x", "not a whole number"),
        ("lava:z", "is no square"),
        ("place:" + "a" * 10_000, "is no square"),
        ("place:\x00", "is no square"),
    ],
)
def test_bad_words_say_what_is_wrong(word: str, message: str) -> None:
    state = island("As:b3,d5")
    with pytest.raises(UsageError) as caught:
        state.string_to_action(word)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("roll:3", "nothing is rolled"),
        ("lava:e5", "no lava now"),
        ("place:b3", "occupied: a settlement of A stands on b3"),
        ("place:c4", "not adjacent"),
        ("village:c4=b3+c3+d5", "payment"),
        ("town:c4=b3+c3+d5", "target"),
        ("city:c4=b3+c3+d5+d4", "target"),
        ("village:a1=a2+b1+b2", "payment"),
    ],
)
def test_illegal_actions_say_why_and_change_nothing(word: str, reason: str) -> None:
    state = island("As:b3,d5")
    before = state.to_bytes()
    assert why(state, word).startswith(reason)
    with pytest.raises(IllegalActionError):
        state.apply_action(ROLL)
    assert state.to_bytes() == before


def test_reasons_outside_turns() -> None:
    start = load_game(GAME, 4).new_initial_state()
    assert why(start, "place:d6") == "the dice are in the air: roll:1 to roll:15 come next"
    assert why(start, "roll:0").startswith("the dice are in the air")
    lava = island("x:e5", "4 9 1 0 lava 0 1 3")
    assert why(lava, "place:d6").startswith("lava comes first")
    assert why(scored("As:a1"), "place:a2") == "the game is over"


FOUR = "10/10/10/10/4ApBp4/4DpCp4/10/10/10/10"
ERUPTED = "10/10/10/10/4^^4/4x^4/10/10/10/As9"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("", "9 or 10 fields, not 0"),
        (f"{FOUR} 4 1 0 - roll 0 0", "9 or 10 fields, not 8"),
        (f"{FOUR} 4 1 0 - roll 0 0 0 x y", "9 or 10 fields, not 11"),
        (f"{FOUR} 5 1 0 - roll 0 0 0", "players: '5' is not a whole number from 3 to 4"),
        (f"{FOUR} -4 1 0 - roll 0 0 0", "players: '-4'"),
        (f"{FOUR} 3 1 0 - roll 0 0 0", "no square"),
        (f"{FOUR} 4 0 0 - roll 0 0 0", "round: '0'"),
        (f"{FOUR} 4 99999999999999999999 0 - roll 0 0 0", "round"),
        (f"{FOUR} 4 190 0 0 act 3 0 9", "round is out of range"),
        (f"{FOUR} 4 1 4 - roll 0 0 0", "start: '4'"),
        (f"{FOUR} 4 1 0 0 roll 0 0 0", "nobody acts"),
        (f"{FOUR} 4 1 0 - act 3 0 4", "actor: '-'"),
        (f"{FOUR} 4 1 0 4 act 3 0 4", "actor: '4'"),
        (f"{FOUR} 4 1 0 0 acts 3 0 4", "did you mean 'act'"),
        (f"{FOUR} 4 1 0 0 act 0 0 4", "actions"),
        (f"{FOUR} 4 1 0 0 act 4 0 4", "actions"),
        (f"{FOUR} 4 1 0 - roll 1 0 0", "actions"),
        (f"{FOUR} 4 1 0 0 act 3 3 4", "eruptions: '3'"),
        (f"{FOUR} 4 1 0 0 act 3 0 16", "counter: '16'"),
        (f"{FOUR} 4 1 0 0 act 3 0 -1", "counter: '-1'"),
        (f"{FOUR} 4 1 0 0 act 3 0 0", "counter is at least 1"),
        (f"{FOUR} 4 1 0 0 act 3 1 4", "pawn of seat A has left"),
        (f"{FOUR} 4 1 0 3 lava 0 0 4", "no lava flows before"),
        (f"{FOUR} 4 2 0 - roll 0 0 0", "in round 1"),
        (f"{FOUR} 4 1 0 - roll 0 0 3", "until it is rolled"),
        ("10/10/10/10/4ApBp4/4DpCp4/10/10/10 4 1 0 - roll 0 0 0", "9 ranks"),
        ("10/10/10/11/4ApBp4/4DpCp4/10/10/10/10 4 1 0 - roll 0 0 0", "more than 10 squares"),
        ("10/10/10/9/4ApBp4/4DpCp4/10/10/10/10 4 1 0 - roll 0 0 0", "9 squares instead of 10"),
        ("10/10/10/10As/4ApBp4/4DpCp4/10/10/10/10 4 1 0 - roll 0 0 0", "more than 10 squares"),
        ("10/10/10/0/4ApBp4/4DpCp4/10/10/10/10 4 1 0 - roll 0 0 0", "is none of"),
        ("10/10/10/9A/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "after A comes"),
        ("10/10/10/9Aq/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "after A comes"),
        ("10/10/10/9E/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "is none of"),
        ("10/10/10/9^/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "j7 is land, not volcano"),
        ("10/10/10/9#/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "j7 exists"),
        ("10/10/10/9Ap/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "pawn of seat A belongs on e6"),
        ("10/10/10/10/4BpAp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "pawn of seat A belongs on e6"),
        ("10/10/10/10/4^Bp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "pawn of seat A belongs on e6"),
        ("10/10/10/10/4AsBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "e6 is volcano"),
        ("10/10/10/10/10/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "e6 is not vacant land; it is volcano"),
        ("10/10/10/AsAsAsAsAsAsAs3/4ApBp4/4DpCp4/10/10/10/10 4 9 0 0 act 3 0 4", "more than 6 settlements"),
        ("10/10/10/AcAcAcAcAcAc4/4ApBp4/4DpCp4/10/10/10/10 4 9 0 0 act 3 0 4", "more than 5 cities"),
        ("10/10/10/As9/4ApBp4/4DpCp4/10/10/10/10 4 1 0 - roll 0 0 0", "before the first piece"),
        ("10/10/10/9x/4ApBp4/4DpCp4/10/10/10/10 4 1 0 0 act 3 0 4", "has not begun"),
        ("##8/##8/10/10/4ApBp4/4^Cp4/10/10/##6##/##4Ds1## 3 5 0 0 act 3 0 4", "no seat D"),
        ("10/##8/10/10/4ApBp4/4^Cp4/10/10/##6##/##6## 3 5 0 0 act 3 0 4", "it is no square"),
        ("x9/##8/10/10/4ApBp4/4^Cp4/10/10/##6##/##6## 3 5 0 0 act 3 0 4", "a10 does not exist"),
        (f"{ERUPTED} 4 9 0 0 act 3 1 0", "counter is at least 1"),
        (f"{ERUPTED} 4 9 0 0 act 3 1 11", "second roll is at most 10"),
        (f"{ERUPTED} 4 9 0 0 act 3 2 0", "no lava of it"),
        (f"{ERUPTED} 4 9 0 0 act 3 2 1", "counter is 0"),
        (f"{ERUPTED} 4 9 0 0 lava 0 1 3", "lava player is the last of the round, seat D"),
        (f"{ERUPTED} 4 9 0 3 lava 0 1 0", "placed already"),
        (f"{ERUPTED} 4 9 0 - roll 0 2 0", "nothing is rolled"),
        (f"{ERUPTED} 4 9 0 1 act 3 1 4", "seat B has no legal action: the game is over"),
        ("10/10/10/10/4^^4/4xx4/10/10/10/As9 4 9 0 0 act 3 1 4", "one square of the volcano, not 2"),
        ("10/10/10/10/4^^4/4^^4/4x5/10/10/As9 4 9 0 0 act 3 1 4", "one square of the volcano, not 0"),
        ("10/10/10/10/4^^4/4x^4/9x/10/10/As9 4 9 0 0 act 3 1 4", "not connected: j4"),
        ("10/10/10/10/4^^4/4z^4/10/10/10/As9 4 9 0 0 act 3 2 0", "began on one square"),
        (f"{FOUR} 4 1 0 - roll 0 0 0 influence=round", "there is no value 'round'"),
        (f"{FOUR} 4 1 0 - roll 0 0 0 influenze=diagonal", "did you mean 'influence'"),
        (f"{FOUR} 4 1 0 - roll 0 0 0 start=2", "option start does not stand here"),
        (f"{FOUR} 4 1 0 - roll 0 0 0 stuck", "expected name=value"),
    ],
)
def test_bad_positions_say_what_is_wrong(position: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Game(GAME).parse_position(position)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


def test_bad_options_say_what_is_right() -> None:
    with pytest.raises(UsageError, match="seats are 0 to 2"):
        load_game(GAME, 3, start=3)
    with pytest.raises(UsageError, match="orthogonal"):
        load_game(GAME, 3, influence="wide")


OPTIONS = st.fixed_dictionaries(
    {
        "influence": st.sampled_from(["orthogonal", "diagonal"]),
        "lava": st.sampled_from(["split", "shared"]),
        "blank_second_roll": st.sampled_from(["reroll", "now"]),
        "zero_majority": st.sampled_from(["no", "yes"]),
        "stuck": st.sampled_from(["end", "pass"]),
    }
)


@given(st.integers(3, 4), st.integers(0, 2), OPTIONS, st.integers(0, 2**32), st.integers(0, 450))
@settings(max_examples=60, deadline=None)
def test_positions_and_words_read_back(
    players: int, start: int, options: dict[str, str], seed: int, plies: int
) -> None:
    state = load_game(GAME, players, start=start, **options).new_initial_state()
    game = state.game
    for step in range(plies):
        if state.is_terminal():
            break
        state.apply_action(state.random_action(seed + step))
    assert state.audit() == ""
    again = Game(GAME).parse_position(state.position)
    assert again.to_bytes() == state.to_bytes()
    assert again.position == state.position
    assert again.game.rules == game.rules
    assert state.key == state.key_from_scratch() == again.key
    actions = state.legal_actions()
    assert actions == sorted(set(actions))
    for action in actions:
        assert state.string_to_action(state.action_to_string(action)) == action
        assert state.why_illegal(action) == ""
    assert len(state.score_sheet()) == 8
    assert state.scores() == [
        sum(column) for column in list(zip(*(p for _, p in state.score_sheet()), strict=True))[:players]
    ]


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_damaged_positions_never_do_harm(seed: int) -> None:
    rng = random.Random(seed)
    text = whole_game_position(seed % 7)
    for _ in range(rng.randint(1, 6)):
        i = rng.randrange(len(text))
        letters = "0123456789ABCDpsvtcxyz^#/ -=,actlvend"
        text = text[:i] + rng.choice(letters) + text[i + rng.randint(0, 2) :]
    try:
        state = Game(GAME).parse_position(text)
    except UsageError:
        return
    # What is taken can be played on to the end.
    assert Game(GAME).parse_position(state.position) == state
    for step in range(2000):
        if state.is_terminal():
            return
        state.apply_action(state.random_action(seed + step))
        assert state.audit() == ""
    pytest.fail("the game does not end")


def whole_game_position(seed: int) -> str:
    state = load_game(GAME, 3 + seed % 2).new_initial_state()
    for step in range(40 + 40 * seed):
        if state.is_terminal():
            break
        state.apply_action(state.random_action(seed * 1009 + step))
    return state.position


# --- What players think of it ---


def test_random_actions_are_uniform() -> None:
    state = island("As:b2,b4,d2,c2 Av:c8,c9 Bt:e3 Bs:b3")
    legal = state.legal_actions()
    counts = dict.fromkeys(legal, 0)
    draws = 400 * len(legal)
    for seed in range(draws):
        counts[state.random_action(seed)] += 1
    chi = sum((n - 400) ** 2 / 400 for n in counts.values())
    assert chi < len(legal) + 6 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize("players", [3, 4])
def test_the_policy_is_legal_and_builds(players: int) -> None:
    points = [0, 0]
    for which in (0, 1):
        for seed in range(10):
            state = load_game(GAME, players).new_initial_state()
            step = 0
            while not state.is_terminal():
                step += 1
                at_chance = state.current_player() == CHANCE
                draw = state.random_action if which == 0 or at_chance else state.policy_action
                action = draw(seed * 100_003 + step)
                assert state.is_legal(action)
                state.apply_action(action)
            points[which] += sum(state.scores())
    assert points[1] > 1.5 * points[0]


def test_the_evaluation_is_the_score_when_the_game_is_over() -> None:
    state = whole_game(4, 3)
    assert state.expected_scores() == pytest.approx(state.scores())
    assert state.evaluate() == state.returns()


def test_the_evaluation_likes_what_leads_to_buildings() -> None:
    apart = island("As:b2,h2,b8")
    together = island("As:b2,b3,b4")
    assert together.expected_scores()[0] > apart.expected_scores()[0]
    village = play(together, "village:a3=b2+b3+b4")
    assert village.expected_scores()[0] > together.expected_scores()[0]


# --- For eyes and learners ---


@pytest.mark.parametrize("players", [3, 4])
def test_the_picture_is_well_formed_and_shows_every_piece(players: int) -> None:
    state = whole_game(players, 2)
    for shown in (load_game(GAME, players).new_initial_state(), state):
        root = ET.fromstring(shown.svg())
        assert root.tag.endswith("svg")
        texts = [e.text for e in root.iter() if e.tag.endswith("text")]
        for kind in "vtc":
            for seat in "ABCD"[:players]:
                assert texts.count(seat + kind) == shown.position.split()[0].count(seat + kind)


def test_the_board_for_the_terminal() -> None:
    text = str(island("As:a1 Bv:c3", "4 5 0 1 act 2 0 4"))
    assert " Ap Bp" in text
    assert "> B  0 settlements  1 village" in text
    assert "round 5, start A: B acts, 2 actions left; first eruption in 4 rounds" in text


@pytest.mark.parametrize("players", [3, 4])
def test_observations_turn_with_the_seat(players: int) -> None:
    state = load_game(GAME, players).new_initial_state()
    for step in range(150):
        state.apply_action(state.random_action(step + 5))
    shape = tuple(state.game.observation_shape())
    assert shape == (7 * players + 8, 10, 10)
    board = state.position.split()[0]
    for seat in range(players):
        planes = state.observation_tensor(seat).reshape(shape)
        assert planes.min() >= 0
        assert planes.max() <= 1
        for i in range(players):
            for kind, letter in enumerate("svtc"):
                owner = "ABCD"[(seat + i) % players]
                assert planes[5 * i + kind].sum() == board.count(owner + letter)
