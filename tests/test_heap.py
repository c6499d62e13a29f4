"""No simulation and no node asks the system for memory: a counter in place of `malloc` sees every call."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from gamelist import GAMES, random_decisions

from embertree import Game, Searcher, build_info

COUNTER = """
#include <atomic>
#include <cstddef>
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
static std::atomic<unsigned long> calls{0};
void* malloc(std::size_t n) { ++calls; return __libc_malloc(n); }
void* calloc(std::size_t n, std::size_t m) { ++calls; return __libc_calloc(n, m); }
void* realloc(void* p, std::size_t n) { ++calls; return __libc_realloc(p, n); }
unsigned long heap_calls() { return calls; }
}
"""
SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); import test_heap; test_heap.count_all()"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux" or shutil.which("g++") is None, reason="needs g++ on Linux"),
    pytest.mark.skipif(bool(build_info()["sanitizer"]), reason="sanitizers have a heap of their own"),
]


def count_all() -> None:
    """Runs with the counter: for each search the calls during few and during many nodes."""
    calls = ctypes.CDLL(None).heap_calls
    calls.restype = ctypes.c_ulong
    for game, players in GAMES:
        state = random_decisions(Game(game, players), 8, seed=2)[4]
        for search, params in (("mcts", ""), ("mcts", "select=puct,widen=3"), ("expectimax", "")):
            searcher = Searcher(search, state.game, params, hash_mb=16)
            row = []
            for nodes in (3000, 300, 3000):  # what is made once is made in the first
                before = calls()
                searcher.start(state, nodes=nodes)
                searcher.wait()
                row.append((calls() - before, searcher.found().nodes))
            print(game, players, search + ":" + params, *row[1], *row[2])


def test_searches_leave_the_heap_alone(tmp_path: Path) -> None:
    source, library = tmp_path / "counter.cpp", tmp_path / "counter.so"
    source.write_text(COUNTER)
    subprocess.run(["g++", "-O2", "-std=c++17", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, os.fspath(Path(__file__).parent)],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert len(rows) == 3 * len(GAMES)
    for game, players, search, few_calls, few, many_calls, many in rows:
        if int(many) < int(few) + 1000:
            continue  # the position was solved before
        more = int(many_calls) - int(few_calls)
        # A report at its end, and one now and then while it runs, lists moves and lines: a few calls each.
        assert more < 0.2 * (int(many) - int(few)), f"{search} on {game} with {players} players: {more} calls"
