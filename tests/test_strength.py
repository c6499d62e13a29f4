"""bench/strength.py: matches at equal time, and the table of what their stores hold."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "bench" / "strength.py"


def strength(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, timeout=300)


def test_a_match_becomes_a_line_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text("before\n<!-- table -->\nold\n<!-- table -->\nafter\n")
    chosen = ["expectimax", "--game", "stone_age", "--players", "2", "--db", str(tmp_path / "stores")]
    played = strength(*chosen, "--movetime", "1", "--blocks", "2", "--concurrency", "1")
    assert played.returncode == 0, played.stderr
    table = strength(*chosen, "--table", "--write", str(page))
    assert table.returncode == 0, table.stderr
    rows = [line for line in page.read_text().splitlines() if line.startswith("| stone_age")]
    assert len(rows) == 1
    assert rows[0].startswith("| stone_age | 2 | MCTS against expectimax | 2 (4) | ")
    assert page.read_text().startswith("before\n")
    assert page.read_text().endswith("\nafter\n")
    assert "old" not in page.read_text()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    asked = strength("old", "--db", str(tmp_path))
    assert asked.returncode == 2
    assert "--old is missing" in asked.stderr
    page = tmp_path / "page.md"
    page.write_text("no marks")
    assert "needs two lines" in strength("--table", "--db", str(tmp_path), "--write", str(page)).stderr
