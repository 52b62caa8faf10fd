"""Who has acknowledged what: pending, arrived, settled."""

from __future__ import annotations

from typing import Final

from netplay.session.actions import Arrived, Settled
from netplay.session.desk import Desk, Timer
from netplay.session.replica import Replica
from netplay.wire import Ack, Tag

_REPEAT: Final = 0.3
"""Seconds between two acknowledgements that bring nothing new."""


class Acks:
    """The newest entry each seat is known to have, and our own acknowledgement."""

    def __init__(self, desk: Desk, replica: Replica, seat: int | None) -> None:
        self.seen = [-1] * replica.seats
        self.settled = -1
        self.again = Timer(desk.now, 1.0, 8.0)
        """When to repeat what somebody has not acknowledged; begins anew with any progress."""
        self.due = seat is not None
        self._desk = desk
        self._replica = replica
        self._seat = seat
        self._repeated_at = -_REPEAT
        if seat is not None:
            self.seen[seat] = 0

    def arrive(self, seat: int, n: int) -> None:
        """``seat`` has everything up to ``n``."""
        if n > self.seen[seat]:
            self.seen[seat] = n
            if seat != self._seat:
                self._desk.tell(Arrived(seat, n))
                self.again.reset(self._desk.now)
        self.look()

    def look(self) -> None:
        """See what has settled: what all have whom nobody stands in for."""
        if self._replica.alone:
            return  # one of two machines went on without the other
        settled = min(*self._needed(), self._replica.n)
        if settled > self.settled:
            self.settled = settled
            self._desk.tell(Settled(settled))

    def _needed(self) -> list[int]:
        stood = self._replica.stood
        return [at for seat, at in enumerate(self.seen) if seat not in stood] or [-1]

    def rewound(self) -> None:
        """Entries were overturned: nobody has what does not hold."""
        self.seen = [min(at, self._replica.n) for at in self.seen]
        self.again.reset(self._desk.now)

    def accepted(self, author: int) -> None:
        """We have accepted the newest entry; its author has it, too (an agreement has none)."""
        n = self._replica.n
        if author < 0:
            if self._seat is not None:
                self.seen[self._seat] = n
                self.due = True
            self.again.reset(self._desk.now)
            self.look()
            return
        if self._seat is not None:
            self.seen[self._seat] = n
            self.due = author != self._seat  # writing an entry acknowledges all before it
        self.arrive(author, n)

    def repeat(self) -> bool:
        """Acknowledge once more, unless we just did; whether we shall."""
        if self._seat is None or self._desk.now < self._repeated_at + _REPEAT:
            return False
        self._repeated_at = self._desk.now
        self.due = True
        return True

    @property
    def may_repeat(self) -> bool:
        """Whether ``repeat`` would."""
        return self._seat is not None and self._desk.now >= self._repeated_at + _REPEAT

    @property
    def owed(self) -> bool:
        """Whether some seat is not known to have everything."""
        return min(self._needed()) < self._replica.n

    @property
    def lowest(self) -> int:
        """The newest entry that every seat has whom nobody stands in for."""
        return min(self._needed())

    def standing(self, n: int) -> str:
        """``settled``, ``arrived`` (at some other seat) or ``pending``."""
        if n <= self.settled:
            return "settled"
        others = [at for seat, at in enumerate(self.seen) if seat != self._seat]
        return "arrived" if any(at >= n for at in others) else "pending"

    def flush(self) -> None:
        """One acknowledgement for all that came in."""
        if self.due and self._seat is not None:
            self.due = False
            replica = self._replica
            ack = Ack(self._seat, 0, replica.n, replica.head, replica.state_hash)
            self._desk.put(self._desk.sign(Tag.ACK, ack))
