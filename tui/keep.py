"""Keeps the transcript of a game that ended or was left, where ``caboose replay`` finds it."""

from __future__ import annotations

from datetime import UTC, datetime

from netplay.config import FolderUnusable, games_folder, ready, write_new
from netplay.table import Table
from tui.guest import kept_as
from tui.told import told
from tui.tongue import _


def keep(table: Table) -> str:
    """Write the transcript; one line for the person: where it is, or why it could not be kept."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    try:
        folder = ready(games_folder(), "kept games", "CABOOSE_DATA_DIR")
        for number in range(100):
            more = f"-{number}" if number else ""
            path = folder / f"{table.game.name}-{stamp}{more}.caboose"
            try:
                write_new(path, table.save())
            except FileExistsError:
                continue
            return kept_as(path)
    except FolderUnusable as error:
        return _("The game was not kept: {why}", why=told(str(error)))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return _("The game was not kept: {why}", why=why)
    return _(
        "The game was not kept: {why}", why=_("too many games of this second are there already")
    )
