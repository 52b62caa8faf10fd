"""Who is away, by our own clock: whoever left, lost its link, or owes an entry for too long."""

from __future__ import annotations

from typing import Final

from netplay.session.desk import Desk
from netplay.session.replica import Replica

RETURN_WITHIN: Final = 30.0
"""Seconds in which a deputy logs the return that an owner asked for."""


class Absence:
    """The clocks of one peer. Nothing here is in the log: agreements are."""

    def __init__(self, desk: Desk, replica: Replica) -> None:
        self.resigned: dict[int, float] = {}
        """Seat to when we heard that it left."""
        self.wanted: dict[int, bytes] = {}
        """Stood-in seat to its owner's signature for the return."""
        self._wanted_at: dict[int, float] = {}
        self._desk = desk
        self._replica = replica
        self._lost: dict[int, float] = {}
        self._heard: dict[int, float] = {}
        self._head = b""
        self._due_at = self._began = desk.now
        self._paused = False

    def heard(self, seat: int) -> None:
        """Something fresh and signed has come from this seat."""
        self._heard[seat] = self._desk.now

    def quiet(self, seat: int) -> float:
        """Seconds since something fresh of this seat's came, or since we began."""
        return self._desk.now - self._heard.get(seat, self._began)

    def link(self, seat: int, up: bool) -> None:
        """What presence says of a seat's link."""
        if up:
            self._lost.pop(seat, None)
        else:
            self._lost.setdefault(seat, self._desk.now)

    def want(self, seat: int, signature: bytes) -> None:
        """The owner of a seat that a stand-in plays asks for it."""
        if seat not in self.wanted:
            self._wanted_at[seat] = self._desk.now
        self.wanted[seat] = signature

    def look(self) -> None:
        """An entry has come: the next one falls due now."""
        if self._replica.head != self._head:
            self._head = self._replica.head
            self._due_at = self._desk.now
            if self._paused:  # no time ran: who is away has all of it again from now on
                self._lost = dict.fromkeys(self._lost, self._desk.now)
            self._paused = self._replica.paused is not None
            for seat in [seat for seat in self.wanted if seat not in self._replica.stood]:
                del self.wanted[seat]

    @property
    def due_at(self) -> float:
        """Since when the entry that is due is so, by our clock."""
        self.look()
        return self._due_at

    def gone_at(self, seat: int) -> float:
        """When this seat counts, or counted, as absent if nothing changes."""
        self.look()
        policy, due = self._replica.policy, self._replica.due()
        if self._replica.paused is not None:
            return float("inf")
        if seat in self.resigned:
            return self.resigned[seat]
        if policy is None:
            return float("inf")
        times = [float("inf")]
        if seat in self._lost:
            times.append(self._lost[seat] + policy.seconds)
        if due is not None and due.seat == seat:
            times.append(self._due_at + policy.seconds)
            if due.place != seat and due.place in self.wanted:
                asked = max(self._due_at, self._wanted_at[due.place])
                times.append(asked + RETURN_WITHIN)
        return min(times)

    def gone_since(self, seat: int) -> float | None:
        """Since when it is absent; None if it is not."""
        at = self.gone_at(seat)
        return at if at <= self._desk.now else None

    def away(self, seat: int) -> bool:
        """Whether it cannot be asked now: it left, or its link is lost, for however short a time."""
        return seat in self.resigned or seat in self._lost

    def gone(self, seat: int) -> bool:
        """Whether it is absent now."""
        return self.gone_since(seat) is not None
