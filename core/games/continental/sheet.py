"""The card sheet of Continental Express: data, and the numbers of cards and slots.

Totals, company colours and contract texts are the published game's; copies a wagon type, wagon
names, the split of the characters and all objectives are Caboose's own, tuned by simulation.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from core.kernel.deck import Deck

WAGONS: Final = (
    # letter, name, copies
    ("A", "Boxcar", 14),
    ("B", "Flatcar", 12),
    ("C", "Tank car", 10),
    ("D", "Stock car", 8),
    ("E", "Mail car", 6),
    ("L", "Locomotive", 8),
)
TICKET_COPIES: Final = 12
CHARACTERS: Final = (("Director", 5), ("Investor", 2), ("Pickpocket", 1), ("Switchman", 2))
EVENTS: Final = (("Train Derailment", 1), ("Station Fire", 1))

COMPANIES: Final = ("blue", "yellow", "black", "red", "green")
TOKENS_EACH: Final = 4


class ContractKind(StrEnum):
    """What a contract counts (rulebook, Contracts)."""

    EACH_ICON = "each icon of one colour"
    EACH_PAIR = "each pair of one colour"
    EACH_TRIO = "each trio of one colour"
    EACH_MIXED_TRIO = "each trio of three colours"
    FOUR_COLOURS = "four different colours, once"
    TWO_PAIRS = "two pairs of different colours, once"


class Contract(NamedTuple):
    """One of the ten contracts; ``company`` only for EACH_ICON."""

    kind: ContractKind
    points: int
    company: int | None = None


class Objective(NamedTuple):
    """One of the twenty objectives: wagons asked for (letters), points, the company of its icon."""

    wagons: str
    points: int
    company: int

    @property
    def needs(self) -> tuple[int, ...]:
        """How many of each of A-E it asks for."""
        return tuple(self.wagons.count(letter) for letter in "ABCDE")


CONTRACTS: Final = (
    *(Contract(ContractKind.EACH_ICON, 2, company) for company in range(5)),
    Contract(ContractKind.EACH_PAIR, 3),
    Contract(ContractKind.EACH_TRIO, 7),
    Contract(ContractKind.EACH_MIXED_TRIO, 5),
    Contract(ContractKind.FOUR_COLOURS, 6),
    Contract(ContractKind.TWO_PAIRS, 7),
)

_BLUE, _YELLOW, _BLACK, _RED, _GREEN = range(5)
OBJECTIVES: Final = tuple(
    Objective(wagons, points, company)
    for company, row in (
        (_BLUE, (("AA", 2), ("BBB", 4), ("ADD", 4), ("ACCE", 6))),
        (_YELLOW, (("BB", 2), ("ADE", 5), ("ABC", 3), ("AACE", 6))),
        (_BLACK, (("AC", 2), ("AAB", 3), ("BCE", 4), ("ADDD", 7))),
        (_RED, (("CE", 3), ("BBE", 4), ("ACD", 4), ("ABCD", 5))),
        (_GREEN, (("AB", 2), ("CCC", 4), ("AAE", 4), ("BBDD", 6))),
    )
    for wagons, points in row
)

PILE_SIZES: Final = (28, 27, 27)
"""Ruling 3."""
OBJECTIVES_TO_END: Final = 4
MIN_SEATS: Final = 2
MAX_SEATS: Final = 4

# Cards: one numbering for all decks. Wagons are their own card numbers, A = 0 to L = 5.
LOCOMOTIVE: Final = 5
TICKET: Final = 6
DIRECTOR, INVESTOR, PICKPOCKET, SWITCHMAN = range(7, 11)
DERAILMENT, FIRE = 11, 12
SMALL_CARDS: Final = 13
"""Different small cards; every one is below this."""
FIRST_OBJECTIVE: Final = SMALL_CARDS
FIRST_CONTRACT: Final = FIRST_OBJECTIVE + len(OBJECTIVES)
FIRST_SEAT: Final = FIRST_CONTRACT + len(CONTRACTS)

SMALL_COPIES: Final = (
    *(copies for _, _, copies in WAGONS),
    TICKET_COPIES,
    *(copies for _, copies in CHARACTERS),
    *(copies for _, copies in EVENTS),
)
"""Copies of each small card, by card number."""

SMALL: Final = Deck(
    "small",
    0,
    tuple(card for card, copies in enumerate(SMALL_COPIES) for _ in range(copies)),
)
OBJECTIVE_DECK: Final = Deck(
    "objectives",
    len(SMALL.cards),
    tuple(range(FIRST_OBJECTIVE, FIRST_CONTRACT)),
)
CONTRACT_DECK: Final = Deck(
    "contracts",
    OBJECTIVE_DECK.slots.stop,
    tuple(range(FIRST_CONTRACT, FIRST_SEAT)),
)


def seat_deck(seats: int) -> Deck:
    """A card a seat; the first one turned over begins (ruling 33)."""
    return Deck("seats", CONTRACT_DECK.slots.stop, tuple(range(FIRST_SEAT, FIRST_SEAT + seats)))


NAMES: Final = (
    *(name for _, name, _ in WAGONS),
    "Ticket",
    *(name for name, _ in CHARACTERS),
    *(name for name, _ in EVENTS),
)
"""Names of the small cards, by card number."""

LETTERS: Final = "ABCDEL"
"""Letters of the wagons, by card number."""


def objective(card: int) -> Objective:
    """The objective of a card number."""
    return OBJECTIVES[card - FIRST_OBJECTIVE]


def contract(card: int) -> Contract:
    """The contract of a card number."""
    return CONTRACTS[card - FIRST_CONTRACT]


def contract_slots(seat: int) -> tuple[int, int]:
    """The two slots dealt to a seat."""
    first = CONTRACT_DECK.first_slot + 2 * seat
    return first, first + 1
