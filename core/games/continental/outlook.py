"""What a position promises one seat: the judgement behind the greedy bot, in hundredths of a point.

Integers only, and every division rounds down: the same judgement on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.games.continental.claims import NEEDS
from core.games.continental.contracts import contract_points
from core.games.continental.sheet import (
    CONTRACTS,
    FIRST_CONTRACT,
    FIRST_OBJECTIVE,
    LOCOMOTIVE,
    OBJECTIVES,
    OBJECTIVES_TO_END,
)
from core.games.continental.state import State

POINT: Final = 100

# How sure an objective is, in percent, by the effort still missing (16 steps at most). A wagon on
# display is two steps of effort, another three (A to C) or four (D and E). One row for each number
# of objectives that the foremost opponent has claimed: the nearer the end, the less comes true.
SURE: Final = tuple(
    tuple([max(0, 84 - 84 * steps // reach) for steps in range(17)]) for reach in (13, 12, 11, 7)
)
_SEEN_STEPS: Final = 2
_UNSEEN_STEPS: Final = 3
_UNSEEN_RARE_STEPS: Final = 4
_PLENTY: Final = (0, 1, 2)
_RARE: Final = (3, 4)

# Percent of the second-nearest objective on display, and of one still to come, by claims left.
SECOND: Final = (0, 15, 45, 45, 45)
TO_COME: Final = (0, 20, 46, 64, 82)

_CACHE_LIMIT: Final = 50_000
_contract_cache: dict[tuple[int | None, tuple[int, ...], int], int] = {}
_to_come_cache: dict[tuple[int, tuple[int, ...]], int] = {}


def contract_outlook(card: int | None, icons: tuple[int, ...], to_come: int) -> int:
    """What a contract promises with these icons when ``to_come`` more are expected.

    None is a contract nobody knows: the mean of all ten.
    """
    key = (card, icons, to_come)
    found = _contract_cache.get(key)
    if found is not None:
        return found
    if card is None:
        cards = range(FIRST_CONTRACT, FIRST_CONTRACT + len(CONTRACTS))
        value = sum([contract_outlook(one, icons, to_come) for one in cards]) // len(CONTRACTS)
    elif not to_come:
        value = POINT * contract_points(CONTRACTS[card - FIRST_CONTRACT], icons)
    else:
        # Every company is as likely: weighing the best one more proved weaker.
        value = 0
        for company in range(len(icons)):
            value += contract_outlook(card, one_more(icons, company), to_come - 1)
        value //= len(icons)
    if len(_contract_cache) >= _CACHE_LIMIT:
        _contract_cache.clear()
    _contract_cache[key] = value
    return value


def one_more(icons: Sequence[int], company: int) -> tuple[int, ...]:
    """The icons with one more of a company."""
    return (*icons[:company], icons[company] + 1, *icons[company + 1 :])


def steps_missing(needs: Sequence[int], wagons: Sequence[int], seen: Sequence[int]) -> int:
    """Effort still missing for an objective; locomotives save the dearest of it."""
    # Counted by what a wagon is worth, without a list: simulations ask this by the million.
    near = far = farthest = 0
    for wagon in _PLENTY:
        lack = needs[wagon] - wagons[wagon]
        if lack > 0:
            there = seen[wagon]
            if there >= lack:
                near += lack
            else:
                near += there
                far += lack - there
    for wagon in _RARE:
        lack = needs[wagon] - wagons[wagon]
        if lack > 0:
            there = seen[wagon]
            if there >= lack:
                near += lack
            else:
                near += there
                farthest += lack - there
    locomotives = wagons[LOCOMOTIVE]
    if locomotives:
        farthest -= locomotives
        if farthest < 0:
            far += farthest
            farthest = 0
            if far < 0:
                near += far
                far = 0
                if near < 0:
                    near = 0
    return _SEEN_STEPS * near + _UNSEEN_STEPS * far + _UNSEEN_RARE_STEPS * farthest


NOTHING_SEEN: Final = (0,) * 6


def promise_to_come(pace: int, wagons: tuple[int, ...]) -> int:
    """What an objective nobody has seen yet promises this train: the mean of all twenty."""
    key = (pace, wagons)
    found = _to_come_cache.get(key)
    if found is None:
        sure = SURE[pace]
        total = 0
        for number, objective in enumerate(OBJECTIVES):
            total += objective.points * sure[steps_missing(NEEDS[number], wagons, NOTHING_SEEN)]
        found = total // len(OBJECTIVES)
        if len(_to_come_cache) >= _CACHE_LIMIT:
            _to_come_cache.clear()
        _to_come_cache[key] = found
    return found


class Offer(NamedTuple):
    """An objective on display, as one seat sees it; worths in hundredths of a point."""

    row: int
    needs: tuple[int, ...]
    points: int
    icon: int
    company: int


def pay(needs: Sequence[int], wagons: Sequence[int]) -> tuple[int, ...] | None:
    """The train left after paying with real wagons first, None if it cannot pay."""
    left: list[int] = []
    locomotives = wagons[LOCOMOTIVE]
    for wagon in range(5):
        rest = wagons[wagon] - needs[wagon]
        if rest < 0:
            locomotives += rest
            if locomotives < 0:
                return None
            rest = 0
        left.append(rest)
    left.append(locomotives)
    return tuple(left)


class Outlook:
    """One seat's prospects in one position.

    contract: the seat's contract card where the viewer knows it, else None.
    The train is always given as six counts, so that trains which might come about can be judged.
    """

    __slots__ = (
        "_memo",
        "_seen",
        "_sure",
        "contract",
        "icons",
        "last",
        "left",
        "offers",
        "pace",
        "points",
        "tickets",
        "to_come",
        "wagons",
    )

    def __init__(
        self, state: State, seat: int, contract: int | None, last: bool | None = None
    ) -> None:
        claimed = state.claimed
        icons = state.tokens[5 * seat : 5 * seat + 5]
        for card in claimed[seat]:
            icons[OBJECTIVES[card - FIRST_OBJECTIVE].company] += 1
        self.icons = tuple(icons)
        self.contract = contract
        self.wagons = tuple(state.wagons[6 * seat : 6 * seat + 6])
        self.tickets = state.tickets[seat]
        self.points = POINT * sum(
            [OBJECTIVES[card - FIRST_OBJECTIVE].points for card in claimed[seat]]
        )
        """Points printed on the objectives claimed."""
        pace = 0
        for other, cards in enumerate(claimed):
            if other != seat and len(cards) > pace:
                pace = len(cards)
        self.pace = pace if pace < 3 else 3
        self.left = OBJECTIVES_TO_END - len(claimed[seat])
        """Objectives the seat can still claim before the end comes."""
        self.last = state.last_turns is not None if last is None else last
        """Whether the seat's turn that is judged is its last one."""
        expected = min(self.left, OBJECTIVES_TO_END - self.pace)
        self.to_come = 0 if self.last else expected
        """Icons the seat may still expect."""
        self._sure = SURE[self.pace]
        seen = [0] * 12
        for yard_card in state.yard:
            if yard_card is not None:
                seen[yard_card] += 1
        if seen[LOCOMOTIVE]:
            seen = [count + seen[LOCOMOTIVE] for count in seen]
        self._seen = seen
        self.offers = [
            Offer(
                row,
                NEEDS[card - FIRST_OBJECTIVE],
                POINT * OBJECTIVES[card - FIRST_OBJECTIVE].points,
                self.icon(OBJECTIVES[card - FIRST_OBJECTIVE].company),
                OBJECTIVES[card - FIRST_OBJECTIVE].company,
            )
            for row, card in enumerate(state.row)
            if card is not None
        ]
        self._memo: dict[tuple[tuple[int, ...], int, int], tuple[int, int]] = {}

    def icon(self, company: int) -> int:
        """What an objective's icon of this company changes in the contract's outlook."""
        to_come = self.to_come - 1 if self.to_come else 0
        after = contract_outlook(self.contract, one_more(self.icons, company), to_come)
        return after - contract_outlook(self.contract, self.icons, self.to_come)

    def token(self, company: int) -> int:
        """What a token changes: no claim is used up for it, so as many icons are still to come."""
        after = contract_outlook(self.contract, one_more(self.icons, company), self.to_come)
        return after - contract_outlook(self.contract, self.icons, self.to_come)

    def train(self, wagons: tuple[int, ...], taken: int = -1) -> tuple[int, int]:
        """(promise of the objectives on display, promise of those to come) for a train.

        ``taken``: the row of an objective that this seat claims first, -1 for none. Nothing is
        promised where no turn will follow.
        """
        left = self.left if taken < 0 else self.left - 1
        if self.last or left <= 0:
            return 0, 0
        key = (wagons, taken, left)
        found = self._memo.get(key)
        if found is not None:
            return found
        sure = self._sure
        best = second = 0
        for row, needs, points, icon, _ in self.offers:
            if row != taken:
                value = (points + icon) * sure[steps_missing(needs, wagons, self._seen)] // 100
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        found = (
            best + second * SECOND[left] // 100,
            promise_to_come(self.pace, wagons) * TO_COME[left] // 100,
        )
        self._memo[key] = found
        return found
