"""The app: opens home or a table, and decides which screen follows which."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from netplay.table import Table
from tui import keymap
from tui.marks import SETS, UNICODE, Marks
from tui.screens.base import Wants
from tui.screens.home import HomeScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup

if TYPE_CHECKING:
    from tui.driver import Ended

TableFactory = Callable[[SoloSetup], Table]
Keeper = Callable[[Table], str]


def _solo_table(setup: SoloSetup) -> Table:
    from tui.solo import solo_table

    return solo_table(setup)


class CabooseApp(App[int]):
    """One person's Caboose.

    start: opens that table at once; None opens home. table_factory: makes tables. keep: is handed
    the table of a game that ended or was left, and says in a line where its transcript is.
    clock: seconds, monotonic. marks: the set of signs. when_ready: called after the first frame.
    driver: what stands between Textual and the terminal, None for Textual's own.
    """

    TITLE = "Caboose"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        start: SoloSetup | None = None,
        *,
        table_factory: TableFactory | None = None,
        keep: Keeper | None = None,
        clock: Callable[[], float] = time.monotonic,
        marks: Marks = UNICODE,
        when_ready: Callable[[], None] = lambda: None,
        driver: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver)
        self._start = start
        self._setup = start or SoloSetup()
        self._make = table_factory or _solo_table
        self._keep = keep
        self._clock = clock
        self._marks = marks
        self._when_ready = when_ready
        self.ended_by = ""
        """What ended the program from outside, and where the game is kept; empty if nothing did."""

    def on_ready(self) -> None:
        """The first frame is out."""
        self._when_ready()

    def get_default_screen(self) -> Screen[str]:
        """Home, or the table that the command line asked for."""
        return HomeScreen(self._marks, self._setup) if self._start is None else self._table()

    def _fatal_error(self) -> None:
        # Textual would print the traceback with all local values, hidden cards among them. The
        # command line writes a report without any instead, and says so in one line.
        self.bell()
        with contextlib.suppress(Exception):  # what is to be told is the first fault
            self._rescue()
        self._close_messages_no_wait()

    # Tables -------------------------------------------------------------------------------------

    def _table(self) -> TableScreen:
        from tui.boards.registry import board

        table = self._make(self._setup)
        return TableScreen(table, board(table, self._marks), self._marks, self._clock)

    def _open(self, setup: SoloSetup) -> None:
        self._setup = setup
        over = self.screen
        if isinstance(over, TableScreen) and len(self.screen_stack) > 1:
            self.switch_screen(self._table())
        else:
            # Textual cannot take its first screen away again: a table opened from the command
            # line stays at the bottom of the stack, closed.
            self.push_screen(self._table())

    def _home(self, note: str = "") -> None:
        """Back to Departures, whatever lies above it."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if isinstance(self.screen, HomeScreen):
            self.screen.say(note)
        else:
            self.push_screen(HomeScreen(self._marks, self._setup, note))

    def _kept(self, screen: TableScreen) -> str:
        return self._keep(screen.table) if self._keep is not None else ""

    def _live(self) -> TableScreen | None:
        """The table whose game would be lost by leaving now."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and screen.live:
                return screen
        return None

    def _rescue(self) -> str:
        """Keep the game that would be lost now; one line says where, none if there is no such game."""
        live = self._live()
        if live is None:
            return ""
        live.close()
        return self._kept(live)

    def on_ended(self, message: Ended) -> None:
        """The terminal was closed, or the system wants the program gone: nobody can be asked."""
        kept = self._rescue()
        self.ended_by = f"ended by {message.signal.name}" + (f"; {kept}" if kept else "")
        self.exit(128 + message.signal)

    # What screens ask for -------------------------------------------------------------------------

    def on_wants(self, message: Wants) -> None:
        """A screen asks for another screen, or for the end."""
        message.stop()
        screen = self.screen
        what = message.what
        if what == Wants.KEYS:
            self._show_keys()
        elif what == Wants.RULES:
            self._show_rules()
        elif what == Wants.PLAY and isinstance(screen, HomeScreen):
            self._open(screen.setup())
        elif what == Wants.LEAVE:
            self._leave()
        elif isinstance(screen, TableScreen):
            if what == Wants.LOG:
                self._show_log(screen)
            elif what == Wants.SCORE:
                self._show_score(screen)

    def _show_keys(self) -> None:
        from tui.boards.registry import about
        from tui.screens.page import PageScreen, keys_page

        screen = self.screen
        table = isinstance(screen, TableScreen)
        rows = about(self._playing()).keys if table else keymap.HOME_HELP
        self.push_screen(PageScreen("Keys", keys_page(rows), self._marks))

    def _playing(self) -> str:
        """The game at the table, or the one chosen at home."""
        screen = self.screen
        return (screen.setup() if isinstance(screen, HomeScreen) else self._setup).game

    def _show_rules(self) -> None:
        from tui.boards.registry import rules
        from tui.screens.page import PageScreen, text_page

        page = text_page(rules(self._playing()))
        self.push_screen(PageScreen("The rules in short", page, self._marks))

    def _show_log(self, screen: TableScreen) -> None:
        from tui.screens.page import PageScreen, list_page

        page = list_page(screen.board.log())
        self.push_screen(PageScreen("Log", page, self._marks, bottom=True))

    def _show_score(self, screen: TableScreen) -> None:
        from tui.screens.score import ScoreScreen

        if not screen.note:
            screen.note = self._kept(screen)

        def then(key: str | None) -> None:
            if key == keymap.AGAIN:
                self._open(replace(self._setup, seed=None))
            elif key == keymap.HOME:
                self._home()
            elif key == keymap.LOG:
                self._show_log(screen)
            elif key == keymap.LEAVE:
                self.exit(0)

        self.push_screen(ScoreScreen(screen.board, self._marks, screen.note), then)

    # Leaving --------------------------------------------------------------------------------------

    async def action_quit(self) -> None:
        """Ctrl+q too asks before a live game is left."""
        if self._live() is None:
            self.exit(0)
        else:
            self._leave()

    def _leave(self) -> None:
        from tui.screens import leave

        live = self._live()
        if live is None:
            if isinstance(self.screen, TableScreen):
                self._home()
            else:
                self.exit(0)
            return
        if any(isinstance(screen, leave.LeaveScreen) for screen in self.screen_stack):
            return

        def then(answer: str | None) -> None:
            if answer in (leave.HOME, leave.QUIT):
                live.close()
                note = self._kept(live)
                if answer == leave.QUIT:
                    self.exit(0)
                else:
                    self._home(note)

        self.push_screen(leave.LeaveScreen(self._marks), then)


def marks_of(environment: dict[str, str] | os._Environ[str]) -> Marks:
    """The set of signs: CABOOSE_SYMBOLS names one; without it, ASCII where signs cannot be shown."""
    named = SETS.get(environment.get("CABOOSE_SYMBOLS", "").strip().lower())
    if named is not None:
        return named
    import sys

    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    poor = environment.get("TERM", "") in ("", "dumb", "vt100", "vt220", "linux", "ansi")
    return SETS["unicode" if encoding == "utf8" and not poor else "ascii"]


def run_app(start: SoloSetup | None) -> int:
    """Run Caboose on this terminal: at a table, or at home. Returns the exit code.

    Raises Stopped where a signal or a closed terminal ended it.
    """
    from tui.cli.errors import Stopped
    from tui.driver import TerminalDriver
    from tui.keep import keep

    # The start makes some 200,000 objects that live to the end: looking through them for garbage
    # again and again costs a tenth of the time to the first frame, and pauses later.
    gc.disable()
    app = CabooseApp(
        start,
        keep=keep,
        marks=marks_of(os.environ),
        when_ready=_collect_again,
        driver=TerminalDriver,
    )
    code = app.run() or app.return_code or 0
    if app._exception is not None:
        raise app._exception
    if app.ended_by:
        raise Stopped(app.ended_by, code)
    return code


def _collect_again() -> None:
    gc.freeze()
    gc.enable()
