"""How many tables one mosquitto carries before a move is late: moves and lobby apart, then together.

``python -m benchmarks.lobby`` takes about three minutes and speaks to nothing but its own broker on the
loopback. First whole real games are counted (`lobby_traffic`), then simulated tables (`lobby_load`)
say the same at a human pace, made faster by a factor: 200 tables ten times as fast are 2,000. The
limit is where the 99th percentile of a move's way to the other seats passes 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.lobby_load import LOBBY, MOVE, Link, Load, SimTable, Sizes, connect
from benchmarks.lobby_traffic import Traffic, measure
from netplay.selfplay_plan import percentile

SEATS: Final = 4
TABLES: Final = 200
"""Simulated; each has four seats and one spectator, so a thousand connections."""
LOOKERS: Final = 4
"""Tables for each person who has Departures on the screen: one person in twenty."""
LIMIT: Final = 0.1
PACE: Final = 7.5
"""Seconds between two moves at a simulated table, on average."""
FIRST: Final = 500
MOST: Final = 64_000
PARTS: Final = (("moves", True, False), ("lobby", False, True), ("together", True, True))


@contextlib.contextmanager
def mosquitto() -> Iterator[tuple[int, int]]:
    """(port, process id) of a broker of our own, set up as `deploy/mosquitto/` says, without TLS."""
    found = shutil.which(
        "mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
    )
    if found is None:
        raise SystemExit("mosquitto is not installed (Debian: apt-get install mosquitto)")
    import socket

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mosquitto.conf"
        config.write_text(
            f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n"
            "persistence false\nlog_dest none\nmax_inflight_messages 100\n"
            + ("user root\n" if os.geteuid() == 0 else "")
        )
        process = subprocess.Popen([found, "-c", str(config)], stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.02)
            yield port, process.pid
        finally:
            process.kill()
            process.wait()


def cpu_of(pid: int) -> float:
    """Seconds of processor time a process has used (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


@dataclass(frozen=True, slots=True)
class Step:
    """What was measured with so many tables. Times in seconds; processor shares of one core."""

    tables: int
    moves: float
    move: tuple[float, float]
    lobby: tuple[float, float]
    delivered: float
    broker: float
    ours: float

    def late(self, moving: bool) -> bool:
        """Whether it took too long, did not get through, or our side could not keep the pace itself."""
        if moving and self.moves < 0.93 * self.tables / PACE:
            return True
        return not 0 < (self.move if moving else self.lobby)[1] < LIMIT


class Rig:
    """Tables at one broker, run at different speeds."""

    def __init__(self, nodes: list[tuple[int, int]], sizes: Sizes, seconds: float) -> None:
        self._ports = [port for port, _ in nodes]
        self._pids = [pid for _, pid in nodes]
        self._qos = 1 if len(nodes) == 1 else 0  # as `MqttTransport` subscribes
        self._seconds = seconds
        self.load = Load(sizes)
        self.tables: list[SimTable] = []
        self.lookers: list[Link] = []

    async def open(self, tables: int) -> None:
        """Connect all tables."""
        for _ in range(tables):
            self.tables.append(SimTable(self.load, SEATS, 1))
            await self.tables[-1].open(self._ports, self._qos)

    def _cpu(self) -> float:
        return sum(cpu_of(pid) for pid in self._pids if pid)

    async def _look(self, wanted: int) -> None:
        """Have so many people with Departures on their screens."""
        filters = ["caboose/1/+/here/+", "caboose/1/+/ad/+", "caboose/1/+/chat"]
        while len(self.lookers) < wanted:
            port = self._ports[len(self.lookers) % len(self._ports)]
            self.lookers.append(await connect(port, filters, self.load.heard, self._qos))
        while len(self.lookers) > wanted:
            self.lookers.pop().close()

    async def step(self, tables: int, moving: bool, in_lobby: bool) -> Step:
        """Measure as if there were so many tables."""
        load = self.load
        load.moving, load.in_lobby = False, False
        await self._look(tables // LOOKERS if in_lobby else 0)
        load.scale = tables / len(self.tables)
        load.moving, load.in_lobby = moving, in_lobby
        for table in self.tables:
            table.begin()
        await asyncio.sleep(self._seconds / 3)
        load.clear()
        links = [link for table in self.tables for link in table.links] + self.lookers
        delivered, cpu, own = sum(x.received for x in links), self._cpu(), time.process_time()
        began = time.perf_counter()
        await asyncio.sleep(self._seconds)
        span = time.perf_counter() - began
        found = Step(
            tables,
            load.moves / span,
            _figures(load.late[MOVE]),
            _figures(load.late[LOBBY]),
            (sum(x.received for x in links) - delivered) / span,
            (self._cpu() - cpu) / span,
            (time.process_time() - own) / span,
        )
        load.moving, load.in_lobby = False, False
        await asyncio.sleep(0.5)
        return found


def _figures(times: list[float]) -> tuple[float, float]:
    return percentile(times, 0.5), percentile(times, 0.99)


def show(step: Step) -> None:
    """One line."""
    ms = [f"{1e3 * value:8.1f}" if value else "       -" for value in (*step.move, *step.lobby)]
    print(
        f"{step.tables:7} {step.moves:8.0f} {ms[0]} {ms[1]} {ms[2]} {ms[3]} {step.delivered:10.0f}"
        f" {100 * step.broker:7.0f} {100 * step.ours:7.0f}",
        flush=True,
    )


async def ramp(rig: Rig, moving: bool, in_lobby: bool, until: float) -> int:
    """Double until it is late, then halve the gap three times; the most tables that were in time."""
    good, bad, tables = 0, 0, FIRST
    for _ in range(11):
        if time.monotonic() > until:
            print("        (out of time)")
            break
        step = await rig.step(tables, moving, in_lobby)
        show(step)
        if step.late(moving):
            bad = tables
        else:
            good = tables
        if bad and (bad - good) * 8 <= bad:
            break
        tables = (good + bad) // 2 if bad else 2 * tables
        if tables > MOST or tables < FIRST // 8:
            break
    return good


def show_traffic() -> Traffic:
    """Count real games; the one with four seats and a spectator gives the sizes."""
    print("A move at 7 s, per peer: messages and bytes (as MQTT packets), whole real games")
    print(
        f"{'':24}{'seat sends':>16}{'seat gets':>16}{'log copies':>16}{'spectator':>16}{'lobby':>16}"
    )
    for seats, spectators in ((2, 0), (3, 0), (4, 0), (4, 1), (4, 4), (4, 16)):
        found = measure(seats, spectators)
        at_table, crowd = slice(0, seats), slice(seats, seats + spectators)
        columns = (
            found.a_move(found.sent[at_table], ("at", "watch")),
            found.a_move(found.received[at_table], ("at",)),
            found.a_move(found.sent[at_table], ("log",)),
            found.a_move(found.received[crowd], ("at", "log")) if spectators else (0.0, 0.0),
            found.a_move(found.sent[at_table], ("here", "ad")),
        )
        cells = "".join(f"{count:7.2f}{size:9.0f}" for count, size in columns)
        watch = found.a_move(found.received[at_table], ("watch",))
        print(f"{seats} seats, {spectators:2} spectators   {cells}")
        if spectators:
            print(
                f"{'':24}of spectators each seat gets {watch[0]:.2f} messages, {watch[1]:.0f} bytes a move"
            )
        if (seats, spectators) == (4, 1):
            kept = found
    return kept


def sizes_of(found: Traffic) -> Sizes:
    """Payloads for the simulation: a move with its answer and an acknowledgement as games have them."""
    head = 86  # topic, its length, the packet's header and number
    log, here, ad = (round(found.mean(kind)) - head for kind in ("log", "here", "ad"))
    return Sizes(500, 148, log, here, ad)


async def loads(sizes: Sizes, seconds: float, budget: float, nodes: list[tuple[int, int]]) -> None:
    """The three ramps, each with a mosquitto of its own, or all at the ``nodes`` that are given."""
    print(f"payloads: entry {sizes.entry}, acknowledgement {sizes.ack}, copy of the log {sizes.log}, "
          f"heartbeat {sizes.here}, advert {sizes.ad} bytes")  # fmt: skip
    for name, moving, in_lobby in PARTS:
        print(f"\n{name}: ms until the others have it (p50, p99); processor in % of one core")
        print(" tables  moves/s     move      p99    lobby      p99 delivered/s  broker clients")
        until = time.monotonic() + budget / len(PARTS)
        with contextlib.ExitStack() as stack:
            rig = Rig(nodes or [stack.enter_context(mosquitto())], sizes, seconds)
            await rig.open(TABLES)
            good = await ramp(rig, moving, in_lobby, until)
            for link in (*rig.lookers, *(link for table in rig.tables for link in table.links)):
                link.close()
            await asyncio.sleep(0.2)
        word = "at least " if good * 2 > MOST else ""
        print(f"{name}: {word}{good} tables with p99 under {1e3 * LIMIT:.0f} ms")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lobby", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="measured a step (default: 4)")
    parser.add_argument("--budget", type=float, default=190.0, help="for all steps (default: 190)")
    parser.add_argument("--traffic-only", action="store_true", help="no broker, only real games")
    parser.add_argument("--node", metavar="PORT[:PID]", action="append", default=[],
                        help="a broker that runs on this machine already; again for each node of "
                        "a cluster (default: a mosquitto of its own)")  # fmt: skip
    found = parser.parse_args()
    nodes = [tuple(map(int, f"{node}:0".split(":")[:2])) for node in found.node]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, hard), hard))
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
          f"{soft} files open at most before")  # fmt: skip
    sizes = sizes_of(show_traffic())
    if not found.traffic_only:
        asyncio.run(loads(sizes, found.seconds, found.budget, nodes))
    print(f"\nload {os.getloadavg()[0]:.1f} after", flush=True)


if __name__ == "__main__":
    main()
