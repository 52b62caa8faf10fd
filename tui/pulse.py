"""The round trip as the top line shows it: in coarse steps, so that it changes seldom and writes little."""

from __future__ import annotations

from typing import Final

from tui.tongue import _

_STEPS: Final = (1, 2, 3, 5, 8, 12, 18, 25, 35, 50, 70, 100, 150, 200, 300, 500, 700)
"""Milliseconds that are shown; above them whole seconds."""
_STAYS: Final = 0.25
"""By how much of a step the time must have left it before another is shown."""


class Pulse:
    """Remembers what is shown; asked only when the line is drawn for another reason."""

    __slots__ = ("_shown",)

    def __init__(self) -> None:
        self._shown: int | None = None

    def says(self, seconds: float | None) -> str:
        """A few cells; empty where nothing is known."""
        if seconds is None:
            self._shown = None
            return ""
        self._shown = _step(1000 * seconds, self._shown)
        if self._shown >= 1000:
            return _("{seconds} s", seconds=self._shown // 1000)
        return _("{milliseconds} ms", milliseconds=self._shown)


def _step(milliseconds: float, shown: int | None) -> int:
    if milliseconds >= 850:
        steps: tuple[int, ...] = (1000 * max(1, round(milliseconds / 1000)),)
    else:
        steps = _STEPS
    near = min(steps, key=lambda step: abs(step - milliseconds))
    if shown is None or near == shown:
        return near
    # Between two steps it stays as it was: a time on the border would flicker.
    border = (near + shown) / 2
    left = abs(milliseconds - border) > _STAYS * abs(near - shown) / 2
    return near if left else shown
