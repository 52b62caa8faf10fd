"""What a session may rely on, the same over every bus."""

from __future__ import annotations

import asyncio

import pytest

from netplay.transport import MAX_PAYLOAD, Inbound, LinkState, Transport, Will
from tests.netplay.buses import Bus, settle, take


async def test_a_subscriber_gets_what_is_published(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("caboose/1/+/at/t")
        await alice.publish("caboose/1/alice/at/t", b"\x00\xffmove")
        assert await take(bob) == [Inbound("caboose/1/alice/at/t", b"\x00\xffmove", False)]


async def test_a_publisher_hears_itself_where_it_subscribed(bus: Bus) -> None:
    async with bus.transport() as alice:
        await alice.subscribe("a")
        await alice.publish("a", b"1")
        assert await take(alice) == [Inbound("a", b"1", False)]


async def test_other_topics_do_not_arrive(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t/one", "t/+/deep")
        await alice.publish("t/two", b"x")
        await alice.publish("t/one/more", b"x")
        await alice.publish("t", b"x")
        assert await settle(alice, bob) == []


async def test_after_unsubscribing_nothing_more_arrives(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t")
        await alice.publish("t", b"1")
        assert [m.payload for m in await take(bob)] == [b"1"]
        await bob.unsubscribe("t", "never/subscribed")
        await alice.publish("t", b"2")
        assert await settle(alice, bob) == []


async def test_one_publishers_messages_arrive_in_order(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t/#")
        for n in range(600):  # more than may be unacknowledged at once
            await alice.publish("t/x", n.to_bytes(2, "big"))
        got = [int.from_bytes(m.payload, "big") for m in await take(bob, 600)]
        assert got == list(range(600))


async def test_quality_0_arrives_too(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t")
        await alice.publish("t", b"beat", qos=0)
        assert await take(bob) == [Inbound("t", b"beat", False)]


async def test_a_retained_message_waits_for_who_comes_later(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await alice.publish("ad/t", b"old", retain=True)
        await alice.publish("ad/t", b"table", retain=True)
        await settle(alice, alice)
        await bob.subscribe("ad/+")
        assert await take(bob) == [Inbound("ad/t", b"table", True)]
        await alice.publish("ad/t", b"newer", retain=True)
        assert await take(bob) == [Inbound("ad/t", b"newer", False)]


async def test_a_newcomer_gets_no_retained_message_it_did_not_ask_for(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await alice.publish("ad/t", b"table", retain=True)
        await bob.subscribe("ad/#")
        await take(bob)
        async with bus.transport() as carol:
            assert await settle(alice, carol) == []


async def test_an_empty_retained_message_deletes(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await alice.publish("ad/t", b"table", retain=True)
        await alice.publish("ad/t", b"", retain=True)
        await settle(alice, alice)
        await bob.subscribe("ad/#")
        assert await settle(alice, bob) == []


async def test_an_abrupt_end_deletes_presence(bus: Bus) -> None:
    async with bus.transport() as bob:
        await bob.subscribe("here/+")
        async with bus.transport(Will("here/a")) as alice:
            await alice.publish("here/a", b"I am", retain=True)
            assert await take(bob) == [Inbound("here/a", b"I am", False)]
            # Acknowledged before the end: otherwise it is said again, rightly, on the new link.
            assert await settle(alice, alice) == []
            alice.drop_link()
            assert await take(bob) == [Inbound("here/a", b"", False)]
            async with bus.transport() as carol:
                await carol.subscribe("here/+")
                assert await settle(bob, carol) == []


async def test_an_orderly_end_deletes_presence_once(bus: Bus) -> None:
    async with bus.transport() as bob:
        await bob.subscribe("here/+")
        async with bus.transport(Will("here/a")) as alice:
            await alice.publish("here/a", b"I am", retain=True)
        assert [m.payload for m in await take(bob, 2)] == [b"I am", b""]
        assert await settle(bob, bob) == []


async def test_what_was_published_just_before_leaving_arrives(bus: Bus) -> None:
    async with bus.transport() as bob:
        await bob.subscribe("t")
        async with bus.transport() as alice:
            for n in range(50):
                await alice.publish("t", bytes([n]))
        assert [m.payload[0] for m in await take(bob, 50)] == list(range(50))


async def test_a_lost_link_comes_back_with_its_subscriptions(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t")
        bob.drop_link()
        while bob.connections < 2:
            await bob.link_changed(bob.link)
        await alice.publish("t", b"again")
        assert await take(bob) == [Inbound("t", b"again", False)]


async def test_a_restarted_broker_is_found_again(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t")
        await bus.stop()
        for peer in (alice, bob):
            while peer.link is LinkState.UP:
                await asyncio.wait_for(peer.link_changed(LinkState.UP), 60)
        await asyncio.wait_for(alice.publish("t", b"said while the broker was away"), 1)
        await bob.subscribe("u")
        await bus.start()
        for peer in (bob, alice):
            while peer.connections < 2:
                await asyncio.wait_for(peer.link_changed(peer.link), 60)
        await alice.publish("u", b"now")
        got = {m.payload for m in await take(bob)}
        while b"now" not in got:
            got |= {m.payload for m in await take(bob)}


async def test_what_is_said_on_a_dead_link_is_sent_when_it_lives(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t")
        await bus.stop()
        while alice.link is LinkState.UP:
            await asyncio.wait_for(alice.link_changed(LinkState.UP), 60)
        for n in range(3000):
            alice.publish_nowait("t", n.to_bytes(2, "big"), retain=n == 2999)
        alice.publish_nowait("t", b"a heartbeat is not kept", qos=0)
        assert alice.dropped == 3000 - 512
        await bus.start()
        while bob.connections < 2:
            await asyncio.wait_for(bob.link_changed(bob.link), 60)
        # Bob may be back after Alice, so only the last message, a retained one, is sure to come.
        while (await take(bob))[0].payload != (2999).to_bytes(2, "big"):
            pass


@pytest.mark.parametrize("topic", ["", "a/+", "#", "$SYS/x", "a\0b", "\ud800"])
async def test_a_bad_topic_is_refused_at_once(bus: Bus, topic: str) -> None:
    async with bus.transport() as alice:
        with pytest.raises(ValueError):
            await alice.publish(topic, b"x")
        assert await settle(alice, alice) == []


async def test_an_oversized_payload_is_refused_and_the_largest_passes(bus: Bus) -> None:
    async with bus.transport() as alice, bus.transport() as bob:
        await bob.subscribe("t")
        with pytest.raises(ValueError):
            await alice.publish("t", b"x" * (MAX_PAYLOAD + 1))
        await alice.publish("t", b"x" * MAX_PAYLOAD)
        assert [len(m.payload) for m in await take(bob)] == [MAX_PAYLOAD]


@pytest.mark.parametrize("filter_", ["", "a/#/b", "a+/b", "#a", "a\0"])
async def test_a_bad_filter_is_refused_at_once(bus: Bus, filter_: str) -> None:
    async with bus.transport() as alice:
        with pytest.raises(ValueError):
            await alice.subscribe(filter_)


async def test_messages_end_when_the_transport_closes(bus: Bus) -> None:
    async with bus.transport() as alice:
        reader = asyncio.create_task(_payloads(alice))
        await alice.subscribe("t")
        await alice.publish("t", b"last")
        await asyncio.sleep(0.1)
    assert await asyncio.wait_for(reader, 60) == [b"last"]


async def _payloads(transport: Transport) -> list[bytes]:
    return [message.payload async for message in transport.messages()]


async def test_closing_leaves_no_task_behind(bus: Bus) -> None:
    before = asyncio.all_tasks()
    async with bus.transport() as alice:
        await alice.subscribe("t")
        alice.drop_link()
    # The embedded broker's own task for the connection ends with it, a step or two later.
    for _ in range(100):
        if asyncio.all_tasks() <= before:
            break
        await asyncio.sleep(0.02)
    assert asyncio.all_tasks() <= before
