"""A seat's prospects at a fraction of the outlook's cost, for simulations that need them by the thousand.

It takes every wagon for as hard to get, whether it lies in the yard or not: then all there is to know
of a train is worked out once and looked up ever after.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.games.continental.claims import NEEDS
from core.games.continental.outlook import (
    NOTHING_SEEN,
    POINT,
    SECOND,
    SURE,
    TO_COME,
    contract_outlook,
    one_more,
    pay,
    promise_to_come,
    steps_missing,
)
from core.games.continental.sheet import COMPANIES, FIRST_OBJECTIVE, OBJECTIVES, OBJECTIVES_TO_END
from core.games.continental.state import State

HASTE: Final = 55
"""What claiming now is worth above the same objective still on display: nobody can take it away."""

OBJECTIVE_POINTS: Final = tuple(POINT * objective.points for objective in OBJECTIVES)
OBJECTIVE_COMPANY: Final = tuple(objective.company for objective in OBJECTIVES)

_LIMIT: Final = 50_000
"""Entries after which a cache starts again from nothing."""


class Train(NamedTuple):
    """What there is to know of six wagon counts.

    steps: effort missing for each objective, 0 where it can be paid for. to_come: what objectives
    nobody has seen yet promise, by pace.
    """

    steps: tuple[int, ...]
    to_come: tuple[int, ...]


_trains: dict[tuple[int, ...], Train] = {}
_paid: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
_gains: dict[tuple[int | None, tuple[int, ...], int, bool], tuple[int, ...]] = {}


def train(wagons: tuple[int, ...]) -> Train:
    """Looked up, or worked out and kept."""
    found = _trains.get(wagons)
    if found is None:
        if len(_trains) >= _LIMIT:
            _trains.clear()
        found = _trains[wagons] = Train(
            tuple([steps_missing(needs, wagons, NOTHING_SEEN) for needs in NEEDS]),
            tuple([promise_to_come(pace, wagons) for pace in range(len(SURE))]),
        )
    return found


def paid(number: int, wagons: tuple[int, ...]) -> tuple[int, ...]:
    """The train after paying for an objective that it can pay for, real wagons first."""
    key = (number, wagons)
    found = _paid.get(key)
    if found is None:
        if len(_paid) >= _LIMIT:
            _paid.clear()
        left = pay(NEEDS[number], wagons)
        assert left is not None
        found = _paid[key] = left
    return found


def gains(
    contract: int | None, icons: tuple[int, ...], to_come: int, claimed: bool
) -> tuple[int, ...]:
    """By company, what one more icon changes in the contract's outlook.

    An icon that is ``claimed`` is one of those to come; a token's is one more.
    """
    key = (contract, icons, to_come, claimed)
    found = _gains.get(key)
    if found is None:
        if len(_gains) >= _LIMIT:
            _gains.clear()
        now = contract_outlook(contract, icons, to_come)
        then = to_come - 1 if claimed and to_come else to_come
        found = _gains[key] = tuple(
            [
                contract_outlook(contract, one_more(icons, company), then) - now
                for company in range(len(COMPANIES))
            ]
        )
    return found


class Sight:
    """One seat's prospects; worths in hundredths of a point.

    numbers, values: the objectives on display, and what each would bring, icon included.
    last: nothing is promised beyond this turn.
    """

    __slots__ = (
        "contract",
        "icons",
        "last",
        "left",
        "numbers",
        "pace",
        "to_come",
        "values",
        "wagons",
    )

    def __init__(self, state: State, seat: int, contract: int | None, last: bool) -> None:
        claimed = state.claimed
        own = claimed[seat]
        icons = state.tokens[5 * seat : 5 * seat + 5]
        for card in own:
            icons[OBJECTIVE_COMPANY[card - FIRST_OBJECTIVE]] += 1
        self.icons = tuple(icons)
        self.contract = contract
        pace = 0
        for other, cards in enumerate(claimed):
            if len(cards) > pace and other != seat:
                pace = len(cards)
        left = OBJECTIVES_TO_END - len(own)
        expected = OBJECTIVES_TO_END - pace
        if left < expected:
            expected = left
        self.pace = pace if pace < 3 else 3
        self.left = left
        self.last = last
        self.to_come = 0 if last or expected < 0 else expected
        gained = gains(contract, self.icons, self.to_come, True)
        self.numbers = [card - FIRST_OBJECTIVE for card in state.row if card is not None]
        self.values = [
            OBJECTIVE_POINTS[number] + gained[OBJECTIVE_COMPANY[number]] for number in self.numbers
        ]
        self.wagons = tuple(state.wagons[6 * seat : 6 * seat + 6])

    def display(self, wagons: tuple[int, ...], without: int = -1) -> int:
        """What the train promises of the objectives on display, from the next turn on.

        ``without``: the index of an objective that this seat claims first, -1 for none.
        """
        left = self.left if without < 0 else self.left - 1
        if self.last or left <= 0:
            return 0
        steps = train(wagons).steps
        sure = SURE[self.pace]
        values = self.values
        best = second = 0
        for index, number in enumerate(self.numbers):
            if index != without:
                value = values[index] * sure[steps[number]]
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        return (best + second * SECOND[left] // 100) // 100

    def coming(self, wagons: tuple[int, ...], claims: int = 0) -> int:
        """What it promises of objectives nobody has seen yet, after so many claims this turn."""
        left = self.left - claims
        if self.last or left <= 0:
            return 0
        return train(wagons).to_come[self.pace] * TO_COME[left] // 100

    def claim(self, index: int, wagons: tuple[int, ...]) -> int:
        """Claiming the objective at an index of ``numbers`` that the train can pay for."""
        left = paid(self.numbers[index], wagons)
        return HASTE + self.values[index] + self.display(left, index) + self.coming(left, 1)

    def after(self, wagons: tuple[int, ...]) -> int:
        """The best end of the turn with that train: a claim, or none."""
        found = self.display(wagons) + self.coming(wagons)
        steps = train(wagons).steps
        for index, number in enumerate(self.numbers):
            if not steps[number]:
                worth = self.claim(index, wagons)
                if worth > found:
                    found = worth
        return found
