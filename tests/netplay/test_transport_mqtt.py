"""What is special to MQTT: brokers that are not there, several addresses, the socket, hostile brokers."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.broker.embedded import EmbeddedBroker
from netplay.transport import BrokerUnreachable, Inbound, LinkState, TransportError
from netplay.transport.inbox import Inbox
from netplay.transport.mqtt import Backoff, MqttTransport
from tests.netplay.buses import QUICK, MosquittoBus, free_port, take

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def reason(*addresses: str) -> str:
    """Why these addresses cannot be used, as the user reads it."""
    with pytest.raises(BrokerUnreachable) as refusal:
        async with MqttTransport(addresses, timeout=0.5):
            pass
    text = str(refusal.value)
    assert text.isprintable()
    return text


@asynccontextmanager
async def listener(serve: Serve) -> AsyncIterator[str]:
    """Something that listens and is not quite a broker; yields its address."""
    calls: set[asyncio.Task[None]] = set()

    async def call(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        calls.add(task)
        try:
            await serve(reader, writer)
        finally:
            calls.discard(task)
            writer.close()

    server = await asyncio.start_server(call, "127.0.0.1", 0)
    try:
        yield f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await asyncio.sleep(0.02)
        for task in list(calls):
            task.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


async def test_nothing_listening_is_said_in_one_sentence() -> None:
    port = free_port()
    expected = (
        f"Nothing listens at mqtt://127.0.0.1:{port} (connection refused): is the broker running?"
    )
    assert await reason(f"mqtt://127.0.0.1:{port}") == expected


async def test_an_unknown_name_is_said_in_one_sentence() -> None:
    assert "is not known" in await reason("mqtt://no-such-host.invalid")


async def test_a_silent_listener_is_no_broker() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with listener(silent) as address:
        assert (
            await reason(address) == f"What listens at {address} does not answer as an MQTT broker."
        )


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"\xff" * 64, b"\x20\x7f"]
)
async def test_another_kind_of_server_is_no_broker(answer: bytes) -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer)
        writer.close()

    async with listener(other) as address:
        assert "does not answer as an MQTT broker" in await reason(address)


async def test_a_broker_that_wants_a_password_says_so() -> None:
    async def strict(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"\x20\x02\x00\x05")
        await writer.drain()
        writer.close()

    async with listener(strict) as address:
        assert "refuses the connection" in await reason(address)


async def test_a_plain_broker_is_no_tls_server(embedded: EmbeddedBroker) -> None:
    assert "TLS" in await reason(f"mqtts://127.0.0.1:{embedded.port}")


async def test_of_several_addresses_each_reason_is_given() -> None:
    one, two = f"mqtt://127.0.0.1:{free_port()}", "mqtt://no-such-host.invalid"
    text = await reason(one, two)
    assert text.startswith("None of 2 brokers can be reached.")
    assert one in text
    assert "no-such-host.invalid" in text


async def test_the_first_address_that_answers_is_used(embedded: EmbeddedBroker) -> None:
    dead = f"mqtt://127.0.0.1:{free_port()}"
    async with MqttTransport([dead, embedded.url]) as alice:
        assert alice.address == embedded.address


async def test_when_a_broker_dies_the_next_address_takes_over() -> None:
    async with EmbeddedBroker() as second:
        async with EmbeddedBroker() as first:
            addresses = [first.url, second.url]
            alice, bob = (MqttTransport(addresses, backoff=QUICK) for _ in range(2))
            await alice.__aenter__()
            await bob.__aenter__()
            await bob.subscribe("t")
            assert alice.address == first.address
        for peer in (alice, bob):
            while peer.connections < 2:
                await asyncio.wait_for(peer.link_changed(peer.link), 60)
        assert alice.address == second.address
        await alice.publish("t", b"on the other broker")
        assert await take(bob) == [Inbound("t", b"on the other broker", False)]
        await alice.__aexit__(None, None, None)
        await bob.__aexit__(None, None, None)


async def test_the_clients_socket_never_waits_to_fill_a_packet(embedded: EmbeddedBroker) -> None:
    async with MqttTransport([embedded.url]) as alice:
        assert alice._connection is not None
        sock = alice._connection._client.socket()
        assert isinstance(sock, socket.socket)
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_each_connection_has_a_client_id_of_its_own(embedded: EmbeddedBroker) -> None:
    seen = set()
    async with MqttTransport([embedded.url], backoff=QUICK) as alice:
        for _ in range(3):
            assert alice._connection is not None
            seen.add(alice._connection.identifier)
            before = alice.connections
            alice.drop_link()
            while alice.connections == before:
                await asyncio.wait_for(alice.link_changed(alice.link), 60)
    assert len(seen) == 3
    assert all(len(name) <= 23 for name in seen)


@pytest.mark.mosquitto
async def test_a_refused_broker_at_the_start_leaves_nothing_open(mosquitto: MosquittoBus) -> None:
    before = asyncio.all_tasks()
    with pytest.raises(TransportError):
        async with MqttTransport([f"mqtts://127.0.0.1:{mosquitto.port}"], timeout=0.5):
            pass
    await asyncio.sleep(0.05)
    assert asyncio.all_tasks() <= before


async def test_a_broker_that_sends_garbage_is_left_and_tried_again() -> None:
    async def mad(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"\x20\x02\x00\x00")
        await writer.drain()
        await asyncio.sleep(0.05)
        # A PUBLISH whose topic is no UTF-8, one that is cut short, then a kind no broker sends.
        writer.write(b"\x30\x05\x00\x02\xff\xfex" + b"\x30\x02\xff\xff" + b"\x10\x00" * 8)
        await writer.drain()
        writer.close()

    async with listener(mad) as address, MqttTransport([address], backoff=QUICK) as alice:
        while alice.connections < 3:
            await asyncio.wait_for(alice.link_changed(alice.link), 60)
        assert isinstance(alice.link, LinkState)


@given(st.integers(0, 10_000), st.floats(0, 1, exclude_max=True))
def test_the_wait_before_a_reconnect_is_jittered_and_bounded(attempt: int, draw: float) -> None:
    assert 0 <= Backoff().delay(attempt, draw) <= min(15.0, 0.25 * 2.0 ** min(attempt, 32))
    assert Backoff().delay(attempt, 0.0) == 0.0


async def test_a_full_inbox_drops_the_newest_and_counts_it() -> None:
    inbox = Inbox(max_messages=2, max_bytes=10)
    for payload in (b"1", b"2", b"3"):
        inbox.put(Inbound("t", payload, False))
    assert [(await anext(inbox)).payload for _ in range(2)] == [b"1", b"2"]
    inbox.put(Inbound("t", b"x" * 11, False))
    inbox.put(Inbound("t", b"4", False))
    assert (await anext(inbox)).payload == b"4"
    assert inbox.dropped == 2


def test_the_light_half_loads_no_network_library() -> None:
    code = (
        "import sys, netplay.transport, netplay.broker;"
        "print([m for m in ('aiomqtt', 'paho', 'amqtt', 'nacl') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
