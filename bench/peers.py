"""Ours against other engines and frameworks, and against bare programs: `python bench/peers.py [--only NAME]`.

All sides of a contest do the same work in turn, round by round, on one core; rates are per second of the process's own
CPU time. Ratios are of one round each. A machine under load slows both sides down, but not always alike: the load is
printed with the figures. Peers: pip install open_spiel pgx "jax[cpu]" pettingzoo pygame matplotlib
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
if hasattr(os, "sched_setaffinity"):  # one core, before any library counts the cores
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

from versus import report
from versus.bare import COMPILE, BarePrograms
from versus.contest import hold
from versus.contests import INSTALL, all_contests, installed_peers

from embertree._core import build_info, version

PACKAGES = ("open_spiel", "pgx", "jax", "pettingzoo", "numpy")


def versions() -> dict[str, str]:
    found = {"embertree": version(), "Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def processor() -> str:
    """The processor's name where the system tells it."""
    try:
        named = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    except OSError:
        named = []
    return named[0].partition(":")[2].strip() if named else platform.processor() or platform.machine()


def core() -> str:
    info = build_info()
    words = [
        f"compiler {info['compiler']}",
        "native" if info["native"] else "portable",
        "" if info["lto"] else "without LTO",
    ]
    return ", ".join([word for word in words if word] + (["checked"] if info["checked"] else []))


def load() -> float:
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0


def measure(options: argparse.Namespace, folder: Path) -> report.Report:
    peers = {} if options.alone else installed_peers()
    bare = BarePrograms(folder)
    bare.available &= not options.alone
    left_out = {} if options.alone else {name: how for name, how in INSTALL.items() if name not in peers}
    for name, how in left_out.items():
        print(f"{name} is left out: {how}", file=sys.stderr)
    if not options.alone and not bare.available:
        print(f"bare programs are left out: there is no {COMPILE[0]}", file=sys.stderr)
    before = load()
    rows: list[dict[str, Any]] = []
    for contest in all_contests(peers, bare):
        if not options.only or any(part in contest.name for part in options.only):
            rows.append(hold(contest, options.rounds, options.seconds).row())
            print(report.lines(rows[-1]), file=sys.stderr if options.json or options.table else sys.stdout, flush=True)
    if not rows:
        raise SystemExit(f"--only {' '.join(options.only)}: no contest has that in its name")
    found = versions()
    if bare.available:
        found[COMPILE[0]] = subprocess.run(
            [COMPILE[0], "-dumpfullversion"], capture_output=True, text=True
        ).stdout.strip()
    return {
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.machine()}",
            "core": core(),
            "load": [before, load()],
        },
        "versions": found,
        "rounds": options.rounds,
        "seconds": options.seconds,
        "left_out": left_out,
        "contests": rows,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="repeats, all sides in each (5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of a measurement (0.3)")
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        help="contests with this in their name, such as 'mcts pig'; may be repeated",
    )
    parser.add_argument("--alone", action="store_true", help="our side alone")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--table", action="store_true", help="print the tables of docs/speed.md")
    parser.add_argument(
        "--write", metavar="PAGE", type=Path, help="put the tables between their markers in docs/speed.md"
    )
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the ratios (needs matplotlib)")
    parser.add_argument("--load", metavar="FILE", type=Path, help="measure nothing; read what --json has printed")
    options = parser.parse_args()
    if options.rounds < 1 or options.seconds < 0:
        parser.error("--rounds is at least 1, --seconds at least 0")
    if options.write and options.only:
        parser.error("--write puts all tables into the page: without --only")
    if options.plot and find_spec("matplotlib") is None:
        parser.error("--plot needs matplotlib: pip install matplotlib")
    if options.load:
        found = json.loads(options.load.read_text())
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = measure(options, Path(folder))
    if options.json:
        print(json.dumps(found, indent=1))
    if options.write:
        report.write(found, options.write)
    if options.plot:
        report.plot(found, options.plot)
    if options.table:
        print("\n\n".join(f"**{name}**\n\n{body}" for name, body in report.tables(found).items()))
    if not options.json and not options.table:
        print(report.machine(found))


if __name__ == "__main__":
    main()
