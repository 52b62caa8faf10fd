"""A NATS cluster of the test's own, from the very file in `deploy/nats/`, on free loopback ports."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from netplay.transport import Will
from netplay.transport.mqtt import MqttTransport
from netplay.transport.security import Security
from tests.netplay.buses import QUICK, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NATS = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
FIRST = 60.0
"""Seconds a fresh cluster has to elect its leaders and make its streams; alone it takes about two."""


def need_nats() -> None:
    """Skip the test where nats-server is not installed, unless the environment says it must be."""
    if NATS is None:
        if os.environ.get("CABOOSE_REQUIRE_NATS") == "1":
            pytest.fail(
                "nats-server is not installed, and CABOOSE_REQUIRE_NATS=1 wants its tests run"
            )
        pytest.skip("nats-server is not installed (Debian: apt-get install nats-server)")


class NatsCluster:
    """Three nodes; `ports` are their MQTT ports. Only processes started here are ever killed."""

    def __init__(self, folder: Path, config: Path = DEPLOY / "nats" / "caboose.conf") -> None:
        self.folder = folder
        self.security = Security()
        self.scheme = "mqtt"
        self.probe = "probe"
        self._config = config
        self.ports = [free_port() for _ in range(3)]
        self._routes = [free_port() for _ in range(3)]
        self._clients = [free_port() for _ in range(3)]
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * 3

    def urls(self, first: int = 0) -> list[str]:
        """The addresses in the order in which a peer that prefers node `first` tries them."""
        return [f"{self.scheme}://127.0.0.1:{self.ports[(first + i) % 3]}" for i in range(3)]

    def transport(self, will: Will | None = None, first: int = 0) -> MqttTransport:
        """A connection whose first choice is a certain node."""
        return MqttTransport(self.urls(first), will=will, backoff=QUICK, security=self.security)

    def _environment(self, node: int) -> dict[str, str]:
        routes = {
            f"CABOOSE_ROUTE_{letter}": f"nats://127.0.0.1:{port}"
            for letter, port in zip("ABC", self._routes, strict=True)
        }
        return os.environ | routes | {
            "CABOOSE_NODE": f"node-{node}",
            "CABOOSE_STORE": str(self.folder / f"store-{node}"),
            "CABOOSE_NATS_PORT": str(self._clients[node]),
            "CABOOSE_CLUSTER_HOST": "127.0.0.1",
            "CABOOSE_CLUSTER_PORT": str(self._routes[node]),
            "CABOOSE_MQTT_HOST": "127.0.0.1",
            "CABOOSE_MQTT_PORT": str(self.ports[node]),
            "CABOOSE_CERT": str(self.folder / "server.pem"),
            "CABOOSE_KEY": str(self.folder / "server.key"),
        }  # fmt: skip

    def start_node(self, node: int) -> None:
        """Start a node, with what it had on disk if it ran before."""
        assert NATS is not None
        with (self.folder / f"log-{node}").open("ab") as log:
            self._processes[node] = subprocess.Popen(
                [NATS, "-c", str(self._config)],
                env=self._environment(node),
                stdout=log,
                stderr=log,
            )

    def kill_node(self, node: int) -> None:
        """SIGKILL, as a machine that loses its power."""
        process = self._processes[node]
        if process is not None:
            process.kill()
            process.wait()
            self._processes[node] = None

    async def start(self) -> None:
        """Start all nodes; return when a retained message goes from each to each."""
        for node in range(3):
            self.start_node(node)
        end = time.monotonic() + FIRST
        for node in range(3):
            while not await self._serves(node):
                process = self._processes[node]
                assert process is not None
                assert process.poll() is None, self.log(node)
                assert time.monotonic() < end, self.log(node)
                await asyncio.sleep(0.2)

    async def _serves(self, node: int) -> bool:
        try:
            async with MqttTransport(
                self.urls(node)[:1], timeout=4, linger=0.0, security=self.security
            ) as one:
                await one.subscribe(self.probe)
                await one.publish(self.probe, b"up")
                await asyncio.wait_for(anext(one.messages()), 4)
        except Exception:
            return False
        return True

    async def stop(self) -> None:
        """Kill all nodes; what they have on disk stays."""
        for node in range(3):
            self.kill_node(node)

    def log(self, node: int) -> str:
        """The last lines a node wrote."""
        return (self.folder / f"log-{node}").read_text()[-2000:]
