"""Files that a command makes: looked at before the work, so that none is done in vain."""

from __future__ import annotations

import os
from pathlib import Path

from tui.cli.errors import Failed, Usage


def new_file(name: str | None, option: str) -> Path | None:
    """The path of a file that can be made and does not exist; raises Usage."""
    if name is None:
        return None
    path = Path(name)
    try:
        if not name or path.exists():
            raise Usage(f"{option} needs a new file; {name or 'an empty name'!r} is none")
        usable = path.parent.is_dir() and os.access(path.parent, os.W_OK)
    except (OSError, ValueError):
        usable = False
    if not usable:
        raise Usage(f"{option}: no file can be made in the folder of {name!r}")
    return path


def keep(path: Path, data: bytes, what: str, mode: int = 0o666) -> None:
    """Write it; raises Failed."""
    from netplay.config import write_new

    try:
        write_new(path, data, mode)
    except OSError as error:
        raise Failed(f"{what} was not written: {path}: {error.strerror or error}") from None
