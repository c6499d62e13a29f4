"""Instructions a playout and a search node take, counted by callgrind: `python bench/instructions.py [GAME ...]`.

Clocks differ from run to run, counts do not: the same compiler, flags and seeds give the same number on every machine.
The work is that of bench/count.cpp, which is built in build/count on the way.

  --check          compares with the budget, bench/instructions.json; exit code 1 where something takes over 5 % more
  --write          blesses what was counted, of the games that are named
  --profile GAME   where a game's instructions go, function by function; --work chooses what it does
  --json           figures for programs

A budget of another kind of processor, another compiler (its major version counts) or other flags is no yardstick: the
check then shows the differences, says so, and passes. Without valgrind the check says loudly that it was skipped, and
passes.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BUDGET = ROOT / "bench" / "instructions.json"
BUILD = ROOT / "build" / "count"
FUNCTION = "embertree_counted_work"
TOLERANCE = 0.05

# With as many players as a game is mostly played by; so many units that one game more or less does not matter.
GAMES = {
    "tic_tac_toe": (2, {"playouts": 4000, "policy": 4000, "mcts": 2000, "expectimax": 5000}),
    "connect_four": (2, {"playouts": 2000, "policy": 500, "mcts": 4000, "expectimax": 20000}),
    "pig": (2, {"playouts": 400, "policy": 1000, "mcts": 4000, "expectimax": 20000}),
    "volcano_island": (4, {"playouts": 500, "policy": 500, "mcts": 4000, "expectimax": 20000}),
    "stone_age": (4, {"playouts": 200, "policy": 200, "mcts": 4000, "expectimax": 20000}),
    "terra_mystica": (4, {"playouts": 200, "policy": 50, "mcts": 4000, "expectimax": 20000}),
}
WORKS = ("playouts", "policy", "mcts", "expectimax")

# The C library picks its copying loops by the processor; these make it pick the same ones everywhere.
PLAIN_PROCESSOR = "glibc.cpu.hwcaps=" + ",".join(
    f"-{name}" for name in ("AVX2", "AVX2_Usable", "AVX", "AVX512F", "AVX512VL", "AVX512BW", "ERMS", "FSRM", "EVEX")
)


class Trouble(Exception):
    """One line for whoever called."""


class Count(NamedTuple):
    """What one piece of work took."""

    instructions: int
    units: int
    """Games, or nodes of a search."""
    plies: int
    """Actions and chance events of the games; 0 for a search."""
    checksum: str

    @property
    def a_unit(self) -> float:
        return self.instructions / self.units

    @property
    def a_ply(self) -> float | None:
        return self.instructions / self.plies if self.plies else None


class Build(NamedTuple):
    compiler: str
    """`GNU 12.2.0 x86_64`."""
    flags: str

    @property
    def kind(self) -> tuple[str, str, str]:
        """Who made the compiler, its major version, and the processor: what counts depend on most."""
        maker, version, processor = self.compiler.split()
        return maker, version.partition(".")[0], processor


class Verdict(NamedTuple):
    lines: list[str]
    failed: bool


Counts = Mapping[str, float]
"""`game players work` -> instructions a unit."""


# --- Against the budget ---


def judge(counts: Counts, build: Build, budget: Mapping[str, Any], path: str) -> Verdict:
    """Whether anything takes more than the budget allows, in words."""
    blessed: Counts = budget["instructions"]
    was = Build(budget["compiler"], budget["flags"])
    comparable = was.kind == build.kind and was.flags == build.flags
    lines = []
    worse = better = 0
    for name, now in counts.items():
        before = blessed.get(name)
        if before is None:
            lines.append(f"{name}: {now:,.0f} a unit, not in the budget: --write blesses it")
            worse += 1
            continue
        change = now / before - 1
        if abs(change) > TOLERANCE:
            lines.append(f"{name}: {now:,.0f} a unit, {change:+.1%} on the budget's {before:,.0f}")
            worse += change > 0
            better += change < 0
    if not comparable:
        lines.append(
            f"NOT CHECKED: {path} was counted with {was.compiler} ({was.flags}), this is {build.compiler} "
            f"({build.flags}). --write blesses this one."
        )
        return Verdict(lines, failed=False)
    if better and not worse:
        lines.append(f"Less work than in {path}: bless it with --write, so that it stays so.")
    if worse:
        lines.append(f"More work than in {path}. Where that is meant, bless it with --write.")
    if not worse and not better:
        lines.append(f"{len(counts)} counts, each within {TOLERANCE:.0%} of {path}")
    return Verdict(lines, failed=worse > 0)


def read_budget(path: Path) -> dict[str, Any]:
    try:
        budget = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as trouble:
        raise Trouble(f"{path}: cannot be read: {trouble}") from None
    except ValueError as trouble:
        raise Trouble(f"{path}: is not JSON: {trouble}") from None
    if not isinstance(budget, dict) or not isinstance(budget.get("instructions"), dict):
        raise Trouble(f"{path}: has no object 'instructions'")
    for name in ("compiler", "flags"):
        if not isinstance(budget.get(name), str):
            raise Trouble(f"{path}: has no text '{name}'")
    if len(budget["compiler"].split()) != 3:
        raise Trouble(f"{path}: compiler {budget['compiler']!r} is not 'maker version processor'")
    for name, value in budget["instructions"].items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise Trouble(f"{path}: {name}: {value!r} is not a number above 0")
    return budget


def blessed(counts: Counts, build: Build, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The budget with these counts in it; of others only what this build has counted as well stays."""
    kept: dict[str, float] = {}
    if before is not None and Build(before["compiler"], before["flags"]) == build:
        known = {key(game, work) for game in GAMES for work in WORKS}
        kept = {name: value for name, value in before["instructions"].items() if name in known}
    together = kept | {name: round(value, 1) for name, value in counts.items()}
    order = [key(game, work) for game in GAMES for work in WORKS]
    return {
        "compiler": build.compiler,
        "flags": build.flags,
        "instructions": {name: together[name] for name in order if name in together},
    }


def key(game: str, work: str) -> str:
    return f"{game} {GAMES[game][0]} {work}"


# --- Counting ---


def built() -> Path:
    """The program, built with the flags that everybody gets: no link-time optimisation, no -march=native."""
    cmake = _tool("cmake")
    # Flags from outside would change what is counted.
    environment = {name: value for name, value in os.environ.items() if name not in ("CXXFLAGS", "LDFLAGS")}
    settings = ["-DCMAKE_BUILD_TYPE=Release", "-DEMBERTREE_PYTHON=OFF", "-DEMBERTREE_LTO=OFF", "-DCMAKE_CXX_FLAGS="]
    _quietly([cmake, "-S", str(ROOT), "-B", str(BUILD), *settings], environment)
    environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    _quietly([cmake, "--build", str(BUILD), "--target", "embertree_count"], environment)
    return BUILD / "embertree_count"


def build_of(program: Path) -> Build:
    compiler, flags = _output([str(program), "--build"]).splitlines()
    # Warnings change nothing that runs.
    return Build(compiler, " ".join(flag for flag in flags.split() if not flag.startswith("-W")))


def count(program: Path, game: str, work: str, profile: Path | None = None) -> Count:
    """Runs one piece of work under callgrind. Only what it does between two marks counts, not the program's start."""
    players, units = GAMES[game]
    with tempfile.TemporaryDirectory() as folder:
        out = profile or Path(folder) / "callgrind.out"
        printed = _output(
            [
                "valgrind",
                "--tool=callgrind",
                f"--callgrind-out-file={out}",
                f"--toggle-collect={FUNCTION}",
                str(program),
                game,
                str(players),
                work,
                str(units[work]),
            ],
            os.environ | {"GLIBC_TUNABLES": PLAIN_PROCESSOR},
        )
        total = re.search(r"^(?:summary|totals): (\d+)", out.read_text(encoding="utf-8"), re.MULTILINE)
    facts = dict(line.split() for line in printed.splitlines())
    if total is None or int(total[1]) == 0:
        raise Trouble(f"{game} {work}: callgrind has counted nothing")
    return Count(
        int(total[1]), int(facts.get("games") or facts["nodes"]), int(facts.get("plies", 0)), facts["checksum"]
    )


def print_profile(program: Path, game: str, work: str, functions: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        found = count(program, game, work, out)
        table = _output(["callgrind_annotate", "--threshold=100", str(out)])
    print(f"{key(game, work)}: {found.instructions:,} instructions, {found.a_unit:,.0f} a unit")
    rows = re.findall(r"^ *([\d,]+) \( ?([\d.]+%)\) +(?:\S*?:)?(.*?)(?: \[[^\]]*\])?$", table, re.MULTILINE)
    rows = [row for row in rows if not row[2].startswith("PROGRAM TOTALS")]
    for instructions, share, name in rows[:functions]:
        a_unit = int(instructions.replace(",", "")) / found.units
        print(f"{share:>8}{a_unit:>14,.1f}  {_short(name)}")


def _short(name: str) -> str:
    """A function without its arguments and our namespace: the row is to fit a line."""
    plain = name.replace("embertree::", "").replace("(anonymous namespace)::", "")
    return plain if len(plain) <= 110 else plain[:109] + "…"


def _tool(name: str) -> str:
    """A program of this Python's environment, or of the path."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise Trouble(f"{name} is not here")
    return found


def _output(command: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


def _quietly(command: Sequence[str], environment: Mapping[str, str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout.strip()}")


# --- The command ---


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all where none is named")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true")
    what.add_argument("--write", action="store_true")
    what.add_argument("--profile", metavar="GAME", choices=GAMES)
    parser.add_argument("--work", choices=WORKS, help="one kind of work; all, and for --profile mcts")
    parser.add_argument("--functions", type=int, default=25, help="how many rows a profile has")
    parser.add_argument("--budget", type=Path, default=BUDGET, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    for game in options.games:
        if game not in GAMES:
            parser.error(f"there is no game '{game}' here; there are: {', '.join(GAMES)}")
    if options.profile and (options.games or options.json):
        parser.error("--profile is about one game, and for eyes")
    return options


def main(words: Sequence[str] | None = None) -> int:
    options = _arguments(words)
    try:
        return _run(options)
    except Trouble as trouble:
        print(f"instructions: {trouble}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    if shutil.which("valgrind") is None:
        if not options.check:
            raise Trouble("valgrind is not here; a package of that name has it")
        print("*" * 100, "instructions: SKIPPED, NOTHING WAS CHECKED: valgrind is not here", "*" * 100, sep="\n")
        return 0
    budget = read_budget(options.budget) if options.check else None
    program = built()
    if options.profile:
        print_profile(program, options.profile, options.work or "mcts", options.functions)
        return 0
    build = build_of(program)
    found: dict[str, Count] = {}
    if not options.json:
        print(f"{build.compiler}: {build.flags}\n{'instructions':<34}{'a game or node':>16}{'a ply':>12}")
    for game in options.games or GAMES:
        for work in [options.work] if options.work else WORKS:
            name = key(game, work)
            found[name] = each = count(program, game, work)
            if not options.json:
                a_ply = "" if each.a_ply is None else f"{each.a_ply:,.1f}"
                print(f"{name:<34}{each.a_unit:>16,.1f}{a_ply:>12}", flush=True)
    return _conclude(options, build, found, budget)


def _conclude(
    options: argparse.Namespace, build: Build, found: Mapping[str, Count], budget: Mapping[str, Any] | None
) -> int:
    counts = {name: each.a_unit for name, each in found.items()}
    verdict = judge(counts, build, budget, options.budget.name) if budget is not None else None
    if options.json:
        facts: dict[str, Any] = {
            "compiler": build.compiler,
            "flags": build.flags,
            "work": {
                name: each._asdict() | {"a_unit": round(each.a_unit, 1), "a_ply": each.a_ply and round(each.a_ply, 1)}
                for name, each in found.items()
            },
        }
        if verdict is not None:
            facts["check"] = {"failed": verdict.failed, "lines": verdict.lines}
        print(json.dumps(facts, indent=1))
    elif verdict is not None:
        print("\n".join(verdict.lines))
    if options.write:
        before = read_budget(options.budget) if options.budget.exists() else None
        try:
            options.budget.write_text(json.dumps(blessed(counts, build, before), indent=1) + "\n", encoding="utf-8")
        except OSError as trouble:
            raise Trouble(f"{options.budget}: cannot be written: {trouble.strerror}") from None
    return int(verdict is not None and verdict.failed)


if __name__ == "__main__":
    sys.exit(main())
