"""What a viewer knows of the face-down cards of Continental Express."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from core.games.continental.sheet import (
    CONTRACT_DECK,
    DERAILMENT,
    OBJECTIVE_DECK,
    PILE_SIZES,
    SMALL,
    TICKET,
    seat_deck,
)
from core.games.continental.state import State
from core.kernel.deck import Deck
from core.kernel.game import Among, Hidden, Never, Prior
from core.kernel.requests import ALL, Reveal


def prior(state: State, secrets: Mapping[int, int]) -> Prior:
    """Unseen small cards in the piles, objectives in theirs, contracts, and the deck of seats.

    Known besides: an event shuffled back into a pile (ruling 4), the order of objectives that a
    derailment put under the pile (ruling 21), the objectives on display, which it may yet put there, and
    the viewer's own contracts.
    """
    small = Counter(SMALL.cards)
    small.subtract(card for card in state.yard if card is not None)
    small.subtract({card: count for card, count in enumerate(state.box) if card != TICKET})
    for place, count in enumerate(state.wagons):
        small[place % 6] -= count
    small[TICKET] -= _deck_tickets_seen(state)
    slots = [slot for pile in state.piles for slot in pile] + _asked(state, SMALL.slots)
    hidden = [Hidden(tuple(slots), tuple(small.elements()))]

    # Those on display may come to lie face-down again, and whoever plays on has to know them then.
    row = [(s, c) for s, c in zip(state.row_slots, state.row, strict=True) if c is not None]
    down = [*state.objective_pile, *_asked(state, OBJECTIVE_DECK.slots), *[s for s, _ in row]]
    seen = {card for cards in state.claimed for card in cards}
    cards = tuple(card for card in OBJECTIVE_DECK.cards if card not in seen)
    hidden.append(Hidden(tuple(down), cards))

    # Contracts turned up at the end are face-up; before, everyone's may be any but the viewer's own.
    pairs = zip(state.kept, state.contracts, strict=True)
    up = {slot: card for slot, card in pairs if slot is not None and card is not None}
    hidden.append(_unseen(CONTRACT_DECK, up))
    seats = seat_deck(state.seats)
    drawn = state.first is not None and state.options.first_player is None
    hidden.append(
        _unseen(seats, {seats.first_slot: seats.cards[state.first or 0]} if drawn else {})
    )

    constraints: list[Among | Never] = [
        Among(card, (slot,))
        for slot, card in secrets.items()
        if slot in CONTRACT_DECK.slots and slot not in up
    ]
    constraints += [Among(card, (slot,)) for slot, card in [*state.buried, *row]]
    for event, line in enumerate(state.event_pile):
        if line is not None:
            pile = tuple(state.piles[line]) + tuple(
                slot for slot in _asked(state, SMALL.slots) if slot in _pile_range(line)
            )
            constraints.append(Among(DERAILMENT + event, pile))
    return Prior(tuple(hidden), tuple(constraints))


def _unseen(deck: Deck, up: Mapping[int, int]) -> Hidden:
    """What of a deck without copies is not in ``up`` (slot to card)."""
    cards = set(up.values())
    return Hidden(
        tuple(slot for slot in deck.slots if slot not in up),
        tuple(card for card in deck.cards if card not in cards),
    )


def _deck_tickets_seen(state: State) -> int:
    """Tickets of the deck that left the piles: on display, owned or spent, house bonus aside."""
    seen = state.box[TICKET] + sum(state.tickets)
    if state.options.bonus_ticket and state.first is not None:
        seen -= state.seats - 1
    return seen


def _asked(state: State, deck: range) -> list[int]:
    """Slots of a deck that an open request is about to turn over for everyone."""
    return [
        slot
        for request in state.awaiting
        if isinstance(request, Reveal) and request.to == ALL
        for slot in request.slots
        if slot in deck
    ]


def _pile_range(line: int) -> range:
    start = sum(PILE_SIZES[:line])
    return range(start, start + PILE_SIZES[line])
