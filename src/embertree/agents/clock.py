"""How long to think on a clock."""

# How many more decisions of a seat a clock without `movestogo` is made to last for.
EXPECTED_DECISIONS = 30


def clock_share(clock_ms: int, increment_ms: int, moves_to_go: int, overhead_ms: int) -> int:
    """An equal share of what is left, most of the increment, never all of it."""
    share = clock_ms // (moves_to_go or EXPECTED_DECISIONS) + increment_ms * 3 // 4
    return max(1, min(share - overhead_ms, clock_ms - 2 * overhead_ms))
