"""Files that somebody names to a command: read only so far as they can be what is wanted."""

from __future__ import annotations

import os
import stat
from typing import Final

from tui.cli.errors import Usage

NO_FILE: Final = "{name!r} is no file"
UNREADABLE: Final = "cannot read {name!r}: {why}"


def read(name: str, most: int, *, no_file: str = NO_FILE, unreadable: str = UNREADABLE) -> bytes:
    """The bytes of a file, at most one beyond ``most``; raises Usage in the words given."""
    try:
        # Not to wait for a writer if it is a pipe; not to take a device for a file without end.
        handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Usage(no_file.format(name=name))
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Usage(unreadable.format(name=name, why=why.lower())) from None
