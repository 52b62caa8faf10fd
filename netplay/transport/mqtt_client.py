"""One connection to one broker: aiomqtt's client with the waiting taken out of the path of a message.

aiomqtt's own `publish` waits for the acknowledgement and its `messages` makes a task for each message.
Here what comes in goes straight to a callback and what goes out is written to the socket at once; that
overrides private hooks of aiomqtt, so its version is held in `pyproject.toml` and the tests would notice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import threading
from collections.abc import Callable
from typing import Any

import aiomqtt
import paho.mqtt.client as paho
from aiomqtt.types import PahoSocket
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from netplay.transport.address import BrokerAddress
from netplay.transport.base import Inbound, Will
from netplay.transport.errors import SubscriptionRefused
from netplay.transport.refusals import unreachable
from netplay.transport.security import Security

KEEPALIVE = 20
"""Seconds between signs of life (protocol, section 1)."""

MAX_INFLIGHT = 256
"""QoS 1 messages that may be on their way without an acknowledgement."""

_REFUSALS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between attempts to subscribe: a cluster that has lost a node refuses what it grants later."""

_quiet = logging.getLogger("netplay.transport.mqtt")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False  # a lost link is shown by its state; log lines would tear the screen


class Connection(aiomqtt.Client):
    """A single connection, never reused: random client id, clean session, MQTT 3.1.1, TCP_NODELAY.

    ``clustered``: the broker has several nodes. Subscriptions are then made with QoS 0, since NATS
    keeps a replicated consumer for each one of QoS 1: measured with three nodes, sitting down took 13 s
    instead of 0.1 s, the loss of a node 36 s instead of 9 s. A clean session forgets what was not
    delivered when the link breaks, whatever the QoS; publishing stays QoS 1.
    """

    def __init__(
        self,
        address: BrokerAddress,
        *,
        on_message: Callable[[Inbound], None],
        on_acknowledged: Callable[[int], None],
        will: Will | None,
        security: Security,
        timeout: float,
        clustered: bool = False,
    ) -> None:
        login = security.login
        super().__init__(
            address.host,
            address.port,
            identifier="caboose-" + secrets.token_hex(7),  # at most 23 characters: MQTT-3.1.3-5
            protocol=aiomqtt.ProtocolVersion.V311,
            clean_session=True,
            keepalive=KEEPALIVE,
            timeout=timeout,
            will=None if will is None else aiomqtt.Will(will.topic, will.payload, 1, will.retain),
            username=None if login is None else login[0],
            password=None if login is None else login[1],
            max_inflight_messages=2 * MAX_INFLIGHT,
            socket_options=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),),
            transport="websockets" if address.path else "tcp",
            websocket_path=address.path or None,
            tls_context=security.context() if address.tls else None,
            logger=_quiet,
        )
        self._client.connect_timeout = timeout
        self._address = address
        self._received = on_message
        self._acknowledged = on_acknowledged
        self._loop_thread = threading.get_ident()
        self._failure: Exception | None = None
        self._alert = ""
        self._given_up = False
        self._clustered = clustered

    async def open(self) -> None:
        """Connect and wait for the broker's word; BrokerUnreachable says in one sentence why not."""
        opened = False
        if self._address.tls:
            self._client.on_log = self._note  # paho keeps to itself what a socket raises later
        try:
            await self.__aenter__()
            opened = True
        except (aiomqtt.MqttError, ValueError) as error:
            raise unreachable(self._address, error, self._failure, self._alert) from None
        finally:
            self._client.on_log = None
            self._failure = None  # its traceback would keep a half-open TLS socket of paho's alive
            if not opened:
                self.abort()  # aiomqtt leaves the socket and a task behind when the attempt fails

    def _note(self, client: paho.Client, userdata: Any, level: int, line: str) -> None:
        if "SSL" in line:
            self._alert = line[:400]

    def send(self, topic: str, payload: bytes, *, retain: bool, qos: int) -> int | None:
        """Write one message to the socket now; return its number for the acknowledgement.

        None where the connection is already gone. With QoS 0 no acknowledgement follows.
        """
        info = self._client.publish(topic, payload, qos, retain)
        if info.rc != paho.MQTT_ERR_SUCCESS:
            return None
        self._client.loop_write()
        return info.mid

    async def want(self, filters: list[str]) -> None:
        """Subscribe and wait for the confirmation (MqttError where the link breaks).

        Raises SubscriptionRefused; a cluster is asked again for some seconds before.
        """
        qos, pauses = (0, _REFUSALS) if self._clustered else (1, ())
        for pause in (*pauses, None):
            codes = await self.subscribe([(filter_, qos) for filter_ in filters])
            filters = [
                filter_
                for filter_, code in zip(filters, codes, strict=False)
                if isinstance(code, ReasonCode) and code.is_failure
            ]
            if not filters:
                return
            if pause is not None:
                await asyncio.sleep(pause)
        raise SubscriptionRefused(
            f"The broker {self._address} refuses the subscription {filters[0]!r}."
        )

    async def lost(self) -> None:
        """Return when this connection has ended, for whatever reason."""
        with contextlib.suppress(Exception):  # how it ended makes no difference: it is made anew
            await asyncio.shield(self._disconnected)

    async def shut(self) -> None:
        """Say goodbye (so that the will stays silent) and close."""
        with contextlib.suppress(aiomqtt.MqttError):
            await self.__aexit__(None, None, None)
        self.abort()

    def abort(self) -> None:
        """Close the socket without a word, as a dead network would."""
        self._given_up = True
        self._client._sock_close()
        if self._misc_task is not None:
            self._misc_task.cancel()
        if self._connected.done() and not self._connected.cancelled():
            self._connected.exception()  # seen: asyncio need not report it
        if self._disconnected.done():
            if not self._disconnected.cancelled():
                self._disconnected.exception()
        else:
            self._disconnected.set_result(None)

    # What follows overrides aiomqtt's hooks.

    def _client_connect(self) -> None:
        try:
            super()._client_connect()
        except Exception as error:
            self._failure = error  # aiomqtt keeps only its text
            if isinstance(error, (OSError, ValueError)):
                raise
            raise OSError(str(error)) from error
        if self._given_up:
            # Cancelled while this thread was connecting: nobody would close what it has opened.
            self._loop.call_soon_threadsafe(self._client._sock_close)

    def _on_message(self, client: paho.Client, userdata: Any, message: paho.MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return  # a broker must not pass such a topic on; nothing of ours has one
        self._received(Inbound(topic, bytes(message.payload), message.retain))

    def _on_publish(
        self,
        client: paho.Client,
        userdata: Any,
        mid: int,
        reason_code: ReasonCode,
        properties: Properties,
    ) -> None:
        self._acknowledged(mid)

    def _on_disconnect(
        self,
        client: paho.Client,
        userdata: Any,
        flags: paho.DisconnectFlags,
        reason_code: ReasonCode,
        properties: Properties | None = None,
    ) -> None:
        if self._connected.cancelled():
            return  # timed out before: `abort` has done everything
        if not self._connected.done():
            # Without this, aiomqtt would wait for its timeout though the other side has hung up.
            self._connected.set_exception(aiomqtt.MqttError("closed before the broker answered"))
            return
        super()._on_disconnect(client, userdata, flags, reason_code, properties)

    def _on_socket_register_write(
        self, client: paho.Client, userdata: Any, sock: PahoSocket
    ) -> None:
        if threading.get_ident() != self._loop_thread:
            super()._on_socket_register_write(client, userdata, sock)
            return
        # aiomqtt would put this off to the next turn of the loop, after `send` has written everything
        # and taken the writer away again: the socket would then call for ever for nothing.
        self._loop.add_writer(sock.fileno(), self._write)

    def _write(self) -> None:
        try:
            self._client.loop_write()
        except Exception as error:
            if not self._disconnected.done():
                self._disconnected.set_exception(error)
