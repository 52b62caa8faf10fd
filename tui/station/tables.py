"""The tables of this program while they last: each a room, played until it is left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from netplay.journal import Journal
from netplay.lobby import ChatRefused, Said, Visibility
from netplay.lobby.carried import CarriedTable
from netplay.lobby.client import LobbyClient
from netplay.session import Session
from netplay.table import Event
from netplay.transport.opening import brokers_of
from tui.foreign import plain
from tui.net import NetTable
from tui.people import People
from tui.room import Room
from tui.station import company
from tui.station.bots import Bots
from tui.station.keeping import Late, put_by
from tui.station.post import Post


class Sign(NamedTuple):
    """What a table is called here, who sees it, and how others come to it (see ``Room``).

    ``cover``: the key of a private one.
    """

    name: str
    how: tuple[tuple[str, str], ...]
    visibility: Visibility = Visibility.PUBLIC
    cover: bytes | None = None


class Tables:
    """``key``: our public key. ``evidence``: keeps what is known of a stopped table, says where."""

    def __init__(
        self, key: bytes, people: People, bots: Bots, evidence: Callable[[Session], str]
    ) -> None:
        self.rooms: list[Room] = []
        self._posts: dict[Room, Post] = {}
        self._key = key
        self._people = people
        self._bots = bots
        self._evidence = evidence
        self._loop = asyncio.get_running_loop()

    def open(
        self,
        post: Post,
        table: CarriedTable,
        told: Late,
        sign: Sign,
        keeper: Journal | None = None,
        *,
        watching: bool = False,
        history: Sequence[Event] = (),
    ) -> Room:
        """Play a table from now on; its session tells ``told``, its journal is ``keeper``.

        ``history``: what happened there before. Raises NoTable where the broker cannot be reached.
        """
        client = post.lobby
        net = NetTable(
            table.session,
            self._key,
            watching=watching,
            history=history,
            evidence=self._evidence,
        )
        net.seats.people = self._people
        told.target = net.told

        def say(text: str) -> str:
            try:
                client.say(text, net.session.ticket.table)
            except ChatRefused as error:
                return plain(str(error), 120)
            return ""

        room = Room(
            net,
            sign.name,
            str(post.address),
            say=say,
            how=sign.how,
            seats_only=lambda: bool(table.seats_only_chat),
        )
        room.cover, room.visibility = sign.cover, sign.visibility
        # Where the others have brokers, too, ours is not missed.
        net.runs_broker = lambda: post.port is not None and brokers_of(client.transport) < 2
        net.journalled = keeper is not None
        net.also(lambda: company.count(room, client, post))
        work = self._play(room, post, table, client, keeper)
        self.rooms.append(room)
        self._posts[room] = post
        post.rooms[room] = self._loop.create_task(work, name="caboose-table")
        # Before Departures is hidden, or its adverts would be forgotten.
        company.count(room, client, post)
        return room

    async def _play(
        self,
        room: Room,
        post: Post,
        table: CarriedTable,
        client: LobbyClient,
        keeper: Journal | None,
    ) -> None:
        try:
            await room.net.run(table, client.transport)
        finally:
            client.lobby.company(room.net.session.ticket.table, frozenset(), self._loop.time())
            if client is post.client:
                client.flush()
            put_by(room.net.session, keeper)
            self.rooms.remove(room)
            await self._bots.leave(room)
            del self._posts[room], post.rooms[room]

    def post(self, room: Room) -> Post:
        """The broker that a table is at."""
        return self._posts[room]

    def heard(self, post: Post, said: Said) -> None:
        """Somebody said something at a broker: it is for the tables it was said at."""
        for room in post.rooms:
            if room.net.session.ticket.table == said.table:
                room.heard(said.name, said.mark, said.text, said.own, said.player)

    def look_round(self) -> None:
        """Something is new at a broker: tell every table what is known of its company."""
        for room, post in list(self._posts.items()):
            if post.client is not None:
                company.turn_out(room, post.client)
        for room, post in self._posts.items():
            company.tell(room, post)

    async def parted(self, table: bytes) -> None:
        """Wait until nothing of ours is at a table any more that we are leaving."""
        leaving = [
            post.rooms[room]
            for room, post in self._posts.items()
            if room.net.gone.is_set() and room.net.session.ticket.table == table
        ]
        await asyncio.gather(*leaving, return_exceptions=True)

    async def close(self) -> None:
        """Leave all."""
        tables = [post.rooms[room] for room, post in self._posts.items()]
        for room in list(self._posts):
            room.net.leave()
        if tables:
            await asyncio.wait(tables, timeout=3)
