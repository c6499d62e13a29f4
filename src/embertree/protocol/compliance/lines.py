"""Sections 1, 2 and 6: lines, the start, errors."""

from embertree.protocol.compliance.talk import Broken, Facts, Skipped, Talk, error_codes, rule
from embertree.protocol.errors import ProtocolError
from embertree.protocol.grammar import ERRORS, MAX_LINE, REPLY_ROWS
from embertree.protocol.parse import read
from embertree.words import shown

ALL = ("ngi", "ugi", "uci")


@rule(2, "the handshake names the engine, its protocol, games and options, and ends with ngiok")
def _(facts: Facts, talk: Talk) -> str:
    talk.say("ngi")
    lines = talk.hear("ngiok")
    firsts = [line.split()[0] for line in lines if line.split()]
    if "protocol ngi 1" not in lines:
        raise Broken("no line `protocol ngi 1`")
    for line in ("id name", "id author"):
        if not any(each.startswith(line + " ") for each in lines):
            raise Broken(f"no line `{line}`")
    if "game" not in firsts and not facts.sends_moves:
        raise Broken("no game line")
    unknown = set(firsts) - {"id", "protocol", "game", "option", "ngiok"}
    if unknown:
        raise Broken(f"lines that are none of the handshake: {', '.join(sorted(unknown))}")
    return f"{facts.name}, {firsts.count('game')} games, {firsts.count('option')} options"


@rule(2, "game and option lines are well formed")
def _(facts: Facts, talk: Talk) -> str:
    talk.say("ngi")
    for line in talk.hear("ngiok"):
        words = line.split()
        if words[:1] not in (["game"], ["option"]):
            continue
        try:
            values = read(REPLY_ROWS[words[0]], words[1:], skip_unknown=True)
        except ProtocolError as trouble:
            raise Broken(f"{shown(line)}: {trouble.detail}") from None
        if words[0] == "game":
            low, high = values.get("players", [0, 0])[:2]
            if not 1 <= low <= high or values.get("chance") not in ("yes", "no"):
                raise Broken(f"{shown(line)} is not `game G players MIN MAX chance yes|no`")
            continue
        kind = values.get("type")
        needs = {"spin": ("default", "min", "max"), "combo": ("default", "var"), "check": ("default",)}
        needs |= {"string": ("default",), "button": ()}
        if not values.get("name") or kind not in needs:
            raise Broken(f"{shown(line)}: no name, or no type check, spin, combo, string or button")
        if any(need not in values for need in needs[kind]):
            raise Broken(f"{shown(line)}: a {kind} has {', '.join(needs[kind])}")
    return "all read"


@rule(2, "isready is answered with readyok")
def _(_: Facts, talk: Talk) -> str:
    before = talk.settle()
    if before:
        raise Broken(f"before it came {before}")
    talk.silence()
    return "readyok"


@rule(2, "option names are taken without case, and the word `value` may be missing")
def _(facts: Facts, talk: Talk) -> str:
    spins = [option for option in facts.options.values() if option.type == "spin" and " " not in option.name]
    if not spins:
        raise Skipped("it has no spin option")
    option = spins[0]
    name, value = option.name, option.default
    talk.accepted(f"setoption name {name} value {value}")
    talk.accepted(f"setoption name {name.lower()} value {value}")
    talk.accepted(f"setoption name {name.upper()} {value}")
    return f"{name}, {name.lower()}, {name.upper()}"


@rule(2, "an unknown option, or a value out of range, is an error and never fatal")
def _(facts: Facts, talk: Talk) -> str:
    seen = [talk.refused("setoption name NoSuchOption value 3", "bad_option")]
    for option in facts.options.values():
        if option.type == "spin" and option.high is not None and option.high < 2**64 - 1:
            seen.append(talk.refused(f"setoption name {option.name} value {option.high + 1}", "out_of_range"))
            break
    talk.refused("setoption", "bad_argument")
    return seen[-1]


@rule(1, "lines may end with CR LF, blanks repeat freely")
def _(_: Facts, talk: Talk) -> str:
    talk.raw(b"isready\r\n  \t isready   \nisready\t\r\n")
    for _i in range(3):
        line = talk.line()
        if line != "readyok":
            raise Broken(f"an isready was answered with {shown(line)}")
    return "readyok, three times, ended with LF"


@rule(1, "empty lines and comments are passed over")
def _(_: Facts, talk: Talk) -> str:
    talk.raw(b"\n\r\n   \n# a comment, quit\n#\n")
    before = talk.settle()
    if before:
        raise Broken(f"they brought {before}")
    return "silence"


@rule(1, "a line that comes in pieces is one line")
def _(_: Facts, talk: Talk) -> str:
    talk.raw(b"isre")
    talk.silence()
    talk.raw(b"ady\n")
    talk.hear("readyok")
    return "readyok after the second piece"


@rule(1, "a line of 1 MiB is taken")
def _(_: Facts, talk: Talk) -> str:
    talk.raw(b"# " + b"x" * (MAX_LINE - 2) + b"\n")
    before = talk.settle()
    if before:
        raise Broken(f"a comment of 1 MiB brought {[line[:80] for line in before]}")
    return f"a comment of {MAX_LINE} bytes passed over"


@rule(1, "a longer line is one error, too_long, and is dropped")
def _(_: Facts, talk: Talk) -> str:
    talk.raw(b"isready " * (MAX_LINE // 8 + 1) + b"\nisready\n")
    lines = talk.hear("readyok")[:-1]
    if error_codes(lines) != ["too_long"] or len(lines) != 1:
        raise Broken(f"it brought {[line[:80] for line in lines]}")
    talk.silence()
    return lines[0]


@rule(1, "a zero byte, or bytes that are not UTF-8, are an error, bad_encoding")
def _(_: Facts, talk: Talk) -> str:
    lines = []
    for data in (b"is\0ready\n", b"quit\0\n", b"\xff\xfe isready\n"):
        talk.raw(data)
        lines = talk.settle()
        if error_codes(lines) != ["bad_encoding"]:
            raise Broken(f"{data!r} brought {lines or 'nothing'}")
    return lines[0]


@rule(6, "an unknown command is an error and changes nothing")
def _(_: Facts, talk: Talk) -> str:
    talk.refused("Isready", "unknown_command")
    return talk.refused("frobnicate 1 2 3", "unknown_command")


@rule(6, "error codes are those of the protocol")
def _(facts: Facts, talk: Talk) -> str:
    talk.say("position", "go depth", "moves x", "setoption nme", "newgame zzz", "position startpos players 99", "query")
    talk.say("position fen x y z", "go nodes -5", "go nodse 5", "perft x", "query islegal", "stop now", "d d")
    codes = set(error_codes(talk.settle()))
    unknown = codes - ERRORS.keys()
    if unknown:
        raise Broken(f"unknown codes: {', '.join(sorted(unknown))}")
    if not codes:
        raise Broken("fourteen wrong lines brought no error")
    return ", ".join(sorted(codes))


@rule(1, "nothing is printed unasked", ALL)
def _(_: Facts, talk: Talk) -> str:
    talk.settle()
    talk.silence()
    return "silence at rest"


@rule(2, "newgame takes game, players and seed, and refuses what does not fit")
def _(facts: Facts, talk: Talk) -> str:
    game = facts.game or next(iter(facts.games), "")
    if not game:
        talk.accepted("newgame")
        return "newgame"
    low, high = facts.games.get(game, (0, 0))
    for players in range(low, high + 1):
        talk.accepted(f"newgame game {game} players {players} seed 5")
    talk.refused("newgame game no_such_game", "bad_argument")
    talk.refused(f"newgame game {game} players {high + 1}", "bad_argument", "out_of_range")
    return f"{game} with {low} to {high} players"
