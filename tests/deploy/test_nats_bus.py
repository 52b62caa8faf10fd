"""A node of a NATS cluster is a bus like the others; from node to node some of it takes a moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from netplay.transport import Inbound, Will
from tests.deploy.clusters import NatsCluster

# The very tests that run over the other buses; those of what our side refuses need no broker.
from tests.netplay.test_transport_bus import (  # noqa: F401 # collected from here, with the bus below
    test_a_lost_link_comes_back_with_its_subscriptions,
    test_a_newcomer_gets_no_retained_message_it_did_not_ask_for,
    test_a_publisher_hears_itself_where_it_subscribed,
    test_a_restarted_broker_is_found_again,
    test_a_retained_message_waits_for_who_comes_later,
    test_a_subscriber_gets_what_is_published,
    test_after_unsubscribing_nothing_more_arrives,
    test_an_abrupt_end_deletes_presence,
    test_an_empty_retained_message_deletes,
    test_an_orderly_end_deletes_presence_once,
    test_an_oversized_payload_is_refused_and_the_largest_passes,
    test_one_publishers_messages_arrive_in_order,
    test_other_topics_do_not_arrive,
    test_quality_0_arrives_too,
    test_what_was_published_just_before_leaving_arrives,
)

pytestmark = pytest.mark.slow


@pytest.fixture
async def bus(cluster: NatsCluster) -> AsyncIterator[NatsCluster]:
    """Afterwards nothing is left in the cluster's memory: the next test has the same topics."""
    yield cluster
    async with cluster.transport() as sweeper:
        await sweeper.subscribe("#")
        await sweeper.publish("swept", b"end")
        async with asyncio.timeout(120):
            async for message in sweeper.messages():
                if message.topic == "swept":
                    break
                if message.retained:
                    await sweeper.publish(message.topic, b"", retain=True)


async def heard_from(
    cluster: NatsCluster, node: int, filter_: str, check: Callable[[list[Inbound]], bool]
) -> None:
    """A newcomer at a node finds retained what is looked for, at the latest after some attempts."""
    async with asyncio.timeout(120):
        while True:
            async with cluster.transport(first=node) as reader:
                await reader.subscribe(filter_)
                await reader.subscribe("marker")
                await reader.publish("marker", b"end")
                found: list[Inbound] = []
                async for message in reader.messages():
                    if message.topic == "marker":
                        break
                    found.append(message)
                if check(found):
                    return
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("bus")
async def test_a_retained_message_is_soon_found_at_every_node_and_soon_gone_from_it(
    cluster: NatsCluster,
) -> None:
    async with cluster.transport(first=0) as alice:
        await alice.publish("ad/t", b"table", retain=True)
        for node in (1, 2):
            await heard_from(
                cluster, node, "ad/#", lambda found: found == [Inbound("ad/t", b"table", True)]
            )
        await alice.publish("ad/t", b"", retain=True)
        for node in (1, 2):
            await heard_from(cluster, node, "ad/#", lambda found: not found)


@pytest.mark.usefixtures("bus")
async def test_a_will_deletes_presence_at_every_node(cluster: NatsCluster) -> None:
    async with cluster.transport(Will("here/a"), first=0) as alice:
        await alice.publish("here/a", b"I am", retain=True)
        await heard_from(cluster, 2, "here/+", lambda found: len(found) == 1)
        alice.drop_link()
        await heard_from(cluster, 2, "here/+", lambda found: not found)


@pytest.mark.usefixtures("bus")
async def test_messages_go_from_node_to_node_in_order(cluster: NatsCluster) -> None:
    async with cluster.transport(first=0) as alice, cluster.transport(first=1) as bob:
        await bob.subscribe("t/#")
        messages = bob.messages()
        async with asyncio.timeout(120):
            first = asyncio.ensure_future(anext(messages))
            while not first.done():  # until node 0 knows that somebody at node 1 listens
                await alice.publish("t/x", b"hello?")
                await asyncio.wait([first], timeout=0.2)
            for n in range(300):
                await alice.publish("t/x", n.to_bytes(2, "big"))
            got: list[int] = []
            async for message in messages:
                if message.payload != b"hello?":
                    got.append(int.from_bytes(message.payload, "big"))
                if got and got[-1] == 299:
                    break
    assert got == list(range(300))
