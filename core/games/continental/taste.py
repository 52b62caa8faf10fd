"""What the fast players hold things to be worth, in hundredths of a point, and what follows for a train.

Integers only, and every division rounds down: the same judgement on every machine.
"""

from __future__ import annotations

from typing import Final

from core.games.continental.sheet import LOCOMOTIVE, OBJECTIVES
from core.games.continental.trains import SECOND, SURE, TO_COME, train

_FIRST_RARE: Final = 3
_LIMIT: Final = 20_000
"""Trains after which their cache starts again from nothing."""


def falling(*from_to: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """By pace: so sure if nothing is missing, and falling to nothing at so much effort."""
    return tuple(
        [tuple([top - top * effort // reach for effort in range(reach)]) for top, reach in from_to]
    )


class Prospects:
    """What a train promises, every wagon being as hard to get whether it lies in the yard or not.

    ready: by objective of the sheet, whether the train can pay for it. close: whether it lacks one rare
    wagon at most, or as much. sure: by pace, the number of objectives the foremost opponent has, and by
    objective, how sure it is, in percent. to_come: by pace, what objectives nobody has seen yet promise.
    """

    __slots__ = ("close", "ready", "sure", "to_come")

    def __init__(self, taste: Taste, wagons: tuple[int, ...]) -> None:
        efforts = [taste.effort(lacks, wagons[LOCOMOTIVE]) for lacks in train(wagons).lacks]
        self.ready = tuple([not effort for effort in efforts])
        self.close = tuple([effort <= taste.rare for effort in efforts])
        self.sure = tuple(
            [
                tuple([sure[effort] if effort < len(sure) else 0 for effort in efforts])
                for sure in taste.sure
            ]
        )
        self.to_come = tuple(
            [
                sum([each.points * n for each, n in zip(OBJECTIVES, sure, strict=True)])
                // len(OBJECTIVES)
                for sure in self.sure
            ]
        )


class Taste:
    """Weights of a fast player.

    common, rare: the effort a wagon takes that is missing: A to C, D and E; in any measure.
    sure: by pace, and by effort still missing for an objective: how sure it is, in percent.
    second, to_come: percent of the second-nearest objective on display that counts, and of one that
    nobody has seen yet; by claims left.
    ticket, switch: a ticket before the last turns; an exchange of wagons, about.
    deny: percent of the next player's loss that counts, by number of seats.
    haste: what claiming now is worth above the same objective still on display.
    ending: percent of the lead that it is worth to trigger the end, from ``worst`` up to ``best``.
    nearly: percent that an objective counts which an opponent is close to.
    icon, token: percent that the contract's outlook counts, when icons come with objectives or alone.
    """

    __slots__ = (
        "_prospects",
        "best",
        "common",
        "deny",
        "ending",
        "haste",
        "icon",
        "nearly",
        "rare",
        "second",
        "sure",
        "switch",
        "ticket",
        "to_come",
        "token",
        "worst",
    )

    def __init__(
        self,
        *,
        common: int,
        rare: int,
        sure: tuple[tuple[int, ...], ...],
        second: tuple[int, ...],
        to_come: tuple[int, ...],
        ticket: int,
        switch: int,
        deny: tuple[int, ...],
        haste: int,
        ending: int,
        worst: int,
        best: int,
        nearly: int,
        icon: int,
        token: int,
    ) -> None:
        self.common = common
        self.rare = rare
        self.sure = sure
        self.second = second
        self.to_come = to_come
        self.ticket = ticket
        self.switch = switch
        self.deny = deny
        self.haste = haste
        self.ending = ending
        self.worst = worst
        self.best = best
        self.nearly = nearly
        self.icon = icon
        self.token = token
        self._prospects: dict[tuple[int, ...], Prospects] = {}

    def prospects(self, wagons: tuple[int, ...]) -> Prospects:
        """Looked up, or worked out and kept."""
        found = self._prospects.get(wagons)
        if found is None:
            if len(self._prospects) >= _LIMIT:
                self._prospects.clear()
            found = self._prospects[wagons] = Prospects(self, wagons)
        return found

    def effort(self, lacks: tuple[tuple[int, int], ...], locomotives: int) -> int:
        """What wagons take that are lacking (wagon, how many); locomotives save the dearest of them."""
        common = rare = 0
        for wagon, lack in lacks:
            if wagon < _FIRST_RARE:
                common += lack
            else:
                rare += lack
        rare -= locomotives
        if rare < 0:
            common = max(0, common + rare)
            rare = 0
        return self.common * common + self.rare * rare


QUICK: Final = Taste(
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
"""Greedy's own weights."""
