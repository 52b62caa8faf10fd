"""What a person is asked before others see them: a name, once, and the terms of a table of theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.games.registry import game
from netplay.config import FolderUnusable
from netplay.discovery import lan_is_on
from netplay.lobby.wire import TABLE_NAME
from tui import person as persons
from tui.foreign import plain
from tui.guest import is_guest
from tui.plan import Host, Place
from tui.screens.ask import AskScreen
from tui.screens.opening import OpeningScreen, Terms
from tui.tongue import _, n_
from tui.travel.errands import sentence
from tui.travel.ways import Ways

if TYPE_CHECKING:
    from tui.app import CabooseApp
    from tui.setup import SoloSetup


class Asking:
    """Belongs to one app; what follows from an answer goes by its ``ways``."""

    def __init__(self, app: CabooseApp, ways: Ways) -> None:
        self._app = app
        self._ways = ways

    def host(self, setup: SoloSetup) -> None:
        """A table for others, opened from Departures."""
        self.named(lambda: self._ways.errands.do(self._ask_terms(setup)))

    async def _ask_terms(self, setup: SoloSetup) -> None:
        name = _("{name}'s table", name=self._ways.at.station.person.name)
        terms = Terms(plain(name, TABLE_NAME))
        what = f"{game(setup.game).title}, {n_('{count} seat', '{count} seats', setup.seats)}"
        places = self._places()
        screen = OpeningScreen(self._app.marks, what, terms, [name for name, _place in places])

        def said(key: str | None) -> None:
            if not key:
                return
            name, where, visibility, gone, seconds, claim, seats_only = screen.terms
            plan = Host(
                setup,
                table=name,
                place=places[where][1] if places else None,
                visibility=visibility,
                absent=(gone, seconds),
                claim=claim,
                seats_only_chat=seats_only,
            )
            self._ways.errands.do(self._ways.host(plan))

        self._app.push_screen(screen, said)

    def _places(self) -> list[tuple[str, Place | None]]:
        """Where a table can be opened, the usual first: by name; None is a broker of our own."""
        saved: list[tuple[str, Place | None]] = [
            (plain(post.broker.name, 24), Place(post.broker, post.security))
            for post in self._ways.at.station.brokers.posts
            if post.up and post.port is None and not post.found
        ]
        if is_guest():
            return saved
        here: tuple[str, Place | None] = (_("this network"), None)
        return [here, *saved] if lan_is_on() else [*saved, here]

    def named(self, then: Callable[[], None]) -> None:
        """Ask for a name once, before others see it."""
        if persons.kept_name() or (
            self._ways.at.made is not None and self._ways.at.made.tables.rooms
        ):
            then()
            return

        def named(text: str | None) -> None:
            if not text:
                return
            try:
                persons.keep_name(text)
            except (FolderUnusable, OSError, ValueError) as error:
                self._app.say(sentence(error))
                return
            self._ways.errands.do(self._rename(then))

        says = _(
            "What shall others call you? It is asked once; `caboose identity` shows who you are."
        )
        name = persons.suggested_name()
        self._app.push_screen(AskScreen(self._app.marks, _("Your name"), says, name, 24), named)

    async def _rename(self, then: Callable[[], None]) -> None:
        await self._ways.at.renew()
        then()
