"""Floods: what a sender says beyond its measure is counted and dropped, and the table plays on."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from netplay.crypto import player_id
from netplay.flood import SEAT, STRANGER, STRANGERS, TOO_MUCH, Flood
from netplay.node import Node, topic
from netplay.session import AT, WATCH, Me, Session
from netplay.transport import MemoryHub
from tests.netplay.buses import MosquittoBus
from tests.netplay.session.forging import nacl
from tests.netplay.session.simnet import GAME, secret
from tests.netplay.test_node import FRIEND, ME, TABLE, Script, until
from tests.netplay.test_node import STRANGER as SOMEBODY


def let_in(flood: Flood, player: str, channel: str, count: int, now: float) -> int:
    return sum(flood.admits(player, channel, now) for _ in range(count))


def test_one_stranger_has_a_measure_and_it_fills_up_again() -> None:
    flood = Flood()
    assert let_in(flood, SOMEBODY, WATCH, 300, 10.0) == STRANGER.burst
    assert let_in(flood, SOMEBODY, WATCH, 300, 12.0) == 2 * STRANGER.rate
    assert flood.by_sender[SOMEBODY]["flood"] == 600 - STRANGER.burst - 2 * STRANGER.rate


def test_under_a_thousand_names_strangers_get_no_more_than_all_of_them_may() -> None:
    flood = Flood()
    senders = [f"{n:032x}" for n in range(1000)]
    assert sum(flood.admits(one, WATCH, 10.0) for one in senders) == STRANGERS.burst
    assert len(flood.by_sender) <= 257


def test_a_flood_of_strangers_takes_nothing_from_a_seat() -> None:
    flood = Flood()
    let_in(flood, SOMEBODY, WATCH, 5_000, 10.0)
    assert let_in(flood, FRIEND, AT, 500, 10.0) == 500
    assert let_in(flood, FRIEND, AT, 5_000, 10.0) == SEAT.burst - 500


def test_pauses_grow_while_the_flood_goes_on_and_a_calm_minute_ends_that() -> None:
    flood, pauses, now = Flood(), [], 10.0
    for calm in (0.0, 0.0, 100.0):
        now += calm
        let_in(flood, SOMEBODY, WATCH, STRANGERS.burst + TOO_MUCH + 10, now)
        pauses.append(flood.deaf_until - now)
        now = flood.deaf_until + 1.5
    assert pauses[1] == 2 * pauses[0]
    assert pauses[2] == pauses[0]


async def test_a_flooded_table_leaves_strangers_unheard_for_a_while_and_hears_them_again() -> None:
    hub, script = MemoryHub(), Script()
    async with hub.transport() as mine, hub.transport() as other, Node(script, mine, ME) as node:
        for _ in range(STRANGERS.burst + TOO_MUCH + 100):
            await other.publish(topic(SOMEBODY, WATCH, TABLE), b"x")
        await until(lambda: node.flood.deafs == 1)
        await until(lambda: topic("+", WATCH, TABLE) not in mine._filters)
        assert len(script.got) == STRANGER.burst
        await other.publish(topic(FRIEND, AT, TABLE), b"a move")
        await until(lambda: (FRIEND, AT, b"a move") in script.got)
        node.flood.deaf_until = 0.0
        node._open_ears()
        await until(lambda: topic("+", WATCH, TABLE) in mine._filters)


async def test_what_a_session_refuses_is_told_by_sender_and_reason() -> None:
    now = asyncio.get_running_loop().time()
    hub, me = MemoryHub(), Me(nacl(0), "Anna")
    session = Session.create(
        GAME, GAME.options(), 2, me, salt=secret("s")[:16], nonce=secret("n"), now=now
    )
    async with (
        hub.transport() as mine,
        hub.transport() as other,
        Node(session, mine, session.key) as node,
    ):
        for payload in (b"\x93", b"nonsense", b"more"):
            await other.publish(topic(SOMEBODY, WATCH, session.ticket.table), payload)
        await until(lambda: SOMEBODY in node.flood.by_sender)
        await until(lambda: node.flood.by_sender[SOMEBODY]["malformed"] == 3)


async def flood(bus: MosquittoBus, table: bytes, names: int) -> None:
    """Messages on a table's topic for as long as the broker takes them, ten thousand a time."""
    _, writer = await asyncio.open_connection("127.0.0.1", bus.port)
    writer.write(b"\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04nois")
    out = bytearray()
    for n in range(200):
        where = topic(f"{n % names:032x}", WATCH, table).encode()
        body = len(where).to_bytes(2, "big") + where + random.Random(n).randbytes(100)
        out += b"\x30" + bytes([len(body) % 128 | 128, len(body) // 128]) + body
    with contextlib.suppress(OSError):
        while True:
            for _ in range(10):
                writer.write(out)
                await writer.drain()
            await asyncio.sleep(0.1)  # twenty thousand a second


@pytest.mark.mosquitto
@pytest.mark.parametrize("names", [1, 200])
async def test_a_game_goes_on_to_its_end_in_a_flood_of_twenty_thousand_messages_a_second(
    mosquitto: MosquittoBus, names: int
) -> None:
    now = asyncio.get_running_loop().time()
    mine = [Me(nacl(place), f"Player {place}", "random") for place in range(2)]
    first = Session.create(
        GAME, GAME.options(), 2, mine[0], salt=secret("s")[:16], nonce=secret("0"), now=now
    )
    second = Session.join(GAME, first.ticket, mine[1], nonce=secret("1"), now=now)
    sessions: list[Any] = [first, second]
    bots = [RandomBot(GAME, random.Random(place)) for place in range(2)]
    links = [mosquitto.transport() for _ in sessions]
    async with (
        links[0],
        links[1],
        Node(first, links[0], first.key) as one,
        Node(second, links[1], second.key) as two,
    ):
        noise = asyncio.create_task(flood(mosquitto, first.ticket.table, names))
        async with asyncio.timeout(120):
            while not all(session.complete for session in sessions):
                for session, node, bot in zip(sessions, (one, two), bots, strict=True):
                    if session.my_turn:
                        session.submit(bot.choose(session.state, session.seat, session.secrets))
                        node.flush()
                await asyncio.sleep(0.005)
        noise.cancel()
        await asyncio.gather(noise, return_exceptions=True)
        assert first.state_hash == second.state_hash
        assert one.flood.deafs >= 1
        assert first.dropped["malformed"] <= STRANGERS.burst + 30 * STRANGERS.rate
        assert player_id(second.key) not in one.flood.by_sender
