"""A NATS cluster for the tests of a module: electing its leaders takes a while, so they share it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.deploy.clusters import NatsCluster, need_nats


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[NatsCluster]:
    """Three nodes, with what the tests before left in them."""
    need_nats()
    folder: Path = tmp_path_factory.mktemp("nats")
    made = NatsCluster(folder)
    try:
        await made.start()
        yield made
    finally:
        await made.stop()
