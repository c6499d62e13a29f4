"""Pieces of the engine by themselves: groups of seats, what a pondering search does, what a line goes through."""

import time

import pytest
from gamelist import GAMES, IDS, some_states, walk

import embertree
from embertree import Searcher, State, UsageError
from embertree.protocol.grammar import COMMANDS, ERRORS, QUERIES
from embertree.protocol.groups import check_groups, first_against_rest, group_result, parse_groups
from embertree.protocol.jobs import bench_states
from embertree.protocol.options import option_rows
from embertree.protocol.position import heard_word
from embertree.protocol.server import Server
from embertree.seeds import nth


def said(server: Server, *lines: str) -> list[str]:
    """What some lines bring; a search they begin is waited for."""
    for line in lines:
        server.feed(f"{line}\n".encode())
        while server.step():
            pass
        until = time.monotonic() + 60
        while server.busy and time.monotonic() < until:
            server.tick()
    out = server.out.decode().splitlines()
    server.out.clear()
    return out


# --- Groups of seats ---


class _Over:
    def __init__(self, ranks: list[int], over: bool = True) -> None:
        self._ranks, self._over = ranks, over

    def is_terminal(self) -> bool:
        return self._over

    def ranks(self) -> list[int]:
        return self._ranks


@pytest.mark.parametrize(
    ("ranks", "groups", "result"),
    [
        ([1, 2, 3, 4], "1,3|2,4", "p1win"),
        ([2, 1, 4, 3], "1,3|2,4", "p2win"),
        ([1, 2, 4, 3], "1,3|2,4", "draw"),
        ([1, 1, 3, 3], "1,3|2,4", "draw"),
        ([1, 2, 2, 4], "1,4|2,3", "p2win"),  # 2.5 against 2
        ([1, 2, 3], "1|2,3", "p1win"),
        ([2, 1, 3], "1|2,3", "draw"),  # 2 against 2
        ([3, 1, 2], "1|2,3", "p2win"),
        ([1, 3, 2, 5, 4], "1,2,3|4,5", "p1win"),
    ],
)
def test_the_better_mean_rank_is_the_groups_win(ranks: list[int], groups: str, result: str) -> None:
    assert group_result(_Over(ranks), parse_groups(groups)) == result  # type: ignore[arg-type]
    assert group_result(_Over(ranks, over=False), parse_groups(groups)) == "none"  # type: ignore[arg-type]


def test_groups_are_two_and_hold_each_seat_once() -> None:
    assert parse_groups("3,1|2") == ((2, 0), (1,))
    for text in ("", "1", "1,2", "1|2|3", "1,|2", "|1", "1|", "a|b", "0|1", "6|1", "1,1|2", "1|1", "1, 2|3", "12|3"):
        with pytest.raises(UsageError, match="SeatGroups"):
            parse_groups(text)
    check_groups(((0, 2), (1,)), 3)
    for seats in (2, 4):
        with pytest.raises(UsageError, match=f"SeatGroups 1,3|2 are not the {seats} seats"):
            check_groups(((0, 2), (1,)), seats)
    assert first_against_rest(4) == ((0,), (1, 2, 3))


@pytest.mark.parametrize(("game", "players"), [row for row in GAMES if row[1] > 2])
def test_p1turn_and_result_by_groups(game: str, players: int) -> None:
    odd = [seat for seat in range(players) if seat % 2 == 0]
    text = ",".join(str(seat + 1) for seat in odd)
    text += "|" + ",".join(str(seat + 1) for seat in range(players) if seat not in odd)
    server = Server()
    said(server, f"setoption name Game value {game}", f"setoption name SeatGroups value {text}")
    for state in [*some_states(game, players)[::5], some_states(game, players)[-1]]:
        said(server, f"position fen {state.position}")
        mine = "true" if state.current_player() in odd else "false"
        assert said(server, "query p1turn", "query result") == [
            f"response {mine}",
            f"response {group_result(state, parse_groups(text))}",
        ]
    other = players - 1 if players > 3 else players + 1
    if other <= embertree.Game(game).max_players:
        (error,) = said(server, f"position startpos players {other}")
        assert error == f"error bad_option SeatGroups {text} are not the {other} seats of this game"


# --- Pondering, in the core ---


@pytest.mark.parametrize("name", ["mcts", "expectimax", "greedy", "random"])
def test_ponderhit_lets_the_limits_count(name: str) -> None:
    game = embertree.load_game("connect_four")
    searcher = Searcher(name, game)
    state = game.new_initial_state()
    searcher.start(state, nodes=50, infinite=True)
    assert not searcher.wait(100)
    searcher.ponderhit()
    assert searcher.wait(5_000)
    assert state.is_legal(searcher.found().best)
    # Without other limits it goes on for the time that is named.
    if name in ("mcts", "expectimax"):
        searcher.start(state, infinite=True)
        assert not searcher.wait(100)
        began = time.monotonic()
        searcher.ponderhit(60)
        assert searcher.wait(5_000)
        assert 0.05 < time.monotonic() - began < 2
    # A hit on a search that ponders no more is nothing.
    searcher.ponderhit(5)
    searcher.start(state, nodes=20_000)
    searcher.wait()
    assert searcher.found().nodes == 20_000 or name in ("greedy", "random", "expectimax")


# --- Hidden outcomes ---

HIDDEN = [(game, players) for game, players in GAMES if embertree.Game(game).has_hidden]


@pytest.mark.parametrize(("game", "players"), HIDDEN)
def test_a_card_that_another_seat_drew_is_a_question_mark(game: str, players: int) -> None:
    state, words, owner = _after_a_hidden_draw(game, players)
    server = Server()
    said(server, f"newgame game {game} players {players}")
    for seat in range(players):
        mine = words[seat]
        assert mine[-1].endswith(":?") == (seat != owner)
        assert said(server, f"position startpos moves {' '.join(mine)}") == []
        assert said(server, "query fen") == [f"response {state.view(seat).position}"]
        # Word by word it is the same, and a search knows what to do with it.
        said(server, f"position startpos moves {' '.join(mine[:-1])}", f"moves {mine[-1]}")
        assert said(server, "query fen") == [f"response {state.view(seat).position}"]
    while state.is_chance_node():
        action, _ = state.chance_outcomes()[0]
        for seat in range(players):
            words[seat].append(heard_word(state, action, seat))
        state.apply_action(action)
    if not state.is_terminal():
        for seat in range(players):
            said(server, f"position startpos moves {' '.join(words[seat])}")
            move = said(server, "go nodes 20")[-1].removeprefix("bestmove ")
            assert state.is_legal(state.string_to_action(move))


@pytest.mark.parametrize(("game", "players"), HIDDEN)
def test_the_search_of_who_knows_less_does_not_see_more(game: str, players: int) -> None:
    """Whatever the card is, a seat that did not see it searches the same."""
    state, _, owner = _after_a_hidden_draw(game, players)
    before = embertree.Game(game, players).new_initial_state()
    for action in state.history()[:-1]:
        before.apply_action(action)
    answers: dict[str, set[str]] = {}
    true_positions = set()
    for card, _ in before.chance_outcomes():
        # On to the decision of a seat that has not seen the card.
        true = before.child(card)
        while not true.is_terminal() and true.current_player() in (owner, embertree.CHANCE):
            true.apply_action(true.chance_outcomes()[0][0] if true.is_chance_node() else true.legal_actions()[0])
        if true.is_terminal():
            continue
        # The whole truth, as somebody who analyses the game sends it; the search gets the view of who is to move.
        server = Server()
        said(server, f"setoption name Game value {game}", f"position fen {true.position}")
        assert said(server, "query fen") == [f"response {true.position}"]
        lines = said(server, "go nodes 100")
        true_positions.add(true.position)
        seen = true.view(true.current_player()).position
        answers.setdefault(seen, set()).add(" ".join(w for w in lines[-2].split() if not w.isdecimal()) + lines[-1])
    assert len(true_positions) > len(answers) > 0
    assert all(len(each) == 1 for each in answers.values())


def _after_a_hidden_draw(game: str, players: int) -> tuple[State, list[list[str]], int]:
    """A state right after a card was drawn that one seat alone has seen; the words by seat; that seat."""
    for seed in range(200):
        state = embertree.Game(game, players).new_initial_state()
        words: list[list[str]] = [[] for _ in range(players)]
        k = 0
        while not state.is_terminal():
            k += 1
            action = state.random_action(nth(seed, k))
            heard = [heard_word(state, action, seat) for seat in range(players)]
            for seat in range(players):
                words[seat].append(heard[seat])
            state.apply_action(action)
            if any(word.endswith(":?") for word in heard):
                return state, words, next(seat for seat in range(players) if not heard[seat].endswith(":?"))
    pytest.fail("no card was drawn in 200 games")


# --- Lines through chance ---


@pytest.mark.parametrize("agent", ["mcts", "expectimax"])
@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_line_goes_through_chance_only_where_it_is_asked_for(game: str, players: int, agent: str) -> None:
    server = Server()
    said(server, f"setoption name Game value {game}", f"setoption name Agent value {agent}")
    states = [state for state in some_states(game, players) if state.current_player() >= 0]
    through = 0
    for option in ("false", "true"):
        said(server, f"setoption name PVThroughChance value {option}")
        for state in states[:: max(1, len(states) // 6)]:
            lines = said(server, f"position fen {state.position}", "go nodes 3000 depth 3")
            words = lines[-2].partition(" pv ")[2].split()
            chance = _chance_words(state, words)
            if option == "false":
                assert chance == 0
            through += chance
    if game == "pig":
        assert through > 0


def _chance_words(state: State, words: list[str]) -> int:
    """How many words of a line are outcomes; every word must be legal where it stands."""
    at = state.clone()
    count = 0
    for word in words:
        count += at.is_chance_node()
        at.apply_action(at.string_to_action(word))
    return count


# --- Our own mistakes ---


def test_a_mistake_of_ours_is_an_error_line_and_the_answer_that_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    said(server, "setoption name Game value pig", "position startpos")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("it\nhappens")

    monkeypatch.setattr("embertree.protocol.server.answer", broken)
    assert said(server, "query turn") == ["error internal ZeroDivisionError: it happens", "response error"]
    monkeypatch.setattr("embertree.protocol.server.limits_of", broken)
    assert said(server, "go nodes 5") == ["error internal ZeroDivisionError: it happens", "bestmove 0000"]
    monkeypatch.undo()
    monkeypatch.setattr("embertree.protocol.jobs.info_lines", broken)
    assert said(server, "go nodes 5") == ["error internal ZeroDivisionError: it happens", "bestmove 0000"]
    monkeypatch.setattr("embertree.protocol.jobs.perft", broken)
    assert said(server, "perft 2") == ["error internal ZeroDivisionError: it happens"]
    monkeypatch.setattr("embertree.protocol.server.parse_position", broken)
    assert said(server, "position startpos") == ["error internal ZeroDivisionError: it happens"]
    monkeypatch.undo()
    # And the game of others goes on, from the next good position.
    assert said(server, "query turn", "position startpos", "query turn") == [
        "error no_position",
        "response error",
        "response p1",
    ]


# --- Tables ---


def test_every_row_has_its_words() -> None:
    for row in COMMANDS:
        assert row.help
        assert callable(getattr(Server, f"_do_{row.word}"))
    for query in QUERIES:
        assert query.help
        assert query.response
    assert all(ERRORS.values())
    for option in option_rows():
        assert option.help
        assert option.type in ("check", "spin", "combo", "string", "button")


def test_bench_positions_are_decisions_of_one_game() -> None:
    for game, players in GAMES:
        states = bench_states(embertree.load_game(game, players))
        assert 1 <= len(states) <= 16
        assert all(state.current_player() >= 0 for state in states)
        assert states == bench_states(embertree.load_game(game, players))


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_list_that_grows_word_by_word_is_the_list(game: str, players: int) -> None:
    """The engine keeps what it has played already; nobody may notice."""
    server, afresh = Server(), Server()
    for each in (server, afresh):
        said(each, f"newgame game {game} players {players}")
    final = list(walk(embertree.load_game(game, players).new_initial_state(), 3))[-1]
    at = embertree.load_game(game, players).new_initial_state()
    words: list[str] = []
    for k, action in enumerate(final.history()):
        words.append(at.action_to_string(action))
        at.apply_action(action)
        line = f"position startpos moves {' '.join(words)}"
        assert said(server, line) == []
        if k % 25 == 0:
            said(afresh, "newgame", line)
            assert said(server, "query fen", "query hash") == said(afresh, "query fen", "query hash")
            # A wrong list in between does not spoil what is kept.
            assert said(server, line + " nonsense")[0].split()[:3] in (
                ["error", "illegal_move", str(len(words) + 1)],
                ["error", "wrong_chance", str(len(words) + 1)],
                ["error", "game_over", str(len(words) + 1)],
            )
    assert said(server, line, "query fen") == [f"response {final.position}"]
