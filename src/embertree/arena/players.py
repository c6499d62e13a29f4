"""Players with names, out of a file:

[strong]
cmd = "./engine --flag"          # or spec = "mcts:nodes=500", or py = "bots:make"
dir = "engines/strong"           # where it starts; relative to this file
nodes = 500                      # or depth, movetime; and for engines start, ready, move, margin (ms), dialect
options = { Hash = 64 }          # of the engine, the search, or the factory
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from embertree._core import UsageError
from embertree.agents.remote import escaped_setting, parse_remote
from embertree.agents.spec import name_of, parse_spec
from embertree.words import did_you_mean, shown

_LIMITS = ("nodes", "depth", "movetime")
_KEYS = {
    "spec": ("spec", *_LIMITS, "options"),
    "cmd": ("cmd", "dir", "dialect", *_LIMITS, "start", "ready", "move", "margin", "options"),
    "py": ("py", "dir", *_LIMITS, "move", "margin", "options"),
}


def read_players(path: str) -> dict[str, str]:
    """SPEC by name, in the order of the file."""
    try:
        with Path(path).open("rb") as file:
            tables = tomllib.load(file)
    except OSError as trouble:
        raise UsageError(f"{path}: cannot be read: {trouble.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as trouble:
        raise UsageError(f"{path}: is not TOML: {trouble}") from None
    players = {}
    for name, table in tables.items():
        where = f"{path}: player {shown(name)}"
        if not isinstance(table, dict):
            raise UsageError(f"{where}: expected a table, [{name}]")
        players[name] = _spec_of(name, table, Path(path).parent, where)
    if not players:
        raise UsageError(f"{path}: there is no player in it")
    return players


def chosen_players(named: Sequence[str], players: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """SPECs and plain names of what was named on the command line; everybody of the file where nobody was."""
    wanted = list(named) or list(players)
    return [players.get(name, name) for name in wanted], [name if name in players else name_of(name) for name in wanted]


def _spec_of(name: str, table: Mapping[str, Any], folder: Path, where: str) -> str:
    kinds = [kind for kind in _KEYS if kind in table]
    if len(kinds) != 1:
        raise UsageError(f"{where}: expected one of cmd, spec and py, there is {' and '.join(kinds) or 'none'}")
    kind = kinds[0]
    for key in table:
        if key not in _KEYS[kind]:
            raise UsageError(f"{where}: there is no key {shown(key)} beside {kind}{did_you_mean(key, _KEYS[kind])}")
    if not isinstance(table[kind], str):
        raise UsageError(f"{where}: {kind}: expected text")
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise UsageError(f"{where}: options: expected a table, such as {{ Hash = 64 }}")
    settings = {key: _text(value, f"{where}: {key}") for key, value in table.items() if key not in (kind, "options")}
    settings |= {key: _text(value, f"{where}: options, {key}") for key, value in options.items()}
    if kind == "spec":
        return _with_keys(table["spec"], settings)
    if "dir" in table:
        settings["dir"] = str((folder / table["dir"]).resolve())
    settings = {"name": name} | settings
    inside = ",".join(f"{key}={escaped_setting(value)}" for key, value in settings.items())
    spec = f"{kind}[{inside}]:{table[kind]}"
    if kind == "cmd":
        parse_remote(spec)
    return spec


def _with_keys(spec: str, settings: Mapping[str, str]) -> str:
    if settings:
        spec += ("," if ":" in spec else ":") + ",".join(f"{key}={value}" for key, value in settings.items())
    return parse_spec(spec).text


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise UsageError(f"{where}: expected a word or a number")
