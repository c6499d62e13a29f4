"""bench/regret.py: what choices lose, in positions that all players share."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "bench" / "regret.py"


def regret(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, timeout=300)


def test_who_solves_the_game_regrets_nothing() -> None:
    # To the end of the game every judge and the second player know the values for certain.
    measured = regret(
        "tic_tac_toe", "2", "random", "expectimax:depth=9", "--positions", "6", "--judge", "expectimax:depth=9"
    )
    assert measured.returncode == 0, measured.stderr
    _, first, second = measured.stdout.splitlines()
    assert first.startswith("random ")
    assert float(first.split()[1]) > 0
    assert second.startswith("expectimax:depth=9 ")
    assert float(second.split()[1]) == 0
    assert second.split()[2] == f"+{float(first.split()[1]):.2f}"
    again = regret(
        "tic_tac_toe", "2", "random", "expectimax:depth=9", "--positions", "6", "--judge", "expectimax:depth=9"
    )
    assert again.stdout == measured.stdout


def test_what_is_wrong_is_named() -> None:
    asked = regret("tic_tac_toe", "2", "random", "--judge", "cmd:x")
    assert asked.returncode == 2
    assert "an engine from outside cannot do this" in asked.stderr
    assert "there is no game 'tic'" in regret("tic", "2", "random").stderr
