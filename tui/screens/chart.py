"""The course of a game: everyone's points turn by turn."""

from __future__ import annotations

import itertools

from netplay.review import Review
from tui import keymap
from tui import marks as m
from tui.chart import chart
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import _


def course(review: Review) -> list[list[int]]:
    """By seat, the points on show at the end of each turn; the last ones are the final points."""
    game, frames = review.game, review.frames
    shown: list[tuple[int, ...]] = []
    for before, frame_ in itertools.pairwise(frames):
        was, now = before.state.turn, frame_.state.turn
        if was is not None and was != now:
            shown.append(tuple(game.score(before.state)))
    shown.append(tuple(game.score(frames[-1].state)))
    return [list(row) for row in zip(*shown, strict=True)]


class ChartScreen(CabooseScreen):
    """Dismissed with an empty text."""

    KEYS = keymap.PAGE_HELP[-1:]

    def __init__(self, review: Review, marks: Marks) -> None:
        super().__init__()
        self._series = course(review)
        self._names = review.names
        self._marks = marks

    def repaint(self) -> None:
        """The chart in the whole terminal."""
        width, height = self.app.size
        text = _("Across: all players' turns in a row. The last step adds what was hidden.")
        says = [Line("  " + part, m.DIM) for part in wrap(text, width - 5)]
        lines = chart(self._series, self._names, self._marks, width - 2, height - 3 - len(says))
        page = frame(self._marks, _("Points by turn"), [*lines, *says], width, height - 1)
        foot = Line(" ").add(f" {_('escape')} ", m.KEY, keymap.BACK)
        foot.add(" " + _("closes"), m.TEXT, keymap.BACK)
        self.lay("page", [*page, foot.fit(width)], 0, 0, width, height)

    def press(self, key: str) -> None:
        """Close."""
        if key in (keymap.BACK, "enter", keymap.LEAVE, keymap.CHART):
            self.dismiss("")
