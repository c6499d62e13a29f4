"""Recorded games of every game and number of players, as text that a person can read.

`pytest --bless` records them anew; the diff is the review. They hold rules, words and scores still while code changes.
"""

from pathlib import Path

import pytest
from gamelist import GAMES, IDS

import embertree
from embertree import State
from embertree.seeds import ChanceDraws, nth

SEED = 2026
POSITION_EVERY = 10
SHOWN_MOVES = 12


def playthrough(game: str, players: int) -> str:
    """One game, decisions chosen by a fixed generator, chance as the protocol draws it."""
    state = embertree.load_game(game, players).new_initial_state()
    draws = ChanceDraws(SEED)
    lines = [f"{game}, {players} players, rules version {state.game.rules_version}, seed {SEED}", *facts(state)]
    ply = 0
    while not state.is_terminal():
        ply += 1
        if state.is_chance_node():
            actor, action = "chance", draws.draw(state)
        else:
            actor, actions = f"p{state.current_player() + 1}", state.legal_actions()
            action = actions[nth(SEED, ply) % len(actions)]
        lines.append(f"{ply:>4} {actor} {state.action_to_string(action)}")
        state.apply_action(action)
        if ply % POSITION_EVERY == 0:
            lines += facts(state)
    lines += facts(state)
    lines += [f"     {line}" for line in str(state).splitlines()]
    lines += [f"     {' '.join(map(str, points))}  {name}" for name, points in state.score_sheet()]
    lines.append(f"     scores {' '.join(map(str, state.scores()))}, ranks {' '.join(map(str, state.ranks()))}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def facts(state: State) -> list[str]:
    moves = [state.action_to_string(action) for action in state.legal_actions()]
    moves += [f"{state.action_to_string(action)}/{weight}" for action, weight in state.chance_outcomes()]
    more = f" .. {moves[-1]}" if len(moves) > SHOWN_MOVES else ""
    return [
        f"     {state.position}",
        f"     round {state.round()}, {state.phase()}: {len(moves)} {' '.join(moves[:SHOWN_MOVES])}{more}",
    ]


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_the_recorded_playthrough_is_played_again(game: str, players: int, golden: Path, blessing: bool) -> None:
    path = golden / game / f"playthrough_{players}.txt"
    played = playthrough(game, players)
    if blessing:
        path.parent.mkdir(exist_ok=True)
        path.write_text(played, encoding="utf-8")
        return
    if golden != Path(__file__).parent / "golden" and not path.exists():
        pytest.skip(f"no playthrough in {golden}")
    assert path.exists(), f"{path.name} of {game} is missing: record it with pytest --bless"
    assert played == path.read_text(encoding="utf-8")
