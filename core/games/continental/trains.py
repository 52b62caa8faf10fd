"""What there is to know of a train, for bots: worked out once and looked up ever after.

Integers only, and every division rounds down: the same judgement on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from core.games.continental.claims import NEEDS, lacking
from core.games.continental.sheet import FIRST_OBJECTIVE, LOCOMOTIVE, OBJECTIVES

# How sure an objective is, in percent, by the effort still missing (16 steps at most). A wagon on
# display is two steps of effort, another three (A to C) or four (D and E). One row for each number
# of objectives that the foremost opponent has claimed: the nearer the end, the less comes true.
SURE: Final = tuple(
    tuple([max(0, 84 - 84 * steps // reach) for steps in range(17)]) for reach in (13, 12, 11, 7)
)
_SEEN_STEPS: Final = 2
_UNSEEN_STEPS: Final = 3
_UNSEEN_RARE_STEPS: Final = 4
FIRST_RARE: Final = 3
"""The first of the wagons that are dearer: D and E."""

# Percent of the second-nearest objective on display, and of one still to come, by claims left.
SECOND: Final = (0, 15, 45, 45, 45)
TO_COME: Final = (0, 20, 46, 64, 82)

NOTHING_SEEN: Final = (0,) * 6

LIMIT: Final = 20_000
"""Trains after which a cache of them starts again from nothing."""

Lacks: TypeAlias = tuple[tuple[int, int], ...]
"""The wagons an objective asks for that a train does not have, locomotives aside: which, and how many."""


class Train:
    """What follows from six wagon counts.

    lacks: for each objective of the sheet. steps: effort missing for each if none of it were in the
    yard, 0 where it can be paid for. to_come: what objectives nobody has seen yet promise, the mean of
    all twenty, in hundredths of a point; by pace, the number of objectives the foremost opponent has.
    """

    __slots__ = ("lacks", "steps", "to_come")

    def __init__(self, wagons: tuple[int, ...]) -> None:
        cards = range(FIRST_OBJECTIVE, FIRST_OBJECTIVE + len(OBJECTIVES))
        self.lacks = tuple([_lacks(card, wagons) for card in cards])
        locomotives = wagons[LOCOMOTIVE]
        self.steps = tuple([steps_missing(one, locomotives, NOTHING_SEEN) for one in self.lacks])
        self.to_come = tuple(
            [
                sum([each.points * sure[n] for each, n in zip(OBJECTIVES, self.steps, strict=True)])
                // len(OBJECTIVES)
                for sure in SURE
            ]
        )


_trains: dict[tuple[int, ...], Train] = {}
_paid: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
_known_lacks: dict[Lacks, Lacks] = {}
"""One object for all that are alike: there are few."""


def train(wagons: tuple[int, ...]) -> Train:
    """Looked up, or worked out and kept."""
    found = _trains.get(wagons)
    if found is None:
        if len(_trains) >= LIMIT:
            _trains.clear()
        found = _trains[wagons] = Train(wagons)
    return found


def _lacks(card: int, wagons: Sequence[int]) -> Lacks:
    found = tuple([(wagon, lack) for wagon, lack in enumerate(lacking(card, wagons)) if lack])
    return _known_lacks.setdefault(found, found)


def steps_missing(lacks: Lacks, locomotives: int, seen: Sequence[int]) -> int:
    """Effort still missing for an objective; locomotives save the dearest of it.

    ``seen``: by wagon, how many lie in the yard, locomotives counted with each.
    """
    # Counted by what a wagon is worth, without a list: simulations ask this by the million.
    near = far = farthest = 0
    for wagon, lack in lacks:
        there = seen[wagon]
        if there >= lack:
            near += lack
        else:
            near += there
            if wagon < FIRST_RARE:
                far += lack - there
            else:
                farthest += lack - there
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


def far_missing(lacks: Lacks, locomotives: int) -> tuple[int, int]:
    """How many wagons A to C, and D and E, are missing; locomotives save the dearest of them."""
    common = rare = 0
    for wagon, lack in lacks:
        if wagon < FIRST_RARE:
            common += lack
        else:
            rare += lack
    rare -= locomotives
    if rare < 0:
        common = max(0, common + rare)
        rare = 0
    return common, rare


def paid(number: int, wagons: tuple[int, ...]) -> tuple[int, ...]:
    """The train after paying for an objective that it can pay for, real wagons first."""
    key = (number, wagons)
    found = _paid.get(key)
    if found is None:
        if len(_paid) >= LIMIT:
            _paid.clear()
        left: list[int] = []
        locomotives = wagons[LOCOMOTIVE]
        for own, need in zip(wagons[:LOCOMOTIVE], NEEDS[number], strict=False):
            left.append(max(0, own - need))
            locomotives -= max(0, need - own)
        found = _paid[key] = (*left, locomotives)
    return found
