"""How often what was said before is said again while nothing changes: ever more seldom."""

from __future__ import annotations

from typing import Final

from netplay.session.desk import Desk

_FIRST: Final = 1.0
_MOST: Final = 30.0
"""Seconds between two times that one thing is said, at first and in the long run."""
_KEPT: Final = 256


class Sparing:
    """Two peers that cannot come to one log answer each other; this keeps it from filling the wire."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._said: dict[bytes, tuple[float, float]] = {}

    def may(self, what: bytes, free: int = 0) -> bool:
        """Whether to say this now (then it counts as said). ``free``: so many times more at the
        first rate. What was not asked for in a long while begins anew.
        """
        now = self._desk.now
        at, wait = self._said.pop(what, (now, 0.0))
        if at <= now - _MOST:
            wait = 0.0
        if now >= at:
            wait = min(wait * 2 or _FIRST / (1 << free), _MOST)
            self._said[what] = (now + max(wait, 0.8 * _FIRST), wait)
            return True
        while len(self._said) >= _KEPT:
            self._said.pop(next(iter(self._said)))
        self._said[what] = (at, wait)
        return False

    def clear(self) -> None:
        """Something has changed: everything may be said at once."""
        self._said.clear()
