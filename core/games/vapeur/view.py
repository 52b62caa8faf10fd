"""What a board shows of a position beside the state itself: the hand in groups, thefts, the next draw.

All of it follows from the rules, so a screen need not know them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from core.games.vapeur.legal import hand
from core.games.vapeur.sheet import INSPECTION, QUALITY
from core.games.vapeur.state import State, draws_from, missing


class Theft(NamedTuple):
    """Another player's uncertified train and how it could be had.

    ``lacking``: the cards that would complete it, () if it is complete and takes a special;
    ``in_hand``: how many of these the hand has; ``specials``: inspections and controls in the hand.
    """

    train: int
    owner: int
    lacking: tuple[int, ...]
    in_hand: int
    specials: int

    @property
    def by_completing(self) -> bool:
        """Whether the hand holds all that is lacking (ruling 8)."""
        return bool(self.lacking) and self.in_hand == len(self.lacking)


def grouped(
    state: State, seat: int, secrets: Mapping[int, int]
) -> list[tuple[int, tuple[int, ...]]]:
    """The known cards of a hand as (card, its slots), by card number: colour, kind, then specials."""
    slots: dict[int, tuple[int, ...]] = {}
    for slot, card in hand(state, seat, secrets).items():
        slots[card] = (*slots.get(card, ()), slot)
    return sorted(slots.items())


def thefts(state: State, seat: int, secrets: Mapping[int, int]) -> list[Theft]:
    """Every train of another player that is not certified, whether ``seat`` can take it now or not."""
    counts = Counter(hand(state, seat, secrets).values())
    specials = counts[INSPECTION] + counts[QUALITY]
    found = []
    for train, owner in enumerate(state.owners):
        if owner != seat and not state.certified[train]:
            lacking = missing(state, train)
            wanted = Counter(lacking)
            in_hand = sum((wanted & counts).values())
            found.append(Theft(train, owner, lacking, in_hand, specials))
    return found


def next_draw(state: State) -> tuple[int, int | None] | None:
    """Who draws next, and from whose hand, None for the pile or for no draw at all.

    None before the first turn and after the end. Whose hand it is the present turn may still change.
    """
    if state.player is None:
        return None
    following = (state.player + 1) % state.seats
    return following, None if state.pile else draws_from(state, following)
