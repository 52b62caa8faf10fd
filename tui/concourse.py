"""The networked half of the app: which screens follow what the station does, and who is asked what."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from textual.app import ScreenStackError

from core.version import VERSION
from netplay.brokers import MOST_ADDRESSES, Broker, BrokersUnusable, broker_of, known_at
from netplay.config import FolderUnusable
from netplay.crypto import player_id
from netplay.discovery import addresses_of
from netplay.identity import IdentityUnusable
from netplay.journal import Journal, JournalUnusable
from netplay.known import Known
from netplay.lobby import Freshness, NoTable, Rank, Row, Sitting, Stage, Visibility
from netplay.lobby.ownbroker import beside
from netplay.lobby.wire import TABLE_NAME
from netplay.rematch import berths, fits, wishes
from netplay.resume import Unfinished, open_journals
from netplay.session import Phase, Ticket
from netplay.session.stances import YES
from netplay.session.standin import usual
from netplay.transport import BrokerAddress, TransportError, parse_address
from netplay.wire import Gone, Policy
from tui import guest
from tui import person as persons
from tui.foreign import plain, short
from tui.guest import is_guest
from tui.net import NetTable
from tui.net_evidence import keep_evidence
from tui.net_sources import Sources, announced, announced_at
from tui.people import People, Someone
from tui.plan import Host, Look, Resume, Visit
from tui.rematch import Another
from tui.room import Room
from tui.screens.ask import AskScreen
from tui.screens.chat import ChatScreen
from tui.screens.home import HomeScreen
from tui.screens.opening import OpeningScreen, Terms
from tui.screens.people import PeopleScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.station.boarding import Opening
from tui.station.brokers import lan_address
from tui.station.finding import Listing
from tui.station.post import Post
from tui.station.station import Station
from tui.station.words import called
from tui.together import Together, invitation
from tui.told import told
from tui.tongue import _, n_

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app import CabooseApp
    from tui.setup import SoloSetup

_EXPECTED: Final = (
    NoTable,
    TransportError,
    BrokersUnusable,
    IdentityUnusable,
    FolderUnusable,
    JournalUnusable,
)
_NAMED: Final = 15.0
"""Seconds in which a table of a given name must have come in sight."""
_ONLY: Final = 3.0
"""Seconds in which a broker named without a table shows what it has."""

_ROUND: Final = 5.0
"""Seconds between two looks at what only time changes at tables: who is away, who stays still."""

MakeStation = Callable[[persons.Person, Callable[[], None]], Station]
"""Makes the station of a person; the callable is for it to call when rows may have changed."""


def _station(person: persons.Person, changed: Callable[[], None]) -> Station:
    return Station(
        person,
        changed=changed,
        evidence=keep_evidence,
        announce=announced,
        journal=lambda brokers, key, cover: Journal.begin(brokers, key=key, cover=cover),
        known=Known(),
        # A guest opens no port on somebody else's machine.
        own=None if is_guest() else beside(person.name, announced_at),
    )


class Source(Protocol):
    """Finds brokers for the station; see ``tui.net_sources``."""

    async def open(self, *, lan: bool = True) -> None:
        """Begin, or look again; ``lan``: on this network, too."""

    async def close(self) -> None:
        """No more."""


class Waits(Protocol):
    """Where somebody waits for a table: a waiting room, on a screen or in lines."""

    room: Room

    def leave(self) -> None:
        """Go from there."""


class Concourse:
    """Belongs to one app. What it cannot do it says on Departures, and never raises."""

    def __init__(
        self,
        app: CabooseApp,
        *,
        person: Callable[[], persons.Person] = persons.load,
        station: MakeStation = _station,
        journals: Callable[[], list[Unfinished]] = open_journals,
        sources: Callable[[Callable[[], Station]], Source] = Sources,
    ) -> None:
        self._app = app
        self._person = person
        self._make = station
        self._journals = journals
        self._sources = sources(lambda: self.station)
        self._station: Station | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._told = False
        self._unfinished: list[Unfinished] = []
        self._rooms: dict[Any, Room] = {}
        self._rounds: Timer | None = None

    # The station ----------------------------------------------------------------------------------

    @property
    def station(self) -> Station:
        """The station, made at the first need; raises IdentityUnusable and FolderUnusable."""
        if self._station is None:
            self._station = self._make(self._person(), self._changed)
        return self._station

    def changed(self) -> None:
        """Departures may have something else to show."""
        self._changed()

    def _changed(self) -> None:
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
        seen = [listing.row for listing in self._listings()]
        here = self._here(seen)
        own = {row.ticket.table for row in here}
        seen = [*here, *[row for row in seen if row.ticket.table not in own]]
        seen.sort(key=lambda row: row.rank is not Rank.EXPECTED)
        tables = {row.ticket.table for row in seen}
        kept = [row_of(one) for one in self._unfinished if bytes.fromhex(one.table) not in tables]
        return sorted([*kept, *seen], key=lambda row: row.rank is not Rank.EXPECTED)

    def _here(self, seen: Sequence[Row]) -> list[Row]:
        """The tables of this program that go on in the background."""
        listed = {row.ticket.table: row for row in seen}
        return [row_aside(screen, listed, self.clock()) for screen in self._aside()]

    def _aside(self) -> tuple[TableScreen | WaitingScreen, ...]:
        sidings = self._app.sidings
        return sidings.screens if sidings is not None else ()

    def note(self, player: str) -> str:
        """See ``tui.screens.departures.Tables``."""
        return self._station.people.note(player) if self._station is not None and player else ""

    def here(self, row: Row) -> bool:
        """See ``tui.screens.departures.Tables``."""
        return self._screen_of(row) is not None

    def _screen_of(self, row: Row) -> TableScreen | WaitingScreen | None:
        for screen in self._aside():
            if table_of(screen) == row.ticket.table:
                return screen
        return None

    def _listings(self) -> list[Listing]:
        return self._station.listings() if self._station is not None else []

    def where(self) -> str:
        """Which brokers are heard, in a few words."""
        posts = self._station.brokers.posts if self._station is not None else []
        up = [post for post in posts if post.up]
        if not up:
            return _("no broker") if not posts else _("no link")
        near = [post for post in up if post.found or post.port is not None]
        far = [post.broker.name for post in up if post not in near]
        return " + ".join((["LAN"] if near else []) + far[:2] + (["more"] if far[2:] else []))

    def clock(self) -> float:
        """For displayed ages only."""
        return time.time()

    # Plans ----------------------------------------------------------------------------------------

    def begin(self, plan: Host | Visit | Look | Resume) -> None:
        """Do what the command line asked for."""
        if isinstance(plan, Host):
            self._do(self._host(plan, leave=True))
        elif isinstance(plan, Visit):
            self._do(self._visit(plan))
        elif isinstance(plan, Resume):
            self._do(self._resume_only(plan.code))
        else:
            self._do(self._listen())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name="caboose-concourse")
        self._tasks.add(task)
        task.add_done_callback(self._did)

    def _did(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, _EXPECTED):
            self._app.say(_sentence(error))
        elif error is not None and not isinstance(error, ScreenStackError):
            # Without a screen we are leaving, which is no fault: it was cut off in what it showed.
            self._app.panic_quietly(error)

    async def _listen(self) -> None:
        await self._recall()
        try:
            await self._sources.open()
        finally:
            self._look()

    async def _recall(self) -> None:
        """Which games of ours are under way."""
        found = await asyncio.to_thread(self._journals)
        self._unfinished = [one for one in found if one.stage in ("seating", "playing", "over")]
        self._changed()

    async def _resume_only(self, code: str) -> None:
        await self._recall()
        found = [
            one
            for one in self._unfinished
            if one.table.startswith(code.lower()) and not one.busy and one.stage != "over"
        ]
        if len(found) == 1:
            await self._resume(found[0])
            return
        await self._listen()
        self._app.say(
            _("Choose which game to go on with.")
            if found
            else _("No such game of yours is under way.")
        )

    async def _resume(self, one: Unfinished) -> None:
        """Sit down again where a journal says, at the broker that it names."""
        station = self.station
        table = bytes.fromhex(one.table)
        await station.tables.parted(table)
        for listing in station.listings():
            if listing.row.ticket.table == table:
                self._enter(station.boarding.resume(listing.post, one))
                return
        brokers = guest.brokers(one.brokers)
        if not brokers:
            self._app.say(_("Its journal names no broker."))
            return
        self._app.say(_("Going back to your table ..."))
        post = station.brokers.attach(_broker_again(brokers))
        await post.tried.wait()
        # Only a port that the game itself names as a seat's broker was ever ours: whatever else runs
        # on this machine, and every encrypted one, is somebody's whose place is not to be taken.
        own = [] if is_guest() else _own_addresses(post, one)
        if post.client is None and own:
            # The broker was ours and ended with us: it comes back where the others look for it.
            station.brokers.detach(post)
            post = station.brokers.start(own[0].port)
        await post.tried.wait()
        while post.client is None:
            if post not in station.brokers.posts:
                return  # it was turned away from meanwhile
            self._app.say(_("{why} Trying again until somebody answers.", why=_sentence(post.says)))
            await asyncio.sleep(1.0)
        self._enter(station.boarding.resume(post, one))

    async def _reached(self, post: Post, leave: bool) -> bool:
        await post.tried.wait()
        if post.client is not None:
            return True
        if leave:
            self._app.fail(_sentence(post.says))
        else:
            self._app.say(_sentence(post.says))
        return False

    async def _host(self, plan: Host, leave: bool = False) -> None:
        from core.games.registry import game

        station = self.station
        if plan.place is not None:
            post = station.brokers.attach(plan.place.broker, security=plan.place.security)
        elif is_guest():
            # A guest opens no port here: tables are at a broker that the server names.
            await self._sources.open(lan=False)
            if not station.brokers.posts:
                self._app.say(_("This server has no broker to meet others at."))
                return
            up = [post for post in station.brokers.posts if post.up]
            post = (up or station.brokers.posts)[0]
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
            Policy(Gone(plan.absent[0]), plan.absent[1], plan.claim, usual(rules)),
            plan.seats_only_chat,
        )
        self._enter(station.boarding.host(post, opening))

    async def _visit(self, plan: Visit) -> None:
        station = self.station
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
            self._app.say(_("Looking for {table} ...", table=short(plan.table, 40)))
            listing = await station.find(plan.table, _NAMED)
            if not plan.watch:
                table = listing.row.ticket.table.hex()
                for one in await asyncio.to_thread(self._journals):
                    if one.table == table and one.stage == "playing" and not one.busy:
                        await self._resume(one)  # whoever names the table means the seat there
                        return
            self._go(listing, plan.watch)
            return
        await asyncio.sleep(_ONLY)
        rows = [one for one in station.listings() if plan.watch or one.row.free]
        if len(rows) == 1:
            self._go(rows[0], plan.watch)
        else:
            says = (
                _("Choose a table: enter sits down, w watches.")
                if rows
                else _("No table is open there.")
            )
            self._app.say(says)

    # From Departures ------------------------------------------------------------------------------

    def sit(self, row: Row, watch: bool) -> None:
        """The chosen table of others, or one of ours that is gone on with."""
        screen = self._screen_of(row)
        if screen is not None:
            if self._station is not None:
                self._station.brokers.show(False)
            self._app.come_back(screen)
            return
        for one in self._unfinished:
            if not watch and one.table == row.ticket.table.hex():
                self._do(self._take_up(one, row))
                return
        self._go_to(row, watch)

    async def _take_up(self, one: Unfinished, row: Row) -> None:
        """Go on with a game of ours, or go to it as to any other, where it can be taken over."""
        if one.busy:  # perhaps by this program alone, which was still leaving then
            await self.station.tables.parted(bytes.fromhex(one.table))
            await self._recall()
        for now in self._unfinished:
            if now.table == one.table and not now.busy:
                await self._resume(now)
                return
        self._go_to(row, watch=False)

    def _go_to(self, row: Row, watch: bool) -> None:
        for listing in self._listings():
            if listing.row.ticket == row.ticket:
                if watch:
                    self._go(listing, watch=True)
                else:
                    self._named(lambda: self._again(row))
                return
        self._app.say(_("That table is gone."))

    def _again(self, row: Row) -> None:
        """Sit down after a name was given: the brokers were left and entered anew for it."""
        self._do(self._find_and_go(row.code))

    async def _find_and_go(self, code: str) -> None:
        self._go(await self.station.find(code, _NAMED), watch=False)

    def take_over(self, screen: Waits) -> None:
        """Our own seat at a running game, of which there is no journal here."""
        self._do(self._recall_seat(screen))

    def watch_own(self, screen: Waits) -> None:
        """Look on at a running game where another window of ours plays."""
        self._do(self._watch_own(screen))

    async def _watch_own(self, screen: Waits) -> None:
        table = screen.room.net.session.ticket.table
        screen.leave()
        await self.station.tables.parted(table)
        self.at_home()
        self._go(await self.station.find(table.hex(), _NAMED), watch=True)

    async def _recall_seat(self, screen: Waits) -> None:
        ticket = screen.room.net.session.ticket
        screen.leave()
        await self.station.tables.parted(ticket.table)
        self.at_home()
        listing = await self.station.find(ticket.table.hex(), _NAMED)
        self._enter(self.station.boarding.recall(listing))

    def host(self, setup: SoloSetup) -> None:
        """A table for others on this network, opened from Departures."""
        self._named(lambda: self._do(self._ask_terms(setup)))

    async def _ask_terms(self, setup: SoloSetup) -> None:
        from core.games.registry import game

        name = _("{name}'s table", name=self.station.person.name)
        terms = Terms(plain(name, TABLE_NAME))
        what = f"{game(setup.game).title}, {n_('{count} seat', '{count} seats', setup.seats)}"
        screen = OpeningScreen(self._app.marks, what, terms)

        def said(key: str | None) -> None:
            if not key:
                return
            name, visibility, gone, seconds, claim, seats_only = screen.terms
            plan = Host(
                setup,
                table=name,
                visibility=visibility,
                absent=(gone, seconds),
                claim=claim,
                seats_only_chat=seats_only,
            )
            self._do(self._host(plan))

        self._app.push_screen(screen, said)

    def _named(self, then: Callable[[], None]) -> None:
        """Ask for a name once, before others see it."""
        if persons.kept_name() or (self._station is not None and self._station.tables.rooms):
            then()
            return

        def named(text: str | None) -> None:
            if not text:
                return
            try:
                persons.keep_name(text)
            except (FolderUnusable, OSError, ValueError) as error:
                self._app.say(_sentence(error))
                return
            self._do(self._rename(then))

        says = _(
            "What shall others call you? It is asked once; `caboose identity` shows who you are."
        )
        name = persons.suggested_name()
        self._app.push_screen(AskScreen(self._app.marks, _("Your name"), says, name, 24), named)

    async def _rename(self, then: Callable[[], None]) -> None:
        if self._station is not None:
            old = self._station
            known = [post for post in old.brokers.posts if post.port is None]
            await old.close()
            self._station = None
            for post in known:
                self.station.brokers.attach(post.broker, security=post.security, found=post.found)
        then()

    # Rooms ----------------------------------------------------------------------------------------

    def _go(self, listing: Listing, watch: bool) -> None:
        if listing.row.refusal:
            self._app.say(_sentence(listing.row.refusal))
            return
        station = self.station
        self._enter(station.boarding.watch(listing) if watch else station.boarding.sit(listing))

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
        """Something happened at a table; perhaps it leads to another game."""
        session = room.net.session
        if room.onlooker is not None:
            room.onlooker()
        if session.phase is Phase.OVER and session.own_stance.again == YES and not room.leads:
            room.leads = True
            self._app.call_later(self._lead, room)

    def _lead(self, room: Room) -> None:
        room.leads = False
        session, mine = room.net.session, room.net.session.seat
        roster = session.roster
        if mine is None or roster is None or room.net.gone.is_set():
            return
        now = wishes(session, room.net.seen)
        ours = room.next is not None and room.next.net.creator and not room.next.net.begun
        if now.ticket is not None and now.opener is not None and now.opener != mine:
            if room.next is not None and not ours:
                return
            if room.next is not None:
                room.next.net.leave()  # two opened one at once: the first in the order holds
            want = (mine - now.opener) % len(roster.seats)
            self._move_on(
                room, self.station.boarding.follow(room, now.ticket, want), now.opener, ""
            )
        elif room.next is None and now.leader == mine and (now.settled or room.forced):
            plan = berths(roster, mine, now.yes)
            missing = [plain(session.players[n].name, 24) for n in (*now.no, *now.waiting)]
            new = self.station.boarding.rematch(room, plan, complete=None not in plan)
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
                    self._app.call_later(net.say_ready)

        new.net.also(look)
        self._show_next(room, new, missing)
        look()

    def _show_next(self, room: Room, new: Room, missing: str) -> None:
        """The waiting room of another game in the place of a table; ``missing`` do not come along."""
        screen = WaitingScreen(new, self._app.marks)
        if missing:
            screen.tell(without(missing))
        self._app.change_trains(room.net, screen)

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

    def people(self, link: Any) -> None:
        """Who is at a table, or in sight, and whom the person has met before."""
        room = self._rooms.get(link) if link is not None else None
        known = self._station.people if self._station is not None else People(Known())

        def who() -> list[Someone]:
            found = {one.player: one for one in company(room)} if room is not None else {}
            for one in self._station.brokers.around() if self._station is not None else ():
                found.setdefault(one.player, one._replace(where=_("in sight")))
            for old in reversed(known.all()):
                name = plain(old.name, 24)
                found.setdefault(old.player, Someone(old.player, name, old.mark, ""))
            return list(found.values())

        self._app.push_screen(PeopleScreen(self._app.marks, known, who))

    def at_home(self) -> None:
        """Departures is shown again."""
        if self._station is not None:
            self._station.brokers.show(True)
            self._do(self._recall())

    @property
    def serves(self) -> bool:
        """Whether others have no other broker than one that ends with this program."""
        posts = self._station.brokers.posts if self._station is not None else []
        return any(post.guests() > 0 and not post.spared for post in posts)

    def part(self) -> None:
        """The terminal was closed; ``close`` is to follow."""
        if self._station is not None:
            self._station.brokers.part()

    async def close(self) -> None:
        """Leave everything in order."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._sources.close()
        if self._station is not None:
            await self._station.close()


def without(missing: str) -> str:
    """What becomes of the seats of those who do not come along to another game."""
    return _("Without {names}: a free seat is for whoever comes.", names=missing)


def company(room: Room) -> list[Someone]:
    """The people at a table's seats, and those who wrote in its chat; neither bots nor ourselves."""
    session, net = room.net.session, room.net
    found: dict[str, Someone] = {}
    seats = session.roster.seats if session.roster is not None else ()
    for place, (seat, player) in enumerate(zip(seats, session.players, strict=False)):
        if seat is not None and seat.bot is None and place != net.seat:
            who, where = player_id(seat.key), _("seat {seat}", seat=place + 1)
            found[who] = Someone(who, plain(player.name, 24), player.mark, where)
    for said in room.chat:
        if said.player and not said.own:
            where = _("in the chat")
            found.setdefault(said.player, Someone(said.player, said.name, said.mark, where))
    return list(found.values())


def table_of(screen: TableScreen | WaitingScreen) -> bytes:
    """The id of a table in the background; one that stands for it where it is played here alone."""
    if isinstance(screen, WaitingScreen):
        table: bytes = screen.room.net.session.ticket.table
        return table
    if isinstance(screen.link, NetTable):
        return screen.link.session.ticket.table
    return id(screen).to_bytes(16, "big")


def row_aside(
    screen: TableScreen | WaitingScreen, listed: Mapping[bytes, Row], clock: float
) -> Row:
    """A table in the background as a line of Departures; ``listed``: what others see of tables."""
    rank = Rank.EXPECTED if screen.expected else Rank.LIVE
    table = table_of(screen)
    if table in listed:
        return replace(listed[table], rank=rank)
    waits = isinstance(screen, WaitingScreen)
    at = screen.room.net if isinstance(screen, WaitingScreen) else screen.table
    over = not waits and at.state.over
    return Row(
        Ticket(table, b""),
        screen.room.name if isinstance(screen, WaitingScreen) else screen.called or _("your game"),
        at.game.name,
        at.game.title,
        tuple(Sitting(p.name, p.mark, p.bot, "") if p.name else None for p in at.players),
        (),
        "open",
        VERSION,
        Stage.BOARDING if waits else Stage.FINISHED if over else Stage.RUNNING,
        Freshness.LIVE,
        Rank.FINISHED if over and rank is not Rank.EXPECTED else rank,
        Visibility.PUBLIC,
        int(clock),
        0,
        None if waits else at.state.turn,
        at.seat,
        "",
    )


def row_of(one: Unfinished) -> Row:
    """A game of ours under way as a line of Departures, for as long as nobody advertises it."""
    seats = tuple(Sitting(name, "", None, "") if name else None for name in one.players or ("",))
    return Row(
        Ticket(bytes.fromhex(one.table), b""),
        called(one),
        one.game,
        one.title,
        seats,
        (),
        "open",
        VERSION,
        {"seating": Stage.BOARDING, "over": Stage.FINISHED}.get(one.stage, Stage.RUNNING),
        Freshness.UNCONFIRMED,
        Rank.EXPECTED if one.expected else Rank.LIVE,
        Visibility.PUBLIC,
        int(one.changed),
        one.n + 1,
        one.turn,
        one.seat if one.seat is not None else 0,
        "",
    )


def _broker_again(addresses: Sequence[str]) -> Broker:
    """The broker of a journal, with the login it was reached by where that is known."""
    found = broker_of(addresses[:MOST_ADDRESSES])
    return known_at(found.addresses) or found


def _own_addresses(post: Post, one: Unfinished) -> list[BrokerAddress]:
    """The post's addresses at which a broker of ours ran for this game."""
    ports = {parse_address(text).port for text in one.ours}
    return [
        address
        for address in post.broker.addresses
        if not address.tls and address.port in ports and address.host in _own_hosts()
    ]


def _own_hosts() -> set[str]:
    return {"127.0.0.1", "localhost", lan_address(), *addresses_of("")}


def _sentence(says: object) -> str:
    text = told(str(says)) or _("It could not be reached.")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
