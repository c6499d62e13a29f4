"""Section 3: positions and chance."""

from embertree.protocol.compliance.talk import Broken, Facts, Skipped, Talk, legal_moves, outcomes, rule
from embertree.protocol.grammar import CHANCE_VERBS, RESERVED
from embertree.seeds import fnv1a64, nth

_SEED = 17


@rule(3, "the start may be sent as startpos and as fen startpos")
def _(facts: Facts, talk: Talk) -> str:
    talk.start()
    first = "" if facts.sends_moves else talk.ask("hash")
    talk.accepted("position fen startpos")
    if not facts.sends_moves and talk.ask("hash") != first:
        raise Broken("they are different positions")
    return f"hash {first}" if first else "both taken"


@rule(3, "query fen gives a line that brings the same position back")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    fen, key, moves = talk.ask("fen"), talk.ask("hash"), legal_moves(talk)
    talk.accepted(f"position fen {fen}")
    if (talk.ask("fen"), talk.ask("hash"), legal_moves(talk)) != (fen, key, moves):
        raise Broken(f"{fen} came back as {talk.ask('fen')}")
    return fen


@rule(3, "`moves` appends to the position")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    move = legal_moves(talk)[0]
    talk.accepted(f"moves {move}")
    appended = talk.ask("hash")
    talk.play(move)
    if talk.ask("hash") != appended:
        raise Broken(f"after `moves {move}` the hash is {appended}, after the whole list it is {talk.ask('hash')}")
    return f"{move}, hash {appended}"


@rule(3, "one bad word rejects the whole list; the error names its index and the word")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    index = len(talk.words) + 1
    error = talk.refused(talk.position_line([*talk.words, "no-such-move"]), "illegal_move")
    if error.split()[2:4] != [str(index), "no-such-move"]:
        raise Broken(f"{error!r} does not name {index} no-such-move")
    return error


@rule(3, "after a rejected position there is none: go and questions say no_position")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.decision()
    talk.refused(talk.position_line([*talk.words, "no-such-move"]), "illegal_move")
    talk.refused("query turn", "no_position")
    talk.say("go nodes 10")
    lines = talk.hear("bestmove")
    if lines[-1] != "bestmove 0000" or not lines[-2].startswith("error no_position"):
        raise Broken(f"go brought {lines}")
    talk.refused("position fen no such position", "bad_fen", "bad_argument")
    talk.refused("moves x", "no_position")
    talk.decision()
    return "no_position, bestmove 0000"


@rule(3, "before the first position go says no_position and bestmove 0000")
def _(_: Facts, talk: Talk) -> str:
    talk.say(talk.go("nodes 10"))
    lines = talk.hear("bestmove")
    if lines[-1] != "bestmove 0000" or not lines[-2].startswith("error no_position"):
        raise Broken(f"go brought {lines}")
    return lines[-2]


@rule(3, "chance outcomes use the reserved verbs, moves do not; nothing is named moves, seed, players or rules")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    talk.start()
    seen = 0
    for _i in range(40):
        turn = talk.ask("turn")
        if turn == "none":
            break
        words = [word for word, _ in outcomes(talk)] if turn == "chance" else legal_moves(talk)
        for word in words:
            if (word.partition(":")[0] in CHANCE_VERBS and ":" in word) != (turn == "chance") or word in RESERVED:
                raise Broken(f"{word} where {turn} decides")
        seen += len(words)
        talk.play(words[len(words) // 2])
    return f"{seen} words"


def _first_chance(talk: Talk) -> None:
    """A position where a chance event comes next."""
    talk.start()
    for _i in range(60):
        turn = talk.ask("turn")
        if turn == "chance":
            return
        if turn == "none":
            break
        talk.play(legal_moves(talk)[0])
    raise Skipped("no chance event was met")


@rule(3, "a list may end at a chance event: the turn is chance's, and go is refused")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    _first_chance(talk)
    if talk.ask("legalcount") != "0":
        raise Broken("there are legal moves where chance decides")
    talk.say("go nodes 10")
    lines = talk.hear("bestmove")
    if lines[-1] != "bestmove 0000" or not lines[-2].startswith("error wrong_chance"):
        raise Broken(f"go brought {lines}")
    return lines[-2]


@rule(3, "a move where chance decides, and an outcome where a seat decides, are wrong_chance")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    _first_chance(talk)
    talk.refused(talk.position_line([*talk.words, "no-such-move"]), "wrong_chance")
    talk.play()
    verb = outcomes(talk)[0][0].partition(":")[0]
    talk.refused(talk.position_line([*talk.words, f"{verb}:no-such-outcome"]), "wrong_chance")
    talk.decision()
    return talk.refused(talk.position_line([*talk.words, f"{verb}:1"]), "wrong_chance")


@rule(3, "ChanceMode auto draws what the list leaves out, by the fixed function of the seed")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    facts.need_option("ChanceMode")
    drawn = _draw_along(talk, give=False)
    if not drawn:
        raise Skipped("no chance event was met")
    return " ".join(drawn)


@rule(3, "outcomes that stand in the list are taken and count")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    facts.need_option("ChanceMode")
    drawn = _draw_along(talk, give=True)
    if not drawn:
        raise Skipped("no chance event was met")
    return " ".join(drawn)


def _draw_along(talk: Talk, *, give: bool) -> list[str]:
    """Plays on with explicit chance, drawing as the protocol says; then in auto mode with the moves alone, or with
    other outcomes given at every second time that chance decides. Both must come to the same position. Returns the
    outcomes."""
    talk.start()
    counts: dict[str, int] = {}
    drawn: list[str] = []
    sent: list[str] = []
    giving = True
    before = ""
    for k in range(300):
        turn = talk.ask("turn")
        if turn == "none" or len(drawn) == 12:
            break
        if turn != "chance":
            moves = legal_moves(talk)
            word = moves[nth(_SEED, k + 1) * len(moves) >> 64]
            sent.append(word)
        else:
            # All or none of the events that follow each other: a given outcome is taken for the first of its verb.
            giving = giving if before == "chance" else not giving
            listed = outcomes(talk)
            verb = listed[0][0].partition(":")[0]
            counts[verb] = counts.get(verb, 0) + 1
            word = _selected(listed, nth(_SEED ^ fnv1a64(verb), counts[verb]))
            drawn.append(word)
            if give and giving:
                word = next((other for other, _ in listed if other != word), word)
                sent.append(word)
        before = turn
        talk.play(word)
    while talk.ask("turn") == "chance":
        # In auto mode an event that is open at the end is drawn as well.
        last = talk.words.pop()
        if sent and sent[-1] == last:
            sent.pop()
        talk.play()
    fen = talk.ask("fen")
    talk.accepted("setoption name ChanceMode value auto")
    talk.accepted(f"position startpos seed {_SEED}" + (" moves " + " ".join(sent) if sent else ""))
    automatic = talk.ask("fen")
    talk.say("setoption name ChanceMode value explicit")
    if automatic != fen:
        raise Broken(f"seed {_SEED} and {' '.join(sent)} lead to {automatic}, not to {fen}")
    return drawn


def _selected(listed: list[tuple[str, int]], u: int) -> str:
    """The outcome that a 64-bit number selects."""
    left = u * sum(weight for _, weight in listed) >> 64
    for word, weight in listed:
        if left < weight:
            return word
        left -= weight
    raise AssertionError("unreachable")


@rule(5, "sample maps every number as floor(U x W / 2^64), outcomes in the order of query chance")
def _(facts: Facts, talk: Talk) -> str:
    facts.need_rules()
    _first_chance(talk)
    listed = outcomes(talk)
    seen = []
    for u in (0, 1, 2**63, 2**64 - 1, nth(1, 1), nth(1, 2)):
        said = talk.ask(f"sample {u}")
        if said != _selected(listed, u):
            raise Broken(f"{u} gives {said}, not {_selected(listed, u)}")
        seen.append(said)
    talk.refused(f"query sample {2**64}", "bad_argument", "out_of_range")
    return " ".join(seen)
