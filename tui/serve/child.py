"""One guest's game: a process of its own on a terminal of its own.

A process for each guest, and not all guests in the server's: a fault, a loop, a full memory or a
signal of one can't touch another, Textual keeps state that belongs to a process (signals, streams,
the terminal), and games run on all cores. ``docs/ssh.md`` has what it costs.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

_READ: Final = 32_768
MOST_WAITING: Final = 65_536
"""Bytes of a guest's keys that wait for the game; more are read when there is room again."""
GRACE: Final = 10.0
"""Seconds a game has to say good-bye to the others when its line is cut."""


class Child:
    """Runs until its process has ended. ``told``: what the game writes; ``ended``: its exit code,
    once, after all of that. ``room``: called with whether more keys are taken now.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        size: tuple[int, int],
        *,
        told: Callable[[bytes], None],
        ended: Callable[[int], None],
        room: Callable[[bool], None] = lambda room: None,
        cwd: str = "/",
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._told, self._ended, self._room = told, ended, room
        self._keys = bytearray()
        self._reading = False
        self._full = False
        self._paused = False
        self._over = False
        ours, theirs = pty.openpty()
        try:
            self._line = ours
            self.resize(*size)
            os.set_blocking(ours, False)
            self._process = subprocess.Popen(  # noqa: S603 # our own program, no word of the guest's
                [*command],
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env=dict(environment),
                cwd=cwd,
                close_fds=True,
                start_new_session=True,
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        self._read_on()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    # The guest's side ---------------------------------------------------------------------------

    def type(self, keys: bytes) -> None:
        """Keys of the guest."""
        if self._over or self._line < 0:
            return
        self._keys += keys
        self._push()

    def resize(self, columns: int, rows: int) -> None:
        """The guest's terminal has this size now."""
        if self._line >= 0:
            with suppress(OSError):
                packed = struct.pack("HHHH", rows, columns, 0, 0)
                fcntl.ioctl(self._line, termios.TIOCSWINSZ, packed)

    def pause(self, paused: bool) -> None:
        """Whether the guest's line is full: then the game waits in its own writing."""
        self._paused = paused
        self._read_on()

    def hang_up(self, number: int = signal.SIGHUP) -> None:
        """The line is cut, or the server ends: the game puts itself away, or is ended."""
        if self._over:
            return
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)
        self._loop.call_later(GRACE, self._kill)

    # The game's side ----------------------------------------------------------------------------

    def _read_on(self) -> None:
        wanted = not self._paused and self._line >= 0
        if wanted and not self._reading:
            self._loop.add_reader(self._line, self._readable)
        elif self._reading and not wanted:
            self._loop.remove_reader(self._line)
        self._reading = wanted

    def _readable(self) -> None:
        try:
            data = os.read(self._line, _READ)
        except BlockingIOError:
            return
        except OSError:  # nobody has the other end open any more
            data = b""
        if data:
            self._told(data)
        else:
            self._close()
            self._reap(_GIVEN_UP)

    def _push(self) -> None:
        if self._line >= 0 and self._keys:
            try:
                sent = os.write(self._line, self._keys)
            except BlockingIOError:
                sent = 0
            except OSError:
                self._keys.clear()
                return
            del self._keys[:sent]
        if self._line >= 0:
            if self._keys:
                self._loop.add_writer(self._line, self._push)
            else:
                self._loop.remove_writer(self._line)
        full = len(self._keys) >= MOST_WAITING
        if full != self._full and (full or len(self._keys) < MOST_WAITING // 4):
            self._full = full
            self._room(not full)

    def _close(self) -> None:
        if self._line < 0:
            return
        self._loop.remove_reader(self._line)
        self._loop.remove_writer(self._line)
        self._reading = False
        os.close(self._line)
        self._line = -1

    def _reap(self, tries: int) -> None:
        code = self._process.poll()
        if code is None and tries:
            self._loop.call_later(_LOOK, self._reap, tries - 1)
            return
        if code is None:
            self._kill()
            code = self._process.wait()
        if not self._over:
            self._over = True
            self._ended(code)

    def _kill(self) -> None:
        if not self._over and self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)


_LOOK: Final = 0.02
_GIVEN_UP: Final = round(GRACE / _LOOK)
"""Looks at a process that has closed its terminal and has not ended."""
