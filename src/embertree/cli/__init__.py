"""The command line, one file a subcommand. This page stays light: an engine must start at once."""

import sys


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0, 1 (something did not fit), 2 (bad input) or 130 (Ctrl-C)."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == ["engine"]:
        # Before typer and rich are imported, which takes longer than a whole handshake.
        from embertree.cli.engine import main as engine

        return engine(arguments[1:])
    from embertree.cli.app import run

    return run(arguments)
