"""Tries the rules one after another on processes of an engine."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from embertree.protocol.client import EngineClient, EngineFailure, Patience
from embertree.protocol.compliance import dialects, ends, lines, positions, questions, searches
from embertree.protocol.compliance.talk import RULES, Broken, Facts, Rule, Skipped, Talk
from embertree.protocol.grammar import DIALECTS
from embertree.protocol.transport import ProcessTransport, TransportError

MODULES = (lines, positions, searches, questions, dialects, ends)


class Verdict(NamedTuple):
    """What came of one rule."""

    dialect: str
    section: int
    rule: str
    verdict: str
    """pass, fail or skip."""
    seen: str


def check_engine(
    command: Sequence[str],
    patience_s: float = 5.0,
    on_start: Callable[[Facts], None] | None = None,
    only: str = "",
) -> Iterator[Verdict]:
    """One verdict after another, of the rules that hold the text `only`. A UsageError where the command cannot be
    started, an EngineFailure where it answers no handshake at all."""
    spoken = 0
    trouble: EngineFailure | None = None
    for dialect in DIALECTS:
        try:
            facts = _facts(command, dialect, patience_s)
        except EngineFailure as failure:
            trouble = trouble or failure
            yield Verdict(dialect, 2, f"it speaks {dialect}", "skip", failure.detail)
            continue
        spoken += 1
        if on_start:
            on_start(facts)
        yield from _check_dialect(facts, only)
    if not spoken and trouble:
        raise trouble


def _facts(command: Sequence[str], dialect: str, patience_s: float) -> Facts:
    client = EngineClient(
        ProcessTransport(command), Patience(start=int(patience_s * 1000), ready=int(patience_s * 1000))
    )
    try:
        client.open(dialect, probe=True)
        return Facts(command, dialect, client.name, client.games, client.options, patience_s)
    finally:
        client.kill()


def _check_dialect(facts: Facts, only: str) -> Iterator[Verdict]:
    talk: Talk | None = None
    try:
        for rule in _in_order():
            if facts.dialect not in rule.dialects or only not in rule.text:
                continue
            if talk is None:
                talk = Talk(facts)
            verdict, seen = _try(rule, facts, talk)
            if verdict == "fail" or talk.transport.exit_code(0) is not None:
                talk.close()
                talk = None
            yield Verdict(facts.dialect, rule.section, rule.text, verdict, seen)
    finally:
        if talk:
            talk.close()


def _in_order() -> list[Rule]:
    """The rules in the order of their modules."""
    names = [module.__name__ for module in MODULES]
    return sorted(RULES, key=lambda rule: names.index(rule.check.__module__))


def _try(rule: Rule, facts: Facts, talk: Talk) -> tuple[str, str]:
    new_game = "newgame" if facts.dialect == "ngi" else f"{facts.dialect}newgame"
    try:
        talk.say(facts.dialect)
        talk.hear(f"{facts.dialect}ok")
        talk.say(new_game)
        talk.settle()
        return "pass", rule.check(facts, talk)
    except Skipped as skipped:
        return "skip", str(skipped)
    except Broken as broken:
        return "fail", str(broken)
    except TransportError as trouble:
        return "fail", trouble.detail
