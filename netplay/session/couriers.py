"""Carries the dealers' messages: in order for each pair of seats, acknowledged, repeated."""

from __future__ import annotations

from typing import Any, Final

from core.kernel.dealer import Send
from core.kernel.requests import ALL
from netplay.crypto import Crypto, Unsealable
from netplay.wire import (
    MAX_DATA,
    MAX_N,
    MAX_PACKET,
    MAX_SEATS,
    NOBODY,
    Deal,
    Heard,
    array,
    binary,
    whole,
)

_AHEAD: Final = 256
"""Messages of one sender that may wait for an earlier one."""
_AGAIN: Final = 64
"""Messages repeated at once."""


class Couriers:
    """Both directions for one seat. Sent messages are kept, signed, until all have them."""

    def __init__(self, seat: int, keys: tuple[bytes, ...], crypto: Crypto) -> None:
        self._seat = seat
        self._keys = keys
        self._crypto = crypto
        self._sent = [0] * len(keys)
        self._got_by = [0] * len(keys)
        self._waiting: list[tuple[dict[int, int], tuple[Any, ...]]] = []
        self._expected = [0] * len(keys)
        self._early: list[dict[int, bytes]] = [{} for _ in keys]

    def number(self, send: Send) -> Deal | None:
        """A message of our dealer, numbered and, if for one seat, sealed; None if it cannot be sent."""
        if len(send.data) > MAX_DATA:
            return None
        if send.to == ALL:
            numbers = tuple(self._sent)
            for seat in range(len(self._keys)):
                if seat != self._seat:
                    self._sent[seat] += 1
            return Deal(self._seat, NOBODY, numbers, send.data)
        if not 0 <= send.to < len(self._keys) or send.to == self._seat:
            return None
        number = self._sent[send.to]
        sealed = self._crypto.seal(self._keys[send.to], send.data)
        self._sent[send.to] += 1
        return Deal(self._seat, send.to, (number,), sealed)

    def keep(self, deal: Deal, item: tuple[Any, ...]) -> None:
        """Hold a signed message for repeating."""
        if deal.to == NOBODY:
            wants = {s: n for s, n in enumerate(deal.numbers) if s != self._seat}
        else:
            wants = {deal.to: deal.numbers[0]}
        self._waiting.append((wants, item))

    @property
    def unheard(self) -> bool:
        """Whether some message of ours is not acknowledged by everyone it is for."""
        return bool(self._waiting)

    def again(self) -> list[tuple[Any, ...]]:
        """The oldest messages that somebody still lacks."""
        return [item for _, item in self._waiting[:_AGAIN]]

    def heard(self, heard: Heard) -> bool:
        """Take an acknowledgement; whether it brought anything new."""
        if len(heard.counts) != len(self._keys):
            return False
        count = heard.counts[self._seat]
        if not self._got_by[heard.seat] < count <= self._sent[heard.seat]:
            return False
        self._got_by[heard.seat] = count
        got = self._got_by
        self._waiting = [
            (wants, item)
            for wants, item in self._waiting
            if any(got[seat] <= number for seat, number in wants.items())
        ]
        return True

    def export(self) -> tuple[Any, ...]:
        """Everything but what came too early, for the journal."""
        waiting = tuple([(tuple(wants.items()), item) for wants, item in self._waiting])
        return tuple(self._sent), tuple(self._got_by), tuple(self._expected), waiting

    def restore(self, kept: Any) -> None:
        """Take up what ``export`` gave; raises Malformed."""
        sent, got, expected, waiting = array(kept, 4)
        lists = [
            [whole(count, 0, MAX_N) for count in array(part, len(self._keys))]
            for part in (sent, got, expected)
        ]
        self._sent, self._got_by, self._expected = lists
        self._waiting = []
        for wants, item in array(waiting, most=MAX_N):
            tag, body, signature = array(item, 3)
            seats = {whole(s, 0, MAX_SEATS - 1): whole(n, 0, MAX_N) for s, n in array(wants)}
            self._waiting.append((seats, (tag, binary(body, most=MAX_PACKET), binary(signature))))

    def counts(self) -> Heard:
        """Our acknowledgement."""
        return Heard(self._seat, tuple(self._expected))

    def is_new(self, deal: Deal) -> bool:
        """Whether a message, not verified yet, is for us, well formed and within the window."""
        if deal.to == NOBODY:
            if len(deal.numbers) != len(self._keys):
                return False
            number = deal.numbers[self._seat]
        elif deal.to == self._seat and len(deal.numbers) == 1:
            number = deal.numbers[0]
        else:
            return False
        expected = self._expected[deal.seat]
        return expected <= number < expected + _AHEAD and number not in self._early[deal.seat]

    def take(self, deal: Deal) -> list[bytes] | None:
        """A verified new message: what can be fed to the dealer now, in order. None: not for us."""
        number = deal.numbers[self._seat] if deal.to == NOBODY else deal.numbers[0]
        data = deal.data
        if deal.to != NOBODY:
            try:
                data = self._crypto.unseal(data)
            except Unsealable:
                return None
        early = self._early[deal.seat]
        early[number] = data
        out = []
        while self._expected[deal.seat] in early:
            out.append(early.pop(self._expected[deal.seat]))
            self._expected[deal.seat] += 1
        return out
