"""Dealers: who answers a state's requests, and the open deal.

A dealer does no I/O: the session carries its bytes. ``SeededDealer`` computes all answers
from the joint seed, which only seats know. A dealer that plays mental poker would exchange
messages first; rules, session and log format cannot tell the two apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.deck import Deck
from core.kernel.generator import Generator
from core.kernel.requests import ALL, Request, Reveal, Shuffle


class Send(NamedTuple):
    """Bytes for the dealer of seat ``to``, or for every other dealer (``to=ALL``)."""

    to: int
    data: bytes


class Answer(NamedTuple):
    """The answer to the ``number``-th request (from 0), as far as this dealer's seat may see it.

    ``public`` are the cards of a reveal to everyone, ``mine`` those of a reveal to this seat;
    both None for a shuffle or another seat's reveal, where the answer says only that it is done.
    """

    number: int
    public: tuple[int, ...] | None = None
    mine: tuple[int, ...] | None = None


class Breach(NamedTuple):
    """A seat that provably broke the deal, and how."""

    seat: int
    says: str


@dataclass(slots=True)
class Polled:
    """What a dealer has to say since it was last asked."""

    sends: list[Send] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    breaches: list[Breach] = field(default_factory=list)


class Dealer(Protocol):
    """Answers requests in the order in which they were asked."""

    def ask(self, request: Request) -> None:
        """The state opened its next request."""

    def confirm(self, seat: int, claims: Sequence[tuple[int, int]]) -> None:
        """``seat`` lays cards open: a reveal to everyone with an expected card (slot, card)."""

    def feed(self, seat: int, data: bytes) -> None:
        """Bytes that ``seat``'s dealer sent. Hostile until checked; never raises."""

    def poll(self) -> Polled:
        """Messages to send, answers that became ready, breaches that came to light."""

    def export(self) -> bytes:
        """Everything needed to go on after a crash. Secret: for the owner's journal only."""

    def restore(self, data: bytes) -> None:
        """Take up what ``export`` gave; raises ValueError for anything else."""


class OpenDeal:
    """All cards of one deal, laid out from a seed (1 to 64 bytes).

    Each deck is shuffled with the label ``deck <name>``; the k-th shuffle request (from 0)
    reorders its slots' cards with the label ``shuffle <k>``.
    """

    __slots__ = ("_seed", "_shuffles", "cards")

    def __init__(self, seed: bytes, decks: Sequence[Deck]) -> None:
        self._seed = seed
        self._shuffles = 0
        self.cards: list[int] = []
        for deck in decks:
            cards = list(deck.cards)
            Generator(seed, "deck " + deck.name).shuffle(cards)
            self.cards += cards

    def answer(self, request: Request) -> tuple[int, ...] | None:
        """The cards of a reveal, to whomever; None for a shuffle, which is carried out."""
        cards = self.cards
        if type(request) is Reveal:
            return tuple(map(cards.__getitem__, request.slots))
        values = [cards[slot] for slot in request.slots]
        Generator(self._seed, f"shuffle {self._shuffles}").shuffle(values)
        self._shuffles += 1
        for slot, card in zip(request.slots, values, strict=True):
            cards[slot] = card
        return None


class SeededDealer:
    """The open deal at one seat: every answer follows from the seed, at once, without messages."""

    def __init__(self, seed: bytes, decks: Sequence[Deck], seat: int) -> None:
        self._decks = tuple(decks)
        self._seed = seed
        self._seat = seat
        self._deal = OpenDeal(seed, self._decks)
        self._asked: list[Request] = []
        self._polled = Polled()

    def ask(self, request: Request) -> None:
        """Compute the answer; ``poll`` gives it."""
        number = len(self._asked)
        self._asked.append(request)
        cards = self._deal.answer(request)
        if isinstance(request, Shuffle):
            answer = Answer(number)
        elif request.to == ALL:
            answer = Answer(number, public=cards)
        else:
            answer = Answer(number, mine=cards if request.to == self._seat else None)
        self._polled.answers.append(answer)

    def confirm(self, seat: int, claims: Sequence[tuple[int, int]]) -> None:
        """Check claims against the deal at once; a false one is that seat's breach."""
        for slot, card in claims:
            if not 0 <= slot < len(self._deal.cards) or self._deal.cards[slot] != card:
                says = f"seat {seat + 1} laid open a card that is not in slot {slot}"
                self._polled.breaches.append(Breach(seat, says))

    def feed(self, seat: int, data: bytes) -> None:
        """The open deal needs no messages."""

    def poll(self) -> Polled:
        """Everything since the last call."""
        polled, self._polled = self._polled, Polled()
        return polled

    def export(self) -> bytes:
        """Seed, the requests so far, how many answers ``poll`` gave, and breaches it did not."""
        asked = [
            (0, r.slots, r.to) if isinstance(r, Reveal) else (1, r.slots, ALL) for r in self._asked
        ]
        given = len(asked) - len(self._polled.answers)
        breaches = [(breach.seat, breach.says) for breach in self._polled.breaches]
        return pack(("open", self._seed, self._seat, asked, given, breaches))

    def restore(self, data: bytes) -> None:
        """Replay the requests; answers that ``poll`` gave before are not given again.

        Raises ValueError for anything ``export`` cannot have given, and then changes nothing.
        """
        try:
            tag, seed, seat, asked, given, breaches = unpack(data, limit=1 << 20)
            if tag != "open" or type(seed) is not bytes or type(seat) is not int:
                raise ValueError("not an open deal")
            fresh = SeededDealer(seed, self._decks, seat)
            places = range(len(fresh._deal.cards))
            for kind, slots, to in asked:
                fresh.ask(_request(kind, slots, to, places))
            if type(given) is not int or not 0 <= given <= len(asked):
                raise ValueError("more answers given than asked for")
            del fresh._polled.answers[:given]
            fresh._polled.breaches += [Breach(int(seat), str(says)) for seat, says in breaches]
            if fresh.export() != data:
                raise ValueError("not what an open deal writes")
        except (Malformed, TypeError, ValueError) as err:
            raise ValueError("not the export of an open deal") from err
        self._seed, self._seat, self._deal = fresh._seed, fresh._seat, fresh._deal
        self._asked, self._polled = fresh._asked, fresh._polled


def _request(kind: object, slots: object, to: object, places: range) -> Request:
    """A request as ``export`` writes it; raises ValueError for anything else."""
    if type(slots) is not tuple or not slots or type(to) is not int:
        raise ValueError("not a request")
    for slot in slots:
        if type(slot) is not int or slot not in places:
            raise ValueError("no such slot")
    return Reveal(slots, to) if kind == 0 else Shuffle(slots)
