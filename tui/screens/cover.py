"""The cover between two people at one terminal: nothing of the table is to be seen behind it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.screen import ModalScreen

from tui import keymap
from tui import marks as m
from tui.foreign import short
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen, Wants
from tui.tongue import _

_WIDTH = 60


class CoverScreen(CabooseScreen, ModalScreen[str]):
    """Dismissed by the one who is next, with a key of their own: whoever played before and presses
    enter or space once too often opens nobody's cards.
    """

    DEFAULT_CSS = """
    CoverScreen { background: $caboose-page; }
    """

    def __init__(self, marks: Marks, name: str, key: str) -> None:
        super().__init__()
        self._marks = marks
        self._who = short(name, 24)
        self._key = key

    @property
    def KEYS(self) -> Sequence[keymap.Row]:  # noqa: N802 - what every screen calls its keys
        """Who is next, and the way out."""
        return (
            keymap.Row(self._key, _("I am {name}, and only I look", name=self._who)),
            keymap.Row("q", _("leave")),
        )

    def repaint(self) -> None:
        """A box on an empty screen."""
        width, height = self.app.size
        says = _("Give {name} the keyboard. Everyone else looks away.", name=self._who)
        body = [Line(), *[Line(f"  {text}", m.TEXT) for text in wrap(says, _WIDTH - 6)], Line()]
        opens = _("I am {name}, and only I look", name=self._who)
        body.append(
            Line("  ").add(f" {self._key} ", m.KEY, self._key).add(f" {opens}", m.TEXT, self._key)
        )
        body.append(
            Line("  ").add(" q ", m.KEY, keymap.LEAVE).add(f" {_('leave')}", m.TEXT, keymap.LEAVE)
        )
        body.append(Line())
        high = len(body) + 2
        title = _("{name} is next", name=self._who)
        lines = frame(self._marks, title, body, _WIDTH, high, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - high) // 2, _WIDTH, high)

    def press(self, key: str) -> None:
        """The one key of the one who is next."""
        if key == self._key:
            self.dismiss(key)
        elif key == keymap.LEAVE:
            self.post_message(Wants(Wants.LEAVE))
