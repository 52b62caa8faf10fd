"""Tables that go on while their person is at Departures or at another: kept whole, found again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from textual.app import ScreenStackError

from tui.screens.table import TableScreen

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.app import CabooseApp
    from tui.screens.waiting import WaitingScreen

    Train: TypeAlias = TableScreen | WaitingScreen


class Sidings:
    """The screens set aside in one app. They stay mounted: what was typed and staged is still there."""

    def __init__(self, app: CabooseApp, changed: Callable[[], None] = lambda: None) -> None:
        self._app = app
        self.changed = changed
        """Called when a table set aside may expect its person, or no more."""
        self._screens: list[Train] = []
        self._expecting: set[Train] = set()
        self._count = 0

    @property
    def screens(self) -> tuple[Train, ...]:
        """What is set aside, in the order in which it was."""
        return tuple(self._screens)

    def __contains__(self, screen: Screen[Any]) -> bool:
        return screen in self._screens

    def aside(self, screen: Train) -> None:
        """Set a screen aside; it is still on top of the stack, and is left there for the app to pop."""
        if screen in self._screens:
            return
        self._screens.append(screen)
        if not self._app.is_screen_installed(screen):
            # An installed screen is not destroyed when it is popped.
            self._count += 1
            self._app.install_screen(screen, f"siding-{self._count}")
            screen.moved = self.look
        self.look(ring=False)

    def back(self, screen: Train) -> None:
        """Show it again, on top of what is shown."""
        self._screens.remove(screen)
        self._expecting.discard(screen)
        if screen in self._app.screen_stack:
            while self._app.screen is not screen:
                self._app.pop_screen()
        else:
            self._app.push_screen(screen)

    def swap(self, old: Train, new: Train) -> None:
        """Another screen takes the place of one set aside."""
        self._screens.remove(old)
        self._expecting.discard(old)
        self.drop(old)
        self.aside(new)
        self.look()

    def drop(self, screen: Screen[Any]) -> None:
        """It was left for good, and has just been popped: Textual may destroy it."""
        with suppress(ScreenStackError):  # the one at the bottom of the stack stays there
            self._app.uninstall_screen(screen)

    @property
    def expecting(self) -> int:
        """At how many of them it is their person's turn."""
        return len(self._expecting)

    def look(self, ring: bool = True) -> None:
        """Something may have happened at one of them: a bell for each that newly expects its person."""
        now = {screen for screen in self._screens if screen.expected}
        if now == self._expecting:
            return
        new = now - self._expecting
        self._expecting = now
        if new and ring and self._app.preferences.settings.bell:
            self._app.bell()
        self.changed()
