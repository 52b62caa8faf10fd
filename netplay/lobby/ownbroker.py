"""The broker that a seated peer runs for its table on a local network: nobody's leaving ends the table.

Every seat of such a table has one, the roster says where, and everyone publishes on all that can be
reached (`netplay.transport.bundle`).
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from types import TracebackType
from typing import Final, Self, TypeAlias

from netplay.transport import BrokerAddress, TransportError, parse_address
from netplay.transport.near import MOST_ADDRESSES, Nearness, nearness, usable

VARIABLE: Final = "CABOOSE_OWN_BROKER"
"""Set to ``off``: no broker is started for a table of others."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 # the broker of a table on this network is for the network

Announce: TypeAlias = Callable[[str, int, Sequence[str]], AbstractAsyncContextManager[object]]
"""Announces a broker (name, port, addresses) on this network while it is entered."""
MakeBroker: TypeAlias = Callable[[BrokerAddress], "OwnBroker | None"]
"""A broker of ours beside this one, None where there is none to be."""


def is_on() -> bool:
    """Whether a broker of our own may be started for a table of others."""
    return os.environ.get(VARIABLE, "").strip().lower() not in ("off", "0", "no")


def own_addresses(port: int) -> tuple[str, ...]:
    """What the roster says of a broker that listens on all addresses of this machine."""
    from netplay.discovery import addresses_of

    hosts = [*addresses_of(EVERYWHERE)[: MOST_ADDRESSES - 1], "127.0.0.1"]
    texts = [str(BrokerAddress("mqtt", host, port)) for host in hosts]
    return tuple([str(address) for address in usable(texts, frozenset(Nearness))])


def way_to(address: BrokerAddress) -> str | None:
    """Our own address on the way to a broker nearby; None where it is not near."""
    host = "127.0.0.1" if address.host == "localhost" else address.host
    near = nearness(host)
    if near is None or address.scheme != "mqtt":
        return None
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: the system only says which of its addresses it would use.
            probe.connect((host, address.port))
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return found if nearness(found) is near else None


class OwnBroker:
    """One embedded broker of ours, its port taken from the start; it serves between ``async with``.

    Making it raises OSError where the port is taken. ``announce`` is entered in the background, for
    others on the network; not for a broker that only this machine reaches.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        host: str,
        port: int = 0,
        *,
        name: str = "",
        announce: Announce | None = None,
    ) -> None:
        from netplay.broker import bind

        self._socket = bind(host, port)
        self._host = host
        self.port: int = self._socket.getsockname()[1]
        self.addresses = tuple(addresses) or (str(BrokerAddress("mqtt", host, self.port)),)
        """What the roster says of it."""
        self._name = name
        self._announce = announce
        self._stack = AsyncExitStack()
        self._telling: asyncio.Task[None] | None = None
        self.serving = False

    async def _tell(self, announce: Announce) -> None:
        hosts = [parse_address(text).host for text in self.addresses]
        outside = [host for host in hosts if nearness(host) is not Nearness.MACHINE]
        if not outside:
            return
        with contextlib.suppress(Exception):  # who knows the roster needs no announcement
            async with announce(self._name, self.port, outside):
                await asyncio.Event().wait()

    async def __aenter__(self) -> Self:
        # In a thread: it takes a while to load, and the table goes on meanwhile.
        module = await asyncio.to_thread(importlib.import_module, "netplay.broker.embedded")
        broker = module.EmbeddedBroker(self._host, self.port, bound=self._socket)
        await self._stack.enter_async_context(broker)
        self.serving = True
        if self._announce is not None:
            self._telling = asyncio.get_running_loop().create_task(self._tell(self._announce))
        return self

    def close(self) -> None:
        """Give the port back, where it was never entered."""
        self._socket.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.serving = False
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        await self._stack.aclose()


def beside(name: str, announce: Announce | None = None) -> MakeBroker:
    """Brokers of ours beside others' that are nearby, called ``name`` on the network."""

    def make(address: BrokerAddress) -> OwnBroker | None:
        host = way_to(address)
        if host is None or not is_on():
            return None
        try:
            return OwnBroker((), host, name=name, announce=announce)
        except OSError:
            return None

    return make


def again(
    addresses: Sequence[str], name: str = "", announce: Announce | None = None
) -> OwnBroker | None:
    """The broker that a roster says is ours, after our return; None where that cannot be."""
    found = usable(addresses, frozenset(Nearness))
    if not found or not is_on():
        return None
    host = found[0].host if len(found) == 1 else EVERYWHERE
    texts = [str(address) for address in found]
    try:
        return OwnBroker(texts, host, found[0].port, name=name, announce=announce)
    except OSError:
        return None  # another machine by now, another network, or the port is taken


class Own:
    """The one broker of ours that all tables of a link share: made at need, served until the end."""

    def __init__(self, make: MakeBroker | None) -> None:
        self._make = make
        self._broker: OwnBroker | None = None
        self._starting: asyncio.Task[None] | None = None

    def addresses(self, beside: BrokerAddress | None) -> tuple[str, ...]:
        """Of our broker, whose port is taken now; empty where there is to be none."""
        if self._broker is None and self._make is not None and beside is not None:
            self._broker = self._make(beside)
        return self._broker.addresses if self._broker is not None else ()

    def serve(self, before: Sequence[str] = ()) -> None:
        """Have it run, soon; where there is none yet, at the addresses ``before``. Never raises."""
        if self._broker is None and self._make is not None and before:
            self._broker = again(before)
        if self._broker is not None and self._starting is None:
            work = self._start(self._broker)
            self._starting = asyncio.get_running_loop().create_task(work, name="caboose-own")

    async def _start(self, broker: OwnBroker) -> None:
        with contextlib.suppress(TransportError, OSError):  # then it is not reached, and not used
            await broker.__aenter__()

    async def close(self) -> None:
        """Serve no more."""
        if self._starting is not None:
            await self._starting
        if self._broker is not None:
            await self._broker.__aexit__(None, None, None)
            self._broker.close()


__all__ = ["Announce", "MakeBroker", "Own", "OwnBroker", "again", "beside", "own_addresses"]
