"""What the scoring sheet of a networked game asks and shows of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from netplay.rematch import Wishes, wishes
from netplay.session import Phase
from netplay.session.stances import UNSAID, YES
from tui.foreign import short
from tui.tongue import _

if TYPE_CHECKING:
    from tui.net import NetTable
    from tui.room import Room


class Another:
    """What the scoring sheet of a networked game asks and shows of another game."""

    def __init__(self, net: NetTable, room: Room) -> None:
        self._net = net
        self._room = room

    @property
    def wishes(self) -> Wishes:
        """How it stands now."""
        return wishes(self._net.session, self._net.company.seen)

    @property
    def wanted(self) -> bool:
        """Whether the viewer wants one."""
        return self._net.session.own_stance.again == YES

    @property
    def can_start(self) -> bool:
        """Whether the viewer may open the table without those who have not answered."""
        now = self.wishes
        return now.leader == self._net.session.seat and bool(now.waiting) and now.ticket is None

    def says(self) -> str:
        """Who wants one, who has not said, who does not come along."""
        if self._net.session.seat is None or self._net.session.phase is not Phase.OVER:
            return ""
        now = self.wishes
        parts = []
        if now.yes:
            parts.append(_("wanted by {names}", names=self._names(now.yes)))
        if now.waiting:
            parts.append(_("not yet: {names}", names=self._names(now.waiting)))
        if now.no:
            parts.append(_("without {names}", names=self._names(now.no)))
        return _("Another game: {how}.", how="; ".join(parts)) if now.yes or now.no else ""

    def toggle(self) -> None:
        """Want one, or no more."""
        self._net.want_again(UNSAID if self.wanted else YES)

    def start(self) -> None:
        """Open the table with those who want one."""
        if self.can_start:
            self._room.forced = True
            self._net.poke()

    def _names(self, places: tuple[int, ...]) -> str:
        players = self._net.players
        return ", ".join(short(players[place].name, 16) for place in places)
