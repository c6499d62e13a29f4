"""Section 4: searching."""

import time

from embertree.protocol.compliance.talk import (
    SHORT_S,
    Broken,
    Facts,
    Skipped,
    Talk,
    error_codes,
    legal_moves,
    rule,
)
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import REPLY_ROWS
from embertree.protocol.parse import Values, read
from embertree.words import shown

# What a search may take beyond its time limit on a machine that has other work too.
_LATE_MS = 100
_ROUNDS = 50


def _best(lines: list[str]) -> str:
    """The move of the one bestmove among the lines."""
    best = [line for line in lines if line.split()[:1] == ["bestmove"]]
    if len(best) != 1:
        raise Broken(f"{len(best)} lines bestmove: {best}")
    return best[0].partition(" ")[2].partition(" ")[0]


def _infos(lines: list[str]) -> list[Values]:
    """The info lines that are not words for people, read strictly."""
    infos = []
    for line in lines:
        words = line.split()
        if words[:1] == ["info"] and words[1:2] != ["string"]:
            try:
                infos.append(read(REPLY_ROWS["info"], words[1:]))
            except ProtocolError as trouble:
                raise Broken(f"{shown(line)}: {trouble.detail}") from None
    return infos


def _check_legal(talk: Talk, move: str) -> None:
    allowed = ["alpha", "beta", "gamma"] if talk.facts.sends_moves else legal_moves(talk)
    if move not in allowed:
        raise Broken(f"bestmove {move} is not among the legal moves")


@rule(4, "go is answered with info (score, nodes, nps, time), then exactly one bestmove, a legal move")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    lines = talk.search("nodes 20")
    infos = _infos(lines)
    if not any({"score", "nodes", "nps", "time"} <= info.keys() for info in infos):
        raise Broken(f"no info line with score, nodes, nps and time in {lines}")
    _check_legal(talk, _best(lines))
    return next(line for line in lines if line.startswith("bestmove"))


@rule(4, "info numbers are whole; wp adds up to 1000, wp and ev have a number for each seat, pv stands last")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    infos = _infos(talk.search("nodes 50"))
    players = None if talk.facts.sends_moves else int(talk.ask("players"))
    for info in infos:
        for name in ("wp", "ev"):
            if name in info and players and len(info[name]) != players:
                raise Broken(f"{name} has {len(info[name])} numbers for {players} seats")
        if "wp" in info and abs(sum(info["wp"]) - 1000) > len(info["wp"]):
            raise Broken(f"wp adds up to {sum(info['wp'])}")
        if "score" in info and (info["score"][:1] != ["cp"] or abs(int(info["score"][1])) > 10_000):
            raise Broken(f"score {info['score']} is not cp within +-10000")
    return f"{len(infos)} lines read"


@rule(4, "nodes is exact with one thread")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    seen = []
    for nodes in (1, 7, 100):
        infos = _infos(talk.search(f"nodes {nodes}"))
        seen.append(infos[-1]["nodes"])
        if seen[-1] > nodes:
            raise Broken(f"{seen[-1]} nodes where {nodes} were allowed")
    return ", ".join(map(str, seen))


@rule(4, "the same position, seed and nodes are the same search, whatever the seed of chance")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    facts.need_option("Seed", "ChanceSeed")
    seen = []
    for seed in (1, 2):
        talk.accepted("newgame", "setoption name Seed value 5", f"setoption name ChanceSeed value {seed}")
        talk.decision()
        infos = _infos(lines := talk.search("nodes 200"))
        for info in infos:
            info.pop("time", None)
            info.pop("nps", None)
        seen.append((infos[-1], _best(lines)))
    if seen[0] != seen[1]:
        raise Broken(f"{seen[0]} and {seen[1]}")
    return f"bestmove {seen[0][1]}, twice"


@rule(4, "movetime is kept")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    began = time.monotonic()
    talk.search("movetime 150")
    ms = (time.monotonic() - began) * 1000
    if ms > 150 + _LATE_MS:
        raise Broken(f"answered after {ms:.0f} ms of 150")
    return f"after {ms:.0f} ms of 150"


@rule(4, "a clock is not overrun; only the mover's is needed")
def _(facts: Facts, talk: Talk) -> str:
    talk.decision()
    clock = "p1" if facts.sends_moves else talk.ask("turn")
    began = time.monotonic()
    talk.search(f"{clock}time 400 {clock}inc 0 movestogo 4")
    ms = (time.monotonic() - began) * 1000
    if ms > 400:
        raise Broken(f"answered after {ms:.0f} ms with 400 on the clock")
    talk.search(f"{clock}time 1 {clock}inc 0")
    return f"after {ms:.0f} ms with 400 on the clock"


@rule(4, "depth ends a search")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    return f"bestmove {_best(talk.search('depth 1'))}"


@rule(4, "searchmoves: only these are looked at")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    moves = ["beta"] if talk.facts.sends_moves else legal_moves(talk)[-1:]
    talk.say("go nodes 20 searchmoves " + " ".join(moves))
    best = _best(talk.hear("bestmove"))
    if best not in moves:
        raise Broken(f"bestmove {best} where only {moves[0]} was to be looked at")
    return f"bestmove {best}"


@rule(4, "infinite does not answer before stop, and answers once then")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    talk.say(talk.go("infinite nodes 1"))
    _no_bestmove(talk, SHORT_S)
    began = time.monotonic()
    talk.say("stop")
    talk.hear("bestmove", 1.0)
    ms = (time.monotonic() - began) * 1000
    if any(line.startswith("bestmove") for line in talk.settle()):
        raise Broken("a second bestmove")
    return f"{ms:.0f} ms after stop"


@rule(4, "ponder does not answer before ponderhit; from then on the limits count")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    talk.say(talk.go("ponder movetime 100"))
    _no_bestmove(talk, SHORT_S)
    began = time.monotonic()
    talk.say("ponderhit")
    talk.hear("bestmove", 1.0)
    ms = (time.monotonic() - began) * 1000
    if ms > 100 + _LATE_MS:
        raise Broken(f"answered {ms:.0f} ms after ponderhit, of 100")
    talk.say(talk.go("ponder nodes 5"))
    _no_bestmove(talk, SHORT_S)
    talk.say("stop")
    talk.hear("bestmove", 1.0)
    return f"{ms:.0f} ms after ponderhit, of 100"


def _no_bestmove(talk: Talk, seconds: float) -> None:
    end = time.monotonic() + seconds
    try:
        while True:
            line = talk.transport.receive(end)
            if line.startswith("bestmove"):
                raise Broken(f"{line!r} came unasked")
    except Exception as trouble:
        if getattr(trouble, "kind", "") != "timeout":
            raise


@rule(4, "stop is harmless at rest and not remembered")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    talk.say("stop", "ponderhit")
    if talk.settle():
        raise Broken("stop at rest brought an answer")
    talk.say("stop", talk.go("infinite"))
    _no_bestmove(talk, SHORT_S)
    talk.say("stop")
    talk.hear("bestmove", 1.0)
    return "the next go searched on"


@rule(4, "isready is answered during a search")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    talk.say(talk.go("infinite"))
    waits = []
    for _i in range(20):
        began = time.monotonic()
        talk.say("isready")
        if any(line.startswith("bestmove") for line in talk.hear("readyok", 1.0)):
            raise Broken("isready ended the search")
        waits.append((time.monotonic() - began) * 1000)
    talk.say("stop")
    talk.hear("bestmove", 1.0)
    return f"at the latest after {max(waits):.1f} ms"


@rule(4, "other commands are busy during a search and change nothing; query answers response error as well")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    key = "" if talk.facts.sends_moves else talk.ask("hash")
    talk.say(talk.go("infinite"))
    for line in ("position startpos", "newgame", "setoption name Hash value 1", talk.go("nodes 1"), "moves x"):
        heard = _while_searching(talk, line)
        if heard != [f"error busy {line.split()[0]}"]:
            raise Broken(f"{shown(line)} brought {heard}")
    heard = _while_searching(talk, "query turn")
    if heard != ["error busy query", "response error"]:
        raise Broken(f"query brought {heard}")
    talk.say("stop")
    talk.hear("bestmove", 1.0)
    if talk.settle() or (key and talk.ask("hash") != key):
        raise Broken("the position is another one now")
    return "error busy, six times"


def _while_searching(talk: Talk, line: str) -> list[str]:
    talk.say(line)
    return [each for each in talk.settle() if not each.startswith("info ")]


@rule(4, "between go and bestmove no line is shorter than 8 bytes with its end")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    talk.say(talk.go("infinite"), "query turn", "frobnicate", "isready")
    lines = talk.hear("readyok")
    talk.say("stop")
    lines += talk.hear("bestmove", 1.0)
    short = [line for line in lines if len(line.encode()) < 7]
    if short:
        raise Broken(f"{short}")
    return f"the shortest of {len(lines)} has {min(len(line.encode()) + 1 for line in lines)}"


@rule(4, "wrong words after go: an error, and bestmove 0000")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    for words in ("nodse 5", "nodes", "nodes x", "searchmoves"):
        talk.say(f"go {words}" if words == "searchmoves" else talk.go(words))
        lines = talk.hear("bestmove")
        if lines[-1] != "bestmove 0000" or len(error_codes(lines)) != 1:
            raise Broken(f"go {words} brought {lines}")
    return lines[-2]


@rule(4, f"stop and go, {_ROUNDS} times in quick succession: one bestmove each")
def _(_: Facts, talk: Talk) -> str:
    talk.decision()
    for k in range(_ROUNDS):
        talk.say(talk.go("infinite"), "stop") if k % 2 else talk.say(talk.go("nodes 5"))
        _best(talk.hear("bestmove", 2.0))
    if talk.settle():
        raise Broken("something was left over")
    return f"{_ROUNDS} bestmoves"


@rule(4, "MultiPV numbers its lines from the best down")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    facts.need_option("MultiPV")
    talk.decision()
    wanted = min(3, len(legal_moves(talk)))
    talk.accepted("setoption name MultiPV value 3")
    infos = _infos(talk.search("nodes 100"))
    talk.accepted("setoption name MultiPV value 1")
    numbers = [info.get("multipv") for info in infos][-wanted:]
    firsts = {info["pv"][0] for info in infos[-wanted:] if info.get("pv")}
    if numbers != list(range(1, wanted + 1)) or len(firsts) != wanted:
        raise Broken(f"lines {numbers} with first moves {sorted(firsts)}")
    return f"{wanted} lines"


@rule(4, "after the end of the game go is refused with game_over and bestmove 0000")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    from embertree.protocol.compliance.questions import play_to_the_end

    play_to_the_end(talk)
    talk.say("go nodes 10")
    lines = talk.hear("bestmove")
    if lines[-1] != "bestmove 0000" or error_codes(lines) != ["game_over"]:
        raise Broken(f"go brought {lines}")
    return lines[-2]


@rule(4, "without rules: what go sends behind searchmoves is all that is known")
def _(facts: Facts, talk: Talk) -> str:
    if not facts.sends_moves:
        raise Skipped("it knows the rules")
    talk.accepted("position startpos players 4 moves roll:9 some:move")
    talk.say("go nodes 1")
    lines = talk.hear("bestmove")
    if lines[-1] != "bestmove 0000":
        raise Broken(f"without moves it plays {lines[-1]}")
    seen = {_best(talk.search("nodes 1")) for _i in range(20)}
    return f"plays {', '.join(sorted(seen))}"
