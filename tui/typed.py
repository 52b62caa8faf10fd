"""A line that a person types: letters as they are, paste, one way out each side. No toolkit's widget."""

from __future__ import annotations

from rich.cells import cell_len

from tui import marks as m
from tui.foreign import plain
from tui.line import Line


class Typed:
    """Text typed at its end, at most ``limit`` characters."""

    def __init__(self, text: str = "", limit: int = 200) -> None:
        self.text = text
        self.limit = limit

    def key(self, key: str, character: str | None) -> None:
        """One key as Textual reports it; what is no text and no correction does nothing."""
        if key in ("backspace", "ctrl+h"):
            self.text = self.text[:-1]
        elif key == "ctrl+u":
            self.text = ""
        elif character is not None and len(character) == 1 and character.isprintable():
            self.text = (self.text + character)[: self.limit]

    def paste(self, text: str) -> None:
        """A paste: one line of it, harmless."""
        self.text = (self.text + plain(text[: 4 * self.limit], self.limit))[: self.limit]

    def line(self, label: str, width: int) -> Line:
        """The label, the end of the text and where the next letter goes, in ``width`` cells."""
        line = Line(label, m.HEADING)
        room = width - line.width - 2
        shown = self.text
        while shown and cell_len(shown) > room:
            shown = shown[1:]
        return line.add(f"{shown}_", m.STRONG).fit(width)
