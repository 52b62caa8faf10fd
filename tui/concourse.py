"""The networked half of the app: which screens follow what the station does, and who is asked what."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from netplay.known import Known
from netplay.lobby import Rank, Row
from netplay.resume import Unfinished, open_journals
from tui import person as persons
from tui.asking import Asking
from tui.foreign import plain
from tui.people import People, Someone
from tui.rematch import Another
from tui.room import Room
from tui.screens.chat import ChatScreen
from tui.screens.home import HomeScreen
from tui.screens.people import PeopleScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.station.at_need import MakeStation, usual
from tui.station.sources import Sources
from tui.station.station import Station
from tui.together import Together, invitation
from tui.tongue import _
from tui.travel.onward import Onward, without
from tui.travel.resuming import Journals
from tui.travel.rows import row_aside, row_of, table_of
from tui.travel.ways import Source, Ways

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app import CabooseApp

_ROUND: Final = 5.0
"""Seconds between two looks at what only time changes at tables: who is away, who stays still."""


class Concourse:
    """Belongs to one app. What it cannot do it says on Departures, and never raises."""

    def __init__(
        self,
        app: CabooseApp,
        *,
        person: Callable[[], persons.Person] = persons.load,
        station: MakeStation = usual,
        journals: Journals = open_journals,
        sources: Callable[[Callable[[], Station]], Source] = Sources,
    ) -> None:
        self._app = app
        self.ways = Ways(
            app,
            self._enter,
            changed=self.changed,
            person=person,
            station=station,
            journals=journals,
            sources=sources,
        )
        self._at = self.ways.at
        self._onward = Onward(self._at, app.call_later, self._know, self._show_next)
        self.asking = Asking(app, self.ways)
        self._told = False
        self._rooms: dict[Any, Room] = {}
        self._rounds: Timer | None = None

    @property
    def station(self) -> Station:
        """The station, made at the first need; raises IdentityUnusable and FolderUnusable."""
        return self._at.station

    # What Departures shows --------------------------------------------------------------------------

    def changed(self) -> None:
        """Departures may have something else to show."""
        if not self._told:
            self._told = True
            self._app.call_later(self._look)

    def _look(self) -> None:
        self._told = False
        screen = self._app.screen
        if isinstance(screen, HomeScreen):
            screen.tables = self
            screen.repaint()

    def rows(self) -> Sequence[Row]:
        """See ``tui.screens.departures.Tables``."""
        seen = [listing.row for listing in self._at.listings()]
        here = self._here(seen)
        own = {row.ticket.table for row in here}
        seen = [*here, *[row for row in seen if row.ticket.table not in own]]
        seen.sort(key=lambda row: row.rank is not Rank.EXPECTED)
        tables = {row.ticket.table for row in seen}
        unfinished = self.ways.resuming.unfinished
        kept = [row_of(one) for one in unfinished if bytes.fromhex(one.table) not in tables]
        return sorted([*kept, *seen], key=lambda row: row.rank is not Rank.EXPECTED)

    def _here(self, seen: Sequence[Row]) -> list[Row]:
        """The tables of this program that go on in the background."""
        listed = {row.ticket.table: row for row in seen}
        return [
            row_aside(screen, listed, self.clock()) for screen in self._app.trains.sidings.screens
        ]

    def note(self, player: str) -> str:
        """See ``tui.screens.departures.Tables``."""
        station = self._at.made
        return station.people.note(player) if station is not None and player else ""

    def unread(self) -> int | None:
        """See ``tui.screens.departures.Tables``."""
        station = self._at.made
        return station.hall.unread if station is not None and station.hall.open else None

    def here(self, row: Row) -> bool:
        """See ``tui.screens.departures.Tables``."""
        return self._screen_of(row) is not None

    def _screen_of(self, row: Row) -> TableScreen | WaitingScreen | None:
        for screen in self._app.trains.sidings.screens:
            if table_of(screen) == row.ticket.table:
                return screen
        return None

    def where(self) -> str:
        """Which brokers are heard, in a few words."""
        posts = self._at.made.brokers.posts if self._at.made is not None else []
        up = [post for post in posts if post.up]
        if not up:
            return _("no broker") if not posts else _("no link")
        near = [post for post in up if post.found or post.port is not None]
        far = [post.broker.name for post in up if post not in near]
        return " + ".join((["LAN"] if near else []) + far[:2] + (["more"] if far[2:] else []))

    def clock(self) -> float:
        """For displayed ages only."""
        return time.time()

    # What is chosen there ---------------------------------------------------------------------------

    def sit(self, row: Row, watch: bool) -> None:
        """The chosen table of others, or one of ours that is gone on with."""
        screen = self._screen_of(row)
        if screen is not None:
            if self._at.made is not None:
                self._at.made.brokers.show(False)
            self._app.trains.come_back(screen)
            return
        for one in self.ways.resuming.unfinished:
            if not watch and one.table == row.ticket.table.hex():
                self.ways.errands.do(self._take_up(one, row))
                return
        self._go_to(row, watch)

    async def _take_up(self, one: Unfinished, row: Row) -> None:
        """Go on with a game of ours, or go to it as to any other, where it can be taken over."""
        if not await self.ways.resuming.take_up(one):
            self._go_to(row, watch=False)

    def _go_to(self, row: Row, watch: bool) -> None:
        listing = self.ways.chosen(row)
        if listing is None:
            return
        if watch:
            self.ways.go(listing, watch=True)
        else:
            # By its code: the brokers are left and entered anew for a name.
            self.asking.named(lambda: self.ways.errands.do(self.ways.find(row.code)))

    # Rooms ----------------------------------------------------------------------------------------

    def _enter(self, room: Room) -> None:
        if not self._app.go_home():
            room.net.leave()  # a game was begun while this was being looked for
            return
        self._app.say("")
        self._know(room)
        self.station.brokers.show(False)
        self._app.push_screen(WaitingScreen(room, self._app.marks))

    def _know(self, room: Room) -> None:
        self._rooms[room.net] = room
        room.net.clock = self._app.clock
        room.net.also(lambda: self._after(room))
        if self._rounds is None:
            self._rounds = self._app.set_interval(_ROUND, self.look_round)

    def look_round(self) -> None:
        """Let every table see what only time changes."""
        for net in [net for net in self._rooms if not net.gone.is_set()]:
            net.look_round(self._app.away)

    def another(self, link: Any) -> Another | None:
        """Another game after the one of this table; None for whom it is not theirs to ask for."""
        room = self._rooms.get(link)
        if room is None or room.net.session.seat is None:
            return None
        return Another(room.net, room)

    def company(self, link: Any) -> Callable[[], str]:
        """What is said of others who look at this table's finished game again."""
        room = self._rooms.get(link)
        return (lambda: invitation(room.net.session)) if room is not None else str

    def together(self, link: Any) -> Together | None:
        """The look at a finished game that is shared with the others of its table; None without them."""
        room = self._rooms.get(link)
        if room is None or not room.net.session.complete or room.net.gone.is_set():
            return None
        return Together(room.net, room, lambda: self.chat(link))

    def _after(self, room: Room) -> None:
        """Something happened at a table."""
        if room.onlooker is not None:
            room.onlooker()
        self._onward.look(room)

    def _show_next(self, room: Room, new: Room, missing: str) -> None:
        """The waiting room of another game in the place of a table; ``missing`` do not come along."""
        screen = WaitingScreen(new, self._app.marks)
        if missing:
            screen.tell(without(missing))
        self._app.trains.change(room.net, screen)

    def table(self, screen: WaitingScreen) -> TableScreen:
        """The table that a waiting room leads to."""
        from tui.boards.registry import board

        net = screen.room.net
        net.forget_setup()
        made = board(net, self._app.marks)
        table = TableScreen(net, made, self._app.marks, self._app.clock, net)
        table.called = screen.room.name
        table.past = net.past
        return table

    def chat(self, link: Any) -> None:
        """The chat of a table."""
        room = self._rooms.get(link)
        if room is not None:
            self._app.push_screen(ChatScreen(room, self._app.marks))

    def hall(self) -> None:
        """The chat of the lobby, once a broker is heard."""
        station = self._at.made
        if station is None or not station.hall.open:
            self._app.say(_("No broker is in reach: nobody would read this now."))
        else:
            self._app.push_screen(ChatScreen(station.hall, self._app.marks))

    def people(self, link: Any) -> None:
        """Who is at a table, or in sight, and whom the person has met before."""
        room = self._rooms.get(link) if link is not None else None
        station = self._at.made
        known = station.people if station is not None else People(Known())

        def who() -> list[Someone]:
            found = {one.player: one for one in room.people()} if room is not None else {}
            for one in station.brokers.around() if station is not None else ():
                found.setdefault(one.player, one._replace(where=_("in sight")))
            for old in reversed(known.all()):
                name = plain(old.name, 24)
                found.setdefault(old.player, Someone(old.player, name, old.mark, ""))
            return list(found.values())

        self._app.push_screen(PeopleScreen(self._app.marks, known, who))

    @property
    def serves(self) -> bool:
        """Whether others have no other broker than one that ends with this program."""
        posts = self._at.made.brokers.posts if self._at.made is not None else []
        return any(post.guests() > 0 and not post.spared for post in posts)
