"""Finished games between processes: plain values, from which the same game is made on the other side."""

from typing import Any

from embertree._core import Game
from embertree.arena.ending import Ending
from embertree.arena.play import PlayedGame, Ply


def packed(played: PlayedGame) -> dict[str, Any]:
    """A finished game as values that JSON keeps whole."""
    return {
        "players": played.players,
        "rules": played.game.rules,
        "seed": played.seed,
        "plies": [[ply.seat, ply.action, ply.word, ply.ms, ply.value] for ply in played.plies],
        "ending": list(played.ending),
        "returns": played.returns,
        "scores": played.scores,
        "ranks": played.ranks,
        "position": played.final_position,
        "start": played.start,
        "given": played.given,
        "clock": played.clock,
    }


def unpacked(values: dict[str, Any], game: Game) -> PlayedGame:
    """The game of those values; `game` is the match's, whose sides may have gone around."""
    if values["rules"] != game.rules:
        game = Game(game.id, game.num_players, values["rules"], game.objective)
    kind, seat, detail, stand_in, later = values["ending"]
    return PlayedGame(
        game=game,
        players=values["players"],
        seed=values["seed"],
        plies=[Ply(*ply) for ply in values["plies"]],
        ending=Ending(kind, seat, detail, stand_in, tuple(later)),
        returns=values["returns"],
        scores=values["scores"],
        ranks=values["ranks"],
        final_position=values["position"],
        start=values["start"],
        given=values["given"],
        clock=values["clock"],
    )
