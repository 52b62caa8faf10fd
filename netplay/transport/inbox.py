"""Between socket and session: a bounded inbox with one hop, and a link state that can be awaited."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from typing import Final

from netplay.transport.base import MAX_PAYLOAD, Inbound, LinkState

_TOPICS: Final = 64


class Inbox(AsyncIterator[Inbound]):
    """Messages in the order they came, for one reader, bounded by number and bytes.

    When full the newest is dropped and counted: entries are asked for again by their number, and
    what a flood brings is what is lost.
    """

    def __init__(self, *, max_messages: int = 20_000, max_bytes: int = 64 * 1024 * 1024) -> None:
        self.dropped = 0
        self.oversized: Counter[str] = Counter()
        """How many of them were larger than any of ours can be, by topic (of the first few)."""
        self._waiting: deque[Inbound] = deque()
        self._bytes = 0
        self._max_messages = max_messages
        self._max_bytes = max_bytes
        self._closed = False
        self._wake: asyncio.Future[None] | None = None

    def put(self, message: Inbound) -> None:
        """Take one message in; called from the event loop only, never waits."""
        size = len(message.payload)
        if (
            self._closed
            or size > MAX_PAYLOAD
            or len(self._waiting) >= self._max_messages
            or self._bytes + size > self._max_bytes
        ):
            self.dropped += 1
            known = message.topic in self.oversized or len(self.oversized) < _TOPICS
            if size > MAX_PAYLOAD and known:
                self.oversized[message.topic] += 1
            return
        self._waiting.append(message)
        self._bytes += size
        self._ring()

    def close(self) -> None:
        """End the iteration once what has arrived is read."""
        self._closed = True
        self._ring()

    def _ring(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def __anext__(self) -> Inbound:
        while not self._waiting:
            if self._closed:
                raise StopAsyncIteration
            if self._wake is not None and not self._wake.done():
                raise RuntimeError("messages() has one reader at a time")
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        message = self._waiting.popleft()
        self._bytes -= len(message.payload)
        return message


class LinkWatch:
    """The state of a link, its count of connections, and whoever waits for a change."""

    def __init__(self) -> None:
        self.state = LinkState.CONNECTING
        self.connections = 0
        self._waiters: set[asyncio.Future[LinkState]] = set()

    def move(self, state: LinkState) -> None:
        """Set the state and wake all who wait; setting the same state again changes nothing."""
        if state is self.state:
            return
        self.state = state
        if state is LinkState.UP:
            self.connections += 1
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(state)
        self._waiters.clear()

    async def changed(self, seen: LinkState) -> LinkState:
        """Return the state as soon as it differs from `seen`."""
        while self.state is seen:
            waiter: asyncio.Future[LinkState] = asyncio.get_running_loop().create_future()
            self._waiters.add(waiter)
            try:
                await waiter
            finally:
                self._waiters.discard(waiter)
        return self.state


def check_outgoing(payload: bytes, qos: int) -> None:
    """Raise ValueError for what may not be published whatever the topic: too large, or QoS 2."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload has at most {MAX_PAYLOAD} bytes")
    if qos not in (0, 1):
        raise ValueError("only QoS 0 and 1 are used here")
