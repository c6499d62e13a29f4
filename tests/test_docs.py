"""What the docs show is run as it stands there, in order, page by page."""

import re
from pathlib import Path

import pytest

from embertree.agents import AGENTS
from embertree.arena.ending import FORFEITS
from embertree.cli.app import MODULES
from embertree.protocol.reference import tables
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


def test_the_protocol_page_has_the_tables_of_the_grammar(blessing: bool) -> None:
    path = DOCS / "protocol.md"
    text = path.read_text(encoding="utf-8")
    for name, table in tables().items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        found = pattern.search(text)
        assert found is not None, name
        if blessing:
            text = pattern.sub(lambda m, table=table: f"{m[1]}\n{table}\n{m[2]}", text, count=1)
        else:
            assert found[0] == f"{found[1]}\n{table}\n{found[2]}", f"{name}: pytest --bless writes it anew"
    if blessing:
        path.write_text(text, encoding="utf-8")


def test_the_protocol_page_shows_a_game_that_is_tested(blessing: bool) -> None:
    talk = (Path(__file__).parent / "protocol" / "whole_game.talk").read_text(encoding="utf-8")
    path = DOCS / "protocol.md"
    text = path.read_text(encoding="utf-8")
    pattern = re.compile(r"(## A whole game\n.*?\n```\n).*?(```\n)", re.DOTALL)
    if blessing:
        path.write_text(pattern.sub(lambda m: m[1] + talk + m[2], text, count=1), encoding="utf-8")
    else:
        found = pattern.search(text)
        assert found is not None
        assert found[0] == found[1] + talk + found[2], "pytest --bless writes it anew"


def test_the_protocol_page_names_every_failure_and_setting() -> None:
    text = page("protocol.md")
    assert re.findall(r"^\| `(timeout|crash|illegal|protocol)` \|", text, re.MULTILINE) == list(FORFEITS)
    for name in ("dialect", "name", "dir", "nodes", "depth", "movetime", "start", "ready", "move", "margin"):
        assert f"`{name}`" in text
