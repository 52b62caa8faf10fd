"""A rectangle of drawn lines: the one widget boards are made of. Only rows that changed repaint."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.line import PRESS, Line
from tui.marks import PAGE


class Canvas(Widget):
    """Shows what ``paint`` was last given."""

    DEFAULT_CSS = """
    Canvas { width: 100%; height: 100%; }
    """

    class Pressed(Message):
        """A piece that stands for a key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Scrolled(Message):
        """The wheel turned over the canvas; ``lines`` is negative upwards."""

        def __init__(self, lines: int) -> None:
            super().__init__()
            self.lines = lines

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._strips: list[Strip] = []
        self._place: tuple[int, int, int, int] | None = None

    def put(self, x: int, y: int, width: int, height: int) -> None:
        """Place it on its screen, in cells; nothing is laid out anew where it was there already."""
        place = (x, y, width, height)
        if place != self._place:
            self._place = place
            self.styles.offset = (x, y)
            self.styles.width = width
            self.styles.height = height

    def paint(self, lines: Sequence[Line], width: int) -> None:
        """Show these lines, each ``width`` cells wide."""
        strips = [line.strip(width) for line in lines]
        old = self._strips
        self._strips = strips
        if len(old) != len(strips):
            self.refresh()
            return
        changed = [
            Region(0, y, width, 1)
            for y, (was, now) in enumerate(zip(old, strips, strict=True))
            if was != now
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Textual's line interface."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, PAGE)

    def on_click(self, event: events.Click) -> None:
        """A click on a piece presses its key."""
        key = event.style.meta.get(PRESS)
        if isinstance(key, str):
            event.stop()
            self.post_message(self.Pressed(key))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """One notch up."""
        event.stop()
        self.post_message(self.Scrolled(-3))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """One notch down."""
        event.stop()
        self.post_message(self.Scrolled(3))
