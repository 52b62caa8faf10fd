"""A lasting link over any MQTT 3.1.1 broker: reconnects, resubscribes, repeats what was not confirmed."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import aiomqtt

from netplay.transport.address import BrokerAddress, parse_address
from netplay.transport.base import LinkState, Will
from netplay.transport.ends import OwnLink
from netplay.transport.errors import BrokerUnreachable, SubscriptionRefused
from netplay.transport.inbox import check_outgoing
from netplay.transport.mqtt_client import MAX_INFLIGHT, Connection
from netplay.transport.roundtrip import RoundTrip
from netplay.transport.security import Security
from netplay.transport.topics import check_filter, check_topic


@dataclass(frozen=True, slots=True)
class Backoff:
    """Full-jitter exponential back-off.

    Attempt n (from 0) waits a uniformly drawn time of at most min(cap, base * 2**n) seconds.
    """

    base: float = 0.25
    cap: float = 15.0

    def delay(self, attempt: int, draw: float) -> float:
        """Seconds to wait before reconnecting attempt `attempt` (from 0), `draw` uniform in [0, 1)."""
        return draw * min(self.cap, self.base * 2.0 ** min(attempt, 32))


@dataclass(frozen=True, slots=True)
class _Outgoing:
    topic: str
    payload: bytes
    retain: bool
    qos: int


class MqttTransport(OwnLink):
    """A `Transport` over MQTT.

    `addresses` are tried in order at the start and in turn later; entering raises BrokerUnreachable only
    where none answers. `security` is a login and certificates. One address is
    tried for at most `timeout` seconds. While the link is down `max_queued` messages wait, few enough
    for mosquitto, which by default holds 1,000 for a slow reader and drops the rest. At the exit what is
    still unacknowledged gets `linger` seconds.

    `patient`: entering returns at once and never raises, the link is made in the background; before
    it was UP for the first time its pauses are these, for the address may be anybody's.
    """

    def __init__(
        self,
        addresses: Sequence[BrokerAddress | str],
        *,
        will: Will | None = None,
        security: Security | None = None,
        backoff: Backoff | None = None,
        timeout: float = 5.0,
        linger: float = 1.0,
        max_queued: int = 512,
        patient: Backoff | None = None,
    ) -> None:
        super().__init__()
        if not addresses:
            raise ValueError("at least one broker address is needed")
        if will is not None:
            check_topic(will.topic)
        self._addresses = [parse_address(a) if isinstance(a, str) else a for a in addresses]
        self._turn = 0
        self._will = will
        self._security = security or Security()
        self._backoff = backoff or Backoff()
        self._timeout = timeout
        self._linger = linger
        self._max_queued = max_queued
        self._patient = patient
        self._filters: dict[str, None] = {}
        self._queue: deque[_Outgoing] = deque()
        self._unacknowledged: dict[int, _Outgoing] = {}
        self._all_sent = asyncio.Event()
        self._all_sent.set()
        self._connection: Connection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._random = random.SystemRandom()  # jitter of two peers must differ even in a seeded run
        self._overflow = 0
        self._round_trip = RoundTrip()

    @property
    def dropped(self) -> int:
        """Messages lost to a full queue or a foreign oversize, both directions together."""
        return self._overflow + self._inbox.dropped

    @property
    def address(self) -> BrokerAddress:
        """The broker in use, or the one last tried."""
        return self._addresses[self._turn]

    @property
    def round_trip(self) -> float | None:
        """See `Transport.round_trip`."""
        return self._round_trip.seconds

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish_nowait`."""
        check_topic(topic)
        check_outgoing(payload, qos)
        message = _Outgoing(topic, payload, retain, qos)
        if (
            self._watch.state is LinkState.UP
            and not self._queue
            and len(self._unacknowledged) < MAX_INFLIGHT
            and self._send(message)
        ):
            return
        if qos == 0:
            return
        if len(self._queue) >= self._max_queued:
            self._queue.popleft()
            self._overflow += 1
        self._queue.append(message)
        self._all_sent.clear()

    async def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish`."""
        self.publish_nowait(topic, payload, retain=retain, qos=qos)

    def _send(self, message: _Outgoing) -> bool:
        assert self._connection is not None
        number = self._connection.send(
            message.topic, message.payload, retain=message.retain, qos=message.qos
        )
        if number is None:
            return False
        if message.qos:
            alone = not self._unacknowledged
            self._round_trip.sent(number, alone, asyncio.get_running_loop().time())
            self._unacknowledged[number] = message
            self._all_sent.clear()
        return True

    def _flush(self) -> None:
        while (
            self._queue and len(self._unacknowledged) < MAX_INFLIGHT and self._send(self._queue[0])
        ):
            self._queue.popleft()

    def _acknowledged(self, number: int) -> None:
        if self._unacknowledged.pop(number, None) is None:
            return
        self._round_trip.acknowledged(number, asyncio.get_running_loop().time())
        if self._queue and self._watch.state is LinkState.UP:
            self._flush()
        if not self._unacknowledged and not self._queue:
            self._all_sent.set()

    async def subscribe(self, *filters: str) -> None:
        """See `Transport.subscribe`."""
        for filter_ in filters:
            check_filter(filter_)
        self._filters.update(dict.fromkeys(filters))
        if filters and self._watch.state is LinkState.UP and self._connection is not None:
            try:
                await self._connection.want(list(filters))
            except aiomqtt.MqttError:
                self._connection.abort()  # lost or deaf: the next connection subscribes to everything
            except SubscriptionRefused:
                for filter_ in filters:
                    self._filters.pop(filter_, None)
                raise

    async def unsubscribe(self, *filters: str) -> None:
        """See `Transport.unsubscribe`."""
        for filter_ in filters:
            check_filter(filter_)
            self._filters.pop(filter_, None)
        if filters and self._watch.state is LinkState.UP and self._connection is not None:
            try:
                await self._connection.unsubscribe(list(filters))
            except aiomqtt.MqttError:
                self._connection.abort()

    def drop_link(self) -> None:
        """Break the link as a dead network would: the will speaks, then the link comes back by itself."""
        if self._connection is not None:
            self._connection.abort()

    async def _connect(self) -> None:
        """Try every address once, from the current one on; BrokerUnreachable where none answers."""
        reasons: list[BrokerUnreachable] = []
        for _ in self._addresses:
            try:
                connection = Connection(
                    self.address,
                    on_message=self._inbox.put,
                    on_acknowledged=self._acknowledged,
                    will=self._will,
                    security=self._security,
                    timeout=self._timeout,
                    clustered=len(self._addresses) > 1,
                )
                await connection.open()
            except BrokerUnreachable as error:
                reasons.append(error)
                self._turn = (self._turn + 1) % len(self._addresses)
                continue
            self._connection = connection
            return
        if len(reasons) == 1:
            raise reasons[0]
        raise BrokerUnreachable(
            f"None of {len(reasons)} brokers can be reached. " + " ".join(map(str, reasons))
        )

    async def _resume(self) -> None:
        """Subscribe anew, then open the gate and repeat what the last connection left unacknowledged."""
        assert self._connection is not None
        done: set[str] = set()
        while missing := [filter_ for filter_ in self._filters if filter_ not in done]:
            await self._connection.want(missing)
            done.update(missing)
        self._watch.move(LinkState.UP)
        self._flush()

    async def _keep(self) -> None:
        """Watch the connection and make it anew for as long as the transport is open."""
        if self._connection is None:
            await self._reconnect(at_once=True)
        while True:
            assert self._connection is not None
            await self._connection.lost()
            self._connection.abort()
            self._watch.move(LinkState.LOST)
            self._queue.extendleft(reversed(self._unacknowledged.values()))
            self._unacknowledged.clear()
            self._round_trip.lost()
            await self._reconnect()

    async def _reconnect(self, *, at_once: bool = False) -> None:
        proven = self._patient is None or self._watch.connections > 0
        backoff = self._backoff if proven or self._patient is None else self._patient
        attempt = 0
        while True:
            if not at_once:
                await asyncio.sleep(backoff.delay(attempt, self._random.random()))
                attempt += 1
            at_once = False
            self._watch.move(LinkState.CONNECTING)
            try:
                await self._connect()
                await self._resume()
            except (BrokerUnreachable, SubscriptionRefused, aiomqtt.MqttError):
                if self._connection is not None:
                    self._connection.abort()
                self._watch.move(LinkState.LOST)
                self._turn = (self._turn + 1) % len(self._addresses)
            else:
                return

    async def __aenter__(self) -> Self:
        if self._patient is None:
            await self._connect()
            await self._resume()
        self._keeper = asyncio.create_task(self._keep(), name="caboose-link")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._watch.state is LinkState.UP:
                if self._will is not None:
                    self.publish_nowait(
                        self._will.topic, self._will.payload, retain=self._will.retain
                    )
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._all_sent.wait(), self._linger)
        finally:
            if self._keeper is not None:
                # Until it holds: up to Python 3.11 `wait_for` in aiomqtt may swallow a cancellation.
                while not self._keeper.done():
                    self._keeper.cancel()
                    await asyncio.wait({self._keeper}, timeout=0.05)
            if self._connection is not None:
                await self._connection.shut()
            self._watch.move(LinkState.LOST)
            self._inbox.close()
