"""What the rules of Terra Mystica do not allow, and the reason given: by paragraph, then by faction."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from terra_table import Seat, Table, play

from embertree import IllegalActionError, State

SERVER = {"rulings": "server"}


def witches(pieces: str = "F4:D E9:D", **more: object) -> Seat:
    return Seat("witches", pieces, **more)  # type: ignore[arg-type]


def cultists(pieces: str = "E6:D F5:TP", **more: object) -> Seat:
    return Seat("cultists", pieces, **more)  # type: ignore[arg-type]


def two(first: Seat, second: Seat | None = None, **more: object) -> Table:
    other = cultists() if first.faction in ("witches", "auren") else witches()
    return Table([first, second or other], **more)  # type: ignore[arg-type]


def poor(faction: str, pieces: str, **more: object) -> Seat:
    goods: dict[str, object] = {"coins": 0, "workers": 0, "priests": 0, "bowls": "9/1/0"}
    return Seat(faction, pieces, **(goods | more))  # type: ignore[arg-type]


# (paragraph, position, words before it, the refused word, part of the reason)
Case = tuple[str, Table, list[str], str, str]

CASES: list[Case] = [
    # 5.1 power
    ("5.1", two(cultists(bowls="4/6/2")), [], "action:ACT2", "ACT2 costs 3 power; bowl III holds 2"),
    ("5.1", two(cultists(bowls="9/1/0")), [], "burn:1", "burning takes two tokens of bowl II; it holds 1"),
    ("5.1", two(cultists(bowls="4/6/0")), [], "convert:pw>c", "bowl III is empty"),
    # 5.2 paying
    (
        "5.2",
        two(cultists(coins=2)),
        [],
        "upgrade:E6>TP",
        "a trading house next to an opponent costs 2 workers, 3 coins",
    ),
    ("5.2", two(cultists(workers=1)), [], "upgrade:F5>TE", "a temple costs 2 workers, 5 coins; there are 1 worker"),
    ("5.2", two(cultists(priests=0)), [], "advance:ship", "a level of shipping costs 4 coins, 1 priest"),
    # 5.3 priests
    (
        "5.3",
        two(cultists(priests=3), priests="000./0.../..../...."),
        [],
        "convert:5pw>p",
        "all 7 priests are in hand or on the cult board",
    ),
    ("5.3", two(cultists(priests=7)), [], "convert:5pw>p", "all 7 priests"),
    ("5.3", two(cultists(priests=0)), [], "send:FIRE*1", "there is no priest to send"),
    # 5.4 spades
    ("5.4", two(cultists()), ["dig"], "spade:D8>black*1", "D8 is not next to an own structure"),
    ("5.4", two(cultists()), ["dig"], "spade:E5>brown*3", "from black (E5) to brown are 6 or 1 spades, not 3"),
    ("5.4", two(cultists()), ["dig"], "spade:E7>blue*2", "2 spades are needed; in hand: 1"),
    ("5.4", two(cultists()), ["dig", "dig", "dig"], "spade:F6>blue*2", "bought spades must all be used on one hex: 3"),
    (
        "5.4",
        two(cultists()),
        ["dig", "dig", "dig"],
        "spade:E7>yellow*2",
        "bought spades must all be used on one hex: 3, not 2",
    ),
    (
        "5.4",
        two(cultists("E6:D F5:TP", workers=15), terrain="E7=yellow"),
        ["dig", "dig", "dig"],
        "spade:E7>blue*3",
        "passes brown: one stops on home terrain",
    ),
    # 5.5 reach
    ("5.5", two(cultists()), [], "build:A1", "A1 is not next to an own structure nor within shipping range 0"),
    ("5.5", two(cultists(ship=1)), [], "build:I8", "I8 is not next to an own structure nor within shipping range 1"),
    (
        "5.5",
        two(Seat("dwarves", "E7:D")),
        ["dig"],
        "spade:A5>red*1",
        "A5 is not next to an own structure nor within 1 hex to skip",
    ),
    ("5.5", two(Seat("dwarves", "E7:D"), terrain="A5=gray"), [], "build:A5", "nor within 1 hex to skip"),
    (
        "5.5",
        two(Seat("fakirs", "E8:D", priests=1), Seat("witches", "A10:D"), terrain="G3=yellow"),
        ["convert:p>w"],
        "build:G3",
        "the carpet to G3 costs 1 priest; there are 0 priests",
    ),
    # 5.6 what follows a build or an upgrade
    ("5.6", two(cultists()), ["upgrade:F5>TE"], "done", "a favor tile is to be taken first"),
    ("5.6", two(cultists()), ["upgrade:F5>TE"], "pass:BON5", "a favor tile is to be taken first"),
    ("5.6", two(cultists()), ["upgrade:F5>TE", "+FAV9"], "+FAV10", "no favor tile is owed"),
    # 6.1 transform and build
    ("6.1", two(cultists()), [], "build:E7", "E7 is gray; dwellings stand on brown only"),
    ("6.1", two(cultists()), [], "build:E6", "a dwelling stands on E6 already"),
    ("6.1", two(cultists()), ["dig", "spade:F6>green*1"], "build:F6", "the action of this turn is taken"),
    ("6.1", two(cultists()), ["dig"], "done", "the spades in hand are to be used first"),
    ("6.1", two(cultists()), ["dig"], "drop:spade", "bought spades must all be used"),
    ("6.1", two(cultists()), ["action:ACT6"], "drop:spade", "at least one spade of the action must be used"),
    (
        "6.1",
        two(cultists(), terrain="F6=yellow E5=yellow"),
        ["action:ACT6", "spade:F6>brown*1"],
        "dig",
        "spades may be bought for the first hex only",
    ),
    (
        "6.1",
        two(cultists("E6:D F5:TP E2:D F7:D D8:D H7:D I8:D A1:D B2:D"), terrain="A7=brown"),
        [],
        "build:A7",
        "all 8 dwellings are on the map",
    ),
    # 6.2 shipping
    ("6.2", two(cultists(ship=3)), [], "advance:ship", "shipping is at its last level, 3"),
    ("6.2", two(Seat("mermaids", "D5:D", ship=5)), [], "advance:ship", "shipping is at its last level, 5"),
    ("6.2", two(Seat("dwarves", "E7:D")), [], "advance:ship", "Dwarves have no shipping track"),
    ("6.2", two(cultists(coins=3)), [], "advance:ship", "costs 4 coins, 1 priest; there are 3 coins, 2 priests"),
    # 6.3 exchange
    ("6.3", two(cultists(dig=2)), [], "advance:dig", "the exchange track is at its last level, 2"),
    ("6.3", two(Seat("fakirs", "E8:D", dig=1)), [], "advance:dig", "the exchange track is at its last level, 1"),
    ("6.3", two(Seat("darklings", "E5:D")), [], "advance:dig", "Darklings have no exchange track"),
    ("6.3", two(cultists(workers=1)), [], "advance:dig", "costs 2 workers, 5 coins, 1 priest"),
    # 6.4 upgrades
    ("6.4", two(cultists()), [], "upgrade:F5>SA", "a sanctuary is built from a temple; on F5 stands a trading house"),
    ("6.4", two(cultists()), [], "upgrade:F4>TP", "no own structure stands on F4"),
    ("6.4", two(cultists("E6:TP F5:SH")), [], "upgrade:E6>SH", "no stronghold is left in the supply"),
    (
        "6.4",
        two(cultists("E6:D A1:D F5:TP", coins=4)),
        [],
        "upgrade:A1>TP",
        "a trading house with no opponent next to it costs 2 workers, 6 coins",
    ),
    # 6.5 priests
    (
        "6.5",
        two(cultists(), priests="1.../..../..../...."),
        [],
        "send:FIRE*3",
        "the space for 3 steps on FIRE is taken",
    ),
    (
        "6.5",
        two(cultists(), priests="1011/..../..../...."),
        [],
        "send:FIRE*2",
        "the spaces for 2 steps on FIRE are all taken",
    ),
    ("6.5", two(cultists()), ["send:FIRE*3"], "send:AIR*3", "the action of this turn is taken"),
    # 6.6 power actions
    ("6.6", two(cultists(), acts="4"), [], "action:ACT4", "ACT4 has been taken this round"),
    ("6.6", two(cultists(bowls="4/2/5")), [], "action:ACT6", "ACT6 costs 6 power; bowl III holds 5"),
    (
        "6.6",
        two(cultists("E6:D")),
        [],
        "action:ACT1",
        "there is no place for a bridge at an own structure",
    ),
    (
        "6.6",
        two(witches("F4:D C4:D")),
        ["action:ACT1"],
        "bridge:A3+C1",
        "neither on A3 nor on C1 stands an own structure",
    ),
    ("6.6", two(witches("F4:D C4:D")), [], "bridge:F4+G3", "a bridge is built by action:ACT1"),
    (
        "6.6",
        two(witches("F4:D C4:D"), cultists("E6:D"), bridges="F4+G3=G"),
        ["action:ACT1"],
        "bridge:F4+G3",
        "a bridge joins F4 and G3 already",
    ),
    # 6.7 special actions
    ("6.7", two(cultists(card="BON1", used="usedBON1")), [], "action:BON1", "BON1 has been used this round"),
    ("6.7", two(cultists(card="BON3")), [], "action:BON2", "the bonus card BON2 is not in hand"),
    ("6.7", two(cultists()), [], "action:FAV6", "the favor tile FAV6 is not owned"),
    ("6.7", two(witches("F4:D")), [], "action:ACTW", "ACTW needs the stronghold"),
    # 6.8 passing
    ("6.8", two(cultists(card="BON3")), [], "pass:BON3", "cannot be taken again at once"),
    ("6.8", two(cultists(), witches(card="BON8")), [], "pass:BON8", "BON8 is held by another player"),
    ("6.8", two(cultists()), [], "pass", "a bonus card is taken with passing"),
    ("6.8", two(cultists(), round=6), [], "pass:BON5", "in round 6 no bonus card is taken"),
    ("6.8", two(cultists()), [], "pass:BON1", "BON1 is not in this game"),
    # 7 conversions
    ("7", two(cultists(bowls="4/2/4")), [], "convert:5pw>p", "a priest costs 5 power; bowl III holds 4"),
    ("7", two(cultists(workers=0)), [], "convert:w>c", "there is no worker to convert"),
    ("7", two(cultists()), [], "convert:vp>c", "only alchemists trade points and coins"),
    ("7", two(cultists()), ["upgrade:E6>TP", "done"], "convert:pw>c", "an offer of power is to be answered first"),
    (
        "7",
        Table(
            [cultists("E6:D F5:TP", cults="0.0.4.0"), witches()],
            round=1,
            phase="spade",
            passed="01",
            scoring="245678",
            pending="spade1",
        ),
        [],
        "convert:w>c",
        "spades of the cult bonus are to be used or dropped first",
    ),
    # 8 power from neighbours
    ("8", two(cultists()), ["upgrade:E6>TP", "done"], "pass:BON5", "leech or decline 1 from cultists"),
    ("8", two(cultists()), ["upgrade:E6>TP", "done"], "leech:2@cultists", "the offer is 1 from cultists"),
    ("8", two(cultists()), [], "leech:1@witches", "there is no offer to answer in one's own turn"),
    ("8", two(cultists()), ["upgrade:E6>TP", "done"], "decline:1@giants", "the offer is 1 from cultists"),
    # 9 towns
    ("9", two(cultists()), [], "+TW1", "no town tile is owed"),
    (
        "9",
        two(cultists("F5:TP F7:TP E10:TE D8:D"), rules={"mini_expansion_1": "on"}, terrain="F6=brown"),
        ["build:F6"],
        "done",
        "a town tile is to be taken first",
    ),
    (
        "9",
        two(cultists("F5:TP F7:TP E10:TE D8:D"), terrain="F6=brown"),
        ["build:F6"],
        "+TW6",
        "TW6 is not in this game",
    ),
    (
        "9",
        two(cultists("F5:TP F7:TP E10:TE D8:D"), terrain="F6=brown"),
        ["build:F6"],
        "drop:town",
        "the town tile must be taken",
    ),
    # 9.1 keys
    ("9.1", two(cultists()), [], "keys:FIRE", "no choice of keys is open"),
    (
        "9.1",
        two(cultists("F5:TP F7:TP E10:TE D8:D", cults="9.9.0.0"), terrain="F6=brown"),
        ["build:F6", "+TW5"],
        "keys:EARTH",
        "EARTH does not reach 10 now",
    ),
    (
        "9.1",
        two(cultists("F5:TP F7:TP E10:TE D8:D", cults="9.9.0.0"), terrain="F6=brown"),
        ["build:F6", "+TW5"],
        "keys:FIRE+WATER",
        "there are keys for 1 of these cults",
    ),
    (
        "9.1",
        two(cultists("F5:TP F7:TP E10:TE D8:D", cults="9.9.0.0"), terrain="F6=brown"),
        ["build:F6", "+TW5"],
        "done",
        "there are more of them than keys",
    ),
    # 9.2 mermaids' towns
    ("9.2", two(cultists()), [], "connect:r16", "only mermaids found towns across a river"),
    ("9.2", two(Seat("mermaids", "D5:D")), [], "connect:r16", "fewer than two own structures touch r16"),
    ("9.2", two(Seat("mermaids", "D5:TP C4:D")), [], "connect:r16", "too few or too small for a town"),
    (
        "9.2",
        two(Seat("mermaids", "D5:TP* C4:D D6:D", towns="TW1", keys=1)),
        [],
        "connect:r16",
        "belongs to a town already",
    ),
    # 10 cults
    ("10", two(cultists()), [], "+FIRE", "no cult step is owed"),
    ("10", two(cultists(card="BON2")), ["action:BON2"], "done", "the cult to advance on is to be chosen first"),
    (
        "10",
        two(cultists()),
        ["upgrade:E6>TP", "done", "leech:1@cultists"],
        "pass:BON5",
        "the cultists advance on a cult",
    ),
    # 11.1 bonus cards
    ("11.1", two(cultists(card="BON5"), witches(card="BON6")), [], "pass:BON6", "held by another player"),
    ("11.1", two(cultists(card="BON5")), [], "action:BON1", "the bonus card BON1 is not in hand"),
    ("11.1", two(cultists("E6:D", card="BON4")), [], "build:E2", "nor within shipping range 1"),
    # 11.2 favor tiles
    (
        "11.2",
        two(cultists("E6:D F5:TP", favors="FAV9")),
        ["upgrade:F5>TE"],
        "+FAV9",
        "FAV9 is owned already",
    ),
    (
        "11.2",
        two(cultists(), witches(favors="FAV1")),
        ["upgrade:F5>TE"],
        "+FAV1",
        "no FAV1 is left",
    ),
    ("11.2", two(cultists()), ["upgrade:F5>TE"], "drop:favor", "the favor tile must be taken"),
    # 11.3 town tiles
    (
        "11.3",
        two(cultists("F5:TP F7:TP E10:TE D8:D"), witches(towns="TW3+TW3", keys=2), terrain="F6=brown"),
        ["build:F6"],
        "+TW3",
        "no TW3 is left",
    ),
    ("11.3", two(cultists(favors="FAV5")), [], "+TW3", "no town tile is owed"),
    ("11.3", two(cultists()), ["upgrade:F5>TE"], "+TW3", "a favor tile is to be taken first"),
    # 11.4 scoring tiles (dealt at setup)
    ("11.4", two(cultists()), [], "deal:SCORE3", "dealt by chance at setup"),
    ("11.4", two(cultists()), [], "deal:witches", "dealt by chance at setup"),
    ("11.4", two(cultists()), [], "setup:giants", "factions are chosen at setup"),
]

BETWEEN = Table(
    [cultists("E6:D F5:TP", cults="0.0.4.0"), witches()],
    round=1,
    phase="spade",
    passed="01",
    scoring="245678",
    pending="spade1",
)
CASES += [
    # 12 between rounds
    ("12", BETWEEN, [], "dig", "between rounds nothing may be bought"),
    ("12", BETWEEN, [], "build:E7", "spades of the cult bonus are to be used or dropped first"),
    ("12", BETWEEN, [], "spade:E7>yellow*2", "2 spades are needed; in hand: 1"),
    (
        "12",
        Table(
            [Seat("dwarves", "E7:D", cults="0.0.4.0"), witches("F4:D")],
            round=1,
            phase="spade",
            passed="01",
            scoring="245678",
            pending="spade1",
        ),
        [],
        "spade:G4>red*1",
        "between rounds nobody tunnels or flies",
    ),
    (
        "12",
        Table(
            [cultists("E6:D F5:TP", cults="0.0.4.0", card="BON4"), witches()],
            round=1,
            phase="spade",
            passed="01",
            scoring="245678",
            pending="spade1",
        ),
        [],
        "spade:D6>gray*1",
        "within shipping range 0",
    ),
]

GIANTS = two(poor("giants", "E3:D", workers=3), witches("F4:D"))
MAGES = two(Seat("chaosmagicians", "D7:SH D8:TP", workers=9), witches("E9:D"))
FACTIONS: list[Case] = [
    # Fakirs
    ("fakirs", two(Seat("fakirs", "E8:D")), [], "advance:ship", "Fakirs have no shipping track"),
    ("fakirs", two(Seat("fakirs", "B1:D"), terrain="A4=yellow"), [], "build:A4", "nor within 1 hex to skip"),
    (
        "fakirs",
        two(Seat("fakirs", "A5:D", priests=2), terrain="A2=red A4=red", round=2),
        ["action:ACT6"],
        "spade:A3>yellow*2",
        "are 3 or 4 spades, not 2",
    ),
    # Nomads
    ("nomads", two(Seat("nomads", "E8:D F3:TP")), [], "action:ACTN", "ACTN needs the stronghold"),
    ("nomads", two(Seat("nomads", "E8:SH"), witches("E9:D")), ["action:ACTN"], "storm:E9", "a dwelling stands on E9"),
    ("nomads", two(Seat("nomads", "E8:SH")), ["action:ACTN"], "storm:G3", "does not touch an own structure"),
    ("nomads", two(Seat("nomads", "E8:SH"), terrain="E7=yellow"), ["action:ACTN"], "storm:E7", "desert already"),
    ("nomads", two(Seat("nomads", "E8:SH")), ["action:ACTN"], "drop:storm", "the sandstorm must be taken"),
    ("nomads", two(Seat("nomads", "E8:SH")), [], "storm:E7", "the sandstorm comes with action:ACTN"),
    # Cultists
    ("cultists", two(cultists()), [], "+AIR", "no cult step is owed"),
    ("cultists", two(cultists()), ["upgrade:E6>TP", "done"], "+AIR", "an offer of power is to be answered first"),
    (
        "cultists",
        two(cultists()),
        ["upgrade:E6>TP", "done", "leech:1@cultists"],
        "done",
        "the cultists advance on a cult",
    ),
    # Halflings
    ("halflings", two(Seat("halflings", "E6:D F5:TP")), ["upgrade:F5>SH"], "dig", "not on top of a stronghold's"),
    (
        "halflings",
        two(Seat("halflings", "E6:D F5:TP"), terrain="F6=yellow"),
        ["upgrade:F5>SH", "spade:F6>brown*1"],
        "spade:F6>yellow*1",
        "spades were used on F6 already",
    ),
    (
        "halflings",
        two(Seat("halflings", "E6:D F5:TP"), terrain="F6=yellow"),
        ["upgrade:F5>SH", "spade:F6>brown*1", "drop:spade"],
        "spade:E5>brown*1",
        "the action of this turn is taken",
    ),
    # Alchemists
    ("alchemists", two(Seat("alchemists", "E5:D", coins=1)), [], "convert:2c>vp", "a point costs 2 coins"),
    ("alchemists", two(Seat("alchemists", "E5:D", points=0)), [], "convert:vp>c", "there is no point to convert"),
    ("alchemists", two(Seat("alchemists", "E5:D")), ["send:FIRE*3", "done"], "convert:vp>c", "only alchemists trade"),
    # Darklings
    ("darklings", two(Seat("darklings", "E5:D", priests=0)), [], "dig", "a spade costs 1 priest; there are 0 priests"),
    ("darklings", two(Seat("darklings", "E5:D F5:TP")), [], "w2p:1", "once, in the turn the stronghold is built"),
    (
        "darklings",
        two(Seat("darklings", "E5:D F5:TP", workers=6)),
        ["upgrade:F5>SH", "w2p:1"],
        "w2p:1",
        "once, in the turn the stronghold is built",
    ),
    (
        "darklings",
        two(Seat("darklings", "E5:D F5:TP", workers=9, priests=6)),
        ["upgrade:F5>SH"],
        "w2p:2",
        "no more than 1 priest are left in the supply",
    ),
    ("darklings", two(Seat("darklings", "E5:D F5:TP", workers=5)), ["upgrade:F5>SH"], "w2p:2", "there are 1 worker"),
    # Mermaids
    ("mermaids", two(Seat("mermaids", "D5:D H4:D", ship=5)), [], "advance:ship", "at its last level, 5"),
    ("mermaids", two(Seat("mermaids", "D5:SH C4:D")), [], "connect:r16", "too few or too small"),
    (
        "mermaids",
        two(Seat("mermaids", "D5:SH C4:TP C3:TP B4:D"), Seat("giants", "I1:D")),
        ["connect:r10", "+TW1"],
        "connect:r10",
        "a town lies on r10 already",
    ),
    # Swarmlings
    ("swarmlings", two(Seat("swarmlings", "D5:D H4:TP")), [], "action:ACTS", "ACTS needs the stronghold"),
    ("swarmlings", two(Seat("swarmlings", "D5:SH H4:TP")), [], "action:ACTS", "there is no dwelling to upgrade"),
    (
        "swarmlings",
        two(Seat("swarmlings", "D5:SH H4:TP G6:D")),
        ["action:ACTS"],
        "upgrade:H4>TE",
        "the free upgrade is from dwelling to trading house",
    ),
    (
        "swarmlings",
        two(Seat("swarmlings", "D5:SH H4:TP G6:D E11:TP A11:TP B2:TP")),
        [],
        "action:ACTS",
        "no trading house is left in the supply",
    ),
    # Auren
    ("auren", two(Seat("auren", "F4:TP")), [], "action:ACTA", "ACTA needs the stronghold"),
    ("auren", two(Seat("auren", "F4:TP"), cultists()), ["upgrade:F4>SH"], "done", "a favor tile is to be taken first"),
    ("auren", two(Seat("auren", "F4:SH", used="usedACTA"), cultists()), [], "action:ACTA", "has been used this round"),
    # Witches
    ("witches", two(witches("F4:SH")), [], "action:ACTN", "ACTN belongs to the nomads"),
    (
        "witches",
        two(witches("F4:SH"), cultists()),
        ["action:ACTW"],
        "build:A1",
        "A1 is brown; dwellings stand on green",
    ),
    ("witches", two(witches("F4:SH"), cultists()), ["action:ACTW"], "build:F4", "a stronghold stands on F4 already"),
    ("witches", two(witches("F4:SH"), cultists()), ["action:ACTW"], "drop:dwelling", "the free dwelling must be taken"),
    # Dwarves
    ("dwarves", two(Seat("dwarves", "E7:D"), witches("F4:D")), [], "advance:ship", "Dwarves have no shipping track"),
    (
        "dwarves",
        two(Seat("dwarves", "E7:D", workers=1, bowls="9/1/0", priests=0), witches("F4:D"), terrain="G3=gray"),
        [],
        "build:G3",
        "the tunnel to G3 costs 2 workers; there are 1 worker",
    ),
    (
        "dwarves",
        two(
            Seat("dwarves", "A2:D", workers=5, bowls="9/1/0", priests=0),
            witches("F4:D"),
            terrain="A1=gray",
        ),
        ["dig"],
        "dig",
        "a spade costs 3 workers; there are 2 workers",
    ),
    ("dwarves", two(Seat("dwarves", "E7:D", dig=2), witches("F4:D")), [], "advance:dig", "at its last level, 2"),
    # Engineers
    (
        "engineers",
        two(Seat("engineers", "E7:D", workers=2), witches("F4:D")),
        [],
        "action:ACTE",
        "no place for a bridge",
    ),
    (
        "engineers",
        two(Seat("engineers", "C5:D", workers=1), witches("F4:D")),
        [],
        "action:ACTE",
        "ACTE costs 2 workers",
    ),
    ("engineers", two(witches("F4:D"), Seat("engineers", "C5:D")), [], "action:ACTE", "ACTE belongs to the engineers"),
    (
        "engineers",
        two(Seat("engineers", "C5:D D6:D E9:D"), witches("F4:D"), bridges="C5+D6=S,D6+E9=S,B5+C5=S"),
        [],
        "action:ACTE",
        "all 3 bridges are on the map",
    ),
    # Chaos magicians
    ("chaosmagicians", MAGES, ["action:ACTC"], "action:ACTC", "ACTC has been used this round"),
    (
        "chaosmagicians",
        two(Seat("chaosmagicians", "D7:TP D8:TP"), witches("E9:D")),
        [],
        "action:ACTC",
        "ACTC needs the stronghold",
    ),
    ("chaosmagicians", MAGES, ["upgrade:D8>TE", "+FAV9"], "done", "a favor tile is to be taken first"),
    # Giants
    ("giants", GIANTS, [], "dig", "a hex takes 2 spades, and the next one cannot be paid"),
    (
        "giants",
        two(Seat("giants", "E3:D", workers=9), witches("F4:D")),
        ["dig", "dig"],
        "spade:E4>black*1",
        "are 2 or 2 spades",
    ),
    (
        "giants",
        two(Seat("giants", "E3:D", workers=9), witches("F4:D")),
        ["dig", "dig"],
        "spade:E4>black*2",
        "the giants' spades end on red only",
    ),
    (
        "giants",
        two(Seat("giants", "E3:D", workers=9), witches("F4:D")),
        ["dig"],
        "spade:E4>red*2",
        "a hex takes 2 spades; there is 1 spade",
    ),
    ("giants", two(Seat("giants", "E3:TP"), witches("F4:D")), [], "action:ACTG", "ACTG needs the stronghold"),
]


def names(cases: list[Case]) -> list[str]:
    numbers = Counter[str]()
    ids = []
    for case in cases:
        numbers[case[0]] += 1
        ids.append(f"{case[0]}-{numbers[case[0]]}-{case[3]}")
    return ids


@pytest.mark.parametrize("case", CASES + FACTIONS, ids=names(CASES + FACTIONS))
def test_it_is_refused_with_its_reason(case: Case) -> None:
    _, table, before, word, reason = case
    state = play(table.state(), *before)
    kept = state.to_bytes()
    with pytest.raises(ValueError, match=re.escape(reason)):
        state.apply_action(state.string_to_action(word))
    assert state.to_bytes() == kept


def test_every_paragraph_and_faction_is_there_three_times() -> None:
    paragraphs = Counter(case[0] for case in CASES)
    wanted = [
        "5.1",
        "5.2",
        "5.3",
        "5.4",
        "5.5",
        "5.6",
        "6.1",
        "6.2",
        "6.3",
        "6.4",
        "6.5",
        "6.6",
        "6.7",
        "6.8",
        "7",
        "8",
    ]
    wanted += ["9", "9.1", "9.2", "10", "11.1", "11.2", "11.3", "11.4", "12"]
    assert {paragraph: paragraphs[paragraph] for paragraph in wanted if paragraphs[paragraph] < 3} == {}
    factions = Counter(case[0] for case in FACTIONS)
    assert len(factions) == 14
    assert min(factions.values()) >= 3


def test_any_number_that_is_no_action_has_a_reason() -> None:
    state = two(cultists()).state()
    for action in (-1, -(2**31), 2**31 - 1, state.game.num_distinct_actions):
        assert "there is no action" in state.why_illegal(action)


def test_every_id_is_legal_or_has_a_reason_at_every_kind_of_node() -> None:
    seen: set[str] = set()
    state: State = two(cultists(card="BON2")).state().game.new_initial_state()
    seed = 0
    while not state.is_terminal():
        kind = state.phase() + "".join(
            sorted(part.rstrip("0123456789") for part in state.position.split(" ")[11].split(","))
        )
        if kind not in seen:
            seen.add(kind)
            allowed = set(state.legal_actions()) | {action for action, _ in state.chance_outcomes()}
            for action in range(state.game.num_distinct_actions):
                assert (state.why_illegal(action) == "") == (action in allowed)
        seed += 1
        state.apply_action(state.policy_action(seed) if not state.is_chance_node() else state.random_action(seed))
    assert len(seen) > 8


def test_an_illegal_action_raises_the_error_of_its_kind() -> None:
    with pytest.raises(IllegalActionError, match="E7 is gray"):
        two(cultists()).state().string_to_action("build:E7")
