"""Answers to `query`: one line each, from the position alone."""

from collections.abc import Callable

from embertree._core import CHANCE, TERMINAL, State, UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import QUERIES, UGI_QUERIES
from embertree.protocol.position import reason, shown_word
from embertree.words import MAX_SEED, did_you_mean, shown, whole_number


def answer(state: State, words: list[str], dialect: str) -> str:
    """What stands after `response`; ProtocolError where the question is wrong."""
    if not words:
        raise ProtocolError("bad_argument", f"query: a question is missing; there are: {', '.join(QUERIES)}")
    question, arguments = words[0], words[1:]
    if question not in QUERIES:
        raise ProtocolError(
            "bad_argument", f"query: there is no question {shown(question)}{did_you_mean(question, QUERIES)}"
        )
    if dialect == "ugi" and question not in UGI_QUERIES:
        raise ProtocolError("bad_argument", f"query {question}: the answer has more than one word; ask in ngi")
    takes = 1 if question in ("islegal", "sample") else 0
    if len(arguments) != takes:
        raise ProtocolError("bad_argument", f"query {question}: takes {'one word' if takes else 'nothing'} after it")
    if question == "islegal":
        return _is_legal(state, arguments[0], dialect)
    if question == "sample":
        return _sample(state, arguments[0])
    return _ANSWERS[question](state)


def result_word(state: State) -> str:
    """none, p1win .. for a sole winner, draw for a shared win."""
    if not state.is_terminal():
        return "none"
    ranks = state.ranks()
    return f"p{ranks.index(1) + 1}win" if ranks.count(1) == 1 else "draw"


def _turn(state: State) -> str:
    player = state.current_player()
    return {CHANCE: "chance", TERMINAL: "none"}.get(player, f"p{player + 1}")


def _words_of(state: State, actions: list[int]) -> str:
    return " ".join([str(len(actions)), *(state.action_to_string(action) for action in actions)])


def _chance(state: State) -> str:
    outcomes = state.chance_outcomes()
    pairs = [f"{state.action_to_string(action)}/{weight}" for action, weight in outcomes]
    return " ".join([str(len(outcomes)), *pairs])


def _is_legal(state: State, word: str, dialect: str) -> str:
    try:
        state.string_to_action(word)
    except UsageError as trouble:
        return "false" if dialect == "ugi" else f"false {reason(trouble, word)}"
    return "true"


def _sample(state: State, word: str) -> str:
    if not state.is_chance_node():
        raise ProtocolError("wrong_chance", f"query sample {shown_word(word)}: no chance event comes next")
    try:
        u = whole_number(word, "query sample", 0, MAX_SEED)
    except UsageError as trouble:
        raise ProtocolError("bad_argument", str(trouble)) from None
    return state.action_to_string(state.sample_chance(u))


def _flag(value: bool) -> str:
    return "true" if value else "false"


_ANSWERS: dict[str, Callable[[State], str]] = {
    "p1turn": lambda state: _flag(state.current_player() == 0),
    "gameover": lambda state: _flag(state.is_terminal()),
    "result": result_word,
    "turn": _turn,
    "players": lambda state: str(state.num_players),
    "round": lambda state: str(state.round()),
    "phase": lambda state: state.phase(),
    "hash": lambda state: f"{state.key:016x}",
    "fen": lambda state: state.position,
    "rules": lambda state: state.game.rules or "-",
    "ranks": lambda state: " ".join(map(str, state.ranks())),
    "scores": lambda state: " ".join(map(str, state.scores())),
    "returns": lambda state: " ".join(f"{value:.6g}" for value in state.returns()),
    "legalmoves": lambda state: _words_of(state, state.legal_actions()),
    "legalcount": lambda state: str(state.legal_count()),
    "chance": _chance,
}
