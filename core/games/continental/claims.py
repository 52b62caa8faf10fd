"""Which wagons can pay for an objective (ruling 23: locomotives in any number, the player chooses)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.continental.moves import CLAIM, MOVES
from core.games.continental.sheet import FIRST_CONTRACT, FIRST_OBJECTIVE, LOCOMOTIVE, OBJECTIVES
from core.kernel.move import Move

NEEDS: Final = tuple(objective.needs for objective in OBJECTIVES)
SIZES: Final = tuple(len(objective.wagons) for objective in OBJECTIVES)

_ASKED: Final = tuple(
    tuple([(wagon, need) for wagon, need in enumerate(needs) if need]) for needs in NEEDS
)
"""The wagons that an objective asks for, and how many of each."""

_LIMIT: Final = 50_000
"""Trains after which their cache starts again from nothing."""

_payable: dict[tuple[int, ...], frozenset[int]] = {}
_equal_sets: dict[frozenset[int], frozenset[int]] = {}
"""One object for all trains that can pay for the same objectives: there are few such sets."""
_moves: dict[tuple[int, ...], tuple[Move, ...]] = {}
"""Claims by row, objective and the wagons that matter: the same few come again and again."""


def lacking(card: int, wagons: Sequence[int]) -> tuple[int, ...]:
    """How many of each of A-E the train lacks for an objective, before locomotives help."""
    needs = NEEDS[card - FIRST_OBJECTIVE]
    return tuple([max(0, need - own) for need, own in zip(needs, wagons, strict=False)])


def payable(wagons: tuple[int, ...]) -> frozenset[int]:
    """The cards of all objectives that a train (six counts, A-E and L) can pay for."""
    found = _payable.get(wagons)
    if found is None:
        if len(_payable) >= _LIMIT:
            _payable.clear()
        cards = frozenset(
            [
                card
                for card in range(FIRST_OBJECTIVE, FIRST_CONTRACT)
                if sum(lacking(card, wagons)) <= wagons[LOCOMOTIVE]
            ]
        )
        found = _payable[wagons] = _equal_sets.setdefault(cards, cards)
    return found


def claimable(card: int, wagons: Sequence[int]) -> bool:
    """Whether the train can pay for the objective."""
    return card in payable(tuple(wagons))


def claim_moves(row: int, card: int, wagons: Sequence[int]) -> tuple[Move, ...]:
    """All claims of the objective at ``row``, real wagons first, () if the train cannot pay."""
    number = card - FIRST_OBJECTIVE
    size = SIZES[number]
    locomotives = wagons[LOCOMOTIVE]
    key = (
        row,
        number,
        locomotives if locomotives < size else size,
        *[wagons[wagon] if wagons[wagon] < need else need for wagon, need in _ASKED[number]],
    )
    found = _moves.get(key)
    if found is None:
        found = _moves[key] = tuple(
            [MOVES.of(CLAIM, row, *payment) for payment in _payments(NEEDS[number], wagons)]
        )
    return found


def _payments(needs: Sequence[int], own: Sequence[int]) -> list[tuple[int, ...]]:
    """Sorted tuples of wagons, fewest locomotives first."""
    partial: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for wagon, need in enumerate(needs):
        partial = [
            (paid + (wagon,) * real, locomotives + need - real)
            for paid, locomotives in partial
            for real in range(min(need, own[wagon]), -1, -1)
        ]
    possible = [
        (locomotives, paid + (LOCOMOTIVE,) * locomotives)
        for paid, locomotives in partial
        if locomotives <= own[LOCOMOTIVE]
    ]
    possible.sort(key=lambda pair: pair[0])
    return [paid for _, paid in possible]
