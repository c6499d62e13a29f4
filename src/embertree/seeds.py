"""Where every random number comes from (docs/python.md, "Seeds").

One seed is named by the user. Everything else is derived from it by name, so that streams do not share numbers: the
dice of a game are one stream a kind of event, each agent has its own, and one roll more shifts nothing else.
"""

from embertree._core import State, UsageError

_MASK = 2**64 - 1
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def nth(seed: int, k: int) -> int:
    """The k-th output (k = 1, 2, ...) of SplitMix64 started at `seed`; the same as `Rng::nth` of the core."""
    z = (seed + k * _GOLDEN_GAMMA) & _MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


def fnv1a64(text: str) -> int:
    """FNV-1a, 64 bits, over the UTF-8 bytes: names a stream."""
    digest = 0xCBF29CE484222325
    for byte in text.encode():
        digest = (digest ^ byte) * 0x100000001B3 & _MASK
    return digest


def derive(seed: int, *names: str | int) -> int:
    """A seed for what the names name, below 2**53 so that every JSON reader keeps it whole."""
    for name in names:
        seed = nth(seed ^ fnv1a64(str(name)), 1)
    return seed >> 11


class ChanceDraws:
    """The chance events of one game, as the engine protocol defines them (section 3, `auto`).

    The outcome of the k-th event with verb K (`roll`, `draw`, ...) is chosen by the k-th output of SplitMix64 started
    at seed XOR FNV-1a-64(K). Two programs that agree on the seed agree on the dice.
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= _MASK:
            raise UsageError(f"seed: {seed} is not a whole number from 0 to {_MASK}")
        self.seed = seed
        self._counts: dict[str, int] = {}

    def draw(self, state: State) -> int:
        """The outcome of the chance event that comes next; the event counts as drawn."""
        verb = chance_verb(state)
        self.count(verb)
        return state.sample_chance(nth(self.seed ^ fnv1a64(verb), self._counts[verb]))

    def count(self, verb: str) -> None:
        """Counts an event whose outcome was given from outside."""
        self._counts[verb] = self._counts.get(verb, 0) + 1

    def copy(self) -> "ChanceDraws":
        other = ChanceDraws(self.seed)
        other._counts = dict(self._counts)
        return other


def chance_verb(state: State) -> str:
    """The verb of the chance event that comes next: the part of its outcomes' words before the colon."""
    first_outcome, _ = state.chance_outcomes()[0]
    return state.action_to_string(first_outcome).partition(":")[0]
