"""What a seat owes the log unasked, and when: an answer, the end, or what a stand-in would move."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from netplay.session.absence import Absence
from netplay.session.agreeing import Act, Agreed
from netplay.session.desk import Desk
from netplay.session.hand import Hand
from netplay.session.outcome import Due, Wrong
from netplay.session.replica import Replica
from netplay.wire import Kind

END_AFTER: Final = 10.0
"""Seconds after which any seat writes the end entry that the last mover owes."""
STAND_IN_PACE: Final = 0.6
"""Seconds a stand-in's deputy takes for a move, so that people can follow it."""


class Owed(NamedTuple):
    """The next entry, for us to write now."""

    kind: Kind
    body: tuple[Any, ...]


class Owing:
    """At one seat. ``nonces``: everybody's, which the end lays open."""

    def __init__(self, desk: Desk, replica: Replica, seat: int, absence: Absence) -> None:
        self.nonces: tuple[bytes, ...] = ()
        self.repeats: list[tuple[int, tuple[Any, ...]]] = []
        """Moves of ours that turned cards, taken back after a stop: they are made again as they were."""
        self.end_at: float | None = None
        """When we write the end that somebody else owes."""
        self.stand_in_at: tuple[bytes, float] | None = None
        """The entry after which a stand-in that is ours to care for moves, and when."""
        self._desk = desk
        self._replica = replica
        self._seat = seat
        self._absence = absence

    def next(self, hand: Hand, resigned: bool) -> Owed | None:
        """What is to be written now; None where nothing is ours to write, or it is too early."""
        due = self._replica.due()
        if due is None:
            return None
        if due.kind is Kind.END:
            return self._end(due)
        if resigned or due.seat != self._seat:
            return None
        if due.kind is Kind.ANSWER:
            number = len(self._replica.answers)
            ready, cards = hand.answer(number, self._replica.state.awaiting[0])
            return Owed(Kind.ANSWER, (number, cards)) if ready else None
        if due.kind is not Kind.MOVE or self._replica.paused is not None:
            return None
        return self._for(due.place) if due.place != self._seat else self._again()

    def rewound(self) -> None:
        """Entries were overturned, the end perhaps among them."""
        self.end_at = None

    def _end(self, due: Due) -> Owed | None:
        if due.seat != self._seat:
            if self.end_at is None:
                rank = (self._seat - due.seat) % self._replica.seats - 1
                self.end_at = self._desk.now + END_AFTER + rank
            if self._desk.now < self.end_at:
                return None
        return Owed(Kind.END, self.nonces)

    def _for(self, place: int) -> Owed | None:
        """As a stand-in's deputy: its move, after a moment, or its owner's return."""
        replica, wanted = self._replica, self._absence.wanted
        if self.stand_in_at is None or self.stand_in_at[0] != replica.head:
            self.stand_in_at = (replica.head, self._desk.now + STAND_IN_PACE)
        if place in wanted:
            agreed = Agreed(0, Act.RETURN, (place,), replica.stood[place].n, wanted[place])
            return Owed(Kind.AGREED, agreed.wire())
        if self._desk.now < self.stand_in_at[1]:
            return None
        return Owed(Kind.MOVE, replica.stand_in_move())

    def _again(self) -> Owed | None:
        """A move of ours that was taken back, at the number that it had."""
        if not self.repeats or self._replica.n + 1 < self.repeats[0][0]:
            return None
        _n, body = self.repeats.pop(0)
        try:
            self._replica.advance(Kind.MOVE, self._seat, body)
        except Wrong:
            self.repeats.clear()  # others went on in another way
            return None
        return Owed(Kind.MOVE, body)
