"""What it costs to say everything on several brokers, as the seats of a table on one network do.

``python -m benchmarks.brokers`` plays whole games of four bots without a pause, with brokers and peers
in one process and one event loop: the processor time is everybody's together, five programs' work.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

from core.games.registry import game
from netplay.broker.embedded import EmbeddedBroker
from netplay.selfplay import Plan, play
from netplay.transport.bundle import Bundle
from netplay.transport.mqtt import Backoff, MqttTransport
from netplay.transport.near import nearness_of

SEATS = 4
GAMES = 4
_QUICK = Backoff(base=0.01, cap=0.1)


class Counting(MqttTransport):
    """Counts what goes out, copies too."""

    sent = 0
    sent_bytes = 0

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish_nowait`."""
        Counting.sent += 1
        Counting.sent_bytes += len(topic) + len(payload)
        super().publish_nowait(topic, payload, retain=retain, qos=qos)


async def measure(brokers: int, bundled: bool = True) -> str:
    """A line of the table in `docs/scaling.md`."""
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(EmbeddedBroker()) for _ in range(brokers)]
        urls = [[broker.url] for broker in found]

        def connect() -> Bundle | MqttTransport:
            first = Counting([found[0].address])
            if not bundled:
                return first
            near = nearness_of([found[0].address])
            bundle = Bundle(first, lambda group: Counting(group, patient=_QUICK), near)
            bundle.reach("benchmark", urls)
            return bundle

        Counting.sent = Counting.sent_bytes = 0
        latencies: list[float] = []
        moves, used, began = 0, time.process_time(), time.perf_counter()
        for seed in range(GAMES):
            plan = Plan(game("continental-express"), ("random",) * SEATS, {}, seed=str(seed))
            outcome = await play(plan, connect)
            latencies += outcome.latencies
            moves += outcome.entries
        used, wall = time.process_time() - used, time.perf_counter() - began
    latencies.sort()
    p50, p99 = (latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99))
    per = moves * SEATS
    return (
        f"{brokers} {'bundle' if bundled else 'plain '}: "
        f"{Counting.sent / per:.1f} messages and {Counting.sent_bytes / per:.0f} bytes sent by a seat "
        f"for each entry; p50 {p50:.2f} ms, p99 {p99:.2f} ms; "
        f"{used / moves * 1000:.1f} ms of processor for each entry, all together; {wall:.1f} s"
    )


async def main() -> None:
    """One broker as it always was, then bundles of one to four."""
    print(await measure(1, bundled=False), flush=True)
    for brokers in (1, 2, 3, 4):
        print(await measure(brokers), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
