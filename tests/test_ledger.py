"""Ledgers of the online server: games replay to the last field, exports come back the same, damage is found.

All golden games are replayed in games/test_terra_mystica_goldens.py; here are a few of each kind.

The golden games of people are not copied into the project: they are read from `golden/terra_mystica` of the folder that
EMBERTREE_SHARED names, or of `shared` beside the project, and skipped where neither is there.
"""

import copy
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from gamelist import walk

import embertree
from embertree import State, UsageError
from embertree.cli.app import run as run_command
from embertree.records.ledger import (
    Checked,
    Ledger,
    LedgerError,
    analyze,
    check,
    export_checked,
    export_ledger,
    in_table_order,
    ledger_text,
    parse_ledger,
    read_ledger,
    record_of_ledger,
    same_position,
)
from embertree.records.ledger.commands import parse_command, parse_commands
from embertree.records.ledger.post import PostPlay
from embertree.records.ledger.view import view_of
from embertree.records.replay import replay
from embertree.seeds import nth

HERE = Path(__file__).parent
COPIES = HERE / "golden" / "terra_mystica"
SHARED = Path(os.environ.get("EMBERTREE_SHARED", HERE.parent.parent / "shared")) / "golden" / "terra_mystica"
SELF_PLAY = sorted(path.name for path in COPIES.glob("*_?p_*.json"))
PEOPLE = sorted(path.name for path in SHARED.glob("human_*.json"))
# One of each kind and number of players, for the fast suite.
SAMPLE = [
    next(name for name in SELF_PLAY if name.startswith(f"{kind}_{n}p")) for kind in ("ai", "rnd") for n in (2, 3, 4, 5)
]
# By post these cannot be told as a game with answers at once: power was burned before a late answer.
ONLY_BY_POST = ("human_league_s63_g7_post.json", "human_league_s69_g7_post.json")
FORMS = ("json", "export", "input")

needs_people = pytest.mark.skipif(
    not PEOPLE, reason=f"the games of people are not part of the project, and {SHARED} is not there (EMBERTREE_SHARED)"
)


def ledger_of(name: str) -> Ledger:
    ledger = read_ledger(COPIES / name if (COPIES / name).exists() else SHARED / name)
    assert ledger is not None
    return ledger


def data_of(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((COPIES / name).read_text(encoding="utf-8"))
    return data


def parsed(text: str | dict[str, Any], *, gifts: bool = False) -> Ledger:
    ledger = parse_ledger(text if isinstance(text, str) else json.dumps(text), "here", gifts=gifts)
    assert ledger is not None
    return ledger


def agreed(ledger: Ledger) -> Checked:
    checked = check(ledger)
    assert checked.disagreement is None, str(checked.disagreement)
    return checked


# --- The golden games ---


def test_the_copies_are_there() -> None:
    assert len(SELF_PLAY) == 56
    assert not list(COPIES.glob("human_*"))


@pytest.mark.parametrize("name", SAMPLE)
def test_self_played_games_agree_in_every_field(name: str) -> None:
    ledger = ledger_of(name)
    checked = agreed(ledger)
    assert checked.order == "table"
    assert checked.final.is_terminal()
    assert all(checked.positions[: len(ledger.rows)])


@needs_people
def test_some_games_of_people_agree() -> None:
    for name in ("human_tmai_1.json", "human_league_s60_g5_post.json"):
        agreed(ledger_of(name))


@needs_people
def test_games_by_post_in_table_order_are_the_games_of_the_table() -> None:
    twins = [name for name in PEOPLE if name.endswith("_post.json") and name.replace("_post", "") in PEOPLE]
    assert len(twins) == 11
    for name in twins[:3]:
        ordered = in_table_order(check(ledger_of(name)))
        assert ordered.play.history == agreed(ledger_of(name.replace("_post", ""))).play.history


@pytest.mark.slow
@needs_people
@pytest.mark.parametrize("name", [name for name in PEOPLE if name.endswith("_post.json")])
def test_all_games_by_post_in_table_order(name: str) -> None:
    checked = agreed(ledger_of(name))
    if name in ONLY_BY_POST:
        with pytest.raises(UsageError, match="cannot be put in table order"):
            in_table_order(checked)
        return
    ordered = in_table_order(checked)
    assert ordered.disagreement is None
    twin = name.replace("_post", "")
    if twin in PEOPLE:
        assert ordered.play.history == agreed(ledger_of(twin)).play.history


def sample_games() -> list[Any]:
    data = json.loads((COPIES / "rules.json").read_text(encoding="utf-8"))
    games = data["test_vectors"]["sample_games"]
    return [pytest.param(game, id=game["title"].partition(":")[0]) for game in games]


def page_line(row: dict[str, Any]) -> str:
    """A row of the rules' sample games as the server's page would show it."""
    if "comment" in row:
        return str(row["comment"])
    goods = [cell for unit in ("VP", "C", "W", "P") for cell in ("", f"{row[unit.lower()]} {unit}")]
    bowls, cults = ("/".join(map(str, row[key])) for key in ("power_bowls", "cults"))
    return "\t".join([row["faction"], *goods, "", f"{bowls} PW", "", cults, "", row["commands"]])


@pytest.mark.parametrize("game", sample_games())
def test_the_sample_games_of_the_rules_agree(game: dict[str, Any]) -> None:
    typed = agreed(parsed("\n".join(game["input_ledger"]), gifts=True))
    page = parsed("\n".join(page_line(row) for row in game["expected_rows"]), gifts=True)
    for row in page.rows:
        row.amounts = None  # the samples do not tell them
    assert page.form == "export"
    assert all(row.after for row in page.rows)
    assert same_position(agreed(page).final) == same_position(typed.final)


# --- What a check finds ---

GAME = "ai_4p_002.json"


def spoiled(change: Any) -> tuple[int, str, str, Any, Any]:
    data = data_of(GAME)
    change(data)
    checked = check(parsed(data))
    found = checked.disagreement
    assert found is not None
    return found.row, found.faction, found.field, found.expected, found.got


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("C", 99), ("W", 98), ("P", 6), ("P1", 12), ("P2", 11), ("P3", 10), ("VP", 1), ("ship", 3), ("dig", 2)),
        *(("KEY", 4), ("bon", "BON3"), ("cult_p", 5), ("bridges_left", 0), ("fav", ["FAV1"]), ("tw", {"TW1": 1})),
        ("passed", 1),
    ],
)
def test_a_wrong_field_is_found_in_its_row(field: str, value: Any) -> None:
    data = data_of(GAME)
    number = next(n for n, row in enumerate(data["rows"]) if row["text"].startswith("upgrade") and row["round"] > 0)
    faction = data["rows"][number]["faction"]
    true = data["rows"][number]["after"][faction].get(field)

    def change(data: dict[str, Any]) -> None:
        data["rows"][number]["after"][faction][field] = value

    row, who, what, expected, got = spoiled(change)
    assert (row, who, what, expected) == (number, faction, field, value)
    usual: Any = {"KEY": 0, "cult_p": 0, "bridges_left": 3, "fav": [], "tw": {}, "passed": 0}.get(field)
    assert got == (usual if true is None else true)


def test_wrong_cults_buildings_hexes_bridges_and_offers_are_found() -> None:
    data = data_of(GAME)
    rows = data["rows"]
    builds = next(n for n, row in enumerate(rows) if row.get("hex") and row.get("leech"))
    bridge = next((n for n, row in enumerate(rows) if row.get("bridge")), None)
    faction = rows[builds]["faction"]

    def cult(data: dict[str, Any]) -> None:
        data["rows"][builds]["after"][faction]["cult"]["FIRE"] += 1

    def building(data: dict[str, Any]) -> None:
        data["rows"][builds]["after"][faction]["buildings"]["D"] += 1

    def hex_(data: dict[str, Any]) -> None:
        name = next(iter(data["rows"][builds]["hex"]))
        data["rows"][builds]["hex"][name] = "red SA"

    def leech(data: dict[str, Any]) -> None:
        name = next(iter(data["rows"][builds]["leech"]))
        data["rows"][builds]["leech"][name] += 1

    def more_leech(data: dict[str, Any]) -> None:
        data["rows"][builds]["leech"] = {}

    for change, field in ((cult, "cult FIRE"), (building, "buildings D"), (leech, "leech"), (more_leech, "leech")):
        assert spoiled(change)[:3:2] == (builds, field)
    assert spoiled(hex_)[2].startswith("hex ")
    if bridge is not None:

        def bridges(data: dict[str, Any]) -> None:
            data["rows"][bridge]["bridge"] = ["A3:C1 red"]

        assert spoiled(bridges)[2] == "bridge A3:C1"


def test_a_wrong_end_is_found() -> None:
    def points(data: dict[str, Any]) -> None:
        data["final"][data["factions"][1]]["VP"] += 1

    def source(data: dict[str, Any]) -> None:
        data["final"][data["factions"][0]]["vp_source"]["network"] = 17

    def short(data: dict[str, Any]) -> None:
        data["rows"] = data["rows"][:100]

    def cult(data: dict[str, Any]) -> None:
        row = next(row for row in data["rows"] if row["text"].endswith("vp for FIRE"))
        row["text"] = "+7vp for FIRE"

    assert spoiled(points)[0:3:2] == (-1, "VP")
    assert spoiled(source)[0:3:2] == (-1, "points network")
    assert spoiled(short)[0:3:2] == (-1, "end")
    assert spoiled(cult)[2] == "FIRE"


@pytest.mark.parametrize(
    ("commands", "reason"),
    [
        ("build A1", "A1"),
        ("action ACT1. bridge C1:B1", "power"),
        ("upgrade A1 to TP", "A1"),
        ("send p to FIRE", "priest"),
        ("convert 3PW to 2W", "the rate is 3 to 1"),
        ("convert 1C to 1W", "nobody converts"),
        ("advance ship", ""),
        ("connect r1", ""),
        ("+FAV1", ""),
        ("+TW1", ""),
        ("leech 3 from halflings", "no such power is offered"),
    ],
)
def test_a_command_that_is_not_legal_is_a_disagreement_with_the_reason(commands: str, reason: str) -> None:
    text = FIRST_ROUND + f"cultists: {commands}\n"
    found = check(parsed(text)).disagreement
    assert found is not None
    assert (found.faction, found.field, found.expected) == ("cultists", "command", commands)
    assert found.got.startswith("not possible: ")
    assert reason in found.got


# --- Quirks of the language ---

SETUP = """\
option errata-cultist-power
score SCORE3,SCORE1,SCORE6,SCORE4,SCORE8,SCORE2
delete BON3
delete BON4
delete BON7
delete BON9
setup cultists
setup darklings
"""
FIRST_ROUND = (
    SETUP
    + """\
cultists: build E6
darklings: build E5. build G5
cultists: build F5
darklings: pass BON8
cultists: pass BON1
"""
)


def goods(checked: Checked, faction: str) -> tuple[int, ...]:
    player = view_of(checked.final.position).players[faction]
    return tuple(player[key] for key in ("VP", "C", "W", "P", "P1", "P2", "P3"))


def cults(checked: Checked, faction: str) -> list[int]:
    return list(view_of(checked.final.position).players[faction]["cult"].values())


def test_case_blanks_comments_and_abbreviations_do_not_matter() -> None:
    rows = "cultists: action BON1. dig 1. build D4\ndarklings: upgrade E5 to TP\n"
    rows += "cultists: leech 1 from darklings\ncultists: upgrade E6 to TP\n"
    plain = agreed(parsed(FIRST_ROUND + rows))
    shouted = agreed(parsed((FIRST_ROUND + rows).upper()))
    odd = FIRST_ROUND.lower().replace(": ", ":   ") + (
        "# a comment\n\ncultists:action bon1.dig 1 .  BUILD d4   # said aloud\n"
        "darklings: UPGRADE e5 TO trading  post\n  cultists: wait. leech 1. upgrade E6 to tp\n"
    )
    assert plain.final == shouted.final == agreed(parsed(odd)).final


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("send priest to fire for 2", "send p to FIRE for 2"),
        ("advance shipping", "advance ship"),
        ("advance digging", "advance dig"),
        ("upgrade e4 to stronghold", "upgrade E4 to SH"),
        ("upgrade E4 to Sanctuary", "upgrade E4 to SA"),
        ("convert pw to c", "convert 1PW to 1C"),
        ("convert 3 power to worker", "convert 3PW to 1W"),
        ("convert 2 priests to 2 workers", "convert 2P to 2W"),
        ("convert 2W to 1bridge", "action ACTE"),
        ("transform c1 to grey", "transform C1 to gray"),
        ("burn", "burn 1"),
        ("dig", "dig 1"),
        ("+1fire", "+FIRE"),
        ("-1SPADE", "-SPADE"),
    ],
)
def test_abbreviations(text: str, same: str) -> None:
    one, other = parse_command(text), parse_command(same)
    assert (one.kind, one.name, one.other, one.count, one.price) == (
        other.kind,
        other.name,
        other.other,
        other.count,
        other.price,
    )


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("burn 1. leech 2 from giants. action ACT4", "leech 2 from giants. burn 1. action ACT4"),
        ("pass. +bon4", "pass BON4"),
        ("+BON4", "pass BON4"),
        ("build E4. transform F3 to black", "transform F3 to black. build E4"),
        ("pass BON4. convert 1pw to 1c", "convert 1PW to 1C. pass BON4"),
        ("dig 2. action ACT5", "action ACT5. dig 2"),
    ],
)
def test_typed_rows_are_put_in_the_order_of_the_server(typed: str, played: str) -> None:
    kinds = [(command.kind, command.name) for command in parse_commands(typed, "nomads", typed=True)]
    assert kinds == [(command.kind, command.name) for command in parse_commands(played, "nomads", typed=False)]


def test_rows_that_were_played_keep_their_order() -> None:
    commands = parse_commands("Burn 2. Leech 6 from nomads", "giants", typed=False)
    assert [command.kind for command in commands] == ["burn", "leech"]


LATE = (
    FIRST_ROUND
    + """\
cultists: action BON1. dig 1. build D4
darklings: upgrade E5 to TP
cultists: leech 1 from darklings. upgrade E6 to TP
"""
)


def test_late_answers_find_their_offers_and_give_what_fits_then() -> None:
    open_still = agreed(parsed(LATE + "darklings: wait\n"))
    assert isinstance(open_still.play, PostPlay)
    assert [offer.amount for offer in open_still.play.open_offers("darklings")] == [2]
    before = goods(open_still, "darklings")
    late = agreed(parsed(LATE + "darklings: leech 2 from cultists\n"))
    assert late.order == "post"
    after = goods(late, "darklings")
    assert after[0] == before[0] - 1  # two power for a point
    assert (after[4], after[5]) == (before[4] - 2, before[5] + 2)
    # The step belongs to whoever accepted first, and comes when the cultists say so.
    stepped = agreed(parsed(LATE + "darklings: leech 2 from cultists\ncultists: +EARTH\n"))
    assert cults(stepped, "cultists")[2] == cults(late, "cultists")[2] + 1
    # All declined: one power instead.
    declined = agreed(parsed(LATE + "darklings: decline 2 from cultists\n"))
    assert goods(declined, "cultists")[4] == goods(open_still, "cultists")[4] - 1
    first_print = LATE.replace("option errata-cultist-power\n", "")
    declined = agreed(parsed(first_print + "darklings: decline 2 from cultists\n"))
    assert goods(declined, "cultists")[4] == goods(open_still, "cultists")[4]


def test_with_strict_leech_an_action_of_ones_own_declines_what_is_open() -> None:
    strict = "option strict-leech\n" + LATE + "darklings: upgrade E5 to TE. +FAV11\n"
    checked = agreed(parsed(strict))
    assert isinstance(checked.play, PostPlay)
    assert not checked.play.open_offers("darklings")
    found = check(parsed(strict + "darklings: leech 2 from cultists\n")).disagreement
    assert found is not None
    assert found.field == "command"
    assert (
        check(parsed(strict.replace("option strict-leech\n", "") + "darklings: leech 2 from cultists\n")).disagreement
        is None
    )


def test_the_last_player_takes_several_turns_in_a_row() -> None:
    text = FIRST_ROUND + "cultists: pass BON2\ndarklings: upgrade E5 to TP. upgrade G5 to TP. pass BON6\n"
    checked = agreed(parsed(text))
    assert view_of(checked.final.position).players["darklings"]["buildings"]["TP"] == 2
    assert checked.final.round() == 2


def test_done_parts_two_turns_of_the_last_player() -> None:
    base = FIRST_ROUND + "cultists: pass BON2\ndarklings: dig 2. transform F3 to black"
    together = agreed(parsed(base + ". build F3. pass BON6\n"))
    apart = agreed(parsed(base + ". done. build F3. pass BON6\n"))
    assert same_position(together.final) == same_position(apart.final)
    at = apart.play.history.index("build:F3")
    assert "done" in apart.play.history[:at]
    assert "done" not in together.play.history[: together.play.history.index("build:F3")]


def test_build_transforms_with_the_spades_in_hand() -> None:
    short = agreed(parsed(FIRST_ROUND + "cultists: action BON1. dig 1. build D4\n"))
    long = agreed(parsed(FIRST_ROUND + "cultists: action BON1. dig 1. transform D4 to brown. build D4\n"))
    assert short.final == long.final
    assert view_of(short.final.position).hexes["D4"] == ("brown", "D")


def test_transform_without_a_colour_goes_as_near_home_as_the_spades_do() -> None:
    checked = agreed(parsed(FIRST_ROUND + "cultists: pass BON2\ndarklings: dig 1. transform F3\n"))
    assert view_of(checked.final.position).hexes["F3"] == ("brown", "")


def test_an_owed_spade_may_be_given_up() -> None:
    checked = agreed(parsed(FIRST_ROUND + "cultists: action BON1. -SPADE\ndarklings: pass BON5\n"))
    assert "drop:spade" in checked.play.history


def test_in_the_last_round_a_card_that_is_named_is_not_taken() -> None:
    data = data_of("ai_2p_000.json")
    for row in data["rows"]:
        if row["text"] == "pass":
            row["text"] = "pass BON1"
    checked = agreed(parsed(data))
    assert all(player["bon"] is None for player in view_of(checked.final.position).players.values())


def test_a_bowl_that_is_full_may_have_a_row_and_changes_nothing() -> None:
    name = next(name for name in SELF_PLAY if _full_rows(data_of(name)))
    data = data_of(name)
    number = _full_rows(data)[0]
    with_row = agreed(parsed(data))
    data["rows"][number]["text"] = data["rows"][number]["text"].replace("decline", "leech")
    assert agreed(parsed(data)).final == with_row.final


def _full_rows(data: dict[str, Any]) -> list[int]:
    return [
        number
        for number, row in enumerate(data["rows"])
        if row["text"].startswith("decline")
        and row["after"][row["faction"]]["P1"] == row["after"][row["faction"]]["P2"] == 0
    ]


def eager(players: int, seed: int) -> State:
    """A game by the playout policy with a liking for cults, so that keys run short now and then."""
    game = embertree.load_game("terra_mystica", players, rulings="server", factions="random", mini_expansion_1="on")
    state = game.new_initial_state()
    k = 0
    while not state.is_terminal():
        k += 1
        draw = nth(seed, k)
        if state.is_chance_node():
            state.apply_action(state.random_action(draw))
            continue
        liked = ("+TW5", "+TW6", "+FAV", "send:")
        cults = [action for action in state.legal_actions() if state.action_to_string(action).startswith(liked)]
        state.apply_action(cults[draw % len(cults)] if cults and draw % 3 else state.policy_action(draw))
    return state


def test_tracks_that_do_not_use_the_key_step_back_before_the_tile() -> None:
    games = (eager(players, seed) for seed in range(200) for players in (3, 4))
    state = next(state for state in games if any(word.startswith("keys:") for word in words_of(state)))
    ledger = export_ledger(state)
    assert any(command.kind == "spare" for row in ledger.rows for command in row.commands)
    comes_back(state, ledger)


def test_bonus_spades_may_share_a_row_with_the_income() -> None:
    name, number = next(
        (name, number)
        for name in SELF_PLAY
        for number, row in enumerate(data_of(name)["rows"][:-1])
        if row["text"].startswith("transform")
        and data_of(name)["rows"][number + 1]["faction"] == row["faction"]
        and data_of(name)["rows"][number + 1]["text"] == "other_income_for_faction"
    )
    data = data_of(name)
    spade = data["rows"].pop(number)
    # The state of the row includes the income.
    data["rows"][number] |= {"text": spade["text"] + ". other_income_for_faction", "hex": spade["hex"]}
    agreed(parsed(data))


def test_the_seat_order_is_fixed_without_the_option_and_the_order_of_passing_with_it() -> None:
    setup = (
        SETUP.replace("delete BON9\n", "").replace("cultists", "halflings")
        + "setup nomads\nhalflings: build E6\ndarklings: build E5\nnomads: build E8. build H1\ndarklings: build G5\n"
        + "halflings: build F5\nnomads: build G7. pass BON9\ndarklings: pass BON8\nhalflings: pass BON1\n"
    )
    first = "halflings: upgrade E6 to TP\ndarklings: decline 1 from halflings\n"
    passes = "darklings: pass BON5\nnomads: burn 1. convert 1pw to 1c. upgrade E8 to TP\n"
    passes += "halflings: pass BON2\nnomads: pass BON6\n"
    second = "darklings: pass BON1\n"
    fixed = agreed(parsed(setup + first + passes + second))
    assert fixed.ledger.factions == ["halflings", "darklings", "nomads"]
    assert (fixed.final.round(), fixed.play.mover()) == (2, "nomads")
    varied = agreed(parsed("option variable-turn-order\n" + setup + first + passes + second))
    assert (varied.final.round(), varied.play.mover()) == (2, "halflings")


# --- Broken files ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows in it"),
        ("{", "is not JSON"),
        ("[]", "a game is a JSON object"),
        ("{}", "the field 'setup' is missing"),
        ("nonsense", "line 1: 'nonsense' is no line of a ledger"),
        ("whitches: build F4", "line 1: there is no faction 'whitches'; did you mean 'witches'?"),
        ("option errata", "there is no option 'errata'"),
        ("option loose-adjust-resource", "corrections by hand"),
        ("option fire-and-ice-final-scoring", "only the base game's scoring"),
        ("map loon_lakes", "only the base map"),
        ("delete FAV1", "only bonus cards are removed"),
        ("setup yetis", "there is no faction 'yetis'"),
        (SETUP + "setup witches\ndarklings: build E5", "5 bonus cards are in play; 3 players have 6"),
        (SETUP + "setup cultists", "the cultists are set up twice"),
        (FIRST_ROUND + "cultists: jump E4", "line 14: cultists: there is no command 'jump E4'"),
        (FIRST_ROUND + "cultists: build Z9", "'build E4' would be"),
        (FIRST_ROUND + "cultists: build E12", "there is no land hex 'E12'"),
        (FIRST_ROUND + "cultists: upgrade E6 to XX", "one upgrades to TP, TE, SH or SA"),
        (FIRST_ROUND + "cultists: action ACT9", "there is no action 'ACT9'"),
        (FIRST_ROUND + "cultists: convert 1gold to 1c", "there are no goods 'gold'"),
        (FIRST_ROUND + "cultists: transform E5 to pink", "there is no colour 'pink'"),
        (FIRST_ROUND + "cultists: leech 2 from elves", "there is no faction 'elves'"),
        (FIRST_ROUND + "cultists: +FAV13", "there is no tile FAV13"),
        (FIRST_ROUND + "cultists: pass BON11", "there is no bonus card 'BON11'"),
        (FIRST_ROUND + "cultists: +20w", "goods given by hand"),
        (FIRST_ROUND + "witches: build F4", "the witches do not play here"),
        (SETUP.replace("SCORE3,", "") + "cultists: build E6", "5 scoring tiles"),
        (SETUP.replace("SCORE3", "SCORE33") + "cultists: build E6", "there is no scoring tile 'SCORE33'"),
        (SETUP.replace("delete BON3\n", "") + "cultists: build E6", "6 bonus cards are in play; 2 players have 5"),
        (SETUP + "cultists\t20 VP", "a row has 15 columns"),
        (SETUP + "\t".join(["cultists", *[""] * 13, "build E6"]), "expected a number of VP"),
        (SETUP + "\t".join(["cultists", *[""] * 14]), "dropped players are not replayed"),
    ],
)
def test_broken_ledgers_are_refused_with_line_and_reason(text: str, message: str) -> None:
    with pytest.raises(LedgerError) as caught:
        parse_ledger(text, "file.txt")
    assert str(caught.value).startswith("file.txt")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("rows"), "the field 'rows' is missing"),
        (lambda data: data.update(factions=["witches"]), "1 factions; a game has 2 to 5"),
        (lambda data: data.update(factions="witches"), "the field 'factions' is not a list"),
        (lambda data: data["setup"].pop("scoring"), "the field 'scoring' is missing"),
        (lambda data: data["rows"].__setitem__(7, 3), "row 7: a row is an object"),
        (lambda data: data["rows"][7].pop("text"), "row 7: the field 'text' is missing"),
        (lambda data: data["rows"][7].update(faction="elves"), "row 7: there is no faction 'elves'"),
        (lambda data: data["rows"][7].update(text="biuld E4"), "there is no command 'biuld E4'; did you mean 'build'?"),
        (lambda data: data["rows"][7].update(after=[]), "row 7: the field 'after' is not an object"),
        (lambda data: data["rows"][7].update(leech=[1]), "row 7: the field 'leech' is not an object of amounts"),
        (lambda data: data["setup"].update(rulings="house"), "rulings are 'server' or 'rulebook'"),
    ],
)
def test_broken_games_in_json_are_refused_with_row_and_reason(change: Any, message: str) -> None:
    data = data_of("ai_2p_000.json")
    change(data)
    with pytest.raises(LedgerError) as caught:
        parsed(data)
    assert message in str(caught.value)


def test_a_torn_file_never_breaks_the_reader() -> None:
    text = ledger_text(export_checked(agreed(ledger_of("ai_2p_000.json"))), "export")
    for cut in range(0, len(text), 997):
        try:
            ledger = parse_ledger(text[:cut], "torn")
            if ledger is not None:
                check(ledger)
        except LedgerError:
            continue


# --- Export ---


def words_of(state: State) -> list[str]:
    """The decisions of a state's history; chance and the choice of factions are left out."""
    at = state.game.new_initial_state()
    words = []
    for action in state.history():
        word = at.action_to_string(action)
        if at.current_player() >= 0 and not word.startswith("setup:"):
            words.append(word)
        at.apply_action(action)
    return words


def last_of(rulings: str, players: int, seed: int, policy: bool = False, **options: str) -> State:
    game = embertree.load_game("terra_mystica", players, rulings=rulings, factions="random", **options)
    *_, last = walk(game.new_initial_state(), seed, policy)
    return last


def comes_back(state: State, ledger: Ledger) -> None:
    for form in FORMS:
        again = agreed(parsed(ledger_text(ledger, form)))
        assert same_position(again.final) == same_position(state)
        if form == "json":
            assert again.order == "table"
            assert again.play.history == as_told(words_of(state))


def as_told(words: list[str]) -> list[str]:
    """In the order of the log: what darklings convert between their stronghold and ordaining goes before both."""
    told: list[str] = []
    for word in words:
        told.append(word)
        if not word.startswith("w2p:"):
            continue
        at = len(told) - 2
        while told[at].startswith(("convert:", "burn:")):
            at -= 1
        if told[at].endswith(">SH"):
            told[at:-1] = [*told[at + 1 : -1], told[at]]
    return told


@pytest.mark.parametrize("name", SAMPLE)
def test_golden_games_export_and_come_back(name: str) -> None:
    checked = agreed(ledger_of(name))
    ledger = export_ledger(checked.final)
    comes_back(checked.final, ledger)
    # The states are those of the golden file, row by row, as far as both have the row.
    golden = data_of(name)
    assert ledger.final[golden["factions"][0]]["vp_source"] == golden["final"][golden["factions"][0]]["vp_source"]
    assert [row.faction for row in ledger.rows if row.commands[0].kind == "cult_income"] == [
        row["faction"] for row in golden["rows"] if row["text"] == "cult_income_for_faction"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SELF_PLAY if name not in SAMPLE])
def test_all_golden_games_export_and_come_back(name: str) -> None:
    test_golden_games_export_and_come_back(name)


@pytest.mark.slow
@needs_people
@pytest.mark.parametrize("name", PEOPLE)
def test_games_of_people_export_and_come_back(name: str) -> None:
    checked = agreed(ledger_of(name))
    ledger = export_checked(checked)
    assert ledger.order == ("post" if name in ONLY_BY_POST else "table")
    for form in FORMS:
        assert (
            same_position(agreed(parsed(ledger_text(ledger, form))).final).split(" ")[12:]
            == (same_position(checked.final).split(" ")[12:])
        )


@pytest.mark.parametrize("rulings", ["server", "rulebook"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
def test_games_played_here_export_and_come_back(rulings: str, players: int, policy: bool) -> None:
    options = {name: "on" for name in ("mini_expansion_1", "shipping_bonus") if players % 2}
    options |= {name: "on" for name in ("temple_scoring_tile", "variable_turn_order") if players > 3}
    state = last_of(rulings, players, 11 + players, policy, **options)
    comes_back(state, export_ledger(state))


@pytest.mark.slow
def test_many_games_played_here_export_and_come_back() -> None:
    for seed in range(80):
        options = {"errata_cultist_power": "off"} if seed % 3 == 0 else {"mini_expansion_1": "on"}
        state = last_of(("server", "rulebook")[seed % 2], 2 + seed % 4, 1000 + seed, seed % 5 == 0, **options)
        comes_back(state, export_ledger(state))


def test_chosen_factions_export_as_the_setup() -> None:
    *_, state = walk(embertree.load_game("terra_mystica", 3).new_initial_state(), 5)
    comes_back(state, export_ledger(state))


def test_a_game_under_way_exports_as_far_as_it_is() -> None:
    game = embertree.load_game("terra_mystica", 3, factions="random")
    states = list(walk(game.new_initial_state(), 3))
    at_heads = [state for state in states if state.phase() == "act" and " - - " not in state.position][30:200:29]
    for state in at_heads:
        ledger = export_ledger(state)
        assert not ledger.final
        assert agreed(parsed(ledger_text(ledger, "json"))).play.history == words_of(state)


def test_the_right_to_ordain_is_used_at_once_or_given_up() -> None:
    """The server takes the first conversion after the stronghold for the end of it."""
    used = unused = 0
    for seed in range(300):
        state = last_of("server", 2 + seed % 3, seed, seed % 2 == 0)
        if "darklings" not in view_of(state.position).players:
            continue
        for row in export_ledger(state).rows:
            at = row.text.find(" to SH")
            if row.faction != "darklings" or at < 0:
                continue
            rest = row.text[at + len(" to SH. ") :]
            if re.match(r"convert (\d)W to \1P", rest):
                used += 1
            else:
                assert "-3CONVERT_W_TO_P" in rest or "+TW" in rest
                unused += 1
        if used > 1 and unused > 1:
            return
    pytest.fail(f"{used} games with and {unused} without a worker ordained")


def test_what_cannot_be_exported_is_refused() -> None:
    pig = embertree.load_game("pig").new_initial_state()
    with pytest.raises(UsageError, match="ledgers are of terra_mystica"):
        export_ledger(pig)
    state = last_of("server", 2, 1)
    with pytest.raises(UsageError, match="needs the game from its start"):
        export_ledger(state.game.parse_position(state.position))


# --- Records and analysis ---


def test_an_import_is_a_record_that_replays() -> None:
    checked = agreed(ledger_of("ai_3p_001.json"))
    record = record_of_ledger(checked)
    final = data_of("ai_3p_001.json")["final"]
    assert record["result"]["scores"] == [final[name]["VP"] for name in record["players"]]
    assert replay(json.loads(json.dumps(record)), "here").final == checked.final


def test_an_unfinished_game_is_no_record() -> None:
    with pytest.raises(UsageError, match="the game is not over"):
        record_of_ledger(agreed(parsed(FIRST_ROUND)))


def test_the_analysis_is_the_same_on_every_run_and_has_all_points() -> None:
    checked = agreed(ledger_of("ai_2p_000.json"))
    first = analyze(checked, 30, seed=1, faction="auren")
    again = analyze(checked, 30, seed=1, faction="auren")
    assert first == again
    assert [sum(points[seat] for _, points in first.sheet) for seat in (0, 1)] == first.scores
    assert 0 < len(first.differences) <= first.decisions
    losses = [each.loss for each in first.differences]
    assert losses == sorted(losses, reverse=True)
    assert all(each.faction == "auren" and each.loss > 0 and each.played != each.better for each in first.differences)
    with pytest.raises(UsageError, match="the witches do not play here"):
        analyze(checked, 10, faction="witches")


# --- The command ---


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_command(["ledger", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_check_prints_the_sums_and_names_the_map(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(COPIES / name) for name in ("base_map.json", "ai_2p_000.json", "rnd_2p_068.json")]
    code, out, _ = run(capsys, "check", *files, "--json")
    facts = json.loads(out)
    rows = sum(len(data_of(name)["rows"]) for name in ("ai_2p_000.json", "rnd_2p_068.json"))
    assert (code, facts["games"], facts["rows"], facts["disagreements"]) == (0, 2, rows, [])
    assert facts["skipped"] == [files[0]]
    code, out, _ = run(capsys, "check", *files)
    assert code == 0
    assert "base_map.json: the map, no game; skipped" in out


def test_check_reports_disagreements_with_exit_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = data_of("ai_2p_000.json")
    data["rows"][20]["after"][data["rows"][20]["faction"]]["VP"] += 1
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data))
    code, out, _ = run(capsys, "check", str(file), str(COPIES / "ai_3p_001.json"), "--json")
    facts = json.loads(out)
    assert (code, facts["games"]) == (1, 2)
    (found,) = facts["disagreements"]
    assert (found["file"], found["row"], found["field"]) == (str(file), 20, "VP")
    assert found["expected"] == found["got"] + 1
    code, out, _ = run(capsys, "check", str(file))
    assert code == 1
    assert "row 20" in out


def test_bad_files_are_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(FIRST_ROUND + "cultists: biuld E4\n")
    for command in (["check"], ["import"], ["export"], ["analyze"]):
        code, _, err = run(capsys, *command, str(file))
        assert code == 2
        assert err.startswith(f"embertree: {file}, line 14: cultists: there is no command 'biuld E4'")
        assert err.count("\n") == 1
    code, _, err = run(capsys, "check", str(tmp_path / "none.txt"))
    assert (code, err.count("\n")) == (2, 1)
    file.write_bytes(b"\xff\xfe\x00")
    code, _, err = run(capsys, "check", str(file))
    assert (code, err) == (2, f"embertree: {file}: is not UTF-8 text\n")


def test_import_export_and_replay_work_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    code, out, _ = run(capsys, "import", str(COPIES / "ai_2p_000.json"), "--out", str(records), "--json")
    assert (code, json.loads(out)["games"]) == (0, 1)
    assert run_command(["replay", str(records)]) == 0
    capsys.readouterr()
    for form in FORMS:
        text = tmp_path / f"game.{form}"
        assert run(capsys, "export", str(records), "--form", form, "--out", str(text))[0] == 0
        assert run(capsys, "check", str(text))[0] == 0
        again = tmp_path / f"{form}.jsonl"
        assert run(capsys, "import", str(text), "--out", str(again))[0] == 0
        assert json.loads(again.read_text())["moves"] == json.loads(records.read_text())["moves"]
        # A ledger may be exported as well.
        assert run(capsys, "export", str(text), "--form", "input")[0] == 0
    code, _, err = run(capsys, "export", str(records), "--game", "2")
    assert (code, "there is no game 2" in err) == (2, True)
    code, _, err = run(capsys, "export", str(records), "--form", "xml")
    assert (code, "there is none 'xml'" in err) == (2, True)


def test_analyze_prints_points_and_differences(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(COPIES / "ai_2p_000.json")
    arguments = ("analyze", file, "--nodes", "20", "--top", "3", "--faction", "auren")
    code, out, _ = run(capsys, *arguments, "--json")
    facts = json.loads(out)
    assert (code, facts["scores"], len(facts["differences"])) == (0, [101, 116], 3)
    assert sum(points[0] for points in facts["points"].values()) == 101
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "points from" in out
    assert "main decisions otherwise" in out


def test_the_data_of_a_ledger_is_not_changed_by_a_check() -> None:
    ledger = ledger_of("ai_2p_000.json")
    before = copy.deepcopy(ledger)
    check(ledger)
    assert ledger == before
