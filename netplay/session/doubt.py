"""Whether the branch that a spectator follows is still that of the seats: their answers tell.

Which of two branches holds is for the seats to find out, by rank (docs/protocol.md, 10). One that
went on alone and never comes back, or that lost its disk, tells nobody that its branch is dead, and
a spectator that has seen it would wait there for ever. An answer to a request of the spectator's
own cannot be an old one said again: it is what a seat that is there has now.
"""

from __future__ import annotations

from typing import Final

from netplay.session.desk import Desk, Once
from netplay.wire import Entry

_EVERY: Final = 5.0
_MOST: Final = 60.0
"""Seconds between two requests in doubt: the longer the less anybody answers."""
_ANSWERS: Final = 6
"""So many answers in a row that all have another entry than ours are enough: a seat that has ours
would have been the first to answer about every second or third of them.
"""
_LONG: Final = 30.0
"""And so many seconds."""


class Doubt:
    """One place at which another entry than ours was heard, of the same entry before it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._ours = b""
        self._other: Entry | None = None
        self._said_other: bool | None = None
        self._since = 0.0
        self._wait = _EVERY
        self._counted: set[bytes] = set()
        self._left = Once(64)
        self.wake_at: float | None = None
        """When to ask."""

    @property
    def n(self) -> int | None:
        """The entry that is in doubt."""
        return self._other.n if self._other is not None else None

    def was_left(self, entry: Entry) -> bool:
        """Whether we gave this entry up: its rank does not bring it back, only answers do."""
        return entry.hash in self._left

    def saw(self, held: Entry, other: Entry) -> None:
        """An entry of good signature in the place of ours."""
        if self._other is None or (held.hash, other.hash) != (self._ours, self._other.hash):
            self._counted.clear()
            self._since = self._desk.now
            self._ours, self._other = held.hash, other
            self.wake_at = self._desk.now
        self._said_other = True

    def same(self, entry: Entry) -> None:
        """An entry that we have was said again."""
        if entry.hash == self._ours:
            self._said_other = False

    def answered(self, request: bytes, first: int) -> Entry | None:
        """A seat has answered this request of ours; the entry to follow, where that is clear now."""
        other, said = self._other, self._said_other
        self._said_other = None
        self._wait = _EVERY
        if other is None or said is None or first > other.n:
            return None
        if not said:
            self.end()
            return None
        self._counted.add(request)
        if len(self._counted) < _ANSWERS or self._desk.now < self._since + _LONG:
            return None
        self._left.add(self._ours)
        self.end()
        return other

    def end(self) -> None:
        """Nothing is in doubt, until another entry is heard again."""
        self._other, self.wake_at, self._ours = None, None, b""

    def tick(self) -> int | None:
        """The entry from which on to ask now, if it is time."""
        if self.wake_at is None or self._desk.now < self.wake_at:
            return None
        self.wake_at = self._desk.now + self._wait
        self._wait = min(self._wait * 2, _MOST)
        return self.n
