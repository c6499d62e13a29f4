"""Growth as a picture: nodes a second over the size of the tree, and time a move over the game."""

import os
from collections.abc import Sequence

from embertree.arena.plot import picture
from embertree.bench.growth import MovePoint, TreePoint


def plot_growth(
    tree: Sequence[TreePoint], moves: Sequence[MovePoint], path: str | os.PathLike[str], title: str
) -> None:
    """Writes the picture; the form follows the end of the name."""
    with picture(path, 8, 7) as figure:
        upper, lower = figure.subplots(2, 1)
        upper.plot([point.nodes for point in tree], [point.nodes_a_second for point in tree], "o-", label="mcts")
        full = [point for point in tree if point.ceiling]
        if full:
            upper.plot(
                [point.nodes for point in full], [point.nodes_a_second for point in full], "s", label="at the ceiling"
            )
        upper.set_xscale("log")
        upper.set_ylim(0, 1.1 * max(point.nodes_a_second for point in tree))
        upper.set_xlabel("nodes in the search")
        upper.set_ylabel("nodes a second")
        for search in ("mcts", "expectimax"):
            lower.plot(
                [point.ply for point in moves], [getattr(point, f"{search}_ms") for point in moves], "o-", label=search
            )
        lower.set_yscale("log")
        lower.set_xlabel("ply of the game")
        lower.set_ylabel("milliseconds a move")
        for axis in (upper, lower):
            axis.grid(which="both", alpha=0.3)
            axis.legend(loc="lower left")
        figure.suptitle(title, parse_math=False)
