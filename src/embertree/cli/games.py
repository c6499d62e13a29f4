"""`embertree games`: what can be played."""

from typing import Any

from embertree._core import Game, game_ids
from embertree.cli.options import JsonOption, print_json

EXAMPLE = "Example: embertree games --json"


def games(json: JsonOption = False) -> None:
    """What can be played: seats, chance and rules options of every game."""
    rows = [_facts(Game(name)) for name in game_ids()]
    if json:
        print_json({"games": rows})
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("game", "players", "chance", "rules", "options (default first)", box=None, pad_edge=False)
    for row in rows:
        low, high = row["min_players"], row["max_players"]
        seats = f"{low}-{high}" if high > low else str(low)
        options = "\n".join(escape(_option_text(option)) for option in row["options"])
        chance = "yes" if row["chance"] else "no"
        table.add_row(row["game"], seats, chance, f"v{row['rules_version']}", options)
    Console().print(table)


def _facts(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "chance": game.has_chance,
        "hidden": game.has_hidden,
        "rules_version": game.rules_version,
        "num_distinct_actions": game.num_distinct_actions,
        "state_bytes": game.state_bytes,
        "options": [_option(spec) for spec in game.option_specs()],
    }


def _option(spec: dict[str, Any]) -> dict[str, Any]:
    option = {name: spec[name] for name in ("name", "type", "default", "help")}
    if spec["type"] == "choice":
        option["choices"] = spec["choices"]
    if spec["type"] == "integer":
        option["low"], option["high"] = spec["low"], spec["high"]
    return option


def _option_text(option: dict[str, Any]) -> str:
    if option["type"] == "choice":
        others = [choice for choice in option["choices"] if choice != option["default"]]
        values = "|".join([option["default"], *others])
    elif option["type"] == "integer":
        values = f"{option['default']} ({option['low']} .. {option['high']})"
    else:
        values = option["default"] or "text"
    return f"{option['name']}={values}  {option['help']}".rstrip()
