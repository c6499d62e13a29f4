"""Ratings as a picture: a dot and a 95 % interval for each player, and for the terms of seats and sides; and how any
picture becomes a file."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from embertree._core import UsageError
from embertree.arena.luce import need
from embertree.arena.ratings import Rating, Ratings, Term

FORMATS = (".png", ".svg", ".pdf")


def check_plot_path(path: str | os.PathLike[str], who: str = "ratings") -> None:
    """A UsageError for a file that no picture can become; asked before the work, not after it."""
    if Path(path).suffix.lower() not in FORMATS:
        raise UsageError(f"{path}: a plot's name ends in {', '.join(FORMATS)}")
    if not Path(path).absolute().parent.is_dir():
        raise UsageError(f"{path}: cannot be written: {os.strerror(errno.ENOENT)}")
    need("matplotlib.figure", who)


@contextmanager
def picture(path: str | os.PathLike[str], width: float, height: float) -> Iterator[Any]:
    """An empty figure, written to its file at the end; equal figures are equal files."""
    # No date, and no numbers drawn by chance in an SVG.
    with need("matplotlib").rc_context({"svg.hashsalt": "embertree"}):
        figure = need("matplotlib.figure").Figure(figsize=(width, height), layout="constrained")
        yield figure
        suffix = Path(path).suffix.lower()
        metadata = {".png": None, ".pdf": {"CreationDate": None}}.get(suffix, {"Date": None})
        try:
            figure.savefig(path, dpi=150, metadata=metadata)
        except OSError as trouble:
            raise UsageError(f"{path}: cannot be written: {trouble.strerror}") from None


def plot_ratings(ratings: Ratings, path: str | os.PathLike[str], title: str = "") -> None:
    """Writes the picture; the form follows the end of the name."""
    check_plot_path(path)
    panels: list[tuple[str, Sequence[Rating | Term]]] = [("Elo", ratings.players)]
    for size, terms in sorted(ratings.seats.items()):
        panels.append((f"what a seat adds, of {size} (Elo)", terms))
    if ratings.sides:
        panels.append(("what a side adds (Elo)", ratings.sides))
    rows = [len(entries) for _, entries in panels]
    with picture(path, 8, 1.1 + sum(0.3 * count + 0.8 for count in rows)) as figure:
        axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=[count + 1 for count in rows])[:, 0]
        for axis, (label, entries) in zip(axes, panels, strict=True):
            _draw(axis, label, entries)
        if title:
            figure.suptitle(title, parse_math=False)


def _draw(axis: Any, label: str, entries: Sequence[Rating | Term]) -> None:
    places = range(len(entries))
    for place, entry in zip(places, entries, strict=True):
        group = entry.group if isinstance(entry, Rating) else 0
        axis.errorbar(entry.elo, place, xerr=entry.error, fmt="o", capsize=3, color=f"C{group % 10}")
    axis.set_yticks(list(places), [_short(entry.name) for entry in entries], parse_math=False)
    axis.set_ylim(len(entries) - 0.5, -0.5)
    axis.set_xlabel(label)
    axis.grid(axis="x", alpha=0.3)


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
