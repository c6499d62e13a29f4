"""Stone Age positions for tests: written by what matters in them, read back by field.

Knows the words of a position and the lists of cards and tiles (from the printed lists, not from the engine), no rules.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

import embertree
from embertree import State

LOCATIONS = [
    *("hunting_ground", "forest", "clay_pit", "quarry", "river", "tool_maker", "hut", "field"),
    *(f"card_{price}" for price in range(1, 5)),
    *(f"building_{stack}" for stack in range(4)),
]
KINDS = ("wood", "brick", "stone", "gold")
VALUES = {"wood": 3, "brick": 4, "stone": 5, "gold": 6}
SYMBOLS = ("pottery", "writing", "transport", "medicine", "art", "weaving", "music", "time")
FIGURES = ("farmer", "toolmaker", "builder", "shaman")

CARD_KEYS = [
    *("pottery/food7", "pottery/dice_for_all", "writing/draw_card", "writing/dice_for_all"),
    *("transport/stone2", "transport/dice_for_all", "medicine/food5", "medicine/pick2"),
    *("art/tool", "art/roll_gold", "weaving/food3", "weaving/food1"),
    *("music/points3", "music/points3", "time/agriculture", "time/dice_for_all"),
    *("farmer1/stone1", "farmer1/agriculture", "farmer1/dice_for_all", "farmer2/food3", "farmer2/dice_for_all"),
    *("toolmaker1/one_use3", "toolmaker1/one_use4", "toolmaker2/one_use2"),
    *("toolmaker2/dice_for_all", "toolmaker2/dice_for_all"),
    *("builder1/food4", "builder1/dice_for_all", "builder2/food2", "builder2/dice_for_all", "builder3/points3"),
    *("shaman1/stone1", "shaman1/gold1", "shaman1/roll_stone", "shaman2/brick1", "shaman2/roll_wood"),
]
# Equal cards go by the lower id.
CARDS = [CARD_KEYS.index(key) for key in CARD_KEYS]
TILES = [
    *("WWB", "WWS", "WBB", "WWG", "WSS", "BBS", "BBG", "BSS", "SSG"),
    *("WBS", "WBS", "WBG", "WBG", "WSG", "WSG", "BSG", "BSG"),
    *("4OF1", "4OF2", "4OF3", "4OF4", "5OF1", "5OF2", "5OF3", "5OF4", "ANY7", "ANY7", "ANY7"),
]
ONE_USE_CARDS = {2: 23, 3: 21, 4: 22}


def card_id(key: str) -> int:
    return CARD_KEYS.index(key)


def mix(**amounts: int) -> str:
    """w2b1 for wood=2, brick=1."""
    return "".join(f"{kind[0]}{amounts[kind]}" for kind in KINDS if amounts.get(kind))


def goods_of(text: str) -> dict[str, int]:
    """The other way."""
    found: dict[str, int] = {}
    for kind in KINDS:
        if kind[0] in text:
            digits = ""
            for letter in text[text.index(kind[0]) + 1 :]:
                if not letter.isdigit():
                    break
                digits += letter
            found[kind] = int(digits)
    return found


@dataclass
class Seat:
    people: int = 5
    food: int = 12
    wood: int = 0
    brick: int = 0
    stone: int = 0
    gold: int = 0
    agriculture: int = 0
    tools: str = "000"
    one_use: str = "-"
    points: int = 0
    penalties: int = 0
    tiles: list[str] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    hidden: int | str | None = None

    def text(self) -> str:
        tiles = sorted(self.tiles, key=TILES.index)
        cards = sorted(CARDS[card] for card in self.cards)
        hidden = "-" if self.hidden is None else self.hidden if isinstance(self.hidden, str) else f"c{self.hidden}"
        return ":".join(
            [
                str(self.people),
                str(self.food),
                f"{self.wood}.{self.brick}.{self.stone}.{self.gold}",
                str(self.agriculture),
                self.tools,
                self.one_use,
                str(self.points) + (f"!{self.penalties}" if self.penalties else ""),
                "+".join(tiles) or "-",
                "+".join(f"c{card}" for card in cards) or "-",
                hidden,
            ]
        )

    @property
    def goods(self) -> dict[str, int]:
        return {kind: getattr(self, kind) for kind in KINDS}

    @property
    def levels(self) -> list[int]:
        return [int(letter) for letter in self.tools if letter != "x"]

    @property
    def marks(self) -> list[bool]:
        return [self.tools[i + 1 : i + 2] == "x" for i, letter in enumerate(self.tools) if letter != "x"]

    @property
    def unused_tools(self) -> list[int]:
        """Levels that may be added to a roll, from high to low."""
        return [level for level, used in zip(self.levels, self.marks, strict=True) if level and not used]


@dataclass
class Table:
    """A position. `places` maps a location to people by seat; what is not said of cards and tiles is filled in."""

    seats: list[Seat]
    round: int = 3
    start: int | None = 0
    turn: int | None = 0
    phase: str = "go"
    pending: str = "-"
    places: dict[str, dict[int, int]] = field(default_factory=dict)
    display: list[int | None] | None = None
    stacks: list[tuple[str | None, int]] | None = None
    rules: str = ""

    def filled(self) -> "Table":
        """The same with cards on all places, tiles on all stacks, and 7 n tiles in all."""
        table = replace(self, seats=[replace(seat) for seat in self.seats])
        owned = Counter(CARDS[card] for seat in table.seats for card in seat.cards)
        owned.update(CARDS[seat.hidden] for seat in table.seats if isinstance(seat.hidden, int))
        if table.display is None:
            # Cards without dice or draws, so that buying one is soon over.
            calm = [11, 10, 26, 28, 19, 16, 31, 32, 34, 4, 0, 6, 17, 14]
            table.display = [card for card in calm if card not in owned][:4]
        unseen = Counter(TILES) - Counter(tile for seat in table.seats for tile in seat.tiles)
        if table.stacks is None:
            table.stacks = [(tile, 7) for tile in ("WWB", "WWS", "WBB", "WWG")[: len(table.seats)]]
            spare = sum(len(seat.tiles) for seat in table.seats)
            for stack, (tile, height) in enumerate(table.stacks):
                taken = min(spare, height - 1)
                spare -= taken
                table.stacks[stack] = (next(t for t in (tile, *TILES) if unseen[t]), height - taken)
                unseen[table.stacks[stack][0]] -= 1
        else:
            unseen -= Counter(tile for tile, _ in table.stacks if tile)
            missing = 7 * len(table.seats) - sum(height for _, height in table.stacks)
            missing -= sum(len(seat.tiles) for seat in table.seats)
            if missing > 0:
                table.seats[-1].tiles = [*table.seats[-1].tiles, *sorted(unseen.elements())[:missing]]
        return table

    @property
    def line(self) -> str:
        table = self.filled()
        assert table.display is not None
        assert table.stacks is not None
        places = []
        for location in LOCATIONS:
            people = table.places.get(location, {})
            places.append("".join(f"{'ABCD'[seat]}{people[seat]}" for seat in sorted(people)) or "-")
        fields = [
            len(table.seats),
            table.round,
            "-" if table.start is None else table.start,
            "-" if table.turn is None else table.turn,
            table.phase,
            table.pending,
            "/".join(places),
            ",".join("-" if card is None else f"c{CARDS[card]}" for card in table.display),
            ",".join(f"{tile or '?'}*{height}" if height else "-" for tile, height in table.stacks),
            *(seat.text() for seat in table.seats),
        ]
        return " ".join(map(str, fields)) + (f" {table.rules}" if table.rules else "")

    def state(self) -> State:
        return embertree.load_game("stone_age").parse_position(self.line)


def parse_seat(text: str) -> Seat:
    people, food, goods, agriculture, tools, one_use, points, tiles, cards, hidden = text.split(":")
    wood, brick, stone, gold = map(int, goods.split("."))
    track, _, penalties = points.partition("!")
    return Seat(
        int(people),
        int(food),
        wood,
        brick,
        stone,
        gold,
        int(agriculture),
        tools,
        one_use,
        int(track),
        int(penalties or 0),
        [] if tiles == "-" else tiles.split("+"),
        [] if cards == "-" else [int(card[1:]) for card in cards.split("+")],
        None if hidden == "-" else hidden if hidden == "c?" else int(hidden[1:]),
    )


def read(state: State) -> Table:
    """A state by field."""
    fields = state.position.split(" ")
    players = int(fields[0])
    places = {}
    for location, text in zip(LOCATIONS, fields[6].split("/"), strict=True):
        people: dict[int, int] = {}
        seat = 0
        digits = ""
        for letter in [*text, "A"]:
            if letter in "ABCD":
                if digits:
                    people[seat] = int(digits)
                seat, digits = "ABCD".index(letter), ""
            elif letter != "-":
                digits += letter
        if people:
            places[location] = people
    stacks: list[tuple[str | None, int]] = []
    for stack in fields[8].split(","):
        tile, _, height = stack.partition("*")
        stacks.append((None if tile in "-?" else tile, int(height or 0)))
    return Table(
        seats=[parse_seat(text) for text in fields[9 : 9 + players]],
        round=int(fields[1]),
        start=None if fields[2] == "-" else int(fields[2]),
        turn=None if fields[3] == "-" else int(fields[3]),
        phase=fields[4],
        pending=fields[5],
        places=places,
        display=[None if card == "-" else int(card[1:]) for card in fields[7].split(",")],
        stacks=stacks,
        rules=fields[9 + players] if len(fields) > 9 + players else "",
    )


def deck_size(table: Table) -> int:
    """Cards that are nowhere else; a card that is hidden from the reader is not in the deck either."""
    assert table.display is not None
    seen = sum(card is not None for card in table.display) + sum(len(seat.cards) for seat in table.seats)
    return 36 - seen - sum(seat.hidden is not None for seat in table.seats)


def words(state: State) -> list[str]:
    """What may come next, in words."""
    return [state.action_to_string(action) for action in state.legal_actions() or outcomes(state)]


def outcomes(state: State) -> dict[int, int]:
    return dict(state.chance_outcomes())


def play(state: State, *moves: str) -> State:
    """Plays words on a copy."""
    state = state.clone()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


def seat_of(state: State, seat: int) -> Seat:
    return read(state).seats[seat]
