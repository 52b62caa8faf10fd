"""Looks at a broker as a table would use it, and says for each thing whether it works and what to do."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from dataclasses import dataclass
from typing import Final

from netplay.brokers import Broker, BrokersUnusable
from netplay.transport import (
    BrokerAddress,
    BrokerUnreachable,
    SubscriptionRefused,
    TransportError,
    Will,
)
from netplay.transport.errors import Fault
from netplay.transport.mqtt import MqttTransport
from netplay.transport.security import Security

_ROUNDS: Final = 9
_PATIENCE: Final = 5.0
SLOW_MS: Final = 30.0
"""A round trip within a machine or a network that takes so long is Nagle's algorithm at the broker."""
SIZES: Final = (1_000, 65_536, 100_000)
"""Bytes: a move, a part of a kept log, the largest packet."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. ``ok``: None where it could not be looked at. ``then``: what to do."""

    what: str
    ok: bool | None
    says: str
    then: str = ""

    def __str__(self) -> str:
        return f"{self.says} {self.then}".rstrip()


async def examine(
    broker: Broker, security: Security | None = None, player: str | None = None
) -> list[Check]:
    """Each address of a broker in turn; nothing is raised.

    ``security``: by default what the broker says of itself. ``player``: the player id whose topics
    are used, which access rules may depend on; by default nobody's.
    """
    try:
        security = security or broker.security()
    except BrokersUnusable as error:
        return [Check("login", False, str(error))]
    checks: list[Check] = []
    for address in broker.addresses:
        checks += await _examine_one(address, security, player or os.urandom(16).hex())
    return checks


async def _examine_one(address: BrokerAddress, security: Security, me: str) -> list[Check]:
    topic = f"caboose/1/{me}/at/{os.urandom(16).hex()}"
    will = Will(f"caboose/1/{me}/here/{os.urandom(8).hex()}")
    transport = MqttTransport([address], will=will, security=security, timeout=_PATIENCE)
    checks = []
    try:
        async with transport:
            how = "encrypted, certificate checked" if address.tls else "not encrypted"
            checks.append(Check("reached", True, f"{address} answers ({how})"))
            probe = _Probe(transport, address, topic, security)
            # One after the other, and kept when a later one breaks the link.
            for check in (probe.round_trip, probe.sizes, probe.retained, probe.lobby):
                found = await check()
                checks.append(found)
    except BrokerUnreachable as error:
        what = "reached" if error.fault in _LINKS else _LOGINS.get(error.fault, "TLS")
        remedy = remedy_for(error.fault, address, security)
        checks.append(Check(what, False, str(error), remedy))
    except (SubscriptionRefused, TransportError) as error:
        checks.append(Check("reached" if not checks else "subscribed", False, str(error)))
    return checks


_LINKS: Final = frozenset((Fault.OTHER, Fault.NO_MQTT))
_LOGINS: Final = {Fault.LOGIN: "login"}


def remedy_for(fault: Fault, address: BrokerAddress, security: Security) -> str:
    """What to do about it, in one sentence; empty where the fault's own sentence says it."""
    own, login = security.certificate is not None, security.login is not None
    match fault:
        case Fault.UNKNOWN_AUTHORITY if security.ca is not None:
            return (
                "It was signed by another authority than that of the file given with --ca: ask whoever "
                "runs the broker for the certificate of the right one."
            )
        case Fault.UNKNOWN_AUTHORITY:
            return (
                "This machine does not know who signed it: ask whoever runs the broker for that "
                "authority's certificate and give it with --ca FILE."
            )
        case Fault.WRONG_NAME:
            return (
                f"It is for another name than {address.host!r}: use an address with the name that stands "
                "in it, or have the broker's certificate made anew with this one."
            )
        case Fault.EXPIRED:
            return (
                f"Its time is over: whoever runs the broker must renew it. If it is valid, this "
                f"machine's clock is wrong (it says {time.strftime('%Y-%m-%d')})."
            )
        case Fault.NOT_YET_VALID:
            return (
                f"Its time has not begun: this machine's clock is wrong (it says "
                f"{time.strftime('%Y-%m-%d')}), or that of whoever made it."
            )
        case Fault.NOT_TO_THE_LETTER:
            return (
                "Since Python 3.13 something is asked for that it lacks: whoever runs the broker must make "
                "it anew, and its authority's (deploy/mosquitto/certificates does it right)."
            )
        case Fault.CERTIFICATE:
            return "Whoever runs the broker must mend its certificate."
        case Fault.CERTIFICATE_WANTED:
            return "Give yours with --cert FILE and --key FILE, as whoever runs the broker made it."
        case Fault.CERTIFICATE_REFUSED:
            return (
                "It must be signed by the authority that the broker trusts, and not be over: ask "
                "whoever runs the broker for a new one (--cert, --key)."
            )
        case Fault.NO_TLS:
            plain = str(address).replace("mqtts://", "mqtt://").replace("wss://", "ws://")
            return f"Is this its port for TLS (mostly 8883)? Without TLS it would be {plain}."
        case Fault.NO_MQTT if address.tls and not own:
            return "If it wants a certificate of yours, give it with --cert FILE and --key FILE."
        case Fault.NO_MQTT if address.tls:
            # What a TLS 1.3 server says of our certificate is lost where it shuts the link at once.
            return (
                "If it is a broker, it may not accept your certificate: that must be signed by the "
                "authority that the broker trusts, and not be over (--cert, --key)."
            )
        case Fault.NO_MQTT:
            return "If it wants TLS, the address begins with mqtts:// (or wss://)."
        case Fault.LOGIN if login:
            return (
                "Look at the name given with --user and at the password (the first line of "
                "--password-file, or CABOOSE_BROKER_PASSWORD), or ask whoever runs the broker whether "
                "this name may come in."
            )
        case Fault.LOGIN:
            return "It lets nobody in without a login: give one with --user NAME and --password-file FILE."
        case _:
            return ""


class _Probe:
    def __init__(
        self, transport: MqttTransport, address: BrokerAddress, topic: str, security: Security
    ) -> None:
        self._transport = transport
        self._address = address
        self._topic = topic
        self._security = security
        self._echoes = False

    async def _echo(self, payload: bytes) -> float | None:
        """Seconds until our own message is back; None if it never comes."""
        started = time.perf_counter()
        await self._transport.publish(self._topic, payload)
        messages = self._transport.messages()
        try:
            async with asyncio.timeout(_PATIENCE):
                while (await anext(messages)).payload != payload:
                    pass
        except TimeoutError:
            return None
        return time.perf_counter() - started

    async def round_trip(self) -> Check:
        """How long a move would take."""
        await self._transport.subscribe(self._topic)
        times = []
        for number in range(_ROUNDS):
            took = await self._echo(f"echo {number}".encode())
            if took is None:
                return Check(
                    "round trip",
                    False,
                    "what is published does not come back: the broker's access rules must let you "
                    "write below caboose/1/<your player id>/ and read caboose/1/#",
                )
            times.append(1000 * took)
        self._echoes = True
        typical = statistics.median(times)
        says = f"{typical:.1f} ms"
        if typical >= SLOW_MS and _near(self._address.host):
            says += (
                "; that is long for this machine: if it is mosquitto, put `set_tcp_nodelay true` "
                "into its configuration"
            )
            return Check("round trip", False, says)
        return Check("round trip", True, says)

    async def sizes(self) -> Check:
        """The largest message that comes through."""
        if not self._echoes:
            return Check("message size", None, "not looked at")
        largest = 0
        for size in SIZES:
            connections = self._transport.connections
            if (
                await self._echo(os.urandom(size)) is None
                or connections != self._transport.connections
            ):
                return Check(
                    "message size",
                    False,
                    f"{largest:,} bytes come through, {size:,} do not: raise the broker's limit "
                    "(mosquitto: message_size_limit, or max_packet_size)",
                )
            largest = size
        return Check("message size", True, f"{largest:,} bytes come through")

    async def retained(self) -> Check:
        """Whether the broker remembers, for those who come later, and forgets when it is told to."""
        if not self._echoes:
            return Check("memory", None, "not looked at")
        topic = self._topic.replace("/at/", "/ad/")
        await self._transport.publish(topic, b"kept", retain=True)
        await self._echo(b"after the kept one")
        kept = await self._recalled(topic)
        await self._transport.publish(topic, b"", retain=True)
        await self._echo(b"after the taken one")
        if not kept:
            return Check(
                "memory",
                False,
                "retained messages are not kept: who comes late will not see the tables",
            )
        if await self._recalled(topic):
            return Check(
                "memory", False, "an empty retained message does not delete: ghosts will stay"
            )
        return Check("memory", True, "retained messages are kept, and deleted when told")

    async def _recalled(self, topic: str) -> bool:
        async with MqttTransport(
            [self._address], security=self._security, timeout=_PATIENCE
        ) as late:
            await late.subscribe(topic)
            try:
                async with asyncio.timeout(1.0):
                    message = await anext(late.messages())
                    return message.retained and message.payload == b"kept"
            except TimeoutError:
                return False

    async def lobby(self) -> Check:
        """Whether the lobby's filters are allowed."""
        try:
            await self._transport.subscribe("caboose/1/+/here/+", "caboose/1/+/ad/+")
        except SubscriptionRefused as error:
            return Check(
                "lobby", False, str(error), "Its access rules must let you read caboose/1/#."
            )
        return Check("lobby", True, "presence and adverts may be read")


def _near(host: str) -> bool:
    return host == "localhost" or host.startswith(("127.", "192.168.", "10.")) or host == "::1"
