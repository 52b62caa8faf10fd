"""A dealer that stands for a sealed deal: it needs every seat for every request, and answers late.

An oracle holds the truth. It gives a card only to a dealer that shows the shares of all seats for
that request; shares of a private reveal are sent to its recipient alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.dealer import Answer, Breach, OpenDeal, Polled, Send
from core.kernel.deck import Deck
from core.kernel.requests import ALL, Request, Reveal, Shuffle

SHARE, DONE = 0, 1


class Oracle:
    """The cards of one deal, and a record of who was told which request's cards."""

    def __init__(self, seed: bytes, seats: int) -> None:
        self.seed = seed
        self.seats = seats
        self.told: list[tuple[int, int]] = []
        self._deal: OpenDeal | None = None
        self._requests: list[Request] = []
        self._answers: list[tuple[int, ...] | None] = []

    def dealer(self, seed: bytes, decks: Sequence[Deck], seat: int, seats: int) -> OracleDealer:
        """A ``DealerFactory``; the seats' joint seed plays no part."""
        if self._deal is None:
            self._deal = OpenDeal(self.seed, decks)
        return OracleDealer(self, seat)

    def share(self, number: int, seat: int) -> bytes:
        return blake2b(b"share %d %d" % (number, seat), key=self.seed, digest_size=16).digest()

    def asked(self, number: int, request: Request) -> None:
        if number == len(self._requests):
            self._requests.append(request)
        assert self._requests[number] == request, "two dealers were asked different things"

    def open(self, seat: int, number: int, shares: dict[int, bytes]) -> tuple[int, ...] | None:
        assert shares == {s: self.share(number, s) for s in range(self.seats)}
        assert self._deal is not None
        while len(self._answers) <= number:
            self._answers.append(self._deal.answer(self._requests[len(self._answers)]))
        self.told.append((seat, number))
        return self._answers[number]

    def holds(self, slot: int, card: int) -> bool:
        assert self._deal is not None
        return self._deal.cards[slot] == card


class OracleDealer:
    """One seat's dealer. It says nothing new before it was polled twice more."""

    def __init__(self, oracle: Oracle, seat: int) -> None:
        self._oracle = oracle
        self._seat = seat
        self._asked: list[Request] = []
        self._shares: dict[int, dict[int, bytes]] = {}
        self._done: set[int] = set()
        self._answered = 0
        self._out = Polled()
        self._late: list[list[Any]] = []

    def ask(self, request: Request) -> None:
        number = len(self._asked)
        self._asked.append(request)
        self._oracle.asked(number, request)
        to = request.to if isinstance(request, Reveal) else ALL
        share = self._oracle.share(number, self._seat)
        self._shares.setdefault(number, {})[self._seat] = share
        if to != self._seat:
            self._out.sends.append(Send(to, pack((SHARE, number, share))))

    def confirm(self, seat: int, claims: Sequence[tuple[int, int]]) -> None:
        for slot, card in claims:
            if not self._oracle.holds(slot, card):
                self._out.breaches.append(Breach(seat, f"slot {slot} does not hold that card"))

    def feed(self, seat: int, data: bytes) -> None:
        try:
            kind, number, share = unpack(data)
        except (Malformed, ValueError):
            return
        if kind == SHARE:
            self._shares.setdefault(number, {})[seat] = share
        else:
            self._done.add(number)

    def poll(self) -> Polled:
        self._work()
        out, self._out = self._out, Polled()
        for late in self._late:
            late[0] -= 1
        while self._late and self._late[0][0] < 0:
            out.answers.append(self._late.pop(0)[1])
        return out

    def _work(self) -> None:
        while self._answered < len(self._asked):
            number = self._answered
            request = self._asked[number]
            to = request.to if isinstance(request, Reveal) else ALL
            if to in (ALL, self._seat):
                shares = self._shares.get(number, {})
                if len(shares) < self._oracle.seats:
                    return
                cards = self._oracle.open(self._seat, number, shares)
                if not isinstance(request, Reveal):
                    answer = Answer(number)
                elif to == ALL:
                    answer = Answer(number, public=cards)
                else:
                    answer = Answer(number, mine=cards)
                    self._out.sends.append(Send(ALL, pack((DONE, number, b""))))
            else:
                if number not in self._done:
                    return
                answer = Answer(number)
            self._late.append([2, answer])
            self._answered += 1

    def export(self) -> bytes:
        shares = [(n, list(by.items())) for n, by in self._shares.items()]
        late = [(wait, *answer) for wait, answer in self._late]
        asked = [
            (0, r.slots, r.to) if isinstance(r, Reveal) else (1, r.slots, ALL) for r in self._asked
        ]
        sends = [tuple(send) for send in self._out.sends]
        return pack((asked, shares, sorted(self._done), self._answered, late, sends))

    def restore(self, data: bytes) -> None:
        asked, shares, done, self._answered, late, sends = unpack(data, limit=1 << 20)
        self._asked = [
            Reveal(slots, to) if kind == 0 else Shuffle(slots) for kind, slots, to in asked
        ]
        self._shares = {n: dict(by) for n, by in shares}
        self._done = set(done)
        self._late = [[wait, Answer(*answer)] for wait, *answer in late]
        self._out = Polled(sends=[Send(*send) for send in sends])
