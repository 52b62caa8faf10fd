"""Our seat without our journal, or played from somewhere else: silent until that is cleared up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.kernel.game import Game
from netplay.session.actions import Returning
from netplay.session.desk import Desk
from netplay.session.returning import Return
from netplay.session.writing import Writing
from netplay.wire import Entry, Statement, Tag, Take


class Yielding(Writing):
    """A ``Writing`` that can fall silent, and ask the others before it writes again."""

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        start: Entry,
        seat: int | None,
        names: Mapping[int, str],
    ) -> None:
        super().__init__(desk, game, start, seat, names)
        self._ahead: dict[tuple[int, int], Entry] = {}
        self._return: Return | None = None

    def recall(self) -> None:
        """Ask all other seats what they know of us before anything is signed."""
        if self.seat is not None and self._return is None:
            self.silent = True
            self._return = Return(self.desk, self.seat, self.seats)

    def yield_seat(self) -> None:
        """Our key plays here from elsewhere: sign nothing until ``recall``, which the owner decides."""
        if not self.silent or self._return is not None:
            self.silent, self._return = True, None
            self.desk.save("away", b"")
            self.desk.tell(Returning((), elsewhere=True))

    def on_take(self, take: Take, item: Statement) -> None:
        """Our key takes this seat up from elsewhere, if this is not said again from long ago."""
        if take.key != self.desk.crypto.key or self.seat is None or self.finding is not None:
            return
        if take.n < self.acks.settled:
            self.desk.drop("replayed")
        elif self.desk.verify(take.key, Tag.TAKE, item.body, item.signature):
            self.yield_seat()

    def on_taken(self, take: Take, item: Statement) -> None:
        """Another seat is taken up, perhaps without its journal: what it said yes to is said again."""
        if self.council is None or self.silent or take.key not in self.keys:
            return
        items = self.council.memory.said_by(self.keys.index(take.key))
        if items and self.desk.verify(take.key, Tag.TAKE, item.body, item.signature):
            for one in items:
                self.desk.put_once(one)

    def _tick_return(self) -> None:
        back = self._return
        if back is None:
            return
        whole = (self.hand is not None or self.replica.ended) and not self._ahead
        if back.tick(self.replica.n, whole):
            self._return, self.silent = None, False
            self.desk.save("back", b"")
            self.acks.due = True
            self.go_on()
