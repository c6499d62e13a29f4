"""Section 5: questions, and whole games by them."""

import re

from embertree._core import CHANCE, TERMINAL, Game, State, game_ids
from embertree.protocol.compliance.talk import Broken, Facts, Skipped, Talk, legal_moves, outcomes, rule
from embertree.protocol.grammar import QUERIES
from embertree.seeds import nth

_SEED = 3
_MAX_PLIES = 5_000
# Looked at closely so many plies apart, after the first few.
_EVERY = 7

_FORMS = {
    "p1turn": r"true|false",
    "gameover": r"true|false",
    "result": r"none|draw|p[1-5]win",
    "turn": r"p[1-5]|chance|none",
    "players": r"[1-9]\d*",
    "round": r"-?\d+",
    "phase": r"\S+",
    "hash": r"[0-9a-f]+",
    "fen": r"\S.*",
    "rules": r"\S+",
    "ranks": r"\d+( \d+)*",
    "scores": r"-?\d+( -?\d+)*",
    "returns": r"-?[\d.]+(e-?\d+)?( -?[\d.]+(e-?\d+)?)*",
    "legalmoves": r"\d+( \S+)*",
    "legalcount": r"\d+",
    "islegal": r"true|false .+",
    "chance": r"\d+( \S+/\d+)*",
}


@rule(5, "every question brings exactly one response line of its form")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    about = {"islegal": f"islegal {legal_moves(talk)[0]}"}
    for row in QUERIES:
        if row.word == "sample":
            continue  # only where chance decides
        said = talk.ask(about.get(row.word, row.word))
        if not re.fullmatch(_FORMS[row.word], said):
            raise Broken(f"query {row.word} says {said!r}, not {row.response}")
    return f"{len(_FORMS)} questions"


@rule(5, "an unknown question is an error and response error; so is one with words missing or too many")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    for words in ("query", "query no_such_question", "query islegal", "query turn turn"):
        talk.say(words)
        lines = talk.settle()
        if len(lines) != 2 or not lines[0].startswith("error bad_argument") or lines[1] != "response error":
            raise Broken(f"{words!r} brought {lines}")
    return lines[0]


@rule(5, "without rules a question is still an error and response error")
def _(facts: Facts, talk: Talk) -> str:
    if not facts.sends_moves:
        raise Skipped("it knows the rules")
    talk.say("query turn")
    lines = talk.settle()
    if len(lines) != 2 or not lines[0].startswith("error ") or lines[1] != "response error":
        raise Broken(f"it brought {lines}")
    return lines[0]


@rule(5, "legal moves are distinct words, as many as announced, and legal; others are not, with a reason")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    moves = legal_moves(talk)
    if len(set(moves)) != len(moves) or talk.ask("legalcount") != str(len(moves)):
        raise Broken(f"{moves}, legalcount {talk.ask('legalcount')}")
    for move in moves[:20]:
        if talk.ask(f"islegal {move}") != "true":
            raise Broken(f"{move} is in the list, but islegal says no")
    said = talk.ask("islegal no-such-move")
    if not said.startswith("false "):
        raise Broken(f"islegal no-such-move says {said!r}")
    return f"{len(moves)} moves"


def play_to_the_end(talk: Talk) -> int:
    """Plays a game by the engine's own answers; the number of its words."""
    talk.start()
    for k in range(_MAX_PLIES):
        turn = talk.ask("turn")
        if turn == "none":
            return k
        words = [word for word, _ in outcomes(talk)] if turn == "chance" else legal_moves(talk)
        if not words:
            raise Broken(f"{turn} decides, but there is nothing to choose")
        _append(talk, words[nth(_SEED, k + 1) * len(words) >> 64])
    raise Broken(f"no end after {_MAX_PLIES} words")


def _append(talk: Talk, word: str) -> None:
    talk.words.append(word)
    talk.accepted(f"moves {word}")


@rule(5, "a whole game by its own answers comes to an end, with a result")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    plies = play_to_the_end(talk)
    players = int(talk.ask("players"))
    ranks = talk.ask("ranks").split()
    winners = [seat for seat, rank in enumerate(ranks, 1) if rank == "1"]
    result = f"p{winners[0]}win" if len(winners) == 1 else "draw"
    wanted = {"gameover": "true", "result": result, "turn": "none", "p1turn": "false", "legalmoves": "0", "chance": "0"}
    for question, answer in wanted.items():
        if talk.ask(question) != answer:
            raise Broken(f"at the end query {question} says {talk.ask(question)!r}, not {answer!r}")
    for question in ("ranks", "scores", "returns"):
        if len(talk.ask(question).split()) != players:
            raise Broken(f"query {question} says {talk.ask(question)!r} for {players} seats")
    return f"{plies} words, {result}, ranks {' '.join(ranks)}, scores {talk.ask('scores')}"


@rule(5, "it plays by the same rules as this program, where both know the game")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    if facts.game not in game_ids():
        raise Skipped(f"this program does not know the game {facts.game!r}")
    talk.start()
    rules = talk.ask("rules")
    game = Game(facts.game, int(talk.ask("players")), "" if rules == "-" else rules)
    state = game.new_initial_state()
    for k in range(_MAX_PLIES):
        if k < 20 or k % _EVERY == 0 or state.is_terminal():
            _compare(talk, state)
        if state.is_terminal():
            return f"{k} words, the same at every look"
        action = state.random_action(nth(_SEED, k + 1))
        _append(talk, state.action_to_string(action))
        state.apply_action(action)
    raise AssertionError("our own games end")


def _compare(talk: Talk, state: State) -> None:
    player = state.current_player()
    turn = {CHANCE: "chance", TERMINAL: "none"}.get(player, f"p{player + 1}")
    ours = {
        "turn": turn,
        "legalmoves": _counted(state.action_to_string(action) for action in state.legal_actions()),
        "chance": _counted(f"{state.action_to_string(action)}/{weight}" for action, weight in state.chance_outcomes()),
        "scores": " ".join(map(str, state.scores())),
    }
    for question, answer in ours.items():
        said = talk.ask(question)
        if said != answer:
            raise Broken(
                f"after {' '.join(talk.words[-6:])} query {question} says {said[:200]!r}, here {answer[:200]!r}"
            )


def _counted(words: "object") -> str:
    listed = list(words)  # type: ignore[call-overload]
    return " ".join([str(len(listed)), *listed])
