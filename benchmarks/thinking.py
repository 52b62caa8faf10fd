"""From a key to the first bytes on the terminal while a strong bot thinks, beside the same with greedy.

Real programs in a pseudo-terminal of 140x45, one after the other on one machine. The key shows or hides the
contract; it is pressed again and again while three bots are to move one after the other.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import tempfile
import termios
import time

from benchmarks.frames import CABOOSE

SIZE = struct.pack("HHHH", 45, 140, 0, 0)
OWN_TURN = (b"1", b"\r", b" ", b" ")
"""Keys of one turn of the person: take the first card, confirm, and end whatever is still open."""


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, command: list[str], folder: str) -> None:
        self.main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, SIZE)
        env = os.environ | {
            "TERM": "xterm-256color",
            "COLUMNS": "140",
            "LINES": "45",
            "CABOOSE_CONFIG_DIR": folder,
            "CABOOSE_DATA_DIR": folder,
        }
        self.process = subprocess.Popen(
            command, stdin=side, stdout=side, stderr=side, env=env, start_new_session=True
        )
        os.close(side)

    def read(self, seconds: float) -> bytes:
        """What comes within that time, as soon as anything has come."""
        ready, _, _ = select.select([self.main], [], [], seconds)
        return os.read(self.main, 1 << 16) if ready else b""

    def quiet(self, seconds: float) -> None:
        """Read until nothing has come for so long."""
        while self.read(seconds):
            pass

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        os.close(self.main)


def measure(level: str, rounds: int = 6) -> list[float]:
    """Milliseconds from key to bytes while three bots of this level move."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        command = [CABOOSE, "play", "--seats", "4", "--seed", "7", "--bots", level]
        terminal = Terminal(command, folder)
        try:
            terminal.quiet(3.0)
            for key in (b"1", b"\r"):
                os.write(terminal.main, key)
                terminal.quiet(0.3)
            for _ in range(rounds):
                terminal.quiet(2.5)
                for key in OWN_TURN:
                    os.write(terminal.main, key)
                    terminal.quiet(0.05)
                until = time.perf_counter() + 2.2
                while time.perf_counter() < until:
                    terminal.quiet(0.05)
                    start = time.perf_counter()
                    os.write(terminal.main, b"h")
                    if terminal.read(2.0):
                        times.append((time.perf_counter() - start) * 1000)
        finally:
            terminal.close()
    return times


def main() -> None:
    """Print both, the reference before and after."""
    for level in ("greedy", "hard", "greedy"):
        times = sorted(measure(level))
        p95 = times[len(times) * 95 // 100]
        print(
            f"key while {level:<6} bots move: median {statistics.median(times):5.1f} ms, "
            f"p95 {p95:5.1f} ms, most {times[-1]:5.1f} ms ({len(times)} keys)"
        )
    print("to reach: no key waits more than 50 ms while hard thinks")


if __name__ == "__main__":
    main()
