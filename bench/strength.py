"""How much stronger: matches at equal time a move, seats rotated, in one table.

    python bench/strength.py --old 'PATH/bin/embertree engine'       # everything; days
    python bench/strength.py old --game stone_age --old '...'        # one kind, one game
    python bench/strength.py --table --write bench/strength.md       # what the stores hold, without playing

Kinds: `old` (this engine against another build of it, or any engine that speaks the protocol), `expectimax` (MCTS
against it), `time` (ten times the time), `threads` (two threads against one). Each match has a store in --db and goes
on where it was left; `old` ends when SPRT(0, 60) is decided.

The score is what the first player's seats made of the others': 1 for each that finished behind, 1/2 for one level. With
two seats that is the usual score; 0.585 is 60 Elo. Errors are half of 95 % intervals, by blocks.
"""

import argparse
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embertree._core import UsageError
from embertree.arena.results import GameResult
from embertree.arena.sprt import Sprt, SprtSettings, block_mean, elo_of
from embertree.arena.standings import student_95
from embertree.arena.store import Store

GAMES = {
    # In Volcano Island as written, three seats can wall in the fourth in the first round; factions are dealt at random,
    # so that none decides alone.
    "volcano_island": ((3, 4), "stuck=pass"),
    "stone_age": ((2, 3, 4), ""),
    "terra_mystica": ((2, 4), "factions=random"),
}
KINDS = ("old", "expectimax", "time", "threads")
SPRT = SprtSettings(elo0=0, elo1=60)
MARK = "<!-- table -->"


@dataclass(frozen=True)
class Trial:
    """One match: two kinds of player, their seats as even as they can be."""

    kind: str
    game: str
    players: int
    first: str
    second: str
    blocks: int

    @property
    def file(self) -> str:
        return f"{self.kind}-{self.game}-{self.players}.db"

    def command(self, db: Path, concurrency: int) -> list[str]:
        words = [sys.executable, "-m", "embertree", "match", self.game, "--players", str(self.players)]
        words += ["--player", self.first, "--player", self.second]
        words += ["--teams", f"{self.players // 2},{self.players - self.players // 2}"]
        words += ["--blocks", str(self.blocks), "--seed", "1", "--db", str(db / self.file)]
        rules = GAMES[self.game][1]
        if rules:
            words += ["--rules", rules]
        if self.kind == "old":
            words += ["--sprt", str(SPRT)]
        return [*words, "--concurrency", str(1 if self.kind == "threads" else concurrency)]


def trials(chosen: argparse.Namespace) -> Iterator[Trial]:
    ms = chosen.movetime
    for kind in chosen.kinds or KINDS:
        for game, (seats, _) in GAMES.items():
            for players in seats:
                if (chosen.game and game not in chosen.game) or (chosen.players and players not in chosen.players):
                    continue
                if kind == "old":
                    # Both over pipes, so that both pay for them; no game is lost to what else the machine has to do.
                    new, old = (f"cmd[movetime={ms},margin=10000]:{each}" for each in (chosen.new, chosen.old))
                    yield Trial(kind, game, players, new, old, chosen.blocks or 100)
                elif players == seats[0]:
                    strong = {
                        "expectimax": f"mcts:movetime={ms}",
                        "time": f"mcts:movetime={10 * ms}",
                        "threads": f"mcts:movetime={ms},threads=2",
                    }[kind]
                    weak = f"{'expectimax' if kind == 'expectimax' else 'mcts'}:movetime={ms}"
                    yield Trial(kind, game, players, strong, weak, chosen.blocks or 30)


def block_means(results: Iterator[GameResult], name: str) -> list[float]:
    by_block: dict[int, list[GameResult]] = defaultdict(list)
    for result in results:
        by_block[result.block].append(result)
    means = (block_mean(games, name) for games in by_block.values())
    return [mean for mean in means if mean is not None]


def row(trial: Trial, db: Path) -> str | None:
    """A line of the table; None where nothing was played yet."""
    path = db / trial.file
    if not path.is_file():
        return None
    with Store.open_for_reading(str(path)) as store:
        name = store.names()[0]
        results = list(store.results())
    means = block_means(iter(results), name)
    if len(means) < 2:
        return None
    score = statistics.fmean(means)
    error = student_95(len(means) - 1) * statistics.stdev(means) / len(means) ** 0.5
    verdict = ""
    if trial.kind == "old":
        test = Sprt(SPRT)
        for mean in means:
            test.add_block(mean)
        accepted = test.state().accepted
        verdict = {"elo1": "60 Elo accepted", "elo0": "0 Elo accepted"}.get(accepted or "", "open")
    elo = f"{elo_of(score):+.0f} ({elo_of(score - error):+.0f} to {elo_of(score + error):+.0f})"
    most = 1 - 0.5 / len(results)  # half a game lost: what so many games can tell at most
    if score > most:
        elo = f"above {elo_of(most):+.0f}"
    shown = {
        "old": "new against old",
        "expectimax": "MCTS against expectimax",
        "time": "ten times the time",
        "threads": "two threads against one",
    }[trial.kind]
    return (
        f"| {trial.game} | {trial.players} | {shown} | {len(means)} ({len(results)}) | {score:.3f} ±{error:.3f} "
        f"| {elo} | {verdict} |"
    )


def table(chosen: argparse.Namespace) -> str:
    head = "| game | players | | blocks (games) | score | Elo | SPRT(0, 60) |\n|---|---|---|---|---|---|---|\n"
    return head + "\n".join(line for trial in trials(chosen) if (line := row(trial, chosen.db)))


def written(text: str, lines: str) -> str:
    """The page with its table, which stands between two marks, renewed."""
    before, mark, rest = text.partition(MARK)
    _, end, after = rest.partition(MARK)
    if not mark or not end:
        raise UsageError(f"--write: the page needs two lines {MARK} around the table")
    return f"{before}{MARK}\n{lines}\n{MARK}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this one (may be repeated)")
    parser.add_argument("--players", action="append", type=int, help="only so many seats (may be repeated)")
    parser.add_argument("--old", help="command of the engine to compare with")
    parser.add_argument("--new", default=f"{sys.executable} -m embertree engine", help="command of ours")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--blocks", type=int, help="30, and at most 100 where a test ends the match")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--db", type=Path, default=Path("strength"), help="folder of the stores")
    parser.add_argument("--table", action="store_true", help="plays nothing")
    parser.add_argument("--write", type=Path, metavar="FILE", help="renews the table of that page")
    chosen = parser.parse_args()
    for kind in chosen.kinds:
        if kind not in KINDS:
            parser.error(f"there is no kind {kind!r}; kinds are {', '.join(KINDS)}")
    if not chosen.table:
        if chosen.old is None and (not chosen.kinds or "old" in chosen.kinds):
            parser.error("--old is missing: the command of the engine to compare with")
        chosen.db.mkdir(parents=True, exist_ok=True)
        for trial in trials(chosen):
            print(f"{trial.game}, {trial.players} players: {trial.first} against {trial.second}", flush=True)
            subprocess.run(trial.command(chosen.db, chosen.concurrency), check=False)
    lines = table(chosen)
    print(lines)
    if chosen.write:
        try:
            chosen.write.write_text(written(chosen.write.read_text(), lines))
        except UsageError as trouble:
            parser.error(str(trouble))


if __name__ == "__main__":
    main()
