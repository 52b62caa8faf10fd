"""The app: opens home or a table, and decides which screen follows which."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from textual.app import App, ScreenStackError
from textual.driver import Driver
from textual.screen import Screen

from netplay.table import Table
from tui import guest, palette
from tui import plan as plans
from tui.idle import Idle
from tui.marks import UNICODE, Marks
from tui.preferences import Preferences
from tui.screens.base import Wants
from tui.screens.home import HomeScreen
from tui.settings import Settings
from tui.setup import SoloSetup
from tui.told import told
from tui.trains import Trains

if TYPE_CHECKING:
    from tui.concourse import Concourse
    from tui.driver import Ended
    from tui.plan import Again, Host, Lesson, Look, Resume, Visit

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
        self._clock = clock
        self._marks = marks
        self._when_ready = when_ready
        make = table_factory or self._solo_table
        self.trains = Trains(self, start or SoloSetup(), make, keep or (lambda table: ""))
        """The tables: what is shown of them, and what goes on in the background."""
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
        return (
            HomeScreen(self._marks, self.trains.setup)
            if self._start is None
            else self.trains.table()
        )

    def get_css_variables(self) -> dict[str, str]:
        """Textual's, and the page's colour in the palette in force."""
        return {**super().get_css_variables(), "caboose-page": palette.in_force().background}

    def _fatal_error(self) -> None:
        # Textual would print the traceback with all local values, hidden cards among them. The
        # command line writes a report without any instead, and says so in one line.
        self.bell()
        with contextlib.suppress(Exception):  # what is to be told is the first fault
            self.trains.rescue()
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
    def person(self) -> str:
        """What the table calls this person."""
        return self.trains.setup.name

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
        if self.trains.live is None:
            self.trains.home()
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

    def at_home(self) -> None:
        """Departures is shown again."""
        if self._net is not None:
            self._net.ways.at_home()
        elif self._listens and self._loading is None:
            # A game from the command line came first: now there are tables of others to look for.
            self._loading = asyncio.get_running_loop().create_task(self._begin(plans.Look()))

    def table_waits(self) -> None:
        """The number of tables in the background that wait for their person has changed."""
        look = getattr(self.screen, "look", None)
        if look is not None:
            self.call_later(look)
        if self._net is not None:
            self._net.changed()

    def on_ended(self, message: Ended) -> None:
        """The terminal was closed, or the system wants the program gone: nobody can be asked."""
        if message.signal == signal.SIGHUP and self._net is not None:
            self._net.ways.part()
        kept = self.trains.rescue()
        self.ended_by = guest.ended_by(message.signal.name, kept)
        self.exit(128 + message.signal)

    # What is asked for ----------------------------------------------------------------------------

    def on_wants(self, message: Wants) -> None:
        """A screen asks for another screen, or for the end."""
        from tui.wanted import wanted

        message.stop()
        wanted(self, message.what)

    async def action_quit(self) -> None:
        """Ctrl+q too asks before a live game is left."""
        if self.trains.live is None and not self.serves and not self.trains.live_aside:
            self.exit(0)
        else:
            from tui.leaving import leave

            leave(self)

    @property
    def serves(self) -> bool:
        """Whether others would lose their link by our going."""
        return self._net is not None and self._net.serves


def _make_concourse(app: CabooseApp) -> Concourse:
    from tui.concourse import Concourse

    return Concourse(app)
