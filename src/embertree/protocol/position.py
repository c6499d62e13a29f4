"""The `position` line: where it starts, which moves and chance outcomes follow. All of it or nothing."""

from typing import NamedTuple

from embertree._core import Game, IllegalActionError, State, UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import CHANCE_VERBS
from embertree.seeds import ChanceDraws, chance_verb
from embertree.words import MAX_SEED, did_you_mean, shown, whole_number

KEYWORDS = ("players", "rules", "seed", "moves")


class Defaults(NamedTuple):
    """What a `position` line may leave out."""

    game: Game
    seed: int
    auto: bool
    """Whether chance events that the list leaves out are drawn."""


class Position:
    """A state with the chance draws that led to it, so that moves can be appended."""

    def __init__(self, state: State, draws: ChanceDraws, auto: bool) -> None:
        self.state = state
        self.draws = draws
        self.auto = auto

    def with_objective(self, objective: str) -> "Position":
        """The same position for seats that want something else."""
        old = self.state.game
        game = Game(old.id, old.num_players, old.rules, objective)
        state = game.parse_position(self.state.starting_position())
        for action in self.state.history():
            state.apply_action(action)
        return Position(state, self.draws.copy(), self.auto)


def parse_position(words: list[str], defaults: Defaults) -> Position:
    """The position of the words after `position`; ProtocolError names the word that is wrong."""
    if not words or words[0] not in ("startpos", "fen"):
        came = shown(words[0]) if words else "nothing"
        raise ProtocolError("bad_argument", f"position: expected startpos or fen, not {came}")
    at = 1
    fields: list[str] = []
    if words[0] == "fen":
        while at < len(words) and words[at] not in KEYWORDS:
            fields.append(words[at])
            at += 1
        if not fields:
            raise ProtocolError("bad_fen", "position fen: the position is missing")
    given = _keywords(words[at:])
    moves = given.pop("moves", [])
    start = _start_position(fields, given, defaults)
    seed = _number(given, "seed", 0, MAX_SEED, defaults.seed)
    position = Position(start, ChanceDraws(seed), defaults.auto)
    play(position, moves)
    return position


def play(position: Position, words: list[str]) -> None:
    """Plays words on a position, drawing the chance events that they leave out where that is asked for. On an error
    the position is spoilt: the caller drops it."""
    for index, word in enumerate(words, 1):
        if position.auto:
            _draw_until(position, word)
        _play_word(position, index, word)
    if position.auto:
        _draw_until(position, "")


def _draw_until(position: Position, word: str) -> None:
    """Draws chance events until a seat decides or the event comes that `word` is an outcome of."""
    state = position.state
    # With the colon: Pig's `roll` is a decision, `roll:4` its outcome.
    while state.is_chance_node() and not word.startswith(f"{chance_verb(state)}:"):
        state.apply_action(position.draws.draw(state))


def _play_word(position: Position, index: int, word: str) -> None:
    state = position.state
    at_chance = state.is_chance_node()
    is_chance_word = ":" in word and word.partition(":")[0] in CHANCE_VERBS
    if state.is_terminal():
        raise ProtocolError("illegal_move", f"{index} {shown_word(word)} the game is over")
    if at_chance != is_chance_word:
        wanted = f"a chance event comes next, {chance_verb(state)}:.." if at_chance else "a seat decides here"
        raise ProtocolError("wrong_chance", f"{index} {shown_word(word)} {wanted}")
    try:
        action = state.string_to_action(word)
    except UsageError as trouble:
        raise ProtocolError(
            "wrong_chance" if at_chance else "illegal_move", f"{index} {shown_word(word)} {reason(trouble, word)}"
        ) from None
    if at_chance:
        position.draws.count(chance_verb(state))
    state.apply_action(action)


def reason(trouble: UsageError, word: str) -> str:
    """Why a word is not legal, without the word before it."""
    text = str(trouble)
    return text.removeprefix(f"{shown(word)}: ") if isinstance(trouble, IllegalActionError) else text


def shown_word(word: str) -> str:
    """A word in an error line: bare, as the protocol has it, unless it is long or strange."""
    return word if len(word) <= 60 and word.isprintable() else shown(word)


def _keywords(words: list[str]) -> dict[str, list[str]]:
    """`players N`, `rules R`, `seed U`, `moves m ...`; moves take the rest of the line."""
    given: dict[str, list[str]] = {}
    at = 0
    while at < len(words):
        keyword = words[at]
        if keyword not in KEYWORDS:
            raise ProtocolError(
                "bad_argument", f"position: {shown(keyword)} is not expected here{did_you_mean(keyword, KEYWORDS)}"
            )
        if keyword in given:
            raise ProtocolError("bad_argument", f"position: {keyword} stands there twice")
        end = len(words) if keyword == "moves" else at + 2
        given[keyword] = words[at + 1 : end]
        if keyword != "moves" and not given[keyword]:
            raise ProtocolError("bad_argument", f"position: a value is missing after {keyword}")
        at = end
    return given


def _start_position(fields: list[str], given: dict[str, list[str]], defaults: Defaults) -> State:
    game = defaults.game
    if fields and fields != ["startpos"]:
        if "players" in given:
            raise ProtocolError("bad_argument", "position: a fen names its players itself")
        try:
            state = game.parse_position(" ".join(fields))
        except UsageError as trouble:
            raise ProtocolError("bad_fen", str(trouble)) from None
        if "rules" in given:
            _check_rules(state, given["rules"][0])
        return state
    players = _number(given, "players", 1, 5, game.num_players)
    rules = given["rules"][0] if "rules" in given else game.rules
    try:
        return Game(game.id, players, rules, game.objective).new_initial_state()
    except UsageError as trouble:
        raise ProtocolError("bad_argument", f"position: {trouble}") from None


def _check_rules(state: State, rules: str) -> None:
    own = state.game
    try:
        same = Game(own.id, own.num_players, rules).rules == own.rules
    except UsageError as trouble:
        raise ProtocolError("bad_argument", f"position: {trouble}") from None
    if not same:
        own_rules = own.rules or "the defaults"
        raise ProtocolError("bad_argument", f"position: rules {shown(rules)} differ from those of the fen, {own_rules}")


def _number(given: dict[str, list[str]], name: str, low: int, high: int, default: int) -> int:
    if name not in given:
        return default
    try:
        return whole_number(given[name][0], f"position: {name}", low, high)
    except UsageError as trouble:
        raise ProtocolError("bad_argument", str(trouble)) from None
