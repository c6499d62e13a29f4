"""What tests of the arena share."""

import os
import shlex
import sys
from pathlib import Path

import pytest
from processes import PYTHON

FAKE = Path(__file__).parent.parent / "fakes" / "fake_engine.py"


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    # The package may be found through the path alone, so engines and workers get ours.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


@pytest.fixture
def fake():
    """SPEC of an engine that misbehaves (tests/fakes/fake_engine.py)."""

    def spec(mode: str, number: int = 0, settings: str = "start=5000,ready=400,move=400,nodes=1") -> str:
        return f"cmd[{settings}]:{PYTHON} {shlex.quote(str(FAKE))} {mode} {number}"

    return spec
