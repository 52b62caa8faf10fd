"""The ways to a table: opened, joined, watched, taken up again, or the next one after a game."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from core.games.registry import game
from core.kernel.game import Game
from netplay.crypto import mark
from netplay.crypto_nacl import NaclCrypto
from netplay.journal import JournalUnusable
from netplay.lobby import Visibility
from netplay.lobby.carried import CarriedTable
from netplay.lobby.host import HostedTable, JoinedTable, WatchedTable
from netplay.lobby.ownbroker import own_addresses
from netplay.rematch import Berth
from netplay.resume import Unfinished, resume
from netplay.session import Me, Replica, Session, Ticket
from netplay.table import Event
from netplay.wire import Policy, Seat, read_record
from tui.room import Room
from tui.station.bots import BOT, Bots
from tui.station.finding import Listing
from tui.station.keeping import IfFree, Keeping, Late, LateJournal, unkept
from tui.station.post import Post
from tui.station.tables import Sign, Tables
from tui.station.words import called, day_and_hour, invitation, ways

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
    policy: Policy | None = _POLICY
    seats_only_chat: bool = False


class Boarding:
    """Every way gives the table's room. Raises NoTable where its broker cannot be reached.

    ``listings``: the tables in sight.
    """

    def __init__(
        self,
        crypto: NaclCrypto,
        tables: Tables,
        bots: Bots,
        keeping: Keeping,
        listings: Callable[[], list[Listing]],
    ) -> None:
        self._crypto = crypto
        self._tables = tables
        self._bots = bots
        self._keeping = keeping
        self._listings = listings
        self._covers: dict[bytes, bytes] = {}
        self._loop = asyncio.get_running_loop()

    def cover(self, post: Post, table: bytes, key: bytes) -> None:
        """From now on the private table of that key can be seen, and everything about it is sealed."""
        self._covers[table] = key
        post.lobby.cover(table, key)

    # Our own ----------------------------------------------------------------------------------------

    def host(self, post: Post, opening: Opening) -> Room:
        """Open a table at a broker whose lobby is up, and sit down at its first seat."""
        room = self._open(post, opening)
        for level in opening.bots:
            self._bots.seat(room, post, post.lobby, level)
        return room

    def rematch(self, room: Room, plan: Sequence[Berth | None], complete: bool) -> Room:
        """Open the table of another game like that of ``room``, at the same broker; bots are ours.

        ``complete``: everyone comes along, so that it is in nobody's list before all have sat down.
        """
        post, old = self._tables.post(room), room.net.session
        roster = old.roster
        assert roster is not None
        seeds = {
            place: os.urandom(32)
            for place, berth in enumerate(plan)
            if berth is not None and berth.bot is not None and not berth.key
        }
        machine = {
            place: Me(NaclCrypto(seed), berth.name, berth.bot)
            for place, seed in seeds.items()
            if (berth := plan[place]) is not None
        }
        opening = Opening(
            old.game,
            old.game.unpack_options(roster.options),
            len(roster.seats),
            room.name,
            visibility=room.visibility,
            policy=old.policy,
            seats_only_chat=room.seats_only_chat,
        )
        invited = [
            Seat(me.crypto.key, me.device, me.name, me.bot, 0)
            if (me := machine.get(place)) is not None
            else None
            for place in range(1, len(plan))
        ]
        new = self._open(post, opening, invited, room.cover, until_full=complete)
        for place, me in machine.items():
            self._bots.join(new, post, post.lobby, me, seeds[place], me.bot or BOT)
        return new

    def _open(
        self,
        post: Post,
        opening: Opening,
        invited: Sequence[Seat | None] = (),
        key: bytes | None = None,
        until_full: bool = False,
    ) -> Room:
        client = post.lobby
        told, late = Late(), LateJournal()
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
            journal=late,
            invited=invited,
            key=key,
            until_full=until_full,
        )
        late.target = self._keeping.begin(post, cover=table.key)
        how = ways(post, table.session.ticket.table.hex()[:12])
        if opening.visibility is not Visibility.PUBLIC:
            how = invitation(table.invite(post.broker.addresses).text())
        sign = Sign(opening.name, how, opening.visibility, table.key)
        room = self._tables.open(post, table, told, sign, late.target)
        room.add_bot = lambda level: self._bots.seat(room, post, client, level)
        return room

    # Those of others --------------------------------------------------------------------------------

    def sit(self, listing: Listing) -> Room:
        """Ask for a seat at a table of others."""
        post, row = listing.post, listing.row
        cover = self._covers.get(row.ticket.table)
        told, keeper = Late(), self._keeping.begin(post, cover=cover)
        table = JoinedTable(post.lobby, row, auto_ready=False, told=told, journal=keeper or unkept)
        sign = Sign(row.name, ways(post, row.code), row.visibility, cover)
        return self._tables.open(post, table, told, sign, keeper)

    def follow(self, room: Room, ticket: Ticket, want: int) -> Room:
        """Go from the table of ``room`` to the one that one of its seats has opened for another game."""
        post = self._tables.post(room)
        if room.cover is not None:
            self.cover(post, ticket.table, room.cover)
        told, keeper = Late(), self._keeping.begin(post, cover=room.cover)
        table = JoinedTable(
            post.lobby,
            (ticket, room.net.session.game),
            want=want,
            auto_ready=False,
            told=told,
            journal=keeper or unkept,
        )
        how = ways(post, ticket.table.hex()[:12])
        sign = Sign(room.name, how, room.visibility, room.cover)
        return self._tables.open(post, table, told, sign, keeper)

    def watch(self, listing: Listing) -> Room:
        """Look on."""
        post, row = listing.post, listing.row
        told = Late()
        table = WatchedTable(post.lobby, row, told=told)
        sign = Sign(row.name, ways(post, row.code))
        return self._tables.open(post, table, told, sign, watching=True)

    # Seats of ours, again ---------------------------------------------------------------------------

    def resume(self, post: Post, found: Unfinished) -> Room:
        """Take a seat up again where its journal says, and those of bots that ran beside us.

        Raises JournalUnusable, JournalBusy among it.
        """
        client, told = post.lobby, Late()
        taken = resume(found.path, self._crypto, self._loop.time())
        session = taken.session
        if taken.cover is not None:
            self.cover(post, session.ticket.table, taken.cover)
        name = called(found)
        visibility = Visibility.PRIVATE if taken.cover is not None else Visibility.UNLISTED
        if taken.card is not None:
            visibility = Visibility(taken.card.visibility)
        for listing in self._listings():
            if listing.row.ticket == session.ticket:
                name, visibility = listing.row.name, listing.row.visibility
        table = CarriedTable(client, session, told, taken.journal, card=taken.card)
        sign = Sign(name, ways(post, found.code), visibility, taken.cover)
        room = self._tables.open(post, table, told, sign, taken.journal, history=history(session))
        if session.paused is not None:
            # The pause was the last thing kept.
            room.net.line.paused_since = day_and_hour(found.changed)
        for path in found.bots:
            with suppress(JournalUnusable):  # a bot that is lost is absent, and the rest goes on
                bot = resume(path, None, self._loop.time())
                key = NaclCrypto(bot.key or b"").key
                level = next((p.bot for p in bot.session.players if p.mark == mark(key)), None)
                self._bots.start(room, client, bot.session, key, level or BOT, bot.journal)
        if room.net.creator:
            room.add_bot = lambda level: self._bots.seat(room, post, client, level)
        return room

    def recall(self, listing: Listing) -> Room:
        """Take up our seat of a running game without its journal: the other seats are asked first."""
        post, row = listing.post, listing.row
        client, told = post.lobby, Late()
        keeper = self._keeping.begin(post, cover=self._covers.get(row.ticket.table))
        session = Session.recall(
            game(row.game),
            row.ticket,
            Me(self._crypto, client.name),
            chance=os.urandom(8),
            now=self._loop.time(),
        )
        # The window that had the seat so far may keep its journal: ours asks the others again then.
        table = CarriedTable(client, session, told, IfFree(keeper) if keeper else unkept)
        sign = Sign(row.name, ways(post, row.code))
        return self._tables.open(post, table, told, sign, keeper)


def history(session: Session) -> list[Event]:
    """What has happened at a table that is taken up again, for the screen's log."""
    records = [read_record(record) for record in session.records()]
    if not records:
        return []
    replica = Replica(session.game, records[0])
    events = [replica.accept(entry, None).event for entry in records[1:]]
    return [event for event in events if event is not None]
