"""The time until the broker's acknowledgement: of what is sent anyway, smoothed, lost with the link."""

from __future__ import annotations

import asyncio

import pytest

from netplay.transport import LinkState, MemoryTransport, parse_address
from netplay.transport.bundle import Bundle
from netplay.transport.memory import MemoryHub
from netplay.transport.mqtt import MqttTransport
from netplay.transport.near import nearness_of
from netplay.transport.roundtrip import RoundTrip
from tests.netplay.buses import EmbeddedBus


def test_it_is_smoothed() -> None:
    trip = RoundTrip()
    trip.sent(1, True, 10.0)
    trip.acknowledged(1, 10.1)
    assert trip.seconds is not None
    assert round(trip.seconds, 6) == 0.1
    trip.sent(2, True, 20.0)
    trip.acknowledged(2, 20.9)
    assert round(trip.seconds, 6) == 0.2


def test_what_waits_behind_something_else_says_nothing_of_the_link() -> None:
    trip = RoundTrip()
    trip.sent(1, True, 10.0)
    trip.sent(2, False, 10.0)
    trip.acknowledged(1, 11.0)
    trip.acknowledged(2, 15.0)
    assert trip.seconds is None


async def until(check: object) -> None:
    assert callable(check)
    async with asyncio.timeout(60):
        while not check():  # noqa: ASYNC110 # a plain value is waited for, not an event
            await asyncio.sleep(0.01)


async def test_a_broker_s_acknowledgement_is_timed_and_a_broken_link_forgets_it() -> None:
    bus = EmbeddedBus()
    await bus.start()
    try:
        async with bus.transport() as transport:
            assert transport.round_trip is None
            await transport.publish("t", b"x", qos=0)
            assert transport.round_trip is None
            await transport.publish("t", b"x")
            await until(lambda: transport.round_trip is not None)
            transport.drop_link()
            await until(lambda: transport.connections == 2)
            assert transport.round_trip is None
    finally:
        await bus.stop()


async def test_of_several_brokers_the_slowest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = MemoryHub()
    took: dict[MemoryTransport, float] = {}
    monkeypatch.setattr(MemoryTransport, "round_trip", property(took.get))
    first, second = hub.transport(), hub.transport()
    took |= {first: 0.001, second: 0.04}
    near = nearness_of([parse_address("mqtt://127.0.0.1:1883")])
    async with Bundle(first, lambda group: second, near) as bundle:
        assert bundle.round_trip == 0.001
        bundle.reach("table", [["mqtt://127.0.0.1:41003"]])
        await until(lambda: bundle.round_trip == 0.04)


async def test_what_was_repeated_after_a_reconnect_is_not_timed_from_its_first_sending() -> None:
    bus = EmbeddedBus()
    await bus.start()
    try:
        async with bus.transport() as transport:
            assert isinstance(transport, MqttTransport)
            await bus.stop()
            await until(lambda: transport.link is not LinkState.UP)
            await transport.publish("t", b"x")
            began = asyncio.get_running_loop().time()
            await bus.start()
            await until(lambda: transport.round_trip is not None)
            assert transport._round_trip._since > began
    finally:
        await bus.stop()
