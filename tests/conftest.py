"""Options that all tests share."""

from pathlib import Path

import pytest


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
