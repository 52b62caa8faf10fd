"""A seat's prospects at a fraction of the outlook's cost, for simulations that need them by the thousand.

It takes every wagon for as hard to get, whether it lies in the yard or not: then all there is to know
of a train is worked out once and looked up ever after (``taste``).
"""

from __future__ import annotations

from core.games.continental.icons import (
    OBJECTIVE_COMPANY,
    OBJECTIVE_POINTS,
    POINT,
    contract_outlook,
    gains,
)
from core.games.continental.sheet import FIRST_OBJECTIVE, OBJECTIVES_TO_END
from core.games.continental.state import State
from core.games.continental.taste import Taste
from core.games.continental.trains import paid


class Sight:
    """One seat's prospects by somebody's taste; worths in hundredths of a point.

    numbers, values: the objectives on display, and what each would bring, icon included.
    last: nothing is promised beyond this turn.
    """

    __slots__ = (
        "_lead",
        "_seat",
        "_state",
        "contract",
        "icons",
        "last",
        "left",
        "numbers",
        "pace",
        "taste",
        "to_come",
        "values",
        "wagons",
    )

    def __init__(
        self, state: State, seat: int, contract: int | None, last: bool, taste: Taste
    ) -> None:
        self.taste = taste
        self._seat = seat
        self._state = state
        self._lead: int | None = None
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
            OBJECTIVE_POINTS[number] + taste.weights.icon * gained[OBJECTIVE_COMPANY[number]] // 100
            for number in self.numbers
        ]
        self.wagons = tuple(state.wagons[6 * seat : 6 * seat + 6])

    def display(self, wagons: tuple[int, ...], without: int = -1) -> int:
        """What the train promises of the objectives on display, from the next turn on.

        ``without``: the index of an objective that this seat claims first, -1 for none.
        """
        left = self.left if without < 0 else self.left - 1
        if self.last or left <= 0:
            return 0
        taste = self.taste
        efforts, sure = taste.prospects(wagons).efforts, taste.sure[self.pace]
        values = self.values
        best = second = 0
        for index, number in enumerate(self.numbers):
            if index != without:
                value = values[index] * sure[efforts[number]]
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        return (best + second * taste.weights.second[left] // 100) // 100

    def coming(self, wagons: tuple[int, ...], claims: int = 0) -> int:
        """What it promises of objectives nobody has seen yet, after so many claims this turn."""
        left = self.left - claims
        if self.last or left <= 0:
            return 0
        taste = self.taste
        return taste.prospects(wagons).to_come[self.pace] * taste.weights.to_come[left] // 100

    def claim(self, index: int, wagons: tuple[int, ...]) -> int:
        """Claiming the objective at an index of ``numbers`` that the train can pay for."""
        value = self.values[index]
        if self.last:
            return value
        haste = self.taste.weights.haste
        if self.left == 1:
            return haste + value + self._triggering(value)
        left = paid(self.numbers[index], wagons)
        return haste + value + self.display(left, index) + self.coming(left, 1)

    def _triggering(self, value: int) -> int:
        """Whether the end, triggered by a claim of this value, finds the seat ahead."""
        lead = self._lead
        if lead is None:
            state = self._state
            finals = [self._final(state, seat) for seat in range(state.seats)]
            own = finals.pop(self._seat)
            lead = self._lead = own - max(finals)
        weights = self.taste.weights
        worth = weights.ending * (lead + value) // 100
        return min(max(worth, weights.worst), weights.best)

    def _final(self, state: State, seat: int) -> int:
        """What a seat has for sure, an opponent's last turn included."""
        points = sum([OBJECTIVE_POINTS[card - FIRST_OBJECTIVE] for card in state.claimed[seat]])
        points += POINT * state.tickets[seat]
        if seat == self._seat:
            return points + contract_outlook(self.contract, self.icons, 0)
        other = Sight(state, seat, None, True, self.taste)
        weights, efforts = self.taste.weights, self.taste.prospects(other.wagons).efforts
        gain = 0
        for number, value in zip(other.numbers, other.values, strict=True):
            if efforts[number]:
                value = value * weights.nearly // 100 if efforts[number] <= weights.rare else 0
            if value > gain:
                gain = value
        return points + contract_outlook(None, other.icons, 0) + gain

    def after(self, wagons: tuple[int, ...]) -> int:
        """The best end of the turn with that train: a claim, or none."""
        found = self.display(wagons) + self.coming(wagons)
        efforts = self.taste.prospects(wagons).efforts
        for index, number in enumerate(self.numbers):
            if not efforts[number]:
                worth = self.claim(index, wagons)
                if worth > found:
                    found = worth
        return found
