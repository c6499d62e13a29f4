"""Options that all tests share."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run, so that a change fails by its own fault. New ones: `--hypothesis-profile=default`.
settings.register_profile("fixed", derandomize=True)
settings.load_profile("fixed")

# Started in the background of a script, Python comes to ignore Ctrl-C, and so would every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        metavar="DIR",
        default=str(Path(__file__).parent / "golden"),
        help="golden data: a folder of the form of tests/golden, one folder a game",
    )
    parser.addoption("--bless", action="store_true", help="record the playthroughs anew; the diff is the review")


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Path:
    """The folder of golden data, `--golden DIR` or tests/golden."""
    folder = Path(request.config.getoption("--golden"))
    if not folder.is_dir():
        pytest.fail(f"--golden {folder}: there is no such folder")
    return folder


@pytest.fixture(scope="session")
def blessing(request: pytest.FixtureRequest) -> bool:
    """Whether recorded files are written anew instead of compared."""
    return bool(request.config.getoption("--bless"))
