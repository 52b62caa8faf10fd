"""The table: carries keys to the board and moves to the table, and lets others act in time."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.timer import Timer

from core.kernel.errors import RulesError
from netplay.table import Asked, Decided, Finished, Halted, Table
from tui import keymap
from tui.boards.base import Board
from tui.live import QUIET, Live, Status
from tui.marks import Marks
from tui.screens.base import CabooseScreen, Wants
from tui.told import told
from tui.tongue import _

_STEPS_AT_ONCE = 500
"""Steps taken without giving the screen a chance to draw: with no pace a bot's whole round."""


class TableScreen(CabooseScreen):
    """Plays one table until it is left. ``tui.app`` decides what comes after."""

    def __init__(
        self,
        table: Table,
        board: Board,
        marks: Marks,
        clock: Callable[[], float],
        live: Live | None = None,
        kept: str | None = None,
    ) -> None:
        super().__init__()
        self.kept = kept
        """What is said of where the game is kept, where it is not for the app to keep it."""
        self.table = table
        self.link = live
        """The networked half of the table, where it has one."""
        self.board = board
        self._marks = marks
        self._clock = clock
        self._timer: Timer | None = None
        self._halted = False
        self.sign: Callable[[], str] = lambda: ""
        """What is said of other tables on the top line; empty for nothing."""
        self.called = ""
        """What the table is called, where it has a name."""
        self.moved: Callable[[], None] = lambda: None
        """Called when something has happened here."""
        self.note = ""
        self.stopped = ""
        """Why the table stopped, until it has been shown."""
        self._ended = False
        self._asked = False
        """Whether a proposal waits for an answer and has not been shown."""
        self._left = False
        self._told = False

    def canvases(self) -> tuple[str, ...]:
        """The board's panels."""
        return tuple(self.board.panels)

    @property
    def live(self) -> bool:
        """Whether leaving would lose something."""
        if self._left or self._halted or self.table.seat is None:
            return False
        return not self.table.state.over

    @property
    def expected(self) -> bool:
        """Whether the viewer is waited for here, or has not seen how it ended."""
        if self._left:
            return False
        if self.link is not None:
            return self.link.expected or self._ended or bool(self.stopped)
        state = self.table.state
        return self._ended or (not state.over and state.turn == self.table.seat)

    def close(self) -> None:
        """The game is left: nobody moves here any more."""
        self._left = True
        if self.link is not None:
            self.link.leave()
        else:
            self.table.close()

    def on_mount(self) -> None:
        """Others act after the first frame."""
        self.call_after_refresh(self._pump)
        if self.link is not None:
            self.link.listen(self._news)

    def _news(self) -> None:
        """Something came, perhaps in the middle of a key press: look when there is time."""
        if not self._told and self.is_attached and not self._left:
            self._told = True
            self.call_later(self._look)

    def _look(self) -> None:
        self._told = False
        self._pump()
        if not self._left and self._status() != self.board.status:
            self.repaint()

    def look(self) -> None:
        """Something beside the table has changed."""
        if self.is_attached:
            self._look()

    def _status(self) -> Status:
        status = self.link.status() if self.link is not None else QUIET
        sign = self.sign()
        return Status(f"{sign}  {status.text}".rstrip(), status.warns) if sign else status

    def on_resize(self, event: events.Resize) -> None:
        """Paint anew, and go on if the game was waiting for a larger terminal."""
        super().on_resize(event)
        self._pump()

    def on_screen_resume(self) -> None:
        """A page over the table was closed."""
        self._look()

    def repaint(self) -> None:
        """Every panel; unchanged rows cost nothing."""
        width, height = self.app.size
        self.board.status = self._status()
        for name, (at, lines) in self.board.paint(width, height).items():
            self.lay(name, lines, at.x, at.y, at.width, at.height)

    def press(self, key: str) -> None:
        """A key: first what only looks something up, then the board."""
        chooses = self.board.takes(key)
        if key == keymap.LEAVE:
            self.post_message(Wants(Wants.LEAVE))
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key in keymap.RULES:
            self.post_message(Wants(Wants.RULES))
        elif key == keymap.LOG and not chooses:
            self.post_message(Wants(Wants.LOG))
        elif key == keymap.DEPART and not chooses:
            self.post_message(Wants(Wants.DEPART))
        elif key == keymap.OVER and self.link is not None and not chooses:
            self.link.take_over()
        elif key == keymap.AGREE and self.link is not None and not chooses:
            self.post_message(Wants(Wants.AGREE))
        elif key == keymap.CHAT and self.link is not None and not chooses:
            self.post_message(Wants(Wants.CHAT))
        elif self.table.state.over and (key in keymap.CONFIRM or key == keymap.AGAIN):
            self.post_message(Wants(Wants.SCORE))
        else:
            self._play(key)

    def _play(self, key: str) -> None:
        move = self.board.press(key)
        if move is not None:
            try:
                self.table.submit(move)
            except RulesError as error:
                self.board.refused(str(error))
            else:
                self._pump()
        self.repaint()

    def _pump(self) -> None:
        """Let others act as far as it is time, then ask to be woken when it is time again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._left or not self.is_attached or self.too_small:
            return
        changed = False
        for _step in range(_STEPS_AT_ONCE):
            now = self._clock()
            for event in self.table.step(now):
                changed = True
                self.board.happened(event)
                if isinstance(event, Halted) and not self._halted:
                    self._halted = True
                    self.stopped = event.says
                self._ended |= isinstance(event, Finished)
                self._asked |= isinstance(event, Asked)
                if isinstance(event, Decided) and event.what == "end":
                    self._halted = True
                    self.stopped = _("Agreed: {what}.", what=told(event.says))
            wake = self.table.wake_at()
            if wake is None:
                break
            if wake > now:
                self._timer = self.set_timer(wake - now, self._pump)
                break
        if changed:
            self.repaint()
            self.moved()
        if self.stopped and self.link is not None and self.app.screen is self:
            self.post_message(Wants(Wants.STOPPED))
        elif self._asked and self.link is not None and self.app.screen is self:
            self._asked = False
            self.post_message(Wants(Wants.AGREE))
        elif self._ended and self.app.screen is self:
            # Under an open page it waits until the page is closed.
            self._ended = False
            self.post_message(Wants(Wants.SCORE))
