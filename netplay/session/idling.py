"""Who is away from the keys before the start: soft, by key, for rosters change while people wait."""

from __future__ import annotations

from collections.abc import Callable

from netplay.session.actions import Stood
from netplay.session.desk import Desk
from netplay.session.stances import UNSAID, Standing
from netplay.wire import Roster, Stance, Statement, Tag

_KEYS = 64
"""Keys that are remembered: those of some rosters' seats."""


class Idling:
    """``roster`` gives the present one. What is said here is a stance, as at a table that plays."""

    def __init__(
        self, desk: Desk, roster: Callable[[], Roster | None], seat: Callable[[], int | None]
    ):
        self._desk = desk
        self._roster = roster
        self._seat = seat
        self._away: dict[bytes, bool] = {}
        self._counts: dict[bytes, int] = {}

    def standings(self) -> dict[int, Standing]:
        """By seat of the present roster; those that said nothing are missing."""
        return {
            place: Standing(away=self._away[key])
            for place, key in self._keys()
            if key in self._away
        }

    def counts(self) -> dict[int, int]:
        """The newest sequence heard of each seat."""
        return {place: self._counts[key] for place, key in self._keys() if key in self._counts}

    def _keys(self) -> list[tuple[int, bytes]]:
        roster = self._roster()
        seats = roster.seats if roster is not None else ()
        return [(place, seat.key) for place, seat in enumerate(seats) if seat is not None]

    def say(self, away: bool) -> None:
        """Let the others know that our person is away, or is back; silent where nothing has changed."""
        seat, own = self._seat(), self._desk.crypto.key
        if seat is not None and self._away.get(own, False) != away:
            self._away[own] = away
            self._put(seat)
            self._desk.tell(Stood(seat))

    def repeat(self) -> None:
        """There is a new roster, and perhaps somebody who has not heard that we are away."""
        seat = self._seat()
        if seat is not None and self._away.get(self._desk.crypto.key, False):
            self._put(seat)

    def _put(self, seat: int) -> None:
        away = int(self._away[self._desk.crypto.key])
        said = Stance(seat, self._desk.sequence(), away, UNSAID, b"", 0)
        self._desk.put(self._desk.sign(Tag.STANCE, said))

    def on_stance(self, value: Stance, item: Statement) -> None:
        """Another seat's; an older one than we have is nothing."""
        key = dict(self._keys()).get(value.seat)
        if key is None or key == self._desk.crypto.key:
            return
        if value.sequence <= self._counts.get(key, -1):
            return
        if not self._desk.verify(key, Tag.STANCE, item.body, item.signature):
            return
        while len(self._counts) >= _KEYS:
            self._counts.pop(next(iter(self._counts)))
        self._counts[key] = value.sequence
        if self._away.get(key, False) != bool(value.away):
            self._away[key] = bool(value.away)
            self._desk.tell(Stood(value.seat))
