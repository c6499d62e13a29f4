"""How long to think on a clock."""

from embertree._core import State, choices_left

# Below so little time an estimate of the game's length costs more than it brings.
_NO_ESTIMATE_MS = 200
_EXPECTED_CHOICES = 30
_PLAYOUTS = 4


def clock_share(state: State, clock_ms: int, increment_ms: int, moves_to_go: int, overhead_ms: int) -> int:
    """Milliseconds for this decision: a share of what is left by the phase of the game, never all of it.

    A few games by the policy tell how many choices the seat still has; early ones get a little more than late ones,
    most of the increment is spent at once, and a decision with one action takes no thought.
    """
    if len(state.search_actions()) == 1:
        return 1
    left = moves_to_go or (0.75 * _choices(state) + 3 if clock_ms >= _NO_ESTIMATE_MS else _EXPECTED_CHOICES)
    share = int(clock_ms / left) + increment_ms * 3 // 4
    return max(1, min(share - overhead_ms, clock_ms - 2 * overhead_ms))


def _choices(state: State) -> float:
    return choices_left(state, _PLAYOUTS)[state.current_player()]
