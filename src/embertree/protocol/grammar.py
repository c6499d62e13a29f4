"""The protocol as tables: commands, replies, questions, error codes. Parser, `help`, client, compliance check and
docs/protocol.md are made from them. The options stand beside it in options.py, since they depend on the build.

A line is words: places first (`query Q`), then keywords with what follows each (`nodes N`), in any order.
"""

from collections.abc import Sequence
from typing import NamedTuple

from embertree.words import MAX_SEED

VERSION = 1
AUTHOR = "the Embertree authors"
DIALECTS = ("ngi", "ugi", "uci")
NGI = ("ngi",)
UCI = ("uci",)
MAX_LINE = 1 << 20
"""Bytes of a line without its end."""
MAX_SEATS = 5
CHANCE_VERBS = ("roll", "draw", "deal")
# Nothing in a game is ever called by one of these.
RESERVED = ("moves", "seed", "players", "rules")

# What follows a keyword, or stands at a place.
FLAG, NUMBER, WORD = "flag", "number", "word"  # nothing; a whole number within bounds; one word
WORDS, NUMBERS, REST = "words", "numbers", "rest"  # words (numbers) up to the next keyword; all that is left


class Word(NamedTuple):
    """One keyword of a line with what follows it, or one place."""

    name: str
    kind: str
    sign: str = ""
    """What stands for the value in a usage line."""
    low: int = 0
    high: int = 0
    help: str = ""
    dialects: Sequence[str] = DIALECTS
    same_as: str = ""
    """The keyword of ngi that means the same."""
    listed: bool = True
    """Whether usage lines show it; one of a family stands for all."""

    def usage(self) -> str:
        return f"{self.name} {self.sign}".rstrip()


class Line(NamedTuple):
    """The form of one kind of line, a command or a reply."""

    word: str
    help: str
    keywords: tuple[Word, ...] = ()
    places: tuple[Word, ...] = ()
    dialects: Sequence[str] = DIALECTS
    while_searching: bool = False
    answer: str = ""

    def usage(self, dialect: str = "ngi") -> str:
        parts = [self.word, *(f"[{place.sign}]" if place.kind == REST else place.sign for place in self.places)]
        parts += [f"[{row.usage()}]" for row in self.keywords if row.listed and dialect in row.dialects]
        return " ".join(parts)


_SEED = Word("seed", NUMBER, "U", 0, MAX_SEED, "of the chance events that are left out, where ChanceMode is auto")
_RULES = Word("rules", WORD, "k=v,k=v", help="rules options; the others stay default")
_PLAYERS = Word("players", NUMBER, "N", 1, MAX_SEATS, "number of seats")
_MOVES = Word("moves", REST, "m1 m2 ...", help="moves and chance outcomes in order of play")

_CLOCKS = tuple(
    Word(
        f"p{seat}{what}",
        NUMBER,
        f"ms .. p5{what} ms",
        0,
        10**9,
        {"time": "what is left on a seat's clock; only the mover's is needed", "inc": "what a move adds to it"}[what],
        listed=seat == 1,
    )
    for what in ("time", "inc")
    for seat in range(1, MAX_SEATS + 1)
)
_UCI_CLOCKS = tuple(
    Word(name, NUMBER, "ms", 0, 10**9, f"the same as {same}", UCI, same)
    for name, same in (("wtime", "p1time"), ("btime", "p2time"), ("winc", "p1inc"), ("binc", "p2inc"))
)

COMMANDS = (
    Line("ngi", "handshake, all of this protocol", dialects=NGI, answer="id, protocol, game, option lines, then ngiok"),
    Line("ugi", "handshake of two-player managers", dialects=("ugi",), answer="id and option lines, then ugiok"),
    Line("uci", "handshake of chess-like managers", dialects=UCI, answer="id and option lines, then uciok"),
    Line(
        "setoption",
        "sets an option; `value` may be missing before a one-word value",
        (
            Word("name", WORDS, "NAME", help="of any option, without case"),
            Word("value", REST, "V", help="none empties a string and presses a button"),
        ),
    ),
    Line(
        "newgame",
        "another game begins: what is named here is the default of the positions to come",
        (Word("game", WORD, "G", help="id of a game"), _PLAYERS, _RULES, _SEED),
        dialects=NGI,
    ),
    Line("uginewgame", "another game begins", dialects=("ugi",)),
    Line("ucinewgame", "another game begins", dialects=UCI),
    Line("isready", "asks whether set-up is done", while_searching=True, answer="readyok"),
    Line(
        "position",
        "sets the position; all or nothing",
        (
            Word("startpos", FLAG, help="the start of the game"),
            Word("fen", WORDS, "F", help="a position in one line, or startpos"),
            _PLAYERS,
            _RULES,
            _SEED,
            _MOVES,
        ),
    ),
    Line("moves", "appends to the position", places=(_MOVES,), dialects=NGI),
    Line(
        "go",
        "searches; the first limit reached ends it",
        (
            *_CLOCKS,
            *_UCI_CLOCKS,
            Word("movestogo", NUMBER, "N", 1, 10**6, "decisions until the clock is filled up"),
            Word("movetime", NUMBER, "ms", 0, 10**9, "milliseconds"),
            Word("nodes", NUMBER, "N", 1, 10**15, "simulations, or positions of a depth search"),
            Word("depth", NUMBER, "N", 1, 1000, "decisions deep"),
            Word("infinite", FLAG, help="answers only after stop"),
            Word("ponder", FLAG, help="answers only after ponderhit, when the limits begin to count, or stop"),
            Word("searchmoves", WORDS, "m ...", help="only these moves are looked at"),
        ),
        answer="info lines, then exactly one bestmove",
    ),
    Line("stop", "ends the search; harmless without one", while_searching=True),
    Line("ponderhit", "the position pondered on has come: limits count from now", while_searching=True),
    Line(
        "query",
        "a question, see below",
        places=(Word("question", WORD, "QUESTION"), Word("about", REST, "WORD")),
        answer="exactly one response line",
    ),
    Line(
        "perft",
        "counts move sequences; each decision and each chance outcome is one ply",
        places=(Word("depth", NUMBER, "N", 0, 100),),
        answer="perft N nodes C time ms",
    ),
    Line("bench", "searches fixed positions", answer="lines that end with `<n> nodes <m> nps`"),
    Line("eval", "the static evaluation", answer="one line"),
    Line("d", "shows the position for eyes", answer="the board, then its line"),
    Line("help", "lists the commands", answer="one line a command"),
    Line("quit", "ends the program, as the end of input does", while_searching=True),
)

_INFO_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull")
_ANY = 10**18

# What an engine prints. `info` may hold words of other protocols too; a client skips those.
REPLIES = (
    Line("id", "who it is", (Word("name", REST, "..."), Word("author", REST, "..."))),
    Line("protocol", "the version spoken", places=(Word("name", WORD, "ngi"), Word("version", NUMBER, "N", 1, 1000))),
    Line(
        "game",
        "one game that it plays",
        (Word("players", NUMBERS, "MIN MAX"), Word("chance", WORD, "yes|no")),
        (Word("id", WORD, "G"),),
        dialects=NGI,
    ),
    Line(
        "option",
        "one option; type is check, spin, combo, string or button",
        (
            Word("name", WORDS, "NAME"),
            Word("type", WORD, "T"),
            Word("default", WORDS, "V"),
            Word("min", NUMBER, "N", -_ANY, 2**64),
            Word("max", NUMBER, "N", -_ANY, 2**64),
            Word("var", WORDS, "V ..."),
        ),
    ),
    Line("ngiok", "the handshake is done", dialects=NGI),
    Line("ugiok", "the handshake is done", dialects=("ugi",)),
    Line("uciok", "the handshake is done", dialects=UCI),
    Line("readyok", "set-up is done"),
    Line(
        "info",
        "what the search has found so far, all whole numbers; or, with `string`, words for people",
        (
            Word("depth", NUMBER, "D", 0, _ANY, "decisions deep"),
            Word("seldepth", NUMBER, "S", 0, _ANY, "the deepest line"),
            Word("multipv", NUMBER, "K", 1, _ANY, "this is the K-th best move"),
            Word("score", WORDS, "cp C", help="the mover's view: 400 log10(p / (1 - p)), within +-10000"),
            Word("nodes", NUMBER, "N", 0, _ANY),
            Word("nps", NUMBER, "R", 0, _ANY, "nodes a second"),
            Word("time", NUMBER, "T", 0, _ANY, "milliseconds"),
            Word("hashfull", NUMBER, "H", 0, 1000, "permille of the memory ceiling"),
            Word("wp", NUMBERS, "w1 .. wn", help="by seat, the chance to win in permille, shared wins split"),
            Word("ev", NUMBERS, "e1 .. en", help="by seat, the expected final score in hundredths of a point"),
            Word("pv", REST, "m ...", help="the expected line; stands last"),
            Word("string", REST, "...", listed=False),
        ),
    ),
    Line("bestmove", "the answer to `go`; 0000 is none", (Word("ponder", WORD, "M2"),), (Word("move", WORD, "M"),)),
    Line("response", "the answer to `query`", places=(Word("value", REST, "..."),)),
    Line(
        "error",
        "a line was not taken; it changed nothing",
        places=(Word("code", WORD, "C"), Word("detail", REST, "...")),
    ),
)


class Query(NamedTuple):
    """One question."""

    word: str
    help: str
    response: str
    takes: str = ""
    """The sign of the word after it, where it needs one."""
    one_word: bool = True
    """Whether the answer is always one word, so that ugi and uci know the question too."""


QUERIES = (
    Query("p1turn", "whether seat 1 decides, or one of the first group", "true or false"),
    Query("gameover", "whether the game is over", "true or false"),
    Query("result", "who has won", "none, p1win, p2win, draw; in ngi also p3win .. for a sole winner"),
    Query("turn", "who decides", "p1 .., chance or none"),
    Query("players", "how many seats", "one number"),
    Query("round", "the round", "one number"),
    Query("phase", "the phase", "one word"),
    Query("hash", "the key of the position", "16 hexadecimal digits"),
    Query("fen", "the position in one line", "the rest of the line", one_word=False),
    Query("rules", "options that differ from the defaults", "k=v,k=v, or - where none does"),
    Query("ranks", "ranks by seat, shared ones equal (1 2 2 4)", "n numbers", one_word=False),
    Query("scores", "points by seat", "n numbers", one_word=False),
    Query("returns", "by seat, by the objective; 0 until the game is over", "n numbers", one_word=False),
    Query("legalmoves", "the legal moves in canonical order", "count, then the words", one_word=False),
    Query("legalcount", "how many they are", "count"),
    Query("islegal", "whether a move or outcome is legal here", "true, or false and the reason (ugi: one word)", "M"),
    Query("chance", "the outcomes that may come", "count, then word/weight pairs", one_word=False),
    Query("sample", "the outcome that the 64-bit number U selects", "one word", "U"),
)

ERRORS = {
    "unknown_command": "there is no such command, or not in this dialect",
    "bad_argument": "a command's words are wrong",
    "bad_option": "there is no such option, or it does not fit the others",
    "out_of_range": "a value is not one of those allowed",
    "bad_fen": "the position cannot be read",
    "illegal_move": "the index from 1, the word, and why it is not legal",
    "wrong_chance": "a chance outcome where a seat decides, or the other way round, or one that cannot be",
    "no_position": "there is no position; the last one was refused, or none was sent",
    "game_over": "the game is over",
    "busy": "a search is on; the word of the line that was not taken",
    "too_long": "the line has more than 1 MiB",
    "bad_encoding": "the line is not UTF-8, or has a zero byte",
    "internal": "our mistake",
}

COMMAND_ROWS = {row.word: row for row in COMMANDS}
REPLY_ROWS = {row.word: row for row in REPLIES}
QUERY_ROWS = {row.word: row for row in QUERIES}
