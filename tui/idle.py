"""Whether the person is at the keys: nothing else tells "thinks" apart from "went for a coffee"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

AFTER: Final = 300.0
"""Seconds without a key after which somebody counts as away."""


class Idle:
    """``clock``: seconds, monotonic."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()

    def pressed(self) -> bool:
        """A key or a click came; whether the person was away until then."""
        was, self._last = self.away, self._clock()
        return was

    @property
    def away(self) -> bool:
        """Whether nothing was pressed for a while."""
        return self._clock() - self._last >= AFTER
