"""`embertree check-engine`: does an engine keep to the protocol?"""

import shlex
from typing import Annotated

import typer

from embertree._core import UsageError
from embertree.cli.options import JsonOption, print_json, whole
from embertree.protocol.client import EngineFailure
from embertree.protocol.compliance import Verdict, check_engine
from embertree.protocol.compliance.talk import Facts
from embertree.words import shown

EXAMPLE = 'Example: embertree check-engine "embertree engine --game pig"'


def check_engine_command(
    command: Annotated[
        str, typer.Argument(metavar="CMD", help="The command line that starts the engine, as one word.")
    ],
    patience: Annotated[
        int, typer.Option("--patience", parser=whole(100, 600_000), metavar="MS", help="How long an answer may take.")
    ] = 5_000,
    only: Annotated[str, typer.Option("--only", metavar="TEXT", help="Only the rules that hold this text.")] = "",
    json: JsonOption = False,
) -> None:
    """Tries every rule of the protocol (docs/protocol.md) on an engine: pass, fail or skip, and what was seen.

    Rules of the game are skipped for an engine that declares SendMoves, since it knows none. Exit code 1 where a rule
    is broken.
    """
    try:
        words = shlex.split(command)
    except ValueError as trouble:
        raise UsageError(f"check-engine {shown(command)}: {str(trouble).lower()}") from None
    if not words:
        raise UsageError("check-engine: the command line is empty")
    verdicts: list[Verdict] = []

    def introduce(facts: Facts) -> None:
        if not json:
            game = f", game {facts.game}" if facts.game else ""
            print(f"{facts.dialect}: {facts.name or 'an engine without a name'}{game}")

    try:
        for verdict in check_engine(words, patience / 1000, introduce, only):
            verdicts.append(verdict)
            if not json:
                print(
                    f"  {verdict.verdict:<4} {verdict.section}  {verdict.rule}\n            {verdict.seen}", flush=True
                )
    except EngineFailure as failure:
        raise UsageError(f"check-engine {shown(command)}: {failure.detail}") from None
    if only and all(verdict.verdict == "skip" for verdict in verdicts):
        raise UsageError(f"check-engine --only {shown(only)}: no rule that was tried holds this text")
    counts = {kind: sum(verdict.verdict == kind for verdict in verdicts) for kind in ("pass", "fail", "skip")}
    if json:
        print_json({"command": words, **counts, "rules": [verdict._asdict() for verdict in verdicts]})
    else:
        print(f"{counts['pass']} passed, {counts['fail']} failed, {counts['skip']} skipped")
    if counts["fail"]:
        raise typer.Exit(1)
