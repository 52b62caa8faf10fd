"""One thinking process as seen from the program: started bare, spoken to over two pipes, watched."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any, Final

from core.kernel.canonical import Malformed
from netplay.thinking.jobs import frame, parted

_WORK: Final = "from netplay.thinking.worker import main; main()"
_LAST: Final = 1.0
"""Seconds in which a process that was told to end has ended."""


class Gone(Exception):
    """The process ended, said nothing in time, or said what nobody understands."""


def command(code: str = _WORK, *words: str) -> list[str]:
    """What runs ``code`` in the same Python with the same modules, and nothing from the current folder.

    ``words`` are its ``sys.argv[1:]``.
    """
    path = [os.path.abspath(part) for part in sys.path]
    start = f"import sys; sys.path[:] = {path!r}; {code}"
    return [sys.executable, "-P", "-c", start, *words]


class Process:
    """Starts with the making of it; raises Gone where that is impossible. Not for two threads.

    ``wake``: a descriptor that becomes readable when the answer waited for is no longer wanted.
    """

    def __init__(self, start: list[str], wake: int) -> None:
        if getattr(sys, "frozen", False):
            raise Gone("this program is one file, no Python can be started")
        try:
            # Of everything the program has open it gets two pipes; in a session of its own, no key
            # and no hang-up of the terminal reaches it.
            self._child = subprocess.Popen(  # noqa: S603 # our own interpreter and our own words
                start,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                close_fds=True,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Gone(str(error)) from error
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._in, self._out = self._child.stdin, self._child.stdout
        self._wake = wake
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(wake, selectors.EVENT_READ)
        self._buffer = bytearray()
        self.pid = self._child.pid

    def tell(self, number: int, fields: Any) -> None:
        """Send a message; raises Gone."""
        try:
            data = memoryview(frame((number, fields)))
            while data:
                data = data[self._in.write(data) or 0 :]
        except OSError as error:
            raise Gone("it ended") from error

    def hear(self, number: int, until: float) -> tuple[Any] | None:
        """The answer of that number, None if it is no longer wanted; raises Gone.

        ``until``: by ``time.monotonic``, after which it counts as gone.
        """
        while True:
            try:
                messages = parted(self._buffer)
            except Malformed as error:
                raise Gone("it says nonsense") from error
            for message in messages:
                if type(message) is not tuple or len(message) != 2:
                    raise Gone("it says nonsense")
                if message[0] == number:
                    return (message[1],)
            rest = until - time.monotonic()
            if rest <= 0:
                raise Gone("it does not answer")
            ready = {key.fd for key, _ in self._selector.select(rest)}
            if self._wake in ready:
                return None
            if ready:
                data = os.read(self._out.fileno(), 1 << 16)
                if not data:
                    raise Gone("it ended")
                self._buffer += data

    def end(self) -> None:
        """It is gone after this, and leaves nothing behind."""
        self._selector.close()
        with suppress(OSError):
            self._in.close()
        self._child.kill()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(_LAST)
        self._out.close()
