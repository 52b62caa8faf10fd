"""What the doctor says of brokers that are well, and of those that are not."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from netplay import doctor
from netplay.broker.embedded import EmbeddedBroker
from netplay.broker.limits import BrokerLimits
from netplay.brokers import broker_of
from netplay.doctor import Check, examine
from tests.netplay.buses import MosquittoBus, free_port, need_mosquitto


def of(checks: list[Check], what: str) -> Check:
    """The check of that name."""
    (found,) = [check for check in checks if check.what == what]
    return found


@contextlib.asynccontextmanager
async def mosquitto(folder: Path, *lines: str) -> AsyncIterator[str]:
    """A mosquitto with these lines added to its configuration."""
    need_mosquitto()
    bus = MosquittoBus(folder)
    bus.config.write_text(bus.config.read_text() + "\n".join(lines) + "\n")
    await bus.start()
    try:
        yield f"mqtt://127.0.0.1:{bus.port}"
    finally:
        await bus.stop()


@pytest.mark.mosquitto
async def test_a_mosquitto_that_is_well_has_nothing_to_be_said_against(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as url:
        checks = await examine(broker_of([url]))
    assert [(check.what, check.ok) for check in checks] == [
        ("reached", True),
        ("round trip", True),
        ("message size", True),
        ("memory", True),
        ("lobby", True),
    ]
    assert "100,000 bytes" in of(checks, "message size").says
    assert "not encrypted" in of(checks, "reached").says


async def test_the_embedded_broker_is_well(embedded: EmbeddedBroker) -> None:
    assert {check.ok for check in await examine(broker_of([embedded.url]))} == {True}


async def test_nobody_listening_is_said() -> None:
    (check,) = await examine(broker_of([f"mqtt://127.0.0.1:{free_port()}"]))
    assert (check.what, check.ok) == ("reached", False)
    assert "is the broker running?" in check.says


async def test_every_address_is_looked_at(embedded: EmbeddedBroker) -> None:
    dead = f"mqtt://127.0.0.1:{free_port()}"
    checks = await examine(broker_of([dead, embedded.url]))
    assert [check.ok for check in checks if check.what == "reached"] == [False, True]


async def test_a_password_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CABOOSE_BROKER_PASSWORD", raising=False)
    (check,) = await examine(broker_of(["mqtts://h.example"], user="ana"))
    assert (check.what, check.ok) == ("login", False)
    assert "--password-file" in check.says


@pytest.mark.mosquitto
async def test_a_slow_mosquitto_near_by_is_told_of_its_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "SLOW_MS", 0.0)  # so that it does not depend on a real delay
    async with mosquitto(tmp_path) as url:
        check = of(await examine(broker_of([url])), "round trip")
    assert check.ok is False
    assert "set_tcp_nodelay true" in check.says


async def test_a_limit_on_messages_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_PATIENCE", 0.5)
    async with EmbeddedBroker(limits=BrokerLimits(max_packet=70_000)) as broker:
        check = of(await examine(broker_of([broker.url])), "message size")
    assert check.ok is False
    assert "65,536 bytes come through, 100,000 do not" in check.says


@pytest.mark.mosquitto
async def test_a_broker_that_keeps_nothing_is_found(tmp_path: Path) -> None:
    async with mosquitto(tmp_path, "retain_available false") as url:
        checks = await examine(broker_of([url]))
    assert any(check.ok is False for check in checks)


@pytest.mark.mosquitto
async def test_access_rules_that_let_nothing_through_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_PATIENCE", 0.5)
    acl = tmp_path / "acl"
    acl.write_text("topic read caboose/#\n")
    async with mosquitto(tmp_path, f"acl_file {acl}") as url:
        check = of(await examine(broker_of([url])), "round trip")
    assert check.ok is False
    assert "access rules" in check.says
