"""What a state may ask of its dealer: turn slots over, or give them a new order.

Architecture, section 2: the rules never touch a shuffled deck. They put requests in
``state.awaiting``; a dealer, any dealer, answers them in that order.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

ALL: Final = -1
"""The recipient of a reveal that everybody sees. Seats are numbered from 0."""


class Reveal(NamedTuple):
    """Turn over ``slots`` for everyone (``to=ALL``) or show them to one seat only."""

    slots: tuple[int, ...]
    to: int = ALL


class Shuffle(NamedTuple):
    """Give the cards in ``slots`` a new unknown order among these slots.

    Whatever anyone knew of these slots is void afterwards.
    """

    slots: tuple[int, ...]


Request: TypeAlias = Reveal | Shuffle
