"""`embertree engine`: the protocol on standard input and output. Neither typer nor rich is imported on this path."""

import sys

from embertree._core import UsageError
from embertree.cli.trouble import complain

HELP = """\
Usage: embertree engine [--game G] [--players N] [--rules k=v,...] [--set NAME=VALUE ...] [bench]

Speaks the engine protocol (docs/protocol.md) on standard input and output.

  --game G          the game, as `setoption name Game value G`
  --players N       the number of players
  --rules k=v,...   rules options
  --set NAME=VALUE  any option of the protocol; may be repeated
  bench             searches fixed positions of the game, then ends: `<n> nodes <m> nps`
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
        from embertree.protocol.loop import bench, serve

        settings, benching = _settings(arguments)
        return bench(settings) if benching else serve(settings)
    except UsageError as trouble:
        return complain(f"engine: {trouble}")
    except KeyboardInterrupt:
        return 130


def _settings(arguments: list[str]) -> tuple[list[tuple[str, str]], bool]:
    """(option, value) in the order in which they are set, and whether `bench` stands there."""
    settings: list[tuple[str, str]] = []
    benching = False
    rest = list(arguments)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name == "bench" and not equals:
            benching = True
            continue
        known = [*_SHORTHANDS, "--set"]
        if name not in known:
            from embertree.words import did_you_mean, shown

            raise UsageError(f"there is no argument {shown(name)}{did_you_mean(name, [*known, 'bench'])}")
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
    return sorted(settings, key=lambda setting: order.get(setting[0].lower(), 2)), benching


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
