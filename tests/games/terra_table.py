"""Positions of Terra Mystica put together from what a test is about; all else is filled in soundly."""

from __future__ import annotations

from dataclasses import dataclass, field

from embertree import State, load_game

ROWS = (
    "USGBYRUKRGBRK", "Y~~UK~~YK~~Y", "~~K~S~G~G~S~~", "GBY~~RB~R~RU", "KURBKUSY~~GKB", "SG~~YG~~~USU",
    "~~~S~R~G~YKBY", "YBU~~~BK~SUS", "RKSBRGYUS~BGR",
)  # fmt: skip
LETTERS = {"yellow": "Y", "brown": "U", "black": "K", "blue": "B", "green": "G", "gray": "S", "red": "R"}
HOMES = {
    "fakirs": "yellow", "nomads": "yellow", "cultists": "brown", "halflings": "brown", "alchemists": "black",
    "darklings": "black", "mermaids": "blue", "swarmlings": "blue", "auren": "green", "witches": "green",
    "dwarves": "gray", "engineers": "gray", "chaosmagicians": "red", "giants": "red",
}  # fmt: skip
KINDS = {"D": "d", "TP": "t", "TE": "e", "SH": "h", "SA": "a"}
LAND = {
    f"{'ABCDEFGHI'[r]}{n}": letter
    for r, row in enumerate(ROWS)
    for n, letter in enumerate((x for x in row if x != "~"), 1)
}


@dataclass
class Seat:
    """One player. `pieces` are like `E6:D F5:TP*` (a star: in a town); they make their hexes home terrain."""

    faction: str
    pieces: str = ""
    coins: int = 15
    workers: int = 9
    priests: int = 2
    bowls: str = "4/2/6"
    points: int = 20
    cults: str = "0.0.0.0"
    keys: int = 0
    ship: int = -1
    dig: int = 0
    skip: int = -1
    card: str = ""
    favors: str = "-"
    towns: str = "-"
    used: str = "-"

    def text(self, card: str) -> str:
        ship = self.ship if self.ship >= 0 else int(self.faction == "mermaids")
        skip = self.skip if self.skip >= 0 else int(self.faction in ("dwarves", "fakirs"))
        goods = f"{self.coins}.{self.workers}.{self.priests}:{self.bowls}:{self.points}:{self.cults}:{self.keys}"
        tiles = f"{self.card or card}:{self.favors}:{self.towns}:{self.used}"
        return f"{self.faction}:{goods}:{ship}.{self.dig}.{skip}:{tiles}"


@dataclass
class Table:
    """A position in the making."""

    seats: list[Seat]
    terrain: str = ""  # like F3=black
    bridges: str = "-"
    round: int = 2
    phase: str = "act"
    order: str = ""
    actor: int = 0
    scoring: str = "421567"
    acts: str = "-"
    passed: str = "-"
    priests: str = "..../..../..../...."
    pending: str = "-"
    rules: dict[str, str] = field(default_factory=dict)

    def position(self) -> str:
        land = dict(LAND)
        standing: dict[str, str] = {}
        for seat in self.seats:
            for word in seat.pieces.split():
                name, kind = word.split(":")
                land[name] = LETTERS[HOMES[seat.faction]]
                letter = KINDS[kind.rstrip("*")]
                standing[name] = letter.upper() if kind.endswith("*") else letter
        for word in self.terrain.split():
            name, colour = word.split("=")
            land[name] = LETTERS[colour]
        rows = [""] * 9
        for name, letter in land.items():
            rows["ABCDEFGHI".index(name[0])] += letter + standing.get(name, "")
        held = {seat.card for seat in self.seats if seat.card}
        spare = [f"BON{n}" for n in (3, 8, 5, 6, 7, 9, 4, 1, 2) if f"BON{n}" not in held]
        players = []
        last = self.round == 6
        for i, seat in enumerate(self.seats):
            gone = last and str(i) in self.passed
            players.append(seat.text("-" if gone else seat.card or spare.pop(0)))
        count = len(self.seats) + 3 - sum(":BON" in text for text in players)
        free = ",".join(f"{card}*0" for card in sorted(spare[:count], key=lambda card: int(card[3:])))
        fields = [
            "/".join(rows), self.bridges, str(self.round), self.phase,
            self.order or "".join(str(i) for i in range(len(self.seats))), "-" if self.actor < 0 else str(self.actor),
            self.scoring, self.acts, free, self.passed, self.priests, self.pending, *players,
        ]  # fmt: skip
        if self.rules:
            fields.append(",".join(f"{name}={value}" for name, value in self.rules.items()))
        return " ".join(fields)

    def state(self) -> State:
        return load_game("terra_mystica").parse_position(self.position())


def play(state: State, *words: str) -> State:
    """The state after these words."""
    for word in words:
        state = state.child(state.string_to_action(word))
    return state


def legal(state: State, prefix: str = "") -> list[str]:
    """Words of the legal actions (or outcomes) that start so."""
    actions = state.legal_actions() or [action for action, _ in state.chance_outcomes()]
    return [word for word in map(state.action_to_string, actions) if word.startswith(prefix)]


def player(state: State, seat: int) -> list[str]:
    """The parts of a player's field of the position."""
    return state.position.split(" ")[12 + seat].split(":")


def goods(state: State, seat: int) -> tuple[int, int, int]:
    """Coins, workers, priests."""
    coins, workers, priests = player(state, seat)[1].split(".")
    return int(coins), int(workers), int(priests)


def bowls(state: State, seat: int) -> str:
    return player(state, seat)[2]


def points(state: State, seat: int) -> int:
    return int(player(state, seat)[3])


def cults(state: State, seat: int) -> str:
    return player(state, seat)[4]


def pending(state: State) -> list[str]:
    return state.position.split(" ")[11].split(",")
