"""A deck: a public list of cards whose order, once shuffled, is nobody's.

A *card* is a small integer that names a face; copies of the same card share it, so nothing in
the rules, and so nothing in the log, can tell copies apart. A *slot* is a small integer that
names a place in the shuffled deck. All decks of a game share one numbering of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.kernel.errors import BadAnswer
from core.kernel.requests import ALL, Request, Reveal, Shuffle


class Deck(NamedTuple):
    """``cards`` in their public order and the first of as many consecutive slots.

    Every deck starts shuffled: which of its slots holds which of its cards is the dealer's.
    """

    name: str
    first_slot: int
    cards: tuple[int, ...]

    @property
    def slots(self) -> range:
        """The slots of this deck, one a card."""
        return range(self.first_slot, self.first_slot + len(self.cards))


class Ledger:
    """What everybody knows of the slots: checks a stranger's answers against the public decks.

    A watcher has no dealer and takes answers from the log; this says whether an answer is
    possible at all: right number, right deck, no more copies than exist, and the same card as
    before in a slot whose card was already public.
    """

    __slots__ = ("_deck_of", "_left", "_open")

    def __init__(self, decks: Sequence[Deck]) -> None:
        self._deck_of = {slot: i for i, deck in enumerate(decks) for slot in deck.slots}
        self._left = [Counter(deck.cards) for deck in decks]
        self._open: dict[int, int] = {}

    @property
    def known(self) -> Mapping[int, int]:
        """Slot to card, for every slot whose card is public."""
        return self._open

    def check(self, request: Request, cards: Iterable[Any] | None) -> None:
        """Raise BadAnswer unless ``cards`` can be the public answer to ``request``."""
        if isinstance(request, Shuffle) or request.to != ALL:
            if cards is not None:
                raise BadAnswer("a private reveal or a shuffle has no public answer")
            return
        if cards is None:
            raise BadAnswer("a public reveal needs its cards")
        cards = tuple(cards)
        if any(type(card) is not int for card in cards):
            raise BadAnswer("a card is a whole number")
        if len(cards) != len(request.slots):
            raise BadAnswer(f"{len(cards)} cards for {len(request.slots)} slots")
        used: Counter[tuple[int, int]] = Counter()
        for slot, card in zip(request.slots, cards, strict=True):
            seen = self._open.get(slot)
            if seen is not None:
                if seen != card:
                    raise BadAnswer(f"slot {slot} is known to hold card {seen}, not {card}")
                continue
            deck = self._deck_of.get(slot)
            if deck is None:
                raise BadAnswer(f"slot {slot} does not exist")
            used[deck, card] += 1
            if used[deck, card] > self._left[deck][card]:
                raise BadAnswer(f"card {card} cannot be in slot {slot}: no copy is left")

    def record(self, request: Request, cards: Sequence[int] | None) -> None:
        """Take note of an answer that was checked."""
        if isinstance(request, Shuffle):
            for slot in request.slots:
                card = self._open.pop(slot, None)
                if card is not None:
                    self._left[self._deck_of[slot]][card] += 1
        elif cards is not None:
            for slot, card in zip(request.slots, cards, strict=True):
                if slot not in self._open:
                    self._open[slot] = card
                    self._left[self._deck_of[slot]][card] -= 1


class Secrets(dict[int, int]):
    """What one seat knows and not everyone does: slot to card.

    Beside what it was shown this holds what it can work out. When cards that it knows are shuffled
    among themselves it still knows which they are; once all but equal ones of them were seen again,
    it knows where those are, too. So the owner of a hand from which another drew blindly knows the
    card that is gone.
    """

    __slots__ = ("pools",)

    pools: list[tuple[set[int], list[int]]]
    """Slots and, in no order, the cards that lie in them."""

    def __init__(self, known: Mapping[int, int] | None = None) -> None:
        super().__init__(known or {})
        self.pools = []

    def shuffled(self, slots: Sequence[int]) -> None:
        """Forget where the cards of these slots lie, but not which they are."""
        cards = [self.pop(slot, None) for slot in slots]
        self.pools = [pool for pool in self.pools if pool[0].isdisjoint(slots)]
        known = [card for card in cards if card is not None]
        if len(known) == len(slots):
            self.pools.append((set(slots), known))
            self._work_out()

    def seen(self, slots: Sequence[int], cards: Sequence[int]) -> None:
        """These cards were shown to this seat or to everyone."""
        for slot, card in zip(slots, cards, strict=True):
            for among, left in self.pools:
                if slot in among:
                    among.remove(slot)
                    if card in left:
                        left.remove(card)
        self._work_out()

    def _work_out(self) -> None:
        for among, left in self.pools:
            if len(set(left)) == 1:
                self.update(dict.fromkeys(sorted(among), left[0]))
        self.pools = [pool for pool in self.pools if len(set(pool[1])) > 1]


def learn(
    secrets: dict[int, int], seat: int, request: Request, cards: Sequence[int] | None
) -> None:
    """Keep one seat's secrets (slot to card) true after ``request`` was answered.

    ``cards`` are what this seat was shown of it, None if nothing. A shuffle erases what the seat
    knew; a slot that everyone has seen is no secret any more. A claim is learned as the reveal to
    everyone that it is. Only a ``Secrets`` also works out what the seat can tell from the rest.
    """
    if type(request) is Reveal:
        if request.to == ALL:
            for slot in request.slots:
                secrets.pop(slot, None)
        elif request.to == seat and cards is not None:
            secrets.update(zip(request.slots, cards, strict=True))
        else:
            return
        if type(secrets) is Secrets and secrets.pools and cards is not None:
            secrets.seen(request.slots, cards)
    elif type(secrets) is Secrets:
        secrets.shuffled(request.slots)
    else:
        for slot in request.slots:
            secrets.pop(slot, None)


def all_see(everyone: Iterable[Secrets], slots: Sequence[int], cards: Sequence[int]) -> None:
    """``learn`` for a whole table whom these cards are shown: in these slots nothing is secret."""
    for secrets in everyone:
        for slot in slots:
            if slot in secrets:
                del secrets[slot]
        if secrets.pools:
            secrets.seen(slots, cards)


__all__ = ["Deck", "Ledger", "Secrets", "all_see", "learn"]
