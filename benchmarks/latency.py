"""How long a move takes from its mover to another peer, beside a bare aiomqtt echo in the same run.

A move counts from the call that publishes it (signed already) to its application at another peer;
the embedded broker, the peers and their bots share one process and one event loop. The journal is
left out of that and shown on a line of its own: what one synced write of an entry costs here.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from benchmarks.mqtt_echo import PAYLOAD, Figures, bare_echo
from core.games.registry import game
from netplay.broker.embedded import EmbeddedBroker
from netplay.selfplay import Plan, play
from netplay.transport.mqtt import MqttTransport


async def moves(seats: int, games: int) -> Figures:
    """Latencies of all moves of some whole games between bots."""
    latencies: list[float] = []
    async with EmbeddedBroker() as broker:
        for seed in range(games):
            plan = Plan(game("continental-express"), ("random",) * seats, {}, seed=str(seed))
            outcome = await play(plan, lambda: MqttTransport([broker.url]))
            latencies += outcome.latencies
    return Figures.of(latencies)


def journal(count: int = 200) -> Figures:
    """One entry appended to a file and synced."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        handle = os.open(Path(folder) / "journal", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for _ in range(count):
            start = time.perf_counter()
            os.write(handle, PAYLOAD)
            os.fsync(handle)
            times.append(time.perf_counter() - start)
        os.close(handle)
    return Figures.of(times)


async def main() -> None:
    """Print the figures: reference, ours, reference again, so that a drifting machine shows."""
    async with EmbeddedBroker() as broker:
        before = (await bare_echo(broker.port)).halved()
    two, four = await moves(2, 8), await moves(4, 4)
    async with EmbeddedBroker() as broker:
        after = (await bare_echo(broker.port)).halved()
    reference = (before.p50 + after.p50) / 2
    for name, figures in (
        ("bare echo, one way, before", before),
        ("move, 2 seats", two),
        ("move, 4 seats", four),
        ("bare echo, one way, after", after),
        ("journal write, synced", journal()),
    ):
        times = f"   {figures.p50 / reference:.2f} x the echo" if name.startswith("move") else ""
        print(f"{name:<27} p50 {figures.p50:7.3f} ms   p99 {figures.p99:7.3f} ms{times}")
    print(f"to reach: a move's p50 within 1.5 x the echo's one way, {1.5 * reference:.3f} ms")


if __name__ == "__main__":
    asyncio.run(main())
