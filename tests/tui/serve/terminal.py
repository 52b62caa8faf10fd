"""A real pseudo-terminal with a real program in it: what it shows, by a terminal emulator."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

import pyte


class Terminal:
    """What a person sees and types."""

    def __init__(
        self, process: subprocess.Popen[bytes], line: int, columns: int, rows: int
    ) -> None:
        self.process = process
        self.line = line
        self.screen = pyte.Screen(columns, rows)
        self.raw = bytearray()
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def take(self, seconds: float = 0.05) -> bool:
        """Take in what is there, or comes in this time; False once the other end is closed."""
        if not self._waits(seconds):
            return True
        try:
            data = os.read(self.line, 65536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    def until(self, check: Callable[[str], bool] | str, seconds: float = 120.0) -> str:
        """Wait until the screen is as wanted; what it shows then.

        A frame comes in pieces, and one half drawn may show the new at its top and the old below:
        the screen is only looked at when all of what was sent has been taken in.
        """
        wanted = (lambda text, part=check: part in text) if isinstance(check, str) else check
        end = time.monotonic() + seconds
        while self._waits() or not wanted(self.text):
            assert time.monotonic() < end, f"not {check} within {seconds:g} s:\n{self.text}"
            if not self.take():
                assert wanted(self.text), f"ended without {check}:\n{self.text}"
                break
        return self.text

    def _waits(self, seconds: float = 0.03) -> bool:
        """Whether something is there to be taken in, or comes in this time."""
        return bool(select.select([self.line], [], [], seconds)[0])

    def settle(self, seconds: float = 0.15) -> str:
        """Wait until nothing comes for a moment."""
        while self._waits(seconds):
            if not self.take(0):
                break
        return self.text

    def type(self, keys: str) -> None:
        os.write(self.line, os.fsencode(keys))

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def shut(self) -> None:
        """Close the window."""
        os.close(self.line)
        self.line = os.open(os.devnull, os.O_RDWR)

    def modes_left(self) -> set[int]:
        """Private modes that are on and should not be, for a shell to go on here; 25 if the cursor is
        hidden; -1 where the line is still raw.
        """
        modes = {mode >> 5 for mode in self.screen.mode}
        left = modes & {1000, 1002, 1003, 1004, 1006, 1015, 1049, 2004, 2026, 2031, 2048}
        if 25 not in modes:
            left.add(25)
        with suppress(termios.error):
            local = termios.tcgetattr(self.line)[3]
            if not local & termios.ECHO or not local & termios.ICANON:
                left.add(-1)
        return left

    def end(self, seconds: float = 120.0) -> int:
        """The exit code; what is said last is on the screen then."""
        end = time.monotonic() + seconds
        while self.take():
            assert time.monotonic() < end, f"has not ended:\n{self.text}"
        return self.process.wait(seconds)


@contextmanager
def in_terminal(
    command: Sequence[str],
    env: Mapping[str, str],
    size: tuple[int, int] = (80, 24),
    *,
    stdin: int | None = None,
    leads: bool = True,
) -> Iterator[Terminal]:
    """A program in a terminal of this size (columns, rows), ended at the latest when this is left.

    A program that does not lead the terminal's session hears no SIGHUP when its window is shut.
    """
    columns, rows = size
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        [*command],
        stdin=theirs if stdin is None else stdin,
        stdout=theirs,
        stderr=theirs,
        env=dict(env),
        start_new_session=True,
        # Two system calls, and no other thread of the tests' holds a lock that they need.
        preexec_fn=(lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0)) if leads else None,  # noqa: PLW1509
    )
    os.close(theirs)
    found = Terminal(process, ours, columns, rows)
    try:
        yield found
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        os.close(found.line)
