"""The small values that a session is made of and told by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from core.kernel.dealer import Dealer, SeededDealer
from core.kernel.deck import Deck
from netplay.crypto import Crypto

DealerFactory: TypeAlias = Callable[[bytes, Sequence[Deck], int, int], Dealer]
"""(joint seed, decks, own seat, number of seats) -> this seat's dealer."""


def open_dealer(seed: bytes, decks: Sequence[Deck], seat: int, seats: int) -> Dealer:
    """The open deal."""
    return SeededDealer(seed, decks, seat)


class Phase(Enum):
    """How far the table is."""

    SEATING = "seating"  # roster not full or not everyone ready
    STARTING = "starting"  # everyone is ready; signatures of entry 0, then nonces
    PLAYING = "playing"
    OVER = "over"  # the game is over and its end entry is in
    HALTED = "halted"  # stopped with a report
    CLOSED = "closed"  # refused, or dissolved before the start


class Ticket(NamedTuple):
    """What one must know to sit or watch: the table id (16 bytes) and the creator's public key."""

    table: bytes
    creator: bytes


class Me(NamedTuple):
    """Who this peer is. ``bot``: the strength if one plays here; ``device`` tells an owner's apart."""

    crypto: Crypto
    name: str
    bot: str | None = None
    device: int = 1
