"""What the terminal shows, cell by cell, so that only what changes is written.

Textual writes whole pieces of rows for one changed cell, and after a resize or a change of screen the
same frame two or three times. Frames are text in absolute places, styles, and nothing else; of anything
else a mirror knows only whether it leaves the picture alone, and after all else it writes in full.
"""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len

from tui.pen import PLAIN, TOKEN, Style, after, like, seen, thrifty, turn

Cell = tuple[str, Style]
Row = list[Cell | None]
"""A cell that is not known is None."""
Place = tuple[int, int]
"""(row, column), from 0."""

_ADDRESS: Final = re.compile(r"\x1b\[(\d*)(?:;(\d*))?H")
_ASIDE: Final = re.compile(
    r"(?:\x07|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[2[23];2t|\x1b\[\?(?:2026|25|100\d|1016|2004)[hl])+"
)
"""Bell, title and notices, updates at once, cursor, mouse, paste: no cell changes by them."""
_GAP: Final = 3
"""So many unchanged cells are written again rather than jumped over."""


class Mirror:
    """One terminal's. A size that is new counts once a frame of all rows has come in it."""

    def __init__(self) -> None:
        self._rows: dict[int, Row] = {}
        self._cursor: Place | None = None
        self._size = (0, 0)
        self._blind = True
        """Whether what is shown is not known, until the next frame of all rows."""

    def forget(self) -> None:
        """Somebody else may have written: take nothing for granted until all has been drawn anew."""
        self._blind = True
        self._rows = {}
        self._cursor = None

    def draw(self, data: str, size: tuple[int, int]) -> str:
        """What to write for this output of the toolkit's, in a terminal of (columns, rows)."""
        if size != self._size:
            self.forget()
            self._size = size
        if _ASIDE.fullmatch(data):
            return data
        frame = self._read(data)
        if frame is None:
            self.forget()
            return thrifty(data)
        drawn, touched, end = frame
        if self._blind:
            width, height = size
            whole = all(len(drawn.get(y, ())) >= width for y in range(height))
            if whole:
                self._blind = False
                self._rows = drawn
                self._cursor = end
            return thrifty(data)
        said = self._said(drawn, touched, end)
        self._rows.update(drawn)
        return said

    def _read(self, data: str) -> tuple[dict[int, Row], dict[int, set[int]], Place] | None:
        """Rows as they are to be, columns that change by row, and where the cursor ends.

        None for what is no frame, or has a sign in it whose width terminals do not agree on.
        """
        drawn: dict[int, Row] = {}
        touched: dict[int, set[int]] = {}
        style: Style | None = PLAIN
        place: Place | None = None
        for found in TOKEN.finditer(data):
            codes, address, other, text = found.groups()
            if codes is not None:
                style = after(style, codes) if style is not None else None
            elif address is not None:
                where = _ADDRESS.fullmatch(address)
                if where is None:
                    return None
                place = (int(where[1] or 1) - 1, int(where[2] or 1) - 1)
            elif other is not None or place is None or style is None:
                return None
            else:
                line = text.rstrip("\r\n")
                if (
                    not line.isprintable()
                    if line.isascii()
                    else any(cell_len(c) != 1 for c in line)
                ):
                    return None
                y, x = place
                _put(self._rows, drawn, touched, y, x, line, style)
                # What follows a line's end says where it stands, or is no frame.
                place = (y, x + len(line)) if line == text else None
        if style != PLAIN or place is None:
            return None
        return drawn, touched, place

    def _said(self, drawn: dict[int, Row], touched: dict[int, set[int]], end: Place) -> str:
        said: list[str] = []
        style = PLAIN
        cursor = self._cursor
        for y in sorted(touched):
            row = drawn[y]
            for x in sorted(touched[y]):
                sign, wanted = row[x] or (" ", PLAIN)
                if cursor is None or cursor[0] != y or cursor[1] > x:
                    said.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
                elif cursor[1] < x:
                    gap = row[cursor[1] : x]
                    between = "".join(
                        cell[0] for cell in gap if cell and like(cell, style) == style
                    )
                    said.append(
                        between if len(between) == len(gap) <= _GAP else f"\x1b[{len(gap)}C"
                    )
                wanted = like((sign, wanted), style)
                if wanted != style:
                    said.append(turn(style, wanted))
                    style = wanted
                said.append(sign)
                cursor = (y, x + 1)
        said.append(turn(style, PLAIN))
        if cursor != end:
            said.append(f"\x1b[{end[0] + 1};{end[1] + 1}H")
        self._cursor = end
        return "".join(said)


def _put(
    rows: dict[int, Row],
    drawn: dict[int, Row],
    touched: dict[int, set[int]],
    y: int,
    x: int,
    line: str,
    style: Style,
) -> None:
    """Put text into a copy of its row; say in ``touched`` which columns change by it."""
    if y not in drawn:
        drawn[y] = list(rows.get(y, ()))
    row = drawn[y]
    end = x + len(line)
    row += [None] * (end - len(row))
    cells: Row = [(sign, seen(sign, style)) for sign in line]
    was = row[x:end]
    if was != cells:
        row[x:end] = cells
        pairs = zip(was, cells, strict=True)
        touched.setdefault(y, set()).update(
            x + n for n, (old, new) in enumerate(pairs) if old != new
        )
