"""A page to read: the keys, the rules, the log. Scrolls, and closes by escape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tui import keymap
from tui import marks as m
from tui.canvas import Canvas
from tui.foreign import plain
from tui.keymap import Row
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import _

_PARAGRAPH: Final = 4000
"""Characters of a paragraph that are shown, where it holds more than plain letters."""

Writer = Callable[[int], list[Line]]
"""Lines of a page for a width in cells."""


class PageScreen(CabooseScreen):
    """Shows the lines of a writer; ``bottom`` begins at the end (the log)."""

    KEYS = keymap.PAGE_HELP

    def __init__(self, title: str, write: Writer, marks: Marks, *, bottom: bool = False) -> None:
        super().__init__()
        self._title = title
        self._write = write
        self._marks = marks
        self._top = 1_000_000 if bottom else 0

    def repaint(self) -> None:
        """The page from the line it is scrolled to."""
        width, height = self.app.size
        lines = self._write(min(width - 4, 96))
        room = height - 3
        last = max(0, len(lines) - room)
        self._top = min(max(0, self._top), last)
        body = [Line(" ").join(line) for line in lines[self._top : self._top + room]]
        page = frame(self._marks, self._title, body, width, height - 1)
        foot = Line(" ")
        foot.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('closes')}", m.TEXT, keymap.BACK)
        if last:
            foot.add("  ").add(f" {_('up down space')} ", m.KEY).add(f" {_('scroll')}  ", m.TEXT)
            shown = min(len(lines), self._top + room)
            foot.add(
                _(
                    "line {first} to {last} of {count}",
                    first=self._top + 1,
                    last=shown,
                    count=len(lines),
                ),
                m.DIM,
            )
        self.lay("page", [*page, foot], 0, 0, width, height)

    def press(self, key: str) -> None:
        """Scroll or close."""
        page = self.app.size.height - 5
        steps = {
            "up": -1,
            "k": -1,
            "down": 1,
            "j": 1,
            "pageup": -page,
            "pagedown": page,
            "space": page,
            "home": -1_000_000,
            "end": 1_000_000,
        }
        if key in steps:
            self._top += steps[key]
            self.repaint()
        elif key in (keymap.BACK, "enter", keymap.LEAVE, keymap.HELP, keymap.LOG, *keymap.RULES):
            self.dismiss("")

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """The wheel."""
        self._top += message.lines
        self.repaint()


def _harmless(text: str) -> str:
    """A paragraph that may quote strangers: no sign in it does anything, or has no certain width."""
    return text if text.isascii() and text.isprintable() else plain(text, _PARAGRAPH)


def keys_page(rows: Sequence[Row]) -> Writer:
    """A list of keys; rows without keys are headings."""

    def write(width: int) -> list[Line]:
        lines: list[Line] = []
        for row in rows:
            if not row.keys:
                lines += [Line()] if lines else []
                lines.append(Line(_(row.does), m.TITLE))
                continue
            for n, text in enumerate(wrap(_(row.does), width - 18)):
                keys = keymap.shown(_(row.keys)) if n == 0 else ""
                lines.append(Line(f"{keys:>15}", m.STRONG).add(f"  {text}", m.TEXT))
        return lines

    return write


def text_page(text: str) -> Writer:
    """Paragraphs, one a line of the text; ``# `` begins a heading."""

    def write(width: int) -> list[Line]:
        lines: list[Line] = []
        for paragraph in map(_harmless, text.splitlines()):
            if paragraph.startswith("# "):
                lines.append(Line(paragraph[2:], m.TITLE))
            else:
                # The first words of a list's item stand out to the left of the rest.
                item = paragraph[1:2] in (".", " ") or paragraph.startswith("(")
                lines += [Line(part, m.TEXT) for part in wrap(paragraph, width, 3 if item else 0)]
        return lines

    return write


def list_page(texts: Sequence[str]) -> Writer:
    """Lines of a log."""

    def write(width: int) -> list[Line]:
        return [
            Line(part, m.TITLE if text.startswith(m.NEW) else m.TEXT)
            for text in map(_harmless, texts)
            for part in wrap(text, width, 3)
        ] or [Line(_("Nothing has happened yet."), m.DIM)]

    return write
