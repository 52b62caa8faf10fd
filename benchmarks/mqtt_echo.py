"""How long a message takes over the embedded broker, ours beside a bare aiomqtt echo.

`python -m benchmarks.mqtt_echo` prints it; the functions return it.
Everything runs in one process and one event loop, QoS 1, as in `caboose selfplay --transport mqtt`.
One-way times are from `publish` called to the message in the reader's hands; a bare echo's one-way
time is half its round trip. The references are taken in the same run.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import aiomqtt

from netplay.broker.embedded import EmbeddedBroker
from netplay.transport.mqtt import MqttTransport

PAYLOAD = bytes(300)
"""About the size of a signed entry."""

_NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds, over `count` messages."""

    p50: float
    p99: float
    count: int

    @classmethod
    def of(cls, seconds: list[float]) -> Figures:
        """Sum up a list of measured times, in seconds."""
        ordered = sorted(seconds)
        last = len(ordered) - 1
        return cls(
            1e3 * ordered[round(0.5 * last)], 1e3 * ordered[round(0.99 * last)], len(ordered)
        )

    def halved(self) -> Figures:
        """The one-way time that a round trip stands for."""
        return Figures(self.p50 / 2, self.p99 / 2, self.count)


async def _measure(once: Callable[[], Awaitable[object]], count: int) -> Figures:
    for _ in range(min(50, count)):
        await once()
    times = []
    for _ in range(count):
        start = time.perf_counter()
        await once()
        times.append(time.perf_counter() - start)
    return Figures.of(times)


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel until it holds: up to Python 3.11 `wait_for` in aiomqtt may swallow a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.sleep(0.001)
    if not task.cancelled():
        task.result()


async def bare_echo(port: int, *, nodelay: bool = True, count: int = 1000) -> Figures:
    """Round trip of plain aiomqtt clients over the broker at `port`: one asks, the other answers."""
    options = (_NODELAY,) if nodelay else ()
    async with (
        aiomqtt.Client("127.0.0.1", port, socket_options=options) as asking,
        aiomqtt.Client("127.0.0.1", port, socket_options=options) as echoing,
    ):
        await echoing.subscribe("ask", qos=1)
        await asking.subscribe("answer", qos=1)
        answers = aiter(asking.messages)

        async def echo() -> None:
            async for message in echoing.messages:
                await echoing.publish("answer", message.payload, qos=1)

        async def once() -> None:
            await asking.publish("ask", PAYLOAD, qos=1)
            await anext(answers)

        task = asyncio.create_task(echo())
        try:
            return await _measure(once, count)
        finally:
            await _end(task)


async def our_echo(url: str, *, count: int = 1000) -> Figures:
    """Round trip of two `MqttTransport`s over the broker at `url`."""
    async with MqttTransport([url]) as asking, MqttTransport([url]) as echoing:
        await echoing.subscribe("ask")
        await asking.subscribe("answer")
        answers = asking.messages()

        async def echo() -> None:
            async for message in echoing.messages():
                await echoing.publish("answer", message.payload)

        async def once() -> None:
            await asking.publish("ask", PAYLOAD)
            await anext(answers)

        task = asyncio.create_task(echo())
        try:
            return await _measure(once, count)
        finally:
            await _end(task)


async def our_one_way(url: str, *, count: int = 1000) -> Figures:
    """From `publish` of one `MqttTransport` to another's `messages`."""
    async with MqttTransport([url]) as sender, MqttTransport([url]) as reader:
        await reader.subscribe("t")
        messages = reader.messages()

        async def once() -> None:
            await sender.publish("t", PAYLOAD)
            await anext(messages)

        return await _measure(once, count)


async def all_figures(count: int = 1000) -> dict[str, Figures]:
    """Every figure over one embedded broker, by the name it is printed with."""
    async with EmbeddedBroker() as broker:
        bare = await bare_echo(broker.port, count=count)
        return {
            "bare aiomqtt echo, round trip": bare,
            "bare aiomqtt echo, one way (half)": bare.halved(),
            "bare aiomqtt echo without TCP_NODELAY": await bare_echo(
                broker.port, nodelay=False, count=max(20, count // 50)
            ),
            "our transport echo, round trip": await our_echo(broker.url, count=count),
            "our transport, one way": await our_one_way(broker.url, count=count),
        }


def main() -> None:
    """Print the figures."""
    for name, figures in asyncio.run(all_figures()).items():
        print(f"{name:42} p50 {figures.p50:7.3f} ms   p99 {figures.p99:7.3f} ms")


if __name__ == "__main__":
    main()
