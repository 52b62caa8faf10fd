"""Reads a kept game from a file, for the commands that look at one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.cli import givenfile
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
        try:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        except (OSError, ValueError, AttributeError):  # closed, or there is none
            raise Usage("cannot read the standard input") from None
    return givenfile.read(name, MAX_BYTES, no_file="{name!r} is no file with a kept game")


def bad(name: str, error: BadEntry) -> Failed:
    """The line for the first entry that does not hold."""
    return Failed(f"{name}: entry {error.n} does not hold: {error}")
