"""Everything of this program that goes over a network: one lobby a broker, and the tables there."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from core.games.registry import game
from core.kernel.game import Game
from netplay.botplayer import BotNode
from netplay.brokers import Broker, BrokersUnusable
from netplay.config import FolderUnusable
from netplay.crypto import mark, player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.journal import Journal, JournalBusy, JournalUnusable
from netplay.known import Known
from netplay.lobby import ChatRefused, NoTable, Row, Said, Unfound, Visibility
from netplay.lobby.client import LobbyClient
from netplay.lobby.finding import find
from netplay.lobby.host import HostedTable, JoinedTable, WatchedTable
from netplay.lobby.host import NetTable as SeatedTable
from netplay.lobby.ownbroker import MakeBroker, own_addresses
from netplay.rematch import Berth
from netplay.resume import Unfinished, put_away, resume
from netplay.session import Action, Me, Phase, Replica, Save, Session, Ticket
from netplay.table import Event, Faltered
from netplay.transport import (
    BrokerAddress,
    LinkState,
    Transport,
    TransportError,
    Will,
    parse_address,
)
from netplay.transport.opening import brokers_of
from netplay.transport.security import Security
from netplay.wire import Policy, Roster, Seat, read_record
from tui.foreign import plain
from tui.guest import is_guest
from tui.net import NetTable
from tui.people import People, Someone
from tui.person import Person
from tui.plan import Place
from tui.room import Room
from tui.solo import NAMES, PACE
from tui.tongue import N_, _, both

Connect = Callable[[Place, Will], Transport]
"""Makes a transport to a broker with this will, not entered yet; raises BrokersUnusable."""
BOT: Final = "greedy"
"""The strength of bots that fill free seats."""
Announce = Callable[[str, int], AbstractAsyncContextManager[object]]
"""Announces the broker of a name and port on this network while it is entered; never raises."""
Begin = Callable[[tuple[str, ...], bytes | None, bytes | None], Journal]
"""Begins a journal (see ``Journal.begin``): the broker's addresses, a bot's secret seed, the key of a
private table."""
_AGAIN: Final = 20.0
"""Seconds, at most, before a broker that could not be reached is tried again."""

_SETTLE: Final = 2.0
"""Seconds, at most, for every broker to be tried before a name is taken for one table's."""
_MEMORY: Final = 0.3
"""Seconds for what a broker remembers to arrive."""

_POLICY: Final = Policy()


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to open. ``name``: what others see it by; ``bots``: strengths for the last seats."""

    game: Game[Any]
    options: Any
    seats: int
    name: str
    bots: tuple[str, ...] = ()
    visibility: Visibility = Visibility.PUBLIC
    policy: Policy = _POLICY
    seats_only_chat: bool = False


@dataclass(slots=True, eq=False)
class Post:
    """One broker. ``port`` is not None where it is our own, started here."""

    broker: Broker
    port: int | None = None
    security: Security | None = None
    found: bool = False
    """Whether it was found on this network by itself."""
    client: LobbyClient | None = None
    says: str = ""
    """Why it cannot be reached, a sentence."""
    guests: Callable[[], int] = lambda: 0
    """How many others are linked through it, where it is our own."""
    spared: bool = False
    """Whether all whom we met there have brokers of their own, so that ours may end."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it is known whether it can be reached."""

    @property
    def address(self) -> BrokerAddress:
        """What others type to come there."""
        return self.broker.addresses[0]

    @property
    def up(self) -> bool:
        """Whether its lobby is heard now."""
        return self.client is not None and self.client.transport.link is LinkState.UP


@dataclass(frozen=True, slots=True)
class Listing:
    """A table, and the broker it was seen at."""

    post: Post
    row: Row


def mqtt(place: Place, will: Will) -> Transport:
    """A transport over MQTT."""
    from netplay.transport.opening import open_link

    security = place.security or place.broker.security()
    # A guest goes from somebody else's machine to the brokers that its owner named, and to no other.
    grows = not is_guest()
    return open_link(
        place.broker.addresses, will=will, security=security, also=place.also, grows=grows
    )


class Station:
    """Brokers that are listened to, and the tables of this program there.

    ``changed`` is called whenever rows or links may have changed. ``journal`` begins the journal of a
    seat, None: none is kept. ``pace``: seconds a bot of ours takes for a move. ``known``: whom the
    person has met. ``own``: makes the broker that runs here for tables of others on this network,
    None: none does. Everything runs in the loop that calls; nothing but ``close`` and ``find`` waits.
    """

    def __init__(
        self,
        person: Person,
        *,
        connect: Connect = mqtt,
        announce: Announce | None = None,
        changed: Callable[[], None] = lambda: None,
        evidence: Callable[[Session], str] = lambda session: "",
        journal: Begin | None = None,
        pace: float = PACE,
        known: Known | None = None,
        own: MakeBroker | None = None,
    ) -> None:
        self._own = own
        self.person = person
        self.posts: list[Post] = []
        self.rooms: list[Room] = []
        self._crypto = NaclCrypto(person.seed)
        self._connect = connect
        self._announce = announce
        self._changed = changed
        self._evidence = evidence
        self._journal = journal
        self._pace = pace
        self._known = known
        self.people = People(known, self.heed)
        """Whom the person has met, with their notes."""
        self._tasks: dict[Post, asyncio.Task[None]] = {}
        self._covers: dict[bytes, bytes] = {}
        self._bots: dict[Room, set[asyncio.Task[None]]] = {}
        self._tables: dict[Room, tuple[Post, asyncio.Task[None]]] = {}
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._showing = True

    # Brokers --------------------------------------------------------------------------------------

    def attach(
        self, broker: Broker, *, security: Security | None = None, found: bool = False
    ) -> Post:
        """Listen at a broker from now on; the post it has already, if it has one."""
        for post in self.posts:
            owned = set(post.client.owned) if post.client is not None else set()
            if owned & set(map(str, broker.addresses)):
                return post  # it runs here, and is heard already through the table that it is for
            if set(post.broker.addresses) & set(broker.addresses) and not post.closing.is_set():
                return post
        return self._post(Post(broker, security=security, found=found))

    def detach(self, post: Post) -> None:
        """Listen there no more, unless a table of ours is there."""
        if post.port is not None or any(where is post for where, _ in self._tables.values()):
            return
        self.posts.remove(post)
        post.closing.set()

    def start_broker(self, port: int = 0) -> Post:
        """Start a broker in this program, for this network, and listen at it."""
        address = BrokerAddress("mqtt", lan_address(), port or 1)
        return self._post(Post(Broker("LAN", (address,)), port))

    def _post(self, post: Post) -> Post:
        self.posts.append(post)
        self._tasks[post] = self._loop.create_task(self._serve(post), name="caboose-post")
        return post

    async def _serve(self, post: Post) -> None:
        while not post.closing.is_set():
            try:
                await self._stay(post)
            except (TransportError, BrokersUnusable, OSError) as error:
                post.says = str(error)
            post.client = None
            post.tried.set()
            self._tell()
            if post.port is not None:
                return
            try:
                async with asyncio.timeout(random.uniform(_AGAIN / 4, _AGAIN)):
                    await post.closing.wait()
            except TimeoutError:
                continue

    async def _stay(self, post: Post) -> None:
        async with AsyncExitStack() as stack:
            near = Place(post.broker, post.security)
            if post.port is not None:
                from netplay.broker.embedded import EmbeddedBroker

                # On all of this machine's addresses: others come by the one that is shown.
                broker = await stack.enter_async_context(
                    EmbeddedBroker("0.0.0.0", post.port)  # noqa: S104 # a LAN game is for the LAN
                )
                also = tuple([parse_address(text) for text in own_addresses(broker.port)])
                near = Place(Broker("LAN", (broker.address,)), None, also)
                post.guests = lambda: broker.connections - 1
                address = BrokerAddress("mqtt", post.address.host, broker.port)
                post.broker = Broker("LAN", (address,))
                if self._announce is not None:
                    await stack.enter_async_context(self._announce(self.person.name, broker.port))
            client = await stack.enter_async_context(
                LobbyClient(
                    self._crypto,
                    self.person.name,
                    lambda will: self._connect(near, will),
                    told=lambda event: self._told(post, event),
                    known=self._known,
                    own=self._own,
                )
            )
            post.client, post.says = client, ""
            self.show(self._showing)
            post.tried.set()
            self._tell()
            watches = [
                self._loop.create_task(work)
                for work in (self._watch_link(client.transport), client.wait(), post.closing.wait())
            ]
            try:
                await asyncio.wait(watches, return_when=asyncio.FIRST_COMPLETED)
                for watch in watches:
                    if watch.done():
                        watch.result()
            finally:
                for watch in watches:
                    watch.cancel()
                await asyncio.gather(*watches, return_exceptions=True)
                for room, (where, task) in list(self._tables.items()):
                    if where is post:
                        room.net.leave()
                        await asyncio.gather(task, return_exceptions=True)

    async def _watch_link(self, transport: Transport) -> bool:
        state = transport.link
        while True:
            state = await transport.link_changed(state)
            self._tell()

    def show(self, on: bool) -> None:
        """Whether all tables of others are wanted: only while Departures shows them."""
        self._showing = on
        for post in self.posts:
            if post.client is not None:
                (post.client.show if on else post.client.hide)()

    def heed(self) -> None:
        """Whom the person mutes or blocks has changed: it holds from now on."""
        for post in self.posts:
            if post.client is not None:
                post.client.heed()
                post.client.flush()
        self._tell()

    def around(self) -> list[Someone]:
        """Who is in sight at the brokers, each once; bots left out."""
        found: dict[str, Someone] = {}
        for post in self.posts:
            for one in post.client.lobby.people() if post.client is not None else ():
                if one.bot is None:
                    name = plain(one.name, 24)
                    found.setdefault(one.player, Someone(one.player, name, one.mark, ""))
        return list(found.values())

    def _turn_out(self, room: Room, client: LobbyClient) -> None:
        """Nobody who is blocked keeps a seat at a table of ours that has not begun."""
        session = room.net.session
        if not room.net.creator or session.phase is not Phase.SEATING or session.roster is None:
            return
        for place, seat in enumerate(session.roster.seats):
            if seat is not None and client.lobby.blocks(player_id(seat.key)):
                if session.remove(place, self._loop.time(), ban=False):
                    room.net.tick()
                return  # one at a time: each makes a new roster, and comes back here

    def _told(self, post: Post, event: object) -> None:
        if isinstance(event, Said):
            for room, (where, _) in self._tables.items():
                if where is post and room.net.session.ticket.table == event.table:
                    room.heard(event.name, event.mark, event.text, event.own, event.player)
            return
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        for room, (post, _task) in list(self._tables.items()):
            if post.client is not None:
                self._turn_out(room, post.client)
        self._look_round()
        self._changed()

    # Tables of others -----------------------------------------------------------------------------

    def listings(self) -> list[Listing]:
        """All tables in sight, each once, where you are expected first."""
        found: dict[bytes, Listing] = {}
        for post in self.posts:
            if post.client is not None:
                for row in post.client.rows():
                    found.setdefault(row.ticket.table, Listing(post, row))
        return sorted(found.values(), key=lambda listing: (listing.row.rank, listing.row.freshness))

    async def find(self, text: str, seconds: float) -> Listing:
        """The table of that name or code, as soon as it is in sight; raises NoTable."""
        end = self._loop.time() + seconds
        settled = False
        while True:
            self._news.clear()
            try:
                found = self._find(text)
            except NoTable as error:
                left = end - self._loop.time()
                if error.why is Unfound.SEVERAL or left <= 0:
                    raise
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left, 0.5)):
                        await self._news.wait()
                continue
            if settled or found.row.code == text[:12].lower():
                return found
            settled = True
            await self._settle()

    async def _settle(self) -> None:
        """Let a second table of the same name arrive, from this broker or another."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SETTLE):
                for post in list(self.posts):
                    await post.tried.wait()
        await asyncio.sleep(_MEMORY)

    def _find(self, text: str) -> Listing:
        """The one table that brokers, each asked alone, mean by it; raises NoTable."""
        found: dict[bytes, Listing] = {}
        fault: NoTable | None = None
        for post in self.posts:
            if post.client is None:
                continue
            try:
                row = post.client.lobby.find(text)
            except NoTable as error:
                if error.why is Unfound.SEVERAL:
                    raise
                fault = error
            else:
                found.setdefault(row.ticket.table, Listing(post, row))
        if len(found) > 1:
            # Two brokers mean two tables: together they say so, with the codes.
            row = find([listing.row for listing in found.values()], text)
            return found[row.ticket.table]
        if not found:
            raise fault or NoTable(Unfound.NONE, self._nowhere())
        return next(iter(found.values()))

    def _nowhere(self) -> str:
        says = [post.says for post in self.posts if post.says]
        return says[0] if says else "no broker is known; name one: caboose join mqtt://HOST:PORT"

    # Our tables -----------------------------------------------------------------------------------

    def host(self, post: Post, opening: Opening) -> Room:
        """Open a table at a broker whose lobby is up, and sit down at its first seat."""
        client = self._up(post)
        told, keeper = _Late(), _LateJournal()
        table = HostedTable(
            client,
            opening.game,
            opening.options,
            opening.seats,
            opening.name,
            visibility=opening.visibility,
            seats_only_chat=opening.seats_only_chat,
            auto_ready=False,
            policy=opening.policy,
            brokers=own_addresses(post.address.port) if post.port is not None else (),
            told=told,
            journal=keeper,
        )
        keeper.target = self._keeper(post, cover=table.key)
        net = self._net(table.session, told)
        code = table.session.ticket.table.hex()[:12]
        how = ways(post, code)
        if opening.visibility is not Visibility.PUBLIC:
            how = invitation(table.invite(post.broker.addresses).text())
        room = self._open(post, table, net, opening.name, how, keeper.target)
        room.cover, room.visibility = table.key, opening.visibility
        room.add_bot = lambda level: self._add_bot(room, post, client, level)
        for level in opening.bots:
            self._add_bot(room, post, client, level)
        return room

    def _keeper(
        self, post: Post, key: bytes | None = None, cover: bytes | None = None
    ) -> Journal | None:
        addresses = tuple(str(address) for address in post.broker.addresses)
        return self._journal(addresses, key, cover) if self._journal is not None else None

    def _add_bot(self, room: Room, post: Post, client: LobbyClient, level: str) -> str:
        """Seat a bot on the first free seat; why not, if that is not possible."""
        net = room.net
        session = net.session
        taken = {player.name for player in session.players}
        free = next((name for name in NAMES if name not in taken), "Caboose")
        seed = os.urandom(32)
        me = Me(NaclCrypto(seed), free, level)
        now = self._loop.time()
        if not session.invite(me, now):
            full = session.roster is None or session.roster.full()
            return _("No seat is free.") if full else _("The seats are fixed by now.")
        net.tick()
        joined = Session.join(
            session.game, session.ticket, me, nonce=os.urandom(32), now=self._loop.time()
        )
        self._start_bot(
            room, client, joined, me.crypto.key, level, self._keeper(post, seed, room.cover)
        )
        return ""

    def _start_bot(
        self,
        room: Room,
        client: LobbyClient,
        session: Session,
        key: bytes,
        level: str,
        keeper: Journal | None,
    ) -> None:
        bot = BotNode(session, client.branch(), key, level, keeper or _unkept, pace=self._pace)
        bot.player.faltered = lambda: _faltered(room, session)
        task = self._loop.create_task(self._run_bot(room, bot, keeper), name="caboose-bot")
        self._bots.setdefault(room, set()).add(task)

    async def _run_bot(self, room: Room, bot: BotNode, keeper: Journal | None) -> None:
        try:
            async with bot:
                await room.net.gone.wait()
        finally:
            if keeper is not None:
                with suppress(OSError, FolderUnusable):
                    if bot.player.session.phase is Phase.SEATING:
                        keeper.discard()
                    else:
                        put_away(bot.player.session, keeper)

    def sit(self, listing: Listing) -> Room:
        """Ask for a seat at a table of others."""
        table_id = listing.row.ticket.table
        told, keeper = _Late(), self._keeper(listing.post, cover=self._covers.get(table_id))
        table = JoinedTable(
            self._up(listing.post),
            listing.row,
            auto_ready=False,
            told=told,
            journal=keeper or _unkept,
        )
        net = self._net(table.session, told)
        how = ways(listing.post, listing.row.code)
        room = self._open(listing.post, table, net, listing.row.name, how, keeper)
        room.cover, room.visibility = self._covers.get(table_id), listing.row.visibility
        return room

    def rematch(self, room: Room, plan: Sequence[Berth | None], complete: bool) -> Room:
        """Open the table of another game like that of ``room``, at the same broker; bots are ours.

        ``complete``: everyone comes along, so that it is in nobody's list before all have sat down.
        """
        post, _task = self._tables[room]
        client = self._up(post)
        old = room.net.session
        roster = old.roster
        assert roster is not None
        told, keeper = _Late(), _LateJournal()
        bots = {
            place: (os.urandom(32), berth.name, berth.bot)
            for place, berth in enumerate(plan)
            if berth is not None and berth.bot is not None and not berth.key
        }
        machine = {
            place: Me(NaclCrypto(seed), name, level) for place, (seed, name, level) in bots.items()
        }
        table = HostedTable(
            client,
            old.game,
            old.game.unpack_options(roster.options),
            len(roster.seats),
            room.name,
            visibility=room.visibility,
            seats_only_chat=room.seats_only_chat,
            auto_ready=False,
            policy=old.policy,
            brokers=own_addresses(post.address.port) if post.port is not None else (),
            told=told,
            journal=keeper,
            invited=[
                Seat(me.crypto.key, me.device, me.name, me.bot, 0)
                if (me := machine.get(place)) is not None
                else None
                for place in range(1, len(plan))
            ],
            key=room.cover,
            until_full=complete,
        )
        keeper.target = self._keeper(post, cover=table.key)
        net = self._net(table.session, told)
        how = ways(post, table.session.ticket.table.hex()[:12])
        if room.visibility is not Visibility.PUBLIC:
            how = invitation(table.invite(post.broker.addresses).text())
        new = self._open(post, table, net, room.name, how, keeper.target)
        new.cover, new.visibility = table.key, room.visibility
        new.add_bot = lambda level: self._add_bot(new, post, client, level)
        for place, (seed, _name, level) in bots.items():
            me = machine[place]
            joined = Session.join(
                old.game, table.session.ticket, me, nonce=os.urandom(32), now=self._loop.time()
            )
            keep = self._keeper(post, seed, new.cover)
            self._start_bot(new, client, joined, me.crypto.key, level or BOT, keep)
        return new

    def follow(self, room: Room, ticket: Ticket, want: int) -> Room:
        """Go from the table of ``room`` to the one that one of its seats has opened for another game."""
        post, _task = self._tables[room]
        if room.cover is not None:
            self.cover(post, ticket.table, room.cover)
        told, keeper = _Late(), self._keeper(post, cover=room.cover)
        table = JoinedTable(
            self._up(post),
            (ticket, room.net.session.game),
            want=want,
            auto_ready=False,
            told=told,
            journal=keeper or _unkept,
        )
        net = self._net(table.session, told)
        how = ways(post, ticket.table.hex()[:12])
        new = self._open(post, table, net, room.name, how, keeper)
        new.cover, new.visibility = room.cover, room.visibility
        return new

    def cover(self, post: Post, table: bytes, key: bytes) -> None:
        """From now on the private table of that key can be seen, and everything about it is sealed."""
        self._covers[table] = key
        self._up(post).cover(table, key)

    async def parted(self, table: bytes) -> None:
        """Wait until nothing of ours is at a table any more that we are leaving."""
        leaving = [
            task
            for room, (_, task) in self._tables.items()
            if room.net.gone.is_set() and room.net.session.ticket.table == table
        ]
        await asyncio.gather(*leaving, return_exceptions=True)

    def resume(self, post: Post, found: Unfinished) -> Room:
        """Take a seat up again where its journal says, and those of bots that ran beside us.

        Raises JournalUnusable, JournalBusy among it.
        """
        client = self._up(post)
        told = _Late()
        taken = resume(found.path, self._crypto, self._loop.time())
        session = taken.session
        if taken.cover is not None:
            self.cover(post, session.ticket.table, taken.cover)
        table = SeatedTable(client, session, told, taken.journal, card=taken.card)
        net = self._net(session, told, history=history(session))
        if session.paused is not None:
            net.paused_since = day_and_hour(found.changed)  # the pause was the last thing kept
        name = next(
            (one.row.name for one in self.listings() if one.row.ticket == session.ticket),
            called(found),
        )
        room = self._open(post, table, net, name, ways(post, found.code), taken.journal)
        room.cover = taken.cover
        room.visibility = Visibility.PRIVATE if taken.cover is not None else Visibility.UNLISTED
        if taken.card is not None:
            room.visibility = Visibility(taken.card.visibility)
        for listing in self.listings():
            if listing.row.ticket == session.ticket:
                room.visibility = listing.row.visibility
        for path in found.bots:
            with suppress(JournalUnusable):  # a bot that is lost is absent, and the rest goes on
                bot = resume(path, None, self._loop.time())
                me = NaclCrypto(bot.key or b"")
                level = next((p.bot for p in bot.session.players if p.mark == mark(me.key)), None)
                self._start_bot(room, client, bot.session, me.key, level or BOT, bot.journal)
        if net.creator:
            room.add_bot = lambda level: self._add_bot(room, post, client, level)
        return room

    def recall(self, listing: Listing) -> Room:
        """Take up our seat of a running game without its journal: the other seats are asked first."""
        client, row = self._up(listing.post), listing.row
        told, keeper = _Late(), self._keeper(listing.post, cover=self._covers.get(row.ticket.table))
        session = Session.recall(
            game(row.game),
            row.ticket,
            Me(self._crypto, client.name),
            chance=os.urandom(8),
            now=self._loop.time(),
        )
        # The window that had the seat so far may keep its journal: ours asks the others again then.
        table = SeatedTable(client, session, told, _IfFree(keeper) if keeper else _unkept)
        net = self._net(session, told)
        return self._open(listing.post, table, net, row.name, ways(listing.post, row.code), keeper)

    def watch(self, listing: Listing) -> Room:
        """Look on."""
        told = _Late()
        table = WatchedTable(self._up(listing.post), listing.row, told=told)
        net = self._net(table.session, told, watching=True)
        how = ways(listing.post, listing.row.code)
        return self._open(listing.post, table, net, listing.row.name, how)

    def _up(self, post: Post) -> LobbyClient:
        if post.client is None:
            raise NoTable(Unfound.NONE, post.says or "that broker cannot be reached now")
        return post.client

    def _net(
        self,
        session: Session,
        told: _Late,
        *,
        watching: bool = False,
        history: Sequence[Event] = (),
    ) -> NetTable:
        net = NetTable(
            session,
            self._crypto.key,
            watching=watching,
            history=history,
            evidence=self._evidence,
        )
        net.people = self.people
        told.target = net.told
        return net

    def _open(
        self,
        post: Post,
        table: Any,
        net: NetTable,
        name: str,
        how: tuple[tuple[str, str], ...],
        keeper: Journal | None = None,
    ) -> Room:
        client = self._up(post)

        def say(text: str) -> str:
            try:
                client.say(text, net.session.ticket.table)
            except ChatRefused as error:
                return plain(str(error), 120)
            return ""

        room = Room(
            net,
            name,
            str(post.address),
            say=say,
            how=how,
            seats_only=lambda: bool(table.seats_only_chat),
        )
        # Where the others have brokers, too, ours is not missed.
        net.runs_broker = lambda: post.port is not None and brokers_of(client.transport) < 2
        net.journalled = keeper is not None
        net.also(lambda: self._count(room, client, post))
        work = self._play(room, post, table, client, keeper)
        task = self._loop.create_task(work, name="caboose-table")
        self.rooms.append(room)
        self._tables[room] = (post, task)
        self._count(
            room, client, post
        )  # before Departures is hidden, or its adverts would be forgotten
        return room

    def _count(self, room: Room, client: LobbyClient, post: Post) -> None:
        """Hear of the links of everyone at the table; bots are where their owner is."""
        session = room.net.session
        roster = session.roster
        if roster is None:
            return
        brokers = roster.brokers or ((),) * len(roster.seats)
        theirs = [bool(brokers[place]) for place, _ in self._others(roster)]
        post.spared = bool(theirs) and all(theirs)
        players = frozenset(player_id(seat.key) for _, seat in self._others(roster))
        if client.lobby.accompanied(session.ticket.table) != players:
            client.lobby.company(session.ticket.table, players, self._loop.time())
            client.flush()

    def _look_round(self) -> None:
        """Tell every table what is known of its company."""
        for room, (post, _task) in self._tables.items():
            roster = room.net.session.roster
            if post.client is None or not post.up or roster is None:
                continue
            table = room.net.session.ticket.table
            room.net.company(
                {
                    place: post.client.lobby.seen(table, player_id(seat.key))
                    for place, seat in self._others(roster)
                }
            )

    def _others(self, roster: Roster) -> list[tuple[int, Seat]]:
        """Seats that have a link of their own, which is not ours; bots have their owner's."""
        return [
            (place, seat)
            for place, seat in enumerate(roster.seats)
            if seat is not None
            and seat.key != self._crypto.key
            and (seat.bot is None or seat.voice == place)
        ]

    async def _play(
        self, room: Room, post: Post, table: Any, client: LobbyClient, keeper: Journal | None
    ) -> None:
        try:
            await room.net.run(table, client.transport)
        finally:
            client.lobby.company(room.net.session.ticket.table, frozenset(), self._loop.time())
            if client is post.client:
                client.flush()
            if keeper is not None:
                with suppress(OSError, FolderUnusable):
                    if room.net.session.phase is Phase.SEATING:
                        keeper.discard()  # nothing was begun
                    else:
                        put_away(room.net.session, keeper)
            self.rooms.remove(room)
            bots = self._bots.pop(room, set())
            await asyncio.gather(*bots, return_exceptions=True)
            del self._tables[room]

    # The end --------------------------------------------------------------------------------------

    def part(self) -> None:
        """Our terminal was closed: let the others hear that, before the tables are left."""
        for post in self.posts:
            if post.client is not None:
                post.client.lobby.part(self._loop.time())
                post.client.flush()

    async def close(self) -> None:
        """Leave all tables, say good-bye to all brokers."""
        tables = [task for _, task in self._tables.values()]
        for room in list(self._tables):
            room.net.leave()
        if tables:
            await asyncio.wait(tables, timeout=3)
        for post in self.posts:
            post.closing.set()
        if self._tasks:
            _, stuck = await asyncio.wait(self._tasks.values(), timeout=5)
            for task in stuck:
                task.cancel()
            await asyncio.gather(*stuck, return_exceptions=True)


class _IfFree:
    """A journal that is not there where another window has it: this one goes on without."""

    def __init__(self, keeper: Journal) -> None:
        self._keeper: Journal | None = keeper

    def __call__(self, save: Save) -> None:
        if self._keeper is not None:
            try:
                self._keeper(save)
            except JournalBusy:
                self._keeper = None

    def sync(self) -> None:
        """See ``Journal.sync``."""
        if self._keeper is not None:
            self._keeper.sync()


class _LateJournal:
    """A journal that is begun after the table whose key it keeps; nothing is said before."""

    def __init__(self) -> None:
        self.target: Journal | None = None

    def __call__(self, save: Save) -> None:
        if self.target is not None:
            self.target(save)

    def sync(self) -> None:
        """See ``Journal.sync``."""
        if self.target is not None:
            self.target.sync()


class _Late:
    """A listener that is made before the one it passes everything to."""

    def __init__(self) -> None:
        self.target: Callable[[Action], None] = lambda action: None

    def __call__(self, action: Action) -> None:
        self.target(action)


def _faltered(room: Room, session: Session) -> None:
    if session.seat is not None:
        room.net.told(Faltered(session.seat))


def _unkept(save: Save) -> None:
    """No journal."""


def history(session: Session) -> list[Event]:
    """What has happened at a table that is taken up again, for the screen's log."""
    records = [read_record(record) for record in session.records()]
    if not records:
        return []
    replica = Replica(session.game, records[0])
    events = [replica.accept(entry, None).event for entry in records[1:]]
    return [event for event in events if event is not None]


def called(one: Unfinished) -> str:
    """What a game of ours under way is called: by its table's name, else by who plays."""
    names = [name for name in one.players if name]
    return one.name or (both(names) if names else _("your table"))


def day_and_hour(when: float) -> str:
    """A moment as the person's wall clock showed it; with the day, if that was not today."""
    then = time.localtime(when)
    today = time.strftime("%j %Y") == time.strftime("%j %Y", then)
    return time.strftime("%H:%M" if today else "%d %b %H:%M", then)


def ways(post: Post, code: str) -> tuple[tuple[str, str], ...]:
    """What others type to come to a table, each with what it is for."""
    near = post.found or post.port is not None
    first = (
        (("caboose", N_("On this network others see the table in Departures:")),) if near else ()
    )
    says = N_("Or they name it:") if near else N_("Others type:")
    return (*first, (f"caboose join {post.address}/{code}", says))


def invitation(text: str) -> tuple[tuple[str, str], ...]:
    """How one comes to a table that is in nobody's list."""
    says = N_("i copies this invite; send it to your guests, who give it to `caboose join -`:")
    return ((text, says),)


def lan_address() -> str:
    """The address of this machine that others on its network most likely reach it by."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: the system only says which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            host: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return host
