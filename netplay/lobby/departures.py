"""The lobbies of several brokers as one list, without a screen; a missing broker disturbs no other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from netplay.brokers import Broker, BrokersUnusable
from netplay.crypto import Crypto
from netplay.discovery import Browser, Found, NoDiscovery
from netplay.lobby.client import LobbyClient, Open
from netplay.lobby.finding import find
from netplay.lobby.ownbroker import MakeBroker
from netplay.lobby.ranking import order
from netplay.lobby.values import NoTable, Row
from netplay.transport import BrokerAddress, LinkState, Transport, TransportError, Will

_AGAIN: Final = 10.0
"""Seconds before a broker that could not be reached is tried again."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where tables are looked for: what people call it, how to get there, its addresses for invites."""

    name: str
    connect: Open
    addresses: tuple[BrokerAddress, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A table and the place it was seen at."""

    place: str
    row: Row


def place_of(
    broker: Broker,
    ask: Callable[[str], str] | None = None,
    also: Sequence[BrokerAddress] = (),
) -> Place:
    """A broker as a place; raises BrokersUnusable where a file or password is missing (see there).

    ``also``: more addresses of a broker that runs here, by which others come to it.
    """
    from netplay.transport.opening import open_link

    security = broker.security(ask)

    def opened(will: Will) -> Transport:
        return open_link(broker.addresses, will=will, security=security, also=also)

    return Place(broker.name, opened, tuple(also) or broker.addresses)


def place_found(found: Found) -> Place:
    """A broker that is announced on the local network."""
    return place_of(Broker(found.name, found.addresses))


class Departures:
    """Everything in sight: places that are given, and with ``lan`` those announced around us.

    A broker that two places lead to is listed once. ``changed`` is called when anything may have
    changed. ``own``: see `LobbyClient`. Use with ``async with``; what does not work is in
    ``problems``, and never raised.
    """

    def __init__(
        self,
        crypto: Crypto,
        name: str,
        places: Sequence[Place],
        *,
        lan: bool = False,
        bot: str | None = None,
        seen: bool = True,
        changed: Callable[[], None] = lambda: None,
        interfaces: Sequence[str] | None = None,
        own: MakeBroker | None = None,
    ) -> None:
        self._own = own
        self._crypto = crypto
        self._name = name
        self._bot = bot
        self._seen = seen
        self._changed = changed
        self._clients: dict[str, LobbyClient] = {}
        self._problems: dict[str, str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._tried: dict[str, asyncio.Event] = {}
        self._browser = Browser(self._look_round, interfaces=interfaces) if lan else None
        self._browsing = False
        self._places = list(places)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places that are listened at, or tried."""
        return tuple(self._tasks)

    @property
    def problems(self) -> dict[str, str]:
        """What does not work, one sentence a place."""
        return dict(self._problems)

    def client(self, place: str) -> LobbyClient:
        """The lobby of a place; raises KeyError where it is not reached."""
        return self._clients[place]

    def up(self, place: str) -> bool:
        """Whether a place is reached now."""
        client = self._clients.get(place)
        return client is not None and client.link is LinkState.UP

    def listings(self) -> tuple[Listing, ...]:
        """All tables, in the order of the list; one that is seen at several places once."""
        best: dict[bytes, Listing] = {}
        for place, client in self._clients.items():
            for row in client.rows():
                known = best.get(row.ticket.table)
                if known is None or row.freshness < known.row.freshness:
                    best[row.ticket.table] = Listing(place, row)
        return tuple(sorted(best.values(), key=lambda listing: order(listing.row)))

    def find(self, text: str) -> Listing:
        """The table of that name or code, wherever it is; raises NoTable."""
        for place, client in self._clients.items():
            try:
                row = client.lobby.find(text)
            except NoTable:
                continue
            if row.ticket.table.hex().startswith(text.strip().lower()):
                return Listing(place, row)
        listed = self.listings()
        row = find([listing.row for listing in listed], text)
        return next(listing for listing in listed if listing.row is row)

    async def tried(self, seconds: float) -> None:
        """Until every place known now was tried once, at most so long."""
        waits = [asyncio.ensure_future(event.wait()) for event in self._tried.values()]
        if waits:
            _, late = await asyncio.wait(waits, timeout=seconds)
            for wait in late:
                wait.cancel()

    def add(self, place: Place) -> None:
        """Listen there, too; a second place of one name gets a number."""
        name, number = place.name, 1
        while name in self._tasks:
            number += 1
            name = f"{place.name} {number}"
        self._tried[name] = asyncio.Event()
        task = asyncio.get_running_loop().create_task(self._stay(name, place.connect))
        self._tasks[name] = task

    async def _stay(self, name: str, connect: Open) -> None:
        while True:
            try:
                client = LobbyClient(
                    self._crypto,
                    self._name,
                    connect,
                    bot=self._bot,
                    seen=self._seen,
                    told=lambda event: self._changed(),
                    own=self._own,
                )
                async with client:
                    client.show()
                    self._clients[name] = client
                    self._problems.pop(name, None)
                    self._tried[name].set()
                    self._changed()
                    await client.wait()
            except TransportError as error:
                self._problems[name] = str(error)
            finally:
                self._clients.pop(name, None)
            self._tried[name].set()
            self._changed()
            await asyncio.sleep(_AGAIN)

    def _look_round(self) -> None:
        if self._browser is None or not self._browsing:
            return
        for found in self._browser.found():
            if found.service not in self._services:
                self._services.add(found.service)
                self.add(place_found(found))
        self._changed()

    async def __aenter__(self) -> Self:
        self._services: set[str] = set()
        for place in self._places:
            self.add(place)
        if self._browser is not None:
            try:
                await self._browser.__aenter__()
            except NoDiscovery as error:
                self._problems["LAN"] = str(error)
            else:
                self._browsing = True
                self._look_round()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._changed = lambda: None
        if self._browser is not None and self._browsing:
            self._browsing = False
            await self._browser.__aexit__(None, None, None)
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


__all__ = ["BrokersUnusable", "Departures", "Listing", "Place", "place_found", "place_of"]
