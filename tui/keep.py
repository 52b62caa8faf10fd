"""Keeps the transcript of a game that ended or was left, where ``caboose replay`` finds it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from netplay.config import FolderUnusable, games_folder, ready, write_new
from netplay.table import Table
from tui.foreign import plain
from tui.guest import kept_as
from tui.told import told
from tui.tongue import _

if TYPE_CHECKING:
    from netplay.session import Session


def keep(table: Table) -> str:
    """Write the transcript; one line for the person: where it is, or why it could not be kept."""
    return _told(lambda: _write(table))


def keep_session(session: Session) -> str:
    """The same of a game between machines that is over, with what its result must say besides."""
    from netplay.resume import keep_transcript

    note = "; ".join(told(part) for part in plain(session.note, 200).split("; "))
    more = f"{note[:1].upper()}{note[1:]}. " if note else ""
    return _told(lambda: keep_transcript(session), more)


def _write(table: Table) -> Path | None:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = ready(games_folder(), "kept games", "CABOOSE_DATA_DIR")
    for number in range(100):
        more = f"-{number}" if number else ""
        path = folder / f"{table.game.name}-{stamp}{more}.caboose"
        try:
            write_new(path, table.save())
        except FileExistsError:
            continue
        return path
    return None


def _told(write: Callable[[], Path | None], note: str = "") -> str:
    """Where it is, after a note, or why it could not be kept."""
    try:
        path = write()
    except FolderUnusable as error:
        why = told(str(error))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
    else:
        if path is not None:
            return note + kept_as(path)
        why = _("too many games of this second are there already")
    return _("The game was not kept: {why}", why=why)
