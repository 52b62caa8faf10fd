"""Several people's apps in one process, over an in-process bus: what tests of networked screens share."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from netplay.brokers import broker_of
from netplay.crypto import player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.journal import Journal
from netplay.known import Known
from netplay.resume import open_journals
from netplay.transport import MemoryHub, MemoryTransport
from tests.tui.driving import shown
from tui.app import CabooseApp
from tui.concourse import Concourse
from tui.person import Person
from tui.plan import Host, Look, Place, Resume, Visit
from tui.room import Room
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.setup import SoloSetup
from tui.station.brokers import mqtt
from tui.station.station import Station

URL = "mqtt://hub.test"


@dataclass
class Guest:
    """One person: the app, its keys, and the links it has opened."""

    name: str
    app: CabooseApp
    pilot: Pilot[int]
    links: list[MemoryTransport]

    @property
    def room(self) -> Room:
        """The table that this person is at."""
        station: Any = self.app.net.station
        return station.tables.rooms[0]

    @property
    def text(self) -> str:
        """What the terminal shows."""
        return shown(self.app)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen), self.app.screen
        return self.app.screen

    @property
    def waits(self) -> bool:
        return isinstance(self.app.screen, WaitingScreen)

    @property
    def plays(self) -> bool:
        return isinstance(self.app.screen, TableScreen)


async def until(check: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Let things happen until ``check()`` gives something true."""
    async with asyncio.timeout(seconds):
        while not (found := check()):  # noqa: ASYNC110 # a plain value is waited for, not an event
            await asyncio.sleep(0.01)
    return found


class Party:
    """Opens apps that meet at one hub."""

    def __init__(self, stack: AsyncExitStack, folder: Path) -> None:
        self.folder = folder
        self.hub = MemoryHub()
        self.url = URL
        """Where they meet; another address than the usual is that of a real broker."""
        self._stack = stack
        self._count = 0
        self.passed: dict[str, float] = {}
        """Seconds by which somebody's clock is ahead."""

    async def come(
        self,
        name: str,
        plan: Host | Visit | Look | Resume,
        *,
        size: tuple[int, int] = (80, 24),
        again: int = 0,
    ) -> Guest:
        """Another person's app, begun with this plan; ``again``: a second window of whoever came n-th."""
        self._count += 0 if again else 1
        number = again or self._count
        seed = number.to_bytes(32, "big")
        links: list[MemoryTransport] = []
        folder = self.folder / str(number)
        known = Known(folder / "people.json")

        def connect(broker: object, will: Any) -> MemoryTransport:
            links.append(self.hub.transport(will))
            return links[-1]

        def station(person: Person, changed: Callable[[], None]) -> Station:
            over: Any = connect if self.url == URL else mqtt
            made = Station(
                person, connect=over, changed=changed, journal=begin, pace=0.0, known=known
            )
            made.brokers.attach(broker_of([self.url]))
            return made

        def begin(brokers: tuple[str, ...], key: bytes | None, cover: bytes | None) -> Journal:
            return Journal.begin(brokers, folder, key, cover)

        app = CabooseApp(
            plan=plan,
            clock=lambda: time.monotonic() + self.passed.get(name, 0.0),
            concourse=lambda app: Concourse(
                app,
                person=lambda: Person(seed, name),
                station=station,
                journals=lambda: open_journals(folder),
                sources=Nowhere,
            ),
        )
        pilot = await self._stack.enter_async_context(app.run_test(size=size))
        return Guest(name, app, pilot, links)

    async def host(
        self, name: str, seats: int = 2, game: str = "continental-express", **more: Any
    ) -> Guest:
        """Somebody who opens a table, once its waiting room is there."""
        setup = SoloSetup(game=game, seats=seats, name=name)
        guest = await self.come(name, Host(setup, place=Place(broker_of([self.url])), **more))
        await until(lambda: guest.waits)
        return guest

    async def visit(self, name: str, *, watch: bool = False, table: str = "") -> Guest:
        """Somebody who comes to the table there is."""
        plan = Visit(table or "table", watch=watch)
        guest = await self.come(name, plan)
        await until(lambda: guest.waits or guest.plays)
        return guest


class Nowhere:
    """No brokers beside the hub, which is there from the start."""

    def __init__(self, station: Callable[[], Station]) -> None:
        self._station = station

    async def open(self, *, lan: bool = True) -> None:
        self._station()

    async def close(self) -> None:
        pass


@asynccontextmanager
async def party() -> AsyncIterator[Party]:
    """A hub, and apps that end with it."""
    async with AsyncExitStack() as stack:
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv("CABOOSE_DATA_DIR", folder)
            yield Party(stack, Path(folder))
            await stack.aclose()


def ident(number: int) -> str:
    """The player id of the party's n-th guest, from 1."""
    return player_id(NaclCrypto(number.to_bytes(32, "big")).key)


def part(guests: Party, guest: Guest) -> None:
    """The guest's machine loses its link, as when it is unplugged; ``mend`` gives it back."""
    hub = guests.hub
    for link in [link for link in guest.links if link in hub._connected]:
        del hub._connected[link]
        hub._absent[link] = None
        if link._will is not None:
            hub._route(link._will.topic, link._will.payload, link._will.retain)
        link._lost()


def mend(guests: Party, guest: Guest) -> None:
    """The guest's link is there again."""
    for link in guest.links:
        guests.hub._rejoin(link)
