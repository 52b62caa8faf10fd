"""Leaving a game, a waiting room or the program, with a question where something would be lost by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.screens.home import HomeScreen
from tui.screens.leave import HOME, QUIT, SERVING, LeaveScreen
from tui.screens.leave import aside as aside_words
from tui.screens.table import TableScreen
from tui.tongue import _

if TYPE_CHECKING:
    from tui.app import CabooseApp


def leave(app: CabooseApp) -> None:
    """Go from what is shown: a game, a waiting room, or Departures; asks where something is lost."""
    live = app.trains.live
    if live is None:
        if isinstance(app.screen, TableScreen):
            app.screen.close()
            app.trains.back(app.screen)
        elif isinstance(app.screen, HomeScreen) or not _stand_up(app):
            _quit(app)
        return
    if any(isinstance(screen, LeaveScreen) for screen in app.screen_stack):
        return

    def then(answer: str | None) -> None:
        if answer in (HOME, QUIT):
            live.close()
            note = app.trains.kept(live)
            if answer == QUIT:
                app.parting = note
                app.exit(0)
            else:
                app.trains.back(live, note)

    screen = LeaveScreen(app.marks, live.leaving(), branch=live.branch)
    app.push_screen(screen, then)


def _quit(app: CabooseApp) -> None:
    """From Departures; asks where others would lose their link."""
    if any(isinstance(screen, LeaveScreen) for screen in app.screen_stack):
        return
    aside = app.trains.live_aside
    if not app.serves and not aside:
        app.exit(0)
        return

    def then(answer: str | None) -> None:
        if answer == QUIT:
            app.parting = app.trains.rescue()
            app.exit(0)

    says = SERVING if app.serves else aside_words(len(aside))
    title = _("Quit Caboose?")
    app.push_screen(LeaveScreen(app.marks, says, title, quits=True), then)


def _stand_up(app: CabooseApp) -> bool:
    """Leave a waiting room; whether there was one."""
    from tui.screens.waiting import WaitingScreen

    for screen in app.screen_stack:
        if isinstance(screen, WaitingScreen):
            screen.leave()
            app.trains.home()
            return True
    return False
