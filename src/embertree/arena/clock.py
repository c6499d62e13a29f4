"""Clocks: a budget for the whole game and an increment for each decision, kept by the referee."""

import re
from dataclasses import dataclass

from embertree._core import UsageError
from embertree.words import shown

MARGIN_MS = 50
"""A clock may be overdrawn by so much before it loses: the way to an engine and back takes time, too."""

_FORM = re.compile(r"(\d{1,7}(?:\.\d{1,3})?)(?:\+(\d{1,5}(?:\.\d{1,3})?))?")


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat begins with."""

    total_ms: int
    increment_ms: int = 0

    @classmethod
    def parse(cls, text: str) -> "Clock":
        """Reads S+I or S, in seconds."""
        match = _FORM.fullmatch(text.strip())
        total = round(float(match[1]) * 1000) if match else 0
        if match is None or total < 1:
            raise UsageError(f"clock: {shown(text)} is not S+I in seconds, such as 60+0.5")
        return cls(total, round(float(match[2]) * 1000) if match[2] else 0)

    def text(self) -> str:
        return f"{_seconds(self.total_ms)}+{_seconds(self.increment_ms)}"


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.3f}".rstrip("0").rstrip(".")


class Clocks:
    """The clocks of one game."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.increment_ms = clock.increment_ms
        self.left_ms = [float(clock.total_ms)] * seats

    def left(self) -> list[int]:
        """Whole milliseconds by seat, one at least."""
        return [max(1, int(ms)) for ms in self.left_ms]

    def spend(self, seat: int, ms: float) -> bool:
        """Whether a decision that took so long was in time; if so the increment is added."""
        self.left_ms[seat] -= ms
        if self.left_ms[seat] < -MARGIN_MS:
            return False
        self.left_ms[seat] = max(0.0, self.left_ms[seat]) + self.increment_ms
        return True
