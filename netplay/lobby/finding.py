"""From what a person types to one table: its name or its code, and what to say where that is not enough."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from netplay.lobby.values import NoTable, Row, Stage, Unfound, Visibility
from netplay.text import clean

CODE: Final = re.compile(r"[0-9a-f]{12,32}", re.ASCII)
_LISTED: Final = 8


def find(rows: Sequence[Row], text: str) -> Row:
    """The one table of that code, else of that name, else whose name begins so; raises NoTable."""
    wanted = clean(text, 64)
    code = wanted.lower().replace(" ", "")
    if CODE.fullmatch(code):
        named = [row for row in rows if row.ticket.table.hex().startswith(code)]
        if len(named) == 1:
            return named[0]
    public = [
        row for row in rows if row.visibility is not Visibility.UNLISTED or row.mine is not None
    ]
    name = wanted.casefold()
    for match in (
        [row for row in public if row.name.casefold() == name],
        [row for row in public if name and row.name.casefold().startswith(name)],
    ):
        going = [row for row in match if row.stage in (Stage.BOARDING, Stage.RUNNING)] or match
        if len(going) == 1:
            return going[0]
        if going:
            listed = ", ".join(f"{row.code} ({row.name}, by {_by(row)})" for row in going[:_LISTED])
            more = f" and {len(going) - _LISTED} more" if len(going) > _LISTED else ""
            raise NoTable(
                Unfound.SEVERAL,
                f"{len(going)} tables are called {wanted[:32]!r}; name one by its code: {listed}{more}",
            )
    raise NoTable(Unfound.NONE, f"no table is called {wanted[:32]!r}, and none has that code")


def _by(row: Row) -> str:
    first = row.seats[0] if row.seats else None
    return f"{first.name} {first.mark}" if first is not None else "?"
