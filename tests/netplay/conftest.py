"""The buses every transport test runs on; what they are is in `buses.py`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from netplay.broker.embedded import EmbeddedBroker
from tests.netplay.buses import Bus, EmbeddedBus, MemoryBus, MosquittoBus, need_mosquitto


@pytest.fixture(
    params=["memory", "embedded", pytest.param("mosquitto", marks=pytest.mark.mosquitto)]
)
async def bus(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Bus]:
    """Each test with this fixture runs on all three buses."""
    made: Bus
    if request.param == "memory":
        made = MemoryBus()
    elif request.param == "embedded":
        made = EmbeddedBus()
    else:
        need_mosquitto()
        made = MosquittoBus(tmp_path)
    if request.param != "memory":
        await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def mosquitto(tmp_path: Path) -> AsyncIterator[MosquittoBus]:
    """A mosquitto of the test's own; `port` says where."""
    need_mosquitto()
    made = MosquittoBus(tmp_path)
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def embedded() -> AsyncIterator[EmbeddedBroker]:
    """An embedded broker with its usual limits."""
    async with EmbeddedBroker() as broker:
        yield broker
