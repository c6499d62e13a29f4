"""Which game is played when: a pure function of the settings and the game's number. Nothing is built up front, so a
schedule of a million games costs what one of two games does.

Games are counted from 0, block after block. A block is one seed, one pairing and every seating of it; blocks go round
by round, each pairing once a round.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from embertree._core import Game, UsageError
from embertree.arena.openings import Opening, parse_opening
from embertree.arena.settings import MatchSettings, table_size
from embertree.seeds import derive

# What opens a line that leaves the rules to the match.
_RULED = ("moves", "seed", "startpos")


class ScheduledGame(NamedTuple):
    """All that decides one game."""

    number: int
    block: int
    rotation: int
    """Its place in the block."""
    pairing: int
    seating: tuple[int, ...]
    """Player by seat."""
    seed: int
    """Of the chance events."""
    agents_seed: int
    """Of the players' own choices."""
    game: Game
    """With this game's own rules, where sides go around."""
    opening: int | None
    """Which of the openings, from 0."""


class Schedule:
    """The games of a match or tournament, by number."""

    def __init__(self, settings: MatchSettings) -> None:
        settings.check()
        self.settings = settings
        self._seats = settings.game.num_players
        if settings.side_rotations and any(line.split()[0] not in _RULED for line in settings.openings):
            raise UsageError("side-rotations: openings that are positions have their own rules; use moves or seeds")
        self._orders = _orders(_pattern(settings), settings.permutations)
        self._games = side_games(settings.game) if settings.side_rotations else [settings.game]
        self._pairings = _pairings(settings)
        self._openings: dict[int, Opening] = {}

    @property
    def block_size(self) -> int:
        return len(self._orders) * len(self._games)

    @property
    def pairings(self) -> int:
        return self._pairings.count

    @cached_property
    def _count(self) -> int:
        return self.settings.blocks * self.pairings * self.block_size

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> ScheduledGame:
        if not 0 <= number < self._count:
            raise IndexError(number)
        block, rotation = divmod(number, self.block_size)
        side, order = divmod(rotation, len(self._orders))
        round_number, pairing = divmod(block, self.pairings)
        table = self._pairings.table(pairing)
        block_seed = derive(self.settings.seed, "block", block)
        index = round_number % len(self.settings.openings) if self.settings.openings else None
        opening = self.opening(index)
        return ScheduledGame(
            number=number,
            block=block,
            rotation=rotation,
            pairing=pairing,
            seating=tuple(table[group] for group in self._orders[order]),
            seed=block_seed if opening is None or opening.seed is None else opening.seed,
            agents_seed=block_seed,
            game=self._games[side],
            opening=index,
        )

    def __iter__(self) -> Iterator[ScheduledGame]:
        return (self[number] for number in range(len(self)))

    def opening(self, index: int | None) -> Opening | None:
        """An opening, read when it is needed first."""
        if index is None:
            return None
        if index not in self._openings:
            if len(self._openings) >= 1000:
                self._openings.clear()
            self._openings[index] = parse_opening(self.settings.openings[index], self.settings.game)
        return self._openings[index]


def seating(rotation: int, seats: int) -> list[int]:
    """Player by seat: rotation r moves everybody r seats on."""
    return [(seat - rotation) % seats for seat in range(seats)]


# --- Who sits where ---


def _pattern(settings: MatchSettings) -> list[int]:
    """Group by seat, before anybody moves on."""
    seats = settings.game.num_players
    if settings.format == "copies":
        sizes: Sequence[int] = (1, seats - 1)
    elif settings.fill:
        sizes = (1, 1, seats - 2)
    else:
        sizes = settings.teams or (1,) * seats
    return [group for group, size in enumerate(sizes) for _ in range(size)]


def _orders(pattern: Sequence[int], permutations: bool) -> list[tuple[int, ...]]:
    """The seatings of a block: at most 5! of them."""
    seats = len(pattern)
    if permutations:
        return list(_arrangements(sorted(pattern)))
    return [tuple(pattern[seat] for seat in seating(rotation, seats)) for rotation in range(seats)]


def _arrangements(items: list[int]) -> Iterator[tuple[int, ...]]:
    """Different orders of items of which some are equal, ascending."""
    if not items:
        yield ()
    for i, item in enumerate(items):
        if i == 0 or item != items[i - 1]:
            for rest in _arrangements(items[:i] + items[i + 1 :]):
                yield (item, *rest)


# --- Who meets whom ---


class _Pairings:
    """Tables by number: `count` of them, none written down."""

    count = 1

    def __init__(self, players: int) -> None:
        self._everybody = tuple(range(players))

    def table(self, number: int) -> tuple[int, ...]:
        """The players of a table, group by group."""
        return self._everybody


class _Subsets(_Pairings):
    """Every set of `size` of the players; some seats may go to another one."""

    def __init__(self, players: int, size: int, filler: tuple[int, ...]) -> None:
        self._players, self._size, self._filler = players, size, filler
        self.count = math.comb(players, size)

    def table(self, number: int) -> tuple[int, ...]:
        return (*subset(number, self._players, self._size), *self._filler)


class _Gauntlet(_Pairings):
    """Each challenger against every set of the others."""

    def __init__(self, players: int, size: int, challengers: int, filler: tuple[int, ...]) -> None:
        self._challengers, self._size, self._filler = challengers, size, filler
        self._others = players - challengers
        self.count = challengers * math.comb(self._others, size - 1)

    def table(self, number: int) -> tuple[int, ...]:
        others, challenger = divmod(number, self._challengers)
        rest = (self._challengers + each for each in subset(others, self._others, self._size - 1))
        return (challenger, *rest, *self._filler)


class _OrderedPairs(_Pairings):
    """Each player against each other one's copies."""

    def __init__(self, players: int) -> None:
        self._players = players
        self.count = players * (players - 1)

    def table(self, number: int) -> tuple[int, ...]:
        one, other = divmod(number, self._players - 1)
        return (one, other + (other >= one))


def _pairings(settings: MatchSettings) -> _Pairings:
    entrants = len(settings.players) - settings.fill
    filler = (entrants,) if settings.fill else ()
    size = table_size(settings)
    if settings.format == "roundrobin":
        return _Subsets(entrants, size, filler)
    if settings.format == "gauntlet":
        return _Gauntlet(entrants, size, settings.challengers, filler)
    if settings.format == "copies":
        return _OrderedPairs(entrants)
    return _Pairings(len(settings.players))


def subset(number: int, items: int, size: int) -> tuple[int, ...]:
    """The number-th set of `size` of 0 .. items - 1, in lexicographic order."""
    chosen = []
    item = 0
    while size:
        with_it = math.comb(items - item - 1, size - 1)
        if number < with_it:
            chosen.append(item)
            size -= 1
        else:
            number -= with_it
        item += 1
    return tuple(chosen)


# --- Sides ---


def side_games(game: Game) -> list[Game]:
    """The game with its by-seat options moved on by 0, 1, 2 ... seats: a list with one name a seat goes around, an
    option that names the seat that begins takes every seat."""
    seats = game.num_players
    options = game.option_specs()
    values = [{option["name"]: option["value"] for option in options} for _ in range(seats)]
    found = False
    for option in options:
        choices = _seats_named(option, seats)
        words = str(option["value"]).split(",")
        if choices:
            first = choices.index(option["value"])
            by_turn = [choices[(first + turn) % seats] for turn in range(seats)]
        elif option["type"] == "text" and len(words) == seats:
            by_turn = [",".join(words[(seat - turn) % seats] for seat in range(seats)) for turn in range(seats)]
        else:
            continue
        found = True
        for turn, value in enumerate(by_turn):
            values[turn][option["name"]] = value
    if not found:
        raise UsageError(
            f"side-rotations: {game.id} has no option that names the seat that begins, and none with a word for each "
            "seat is set"
        )
    rules = [",".join(f"{name}={value}" for name, value in each.items() if value != "") for each in values]
    return [Game(game.id, seats, each, game.objective) for each in rules]


def _seats_named(option: dict[str, object], seats: int) -> list[str]:
    """The values of an option that mean seats 0, 1, 2 ...; empty for any other option, and where it names none now."""
    choices = option.get("choices") if option["type"] == "choice" else None
    if not isinstance(choices, list | tuple) or len(choices) < seats:
        return []
    first = [str(choice) for choice in choices[:seats]]
    numbers = [choice.removeprefix("seat_") for choice in first]
    return first if numbers == [str(k) for k in range(seats)] and option["value"] in first else []
