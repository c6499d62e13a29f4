"""The compliance check: our engine and the examples keep to every rule, and a fault is found at the rule it breaks."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from gamelist import GAMES

import embertree
from embertree.cli import main
from embertree.protocol.compliance import RULES, check_engine

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "examples"
BROKEN = TESTS / "fakes" / "broken_engine.py"
GAME_IDS = embertree.game_ids()


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


def verdicts(command: list[str], **settings) -> dict[str, list[str]]:
    """The rules by verdict; a failed one with what was seen."""
    found: dict[str, list[str]] = {"pass": [], "fail": [], "skip": []}
    for verdict in check_engine(command, **settings):
        text = f"{verdict.rule}: {verdict.seen}" if verdict.verdict == "fail" else verdict.rule
        found[verdict.verdict].append(text)
    return found


@pytest.mark.parametrize("game", GAME_IDS)
def test_our_engine_passes_every_rule_for_every_game(game: str) -> None:
    found = verdicts([sys.executable, "-m", "embertree", "engine", "--game", game])
    # How late an answer comes on a clock says how busy this machine is, not whether the engine is right.
    late = [line for line in found["fail"] if " ms of " in line or " ms after " in line]
    assert [line for line in found["fail"] if line not in late] == []
    assert len(found["pass"]) + len(found["skip"]) + len(late) == sum(len(rule.dialects) for rule in RULES)
    # What may be skipped: rules for engines without rules, and those of chance where a game has none.
    assert len(found["skip"]) <= (2 if embertree.Game(game).has_chance else 7)


@pytest.mark.parametrize("agent", ["expectimax", "greedy", "random"])
def test_so_does_it_with_other_agents(agent: str) -> None:
    game = next(game for game, players in GAMES if players == 2)
    command = [sys.executable, "-m", "embertree", "engine", "--game", game, "--set", f"Agent={agent}"]
    found = verdicts(command)
    # These two look at every move or at none, whatever the limit, and random ranks no moves.
    theirs = {"greedy": ("nodes is exact",), "random": ("nodes is exact", "MultiPV")}.get(agent, ())
    assert [text for text in found["fail"] if not text.startswith(theirs)] == []


def test_the_examples_pass(tmp_path: Path) -> None:
    program = tmp_path / "minimal_engine"
    subprocess.run(["cc", "-o", str(program), str(EXAMPLES / "minimal_engine.c")], check=True)
    for command in ([str(program)], [sys.executable, str(EXAMPLES / "minimal_engine.py")]):
        found = verdicts(command)
        assert found["fail"] == []
        # Whatever needs no rules of a game was tried.
        assert len(found["pass"]) >= 40


FAULTS = {
    "says nothing of its protocol": "the handshake names",
    "declares half an option": "game and option lines are well formed",
    "answers isready twice": "isready is answered with readyok",
    "takes option names by case": "option names are taken without case",
    "ends at an unknown option": "an unknown option",
    "plays without an info line": "go is answered with info",
    "plays something else": "go is answered with info",
    "answers infinite at once": "infinite does not answer before stop",
    "remembers a stop": "stop is harmless at rest",
    "is never busy": "other commands are busy",
    "goes on without a position": "before the first position",
    "swallows wrong words of go": "wrong words after go",
    "is late": "movetime is kept",
    "chats": "nothing is printed unasked",
    "answers questions with nothing": "without rules a question is still an error",
    "stays at the end of its input": "the end of input ends the engine",
    "reads only short lines": "a line of 1 MiB is taken",
    "does not mind zero bytes": "a zero byte",
    "has codes of its own": "error codes are those of the protocol",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_is_found_at_its_rule(fault: str) -> None:
    found = verdicts([sys.executable, str(BROKEN), fault], patience_s=2.0, only=FAULTS[fault])
    assert any(text.startswith(FAULTS[fault]) for text in found["fail"]), found


def test_every_fault_is_tried() -> None:
    source = BROKEN.read_text(encoding="utf-8")
    assert {line.split('"')[1] for line in source.splitlines() if line.startswith("@fault")} == set(FAULTS)


def test_the_command_prints_a_line_for_each_rule(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'minimal_engine.py'))}"
    assert main(["check-engine", command]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ngi: Minimal engine in Python\n")
    assert "pass 4  infinite does not answer before stop, and answers once then\n" in out
    assert out.splitlines()[-1].endswith(" passed, 0 failed, 22 skipped")
    assert main(["check-engine", command, "--json", "--only", "option"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["fail"] == 0
    assert facts["pass"] == sum(row["verdict"] == "pass" for row in facts["rules"])
    assert {"dialect", "section", "rule", "verdict", "seen"} == set(facts["rules"][0])


def test_a_broken_rule_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(BROKEN))} 'is late'"
    assert main(["check-engine", command, "--only", "movetime"]) == 1
    out = capsys.readouterr().out
    assert "fail 4  movetime is kept" in out
    assert "ms of 150" in out
    assert main(["check-engine", command, "--only", "no such rule"]) == 2
    assert "no rule that was tried holds this text" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("/nonexistent/engine", "/nonexistent/engine: cannot be started"),
        ("", "the command line is empty"),
        ("'", "no closing quotation"),
        ("cat", "it does not answer the handshake ngi"),
        ("true", "it has ended with exit code 0"),
    ],
)
def test_what_is_no_engine_is_exit_code_2(command: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-engine", command, "--patience", "300", "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert complaint in captured.err
