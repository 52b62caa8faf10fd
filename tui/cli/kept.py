"""Reads a kept game from a file, for the commands that look at one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from tui.cli import givenfile
from tui.cli.errors import Failed, Usage

if TYPE_CHECKING:
    from netplay.audit import BadEntry


_NO_GAME: Final = "{name!r} is no file with a kept game"


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

    ``-`` is the standard input. A bare name that is none in the current folder is one of those that
    ``caboose history`` lists.
    """
    from netplay.config import games_folder
    from netplay.transcript import MAX_BYTES

    if name == "-":
        try:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        except (OSError, ValueError, AttributeError):  # closed, or there is none
            raise Usage("cannot read the standard input") from None
    if os.path.basename(name) == name and not os.path.lexists(name):
        mine = games_folder() / name
        name = str(mine) if mine.is_file() else name
    return givenfile.read(name, MAX_BYTES, no_file=_NO_GAME)


def bad(name: str, error: BadEntry) -> Failed:
    """The line for the first entry that does not hold."""
    return Failed(f"{name}: entry {error.n} does not hold: {error}")
