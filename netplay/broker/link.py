"""One client of the embedded broker: the adapter between its socket and amqtt, which holds the limits."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import deque
from typing import TYPE_CHECKING, Protocol, cast

from amqtt.adapters import ReaderAdapter, WriterAdapter

from netplay.broker.limits import BrokerLimits, Meter
from netplay.broker.packets import CONNECT, DISCONNECT, PUBACK, BadPacket, Packet, check, cut

# Packets waiting for amqtt at which a socket is no longer read, and at which it is again.
_PAUSE_AT, _RESUME_AT = 512, 64


class Doorkeeper(Protocol):
    """Who is told of every connection, and may turn it away."""

    def admit(self, link: Link) -> bool:
        """Whether there is room for one more."""
        ...

    def left(self, link: Link) -> None:
        """The connection is gone."""
        ...


if TYPE_CHECKING:

    class _Adapter:
        """amqtt has no types; what it wants of an adapter is what `Link` defines."""

else:

    class _Adapter(ReaderAdapter, WriterAdapter):
        """amqtt reads from, and writes to, one object here."""


class Link(asyncio.Protocol, _Adapter):
    """Reads whole, checked packets for amqtt and writes its answers.

    `gone` is done when amqtt has had all that came in and nothing more will come; `goodbye` says whether
    the last was a DISCONNECT. It stands in for amqtt's own waiter, which is never woken where a client
    leaves before its session has started: its will would stay unsaid and its session for ever.
    """

    def __init__(self, keeper: Doorkeeper, limits: BrokerLimits) -> None:
        self._keeper = keeper
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._packets: deque[bytes] = deque()
        self._current = b""
        self._at = 0
        self._wake: asyncio.Future[None] | None = None
        self._over = False
        self._paused = False
        self._started = False
        self._heard = self._loop.time()
        self._messages = Meter(limits.messages_per_second, limits.message_burst, self._heard)
        self._bytes = Meter(limits.bytes_per_second, limits.byte_burst, self._heard)
        self._timer: asyncio.TimerHandle | None = None
        self._number = 0
        self._unacknowledged = 0
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self.goodbye = False
        self.serving: asyncio.Task[None] | None = None

    # The socket's side.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio for an accepted socket."""
        self._transport = cast("asyncio.Transport", transport)
        sock = transport.get_extra_info("socket")
        if (
            sock is not None
        ):  # asyncio does so too; but all latency stands on it, so it is said here
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not self._keeper.admit(self):
            self._transport.abort()
            return
        self._timer = self._loop.call_later(self._limits.connect_seconds, self._no_connect)

    def data_received(self, data: bytes) -> None:
        """Called by asyncio with whatever came in."""
        if self._over:
            return
        self._heard = now = self._loop.time()
        self._buffer += data
        try:
            if not self._bytes.take(len(data), now):
                raise BadPacket("too many bytes a second")
            if not self._started and self._buffer[0] != CONNECT << 4:
                raise BadPacket("not MQTT")  # at once: a web browser would else wait with us
            while (packet := cut(self._buffer, self._limits.max_packet)) is not None:
                self._take(packet, now)
        except BadPacket:
            self.abort()
        if self._packets:
            self._ring()
            if len(self._packets) > _PAUSE_AT and not self._paused and self._transport is not None:
                self._paused = True
                self._transport.pause_reading()

    def _take(self, packet: Packet, now: float) -> None:
        packet = check(packet, first=not self._started)
        if packet.kind == PUBACK and self._unacknowledged:
            # Over one connection MQTT repeats nothing, so an acknowledgement is only counted. amqtt would
            # keep a task of up to five seconds for each message and client to wait for it.
            self._unacknowledged -= 1
            return
        if not self._messages.take(1, now):
            raise BadPacket("too many messages a second")
        if packet.kind == PUBACK:
            return
        self._packets.append(packet.raw)
        if packet.kind == CONNECT:
            self._started = True
            if self._timer is not None:
                self._timer.cancel()
        elif packet.kind == DISCONNECT:
            self.goodbye = True
            self._end()

    def eof_received(self) -> bool:
        """Called by asyncio when the client has closed its side."""
        self._end()
        return False

    def connection_lost(self, error: Exception | None) -> None:
        """Called by asyncio when the connection is no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._end()
        self._keeper.left(self)

    def _end(self) -> None:
        self._over = True
        self._buffer.clear()  # which also ends the loop of `data_received`
        self._ring()

    def _ring(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def abort(self) -> None:
        """Hang up at once; what came before is still handed to amqtt."""
        self._end()
        if self._transport is not None:
            self._transport.abort()

    def _no_connect(self) -> None:
        if not self._started:
            self.abort()

    def keep_alive(self, seconds: int) -> None:
        """Hang up when nothing is heard for one and a half times `seconds` (MQTT-3.1.2-24); 0: never.

        amqtt notices such a silence and does nothing, so the will of a vanished client stayed unsaid.
        """
        if seconds <= 0 or self._over:
            return
        left = self._heard + 1.5 * seconds - self._loop.time()
        if left <= 0:
            self.abort()
        else:
            self._timer = self._loop.call_later(left, self.keep_alive, seconds)

    # amqtt's side.

    async def read(self, n: int = -1) -> bytes:
        """The next `n` bytes; b"" at the end. Packets are whole, so within one nothing ever waits."""
        if n == 0:
            return b""  # an empty field may be a packet's last
        if self._at >= len(self._current):
            while not self._packets:
                if self._over:
                    # Let the tasks amqtt has made for the last packets run: it cancels them at the end,
                    # and with them messages published just before a client left.
                    await asyncio.sleep(0)
                    if not self.gone.done():
                        self.gone.set_result(None)
                    return b""
                self._wake = self._loop.create_future()
                try:
                    await self._wake
                finally:
                    self._wake = None
            self._current = self._packets.popleft()
            self._at = 0
            if self._paused and len(self._packets) < _RESUME_AT and self._transport is not None:
                self._paused = False
                if not self._transport.is_closing():
                    self._transport.resume_reading()
        start = self._at
        self._at = len(self._current) if n < 0 else start + n
        return self._current[start : self._at]

    def feed_eof(self) -> None:
        """No more comes in."""
        self._end()

    def write(self, data: bytes) -> None:
        """Send now; a client that does not read what it asked for is left behind."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        transport.write(data)
        if transport.get_write_buffer_size() > self._limits.max_unsent:
            self.abort()

    def deliver(self, head: bytes, payload: bytes, qos: int) -> None:
        """Send one PUBLISH, numbered if its QoS is 1."""
        if not qos:
            self.write(head + payload)
            return
        self._number = self._number % 65_535 + 1
        self._unacknowledged += 1
        if self._unacknowledged > self._limits.max_unacknowledged:
            self.abort()
            return
        self.write(head + self._number.to_bytes(2, "big") + payload)

    async def drain(self) -> None:
        """Nothing to wait for: `write` bounds the buffer, and a wait here would hold up other clients."""

    def get_peer_info(self) -> tuple[str, int]:
        """Address and port of the client."""
        peer = None if self._transport is None else self._transport.get_extra_info("peername")
        return (str(peer[0]), int(peer[1])) if peer else ("", 0)

    def get_ssl_info(self) -> ssl.SSLObject | None:
        """The embedded broker speaks no TLS."""
        return None

    async def close(self) -> None:
        """Close after what is written; called by amqtt whenever it has done with the client."""
        self._end()
        if self._transport is not None:
            self._transport.close()
        if not self.gone.done():
            self.gone.set_result(None)
