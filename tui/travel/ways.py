"""The ways to a table: what the command line asked for, and what is chosen on Departures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from core.games.registry import game
from netplay.lobby import Row, Visibility
from netplay.resume import open_journals
from netplay.session.standin import usual as usual_stand_in
from netplay.wire import Gone, Policy
from tui import person as persons
from tui.foreign import short
from tui.guest import is_guest
from tui.plan import Host, Look, Resume, Visit
from tui.room import Room
from tui.station.at_need import AtNeed, MakeStation, usual
from tui.station.boarding import Opening
from tui.station.finding import Listing
from tui.station.post import Post
from tui.station.sources import Sources
from tui.station.station import Station
from tui.tongue import _
from tui.travel.errands import Errands, Guide, sentence
from tui.travel.resuming import Journals, Resuming

_NAMED: Final = 15.0
"""Seconds in which a table of a given name must have come in sight."""
_ONLY: Final = 3.0
"""Seconds in which a broker named without a table shows what it has."""


class Source(Protocol):
    """Finds brokers for the station; see ``tui.station.sources``."""

    async def open(self, *, lan: bool = True) -> None:
        """Begin, or look again; ``lan``: on this network, too."""

    async def close(self) -> None:
        """No more."""


class Waits(Protocol):
    """Where somebody waits for a table: a waiting room, on a screen or in lines."""

    room: Room

    def leave(self) -> None:
        """Go from there."""


class Ways:
    """``arrive`` is handed each room that is come to; the guide hears why one could not be.

    ``changed`` is called when there may be other tables to see.
    """

    def __init__(
        self,
        guide: Guide,
        arrive: Callable[[Room], None],
        *,
        changed: Callable[[], None] = lambda: None,
        person: Callable[[], persons.Person] = persons.load,
        station: MakeStation = usual,
        journals: Journals = open_journals,
        sources: Callable[[Callable[[], Station]], Source] = Sources,
    ) -> None:
        self.at = AtNeed(person, station, changed)
        self.errands = Errands(guide)
        self.resuming = Resuming(self.at, guide, journals, arrive, changed)
        self._guide = guide
        self._arrive = arrive
        self._changed = changed
        self._sources = sources(lambda: self.at.station)

    # Plans ------------------------------------------------------------------------------------------

    def begin(self, plan: Host | Visit | Look | Resume) -> None:
        """Do what the command line asked for."""
        if isinstance(plan, Host):
            self.errands.do(self.host(plan, leave=True))
        elif isinstance(plan, Visit):
            self.errands.do(self._visit(plan))
        elif isinstance(plan, Resume):
            self.errands.do(self._resume(plan.code))
        else:
            self.errands.do(self._listen())

    async def _listen(self) -> None:
        await self.resuming.recall()
        try:
            await self._sources.open()
        finally:
            self._changed()

    async def _resume(self, code: str) -> None:
        await self.resuming.recall()
        found = self.resuming.meant(code)
        if len(found) == 1:
            await self.resuming.resume(found[0])
            return
        await self._listen()
        self._guide.say(
            _("Choose which game to go on with.")
            if found
            else _("No such game of yours is under way.")
        )

    async def host(self, plan: Host, leave: bool = False) -> None:
        """Open a table. ``leave``: the person came for that alone."""
        station = self.at.station
        if plan.place is not None:
            post = station.brokers.attach(plan.place.broker, security=plan.place.security)
        elif is_guest():
            # A guest opens no port here: tables are at a broker that the server names.
            await self._sources.open(lan=False)
            posts = station.brokers.posts
            if not posts:
                self._guide.say(_("This server has no broker to meet others at."))
                return
            post = next((post for post in posts if post.up), posts[0])
        else:
            own = [post for post in station.brokers.posts if post.port is not None and post.client]
            post = own[0] if own else station.brokers.start(plan.port)
        if not await self._reached(post, leave):
            return
        rules = game(plan.setup.game)
        name = plan.table or _("{name}'s table", name=station.person.name)
        opening = Opening(
            rules,
            rules.options(plan.setup.options),
            plan.setup.seats,
            name,
            plan.bots,
            Visibility(plan.visibility),
            Policy(Gone(plan.absent[0]), plan.absent[1], plan.claim, usual_stand_in(rules)),
            plan.seats_only_chat,
        )
        self._arrive(station.boarding.host(post, opening))

    async def _reached(self, post: Post, leave: bool) -> bool:
        await post.tried.wait()
        if post.client is None:
            (self._guide.fail if leave else self._guide.say)(sentence(post.says))
        return post.client is not None

    async def _visit(self, plan: Visit) -> None:
        station = self.at.station
        if plan.places:
            posts = [
                station.brokers.attach(one.broker, security=one.security) for one in plan.places
            ]
            if len(posts) == 1 and not await self._reached(posts[0], leave=True):
                return
            if plan.key is not None:
                station.boarding.cover(posts[0], bytes.fromhex(plan.table), plan.key)
        else:
            await self._sources.open(lan=plan.lan)
        if plan.table:
            self._guide.say(_("Looking for {table} ...", table=short(plan.table, 40)))
            listing = await station.find(plan.table, _NAMED)
            if not plan.watch:
                # Whoever names the table means the seat there.
                ours = await self.resuming.seat_at(listing.row.ticket.table)
                if ours is not None:
                    await self.resuming.resume(ours)
                    return
            self.go(listing, plan.watch)
            return
        await asyncio.sleep(_ONLY)
        rows = [one for one in station.listings() if plan.watch or one.row.free]
        if len(rows) == 1:
            self.go(rows[0], plan.watch)
        else:
            says = (
                _("Choose a table: enter sits down, w watches.")
                if rows
                else _("No table is open there.")
            )
            self._guide.say(says)

    # To a table that is chosen ----------------------------------------------------------------------

    def go(self, listing: Listing, watch: bool) -> None:
        """Sit down there, or look on."""
        if listing.row.refusal:
            self._guide.say(sentence(listing.row.refusal))
            return
        boarding = self.at.station.boarding
        self._arrive(boarding.watch(listing) if watch else boarding.sit(listing))

    def chosen(self, row: Row) -> Listing | None:
        """The table of this row; None, and said, where it is gone."""
        for listing in self.at.listings():
            if listing.row.ticket == row.ticket:
                return listing
        self._guide.say(_("That table is gone."))
        return None

    async def find(self, code: str) -> None:
        """Sit down at the table of this code, as soon as it is in sight."""
        self.go(await self.at.station.find(code, _NAMED), watch=False)

    # To our own seat --------------------------------------------------------------------------------

    def take_over(self, waits: Waits) -> None:
        """Our own seat at a running game, of which there is no journal here."""
        self.errands.do(self._recall_seat(waits))

    def watch_own(self, waits: Waits) -> None:
        """Look on at a running game where another window of ours plays."""
        self.errands.do(self._watch_own(waits))

    async def _watch_own(self, waits: Waits) -> None:
        self.go(await self._left(waits), watch=True)

    async def _recall_seat(self, waits: Waits) -> None:
        listing = await self._left(waits)
        self._arrive(self.at.station.boarding.recall(listing))

    async def _left(self, waits: Waits) -> Listing:
        """The same table, once we have gone from it."""
        table = waits.room.net.session.ticket.table
        waits.leave()
        await self.at.station.tables.parted(table)
        self.at_home()
        return await self.at.station.find(table.hex(), _NAMED)

    def at_home(self) -> None:
        """Departures is looked at again: all tables of others are wanted there, and our own."""
        if self.at.made is not None:
            self.at.made.brokers.show(True)
            self.errands.do(self.resuming.recall())

    # The end ----------------------------------------------------------------------------------------

    def part(self) -> None:
        """The terminal was closed; ``close`` is to follow."""
        if self.at.made is not None:
            self.at.made.brokers.part()

    async def close(self) -> None:
        """Leave everything in order."""
        await self.errands.close()
        await self._sources.close()
        await self.at.close()
