"""Ratings of players from finished games: one fit over all of them, so that their order says nothing.

A seat's strength in a game is its player's, plus a term of the seat, plus a term of what it played (a faction), if the
game has such; luce.py has the model. Errors come from resampling whole blocks, since the games of one share their dice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embertree._core import UsageError
from embertree.arena.cases import Tally
from embertree.arena.luce import ELO, PRIOR_ELO, Floats, Model
from embertree.arena.results import GameResult, rank_scores
from embertree.arena.standings import student_95
from embertree.words import did_you_mean, shown

RESAMPLES = 200
"""How often blocks are drawn anew where nobody says otherwise: errors are then good to about a twentieth."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One player on the Elo scale."""

    name: str
    elo: float
    error: float | None
    """Half of the 95 % interval over blocks; None with fewer than two blocks or resamples."""
    games: int
    """Seats it played: a game in which it sat twice counts twice."""
    rank_score: float
    """1 for the first place to 0 for the last, evenly, ties averaged; the mean over its games."""
    win_share: float
    group: int
    """Players of one group are connected by games; from 0, the largest group first."""


@dataclass(frozen=True, slots=True)
class Term:
    """What a seat or a side adds to whoever has it; the mean over all of its kind is 0."""

    name: str
    elo: float
    error: float | None
    games: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """What one fit says."""

    players: list[Rating]
    """Group by group, the best first."""
    seats: dict[int, list[Term]]
    """By number of players in the game, in the order of the seats."""
    sides: list[Term]
    """The best first."""
    games: int
    blocks: int
    resamples: int
    notes: list[str]
    """What a reader of the table should know, a sentence or two each."""


def rate(
    results: Iterable[GameResult],
    *,
    anchors: Mapping[str, float] | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Ratings:
    """Ratings from all games at once. Players named in `anchors` have that Elo; without, a group's mean is 0. Aborted
    games say nothing. UsageError without games, for an unknown anchor or two of one group, or where scipy is missing.
    """
    tally = Tally(results)
    if not tally.games:
        raise UsageError("there are no finished games to rate")
    held = _held(tally, dict(anchors or {}))
    model = Model(tally.design(), tally.choices)
    counts = tally.counts(model.order)
    blocks = counts.shape[1]
    weights = np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()
    best = model.fit(weights)
    fits: list[Floats] = []
    if blocks > 1:
        # Blocks by their place in the sorted list, so that the order of games is no matter here either.
        rng = np.random.default_rng(seed)
        draws = (np.bincount(rng.integers(blocks, size=blocks), minlength=blocks) for _ in range(resamples))
        drawn = (counts @ draw.astype(np.float64) for draw in draws)
        fits = [_elo(fit, tally, held) for fit in model.refit(drawn, best, weights)]
    errors: list[float | None] = [None] * tally.terms
    if len(fits) > 1:
        # Drawn from n blocks, means vary a little less than those of n new ones.
        scale = student_95(blocks - 1) * np.sqrt(blocks / (blocks - 1))
        spread = scale * np.std(np.array(fits), axis=0, ddof=1)
        if tally.confounded() or any(len(tally.layers(group)) > 1 for group in set(tally.groups)):
            # Blocks drawn anew leave open what all of them leave open; how much that is, the curvature knows.
            spread = np.maximum(spread, _spread_by_curvature(model.covariance(best, weights), tally, held))
        errors = [float(error) for error in spread]
    return _table(tally, _elo(best, tally, held), errors, len(fits) if len(fits) > 1 else 0)


def _held(tally: Tally, anchors: Mapping[str, float]) -> dict[int, tuple[int, float]]:
    """By group: the player that is held, and where."""
    held: dict[int, tuple[int, float]] = {}
    for name, elo in anchors.items():
        if name not in tally.names:
            raise UsageError(f"anchor: these games have no player {shown(name)}{did_you_mean(name, tally.names)}")
        number = tally.names.index(name)
        group = tally.groups[number]
        if group in held:
            raise UsageError(
                f"anchor: {shown(name)} and {shown(tally.names[held[group][0]])} are connected by games; "
                "hold one of them, and the other follows"
            )
        held[group] = (number, elo)
    return held


def _elo(parameters: Floats, tally: Tally, held: Mapping[int, tuple[int, float]]) -> Floats:
    """Elo of players, seats and sides. Each group of players is moved to its anchor or to mean 0, seats of each size
    and sides to mean 0."""
    elo = ELO * parameters[: tally.terms]
    players, seats, sides = np.split(elo, [len(tally.names), len(tally.names) + len(tally.seats)])
    groups = np.array(tally.groups)
    for group in set(tally.groups):
        members = groups == group
        anchor, wanted = held.get(group, (-1, 0.0))
        players[members] += wanted - (players[anchor] if anchor >= 0 else players[members].mean())
    sizes = np.array([size for size, _ in tally.seats])
    for size in set(sizes):
        seats[sizes == size] -= seats[sizes == size].mean()
    if len(sides):
        sides -= sides.mean()
    return np.asarray(elo)


def _spread_by_curvature(covariance: Floats, tally: Tally, held: Mapping[int, tuple[int, float]]) -> Floats:
    at_zero = {group: (player, 0.0) for group, (player, _) in held.items()}
    moves = np.array([_elo(row, tally, at_zero) for row in np.eye(tally.terms)])
    return np.asarray(1.96 * np.sqrt(np.einsum("ki,kl,li->i", moves, covariance, moves)))


def _table(tally: Tally, elo: Floats, errors: Sequence[float | None], resamples: int) -> Ratings:
    had: Counter[object] = Counter()
    rank_sums = dict.fromkeys(tally.names, 0.0)
    shares = dict.fromkeys(tally.names, 0.0)
    for number, case in enumerate(tally.cases):
        count = tally.by_case[number]
        winners = case.ranks.count(1)
        for (name, seat, side), rank, score in zip(case.rows(), case.ranks, rank_scores(case.ranks), strict=True):
            had.update({("player", name): count, ("seat", seat): count, ("side", side): count})
            rank_sums[name] += count * score
            shares[name] += count * (rank == 1) / winners
    values = iter(zip([float(value) for value in elo], errors, strict=True))
    players = []
    for name, group in zip(tally.names, tally.groups, strict=True):
        games = had["player", name]
        players.append(Rating(name, *next(values), games, rank_sums[name] / games, shares[name] / games, group))
    seats: dict[int, list[Term]] = {}
    for key in tally.seats:
        seats.setdefault(key[0], []).append(Term(f"seat {key[1]}", *next(values), had["seat", key]))
    sides = [Term(side, *next(values), had["side", side]) for side in tally.sides]
    return Ratings(
        players=sorted(players, key=lambda row: (row.group, -row.elo, row.name)),
        seats=seats,
        sides=sorted(sides, key=lambda term: (-term.elo, term.name)),
        games=tally.games,
        blocks=tally.blocks,
        resamples=resamples,
        notes=_notes(tally),
    )


def _notes(tally: Tally) -> list[str]:
    notes = []
    groups = sorted(set(tally.groups))
    if len(groups) > 1:
        lists = "; ".join(f"group {group}: {', '.join(tally.members(group))}" for group in groups)
        notes.append(f"No games connect these groups of players, so ratings compare within a group only. {lists}.")
    for group in groups:
        layers = tally.layers(group)
        if len(layers) > 1:
            chain = " > ".join(", ".join(names) for names in layers)
            notes.append(
                f"{chain}: nobody right of a > was ever before or level with anybody left of it. How far apart they "
                f"are the games cannot say; the prior (standard deviation {PRIOR_ELO:.0f} Elo) keeps it finite."
            )
    if tally.confounded():
        notes.append(
            "Players did not all change seats and sides, so what is theirs and what is the seat's or the side's cannot "
            "be told apart; the prior shares it out."
        )
    if tally.forfeits:
        notes.append(
            f"Games forfeited: {tally.forfeits}. Who failed is last; where that ended the game, it says nothing of the "
            "others among themselves."
        )
    return notes
