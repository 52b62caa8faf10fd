"""What comes after a game: looking at it again, playing on from any moment of it, all kept games."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from netplay.branchtable import BranchTable
from netplay.config import FolderUnusable
from netplay.replaying import ReplayTable
from netplay.review import Review, Unreadable
from netplay.table import Player
from tui.screens.base import Wants
from tui.screens.games import GamesScreen
from tui.screens.home import HomeScreen
from tui.screens.page import PageScreen, list_page
from tui.screens.replay import ReplayScreen
from tui.screens.table import TableScreen
from tui.tongue import _

if TYPE_CHECKING:
    from tui.app import CabooseApp
    from tui.history.read import Kept
    from tui.together import Together

STRENGTH: Final = "greedy"
"""What plays the seats of people when a game is played on from a replay."""
PACE: Final = 0.8


def review(app: CabooseApp, data: bytes, at: int) -> None:
    """Show a transcript's bytes from an entry on; raises Unreadable."""
    show(app, Review(data), at)


def show(app: CabooseApp, found: Review, at: int = 0, together: Together | None = None) -> None:
    """Show a game from an entry on; ``together``: with the others of a networked table."""
    replay = ReplayTable(found)
    replay.go(at)
    app.push_screen(ReplayScreen(replay, app.marks, app.clock, together))


def wanted(app: CabooseApp, what: str) -> None:
    """Do what a ``Wants`` of ``Wants.AFTER`` asks for."""
    screen = app.screen
    if what == Wants.GAMES:
        show_games(app)
    elif what == Wants.TUTORIAL and isinstance(screen, HomeScreen):
        tutorial(app, screen.setup().game)
    elif isinstance(screen, GamesScreen) and screen.chosen is not None:
        _replay(app, screen, screen.chosen)
    if isinstance(screen, ReplayScreen):
        if what == Wants.PLAY_ON:
            play_on(app, screen)
        elif what == Wants.HIDDEN:
            show_hidden(app, screen)
        elif what == Wants.CHART:
            show_chart(app, screen.replay.review)
        elif what == Wants.MOMENTS:
            show_moments(app, screen)
        elif what == Wants.EARLIER:
            page = list_page(screen.board.log())
            app.push_screen(PageScreen(_("Log"), page, app.marks, bottom=True))


def show_chart(
    app: CabooseApp, found: Review, closed: Callable[[str | None], None] | None = None
) -> None:
    """Everyone's points by turn; ``closed`` is called when nobody looks any more."""
    from tui.screens.chart import ChartScreen

    app.push_screen(ChartScreen(found, app.marks), closed)


def show_moments(app: CabooseApp, screen: ReplayScreen) -> None:
    """What each move cost; the one chosen there is shown in the replay."""
    from tui.screens.moments import MomentsScreen

    def then(entry: str | None) -> None:
        if entry:
            screen.go(int(entry))

    app.push_screen(MomentsScreen(screen.replay.review, app.marks), then)


def tutorial(app: CabooseApp, game: str) -> None:
    """A first game with a conductor, where it was left."""
    from tui.boards.registry import course
    from tui.tutor.screen import TutorScreen

    if course(game) is None:
        app.say(_("This game has no lessons yet."))
        return
    app.push_screen(app.trains.signed(TutorScreen(game, app.person, app.marks, app.clock)))


def show_games(app: CabooseApp) -> None:
    """All kept games, or why they cannot be listed."""
    from tui.history.mine import book

    try:
        found = book()
        app.push_screen(GamesScreen(found.games(), found, app.marks))
    except (OSError, FolderUnusable) as error:
        app.say(_("The kept games cannot be read: {why}", why=error))


def _replay(app: CabooseApp, screen: GamesScreen, kept: Kept) -> None:
    try:
        review(app, screen.book.path(kept).read_bytes(), 0)
    except (OSError, Unreadable) as error:
        screen.say(_("This game cannot be looked at again: {why}", why=error))


def show_hidden(app: CabooseApp, screen: ReplayScreen) -> None:
    """Everybody's hidden cards at the replay's moment."""
    lines = screen.board.hidden(screen.replay.frame.secrets)
    app.push_screen(PageScreen(_("Hidden cards"), list_page(lines), app.marks))


def _seat_of(replay: ReplayTable) -> int:
    """The seat looked from; else the person's where there was one, else that of who is to act."""
    if replay.seat is not None:
        return replay.seat
    people = [seat for seat, player in enumerate(replay.players) if player.bot is None]
    return people[0] if len(people) == 1 else replay.state.turn or 0


def play_on(app: CabooseApp, screen: ReplayScreen) -> None:
    """A table that begins where the replay stands; bots play all seats but one, see ``_seat_of``."""
    from core.bots.registry import NAMES
    from netplay.seedtext import derive
    from netplay.thinking.mind import mind_of
    from tui.boards.parts import YOU
    from tui.boards.registry import board
    from tui.solo import NAMES as OTHERS

    replay = screen.replay
    seat = _seat_of(replay)
    seed = os.urandom(16).hex()
    players, bots = [], []
    # Nobody but who sits here is called "you".
    taken = {player.name for player in replay.players}
    stranger = next(name for name in OTHERS if name not in taken)
    for place, player in enumerate(replay.players):
        strength = player.bot if player.bot in NAMES else STRENGTH
        mine = place == seat
        name = player.name if mine or player.name != YOU else stranger
        players.append(Player(name, None if mine else strength))
        rng = derive(seed, "bot", place)
        bots.append(None if mine else mind_of(strength, replay.game, rng))
    table = BranchTable(replay.review, replay.at, seat, players, bots, pace=PACE)
    made = board(table, app.marks)
    for n in range(1, replay.at + 1):
        for event in replay.review.told(n, seat):
            made.happened(event)
    made.uncover()
    kept = _("A game played on from a replay is not kept.")
    shown = TableScreen(table, made, app.marks, app.clock, kept=kept)
    shown.branch = True
    app.push_screen(shown)
