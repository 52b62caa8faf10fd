"""What seats let each other know beside the game: away from the keys, and whether they want another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from netplay.session.actions import Stood
from netplay.session.desk import Desk, Timer
from netplay.wire import Stance, Statement, Tag

UNSAID, YES, NO = 0, 1, 2
_REPEATED: Final = 40
"""How often a wish for another game is repeated while it is not settled."""


class Standing(NamedTuple):
    """One seat's. ``again``: UNSAID, YES or NO; ``table``: id of the table it has opened for that."""

    away: bool = False
    again: int = UNSAID
    table: bytes = b""


class Stances:
    """Nothing rests on them: they are soft, said once at each change, and in no log."""

    def __init__(self, desk: Desk, keys: Sequence[bytes], seat: int | None) -> None:
        self.of: dict[int, Standing] = {}
        """By seat, what the others and we said last."""
        self._desk = desk
        self._keys = keys
        self._seat = seat
        self._counts: dict[int, int] = {}
        self._timer = Timer(desk.now, 5.0, 60.0)
        self._left = 0
        self._answered = -1.0

    def begin(self, standings: Mapping[int, Standing], counts: Mapping[int, int]) -> None:
        """Go on from what was said while people waited for the start."""
        self.of.update(standings)
        self._counts.update(counts)

    @property
    def own(self) -> Standing:
        """Ours."""
        return self.of.get(-1 if self._seat is None else self._seat, Standing())

    def say(
        self, away: bool | None = None, again: int | None = None, table: bytes | None = None
    ) -> None:
        """Let the others know what has changed; silent where nothing has."""
        old = self.own
        new = Standing(
            old.away if away is None else away,
            old.again if again is None else again,
            old.table if table is None else table,
        )
        if self._seat is None or new == old:
            return
        self.of[self._seat] = new
        self._put(False)
        self._timer.reset(self._desk.now)
        self._left = _REPEATED if new.again == YES else 0
        self._desk.tell(Stood(self._seat))

    def _put(self, ask: bool) -> None:
        if self._seat is not None:
            own = self.own
            said = Stance(
                self._seat, self._desk.sequence(), int(own.away), own.again, own.table, int(ask)
            )
            self._desk.put(self._desk.sign(Tag.STANCE, said))

    def on_stance(self, value: Stance, item: Statement) -> None:
        """Another seat's; an older one than we have is nothing."""
        seat = value.seat
        if seat >= len(self._keys) or seat == self._seat:
            return
        if value.sequence <= self._counts.get(seat, -1):
            return
        if not self._desk.verify(self._keys[seat], Tag.STANCE, item.body, item.signature):
            return
        self._counts[seat] = value.sequence
        new = Standing(bool(value.away), value.again, value.table)
        if new != self.of.get(seat, Standing()):
            self.of[seat] = new
            self._desk.tell(Stood(seat))
        if value.ask and self.own != Standing() and self._desk.now >= self._answered + 1.0:
            self._answered = self._desk.now
            self._put(False)

    def again(self) -> None:
        """The link is back: say ours, if there is anything to it, and ask for the others'."""
        if self.own != Standing():
            self._put(True)

    def tick(self) -> None:
        """Repeat a wish for another game: somebody may have been away when it was said."""
        if self._left and self._timer.rang(self._desk.now):
            self._left -= 1
            self._put(False)

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        return self._timer.at if self._left else None
