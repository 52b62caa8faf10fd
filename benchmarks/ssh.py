"""What a guest of ``caboose serve-ssh`` costs: memory, processor, and how many a core carries.

Guests are in-process SSH clients at real terminals' size, against a server in a process of its own.
The reference for memory is what one more table costs where all share one process (headless apps):
the price of keeping sessions apart is the difference.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CABOOSE = str(Path(sys.executable).with_name("caboose"))
TICKS = os.sysconf("SC_CLK_TCK")
GUESTS = 8
IDLE_SECONDS = 10.0
KEYS = 20

TOGETHER = """
import asyncio, contextlib, gc
from tui.app import CabooseApp
from tui.setup import SoloSetup
def memory():
    gc.collect()
    with open("/proc/self/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
async def main(count):
    async with contextlib.AsyncExitStack() as stack:
        for n in range(count):
            pilot = await stack.enter_async_context(CabooseApp(SoloSetup(seed=7)).run_test(size=(80, 24)))
            await pilot.pause()
            if n == 0:
                first = memory()
        print((memory() - first) / (count - 1) / 1024, first / 1024)
asyncio.run(main({count}))
"""


def memory(pid: int) -> tuple[float, float]:
    """(resident, proportional) MB of a process: shared pages whole, and divided by who shares them."""
    found = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, value, *_ = line.split()
        found[name] = int(value) / 1024
    return found["Rss:"], found["Pss:"]


def spent(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(part) for part in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Guest:
    """One client at a table."""

    def __init__(self, process: object) -> None:
        self._process = process
        self._seen = ""

    async def until(self, part: str) -> None:
        process = self._process
        async with asyncio.timeout(60):
            while part not in self._seen:
                text = await process.stdout.read(65536)  # type: ignore[attr-defined]
                if not text:
                    raise RuntimeError(f"the game ended; last: {self._seen[-400:]}")
                self._seen = (self._seen + text)[-200_000:]

    def press(self, keys: str) -> None:
        self._seen = ""
        self._process.stdin.write(keys)  # type: ignore[attr-defined]

    async def drain(self, seconds: float) -> None:
        """Read what comes for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    await self._process.stdout.read(65536)  # type: ignore[attr-defined]
            except TimeoutError:
                return


async def come(port: int, keys: list[object]) -> tuple[Guest, float]:
    """A guest at the table, and the seconds until its first frame."""
    import asyncssh

    start = time.perf_counter()
    key = asyncssh.generate_private_key("ssh-ed25519")
    client = await asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, client_keys=[key], config=None, agent_path=None
    )
    keys.append(client)
    process = await client.create_process(term_type="xterm-256color", term_size=(80, 24))
    guest = Guest(process)
    await guest.until("Enter goes on")
    guest.press("\r")
    await guest.until("depart")
    took = time.perf_counter() - start
    guest.press("\r")
    await guest.until("Choose the contract")
    return guest, took


async def measure(port: int, server: int) -> None:
    """Print the figures of one server."""
    alone = memory(server)
    clients: list[object] = []
    before = spent(server)
    found = [await come(port, clients) for _ in range(GUESTS)]
    guests, starts = [guest for guest, _ in found], [took for _, took in found]
    games = children(server)
    await asyncio.sleep(1)
    rss, pss = (sum(column) / len(games) for column in zip(*map(memory, games), strict=True))
    more = (memory(server)[0] - alone[0]) / GUESTS
    starting = (sum(map(spent, games)) + spent(server) - before) / GUESTS
    print(f"server alone {alone[0]:6.1f} MB; {more:.2f} MB more for each guest")
    print(
        f"a guest at a table      {rss:6.1f} MB resident, {pss:5.1f} MB where {GUESTS} share libraries"
    )
    print(
        f"to the first screen     {sorted(starts)[GUESTS // 2] * 1000:6.0f} ms, "
        f"{starting * 1000:.0f} ms of processor"
    )

    busy = sum(map(spent, games)) + spent(server)
    await asyncio.gather(*(guest.drain(IDLE_SECONDS) for guest in guests))
    idle = (sum(map(spent, games)) + spent(server) - busy) / GUESTS / IDLE_SECONDS
    print(f"a guest who thinks      {idle * 100:6.2f} % of a core")

    busy = sum(map(spent, games)) + spent(server)
    start = time.perf_counter()
    for count in range(KEYS):
        for guest in guests:
            guest.press("12"[count % 2])  # chooses one contract, then the other
        await asyncio.gather(*(guest.drain(0.25) for guest in guests))
    took = time.perf_counter() - start
    used = (sum(map(spent, games)) + spent(server) - busy) / GUESTS / KEYS
    print(
        f"a key, and its frame    {used * 1000:6.1f} ms of processor ({KEYS * GUESTS} keys in {took:.1f} s)"
    )
    each = idle + used / 2
    print(
        f"so a core carries       {0.8 / each:6.0f} guests who press a key every two seconds (at 80 % load)"
    )
    for client in clients:
        client.close()  # type: ignore[attr-defined]


def main() -> None:
    """A server of its own, some guests, and as many tables in one process for comparison."""
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER.replace("{count}", str(GUESTS))],
        capture_output=True,
        text=True,
        check=True,
    )
    more, first = map(float, done.stdout.split())
    print(
        f"(all in one process: {first:.1f} MB for the first table, {more:.1f} MB for each further one)"
    )
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"CABOOSE_CONFIG_DIR": folder, "CABOOSE_DATA_DIR": folder}
        limits = ["--per-address", "100", "--max-guests", "100"]
        process = subprocess.Popen(
            [CABOOSE, "serve-ssh", "--host", "127.0.0.1", "--port", "0", *limits],
            stdout=subprocess.PIPE,
            env=env,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            found = re.search(r"port (\d+)", line)
            assert found, line
            asyncio.run(measure(int(found[1]), process.pid))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
