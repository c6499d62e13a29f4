"""`embertree engine`: the protocol on standard input and output. Neither typer nor rich is imported on this path."""

import sys

from embertree._core import UsageError
from embertree.cli.trouble import complain

HELP = """\
Usage: embertree engine [--game G] [--players N] [--rules k=v,...] [--set NAME=VALUE ...]

Speaks the engine protocol (docs/protocol.md) on standard input and output.

  --game G          the game, as `setoption name Game value G`
  --players N       the number of players
  --rules k=v,...   rules options
  --set NAME=VALUE  any option of the protocol; may be repeated
  --help            this text

Example:
  printf 'ngi\\nposition startpos moves roll\\nquery chance\\nquit\\n' | embertree engine --game pig
"""

# What an argument sets; the others follow as they were given.
_SHORTHANDS = {"--game": "Game", "--players": "Players", "--rules": "Rules"}


def main(arguments: list[str]) -> int:
    if "--help" in arguments:
        print(HELP, end="")
        return 0
    try:
        settings = _settings(arguments)
        from embertree.protocol.server import serve

        return serve(settings)
    except UsageError as trouble:
        return complain(f"engine: {trouble}")
    except KeyboardInterrupt:
        return 130


def _settings(arguments: list[str]) -> list[tuple[str, str]]:
    settings: list[tuple[str, str]] = []
    rest = list(arguments)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in (*_SHORTHANDS, "--set"):
            from embertree.words import did_you_mean, shown

            raise UsageError(f"there is no argument {shown(name)}{did_you_mean(name, [*_SHORTHANDS, '--set'])}")
        if not equals:
            if not rest:
                raise UsageError(f"{name}: a value is missing")
            value = rest.pop(0)
        if name == "--set":
            option, equals, value = value.partition("=")
            if not equals:
                raise UsageError(f"--set: '{option}' is not NAME=VALUE")
            settings.append((option, value))
        else:
            settings.append((_SHORTHANDS[name], value))
    # A game first: the number of players and the rules are judged by it.
    order = {"game": 0, "players": 1}
    return sorted(settings, key=lambda setting: order.get(setting[0].lower(), 2))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
