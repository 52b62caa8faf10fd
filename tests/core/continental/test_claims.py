"""Which wagons can pay for an objective, against all hands of cards tried one by one."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from core.games.continental.claims import claim_moves, claimable, lacking
from core.games.continental.moves import MOVES
from core.games.continental.sheet import FIRST_OBJECTIVE, LOCOMOTIVE, OBJECTIVES

TRAINS = st.lists(st.integers(0, 5), max_size=9)
CARDS = st.integers(FIRST_OBJECTIVE, FIRST_OBJECTIVE + 19)


def counts(train: list[int]) -> list[int]:
    return [train.count(wagon) for wagon in range(6)]


def pays(card: int, wagons: tuple[int, ...]) -> bool:
    """The rulebook: the wagons shown, where a locomotive replaces any wagon."""
    asked = Counter("ABCDE".index(letter) for letter in OBJECTIVES[card - FIRST_OBJECTIVE].wagons)
    real = Counter(wagon for wagon in wagons if wagon != LOCOMOTIVE)
    return len(wagons) == asked.total() and real <= asked


def by_trial(card: int, train: list[int]) -> set[tuple[int, ...]]:
    size = len(OBJECTIVES[card - FIRST_OBJECTIVE].wagons)
    return {wagons for wagons in combinations(sorted(train), size) if pays(card, wagons)}


@given(CARDS, TRAINS, st.integers(0, 2))
def test_claims_are_exactly_the_hands_of_wagons_that_pay(
    card: int, train: list[int], row: int
) -> None:
    found = claim_moves(row, card, counts(train))
    assert {move.args for move in found} == {(row, *wagons) for wagons in by_trial(card, train)}
    assert len(found) == len(set(found))
    assert claimable(card, counts(train)) == bool(found)


@given(CARDS, TRAINS)
def test_claims_come_with_the_fewest_locomotives_first(card: int, train: list[int]) -> None:
    used = [move.args[1:].count(LOCOMOTIVE) for move in claim_moves(0, card, counts(train))]
    assert used == sorted(used)


@given(CARDS, TRAINS)
def test_what_is_lacking_is_what_locomotives_must_replace(card: int, train: list[int]) -> None:
    missing = sum(lacking(card, counts(train)))
    assert claimable(card, counts(train)) == (missing <= train.count(LOCOMOTIVE))


@given(CARDS, TRAINS)
def test_claims_are_moves_of_the_table(card: int, train: list[int]) -> None:
    for move in claim_moves(1, card, counts(train)):
        assert MOVES.of(move.verb, *move.args) is move
