"""Terra Mystica: data against the rules' own, questions people ask, factions, options, ends and positions."""

from __future__ import annotations

import itertools
import json
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from terra_table import HOMES, LAND, Seat, Table, bowls, cults, goods, legal, pending, play, player, points

from embertree import State, UsageError, load_game, random_playouts
from embertree.records.ledger.view import view_of

GAME = "terra_mystica"
SERVER = {"rulings": "server"}


@pytest.fixture(scope="module")
def rules(golden: Path) -> dict[str, Any]:
    path = golden / GAME / "rules.json"
    if not path.exists():
        pytest.skip("no rules.json in this folder")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="module")
def board(golden: Path) -> dict[str, Any]:
    path = golden / GAME / "base_map.json"
    if not path.exists():
        pytest.skip("no base_map.json in this folder")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def lone(faction: str, hex_name: str, **more: Any) -> Table:
    """One structure on an otherwise empty map, and somebody else far away."""
    away = "witches" if HOMES[faction] != "green" else "giants"
    far = "I11" if away == "witches" else "I12"
    far = far if far != hex_name else {"I11": "A3", "I12": "A6"}[far]
    return Table([Seat(faction, f"{hex_name}:D", workers=30, coins=60, **more), Seat(away, f"{far}:D")])


# --- The map ---


def test_hexes_have_the_terrain_they_are_printed_with(board: dict[str, Any]) -> None:
    assert {name: hex_["color"] for name, hex_ in board["land"].items()} == {
        name: {"Y": "yellow", "U": "brown", "K": "black", "B": "blue", "G": "green", "S": "gray", "R": "red"}[letter]
        for name, letter in LAND.items()
    }
    assert len(board["land"]) == 77
    assert len(board["river"]) == 36


def reached(state: State) -> set[str]:
    """Hexes that one spade could be used on."""
    return {word[6:].split(">")[0] for word in legal(play(state, "dig"), "spade:")}


def test_every_hex_touches_what_the_map_says(board: dict[str, Any]) -> None:
    for name, hex_ in board["land"].items():
        state = lone("cultists", name).state()
        near = {other for other in hex_["adjacent"] if not other.startswith("r")}
        occupied = {"I11", "A3", "A6", "I12"} & {n for n, (_, kind) in standing(state).items() if kind}
        assert reached(state) == near - occupied, name


def standing(state: State) -> dict[str, tuple[str, str]]:
    return view_of(state.position).hexes


@pytest.mark.parametrize("level", [1, 2, 3])
def test_ships_reach_what_the_map_says(board: dict[str, Any], level: int) -> None:
    for name, hex_ in itertools.islice(board["land"].items(), level, None, 5):
        state = lone("cultists", name, ship=level).state()
        far = {other for n in range(1, level + 1) for other in hex_["ship"].get(str(n), [])}
        near = {other for other in hex_["adjacent"] if not other.startswith("r")}
        free = {n for n, (_, kind) in standing(state).items() if not kind}
        assert reached(state) == (near | far) & free, name


@pytest.mark.parametrize("skip", [1, 2, 3, 4])
def test_carpets_reach_what_the_map_says(board: dict[str, Any], skip: int) -> None:
    for name, hex_ in itertools.islice(board["land"].items(), skip, None, 5):
        state = lone("fakirs", name, skip=skip).state()
        far = {other for n in range(1, skip + 1) for other in hex_["fly"].get(str(n), [])}
        near = {other for other in hex_["adjacent"] if not other.startswith("r")}
        free = {n for n, (_, kind) in standing(state).items() if not kind}
        assert reached(state) == (near | far) & free, name


def test_bridges_fit_where_the_map_says(board: dict[str, Any]) -> None:
    pairs = set()
    for name in board["land"]:
        state = lone("engineers", name).state()
        if "action:ACTE" in legal(state):
            pairs |= {frozenset(word[7:].split("+")) for word in legal(play(state, "action:ACTE"), "bridge:")}
    assert pairs == {frozenset((a, b)) for a, hex_ in board["land"].items() for b in hex_["bridges"]}
    assert len(pairs) == 29


def test_terrains_and_hexes_of_the_rules_data(rules: dict[str, Any]) -> None:
    assert {h["name"] for h in rules["map"]["hexes"] if h["color"] != "river"} == set(LAND)
    assert rules["map"]["self_test"]["land"] == len(LAND)
    ids = [word for word in legal(lone("cultists", "E6").state()) if word.startswith("build")]
    assert ids == []


# --- Factions against the rules' data ---


def test_every_faction_starts_and_pays_as_the_rules_say(rules: dict[str, Any]) -> None:
    for name, data in rules["factions"].items():
        start = data["start"]
        other = "witches" if HOMES[name] != "green" else "giants"
        scoring = "SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE7"
        state = load_game(
            GAME, 2, factions=f"{name},{other}", scoring_tiles=scoring, bonus_cards="BON1,BON2,BON3,BON4,BON5"
        ).new_initial_state()
        assert goods(state, 0) == (start["c"], start["w"], start["p"])
        assert bowls(state, 0) == "/".join(map(str, start["power_bowls"]))
        assert cults(state, 0) == ".".join(str(start["cults"][c]) for c in ("fire", "water", "earth", "air"))
        assert points(state, 0) == start["vp"]
        placed = 0
        while state.phase() == "setup" and legal(state, "build:"):
            placed += state.current_player() == 0
            state = state.child(state.legal_actions()[0])
        assert placed == start["dwellings"]

        homes = [
            hex_
            for hex_, letter in LAND.items()
            if letter == "YUKBGSR"[["yellow", "brown", "black", "blue", "green", "gray", "red"].index(HOMES[name])]
        ]
        kinds = ["D", "D", "TP", "TP", "TE", "TE", "SH", "SA"]
        seat = Seat(
            name, " ".join(f"{h}:{k}" for h, k in zip(homes, kinds, strict=False)), coins=50, workers=50, priests=3
        )
        full = Table([seat, Seat(other, "")], round=2)
        away = next(
            h for h, letter in LAND.items() if letter == ("G" if other == "witches" else "R") and h not in homes
        )
        full.seats[1].pieces = f"{away}:D"
        for kind, before, after in (("TP", "D", "TP"), ("TE", "TP", "TE"), ("SH", "TP", "SH"), ("SA", "TE", "SA")):
            table = Table([Seat(name, f"{homes[0]}:{before}", coins=50, workers=50, priests=3), full.seats[1]])
            state = table.state()
            coins, workers, _ = goods(state, 0)
            paid = play(state, f"upgrade:{homes[0]}>{after}")
            new_coins, new_workers, _ = goods(paid, 0)
            cost = data["costs"][kind]
            cheap = cost.get("c_next_to_opponent", cost["c"])
            assert coins - new_coins in (cost["c"], cheap)
            assert workers - new_workers == cost["w"], (name, kind)


def income_of(name: str, pieces: str, card: str, favors: str = "-") -> tuple[int, int, int, int]:
    """Coins, workers, priests and steps of power that a round brings, beside the card."""
    other = Seat("witches" if HOMES[name] != "green" else "giants", "I11:D" if HOMES[name] != "green" else "I12:D")
    other.card = "BON6"
    seat = Seat(name, pieces, coins=0, workers=0, priests=0, bowls="12/0/0", card=card, favors=favors)
    state = Table([seat, other], round=1, scoring="345678", passed="1", actor=0).state()
    other_cards = [word for word in legal(state, "pass:")]
    after = play(state, next(word for word in other_cards if word in ("pass:BON3", "pass:BON8", "pass:BON5")))
    assert after.round() == 2
    coins, workers, priests = goods(after, 0)
    b1, b2, b3 = (int(n) for n in bowls(after, 0).split("/"))
    taken = player(after, 0)[7]
    gives = {"BON3": (6, 0, 0, 0), "BON8": (0, 0, 1, 0), "BON5": (0, 1, 0, 3)}[taken]
    total = (coins, workers, priests, b2 + 2 * b3)
    assert b1 + b2 + b3 == 12
    return tuple(a - b for a, b in zip(total, gives, strict=True))  # type: ignore[return-value]


def test_every_faction_earns_as_the_rules_say(rules: dict[str, Any]) -> None:
    for name, data in rules["factions"].items():
        homes = [
            hex_
            for hex_, letter in LAND.items()
            if {"Y": "yellow", "U": "brown", "K": "black", "B": "blue", "G": "green", "S": "gray", "R": "red"}[letter]
            == HOMES[name]
        ]
        income = data["income"]
        dwellings = income["D"]["w"]
        for kind, most in (("D", 8), ("TP", 4), ("TE", 3), ("SH", 1), ("SA", 1)):
            for count in range(1, most + 1):
                pieces = " ".join(f"{h}:{kind}" for h in homes[:count])
                expected = [0, dwellings[0], 0, 0]
                if kind == "D":
                    expected[1] = dwellings[count]
                else:
                    for goods_name, values in income[kind].items():
                        expected[["c", "w", "p", "pw"].index(goods_name)] += values[count]
                assert income_of(name, pieces, "BON7") == tuple(expected), (name, kind, count)


def test_favor_tiles_and_their_income(rules: dict[str, Any]) -> None:
    base = income_of("witches", "F4:D", "BON7")
    for tile, extra in (
        ("FAV7", (0, 1, 0, 1)),
        ("FAV8", (0, 0, 0, 4)),
        ("FAV9", (3, 0, 0, 0)),
        ("FAV12", (0, 0, 0, 0)),
    ):
        assert income_of("witches", "F4:D", "BON7", tile) == tuple(a + b for a, b in zip(base, extra, strict=True))
    for tile, data in rules["favor_tiles"].items():
        state = play(Table([Seat("witches", "F4:TP"), Seat("giants", "I12:D")]).state(), "upgrade:F4>TE", f"+{tile}")
        steps = [data["cult"].get(c, 0) for c in ("fire", "water", "earth", "air")]
        assert cults(state, 0) == ".".join(map(str, steps))


# --- Test vectors of the rules' data ---


def test_vectors_for_power(rules: dict[str, Any]) -> None:
    vectors = rules["test_vectors"]
    for case in vectors["power_gain"]:
        # Leeching costs points, the gain is the same: neighbours offer what is wanted.
        start = "/".join(map(str, case["bowls"]))
        state = offer_of(case["gain"], start, 20)
        if 2 * case["bowls"][0] + case["bowls"][1] > 0:
            assert bowls(play(state, legal(state, "leech")[0]), 0) == "/".join(map(str, case["result"]))
    for case in vectors["power_spend"]:
        start = "/".join(map(str, case["bowls"]))
        state = Table([Seat("cultists", "E6:D", bowls=start), Seat("witches", "F4:D")]).state()
        assert case["spend"] == 4
        assert bowls(play(state, "action:ACT4"), 0) == "/".join(map(str, case["result"]))
    for case in vectors["burn"]:
        state = Table(
            [Seat("cultists", "E6:D", bowls="/".join(map(str, case["bowls"]))), Seat("witches", "F4:D")]
        ).state()
        burnt = play(state, *["burn:1"] * case["burn"])
        assert bowls(burnt, 0) == "/".join(map(str, case["result"]))


def offer_of(amount: int, start: str, vp: int) -> State:
    """Seat 0 stands before an offer of so much."""
    pieces = {1: "D", 2: "TP", 3: "SH", 4: "SH D", 5: "SH TP"}[amount].split()
    taker = Seat(
        "witches", " ".join(f"{h}:{k}" for h, k in zip(["E9", "E10"], pieces, strict=False)), bowls=start, points=vp
    )
    # The builder's hex D7 touches E9 and E10.
    builder = Seat("chaosmagicians", "D7:D", coins=40, workers=20)
    state = Table([taker, builder], actor=1).state()
    return play(state, "upgrade:D7>TP", *(["done"]))


def test_vectors_for_offers(rules: dict[str, Any]) -> None:
    for case in rules["test_vectors"]["leech"]:
        if case.get("offer", True):
            state = offer_of(case["amount"], "/".join(map(str, case["bowls"])), case["vp"])
            assert legal(state) == [
                f"leech:{case['amount']}@chaosmagicians",
                f"decline:{case['amount']}@chaosmagicians",
            ]
            taken = play(state, f"leech:{case['amount']}@chaosmagicians")
            assert points(taken, 0) == case["vp"] - case["vp_loss"]
            before, after = ([int(n) for n in text.split("/")] for text in (bowls(state, 0), bowls(taken, 0)))
            assert (after[1] + 2 * after[2]) - (before[1] + 2 * before[2]) == case["gain"]
        else:
            with pytest.raises(UsageError):
                offer_of(case["amount"], "/".join(map(str, case["bowls"])), case["vp"]).string_to_action(
                    "leech:3@chaosmagicians"
                )


def test_vectors_for_spades_on_the_cycle(rules: dict[str, Any]) -> None:
    by_home = {colour: name for name, colour in HOMES.items() if name not in ("giants", "fakirs", "dwarves")}
    for case in rules["test_vectors"]["transform_steps"]:
        name = by_home[case["home"]]
        seat = Seat(name, "E6:D", workers=30, priests=7, dig=0, coins=30)
        table = Table(
            [
                seat,
                Seat(
                    "witches" if case["home"] != "green" else "cultists", "I11:D" if case["home"] != "green" else "I8:D"
                ),
            ]
        )
        table.terrain = f"F5={case['from']} E7={case['from']}"
        state = table.state()
        counts = []
        for _spades in range(1, 7):
            if "dig" not in legal(state):
                break
            state = play(state, "dig")
            counts += [int(w.split("*")[1]) for w in legal(state, f"spade:E7>{case['to']}*")]
        assert sorted(set(counts)) == case["legal_spade_counts"], case


def test_vectors_for_cults(rules: dict[str, Any]) -> None:
    for case in rules["test_vectors"]["cult_advance"]:
        top = case["to"] if case["to"] == 10 and case["from"] == 10 else 0
        towns = "TW1" if case["keys"] or top else "-"
        if case["keys"] and case["from"] == 10:
            towns = "TW1+TW1"
        cult = f"{case['from']}.0.0.0"
        mine = Seat("cultists", "E6:D", cults=cult, keys=case["keys"], towns=towns, bowls="12/0/0", card="BON2")
        other = Seat("witches", "I11:D")
        if not case["top_free"]:
            other.cults, other.towns = "10.0.0.0", "TW2"
        state = Table([mine, other]).state()
        after = play(state, "action:BON2", "+FIRE") if case["steps"] == 1 else play(state, f"send:FIRE*{case['steps']}")
        assert int(cults(after, 0).split(".")[0]) == case["to"]
        assert int(player(after, 0)[5]) == case["keys"] - case["keys_spent"]
        _b1, b2, b3 = (int(n) for n in bowls(after, 0).split("/"))
        assert b2 + 2 * b3 == case["power"]


CHAIN = ("F5", "F6", "F7", "E10", "D7", "D8", "E11")  # each touches one before it


def test_vectors_for_towns(rules: dict[str, Any]) -> None:
    for case in rules["test_vectors"]["town"]:
        kinds = case["structures"]
        # The last dwelling is built; where there is none, the last piece comes by an upgrade.
        names = CHAIN[: len(kinds)]
        favors = "FAV5" if case["fav5"] else "-"
        if "D" in kinds:
            rest = list(kinds)
            rest.remove("D")
            order = [names[0], *names[2:]]
            pieces = " ".join(f"{h}:{k}" for h, k in zip(order, rest, strict=True))
            table = Table(
                [Seat("cultists", pieces, favors=favors), Seat("witches", "I6:D")], terrain=f"{names[1]}=brown"
            )
            after = play(table.state(), f"build:{names[1]}")
        else:
            rest = ["D" if k == "TP" and i == len(kinds) - 1 else k for i, k in enumerate(kinds)]
            pieces = " ".join(f"{h}:{k}" for h, k in zip(names, rest, strict=True))
            table = Table([Seat("cultists", pieces, favors=favors), Seat("witches", "I6:D")])
            after = play(table.state(), f"upgrade:{names[len(kinds) - 1]}>TP")
        assert bool(legal(after, "+TW")) == case["town"], case


def test_vectors_for_places(rules: dict[str, Any]) -> None:
    factions = ["cultists", "darklings", "engineers", "witches"]
    for case in rules["test_vectors"]["final_ranking"]:
        if case["points"] != [8, 4, 2]:
            continue
        seats = []
        for name, value, home in zip(factions, case["values"], ("E6", "E5", "E7", "F4"), strict=False):
            seats.append(Seat(name, f"{home}:D", cults=f"0.{value}.0.0"))
        sheet = dict(Table(seats[: len(case["values"])]).state().score_sheet())
        assert sheet["water"] == case["vp"]
    areas = [c for c in rules["test_vectors"]["final_ranking"] if c["points"] == [18, 12, 6]]
    assert dict(two_areas((10, 10)).score_sheet())["network"] == next(c["vp"] for c in areas if c["values"] == [10, 10])


def two_areas(sizes: tuple[int, int]) -> State:
    rows = [
        ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "H5"],
        ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10"],
    ]
    kinds = ["D"] * 8 + ["TP"] * 4
    seats = []
    for name, hexes, size in zip(("cultists", "witches"), rows, sizes, strict=True):
        seats.append(Seat(name, " ".join(f"{h}:{k}" for h, k in zip(hexes[:size], kinds, strict=False))))
    return Table(seats).state()


def test_vectors_for_distances(rules: dict[str, Any]) -> None:
    for case in rules["test_vectors"]["distances"]:
        ship = case["shipping_distance"]
        if ship is None or case["hex_distance"] == 1:
            continue
        near = lone("cultists", case["a"], ship=ship).state()
        less = lone("cultists", case["a"], ship=ship - 1).state()
        assert case["b"] in reached(near)
        assert case["b"] not in reached(less)


# --- Questions people ask (TM-01 to TM-11) ---


def test_tm01_an_offer_larger_than_the_bowls_is_taken_as_far_as_it_fits() -> None:
    state = offer_of(4, "1/1/10", 20)
    taken = play(state, "leech:4@chaosmagicians")
    assert bowls(taken, 0) == "0/0/12"
    assert points(taken, 0) == 18
    assert len(legal(state)) == 2


def test_tm02_points_never_fall_below_nothing() -> None:
    taken = play(offer_of(4, "4/8/0", 1), "leech:4@chaosmagicians")
    assert bowls(taken, 0) == "2/10/0"
    assert points(taken, 0) == 0


def test_tm03_shared_places_are_rounded_down_and_nothing_scores_nothing() -> None:
    def water(*values: int) -> list[int]:
        names = zip(("cultists", "darklings", "engineers", "witches"), ("E6", "E5", "E7", "F4"), values, strict=True)
        return dict(Table([Seat(n, f"{h}:D", cults=f"0.{v}.0.0") for n, h, v in names]).state().score_sheet())["water"]

    assert water(7, 7, 4, 0) == [6, 6, 2, 0]
    assert water(5, 5, 5, 2) == [4, 4, 4, 0]


def test_tm04_what_touches_a_town_joins_it_and_founds_none() -> None:
    town = "F6:TP* F7:TP* E10:TP* E11:D*"
    group = "H7:D H8:TP I11:TE"
    seat = Seat("cultists", f"{town} {group}", favors="FAV5", towns="TW1", keys=1)
    state = Table([seat, Seat("witches", "C4:D")], terrain="G6=brown").state()
    joined = play(state, "build:G6")
    assert legal(joined, "+TW") == []
    lower = [letter for letter in joined.position.split(" ")[0] if letter in "dteha"]
    assert lower == ["d"]  # the witches' own; every structure of the cultists is in the town now


def test_tm05_three_structures_make_a_town_only_with_the_sanctuary_among_them() -> None:
    a = Table([Seat("cultists", "F5:SA F6:TE F7:D"), Seat("witches", "I6:D")]).state()
    assert legal(play(a, "upgrade:F7>TP"), "+TW")
    b = Table([Seat("cultists", "F5:SH F6:TP F7:D A1:SA"), Seat("witches", "I6:D")]).state()
    assert not legal(play(b, "upgrade:F7>TP"), "+TW")


def test_tm06_only_one_stands_on_the_last_space_and_pays_a_key() -> None:
    def after(taken: bool, keys: int) -> State:
        x = Seat("witches", "I6:D", cults="10.0.0.0", towns="TW2") if taken else Seat("witches", "I6:D")
        y = Seat("cultists", "E6:D", cults="8.0.0.0", keys=keys, towns="TW1" if keys else "-", bowls="12/0/0")
        return play(Table([y, x], priests="11../..../..../....").state(), "send:FIRE*2")

    blocked = after(taken=True, keys=1)
    assert cults(blocked, 0) == "9.0.0.0"
    assert player(blocked, 0)[5] == "1"
    assert bowls(blocked, 0) == "12/0/0"
    free = after(taken=False, keys=1)
    assert cults(free, 0) == "10.0.0.0"
    assert player(free, 0)[5] == "0"
    assert bowls(free, 0) == "9/3/0"
    assert cults(after(taken=False, keys=0), 0) == "9.0.0.0"


def test_tm07_the_second_spade_may_go_elsewhere_only_from_a_hex_brought_home() -> None:
    table = Table([Seat("witches", "F4:D"), Seat("giants", "I12:D")], terrain="E6=gray E7=red F3=blue")
    state = play(table.state(), "action:ACT6", "spade:E6>green*1")
    assert "spade:E7>gray*1" in legal(state)
    assert "dig" not in legal(state)
    partial = play(state, "spade:E7>gray*1")
    assert legal(partial, "build:") == ["build:E6"]
    # Not brought home: the other spade is gone.
    lost = play(table.state(), "action:ACT6", "spade:E7>gray*1")
    assert legal(lost, "spade:") == []
    # A hex that needs two takes both.
    both = play(table.state(), "action:ACT6", "spade:E7>green*2")
    assert legal(both, "spade:") == []
    assert legal(both, "build:") == ["build:E7"]


def test_tm08_spades_of_the_cult_reward() -> None:
    def ended(name: str, hex_name: str, earth: int) -> State:
        seat = Seat(name, f"{hex_name}:D", cults=f"0.0.{earth}.0", workers=9)
        table = Table([seat, Seat("witches", "C4:D")], round=1, scoring="245678", passed="1", actor=0)
        return play(table.state(), "pass:BON5")

    halflings = ended("halflings", "F5", 8)
    assert halflings.phase() == "spade"
    assert pending(halflings) == ["spade2"]
    assert legal(halflings, "build:") == legal(halflings, "dig") == legal(halflings, "convert") == []
    one = play(halflings, "spade:F6>green*1")
    assert "spade:G5>blue*1" in legal(one)
    assert ended("giants", "D7", 4).phase() == "act"
    assert ended("giants", "D7", 4).round() == 2


def test_tm09_cultists_and_the_answers() -> None:
    def asked(first: str = "4/2/6", second: str = "4/2/6", errata: str = "on") -> State:
        x, y = Seat("witches", "F4:D", bowls=first), Seat("engineers", "E7:D", bowls=second)
        table = Table([Seat("cultists", "E6:D", bowls="6/6/0"), x, y], rules={"errata_cultist_power": errata})
        return play(table.state(), "upgrade:E6>TP", "done")

    step = play(asked(), "leech:1@cultists", "decline:1@cultists")
    assert step.phase() == "cultist"
    assert play(step, "+AIR").phase() == "act"
    assert play(asked(), "leech:1@cultists", "leech:1@cultists", "+AIR").current_player() == 1
    declined = play(asked(), "decline:1@cultists", "decline:1@cultists")
    assert declined.phase() == "act"
    assert bowls(declined, 0) == "5/7/0"
    assert bowls(play(asked(errata="off"), "decline:1@cultists", "decline:1@cultists"), 0) == "6/6/0"
    full = asked("0/0/12", "0/0/12")
    assert full.phase() == "act"
    assert full.current_player() == 1
    assert bowls(full, 0) == "6/6/0"
    # Who cannot take anything counts neither way.
    assert bowls(play(asked("0/0/12"), "decline:1@cultists"), 0) == "5/7/0"


def test_tm10_bridges() -> None:
    three = Table(
        [Seat("engineers", "C5:D D6:D E9:D A11:D"), Seat("witches", "F4:D")], bridges="C5+D6=S,D6+E9=S,A11+C5=S"
    )
    assert "action:ACT1" not in legal(three.state())
    assert "all 3 bridges" in why(three.state(), "action:ACT1")
    elsewhere = play(Table([Seat("witches", "F4:D"), Seat("giants", "I12:D")]).state(), "action:ACT1")
    assert legal(elsewhere, "bridge:") == ["bridge:F4+G3"]
    with pytest.raises(UsageError, match="no bridge fits between E6 and F4"):
        elsewhere.string_to_action("bridge:E6+F4")


def why(state: State, word: str) -> str:
    with pytest.raises(UsageError) as caught:
        state.string_to_action(word)
    return str(caught.value)


def test_tm11_cult_rewards_come_before_income_and_none_after_round_six() -> None:
    # SCORE4 gives a worker for two fire; the income comes on top, and both are there in the next round.
    seat = Seat("cultists", "E6:D", cults="4.0.0.0", workers=0, coins=0, priests=0, bowls="12/0/0")
    table = Table([seat, Seat("witches", "F4:D")], round=1, scoring="425678", passed="1", actor=0)
    state = table.state()
    passing = state.string_to_action("pass:BON5")
    before, reward, after = state.stages(passing)
    assert [goods(s, 0)[1] for s in (before, reward, after)] == [0, 2, 5]
    assert after == state.child(passing)
    last = Table([seat, Seat("witches", "F4:D")], round=6, passed="1", actor=0).state()
    over = play(last, "pass")
    assert over.is_terminal()
    assert goods(over, 0) == (0, 0, 0)


def test_the_darklings_priest_is_no_reward_for_passing() -> None:
    """A reward is capped by the priests there are: 7, and those on the cult board do not come back."""
    seat = Seat("darklings", "E5:D", cults="0.8.0.0", priests=3)
    table = Table([seat, Seat("witches", "F4:D")], round=1, scoring="325678", passed="1", priests="000./..../..../....")
    table.actor = 0
    assert goods(play(table.state(), "pass:BON5"), 0)[2] == 4


# --- Turns ---


def test_a_turn_ends_by_itself_when_nothing_else_is_possible() -> None:
    seat = Seat("cultists", "E6:D", coins=0, workers=0, priests=1, bowls="12/0/0")
    state = play(Table([seat, Seat("witches", "F4:D")]).state(), "send:EARTH*2")
    assert state.current_player() == 1
    rich = play(Table([Seat("cultists", "E6:D"), Seat("witches", "F4:D")]).state(), "send:EARTH*2")
    assert rich.current_player() == 0
    assert legal(rich, "done") == ["done"]


def test_conversions_stand_between_the_parts_of_an_action() -> None:
    seat = Seat("alchemists", "E5:SH", workers=5, bowls="0/4/2", coins=9, dig=0)
    state = play(Table([seat, Seat("witches", "F4:D")], terrain="E6=green").state(), "dig", "convert:3pw>w", "dig")
    assert pending(state) == ["dug2", "buy"]
    assert bowls(state, 0) == "1/4/1"


def test_the_last_player_goes_on_until_passing() -> None:
    state = Table([Seat("cultists", "E6:D"), Seat("witches", "F4:D")], passed="1").state()
    state = play(state, "send:FIRE*3", "done")
    assert state.current_player() == 0
    assert play(state, "send:AIR*3", "done").current_player() == 0


def test_the_first_to_pass_starts_the_next_round_and_seats_stay() -> None:
    seats = [Seat("cultists", "E6:D"), Seat("witches", "F4:D"), Seat("giants", "G2:D")]
    table = Table(seats, passed="21", actor=0, round=2, scoring="345678")
    state = play(table.state(), "pass:BON6")
    assert state.position.split(" ")[4] == "201"
    table.rules = {"variable_turn_order": "on"}
    assert play(table.state(), "pass:BON6").position.split(" ")[4] == "210"


def test_a_card_given_back_may_be_taken_by_who_passes_later() -> None:
    state = Table([Seat("cultists", "E6:D", card="BON3"), Seat("witches", "F4:D", card="BON8")]).state()
    passed = play(state, "pass:BON5")
    assert "pass:BON3" in legal(passed)
    assert "pass:BON8" not in legal(passed)


def test_coins_gather_on_free_cards_and_go_with_them() -> None:
    table = Table([Seat("cultists", "E6:D", coins=0), Seat("witches", "F4:D")], round=1, passed="1", scoring="345678")
    after = play(table.state(), "pass:BON5")
    coins = dict(part.split("*") for part in after.position.split(" ")[8].split(","))
    assert set(coins.values()) == {"1"}
    taken = play(after, f"pass:{next(iter(coins))}") if after.current_player() == 1 else after
    assert taken.round() == 2


# --- Factions ---


def test_fakirs_fly_for_a_priest_and_four_points_once_an_action() -> None:
    table = Table([Seat("fakirs", "E8:D", workers=9, priests=2, dig=1), Seat("witches", "A10:D")], terrain="G3=brown")
    state = play(table.state(), "dig", "spade:G3>yellow*1")
    assert points(state, 0) == 24
    assert goods(state, 0)[2] == 1
    built = play(state, "build:G3")
    assert points(built, 0) == 24
    assert goods(built, 0)[2] == 1


def test_fakirs_fly_again_to_build_later() -> None:
    table = Table([Seat("fakirs", "E8:D", priests=2), Seat("witches", "A10:D")], terrain="G3=yellow")
    state = play(table.state(), "build:G3")
    assert points(state, 0) == 24
    assert goods(state, 0) == (13, 8, 1)


def test_the_fakirs_stronghold_and_its_range() -> None:
    state = play(Table([Seat("fakirs", "E8:TP"), Seat("witches", "A10:D")]).state(), "upgrade:E8>SH")
    assert player(state, 0)[6] == "0.0.2"
    fourth = play(Table([Seat("fakirs", "E8:TP", skip=4), Seat("witches", "A10:D")]).state(), "upgrade:E8>SH")
    assert player(fourth, 0)[6] == "0.0.4"


def test_dwarves_tunnel_for_two_workers_then_one() -> None:
    def tunnelled(pieces: str) -> State:
        table = Table([Seat("dwarves", pieces, workers=9), Seat("giants", "I12:D")], terrain="G3=gray")
        return play(table.state(), "build:G3")

    plain, strong = tunnelled("E7:D"), tunnelled("E7:SH")
    assert (goods(plain, 0)[1], points(plain, 0)) == (6, 24)
    assert (goods(strong, 0)[1], points(strong, 0)) == (7, 24)


def test_dwarves_dig_even_if_the_tunnel_is_paid_with_power() -> None:
    seat = Seat("dwarves", "A2:D", workers=3, priests=0, bowls="4/0/6", coins=9)
    blocked = Seat("giants", "A1:D A3:D B1:D")
    state = Table([seat, blocked]).state()
    digging = play(state, "dig")
    assert legal(digging, "spade:") == []
    assert "convert:pw>c" not in legal(digging)
    assert "must be used" in why(digging, "convert:pw>c")
    paid = play(digging, "convert:3pw>w", "convert:3pw>w")
    assert legal(paid, "spade:")


def test_nomads_have_three_dwellings_and_a_sandstorm_that_is_no_spade() -> None:
    table = Table([Seat("nomads", "E8:SH"), Seat("witches", "A10:D")], scoring="214567", round=2)
    state = play(table.state(), "action:ACTN", "storm:E7")
    assert points(state, 0) == 20  # no points for spades
    assert legal(state, "build:") == ["build:E7"]
    assert "usedACTN" in state.position
    # Neither ships nor bridges carry sand.
    far = Table([Seat("nomads", "E8:SH", ship=3), Seat("witches", "A10:D")], bridges="E8+G3=Y").state()
    assert "storm:G3" not in legal(play(far, "action:ACTN"))


def test_halflings_score_each_spade_and_have_three_with_the_stronghold() -> None:
    table = Table([Seat("halflings", "F5:TP", workers=9, coins=20), Seat("witches", "A10:D")], terrain="F6=yellow")
    state = play(table.state(), "upgrade:F5>SH")
    assert points(state, 0) == 23
    assert pending(state)[:2] == ["spade3", "split"]
    split = play(state, "spade:F6>brown*1", "spade:G4>brown*1")
    assert legal(split, "build:") == []
    done = play(split, "spade:E9>blue*1")
    assert legal(done, "build:") == ["build:F6", "build:G4"]
    built = play(done, "build:F6")
    assert legal(built, "build:") == []
    dug = play(Table([Seat("halflings", "F5:D"), Seat("witches", "A10:D")]).state(), "dig")
    assert points(dug, 0) == 21


def test_cultists_stronghold_is_seven_points() -> None:
    state = play(Table([Seat("cultists", "F5:TP"), Seat("witches", "A10:D")]).state(), "upgrade:F5>SH")
    assert points(state, 0) == 27


def test_alchemists_trade_points_gain_twelve_power_and_score_every_two_coins() -> None:
    seat = Seat("alchemists", "E5:TP", coins=7, workers=9, bowls="5/7/0")
    state = Table([seat, Seat("witches", "A10:D")]).state()
    assert points(play(state, "convert:2c>vp"), 0) == 21
    assert goods(play(state, "convert:vp>c"), 0)[0] == 8
    strong = play(state, "upgrade:E5>SH")
    assert bowls(strong, 0) == "0/5/7"
    dug = play(Table([Seat("alchemists", "E5:SH", bowls="5/7/0"), Seat("witches", "A10:D")]).state(), "dig")
    assert bowls(dug, 0) == "3/9/0"
    end = Table([Seat("alchemists", "E5:D", coins=5, workers=0, priests=0, bowls="12/0/0"), Seat("witches", "A10:D")])
    assert dict(end.state().score_sheet())["convert"][0] == 2


def test_darklings_dig_with_priests_for_two_points_and_make_priests_once() -> None:
    table = Table([Seat("darklings", "E5:TP", workers=8, priests=2), Seat("witches", "A10:D")])
    dug = play(table.state(), "dig")
    assert (points(dug, 0), goods(dug, 0)[2]) == (22, 1)
    strong = play(table.state(), "upgrade:E5>SH")
    assert legal(strong, "w2p:") == ["w2p:1", "w2p:2", "w2p:3"]
    made = play(strong, "w2p:3")
    assert goods(made, 0)[1:] == (1, 5)
    assert legal(made, "w2p:") == []


def test_mermaids_ship_and_found_towns_across_rivers() -> None:
    strong = play(Table([Seat("mermaids", "D5:TP"), Seat("giants", "I12:D")]).state(), "upgrade:D5>SH")
    assert player(strong, 0)[6] == "2.0.0"
    assert points(strong, 0) == 22
    seat = Seat("mermaids", "D5:SH C4:TP C3:TP B4:D")
    state = Table([seat, Seat("giants", "I12:D")]).state()
    assert "connect:r10" in legal(state)
    town = play(state, "connect:r10", "+TW1")
    assert "pass:BON5" in legal(town)  # the action is still to come
    assert "r10" in town.position.split(" ")[1]
    later = play(town, "send:FIRE*3", "done")
    assert later.audit() == ""


def test_swarmlings_gain_workers_with_a_town_and_upgrade_for_nothing() -> None:
    seat = Seat("swarmlings", "D5:SH H4:D G6:D", workers=2, coins=0)
    state = play(Table([seat, Seat("giants", "I12:D")]).state(), "action:ACTS", "upgrade:H4>TP")
    assert goods(state, 0)[:2] == (0, 2)
    crowd = Seat("swarmlings", "A11:SH A10:TP A9:TP", workers=9)
    town = play(Table([crowd, Seat("giants", "I12:D")], terrain="A12=blue").state(), "build:A12", "+TW1")
    assert goods(town, 0)[1] == 9 - 2 + 3


def test_auren_and_their_cults() -> None:
    state = play(Table([Seat("auren", "F4:TP"), Seat("giants", "I12:D")]).state(), "upgrade:F4>SH", "+FAV4", "done")
    assert cults(state, 0) == "0.0.0.3"
    two_steps = play(Table([Seat("auren", "F4:SH"), Seat("giants", "I12:D")]).state(), "action:ACTA", "+AIR")
    assert cults(two_steps, 0) == "0.0.0.2"


def test_witches_ride_anywhere_and_score_towns() -> None:
    state = play(Table([Seat("witches", "F4:SH", workers=0, coins=0), Seat("giants", "I12:D")]).state(), "action:ACTW")
    assert "build:A3" in legal(state)
    assert goods(play(state, "build:A3"), 0)[:2] == (0, 0)
    crowd = Seat("witches", "B4:SH C4:TP A9:TP", workers=9)
    town = play(
        Table([crowd, Seat("giants", "I12:D")], terrain="A8=green", scoring="435678").state(), "build:A8", "+TW1"
    )
    assert points(town, 0) == 20 + 5 + 5 + 2  # the tile, the witches, the dwelling


def test_engineers_bridge_for_workers_and_score_them_on_passing() -> None:
    seat = Seat("engineers", "C5:SH D6:D E9:D", workers=9)
    table = Table([seat, Seat("witches", "F4:D")], bridges="C5+D6=S,D6+E9=S")
    assert points(play(table.state(), "pass:BON5"), 0) == 26
    spanned = play(table.state(), "action:ACTE")
    assert "bridge:A11+C5" in legal(spanned)
    assert goods(spanned, 0)[1] == 7
    again = play(
        Table([Seat("engineers", "C5:D", workers=9), Seat("witches", "F4:D")]).state(),
        "action:ACTE",
        "bridge:A11+C5",
        "done",
    )
    again = play(again, *[w for w in legal(again, "pass:")][:1])
    assert "action:ACTE" in legal(again)


def test_chaos_magicians_take_two_tiles_and_two_actions() -> None:
    table = Table([Seat("chaosmagicians", "D7:TP", workers=9, coins=20), Seat("witches", "A3:D")])
    state = play(table.state(), "upgrade:D7>TE", "+FAV9")
    assert legal(state, "+FAV")
    assert "+FAV9" not in legal(state)
    seat = Seat("chaosmagicians", "D7:SH", workers=9, coins=20)
    double = play(Table([seat, Seat("witches", "A3:D")]).state(), "action:ACTC", "send:FIRE*3")
    assert double.current_player() == 0
    second = play(double, "send:AIR*3", "done")
    assert second.current_player() == 1
    # Passing first loses the second action.
    assert play(Table([seat, Seat("witches", "A3:D")]).state(), "action:ACTC", "pass:BON5").current_player() == 1


def test_offers_of_a_double_turn_come_as_two_events() -> None:
    seat = Seat("chaosmagicians", "D7:SH D6:D D4:D", workers=9, coins=20)
    table = Table([seat, Seat("witches", "C4:D C3:D E9:D")])
    state = play(table.state(), "action:ACTC", "upgrade:D6>TP", "upgrade:D4>TP", "done")
    asked = [part for part in pending(state) if part.startswith("offer")]
    assert len(asked) in (1, 2)
    if len(asked) == 2:
        assert [part.partition(":")[0] for part in asked] == ["offer", "offer2"]


def test_giants_use_two_spades_at_once() -> None:
    table = Table([Seat("giants", "E3:D", workers=6), Seat("witches", "A3:D")])
    state = play(table.state(), "dig")
    assert legal(state, "spade:") == []
    assert "dig" in legal(state)
    both = play(state, "dig")
    assert set(legal(both, "spade:")) == {
        "spade:E2>red*2",
        "spade:E4>red*2",
        "spade:D2>red*2",
        "spade:D3>red*2",
        "spade:F2>red*2",
    }
    act5 = play(Table([Seat("giants", "E3:D", workers=6), Seat("witches", "A3:D")]).state(), "action:ACT5")
    assert legal(act5, "spade:") == []
    assert "dig" in legal(act5)


# --- Options ---


def spade_points(rulings: str, *words: str) -> int:
    table = Table(
        [Seat("witches", "F4:D"), Seat("giants", "I12:D")], scoring="412567", round=2, rules={"rulings": rulings}
    )
    table.scoring, table.round = "415672", 2
    table.terrain = "E6=gray"
    return points(play(table.state(), *words), 0)


def test_rulings_differ_in_when_spades_score() -> None:
    assert spade_points("rulebook", "action:ACT6") == 20
    assert spade_points("server", "action:ACT6") == 24
    assert spade_points("rulebook", "action:ACT6", "spade:E6>green*1", "drop:spade") == 22
    assert spade_points("server", "action:ACT6", "spade:E6>green*1", "drop:spade") == 24


def test_rulings_differ_in_what_may_be_given_up() -> None:
    for word, seat, before in (
        ("drop:spade", Seat("witches", "F4:D"), ["action:ACT5"]),
        ("drop:dwelling", Seat("witches", "F4:SH"), ["action:ACTW"]),
        ("drop:tp", Seat("swarmlings", "D5:SH H4:D"), ["action:ACTS"]),
        ("drop:storm", Seat("nomads", "E8:SH"), ["action:ACTN"]),
        ("drop:favor", Seat("witches", "F4:TP"), ["upgrade:F4>TE"]),
        ("drop:town", Seat("witches", "B4:SH C4:TP A9:D A8:TP"), ["upgrade:A9>TP"]),
    ):
        table = Table([seat, Seat("giants", "I12:D")])
        assert word not in legal(play(table.state(), *before))
        table.rules = SERVER
        given_up = play(table.state(), *before, word)
        assert given_up.audit() == ""
        assert not pending(given_up)[0].startswith(("spade", "freed", "freetp", "storm", "fav", "town"))


def test_rulings_differ_for_giants_bridges_and_priests() -> None:
    giants = Table([Seat("giants", "E3:D", workers=9), Seat("witches", "F4:D")])
    assert legal(play(giants.state(), "dig", "dig"), "spade:E4>") == ["spade:E4>red*2"]
    giants.rules = SERVER
    assert len(legal(play(giants.state(), "dig", "dig"), "spade:E4>")) == 6
    spanned = Table([Seat("witches", "F4:D"), Seat("giants", "I12:D")], bridges="F4+G3=G")
    assert "action:ACT1" not in legal(spanned.state())
    spanned.rules = SERVER
    twice = play(spanned.state(), "action:ACT1", "bridge:F4+G3")
    assert twice.position.split(" ")[1] == "F4+G3=G,F4+G3=G"
    dark = Table([Seat("darklings", "E5:TP", workers=9, priests=6), Seat("witches", "A10:D")])
    assert legal(play(dark.state(), "upgrade:E5>SH"), "w2p:") == ["w2p:1"]
    dark.rules = SERVER
    lost = play(dark.state(), "upgrade:E5>SH", "w2p:3")
    assert goods(lost, 0)[1:] == (2, 7)


def test_small_expansions_bring_their_tiles() -> None:
    plain = load_game(GAME, 5).new_initial_state()
    tiles = {word for word in legal(plain)}
    assert "deal:SCORE9" not in tiles
    assert "deal:SCORE1" not in tiles  # never in round 6
    assert "deal:SCORE9" in legal(load_game(GAME, 5, temple_scoring_tile="on").new_initial_state())
    with pytest.raises(UsageError, match="from 1 to 9"):
        load_game(GAME, 2, bonus_cards="BON1,BON2,BON3,BON4,BON10")
    assert load_game(GAME, 2, bonus_cards="BON1,BON2,BON3,BON4,BON10", shipping_bonus="on")
    town = Table(
        [Seat("witches", "B4:SH C4:TP A9:D A8:TP", ship=1), Seat("giants", "I12:D")], rules={"mini_expansion_1": "on"}
    )
    state = play(town.state(), "upgrade:A9>TP")
    assert legal(state, "+TW") == [f"+TW{n}" for n in range(1, 9)]
    assert player(play(state, "+TW7"), 0)[6] == "2.0.0"
    assert cults(play(state, "+TW6"), 0) == "2.2.2.2"
    assert points(play(state, "+TW8"), 0) == 20 + 11 + 5 + 5


def test_the_shipping_card_scores_levels_without_the_other_card() -> None:
    seat = Seat("witches", "F4:D", ship=2, card="BON10")
    table = Table([seat, Seat("giants", "I12:D")], rules={"shipping_bonus": "on"})
    assert points(play(table.state(), "pass:BON5"), 0) == 26


def test_the_temple_tile_scores_temples_and_pays_for_priests() -> None:
    table = Table(
        [Seat("witches", "F4:TP", coins=9), Seat("giants", "I12:D")],
        scoring="295678",
        rules={"temple_scoring_tile": "on"},
    )
    assert points(play(table.state(), "upgrade:F4>TE"), 0) == 24
    seat = Seat("witches", "F4:D", coins=0, workers=0, priests=0, bowls="12/0/0")
    table = Table(
        [seat, Seat("giants", "I12:D")],
        round=2,
        scoring="295678",
        passed="1",
        rules={"temple_scoring_tile": "on"},
        priests="00../..../..../....",
    )
    state = table.state()
    before, reward, _ = state.stages(state.string_to_action("pass:BON5"))
    assert goods(reward, 0)[0] - goods(before, 0)[0] == 4


def test_starting_points_by_faction() -> None:
    options = {"factions": "fakirs,darklings", "starting_points": "2017"}
    state = load_game(GAME, 2, **options).new_initial_state()
    assert (points(state, 0), points(state, 1)) == (33, 15)


def test_factions_may_be_chosen_dealt_or_listed() -> None:
    tiles = {"scoring_tiles": "SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE7", "bonus_cards": "BON1,BON2,BON3,BON4,BON5"}
    chosen = load_game(GAME, 2, **tiles).new_initial_state()
    assert len(legal(chosen, "setup:")) == 14
    after = play(chosen, "setup:witches")
    assert "setup:auren" not in legal(after)
    assert after.current_player() == 1
    dealt = load_game(GAME, 2, factions="random", **tiles).new_initial_state()
    assert dealt.is_chance_node()
    assert len(dealt.chance_outcomes()) == 14
    assert len(dealt.child(dealt.chance_outcomes()[0][0]).chance_outcomes()) == 12
    listed = load_game(GAME, 2, factions="giants,witches", **tiles).new_initial_state()
    assert legal(listed, "build:")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"factions": "giants"}, "as many factions as there are seats"),
        ({"factions": "giants,chaosmagicians"}, "two factions are red"),
        ({"factions": "giants,wiches"}, "did you mean 'witches'"),
        ({"scoring_tiles": "SCORE1,SCORE2"}, "expected 6 tiles, got 2"),
        ({"scoring_tiles": "SCORE2,SCORE3,SCORE4,SCORE5,SCORE1,SCORE6"}, "may not be in round 5 or 6"),
        ({"scoring_tiles": "SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE9"}, "is not a whole number from 1 to 8"),
        ({"bonus_cards": "BON1,BON1,BON3,BON4,BON5"}, "BON1 is named twice"),
        ({"bonus_cards": "BON1"}, "expected 5 tiles"),
        ({"rulings": "mine"}, "rulings"),
    ],
)
def test_wrong_options_say_what_would_do(options: dict[str, str], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        load_game(GAME, 2, **options).new_initial_state()


def test_setup_by_chance_is_uniform() -> None:
    """Each tile is as likely as the others in each round, SCORE1 only in rounds 1 to 4."""
    counts: dict[str, dict[int, int]] = {}
    for seed in range(600):
        state = load_game(GAME, 4).new_initial_state()
        step = 0
        while state.is_chance_node():
            step += 1
            state.apply_action(state.random_action(seed * 100 + step))
        for round_, tile in enumerate(state.position.split(" ")[6], 1):
            counts.setdefault(tile, {}).setdefault(round_, 0)
            counts[tile][round_] += 1
    assert set(counts["1"]) <= {1, 2, 3, 4}
    assert all(65 <= counts["1"][r] <= 140 for r in (1, 2, 3, 4))
    assert all(40 <= counts["5"][r] <= 125 for r in range(1, 7))


def test_cards_are_removed_as_one_outcome() -> None:
    state = load_game(GAME, 4, scoring_tiles="SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE7").new_initial_state()
    words = legal(state)
    assert len(words) == 36
    assert words[0] == "deal:-BON1-BON2"
    assert {tuple(word[6:].split("-")) for word in words} == set(
        itertools.combinations([f"BON{n}" for n in range(1, 10)], 2)
    )
    after = play(state, "deal:-BON3-BON9")
    assert "BON3" not in after.position
    assert "BON4*0" in after.position


# --- Keys and towns ---


def test_a_cult_held_back_rises_by_a_key_of_the_same_action() -> None:
    seat = Seat("witches", "B4:TP C4:TP A8:D A9:D", cults="8.0.0.0", bowls="12/0/0", coins=20)
    state = Table([seat, Seat("giants", "I12:D")]).state()
    assert cults(play(state, "send:FIRE*3"), 0) == "9.0.0.0"
    town = play(state, "upgrade:B4>TE", "+FAV5")
    assert cults(town, 0) == "9.0.0.0"
    assert "held:FIRE" in pending(town)
    assert cults(play(town, "+TW1"), 0) == "10.0.0.0"


def test_too_few_keys_are_a_choice() -> None:
    seat = Seat("witches", "B4:SH C4:TP A9:D A8:TP", cults="9.9.3.0", bowls="12/0/0")
    state = play(Table([seat, Seat("giants", "I12:D")]).state(), "upgrade:A9>TP", "+TW5")
    assert legal(state, "keys:") == ["keys:FIRE", "keys:WATER"]
    chosen = play(state, "keys:WATER")
    assert cults(chosen, 0) == "9.10.4.1"


def test_fav5_founds_every_group_that_is_large_enough_now() -> None:
    seat = Seat("witches", "A10:TP A9:TP A11:D B5:D F4:TP E7:TP E8:D E6:D", coins=20, workers=9)
    state = play(Table([seat, Seat("giants", "I12:D")]).state(), "upgrade:F4>TE", "+FAV5")
    assert "town2" in pending(state)
    assert play(state, "+TW1", "+TW3").audit() == ""


def test_a_bridge_joins_groups_into_a_town() -> None:
    seat = Seat("witches", "F4:SH E7:TP G3:TP H4:D")
    table = Table([seat, Seat("giants", "I12:D")])
    assert legal(play(table.state(), "action:ACT1", "bridge:F4+G3"), "+TW")


# --- Endings ---


def test_area_counts_ships_and_carpets_but_not_the_card() -> None:
    seat = Seat("witches", "E9:D G3:D", ship=0, card="BON4")
    apart = Table([seat, Seat("giants", "D6:D I12:D")]).state()
    joined = Table([Seat("witches", "E9:D G3:D", ship=3), Seat("giants", "D6:D I12:D")]).state()
    assert dict(apart.score_sheet())["network"] == [15, 15]
    assert dict(joined.score_sheet())["network"] == [18, 12]
    fakirs = Table([Seat("fakirs", "E8:D G3:D"), Seat("giants", "D6:D I12:D")]).state()
    assert dict(fakirs.score_sheet())["network"] == [18, 12]


def test_goods_left_over_are_coins() -> None:
    seat = Seat("witches", "F4:D", coins=3, workers=2, priests=1, bowls="4/5/1")
    sheet = dict(Table([seat, Seat("giants", "I12:D")]).state().score_sheet())
    assert sheet["convert"][0] == (3 + 2 + 1 + 1 + 2) // 3


def test_equal_points_share_the_victory() -> None:
    state = Table([Seat("witches", "F4:D"), Seat("giants", "I12:D")], round=6, passed="1").state()
    over = play(state, "pass")
    assert over.is_terminal()
    assert over.scores()[0] == over.scores()[1]
    assert over.returns() == [0.5, 0.5]
    assert over.ranks() == [1, 1]


def test_the_sheet_names_all_sources(rules: dict[str, Any]) -> None:
    names = [name for name, _ in Table([Seat("witches", "F4:D"), Seat("giants", "I12:D")]).state().score_sheet()]
    assert names[0] == "initial"
    assert {"leech", "D >> 2", "TP >> 3", "TE >> 4", "SA/SH >> 5", "SPADE >> 2", "TOWN >> 5", "TW", "network"} <= set(
        names
    )
    assert len(names) == len(set(names))


# --- Positions ---


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda f: f[:5], "expected 'map bridges round"),
        (lambda f: ["X" + f[0][1:], *f[1:]], "row A"),
        (lambda f: [f[0].replace("/", "", 1), *f[1:]], "expected 9 rows"),
        (lambda f: [f[0].replace("Gd", "Rd", 1), *f[1:]], "stands on nobody's home terrain|pieces"),
        (lambda f: [f[0], "A1+A2=U", *f[2:]], "no bridge fits"),
        (lambda f: [*f[:2], "7", *f[3:]], "round: '7' is not a whole number from 0 to 6"),
        (lambda f: [*f[:3], "acting", *f[4:]], "there is no phase 'acting'"),
        (lambda f: [*f[:4], "00", *f[5:]], "the order does not name every seat|goes round"),
        (lambda f: [*f[:5], "4", *f[6:]], "actor"),
        (lambda f: [*f[:6], "12345", *f[7:]], "expected the tiles of six rounds"),
        (lambda f: [*f[:7], "9", *f[8:]], "acts"),
        (lambda f: [*f[:8], "BON5*0", *f[9:]], "bonus cards instead of"),
        (lambda f: [*f[:9], "00", *f[10:]], "passed names a seat twice|passed"),
        (lambda f: [*f[:10], "...", *f[11:]], "expected four tracks"),
        (lambda f: [*f[:11], "castle", *f[12:]], "there is nothing like 'castle'"),
        (lambda f: [*f[:11], "spade9", *f[12:]], "is not a whole number from 1 to 3"),
        (lambda f: [*f[:12], f[12].replace("cultists", "cultist"), f[13]], "did you mean 'cultists'"),
        (lambda f: [*f[:12], f[12].replace("4/2/6", "4/2/7"), f[13]], "more than 12 tokens"),
        (lambda f: [*f[:12], f[12].replace("0.0.0.0", "10.0.0.0"), f[13]], "keys"),
        (lambda f: [*f[:12], f[12].replace("15.9.2", "15.9.8"), f[13]], "is not a whole number from 0 to 7"),
        (lambda f: [*f[:12], f[12].replace("15.9.2", "15.9"), f[13]], "coins.workers.priests"),
        (lambda f: [*f, "rulings=mine"], "rulings"),
        (lambda f: [*f, "factions=giants,witches"], "list other factions"),
    ],
)
def test_a_wrong_position_says_what_is_wrong(change: Any, reason: str) -> None:
    fields = Table([Seat("cultists", "E6:D F5:TP"), Seat("witches", "F4:D")]).position().split(" ")
    game = load_game(GAME)
    assert game.parse_position(" ".join(fields))
    with pytest.raises(UsageError, match=reason):
        game.parse_position(" ".join(change(fields)))


def test_positions_come_back_at_every_node_of_games_with_all_options() -> None:
    options = {
        "rulings": "server", "mini_expansion_1": "on", "shipping_bonus": "on", "temple_scoring_tile": "on",
        "variable_turn_order": "on", "errata_cultist_power": "off", "starting_points": "2017", "factions": "random",
    }  # fmt: skip
    reader = load_game(GAME)
    for players, rules_ in itertools.product((2, 3, 4, 5), ({}, options)):
        state = load_game(GAME, players, **rules_).new_initial_state()
        step = 0
        while not state.is_terminal():
            step += 1
            again = reader.parse_position(state.position)
            assert again.to_bytes() == state.to_bytes()
            assert again.game.rules == state.game.rules
            choose = state.policy_action if step % 3 and not state.is_chance_node() else state.random_action
            state.apply_action(choose(step))
        assert state.audit() == ""


def test_damaged_positions_never_do_worse_than_an_error() -> None:
    rng = random.Random(4)
    letters = "0123456789.:/+-*,>=abcdefghijklmnopqrstuvwxyzBONFAVTWYUKGSR \x00é"
    reader = load_game(GAME)
    state = load_game(GAME, 3).new_initial_state()
    for step in range(90):
        state.apply_action(state.random_action(step))
    for _ in range(1500):
        text = list(state.position)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            text[at] = rng.choice(["", rng.choice(letters), text[at] + rng.choice(letters)])
        try:
            read = reader.parse_position("".join(text))
        except UsageError:
            continue
        assert read.audit() == ""
        assert reader.parse_position(read.position) == read


def test_the_picture_shows_hexes_structures_bridges_and_river_towns() -> None:
    seat = Seat("mermaids", "D5:SH* C4:TP* C3:TP* B4:D*", towns="TW1", keys=1)
    state = Table([seat, Seat("engineers", "C5:D D6:D")], bridges="C5+D6=S,r10").state()
    picture = ET.fromstring(state.svg())
    shapes = [element.tag.rpartition("}")[2] for element in picture]
    assert shapes.count("polygon") >= 113
    assert shapes.count("line") == 2
    text = str(state)
    assert "C3  BTP*" in text
    assert "C5-D6 (engineers)" in text
    assert "town on r10" in text


# --- Whole games ---


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_within_bounds(players: int) -> None:
    start = load_game(GAME, players, factions="random").new_initial_state()
    result = random_playouts(start, 200, seed=5)
    assert result["games"] == 200
    mean = sum(result["score_sums"]) / (200 * players)
    assert 40 < mean < 90
    by_policy = random_playouts(start, 100, seed=5, policy=True)
    assert sum(by_policy["score_sums"]) / (100 * players) > mean + 15
