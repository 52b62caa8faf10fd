"""Brokers on the local network, by mDNS: announced by who runs one, found without any address.

The service is ``_caboose._tcp``; what is found is foreign and checked like anything from outside.
zeroconf is imported only when somebody announces or browses.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from netplay.text import clean
from netplay.transport import BrokerAddress

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE: Final = "_caboose._tcp.local."
VARIABLE: Final = "CABOOSE_LAN"
"""Set to ``off``: nothing is asked of or told to the local network."""
NAME_LIMIT: Final = 32
MOST: Final = 32
"""Services that are listed; a network with more has somebody on it who makes them up."""
_ADDRESSES: Final = 8
_ASK_MS: Final = 3_000


class NoDiscovery(Exception):
    """The local network cannot be asked or told; ``str()`` is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Found:
    """A broker somebody announces: ``name`` is cleaned, ``addresses`` are to be tried in order."""

    name: str
    addresses: tuple[BrokerAddress, ...]
    service: str
    """Its name on the network, which tells two of one name apart."""


def lan_is_on() -> bool:
    """Whether the local network may be searched, and told of brokers."""
    return os.environ.get(VARIABLE, "").strip().lower() not in ("off", "0", "no")


def addresses_of(host: str) -> list[str]:
    """The addresses of this machine at which a broker listening on ``host`` is reached from outside."""
    if host not in ("", "0.0.0.0", "::"):  # noqa: S104 # compared with, not listened on
        return [host]
    import ifaddr

    found = []
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            text = address.ip if isinstance(address.ip, str) else address.ip[0]
            ip = ipaddress.ip_address(text)
            usable = host == "::" or ip.version == 4
            if usable and not ip.is_loopback and not ip.is_link_local:
                found.append(str(ip))
    return found[:_ADDRESSES]


class _Responder:
    """A zeroconf instance between ``async with``."""

    def __init__(self, interfaces: Sequence[str] | None) -> None:
        self._interfaces = interfaces
        self._zero: AsyncZeroconf | None = None

    async def __aenter__(self) -> Self:
        from zeroconf import InterfaceChoice, IPVersion
        from zeroconf.asyncio import AsyncZeroconf

        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # it would write into the screen
        interfaces = InterfaceChoice.All if self._interfaces is None else list(self._interfaces)
        try:
            self._zero = AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
            await self._begin(self._zero)
        except Exception as error:  # zeroconf raises OSError, RuntimeError and errors of its own
            await self.__aexit__(None, None, None)
            raise NoDiscovery(_says(error)) from None
        return self

    async def _begin(self, zero: AsyncZeroconf) -> None:
        raise NotImplementedError

    async def _end(self, zero: AsyncZeroconf) -> None:
        raise NotImplementedError

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        zero, self._zero = self._zero, None
        if zero is None:
            return
        # A network that is gone by now is no reason not to end.
        with contextlib.suppress(Exception):
            await self._end(zero)
        with contextlib.suppress(Exception):
            await zero.async_close()


def _says(error: Exception) -> str:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (
        f"the local network cannot be searched ({clean(why or type(error).__name__, 100)}); "
        "name a broker by its address instead"
    )


class Announcement(_Responder):
    """Announces a broker while ``async with`` lasts; raises NoDiscovery.

    ``name`` is what others see; two of one name are told apart by chance digits. ``interfaces``:
    own addresses to speak on, None for all.
    """

    def __init__(
        self,
        name: str,
        port: int,
        addresses: Sequence[str],
        *,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        super().__init__(interfaces)
        self._name = clean(name, NAME_LIMIT, "Caboose")
        self._port = port
        self._addresses = list(addresses)[:_ADDRESSES]
        self._info: AsyncServiceInfo | None = None
        self.service = f"caboose-{os.urandom(4).hex()}.{SERVICE}"

    async def _begin(self, zero: AsyncZeroconf) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        self._info = AsyncServiceInfo(
            SERVICE,
            self.service,
            port=self._port,
            properties={"v": "1", "name": self._name},
            server=self.service.replace(SERVICE, "local."),
            parsed_addresses=self._addresses,
        )
        await (await zero.async_register_service(self._info))  # the inner one: it is all said

    async def _end(self, zero: AsyncZeroconf) -> None:
        if self._info is not None:
            await (await zero.async_unregister_service(self._info))


class Browser(_Responder):
    """Knows the brokers that others announce while ``async with`` lasts; raises NoDiscovery.

    ``changed`` is called, without arguments, when ``found`` may have changed.
    """

    def __init__(
        self,
        changed: Callable[[], None] = lambda: None,
        *,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        super().__init__(interfaces)
        self._changed = changed
        self._found: dict[str, Found] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._browser: AsyncServiceBrowser | None = None

    def found(self) -> tuple[Found, ...]:
        """The brokers announced now, by name."""
        return tuple(sorted(self._found.values(), key=lambda f: (f.name.casefold(), f.service)))

    async def _begin(self, zero: AsyncZeroconf) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        self._browser = AsyncServiceBrowser(zero.zeroconf, SERVICE, handlers=[self._on_change])

    async def _end(self, zero: AsyncZeroconf) -> None:
        if self._browser is not None:
            await self._browser.async_cancel()
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_change(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            if self._found.pop(name, None) is not None:
                self._changed()
            return
        if name in self._asked or len(self._asked) >= MOST:
            return
        if name not in self._found and len(self._found) >= MOST:
            return
        task = asyncio.get_running_loop().create_task(self._ask(zeroconf, name))
        self._asked[name] = task
        task.add_done_callback(lambda _: self._asked.pop(name, None))

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        try:
            info = AsyncServiceInfo(SERVICE, name)
            known = await info.async_request(zeroconf, _ASK_MS)
            found = read_service(
                name, info.port, info.parsed_addresses() if known else [], info.properties
            )
        except (
            Exception
        ):  # whatever a stranger's answer does to the library, it is no broker of ours
            return
        if found is not None and self._found.get(name) != found:
            self._found[name] = found
            self._changed()


def read_service(
    service: str, port: int | None, addresses: Sequence[str], properties: dict[Any, Any]
) -> Found | None:
    """What an announcement says, checked; None where it is of no use."""
    version, name = properties.get(b"v"), properties.get(b"name")
    if version != b"1" or not port or not 1 <= port <= 65535:
        return None
    usable = []
    for text in addresses[: 4 * _ADDRESSES]:
        try:
            ip = ipaddress.ip_address(text)
        except ValueError:
            continue
        # A link-local address of IPv6 means nothing without its interface.
        if ip.is_multicast or ip.is_unspecified or (ip.version == 6 and ip.is_link_local):
            continue
        usable.append(BrokerAddress("mqtt", str(ip), port))
    if not usable:
        return None
    shown = name.decode(errors="replace") if isinstance(name, bytes) else ""
    return Found(clean(shown, NAME_LIMIT, "Caboose"), tuple(usable[:_ADDRESSES]), service)


async def browse(seconds: float, *, interfaces: Sequence[str] | None = None) -> tuple[Found, ...]:
    """Everything that is announced within so many seconds; raises NoDiscovery."""
    async with Browser(interfaces=interfaces) as browser:
        await asyncio.sleep(seconds)
        return browser.found()


__all__ = [
    "SERVICE",
    "Announcement",
    "Browser",
    "Found",
    "NoDiscovery",
    "addresses_of",
    "browse",
    "read_service",
]
