"""Going before the start: a guest leaves or is removed, the creator closes the table."""

from __future__ import annotations

from collections.abc import Callable

from netplay.session.actions import Dissolved, Left, Refused
from netplay.session.rostering import Rostering
from netplay.wire import Leave, Statement, Tag


class Leaving(Rostering):
    """A ``Rostering`` whose seats can be given up."""

    def leave(self) -> bool:
        """Give up our seat before the start; whether that is possible (not once all are ready).

        The creator's leaving closes the table. A guest's is repeated until a roster shows it.
        """
        if self.mine is None or self.closed or self.agreed:
            return False
        self._say_leave()
        if self.is_creator:
            self.close(Dissolved("you have closed this table"))
        elif self.seat is None:
            self.close(Left())
        else:
            self._leaving = True
            self._timer.reset(self.desk.now)
        return True

    def _say_leave(self) -> None:
        number = self.roster.number if self.roster is not None else 0
        self.desk.put(self.desk.sign(Tag.LEAVE, Leave(self.desk.crypto.key, number)))

    def _without_us(self) -> None:
        """A guest's seat is gone: it left, or the creator wanted it back."""
        if self._leaving:
            self.close(Left())
        else:
            self.close(Refused("the creator of this table has taken your seat back"))

    def on_leave(self, leave: Leave, item: Statement) -> None:
        """A guest leaves, as the creator sees it; or the creator does, and the table with her."""
        roster = self.roster
        if self.closed or self.agreed or roster is None or leave.key == self.desk.crypto.key:
            return
        if not self.is_creator:
            if leave.key == self.creator and self.desk.verify(
                leave.key, Tag.LEAVE, item.body, item.signature
            ):
                self.close(Dissolved("its creator has closed this table before the start"))
            return
        if leave.key not in self._seated_at:
            return
        if leave.number < self._seated_at[leave.key]:
            self.desk.drop("replayed")  # from before it sat down again
        elif self.desk.verify(leave.key, Tag.LEAVE, item.body, item.signature):
            self._vacate(leave.key)

    def unwelcome(self, blocked: Callable[[bytes], bool]) -> None:
        """At the creator: seat nobody whose key this holds of."""
        self._guests.unwelcome = blocked

    def remove(self, seat: int, *, ban: bool = True) -> bool:
        """At the creator: free a guest's seat, for good with ``ban``; whether that was possible."""
        key = self.key_of(seat)
        if not self.is_creator or self.closed or self.agreed or key in (None, self.creator):
            return False
        assert key is not None
        if ban:
            self._guests.removed.add(key)
        self._vacate(key)
        return True

    def _vacate(self, key: bytes) -> None:
        roster = self.roster
        assert roster is not None
        keys = [seat.key if seat else None for seat in roster.seats]
        self._settle(roster.placed(keys.index(key), None))
