"""What is looked up from any screen: its keys, the rules, the log, what was not used, proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui import keymap
from tui.boards.registry import about, rules
from tui.screens.home import HomeScreen
from tui.screens.page import PageScreen, keys_page, list_page
from tui.screens.table import TableScreen
from tui.tongue import _

if TYPE_CHECKING:
    from tui.app import CabooseApp
    from tui.boards.base import Board
    from tui.live import Live


def show_keys(app: CabooseApp) -> None:
    """The keys of the screen that is up."""
    app.push_screen(PageScreen(_("Keys"), keys_page(key_rows(app)), app.marks))


def key_rows(app: CabooseApp) -> Sequence[keymap.Row]:
    """What can be pressed on the screen that is up."""
    screen = app.screen
    rows: Sequence[keymap.Row] = keymap.HOME_HELP
    if isinstance(screen, TableScreen):
        watches = screen.table.seat is None
        rows = keymap.WATCH_HELP if watches else about(playing(app)).keys
        if screen.link is not None:
            rows = (*rows, *keymap.CHAT_ROWS[: 2 if watches else None])
        rows = (*screen.KEYS, *rows)
    elif not isinstance(screen, HomeScreen):
        rows = getattr(screen, "KEYS", ())
    return rows


def commands(app: CabooseApp) -> None:
    """Everything that can be done on the screen that is up, to be found by its name."""
    from tui.screens.base import CabooseScreen
    from tui.screens.commands import CommandsScreen

    here = app.screen
    if isinstance(here, CommandsScreen) or not isinstance(here, CabooseScreen):
        return

    def then(key: str | None) -> None:
        if key:
            here.act(key)

    rows = [*key_rows(app)]
    if all(row.keys != keymap.SETTINGS for row in rows):
        rows += [row for row in keymap.LOOK_UP if row.keys == keymap.SETTINGS]
    offers = here.board.offers if isinstance(here, TableScreen) else None
    app.push_screen(CommandsScreen(app.marks, rows, offers), then)


def playing(app: CabooseApp) -> str:
    """The game at the table, or the one chosen at home."""
    screen = app.screen
    if isinstance(screen, TableScreen):
        return screen.table.game.name
    replay = getattr(screen, "replay", None)
    if replay is not None:
        return str(replay.game.name)
    room = getattr(screen, "room", None)
    if room is not None:
        name: str = room.net.game.name
        return name
    return (screen.setup() if isinstance(screen, HomeScreen) else app.trains.setup).game


def show_rules(app: CabooseApp) -> None:
    """The rules, open where they concern the decision of now."""
    from tui.screens.replay import ReplayScreen
    from tui.screens.rules import RulesScreen

    screen = app.screen
    topic = screen.board.topic() if isinstance(screen, TableScreen | ReplayScreen) else ""
    app.push_screen(RulesScreen(rules(playing(app)), app.marks, topic))


def show_log(app: CabooseApp, board: Board) -> None:
    """All of a table's log, its end first."""
    app.push_screen(PageScreen(_("Log"), list_page(board.log()), app.marks, bottom=True))


def show_counters(app: CabooseApp, link: Live) -> None:
    """What a table heard and did not use."""
    app.push_screen(PageScreen(_("Not used"), list_page(link.counters()), app.marks))


def show_agreements(app: CabooseApp, screen: TableScreen) -> None:
    """What can be proposed and voted on at a networked table."""
    from tui.screens.agree import AgreeScreen

    agreeing = screen.link.agreeing() if screen.link is not None else None
    if agreeing is not None and not isinstance(app.screen, AgreeScreen):
        app.push_screen(AgreeScreen(app.marks, agreeing))
