"""The one interface the sessions see, whatever carries the bytes: publish, subscribe, receive, link."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

MAX_PAYLOAD = 120 * 1024
"""Largest payload in bytes that may be published, and the largest that is handed on when it comes in.
The protocol's largest packet, a part of a log, has 64 kB; the rest is room."""


@dataclass(frozen=True, slots=True)
class Inbound:
    """One message as it came in. `retained`: the broker's memory, not something just said."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class Will:
    """What is published in our name when we vanish.

    As it stands an empty retained message, which deletes our presence (protocol, section 1). A transport
    that closes in order publishes it as well, so that presence ends the same way however it ends.
    """

    topic: str
    payload: bytes = b""
    retain: bool = True


class LinkState(enum.Enum):
    """CONNECTING: being tried right now. UP: in use. LOST: gone, waiting before the next try."""

    CONNECTING = "connecting"
    UP = "up"
    LOST = "lost"


class Transport(Protocol):
    """One peer's connection. Entered with `async with`; everything below is for use inside it."""

    @property
    def link(self) -> LinkState:
        """State of the link at this moment."""
        ...

    @property
    def connections(self) -> int:
        """How often the link has come UP: whoever re-announces itself compares this, not states."""
        ...

    @property
    def dropped(self) -> int:
        """Messages lost to a full queue or a foreign oversize, both directions together."""
        ...

    @property
    def round_trip(self) -> float | None:
        """Seconds from a QoS 1 message to the broker's acknowledgement, smoothed; None where unknown."""
        ...

    @property
    def oversized(self) -> Mapping[str, int]:
        """How many messages came in larger than MAX_PAYLOAD, by topic; they were dropped."""
        ...

    async def link_changed(self, seen: LinkState) -> LinkState:
        """Return the state of the link as soon as it differs from `seen` (at once if it already does)."""
        ...

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """Send without ever waiting: what `publish` does, for callers that are not coroutines."""
        ...

    async def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """Send at once where the link is up, else keep it in a bounded queue (the oldest goes first).

        QoS 1 is repeated after a reconnect until the broker has acknowledged it, so it may arrive twice;
        QoS 0 is forgotten when the link is down. Raises ValueError for a bad topic, QoS or size.
        """
        ...

    async def subscribe(self, *filters: str) -> None:
        """Want these filters from now on, over every reconnect. Returns when the broker has confirmed,
        or at once where the link is down. Raises ValueError (bad filter) and SubscriptionRefused.
        """
        ...

    async def unsubscribe(self, *filters: str) -> None:
        """No longer want these filters; unknown ones are no fault."""
        ...

    def messages(self) -> AsyncIterator[Inbound]:
        """Everything that comes in, in order, for one reader; ends when the transport closes."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
