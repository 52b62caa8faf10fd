"""amqtt's broker with the faults mended that would show at a table; each override says which.

Seen in amqtt 0.12.1 and held by tests. Sessions, subscriptions, retained messages and wills are amqtt's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

from amqtt.broker import Broker, RetainedApplicationMessage
from amqtt.contexts import BrokerConfig, ListenerConfig, ListenerType
from amqtt.mqtt.disconnect import DisconnectPacket

from netplay.broker.limits import BrokerLimits
from netplay.broker.link import Link
from netplay.broker.packets import publish_head
from netplay.transport.topics import matches

_REFUSED = 0x80  # the return code of a subscription that is not granted


class _StraightQueue:
    """Stands in for a session's queue of received messages: each goes on its way when it is put.

    amqtt takes them out one by one in a loop that ends with the connection, and loses what a client
    published just before it left, though acknowledged.
    """

    def __init__(self, route: Callable[[Any], None]) -> None:
        self._route = route

    async def put(self, message: Any) -> None:
        self._route(message)

    def put_nowait(self, message: Any) -> None:
        self._route(message)

    def empty(self) -> bool:
        return True

    def qsize(self) -> int:
        return 0


class MendedBroker(Broker):  # type: ignore[misc] # amqtt ships no types
    """Serves links that are handed to it; it opens no socket of its own and loads no plugin."""

    def __init__(self, limits: BrokerLimits) -> None:
        listener = ListenerConfig(type=ListenerType.EXTERNAL)
        super().__init__(BrokerConfig(listeners={"default": listener}, plugins={}))
        self._limits = limits
        self._retained_bytes = 0

    async def serve(self, link: Link) -> None:
        """Serve one connection to its end, whatever happens on it."""
        try:
            await self.external_connected(link, link, "default")
        except Exception as error:  # one client's fault is nobody else's: amqtt lets some pass
            self.logger.debug("connection given up: %r", error)
        finally:
            await link.close()  # amqtt leaves the socket open where CONNECT was bad

    async def _authenticate(self, session: Any, listener: Any) -> bool:
        """Anyone may connect; amqtt's plugin for that loads a password library first."""
        session.is_anonymous = True
        return True

    async def _initialize_client_session(
        self, reader: Any, writer: Any, remote_address: str, remote_port: int
    ) -> Any:
        handler, session = await super()._initialize_client_session(
            reader, writer, remote_address, remote_port
        )
        cast(Link, writer).keep_alive(session.keep_alive)
        # The link keeps the time; amqtt would make a task for every packet and then do nothing.
        session.keep_alive = 0
        session.delivered_message_queue = _StraightQueue(self._route_received)
        return handler, session

    async def _delete_session(self, client_id: str) -> None:
        """A second connection of the same id: amqtt drops the first one's subscriptions, not its link."""
        _, handler = self._sessions.get(client_id, (None, None))
        if handler is not None and isinstance(handler.writer, Link):
            handler.writer.abort()
        await super()._delete_session(client_id)

    async def _client_message_loop(self, session: Any, handler: Any) -> None:
        """The loop of amqtt may wait for ever for a client that left early, or go on without one."""
        link = cast(Link, handler.writer)
        jobs = (
            (handler.get_next_pending_subscription, self._handle_subscription),
            (handler.get_next_pending_unsubscription, self._handle_unsubscription),
        )
        workers = [
            asyncio.create_task(self._work(fetch, handle, session, handler))
            for fetch, handle in jobs
        ]
        try:
            await asyncio.wait([link.gone, *workers], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            left: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            left.set_result(DisconnectPacket() if link.goodbye else None)
            await self._handle_disconnect(session, handler, left)

    async def _work(
        self,
        fetch: Callable[[], Awaitable[Any]],
        handle: Callable[[Any, Any, Any], Awaitable[None]],
        session: Any,
        handler: Any,
    ) -> None:
        loop = asyncio.get_running_loop()
        while True:
            waiter: asyncio.Future[Any] = loop.create_future()
            waiter.set_result(await fetch())
            await handle(session, handler, waiter)

    def _route_received(self, message: Any) -> None:
        """Where amqtt goes over three queues and a task for each receiver: straight on, in order."""
        self._route(message.topic, message.data, message.qos)
        packet = message.publish_packet
        if packet is not None and packet.retain_flag:
            self._keep(message.topic, message.data, message.qos)

    async def _broadcast_message(
        self, session: Any, topic: str, data: bytes, force_qos: int | None = None
    ) -> None:
        """Wills come this way."""
        self._route(topic, data, 1 if force_qos is None else force_qos)

    async def retain_message(
        self, source_session: Any, topic_name: str, data: bytes, qos: int | None = None
    ) -> None:
        """Wills come this way; amqtt sets no bound to what is retained."""
        self._keep(topic_name, data, qos)

    def _route(self, topic: str, data: bytes, qos: int) -> None:
        """Send to every connected subscriber once, however many of its filters match.

        The lower QoS of message and subscription counts (MQTT-3.8.4-6); amqtt takes the subscription's.
        """
        wanted: dict[Any, int] = {}
        for filter_, subscriptions in self._subscriptions.items():
            if matches(filter_, topic):
                for session, granted in subscriptions:
                    client = session.client_id
                    wanted[client] = max(wanted.get(client, 0), min(qos, granted, 1))
        payload = bytes(data)
        for client, level in wanted.items():
            link = self._link(client)
            if link is not None:
                head = publish_head(topic, len(payload), qos=level, retain=False)
                link.deliver(head, payload, level)

    def _link(self, client_id: str) -> Link | None:
        session, handler = self._sessions.get(client_id, (None, None))
        if handler is None or session.transitions.state != "connected":
            return None
        return cast("Link | None", handler.writer)

    def _keep(self, topic: str, data: bytes, qos: int | None) -> None:
        held = self._retained_messages.pop(topic, None)
        if held is not None:
            self._retained_bytes -= len(held.data)
        room = (
            len(self._retained_messages) < self._limits.max_retained
            and self._retained_bytes + len(data) <= self._limits.max_retained_bytes
        )
        if data and room:
            kept = RetainedApplicationMessage(None, topic, bytes(data), qos)
            self._retained_messages[topic] = kept
            self._retained_bytes += len(data)

    async def add_subscription(self, subscription: tuple[str, int], session: Any) -> int:
        """Bound the filters of one client; QoS 2 is granted as 1 (MQTT-3.8.4-5 allows it)."""
        filter_, qos = subscription
        mine = sum(
            1
            for subscribers in self._subscriptions.values()
            if any(held.client_id == session.client_id for held, _ in subscribers)
        )
        if mine >= self._limits.max_subscriptions:
            return _REFUSED
        return cast(int, await super().add_subscription((filter_, min(qos, 1)), session))

    async def _handle_unsubscription(self, client_session: Any, handler: Any, waiter: Any) -> None:
        """Forget the filter too: amqtt keeps an empty list for every one ever unsubscribed from."""
        await super()._handle_unsubscription(client_session, handler, waiter)
        for filter_ in waiter.result().topics:
            if not self._subscriptions.get(filter_, True):
                del self._subscriptions[filter_]

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Any
    ) -> None:
        """Send what is retained for a new subscription, and nothing else.

        amqtt calls this for every filter of every client when somebody connects, so each newcomer got
        all retained messages unasked; and it waits for their acknowledgement before it serves on.
        """
        filter_, qos = subscription
        holders = self._subscriptions.get(filter_, ())
        if all(held.client_id != session.client_id for held, _ in holders):
            return
        link = self._link(session.client_id)
        for topic, kept in self._retained_messages.items():
            if link is not None and matches(filter_, topic):
                level = min(qos, kept.qos or 0, 1)
                head = publish_head(topic, len(kept.data), qos=level, retain=True)
                link.deliver(head, kept.data, level)
