"""Where Departures gets its brokers from: those saved, and those announced on this network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from netplay.brokers import Broker, load
from netplay.discovery import Announcement, Browser, NoDiscovery, addresses_of, lan_is_on
from tui.station.post import Post
from tui.station.station import Station


@asynccontextmanager
async def announced(name: str, port: int) -> AsyncIterator[bool]:
    """Announce a broker on this network, as far as that is possible: who types its address needs none.

    Gives whether it is announced.
    """
    async with announced_at(name, port, addresses_of("") if lan_is_on() else ()) as is_told:
        yield is_told


@asynccontextmanager
async def announced_at(name: str, port: int, addresses: Sequence[str]) -> AsyncIterator[bool]:
    """The same for a broker that listens on some addresses only."""
    async with AsyncExitStack() as stack:
        is_told = False
        if lan_is_on():
            with suppress(NoDiscovery):
                await stack.enter_async_context(Announcement(name, port, addresses))
                is_told = True
        yield is_told


class Sources:
    """Attaches brokers as they are found, until ``close``.

    ``station`` gives the station, which needs the person's key: it is asked for only when there is a
    broker to listen at.
    """

    def __init__(self, station: Callable[[], Station]) -> None:
        self._station = station
        self._posts: dict[str, Post] = {}
        self._browser: Browser | None = None
        self._stack = AsyncExitStack()
        self.says = ""
        """Why the local network is not searched, if it is not."""

    async def open(self, *, lan: bool = True) -> None:
        """Listen at all that is known; raises BrokersUnusable for a list that cannot be read."""
        if lan:
            await self._search()
        for broker in load():
            self._station().brokers.attach(broker)

    async def _search(self) -> None:
        if self._browser is not None or not lan_is_on():
            return
        try:
            self._browser = await self._stack.enter_async_context(Browser(self.changed))
        except NoDiscovery as error:
            self.says = str(error)

    def changed(self) -> None:
        """Bring the station up to what is announced now."""
        if self._browser is None:
            return
        found = {one.service: one for one in self._browser.found()}
        for service in [service for service in self._posts if service not in found]:
            self._station().brokers.detach(self._posts.pop(service))
        for service, one in found.items():
            if service not in self._posts:
                broker = Broker(one.name, one.addresses)
                self._posts[service] = self._station().brokers.attach(broker, found=True)

    async def close(self) -> None:
        """Search no more."""
        self._browser = None
        await self._stack.aclose()
