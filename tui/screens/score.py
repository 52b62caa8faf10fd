"""The end of a game: the scoring sheet, and what to do next."""

from __future__ import annotations

from tui import keymap
from tui import marks as m
from tui.boards.base import Board
from tui.canvas import Canvas
from tui.foreign import plain
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import _, p_


class ScoreScreen(CabooseScreen):
    """Dismissed with the key of what comes next: another game, home, back to the table, quit."""

    def __init__(self, board: Board, marks: Marks, note: str) -> None:
        super().__init__()
        self._board = board
        self._marks = marks
        self._note = plain(note, 300)
        self._top = 0

    def repaint(self) -> None:
        """The sheet; scrolls where it is longer than the terminal."""
        width, height = self.app.size
        lines = self._board.score(min(width - 2, 134))
        # A path is longer than a narrow terminal is wide, and is worth nothing when it is cut off.
        notes = [Line(f" {text}", m.DIM) for text in wrap(self._note, width - 2)] or [Line()]
        room = height - 3 - len(notes)
        last = max(0, len(lines) - room)
        self._top = min(max(0, self._top), last)
        body = lines[self._top : self._top + room]
        page = frame(self._marks, _("The game is over"), body, width, room + 2)
        hints = (
            (keymap.AGAIN, _("new game")),
            (keymap.HOME, p_("key", "home")),
            (keymap.TABLE, _("the table")),
            (keymap.REVIEW, p_("key", "review")),
            (keymap.CHART, p_("key", "chart")),
            (keymap.LOG, p_("key", "log")),
            (keymap.LEAVE, p_("key", "quit")),
        )
        wide = (
            1 + sum(len(does) + 6 for _key, does in hints) <= width + 2
        )  # the last gap may be cut
        keys = Line(" ")
        for key, does in hints:
            keys.add(f" {key} ", m.KEY, key).add(f" {does} {' ' if wide else ''}", m.TEXT, key)
        if last and wide:
            keys.add(f" {_('up down')} ", m.KEY).add(f" {_('scroll')}", m.TEXT)
        self.lay("page", [*page, keys.fit(width), *notes], 0, 0, width, height)

    def press(self, key: str) -> None:
        """What comes next."""
        if key in ("up", "down"):
            self._top += 1 if key == "down" else -1
            self.repaint()
        elif key in (
            keymap.AGAIN,
            keymap.HOME,
            keymap.TABLE,
            keymap.LEAVE,
            keymap.LOG,
            keymap.REVIEW,
            keymap.CHART,
        ):
            self.dismiss(key)
        elif key == keymap.BACK:
            self.dismiss(keymap.TABLE)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """The wheel."""
        self._top += message.lines
        self.repaint()
