"""What the README shows is run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_opening_example_runs() -> None:
    example = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert example is not None
    assert len(example.group(1).splitlines()) <= 16
    ran = subprocess.run([sys.executable, "-c", example.group(1)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "round 4" in ran.stdout


def test_every_folder_and_page_named_exists() -> None:
    root = Path(__file__).parent.parent
    for folder in re.findall(r"^\| `([a-z/]+/)`", README, re.MULTILINE):
        assert (root / folder).is_dir(), folder
    for page in re.findall(r"\]\((docs/[^)]+)\)", README):
        assert (root / page).is_file(), page
