"""Which wagons can pay for an objective (ruling 23: locomotives in any number, the player chooses)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.continental.moves import CLAIM, MOVES
from core.games.continental.sheet import FIRST_OBJECTIVE, LOCOMOTIVE, OBJECTIVES
from core.kernel.move import Move

NEEDS: Final = tuple(objective.needs for objective in OBJECTIVES)
SIZES: Final = tuple(len(objective.wagons) for objective in OBJECTIVES)

_moves: dict[tuple[int, ...], tuple[Move, ...]] = {}
"""Claims by row, objective and the wagons that matter: the same few come again and again."""


def lacking(card: int, wagons: Sequence[int]) -> tuple[int, ...]:
    """How many of each of A-E the train lacks for an objective, before locomotives help."""
    needs = NEEDS[card - FIRST_OBJECTIVE]
    return tuple([max(0, need - own) for need, own in zip(needs, wagons, strict=False)])


def claimable(card: int, wagons: Sequence[int]) -> bool:
    """Whether the train (six counts, A-E and L) can pay for the objective."""
    a, b, c, d, e = NEEDS[card - FIRST_OBJECTIVE]
    own_a, own_b, own_c, own_d, own_e, locomotives = wagons
    lack = a - own_a if a > own_a else 0
    if b > own_b:
        lack += b - own_b
    if c > own_c:
        lack += c - own_c
    if d > own_d:
        lack += d - own_d
    if e > own_e:
        lack += e - own_e
    return lack <= locomotives


def claim_moves(row: int, card: int, wagons: Sequence[int]) -> tuple[Move, ...]:
    """All claims of the objective at ``row``, real wagons first, () if the train cannot pay."""
    number = card - FIRST_OBJECTIVE
    size = SIZES[number]
    key = (
        row,
        number,
        *[
            own if own < need else need
            for own, need in zip(wagons, (*NEEDS[number], size), strict=True)
        ],
    )
    found = _moves.get(key)
    if found is None:
        found = _moves[key] = tuple(
            MOVES.of(CLAIM, row, *payment) for payment in _payments(NEEDS[number], key[2:])
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
