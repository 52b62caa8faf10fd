"""What screens ask the app for: each wish, and the screen or the deed that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui import keymap, leaving, lookups
from tui.screens.base import Wants
from tui.screens.home import HomeScreen
from tui.screens.page import PageScreen, text_page
from tui.screens.table import TableScreen
from tui.told import told
from tui.tongue import _

if TYPE_CHECKING:
    from tui.app import CabooseApp


def wanted(app: CabooseApp, what: str) -> None:
    """A screen asks for another screen, or for the end."""
    screen = app.screen
    if what == Wants.KEYS:
        lookups.show_keys(app)
    elif what == Wants.SETTINGS:
        app.preferences.show()
    elif what == Wants.COMMANDS:
        lookups.commands(app)
    elif what == Wants.RULES:
        lookups.show_rules(app)
    elif what == Wants.PLAY and isinstance(screen, HomeScreen):
        app.trains.play(screen.setup())
    elif what == Wants.LEAVE:
        leaving.leave(app)
    elif what == Wants.DEPART:
        app.trains.depart()
    elif what in Wants.NETWORKED:
        _travel(app, what)
    elif what in Wants.AFTER:
        from tui import after  # late: the replay is slow to load

        after.wanted(app, what)
    elif isinstance(screen, TableScreen):
        if what == Wants.LOG:
            lookups.show_log(app, screen.board)
        elif what == Wants.SCORE:
            _show_score(app, screen)


def _travel(app: CabooseApp, what: str) -> None:
    from tui.screens.waiting import WaitingScreen  # late: it needs the network

    screen = app.screen
    if isinstance(screen, HomeScreen):
        if what == Wants.HOST:
            app.net.asking.host(screen.setup())
        elif what == Wants.PEOPLE:
            app.net.people(None)
        elif what == Wants.CHAT:
            app.net.hall()
        elif screen.chosen is not None:
            app.net.sit(screen.chosen, watch=what == Wants.WATCH)
    elif isinstance(screen, WaitingScreen):
        if what == Wants.TABLE:
            app.switch_screen(app.trains.signed(app.net.table(screen)))
            app.trains.drop(screen)
        elif what == Wants.CHAT:
            app.net.chat(screen.room.net)
        elif what == Wants.PEOPLE:
            app.net.people(screen.room.net)
        elif what == Wants.OVER:
            app.net.ways.take_over(screen)
        elif what == Wants.WATCH:
            app.net.ways.watch_own(screen)
    elif isinstance(screen, TableScreen) and screen.link is not None:
        if what == Wants.CHAT:
            app.net.chat(screen.link)
        elif what == Wants.PEOPLE:
            app.net.people(screen.link)
        elif what == Wants.STOPPED:
            _show_stopped(app, screen)
        elif what == Wants.COUNTERS:
            lookups.show_counters(app, screen.link)
        elif what == Wants.AGREE:
            lookups.show_agreements(app, screen)


def _show_stopped(app: CabooseApp, screen: TableScreen) -> None:
    where = screen.link.read() if screen.link is not None else ""
    agreeing = screen.link.agreeing() if screen.link is not None else None
    back = ""
    if agreeing is not None and any(choice.key == "t" for choice in agreeing.choices()):
        back = _("Once what was wrong is mended, p at the table asks all to go back before it.")
    parts = (screen.stopped, back, where, app.trains.kept(screen))
    says = "\n\n".join(part for part in parts if part)
    screen.stopped = ""
    app.push_screen(PageScreen(_("The table stopped"), text_page(says), app.marks))


def _show_score(app: CabooseApp, screen: TableScreen) -> None:
    from tui.screens.score import ScoreScreen

    first = not screen.scored
    screen.scored = True
    if not screen.note:
        screen.note = app.trains.kept(screen)

    def then(key: str | None) -> None:
        if key == keymap.HOME and screen.link is not None:
            screen.close()
            app.trains.home()
        elif key == keymap.AGAIN and screen.link is None:
            app.trains.play(app.trains.setup.again())
        elif key == keymap.HOME:
            app.trains.back(screen)
        elif key == keymap.LOG:
            lookups.show_log(app, screen.board)
        elif key in (keymap.REVIEW, keymap.CHART):
            _look_again(app, screen, chart=key == keymap.CHART)
        elif key == keymap.LEAVE:
            app.exit(0)

    slowly = first and app.preferences.motion
    another = app.net.another(screen.link) if screen.link is not None else None
    score = ScoreScreen(
        screen.board,
        app.marks,
        screen.note,
        another,
        alone=screen.link is None,
        branch=screen.branch,
        slowly=slowly,
        company=app.net.company(screen.link) if screen.link is not None else str,
        agreed=screen.agreed,
    )
    screen.sheet = score.look
    app.push_screen(score, then)


def _look_again(app: CabooseApp, screen: TableScreen, *, chart: bool) -> None:
    """The game from its end back, or its chart, which leads back to the sheet it was asked for at."""
    from netplay.review import Review, Unreadable
    from tui import after

    try:
        found = Review(screen.table.save())
    except (Unreadable, ValueError) as error:
        why = told(str(error))
        screen.board.refused(_("this game cannot be looked at again: {why}", why=why))
        screen.repaint()
        return

    def closed(_key: str | None) -> None:
        if screen in app.screen_stack:  # not where another game began meanwhile
            _show_score(app, screen)

    if chart:
        after.show_chart(app, found, closed)
    else:
        together = app.net.together(screen.link) if screen.link is not None else None
        after.show(app, found, len(found.frames) - 1, together)
