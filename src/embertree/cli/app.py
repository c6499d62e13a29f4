"""The typer application: which commands there are, and how their errors look."""

import os
import sys
from typing import Annotated

import typer

from embertree._core import UsageError, build_info, version
from embertree.cli import analyze, bench, check_engine, games, match, perft, play, replay, show
from embertree.cli import engine as engine_command
from embertree.cli import ledger as ledger_command
from embertree.cli.trouble import complain
from embertree.words import did_you_mean, shown

app = typer.Typer(
    name="embertree",
    help="Game-tree search for modern board games with dice.",
    epilog="Example: embertree match connect_four --player mcts:nodes=500 --player greedy --blocks 10",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

MODULES = (games, play, match, analyze, show, perft, bench, replay)
for module in MODULES:
    app.command(epilog=module.EXAMPLE)(getattr(module, module.__name__.rpartition(".")[2]))
app.add_typer(ledger_command.app, name="ledger")
app.command(name="check-engine", epilog=check_engine.EXAMPLE)(check_engine.check_engine_command)


@app.command(name="engine", epilog="Example: embertree engine --game volcano_island --set Agent=expectimax")
def engine() -> None:
    """The engine protocol on standard input and output.

    `embertree engine --help` lists its arguments.
    """
    print(engine_command.HELP, end="")  # reached only through unusual orders of arguments


def _print_version(wanted: bool) -> None:
    if wanted:
        build = build_info()
        parts = [f"checks {'on' if build['checked'] else 'off'}"]
        if build["sanitizer"]:
            parts.append(f"sanitizer {build['sanitizer']}")
        if build["native"]:
            parts.append("built for this processor only")
        print(f"embertree {version()} ({', '.join(parts)}; compiler {build['compiler']})")
        raise typer.Exit()


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="The version, and whether checks are on."
        ),
    ] = False,
) -> None:
    pass


def run(arguments: list[str]) -> int:
    """Runs one command line and returns the exit code."""
    names = sorted([*(module.__name__.rpartition(".")[2] for module in MODULES), "engine", "ledger", "check-engine"])
    if arguments and not arguments[0].startswith("-") and arguments[0] not in names:
        return complain(f"there is no command {shown(arguments[0])}{did_you_mean(arguments[0], names)}")
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="embertree", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except UsageError as trouble:
        return complain(str(trouble))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return _reader_has_gone()
    except SystemExit as stop:
        # The command line library turns a closed pipe into this.
        if isinstance(stop.__context__, BrokenPipeError):
            return _reader_has_gone()
        raise
    except Exception as trouble:
        # The command line library's own complaints carry their text in one method, whatever its version.
        words = getattr(trouble, "format_message", None)
        if words is None:
            raise
        return complain(words() or "see embertree --help")


def _reader_has_gone() -> int:
    """Whoever reads our output has seen enough. Nothing more may be written when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
