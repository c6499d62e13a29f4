"""`embertree play`: a person at the terminal."""

import os
import shutil
from collections.abc import Callable
from typing import Annotated

import typer

from embertree._core import CHANCE, Game, State, UsageError
from embertree.agents import Agent, AgentFailure, Limits, make_agent
from embertree.agents.spec import make_search_agent
from embertree.arena.table import Event, Table
from embertree.cli.options import (
    GameArgument,
    MovetimeOption,
    NodesOption,
    PlayersOption,
    RulesOption,
    whole,
)
from embertree.words import MAX_SEED, did_you_mean, shown

EXAMPLE = "Example: embertree play connect_four --against mcts:nodes=2000"

_HINT = "mcts:nodes=3000"
_HINTS_SHOWN = 3
# More moves than that are listed only when asked for.
_LISTED = 40


def play(
    game: GameArgument,
    players: PlayersOption = None,
    seat: Annotated[
        int, typer.Option("--seat", parser=whole(0, 4), metavar="K", help="Your seat, counted from 0.")
    ] = 0,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="SPEC", help="Who plays the other seats: one SPEC for all, or one for each."),
    ] = None,
    rules: RulesOption = "",
    seed: Annotated[
        int | None,
        typer.Option("--seed", parser=whole(0, MAX_SEED), metavar="S", help="Of dice and players; any where left out."),
    ] = None,
    movetime: MovetimeOption = None,
    nodes: NodesOption = None,
) -> None:
    """You against any players, at the terminal.

    Moves are chosen by number or text; `undo` takes back your last decision where no chance came between, `hint` asks
    a search, `help` lists all that can be typed.
    """
    loaded = Game(game, players, rules)
    if seat >= loaded.num_players:
        raise UsageError(f"--seat {seat}: seats of this game are 0 to {loaded.num_players - 1}")
    others = [other for other in range(loaded.num_players) if other != seat]
    specs = list(against or ["mcts"])
    if len(specs) not in (1, len(others)):
        raise UsageError(f"--against: one SPEC, or {len(others)}, one for each other seat; not {len(specs)}")
    if len(specs) == 1:
        specs *= len(others)
    if seed is None:
        seed = int.from_bytes(os.urandom(6))
    agents: dict[int, Agent] = {}
    try:
        limits = Limits(nodes=nodes or 0, movetime_ms=movetime or 0)
        for other, spec in zip(others, specs, strict=True):
            agents[other] = make_agent(spec, loaded, limits)
        _Session(Table(loaded, seat, agents, seed), seed).run()
    except AgentFailure as failure:
        print(f"\nA player cannot go on: {failure}")
        raise typer.Exit(1) from None
    finally:
        for agent in agents.values():
            agent.close()


class _Quit(Exception):
    pass


class _Session:
    """The conversation with the person."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._seed = seed
        self._commands: dict[str, tuple[str, Callable[[str], None]]] = {
            "moves": ("moves [TEXT]: your moves, or those that hold the text", self._moves),
            "board": ("board: the position again", lambda _: self._show()),
            "hint": ("hint: what a search would do", self._hint),
            "undo": ("undo: takes back your last decision, unless chance came between", self._undo),
            "score": ("score: where the points come from", lambda _: self._score()),
            "position": ("position: the position in one line", lambda _: print(self._table.view.position)),
            "history": ("history: all that was played", self._history),
            "help": ("help: this list", self._help),
            "quit": ("quit: leaves the game", self._quit),
        }

    def run(self) -> None:
        table = self._table
        game = table.game
        rules = f", rules {game.rules}" if game.rules else ""
        print(f"{game.title}, {game.num_players} players{rules}, seed {self._seed}")
        print(f"You are {_seat(table.seat)}; " + ", ".join(f"{_seat(s)} is {a.name}" for s, a in table.agents.items()))
        try:
            while True:
                for event in table.go_on():
                    self._tell(event)
                if table.over:
                    break
                self._show()
                self._turn()
        except (_Quit, EOFError):
            print("\nThe game is left.")
            return
        self._show(moves=False)
        self._score()
        ranks = table.state.ranks()
        winners = [_seat(seat) for seat, rank in enumerate(ranks) if rank == 1]
        print(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}.")

    # --- A turn ---

    def _turn(self) -> None:
        """Until the person has decided, or taken back a decision."""
        count = len(self._table.plies)
        while len(self._table.plies) == count:
            line = input(f"{_seat(self._table.seat)}> ").strip()
            if not line:
                continue
            word, _, rest = line.partition(" ")
            try:
                if word in self._commands:
                    self._commands[word][1](rest.strip())
                else:
                    self._table.decide(self._action(line))
            except UsageError as trouble:
                print(trouble)

    def _action(self, text: str) -> int:
        """The move that a number, a word, or enough of a word means."""
        state = self._table.view
        actions = state.legal_actions()
        if text.isdecimal():
            if 1 <= int(text[:9]) <= len(actions):
                return actions[int(text[:9]) - 1]
            raise UsageError(f"{shown(text)}: your moves are 1 to {len(actions)}")
        words = {state.action_to_string(action): action for action in actions}
        if text in words:
            return words[text]
        for fits in (str.startswith, str.__contains__):
            found = [word for word in words if fits(word.lower(), text.lower())]
            if len(found) == 1:
                return words[found[0]]
            if found:
                more = ", ..." if len(found) > 8 else ""
                raise UsageError(f"{shown(text)} may be {', '.join(found[:8])}{more}")
        if " " not in text:
            try:
                return state.string_to_action(text)  # a word in another order, or the reason why not
            except UsageError as trouble:
                near = did_you_mean(text, self._commands)
                raise UsageError(f"{trouble}{near if 'did you mean' in near else ''}") from None
        raise UsageError(f"{shown(text)} is neither a move nor a command; `help` lists the commands")

    # --- Commands ---

    def _moves(self, text: str) -> None:
        state = self._table.view
        rows = [f"{k} {state.action_to_string(action)}" for k, action in enumerate(state.legal_actions(), 1)]
        fitting = [row for row in rows if text.lower() in row.lower()]
        _print_columns(fitting) if fitting else print(f"none of your {len(rows)} moves holds {shown(text)}")

    def _hint(self, _: str) -> None:
        state = self._table.view
        thinker = make_search_agent(_HINT, state.game)
        try:
            found = thinker.search(state)
        finally:
            thinker.close()
        for move in found.moves[:_HINTS_SHOWN]:
            words = _line(state, move.pv)
            print(f"  {100 * move.values[self._table.seat]:5.1f} %  {words}")

    def _undo(self, _: str) -> None:
        why = self._table.take_back()
        if why:
            print(f"undo: {why}")

    def _score(self) -> None:
        state = self._table.view
        seats = range(state.num_players)
        width = max([5, *(len(name) for name, _ in state.score_sheet())])
        print(f"{'':<{width}}" + "".join(f"{_seat(seat):>6}" for seat in seats))
        for name, points in [*state.score_sheet(), ("total", state.scores())]:
            print(f"{name:<{width}}" + "".join(f"{each:>6}" for each in points))

    def _history(self, _: str) -> None:
        print(" ".join(self._table.heard) or "nothing yet")

    def _help(self, _: str) -> None:
        print("A move by its number, by its word, or by enough of it. Otherwise:")
        for text, _act in self._commands.values():
            print(f"  {text}")

    def _quit(self, _: str) -> None:
        raise _Quit

    # --- Printing ---

    def _tell(self, event: Event) -> None:
        who = "chance" if event.seat == CHANCE else f"{_seat(event.seat)} ({self._table.agents[event.seat].name})"
        print(f"{who}: {event.word}")

    def _show(self, *, moves: bool = True) -> None:
        state = self._table.view
        print(f"\n{str(state).rstrip()}\n")
        if moves:
            count = state.legal_count()
            if count <= _LISTED:
                self._moves("")
            else:
                print(f"{count} moves; `moves` lists them, `moves TEXT` those that hold the text")


def _seat(seat: int) -> str:
    return f"p{seat + 1}"


def _line(state: State, actions: list[int]) -> str:
    words = []
    at = state.clone()
    for action in actions:
        if not at.is_legal(action):
            break
        words.append(at.action_to_string(action))
        at.apply_action(action)
    return " ".join(words)


def _print_columns(rows: list[str]) -> None:
    width = max(map(len, rows)) + 2
    across = max(1, shutil.get_terminal_size().columns // width)
    for start in range(0, len(rows), across):
        print("".join(f"{row:<{width}}" for row in rows[start : start + across]).rstrip())
