"""Asks for one line of text: a name."""

from __future__ import annotations

from tui import keymap
from tui import marks as m
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import BoxScreen
from tui.tongue import _
from tui.typed import Typed

_WIDTH = 60


class AskScreen(BoxScreen):
    """Dismissed with the text, or with an empty one by escape."""

    def __init__(self, marks: Marks, title: str, says: str, text: str, limit: int) -> None:
        super().__init__()
        self._marks = marks
        self._title = title
        self._says = says
        self._typed = Typed(text, limit)

    def repaint(self) -> None:
        """A box in the middle."""
        width, height = self.app.size
        body = [Line(), *[Line(f"  {text}", m.TEXT) for text in wrap(self._says, _WIDTH - 6)]]
        body += [Line(), self._typed.line("  > ", _WIDTH - 4), Line()]
        keys = (
            Line("  ")
            .add(f" {_('enter')} ", m.KEY, "enter")
            .add(f" {_('that is it')}  ", m.TEXT, "enter")
        )
        keys.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('back')}", m.TEXT, keymap.BACK)
        body.append(keys)
        high = len(body) + 2
        lines = frame(self._marks, self._title, body, _WIDTH, high, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - high) // 2, _WIDTH, high)

    def typed(self, key: str, character: str | None) -> bool:
        """All but the two ways out is text."""
        if key in ("enter", keymap.BACK, keymap.INTERRUPT):
            return False
        self._typed.key(key, character)
        return True

    def pasted(self, text: str) -> None:
        """A paste goes into the line."""
        self._typed.paste(text)
        self.repaint()

    def press(self, key: str) -> None:
        """Take it or leave it."""
        if key == keymap.BACK:
            self.dismiss("")
        elif key == "enter" and self._typed.text.strip():
            self.dismiss(self._typed.text.strip())
