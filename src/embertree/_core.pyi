"""The native core: games, states and searches. `embertree` re-exports what users need."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

CHANCE: Final = -1
"""`current_player()` where a chance event comes next."""
TERMINAL: Final = -4
"""`current_player()` where the game is over."""
OBJECTIVES: Final[tuple[str, ...]]
"""'win', 'rank', 'margin'."""

class UsageError(ValueError):
    """A caller got something wrong: the message says what came, where, and what would do."""

class IllegalActionError(UsageError):
    """A well-formed action that the rules do not allow here; the state is as it was."""

def version() -> str:
    """The version of the project."""

def build_info() -> dict[str, Any]:
    """How the core was built: 'checked' (bool), 'sanitizer', 'compiler', 'native' (bool), 'lto' (bool)."""

def game_ids() -> list[str]:
    """Ids of all games, in the order of the list."""

class Game:
    """One game with its number of players, its rules options and what the seats want. Immutable.

    `players=None` takes the smallest number. `rules` is text, `name=value,name=value`. Raises UsageError for an unknown
    game, option, value, objective or a number of players that the game is not for.
    """

    def __init__(self, id: str, players: int | None = None, rules: str = "", objective: str = "win") -> None: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def num_players(self) -> int: ...
    @property
    def min_players(self) -> int: ...
    @property
    def max_players(self) -> int: ...
    @property
    def has_chance(self) -> bool: ...
    @property
    def has_hidden(self) -> bool:
        """Whether seats may know different things (`State.view`)."""
    @property
    def rules_version(self) -> int: ...
    @property
    def rules(self) -> str:
        """Options that differ from the defaults, as text; empty where none does."""
    @property
    def objective(self) -> str: ...
    @property
    def score_scale(self) -> float:
        """A lead of so many points is a margin of 1."""
    @property
    def num_distinct_actions(self) -> int:
        """All action ids and chance outcomes are below it."""
    @property
    def state_bytes(self) -> int: ...
    def option_specs(self) -> list[dict[str, Any]]:
        """One dict an option: name, type ('choice', 'integer', 'text'), default, choices, low, high, help, value."""
    def observation_shape(self) -> tuple[int, ...]: ...
    def new_initial_state(self) -> State: ...
    def parse_position(self, text: str) -> State:
        """The state of a position line. The line decides on players and rules; UsageError where it is not one."""
    def state_from_bytes(self, data: bytes) -> State:
        """A state from `State.to_bytes`; UsageError where the bytes are not a sound state."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class State:
    """A position, with the actions that led to it. Copies are cheap and independent.

    States compare and hash by position (not by history), and pickle; damaged pickles raise UsageError.
    """

    @property
    def game(self) -> Game:
        """The game with this state's own players and rules."""
    @property
    def num_players(self) -> int: ...
    @property
    def objective(self) -> str: ...
    # --- Whose turn, and what may be done ---
    def current_player(self) -> int:
        """A seat from 0, CHANCE or TERMINAL."""
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]:
        """Ascending; empty at chance and when over."""
    def search_actions(self) -> list[int]:
        """The legal actions worth searching, ascending."""
    def legal_count(self) -> int: ...
    def legal_actions_mask(self) -> Any:
        """numpy uint8 array of `num_distinct_actions`, 1 where legal; zeros at chance and when over."""
    def chance_outcomes(self) -> list[tuple[int, int]]:
        """(action, whole-number weight), ascending by action; empty unless at chance."""
    def chance_probabilities(self) -> list[tuple[int, float]]: ...
    def why_illegal(self, action: int) -> str:
        """Why an action or outcome is not legal here; empty where it is."""
    def is_legal(self, action: int) -> bool: ...
    # --- What changes it ---
    def apply_action(self, action: int) -> None:
        """Plays an action, or an outcome at chance. IllegalActionError with the reason, the state as it was."""
    def child(self, action: int) -> State: ...
    def stages(self, action: int) -> list[State]:
        """The states that an action passes through without a decision, such as the end of a round.

        The last is `child`'s. Each begins a history of its own.
        """
    def clone(self) -> State: ...
    def sample_chance(self, u: int) -> int:
        """The outcome that a 64-bit number selects: floor(u * W / 2**64) walks the outcomes by ascending id."""
    def random_action(self, seed: int) -> int:
        """A uniformly random legal action, or an outcome drawn by its weight at chance; a function of the seed."""
    def policy_action(self, seed: int) -> int:
        """A legal action of the game's playout policy; a function of the seed."""
    # --- How it stands ---
    def returns(self) -> list[float]:
        """By seat, by the game's objective; zeros until the game is over."""
    def scores(self) -> list[int]:
        """Points by seat; before the end as if it were scored now."""
    def ranks(self) -> list[int]:
        """1 for the best; shared ranks are equal (1 2 2 4)."""
    def score_sheet(self) -> list[tuple[str, list[int]]]:
        """Where the points come from: (line, points by seat)."""
    def evaluate(self) -> list[float]:
        """Static value by seat on the scale of the objective; exact when over."""
    def expected_scores(self) -> list[float]:
        """The final scores that the static evaluation expects."""
    def round(self) -> int: ...
    def phase(self) -> str: ...
    # --- Identity ---
    @property
    def key(self) -> int:
        """64-bit Zobrist key: equal for equal positions."""
    def key_from_scratch(self) -> int: ...
    def audit(self) -> str:
        """What is wrong with this state; empty, or we have a bug."""
    def view(self, seat: int) -> State:
        """The state as a seat knows it."""
    def history(self) -> list[int]:
        """Actions and outcomes since the start (or since the position it was read from)."""
    def starting_position(self) -> str:
        """The position line from which `history` leads here."""
    def to_bytes(self) -> bytes:
        """The plain value, `Game.state_bytes` long; a row of the batch kernels."""
    # --- Text ---
    def action_to_string(self, action: int, seat: int | None = None) -> str:
        """The word for an action; for a seat, as that seat may read it."""
    def string_to_action(self, text: str) -> int:
        """The legal action that a word names. IllegalActionError with the reason, UsageError where it is no word."""
    @property
    def position(self) -> str:
        """One line, read back by `Game.parse_position`."""
    def svg(self) -> str: ...
    def __str__(self) -> str:
        """The board for eyes, several lines."""
    def observation_tensor(self, seat: int) -> Any:
        """numpy float32 array of `Game.observation_shape()`, as the seat may know it."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...

class MoveInfo:
    """One ranked move of a search."""
    @property
    def action(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def values(self) -> list[float]:
        """By seat, on the scale of the objective."""
    @property
    def pv(self) -> list[int]:
        """The expected line, this move first; it ends before a chance event unless asked to go through."""

class Found:
    """What a search has found so far, or at its end."""
    @property
    def best(self) -> int:
        """The action to play; -1 where there is none."""
    @property
    def nodes(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def time_ms(self) -> int: ...
    @property
    def hashfull(self) -> int:
        """Permille of the memory ceiling."""
    @property
    def values(self) -> list[float]:
        """By seat, on the scale of the objective."""
    @property
    def scores(self) -> list[float]:
        """Expected final scores by seat; empty where the search knows none."""
    @property
    def moves(self) -> list[MoveInfo]:
        """Best first."""
    def best_moves(self, count: int) -> list[MoveInfo]:
        """The first of `moves`, without making all of them."""
    @property
    def bestmoves(self) -> list[int]:
        """All moves that are equally good, ascending."""
    @property
    def pv(self) -> list[int]: ...
    @property
    def note(self) -> str:
        """Anything a user should know, such as sampled chance; usually empty."""
    @property
    def proven(self) -> bool:
        """Whether the values are exact."""

def searcher_names() -> list[str]: ...
def searcher_params(name: str) -> list[dict[str, Any]]:
    """One dict a parameter: name, type ('integer', 'real', 'choice'), default, choices, low, high, help."""

class Searcher:
    """A search of one kind on one game ('mcts', 'expectimax', 'greedy', 'random'), in a thread of its own.

    `params` is text, `name=value,name=value`; UsageError lists the right ones. Neither start nor stop needs Python
    while it runs. The search works on `state.view(seat to move)`.

    With an `evaluator`, `mcts` asks it for the worth of its leaves, up to `evaluator_batch` at once, in place of
    playouts and the game's evaluation: `evaluator(observations, legal)` returns `values` or `(values, priors)`.

    observations: float32, (leaves, *game.observation_shape()), each as the seat to move sees it
    legal: bool, (leaves, game.num_distinct_actions), the actions that the search may choose
    values: (leaves, players) on the scale of the game's objective, the seat to move first, then the others in turn
    priors: (leaves, num_distinct_actions), weights from 0 on of any sum; what is not legal is not read

    It is called from the search's thread (from several at once, one call after another, with `threads`); what it raises
    ends the search and comes out of `wait`, as does a UsageError for arrays of a wrong shape or range.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        params: str = "",
        seed: int = 0,
        hash_mb: int = 256,
        threads: int = 1,
        evaluator: Callable[[NDArray[np.float32], NDArray[np.bool_]], Any] | None = None,
        evaluator_batch: int = 16,
    ) -> None: ...
    @property
    def name(self) -> str: ...
    def start(
        self,
        state: State,
        nodes: int = 0,
        depth: int = 0,
        movetime_ms: int = 0,
        infinite: bool = False,
        searchmoves: Sequence[int] = (),
        reuse: bool = False,
    ) -> None:
        """Starts without blocking; limits of 0 do not limit, the first one reached ends it.

        `reuse` goes on with the tree of the last search where the position stands in it, a few moves on; what is found
        then hangs on what was searched before.

        UsageError without any limit, at chance, when the game is over, or for a searchmove that is not legal.
        """
    def stop(self) -> None: ...
    def ponderhit(self, movetime_ms: int = 0) -> None:
        """An infinite search goes on until its other limits, or so many milliseconds from now where that is not 0."""
    def wait(self, timeout_ms: int = -1) -> bool:
        """True when the search has ended; waits at most so long (for ever where negative)."""
    def running(self) -> bool: ...
    def found(self) -> Found:
        """The latest report, also while it runs."""
    def set_seed(self, seed: int) -> None:
        """The next search starts from this seed, whatever was searched before."""
    def clear(self) -> None:
        """Forgets all that earlier searches left."""

def perft(state: State, depth: int, hashed: bool = False, divide: bool = False) -> int | dict[int, int]:
    """Counts move sequences of `depth` plies, chance outcomes included; `divide` counts for each first action."""

def solve(state: State, tolerance: float = 1e-12, max_states: int = 20_000_000) -> dict[str, Any]:
    """Exact values of a game that is small enough to be listed whole: values (by seat), states, sweeps, seconds.

    Value iteration over everything that can follow `state`, until no value moves by more than `tolerance`. A UsageError
    where more than `max_states` states can be reached; one takes about 100 bytes.
    """

def random_playouts(state: State, games: int, seed: int = 0, policy: bool = False) -> dict[str, Any]:
    """Plays whole games from `state` at random (or by the playout policy) without Python.

    games, actions (decisions with two options or more), forced (decisions with one), chance (events), seconds,
    cpu_seconds (of this thread), checksum (equal on every build), value_sums and score_sums (by seat), round_sum.
    """

def choices_left(state: State, games: int = 4, seed: int = 0) -> list[float]:
    """How many more decisions with a choice each seat has before the end: the mean of so many games by the policy."""

def derived_seeds(seed: int, name: str, first: int, count: int) -> Any:
    """numpy uint64 array of `seeds.derive(seed, name, k)` for k from `first`."""

def random_games(state: State, seeds: Any, max_plies: int, words: bool = False) -> dict[str, Any]:
    """Plays whole games from `state` between `random` players, each as the referee plays it with its seed.

    numpy arrays by game: ended (0 where `max_plies` came first), and by game and seat: ranks, scores, decisions.
    `words` (bytes) has a line of words a game where they are wanted.
    """

KERNELS: Final[tuple[str, ...]]
"""The work that searches are made of: 'legal_actions', 'apply', 'copy', 'key', 'evaluate'."""

def repeat_kernel(name: str, games: Sequence[State], repeats: int) -> tuple[int, int]:
    """Does one piece of work again and again without Python, over what happened in those games: (calls, checksum).

    'apply' plays their actions and outcomes again; the others take at most 128 of the decisions, evenly spread. Nothing
    is timed here.
    """

def tree_node_bytes(game: Game) -> int:
    """How large a node in the tree of `mcts` is."""
