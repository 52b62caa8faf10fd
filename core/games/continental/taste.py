"""What the fast players hold things to be worth, in hundredths of a point, and what follows for a train.

Integers only, and every division rounds down: the same judgement on every machine.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.games.continental.sheet import LOCOMOTIVE, OBJECTIVES
from core.games.continental.trains import LIMIT, SECOND, SURE, TO_COME, far_missing, train


class Weights(NamedTuple):
    """What a fast player plays by.

    common, rare: the effort a missing wagon takes: A to C, D and E; in any measure.
    sure: by pace, the number of objectives the foremost opponent has, and by effort still missing for an
    objective: how sure it is, in percent; nothing beyond.
    second, to_come: percent of the second-nearest objective on display that counts, and of one that
    nobody has seen yet; by claims left.
    ticket, switch: a ticket before the last turns; an exchange of wagons, about.
    deny: percent of the next player's loss that counts, by number of seats.
    haste: what claiming now is worth above the same objective still on display.
    ending: percent of the lead that it is worth to trigger the end, from ``worst`` up to ``best``.
    nearly: percent that an objective counts which an opponent lacks no more for than a rare wagon.
    icon, token: percent that the contract's outlook counts, when icons come with objectives or alone.
    """

    common: int
    rare: int
    sure: tuple[tuple[int, ...], ...]
    second: tuple[int, ...]
    to_come: tuple[int, ...]
    ticket: int
    switch: int
    deny: tuple[int, ...]
    haste: int
    ending: int
    worst: int
    best: int
    nearly: int
    icon: int
    token: int


class Prospects(NamedTuple):
    """What a train promises, every wagon being as hard to get whether it lies in the yard or not.

    efforts: still missing for each objective of the sheet, 0 where it can be paid for.
    to_come: what objectives nobody has seen yet promise, the mean of all twenty; by pace.
    """

    efforts: tuple[int, ...]
    to_come: tuple[int, ...]


class Taste:
    """Weights, and what follows from them for a train: worked out once and looked up ever after.

    sure: as in the weights, for every effort there is.
    """

    __slots__ = ("_prospects", "sure", "weights")

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._prospects: dict[tuple[int, ...], Prospects] = {}
        most = max(self._efforts((0,) * 6))
        self.sure = tuple([(*sure, *[0] * (most + 1 - len(sure))) for sure in weights.sure])

    def prospects(self, wagons: tuple[int, ...]) -> Prospects:
        """Those of a train, six counts."""
        found = self._prospects.get(wagons)
        if found is None:
            if len(self._prospects) >= LIMIT:
                self._prospects.clear()
            efforts = self._efforts(wagons)
            to_come = [
                sum([each.points * sure[n] for each, n in zip(OBJECTIVES, efforts, strict=True)])
                // len(OBJECTIVES)
                for sure in self.sure
            ]
            found = self._prospects[wagons] = Prospects(efforts, tuple(to_come))
        return found

    def _efforts(self, wagons: tuple[int, ...]) -> tuple[int, ...]:
        weights = self.weights
        missing = [far_missing(lacks, wagons[LOCOMOTIVE]) for lacks in train(wagons).lacks]
        return tuple([weights.common * common + weights.rare * rare for common, rare in missing])


def falling(*from_to: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """By pace: so sure if nothing is missing, and falling to nothing at so much effort."""
    return tuple(
        [tuple([top - top * effort // reach for effort in range(reach)]) for top, reach in from_to]
    )


QUICK: Final = Taste(
    Weights(
        common=3,
        rare=4,
        sure=SURE,
        second=SECOND,
        to_come=TO_COME,
        ticket=88,
        switch=40,
        deny=(0, 0, 62, 41, 31),
        haste=55,
        ending=200,
        worst=-1000,
        best=300,
        nearly=60,
        icon=100,
        token=100,
    )
)
"""Greedy's own weights, where it has such."""
