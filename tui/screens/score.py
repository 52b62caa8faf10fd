"""The end of a game: the scoring sheet, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from tui import keymap
from tui import marks as m
from tui.boards import parts
from tui.boards.base import Board
from tui.canvas import Canvas
from tui.foreign import plain
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.tongue import _, p_

if TYPE_CHECKING:
    from tui.rematch import Another

ALL: Final = 10_000
"""More lines than any sheet has."""
STEP: Final = 0.22
"""Seconds between two lines of the sheet."""


def _verdict_ends(lines: list[Line]) -> int:
    """How many lines at the top say who has won: those in the style of a title."""
    count = 0
    for line in lines:
        if not line.is_all(m.TITLE):
            break
        count += 1
    return count


class ScoreScreen(CabooseScreen):
    """Dismissed with the key of what comes next: another game, home, back to the table, quit."""

    KEYS: Sequence[keymap.Row] = keymap.SCORE_HELP

    def __init__(
        self,
        board: Board,
        marks: Marks,
        note: str,
        another: Another | None = None,
        *,
        alone: bool = True,
        branch: bool = False,
        slowly: bool = False,
        company: Callable[[], str] = lambda: "",
        agreed: str = "",
    ) -> None:
        """``slowly``: the sheet builds up line by line; any key shows all of it.

        ``agreed``: what is said in the place of a sheet, where the game ended by agreement.
        ``company``: what is said of others who look at the game again.
        ``another``: what others want after a networked game; ``alone``: the game was played here;
        ``branch``: it was played on from a replay, to which one comes back.
        """
        super().__init__()
        self._shown = 0 if slowly else ALL
        self._timer: Timer | None = None
        self._another = another
        self._alone = alone and not branch
        self._branch = branch
        if branch:
            self.KEYS = keymap.BRANCH_HELP
        self._company = company
        self._board = board
        self._agreed = agreed
        self._marks = marks
        self._note = plain(note, 300)
        self._top = 0

    def on_mount(self) -> None:
        """Begin to build up."""
        if self._shown < ALL:
            self._timer = self.set_interval(STEP, self._grow)

    def _grow(self) -> None:
        self._shown += 1
        if self._shown >= len(self._sheet(min(self.app.size.width - 2, 134))):
            self._finish()
        self.repaint()

    def _sheet(self, width: int) -> list[Line]:
        if not self._agreed:
            return self._board.score(width)
        return [Line(), *[Line(f"  {text}", m.STRONG) for text in wrap(self._agreed, width - 4)]]

    def _finish(self) -> None:
        self._shown = ALL
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def look(self) -> None:
        """Somebody may have said something about another game."""
        if self.is_mounted and self.is_attached and not self._alone:
            self.repaint()

    def _hints(self) -> list[tuple[str, str]]:
        hints = []
        if self._another is not None:
            wanted = self._another.wanted
            hints.append((keymap.AGAIN, _("not again") if wanted else p_("key", "again")))
            if self._another.can_start:
                hints.append((keymap.START, _("start without the rest")))
        elif self._alone:
            hints.append((keymap.AGAIN, p_("key", "again")))
        later = [(keymap.REVIEW, p_("key", "review")), (keymap.CHART, p_("key", "chart"))]
        if self._another is not None and self._another.can_start:
            later = []  # no room at 80 columns; they are still there once the table is
        home = p_("key", "home")
        if self._branch:
            later, home = [], p_("key", "the replay")  # which has it all, but for what was not kept
        return [
            *hints,
            (keymap.HOME, home),
            (keymap.TABLE, _("the table")),
            *later,
            (keymap.LOG, p_("key", "log")),
            (keymap.LEAVE, p_("key", "quit")),
        ]

    def repaint(self) -> None:
        """The sheet; scrolls where it is longer than the terminal."""
        width, height = self.app.size
        whole = self._sheet(min(width - 2, 134))
        # Who has won stands at the top, and comes last.
        first = _verdict_ends(whole)
        lines = whole
        if self._shown < ALL:
            told = whole[first : first + self._shown]
            lines = [Line() for _line in range(first)] + list(told)
        # A path is longer than a narrow terminal is wide, and is worth nothing when it is cut off.
        notes = [Line(f" {text}", m.DIM) for text in wrap(self._note, width - 2)] or [Line()]
        says = self._another.says() if self._another is not None else ""
        for said in (self._company(), says):
            notes[:0] = [Line(f" {text}", m.STRONG) for text in wrap(said, width - 2) if said]
        room = height - 3 - len(notes)
        last = max(0, len(lines) - room)
        self._top = min(max(0, self._top), last)
        body = lines[self._top : self._top + room]
        page = frame(self._marks, _("The game is over"), body, width, room + 2)
        hints = self._hints()
        found = [(key, key, does) for key, does in hints]
        if last:
            found.append(("down", _("up down"), _("scroll")))
        keys = parts.keys_within(found, width, ("down", keymap.LOG, keymap.TABLE))
        self.lay("page", [*page, keys.fit(width), *notes], 0, 0, width, height)

    def press(self, key: str) -> None:
        """What comes next; while it builds up, the first key shows the rest."""
        if self._shown < ALL:
            self._finish()
            self.repaint()
            return
        if key in ("up", "down"):
            self._top += 1 if key == "down" else -1
            self.repaint()
        elif self._another is not None and key in (keymap.AGAIN, keymap.START):
            if key == keymap.AGAIN:
                self._another.toggle()
            else:
                self._another.start()
            self.repaint()
        elif (key == keymap.AGAIN and not self._alone) or (
            self._branch and key in (keymap.REVIEW, keymap.CHART)
        ):
            return
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
