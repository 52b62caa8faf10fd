"""The table: carries keys to the board and moves to the table, and lets others act in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import events
from textual.timer import Timer

from core.kernel.errors import RulesError
from netplay.table import Asked, Decided, Event, Finished, Halted, Table, Urged
from tui import keymap
from tui.boards.base import Board
from tui.foreign import short
from tui.live import QUIET, Live, Status
from tui.marks import Marks
from tui.motion import Motion
from tui.screens.base import CabooseScreen, Wants
from tui.told import told
from tui.tongue import _, p_

if TYPE_CHECKING:
    from tui.hint import Hint

_HINT_LOOK = 0.1
"""Seconds between two looks whether the bot that was asked for a hint has found something."""
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
        self.branch = False
        """Whether this is played on from the replay below it, to which one comes back."""
        self.table = table
        self.link = live
        """The networked half of the table, where it has one."""
        self.board = board
        self._marks = marks
        self._clock = clock
        self._timer: Timer | None = None
        self._hint: Hint | None = None
        self._hint_state: Any = None
        self._hint_timer: Timer | None = None
        self._halted = False
        self.sign: Callable[[], str] = lambda: ""
        """What is said of other tables on the top line; empty for nothing."""
        self.sheet: Callable[[], None] = lambda: None
        """Called when something has changed while the scoring sheet may be shown."""
        self.called = ""
        """What the table is called, where it has a name."""
        self.moved: Callable[[], None] = lambda: None
        """Called when something has happened here."""
        self.note = ""
        self.scored = False
        """Whether the scoring sheet was shown."""
        self.stopped = ""
        """Why the table stopped, until it has been shown."""
        self.agreed = ""
        """What was agreed on, where that ended the game."""
        self._called: int | None = None
        self._ended = False
        self._asked = False
        """Whether a proposal waits for an answer and has not been shown."""
        self._left = False
        self._told = False
        self._motion = Motion(self, self._may_move)
        self._away = False
        """Whether the board was told that nobody looks, for want of keys."""
        self.past: Event | None = None
        """The last that somebody who comes back has seen here: what follows is news to them."""

    def _may_move(self) -> bool:
        preferences = getattr(self.app, "preferences", None)
        return self.app.screen is self and preferences is not None and preferences.motion

    def on_screen_suspend(self) -> None:
        """Something lies over the table, or it goes on in the background."""
        trains = getattr(self.app, "trains", None)
        self.board.look_away(trains is not None and self in trains.sidings)

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

    def leaving(self) -> tuple[str, ...]:
        """What leaving means here, for who is asked whether they want to."""
        from tui.screens.leave import SOLO

        if self.branch and self.kept:
            return (self.kept,)
        return self.link.leaving() if self.link is not None else SOLO

    def close(self) -> None:
        """The game is left: nobody moves here any more."""
        self._left = True
        self._unhint()
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
        self.sheet()
        if not self._left and self._status() != self.board.status:
            self.repaint()

    def look(self) -> None:
        """Something beside the table has changed."""
        if self.is_attached:
            self._look()

    def _status(self) -> Status:
        status = self.link.status() if self.link is not None else QUIET
        if self.link is not None:
            seated = ((keymap.AGREE, p_("key", "propose")),) if self.table.seat is not None else ()
            status = status._replace(keys=((keymap.CHAT, p_("key", "chat")), *seated))
        sign = self.sign()
        return status._replace(text=f"{sign}  {status.text}".rstrip()) if sign else status

    def on_resize(self, event: events.Resize) -> None:
        """Paint anew, and go on if the game was waiting for a larger terminal."""
        super().on_resize(event)
        self._pump()

    def on_screen_resume(self) -> None:
        """A page over the table was closed."""
        super().on_screen_resume()
        self._look()
        if not self._away:
            self.board.look_back()

    def repaint(self) -> None:
        """Every panel; unchanged rows cost nothing."""
        width, height = self.app.size
        self.board.status = self._status()
        if self._hint is not None and self.table.state is not self._hint_state:
            self._unhint()  # the table went on, or back
        for name, (at, lines) in self.board.paint(width, height).items():
            if name == "prompt" and self._hint is not None:
                lines = self._hint.lines(at.width)
            self.lay(name, lines, at.x, at.y, at.width, at.height)

    def press(self, key: str) -> None:
        """A key: first what only looks something up, then the board."""
        self._be_here()
        chooses = self.board.takes(key)
        hinted = self._unhint()
        if hinted and key in (keymap.BACK, keymap.HINT):
            self.repaint()
            return
        if key == keymap.LEAVE:
            self.post_message(Wants(Wants.LEAVE))
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key in keymap.RULES:
            self.post_message(Wants(Wants.RULES))
        elif key == keymap.LOG and not chooses:
            self.post_message(Wants(Wants.LOG))
        elif key == keymap.HINT and not chooses:
            self._ask_hint()
        elif key == keymap.DEPART and not chooses:
            self.post_message(Wants(Wants.DEPART))
        elif key == keymap.OVER and self.link is not None and not chooses:
            self.link.take_over()
        elif key == keymap.COUNTERS and self.link is not None:
            self.post_message(Wants(Wants.COUNTERS))
        elif key == keymap.AGREE and self.link is not None and not chooses:
            self.post_message(Wants(Wants.AGREE))
        elif key == keymap.PEOPLE and self.link is not None and not chooses:
            self.post_message(Wants(Wants.PEOPLE))
        elif key == keymap.CHAT and self.link is not None and not chooses:
            self.post_message(Wants(Wants.CHAT))
        elif (self.table.state.over or self._agreed_over()) and (
            key in keymap.CONFIRM or key == keymap.AGAIN
        ):
            self.post_message(Wants(Wants.SCORE))
        else:
            self._play(key)

    def _agreed_over(self) -> bool:
        return bool(self.agreed) and self._all_told()

    def _all_told(self) -> bool:
        """Whether it is known what becomes of the game: of one ended by agreement, once its end is in."""
        return not self.agreed or self.link is None or self.link.over

    def _ask_hint(self) -> None:
        """Show what a bot would do, if the viewer is to move."""
        table = self.table
        state = table.state
        if (
            table.seat is not None
            and state.turn == table.seat
            and not (state.awaiting or state.over)
        ):
            from tui.hint import Hint

            self._hint = Hint(table)
            self._hint_state = state
            self._watch_hint()
        self.repaint()

    def _watch_hint(self) -> None:
        if self._hint is None:
            return
        # Also where nothing came of it: the line says that it thinks as long as it does.
        if self._hint.better() or not self._hint.thinking:
            self.repaint()
        if self._hint.thinking:
            self._hint_timer = self.set_timer(_HINT_LOOK, self._watch_hint)

    def _unhint(self) -> bool:
        """Take the hint away; whether there was one."""
        hint, self._hint = self._hint, None
        if hint is None:
            return False
        hint.drop()
        if self._hint_timer is not None:
            self._hint_timer.stop()
        return True

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

    def _news_begin(self) -> None:
        """What was before is told; whatever comes until a key is pressed is new to who comes back."""
        self.past, self._away = None, True
        self.board.look_away(True)

    def _be_here(self) -> None:
        """A key was pressed: what comes from now on is seen as it comes."""
        if self._away:
            self._away = False
            self.board.look_back()

    def _call(self) -> None:
        """Tell who looks elsewhere whose turn it is; the window's title, and a signal for the person."""
        state = self.table.state
        if state.over or state.turn is None or state.awaiting or state.turn == self._called:
            return
        self._called = state.turn
        preferences = getattr(self.app, "preferences", None)
        if preferences is not None:
            name = short(self.table.players[state.turn].name, 20)
            # Bots answer at once: nobody looks away from them.
            preferences.turn(name, state.turn == self.table.seat, self.link is not None)

    def _urge(self, event: Urged) -> None:
        """Somebody wants a bot in the viewer's place: say so where they look, and call them."""
        from tui.boards.parts import urged

        names = [short(player.name, 20) for player in self.table.players]
        self.board.refused(urged(event, names))
        preferences = getattr(self.app, "preferences", None)
        if preferences is not None:
            preferences.urge()

    def _pump(self) -> None:
        """Let others act as far as it is time, then ask to be woken when it is time again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._left or not self.is_attached or self.too_small:
            return
        if getattr(self.app, "away", False) and not self._away:
            self._away = True
            self.board.look_away(True)
        changed = False
        for _step in range(_STEPS_AT_ONCE):
            now = self._clock()
            heard = self.table.step(now)
            if self.past is not None and not any(event is self.past for event in heard):
                self._news_begin()
            for event in heard:
                changed = True
                self.board.happened(event)
                if event is self.past:
                    self._news_begin()
                self._motion.happened(event)
                if isinstance(event, Halted) and not self._halted:
                    self._halted = True
                    self.stopped = told(event.says)
                self._ended |= isinstance(event, Finished)
                self._asked |= isinstance(event, Asked)
                if isinstance(event, Urged):
                    self._urge(event)
                if isinstance(event, Decided) and event.what == "back":
                    self._halted = False
                if isinstance(event, Decided) and event.what == "end":
                    self._halted = True
                    self.agreed = _("Agreed: {what}.", what=told(event.says))
                    self._ended = True
            wake = self.table.wake_at()
            if wake is None:
                break
            if wake > now:
                self._timer = self.set_timer(wake - now, self._pump)
                break
        if changed:
            self.repaint()
            self.moved()
            self._call()
        if self.stopped and self.link is not None and self.app.screen is self:
            self.post_message(Wants(Wants.STOPPED))
        elif self._asked and self.link is not None and self.app.screen is self:
            self._asked = False
            self.post_message(Wants(Wants.AGREE))
        elif self._ended and self.app.screen is self and self._all_told():
            # Under an open page it waits until the page is closed.
            self._ended = False
            self.post_message(Wants(Wants.SCORE))
