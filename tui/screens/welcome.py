"""The very first start: a name and a language, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui import keymap
from tui import marks as m
from tui.line import Line, frame
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import LANGUAGES, _, here
from tui.typed import Typed

_WIDTH: Final = 60


class WelcomeScreen(CabooseScreen):
    """Dismissed with the name; up and down choose the language, which ``speak`` puts in force."""

    def __init__(self, marks: Marks, name: str, limit: int, speak: Callable[[str], None]) -> None:
        super().__init__()
        self._marks = marks
        self._typed = Typed(name, limit)
        self._speak = speak

    def repaint(self) -> None:
        """A box in the middle."""
        width, height = self.app.size
        body = [Line()]
        for code, name in LANGUAGES.items():
            now = code == here().code
            line = Line("   ").add(self._marks.here if now else " ", m.TITLE)
            body.append(line.add(f" {name} ", m.STAGED if now else m.TEXT))
        body += [Line(), Line("  " + _("What shall others call you?"), m.TEXT)]
        body += [self._typed.line("  > ", _WIDTH - 4), Line()]
        keys = Line("  ").add(f" {_('up down')} ", m.KEY).add(f" {_('Language')}  ", m.TEXT)
        keys.add(f" {_('enter')} ", m.KEY, "enter").add(f" {_('that is it')}", m.TEXT, "enter")
        body += [keys, Line()]
        high = len(body) + 2
        lines = frame(self._marks, "Caboose", body, _WIDTH, high, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - high) // 2, _WIDTH, high)

    def typed(self, key: str, character: str | None) -> bool:
        """All but the ways on is text."""
        if key in ("enter", "up", "down", keymap.BACK, keymap.INTERRUPT):
            return False
        self._typed.key(key, character)
        return True

    def pasted(self, text: str) -> None:
        """A paste goes into the line."""
        self._typed.paste(text)
        self.repaint()

    def press(self, key: str) -> None:
        """Another language, or on."""
        if key in ("up", "down"):
            codes = tuple(LANGUAGES)
            step = 1 if key == "down" else -1
            self._speak(codes[(codes.index(here().code) + step) % len(codes)])
            self.repaint()
        elif key == "enter" and self._typed.text.strip():
            self.dismiss(self._typed.text.strip())
