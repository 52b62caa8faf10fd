"""Your points over your last games of one kind, the won ones by a sign of their own."""

from __future__ import annotations

from typing import Final

from tui import keymap
from tui import marks as m
from tui.chart import LOST, WON, outcomes
from tui.history.sums import Sums
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import _, n_

_FEWEST: Final = 2
"""Games that make a course."""


class PlotScreen(CabooseScreen):
    """Dismissed with an empty text. ``title``: the game's own name."""

    KEYS = keymap.PAGE_HELP[-1:]

    def __init__(self, found: Sums, title: str, marks: Marks) -> None:
        super().__init__()
        self._found = found
        self._title = title
        self._marks = marks

    def repaint(self) -> None:
        """The plot in the whole terminal, or why there is none."""
        width, height = self.app.size
        title = _("Your points in {game}", game=self._title)
        body = self._plot(width, height - 3) if self._enough else self._sentence(width)
        page = frame(self._marks, title, body, width, height - 1)
        foot = Line(" ").add(f" {_('escape')} ", m.KEY, keymap.BACK)
        foot.add(" " + _("closes"), m.TEXT, keymap.BACK)
        self.lay("page", [*page, foot.fit(width)], 0, 0, width, height)

    @property
    def _enough(self) -> bool:
        return len(self._found.series) >= _FEWEST

    def _sentence(self, width: int) -> list[Line]:
        says = _("Of this game you have finished none yet: two make a plot.")
        if self._found.series:
            says = _("Of this game you have finished only one yet: two make a plot.")
        return [Line(), *[Line(f"  {text}", m.TEXT) for text in wrap(says, width - 6)]]

    def _plot(self, width: int, room: int) -> list[Line]:
        # Two cells a game at least, or signs would stand upon one another.
        last = min(len(self._found.series), max(_FEWEST, (width - 12) // 2))
        points, won = self._found.series[-last:], self._found.wins[-last:]
        head = Line("  ").add(n_("Your last game", "Your last {count} games", last), m.STRONG)
        head.add("   " + _("{won} won", won=f"{sum(won)}"), m.STRONG)
        mean = f"{sum(points) / last:.1f}"
        head.add("   " + _("{mean} points a game", mean=mean), m.STRONG)
        legend = Line("  ").add(f" {WON} ", m.FRESH).add(_("won") + "  ", m.TEXT)
        legend.add(f" {LOST} ", m.WARN).add(_("not won"), m.TEXT)
        text = _("Across: your games, the oldest first. Up: your points.")
        says = [Line(f"  {part}", m.DIM) for part in wrap(text, width - 5)]
        first = len(self._found.series) - last + 1
        rows = room - len(says) - 3
        drawn = outcomes(points, won, first, self._marks, width - 2, rows)
        return [Line(), head, *drawn, legend, *says]

    def press(self, key: str) -> None:
        """Close."""
        if key in (keymap.BACK, "enter", keymap.LEAVE, keymap.CHART):
            self.dismiss("")
