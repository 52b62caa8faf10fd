"""Starts and stops the embedded broker: a listening socket, its doorkeeper, amqtt behind it."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import socket
from types import TracebackType
from typing import Self

from netplay.broker.full import TurnedAway
from netplay.broker.limits import BrokerLimits
from netplay.broker.link import Link
from netplay.broker.mended import MendedBroker
from netplay.transport.address import BrokerAddress
from netplay.transport.errors import BrokerNotStarted, PortBusy


class EmbeddedBroker:
    """An MQTT 3.1.1 broker (QoS 0 and 1, clean sessions) in this event loop.

    `host` is an address of this machine, port 0 takes a free one. Entering raises PortBusy or
    BrokerNotStarted; `port` and `address` hold from then on. `bound`: a socket that has the port
    already (see `netplay.broker.bind`); it is closed with the broker.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        limits: BrokerLimits | None = None,
        bound: socket.socket | None = None,
    ) -> None:
        if not 0 <= port <= 65535:
            raise ValueError("a port is a number from 0 to 65535")
        self._host = host
        self._port = port
        self._bound = bound
        self._limits = limits or BrokerLimits()
        self._links: set[Link] = set()
        self._turned_away: set[TurnedAway] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._broker: MendedBroker | None = None
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def address(self) -> BrokerAddress:
        """Where a client on this machine connects to."""
        host = self._host
        if host in ("", "0.0.0.0"):  # noqa: S104 # compared with, not listened on
            host = "127.0.0.1"
        elif host == "::":
            host = "::1"
        return BrokerAddress("mqtt", host, self._port)

    @property
    def url(self) -> str:
        """`address` as text, `mqtt://host:port`."""
        return str(self.address)

    @property
    def connections(self) -> int:
        """Sockets that are open."""
        return len(self._links)

    def _protocol(self) -> asyncio.Protocol:
        if len(self._links) < self._limits.max_connections:
            return Link(self, self._limits)
        return TurnedAway(self._turned_away)

    def admit(self, link: Link) -> bool:
        """Start serving a link, unless the house is full: amqtt would let it wait without a word."""
        if self._broker is None or len(self._links) >= self._limits.max_connections:
            return False
        self._links.add(link)
        task = asyncio.create_task(self._broker.serve(link), name="caboose-broker-link")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    def left(self, link: Link) -> None:
        """Forget a link that is gone."""
        self._links.discard(link)

    async def __aenter__(self) -> Self:
        logging.getLogger("amqtt").setLevel(logging.CRITICAL)  # its warnings would tear the screen
        logging.getLogger("transitions").setLevel(logging.CRITICAL)
        broker = MendedBroker(self._limits)
        loop = asyncio.get_running_loop()
        try:
            if self._bound is not None:
                self._server = await loop.create_server(self._protocol, sock=self._bound)
            else:
                self._server = await loop.create_server(
                    self._protocol, self._host or None, self._port
                )
        except OSError as error:
            raise self._not_started(error) from None
        self._port = self._server.sockets[0].getsockname()[1]
        await broker.start()
        self._broker = broker
        return self

    def _not_started(self, error: OSError) -> BrokerNotStarted:
        where = f"port {self._port} on {self._host or 'this machine'}"
        if error.errno == errno.EADDRINUSE:
            return PortBusy(
                f"The broker cannot start: {where} is already in use;"
                " choose another port or stop the program that has it."
            )
        if error.errno in (errno.EACCES, errno.EPERM):
            return BrokerNotStarted(
                f"The broker cannot start: {where} may not be used by this user; choose a port above 1023."
            )
        try:
            ipaddress.ip_address(self._host)
        except ValueError:
            return BrokerNotStarted(
                f"The broker cannot start: {self._host!r} is no address of this machine."
            )
        return BrokerNotStarted(f"The broker cannot start on {where}: {error.strerror or error}.")

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        broker, self._broker = self._broker, None
        if self._server is not None:
            self._server.close()
        for link in list(self._links):
            link.abort()
        for stranger in list(self._turned_away):
            stranger.abort()
        if self._tasks:
            _, stuck = await asyncio.wait(set(self._tasks), timeout=2)
            for task in stuck:
                task.cancel()
            if stuck:
                await asyncio.gather(*stuck, return_exceptions=True)
        if broker is not None:
            await broker.shutdown()
        if self._server is not None:
            await self._server.wait_closed()
            self._server = None
