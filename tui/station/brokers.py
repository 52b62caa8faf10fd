"""The brokers that this program listens at, each served for as long as it is wanted."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Final

from netplay.brokers import Broker, BrokersUnusable
from netplay.crypto_nacl import NaclCrypto
from netplay.known import Known
from netplay.lobby.client import LobbyClient
from netplay.lobby.ownbroker import MakeBroker, own_addresses
from netplay.transport import BrokerAddress, Transport, TransportError, Will, parse_address
from netplay.transport.security import Security
from tui.foreign import plain
from tui.guest import is_guest
from tui.people import Someone
from tui.plan import Place
from tui.station.post import Post

Connect = Callable[[Place, Will], Transport]
"""Makes a transport to a broker with this will, not entered yet; raises BrokersUnusable."""
Announce = Callable[[str, int], AbstractAsyncContextManager[object]]
"""Announces the broker of a name and port on this network while it is entered; entering gives whether
it does, and never raises.
"""
_AGAIN: Final = 20.0
"""Seconds, at most, before a broker that could not be reached is tried again."""


def mqtt(place: Place, will: Will) -> Transport:
    """A transport over MQTT."""
    from netplay.transport.opening import open_link

    security = place.security or place.broker.security()
    # A guest goes from somebody else's machine to the brokers that its owner named, and to no other.
    grows = not is_guest()
    return open_link(
        place.broker.addresses, will=will, security=security, also=place.also, grows=grows
    )


class Brokers:
    """Listens at its ``posts`` under our key and ``name``.

    ``told`` hears each event of a lobby, ``changed`` is called when a link may have changed. ``own``:
    makes the broker that runs here for tables of others, None: none does.
    """

    def __init__(
        self,
        crypto: NaclCrypto,
        name: str,
        *,
        connect: Connect,
        announce: Announce | None,
        known: Known | None,
        own: MakeBroker | None,
        told: Callable[[Post, object], None],
        changed: Callable[[], None],
    ) -> None:
        self.posts: list[Post] = []
        self._crypto = crypto
        self._name = name
        self._connect = connect
        self._announce = announce
        self._known = known
        self._own = own
        self._told = told
        self._changed = changed
        self._tasks: dict[Post, asyncio.Task[None]] = {}
        self._loop = asyncio.get_running_loop()
        self._showing = True

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
        if post.port is None and not post.rooms:
            self.posts.remove(post)
            post.closing.set()

    def start(self, port: int = 0) -> Post:
        """Start a broker in this program, for this network, and listen at it."""
        address = BrokerAddress("mqtt", lan_address(), port or 1)
        return self._post(Post(Broker("LAN", (address,)), port))

    def _post(self, post: Post) -> Post:
        self.posts.append(post)
        self._tasks[post] = self._loop.create_task(self._serve(post), name="caboose-post")
        return post

    # One broker's life ------------------------------------------------------------------------------

    async def _serve(self, post: Post) -> None:
        while not post.closing.is_set():
            try:
                await self._stay(post)
            except (TransportError, BrokersUnusable, OSError) as error:
                post.says = str(error)
            post.client = None
            post.tried.set()
            self._changed()
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
                near = await self._run(post, post.port, stack)
            client = await stack.enter_async_context(
                LobbyClient(
                    self._crypto,
                    self._name,
                    lambda will: self._connect(near, will),
                    told=lambda event: self._told(post, event),
                    known=self._known,
                    own=self._own,
                )
            )
            post.client, post.says = client, ""
            self.show(self._showing)
            post.tried.set()
            self._changed()
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
                for room, task in list(post.rooms.items()):
                    room.net.leave()
                    await asyncio.gather(task, return_exceptions=True)

    async def _run(self, post: Post, port: int, stack: AsyncExitStack) -> Place:
        """Run the broker of this post here for as long as the stack lasts; how we come to it."""
        from netplay.broker.embedded import EmbeddedBroker

        # On all of this machine's addresses: others come by the one that is shown.
        broker = await stack.enter_async_context(
            EmbeddedBroker("0.0.0.0", port)  # noqa: S104 # a LAN game is for the LAN
        )
        also = tuple([parse_address(text) for text in own_addresses(broker.port)])
        post.guests = lambda: broker.connections - 1
        address = BrokerAddress("mqtt", post.address.host, broker.port)
        post.broker = Broker("LAN", (address,))
        if self._announce is not None:
            told = await stack.enter_async_context(self._announce(self._name, broker.port))
            post.announced = bool(told)
        return Place(Broker("LAN", (broker.address,)), None, also)

    async def _watch_link(self, transport: Transport) -> bool:
        state = transport.link
        while True:
            state = await transport.link_changed(state)
            self._changed()

    # What holds at all of them ----------------------------------------------------------------------

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

    def around(self) -> list[Someone]:
        """Who is in sight, each once; bots left out."""
        found: dict[str, Someone] = {}
        for post in self.posts:
            for one in post.client.lobby.people() if post.client is not None else ():
                if one.bot is None:
                    name = plain(one.name, 24)
                    found.setdefault(one.player, Someone(one.player, name, one.mark, ""))
        return list(found.values())

    def part(self) -> None:
        """Our terminal was closed: let the others hear that, before the tables are left."""
        for post in self.posts:
            if post.client is not None:
                post.client.lobby.part(self._loop.time())
                post.client.flush()

    async def close(self) -> None:
        """Say good-bye to all."""
        for post in self.posts:
            post.closing.set()
        if self._tasks:
            _, stuck = await asyncio.wait(self._tasks.values(), timeout=5)
            for task in stuck:
                task.cancel()
            await asyncio.gather(*stuck, return_exceptions=True)


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
