"""Brokers of three kinds behind one interface, for tests: in process, embedded, a mosquitto process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Protocol

import pytest

from netplay.broker.embedded import EmbeddedBroker
from netplay.transport import Inbound, MemoryHub, MemoryTransport, Transport, Will
from netplay.transport.mqtt import Backoff, MqttTransport

QUICK = Backoff(base=0.01, cap=0.1)

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


class DroppableTransport(Transport, Protocol):
    """What both transports offer beyond the interface, for tests of lost links."""

    def drop_link(self) -> None: ...


class Bus(Protocol):
    """A broker of some kind that transports can be opened on and that can be restarted, empty."""

    def transport(self, will: Will | None = None) -> DroppableTransport: ...

    async def stop(self) -> None: ...

    async def start(self) -> None: ...


class MemoryBus:
    def __init__(self) -> None:
        self.hub = MemoryHub()

    def transport(self, will: Will | None = None) -> MemoryTransport:
        return self.hub.transport(will)

    async def stop(self) -> None:
        self.hub.stop()

    async def start(self) -> None:
        self.hub.start()


class EmbeddedBus:
    def __init__(self) -> None:
        self.port = 0
        self.broker: EmbeddedBroker | None = None

    def transport(self, will: Will | None = None) -> MqttTransport:
        return MqttTransport([f"mqtt://127.0.0.1:{self.port}"], will=will, backoff=QUICK)

    async def stop(self) -> None:
        if self.broker is not None:
            await self.broker.__aexit__(None, None, None)
            self.broker = None

    async def start(self) -> None:
        self.broker = await EmbeddedBroker(port=self.port).__aenter__()
        self.port = self.broker.port


class MosquittoBus:
    """A mosquitto of the test's own, on a free loopback port, with TCP_NODELAY as the protocol wants it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.config = folder / "mosquitto.conf"
        self.config.write_text(
            f"listener {self.port} 127.0.0.1\n"
            "allow_anonymous true\n"
            "set_tcp_nodelay true\n"
            "persistence false\n"
            "log_dest none\n"
            + ("user root\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else "")
        )
        self.process: subprocess.Popen[bytes] | None = None

    def transport(self, will: Will | None = None) -> MqttTransport:
        return MqttTransport([f"mqtt://127.0.0.1:{self.port}"], will=will, backoff=QUICK)

    async def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    async def start(self) -> None:
        assert MOSQUITTO is not None
        self.process = subprocess.Popen(  # noqa: ASYNC220 # it starts in a millisecond, and `stop` may
            [MOSQUITTO, "-c", str(self.config)],  # then kill it whatever the event loop is doing
            stderr=subprocess.DEVNULL,
        )
        for _ in range(500):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            assert self.process.poll() is None, "mosquitto has ended instead of listening"
            await asyncio.sleep(0.02)
        raise AssertionError("mosquitto does not listen")


def free_port() -> int:
    """A loopback port nobody listens on at this moment."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def need_mosquitto() -> None:
    """Skip the test where mosquitto is not installed, unless the environment says it must be."""
    if MOSQUITTO is None:
        if os.environ.get("CABOOSE_REQUIRE_MOSQUITTO") == "1":
            pytest.fail(
                "mosquitto is not installed, and CABOOSE_REQUIRE_MOSQUITTO=1 wants its tests run"
            )
        pytest.skip("mosquitto is not installed (Debian: apt-get install mosquitto)")


async def take(transport: Transport, count: int = 1, *, seconds: float = 60.0) -> list[Inbound]:
    """The next `count` messages; the test fails where they do not come."""
    messages = transport.messages()
    return [await asyncio.wait_for(anext(messages), seconds) for _ in range(count)]


async def settle(publisher: Transport, reader: Transport) -> list[Inbound]:
    """Everything `reader` got before a marker that `publisher` sends last: proof of what did not come."""
    await reader.subscribe("marker")
    await publisher.publish("marker", b"end")
    got = []
    while (message := (await take(reader))[0]).topic != "marker":
        got.append(message)
    await reader.unsubscribe("marker")
    return got
