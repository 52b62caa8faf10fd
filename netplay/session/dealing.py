"""The dealers' conversation at one seat: messages out and in, signed, acknowledged, repeated."""

from __future__ import annotations

from typing import Any, Final

from core.kernel.dealer import Send
from netplay.session.couriers import Couriers
from netplay.session.desk import Desk, Timer
from netplay.session.hand import Hand
from netplay.wire import NOBODY, Deal, Heard, Statement, Tag

_EARLY: Final = 64
"""Messages kept for a dealer that has not begun."""
_REHEARD: Final = 0.3


class Dealing:
    """Carries what our dealer says, and feeds it what others' dealers say, in order."""

    def __init__(self, desk: Desk, seat: int, keys: tuple[bytes, ...]) -> None:
        self._desk = desk
        self._seat = seat
        self._keys = keys
        self._couriers = Couriers(seat, keys, desk.crypto)
        self._hand: Hand | None = None
        self._early: list[tuple[Deal, Statement]] = []
        self._again = Timer(desk.now, 1.0, 8.0)
        self._heard_due = False
        self._reheard_at = -_REHEARD
        self._dirty = False

    def begin(self, hand: Hand) -> None:
        """Our dealer is there."""
        self._hand = hand
        early, self._early = self._early, []
        for deal, item in early:
            self.on_deal(deal, item)

    def restore(self, kept: Any) -> None:
        """The couriers as they were kept; raises Malformed."""
        self._couriers.restore(kept)
        self._again.at = self._desk.now

    def carry(self, send: Send) -> None:
        """A message of our dealer."""
        deal = self._couriers.number(send)
        if deal is None:
            self._desk.drop("dealer")
            return
        self._dirty = True
        item = self._desk.sign(Tag.DEAL, deal)
        if not self._couriers.unheard:
            self._again.reset(self._desk.now)
        self._couriers.keep(deal, item)
        self._desk.put(item)

    def on_deal(self, deal: Deal, item: Statement) -> None:
        """A message from another dealer, perhaps for ours."""
        desk, couriers = self._desk, self._couriers
        if deal.seat == self._seat or deal.seat >= len(self._keys):
            return
        if self._hand is None:
            # Its sender has all nonces, we do not yet: it will be repeated, a few may wait here.
            if len(self._early) < _EARLY:
                self._early.append((deal, item))
            return
        if not couriers.is_new(deal):
            # Repeated: our acknowledgement was lost (or it is for another seat).
            if deal.to in (NOBODY, self._seat) and desk.now >= self._reheard_at + _REHEARD:
                self._reheard_at = desk.now
                self._heard_due = True
            return
        if not desk.verify(self._keys[deal.seat], Tag.DEAL, item.body, item.signature):
            return
        ready = couriers.take(deal)
        if ready is None:
            desk.drop("sealed")
            return
        self._heard_due = self._dirty = True
        for data in ready:
            self._hand.dealer.feed(deal.seat, data)

    def on_heard(self, heard: Heard, item: Statement) -> None:
        """Another seat's dealer has our messages."""
        if heard.seat >= len(self._keys) or heard.seat == self._seat:
            return
        if not self._couriers.unheard:
            return
        key = self._keys[heard.seat]
        good = self._desk.verify(key, Tag.HEARD, item.body, item.signature)
        if good and self._couriers.heard(heard):
            self._again.reset(self._desk.now)

    def flush(self) -> None:
        """One acknowledgement for all messages that came in; before it, our dealer is kept.

        A dealer without messages (the open deal) is not: it follows from seed and log.
        """
        if self._dirty and self._hand is not None:
            self._dirty = False
            self._desk.save("dealer", self._hand.export(self._couriers.export()), secret=True)
        if self._heard_due:
            self._heard_due = False
            self._desk.put(self._desk.sign(Tag.HEARD, self._couriers.counts()))

    def tick(self) -> None:
        """Repeat what somebody has not acknowledged."""
        if self._couriers.unheard and self._again.rang(self._desk.now):
            for item in self._couriers.again():
                self._desk.put(item)

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        return self._again.at if self._couriers.unheard else None
