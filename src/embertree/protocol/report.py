"""What a search has found, as `info` lines. All numbers are whole."""

import math

from embertree._core import Found, MoveInfo, State


def info_lines(found: Found, state: State, multi_pv: int) -> list[str]:
    """One line for each of the best moves, the best first; one in any case."""
    moves: list[MoveInfo | None] = [*found.best_moves(multi_pv)]
    return [_line(found, state, k, move) for k, move in enumerate(moves or [None], 1)]


def _line(found: Found, state: State, k: int, move: MoveInfo | None) -> str:
    values = move.values if move else found.values
    objective = state.objective
    parts = [f"info depth {found.depth} seldepth {found.seldepth} multipv {k}"]
    parts.append(f"score cp {centipawns(chance_of(values[state.current_player()], objective))}")
    nps = found.nodes * 1000 // max(found.time_ms, 1)
    parts.append(f"nodes {found.nodes} nps {nps} time {found.time_ms} hashfull {found.hashfull}")
    if objective == "win":
        parts.append("wp " + " ".join(map(str, permille(values))))
    # Scores are of the position, so they stand with the best line.
    if k == 1 and found.scores:
        parts.append("ev " + " ".join(str(round(100 * score)) for score in found.scores))
    words = pv_words(state, move.pv if move else found.pv)
    if words:
        parts.append("pv " + " ".join(words))
    return " ".join(parts)


def chance_of(value: float, objective: str) -> float:
    """A seat's value as a chance to win, for the one number that two-player managers read."""
    return (value + 1) / 2 if objective == "margin" else value


def centipawns(chance: float) -> int:
    """400 log10(p / (1 - p)), within +-10000."""
    if chance <= 0:
        return -10_000
    if chance >= 1:
        return 10_000
    return max(-10_000, min(10_000, round(400 * math.log10(chance / (1 - chance)))))


def permille(shares: list[float]) -> list[int]:
    """Shares of 1 as whole numbers that add up to 1000: what rounding down leaves goes to the largest remainders."""
    total = sum(shares)
    if total <= 0:
        return [0] * len(shares)
    exact = [1000 * share / total for share in shares]
    whole = [int(x) for x in exact]
    by_remainder = sorted(range(len(shares)), key=lambda i: (whole[i] - exact[i], i))
    for i in by_remainder[: 1000 - sum(whole)]:
        whole[i] += 1
    return whole


def pv_words(state: State, pv: list[int]) -> list[str]:
    """The words of a line; it ends where the line is no longer legal."""
    words = []
    at = state
    for k, action in enumerate(pv):
        if not at.is_legal(action):
            break
        words.append(at.action_to_string(action))
        if k + 1 < len(pv):
            at = at.child(action)
    return words
