"""The tables of one app: which screens they have, which go on in the background, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from netplay.table import Table
from tui.screens.home import HomeScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.sidings import Sidings
from tui.tongue import n_

if TYPE_CHECKING:
    from tui.app import CabooseApp
    from tui.screens.waiting import WaitingScreen


class Trains:
    """``setup``: what was last chosen to be played; ``make`` makes tables of it, ``keep`` is handed one
    that is over or left, and says where its transcript is.
    """

    def __init__(
        self,
        app: CabooseApp,
        setup: SoloSetup,
        make: Callable[[SoloSetup], Table],
        keep: Callable[[Table], str],
    ) -> None:
        self.setup = setup
        self.sidings = Sidings(app, app.table_waits)
        """Tables that go on in the background."""
        self._app = app
        self._make = make
        self._keep = keep

    def table(self) -> TableScreen:
        """The screen of a new table, as it was last chosen."""
        from tui.boards.registry import board

        if self.setup.others:
            from tui.hotseat import HotSeatScreen, shared_table

            return self.signed(
                HotSeatScreen(shared_table(self.setup), self._app.marks, self._app.clock)
            )
        table = self._make(self.setup)
        made = board(table, self._app.marks)
        return self.signed(TableScreen(table, made, self._app.marks, self._app.clock))

    def play(self, setup: SoloSetup) -> None:
        """Open a table, in the place of the one that is shown if there is one."""
        self.setup = setup
        over = self._app.screen
        if isinstance(over, TableScreen) and len(self._app.screen_stack) > 1:
            self._app.switch_screen(self.table())
            self.drop(over)
        else:
            # Textual cannot take its first screen away again: a table opened from the command
            # line stays at the bottom of the stack, closed.
            self._app.push_screen(self.table())

    def drop(self, screen: Screen[Any]) -> None:
        """This screen was left; for good, unless it is set aside."""
        if screen not in self.sidings:
            self.sidings.drop(screen)

    def signed(self, screen: TableScreen) -> TableScreen:
        """The same, told about the tables in the background."""
        screen.sign = self._sign
        return screen

    def home(self, note: str = "") -> None:
        """Back to Departures, whatever lies above it."""
        while len(self._app.screen_stack) > 1 and not isinstance(self._app.screen, HomeScreen):
            over = self._app.screen
            self._app.pop_screen()
            self.drop(over)
        if isinstance(self._app.screen, HomeScreen):
            self._app.screen.say(note)
        else:
            self._app.push_screen(HomeScreen(self._app.marks, replace(self.setup, others=()), note))
        self._app.at_home()

    def back(self, screen: TableScreen, note: str = "") -> None:
        """From a table that is left: to the replay that it was played on from, else to Departures."""
        from tui.screens.replay import ReplayScreen

        stack = self._app.screen_stack
        at = stack.index(screen) if screen.branch and screen in stack else 0
        if not at or not isinstance(stack[at - 1], ReplayScreen):
            self.home(note)
            return
        while self._app.screen is not stack[at - 1]:
            over = self._app.screen
            self._app.pop_screen()
            self.drop(over)

    def kept(self, screen: TableScreen) -> str:
        """What is kept of a game that is over or left, in a line."""
        kept = screen.link.kept() if screen.link is not None else None
        if kept is not None:
            return kept
        if screen.kept is not None:
            return screen.kept
        return self._keep(screen.table)

    @property
    def live(self) -> TableScreen | None:
        """The table whose game would be lost by leaving now; not those in the background."""
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, TableScreen) and screen.live and screen not in self.sidings:
                return screen
        return None

    @property
    def live_aside(self) -> list[TableScreen]:
        """The games in the background that are not over."""
        return [one for one in self.sidings.screens if isinstance(one, TableScreen) and one.live]

    # In the background ----------------------------------------------------------------------------

    def depart(self) -> None:
        """To Departures; the table or waiting room that is shown goes on, and is found there again."""
        from tui.screens.waiting import WaitingScreen

        screen = self._app.screen
        if not isinstance(screen, TableScreen | WaitingScreen):
            return
        self.sidings.aside(screen)
        self.home()

    def come_back(self, screen: TableScreen | WaitingScreen) -> None:
        """Show a table in the background again."""
        if screen in self.sidings:
            self.sidings.back(screen)

    def change(self, link: object, screen: WaitingScreen) -> None:
        """Show a waiting room in the place of the table that this link belongs to."""
        for old in self.sidings.screens:
            if isinstance(old, TableScreen) and old.link is link:
                self._app.push_screen(screen)
                self.sidings.swap(old, screen)
                self._app.pop_screen()
                return
        for over in self._app.screen_stack:
            if isinstance(over, TableScreen) and over.link is link:
                while self._app.screen is not over:
                    self._app.pop_screen()
                self._app.switch_screen(screen)
                self.drop(over)
                return
        screen.leave()

    def _sign(self) -> str:
        waiting = self.sidings.expecting
        if not waiting:
            return ""
        return n_("z: a table waits", "z: {count} tables wait", waiting)

    def rescue(self) -> str:
        """Keep the game that would be lost now; one line says where, none if there is no such game."""
        live = self.live
        games = [*([live] if live is not None else []), *self.live_aside]
        kept = []
        for game in games:
            game.close()
            kept.append(self.kept(game))
        return "\n".join(dict.fromkeys(text for text in kept if text))
