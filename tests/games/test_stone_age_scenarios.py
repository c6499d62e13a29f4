"""The hand-worked scenarios of Stone Age, translated into positions and actions.

Every scenario becomes a position in which the players it names stand where its operations resolve; the operations
become words. Another seat with one hunter keeps the round open, so that what is asked can be read before the round
ends.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from stone_age_table import (
    CARD_KEYS,
    CARDS,
    KINDS,
    LOCATIONS,
    ONE_USE_CARDS,
    SYMBOLS,
    TILES,
    Seat,
    Table,
    card_id,
    deck_size,
    goods_of,
    mix,
    play,
    read,
    words,
)

from embertree import State

GATHER = LOCATIONS[:5]
OWN = Path(__file__).parents[1] / "golden" / "stone_age" / "scenarios.json"


def scenario_ids() -> list[str]:
    return [scenario["id"] for scenario in json.loads(OWN.read_text(encoding="utf-8"))["scenarios"]]


def scenarios(golden: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted((golden / "stone_age").glob("*.json")):
        found += json.loads(path.read_text(encoding="utf-8")).get("scenarios", [])
    return found


def number(player: str) -> int:
    return int(player[1:])


def tools_text(levels: list[int], used: list[bool]) -> str:
    """Highest level first, unused before used."""
    order = sorted(zip(levels, used, strict=True), key=lambda slot: (-slot[0], slot[1]))
    return "".join(f"{level}{'x' if mark else ''}" for level, mark in order)


class Scenario:
    def __init__(self, scenario: dict[str, Any]) -> None:
        self.given = scenario["given"]
        self.do = scenario["do"]
        self.expect = dict(scenario["expect"])
        named = [number(op["player"]) for op in self.do if "player" in op]
        named += [number(name) for part in ("players", "placed") for name in self.given.get(part, {})]
        named += [number(name) for name in self.given.get("finals", {})]
        self.players = self.given.get("num_players", max(2, 1 + max(named, default=1)))
        first = named[0] if named else 0
        self.start = number(self.given["start_player"]) if "start_player" in self.given else first
        self.last = (self.start + self.players - 1) % self.players
        self.deck = [card_id(key) for key in self.given.get("deck", [])]
        self.stacks = {int(stack): list(tiles) for stack, tiles in self.given.get("stacks", {}).items()}
        self.seen: dict[str, Any] = {}
        self.state: State | None = None

    # --- The position ---

    def seats(self) -> list[Seat]:
        seats = [Seat() for _ in range(self.players)]
        for name, facts in self.given.get("players", {}).items():
            seat = seats[number(name)]
            for key in ("people", "food", *KINDS, "agriculture", "points"):
                setattr(seat, key, facts.get(key, getattr(seat, key)))
            levels = facts.get("tools", [0, 0, 0])
            seat.tools = tools_text(levels, facts.get("tools_used", [False] * 3))
            keys = facts.get("cards", [])
            seat.cards = list(range(16)) if keys == "all_green" else self.distinct(keys)
            one_use = facts.get("one_use", [])
            seat.one_use = "".join(map(str, sorted(one_use))) or "-"
            # A one-use tool lies on its card.
            seat.cards += [ONE_USE_CARDS[v] for v in one_use if ONE_USE_CARDS[v] not in seat.cards]
        return seats

    @staticmethod
    def distinct(keys: list[str]) -> list[int]:
        """Ids of keys; the second of two equal cards has the next id."""
        ids: list[int] = []
        for key in keys:
            ids.append(card_id(key) + (card_id(key) in ids))
        return ids

    def display(self, seats: list[Seat]) -> list[int | None] | None:
        if "display" not in self.given:
            return None
        named = {int(price): key for price, key in self.given["display"].items()}
        return [card_id(named[price]) if named.get(price) else None for price in range(1, 5)]

    def hand_out(self, table: Table) -> None:
        """Cards that are neither in the named deck nor anywhere else, and tiles of the numbers given, go to seats."""
        if "deck" in self.given:
            away = list(range(36))
            held = [card for seat in table.seats for card in seat.cards] + self.deck
            held += [card for card in table.display or [] if card is not None]
            for card in held:
                away.remove(card if card in away else card + 1)
            table.seats[self.last].cards += away
        tiles = list(TILES)
        for stack in self.stacks.values():
            for tile in stack:
                tiles.remove(tile)
        for name, facts in self.given.get("players", {}).items():
            for _ in range(facts.get("buildings", 0)):
                table.seats[number(name)].tiles.append(tiles.pop(0))
        if self.stacks:
            table.stacks = []
            for stack in range(self.players):
                pile = self.stacks.get(stack)
                table.stacks.append((pile[0], len(pile)) if pile else (tiles.pop(), 7))

    def table(self) -> Table:
        seats = self.seats()
        table = Table(seats, start=self.start, turn=self.start, display=self.display(seats))
        places: dict[str, dict[int, int]] = {}
        for name, people in self.given.get("placed", {}).items():
            for location, count in people.items():
                places.setdefault(location, {})[number(name)] = count
        for op in self.do:
            if op["op"] == "gather":
                places.setdefault(op["location"], {})[number(op["player"])] = op["people"]
        table.places = places
        self.hand_out(table)
        if any(op["op"] == "list_placements" for op in self.do):
            for name, home in self.given["unplaced"].items():
                seats[number(name)].people = home + sum(
                    count for people in places.values() for seat, count in people.items() if seat == number(name)
                )
            table.phase = "place"
            table.turn = number(self.given["to_place"])
            return table
        if not any(self.last in people for people in places.values()):
            places.setdefault("hunting_ground", {})[self.last] = 1
        in_order = [(self.start + i) % self.players for i in range(self.players)]
        table.turn = next(seat for seat in in_order if any(seat in people for people in places.values()))
        return table

    # --- The operations ---

    def run(self) -> None:
        if not any(op["op"] in ("final_score", "rank", "gain_tools") for op in self.do):
            self.state = self.table().state()
        for op in self.do:
            getattr(self, op["op"])(op)
        self.check()

    def play(self, *moves: str) -> None:
        assert self.state is not None
        self.state = play(self.state, *moves)

    def until(self, stop: Any) -> None:
        """Plays what no scenario asks about: hunters who find nothing, cards from the deck, hunger."""
        assert self.state is not None
        while not self.state.is_terminal() and not stop(self.state):
            legal = words(self.state)
            phase = self.state.phase()
            if phase == "deal" and read(self.state).pending == "card":
                self.play(f"deal:c{CARDS[self.deck.pop(0)]}" if self.deck else legal[0])
            elif phase == "feed":
                self.play("starve")
            elif phase == "buy":
                self.play("decline")
            else:
                self.play(legal[0])

    def turn_of(self, player: str) -> None:
        self.until(lambda state: state.current_player() == number(player) or state.phase() in ("feed", "place"))
        assert self.state is not None
        assert self.state.current_player() == number(player)

    def add_tools(self, op: dict[str, Any]) -> None:
        assert self.state is not None
        wanted = [*op.get("tools", []), *op.get("one_use", [])]
        if self.state.phase() != "tools":
            assert wanted == []
            return
        seat = read(self.state).seats[self.state.current_player()]
        letters = ""
        for slot, (level, used) in enumerate(zip(seat.levels, seat.marks, strict=True)):
            if (
                not used
                and level in wanted
                and op.get("tools", []).count(level)
                > sum(seat.levels["abc".index(letter)] == level for letter in letters)
            ):
                letters += "abc"[slot]
        letters += "".join(map(str, sorted(op.get("one_use", []))))
        assert len(letters) == len(wanted)
        self.play(f"tools:{letters or 'none'}")

    def gather(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        assert op["people"] == len(op["dice"])
        self.play(f"go:{op['location']}", f"roll:{sum(op['dice'])}")
        self.add_tools(op)

    def resolve(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        self.play(f"go:{op['location']}")
        assert self.state is not None
        self.seen["forced_decline"] = op["location"].startswith("card") and self.state.phase() != "buy"

    def decline(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        self.play(f"go:{op['location']}", "decline")

    def buy_card(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        self.play(f"go:card_{op['place']}", f"pay:{mix(**op['pay'])}")
        assert self.state is not None
        if "picks" in op:
            self.play("roll:" + "-".join(map(str, sorted(op["dice"]))))
            for player, face in op["picks"]:
                # The last die, or one of equal ones, is handed over without a question.
                if self.state.phase() == "take" and self.state.current_player() == number(player):
                    self.play(f"take:{face}")
        elif "dice" in op:
            self.play(f"roll:{sum(op['dice'])}")
            self.add_tools(op)
        elif "pick" in op:
            self.play(f"pick:{mix(**op['pick'])}")
        elif self.state.phase() == "draw":
            self.play(f"draw:c{CARDS[self.deck.pop(0)]}")

    def buy_building(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        self.play(f"go:building_{op['stack']}", f"pay:{mix(**op['pay'])}")
        assert self.state is not None
        pile = self.stacks[op["stack"]]
        pile.pop(0)
        assert (self.state.phase() == "deal") == bool(pile)
        if pile:
            self.play(f"deal:{pile[0]}")

    def gain_tools(self, op: dict[str, Any]) -> None:
        """Each gain at the tool maker of a fresh position, the levels and marks carried over."""
        levels = []
        for _ in range(op["times"]):
            table = self.table()
            if self.state is not None:
                table.seats[number(op["player"])].tools = read(self.state).seats[number(op["player"])].tools
            table.places = {"tool_maker": {number(op["player"]): 1}, "hunting_ground": {self.last: 1}}
            table.turn = number(op["player"])
            self.state = table.state()
            self.play("go:tool_maker")
            levels.append(sorted(read(self.state).seats[number(op["player"])].levels, reverse=True))
        if op.get("record_each"):
            self.seen["sequence"] = levels

    def restore_tools(self, op: dict[str, Any]) -> None:
        self.until(lambda state: state.phase() == "place")

    def feed(self, op: dict[str, Any]) -> None:
        assert self.state is not None
        player = number(op["player"])
        fed = {"before": read(self.state).seats[player].points}

        def asked(state: State) -> bool:
            return state.phase() == "feed" and state.current_player() == player

        self.until(lambda state: asked(state) or state.phase() in ("deal", "place"))
        if asked(self.state):
            self.play("starve" if op.get("refuse") else f"pay:{mix(**op['pay'])}")
            return
        assert "pay" not in op
        assert not op.get("refuse")
        self.seen["forced_penalty"] = read(self.state).seats[player].points == fed["before"] - 10

    def start_round(self, op: dict[str, Any]) -> None:
        before = read(self.state).round if self.state else 0
        self.until(lambda state: state.phase() == "place")
        assert self.state is not None
        self.seen["placements_made"] = 0
        assert self.state.is_terminal() or read(self.state).round == before + 1

    def end_round(self, op: dict[str, Any]) -> None:
        self.until(lambda state: state.phase() in ("deal", "place"))

    def list_placements(self, op: dict[str, Any]) -> None:
        assert self.state is not None
        placing = self.state.phase() == "place" and self.state.current_player() == number(op["player"])
        found: dict[str, list[int]] = {}
        for word in words(self.state) if placing else []:
            location, _, people = word.removeprefix("put:").partition("=")
            found.setdefault(location, []).append(int(people))
        self.seen["locations_open"] = set(found)
        self.seen["placements"] = sorted((place, n) for place, counts in found.items() for n in counts)
        self.seen["counts"] = found.get(op.get("location", ""), [])
        self.seen["pass_allowed"] = placing and any(not word.startswith("put:") for word in words(self.state))
        self.seen["phase_after"] = {"place": "placement", "go": "resolution"}[self.state.phase()]

    def list_payments(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        self.play(f"go:{op['location']}")
        assert self.state is not None
        self.seen["payments"] = [goods_of(word[4:]) for word in words(self.state) if word.startswith("pay:")]

    def list_locations(self, op: dict[str, Any]) -> None:
        self.turn_of(op["player"])
        assert self.state is not None
        self.seen["locations"] = [word.removeprefix("go:") for word in words(self.state)]

    def tool_options(self, op: dict[str, Any]) -> None:
        assert self.state is not None
        seat = read(self.state).seats[number(op["player"])]
        one_use = [] if seat.one_use == "-" else [int(value) for value in reversed(seat.one_use)]
        self.seen["tool_options"] = {"tools": seat.unused_tools, "one_use": one_use}

    def final_score(self, op: dict[str, Any]) -> None:
        table = self.table()
        table.phase, table.turn, table.places = "end", None, {}
        self.state = table.state()
        self.seen["final"] = {op["player"]: self.state.scores()[number(op["player"])]}

    def rank(self, op: dict[str, Any]) -> None:
        seats = [Seat() for _ in range(self.players)]
        for name, facts in self.given["finals"].items():
            seat = seats[number(name)]
            seat.points = facts["total"]
            seat.people, seat.agriculture = facts["people"], facts["agriculture"]
            seat.tools = tools_text(facts["tools"], [False] * 3)
            seat.food = facts.get("food", 0)
        state = Table(seats, phase="end", turn=None).state()
        assert state.scores() == [seat.points for seat in seats]
        ranks = state.ranks()
        order = [[f"P{seat}" for seat, rank in enumerate(ranks) if rank == r] for r in sorted(set(ranks))]
        self.seen |= {"order": order, "winners": order[0]}

    # --- What must be ---

    def check(self) -> None:
        expect = self.expect
        table = read(self.state) if self.state is not None else None
        for key, value in expect.items():
            if key.startswith("P") and key[1:].isdigit():
                self.check_player(key, value)
            elif key == "display":
                assert table is not None
                assert table.display is not None
                for price, card in value.items():
                    lies = table.display[int(price) - 1]
                    assert (CARD_KEYS[lies] if lies is not None else None) == card
            elif key == "deck_size":
                assert table is not None
                assert deck_size(table) == value
            elif key == "stack_tops":
                assert table is not None
                assert table.stacks is not None
                assert {stack: table.stacks[int(stack)][0] for stack in value} == value
            elif key == "game_over":
                assert self.state is not None
                assert self.state.is_terminal() == value
            elif key == "start_player":
                assert table is not None
                assert table.start == number(value)
            elif key == "includes":
                assert set(value) <= self.seen["locations_open"]
            elif key == "excludes":
                assert not set(value) & self.seen["locations_open"]
            elif key == "payments":
                listed = [sorted(payment.items()) for payment in self.seen["payments"]]
                assert sorted(listed) == sorted(sorted(payment.items()) for payment in value)
            elif key == "placements":
                assert self.seen[key] == sorted(map(tuple, value))
            else:
                assert self.seen[key] == value, key

    def check_player(self, player: str, fields: dict[str, Any]) -> None:
        if "final" in fields:
            assert self.seen["final"][player] == fields["final"]
        assert self.state is not None
        seat = read(self.state).seats[number(player)]
        for key, value in fields.items():
            if key == "tools":
                if "tools_used" in fields:
                    assert seat.levels == value
                else:
                    assert sorted(seat.levels) == sorted(value)
            elif key == "tools_used":
                assert seat.marks == value
            elif key == "tool_total":
                assert sum(seat.levels) == value
            elif key == "one_use":
                assert sorted(seat.one_use.strip("-")) == sorted(map(str, value))
            elif key == "buildings":
                assert len(seat.tiles) == value
            elif key == "cards":
                assert isinstance(seat.hidden, int | None)
                held = seat.cards + ([] if seat.hidden is None else [seat.hidden])
                assert sorted(CARD_KEYS[card] for card in held) == sorted(value)
            elif key != "final":
                assert getattr(seat, key) == value, key


@pytest.mark.parametrize("name", scenario_ids())
def test_the_scenario(name: str, golden: Path) -> None:
    found = {scenario["id"]: scenario for scenario in scenarios(golden)}
    if name not in found:
        pytest.skip(f"no scenario {name} in {golden}")
    Scenario(found[name]).run()


def test_scenarios_of_another_folder(golden: Path) -> None:
    own = set(scenario_ids())
    for scenario in scenarios(golden):
        if scenario["id"] not in own:
            Scenario(scenario).run()


def test_the_runner_notices_what_is_wrong() -> None:
    """A judge that cannot say no is none: each scenario fails when what it expects is changed."""
    checked = 0
    for scenario in json.loads(OWN.read_text(encoding="utf-8"))["scenarios"]:
        for key, value in scenario["expect"].items():
            if not key.startswith("P"):
                continue
            for name, amount in value.items():
                if not isinstance(amount, int):
                    continue
                wrong = json.loads(json.dumps(scenario))
                wrong["expect"][key][name] = amount + 1
                with pytest.raises(AssertionError):
                    Scenario(wrong).run()
                checked += 1
    assert checked > 60


def test_the_lists_are_those_of_the_printed_game() -> None:
    assert len(CARD_KEYS) == 36
    assert len(TILES) == 28
    assert len(set(CARD_KEYS)) == 34
    assert [CARD_KEYS[2 * i].split("/")[0] for i in range(8)] == list(SYMBOLS)
