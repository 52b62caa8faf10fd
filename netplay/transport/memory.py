"""A bus inside this process with MQTT's semantics, for tests, demos and games that need no network."""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType
from typing import Self

from netplay.transport.base import Inbound, LinkState, Will
from netplay.transport.ends import OwnLink
from netplay.transport.errors import BrokerUnreachable
from netplay.transport.inbox import check_outgoing
from netplay.transport.topics import check_filter, check_topic, matches


class MemoryHub:
    """The broker's part: subscribers, retained messages, wills; it can be stopped and started."""

    def __init__(self) -> None:
        self.up = True
        self._retained: dict[str, bytes] = {}
        # Dicts as ordered sets: in the order of joining.
        self._connected: dict[MemoryTransport, None] = {}
        self._absent: dict[MemoryTransport, None] = {}

    def transport(self, will: Will | None = None) -> MemoryTransport:
        """A new peer's connection to this hub, not yet entered."""
        return MemoryTransport(self, will=will)

    def stop(self) -> None:
        """Fail like a broker that is killed: all links lost, nothing remembered."""
        self.up = False
        self._retained.clear()
        for peer in list(self._connected):
            del self._connected[peer]
            self._absent[peer] = None
            peer._lost()

    def start(self) -> None:
        """Come back, empty; peers that are still there reconnect."""
        self.up = True
        for peer in list(self._absent):
            self._join(peer)

    def _join(self, peer: MemoryTransport) -> None:
        if not self.up:
            raise BrokerUnreachable("The in-process bus is stopped.")
        self._absent.pop(peer, None)
        self._connected[peer] = None
        for filter_ in peer._filters:
            self._recall(peer, filter_)
        peer._joined()

    def _leave(self, peer: MemoryTransport) -> None:
        self._absent.pop(peer, None)
        self._connected.pop(peer, None)

    def _cut(self, peer: MemoryTransport) -> None:
        if peer not in self._connected:
            return
        del self._connected[peer]
        self._absent[peer] = None
        if peer._will is not None:
            self._route(peer._will.topic, peer._will.payload, peer._will.retain)
        peer._lost()
        asyncio.get_running_loop().call_soon(self._rejoin, peer)

    def _rejoin(self, peer: MemoryTransport) -> None:
        if self.up and peer in self._absent:
            self._join(peer)

    def _recall(self, peer: MemoryTransport, filter_: str) -> None:
        for topic, payload in self._retained.items():
            if matches(filter_, topic):
                peer._inbox.put(Inbound(topic, payload, True))

    def _route(self, topic: str, payload: bytes, retain: bool) -> None:
        if retain:
            if payload:
                self._retained[topic] = payload
            else:
                self._retained.pop(topic, None)
        message = Inbound(topic, payload, False)
        for peer in self._connected:
            if any(matches(filter_, topic) for filter_ in peer._filters):
                peer._inbox.put(message)


class MemoryTransport(OwnLink):
    """A `Transport` over a `MemoryHub`: delivery is immediate, one event-loop step from peer to peer."""

    def __init__(self, hub: MemoryHub, *, will: Will | None = None, max_queued: int = 512) -> None:
        super().__init__()
        if will is not None:
            check_topic(will.topic)
        self._hub = hub
        self._will = will
        self._filters: dict[str, None] = {}
        self._outbox: deque[tuple[str, bytes, bool]] = deque()
        self._max_queued = max_queued
        self._overflow = 0

    @property
    def dropped(self) -> int:
        """Messages lost to a full queue, both directions together."""
        return self._overflow + self._inbox.dropped

    @property
    def round_trip(self) -> float | None:
        """See `Transport.round_trip`."""
        return None

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish_nowait`."""
        check_topic(topic)
        check_outgoing(payload, qos)
        if self._watch.state is LinkState.UP:
            self._hub._route(topic, payload, retain)
        elif qos:
            if len(self._outbox) >= self._max_queued:
                self._outbox.popleft()
                self._overflow += 1
            self._outbox.append((topic, payload, retain))

    async def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish`."""
        self.publish_nowait(topic, payload, retain=retain, qos=qos)

    async def subscribe(self, *filters: str) -> None:
        """See `Transport.subscribe`."""
        for filter_ in filters:
            check_filter(filter_)
        for filter_ in filters:
            self._filters[filter_] = None
            if self._watch.state is LinkState.UP:
                self._hub._recall(self, filter_)

    async def unsubscribe(self, *filters: str) -> None:
        """See `Transport.unsubscribe`."""
        for filter_ in filters:
            check_filter(filter_)
            self._filters.pop(filter_, None)

    def drop_link(self) -> None:
        """Break the link as a dead network would: the will speaks, then the link comes back by itself."""
        self._hub._cut(self)

    def _joined(self) -> None:
        self._watch.move(LinkState.UP)
        while self._outbox:
            self._hub._route(*self._outbox.popleft())

    def _lost(self) -> None:
        self._watch.move(LinkState.LOST)

    async def __aenter__(self) -> Self:
        self._hub._join(self)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._will is not None and self._watch.state is LinkState.UP:
            self._hub._route(self._will.topic, self._will.payload, self._will.retain)
        self._hub._leave(self)
        self._watch.move(LinkState.LOST)
        self._inbox.close()
