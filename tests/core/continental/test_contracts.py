"""Contracts against brute force: every way to form the sets, and the best of them."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.continental.contracts import best_grouping, contract_points, mixed_trios
from core.games.continental.sheet import CONTRACTS, Contract, ContractKind

K = ContractKind


def sets_of(contract: Contract) -> Iterator[tuple[int, ...]]:
    """Every set of companies that the contract's sentence describes."""
    for company in range(5):
        if contract.kind is K.EACH_ICON and company == contract.company:
            yield (company,)
        if contract.kind is K.EACH_PAIR:
            yield (company,) * 2
        if contract.kind is K.EACH_TRIO:
            yield (company,) * 3
    if contract.kind is K.EACH_MIXED_TRIO:
        yield from combinations(range(5), 3)
    if contract.kind is K.FOUR_COLOURS:
        yield from combinations(range(5), 4)
    if contract.kind is K.TWO_PAIRS:
        yield from ((a, a, b, b) for a, b in combinations(range(5), 2))


def without(icons: Sequence[int], taken: Sequence[int]) -> tuple[int, ...] | None:
    left = [n - taken.count(company) for company, n in enumerate(icons)]
    return tuple(left) if min(left) >= 0 else None


def by_brute_force(contract: Contract, icons: tuple[int, ...]) -> int:
    """The best over all groupings of the icons into disjoint sets."""
    once = contract.kind in (K.FOUR_COLOURS, K.TWO_PAIRS)
    sets = tuple(sets_of(contract))

    @cache
    def most(left: tuple[int, ...]) -> int:
        rests = (without(left, one) for one in sets)
        return max(
            (1 + (0 if once else most(rest)) for rest in rests if rest is not None), default=0
        )

    return contract.points * most(icons)


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda c: f"{c.kind.name}-{c.company}")
def test_points_are_the_best_over_all_groupings_of_small_counts(contract: Contract) -> None:
    for icons in product(range(5), repeat=5):
        if sum(icons) <= 9:
            assert contract_points(contract, icons) == by_brute_force(contract, icons), icons


@given(st.sampled_from(CONTRACTS), st.tuples(*[st.integers(0, 6)] * 5))
def test_points_are_the_best_over_all_groupings_of_any_counts(
    contract: Contract, icons: tuple[int, ...]
) -> None:
    assert contract_points(contract, icons) == by_brute_force(contract, icons)


@given(st.sampled_from(CONTRACTS), st.tuples(*[st.integers(0, 6)] * 5))
def test_the_grouping_shown_is_possible_and_brings_the_points(
    contract: Contract, icons: tuple[int, ...]
) -> None:
    grouping = best_grouping(contract, icons)
    assert grouping.points == contract_points(contract, icons)
    assert grouping.points == contract.points * len(pairs_as_one(contract, grouping.sets))
    left: tuple[int, ...] | None = icons
    for one in grouping.sets:
        assert left is not None
        left = without(left, one)
    assert left is not None
    allowed = set(sets_of(contract))
    assert all(one in allowed for one in pairs_as_one(contract, grouping.sets))


def pairs_as_one(
    contract: Contract, sets: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """The two pairs of the last contract are shown apart, but score together."""
    if contract.kind is K.TWO_PAIRS and sets:
        first, second = sets
        return (first + second,)
    return sets


@given(st.tuples(*[st.integers(0, 12)] * 5))
def test_ruling_30_mixed_trios_are_the_largest_t_of_the_formula(icons: tuple[int, ...]) -> None:
    fits = [t for t in range(sum(icons) + 1) if sum(min(n, t) for n in icons) >= 3 * t]
    assert mixed_trios(icons) == max(fits)
