"""Branches of one connection behave like connections of their own."""

from __future__ import annotations

import asyncio

from netplay.transport import Inbound, MemoryHub
from netplay.transport.trunk import Branch, Trunk
from tests.netplay.buses import take


async def nothing(branch: Branch) -> bool:
    """Whether nothing waits there."""
    await asyncio.sleep(0.01)
    return not branch.inbox._waiting


async def test_each_branch_gets_what_it_subscribed_to_and_no_more() -> None:
    hub = MemoryHub()
    async with (
        hub.transport() as other,
        hub.transport() as transport,
        Trunk(transport) as trunk,
        trunk.branch() as a,
        trunk.branch() as b,
    ):
        await a.subscribe("t/1", "t/+/x")
        await b.subscribe("t/2", "t/+/x")
        for topic in ("t/1", "t/2", "t/3/x", "t/3"):
            await other.publish(topic, b"m")
        assert [m.topic for m in await take(a, 2)] == ["t/1", "t/3/x"]
        assert [m.topic for m in await take(b, 2)] == ["t/2", "t/3/x"]
        assert await nothing(a)
        assert await nothing(b)


async def test_a_later_branch_gets_what_is_retained_though_an_earlier_one_listens_already() -> None:
    hub = MemoryHub()
    async with (
        hub.transport() as other,
        hub.transport() as transport,
        Trunk(transport) as trunk,
        trunk.branch() as a,
        trunk.branch() as b,
    ):
        await other.publish("t", b"kept", retain=True)
        for branch in (a, b):
            await branch.subscribe("t")
            assert (await take(branch))[0] == Inbound("t", b"kept", True)


async def test_one_branch_that_leaves_takes_no_subscription_from_another() -> None:
    hub = MemoryHub()
    async with hub.transport() as other, hub.transport() as transport, Trunk(transport) as trunk:
        async with trunk.branch() as a:
            await a.subscribe("t", "mine")
            async with trunk.branch() as b:
                await b.subscribe("t", "theirs")
            assert set(transport._filters) == {"t", "mine"}
            await other.publish("t", b"m")
            assert (await take(a))[0].payload == b"m"
        assert not transport._filters


async def test_leaving_the_trunk_ends_all_reading() -> None:
    hub = MemoryHub()
    async with hub.transport() as transport:
        async with Trunk(transport) as trunk:
            branch = await trunk.branch().__aenter__()
        assert [message async for message in branch.messages()] == []


async def test_links_and_counts_are_those_of_the_connection() -> None:
    hub = MemoryHub()
    async with hub.transport() as transport, Trunk(transport) as trunk, trunk.branch() as branch:
        assert (branch.link, branch.connections, branch.dropped) == (transport.link, 1, 0)
        changed = asyncio.ensure_future(branch.link_changed(branch.link))
        await asyncio.sleep(0)
        hub.stop()
        assert await changed is transport.link
