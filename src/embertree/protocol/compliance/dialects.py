"""Section 7: what managers of two-player games rely on."""

from embertree.protocol.compliance.talk import Broken, Facts, Talk, error_codes, rule

TWO_PLAYER = ("ugi", "uci")


@rule(7, "the handshake of the dialect ends with its ok", TWO_PLAYER)
def _(facts: Facts, talk: Talk) -> str:
    talk.say(facts.dialect)
    lines = talk.hear(f"{facts.dialect}ok")
    return lines[-1]


@rule(7, "a whole game as a manager drives it: no isready after the new game, only moves in the list", TWO_PLAYER)
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.say(f"{facts.dialect}newgame")
    moves: list[str] = []
    for _i in range(2_000):
        talk.say("position fen startpos seed 17" + (" moves " + " ".join(moves) if moves else ""))
        if _response(talk, "gameover") == "true":
            break
        if _response(talk, "p1turn") not in ("true", "false"):
            raise Broken(f"p1turn is {_response(talk, 'p1turn')!r}")
        if "seed" in facts.options:
            # A short search that sees no difference between its moves would pass for ever in some games.
            talk.say(f"setoption name seed value {len(moves)}")
        talk.say("go nodes 20")
        words = talk.hear("bestmove")[-1].split()
        if len(words) != 2 or words[1] == "0000":
            raise Broken(f"go brought {' '.join(words)!r}")
        moves.append(words[1])
    else:
        raise Broken("no end after 2000 moves")
    result = _response(talk, "result")
    if result not in ("p1win", "p2win", "draw"):
        raise Broken(f"at the end the result is {result!r}")
    return f"{len(moves)} moves, {result}"


def _response(talk: Talk, question: str) -> str:
    talk.say(f"query {question}")
    words = talk.hear("response")[-1].split()
    if len(words) != 2:
        raise Broken(f"query {question} brought {' '.join(words)!r}, not two words")
    return words[1]


@rule(7, "every response has exactly two words", TWO_PLAYER)
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.say(f"{facts.dialect}newgame", "position startpos")
    seen = []
    for question in ("p1turn", "gameover", "result", "legalmoves", "fen", "no_such_question", "islegal no-such-move"):
        seen.append(_response(talk, question))
    return " ".join(seen)


@rule(7, "a rejected position ends the game for the manager: gameover true, result none", TWO_PLAYER)
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.say("position startpos moves no-such-move")
    seen = _response(talk, "gameover"), _response(talk, "result")
    if seen != ("true", "none"):
        raise Broken(f"gameover {seen[0]}, result {seen[1]}")
    return "gameover true, result none"


@rule(7, "errors are info string lines, so that nobody stumbles over them", TWO_PLAYER)
def _(_: Facts, talk: Talk) -> str:
    talk.say("frobnicate", "setoption name NoSuchOption value 1", "setoption name debug value true")
    lines = talk.settle()
    if not error_codes(lines) or not all(line.startswith("info string ") for line in lines):
        raise Broken(f"wrong lines brought {lines}")
    return lines[0]


@rule(7, "option names are taken in lower case", TWO_PLAYER)
def _(facts: Facts, talk: Talk) -> str:
    taken = []
    for name in ("threads", "hash", "ownbook"):
        if name in facts.options:
            talk.accepted(f"setoption name {name} value {facts.options[name].default}")
            taken.append(name)
    return ", ".join(taken) or "it has none of threads, hash, ownbook"


@rule(7, "uci: wtime, btime, winc and binc are the clocks of p1 and p2", ("uci",))
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.say("ucinewgame", "position startpos", "go wtime 300 btime 300 winc 0 binc 0 movestogo 10")
    return talk.hear("bestmove", 1.0)[-1]


@rule(7, "SeatGroups: two engines with two seats each", ("ugi",))
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    facts.need_option("SeatGroups")
    talk.say("uginewgame", "setoption name SeatGroups value 1,3|2,4", "position startpos players 4")
    if _response(talk, "gameover") == "true":
        talk.say("setoption name SeatGroups value")
        talk.settle()
        return f"{facts.game} is not for four"
    p1turn, turn = _response(talk, "p1turn"), _response(talk, "turn")
    talk.say("setoption name SeatGroups value")
    talk.settle()
    if (p1turn == "true") != (turn in ("p1", "p3")):
        raise Broken(f"{turn} decides, p1turn says {p1turn}")
    return f"{turn} decides, p1turn {p1turn}"
