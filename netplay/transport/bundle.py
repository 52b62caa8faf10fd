"""Several brokers as one link: said on each that is up, heard once, and none of them is missed."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self

from netplay.transport.address import BrokerAddress
from netplay.transport.base import Inbound, LinkState, Transport
from netplay.transport.ends import OwnLink
from netplay.transport.errors import SubscriptionRefused
from netplay.transport.inbox import check_outgoing
from netplay.transport.near import Nearness
from netplay.transport.retained import Retained
from netplay.transport.sieve import Sieve, Standing
from netplay.transport.topics import check_filter, check_topic
from netplay.transport.wanted import Group, Wanted

_BURST: Final = 12
_PACE: Final = 20.0
"""New addresses: so many at once, then one in so many seconds."""
_SPARE_AFTER: Final = 2.0
"""Seconds without a link after which a spectator turns to the other brokers."""


class _Line:
    """One broker of a bundle."""

    def __init__(self, transport: Transport, group: Group) -> None:
        self.transport = transport
        self.group = group
        self.seen = 0
        """How often it had come up when we last looked."""
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def up(self) -> bool:
        return self.transport.link is LinkState.UP


class Bundle(OwnLink):
    """A `Transport` over a first broker and those that ``reach`` adds.

    ``first`` is not entered yet, and entering raises what it raises; the others come in the
    background and never raise. ``make`` makes a transport to one broker that is patient (see
    `MqttTransport`). ``own``: addresses of the first broker, not to be connected to twice. What we
    have retained is said again on every line that comes up, so that each broker knows all of it.
    """

    def __init__(
        self,
        first: Transport,
        make: Callable[[Group], Transport],
        near: frozenset[Nearness],
        own: Sequence[BrokerAddress] = (),
    ) -> None:
        super().__init__()
        self._first = _Line(first, ())
        self._lines = [self._first]
        self._make = make
        self._wanted = Wanted(near)
        self._own = frozenset(own)
        self._filters: dict[str, None] = {}
        self._kept = Retained()
        self._sieve = Sieve()
        self._standing = Standing()
        self._spares = False
        self._looking = False
        self._due = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    # Which brokers

    def reach(
        self, owner: Hashable, brokers: Sequence[Sequence[str]], *, spare: bool = False
    ) -> None:
        """From now on use these brokers for ``owner``, too, as far as they may be: addresses by broker.

        They come from a roster, so are anybody's (see `netplay.transport.near`). ``spare``: only once
        no other link is up. None at all: the owner needs no more.
        """
        if self._wanted.ask(owner, brokers, spare=spare):
            self._settle()

    @property
    def brokers(self) -> int:
        """How many brokers are in use now."""
        return sum(line.up for line in self._lines)

    @property
    def address(self) -> BrokerAddress | None:
        """The first broker's address, to find it again by."""
        return getattr(self._first.transport, "address", None)

    def _settle(self) -> None:
        """Open the lines that are wanted, close those that are not."""
        if not self._open:
            return
        taken = self._own if self.address is None else self._own | {self.address}
        wanted = self._wanted.groups(taken, spares=self._spares)
        for line in self._lines[1:]:
            if line.group not in wanted:
                self._lines.remove(line)
                self._start(self._close(line))
        for group in wanted:
            if all(line.group != group for line in self._lines):
                line = _Line(self._make(group), group)
                self._lines.append(line)
                line.tasks.append(self._task(self._run(line)))
        if self._wanted.spares and not self._spares and not self._looking:
            self._looking = True
            self._start(self._look_for_spares())

    async def _look_for_spares(self) -> None:
        while not self._spares:
            if self._watch.state is LinkState.UP:
                await self._watch.changed(LinkState.UP)
            await asyncio.sleep(_SPARE_AFTER)
            if self._watch.state is not LinkState.UP:
                self._spares = True
                self._settle()

    def _wait(self) -> float:
        """Seconds before a new address may be gone to: no roster makes us run from door to door."""
        now = asyncio.get_running_loop().time()
        self._due = max(self._due, now - _BURST * _PACE) + _PACE
        return max(0.0, self._due - now)

    async def _run(self, line: _Line) -> None:
        await asyncio.sleep(self._wait())
        await line.transport.subscribe(*self._filters)
        async with line.transport:
            reading = self._task(self._read(line))
            try:
                await self._follow(line)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _close(self, line: _Line) -> None:
        for task in line.tasks:
            task.cancel()
        await asyncio.gather(*line.tasks, return_exceptions=True)
        self._lost(line)
        self._look()

    # The links together

    @property
    def dropped(self) -> int:
        """See `Transport.dropped`; copies are not counted."""
        return self._inbox.dropped + sum(line.transport.dropped for line in self._lines)

    @property
    def round_trip(self) -> float | None:
        """See `Transport.round_trip`; the slowest broker's: the others are mostly our own, or nearer."""
        times = [line.transport.round_trip for line in self._lines if line.up]
        return max([time for time in times if time is not None], default=None)

    @property
    def oversized(self) -> Mapping[str, int]:
        """See `Transport.oversized`; one message over two brokers counts twice."""
        found: Counter[str] = Counter()
        for line in self._lines:
            found.update(line.transport.oversized)
        return found

    async def _follow(self, line: _Line) -> None:
        """Take note of every change of a line's link."""
        state = None
        while True:
            state = line.transport.link
            self._look_at(line)
            await line.transport.link_changed(state)

    def _look_at(self, line: _Line) -> None:
        if not line.up:
            self._lost(line)
            self._look()
        elif line.transport.connections != line.seen:
            line.seen = line.transport.connections
            if not any(other.up for other in self._lines if other is not line):
                self._watch.move(LinkState.LOST)  # it may have come back before we saw it go
            for topic, payload in list(self._kept.items()):
                line.transport.publish_nowait(topic, payload, retain=True)
            self._look()

    def _look(self) -> None:
        states = [line.transport.link for line in self._lines]
        if LinkState.UP in states:
            self._watch.move(LinkState.UP)
        else:
            trying = LinkState.CONNECTING in states
            self._watch.move(LinkState.CONNECTING if trying else LinkState.LOST)

    def _lost(self, line: _Line) -> None:
        for topic in self._standing.gone(line):
            self._inbox.put(Inbound(topic, b"", False))

    # Out

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish_nowait`. A line that is down hears later only what is retained."""
        check_topic(topic)
        check_outgoing(payload, qos)
        if retain:
            self._kept.keep(topic, payload)
        up = [line for line in self._lines if line.up]
        for line in up or self._lines[:1]:
            line.transport.publish_nowait(topic, payload, retain=retain, qos=qos)

    async def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish`."""
        self.publish_nowait(topic, payload, retain=retain, qos=qos)

    async def subscribe(self, *filters: str) -> None:
        """See `Transport.subscribe`; one broker's confirmation is enough."""
        for filter_ in filters:
            check_filter(filter_)
        self._filters.update(dict.fromkeys(filters))
        await self._each(lambda line: line.transport.subscribe(*filters))

    async def unsubscribe(self, *filters: str) -> None:
        """See `Transport.unsubscribe`."""
        for filter_ in filters:
            check_filter(filter_)
            self._filters.pop(filter_, None)
        await self._each(lambda line: line.transport.unsubscribe(*filters))

    async def _each(self, do: Callable[[_Line], Coroutine[Any, Any, None]]) -> None:
        """On all lines at once; done with the first that is up, or the first of all."""
        others = [line for line in self._lines[1:] if line.up]
        for line in self._lines[1:]:
            if not line.up:
                await do(line)  # it is only noted there, to be said when the line is up
        if not others:
            await do(self._first)
            return
        works = [self._start(_quiet(do(line))) for line in others]
        first = self._start(do(self._first)) if self._first.up else None
        if first is not None:
            works.append(first)
        else:
            await do(self._first)
        await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
        if first is not None and first.done():
            first.result()

    # In

    async def _read(self, line: _Line) -> None:
        async for message in line.transport.messages():
            self._take(line, message)

    def _take(self, line: _Line, message: Inbound) -> None:
        if message.payload:
            self._standing.holds(line, message.topic)
        else:
            mine = self._kept.get(message.topic)
            if mine and len(self._lines) > 1 and line.up:
                # A late will of ours, or a stranger: this broker alone has forgotten us.
                line.transport.publish_nowait(message.topic, mine, retain=True)
            if not self._standing.empties(line, message.topic):
                return
        if self._sieve.passes(line, message, asyncio.get_running_loop().time()):
            self._inbox.put(message)

    # Life

    def _task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work, name="caboose-bundle")

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._task(work)
        self._tasks.add(task)
        task.add_done_callback(self._did)
        return task

    def _did(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen: whoever waited for it has it, and asyncio need not report it

    async def __aenter__(self) -> Self:
        await self._first.transport.subscribe(*self._filters)
        await self._first.transport.__aenter__()
        self._open = True
        self._look_at(self._first)
        self._first.tasks = [
            self._task(self._follow(self._first)),
            self._task(self._read(self._first)),
        ]
        self._settle()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = False
        others = [task for line in self._lines[1:] for task in line.tasks]
        background = [*self._first.tasks, *self._tasks, *others]
        for task in background:
            task.cancel()
        with contextlib.suppress(SubscriptionRefused):
            await asyncio.gather(
                self._first.transport.__aexit__(kind, error, trace),
                asyncio.gather(*background, return_exceptions=True),
            )
        self._watch.move(LinkState.LOST)
        self._inbox.close()


async def _quiet(work: Coroutine[Any, Any, None]) -> None:
    """One broker's refusal is not the others'."""
    with contextlib.suppress(SubscriptionRefused):
        await work


__all__ = ["Bundle"]
