"""Terra Mystica against games played elsewhere: every row's outcome, and final scores by source.

The games of people (`human_*`) are records of unstated licence and no part of the project; they are replayed where a
folder `../shared` next to the project holds them (or the one that EMBERTREE_SHARED names).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from embertree import load_game
from embertree.records.ledger import Checked, check, read_ledger

GAME = "terra_mystica"
PROJECT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("EMBERTREE_SHARED", PROJECT.parent / "shared")) / "golden" / GAME


def golden_folder(config: pytest.Config) -> Path:
    chosen = config.getoption("--golden", default=None)
    return (Path(chosen) if chosen else PROJECT / "tests" / "golden") / GAME


def games_in(folder: Path, *patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in folder.glob(pattern))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = golden_folder(metafunc.config)
    if "selfplay_path" in metafunc.fixturenames:
        metafunc.parametrize("selfplay_path", games_in(folder, "ai_*.json", "rnd_*.json"), ids=lambda path: path.stem)
    if "human_path" in metafunc.fixturenames:
        paths = games_in(folder, "human_*.json") or games_in(SHARED, "human_*.json")
        skip = pytest.mark.skip(reason=f"games of people are no part of the project; {SHARED} does not hold them")
        metafunc.parametrize(
            "human_path",
            paths or [pytest.param(None, marks=skip)],
            ids=lambda path: path.stem if path else "none",
        )


def replayed(path: Path) -> Checked:
    ledger = read_ledger(path)
    assert ledger is not None
    checked = check(ledger)
    assert checked.disagreement is None, str(checked.disagreement)
    assert checked.final.is_terminal()
    return checked


def test_a_game_of_other_programs_replays_row_by_row(selfplay_path: Path) -> None:
    assert replayed(selfplay_path).order == "table"


def test_a_game_of_people_replays_row_by_row(human_path: Path) -> None:
    assert replayed(human_path).order == ("post" if human_path.stem.endswith("_post") else "table")


def test_a_replayed_game_is_legal_and_sound_decision_by_decision(golden: Path) -> None:
    paths = games_in(golden / GAME, "ai_5p*.json")[:1] + games_in(golden / GAME, "rnd_3p*.json")[:1]
    if not paths:
        pytest.skip("no such game in this folder")
    reader = load_game(GAME)
    for path in paths:
        checked = replayed(path)
        state = checked.final.game.new_initial_state()
        for word in checked.play.history:
            action = state.string_to_action(word)
            assert action in state.legal_actions()
            assert state.action_to_string(action) == word
            state.apply_action(action)
            assert state.audit() == ""
            assert state.key == state.key_from_scratch()
            again = reader.parse_position(state.position)
            assert again == state
            assert again.to_bytes() == state.to_bytes()
        assert state == checked.final
