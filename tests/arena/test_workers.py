"""Worker processes: the same match whatever their number, and nothing is lost with one of them."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import running, wait_for

import embertree
from embertree import UsageError
from embertree.arena import GameResult, MatchSettings, PlayedGame, Schedule, Store, play_match
from embertree.arena.match import InProcess
from embertree.arena.wire import packed, unpacked
from embertree.arena.workers import MAX_REPEATS, Workers, WorkerTrouble
from embertree.seeds import derive

TIC = embertree.load_game("tic_tac_toe")
PIG3 = embertree.load_game("pig", 3, goal=20)


def test_any_number_of_workers_plays_the_same_match(tmp_path: Path) -> None:
    settings = MatchSettings(PIG3, ["random", "greedy", "mcts:nodes=20"], blocks=4, seed=2, move_limit=40)
    alone = play_match(settings)
    for count in (1, 3):
        order: list[int] = []
        with Store.open(tmp_path / f"{count}.db", settings) as store:
            result = play_match(
                settings,
                lambda finished, _, order=order: order.append(finished.number),
                store=store,
                runner=Workers(settings, count),
            )
            stored = [facts.words for facts in store.facts()]
        assert order == list(range(12))
        assert (result.digest, result.table()) == (alone.digest, alone.table())
        assert len(stored) == 12


def test_games_that_finish_in_any_order_are_counted_in_the_same() -> None:
    class Backwards(InProcess):
        def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
            return iter(list(super().play(numbers))[::-1])

    settings = MatchSettings(PIG3, ["random", "greedy", "random"], blocks=3, seed=2)
    result = play_match(settings, runner=Backwards(settings))
    assert result.digest == play_match(settings).digest
    assert result.table() == play_match(settings).table()


def test_what_is_finished_behind_a_gap_counts_after_an_interrupt() -> None:
    class Broken(InProcess):
        def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
            games = dict(super().play(numbers))
            for number in (0, 2, 5):
                yield number, games[number]
            raise KeyboardInterrupt

    settings = MatchSettings(PIG3, ["random", "greedy", "random"], blocks=3, seed=2)
    result = play_match(settings, runner=Broken(settings))
    assert (result.interrupted, result.finished, result.standings.blocks) == (True, 3, 0)


def test_after_an_interrupt_nothing_is_decided_that_is_not_due() -> None:
    class Broken(InProcess):
        def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
            games = dict(super().play(numbers))
            for number in (0, 1, 2, 4, 5, 6, 7, 8):
                yield number, games[number]
            raise KeyboardInterrupt

    told: list[int] = []

    def decide(block: list[GameResult]) -> None:
        told.append(block[0].block)

    settings = MatchSettings(PIG3, ["random", "greedy", "random"], blocks=4, seed=2)
    result = play_match(settings, runner=Broken(settings), decide=decide)
    assert told == [0]
    assert (result.finished, result.standings.blocks, result.decided) == (8, 2, "")


def test_a_decision_ends_the_match_at_the_same_block_whatever_the_workers() -> None:
    settings = MatchSettings(PIG3, ["random", "greedy", "random"], blocks=30, seed=2)

    for count in (None, 2):
        blocks: list[list[GameResult]] = []

        def decide(block: list[GameResult], blocks=blocks) -> str | None:
            blocks.append(block)
            return "enough" if len(blocks) == 4 else None

        result = play_match(settings, runner=Workers(settings, count) if count else None, decide=decide)
        assert (result.decided, result.finished, result.standings.blocks) == ("enough", 12, 4)
        assert [[each.block for each in block] for block in blocks] == [[k] * 3 for k in range(4)]
        assert [each.rotation for each in blocks[0]] == [0, 1, 2]


def test_games_that_nobody_waits_for_any_more_keep_nobody(fake, tmp_path: Path) -> None:
    # The second game of a block hangs for a minute, but the match is decided without it.
    (tmp_path / "sleepy_bots.py").write_text(
        "import pathlib, time\n"
        "here = pathlib.Path(__file__).parent\n"
        "class Sleepy:\n"
        "    def __init__(self, game): pass\n"
        "    def new_game(self, seat, seed): self.seed = seed\n"
        "    def choose(self, state):\n"
        "        if self.seed != int((here / 'awake').read_text()):\n"
        "            time.sleep(50)\n"
        "        return state.legal_actions()[0]\n"
    )
    settings = MatchSettings(TIC, [f"py[dir={tmp_path}]:sleepy_bots:Sleepy", "random"], blocks=2, permutations=True)
    schedule = Schedule(settings)
    (tmp_path / "awake").write_text(str(derive(schedule[0].agents_seed, "agent", 0)))

    class Impatient(Workers):
        def play(self, numbers: Iterator[int]) -> Iterator[tuple[int, PlayedGame]]:
            for number, played in super().play(numbers):
                yield number, played
                return

    began = time.monotonic()
    result = play_match(settings, runner=Impatient(settings, 2))
    assert result.finished == 1
    assert time.monotonic() - began < 30


def test_a_finished_game_crosses_whole() -> None:
    settings = MatchSettings(PIG3, ["random", "greedy", "mcts:nodes=20"], openings=("moves roll",))
    import json

    def check(finished, _) -> None:
        there = json.loads(json.dumps(packed(finished.played)))
        assert unpacked(there, PIG3) == finished.played

    play_match(settings, check)


def test_a_worker_killed_in_mid_game_costs_a_repeat(tmp_path: Path, fake) -> None:
    # Its player kills the worker at the second decision of a game, as long as there are fewer than two marks.
    (tmp_path / "fragile_bots.py").write_text(
        "import os, pathlib, signal\n"
        "marks = pathlib.Path(__file__).parent / 'marks'\n"
        "class Fragile:\n"
        "    def __init__(self, game): pass\n"
        "    def new_game(self, seat, seed): self.decisions = 0\n"
        "    def choose(self, state):\n"
        "        self.decisions += 1\n"
        "        if self.decisions == 2 and (not marks.exists() or len(marks.read_text()) < 2):\n"
        "            marks.open('a').write('x')\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "        return state.legal_actions()[0]\n"
    )
    mark = 6_600_000 + os.getpid()
    settings = MatchSettings(
        PIG3, ["random", f"py[dir={tmp_path}]:fragile_bots:Fragile", fake("good", mark)], blocks=3, seed=2
    )
    workers = Workers(settings, 2)
    result = play_match(settings, runner=workers)
    # Both workers may be at it before either has left its mark.
    assert 2 <= workers.repeated <= 3
    assert (result.finished, result.failed_games) == (9, 0)
    assert result.digest == play_match(settings).digest
    assert running(f" good {mark}") == []


def test_a_game_that_always_ends_its_worker_ends_the_match(tmp_path: Path) -> None:
    (tmp_path / "deadly_bots.py").write_text(
        "import os\nclass Deadly:\n    def __init__(self, game): pass\n    def choose(self, state): os._exit(1)\n"
    )
    settings = MatchSettings(TIC, [f"py[dir={tmp_path}]:deadly_bots:Deadly", "random"])
    with pytest.raises(WorkerTrouble, match=f"game 1 has ended its worker process {MAX_REPEATS} times"):
        play_match(settings, runner=Workers(settings, 1))


def test_our_own_mistakes_come_back_from_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = MatchSettings(TIC, ["random", "random"])
    with Workers(settings, 1) as workers, pytest.raises(WorkerTrouble, match="game 100: Traceback"):
        list(workers.play(iter([99])))  # there is no such game


def test_a_wrong_path_ends_the_match_before_a_worker_is_started() -> None:
    settings = MatchSettings(TIC, ["random", "cmd:/nonexistent/engine"])
    workers = Workers(settings, 2)
    with pytest.raises(UsageError, match="/nonexistent/engine: cannot be started"):
        play_match(settings, runner=workers)
    assert workers._workers == []


@pytest.mark.parametrize("mode", ["hang_go", "die_go", "cheat", "flood_line", "twice", "stay"])
def test_fakes_lose_their_games_and_leave_nothing(mode: str, fake) -> None:
    settings = MatchSettings(TIC, ["random", fake(mode, 7_700_000 + os.getpid())], blocks=2, seed=1)
    inside = play_match(settings)
    outside = play_match(settings, runner=Workers(settings, 2))
    kinds = [failure.ending.kind for failure in outside.failures]
    assert kinds == [failure.ending.kind for failure in inside.failures]
    assert len(kinds) == (0 if mode == "stay" else 4)
    assert outside.finished == 4
    assert running(f" {mode} {7_700_000 + os.getpid()}") == []


def test_workers_end_with_whoever_started_them(tmp_path: Path, fake) -> None:
    # The parent is killed without a word while an engine hangs: its workers and their engines go with it.
    import subprocess
    import sys

    mark = str(8_800_000 + os.getpid())
    log = tmp_path / "log"
    spec = fake("hang_go", int(mark), "start=5000,nodes=1")
    arguments = ["match", "tic_tac_toe", "--player", spec, "--player", "random", "--concurrency", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "embertree", *arguments, "--log", str(log)], stdout=subprocess.DEVNULL
    )
    wait_for(lambda: log.exists() and log.read_text().count(" > go ") >= 2)
    assert len(running(f" hang_go {mark}")) >= 3  # two engines, and the command itself
    process.kill()
    process.wait()
    wait_for(lambda: not running(f" hang_go {mark}"))
    wait_for(lambda: not [pid for pid in running("embertree.arena.worker") if parent_of(pid) == process.pid])


def test_affinity_ties_workers_to_processors() -> None:
    settings = MatchSettings(TIC, ["random", "random"], blocks=2)
    with Workers(settings, 2, affinity=True) as workers:
        list(workers.play(iter(range(4))))
        seen = [os.sched_getaffinity(worker.process.pid) for worker in workers._workers]
    assert all(len(cpus) == 1 for cpus in seen)


def parent_of(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return -1
