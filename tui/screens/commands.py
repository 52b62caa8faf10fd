"""The command palette: everything that can be done here, found by typing a part of its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from textual.screen import ModalScreen

from tui import keymap
from tui import marks as m
from tui.foreign import short
from tui.keymap import Row
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import _
from tui.typed import Typed

_WIDTH: Final = 74
_ROWS: Final = 12
_FIRST: Final = re.compile(r"^(\S+?)(?:-\S+)?(?:,| |$)")


class CommandsScreen(CabooseScreen, ModalScreen[str]):
    """Dismissed with the key of what was chosen, or with an empty text."""

    DEFAULT_CSS = """
    CommandsScreen { background: black 60%; }
    """

    def __init__(self, marks: Marks, rows: Sequence[Row]) -> None:
        super().__init__()
        self._marks = marks
        self._all = [(row, _key(row.keys)) for row in rows if row.keys and _key(row.keys)]
        self._typed = Typed("", 30)
        self._at = 0

    def _found(self) -> list[tuple[Row, str]]:
        words = self._typed.text.casefold().split()
        return [
            (row, key)
            for row, key in self._all
            if all(word in _(row.does).casefold() for word in words)
        ]

    def repaint(self) -> None:
        """A line to type in, and what fits it."""
        width, height = self.app.size
        found = self._found()
        self._at = min(self._at, max(0, len(found) - 1))
        first = max(0, self._at - _ROWS + 1)
        body = [self._typed.line(" > ", _WIDTH - 4), Line()]
        for n, (row, key) in enumerate(found[first : first + _ROWS], first):
            here = n == self._at
            line = Line(" ").add(self._marks.here if here else " ", m.TITLE)
            line.add(f"{keymap.shown(_(row.keys))[:14]:<15}", m.DIM)
            body.append(
                line.add(short(_(row.does), _WIDTH - 20), m.STAGED if here else m.TEXT, key)
            )
        body += [Line()] * (_ROWS + 3 - len(body))
        whole = wrap(_(found[self._at][0].does), _WIDTH - 4)[:2] if found else []
        body += [Line(f" {text}", m.DIM) for text in [*whole, "", ""][:2]]
        keys = Line(" ").add(f" {_('up down')} ", m.KEY).add(f" {_('choose')}  ", m.TEXT)
        keys.add(f" {_('enter')} ", m.KEY, "enter").add(f" {_('does it')}  ", m.TEXT, "enter")
        keys.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('back')}", m.TEXT, keymap.BACK)
        body.append(keys)
        high = len(body) + 2
        lines = frame(self._marks, _("Commands"), body, _WIDTH, high, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - high) // 2, _WIDTH, high)

    def typed(self, key: str, character: str | None) -> bool:
        """All but choosing is text."""
        if key in ("enter", "up", "down", keymap.BACK, keymap.INTERRUPT):
            return False
        self._typed.key(key, character)
        return True

    def press(self, key: str) -> None:
        """Choose."""
        found = self._found()
        if key == keymap.BACK:
            self.dismiss("")
        elif key == "enter":
            self.dismiss(found[self._at][1] if found else "")
        elif key in ("up", "down") and found:
            self._at = (self._at + (1 if key == "down" else -1)) % len(found)
            self.repaint()
        elif any(key == one for _row, one in found):
            self.dismiss(key)


def _key(keys: str) -> str:
    """The first key of a help row, as the program names it; empty where it is a choice of many."""
    found = _FIRST.match(keys)
    if found is None:
        return ""
    first = found.group(1).lower()
    known = ("space", "enter", "escape", "left", "right", "up", "down", "home", "end", "tab", "f1")
    if first == "arrows":
        return "right"
    return first if len(first) == 1 or first in known else ""
