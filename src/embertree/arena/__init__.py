"""Games between agents: one game, and matches of many with every seat for everybody."""

from embertree.arena.match import MatchResult, MatchSettings, play_match
from embertree.arena.play import Misplay, PlayedGame, Ply, play_game
from embertree.arena.standings import Interval, Standing, Standings

__all__ = [
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
