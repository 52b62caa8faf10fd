"""Several brokers behave as one link, and none of them is missed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from netplay.broker.embedded import EmbeddedBroker
from netplay.transport import BrokerAddress, Inbound, LinkState, Will
from netplay.transport.bundle import Bundle
from netplay.transport.mqtt import MqttTransport
from netplay.transport.near import Nearness
from netplay.transport.opening import open_link
from netplay.transport.sieve import WINDOW, Sieve, Standing
from netplay.transport.wanted import Group
from tests.netplay.buses import QUICK, free_port, take

HERE = frozenset((Nearness.MACHINE,))


def bundle(first: EmbeddedBroker, will: Will | None = None) -> Bundle:
    def make(group: Group) -> MqttTransport:
        return MqttTransport(group, will=will, backoff=QUICK, patient=QUICK, linger=0.2)

    return Bundle(MqttTransport([first.address], will=will, backoff=QUICK), make, HERE)


async def until(*bundles: Bundle, brokers: int) -> None:
    async with asyncio.timeout(120):
        while any(one.brokers != brokers for one in bundles):  # noqa: ASYNC110 # nothing tells
            await asyncio.sleep(0.01)


@pytest.fixture
async def two() -> AsyncIterator[tuple[EmbeddedBroker, EmbeddedBroker]]:
    async with EmbeddedBroker() as one, EmbeddedBroker() as other:
        yield one, other


Two = tuple[EmbeddedBroker, EmbeddedBroker]


async def test_what_is_said_on_two_brokers_is_heard_once(two: Two) -> None:
    async with bundle(two[0]) as a, bundle(two[0]) as b:
        await b.subscribe("t")
        for one in (a, b):
            one.reach("us", [[two[1].url]])
        await until(a, b, brokers=2)
        for n in range(5):
            await a.publish("t", b"%d" % n)
        assert [m.payload for m in await take(b, 5)] == [b"0", b"1", b"2", b"3", b"4"]
        await a.publish("t", b"4")
        assert (await take(b))[0].payload == b"4"  # said again is heard again
        await asyncio.sleep(0.1)
        await a.publish("t", b"end")
        assert (await take(b))[0].payload == b"end"


async def test_a_broker_that_dies_takes_nothing_with_it(two: Two) -> None:
    async with EmbeddedBroker() as dying, bundle(dying) as a, bundle(dying) as b:
        await b.subscribe("t")
        for one in (a, b):
            one.reach("us", [[two[0].url], [two[1].url]])
        await until(a, b, brokers=3)
        await dying.__aexit__(None, None, None)
        await until(a, b, brokers=2)
        assert a.link is LinkState.UP
        assert a.connections == 1
        await a.publish("t", b"still here")
        assert (await take(b))[0].payload == b"still here"


async def test_a_broker_that_comes_back_empty_is_told_what_is_retained(two: Two) -> None:
    first, second = two
    async with bundle(first) as a:
        a.reach("us", [[second.url]])
        await until(a, brokers=2)
        await a.publish("kept", b"word", retain=True)
        await second.__aexit__(None, None, None)
        await until(a, brokers=1)
        async with EmbeddedBroker(port=second.port) as again:
            await until(a, brokers=2)
            async with MqttTransport([again.address]) as reader:
                await reader.subscribe("kept")
                assert (await take(reader))[0].payload == b"word"


async def test_a_will_at_one_broker_is_no_farewell_and_at_all_of_them_it_is(two: Two) -> None:
    async with bundle(two[0]) as b:
        await b.subscribe("here")
        b.reach("us", [[two[1].url]])
        await until(b, brokers=2)
        links = [MqttTransport([broker.address], will=Will("here")) for broker in two]
        for link in links:
            await link.__aenter__()
            await link.publish("here", b"Ana", retain=True)
        assert (await take(b))[0].payload == b"Ana"
        await links[0].__aexit__(None, None, None)
        await asyncio.sleep(0.1)
        await b.publish("here", b"Bo")
        assert (await take(b))[0].payload == b"Bo"
        await links[1].__aexit__(None, None, None)
        await b.publish("here", b"", retain=True)
        assert (await take(b))[0].payload == b""


async def test_a_broker_that_forgot_us_alone_is_told_again(two: Two) -> None:
    async with bundle(two[0]) as a, MqttTransport([two[1].address]) as stranger:
        await a.subscribe("here")
        a.reach("us", [[two[1].url]])
        await until(a, brokers=2)
        await a.publish("here", b"Ana", retain=True)
        await take(a)
        await stranger.publish("here", b"", retain=True)
        await stranger.subscribe("here")
        async with asyncio.timeout(120):
            while (await take(stranger))[0].payload != b"Ana":
                continue


async def test_a_broker_nobody_can_reach_stalls_nothing(two: Two) -> None:
    async with bundle(two[0]) as a, bundle(two[0]) as b:
        for one in (a, b):
            one.reach("us", [[f"mqtt://127.0.0.1:{free_port()}"], [two[1].url]])
        await until(a, b, brokers=2)
        await b.subscribe("t")
        await a.publish("t", b"m")
        assert (await take(b))[0].payload == b"m"


async def test_what_an_owner_needs_no_more_is_closed(two: Two) -> None:
    async with bundle(two[0]) as a:
        a.reach("one", [[two[1].url]])
        a.reach("other", [[two[1].url]])
        await until(a, brokers=2)
        a.reach("one", [])
        await asyncio.sleep(0.05)
        assert a.brokers == 2
        a.reach("other", [])
        await until(a, brokers=1)


async def test_a_spectator_turns_to_the_others_only_when_its_own_broker_is_gone(two: Two) -> None:
    async with EmbeddedBroker() as dying, bundle(dying) as b:
        await b.subscribe("t")
        b.reach("us", [[two[0].url], [two[1].url]], spare=True)
        await asyncio.sleep(0.1)
        assert b.brokers == 1
        assert not two[0].connections + two[1].connections
        await dying.__aexit__(None, None, None)
        await until(b, brokers=2)


async def test_a_roster_full_of_addresses_opens_only_so_many_lines(two: Two) -> None:
    async with bundle(two[0]) as a:
        for again in range(5):
            a.reach("us", [[f"mqtt://127.0.0.1:{2000 + 50 * again + n}"] for n in range(40)])
        assert len(a._lines) <= 13
        a.reach("us", [])
        await until(a, brokers=1)


async def test_new_addresses_are_gone_to_at_a_pace(two: Two) -> None:
    async with bundle(two[0]) as a:
        waits = [a._wait() for _ in range(14)]
        assert waits[:12] == [0.0] * 12
        assert 15 < waits[12] < waits[13] < 45


async def test_an_operators_broker_is_never_added_to(two: Two) -> None:
    assert isinstance(open_link([BrokerAddress("mqtt", "broker.example", 1883)]), MqttTransport)
    assert isinstance(open_link([BrokerAddress("mqtts", "192.168.1.2", 8883)]), MqttTransport)
    assert isinstance(open_link([BrokerAddress("mqtt", "192.168.1.2", 1883)]), Bundle)


async def test_a_patient_link_waits_for_its_broker() -> None:
    port = free_port()
    async with open_link([BrokerAddress("mqtt", "127.0.0.1", port)], patient=True) as link:
        await link.subscribe("t")
        await link.publish("t", b"m")
        assert link.link is not LinkState.UP
        async with EmbeddedBroker(port=port):
            assert (await take(link))[0].payload == b"m"


def test_copies_are_counted_for_each_line() -> None:
    sieve, message = Sieve(), Inbound("t", b"m", False)
    assert sieve.passes("a", message, 0.0)
    assert not sieve.passes("b", message, 0.1)
    assert sieve.passes("b", message, 0.2)
    assert not sieve.passes("a", message, 0.3)
    assert sieve.passes("a", Inbound("t", b"m", True), 0.3)
    assert sieve.passes("b", message, 0.3 + WINDOW)


def test_a_lost_line_leaves_behind_what_others_said_was_deleted() -> None:
    standing = Standing()
    standing.holds("a", "here")
    standing.holds("b", "here")
    standing.holds("b", "there")
    assert not standing.empties("a", "here")
    assert standing.gone("b") == ["here"]
    assert standing.empties("a", "here")
