"""A search knows what its seat knows and nothing else, and answers the same wherever and whenever it is asked."""

import json
import re
import subprocess
import sys

import pytest
from gamelist import GAMES, IDS, random_decisions

from embertree import Game, Searcher, State
from embertree.seeds import nth

HIDING = [(game, players) for game, players in GAMES if Game(game, players).has_hidden]
SEARCHES = ("mcts", "expectimax", "greedy")
NODES = {"mcts": 300, "expectimax": 2000, "greedy": 1}


def answer(state: State, name: str, searcher: Searcher | None = None) -> list:
    """All that a search says but how long it took."""
    searcher = searcher or Searcher(name, state.game, seed=7, hash_mb=16)
    searcher.start(state, nodes=NODES[name])
    searcher.wait()
    found = searcher.found()
    moves = [[move.action, move.visits, move.values, move.pv] for move in found.moves]
    return [found.best, found.nodes, found.depth, found.values, found.scores, found.proven, moves]


def hidden_draws(game: Game, wanted: int) -> list[tuple[State, State, int]]:
    """Pairs of states that differ in a draw which `seat`, who is to move, did not see."""
    pairs = []
    for seed in range(100):
        state = game.new_initial_state()
        k = 0
        while not state.is_terminal() and len(pairs) < wanted:
            k += 1
            if state.is_chance_node():
                outcomes = [action for action, _ in state.chance_outcomes()]
                one, other = state.child(outcomes[0]), state.child(outcomes[-1])
                seat = one.current_player()
                if seat >= 0 and one != other and one.view(seat) == other.view(seat):
                    pairs.append((one, other, seat))
            state.apply_action(state.random_action(nth(seed, k)))
        if len(pairs) == wanted:
            break
    return pairs


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("game", "players"), HIDING)
def test_nobody_peeks(game: str, players: int, search: str) -> None:
    pairs = hidden_draws(Game(game, players), 3)
    assert pairs
    for one, other, _ in pairs:
        assert answer(one, search) == answer(other, search)


def protocol_answer(engine: subprocess.Popen[str], *lines: str) -> str:
    """The last info line and the best move, without what the clock says."""
    assert engine.stdin
    assert engine.stdout
    engine.stdin.write("\n".join(lines) + "\n")
    engine.stdin.flush()
    last = ""
    for line in engine.stdout:
        if line.startswith("bestmove "):
            assert line != "bestmove 0000\n"
            return re.sub(r" (time|nps) \d+", "", last + line)
        if not line.startswith("info string"):
            last = line
    raise AssertionError("the engine has gone")


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_dice_that_have_not_fallen_are_not_known(game: str, players: int) -> None:
    """The seed of a match decides its next dice; an engine that is told the seed thinks as without it."""
    state = random_decisions(Game(game, players), 3, seed=4)[2]
    command = [sys.executable, "-m", "embertree", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        engine_setup = (f"newgame game {game} players {players}", "setoption name ChanceMode value auto")
        said = [
            protocol_answer(engine, *engine_setup, f"position fen {state.position} seed {seed}", "go nodes 300")
            for seed in (1, 2)
        ]
        assert engine.stdin
        engine.stdin.write("quit\n")
    assert said[0] == said[1]
    assert " nodes " in said[0]


SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from test_honest_search import all_answers
print(json.dumps(all_answers()))
"""


def all_answers() -> list:
    found = []
    for game, players in GAMES:
        for search in SEARCHES:
            # One searcher for all positions: each but the first finds it used.
            searcher = Searcher(search, Game(game, players), seed=7, hash_mb=16)
            for state in random_decisions(Game(game, players), 2, seed=9):
                found.append(answer(state, search, searcher))
    return found


def test_fresh_used_and_parallel_processes_agree() -> None:
    here = __file__.rpartition("/")[0]
    command = [sys.executable, "-c", SCRIPT, here]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    used = all_answers()
    fresh = []
    for game, players in GAMES:
        for search in SEARCHES:
            fresh += [answer(state, search) for state in random_decisions(Game(game, players), 2, seed=9)]
    assert used == fresh
    for process in both:
        out, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        assert json.loads(out) == used
