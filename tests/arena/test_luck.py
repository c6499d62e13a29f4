"""Luck: what chance gave each seat. Exact where the values are, without bias whatever they are."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from gamelist import GAMES, IDS

from embertree import CHANCE, Game, State, UsageError, load_game
from embertree.agents import Choice, make_agent
from embertree.arena import MatchSettings, PlayedGame, play_game, play_match
from embertree.arena.luck import EVALUATION, OWN, Luck, Reckoning, evaluation, reckoning_by
from embertree.arena.luck_table import Judge, LuckTable


def reckoned(reckoning: Reckoning, played: PlayedGame, given: int = 0) -> Luck:
    return reckoning.of_game(played.game.new_initial_state(), [ply.action for ply in played.plies], given)


def exact_pig(goal: int) -> Callable[[State], Sequence[float]]:
    """Chances to win of both seats under best play, by value iteration over (own points, other's, turn total)."""
    game = load_game("pig", 2, goal=goal)
    win = np.full((goal, goal, goal), 0.5)
    while True:
        before = win.copy()
        for own in range(goal):
            for other in range(goal):
                for total in range(goal - own):
                    gains = [
                        1.0 if own + total + face >= goal else win[own, other, total + face] for face in range(2, 7)
                    ]
                    roll = (1 - win[other, own, 0] + sum(gains)) / 6
                    win[own, other, total] = max(roll, 1 - win[other, own + total, 0]) if total else roll
        if np.abs(win - before).max() < 1e-12:
            break

    def values(state: State) -> Sequence[float]:
        mover = state.current_player()
        own, other = state.scores()[mover], state.scores()[1 - mover]
        # Whoever may hold may also roll on: the total is what holding would add.
        after = state.child(state.legal_actions()[-1])
        total = after.scores()[mover] - own
        chance = 1.0 if own + total >= goal else float(win[own, other, total])
        return (chance, 1 - chance) if mover == 0 else (1 - chance, chance)

    assert values(game.new_initial_state())[0] > 0.5
    return values


class BestPig:
    """Plays by exact values; one that slips plays the worse action every so many decisions."""

    name = "best"

    def __init__(self, values: Callable[[State], Sequence[float]], slips: int = 0) -> None:
        self._reckoning = Reckoning([values])
        self._slips = slips
        self._decisions = 0

    def new_game(self, seat: int, seed: int) -> None: ...

    def choose(self, state: State) -> Choice:
        seat = state.current_player()
        self._decisions += 1
        slip = self._slips and self._decisions % self._slips == 0
        pick = min if slip else max
        return Choice(pick(state.legal_actions(), key=lambda a: self._reckoning.value(state.child(a))[seat]))

    def close(self) -> None: ...


def test_between_best_players_all_is_luck() -> None:
    values = exact_pig(15)
    game = load_game("pig", 2, goal=15)
    agents = [BestPig(values), BestPig(values)]
    expected = values(game.new_initial_state())
    for seed in range(40):
        played = play_game(game, agents, seed)
        luck = reckoned(Reckoning([values]), played)
        # What is left of the result is what the players made of it: the value of the game.
        left = [returned - given for returned, given in zip(played.returns, luck.by_seat, strict=True)]
        assert left == pytest.approx(expected, abs=1e-9)
        assert luck.events == sum(ply.seat == CHANCE for ply in played.plies)
        assert luck.sampled == 0


def test_without_luck_results_say_more() -> None:
    values = exact_pig(15)
    game = load_game("pig", 2, goal=15)
    players = [BestPig(values), BestPig(values, slips=5)]
    results, lucks = [], []
    for seed in range(400):
        played = play_game(game, players, seed)
        results.append(played.returns[0])
        lucks.append(reckoned(Reckoning([values]), played).by_seat[0])
    left = np.array(results) - lucks
    assert np.var(left) < 0.25 * np.var(results)
    # As few games show who is better: some standard errors above the even share, where results alone show little.
    assert (left.mean() - values(game.new_initial_state())[0]) > 4 * left.std() / math.sqrt(len(left))
    assert abs(np.mean(lucks)) < 3 * np.std(lucks) / math.sqrt(len(lucks))


@pytest.mark.parametrize("analyst", [EVALUATION, "greedy", "mcts:nodes=20"])
def test_luck_has_mean_0_whoever_judges(analyst: str) -> None:
    game = load_game("pig", 3, goal=20)
    agents = [make_agent(spec, game) for spec in ("greedy", "random", "greedy")]
    reckoning = reckoning_by(analyst, game)
    lucks = np.array([reckoned(reckoning, play_game(game, agents, seed)).by_seat for seed in range(150)])
    assert lucks.std(axis=0).min() > 0.01
    assert np.abs(lucks.mean(axis=0)).max() < 3 * (lucks.std(axis=0) / math.sqrt(len(lucks))).max()
    assert np.abs(lucks.sum(axis=1)).max() < 1e-4  # what one seat is given, the others are not


@pytest.mark.parametrize(("name", "players"), GAMES, ids=IDS)
def test_every_game_has_its_luck(name: str, players: int) -> None:
    game = load_game(name, players)
    played = play_game(game, [make_agent("random", game) for _ in range(players)], 3)
    luck = reckoned(reckoning_by(EVALUATION, game), played)
    assert luck.events == sum(ply.seat == CHANCE for ply in played.plies)
    assert all(math.isfinite(value) for value in luck.by_seat)
    assert luck == reckoned(reckoning_by(EVALUATION, game), played)
    if not game.has_chance:
        assert luck.by_seat == [0.0] * players


def test_events_with_too_many_outcomes_are_drawn_and_counted() -> None:
    game = load_game("pig", 2, goal=15)
    agents = [make_agent("greedy", game), make_agent("random", game)]
    values = exact_pig(15)
    whole, drawn = Reckoning([values]), Reckoning([values], outcome_limit=5, samples=12)
    pairs = []
    for seed in range(150):
        played = play_game(game, agents, seed)
        exact, sampled = reckoned(whole, played), reckoned(drawn, played)
        assert sampled.sampled == sampled.events == exact.events
        assert sampled == reckoned(Reckoning([values], outcome_limit=5, samples=12), played)  # by its own seed
        pairs.append((exact.by_seat[0], sampled.by_seat[0]))
    differences = np.array([b - a for a, b in pairs])
    assert differences.std() > 0.001
    assert abs(differences.mean()) < 3 * differences.std() / math.sqrt(len(differences))


def test_a_given_opening_is_nobodys_luck() -> None:
    game = load_game("pig", 2)
    played = play_game(game, [make_agent("random", game)] * 2, 1)
    whole = reckoned(Reckoning([evaluation]), played)
    later = reckoned(Reckoning([evaluation]), played, given=20)
    first = reckoned(Reckoning([evaluation]), PlayedGame(game, [], 1, played.plies[:20]))
    assert later.events + first.events == whole.events
    assert [a + b for a, b in zip(later.by_seat, first.by_seat, strict=True)] == pytest.approx(whole.by_seat)


def test_own_luck_is_each_seats_own_search() -> None:
    game = load_game("pig", 2, goal=20)
    played = play_game(game, [make_agent("greedy", game), make_agent("random", game)], 2)
    own = reckoned(reckoning_by(OWN, game, ["greedy", "random"]), played).by_seat
    greedy, random = (reckoned(reckoning_by(spec, game), played).by_seat for spec in ("greedy", "random"))
    assert own == pytest.approx([greedy[0], random[1]])
    assert own != pytest.approx(greedy)


@pytest.mark.parametrize("analyst", ["cmd:./engine", "py:module:factory", "human", "mcts:nodse=5"])
def test_who_cannot_judge_is_named(analyst: str) -> None:
    with pytest.raises(UsageError, match=r"cannot judge positions; there are: evaluation, own|no key 'nodse'"):
        reckoning_by(analyst, load_game("pig"))


def test_games_without_chance_have_no_luck_to_judge() -> None:
    with pytest.raises(UsageError, match="connect_four has no chance events"):
        Judge().check(Game("connect_four"), ["random", "random"])


def test_the_table_has_errors_over_blocks() -> None:
    table = LuckTable()
    for block, (win, given) in enumerate([(1.0, 0.25), (0.0, -0.25), (1.0, 0.5)]):
        for names in (("a", "b"), ("b", "a")):
            returns, by_seat = [win, 1 - win], [given, -given]
            if names[0] == "b":
                returns, by_seat = returns[::-1], by_seat[::-1]
            table.add(block, names, returns, Luck(by_seat, events=2))
    best, other = table.rows()
    assert (best.name, best.games, table.events) == ("a", 6, 12)
    assert best.returned.mean == pytest.approx(2 / 3)
    assert best.luck.mean == pytest.approx(1 / 6)
    assert best.adjusted.mean == pytest.approx(1 / 2)
    assert best.luck.error == pytest.approx(4.303 * np.std([0.25, -0.25, 0.5], ddof=1) / math.sqrt(3), rel=1e-3)
    assert other.luck.mean == pytest.approx(-1 / 6)


def test_luck_is_no_part_of_a_match() -> None:
    settings = MatchSettings(load_game("pig", 2), ["greedy", "random"], 2)
    seen: list[Luck] = []
    judge = Judge()
    watched = play_match(settings, lambda finished, _: seen.append(judge.of_played(finished.played, [])))
    assert watched.digest == play_match(settings).digest
    assert len(seen) == 4
