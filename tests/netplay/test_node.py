"""A node carries bytes between a session and a transport, and keeps everything else away from it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from netplay.crypto import player_id
from netplay.node import Node, topic
from netplay.session import AT, WATCH, Publish, Save, Seated, Settled, Ticket
from netplay.table import Finished
from netplay.transport import MemoryHub

TABLE = bytes(range(16))
ME = b"m" * 32
FRIEND = player_id(b"f" * 32)
STRANGER = player_id(b"s" * 32)


class Script:
    """Stands in for a session: says what it is told to say, remembers what it hears."""

    def __init__(self) -> None:
        self.ticket = Ticket(TABLE, b"c" * 32)
        self.hears = frozenset({(FRIEND, AT), ("+", WATCH)})
        self.queue: list[Any] = []
        self.got: list[tuple[str, str, bytes]] = []
        self.ticks = 0
        self.due: float | None = None
        self.roster = None
        self.drops = 0

    def receive(self, player: str, channel: str, payload: bytes, now: float, told: object) -> None:
        self.got.append((player, channel, payload))

    def tick(self, now: float) -> None:
        self.ticks += 1
        self.due = None

    def again(self, now: float) -> None:
        self.tick(now)

    def actions(self) -> list[Any]:
        out, self.queue = self.queue, []
        return out

    def wake_at(self) -> float | None:
        return self.due

    def foresee(self) -> None:
        """No stand-in here."""


async def until(check: Any) -> None:
    async with asyncio.timeout(120):
        while not check():  # noqa: ASYNC110 # what is waited for is a plain value, not an event
            await asyncio.sleep(0.001)


async def test_what_the_session_publishes_goes_out_on_its_own_topic_after_the_journal() -> None:
    hub, script, order = MemoryHub(), Script(), []
    async with hub.transport() as mine, hub.transport() as other:
        await other.subscribe("#")
        script.queue = [Save("entry", b"saved"), Publish(AT, b"said"), Settled(3)]

        def journal(save: Save) -> None:
            order.append((save, len(other._inbox._waiting)))

        async with Node(
            script,
            mine,
            ME,
            told=lambda action: order.append((action, len(other._inbox._waiting))),
            journal=journal,
        ):
            message = await anext(other.messages())
    assert (message.topic, message.payload) == (topic(player_id(ME), AT, TABLE), b"said")
    assert order == [(Save("entry", b"saved"), 0), (Settled(3), 1)]


async def test_only_the_table_s_own_topics_reach_the_session() -> None:
    hub, script = MemoryHub(), Script()
    async with hub.transport() as mine, hub.transport() as other, Node(script, mine, ME) as node:
        await mine.subscribe("#")  # a broker may deliver more than was asked for
        for where in (
            topic(STRANGER, AT, TABLE),
            topic(FRIEND, AT, bytes(16)),
            topic(FRIEND, "chat", TABLE),
            topic("f" * 31, AT, TABLE),
            topic(FRIEND.upper(), AT, TABLE),
            topic(FRIEND, AT, TABLE) + "/more",
            "caboose/1/" + "x" * 3000,
            topic(player_id(ME), AT, TABLE),
        ):
            await other.publish(where, b"noise")
        await other.publish(topic(FRIEND, AT, TABLE), b"")
        await other.publish(topic(FRIEND, AT, TABLE), b"one")
        await other.publish(topic(STRANGER, WATCH, TABLE), b"two")
        await until(lambda: len(script.got) == 2)
        assert sum(node.dropped.values()) == 7
    assert script.got == [(FRIEND, AT, b"one"), (STRANGER, WATCH, b"two")]


async def test_new_topics_are_heard_as_soon_as_the_session_wants_them() -> None:
    hub, script = MemoryHub(), Script()
    script.hears = frozenset()
    async with hub.transport() as mine, hub.transport() as other, Node(script, mine, ME) as node:
        script.hears = frozenset({(FRIEND, AT)})
        script.queue = [Seated(2, (), frozenset(), full=False)]
        node.flush()
        await asyncio.sleep(0)
        await other.publish(topic(FRIEND, AT, TABLE), b"now")
        await until(lambda: script.got)
        script.hears = frozenset()
        script.queue = [Seated(3, (), frozenset(), full=False)]
        node.flush()
        await asyncio.sleep(0)
        await other.publish(topic(FRIEND, AT, TABLE), b"too late")
        await asyncio.sleep(0.01)
    assert [payload for _, _, payload in script.got] == [b"now"]


async def test_the_session_is_woken_when_it_wants_to_be() -> None:
    hub, script = MemoryHub(), Script()
    script.due = asyncio.get_running_loop().time() + 0.02
    async with hub.transport() as mine, Node(script, mine, ME):
        await asyncio.sleep(0)
        assert script.ticks == 0
        await until(lambda: script.ticks == 1)


async def test_the_session_is_woken_after_a_reconnect() -> None:
    hub, script = MemoryHub(), Script()
    async with hub.transport() as mine, Node(script, mine, ME):
        await asyncio.sleep(0.01)
        mine.drop_link()
        await until(lambda: script.ticks == 1)


async def test_what_was_retained_is_taken_back_on_leaving() -> None:
    hub, script = MemoryHub(), Script()
    script.queue = [Publish(AT, b"table", retain=True)]
    async with hub.transport() as mine:
        async with Node(script, mine, ME):
            assert hub._retained == {topic(player_id(ME), AT, TABLE): b"table"}
        assert not hub._retained


async def test_a_journal_that_cannot_be_written_keeps_everything_after_it_unsaid() -> None:
    hub, script = MemoryHub(), Script()

    def full(save: Save) -> None:
        raise OSError(28, "No space left on device")

    async with hub.transport() as mine, hub.transport() as other:
        await other.subscribe("#")
        script.queue = [Save("entry", b"x"), Publish(AT, b"must not go out")]
        with pytest.raises(OSError, match="No space"):
            async with Node(script, mine, ME, journal=full) as node:
                await node.wait()
        assert not other._inbox._waiting


async def test_after_a_journal_that_failed_nothing_is_said_whatever_comes_in() -> None:
    hub, script = MemoryHub(), Script()

    def full(save: Save) -> None:
        raise OSError(28, "No space left on device")

    async with hub.transport() as mine, hub.transport() as other:
        await other.subscribe("#")
        script.queue = [Save("entry", b"x")]
        node = await Node(script, mine, ME, journal=full).__aenter__()
        script.queue = [Publish(AT, b"must not go out either")]
        node.flush()
        node._tick()
        with pytest.raises(OSError, match="No space"):
            await node.__aexit__(None, None, None)
        assert not other._inbox._waiting


class Disk:
    """A journal that remembers in which order it was used."""

    def __init__(self, order: list[str]) -> None:
        self.order = order

    def __call__(self, save: Save) -> None:
        self.order.append(save.kind)

    def sync(self) -> None:
        self.order.append("sync")


async def test_the_journal_is_synced_once_before_what_rests_on_it_is_published() -> None:
    hub, script, order = MemoryHub(), Script(), []
    script.queue = [Save("one", b""), Save("two", b""), Publish(AT, b"a"), Publish(AT, b"b")]
    async with hub.transport() as mine:
        publish = mine.publish_nowait

        def seen(topic: str, payload: bytes, **more: Any) -> None:
            order.append(payload.decode())
            publish(topic, payload, **more)

        mine.publish_nowait = seen
        async with Node(script, mine, ME, journal=Disk(order)):
            script.queue = [Save("three", b"")]
    assert order == ["one", "two", "sync", "a", "b"]


async def test_what_was_kept_last_is_synced_on_leaving() -> None:
    hub, script, order = MemoryHub(), Script(), []
    script.queue = [Save("one", b"")]
    async with hub.transport() as mine, Node(script, mine, ME, journal=Disk(order)):
        assert order == ["one"]
    assert order == ["one", "sync"]


async def test_another_window_of_ours_is_heard_where_it_asks_for_the_seat() -> None:
    hub, script = MemoryHub(), Script()
    async with hub.transport() as mine, hub.transport() as other, Node(script, mine, ME):
        await other.publish(topic(player_id(ME), AT, TABLE), b"not this")
        await other.publish(topic(player_id(ME), WATCH, TABLE), b"but this")
        await until(lambda: script.got)
    assert script.got == [(player_id(ME), WATCH, b"but this")]


async def test_what_goes_wrong_in_telling_ends_the_node_and_not_the_packet() -> None:
    hub, script = MemoryHub(), Script()

    def receive(player: str, channel: str, payload: bytes, now: float, told: Any) -> None:
        told(Finished((0,)))
        script.got.append((player, channel, payload))

    def broken(event: object) -> None:
        raise RuntimeError("the screen is on fire")

    script.receive = receive  # type: ignore[method-assign]  # a session that has news
    async with hub.transport() as mine, hub.transport() as other:
        node = Node(script, mine, ME, told=broken)  # type: ignore[arg-type]  # stands in
        await node.__aenter__()
        await other.publish(topic(FRIEND, AT, TABLE), b"news")
        with pytest.raises(RuntimeError, match="on fire"):
            await node.wait()
        with pytest.raises(RuntimeError, match="on fire"):
            await node.__aexit__(None, None, None)
    assert script.got == [(FRIEND, AT, b"news")]
