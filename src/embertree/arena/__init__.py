"""Games between agents: one game, and matches of many with every seat for everybody."""

from embertree.arena.ending import Ending
from embertree.arena.match import Failure, MatchResult, MatchSettings, play_match
from embertree.arena.play import Misplay, PlayedGame, Ply, play_game
from embertree.arena.standings import Interval, Standing, Standings

__all__ = [
    "Ending",
    "Failure",
    "Interval",
    "MatchResult",
    "MatchSettings",
    "Misplay",
    "PlayedGame",
    "Ply",
    "Standing",
    "Standings",
    "play_game",
    "play_match",
]
