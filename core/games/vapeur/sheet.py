"""The cards of À toute vapeur!: 36 of trains in three colours, 16 specials (rulebook, Jeu de cartes).

A train card's number is ``3 * colour + kind``. The rulebook does not say how the colours are spread;
three locomotives, six gondolas and three cabooses of each is the only way to make nine whole trains.
Fruit or vegetables on a gondola are decoration and no part of a card's number.
"""

from __future__ import annotations

from typing import Final

from core.kernel.deck import Deck

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
"""Ruling 1."""
DEALT: Final = 5
"""Cards dealt to each seat (rulebook, Préparation du jeu)."""

COLOURS: Final = ("red", "yellow", "blue")
LOCOMOTIVE, GONDOLA, CABOOSE = 0, 1, 2
KINDS: Final = ("locomotive", "gondola", "caboose")
KIND_COPIES: Final = (3, 6, 3)
"""Copies of each kind in one colour."""
FULL: Final = 2
"""Gondolas in a complete train (rulebook, But du jeu)."""
TRAINS: Final = 9
"""Complete trains that end the game (ruling 21)."""

CERTIFIED: Final = 9
INSPECTION: Final = 10
QUALITY: Final = 11
CARDS: Final = 12
"""Different cards; every card of the main deck is below this."""
FIRST_SEAT: Final = CARDS
"""The card of seat 0 in the deck of seats that chooses the dealer."""

COPIES: Final = (*KIND_COPIES, *KIND_COPIES, *KIND_COPIES, 5, 5, 6)
"""Copies of each card, by card number."""

CODES: Final = ("rL", "rG", "rC", "yL", "yG", "yC", "bL", "bG", "bC", "cert", "insp", "qual")
"""How move texts write a card, by card number: colour and kind, or the special's short name."""
NAMES: Final = (
    *(f"{colour} {kind}" for colour in COLOURS for kind in KINDS),
    "certified train",
    "mechanical inspection",
    "quality control",
)
"""A card in words, by card number."""

DECK: Final = Deck(
    "cards", 0, tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))
)
SLOTS: Final = len(DECK.cards)
"""Slots of the main deck; those of the deck of seats follow."""


def seat_deck(seats: int) -> Deck:
    """A card a seat; the first one turned over deals (ruling 25)."""
    return Deck("seats", SLOTS, tuple(range(FIRST_SEAT, FIRST_SEAT + seats)))


def colour_of(card: int) -> int:
    """The colour of a train card."""
    return card // 3


def kind_of(card: int) -> int | None:
    """LOCOMOTIVE, GONDOLA or CABOOSE; None for a special."""
    return card % 3 if card < CERTIFIED else None


def is_locomotive(card: int) -> bool:
    """Whether the card must be laid in its holder's turn (ruling 4)."""
    return card < CERTIFIED and card % 3 == LOCOMOTIVE
