"""What a table costs a terminal: time from key to frame, bytes a frame, bytes while idle, memory.

The real program in a pseudo-terminal against bots; the reference for a move is the smallest text that
turns one screen into the other, computed with a terminal emulator (pyte, among the development tools).
"""

from __future__ import annotations

import fcntl
import os
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

from benchmarks import thinking
from benchmarks.frames import CABOOSE

IDLE = 20.0
KEYS = 40


def resize(terminal: thinking.Terminal, columns: int, rows: int) -> None:
    """Give the terminal this size, and tell the program, whose controlling terminal it is not."""
    fcntl.ioctl(terminal.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.kill(terminal.process.pid, signal.SIGWINCH)


def gather(terminal: thinking.Terminal, quiet: float) -> bytes:
    """All that comes until nothing has come for ``quiet`` seconds."""
    found = b""
    while data := terminal.read(quiet):
        found += data
    return found


def memory(pid: int) -> float:
    """Resident megabytes (10^6) of a process, from /proc."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024 / 1e6


def key_to_frame(terminal: thinking.Terminal) -> list[float]:
    """Milliseconds from a key (show or hide the contract) to the last byte of its frame."""
    times = []
    for _ in range(KEYS):
        start = last = time.perf_counter()
        os.write(terminal.main, b"h")
        while terminal.read(0.1):
            last = time.perf_counter()
        if last == start:
            raise RuntimeError("a key brought no frame")
        times.append((last - start) * 1000)
    return sorted(times)


def smallest(before: object, after: object) -> int:
    """Bytes of the changed cells, a cursor address for each run and an SGR for each change of style."""
    total = 0
    for y in range(24):
        style: object = None
        running = False
        for x in range(80):
            old, new = before[y][x], after.buffer[y][x]  # type: ignore[index, attr-defined] # pyte has no types
            if old == new:
                running = False
                continue
            if not running:
                total += len(f"\x1b[{y + 1};{x + 1}H")
            running = True
            if new[1:] != style:
                style = new[1:]
                for colour in new[1:3]:
                    total += 4 if colour == "default" else 17
                total += 3 + 2 * sum(new[3:])
            total += len(new.data.encode())
    return total


def moves(terminal: thinking.Terminal, first: bytes, turns: int = 8) -> list[tuple[int, int]]:
    """Bytes written and bytes needed, for each confirmed move and the bots' answers after it."""
    import pyte

    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    stream.feed(first)
    found = []
    for _ in range(turns):
        for key in thinking.OWN_TURN:
            before = [[screen.buffer[y][x] for x in range(80)] for y in range(24)]
            os.write(terminal.main, key)
            data = gather(terminal, 0.4)
            stream.feed(data)
            needed = smallest(before, screen)
            if key == b"\r" and needed:
                found.append((len(data), needed))
        stream.feed(gather(terminal, 1.5))
    return found


def main() -> None:
    """Print every figure with what is to be reached."""
    with tempfile.TemporaryDirectory() as folder:
        # Without these two, which would hold the size against every resize.
        bare = ["env", "-u", "COLUMNS", "-u", "LINES"]
        command = [*bare, CABOOSE, "play", "--seats", "3", "--seed", "7", "--bots", "greedy"]
        terminal = thinking.Terminal(command, folder)
        try:
            terminal.quiet(3.0)
            for key in (b"1", b"\r"):
                os.write(terminal.main, key)
                terminal.quiet(1.5)
            times = key_to_frame(terminal)
            print(
                f"key to frame written, 140x45   median {statistics.median(times):5.1f} ms, "
                f"p95 {times[len(times) * 95 // 100]:5.1f} ms   (to reach: 50 ms)"
            )
            resize(terminal, 139, 45)
            gather(terminal, 1.0)
            resize(terminal, 140, 45)
            print(
                f"full redraw, 140x45            {len(gather(terminal, 1.0)):6} bytes (to reach: 40,000)"
            )
            end, idle = time.perf_counter() + IDLE, 0
            while (left := end - time.perf_counter()) > 0:
                idle += len(terminal.read(left))
            print(f"idle for {IDLE:g} s                  {idle:6} bytes (to reach: 0)")
            print(
                f"memory at the table            {memory(terminal.process.pid):6.1f} MB    (to reach: 70)"
            )
            resize(terminal, 80, 24)
            first = gather(terminal, 1.5)
            if "pyte" not in sys.modules:
                try:
                    import pyte  # noqa: F401 # only whether it is there
                except ImportError:
                    print("one move, 80x24: not measured, pyte is not installed (make setup)")
                    return
            found = moves(terminal, first)
            if not found:
                print("one move, 80x24: no move was made, not measured")
                return
            ours = statistics.median(ours for ours, _ in found)
            ratio = statistics.median(ours / needed for ours, needed in found)
            print(
                f"one move, 80x24, {len(found)} moves      {ours:6.0f} bytes median (to reach: 3,000), "
                f"{ratio:.2f} x a minimal diff"
            )
        finally:
            terminal.close()


if __name__ == "__main__":
    main()
