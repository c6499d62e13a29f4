"""The same games on a cluster of two nodes, both on this machine."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import running, wait_for

import embertree
from embertree import UsageError
from embertree.arena import MatchSettings, Store, play_match

ray = pytest.importorskip("ray")
from embertree.arena.on_ray import OnRay, _check_address  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

GAME = embertree.load_game("stone_age", 3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    from ray.cluster_utils import Cluster

    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    try:
        ray.init(address=nodes.address, log_to_driver=False)
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def test_the_cluster_plays_the_same_match_into_one_store(cluster: object, tmp_path: Path, fake) -> None:
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    settings = MatchSettings(GAME, ["random", "mcts:nodes=10", fake("good")], blocks=4, seed=3)
    alone = play_match(settings)
    with Store.open(tmp_path / "m.db", settings) as store:
        result = play_match(settings, store=store, runner=OnRay(settings, None, None))
        stored = list(store.numbers())
    assert (result.digest, result.table()) == (alone.digest, alone.table())
    assert stored == list(range(12))


def test_a_worker_killed_in_mid_game_costs_a_repeat(cluster: object, tmp_path: Path) -> None:
    (tmp_path / "fragile_on_ray.py").write_text(
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
    spec = f"py[dir={tmp_path}]:fragile_on_ray:Fragile"
    settings = MatchSettings(embertree.load_game("pig", 3, goal=20), ["random", "greedy", spec], blocks=3, seed=2)
    result = play_match(settings, runner=OnRay(settings, None, 2))
    assert len((tmp_path / "marks").read_text()) >= 2
    assert (result.finished, result.failed_games) == (9, 0)
    assert result.digest == play_match(settings).digest


def test_the_games_of_a_node_that_is_lost_are_played_by_the_others(cluster) -> None:
    settings = MatchSettings(GAME, ["random", "greedy", "mcts:nodes=30"], blocks=4, seed=8)
    node = cluster.add_node(num_cpus=1)
    lost = []

    def lose(finished, _) -> None:
        if finished.number == 2:
            cluster.remove_node(node, allow_graceful=False)
            lost.append(node)

    result = play_match(settings, lose, runner=OnRay(settings, None, 3))
    assert lost
    assert result.complete
    assert result.digest == play_match(settings).digest


def test_a_match_that_was_begun_here_goes_on_there(cluster: object, tmp_path: Path) -> None:
    settings = MatchSettings(GAME, ["random", "greedy", "mcts:nodes=10"], blocks=2, seed=5)

    def stop(finished, _) -> None:
        if finished.number == 2:
            raise KeyboardInterrupt

    with Store.open(tmp_path / "m.db", settings) as store:
        assert play_match(settings, stop, store=store).finished == 3
        result = play_match(settings, store=store, runner=OnRay(settings, None, None))
    assert (result.resumed, result.finished) == (3, 6)
    assert result.digest == play_match(settings).digest


def test_an_interrupt_ends_tasks_and_their_engines(cluster: object, fake) -> None:
    mark = 5_500_000 + os.getpid()
    settings = MatchSettings(embertree.load_game("tic_tac_toe"), ["random", fake("good", mark)], blocks=200, seed=5)

    def stop(finished, _) -> None:
        if finished.number == 3:
            raise KeyboardInterrupt

    result = play_match(settings, stop, runner=OnRay(settings, None, 2))
    assert result.interrupted
    assert 4 <= result.finished < 400
    # Who played is gone, and who waits for another game lets its players go.
    wait_for(lambda: not running(f" good {mark}"))


def test_a_wrong_player_is_told_before_the_first_game(cluster: object) -> None:
    settings = MatchSettings(GAME, ["random", "greedy", "cmd:/nonexistent/engine"])
    with pytest.raises(UsageError, match="/nonexistent/engine: cannot be started"):
        play_match(settings, runner=OnRay(settings, None, None))


def test_an_address_where_nobody_listens_is_told_at_once() -> None:
    settings = MatchSettings(GAME, ["random"] * 3)
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"):
        with pytest.raises(UsageError, match="no cluster there"):
            _check_address(address)
    assert OnRay(settings, "auto", None) is not None


def test_our_own_mistakes_come_back(cluster: object) -> None:
    from embertree.arena.workers import WorkerTrouble

    settings = MatchSettings(GAME, ["random"] * 3)
    with OnRay(settings, None, None) as runner, pytest.raises(WorkerTrouble, match="game 100: Traceback"):
        list(runner.play(iter([99])))
