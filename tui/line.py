"""A line of the screen as styled pieces, and frames of such lines: drawing without a toolkit.

A piece may carry the key that clicking it stands for, so the mouse can do what keys do, no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui import palette
from tui.keymap import shown
from tui.marks import FRAME, TEXT, TITLE, Marks

PRESS = "press"
"""The name under which a piece's key is kept in its style."""


@lru_cache(maxsize=4096)
def pressing(style: Style, press: str) -> Style:
    """The style, carrying the key that a click on it presses."""
    return style + Style(meta={PRESS: press})


class Line:
    """Pieces of text from left to right; ``add`` returns the line, so that calls can be chained."""

    __slots__ = ("_pieces", "width")

    def __init__(self, text: str = "", style: Style = TEXT) -> None:
        self._pieces: list[Segment] = []
        self.width = 0
        if text:
            self.add(text, style)

    def add(self, text: str, style: Style = TEXT, press: str | None = None) -> Line:
        """Append text; ``press`` is the key a click on it stands for."""
        if text:
            if press and text.strip() == press:
                text = text.replace(press, shown(press))
            self._pieces.append(Segment(text, pressing(style, press) if press else style))
            self.width += cell_len(text)
        return self

    def to(self, column: int, press: str | None = None) -> Line:
        """Pad with blanks up to a column."""
        return self.add(" " * (column - self.width), TEXT, press)

    def join(self, other: Line) -> Line:
        """Append another line's pieces."""
        self._pieces += other._pieces
        self.width += other.width
        return self

    def fit(self, width: int) -> Line:
        """Exactly ``width`` cells, cut or padded."""
        if width == self.width:
            return self
        fitted = Line()
        fitted._pieces = list(Segment.adjust_line_length(self._pieces, width, TEXT))
        fitted.width = width
        return fitted

    def strip(self, width: int) -> Strip:
        """For a widget's ``render_line``."""
        return Strip(palette.dressed(self.fit(width)._pieces), width)

    @property
    def last_style(self) -> Style:
        """That of the last piece: what a sentence after its sign is shown in."""
        return (self._pieces[-1].style or TEXT) if self._pieces else TEXT

    def is_all(self, style: Style) -> bool:
        """Whether there is something, and all of it in one style."""
        return bool(self._pieces) and all(piece.style == style for piece in self._pieces)

    @property
    def text(self) -> str:
        """Without styles, for tests and titles."""
        return "".join(part.text for part in self._pieces)


def frame(
    marks: Marks,
    title: str,
    body: Sequence[Line],
    width: int,
    height: int,
    heads: Sequence[tuple[int, str]] = (),
    *,
    style: Style = FRAME,
) -> list[Line]:
    """A framed panel of exactly that size; ``heads`` are headings in the top edge by column."""
    left, right, low_left, low_right = list(marks.corners)
    top = Line(left + marks.across, style).add(f" {title} ", TITLE)
    for column, text in heads:
        if column >= top.width:
            top.add(marks.across * (column - top.width), style).add(text, TEXT)
    top.add(marks.across * (width - 1 - top.width), style).add(right, style)
    lines = [top.fit(width)]
    for row in range(height - 2):
        inner = body[row] if row < len(body) else Line()
        lines.append(Line(marks.down, style).join(inner.fit(width - 2)).add(marks.down, style))
    lines.append(Line(low_left + marks.across * (width - 2) + low_right, style))
    return lines


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Words broken into lines of at most ``width`` cells; later lines are indented.

    A width of no cell, as on a terminal that is a few columns wide, is one of one cell.
    """
    width = max(width, 1)
    indent = min(indent, width - 1)
    lines: list[str] = []
    now = ""
    words = text.split()[::-1]
    while words:
        word = words.pop()
        room = width - (indent if lines else 0)
        while word and cell_len(word) > room:
            # A word longer than the line is cut, or it would be lost behind the edge.
            cut = max(1, room - (cell_len(now) + 1 if now else 0))
            if now and cut < 4:
                lines.append((" " * indent if lines else "") + now)
                now, room = "", width - indent
                continue
            head = word[:cut]
            while cell_len(head) > cut and len(head) > 1:
                head = head[:-1]
            now = f"{now} {head}" if now else head
            word = word[len(head) :]
            lines.append((" " * indent if lines else "") + now)
            now, room = "", width - indent
        if not word:
            continue
        if now and cell_len(now) + 1 + cell_len(word) > room:
            lines.append((" " * indent if lines else "") + now)
            now = ""
            words.append(word)  # once more: the next line may be narrower
        else:
            now = f"{now} {word}" if now else word
    if now or not lines:
        lines.append((" " * indent if lines else "") + now)
    return lines
