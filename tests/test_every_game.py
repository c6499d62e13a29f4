"""Laws that hold for every game and every number of players, because it is in the list."""

import copy
import functools
import math
import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from gamelist import GAMES, IDS, chances, children, decisions, some_states, walk

import embertree
from embertree import CHANCE, TERMINAL, IllegalActionError, State, UsageError
from embertree._batch import Batch
from embertree.protocol.grammar import CHANCE_VERBS

every_game = pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)

RESERVED_WORDS = {"moves", "seed", "players", "rules"}
# Numbers that are no action id of any game.
ABSURD_IDS = (-1, -(2**31), 2**31 - 1)


@functools.cache
def small_tree(game: str, players: int, at_most: int = 400) -> tuple[State, ...]:
    """States near the start and near some later positions, breadth first."""
    roots = some_states(game, players)
    states: list[State] = []
    for root in roots[:: max(1, len(roots) // 8)]:
        level = [root]
        found: list[State] = []
        while level and len(found) < at_most // 8:
            found += level
            level = [child for state in level[:10] for child in children(state)[:15]]
        states += found[: at_most // 8]
    return tuple(states)


# --- Whose turn, and what may be done ---


@every_game
def test_a_state_that_is_not_over_has_an_action_or_a_chance_event(game: str, players: int) -> None:
    for state in small_tree(game, players):
        player = state.current_player()
        assert player in (CHANCE, TERMINAL, *range(players))
        assert state.is_chance_node() == (player == CHANCE) == bool(state.chance_outcomes())
        assert state.is_terminal() == (player == TERMINAL)
        assert bool(state.legal_actions()) == (player >= 0), state.position


@every_game
def test_legal_actions_ascend_within_the_games_ids(game: str, players: int) -> None:
    for state in some_states(game, players):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert all(0 <= action < state.game.num_distinct_actions for action in actions)
        assert state.legal_count() == len(actions)
        assert all(state.is_legal(action) and state.why_illegal(action) == "" for action in actions)


@every_game
def test_search_actions_are_some_of_the_legal_ones(game: str, players: int) -> None:
    for state in some_states(game, players):
        worth_searching = state.search_actions()
        assert worth_searching == sorted(set(worth_searching))
        assert set(worth_searching) <= set(state.legal_actions())
        assert bool(worth_searching) == bool(state.legal_actions())


@every_game
def test_the_mask_is_the_legal_list(game: str, players: int) -> None:
    for state in some_states(game, players):
        mask = state.legal_actions_mask()
        assert mask.shape == (state.game.num_distinct_actions,)
        assert mask.dtype == np.uint8
        assert np.flatnonzero(mask).tolist() == state.legal_actions()
        assert set(np.unique(mask)) <= {0, 1}


@every_game
def test_random_and_policy_actions_are_legal(game: str, players: int) -> None:
    for state in decisions(game, players):
        for seed in range(3):
            assert state.is_legal(state.random_action(seed))
            assert state.is_legal(state.policy_action(seed))
            assert state.random_action(seed) == state.random_action(seed)


@every_game
def test_an_illegal_action_raises_with_a_reason_and_changes_nothing(game: str, players: int) -> None:
    for state in some_states(game, players)[::4]:
        last = state.game.num_distinct_actions
        outcomes = {action for action, _ in state.chance_outcomes()}
        legal = set(state.legal_actions()) | outcomes
        wrong = [*ABSURD_IDS, last, last + 1]
        wrong += [action for action in range(0, last, max(1, last // 200)) if action not in legal]
        before = state.to_bytes()
        history = state.history()
        for action in wrong:
            reason = state.why_illegal(action)
            assert reason.strip()
            assert not state.is_legal(action)
            for play in (state.apply_action, state.child):
                with pytest.raises(IllegalActionError) as caught:
                    play(action)
                assert reason in str(caught.value)
        assert state.to_bytes() == before
        assert state.history() == history


@every_game
def test_nothing_is_legal_when_the_game_is_over(game: str, players: int) -> None:
    end = some_states(game, players)[-1]
    assert end.is_terminal()
    assert end.why_illegal(0)
    with pytest.raises(UsageError):
        end.random_action(1)
    with pytest.raises(UsageError):
        end.sample_chance(0)


# --- Chance ---


@every_game
def test_chance_outcomes_ascend_with_whole_weights(game: str, players: int) -> None:
    states = chances(game, players)
    assert bool(states) == embertree.Game(game).has_chance
    for state in states:
        actions = [action for action, _ in state.chance_outcomes()]
        assert actions == sorted(set(actions))
        assert all(0 <= action < state.game.num_distinct_actions for action in actions)
        assert all(isinstance(weight, int) and weight > 0 for _, weight in state.chance_outcomes())
        assert all(state.is_legal(action) for action in actions)
        probabilities = state.chance_probabilities()
        assert [action for action, _ in probabilities] == actions
        assert sum(p for _, p in probabilities) == pytest.approx(1)


@every_game
def test_sample_chance_walks_the_outcomes_by_weight_to_the_last_bit(game: str, players: int) -> None:
    for state in chances(game, players)[:5]:
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        below = 0
        for action, weight in outcomes:
            # u selects an outcome where below <= floor(u * total / 2^64) < below + weight.
            first = -(-(below << 64) // total)
            last = -(-((below + weight) << 64) // total) - 1
            assert state.sample_chance(first) == action == state.sample_chance(last)
            below += weight
        assert state.sample_chance(0) == outcomes[0][0]
        assert state.sample_chance(2**64 - 1) == outcomes[-1][0]


@every_game
def test_playouts_draw_outcomes_with_their_true_frequencies(game: str, players: int) -> None:
    draws = 4000
    for state in chances(game, players)[:3]:
        drawn = [state.random_action(seed) for seed in range(draws)]
        for action, p in state.chance_probabilities():
            spread = math.sqrt(draws * p * (1 - p))
            assert abs(drawn.count(action) - draws * p) <= 5 * spread + 1


# --- Copies, bytes, pickles ---


@every_game
def test_a_copy_never_changes_when_the_original_plays_on(game: str, players: int) -> None:
    for state in some_states(game, players)[::3]:
        copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        before = (state.to_bytes(), state.history(), state.position, state.key)
        if not state.is_terminal():
            action = state.random_action(5)
            child = state.child(action)
            assert (state.to_bytes(), state.history(), state.position, state.key) == before
            changing = state.clone()
            changing.apply_action(action)
            assert changing == child
            assert changing.history() == child.history() == [*state.history(), action]
            assert child != state
        for other in copies:
            assert other == state
            assert hash(other) == hash(state)
            assert (other.to_bytes(), other.history(), other.position, other.key) == before


@every_game
def test_a_pickle_keeps_state_history_and_game(game: str, players: int) -> None:
    for objective in embertree.OBJECTIVES:
        loaded = embertree.load_game(game, players, objective)
        assert pickle.loads(pickle.dumps(loaded)) == loaded
        state = list(walk(loaded.new_initial_state(), 3))[-1]
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert again.game == loaded
        assert again.history() == state.history()
        assert again.objective == objective
        assert again.returns() == state.returns()


@every_game
def test_a_damaged_pickle_raises(game: str, players: int) -> None:
    state = some_states(game, players)[-2]
    head, data, checksum = state.__getstate__()
    damaged = [
        (head, data[:-1], checksum),
        (head, data + b"\0\0\0\0", checksum),
        (head, bytes([data[0] ^ 1]) + data[1:], checksum),
        (head, data[:-1] + bytes([data[-1] ^ 128]), checksum),
        (head, data, checksum ^ 1),
        (head + "x", data, checksum),
        (head, data),
        (head, b"", checksum),
        (1, data, checksum),
    ]
    for parts in damaged:
        with pytest.raises(UsageError, match="damaged pickle"):
            State.__new__(State).__setstate__(parts)


@every_game
def test_bytes_come_back_and_broken_ones_do_not(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    for state in some_states(game, players)[::5]:
        data = state.to_bytes()
        assert len(data) == loaded.state_bytes
        assert loaded.state_from_bytes(data) == state
    with pytest.raises(UsageError, match="bytes"):
        loaded.state_from_bytes(data[:-1])
    with pytest.raises(UsageError):
        loaded.state_from_bytes(b"\xff" * loaded.state_bytes)


@every_game
def test_the_history_leads_from_the_starting_position_to_the_state(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    for state in some_states(game, players)[:: 20 if players > 3 else 10]:
        again = loaded.parse_position(state.starting_position())
        for action in state.history():
            again.apply_action(action)
        assert again == state
        assert again.to_bytes() == state.to_bytes()


# --- Text ---


@every_game
def test_the_word_of_every_action_is_read_back(game: str, players: int) -> None:
    for state in some_states(game, players):
        at_chance = state.is_chance_node()
        words = set()
        for action in [action for action, _ in state.chance_outcomes()] or state.legal_actions():
            word = state.action_to_string(action)
            assert state.string_to_action(word) == action
            assert len(word.split()) == 1
            assert word not in RESERVED_WORDS
            assert (":" in word and word.partition(":")[0] in CHANCE_VERBS) == at_chance, word
            words.add(word)
        assert len(words) == len(state.chance_outcomes()) or not at_chance
        assert at_chance or len(words) == state.legal_count()


@every_game
def test_a_word_that_is_no_move_is_an_error_that_shows_it(game: str, players: int) -> None:
    start = some_states(game, players)[0]
    for word in ("", "nonsense", "roll:", "roll:x", "place:", ":", "a" * 100_000, "drop:\x00", "überall", "-1"):
        with pytest.raises(UsageError) as caught:
            start.string_to_action(word)
        assert len(str(caught.value)) < 500
        assert "\n" not in str(caught.value)


@every_game
def test_a_position_is_one_line_and_comes_back_byte_for_byte(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    for state in some_states(game, players):
        line = state.position
        assert line.splitlines() == [line]
        assert line == line.strip()
        again = loaded.parse_position(line)
        assert again.to_bytes() == state.to_bytes()
        assert again == state
        assert again.position == line
        assert again.key == state.key
        assert again.legal_actions() == state.legal_actions()
        assert again.chance_outcomes() == state.chance_outcomes()


@every_game
def test_a_damaged_position_is_an_error_or_a_sound_state(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)
    line = some_states(game, players)[-3].position
    damaged = [line[:i] + line[i + 1 :] for i in range(0, len(line), 3)]
    damaged += [line[:i] + letter + line[i + 1 :] for i in range(0, len(line), 5) for letter in "9z/ -"]
    damaged += ["", " ", line + " " + line, line * 1000, line.replace(" ", "  "), "9" * 10_000, "\0", "ß"]
    for text in damaged:
        trouble = None
        try:
            state = loaded.parse_position(text)
        except UsageError as error:
            trouble = str(error)
        if trouble is None:
            assert state.audit() == ""
            assert loaded.parse_position(state.position) == state
        else:
            assert trouble.strip()
            assert "\n" not in trouble


@every_game
def test_board_and_picture_can_be_shown(game: str, players: int) -> None:
    for state in some_states(game, players)[::10]:
        assert len(str(state).splitlines()) > 1
        picture = ElementTree.fromstring(state.svg())
        assert picture.tag.endswith("svg")
        assert len(picture) > 1
        assert game in repr(state)


# --- Identity ---


@every_game
def test_the_key_equals_the_one_made_from_scratch_at_every_node_of_a_small_tree(game: str, players: int) -> None:
    for state in small_tree(game, players):
        assert state.key == state.key_from_scratch(), state.position
        assert state.audit() == "", state.position


@every_game
def test_different_states_have_different_keys(game: str, players: int) -> None:
    by_key: dict[int, bytes] = {}
    for state in (*small_tree(game, players), *some_states(game, players)):
        assert by_key.setdefault(state.key, state.to_bytes()) == state.to_bytes(), state.position


# --- How it stands ---


@every_game
@pytest.mark.parametrize("objective", embertree.OBJECTIVES)
def test_returns_have_the_right_length_and_sum(game: str, players: int, objective: str) -> None:
    start = embertree.load_game(game, players, objective).new_initial_state()
    for seed in range(4):
        states = list(walk(start, seed, policy=seed % 2 == 1))
        assert states[0].returns() == [0.0] * players
        end = states[-1]
        returns, ranks, scores = end.returns(), end.ranks(), end.scores()
        assert len(returns) == len(ranks) == len(scores) == players
        assert min(ranks) == 1
        assert all(rank == 1 + sum(r < rank for r in ranks) for rank in ranks)
        assert returns == pytest.approx(expected_returns(objective, ranks, scores, start.game.score_scale))
        if objective == "win":
            assert sum(returns) == pytest.approx(1)
        if objective == "rank":
            assert sum(returns) == pytest.approx(players / 2)


def expected_returns(objective: str, ranks: list[int], scores: list[int], scale: float) -> list[float]:
    """Design section 3, in Python."""
    others = [[s for s in range(len(ranks)) if s != seat] for seat in range(len(ranks))]
    if objective == "win":
        return [(rank == 1) / ranks.count(1) for rank in ranks]
    if objective == "rank":
        beaten = [
            sum(1.0 if ranks[o] > rank else 0.5 if ranks[o] == rank else 0.0 for o in others[seat])
            for seat, rank in enumerate(ranks)
        ]
        return [b / (len(ranks) - 1) for b in beaten]
    leads = [score - max(scores[o] for o in others[seat]) for seat, score in enumerate(scores)]
    return [max(-1.0, min(1.0, lead / scale)) for lead in leads]


@every_game
def test_better_scores_have_better_ranks(game: str, players: int) -> None:
    for state in some_states(game, players):
        scores, ranks = state.scores(), state.ranks()
        for a in range(players):
            for b in range(players):
                assert scores[a] <= scores[b] or ranks[a] < ranks[b], state.position


@every_game
def test_the_score_sheet_adds_up_to_the_scores(game: str, players: int) -> None:
    for state in some_states(game, players):
        sheet = state.score_sheet()
        assert sheet
        assert all(name and len(points) == players for name, points in sheet)
        assert [sum(points[seat] for _, points in sheet) for seat in range(players)] == state.scores()
        assert state.round() >= 0
        assert state.phase().split() == [state.phase()]


@every_game
@pytest.mark.parametrize("objective", embertree.OBJECTIVES)
def test_the_evaluation_is_finite_and_on_the_objectives_scale(game: str, players: int, objective: str) -> None:
    low = -1 if objective == "margin" else 0
    loaded = embertree.load_game(game, players, objective)
    for state in some_states(game, players)[::2]:
        judged = loaded.state_from_bytes(state.to_bytes())
        values = judged.evaluate()
        assert len(values) == players
        assert all(low <= value <= 1 for value in values)
        if objective == "win":
            assert sum(values) == pytest.approx(1, abs=1e-5)
        if judged.is_terminal():
            assert values == pytest.approx(judged.returns(), abs=1e-6)
        assert len(judged.expected_scores()) == players
        assert all(math.isfinite(score) for score in judged.expected_scores())


# --- What a seat may know ---


@every_game
def test_views_are_sound_and_know_what_the_seat_may_do(game: str, players: int) -> None:
    for state in some_states(game, players)[::3]:
        for seat in range(players):
            seen = state.view(seat)
            assert seen.audit() == ""
            assert seen.key == seen.key_from_scratch()
            assert seen.view(seat) == seen
            assert seen.current_player() == state.current_player()
            if state.current_player() == seat:
                assert seen.legal_actions() == state.legal_actions()
            if not state.game.has_hidden:
                assert seen == state


@every_game
def test_observations_have_the_promised_shape_and_finite_numbers(game: str, players: int) -> None:
    shape = embertree.load_game(game, players).observation_shape()
    assert len(shape) in (1, 3)
    for state in some_states(game, players)[::3]:
        for seat in range(players):
            features = state.observation_tensor(seat)
            assert features.shape == shape
            assert features.dtype == np.float32
            assert np.isfinite(features).all()
            np.testing.assert_array_equal(features, state.view(seat).observation_tensor(seat))
        for seat in (-1, players, 2**31 - 1):
            with pytest.raises(UsageError):
                state.observation_tensor(seat)
            with pytest.raises(UsageError):
                state.view(seat)


# --- Rules options ---


@every_game
def test_every_value_of_every_option_can_be_played_and_stays_in_the_position(game: str, players: int) -> None:
    for spec in embertree.load_game(game, players).option_specs():
        values = spec["choices"] if spec["type"] == "choice" else [spec["default"]]
        if spec["type"] == "integer":
            values = sorted({str(spec["low"]), str(spec["high"]), spec["default"]})
        for value in values:
            try:
                loaded = embertree.load_game(game, players, **{spec["name"]: value})
            except UsageError:
                continue  # a value that does not fit this number of players; the rules' own tests say which
            start = loaded.new_initial_state()
            assert {row["name"]: row["value"] for row in start.game.option_specs()}[spec["name"]] == value
            assert start.game == loaded
            for state in list(walk(start, 7))[:: 50 if spec["type"] != "integer" else 500]:
                again = embertree.load_game(game).parse_position(state.position)
                assert again == state
                assert again.game.rules == loaded.rules
    with pytest.raises(UsageError, match="no rules option 'nonsense'"):
        embertree.load_game(game, players, nonsense=1)


@every_game
def test_a_wrong_number_of_players_is_an_error_that_names_the_right_ones(game: str, players: int) -> None:
    known = embertree.Game(game)
    for wrong in (-1, 0, 1, known.min_players - 1, known.max_players + 1, 10**6):
        with pytest.raises(UsageError, match=f"{game} is for {known.min_players}"):
            embertree.load_game(game, wrong)


# --- The same by every path ---


def count_by_hand(state: State, depth: int) -> int:
    return 1 if depth == 0 else sum(count_by_hand(child, depth - 1) for child in children(state))


@every_game
def test_perft_plain_hashed_divided_by_hand_and_through_the_batch_kernel(game: str, players: int) -> None:
    states = some_states(game, players)
    for state in states[:: max(1, len(states) // 6)]:
        depth = 2 if max(1, state.legal_count()) > 25 else 3
        plain = embertree.perft(state, depth)
        assert embertree.perft(state, depth, hashed=True) == plain == count_by_hand(state, depth)
        divided = embertree.perft(state, depth, divide=True)
        assert isinstance(divided, dict)
        assert sum(divided.values()) == plain
        assert count_by_batch(state, depth) == plain
        assert embertree.perft(state, 0) == 1


def count_by_batch(state: State, depth: int) -> int:
    batch = Batch(state.game, 1, state)
    for _ in range(depth):
        counts, actions = batch.legal_lists()
        batch = batch.select(np.repeat(np.arange(len(batch)), counts))
        batch.step(actions)
    return len(batch)


@every_game
def test_the_batch_kernels_say_what_the_states_say(game: str, players: int) -> None:
    states = some_states(game, players)
    loaded = states[0].game
    batch = Batch(loaded, len(states))
    for row, state in enumerate(states):
        batch.states[row] = np.frombuffer(state.to_bytes(), dtype=np.uint8)
    assert batch.current_players().tolist() == [state.current_player() for state in states]
    assert batch.keys().tolist() == [state.key for state in states]
    np.testing.assert_array_equal(batch.legal_actions_masks(), [state.legal_actions_mask() for state in states])
    np.testing.assert_allclose(batch.returns(), [state.returns() for state in states], atol=1e-6)
    for seat in range(players):
        np.testing.assert_array_equal(batch.observe(seat), [state.observation_tensor(seat) for state in states])
    counts, actions = batch.legal_lists()
    listed = [[action for action, _ in state.chance_outcomes()] or state.legal_actions() for state in states]
    assert counts.tolist() == [len(each) for each in listed]
    assert actions.tolist() == [action for each in listed for action in each]


@every_game
def test_random_playouts_are_a_function_of_the_seed(game: str, players: int) -> None:
    start = some_states(game, players)[0]
    for policy in (False, True):
        first = embertree.random_playouts(start, 20, seed=1, policy=policy)
        again = embertree.random_playouts(start, 20, seed=1, policy=policy)
        other = embertree.random_playouts(start, 20, seed=2, policy=policy)
        assert first["checksum"] == again["checksum"]
        assert first["games"] == 20
        assert sum(first["value_sums"]) == pytest.approx(20, rel=1e-6)
        if not policy:
            assert first["checksum"] != other["checksum"]


# --- Searches ---


@every_game
@pytest.mark.parametrize("search", embertree.searcher_names())
def test_every_search_answers_with_a_legal_move_and_repeats_itself(game: str, players: int, search: str) -> None:
    states = decisions(game, players)
    for state in states[:: max(1, len(states) // 5)]:
        answers = []
        for _ in range(2):
            searcher = embertree.Searcher(search, state.game, seed=3, hash_mb=8)
            searcher.start(state, nodes=200, depth=2)
            assert searcher.wait(60_000)
            found = searcher.found()
            assert state.is_legal(found.best)
            assert found.best == found.moves[0].action
            assert found.best in found.bestmoves
            assert len(found.values) == players
            assert found.nodes >= 1
            assert [m.action for m in found.moves] == list(dict.fromkeys(m.action for m in found.moves))
            answers.append([(m.action, m.visits, m.values) for m in found.moves])
        assert answers[0] == answers[1]


@every_game
def test_a_search_takes_root_moves_and_refuses_wrong_ones(game: str, players: int) -> None:
    state = decisions(game, players)[0]
    for search in embertree.searcher_names():
        searcher = embertree.Searcher(search, state.game, hash_mb=8)
        only = state.legal_actions()[-1]
        searcher.start(state, nodes=50, depth=1, searchmoves=[only])
        assert searcher.wait(60_000)
        assert [move.action for move in searcher.found().moves] == [only] == [searcher.found().best]
        with pytest.raises(IllegalActionError):
            searcher.start(state, nodes=50, searchmoves=[-1])
        with pytest.raises(UsageError, match="limit"):
            searcher.start(state)
        end = some_states(game, players)[-1]
        with pytest.raises(UsageError, match="over"):
            searcher.start(end, nodes=10)
