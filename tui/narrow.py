"""Sends a terminal the cells that changed and no others: over a slow link each one is time.

Textual's own update of a part of the screen begins at the left edge of the widget, however far to the
right the change is.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class NarrowUpdate(ChopsUpdate):
    """A ``ChopsUpdate`` whose spans end where they are said to, on both sides."""

    def render_segments(self, console: Console) -> str:
        """What is written to the terminal."""
        found: list[str] = []
        for y, first, last in self.spans:
            at = None
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, first), min(end, last)
                if strip is None or left >= right:
                    continue
                if left != at:
                    found.append(Control.move_to(left, y).segment.text)
                found.append(strip.crop(left - x, right - x).render(console))
                at = right
        return "".join(found)


class NarrowCompositor(Compositor):
    """A ``Compositor`` that says no more than it must."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Only what is dirty."""
        update = super().render_partial_update()
        if update is None:
            return None
        return NarrowUpdate(update.chops, update.spans, update.chop_ends)
