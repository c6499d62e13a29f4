"""What the docs show is run as it stands there, in order, page by page."""

import re
from pathlib import Path

import pytest

from embertree.agents import AGENTS
from embertree.cli.app import MODULES
from embertree.protocol.grammar import COMMANDS, QUERIES
from embertree.records.form import FIELDS

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_python_page_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", page("python.md"), re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, object] = {"__name__": "docs"}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["played"].scores  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", PAGES, ids=[path.name for path in PAGES])
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).is_file(), target


def test_the_command_line_page_names_every_command_and_agent() -> None:
    text = page("command-line.md")
    for module in MODULES:
        assert f"`{module.__name__.rpartition('.')[2]}" in text
    for agent in AGENTS:
        assert f"| `{agent}` |" in text


def test_the_records_page_has_a_row_for_every_field() -> None:
    assert re.findall(r"^\| `(\w+)` \|", page("records.md"), re.MULTILINE) == [field.name for field in FIELDS]


def test_the_protocol_page_names_every_command_and_question() -> None:
    words = set(re.findall(r"\w+", page("protocol.md")))
    assert {command.word for command in COMMANDS} - {"uginewgame", "ucinewgame"} <= words
    assert {query.word for query in QUERIES} <= words
