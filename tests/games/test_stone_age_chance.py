"""Stone Age: every chance event with its exact weights, and the table of random games that the rules print."""

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from stone_age_table import TILES, VALUES, Seat, Table, play, words

import embertree
from embertree import State
from embertree._batch import Batch

# Rules, section 13: the mean gain of k people without tools.
MEAN_GAINS = """
1 1.5000 0.8333 0.5000 0.3333 0.1667
2 3.2500 2.0000 1.3611 1.0000 0.7500
3 5.0000 3.1667 2.2546 1.6991 1.3333
4 6.7500 4.3333 3.1242 2.3997 1.9167
5 8.5000 5.5000 4.0000 3.1001 2.5000
6 10.2500 6.6667 4.8750 3.8000 3.0833
7 12.0000 7.8333 5.7500 4.5000 3.6667
"""
PLACES = ["hunting_ground", "forest", "clay_pit", "quarry", "river"]
DIVISORS = [2, *VALUES.values()]


def thrown(place: str, people: int) -> State:
    seats = [Seat(people=10), Seat()]
    return play(Table(seats, places={place: {0: people}, "field": {1: 1}}).state(), f"go:{place}")


def weights(state: State) -> dict[str, int]:
    return {state.action_to_string(action): weight for action, weight in state.chance_outcomes()}


@pytest.mark.parametrize("people", range(1, 11))
def test_sums_have_their_number_of_cases(people: int) -> None:
    """N = sum over j of (-1)^j C(k, j) C(s - 6j - 1, k - 1)."""
    expected = {}
    for total in range(people, 6 * people + 1):
        cases = sum(
            (-1) ** j * math.comb(people, j) * math.comb(total - 6 * j - 1, people - 1)
            for j in range((total - people) // 6 + 1)
        )
        expected[f"roll:{total}"] = cases
    assert weights(thrown("hunting_ground", people)) == expected
    assert sum(expected.values()) == 6**people
    assert len(expected) == 5 * people + 1


@pytest.mark.parametrize("row", MEAN_GAINS.strip().splitlines())
def test_mean_gains(row: str) -> None:
    people, *means = row.split()
    for place, divisor, mean in zip(PLACES, DIVISORS, means, strict=True):
        outcomes = weights(thrown(place, int(people)))
        gain = sum(weight * (int(word[5:]) // divisor) for word, weight in outcomes.items()) / 6 ** int(people)
        assert f"{gain:.4f}" == mean


def test_food_is_seven_quarters_a_hunter_less_a_quarter() -> None:
    for people in range(1, 11):
        outcomes = weights(thrown("hunting_ground", people))
        food = sum(weight * (int(word[5:]) // 2) for word, weight in outcomes.items())
        assert 4 * food == (7 * people - 1) * 6**people


def test_chances_of_nothing() -> None:
    for people, cases in ((1, [2, 3, 4, 5]), (2, [1, 3, 6, 10])):
        for place, divisor, nothing in zip(PLACES[1:], DIVISORS[1:], cases, strict=True):
            outcomes = weights(thrown(place, people))
            assert sum(weight for word, weight in outcomes.items() if int(word[5:]) < divisor) == nothing


@pytest.mark.parametrize(
    ("card", "divisor", "cases"), [(35, 3, [1, 9, 16, 9, 1]), (33, 5, [6, 24, 6]), (9, 6, [10, 25, 1])]
)
def test_gains_of_two_dice_for_a_card(card: int, divisor: int, cases: list[int]) -> None:
    table = Table([Seat(gold=1), Seat()], display=[card, None, None, None])
    table.places = {"card_1": {0: 1}, "field": {1: 1}}
    gains: Counter[int] = Counter()
    for word, weight in weights(play(table.state(), "go:card_1", "pay:g1")).items():
        gains[int(word[5:]) // divisor] += weight
    assert [gains[i] for i in range(len(gains))] == cases


@pytest.mark.parametrize(
    ("players", "sets", "by_faces"), [(2, 21, [6, 30]), (3, 56, [6, 90, 120]), (4, 126, [6, 210, 720, 360])]
)
def test_dice_for_all(players: int, sets: int, by_faces: list[int]) -> None:
    table = Table([Seat(gold=1), *(Seat() for _ in range(players - 1))], display=[1, None, None, None])
    table.places = {"card_1": {0: 1}, "field": {players - 1: 1}}
    state = play(table.state(), "go:card_1", "pay:g1")
    outcomes = weights(state)
    assert len(outcomes) == sets
    faces: Counter[int] = Counter()
    for word, weight in outcomes.items():
        dice = [int(face) for face in word[5:].split("-")]
        assert dice == sorted(dice)
        repeats = math.prod(math.factorial(count) for count in Counter(dice).values())
        assert weight == math.factorial(players) // repeats
        faces[len(set(dice))] += weight
        # The buyer has as many choices as there are faces.
        after = play(state, word)
        assert len(set(dice)) == (after.legal_count() if after.phase() == "take" else 1)
    assert [faces[i + 1] for i in range(players)] == by_faces
    assert list(outcomes) == sorted(outcomes)


def test_the_first_card_and_tile_are_any_of_all() -> None:
    state = embertree.load_game("stone_age", 3).new_initial_state()
    cards = weights(state)
    assert len(cards) == 34
    assert {card for card, copies in cards.items() if copies == 2} == {"deal:c12", "deal:c24"}
    assert sum(cards.values()) == 36
    state = play(state, "deal:c12")
    assert weights(state)["deal:c12"] == 1
    state = play(state, "deal:c12")
    assert "deal:c12" not in weights(state)
    assert "deal:c13" not in weights(state)
    state = play(state, "deal:c0", "deal:c1")
    tiles = weights(state)
    assert tiles == {f"deal:{tile}": copies for tile, copies in Counter(TILES).items()}
    assert "one id" in state.why_illegal(state.string_to_action("deal:WBS") + 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_start_player_is_dealt_last(players: int) -> None:
    state = embertree.load_game("stone_age", players, start_player="random").new_initial_state()
    while state.phase() == "deal" and not words(state)[0].startswith("deal:seat"):
        state.apply_action(state.chance_outcomes()[0][0])
    assert weights(state) == {f"deal:seat{seat}": 1 for seat in range(players)}
    assert play(state, "deal:seat1").current_player() == 1


# --- Random games ---

# Rules, section 16: mean, standard error; 20,000 games a line.
RANDOM_GAMES = {
    2: {"score": (187.62, 0.30), "best": (230.73, 0.39), "rounds": (34.672, 0.030), "stack": (0.0995, 0.002)},
    3: {"score": (107.76, 0.21), "best": (159.63, 0.31), "rounds": (29.243, 0.024), "stack": (0.0867, 0.002)},
    4: {"score": (74.10, 0.16), "best": (127.02, 0.25), "rounds": (24.855, 0.020), "stack": (0.0732, 0.002)},
}
RANDOM_GAMES[2] |= {"penalties": (3.303, 0.012), "deviation": (68.7, 0.4)}
RANDOM_GAMES[3] |= {"penalties": (3.518, 0.010), "deviation": (58.1, 0.3)}
RANDOM_GAMES[4] |= {"penalties": (3.316, 0.008), "deviation": (49.4, 0.25)}


def random_ends(players: int, games: int, seed: int) -> Iterator[State]:
    """The ends of games in which every legal action is equally likely."""
    batch = Batch(embertree.load_game("stone_age", players), games)
    # Each row's generator starts somewhere of its own: neighbouring states would walk the same numbers.
    rngs = np.random.default_rng(seed).integers(0, 2**64, games, dtype=np.uint64)
    while len(batch):
        actions = batch.random_actions(rngs)
        over = actions < 0
        if over.any():
            yield from (batch.state(int(row)) for row in np.flatnonzero(over))
            going = np.flatnonzero(~over)
            batch, rngs, actions = batch.select(going), rngs[going], actions[going]
        if len(batch):
            batch.step(actions)


def check_random_games(players: int, games: int, seed: int) -> None:
    samples: dict[str, list[float]] = {key: [] for key in RANDOM_GAMES[players] if key != "deviation"}
    scores: list[int] = []
    for state in random_ends(players, games, seed):
        fields = state.position.split(" ")
        seats = fields[9 : 9 + players]
        penalties = [int(seat.split(":")[6].partition("!")[2] or 0) for seat in seats]
        scores += state.scores()
        samples["score"].append(sum(state.scores()) / players)
        samples["best"].append(max(state.scores()))
        samples["rounds"].append(state.round())
        samples["stack"].append("-" in fields[8].split(","))
        samples["penalties"].append(sum(penalties) / players)
    for key, values in samples.items():
        mean, error = RANDOM_GAMES[players][key]
        own_error = float(np.std(values)) / math.sqrt(games)
        assert abs(float(np.mean(values)) - mean) <= 4 * math.hypot(error, own_error), key
    deviation, error = RANDOM_GAMES[players]["deviation"]
    # The error of a standard deviation is about itself over the root of twice the number of games.
    assert abs(float(np.std(scores)) - deviation) <= 4 * math.hypot(error, deviation / math.sqrt(2 * games)) + 0.05


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_come_out_as_the_rules_print_them(players: int) -> None:
    check_random_games(players, 3000, seed=20)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_random_games_come_out_as_the_rules_print_them(players: int) -> None:
    check_random_games(players, 20_000, seed=21)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts_of_the_core_are_the_same_games(players: int) -> None:
    """Another path: whole games without Python, actions drawn without a list."""
    games = 10_000
    start = embertree.load_game("stone_age", players).new_initial_state()
    totals = embertree.random_playouts(start, games, seed=3)
    score, error = RANDOM_GAMES[players]["score"]
    assert abs(sum(totals["score_sums"]) / games / players - score) <= 4 * error * math.sqrt(3)
    rounds, error = RANDOM_GAMES[players]["rounds"]
    assert abs(totals["round_sum"] / games - rounds) <= 4 * error * math.sqrt(3)
