"""What a viewer knows of the face-down cards of À toute vapeur!."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.games.vapeur.sheet import CARDS, COPIES, SLOTS, is_locomotive
from core.games.vapeur.state import State, played
from core.kernel.game import Among, Hidden, Never, Prior

_LOCOMOTIVES: Final = tuple(card for card in range(CARDS) if is_locomotive(card))


def prior(state: State, secrets: Mapping[int, int]) -> Prior:
    """All cards that are not on the table or spent lie in the pile and in the hands.

    Known besides: what the viewer or everyone was shown, which with the viewer's eliminations (see
    ``core.kernel.deck.Secrets``) may be cards in other hands; and that no locomotive is left in a
    hand after its owner's turn (ruling 4), whatever moved between hands since.
    """
    pile = tuple(range(SLOTS - state.pile, SLOTS))
    held = tuple(slot for hand in state.hands for slot in hand)
    left = [copies - gone for copies, gone in zip(COPIES, played(state), strict=True)]
    cards = tuple(card for card, count in enumerate(left) for _ in range(count))
    known = {slot: card for slot, card in secrets.items() if slot in held} | dict(state.shown)
    constraints: list[Among | Never] = [Among(card, (slot,)) for slot, card in known.items()]
    cleared = _without_locomotive(state)
    if cleared:
        constraints.append(Never(_LOCOMOTIVES, cleared))
    return Prior((Hidden(pile + held, cards),), tuple(constraints))


def _without_locomotive(state: State) -> tuple[int, ...]:
    """Hand slots of seats that have ended a turn, but for a card just drawn from the pile."""
    if state.dealer is None:
        return ()
    ended = state.turns if state.player is None else state.turns - 1
    slots: list[int] = []
    for seat, hand in enumerate(state.hands):
        if ended > (seat - state.dealer - 1) % state.seats:
            # With the pile empty a draw comes from a hand that has had its turn, so from the last
            # turn's cards on there is no locomotive in any.
            fresh = state.drawn if seat == state.player and _from_pile(state) else None
            slots += [slot for slot in hand if slot != fresh]
    return tuple(slots)


def _from_pile(state: State) -> bool:
    """Whether this turn's card came from the pile: it is then the last slot that left it."""
    return state.drawn == SLOTS - state.pile - 1
