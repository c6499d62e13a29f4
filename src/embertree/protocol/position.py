"""The `position` line: where it starts, which moves and chance outcomes follow. All of it or nothing."""

from typing import NamedTuple

from embertree._core import Game, IllegalActionError, State, UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import CHANCE_VERBS
from embertree.protocol.parse import Values
from embertree.seeds import ChanceDraws, chance_verb
from embertree.words import shown

HIDDEN = "?"
"""`draw:?` is an outcome that another seat saw and this one did not."""


class Defaults(NamedTuple):
    """What a `position` line may leave out."""

    game: Game
    seed: int
    auto: bool
    """Whether chance events that the list leaves out are drawn."""


class Position:
    """A start and the words that were played on it. Managers send the whole list again with one word more each time, so
    the words that are known already are not played twice."""

    def __init__(self, head: tuple[object, ...], start: State, seed: int, auto: bool) -> None:
        self.head = head
        """All that decides the start and the draws."""
        self.words: list[str] = []
        self.auto = auto
        # As far as the words go; chance events that the end of the list leaves open are drawn on a copy.
        self._listed = start
        self._draws = ChanceDraws(seed)
        self.state = start

    def played_on(self, words: list[str], first_index: int = 1) -> "Position":
        """A new position, with these words played after the others; ProtocolError leaves this one as it is."""
        new = Position.__new__(Position)
        new.head, new.auto = self.head, self.auto
        new.words = self.words + words
        new._listed = state = self._listed.clone()
        new._draws = draws = self._draws.copy()
        for index, word in enumerate(words, first_index):
            if self.auto:
                _draw_until(state, draws, word)
            _play_word(state, draws, index, word)
        new.state = state
        if self.auto and state.is_chance_node():
            new.state = state.clone()
            _draw_until(new.state, draws.copy(), "")
        return new

    def with_objective(self, objective: str) -> "Position":
        """The same position for seats that want something else."""
        new = Position.__new__(Position)
        new.head, new.auto, new.words = (objective, *self.head), self.auto, self.words
        new._draws = self._draws
        new._listed = _replayed(self._listed, objective)
        new.state = _replayed(self.state, objective)
        return new


def parse_position(values: Values, defaults: Defaults, known: Position | None = None) -> Position:
    """The position of a line's values; ProtocolError names the word that is wrong. `known` is one that may be the same
    but for its last words."""
    fields = values.get("fen")
    if fields is None and "startpos" not in values:
        raise ProtocolError("bad_argument", "position: startpos or fen is missing")
    if fields and "startpos" in values:
        raise ProtocolError("bad_argument", "position: either startpos or fen, not both")
    if fields == [] and "startpos" not in values:
        raise ProtocolError("bad_fen", "position fen: the position is missing")
    seed = values.get("seed", defaults.seed)
    head = (defaults.game, defaults.auto, seed, values.get("players"), values.get("rules"), fields or None)
    words = values.get("moves", [])
    if known is not None and known.head == head and known.words == words[: len(known.words)]:
        count = len(known.words)
        return known.played_on(words[count:], count + 1)
    start = _from_fen(fields, values, defaults.game) if fields else _from_start(values, defaults.game)
    return Position(head, start, seed, defaults.auto).played_on(words)


def _draw_until(state: State, draws: ChanceDraws, word: str) -> None:
    """Draws chance events until a seat decides or the event comes that `word` is an outcome of."""
    verb = word.partition(":")[0] if ":" in word else ""
    while state.is_chance_node() and verb != chance_verb(state):
        state.apply_action(draws.draw(state))


def _play_word(state: State, draws: ChanceDraws, index: int, word: str) -> None:
    at_chance = state.is_chance_node()
    if state.is_terminal():
        raise ProtocolError("game_over", f"{index} {shown_word(word)} the game is over")
    if at_chance != is_chance_word(word):
        wanted = f"a chance event comes next, {chance_verb(state)}:.." if at_chance else "a seat decides here"
        raise ProtocolError("wrong_chance", f"{index} {shown_word(word)} {wanted}")
    try:
        action = action_of(state, word)
    except UsageError as trouble:
        code = "wrong_chance" if at_chance else "illegal_move"
        raise ProtocolError(code, f"{index} {shown_word(word)} {reason(trouble, word)}") from None
    if at_chance:
        draws.count(chance_verb(state))
    state.apply_action(action)


def is_chance_word(word: str) -> bool:
    """Whether a word is a chance outcome: it opens with a verb that no move may have."""
    verb, colon, _ = word.partition(":")
    return colon == ":" and verb in CHANCE_VERBS


def action_of(state: State, word: str) -> int:
    """The legal action or outcome that a word names, `draw:?` among them; a UsageError says why there is none."""
    if word[-2:] == ":" + HIDDEN and state.is_chance_node():
        hidden = hidden_word(state)
        if hidden is None or hidden.partition(":")[0] != word[:-2]:
            raise UsageError("no outcome is hidden from anybody here")
        word = hidden
    return state.string_to_action(word)


def hidden_word(state: State) -> str | None:
    """At a chance event: what its outcome is called for seats that do not see it; None where all do."""
    if not state.game.has_hidden:
        return None
    outcome, _ = state.chance_outcomes()[0]
    words = [state.action_to_string(outcome, seat) for seat in range(state.num_players)]
    return next((word for word in words if HIDDEN in word), None)


def heard_word(state: State, action: int, seat: int) -> str:
    """The word for an action or outcome in the list that this seat's engine gets."""
    word = state.action_to_string(action, seat)
    if HIDDEN in word and state.is_chance_node():
        return word.partition(":")[0] + ":" + HIDDEN
    return word


def reason(trouble: UsageError, word: str) -> str:
    """Why a word is not legal, without the word before it."""
    text = str(trouble)
    return text.removeprefix(f"{shown(word)}: ") if isinstance(trouble, IllegalActionError) else text


def shown_word(word: str) -> str:
    """A word in an error line: bare, as the protocol has it, unless it is long or strange."""
    return word if len(word) <= 60 and word.isprintable() else shown(word)


def _replayed(state: State, objective: str) -> State:
    old = state.game
    new = Game(old.id, old.num_players, old.rules, objective).parse_position(state.starting_position())
    for action in state.history():
        new.apply_action(action)
    return new


def _from_fen(fields: list[str], values: Values, game: Game) -> State:
    if "players" in values:
        raise ProtocolError("bad_argument", "position: a fen names its players itself")
    try:
        state = game.parse_position(" ".join(fields))
    except UsageError as trouble:
        raise ProtocolError("bad_fen", str(trouble)) from None
    if "rules" in values:
        _check_rules(state.game, _rules(values))
    return state


def _from_start(values: Values, game: Game) -> State:
    players = values.get("players", game.num_players)
    try:
        if "rules" in values or players != game.num_players:
            rules = _rules(values) if "rules" in values else game.rules
            game = Game(game.id, players, rules, game.objective)
        return game.new_initial_state()
    except UsageError as trouble:
        raise ProtocolError("bad_argument", f"position: {trouble}") from None


def _rules(values: Values) -> str:
    text = str(values["rules"])
    return "" if text == "-" else text


def _check_rules(own: Game, rules: str) -> None:
    try:
        same = Game(own.id, own.num_players, rules).rules == own.rules
    except UsageError as trouble:
        raise ProtocolError("bad_argument", f"position: {trouble}") from None
    if not same:
        own_rules = own.rules or "the defaults"
        raise ProtocolError("bad_argument", f"position: rules {shown(rules)} differ from those of the fen, {own_rules}")
