"""What came out, as text, as tables for docs/speed.md, and as a plot. All of it is read from the printed JSON."""

from pathlib import Path
from typing import Any

from embertree.arena.plot import picture
from versus.contest import LESS_IS_BETTER, OURS
from versus.contests import CHAPTERS

Report = dict[str, Any]
MACHINE = "machine"


def _scale(value: float, unit: str) -> tuple[float, str]:
    if unit not in LESS_IS_BETTER:
        for scale, letter in ((1e6, " M"), (1e3, " k")):
            if value >= scale:
                return scale, letter
    return 1.0, ""


def _short(value: float, unit: str) -> str:
    scale, letter = _scale(value, unit)
    return f"{_three(value / scale)}{letter}"


def _three(value: float) -> str:
    """Three digits, and no less than the whole part."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def figure(side: dict[str, float], unit: str) -> str:
    """Median and range, all in the median's scale."""
    scale, letter = _scale(side["median"], unit)
    middle, low, high = (_three(side[name] / scale) for name in ("median", "low", "high"))
    return f"{middle}{letter} [{low} .. {high}]"


def _times(ratio: dict[str, float]) -> str:
    return figure(ratio, "")


def _aims(row: Report) -> str:
    unit = row["unit"]
    words = []
    for side, aim in row["aims"].items():
        if side != OURS:
            words.append(f"{aim:g} × {side}")
        else:
            words.append(f"{'at most' if unit in ('ns', 'bytes') else 'at least'} {_short(aim, unit)}")
    return ", ".join(words)


def lines(row: Report) -> str:
    """A contest in plain text."""
    text = [f"{row['what']}  ({row['unit']})" + (f"   aim: {_aims(row)}" if row["aims"] else "")]
    for name, side in row["sides"].items():
        ratio = f"   ours is {_times(row['ratios'][name])} times as good" if name in row["ratios"] else ""
        text.append(f"  {name:14} {figure(side, row['unit']):32}{ratio}")
    return "\n".join(text)


def machine(report: Report) -> str:
    about = report["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    load = " to ".join(f"{value:.1f}" for value in about["load"])
    return (
        f"{about['processor']}, {about['cores']} cores, {about['system']}; one of the cores was used. "
        f"Load {load}. {versions}. Our core: {about['core']}. "
        f"{report['rounds']} rounds of {report['seconds']:g} s a side."
    )


def table(report: Report, chapter: str) -> str:
    """A chapter as a table, a row for each contest, a column for each side."""
    rows = [row for row in report["contests"] if row["chapter"] == chapter]
    others = list(dict.fromkeys(side for row in rows for side in row["ratios"]))
    aims = any(row["aims"] for row in rows)
    heads = ["", OURS, *(head for side in others for head in (side, f"× {side}")), *(["aim"] if aims else [])]
    text = [heads, ["---"] * len(heads)]
    for row in rows:
        unit = row["unit"]
        cells = [row["what"] if unit == "bytes" else f"{row['what']}, {unit}", figure(row["sides"][OURS], unit)]
        for side in others:
            found = side in row["ratios"]
            their_unit = "" if side == "unit" else unit
            cells += [figure(row["sides"][side], their_unit), _times(row["ratios"][side])] if found else ["", ""]
        text.append(cells + ([_aims(row)] if aims else []))
    return "\n".join("| " + " | ".join(cells) + " |" for cells in text)


def tables(report: Report) -> dict[str, str]:
    found = {MACHINE: machine(report)}
    present = {row["chapter"] for row in report["contests"]}
    return found | {chapter: table(report, chapter) for chapter in CHAPTERS if chapter in present}


def write(report: Report, page: Path) -> None:
    """Puts each table between its markers: `<!-- peers: CHAPTER -->` and `<!-- end -->`."""
    put(page, {f"<!-- peers: {name} -->": body for name, body in tables(report).items()})


def put(page: Path, bodies: dict[str, str]) -> None:
    """Puts each table between its marker, which stands on a line of its own, and the next `<!-- end -->`."""
    text = page.read_text(encoding="utf-8")
    for marker, body in bodies.items():
        begin, end = f"{marker}\n", "<!-- end -->"
        if text.count(begin) != 1 or end not in text.partition(begin)[2]:
            raise SystemExit(f"{page}: {marker} and {end} after it stand there {text.count(begin)} times, not once")
        before, _, after = text.partition(begin)
        text = f"{before}{begin}\n{body}\n\n{end}{after.partition(end)[2]}"
    page.write_text(text, encoding="utf-8")


def plot(report: Report, path: Path) -> None:
    """How many times as fast as each peer, and what part of the bare programs; bars with their range."""
    import matplotlib

    colours = {"open_spiel": "#2a6f97", "pgx": "#c8553d", "pettingzoo": "#6a994e", "bare": "#999999"}
    rows = [(row, [side for side in colours if side in row["ratios"]]) for row in report["contests"]]
    rows = [(row, sides) for row, sides in rows if sides]
    if not rows:
        raise SystemExit("nothing to plot: no other side took part")
    height = 0.6 + 0.13 * sum(len(sides) + 1.5 for _, sides in rows)
    # Letters as letters: a fifth of the size.
    with matplotlib.rc_context({"svg.fonttype": "none"}), picture(path, 8, height) as figure:
        _draw(figure.subplots(), rows, colours)


def _draw(axes: Any, rows: list[tuple[Report, list[str]]], colours: dict[str, str]) -> None:
    from matplotlib.patches import Patch

    labels: list[tuple[float, str, str]] = []
    top, chapter = 0.0, ""
    for row, sides in rows:
        if row["chapter"] != chapter:
            chapter = row["chapter"]
            labels.append((top + 0.3, chapter, "bold"))
            top += 1.5
        labels.append((top + (len(sides) - 1) / 2, row["what"].replace("`", ""), "normal"))
        for side in sides:
            ratio = row["ratios"][side]
            middle, low, high = ratio["median"], ratio["low"], ratio["high"]
            error = [[middle - low], [high - middle]]
            axes.barh(top, middle - 1, 0.9, left=1, xerr=error, color=colours[side], error_kw={"lw": 0.7})
            axes.annotate(f"{middle:.3g}", (max(high, 1), top), (3, 0), textcoords="offset points", va="center", size=6)
            top += 1
        top += 0.5
    present = [side for side in colours if any(side in sides for _, sides in rows)]
    axes.legend(handles=[Patch(color=colours[side], label=side) for side in present], fontsize=7, loc="lower right")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks([place for place, _, _ in labels], [text for _, text, _ in labels], fontsize=7)
    for tick, (_, _, weight) in zip(axes.get_yticklabels(), labels, strict=True):
        tick.set_fontweight(weight)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(top, -1)
    axes.set_xlabel("embertree is so many times as fast, or as small in memory")
