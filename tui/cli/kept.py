"""Reads a kept game from a file, for the commands that look at one."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

from tui.cli.errors import Failed, Usage

if TYPE_CHECKING:
    from netplay.audit import BadEntry


def read(name: str) -> tuple[tuple[bytes, ...], str | None]:
    """The whole records of a file, and what is wrong after them (None: nothing).

    Raises Usage where the file cannot be read, Failed where it holds no entry at all.
    """
    from netplay.transcript import Damaged, decode

    try:
        return decode(data(name)), None
    except Damaged as error:
        if not error.records:
            raise Failed(f"{name}: {error}") from None
        return error.records, str(error)


def data(name: str) -> bytes:
    """The bytes of a file, as far as any game goes; raises Usage where it cannot be read.

    ``-`` is the standard input.
    """
    from netplay.transcript import MAX_BYTES

    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        # Not to wait for a writer if it is a pipe; not to take a device for a file without end.
        handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Usage(f"{name!r} is no file with a kept game")
            return file.read(MAX_BYTES + 1) or b""  # None: nothing there, and nobody to wait for
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Usage(f"cannot read {name!r}: {why.lower()}") from None


def bad(name: str, error: BadEntry) -> Failed:
    """The line for the first entry that does not hold."""
    return Failed(f"{name}: entry {error.n} does not hold: {error}")
