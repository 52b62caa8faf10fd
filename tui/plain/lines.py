"""Lines in and lines out: nothing else is asked of a terminal here, or of whatever is in its place."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import Final

_LONGEST: Final = 1000
"""Characters of a typed line that are looked at."""


class Voice:
    """Says lines, and hears those that are typed; ``hear`` gives None at the end of the input."""

    def __init__(self, write: Callable[[str], None] | None = None) -> None:
        self._write = write or _print
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    def listen(self) -> None:
        """Begin to hear the standard input; it may be a terminal, a pipe or a file."""
        threading.Thread(target=self._read, name="caboose-lines", daemon=True).start()

    def _read(self) -> None:
        # Not `sys.stdin.readline`: a thread that waits in it holds a lock the interpreter needs to end.
        decode = getincrementaldecoder("utf-8")("replace").decode
        text = ""
        while True:
            try:
                data = os.read(0, 4096)
            except OSError:
                data = b""
            text += decode(data)
            *lines, text = text.split("\n")
            lines = lines if data else [*lines, *([text] if text else [])]
            text = text[:_LONGEST]
            try:
                for line in lines:
                    self._loop.call_soon_threadsafe(self._heard.put_nowait, line[:_LONGEST])
                if not data:
                    self._loop.call_soon_threadsafe(self._heard.put_nowait, None)
                    return
            except RuntimeError:  # the loop is closed: nobody listens
                return

    def type(self, line: str | None) -> None:
        """A line as if it were typed, for tests."""
        self._heard.put_nowait(line)

    def say(self, *lines: str) -> None:
        """Lines of plain text; without control characters, whoever wrote them."""
        for line in lines:
            self._write("".join(char if char.isprintable() else " " for char in line))

    async def hear(self) -> str | None:
        """The next line, without blanks around it."""
        line = await self._heard.get()
        return None if line is None else line.strip()


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
