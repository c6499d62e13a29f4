"""Stone Age: the card that one seat draws unseen leaks to nobody, and dealing it at the end is exact."""

from fractions import Fraction
from typing import Any

import pytest
from stone_age_table import CARDS, Seat, Table, play, read, words

import embertree
from embertree import IllegalActionError, Searcher, State, UsageError


def before_the_draw(players: int = 2, **fields: Any) -> State:
    """P0 has paid for the card that draws another; all others still have their turn."""
    seats = [Seat(gold=1, cards=[0, 16]), *(Seat(wood=3, stone=1, cards=[5 + i]) for i in range(players - 1))]
    table = Table(seats, display=[2, 12, 30, 8], **fields)
    table.places = {"card_1": {0: 1}, "card_2": {1: 1}, "forest": {1: 2}, "field": {players - 1: 1}}
    return play(table.state(), "go:card_1", "pay:g1")


def search(state: State, name: str, **limits: int) -> list[Any]:
    searcher = Searcher(name, state.game, seed=5, hash_mb=16)
    searcher.start(state, **limits)
    assert searcher.wait(60_000)
    found = searcher.found()
    return [found.nodes, found.values, found.best, [(m.action, m.visits, m.values, m.pv) for m in found.moves]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_another_seat_sees_the_same_whichever_card_was_drawn(players: int) -> None:
    start = before_the_draw(players)
    drawn = [start.child(action) for action, _ in start.chance_outcomes()]
    assert len(drawn) > 20
    for seat in range(1, players):
        views = [state.view(seat) for state in drawn]
        assert len({view.to_bytes() for view in views}) == 1
        assert len({view.key for view in views}) == 1
        assert len({view.position for view in views}) == 1
        assert len({state.observation_tensor(seat).tobytes() for state in drawn}) == 1
        assert views[0].view(seat) == views[0]
        assert views[0].audit() == ""
    assert len({state.view(0).to_bytes() for state in drawn}) == len(drawn)
    assert len({state.observation_tensor(0).tobytes() for state in drawn}) == len(drawn)


def test_the_search_of_another_seat_is_the_same_whichever_card_was_drawn() -> None:
    start = before_the_draw()
    for name, limits in (("mcts", {"nodes": 400}), ("expectimax", {"depth": 2}), ("greedy", {"depth": 1})):
        found = []
        for word in ("draw:c12", "draw:c33", "draw:c20"):
            state = play(start, word)
            assert state.current_player() == 1
            found.append(search(state, name, **limits))
        assert found[0] == found[1] == found[2], name


def test_the_owner_knows_what_it_drew() -> None:
    start = before_the_draw()
    # Two symbols and a farmer without fields are worth 4; a third symbol 5 more, a second pottery 1, a shaman 5.
    for word, score in (("draw:c20", 4), ("draw:c4", 9), ("draw:c1", 5), ("draw:c33", 9)):
        state = play(start, word)
        assert state.view(0) == state
        assert state.scores()[0] == state.view(0).scores()[0] == score
        assert state.view(1).scores()[0] == 4


def test_a_view_holds_the_card_among_the_unseen() -> None:
    state = play(before_the_draw(), "draw:c10")
    view = read(state.view(1))
    assert view.seats[0].hidden == "c?"
    assert view.display == read(state).display
    # The deck has one card less than there are unseen ones.
    table = read(state)
    seen = [card for seat in table.seats for card in seat.cards] + [
        card for card in table.display or [] if card is not None
    ]
    unseen = 36 - len(seen)
    game_end = ended(state.view(1))
    assert game_end.phase() == "draw"
    assert sum(weight for _, weight in game_end.chance_outcomes()) == unseen
    assert "draw:c10" in words(game_end)


def ended(state: State) -> State:
    """The same at the end of the game: the line with P0's hidden card, the board cleared, stack 0 empty."""
    table = read(state).filled()
    table.places = {"hunting_ground": {0: 1}}
    table.phase, table.pending, table.turn, table.start = "go", "-", 0, 0
    assert table.stacks is not None
    gone = table.stacks[0][1]
    table.stacks = [(None, 0), *table.stacks[1:]]
    table.seats[1].tiles = ["BBS", "BBG", "BSS", "SSG", "4OF1", "4OF2", "4OF3"][:gone]
    return play(table.state(), "go:hunting_ground", "roll:1")


def test_the_mean_over_the_final_deal_is_exact() -> None:
    """What the view deals before scoring is what the truth is on average, card by card and seat by seat."""
    start = before_the_draw()
    truth = {}
    for action, weight in start.chance_outcomes():
        state = ended(start.child(action))
        assert state.is_terminal()
        truth[start.action_to_string(action)] = (weight, state.scores())
    view = ended(play(start, "draw:c10").view(1))
    assert view.phase() == "draw"
    assert view.current_player() == embertree.CHANCE
    dealt = {}
    for action, weight in view.chance_outcomes():
        end = view.child(action)
        assert end.is_terminal()
        dealt[view.action_to_string(action)] = (weight, end.scores())
    assert dealt == truth
    total = sum(weight for weight, _ in truth.values())
    mean = [sum(Fraction(weight * scores[seat], total) for weight, scores in truth.values()) for seat in range(2)]
    again = [sum(Fraction(weight * scores[seat], total) for weight, scores in dealt.values()) for seat in range(2)]
    assert mean == again
    assert mean[0].denominator > 1  # it is a mean, not a constant


def test_the_next_card_is_as_likely_for_a_seat_as_the_unseen_cards_say() -> None:
    """A seat that does not know the drawn card sees any unseen card come next, that card included."""
    start = before_the_draw()
    view = play(start, "draw:c12").view(1)
    while view.phase() != "deal" or read(view).pending != "card":
        view.apply_action(view.legal_actions()[0] if view.legal_actions() else view.chance_outcomes()[0][0])
    weights = {view.action_to_string(action): weight for action, weight in view.chance_outcomes()}
    owned = {CARDS[card] for seat in read(view).seats for card in seat.cards}
    assert "deal:c12" in weights or 12 in owned
    assert sum(weights.values()) == sum(view_deck(view).values())


def view_deck(view: State) -> dict[int, int]:
    """Cards that do not lie open, by id."""
    table = read(view)
    seen = [card for seat in table.seats for card in seat.cards] + [
        card for card in table.display or [] if card is not None
    ]
    left = dict.fromkeys(CARDS, 0)
    for card in CARDS:
        left[card] += 1
    for card in seen:
        left[CARDS[card]] -= 1
    return left


def test_an_engine_may_follow_a_draw_that_it_does_not_see() -> None:
    start = before_the_draw()
    unseen = play(start, "draw:c?")
    assert unseen == play(start, "draw:?") == play(start, "draw:c10").view(1)
    assert start.action_to_string(start.string_to_action("draw:c10"), seat=1) == "draw:c?"
    # It is what is seen of an event, not an event with a chance of its own.
    assert start.string_to_action("draw:c?") not in dict(start.chance_outcomes())
    with pytest.raises(IllegalActionError):
        ended(unseen).string_to_action("draw:c?")


def test_a_whole_game_through_the_eyes_of_the_others() -> None:
    """Played on truth, every view stays sound and agrees on whose turn it is, in games in which a card is drawn."""
    game = embertree.load_game("stone_age", 3)
    drawn = 0
    for seed in range(12):
        state = game.new_initial_state()
        k = 1000 * seed
        while not state.is_terminal():
            k += 1
            state.apply_action(state.policy_action(k) if state.current_player() >= 0 else state.random_action(k))
            owner = [seat for seat, each in enumerate(read(state).seats) if each.hidden is not None]
            if not owner or k % 5:
                continue
            drawn += 1
            for seat in range(3):
                view = state.view(seat)
                assert view.audit() == ""
                assert view.current_player() == state.current_player()
                assert view.legal_actions() == state.legal_actions()
                hidden = read(view).seats[owner[0]].hidden
                assert (hidden == "c?") == (seat != owner[0] and not state.is_terminal())
    assert drawn > 20


def test_a_hidden_card_needs_its_reason() -> None:
    line = Table([Seat(), Seat()], phase="place").line
    game = embertree.load_game("stone_age")
    with pytest.raises(UsageError, match="c2"):
        game.parse_position(line.replace(":-:-:- 5:", ":-:-:c? 5:"))
    with pytest.raises(UsageError, match="two hidden cards"):
        game.parse_position(line.replace(":-:-:-", ":-:c2:c?"))
