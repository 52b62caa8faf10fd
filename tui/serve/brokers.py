"""Where the guests of a server without a broker meet: one inside the server, for this machine only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from netplay.broker.embedded import EmbeddedBroker
from netplay.broker.limits import BrokerLimits
from netplay.brokers import Broker, BrokersUnusable
from netplay.config import ready, replace_file
from netplay.transport import BrokerNotStarted

_FILE: Final = "guests_port"


@asynccontextmanager
async def meeting_place(folder: Path) -> AsyncIterator[Broker]:
    """A broker on a loopback port, the same one each time if it can be: journals name it.

    Raises BrokersUnusable where none can be started, FolderUnusable.
    """
    path = ready(folder, "guests", "CABOOSE_DATA_DIR") / _FILE
    limits = BrokerLimits(max_connections=1024)
    broker = EmbeddedBroker("127.0.0.1", _remembered(path), limits=limits)
    try:
        await broker.__aenter__()
    except BrokerNotStarted:
        broker = EmbeddedBroker("127.0.0.1", 0, limits=limits)
        try:
            await broker.__aenter__()
        except BrokerNotStarted as error:
            raise BrokersUnusable(str(error)) from None
    try:
        with suppress(OSError):
            replace_file(path, f"{broker.port}\n".encode())
        yield Broker("this server", (broker.address,))
    finally:
        await broker.__aexit__(None, None, None)


def _remembered(path: Path) -> int:
    with suppress(OSError, ValueError):
        port = int(path.read_text(encoding="ascii")[:8])
        return port if 0 < port < 65536 else 0
    return 0
