"""From a game that is over to the next one: who leads there, who follows, and when all sit again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from netplay.rematch import berths, fits, wishes
from netplay.session import Phase
from netplay.session.stances import YES
from tui.foreign import plain
from tui.room import Room
from tui.station.at_need import AtNeed
from tui.tongue import _


class Onward:
    """Leads from room to room. ``later``: calls soon, not now. ``show`` is handed the room that is
    left, the next one, and the names of those who do not come along.
    """

    def __init__(
        self,
        at: AtNeed,
        later: Callable[..., Any],
        know: Callable[[Room], None],
        show: Callable[[Room, Room, str], None],
    ) -> None:
        self._at = at
        self._later = later
        self._know = know
        self._show = show

    def look(self, room: Room) -> None:
        """Something happened at a table; perhaps it leads to another game."""
        session = room.net.session
        if session.phase is Phase.OVER and session.own_stance.again == YES and not room.leads:
            room.leads = True
            self._later(self._lead, room)

    def _lead(self, room: Room) -> None:
        room.leads = False
        session, mine = room.net.session, room.net.session.seat
        roster = session.roster
        if mine is None or roster is None or room.net.gone.is_set():
            return
        now, boarding = wishes(session, room.net.company.seen), self._at.station.boarding
        ours = room.next is not None and room.next.net.creator and not room.next.net.begun
        if now.ticket is not None and now.opener is not None and now.opener != mine:
            if room.next is not None and not ours:
                return
            if room.next is not None:
                room.next.net.leave()  # two opened one at once: the first in the order holds
            want = (mine - now.opener) % len(roster.seats)
            self._move_on(room, boarding.follow(room, now.ticket, want), now.opener, "")
        elif room.next is None and now.leader == mine and (now.settled or room.forced):
            plan = berths(roster, mine, now.yes)
            missing = [plain(session.players[n].name, 24) for n in (*now.no, *now.waiting)]
            new = boarding.rematch(room, plan, complete=None not in plan)
            room.next = new
            session.stand(asyncio.get_running_loop().time(), table=new.net.session.ticket.table)
            room.net.tick()
            self._move_on(room, new, mine, ", ".join(missing))

    def _move_on(self, room: Room, new: Room, opener: int, missing: str) -> None:
        """From the table of a game that is over to the waiting room of the next."""
        room.next = new
        self._know(new)
        old = room.net.session.roster
        assert old is not None

        def look() -> None:
            net, session = new.net, new.net.session
            if net.begun or net.closed or net.gone.is_set():
                room.net.leave()
            elif session.phase is Phase.SEATING and session.seat is not None:
                roster = session.roster
                full = roster is not None and roster.full() and session.seat not in net.ready
                if full and roster is not None and fits(old, roster, opener):
                    # Everyone has agreed to all of it already, by wanting another game.
                    self._later(net.say_ready)

        new.net.also(look)
        self._show(room, new, missing)
        look()


def without(missing: str) -> str:
    """What becomes of the seats of those who do not come along to another game."""
    return _("Without {names}: a free seat is for whoever comes.", names=missing)
