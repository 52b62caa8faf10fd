"""One connection for a lobby and many tables: each has a branch, which is a transport to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Self

from netplay.transport.base import Inbound, LinkState, Transport
from netplay.transport.ends import OtherLink
from netplay.transport.inbox import Inbox
from netplay.transport.topics import matches


class Trunk:
    """Deals out what comes in on ``transport``, which is entered already and read by nobody else."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._branches: dict[Branch, None] = {}
        self._reader: asyncio.Task[None] | None = None

    def branch(self) -> Branch:
        """A new branch, not entered yet."""
        return Branch(self)

    async def __aenter__(self) -> Self:
        self._reader = asyncio.get_running_loop().create_task(self._read(), name="caboose-trunk")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        for branch in list(self._branches):
            branch.inbox.close()

    async def _read(self) -> None:
        async for message in self.transport.messages():
            for branch in list(self._branches):
                if branch.wants(message.topic):
                    branch.inbox.put(message)

    def join(self, branch: Branch) -> None:
        """Begin to hand messages to a branch."""
        self._branches[branch] = None

    def part(self, branch: Branch) -> None:
        """Hand it nothing more."""
        self._branches.pop(branch, None)

    def unwanted(self, filters: tuple[str, ...]) -> list[str]:
        """Those of ``filters`` that no branch has."""
        return [
            filter_
            for filter_ in filters
            if not any(filter_ in branch.filters for branch in self._branches)
        ]


class Branch(OtherLink):
    """A ``Transport`` over a trunk. Leaving it ends its subscriptions, not the connection all share."""

    def __init__(self, trunk: Trunk) -> None:
        super().__init__(trunk.transport)
        self.filters: dict[str, None] = {}
        self.inbox = Inbox()
        self._trunk = trunk

    def wants(self, topic: str) -> bool:
        """Whether one of its filters selects a topic."""
        return any(matches(filter_, topic) for filter_ in self.filters)

    @property
    def dropped(self) -> int:
        """Messages lost to this branch's full queue, and those the connection lost for all."""
        return self.under.dropped + self.inbox.dropped

    @property
    def oversized(self) -> Mapping[str, int]:
        """See `Transport.oversized`."""
        return self.under.oversized

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish_nowait`."""
        self.under.publish_nowait(topic, payload, retain=retain, qos=qos)

    async def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish`."""
        await self.under.publish(topic, payload, retain=retain, qos=qos)

    async def subscribe(self, *filters: str) -> None:
        """See `Transport.subscribe`; what is retained comes (again) to every branch that wants it."""
        self.filters.update(dict.fromkeys(filters))
        await self.under.subscribe(*filters)

    async def unsubscribe(self, *filters: str) -> None:
        """See `Transport.unsubscribe`; the broker hears of it only if no other branch wants them."""
        for filter_ in filters:
            self.filters.pop(filter_, None)
        if unwanted := self._trunk.unwanted(filters):
            await self.under.unsubscribe(*unwanted)

    def messages(self) -> AsyncIterator[Inbound]:
        """See `Transport.messages`."""
        return self.inbox

    async def __aenter__(self) -> Self:
        self._trunk.join(self)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self.under.link is LinkState.UP:
                await self.unsubscribe(*list(self.filters))
        finally:
            self._trunk.part(self)
            self.inbox.close()
