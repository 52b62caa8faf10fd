"""Where a roster may send its peers: nearby, and to nobody else's door."""

from __future__ import annotations

import pytest

from netplay.transport import parse_address
from netplay.transport.near import Nearness, nearness, nearness_of, usable

LAN = frozenset((Nearness.LAN,))


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("127.0.0.1", Nearness.MACHINE),
        ("::1", Nearness.MACHINE),
        ("192.168.7.1", Nearness.LAN),
        ("172.31.0.1", Nearness.LAN),
        ("172.32.0.1", None),
        ("fd00::1", Nearness.LAN),
        ("169.254.3.4", Nearness.LINK),
        ("100.100.1.1", Nearness.OVERLAY),
        ("8.8.8.8", None),
        ("0.0.0.0", None),
        ("224.0.0.1", None),
        ("::ffff:192.168.1.1", None),
        ("router.local", None),
    ],
)
def test_how_near_an_address_is(host: str, near: Nearness | None) -> None:
    assert nearness(host) is near


@pytest.mark.parametrize(
    "text",
    [
        "mqtt://8.8.8.8:1883",
        "mqtt://broker.example:1883",
        "mqtt://localhost:1883",
        "mqtt://127.0.0.1:1883",
        "mqtt://169.254.1.1:1883",
        "mqtt://192.168.1.1:80",
        "mqtts://192.168.1.1:8883",
        "ws://192.168.1.1:8080/mqtt",
        "mqtt://192.168.1.1:1883/x",
        "mqtt://[::ffff:192.168.1.1]:1883",
        "mqtt://192.168.1.1:99999",
        "nonsense",
        "",
        "mqtt://192.168.1.1:1883" + " " * 100,
    ],
)
def test_a_roster_sends_nobody_there(text: str) -> None:
    assert usable([text], LAN) == ()


def test_what_is_as_near_as_the_table_is_used_once_and_in_order() -> None:
    texts = ["mqtt://192.168.1.9:40001", "mqtt://10.0.0.1:40001", "mqtt://192.168.1.9:40001"]
    assert usable(texts, LAN) == (parse_address(texts[0]), parse_address(texts[1]))


def test_of_many_addresses_only_the_first_are_looked_at() -> None:
    assert len(usable([f"mqtt://10.0.0.{n}:40001" for n in range(1, 30)], LAN)) == 4


def test_an_operators_broker_is_near_nothing() -> None:
    for url in ("mqtts://192.168.1.1", "mqtt://example.org", "wss://10.0.0.1/mqtt"):
        assert not nearness_of([parse_address(url)])
    assert nearness_of([parse_address("mqtt://localhost:1")]) == {Nearness.MACHINE}
