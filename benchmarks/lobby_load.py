"""Simulated tables for a broker: connections that say what real ones say, and cost next to nothing to make.

A real peer checks signatures and keeps a game; thousands of them would measure Python, not the broker.
These send packets of the sizes that `lobby_traffic` measured, QoS 1 as the program does, acknowledge
what they get, and note how long it was on its way.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOVE, ACK, LOBBY, OTHER = b"m", b"a", b"l", b"o"
_STAMP: Final = struct.Struct("!dc")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes of payloads: an entry, an acknowledgement, a copy of the log, a heartbeat, an advert."""

    entry: int
    ack: int
    log: int
    here: int
    ad: int


def _length(size: int) -> bytes:
    out = bytearray()
    while True:
        size, low = divmod(size, 128)
        out.append(low | (128 if size else 0))
        if not size:
            return bytes(out)


def _text(text: str) -> bytes:
    return len(text).to_bytes(2, "big") + text.encode()


class Link(asyncio.Protocol):
    """One MQTT 3.1.1 connection. ``heard`` gets the kind of what comes in and when it was sent."""

    def __init__(self, filters: list[str], heard: Callable[[bytes, float], None], qos: int) -> None:
        self._filters = filters
        self._qos = bytes([qos])
        self._heard = heard
        self._buffer = bytearray()
        self._number = 1
        self.sent = self.received = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        body = (
            _text("MQTT") + b"\x04\x02" + (0).to_bytes(2, "big") + _text("b" + os.urandom(8).hex())
        )
        transport.write(b"\x10" + _length(len(body)) + body)
        if self._filters:
            body = b"\x00\x01" + b"".join(_text(filter_) + self._qos for filter_ in self._filters)
            transport.write(b"\x82" + _length(len(body)) + body)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the broker hung up"))

    def publish(self, topic: bytes, kind: bytes, size: int, *, retain: bool, qos: int) -> None:
        """Send one message of so many bytes, stamped with its kind and the time."""
        payload = _STAMP.pack(time.perf_counter(), kind).ljust(size, b"\0")
        number = b""
        if qos:
            self._number = self._number % 65_535 + 1
            number = self._number.to_bytes(2, "big")
        body = topic + number + payload
        self._transport.write(bytes([0x30 | qos << 1 | retain]) + _length(len(body)) + body)
        self.sent += 1

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        at, answers = 0, bytearray()
        while len(buffer) - at >= 2:
            size = shift = 0
            head = at + 1
            while head < len(buffer):
                byte = buffer[head]
                head += 1
                size |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            else:
                break
            if len(buffer) < head + size:
                break
            first = buffer[at]
            if first >> 4 == 3:
                body = head + 2 + int.from_bytes(buffer[head : head + 2], "big")
                if first & 6:
                    answers += b"\x40\x02" + buffer[body : body + 2]
                    body += 2
                self.received += 1
                if not first & 1 and head + size - body >= _STAMP.size:
                    sent, kind = _STAMP.unpack_from(buffer, body)
                    self._heard(kind, sent)
            elif first >> 4 == (9 if self._filters else 2) and not self.ready.done():
                self.ready.set_result(None)
            at = head + size
        del buffer[:at]
        if answers:
            self._transport.write(bytes(answers))

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


async def connect(
    port: int, filters: list[str], heard: Callable[[bytes, float], None], qos: int
) -> Link:
    """A connection whose subscriptions are confirmed."""
    loop = asyncio.get_running_loop()
    _, link = await loop.create_connection(lambda: Link(filters, heard, qos), "127.0.0.1", port)
    await asyncio.wait_for(link.ready, 20)
    return link


class Load:
    """What all tables share: times that were measured, and how much faster than life they run."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.scale = 1.0
        self.moving = self.in_lobby = False
        self.moves = 0
        self.late: dict[bytes, list[float]] = {MOVE: [], LOBBY: []}

    def heard(self, kind: bytes, sent: float) -> None:
        """Something came in."""
        times = self.late.get(kind)
        if times is not None:
            times.append(time.perf_counter() - sent)

    def clear(self) -> None:
        """Begin to measure."""
        self.moves = 0
        for times in self.late.values():
            times.clear()


class SimTable:
    """Seats and spectators who move every 5 to 10 s, beat their hearts and advertise, ``scale`` as fast."""

    def __init__(self, load: Load, seats: int, spectators: int) -> None:
        self._load = load
        self._table = os.urandom(16).hex()
        self._players = [os.urandom(16).hex() for _ in range(seats + spectators)]
        self._seats = seats
        self.links: list[Link] = []
        self._timers: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._n = 0

    def _topic(self, place: int, kind: str, end: str = "") -> str:
        return f"caboose/1/{self._players[place]}/{kind}/{end or self._table}"

    async def open(self, ports: list[int], qos: int) -> None:
        """Connect everyone, to one port after the other; subscriptions have this QoS."""
        for place in range(len(self._players)):
            filters = [self._topic(other, "at") for other in range(self._seats) if other != place]
            if place < self._seats:
                filters.append(f"caboose/1/+/watch/{self._table}")
            port = ports[place % len(ports)]
            self.links.append(await connect(port, filters, self._listener(place), qos))

    def begin(self) -> None:
        """Begin anew at the pace that is wanted now, everyone somewhere in their interval."""
        for timer in self._timers.values():
            timer.cancel()
        self._again(0.0, 7.5, self._move, -1)
        for place in range(len(self._players)):
            self._again(0.0, 45.0, self._beat, place)
            if place < self._seats:
                self._again(0.0, 33.5, self._advertise, place)

    def _listener(self, place: int) -> Callable[[bytes, float], None]:
        load = self._load
        topic = _text(self._topic(place, "at"))

        def seat(kind: bytes, sent: float) -> None:
            load.heard(kind, sent)
            if kind == MOVE:  # acknowledge it, as every seat does
                self.links[place].publish(topic, ACK, load.sizes.ack, retain=False, qos=1)

        return seat if place < self._seats else (lambda kind, sent: None)

    def _again(self, low: float, high: float, what: Callable[[int], None], place: int) -> None:
        wait = random.uniform(low, high) / self._load.scale
        timer = asyncio.get_running_loop().call_later(wait, what, place)
        self._timers[what.__name__, place] = timer

    def _move(self, place: int) -> None:
        load = self._load
        if load.moving:
            self._n += 1
            load.moves += 1
            mover = self._n % self._seats
            topic = _text(self._topic(mover, "at"))
            self.links[mover].publish(topic, MOVE, load.sizes.entry, retain=False, qos=1)
            if (
                self._n % 8 == 0
            ):  # 16 entries, a move and its answer each: every seat's copy of the log
                for seat in range(self._seats):
                    topic = _text(self._topic(seat, "log") + "/0")
                    self.links[seat].publish(topic, OTHER, load.sizes.log, retain=True, qos=1)
        self._again(5.0, 10.0, self._move, place)

    def _beat(self, place: int) -> None:
        if self._load.in_lobby:
            topic = _text(self._topic(place, "here", "0" * 16))
            self.links[place].publish(topic, LOBBY, self._load.sizes.here, retain=True, qos=0)
        self._again(30.0, 60.0, self._beat, place)

    def _advertise(self, place: int) -> None:
        if self._load.in_lobby:
            topic = _text(self._topic(place, "ad"))
            self.links[place].publish(topic, LOBBY, self._load.sizes.ad, retain=True, qos=1)
        self._again(30.0, 37.0, self._advertise, place)
