"""What a spectator does by itself, and what is said to whoever follows another branch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.kernel.game import Game
from netplay.session.desk import Desk
from netplay.session.doubt import Doubt
from netplay.session.outcome import Wrong
from netplay.session.ranges import Ranges
from netplay.session.sparing import Sparing
from netplay.session.yielding import Yielding
from netplay.wire import Entry


class Watching(Yielding):
    """A ``Yielding`` that asks for what it has not heard, and doubts what it has."""

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        start: Entry,
        seat: int | None,
        names: Mapping[int, str],
        ranges: Ranges,
    ) -> None:
        super().__init__(desk, game, start, seat, names)
        self._ranges = ranges
        self._sparing = Sparing(desk)
        self._doubt = Doubt(desk) if seat is None and self.replica.policy is not None else None

    def _in_doubt(self, held: Entry, entry: Entry) -> None:
        """A spectator has heard an entry of good signature that does not hold by its rank."""
        if self._doubt is not None and entry.n > self.acks.settled:
            self._doubt.saw(held, entry)

    def _answered(self, request: bytes) -> None:
        """A seat has answered a request of ours, as a spectator: follow it where all seats say so."""
        first = self._ranges.asked(request)
        other = self._doubt.answered(request, first) if self._doubt and first is not None else None
        if other is None or not self.acks.settled < other.n <= self.replica.n:
            return
        try:
            self.replica.until(other.n - 1).accept(other, self.desk.crypto)
        except Wrong:
            self.desk.drop("branch")
            return
        if self._rewind(other.n - 1):
            self._ahead.clear()
            self.on_entry(other)
            self._ranges.want()
            self._overturned()

    def on_entry(self, entry: Entry) -> None:
        """An entry from the network; in whatever order, however often."""
        raise NotImplementedError

    def _overturned(self) -> None:
        """For what else rests on the log."""
        self._sparing.clear()
        self._ranges.sparing.clear()

    def hold_against(self, held: Entry) -> None:
        """Say our entry to a seat that has another one there, but not for ever at the rate at which
        it answers with its own. Nobody listens to a spectator, who says nothing.
        """
        if self.seat is not None and self._sparing.may(held.hash):
            self.desk.put(held.item())

    def _look_on(self) -> None:
        """At a spectator: ask after a silence. The result of one machine alone may yet be overturned:
        then from where it is not settled on.
        """
        if self._follows and self._idle.rang(self.desk.now):
            if self.replica.ended:
                self._ranges.back = max(self.acks.settled + 1, 1)
            self._ranges.want(0.0)
        first = self._doubt.tick() if self._doubt is not None else None
        if first is not None:
            self._ranges.back = first
            self._ranges.want(0.0)

    @property
    def _follows(self) -> bool:
        """Whether more, or something else, may come."""
        return not self.replica.ended or self.replica.alone
