"""Brokers announced and found on the loopback interface, and announcements that are not to be believed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.discovery import (
    Announcement,
    Browser,
    Found,
    NoDiscovery,
    addresses_of,
    read_service,
)
from netplay.transport import BrokerAddress

LOOPBACK = ["127.0.0.1"]


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not what():  # noqa: ASYNC110 # the network has no event to wait for
            await asyncio.sleep(0.02)


def named(browser: Browser, name: str) -> list[Found]:
    """Only ours: others may play on this network while the tests run."""
    return [found for found in browser.found() if found.name == name]


async def test_a_broker_that_is_announced_is_found_with_all_its_addresses_and_goes_in_order() -> (
    None
):
    async with Browser(interfaces=LOOPBACK) as browser:
        addresses = ["127.0.0.1", "192.168.7.9"]
        async with Announcement("Ana's table", 18830, addresses, interfaces=LOOPBACK):
            await until(lambda: bool(named(browser, "Ana's table")))
            (found,) = named(browser, "Ana's table")
            assert set(found.addresses) == {BrokerAddress("mqtt", a, 18830) for a in addresses}
        await until(lambda: not named(browser, "Ana's table"))


async def test_two_announcements_of_one_name_are_two_brokers() -> None:
    calls: list[None] = []
    async with (
        Announcement("Ana", 18831, LOOPBACK, interfaces=LOOPBACK),
        Announcement("Ana", 18832, LOOPBACK, interfaces=LOOPBACK),
        Browser(lambda: calls.append(None), interfaces=LOOPBACK) as browser,
    ):
        await until(lambda: len(named(browser, "Ana")) == 2)
        assert {found.addresses[0].port for found in named(browser, "Ana")} == {18831, 18832}
    assert calls


async def test_without_a_network_it_is_said_in_one_sentence() -> None:
    with pytest.raises(NoDiscovery, match="name a broker by its address") as error:
        async with Browser(interfaces=["203.0.113.77"]):
            pass
    assert str(error.value).isprintable()


def test_an_address_that_was_asked_for_is_announced_and_all_of_them_for_any() -> None:
    assert addresses_of("192.168.7.9") == ["192.168.7.9"]
    assert not {"127.0.0.1", "::1"} & set(addresses_of("0.0.0.0"))


def test_an_announcement_is_read_with_a_cleaned_name() -> None:
    found = read_service("x", 1883, ["10.0.0.1"], {b"v": b"1", b"name": b"\x1b[2J\xffAna"})
    assert found == Found("[2J\ufffdAna", (BrokerAddress("mqtt", "10.0.0.1", 1883),), "x")


@pytest.mark.parametrize(
    ("port", "addresses", "properties"),
    [
        (0, ["10.0.0.1"], {b"v": b"1"}),
        (None, ["10.0.0.1"], {b"v": b"1"}),
        (70_000, ["10.0.0.1"], {b"v": b"1"}),
        (1883, [], {b"v": b"1"}),
        (1883, ["224.0.0.1", "0.0.0.0", "fe80::1", "nonsense"], {b"v": b"1"}),
        (1883, ["10.0.0.1"], {b"v": b"2"}),
        (1883, ["10.0.0.1"], {}),
        (1883, ["10.0.0.1"], {b"v": None}),
    ],
)
def test_an_announcement_of_no_use_is_none(
    port: int | None, addresses: list[str], properties: dict[bytes, bytes | None]
) -> None:
    assert read_service("x", port, addresses, properties) is None


@given(
    st.integers(-5, 100_000) | st.none(),
    st.lists(st.text(max_size=20) | st.ip_addresses().map(str), max_size=40),
    st.dictionaries(st.sampled_from([b"v", b"name"]), st.binary(max_size=60) | st.none()),
)
def test_no_announcement_raises(
    port: int | None, addresses: list[str], properties: dict[bytes, bytes | None]
) -> None:
    found = read_service("x", port, addresses, properties)
    if found is not None:
        assert found.name.isprintable()
        assert 1 <= len(found.addresses) <= 8
