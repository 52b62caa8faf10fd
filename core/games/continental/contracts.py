"""What a contract is worth: the best grouping of icons and tokens (rulings 28 to 30).

``icons`` are counts by company, icons on objectives and tokens together (ruling 29).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.games.continental.sheet import Contract, ContractKind


class Grouping(NamedTuple):
    """Sets that score, each a tuple of companies, and the points they bring together."""

    sets: tuple[tuple[int, ...], ...]
    points: int


def contract_points(contract: Contract, icons: Sequence[int]) -> int:
    """Points of the best grouping (rulebook, Contracts)."""
    kind = contract.kind
    if kind is ContractKind.EACH_ICON:
        assert contract.company is not None
        return contract.points * icons[contract.company]
    if kind is ContractKind.EACH_PAIR:
        return contract.points * sum([n // 2 for n in icons])
    if kind is ContractKind.EACH_TRIO:
        return contract.points * sum([n // 3 for n in icons])
    if kind is ContractKind.EACH_MIXED_TRIO:
        return contract.points * mixed_trios(icons)
    if kind is ContractKind.FOUR_COLOURS:
        return contract.points if sum([n > 0 for n in icons]) >= 4 else 0
    return contract.points if sum([n > 1 for n in icons]) >= 2 else 0


def mixed_trios(icons: Sequence[int]) -> int:
    """The most trios of three different colours: largest t with sum(min(n, t)) >= 3t (ruling 30)."""
    t = sum(icons) // 3
    while sum([n if n < t else t for n in icons]) < 3 * t:
        t -= 1
    return t


def best_grouping(contract: Contract, icons: Sequence[int]) -> Grouping:
    """One best grouping, to be shown on the scoring sheet; lowest companies first."""
    points = contract_points(contract, icons)
    kind = contract.kind
    sets: list[tuple[int, ...]] = []
    if kind is ContractKind.EACH_ICON:
        assert contract.company is not None
        sets = [(contract.company,)] * icons[contract.company]
    elif kind in (ContractKind.EACH_PAIR, ContractKind.EACH_TRIO):
        size = 2 if kind is ContractKind.EACH_PAIR else 3
        for company, n in enumerate(icons):
            sets += [(company,) * size] * (n // size)
    elif kind is ContractKind.EACH_MIXED_TRIO:
        left = list(icons)
        for _ in range(mixed_trios(icons)):
            # Always using up the most frequent colours leaves the most trios possible.
            trio = sorted(sorted(range(len(left)), key=lambda c: (-left[c], c))[:3])
            for company in trio:
                left[company] -= 1
            sets.append(tuple(trio))
    elif points and kind is ContractKind.FOUR_COLOURS:
        sets = [tuple(company for company, n in enumerate(icons) if n)[:4]]
    elif points:
        sets += [(company, company) for company, n in enumerate(icons) if n > 1][:2]
    return Grouping(tuple(sets), points)
