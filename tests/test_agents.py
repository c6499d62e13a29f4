"""Players: what a SPEC may say, and what the agents do."""

import pytest
from gamelist import GAMES, IDS, decisions

import embertree
from embertree import UsageError
from embertree.agents import AGENTS, Limits, make_agent, parse_spec


def test_the_list_of_agents_is_the_list_of_searches() -> None:
    assert sorted(AGENTS) == sorted(embertree.searcher_names())


def test_a_spec_is_read() -> None:
    spec = parse_spec("mcts:nodes=2000,seed=7,hash=64,explore=0.9,leaf=evaluate")
    assert spec.name == "mcts"
    assert spec.limits == Limits(nodes=2000)
    assert (spec.seed, spec.hash_mb, spec.threads) == (7, 64, 1)
    assert spec.params == "explore=0.9,leaf=evaluate"
    assert parse_spec("expectimax:depth=2,movetime=50").limits == Limits(depth=2, movetime_ms=50)
    assert parse_spec(" random ").name == "random"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "there is no agent ''; there are: random, greedy, mcts, expectimax"),
        ("mcst", "did you mean 'mcts'"),
        ("alphazero", "there are: random, greedy, mcts, expectimax"),
        ("mcts:", "expected key=value"),
        ("mcts:nodes", "'nodes' is not key=value"),
        ("mcts:nodes=", "'nodes=' is not key=value"),
        ("mcts:nodes=0", "nodes: '0' is not a whole number from 1"),
        ("mcts:nodes=-5", "nodes: '-5' is not a whole number from 1"),
        ("mcts:nodes=1e6", "nodes: '1e6' is not a whole number from 1"),
        ("mcts:nodes=" + "9" * 5000, "is not a whole number from 1"),
        ("mcts:nodes=٣", "is not a whole number from 1"),
        ("mcts:nodes=1,nodes=2", "nodes is given twice"),
        ("mcts:nodse=1", "did you mean 'nodes'"),
        ("random:nodes=5", "random has no key 'nodes'"),
        ("mcts:threads=999", "threads: '999' is not a whole number from 1"),
        ("mcts:hash=0", "hash: '0' is not a whole number from 1"),
        ("cmd:./engine", "an engine from outside cannot do this; there are: random, greedy, mcts, expectimax"),
        ("py:module:factory", "an agent of your own cannot do this"),
    ],
)
def test_a_wrong_spec_is_one_line_that_names_the_part(text: str, complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_spec(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_wrong_search_parameter_is_an_error_that_names_the_player() -> None:
    game = embertree.load_game("tic_tac_toe")
    with pytest.raises(UsageError, match=r"player 'mcts:explore=x': .*explore.*not a number from -1"):
        make_agent("mcts:explore=x", game)
    with pytest.raises(UsageError, match="leaf"):
        make_agent("mcts:leaf=magic", game)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:nodes=50", "expectimax:depth=1"])
def test_every_agent_plays_legally_and_repeats_itself(game: str, players: int, spec: str) -> None:
    states = decisions(game, players)[::7]
    choices = []
    for _ in range(2):
        agent = make_agent(spec, states[0].game)
        agent.new_game(0, 42)
        choices.append([agent.choose(state.view(state.current_player())) for state in states])
        agent.close()
    assert choices[0] == choices[1]
    for state, choice in zip(states, choices[0], strict=True):
        assert state.is_legal(choice.action)
        assert len(choice.values) == players
        assert choice.nodes > 0


def test_equals_are_told_apart_by_the_seed() -> None:
    start = embertree.load_game("tic_tac_toe").new_initial_state()
    agent = make_agent("random", start.game)
    chosen = set()
    for seed in range(60):
        agent.new_game(0, seed)
        chosen.add(agent.choose(start).action)
    assert chosen == set(start.legal_actions())


def test_random_does_not_do_the_same_for_ever_in_the_same_position() -> None:
    # Two players who hold at nothing come back to where they were; a choice by position alone would never end.
    start = embertree.load_game("pig").new_initial_state()
    agent = make_agent("random", start.game)
    agent.new_game(0, 3)
    assert {agent.choose(start).action for _ in range(30)} == {0, 1}


def test_a_seed_in_the_spec_stays_from_game_to_game() -> None:
    start = embertree.load_game("tic_tac_toe").new_initial_state()
    agent = make_agent("random:seed=5", start.game)
    chosen = set()
    for seed in range(20):
        agent.new_game(0, seed)
        chosen.add(agent.choose(start).action)
    assert len(chosen) == 1


def test_limits_of_the_spec_go_before_those_of_the_match() -> None:
    start = embertree.load_game("connect_four").new_initial_state()
    for spec, nodes in (("mcts", 300), ("mcts:nodes=77", 77)):
        agent = make_agent(spec, start.game, Limits(nodes=300))
        agent.new_game(0, 1)
        assert agent.choose(start).nodes == nodes


def test_a_tree_is_kept_from_move_to_move_where_asked() -> None:
    assert parse_spec("mcts:nodes=50,reuse=on").reuse
    assert not parse_spec("mcts:nodes=50").reuse
    with pytest.raises(UsageError, match="reuse is on or off, not 'maybe'"):
        parse_spec("mcts:reuse=maybe")
    with pytest.raises(UsageError, match="expectimax has no key 'reuse'"):
        parse_spec("expectimax:reuse=on")
    game = embertree.Game("connect_four")
    kept, fresh = (make_agent(spec, game) for spec in ("mcts:nodes=200,reuse=on", "mcts:nodes=200"))
    for _ in range(2):  # a new game forgets the last one
        state = game.new_initial_state()
        kept.new_game(0, 1)
        fresh.new_game(0, 1)
        first = kept.choose(state)
        assert first == fresh.choose(state)
        state.apply_action(first.action)
        state.apply_action(state.legal_actions()[3])
        assert kept.choose(state) != fresh.choose(state)
