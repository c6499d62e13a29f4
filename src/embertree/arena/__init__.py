"""Games between agents: one game, and matches and tournaments of many with every seat for everybody."""

from embertree.arena.clock import Clock
from embertree.arena.ending import Ending
from embertree.arena.match import Failure, Finished, MatchResult, MatchSettings, play_match
from embertree.arena.openings import Opening
from embertree.arena.play import Misplay, PlayedGame, Ply, Terms, play_game
from embertree.arena.results import GameResult
from embertree.arena.schedule import Schedule, ScheduledGame
from embertree.arena.standings import Crosstable, Interval, Standing, Standings
from embertree.arena.store import Store

__all__ = [
    "Clock",
    "Crosstable",
    "Ending",
    "Failure",
    "Finished",
    "GameResult",
    "Interval",
    "MatchResult",
    "MatchSettings",
    "Misplay",
    "Opening",
    "PlayedGame",
    "Ply",
    "Schedule",
    "ScheduledGame",
    "Standing",
    "Standings",
    "Store",
    "Terms",
    "play_game",
    "play_match",
]
