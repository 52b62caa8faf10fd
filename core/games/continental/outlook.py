"""What a position promises one seat: the judgement behind the greedy bot, in hundredths of a point.

Integers only, and every division rounds down: the same judgement on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.continental.icons import OBJECTIVE_COMPANY, OBJECTIVE_POINTS, gains
from core.games.continental.sheet import FIRST_OBJECTIVE, LOCOMOTIVE, OBJECTIVES_TO_END
from core.games.continental.state import State
from core.games.continental.trains import SECOND, SURE, TO_COME, Train, paid, steps_missing, train

ROWS: Final = 3
"""Places for objectives on display."""


class Outlook:
    """One seat's prospects in one position.

    contract: the seat's contract card where the viewer knows it, else None.
    seen: by wagon, how many lie in the yard, locomotives counted with each.
    numbers, worths: by row, the objective on display (-1 for none) and what claiming it would bring,
    its icon included.
    The train is always given as six counts, so that trains which might come about can be judged.
    """

    __slots__ = (
        "_now",
        "_own",
        "_sure",
        "_values",
        "contract",
        "icon_gains",
        "icons",
        "last",
        "left",
        "numbers",
        "pace",
        "points",
        "seen",
        "tickets",
        "to_come",
        "wagons",
        "worths",
    )

    def __init__(
        self,
        state: State,
        seat: int,
        contract: int | None,
        seen: tuple[int, ...],
        last: bool | None = None,
    ) -> None:
        claimed = state.claimed
        own = claimed[seat]
        icons = state.tokens[5 * seat : 5 * seat + 5]
        points = 0
        for card in own:
            number = card - FIRST_OBJECTIVE
            icons[OBJECTIVE_COMPANY[number]] += 1
            points += OBJECTIVE_POINTS[number]
        self.icons = tuple(icons)
        self.contract = contract
        self.wagons = tuple(state.wagons[6 * seat : 6 * seat + 6])
        self.tickets = state.tickets[seat]
        self.points = points
        """Points printed on the objectives claimed."""
        pace = 0
        for other, cards in enumerate(claimed):
            if len(cards) > pace and other != seat:
                pace = len(cards)
        if pace > 3:
            pace = 3
        self.pace = pace
        self.left = left = OBJECTIVES_TO_END - len(own)
        """Objectives the seat can still claim before the end comes."""
        if last is None:
            last = state.last_turns is not None
        self.last = last
        """Whether the seat's turn that is judged is its last one."""
        expected = OBJECTIVES_TO_END - pace
        self.to_come = 0 if last else left if left < expected else expected
        """Icons the seat may still expect."""
        self._sure = SURE[pace]
        self.seen = seen
        self.icon_gains = gained = gains(contract, self.icons, self.to_come, True)
        """By company, what an objective's icon changes in the contract's outlook."""
        self.numbers = [-1 if card is None else card - FIRST_OBJECTIVE for card in state.row]
        self.worths = [
            0 if n < 0 else OBJECTIVE_POINTS[n] + gained[OBJECTIVE_COMPANY[n]] for n in self.numbers
        ]
        self._values: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._now: Train | None = None
        self._own: tuple[int, ...] = ()
        if not last:
            self._own = self._every(self.wagons)
            self._now = train(self.wagons)

    def token_gains(self) -> tuple[int, ...]:
        """By company, what a token changes in the contract's outlook."""
        return gains(self.contract, self.icons, self.to_come, False)

    def display(self, wagons: tuple[int, ...], taken: int = -1) -> int:
        """What the objectives on display promise a train.

        ``taken``: the row of an objective that this seat claims first, -1 for none. Nothing is
        promised where no turn will follow.
        """
        if self.last:
            return 0
        values = self._values.get(wagons)
        if values is None:
            values = self._every(wagons)
        if taken < 0:
            return values[ROWS]
        return 0 if self.left < 2 else _nearest(values, taken, SECOND[self.left - 1])

    def coming(self, wagons: tuple[int, ...], claims: int = 0) -> int:
        """What the objectives nobody has seen yet promise it, after so many claims this turn."""
        left = self.left - claims
        if self.last or left <= 0:
            return 0
        return train(wagons).to_come[self.pace] * TO_COME[left] // 100

    def turn(self, wagons: tuple[int, ...]) -> int:
        """The best end of the seat's turn with that train: a claim, or none."""
        best = self.display(wagons) + self.coming(wagons)
        steps = train(wagons).steps
        for row, number in enumerate(self.numbers):
            if number >= 0 and not steps[number]:
                left = paid(number, wagons)
                value = self.worths[row] + self.display(left, row) + self.coming(left, 1)
                if value > best:
                    best = value
        return best

    def _every(self, wagons: tuple[int, ...]) -> tuple[int, ...]:
        """By row, the worth of its objective times how sure it is with that train; then what
        they promise together. Kept.
        """
        known = train(wagons)
        locomotives = wagons[LOCOMOTIVE]
        values: list[int] = []
        # One wagon more changes little: what is lacked as it is now is not worked out again.
        now = self._now if locomotives == self.wagons[LOCOMOTIVE] else None
        for row, number in enumerate(self.numbers):
            if number < 0:
                values.append(0)
                continue
            lacks = known.lacks[number]
            if now is not None and lacks is now.lacks[number]:
                values.append(self._own[row])
                continue
            steps = known.steps[number]
            if steps:
                steps = steps_missing(lacks, locomotives, self.seen)
            values.append(self.worths[row] * self._sure[steps] // 100)
        values.append(_nearest(values, -1, SECOND[self.left]) if self.left > 0 else 0)
        found = self._values[wagons] = tuple(values)
        return found


def _nearest(values: Sequence[int], taken: int, second_counts: int) -> int:
    """The best of the rows but one, and so many percent of the second best."""
    best = second = 0
    for row in range(ROWS):
        value = values[row]
        if value > second and row != taken:
            if value > best:
                best, second = value, best
            else:
                second = value
    return best + second * second_counts // 100


def seen_in(yard: list[int | None]) -> tuple[int, ...]:
    """By wagon, how many of it or of locomotives lie there."""
    counts = [0] * 12
    for card in yard:
        if card is not None:
            counts[card] += 1
    locomotives = counts[LOCOMOTIVE]
    return tuple([count + locomotives for count in counts[:LOCOMOTIVE]])
