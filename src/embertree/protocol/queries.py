"""Answers to `query`: one line each, from the position alone."""

from collections.abc import Callable

from embertree._core import CHANCE, TERMINAL, State, UsageError
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import QUERIES, QUERY_ROWS
from embertree.protocol.groups import Groups, first_against_rest, group_result
from embertree.protocol.position import action_of, reason, shown_word
from embertree.words import MAX_SEED, did_you_mean, shown, whole_number


def answer(state: State, question: str, about: list[str], dialect: str, groups: Groups | None = None) -> str:
    """What stands after `response`; ProtocolError where the question is wrong."""
    row = QUERY_ROWS.get(question)
    if row is None:
        names = [row.word for row in QUERIES if dialect == "ngi" or row.one_word]
        raise ProtocolError(
            "bad_argument", f"query: there is no question {shown(question)}{did_you_mean(question, names)}"
        )
    if dialect != "ngi" and not row.one_word:
        raise ProtocolError("bad_argument", f"query {question}: the answer may have more than one word; ask in ngi")
    if len(about) != bool(row.takes):
        raise ProtocolError("bad_argument", f"query {question}: {'one word' if row.takes else 'nothing'} follows it")
    if groups is None and dialect != "ngi" and state.num_players > 2:
        groups = first_against_rest(state.num_players)
    if question == "islegal":
        return _is_legal(state, about[0], dialect)
    if question == "sample":
        return _sample(state, about[0])
    if question == "p1turn":
        return _flag(state.current_player() in (groups[0] if groups else (0,)))
    if question == "result":
        return group_result(state, groups) if groups else _result(state)
    return _ANSWERS[question](state)


def _result(state: State) -> str:
    """none, p1win .. for a sole winner, draw for a shared win."""
    if not state.is_terminal():
        return "none"
    ranks = state.ranks()
    return f"p{ranks.index(1) + 1}win" if ranks.count(1) == 1 else "draw"


def _turn(state: State) -> str:
    player = state.current_player()
    return {CHANCE: "chance", TERMINAL: "none"}.get(player, f"p{player + 1}")


def _legal_moves(state: State) -> str:
    actions = state.legal_actions()
    return " ".join([str(len(actions)), *map(state.action_to_string, actions)])


def _chance(state: State) -> str:
    outcomes = state.chance_outcomes()
    pairs = [f"{state.action_to_string(action)}/{weight}" for action, weight in outcomes]
    return " ".join([str(len(outcomes)), *pairs])


def _is_legal(state: State, word: str, dialect: str) -> str:
    try:
        action_of(state, word)
    except UsageError as trouble:
        return f"false {reason(trouble, word)}" if dialect == "ngi" else "false"
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
    "gameover": lambda state: _flag(state.is_terminal()),
    "turn": _turn,
    "players": lambda state: str(state.num_players),
    "round": lambda state: str(state.round()),
    "phase": lambda state: "_".join(state.phase().split()) or "-",
    "hash": lambda state: f"{state.key:016x}",
    "fen": lambda state: state.position,
    "rules": lambda state: state.game.rules or "-",
    "ranks": lambda state: " ".join(map(str, state.ranks())),
    "scores": lambda state: " ".join(map(str, state.scores())),
    "returns": lambda state: " ".join(f"{value:.6g}" for value in state.returns()),
    "legalmoves": _legal_moves,
    "legalcount": lambda state: str(state.legal_count()),
    "chance": _chance,
}
