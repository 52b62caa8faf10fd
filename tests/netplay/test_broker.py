"""The embedded broker against raw sockets: garbage, giants, floods, silence; others do not notice."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.broker.embedded import EmbeddedBroker
from netplay.broker.limits import BrokerLimits, Meter
from netplay.broker.packets import BadPacket, check, cut
from netplay.transport import BrokerNotStarted, BrokerUnreachable, Inbound, PortBusy, Will
from netplay.transport.mqtt import MqttTransport
from tests.netplay.buses import settle, take


def text(value: bytes) -> bytes:
    return len(value).to_bytes(2, "big") + value


def packet(first: int, body: bytes) -> bytes:
    length, head = len(body), bytearray([first])
    while length >= 0x80:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + body


def connect(
    client: bytes = b"raw", *, keepalive: int = 0, clean: bool = True, will: bytes = b""
) -> bytes:
    flags = (0x02 if clean else 0) | (0x2C if will else 0)
    body = b"\0\4MQTT\4" + bytes([flags]) + keepalive.to_bytes(2, "big") + text(client)
    return packet(0x10, body + (text(will) + text(b"") if will else b""))


def publish(topic: bytes, payload: bytes, number: int = 1) -> bytes:
    return packet(0x32, text(topic) + number.to_bytes(2, "big") + payload)


CONNACK = b"\x20\x02\x00\x00"
DISCONNECT = b"\xe0\x00"


class Raw:
    """A bare TCP client of the broker."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def say(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def hear(self, count: int) -> bytes:
        return await asyncio.wait_for(self.reader.readexactly(count), 60)

    async def hung_up(self) -> bool:
        """Whether the broker closes the connection soon (whatever it says before)."""
        try:
            while await asyncio.wait_for(self.reader.read(65536), 60):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            return False
        return True


@asynccontextmanager
async def raw(broker: EmbeddedBroker, first: bytes = b"") -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", broker.port)
    client = Raw(reader, writer)
    try:
        if first:
            await client.say(first)
            assert await client.hear(4) == CONNACK
        yield client
    finally:
        writer.close()


@asynccontextmanager
async def undisturbed(broker: EmbeddedBroker) -> AsyncIterator[None]:
    """Two peers who still hear each other after whatever is done inside."""
    async with MqttTransport([broker.url]) as alice, MqttTransport([broker.url]) as bob:
        await bob.subscribe("t")
        yield
        await alice.publish("t", b"still here")
        assert await take(bob) == [Inbound("t", b"still here", False)]
        assert (alice.connections, bob.connections) == (1, 1)


BROKEN = {
    "not MQTT": b"GET / HTTP/1.1\r\n\r\n",
    "a length of five bytes": b"\x10\xff\xff\xff\xff\x01",
    "a giant announced": b"\x10\xff\xff\xff\x7f",
    "no CONNECT first": publish(b"t", b"x"),
    "MQTT 3.1": packet(0x10, text(b"MQIsdp") + b"\3\2\0\0" + text(b"x")),
    "a cut CONNECT": packet(0x10, b"\0\4MQTT\4\2\0\0\0\x09abc"),
    "a CONNECT with a tail": packet(0x10, b"\0\4MQTT\4\2\0\0" + text(b"x") + b"tail"),
    "a will on a wildcard": connect(will=b"here/#"),
    "a bad will flag": packet(0x10, b"\0\4MQTT\4\x32\0\0" + text(b"x")),
    "a user name that is not there": packet(0x10, b"\0\4MQTT\4\x82\0\0" + text(b"x")),
}

BROKEN_LATER = {
    "a second CONNECT": connect(),
    "a giant announced": b"\x30\xff\xff\xff\x7f",
    "one byte over": packet(0x30, text(b"t") + b"x" * (128 * 1024)),
    "a wildcard topic": publish(b"a/#", b"x"),
    "an empty topic": publish(b"", b"x"),
    "a broker's topic": publish(b"$SYS/x", b"x"),
    "a topic that is no UTF-8": publish(b"\xff\xfe", b"x"),
    "a topic longer than its packet": packet(0x30, b"\xff\xfft"),
    "QoS 2": packet(0x34, text(b"t") + b"\0\1x"),
    "QoS 3": packet(0x36, text(b"t") + b"\0\1x"),
    "a message number 0": publish(b"t", b"x", 0),
    "a cut message number": packet(0x32, text(b"t") + b"\0"),
    "a reserved kind": b"\x00\x00",
    "another reserved kind": b"\xf0\x00",
    "a CONNACK": CONNACK,
    "a PUBREL": b"\x62\x02\x00\x01",
    "a SUBSCRIBE to nothing": packet(0x82, b"\0\1"),
    "a SUBSCRIBE with bad flags": packet(0x80, b"\0\1" + text(b"t") + b"\1"),
    "a bad filter": packet(0x82, b"\0\1" + text(b"a/#/b") + b"\1"),
    "a filter without QoS": packet(0x82, b"\0\1" + text(b"a")),
    "a fat PINGREQ": packet(0xC0, b"x"),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_a_stranger_who_does_not_speak_mqtt_is_hung_up_on(
    embedded: EmbeddedBroker, name: str
) -> None:
    async with undisturbed(embedded), raw(embedded) as stranger:
        await stranger.say(BROKEN[name])
        assert await stranger.hung_up()


@pytest.mark.parametrize("name", BROKEN_LATER)
async def test_a_client_that_breaks_the_protocol_is_hung_up_on(
    embedded: EmbeddedBroker, name: str
) -> None:
    async with undisturbed(embedded), raw(embedded, connect()) as client:
        await client.say(BROKEN_LATER[name])
        assert await client.hung_up()


async def test_a_giant_that_trickles_in_is_refused_at_its_header(embedded: EmbeddedBroker) -> None:
    async with raw(embedded, connect()) as client:
        for byte in b"\x30\x80\x80\x10":
            await client.say(bytes([byte]))
        assert await client.hung_up()


async def test_a_flood_of_messages_ends_the_connection_and_others_go_on() -> None:
    limits = BrokerLimits(messages_per_second=100, message_burst=500)
    async with (
        EmbeddedBroker(limits=limits) as broker,
        undisturbed(broker),
        raw(broker, connect()) as client,
    ):
        client.writer.write(publish(b"t2", b"x") * 2000)
        assert await client.hung_up()


async def test_a_flood_of_bytes_ends_the_connection() -> None:
    limits = BrokerLimits(bytes_per_second=1000, byte_burst=200_000)
    async with EmbeddedBroker(limits=limits) as broker, raw(broker, connect()) as client:
        client.writer.write(publish(b"t", b"x" * 100_000) * 3)
        assert await client.hung_up()


async def test_a_flood_of_acknowledgements_counts_as_messages() -> None:
    limits = BrokerLimits(messages_per_second=10, message_burst=50)
    async with EmbeddedBroker(limits=limits) as broker, raw(broker, connect()) as client:
        client.writer.write(b"\x40\x02\x00\x01" * 100)
        assert await client.hung_up()


async def test_acknowledging_what_one_gets_costs_nothing() -> None:
    limits = BrokerLimits(messages_per_second=0.001, message_burst=20)
    async with EmbeddedBroker(limits=limits) as broker, MqttTransport([broker.url]) as bob:
        await bob.subscribe("t")
        for n in range(5):
            async with MqttTransport([broker.url]) as alice:
                for _ in range(15):
                    await alice.publish("t", bytes([n]))
        assert len(await take(bob, 75)) == 75
        assert bob.connections == 1


async def test_a_client_that_does_not_read_is_left_behind() -> None:
    limits = BrokerLimits(max_unsent=300_000)
    async with (
        EmbeddedBroker(limits=limits) as broker,
        undisturbed(broker),
        raw(broker, connect()) as client,
        MqttTransport([broker.url]) as alice,
    ):
        await client.say(packet(0x82, b"\0\1" + text(b"big") + b"\0"))
        await client.hear(5)
        before = broker.connections
        for _ in range(200):
            await alice.publish("big", b"x" * 100_000)
            await asyncio.sleep(0.005)
            if broker.connections < before:
                break
        assert broker.connections == before - 1


async def test_when_the_house_is_full_the_next_is_turned_away_with_a_reason() -> None:
    async with EmbeddedBroker(limits=BrokerLimits(max_connections=2)) as broker:
        async with undisturbed(broker):
            with pytest.raises(BrokerUnreachable, match="it is full, or not ready now"):
                async with MqttTransport([broker.url], timeout=1):
                    pass
            async with raw(broker) as client:
                await client.say(b"GET / HTTP/1.1\r\n\r\n")
                assert await client.hung_up()
        for _ in range(100):
            if not broker.connections:
                break
            await asyncio.sleep(0.02)
        async with undisturbed(broker):
            pass


async def test_who_connects_and_says_nothing_is_hung_up_on() -> None:
    limits = BrokerLimits(connect_seconds=0.1)
    async with EmbeddedBroker(limits=limits) as broker, raw(broker) as client:
        assert await client.hung_up()


async def test_a_client_that_falls_silent_is_missed_and_its_will_said(
    embedded: EmbeddedBroker,
) -> None:
    async with MqttTransport([embedded.url]) as bob:
        await bob.subscribe("here/#")
        async with raw(embedded, connect(keepalive=1, will=b"here/raw")) as client:
            assert await take(bob) == [Inbound("here/raw", b"", False)]
            assert await client.hung_up()


async def test_a_will_is_said_even_for_who_leaves_in_the_same_breath(
    embedded: EmbeddedBroker,
) -> None:
    async with MqttTransport([embedded.url]) as bob:
        await bob.subscribe("here/#")
        for n in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", embedded.port)
            writer.write(connect(b"c%d" % n, will=b"here/%d" % n))
            if n % 2:
                await writer.drain()
            writer.close()
        assert {m.topic for m in await take(bob, 20)} == {f"here/{n}" for n in range(20)}


async def test_a_goodbye_keeps_the_will_silent(embedded: EmbeddedBroker) -> None:
    async with MqttTransport([embedded.url]) as bob:
        await bob.subscribe("here/#", "t")
        async with raw(embedded, connect(will=b"here/raw")) as client:
            await client.say(publish(b"t", b"last words") + DISCONNECT)
            assert await client.hung_up()
        assert await settle(bob, bob) == [Inbound("t", b"last words", False)]


async def test_messages_sent_with_the_last_breath_arrive_in_order(embedded: EmbeddedBroker) -> None:
    async with MqttTransport([embedded.url]) as bob:
        await bob.subscribe("t")
        _, writer = await asyncio.open_connection("127.0.0.1", embedded.port)
        writer.write(connect() + b"".join(publish(b"t", bytes([n]), n + 1) for n in range(100)))
        writer.close()
        assert [m.payload[0] for m in await take(bob, 100)] == list(range(100))


async def test_a_second_connection_of_the_same_id_ends_the_first(embedded: EmbeddedBroker) -> None:
    async with raw(embedded, connect(b"same")) as first, raw(embedded, connect(b"same")) as second:
        assert await first.hung_up()
        await second.say(packet(0x82, b"\0\1" + text(b"t") + b"\0"))
        assert await second.hear(5) == b"\x90\x03\x00\x01\x00"
        async with MqttTransport([embedded.url]) as alice:
            await alice.publish("t", b"x")
            assert await second.hear(6) == b"\x30\x04\x00\x01tx"


async def test_no_session_outlives_its_connection(embedded: EmbeddedBroker) -> None:
    async with raw(embedded, connect(b"keep", clean=False)) as client:
        await client.say(packet(0x82, b"\0\1" + text(b"t") + b"\1") + DISCONNECT)
        assert await client.hung_up()
    async with MqttTransport([embedded.url]) as alice:
        await alice.publish("t", b"x")
        async with raw(embedded, connect(b"keep", clean=False)) as client:
            await client.say(b"\xc0\x00")
            assert await client.hear(2) == b"\xd0\x00"


async def test_overlapping_filters_give_one_copy(embedded: EmbeddedBroker) -> None:
    async with MqttTransport([embedded.url]) as bob:
        await bob.subscribe("a/#", "a/+", "a/b")
        await bob.publish("a/b", b"1")
        assert await settle(bob, bob) == [Inbound("a/b", b"1", False)]


async def test_retained_messages_are_bounded() -> None:
    limits = BrokerLimits(max_retained=3, max_retained_bytes=1000)
    async with EmbeddedBroker(limits=limits) as broker, MqttTransport([broker.url]) as alice:
        for n in range(10):
            await alice.publish(f"ad/{n}", b"x", retain=True)
        await alice.publish("ad/0", b"", retain=True)
        await alice.publish("ad/1", b"y" * 2000, retain=True)
        await alice.publish("ad/9", b"z", retain=True)
        await settle(alice, alice)
        await alice.subscribe("ad/#")
        kept = await settle(alice, alice)
        assert {m.topic for m in kept if m.retained} == {"ad/2", "ad/9"}


async def test_both_ends_of_a_connection_have_nodelay(embedded: EmbeddedBroker) -> None:
    async with raw(embedded, connect()):
        (link,) = embedded._links
        assert link._transport is not None
        sock = link._transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_a_busy_port_is_said_in_one_sentence(embedded: EmbeddedBroker) -> None:
    with pytest.raises(PortBusy) as refusal:
        async with EmbeddedBroker(port=embedded.port):
            pass
    assert str(refusal.value) == (
        f"The broker cannot start: port {embedded.port} on 127.0.0.1 is already in use;"
        " choose another port or stop the program that has it."
    )


async def test_a_foreign_address_is_said_in_one_sentence() -> None:
    with pytest.raises(BrokerNotStarted) as refusal:
        async with EmbeddedBroker("no-such-host.invalid"):
            pass
    assert "is no address of this machine" in str(refusal.value)
    with pytest.raises(BrokerNotStarted):
        async with EmbeddedBroker("192.0.2.1"):
            pass


async def test_it_stops_cleanly_with_clients_of_every_kind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = asyncio.all_tasks()
    with caplog.at_level(logging.WARNING):
        async with EmbeddedBroker() as broker:
            mute = await asyncio.open_connection("127.0.0.1", broker.port)
            async with raw(broker, connect()), raw(broker, connect(b"two", will=b"here/two")):
                alice = await MqttTransport([broker.url], will=Will("here/a")).__aenter__()
                await alice.subscribe("#")
                await alice.publish("t", b"x", retain=True)
        await alice.__aexit__(None, None, None)
        mute[1].close()
    assert asyncio.all_tasks() <= before
    assert broker.connections == 0
    assert not caplog.records


async def test_the_same_port_serves_again_at_once(embedded: EmbeddedBroker) -> None:
    async with EmbeddedBroker() as first, MqttTransport([first.url]):
        port = first.port
    async with EmbeddedBroker(port=port) as second, undisturbed(second):
        assert second.url == f"mqtt://127.0.0.1:{port}"


@given(st.binary(max_size=64), st.booleans())
def test_no_bytes_get_past_the_checks_but_whole_packets(data: bytes, first: bool) -> None:
    buffer, taken = bytearray(data), b""
    try:
        while (found := cut(buffer, 40)) is not None:
            assert len(found.raw) <= 40
            taken += found.raw
            assert taken + buffer == data
            check(found, first=first)
    except BadPacket:
        return
    assert len(buffer) < 40


@given(st.lists(st.tuples(st.floats(0, 10), st.integers(1, 5)), max_size=50))
def test_the_meter_never_lets_more_through_than_rate_and_burst(
    steps: list[tuple[float, int]],
) -> None:
    meter, now, through = Meter(2.0, 10.0, 0.0), 0.0, 0
    for pause, amount in steps:
        now += pause
        if meter.take(amount, now):
            through += amount
    assert through <= 10 + 2 * now + 1e-6


async def test_random_bytes_from_many_strangers_disturb_nobody(embedded: EmbeddedBroker) -> None:

    dice = random.Random(5)
    async with undisturbed(embedded):
        for n in range(60):
            _, writer = await asyncio.open_connection("127.0.0.1", embedded.port)
            writer.write((connect() if n % 2 else b"") + dice.randbytes(dice.randrange(2000)))
            writer.close()
        await asyncio.sleep(0.1)
