"""The app: opens home or a table, and decides which screen follows which."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.app import App, ScreenStackError
from textual.driver import Driver
from textual.screen import Screen

from netplay.table import Table
from tui import guest, keymap, palette
from tui import plan as plans
from tui.idle import Idle
from tui.marks import UNICODE, Marks
from tui.preferences import Preferences
from tui.screens.base import Wants
from tui.screens.home import HomeScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.setup import SoloSetup
from tui.told import told
from tui.tongue import _, n_

if TYPE_CHECKING:
    from tui.concourse import Concourse
    from tui.driver import Ended
    from tui.plan import Again, Host, Lesson, Look, Resume, Visit
    from tui.screens.waiting import WaitingScreen
    from tui.sidings import Sidings

TableFactory = Callable[[SoloSetup], Table]
Keeper = Callable[[Table], str]


class CabooseApp(App[int]):
    """One person's Caboose.

    start: opens that table at once; None opens home. table_factory: makes tables. keep: is handed
    the table of a game that ended or was left, and says in a line where its transcript is.
    clock: seconds, monotonic. marks: the set of signs. when_ready: called after the first frame.
    settings: what the person has set, None to leave the process as it is; faults: what is wrong with
    the file. first: whether name and language are to be asked for.
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
        plan: Host | Visit | Look | Resume | Again | Lesson | None = None,
        concourse: Callable[[CabooseApp], Concourse] | None = None,
        driver: type[Driver] | None = None,
        listens: bool = False,
        settings: Settings | None = None,
        keep_settings: Callable[[Settings], None] | None = None,
        environment: Mapping[str, str] | None = None,
        faults: Sequence[str] = (),
        first: bool = False,
    ) -> None:
        super().__init__(driver_class=driver)
        set_by = settings if settings is not None else Settings()
        self.preferences = Preferences(self, set_by, environment or {}, keep_settings, faults)
        if settings is not None:
            self.preferences.start()
        self._first = first
        self.parting = ""
        """What is still to be said when the screen is gone: where the game left is kept."""
        self._idle = Idle(clock)
        self.failure = ""
        """Why the app ended, where that is for the command line to say."""
        self._plan = plan
        self._listens = listens
        """Whether Departures looks for tables of others also where no plan said so."""
        self._concourse = concourse or _make_concourse
        self._net: Concourse | None = None
        self._loading: asyncio.Task[None] | None = None
        self._start = start
        self._setup = start or SoloSetup()
        self._make = table_factory or self._solo_table
        self._keep = keep
        self._clock = clock
        self._marks = marks
        self._when_ready = when_ready
        self.sidings: Sidings | None = None
        """Tables that go on in the background; None while none ever was."""
        self.ended_by = ""
        """What ended the program from outside, and where the game is kept; empty if nothing did."""

    def _solo_table(self, setup: SoloSetup) -> Table:
        from tui.solo import solo_table

        return solo_table(setup, ponder=self.preferences.ponder)

    def on_mount(self) -> None:
        """A first start begins with its questions: no frame of Departures flashes up before them."""
        if self._first:
            self.preferences.welcome()

    def on_ready(self) -> None:
        """The first frame is out: what is slow to load may come now."""
        self._when_ready()
        if guest.kind() == guest.WEB:
            from tui.screens.page import PageScreen, text_page
            from tui.serve.game import words

            self.push_screen(PageScreen("Caboose", text_page("\n\n".join(words())), self._marks))
        if self.preferences.faults:
            self.say(". ".join(map(told, self.preferences.faults)))
        if self._plan is not None:
            self._loading = asyncio.get_running_loop().create_task(self._begin(self._plan))

    async def _begin(self, plan: Host | Visit | Look | Resume | Again | Lesson) -> None:
        if isinstance(plan, plans.Again | plans.Lesson):
            from tui import after

            if isinstance(plan, plans.Again):
                after.show(self, plan.review, plan.at)
            else:
                after.tutorial(self, plan.game)
            return
        # What the network needs takes a third of a second to load: keys work meanwhile.
        await asyncio.to_thread(import_module, "tui.concourse")
        self.net.ways.begin(plan)

    async def on_unmount(self) -> None:
        """Leave networked tables in order, so that the others see it at once."""
        self.preferences.attention.close()
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        if self._net is not None:
            await self._net.ways.close()

    def get_default_screen(self) -> Screen[str]:
        """Home, or the table that the command line asked for."""
        return HomeScreen(self._marks, self._setup) if self._start is None else self._table()

    def get_css_variables(self) -> dict[str, str]:
        """Textual's, and the page's colour in the palette in force."""
        return {**super().get_css_variables(), "caboose-page": palette.in_force().background}

    def _fatal_error(self) -> None:
        # Textual would print the traceback with all local values, hidden cards among them. The
        # command line writes a report without any instead, and says so in one line.
        self.bell()
        with contextlib.suppress(Exception):  # what is to be told is the first fault
            self._rescue()
        self._close_messages_no_wait()

    # The network --------------------------------------------------------------------------------

    @property
    def net(self) -> Concourse:
        """The networked half, loaded when it is first needed."""
        if self._net is None:
            self._net = self._concourse(self)
        return self._net

    @property
    def marks(self) -> Marks:
        """The set of signs."""
        return self._marks

    @property
    def setup(self) -> SoloSetup:
        """What was last chosen to be played."""
        return self._setup

    @property
    def person(self) -> str:
        """What the table calls this person."""
        return self._setup.name

    @property
    def clock(self) -> Callable[[], float]:
        """Seconds, monotonic."""
        return self._clock

    @property
    def away(self) -> bool:
        """Whether the person pressed nothing for a while."""
        return self._idle.away

    def touched(self) -> None:
        """A key was pressed, on whatever screen."""
        if self._idle.pressed() and self._net is not None:
            self._net.look_round()

    def go_home(self) -> bool:
        """Back to Departures, unless a game would be lost by it; whether we are there."""
        if self._live() is None:
            self._home()
        return isinstance(self.screen, HomeScreen)

    def say(self, note: str) -> None:
        """A line at the foot of Departures, if that is what is looked at."""
        with contextlib.suppress(ScreenStackError):  # there is none any more: we are leaving
            if isinstance(self.screen, HomeScreen):
                self.screen.say(note)

    def fail(self, says: str) -> None:
        """End, and let the command line say why."""
        self.failure = says
        self.exit(1)

    def panic_quietly(self, error: BaseException) -> None:
        """A fault of ours outside of any screen's message: end like for one inside."""
        if isinstance(error, ScreenStackError):
            return  # without a screen we are leaving: it was cut off in what it showed
        self._exception = error if isinstance(error, Exception) else None
        self._fatal_error()

    # Tables -------------------------------------------------------------------------------------

    def _table(self) -> TableScreen:
        from tui.boards.registry import board

        if self._setup.others:
            from tui.hotseat import HotSeatScreen, shared_table

            return self.signed(HotSeatScreen(shared_table(self._setup), self._marks, self._clock))
        table = self._make(self._setup)
        made = board(table, self._marks)
        return self.signed(TableScreen(table, made, self._marks, self._clock))

    def _open(self, setup: SoloSetup) -> None:
        self._setup = setup
        over = self.screen
        if isinstance(over, TableScreen) and len(self.screen_stack) > 1:
            self.switch_screen(self._table())
            self._drop(over)
        else:
            # Textual cannot take its first screen away again: a table opened from the command
            # line stays at the bottom of the stack, closed.
            self.push_screen(self._table())

    def _drop(self, screen: Screen[Any]) -> None:
        """This screen was left; for good, unless it is set aside."""
        if self.sidings is not None and screen not in self.sidings:
            self.sidings.drop(screen)

    def signed(self, screen: TableScreen) -> TableScreen:
        """The same, told about the tables in the background."""
        screen.sign = self._sign
        return screen

    def _home(self, note: str = "") -> None:
        """Back to Departures, whatever lies above it."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            over = self.screen
            self.pop_screen()
            self._drop(over)
        if isinstance(self.screen, HomeScreen):
            self.screen.say(note)
        else:
            self.push_screen(HomeScreen(self._marks, replace(self._setup, others=()), note))
        if self._net is not None:
            self._net.ways.at_home()
        elif self._listens and self._loading is None:
            # A game from the command line came first: now there are tables of others to look for.
            self._loading = asyncio.get_running_loop().create_task(self._begin(plans.Look()))

    def _back(self, screen: TableScreen, note: str = "") -> None:
        """From a table that is left: to the replay that it was played on from, else to Departures."""
        from tui.screens.replay import ReplayScreen

        stack = self.screen_stack
        at = stack.index(screen) if screen.branch and screen in stack else 0
        if not at or not isinstance(stack[at - 1], ReplayScreen):
            self._home(note)
            return
        while self.screen is not stack[at - 1]:
            over = self.screen
            self.pop_screen()
            self._drop(over)

    def _kept(self, screen: TableScreen) -> str:
        kept = screen.link.kept() if screen.link is not None else None
        if kept is not None:
            return kept
        if screen.kept is not None:
            return screen.kept
        return self._keep(screen.table) if self._keep is not None else ""

    def _live(self) -> TableScreen | None:
        """The table whose game would be lost by leaving now; not those in the background."""
        aside = self.sidings.screens if self.sidings is not None else ()
        for screen in reversed(self.screen_stack):
            if isinstance(screen, TableScreen) and screen.live and screen not in aside:
                return screen
        return None

    @property
    def _live_aside(self) -> list[TableScreen]:
        """The games in the background that are not over."""
        aside = self.sidings.screens if self.sidings is not None else ()
        return [one for one in aside if isinstance(one, TableScreen) and one.live]

    # Tables in the background ---------------------------------------------------------------------

    def depart(self) -> None:
        """To Departures; the table or waiting room that is shown goes on, and is found there again."""
        from tui.screens.waiting import WaitingScreen
        from tui.sidings import Sidings

        screen = self.screen
        if not isinstance(screen, TableScreen | WaitingScreen):
            return
        if self.sidings is None:
            self.sidings = Sidings(self, self._waits)
        self.sidings.aside(screen)
        self._home()

    def come_back(self, screen: TableScreen | WaitingScreen) -> None:
        """Show a table in the background again."""
        if self.sidings is not None and screen in self.sidings:
            self.sidings.back(screen)

    def change_trains(self, link: object, screen: WaitingScreen) -> None:
        """Show a waiting room in the place of the table that this link belongs to."""
        aside = self.sidings.screens if self.sidings is not None else ()
        for old in aside:
            if isinstance(old, TableScreen) and old.link is link and self.sidings is not None:
                self.push_screen(screen)
                self.sidings.swap(old, screen)
                self.pop_screen()
                return
        for over in self.screen_stack:
            if isinstance(over, TableScreen) and over.link is link:
                while self.screen is not over:
                    self.pop_screen()
                self.switch_screen(screen)
                self._drop(over)
                return
        screen.leave()

    def _waits(self) -> None:
        """The number of tables in the background that wait for their person has changed."""
        look = getattr(self.screen, "look", None)
        if look is not None:
            self.call_later(look)
        if self._net is not None:
            self._net.changed()

    def _sign(self) -> str:
        waiting = self.sidings.expecting if self.sidings is not None else 0
        if not waiting:
            return ""
        return n_("z: a table waits", "z: {count} tables wait", waiting)

    def _rescue(self) -> str:
        """Keep the game that would be lost now; one line says where, none if there is no such game."""
        live = self._live()
        games = [*([live] if live is not None else []), *self._live_aside]
        kept = []
        for game in games:
            game.close()
            kept.append(self._kept(game))
        return "\n".join(dict.fromkeys(text for text in kept if text))

    def on_ended(self, message: Ended) -> None:
        """The terminal was closed, or the system wants the program gone: nobody can be asked."""
        if message.signal == signal.SIGHUP and self._net is not None:
            self._net.ways.part()
        kept = self._rescue()
        self.ended_by = f"ended by {message.signal.name}" + (f"; {kept}" if kept else "")
        self.exit(128 + message.signal)

    # What screens ask for -------------------------------------------------------------------------

    def on_wants(self, message: Wants) -> None:
        """A screen asks for another screen, or for the end."""
        from tui import lookups

        message.stop()
        screen = self.screen
        what = message.what
        if what == Wants.KEYS:
            lookups.show_keys(self)
        elif what == Wants.SETTINGS:
            self.preferences.show()
        elif what == Wants.COMMANDS:
            lookups.commands(self)
        elif what == Wants.RULES:
            lookups.show_rules(self)
        elif what == Wants.PLAY and isinstance(screen, HomeScreen):
            self._open(screen.setup())
        elif what == Wants.LEAVE:
            self._leave()
        elif what == Wants.DEPART:
            self.depart()
        elif what in Wants.NETWORKED:
            self._travel(what)
        elif what in Wants.AFTER:
            from tui import after

            after.wanted(self, what)
        elif isinstance(screen, TableScreen):
            if what == Wants.LOG:
                lookups.show_log(self, screen.board)
            elif what == Wants.SCORE:
                self._show_score(screen)

    def _travel(self, what: str) -> None:
        from tui import lookups
        from tui.screens.waiting import WaitingScreen

        screen = self.screen
        if isinstance(screen, HomeScreen):
            if what == Wants.HOST:
                self.net.asking.host(screen.setup())
            elif what == Wants.PEOPLE:
                self.net.people(None)
            elif screen.chosen is not None:
                self.net.sit(screen.chosen, watch=what == Wants.WATCH)
        elif isinstance(screen, WaitingScreen):
            if what == Wants.TABLE:
                self.switch_screen(self.signed(self.net.table(screen)))
                self._drop(screen)
            elif what == Wants.CHAT:
                self.net.chat(screen.room.net)
            elif what == Wants.PEOPLE:
                self.net.people(screen.room.net)
            elif what == Wants.OVER:
                self.net.ways.take_over(screen)
            elif what == Wants.WATCH:
                self.net.ways.watch_own(screen)
        elif isinstance(screen, TableScreen) and screen.link is not None:
            if what == Wants.CHAT:
                self.net.chat(screen.link)
            elif what == Wants.PEOPLE:
                self.net.people(screen.link)
            elif what == Wants.STOPPED:
                self._show_stopped(screen)
            elif what == Wants.COUNTERS:
                lookups.show_counters(self, screen.link)
            elif what == Wants.AGREE:
                lookups.show_agreements(self, screen)

    def _show_stopped(self, screen: TableScreen) -> None:
        from tui.screens.page import PageScreen, text_page

        where = screen.link.read() if screen.link is not None else ""
        agreeing = screen.link.agreeing() if screen.link is not None else None
        back = ""
        if agreeing is not None and any(choice.key == "t" for choice in agreeing.choices()):
            back = _("Once what was wrong is mended, p at the table asks all to go back before it.")
        parts = (screen.stopped, back, where, self._kept(screen))
        says = "\n\n".join(part for part in parts if part)
        screen.stopped = ""
        self.push_screen(PageScreen(_("The table stopped"), text_page(says), self._marks))

    def _show_score(self, screen: TableScreen) -> None:
        from tui import lookups
        from tui.screens.score import ScoreScreen

        first = not screen.scored
        screen.scored = True
        if not screen.note:
            screen.note = self._kept(screen)

        def then(key: str | None) -> None:
            if key == keymap.HOME and screen.link is not None:
                screen.close()
                self._home()
            elif key == keymap.AGAIN and screen.link is None:
                self._open(self._setup.again())
            elif key == keymap.HOME:
                self._back(screen)
            elif key == keymap.LOG:
                lookups.show_log(self, screen.board)
            elif key in (keymap.REVIEW, keymap.CHART):
                self._review(screen, key == keymap.CHART)
            elif key == keymap.LEAVE:
                self.exit(0)

        slowly = first and self.preferences.motion
        another = self.net.another(screen.link) if screen.link is not None else None
        score = ScoreScreen(
            screen.board,
            self._marks,
            screen.note,
            another,
            alone=screen.link is None,
            branch=screen.branch,
            slowly=slowly,
            company=self.net.company(screen.link) if screen.link is not None else str,
            agreed=screen.agreed,
        )
        screen.sheet = score.look
        self.push_screen(score, then)

    def _review(self, screen: TableScreen, chart: bool) -> None:
        from netplay.review import Unreadable
        from tui import after

        together = None
        if screen.link is not None and not chart:
            together = self.net.together(screen.link)
        try:
            after.review(self, screen.table.save(), chart=chart, together=together)
        except (Unreadable, ValueError) as error:
            why = told(str(error))
            screen.board.refused(_("this game cannot be looked at again: {why}", why=why))
            screen.repaint()

    # Leaving --------------------------------------------------------------------------------------

    async def action_quit(self) -> None:
        """Ctrl+q too asks before a live game is left."""
        if self._live() is None and not self._serves and not self._live_aside:
            self.exit(0)
        else:
            self._leave()

    @property
    def _serves(self) -> bool:
        return self._net is not None and self._net.serves

    def _leave(self) -> None:
        from tui.screens import leave

        live = self._live()
        if live is None:
            if isinstance(self.screen, TableScreen):
                self.screen.close()
                self._back(self.screen)
            elif isinstance(self.screen, HomeScreen) or not self._stand_up():
                self._quit()
            return
        if any(isinstance(screen, leave.LeaveScreen) for screen in self.screen_stack):
            return

        def then(answer: str | None) -> None:
            if answer in (leave.HOME, leave.QUIT):
                live.close()
                note = self._kept(live)
                if answer == leave.QUIT:
                    self.parting = note
                    self.exit(0)
                else:
                    self._back(live, note)

        screen = leave.LeaveScreen(self._marks, live.leaving(), branch=live.branch)
        self.push_screen(screen, then)

    def _quit(self) -> None:
        """From Departures; asks where others would lose their link."""
        from tui.screens import leave

        if any(isinstance(screen, leave.LeaveScreen) for screen in self.screen_stack):
            return
        aside = self._live_aside
        if not self._serves and not aside:
            self.exit(0)
            return

        def then(answer: str | None) -> None:
            if answer == leave.QUIT:
                self.parting = self._rescue()
                self.exit(0)

        says = leave.SERVING if self._serves else leave.aside(len(aside))
        title = _("Quit Caboose?")
        self.push_screen(leave.LeaveScreen(self._marks, says, title, quits=True), then)

    def _stand_up(self) -> bool:
        """Leave a waiting room; whether there was one."""
        from tui.screens.waiting import WaitingScreen

        for screen in self.screen_stack:
            if isinstance(screen, WaitingScreen):
                screen.leave()
                self._home()
                return True
        return False


def _make_concourse(app: CabooseApp) -> Concourse:
    from tui.concourse import Concourse

    return Concourse(app)
