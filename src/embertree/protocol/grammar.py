"""The protocol as tables: commands, questions, limits and options. Server, `help` and tests read them; so will the
client."""

from collections.abc import Sequence
from typing import NamedTuple

from embertree._core import OBJECTIVES, game_ids, searcher_params
from embertree.agents.spec import AGENTS, MAX_THREADS
from embertree.words import MAX_SEED

VERSION = 1
AUTHOR = "the Embertree authors"
DIALECTS = ("ngi", "ugi", "uci")
MAX_LINE = 1 << 20
CHANCE_VERBS = ("roll", "draw", "deal")


class Command(NamedTuple):
    word: str
    usage: str
    help: str
    dialects: Sequence[str] = DIALECTS
    while_searching: bool = False


COMMANDS = (
    Command("ngi", "ngi", "handshake: name, games, options", ("ngi",)),
    Command("ugi", "ugi", "handshake of two-player managers", ("ugi",)),
    Command("uci", "uci", "handshake of chess-like managers", ("uci",)),
    Command("setoption", "setoption name N [value V]", "sets an option"),
    Command(
        "newgame",
        "newgame [game G] [players N] [rules k=v,k=v] [seed U]",
        "defaults of the positions to come",
        ("ngi",),
    ),
    Command("uginewgame", "uginewgame", "a new game", ("ugi",)),
    Command("ucinewgame", "ucinewgame", "a new game", ("uci",)),
    Command("isready", "isready", "answers readyok", while_searching=True),
    Command(
        "position",
        "position startpos|fen F [players N] [rules R] [seed U] [moves m ...]",
        "sets the position; chance outcomes stand among the moves",
    ),
    Command("moves", "moves m ...", "appends moves to the position", ("ngi",)),
    Command("go", "go [limits] [searchmoves m ...]", "searches; answers bestmove"),
    Command("stop", "stop", "ends the search", while_searching=True),
    Command("query", "query Q", "a question, one response line"),
    Command("eval", "eval", "the static evaluation, one line", ("ngi",)),
    Command("d", "d", "shows the position"),
    Command("help", "help", "this list", ("ngi",)),
    Command("quit", "quit", "ends the program, as the end of input does", while_searching=True),
)

QUERIES = {
    "p1turn": "whether the first seat decides",
    "gameover": "whether the game is over",
    "result": "none, p1win, p2win .., draw",
    "turn": "p3, chance or none",
    "players": "number of seats",
    "round": "the round",
    "phase": "the phase",
    "hash": "the key of the position",
    "fen": "the position in one line",
    "rules": "options that differ from the defaults, '-' where none does",
    "ranks": "rank by seat",
    "scores": "points by seat",
    "returns": "returns by seat",
    "legalmoves": "count and words",
    "legalcount": "count",
    "islegal": "islegal M: true, or false and the reason",
    "chance": "count and word/weight of each outcome",
    "sample": "sample U: the outcome that the 64-bit number U selects",
}
# In the ugi dialect every response has two words; these are the ones that fit.
UGI_QUERIES = ("p1turn", "gameover", "result", "turn", "players", "round", "phase", "hash", "legalcount", "islegal")

# Words of `go` that a whole number follows, with its bounds.
GO_LIMITS = {
    "nodes": (1, 10**15),
    "depth": (1, 1000),
    "movetime": (1, 10**9),
    "movestogo": (1, 10**6),
    **{f"p{seat}{what}": (0, 10**9) for seat in range(1, 6) for what in ("time", "inc")},
}
# The same clocks in the words of uci.
UCI_CLOCKS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}


class OptionRow(NamedTuple):
    """One option: how it is declared, and what values it takes."""

    name: str
    type: str
    default: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    param_of: str = ""
    """The agent whose parameter it is; empty for the others."""

    def declaration(self) -> str:
        line = f"option name {self.name} type {self.type}"
        if self.type != "button":
            line += f" default {self.default or '<empty>'}"
        if self.type == "spin":
            line += f" min {self.low} max {self.high}"
        return line + "".join(f" var {choice}" for choice in self.choices)


def option_rows() -> list[OptionRow]:
    """Every option of this build, in the order in which they are declared."""
    rows = [
        OptionRow("Game", "combo", game_ids()[0], choices=tuple(game_ids())),
        OptionRow("Players", "spin", "0", 0, 5),  # 0: the smallest number that the game is for
        OptionRow("Rules", "string", ""),
        OptionRow("Agent", "combo", "mcts", choices=tuple(AGENTS)),
        OptionRow("Threads", "spin", "1", 1, MAX_THREADS),
        OptionRow("Hash", "spin", "256", 1, 1 << 20),
        OptionRow("Seed", "spin", "0", 0, MAX_SEED),
        OptionRow("ChanceMode", "combo", "explicit", choices=("explicit", "auto")),
        OptionRow("ChanceSeed", "spin", "0", 0, MAX_SEED),
        OptionRow("MultiPV", "spin", "1", 1, 256),
        OptionRow("MoveOverhead", "spin", "10", 0, 60_000),
        OptionRow("Objective", "combo", "win", choices=tuple(OBJECTIVES)),
    ]
    for agent in AGENTS:
        rows += [_param_row(agent, param) for param in searcher_params(agent)]
    return rows


def _param_row(agent: str, param: dict[str, object]) -> OptionRow:
    name = f"{agent}.{param['name']}"
    default = str(param["default"])
    if param["type"] == "choice":
        return OptionRow(name, "combo", default, choices=tuple(param["choices"]), param_of=agent)  # type: ignore[arg-type]
    if param["type"] == "integer":
        low, high = int(param["low"]), int(param["high"])  # type: ignore[call-overload]
        return OptionRow(name, "spin", default, low, high, param_of=agent)
    # The protocol knows no fractions: a number with a point is text, checked by the search.
    return OptionRow(name, "string", default, param_of=agent)
