"""Bots play whole games as peers: every transport ends alike, and nobody from outside disturbs them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from core.games.registry import NAMES, game
from netplay.audit import Audit
from netplay.broker.embedded import EmbeddedBroker
from netplay.crypto_nacl import NaclCrypto
from netplay.node import topic
from netplay.selfplay import NotFinished, Outcome, Plan, percentile, play
from netplay.session import AT, WATCH
from netplay.transcript import decode
from netplay.transport import MemoryHub, Transport
from netplay.transport.mqtt import Backoff, MqttTransport
from tests.netplay.buses import MosquittoBus

QUICK = Backoff(base=0.01, cap=0.1)


def plan(name: str = "continental-express", seats: int = 3, **more: Any) -> Plan:
    return Plan(game(name), ("random",) * seats, {}, **({"seed": "7", "spectators": 1} | more))


async def over_memory(of: Plan) -> Outcome:
    return await play(of, MemoryHub().transport)


@pytest.mark.parametrize("name", NAMES)
async def test_a_whole_game_ends_alike_at_every_seat_and_at_the_spectators(name: str) -> None:
    done = await over_memory(plan(name, spectators=2))
    assert done.hashes_agree
    assert len(done.peers) == 5
    assert {peer.n for peer in done.peers} == {done.entries - 1}
    assert done.state.over


async def test_the_same_seed_gives_the_same_end_and_another_another() -> None:
    ends = [(await over_memory(plan(seed=seed))).peers[0].state_hash for seed in ("7", "7", "8")]
    assert ends[0] == ends[1] != ends[2]


async def test_without_a_seed_no_two_games_are_alike() -> None:
    first, second = [await over_memory(plan(seed=None, spectators=0)) for _ in range(2)]
    assert first.peers[0].state_hash != second.peers[0].state_hash


async def test_spectators_change_nothing() -> None:
    alone, watched = [await over_memory(plan(spectators=n)) for n in (0, 3)]
    assert alone.peers[0].state_hash == watched.peers[0].state_hash
    assert alone.transcript == watched.transcript


async def test_the_embedded_broker_gives_the_same_end_as_memory(embedded: EmbeddedBroker) -> None:
    there = await play(plan(seats=4), lambda: MqttTransport([embedded.address]))
    here = await over_memory(plan(seats=4))
    assert there.hashes_agree
    assert there.peers == here.peers
    assert there.transcript == here.transcript


@pytest.mark.mosquitto
async def test_mosquitto_gives_the_same_end_as_memory(mosquitto: MosquittoBus) -> None:
    there = await play(plan(), mosquitto.transport)
    here = await over_memory(plan())
    assert there.hashes_agree
    assert there.peers == here.peers


async def test_the_transcript_holds_and_leads_to_the_same_state() -> None:
    done = await over_memory(plan())
    audit = Audit(decode(done.transcript), NaclCrypto(bytes(32)))
    assert len(list(audit.steps())) == done.entries
    assert (audit.finished, audit.dealt) == (True, True)
    assert audit.game.encode(audit.state) == audit.game.encode(done.state)


async def test_every_move_was_timed_at_every_other_peer() -> None:
    done = await over_memory(plan(seats=2, spectators=1))
    moves = [step for step in Audit(decode(done.transcript)).steps() if step.kind.name == "MOVE"]
    assert len(done.latencies) == 2 * len(moves)
    assert min(done.latencies) > 0


class Troublemaker:
    """Hears of the moves, and does something after some of them."""

    def __init__(self, act: Callable[[int], None]) -> None:
        self._act = act

    def seated(self, players: Any) -> None: ...

    def moved(self, n: int, seat: int, move: Any) -> None:
        self._act(n)


def noise(topics: set[str], recorded: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """What a stranger may say on each topic: random, huge, nested, cut, changed, repeated."""
    out: list[tuple[str, bytes]] = []
    for where in sorted(topics):
        out += [
            (where, b""),
            (where, os.urandom(40)),
            (where, os.urandom(110_000)),
            (where, b"\x91" * 3_000),
            (where, b"\xdd\xff\xff\xff\xff"),
            (where, b"\x93\x01\xc4\x10" + bytes(16) + b"\x91\x93\x07\xc0\xff"),
            (where, b"\x93\xff\xd0\x80\xd3" + b"\xff" * 8),
        ]
    for where, payload in recorded[-40:]:
        if not payload:
            continue  # the stranger hears itself too
        broken = bytearray(payload)
        broken[len(broken) // 2] ^= 1
        out += [(where, payload), (where, bytes(broken)), (where, payload[:-1])]
        out += [(other, payload) for other in sorted(topics)[:2]]
    return out


async def test_a_stranger_s_garbage_on_every_topic_disturbs_nothing() -> None:
    hub = MemoryHub()
    topics: set[str] = set()
    recorded: list[tuple[str, bytes]] = []
    async with hub.transport() as stranger:
        await stranger.subscribe("#")

        async def listen() -> None:
            async for message in stranger.messages():
                topics.add(message.topic)
                if len(recorded) < 500:
                    recorded.append((message.topic, message.payload))

        listening = asyncio.create_task(listen())

        def shout(n: int) -> None:
            if n % 10 == 0:
                for where, payload in noise(set(sorted(topics)[:8]), recorded):
                    stranger.publish_nowait(where, payload)

        done = await play(plan(), hub.transport, Troublemaker(shout))
        listening.cancel()
    calm = await over_memory(plan())
    assert done.hashes_agree
    assert done.transcript == calm.transcript


async def test_garbage_over_a_real_broker_disturbs_nothing(embedded: EmbeddedBroker) -> None:
    seat = topic("+", AT, bytes(16)).replace("+", "0" * 32)
    async with MqttTransport([embedded.address]) as stranger:

        def shout(n: int) -> None:
            if n % 8 == 0:
                for where in (seat, seat.replace(f"/{AT}/", f"/{WATCH}/"), "caboose/1/x"):
                    for payload in (os.urandom(200), b"\x91" * 2_000, b"\xc1"):
                        stranger.publish_nowait(where, payload)

        done = await play(
            plan(seats=2), lambda: MqttTransport([embedded.address]), Troublemaker(shout)
        )
    assert done.hashes_agree
    assert done.transcript == (await over_memory(plan(seats=2))).transcript


async def test_links_that_break_and_come_back_lose_nothing() -> None:
    hub = MemoryHub()
    links: list[Any] = []

    def connect() -> Transport:
        links.append(hub.transport())
        return links[-1]

    def cut(n: int) -> None:
        if n % 25 == 0:
            links[n % len(links)].drop_link()

    done = await play(plan(), connect, Troublemaker(cut))
    assert done.hashes_agree
    assert done.transcript == (await over_memory(plan())).transcript


async def test_a_broker_that_goes_away_is_named(embedded: EmbeddedBroker) -> None:
    loop = asyncio.get_running_loop()
    closing: list[asyncio.Task[None]] = []

    def close(n: int) -> None:
        if n > 20 and not closing:
            closing.append(loop.create_task(embedded.__aexit__(None, None, None)))

    with pytest.raises(NotFinished, match="the broker is gone"):
        await play(
            plan(patience=0.5),
            lambda: MqttTransport([embedded.address], backoff=QUICK, linger=0.1),
            Troublemaker(close),
        )
    await asyncio.gather(*closing)


@pytest.mark.parametrize(
    ("values", "part", "expected"),
    [([], 0.5, 0.0), ([3.0], 0.99, 3.0), ([4.0, 1.0, 2.0, 3.0], 0.5, 2.0), ([1.0, 2.0], 0.99, 2.0)],
)
def test_a_percentile_is_one_of_the_values(
    values: list[float], part: float, expected: float
) -> None:
    assert percentile(values, part) == expected
