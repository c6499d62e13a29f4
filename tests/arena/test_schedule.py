"""Which game is played when."""

import itertools
import subprocess
import sys
from collections import Counter

import pytest

import embertree
from embertree import Game, UsageError
from embertree.arena import MatchSettings, Schedule
from embertree.arena.schedule import side_games, subset
from embertree.seeds import derive


def tables(schedule: Schedule) -> list[tuple[int, ...]]:
    """The pairings of the first round, by the players of their first game."""
    firsts = (schedule[number] for number in range(0, schedule.pairings * schedule.block_size, schedule.block_size))
    return [tuple(dict.fromkeys(game.seating)) for game in firsts]


def settings(game: Game, players: int, **more: object) -> MatchSettings:
    return MatchSettings(game, [f"mcts:nodes={k + 1}" for k in range(players)], **more)  # type: ignore[arg-type]


PIG3 = embertree.load_game("pig", 3)
PIG4 = embertree.load_game("pig", 4)


def test_every_game_is_known_by_its_number_alone() -> None:
    whole = list(Schedule(settings(PIG3, 4, format="roundrobin", blocks=3, seed=7)))
    assert len(whole) == 3 * 4 * 3
    again = Schedule(settings(PIG3, 4, format="roundrobin", blocks=3, seed=7))
    for number in reversed(range(len(whole))):
        assert again[number] == whole[number]
    with pytest.raises(IndexError):
        again[len(whole)]


def test_a_block_is_one_seed_and_every_rotation() -> None:
    schedule = Schedule(settings(PIG3, 3, blocks=4, seed=5))
    for block in range(4):
        games = [schedule[number] for number in range(3 * block, 3 * block + 3)]
        assert {game.seed for game in games} == {derive(5, "block", block)}
        assert [game.seating for game in games] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
        assert [game.rotation for game in games] == [0, 1, 2]


def test_more_blocks_only_add_games() -> None:
    short = list(Schedule(settings(PIG3, 5, format="roundrobin", blocks=1)))
    long = Schedule(settings(PIG3, 5, format="roundrobin", blocks=9))
    assert short == [long[number] for number in range(len(short))]


def test_permutations_are_all_orders_once() -> None:
    schedule = Schedule(settings(PIG4, 4, permutations=True))
    assert sorted(game.seating for game in schedule) == sorted(itertools.permutations(range(4)))
    pairs = Schedule(settings(PIG4, 2, teams=(2, 2), permutations=True))
    seatings = [game.seating for game in pairs]
    assert len(seatings) == len(set(seatings)) == 6
    assert all(Counter(each) == {0: 2, 1: 2} for each in seatings)


def test_teams_sit_together_and_go_around() -> None:
    schedule = Schedule(settings(PIG4, 2, teams=(2, 2)))
    assert [game.seating for game in schedule] == [(0, 0, 1, 1), (1, 0, 0, 1), (1, 1, 0, 0), (0, 1, 1, 0)]
    one = Schedule(settings(PIG4, 2, teams=(1, 3)))
    assert [game.seating.index(0) for game in one] == [0, 1, 2, 3]


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (5, 2), (6, 3), (5, 5), (7, 4)])
def test_a_round_robin_is_every_subset_once(players: int, seats: int) -> None:
    schedule = Schedule(settings(embertree.load_game("pig", seats), players, format="roundrobin"))
    assert tables(schedule) == list(itertools.combinations(range(players), seats))


def test_subsets_by_number_are_those_of_itertools() -> None:
    for items, size in [(1, 1), (6, 1), (6, 3), (8, 5), (40, 2)]:
        expected = list(itertools.combinations(range(items), size))
        assert [subset(number, items, size) for number in range(len(expected))] == expected


def test_a_gauntlet_is_challengers_against_sets_of_the_others() -> None:
    schedule = Schedule(settings(PIG3, 5, format="gauntlet", challengers=2))
    others = list(itertools.combinations([2, 3, 4], 2))
    assert sorted(tables(schedule)) == sorted((one, *rest) for one in (0, 1) for rest in others)


def test_copies_are_ordered_pairs() -> None:
    schedule = Schedule(settings(PIG4, 3, format="copies"))
    assert tables(schedule) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert all(Counter(game.seating) == {0: 1, 1: 3} for game in itertools.islice(schedule, 4))


def test_with_fill_tables_are_pairs_and_the_last_has_the_other_seats() -> None:
    schedule = Schedule(settings(PIG4, 4, format="roundrobin", fill=True))
    assert tables(schedule) == [(0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert all(Counter(game.seating)[3] == 2 for game in schedule)


def test_openings_are_used_in_turn_and_by_all_pairings_alike() -> None:
    openings = ("seed 1", "seed 2", "moves roll")
    schedule = Schedule(settings(PIG3, 4, format="roundrobin", blocks=4, openings=openings))
    for game in schedule:
        round_number = game.block // schedule.pairings
        assert game.opening == round_number % 3
        assert game.seed == (1, 2, game.agents_seed)[round_number % 3]
    # The same dice, but other choices of the players, when an opening comes around again.
    assert len({game.agents_seed for game in schedule}) == 16


def test_sides_go_around_within_a_block() -> None:
    game = embertree.load_game("terra_mystica", 3, factions="witches,giants,nomads")
    schedule = Schedule(settings(game, 3, side_rotations=True))
    assert schedule.block_size == 9
    met = Counter()
    for each in schedule:
        factions = each.game.rules.removeprefix("factions=").split(",")
        for seat, player in enumerate(each.seating):
            met[player, seat, factions[seat]] += 1
    assert len(met) == 27
    assert set(met.values()) == {1}


@pytest.mark.parametrize(
    ("game", "players", "option"), [("stone_age", 3, "start_player"), ("volcano_island", 4, "start")]
)
def test_every_seat_begins_once(game: str, players: int, option: str) -> None:
    loaded = embertree.load_game(game, players)
    values = [
        next(each["value"] for each in side.option_specs() if each["name"] == option) for side in side_games(loaded)
    ]
    assert sorted(value.removeprefix("seat_") for value in values) == [str(seat) for seat in range(players)]
    assert side_games(loaded)[0] == loaded


@pytest.mark.parametrize(
    ("more", "players", "complaint"),
    [
        ({"format": "league"}, 3, "there is none 'league'"),
        ({"on_fail": "cry"}, 3, "there is no 'cry'"),
        ({"teams": (2, 2)}, 2, "are not the 3 seats"),
        ({"teams": (1, 2)}, 3, "3 players are named; name one SPEC a team"),
        ({"blocks": 0}, 3, "blocks: 0"),
        ({"format": "roundrobin"}, 2, "needs 3 players or more, not 2"),
        ({"format": "roundrobin", "teams": (1, 2)}, 3, "all teams are of one size"),
        ({"format": "copies", "fill": True}, 3, "no seats left over"),
        ({"format": "gauntlet", "challengers": 2}, 3, "leave nobody to fill"),
        ({"side_rotations": True}, 3, "pig has no option that names the seat that begins"),
        ({"names": ("a", "a", "b")}, 3, "a name of its own"),
    ],
)
def test_what_cannot_be_scheduled_is_refused(more: dict[str, object], players: int, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        Schedule(settings(PIG3, players, **more))


def test_a_million_games_are_there_within_a_second_and_100_mib() -> None:
    # In a process of its own, so that nothing else is counted.
    code = r"""
import re, time, tracemalloc
import embertree
from embertree.arena import MatchSettings, Schedule
tracemalloc.start()
began = time.process_time()
players = [f"mcts:nodes={k + 1}" for k in range(200)]
settings = MatchSettings(embertree.load_game("pig", 3), players, format="roundrobin", blocks=1, seed=1)
schedule = Schedule(settings)
first, last = schedule[0], schedule[len(schedule) - 1]
seconds = time.process_time() - began
# Of this program alone: what getrusage tells may be of the process that started it.
resident = re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1]
print(len(schedule), seconds, tracemalloc.get_traced_memory()[1], resident)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    games, seconds, traced, resident_kb = map(float, done.stdout.split())
    assert games > 1_000_000
    assert seconds < 1
    assert traced < 2**20
    assert resident_kb < 100 * 1024
