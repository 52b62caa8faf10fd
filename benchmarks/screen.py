"""What a table costs a terminal: time from key or network to frame, bytes, memory.

The real program in pseudo-terminals that say they show all colours, which is the dearest. The reference for
a move is the smallest text that turns one screen into the other, computed with a terminal emulator (pyte,
among the development tools); for a move from the network, the same move's frame where it was made.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import socket
import statistics
import struct
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import thinking
from benchmarks.frames import CABOOSE
from benchmarks.smallest import cells, smallest

IDLE = 60.0
KEYS = 40
MOVES = 12
NETWORKED = 30
LONG = 60.0
"""Seconds after which something that is waited for does not come."""
# Without COLUMNS and LINES, which would hold the size against every resize.
BARE = [
    "env",
    "-u",
    "COLUMNS",
    "-u",
    "LINES",
    "-u",
    "NO_COLOR",
    "COLORTERM=truecolor",
    "CABOOSE_LAN=off",
]


class Person(thinking.Terminal):
    """A program in a pseudo-terminal and what it shows."""

    def __init__(self, command: list[str], folder: str, columns: int, rows: int) -> None:
        import pyte

        super().__init__([*BARE, "LANG=C.UTF-8", *command], folder)
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.resize(columns, rows)

    @property
    def text(self) -> str:
        """The screen's lines."""
        return "\n".join(self.screen.display)

    def read(self, seconds: float) -> bytes:
        """What comes within that time, as soon as anything has come."""
        try:
            data = super().read(seconds)
        except OSError as error:
            raise RuntimeError(f"the program has ended; it showed:\n{self.text}") from error
        self._stream.feed(data)
        return data

    def gather(self, quiet: float) -> bytes:
        """All that comes until nothing has come for ``quiet`` seconds."""
        found = b""
        while data := self.read(quiet):
            found += data
        return found

    def until(self, check: Callable[[str], bool]) -> None:
        """Wait for something on the screen."""
        end = time.monotonic() + LONG
        while not check(self.text):
            if time.monotonic() > end:
                raise TimeoutError(f"not seen within {LONG:g} s; it showed:\n{self.text}")
            self.read(0.1)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.main, keys)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal this size, and tell the program, whose controlling terminal it is not."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.process.pid, signal.SIGWINCH)

    @property
    def mine(self) -> bool:
        """Whether it is this person's turn."""
        return "your turn" in self.screen.display[0]

    @property
    def over(self) -> bool:
        """Whether the scoring sheet is there."""
        return "Total" in self.text or "Certified" in self.text

    def stage(self) -> bool:
        """Choose what can be done, up to the question whether it is meant; False if nothing was found."""
        for _ in range(3):
            says = self.screen.display[-2]
            for key in "abcdel12345" if "wagon" in says or "swap" in says else "123456789abcx":
                if self.staged:
                    return True
                self.type(key.encode())
                self.gather(0.08)
        return self.staged

    @property
    def staged(self) -> bool:
        """Whether a choice waits to be confirmed."""
        says = self.screen.display[-2].rstrip()
        return says.endswith("?") and "which" not in says


@contextmanager
def person(*words: str, folder: str, columns: int = 140, rows: int = 45) -> Iterator[Person]:
    """Somebody at Caboose, until this is left."""
    home = Path(folder) / words[0]
    home.mkdir(exist_ok=True)
    found = Person([CABOOSE, *words], str(home), columns, rows)
    try:
        yield found
    finally:
        found.close()


def memory(pid: int) -> float:
    """Resident megabytes (10^6) of a process, from /proc."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024 / 1e6


def p95(times: list[float]) -> float:
    """The time that nineteen in twenty stay under."""
    return sorted(times)[min(len(times) * 95 // 100, len(times) - 1)]


def key_to_frame(table: Person) -> list[float]:
    """Milliseconds from a key (show or hide the contract) to the last byte of its frame."""
    times = []
    for _ in range(KEYS):
        start = last = time.perf_counter()
        table.type(b"h")
        while table.read(0.1):
            last = time.perf_counter()
        if last == start:
            raise RuntimeError(f"a key brought no frame; it showed:\n{table.text}")
        times.append((last - start) * 1000)
    return times


def moves(table: Person) -> list[tuple[int, int]]:
    """Bytes written and bytes needed, for each confirmed move with all that follows at once."""
    found = []
    while len(found) < MOVES:
        table.until(lambda _: table.mine or table.over)
        table.gather(1.0)  # the others' moves, one after the other
        if table.over:
            break
        if not table.stage():
            table.type(b" ")
            table.gather(0.5)
            continue
        before: Any = cells(table.screen)
        table.type(b"\r")
        data = table.gather(0.25)
        found.append((len(data), smallest(before, cells(table.screen))))
    return found


def from_the_network(folder: str) -> tuple[list[float], list[float]]:
    """Milliseconds from Enter at one terminal to the next frame there, and at the other.

    Two programs on this machine, over the broker that one of them runs: the way through the first is in it.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    here: list[float] = []
    there: list[float] = []
    host = ("host", "--seats", "2", "--me", "Ana", "--port", str(port))
    join = ("join", f"mqtt://127.0.0.1:{port}", "--me", "Ben")
    with person(*host, folder=folder) as ana:
        ana.until(lambda text: "still free" in text)
        with person(*join, folder=folder) as ben:
            ben.until(lambda text: "press r when you are ready" in text)
            for one in (ana, ben):
                one.type(b"r")
            for one in (ana, ben):
                one.until(lambda text: "to act" in text or "your turn" in text)
            end = time.monotonic() + 3 * LONG
            while len(there) < NETWORKED and time.monotonic() < end and not (ana.over or ben.over):
                for one in (ana, ben):
                    one.gather(0.3)
                if not (ana.mine or ben.mine):
                    continue
                mover, other = (ana, ben) if ana.mine else (ben, ana)
                if not mover.stage():
                    mover.type(b" ")
                    continue
                start = time.perf_counter()
                first: dict[Person, float] = {}
                mover.type(b"\r")
                while ready := select.select([mover.main, other.main], [], [], 0.3)[0]:
                    for one in (mover, other):
                        if one.main in ready:
                            first.setdefault(one, (time.perf_counter() - start) * 1000)
                            one.read(0)
                if len(first) == 2:
                    here.append(first[mover])
                    there.append(first[other])
    return here, there


def at_a_table(folder: str) -> None:
    """Print what one person's table costs."""
    words = ("play", "--seats", "3", "--seed", "7", "--bots", "greedy")
    with person(*words, folder=folder) as table:
        table.until(lambda text: "Choose the contract" in text)
        table.gather(1.0)
        for key in (b"1", b"\r"):
            table.type(key)
            table.gather(1.5)
        times = key_to_frame(table)
        print(
            f"key to frame written, 140x45   median {statistics.median(times):5.1f} ms, "
            f"p95 {p95(times):5.1f} ms   (to reach: 50 ms)"
        )
        table.resize(139, 45)
        table.gather(1.0)
        table.resize(140, 45)
        drawn = len(table.gather(1.0))
        nothing: Any = [[table.screen.default_char] * 140] * 45
        needed = smallest(nothing, cells(table.screen))
        print(
            f"full redraw, 140x45            {drawn:6} bytes (to reach: 40,000), "
            f"{drawn / needed:.2f} x a minimal one"
        )
        print(
            f"memory at the table            {memory(table.process.pid):6.1f} MB    (to reach: 70)"
        )
        end, idle = time.perf_counter() + IDLE, 0
        while (left := end - time.perf_counter()) > 0:
            idle += len(table.read(left))
        print(f"idle for {IDLE:g} s                  {idle:6} bytes (to reach: 0)")
    with person(*words, folder=folder, columns=80, rows=24) as table:
        table.until(lambda text: "Choose the contract" in text)
        found = moves(table)
        ours = statistics.median(ours for ours, _ in found)
        ratio = sum(ours for ours, _ in found) / sum(needed for _, needed in found)
        print(
            f"one move, 80x24, {len(found)} moves     {ours:6.0f} bytes median, {max(found)[0]} at most "
            f"(to reach: 3,000), {ratio:.2f} x a minimal diff"
        )


def main() -> None:
    """Print every figure with what is to be reached."""
    try:
        import pyte  # noqa: F401 # only whether it is there
    except ImportError:
        print("not measured: pyte is not installed (make setup)")
        return
    with tempfile.TemporaryDirectory() as folder:
        at_a_table(folder)
        here, there = from_the_network(folder)
        print(
            f"a move from the network, 140x45 median {statistics.median(there):4.1f} ms, "
            f"p95 {p95(there):5.1f} ms   (to reach: 80 ms; {len(there)} moves, Enter at one terminal "
            f"to the frame at the other; the mover's own: p95 {p95(here):.1f} ms)"
        )


if __name__ == "__main__":
    main()
