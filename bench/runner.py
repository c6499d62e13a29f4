"""What a match costs beyond its players: `python bench/runner.py [GAME PLAYERS [BLOCKS]]`.

Engines that answer at once (examples/minimal_engine.c, compiled here) play one game at a time. An engine's time counts
from its `go` to its `bestmove`; all the rest is ours: rules, dice, positions as text, checks, another round to isready.
The smallest of five matches counts, since machines are noisy.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import embertree
from embertree.arena import Finished, MatchSettings, play_match

SOURCE = Path(__file__).parent.parent / "examples" / "minimal_engine.c"
DEFAULT = (("connect_four", 2, 60), ("pig", 2, 15), ("volcano_island", 4, 5), ("stone_age", 3, 2))


class Watch:
    """Sums over all games but the first, in which the engines are started."""

    def __init__(self) -> None:
        self.decisions = 0
        self.engines_ms = 0.0
        self.began: tuple[float, float] | None = None
        self.ended = (0.0, 0.0)

    def __call__(self, finished: Finished, standings: object) -> None:
        self.ended = (time.perf_counter(), time.process_time())
        if self.began is None:
            self.began = self.ended
            return
        plies = [ply for ply in finished.played.plies if ply.seat >= 0]
        self.decisions += len(plies)
        self.engines_ms += sum(ply.ms for ply in plies)

    def row(self) -> tuple[float, float, float, float]:
        """Milliseconds a move: ours, whole, the engines', our processor time."""
        assert self.began
        whole, cpu = (1000 * (end - begin) / self.decisions for begin, end in zip(self.began, self.ended, strict=True))
        engines = self.engines_ms / self.decisions
        return whole - engines, whole, engines, cpu


def measure(command: str, game: str, players: int, blocks: int) -> None:
    settings = MatchSettings(embertree.load_game(game, players), [f"cmd[nodes=1]:{command}"] * players, blocks, seed=1)
    rows = []
    for _ in range(5):
        watch = Watch()
        assert not play_match(settings, watch).failed_games
        rows.append(watch.row())
    ours, whole, engines, cpu = min(rows)
    print(
        f"{game:15} {players} players  {ours:6.3f} ms a move ours, {cpu:6.3f} of processor time; "
        f"whole {whole:6.3f}, go to bestmove {engines:6.3f}"
    )


def main() -> None:
    rows = DEFAULT
    if len(sys.argv) > 2:
        rows = ((sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 10),)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "minimal_engine"
        subprocess.run(["cc", "-O2", "-o", str(program), str(SOURCE)], check=True)
        for row in rows:
            measure(str(program), *row)


if __name__ == "__main__":
    main()
